package pairing

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// entrant is a player who is here, with the history counted.
type entrant struct {
	id     events.PersonID
	score  int
	group  int // score group, 0 is the highest
	place  int // in the group among those to be paired, from 0
	of     int // number of those
	below  int // of those to be paired, in the whole field
	locked bool

	met    map[int]int // times, by number of the other entrant
	apart  map[int]bool
	clubs  []int32 // ascending
	byes   int
	byeIn  int // last round with a bye
	downs  int // cost of floating down again
	ups    int
	sides  []sided // by round
	free   int     // games with Free Peoples
	shadow int
}

// sided is the side a player had in a round.
type sided struct {
	round int
	side  Side
}

// plan is a field made ready: entrants in their order of pairing, and the level of every criterion.
type plan struct {
	f        *Field
	r        Rules
	order    []Criterion // all that count, most important first
	level    map[Criterion]int
	entrants []entrant // by score, then seed, then draw
	byID     map[events.PersonID]int
	pool     []int // entrants to be paired, ascending
	vertices []int // the pool in the order of the matching: alike ones together
	bye      bool  // one of them sits out
	levels   levels
}

// levels are the places of criteria in a weight; −1 for what does not count.
type levels struct{ score, float, sides, turn, club int }

// Levels of the fixed criteria.
const (
	levelApart   = 0
	levelRematch = 1
	levelBye     = 2
	levelSoft    = 3 // the first of the soft ones
	levelOrder   = 8
	levelDraw    = 9
)

func newPlan(f *Field, r Rules) (*plan, error) {
	c, err := newCensus(f)
	if err != nil {
		return nil, err
	}
	for _, err := range []error{r.check(), c.past(), c.wishes(r)} {
		if err != nil {
			return nil, err
		}
	}
	p := &plan{f: f, r: r}
	p.rank()
	p.enter()
	p.remember()
	p.tell()
	p.arrange()
	return p, nil
}

// rank fixes the level of every criterion.
func (p *plan) rank() {
	soft, _ := p.r.order()
	p.order = []Criterion{CriterionApart, CriterionRematch, CriterionBye}
	p.level = map[Criterion]int{CriterionApart: levelApart, CriterionRematch: levelRematch, CriterionBye: levelBye, CriterionOrder: levelOrder, CriterionDraw: levelDraw}
	for _, c := range soft {
		if (c == CriterionSides || c == CriterionTurn) && !p.r.Sides {
			continue
		}
		p.level[c] = levelSoft + len(p.order) - 3
		p.order = append(p.order, c)
	}
	p.order = append(p.order, CriterionOrder, CriterionDraw)
	at := func(c Criterion) int {
		if l, ok := p.level[c]; ok {
			return l
		}
		return -1
	}
	p.levels = levels{score: at(CriterionScore), float: at(CriterionFloat), sides: at(CriterionSides), turn: at(CriterionTurn), club: at(CriterionClub)}
}

// draws returns a drawn order of the players: a number for each, all different.
func (p *plan) draws() map[events.PersonID]int {
	ids := make([]events.PersonID, len(p.f.Players))
	for i, pl := range p.f.Players {
		ids[i] = pl.ID
	}
	slices.Sort(ids)
	at := make(map[events.PersonID]int, len(ids))
	for i := len(ids) - 1; i >= 0; i-- {
		j := engine.Draw(p.f.Seed, uint64(p.f.Round)<<40+uint64(i)+1, i+1)
		ids[i], ids[j] = ids[j], ids[i]
		at[ids[i]] = i
	}
	return at
}

// enter lists who is here in the order of pairing.
func (p *plan) enter() {
	drawn := p.draws()
	asked := map[events.PersonID]bool{}
	for _, id := range p.f.Asked {
		asked[id] = true
	}
	var here []Player
	for _, pl := range p.f.Players {
		if !pl.Away && !asked[pl.ID] {
			here = append(here, pl)
		}
	}
	seeded := p.r.Within != "" && p.r.Within != WithinDraw
	slices.SortFunc(here, func(a, b Player) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		if c := compareSeeds(a.Seed, b.Seed); seeded && c != 0 {
			return c
		}
		return cmp.Compare(drawn[a.ID], drawn[b.ID])
	})
	p.byID = make(map[events.PersonID]int, len(here))
	p.entrants = make([]entrant, len(here))
	clubs := clubNumbers(here)
	for i, pl := range here {
		e := entrant{id: pl.ID, score: pl.Score, met: map[int]int{}, apart: map[int]bool{}}
		for _, c := range pl.Clubs {
			e.clubs = append(e.clubs, clubs[c])
		}
		slices.Sort(e.clubs)
		e.clubs = slices.Compact(e.clubs)
		if i > 0 {
			e.group = p.entrants[i-1].group
			if p.entrants[i-1].score != e.score {
				e.group++
			}
		}
		p.entrants[i] = e
		p.byID[pl.ID] = i
	}
}

