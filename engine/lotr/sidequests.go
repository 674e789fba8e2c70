package lotr

import (
	"slices"

	"github.com/muster-events/muster/events/lotr"
)

const sideQuestRule = `A Shadow in the East, "Side Quests in Play"`

// CurrentSideQuest returns the side quest that is the current quest; false while that is the main
// quest.
//
// Source: A Shadow in the East, "Side Quests in Play".
func (t Table) CurrentSideQuest() (SideQuest, bool) {
	if t.Current == 0 {
		return SideQuest{}, false
	}
	return t.sideQuestNo(t.Current)
}

func (t Table) sideQuestNo(number int) (SideQuest, bool) {
	i := slices.IndexFunc(t.SideQuests, func(q SideQuest) bool { return q.Number == number })
	if i < 0 {
		return SideQuest{}, false
	}
	return t.SideQuests[i], true
}

// piece names the side quest among the cards in play.
func (q SideQuest) piece() lotr.Piece {
	return lotr.Piece{Kind: lotr.KindSideQuest, Number: q.Number}
}

// chooseQuest makes a side quest the current quest until the end of the quest phase, or the main quest
// again. That is the first player's choice at the start of the phase; it begins the phase if that has
// not begun.
//
// Rule: Side quests.
// Source: A Shadow in the East, "Side Quests in Play".
func (d *entry) chooseQuest(cmd lotr.ChooseQuest) error {
	q, ok := d.t.sideQuestNo(cmd.SideQuest)
	if cmd.SideQuest != 0 && !ok {
		return refuse("no-such-side-quest", sideQuestRule, "no side quest %d is in the staging area: choose one that is, or the main quest", cmd.SideQuest)
	}
	if err := d.startOfQuest(); err != nil {
		return err
	}
	if f := d.sc.rules().mayChoose; ok && f != nil {
		if says := f(d.c, d.t, q); says != "" {
			return refuse("cannot-be-current", d.sc.Name, "%s cannot be the current quest now: %s", q.Card.Name, says)
		}
	}
	if d.t.Current == cmd.SideQuest {
		return refuse("nothing-changes", sideQuestRule, "that is the current quest already")
	}
	d.emit(lotr.QuestChosen{Table: d.t.ID, SideQuest: cmd.SideQuest, Card: q.Card.Name})
	if f := d.sc.rules().chosen; ok && f != nil {
		f(d, q)
	}
	return nil
}

// startOfQuest refuses when it is too late to choose the current quest, and begins the quest phase if
// it has not begun.
func (d *entry) startOfQuest() error {
	if d.before(lotr.PhaseQuest) {
		return d.beginQuest()
	}
	switch {
	case d.t.Phase != lotr.PhaseQuest || d.t.Quested:
		return refuse("phase-over", sideQuestRule, "the first player chooses the current quest at the start of the quest phase, and this round's quest is over: choose in the next round")
	case len(d.t.Reveals) > 0:
		return refuse("phase-over", sideQuestRule, "the first player chooses the current quest at the start of the quest phase, and cards were revealed since: withdraw them, or choose in the next round")
	}
	return nil
}

// endQuest makes the main quest the current quest again when the quest phase is over.
//
// Source: A Shadow in the East, "Side Quests in Play".
func (d *entry) endQuest() {
	if d.t.Current != 0 {
		d.emit(lotr.QuestChosen{Table: d.t.ID})
	}
}

// progressSideQuest places progress on a side quest up to its quest points, defeats it when it has
// them, and returns how much it took.
//
// Source: A Shadow in the East, "Side Quests in Play".
func (d *entry) progressSideQuest(q SideQuest, by int, why string) int {
	points := QuestPointsOf(d.c, d.t, q.piece())
	if points > 0 {
		by = max(min(by, points-q.Progress), 0)
	}
	if by > 0 {
		d.addTokens(q.piece(), lotr.TokenProgress, by, why)
	}
	if points > 0 && q.Progress+by >= points {
		d.defeatSideQuest(q)
	}
	return by
}

// defeatSideQuest adds a side quest to the victory display. The main quest stays at its stage.
//
// Rule: Side quests.
// Source: A Shadow in the East, "Side Quests in Play".
func (d *entry) defeatSideQuest(q SideQuest) {
	d.was = d.t
	d.emit(lotr.SideQuestDefeated{Table: d.t.ID, SideQuest: q.Number, Card: q.Card})
	d.hasLeft(q.piece(), q.Card, "defeated")
}
