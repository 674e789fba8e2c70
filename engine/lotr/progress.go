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
	if cmd.By < 0 {
		by := max(cmd.By, -d.t.Progress)
		if by == 0 {
			return refuse("nothing-to-remove", "", "stage %s has no progress to remove: name the location if it is to come from there", d.t.Stage)
		}
		d.progressStage(by, "entry")
		return nil
	}
	d.place(cmd.By, cmd.Direct, "entry")
	if len(d.out) == 0 {
		return refuse("progress-capped", cardFacts, "the current quest takes no more progress this round")
	}
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
	if cmd.By > 0 {
		if err := d.open(l); err != nil {
			return err
		}
		d.progressOn(l, cmd.By)
		return nil
	}
	by := max(cmd.By, -l.Progress)
	if by == 0 {
		return refuse("nothing-to-remove", "", "%s has no progress to remove", l.Card.Name)
	}
	d.locationProgress(l, by)
	return nil
}

// place places progress on the current quest: on the active location first, which is explored when
// it has its quest points; what is left, on the stage, up to a limit of this round. It returns what
// that limit left no room for. An active location whose quest points are not known takes it all.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func (d *entry) place(by int, direct bool, why string) (lost int) {
	if l, ok := d.t.ActiveLocation(); ok && !direct {
		by -= d.progressOn(l, by)
	}
	room := by
	if d.t.StageCap >= 0 {
		room = min(by, d.t.StageCap)
	}
	if room > 0 {
		d.progressStage(room, why)
	}
	return by - room
}

// progressOn places progress on a location, explores it when it has its quest points, and returns
// how much it took.
func (d *entry) progressOn(l Location, by int) int {
	if l.Card.QuestPoints > 0 {
		by = min(by, l.Card.QuestPoints-l.Progress)
	}
	if by > 0 {
		d.locationProgress(l, by)
	}
	if l.Card.QuestPoints > 0 && l.Progress+by >= l.Card.QuestPoints {
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
	d.emit(lotr.LocationExplored{
		Table: d.t.ID, Location: l.Number, Card: l.Card,
		Item: s.item, Siege: s.siege, Printed: s.printed, Typed: s.typed,
	})
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