// compareSeeds orders seeds: 1 first, none last.
func compareSeeds(a, b int) int {
	if (a == 0) != (b == 0) {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

func clubNumbers(players []Player) map[string]int32 {
	var names []string
	for _, pl := range players {
		names = append(names, pl.Clubs...)
	}
	slices.Sort(names)
	out := map[string]int32{}
	for i, name := range slices.Compact(names) {
		out[name] = int32(i)
	}
	delete(out, "")
	return out
}

// remember counts what was played in earlier rounds.
func (p *plan) remember() {
	for _, g := range p.f.Past {
		a, okA := p.byID[g.A]
		b, okB := p.byID[g.B]
		if okA && okB {
			p.entrants[a].met[b]++
			p.entrants[b].met[a]++
		}
		if okA {
			p.entrants[a].played(g.Round, p.f.Round, g.Side, g.Ahead)
		}
		if okB {
			p.entrants[b].played(g.Round, p.f.Round, g.Side.Other(), -g.Ahead)
		}
	}
	for _, o := range p.f.PastOff {
		i, ok := p.byID[o.Player]
		if !ok || o.Kind == OffAbsent {
			continue
		}
		e := &p.entrants[i]
		e.byes++
		e.byeIn = max(e.byeIn, o.Round)
		if o.Kind == OffBye {
			e.downs += again(o.Round, p.f.Round)
		}
	}
	for i := range p.entrants {
		slices.SortFunc(p.entrants[i].sides, func(a, b sided) int { return cmp.Compare(a.round, b.round) })
	}
	for _, pair := range p.f.Apart {
		a, okA := p.byID[pair[0]]
		b, okB := p.byID[pair[1]]
		if okA && okB {
			p.entrants[a].apart[b], p.entrants[b].apart[a] = true, true
		}
	}
}

// played counts one game of the entrant.
func (e *entrant) played(round, now int, side Side, ahead int) {
	switch {
	case ahead > 0:
		e.downs += again(round, now)
	case ahead < 0:
		e.ups += again(round, now)
	}
	switch side {
	case FreePeoples:
		e.free++
	case Shadow:
		e.shadow++
	default:
		return
	}
	e.sides = append(e.sides, sided{round, side})
}

// again is the cost of floating the way one did in an earlier round.
func again(round, now int) int {
	switch now - round {
	case 1:
		return 4
	case 2:
		return 2
	default:
		return 1
	}
}

// tell sets the locked players aside; the others are the pool.
func (p *plan) tell() {
	for _, l := range p.f.Locked {
		p.entrants[p.byID[l.A]].locked = true
		p.entrants[p.byID[l.B]].locked = true
	}
	for i := range p.entrants {
		if !p.entrants[i].locked {
			p.pool = append(p.pool, i)
		}
	}
	p.bye = len(p.pool)%2 == 1
}

// arrange gives every player of the pool the place in its score group.
func (p *plan) arrange() {
	for i := 0; i < len(p.pool); {
		j := i
		for j < len(p.pool) && p.entrants[p.pool[j]].group == p.entrants[p.pool[i]].group {
			j++
		}
		for k := i; k < j; k++ {
			e := &p.entrants[p.pool[k]]
			e.place, e.of, e.below = k-i, j-i, len(p.pool)-1-k
		}
		i = j
	}
	p.vertices = slices.Clone(p.pool)
	slices.SortStableFunc(p.vertices, func(a, b int) int { return p.entrants[a].kind(&p.entrants[b], p.r.Sides) })
}

// kind orders entrants by what makes them alike: score group and, with sides, the sides they had.
func (e *entrant) kind(o *entrant, sides bool) int {
	if c := cmp.Compare(e.group, o.group); c != 0 || !sides {
		return c
	}
	if c := cmp.Compare(e.balance(), o.balance()); c != 0 {
		return c
	}
	return cmp.Compare(e.again(Shadow)-e.again(FreePeoples), o.again(Shadow)-o.again(FreePeoples))
}
