package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// placeProgress places progress on the current quest or on one location, or takes it away.
func (d *entry) placeProgress(cmd lotr.PlaceProgress) error {
	if err := change("progress", cmd.By); err != nil {
		return err
	}
	if cmd.Location != 0 {
		return d.progressLocation(cmd)
	}
	if err := d.mayTargetQuest(cmd); err != nil {
		return err
	}
	if cmd.By < 0 {
		return d.takeProgress(cmd.By)
	}
	if lost, b := d.placeFrom(cmd.By, cmd.Direct, "entry", cmd.Source); lost == cmd.By {
		return refuse(b.code, b.source, "%s", b.says)
	}
	return nil
}

// mayTargetQuest refuses a player card's progress where it would go to an immune card: the side quest
// that is the current quest, or the active location, through which it goes.
func (d *entry) mayTargetQuest(cmd lotr.PlaceProgress) error {
	if q, ok := d.t.CurrentSideQuest(); ok {
		if err := d.mayTarget(cmd.Source, q.piece()); err != nil {
			return err
		}
	}
	if l, ok := d.t.ActiveLocation(); ok && !cmd.Direct && cmd.By > 0 {
		return d.mayTarget(cmd.Source, l.piece())
	}
	return nil
}

// takeProgress takes progress off the current quest; by is below 0.
func (d *entry) takeProgress(by int) error {
	if q, ok := d.t.CurrentSideQuest(); ok {
		if d.addTokens(q.piece(), lotr.TokenProgress, by, "entry") == 0 {
			return refuse("nothing-to-remove", "", "%s has no progress to remove: name the location if it is to come from there", q.Card.Name)
		}
		return nil
	}
	if by = max(by, -d.t.Progress); by == 0 {
		return refuse("nothing-to-remove", "", "stage %s has no progress to remove: name the location if it is to come from there", d.t.Stage)
	}
	d.progressStage(by, "entry")
	return nil
}

// progressLocation changes the progress on one location. Progress beyond its quest points is lost.
func (d *entry) progressLocation(cmd lotr.PlaceProgress) error {
	l, err := d.location(cmd.Location)
	if err != nil {
		return err
	}
	if cmd.Direct {
		return refuse(engine.CodeMalformed, "", "progress goes past the active location or on a location, not both: leave one out")
	}
	if err := d.mayTarget(cmd.Source, l.piece()); err != nil {
		return err
	}
	if cmd.By > 0 {
		if err := d.open(l); err != nil {
			return err
		}
		if says := d.closed(l); says != "" {
			return refuse("no-progress-here", d.sc.Name, "no progress can be placed on %s now: %s", l.Card.Name, says)
		}
		d.progressLost(cmd.By-d.progressOn(l, cmd.By), "beyond the quest points of "+l.Card.Name)
		return nil
	}
	by := max(cmd.By, -l.Progress)
	if by == 0 {
		return refuse("nothing-to-remove", "", "%s has no progress to remove", l.Card.Name)
	}
	d.locationProgress(l, by)
	return nil
}

// closed says why no progress can be placed on a location; empty: it can.
func (d *entry) closed(l Location) string {
	if f := d.sc.rules().mayPlaceOn; f != nil {
		return f(d.c, d.t, l)
	}
	return ""
}

// place places progress on the current quest: on the active location first, which is explored when
// it has its quest points; what is left, on the quest. It returns what was lost because the quest
// took no more. An active location whose quest points are not known takes it all.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func (d *entry) place(by int, direct bool, why string) (lost int) {
	lost, _ = d.placeFrom(by, direct, why, lotr.FromEncounter)
	return lost
}

// placeFrom is place for progress of a source; it also returns why some was lost.
func (d *entry) placeFrom(by int, direct bool, why, source string) (lost int, b barred) {
	if l, ok := d.t.ActiveLocation(); ok && !direct {
		by -= d.progressOn(l, by)
	}
	if by <= 0 {
		return 0, barred{}
	}
	room := 0
	if q, ok := d.t.CurrentSideQuest(); ok {
		room, b = d.progressSideQuest(q, by, why), barred{code: "progress-lost", source: sideQuestRule, says: q.Card.Name + " has all its quest points"}
	} else if room, b = d.room(by, why, source); room > 0 {
		d.progressStage(room, why)
	}
	d.progressLost(by-room, b.says)
	return by - room, b
}

// progressLost records progress that could not be placed, so that all that was made is accounted for.
//
// Source: A Shadow in the East, "Side Quests in Play".
func (d *entry) progressLost(by int, why string) {
	if by > 0 && !d.dolGuldur() {
		d.emit(lotr.ProgressLost{Table: d.t.ID, By: by, Why: why})
	}
}

// progressOn places progress on a location, explores it when it has its quest points, and returns
// how much it took.
func (d *entry) progressOn(l Location, by int) int {
	points := QuestPointsOf(d.c, d.t, l.piece())
	if points > 0 {
		by = max(min(by, points-l.Progress), 0)
	}
	if by > 0 {
		d.locationProgress(l, by)
	}
	if points > 0 && l.Progress+by >= points {
		l.Progress += by
		d.explore(l, nil)
	}
	return by
}

func (d *entry) locationProgress(l Location, by int) {
	d.emit(lotr.LocationProgressed{Table: d.t.ID, Location: l.Number, Card: l.Card.Name, By: by, Progress: l.Progress + by})
}

func (d *entry) progressStage(by int, why string) {
	d.emit(lotr.StageProgressed{Table: d.t.ID, Stage: d.t.Stage, By: by, Progress: d.t.Progress + by, Why: why})
}

// exploreLocation records that a location was explored: one in play, or one that was never entered.
func (d *entry) exploreLocation(cmd lotr.ExploreLocation) error {
	if err := checkSiege(cmd.Siege); err != nil {
		return err
	}
	if err := d.roomToScore(); err != nil {
		return err
	}
	if cmd.Location == 0 {
		card, err := d.named(cmd.Card, cmd.Hand)
		if err != nil {
			return err
		}
		if card.Kind != kindLocation {
			return refuse("wrong-kind", "", "%s is no location but a card of kind %s: enter it as what it is", card.Name, card.Kind)
		}
		d.explore(Location{Card: card}, cmd.Siege)
		return nil
	}
	l, err := d.location(cmd.Location)
	if err != nil {
		return err
	}
	if err := d.meant(cmd.Card, l.Card); err != nil {
		return err
	}
	if err := d.open(l); err != nil {
		return err
	}
	d.explore(l, cmd.Siege)
	return nil
}

// explore takes a location out of play as explored.
//
// Source: Attack on Dol Guldur, "Siege".
func (d *entry) explore(l Location, typed *int) {
	s := d.score(l.Card, typed)
	d.was = d.t
	d.emit(lotr.LocationExplored{
		Table: d.t.ID, Location: l.Number, Card: l.Card,
		Item: s.item, Siege: s.siege, Printed: s.printed, Typed: s.typed,
	})
	d.hasLeft(l.piece(), l.Card, "explored")
	if f := d.sc.rules().explored; f != nil {
		f(d, l)
	}
}

// PayProgress removes progress from a table's stage to avoid or use the effect of a stage. It is
// refused when the stage has less.
//
// Source: facts/game-facts.md, "2.2 Stages".
func PayProgress(c Context, t Table, amount int) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if amount < 1 || amount > t.Progress {
		return nil, refuse("too-little-progress", stages, "stage %s has %d progress, and this costs %d", t.Stage, t.Progress, amount)
	}
	d.progressStage(-amount, "paid")
	return d.out, nil
}
