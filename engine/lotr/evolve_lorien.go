package lotr

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// evolveLorien folds an event about Host or Power of Lórien.
func (t *Table) evolveLorien(e lotr.TableEvent) {
	switch e := e.(type) {
	case lotr.HostTaken:
		t.Lorien = append(slices.Clip(t.Lorien), LorienCard{Card: Host, Player: e.Player})
	case lotr.HostDamaged:
		t.lorien(e.Player, Host, func(l *LorienCard) { l.Damage = e.Damage })
	case lotr.HostLost:
		t.dropLorien(t.lorienAt(e.Player, Host))
	case lotr.PowerProgressed:
		t.PowerProgress = e.Progress
		t.lorien(t.PowerBy, Power, func(l *LorienCard) { l.Progress = e.Progress })
	case lotr.PowerTaken:
		t.PowerBy = e.Player
		t.Lorien = append(slices.Clip(t.Lorien), LorienCard{Card: Power, Player: e.Player, Progress: t.PowerProgress})
	case lotr.PowerDiscarded:
		t.leavePower(e.Player)
	case lotr.PowerUsed:
		t.dropEnemy(e.Enemy)
		t.dropLocation(e.Location)
		t.leavePower(e.Player)
		t.Victory = append(slices.Clip(t.Victory), lotr.Card{Code: "power-of-lorien", Name: lotr.PowerName, Kind: kindObjective})
	default:
		t.evolvePieces(e)
	}
}

func (t *Table) lorien(player events.PersonID, card string, f func(*LorienCard)) {
	if i := t.lorienAt(player, card); i >= 0 {
		t.Lorien = slices.Clone(t.Lorien)
		f(&t.Lorien[i])
	}
}

func (t *Table) dropLorien(at int) {
	if at >= 0 {
		t.Lorien = slices.Delete(slices.Clone(t.Lorien), at, at+1)
	}
}

// leavePower takes a copy of Power of Lórien out of play; no player: the one in the staging area.
func (t *Table) leavePower(player events.PersonID) {
	t.dropLorien(t.lorienAt(player, Power))
	if t.PowerBy == player && t.lorienAt(player, Power) < 0 {
		t.PowerInPlay, t.PowerBy, t.PowerProgress = false, "", 0
	}
}

// handOver moves a copy of Host or Power of Lórien between players, perhaps between tables.
func (t *Table) handOver(e lotr.LorienHandedOver) {
	if e.Table == t.ID {
		t.dropLorien(t.given(e))
		if e.Card == Power && t.PowerBy == e.Player && t.lorienAt(e.Player, Power) < 0 {
			t.PowerInPlay, t.PowerBy, t.PowerProgress = false, "", 0
		}
	}
	if e.ToTable == t.ID {
		t.Lorien = append(slices.Clip(t.Lorien), LorienCard{Card: e.Card, Player: e.ToPlayer, Damage: e.Damage, Progress: e.Progress})
	}
}

// given returns the place of the copy that an event hands over.
func (t *Table) given(e lotr.LorienHandedOver) int {
	i := slices.Index(t.Lorien, LorienCard{Card: e.Card, Player: e.Player, Damage: e.Damage, Progress: e.Progress})
	if i < 0 {
		return t.lorienAt(e.Player, e.Card)
	}
	return i
}
