package board

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// defaultElimination is the elimination level of a player whose table has not been set up.
//
// Source: facts/game-facts.md, "5.2 Elimination".
const defaultElimination = 50

// onPeople follows who sits where.
func (f *fold) onPeople(e events.Payload) bool {
	switch e := e.(type) {
	case group.PlayersSeated:
		for _, s := range e.Seats {
			f.seat(s)
			f.touch(s.Table)
		}
	case group.PlayerUnseated:
		f.unseat(e.Table, e.Player)
	case group.PlayerAdmitted:
		f.seat(e.Seat)
		f.touch(e.Seat.Table)
	case group.PlayerDropped:
		if e.How == group.DropHandOver {
			f.succeed(e.Table, e.Player, e.Heir)
		}
		f.touch(e.Table)
	case lotr.TableSetUp:
		f.setUp(e)
	default:
		return false
	}
	return true
}

// seat adds or replaces a seat; a player who sat at another table moves.
func (f *fold) seat(s group.Seat) {
	for i := range f.g.Tables {
		if id := f.g.Tables[i].ID; id != s.Table {
			f.unseat(id, s.Player)
		}
	}
	t := f.table(s.Table)
	p := t.player(s.Player)
	admitted := p == nil
	if admitted {
		t.Players = append(t.Players, Player{ID: s.Player, Threat: -1, Elimination: defaultElimination})
		p = &t.Players[len(t.Players)-1]
	}
	if t.Stage == "" || admitted {
		p.Threat = startingThreat(s)
	}
	p.declare(s.Heroes)
}

// declare gives a player heroes; one that was there before keeps its damage.
func (p *Player) declare(heroes []group.Hero) {
	old := p.Heroes
	p.Heroes = make([]Hero, 0, len(heroes))
	for _, h := range heroes {
		now := Hero{Title: strings.TrimSpace(h.Title), Threat: h.Threat, HitPoints: h.HitPoints}
		for _, o := range old {
			if strings.EqualFold(o.Title, now.Title) {
				now.Damage, now.Dead = o.Damage, o.Dead
			}
		}
		p.Heroes = append(p.Heroes, now)
	}
}

// startingThreat is what a seat says of it, else the sum of the heroes' threat costs; −1 if the seat
// says neither.
//
// Source: facts/game-facts.md, "5.1 Round".
func startingThreat(s group.Seat) int {
	if s.Threat != nil {
		return *s.Threat
	}
	if len(s.Heroes) == 0 {
		return -1
	}
	sum := 0
	for _, h := range s.Heroes {
		sum += h.Threat
	}
	return sum
}

func (f *fold) unseat(table events.TableID, p events.PersonID) {
	t, ok := f.g.Table(table)
	if !ok || !slices.ContainsFunc(t.Players, func(x Player) bool { return x.ID == p }) {
		return
	}
	w := f.table(table)
	w.Players = slices.DeleteFunc(w.Players, func(x Player) bool { return x.ID == p })
}

// succeed puts an heir in the place of a player who has left.
func (f *fold) succeed(table events.TableID, was, heir events.PersonID) {
	t := f.table(table)
	if p := t.player(was); p != nil {
		p.ID = heir
	}
	if t.FirstPlayer == was {
		t.FirstPlayer = heir
	}
	if t.PowerBy == was {
		t.PowerBy = heir
	}
	for i := range t.Enemies {
		if t.Enemies[i].Player == was {
			t.Enemies[i].Player = heir
		}
	}
	for i := range t.Lorien {
		if t.Lorien[i].Player == was {
			t.Lorien[i].Player = heir
		}
	}
	for i := range f.g.Queue {
		if f.g.Queue[i].Decides == was {
			f.g.Queue[i].Decides = heir
		}
	}
}

// setUp brings a table into play, its players in turn order.
func (f *fold) setUp(e lotr.TableSetUp) {
	t := f.table(e.Table)
	t.Stage, t.StageName = e.Stage, stageName(e.Stage)
	t.FirstPlayer, t.PowerInPlay = e.FirstPlayer, true
	order := make([]Player, 0, len(e.Players))
	for i, id := range e.Players {
		p := Player{ID: id}
		if seated := t.player(id); seated != nil {
			p = *seated
		}
		p.Threat, p.Elimination = at(e.Threat, i, -1), at(e.Elimination, i, defaultElimination)
		order = append(order, p)
	}
	t.Players = order
}

// at returns the i-th of vs, or missing where vs is shorter than it should be.
func at(vs []int, i, missing int) int {
	if i < len(vs) {
		return vs[i]
	}
	return missing
}

// player returns a player that may be written, nil if there is none with that id at the table.
func (t *Table) player(id events.PersonID) *Player {
	for i := range t.Players {
		if t.Players[i].ID == id {
			return &t.Players[i]
		}
	}
	return nil
}

// onPlayers follows threat, heroes and eliminations.
func (f *fold) onPlayers(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.PhaseBegan:
		t := f.table(e.Table)
		t.Phase = e.Phase
		if e.Phase == lotr.PhaseRefresh {
			t.Refreshed, t.Archery = true, 0
		}
	case lotr.ThreatChanged:
		if p := f.table(e.Table).player(e.Player); p != nil {
			p.Threat = e.To
		}
	case lotr.PlayerEliminated:
		if p := f.table(e.Table).player(e.Player); p != nil {
			p.Out, p.OutWhy, p.Threat = true, e.Why, e.Threat
		}
	case lotr.PlayerReinstated:
		if p := f.table(e.Table).player(e.Player); p != nil {
			p.reinstate(e.Threat)
		}
	case lotr.FirstPlayerPassed:
		f.table(e.Table).FirstPlayer = e.To
	case lotr.CharacterDamaged:
		if h := f.hero(e.Table, e.Player, e.Character); h != nil {
			h.Damage = e.Damage
		}
	case lotr.CharacterDestroyed:
		if h := f.hero(e.Table, e.Player, e.Character); h != nil && e.Hero {
			h.Dead = true
		}
		if p := f.table(e.Table).player(e.Player); p != nil && e.Hero {
			p.HeroesLeft = e.HeroesUp
		}
	default:
		return false
	}
	return true
}

// reinstate puts a player back. One who has no hero left has all of them back, undamaged.
func (p *Player) reinstate(threat int) {
	p.Out, p.OutWhy, p.Threat = false, "", threat
	if heroesLeft(*p) > 0 {
		return
	}
	for i := range p.Heroes {
		p.Heroes[i].Damage, p.Heroes[i].Dead = 0, false
	}
}

func (f *fold) hero(table events.TableID, player events.PersonID, title string) *Hero {
	p := f.table(table).player(player)
	if p == nil {
		return nil
	}
	for i := range p.Heroes {
		if p.Heroes[i].Title == title {
			return &p.Heroes[i]
		}
	}
	return nil
}
