package lotr

import (
	"slices"

	"github.com/muster-events/muster/events"
)

// Player returns a player of the table; false if nobody with that id plays there.
func (t Table) Player(id events.PersonID) (Player, bool) {
	i := t.playerAt(id)
	if i < 0 {
		return Player{}, false
	}
	return t.Players[i], true
}

// PlayersIn returns how many players are still in the game at the table. It is the number that a
// card of this table means by "the number of players".
//
// Source: facts/game-facts.md, "2.4 Encounter cards with siege" (each stage is its own game).
func (t Table) PlayersIn() int {
	n := 0
	for _, p := range t.Players {
		if !p.Out {
			n++
		}
	}
	return n
}

// TurnOrder returns the players still in the game, clockwise from the first player.
func (t Table) TurnOrder() []events.PersonID {
	start := max(t.playerAt(t.FirstPlayer), 0)
	var order []events.PersonID
	for i := range t.Players {
		if p := t.Players[(start+i)%len(t.Players)]; !p.Out {
			order = append(order, p.ID)
		}
	}
	return order
}

// nextPlayer returns the next player clockwise after id who is in the game; empty if there is none
// other than id.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.46).
func (t Table) nextPlayer(id events.PersonID) events.PersonID {
	at := t.playerAt(id)
	if at < 0 {
		return ""
	}
	for i := 1; i < len(t.Players); i++ {
		if p := t.Players[(at+i)%len(t.Players)]; !p.Out {
			return p.ID
		}
	}
	return ""
}

func (t Table) playerAt(id events.PersonID) int {
	return slices.IndexFunc(t.Players, func(p Player) bool { return p.ID == id })
}

// HeroesUp returns how many heroes the player has that are not destroyed.
func (p Player) HeroesUp() int {
	n := 0
	for _, h := range p.Heroes {
		if !h.Dead && !h.Gone {
			n++
		}
	}
	return n
}

// inGame returns a player of the table who is still in the game.
func (d *entry) inGame(id events.PersonID) (Player, error) {
	p, ok := d.t.Player(id)
	if !ok {
		return Player{}, refuse("no-such-player", "",
			"%s does not play at this table: choose one of its players", person(id))
	}
	if p.Out {
		return Player{}, refuse("player-out", elimination,
			"%s is out of the game: choose a player who is still in it", person(id))
	}
	return p, nil
}
