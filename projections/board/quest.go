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
		f.table(e.Table).Progress = e.Progress
	case lotr.StageEntered:
		t := f.table(e.Table)
		t.Stage, t.StageName, t.Progress, t.Resources = e.Stage, e.Name, 0, 0
	case lotr.StageResourcePlaced:
		f.table(e.Table).Resources = e.Resources
	case lotr.ProgressCapped:
		f.table(e.Table).ProgressCap = e.Cap
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
		f.table(e.Table).PowerProgress = e.Progress
	case lotr.PowerTaken:
		t := f.table(e.Table)
		t.PowerInPlay = false
		t.Lorien = append(t.Lorien, Lorien{Card: "power", Player: e.Player, Progress: t.PowerProgress})
	case lotr.PowerDiscarded:
		f.discardPower(e)
	case lotr.PowerUsed:
		f.usePower(e)
	case lotr.LorienHandedOver:
		f.table(e.Table).dropLorien(e.Card, e.Player)
		to := f.table(e.ToTable)
		to.Lorien = append(to.Lorien, Lorien{Card: e.Card, Player: e.ToPlayer, Damage: e.Damage, Progress: e.Progress})
	default:
		return false
	}
	return true
}

func (f *fold) discardPower(e lotr.PowerDiscarded) {
	t := f.table(e.Table)
	if t.PowerInPlay {
		t.PowerInPlay, t.PowerProgress = false, 0
		return
	}
	t.Lorien = slices.DeleteFunc(t.Lorien, func(l Lorien) bool {
		p := t.player(l.Player)
		return l.Card == "power" && (p == nil || p.Out)
	})
}

func (f *fold) usePower(e lotr.PowerUsed) {
	t := f.table(e.Table)
	t.dropLorien("power", e.Player)
	t.Victory = append(t.Victory, lotr.Card{Name: lotr.PowerName, Kind: "objective"})
	t.removeEnemy(e.Enemy)
	t.removeLocation(e.Location)
	t.Revealed = ""
}

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
