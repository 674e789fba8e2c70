package lotr

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Citations of The Mountain of Fire's epic multiplayer mode.
const (
	allOutOf = `facts/game-facts.md, "5.2 Elimination"`
	nazgul   = "Nazgûl"
	gwaihir  = "gwaihir"
	whyEye   = "eye"
	eyeNote  = "with The Eye of Sauron"
)

// EpicThreat changes the threat of every player still in the game at a table by an effect of the epic
// mode: not below 0, and whatever Dire says, since it is no player card's. Who reaches the elimination
// level is out. Players whose threat is not known are left out. Note names the effect.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode". Ruling: 11.
func EpicThreat(c Context, t Table, by int, note string) []events.Payload {
	return work(c, t, func(d *entry) {
		d.raise(d.t.TurnOrder(), by, lotr.WhyEpic, note)
		d.settle()
	})
}

// Nazgul returns the Nazgûl enemies in the table's staging area, in the order in which they came: they
// go where The Eye of Sauron goes. Those that are engaged with a player stay.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func Nazgul(t Table) []Enemy {
	var out []Enemy
	for _, e := range t.Enemies {
		if e.Player == "" && e.Card.HasTrait(nazgul) {
			out = append(out, e)
		}
	}
	return out
}

// NazgulLeave returns the events by which the Nazgûl of the staging area leave the table with The Eye
// of Sauron.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func NazgulLeave(c Context, t Table) []events.Payload {
	return work(c, t, func(d *entry) {
		for _, e := range Nazgul(t) {
			d.takeOut(lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, eyeNote)
		}
		d.settle()
	})
}

// NazgulCome returns the events by which enemies that left another table come into the staging area
// of this one, with the damage and resources on them.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func NazgulCome(c Context, t Table, came []Enemy) []events.Payload {
	return work(c, t, func(d *entry) {
		for _, e := range came {
			n := d.t.NextEnemy
			d.emit(lotr.EnemyEntered{Table: t.ID, Enemy: n, Card: e.Card, Why: whyEye, Damage: e.Damage})
			if e.Resources > 0 {
				d.addTokens(lotr.Piece{Kind: lotr.KindEnemy, Number: n}, lotr.TokenResource, e.Resources, eyeNote)
			}
		}
		d.settle()
	})
}

// Gwaihir returns Gwaihir if a player at the table who is in the game controls it.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func Gwaihir(t Table) (Objective, bool) {
	i := slices.IndexFunc(t.Objectives, func(o Objective) bool {
		p, ok := t.Player(o.Player)
		return o.Card.Code == gwaihir && ok && !p.Out
	})
	if i < 0 {
		return Objective{}, false
	}
	return t.Objectives[i], true
}

// AllOut returns the loss of a table whose players are all out of the game, with what the campaign log
// needs of it; nothing while somebody is in it or the game is decided.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func AllOut(c Context, t Table) []events.Payload {
	return work(c, t, func(d *entry) {
		if d.t.PlayersIn() == 0 {
			d.lose(lotr.LostPlayers, "Every player at this table is out of the game.", allOutOf)
		}
	})
}
