package board

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

func stageName(stage string) string { return words.StageName(stage) }

func marks(ps []events.PersonID) string { return words.People(ps) }

// onQuest follows the stage, its progress and archery.
func (f *fold) onQuest(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.StageProgressed:
		f.table(e.Table).progress(e)
	case lotr.StageEntered:
		f.enterStage(e)
	case lotr.StageResourcePlaced:
		f.table(e.Table).Resources = e.Resources
	case lotr.ProgressCapped:
		f.table(e.Table).limit(e.Cap)
	case lotr.ArcheryDue:
		f.table(e.Table).Archery = e.Total
	case lotr.ArcheryAssigned:
		f.table(e.Table).Archery = 0
	case lotr.QuestResolved:
		// what follows is in events of its own
	default:
		return false
	}
	return true
}

// enterStage: a stage that is entered while the round is played, by a ruling, is the one at which the
// table plays this round.
func (f *fold) enterStage(e lotr.StageEntered) {
	t := f.table(e.Table)
	t.Stage, t.StageName, t.Progress, t.Resources = e.Stage, e.Name, 0, 0
	t.ProgressCap, t.Placed = -1, 0
	phase := f.g.Phase
	if f.g.Over() {
		phase = f.Before
	}
	if n := f.g.Round; phase == PhasePlaying && n >= 1 && n <= len(t.Stages) {
		t.Stages[n-1] = e.Stage
		f.g.Absent = absent(*f.g)
	}
}

// onLorien follows Host and Power of Lórien.
func (f *fold) onLorien(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.HostTaken:
		t := f.table(e.Table)
		t.Lorien = append(t.Lorien, Lorien{Card: "host", Player: e.Player})
	case lotr.HostDamaged:
		if l := f.table(e.Table).lorien("host", e.Player); l != nil {
			l.Damage = e.Damage
		}
	case lotr.HostLost:
		f.table(e.Table).dropLorien("host", e.Player)
	case lotr.PowerProgressed:
		t := f.table(e.Table)
		t.PowerProgress = e.Progress
		if l := t.lorien("power", t.PowerBy); l != nil {
			l.Progress = e.Progress
		}
	case lotr.PowerTaken:
		t := f.table(e.Table)
		t.PowerBy = e.Player
		t.Lorien = append(t.Lorien, Lorien{Card: "power", Player: e.Player, Progress: t.PowerProgress})
	case lotr.PowerDiscarded:
		f.table(e.Table).leavePower(e.Player)
	case lotr.PowerUsed:
		t := f.table(e.Table)
		t.removeEnemy(e.Enemy)
		t.removeLocation(e.Location)
		if t.RevealedSurge { // a cancelled card surges no more
			t.SurgeOwed = max(0, t.SurgeOwed-1)
		}
		t.leavePower(e.Player)
		t.Victory = append(t.Victory, lotr.Card{Code: "power-of-lorien", Name: lotr.PowerName, Kind: "objective"})
	case lotr.LorienHandedOver:
		t := f.table(e.Table)
		t.dropLorien(e.Card, e.Player)
		if e.Card == "power" && t.PowerBy == e.Player && t.lorien("power", e.Player) == nil {
			t.losePower()
		}
		f.touch(e.ToTable)
		to := f.table(e.ToTable)
		to.Lorien = append(to.Lorien, Lorien{Card: e.Card, Player: e.ToPlayer, Damage: e.Damage, Progress: e.Progress})
	default:
		return false
	}
	return true
}

// progress folds progress on the stage; what a quest placed counts towards the limit of the round.
func (t *Table) progress(e lotr.StageProgressed) {
	t.Progress = e.Progress
	if e.By <= 0 || e.Why != "quest" && e.Why != "entry" {
		return
	}
	t.Placed += e.By
	if t.ProgressCap >= 0 {
		t.ProgressCap = max(t.ProgressCap-e.By, 0)
	}
}

// limit limits the progress of the whole round, what was placed before included; below 0 it lifts
// the limit.
func (t *Table) limit(most int) {
	if most < 0 {
		t.ProgressCap = -1
		return
	}
	if left := max(most-t.Placed, 0); t.ProgressCap < 0 || left < t.ProgressCap {
		t.ProgressCap = left
	}
}

// leavePower takes a copy of Power of Lórien out of play; no player: the one in the staging area.
func (t *Table) leavePower(player events.PersonID) {
	t.dropLorien("power", player)
	if t.PowerBy == player && t.lorien("power", player) == nil {
		t.losePower()
	}
}

func (t *Table) losePower() { t.PowerInPlay, t.PowerBy, t.PowerProgress = false, "", 0 }

func (t *Table) lorien(card string, player events.PersonID) *Lorien {
	for i := range t.Lorien {
		if t.Lorien[i].Card == card && t.Lorien[i].Player == player {
			return &t.Lorien[i]
		}
	}
	return nil
}

// dropLorien removes one copy of a card that a player controls.
func (t *Table) dropLorien(card string, player events.PersonID) {
	i := slices.IndexFunc(t.Lorien, func(l Lorien) bool { return l.Card == card && l.Player == player })
	if i >= 0 {
		t.Lorien = slices.Delete(t.Lorien, i, i+1)
	}
}
