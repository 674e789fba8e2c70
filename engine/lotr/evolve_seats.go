package lotr

import (
	"maps"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// seat keeps a seat at this table, or drops one that moved to another. A player in the game has the
// heroes of the seat, with the damage they had.
func (t *Table) seat(s group.Seat) {
	if s.Table != t.ID || t.ID == "" {
		t.unseat(s.Player)
		return
	}
	t.Seats = mergeSeats(t.Seats, []group.Seat{s})
	heroes := t.notElsewhere(s)
	t.player(s.Player, func(p *Player) {
		p.declare(heroes)
		p.bring(s)
	})
}

// unseat takes a player's seat at the table away, with the deck declared for it.
func (t *Table) unseat(player events.PersonID) {
	if _, has := t.Decks[player]; has {
		t.Decks = maps.Clone(t.Decks)
		delete(t.Decks, player)
	}
	t.Seats = slices.DeleteFunc(slices.Clone(t.Seats), func(s group.Seat) bool { return s.Player == player })
}

// admit adds a player who arrived during play, last in turn order.
func (t *Table) admit(s group.Seat) {
	if s.Table != t.ID || t.ID == "" {
		return
	}
	t.Seats = mergeSeats(t.Seats, []group.Seat{s})
	if t.Stage == "" || t.playerAt(s.Player) >= 0 {
		return
	}
	p := Player{ID: s.Player, Threat: StartingThreat(s), Elimination: EliminationLevel, StartThreat: StartingThreat(s)}
	p.declare(s.Heroes)
	p.bring(s)
	t.Players = append(slices.Clip(t.Players), p)
}

// inherit gives all that a player has at the table to an heir.
func (t *Table) inherit(player, heir events.PersonID) {
	t.player(player, func(p *Player) { p.ID = heir })
	if t.FirstPlayer == player {
		t.FirstPlayer = heir
	}
	if t.PowerBy == player {
		t.PowerBy = heir
	}
	t.Seats = slices.Clone(t.Seats)
	for i := range t.Seats {
		if t.Seats[i].Player == player {
			t.Seats[i].Player = heir
		}
	}
	t.Enemies = slices.Clone(t.Enemies)
	for i := range t.Enemies {
		if t.Enemies[i].Player == player {
			t.Enemies[i].Player = heir
		}
	}
	t.inheritGame(player, heir)
	t.Lorien = slices.Clone(t.Lorien)
	for i := range t.Lorien {
		if t.Lorien[i].Player == player {
			t.Lorien[i].Player = heir
		}
	}
}

// notElsewhere returns the heroes of a seat without those that have passed on to another player.
func (t *Table) notElsewhere(s group.Seat) []group.Hero {
	return slices.DeleteFunc(slices.Clone(s.Heroes), func(h group.Hero) bool {
		return slices.ContainsFunc(t.Players, func(p Player) bool {
			return p.ID != s.Player && slices.ContainsFunc(p.Heroes, func(o Hero) bool { return o.Given && sameName(o.Title, strings.TrimSpace(h.Title)) })
		})
	})
}

// bring takes up what a seat says beside the heroes: the contract and The One Ring.
func (p *Player) bring(s group.Seat) {
	p.Contract, p.RingCopy = s.Contract, s.OneRing
}

// declare gives the player these heroes; one that was there before keeps its damage, and one that setup
// or another player gave stays.
func (p *Player) declare(heroes []group.Hero) {
	old := p.Heroes
	p.Heroes = make([]Hero, 0, len(heroes))
	for _, h := range heroes {
		h.Title = strings.TrimSpace(h.Title)
		now := Hero{Hero: h}
		if i := slices.IndexFunc(old, func(o Hero) bool { return sameName(o.Title, h.Title) }); i >= 0 {
			now.Damage, now.Dead, now.Gone, now.Exhausted = old[i].Damage, old[i].Dead, old[i].Gone, old[i].Exhausted
		}
		p.Heroes = append(p.Heroes, now)
	}
	for _, o := range old {
		if o.Given && !slices.ContainsFunc(p.Heroes, func(h Hero) bool { return sameName(h.Title, o.Title) }) {
			p.Heroes = append(p.Heroes, o)
		}
	}
}
