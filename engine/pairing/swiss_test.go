package pairing

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/muster-events/muster/engine/pairing/internal/matching"
	"github.com/muster-events/muster/events"
)

var full = flag.Bool("full", false, "run everything that issue 4 wants to be shown, not a sample of it")

// person returns the id of the nth player.
func person(n int) events.PersonID { return events.PersonID(fmt.Sprintf("p%d", n)) }

// entrants returns n players with seeds 1 to n and no points.
func entrants(n int) []Player {
	out := make([]Player, n)
	for i := range out {
		out[i] = Player{ID: person(i + 1), Seed: i + 1}
	}
	return out
}

// event is a tournament that is played at random.
type event struct {
	r     *rand.Rand
	rules Rules
	field Field
}

func newEvent(r *rand.Rand, n int, rules Rules) *event {
	e := &event{r: r, rules: rules, field: Field{Seed: r.Uint64(), Players: entrants(n)}}
	for i := range e.field.Players {
		for range r.IntN(3) {
			e.field.Players[i].Clubs = append(e.field.Players[i].Clubs, fmt.Sprintf("club %d", r.IntN(1+n/3)))
		}
	}
	return e
}

// record enters a paired round with results at random, byes won.
func (e *event) record(round Round) {
	at := map[events.PersonID]*Player{}
	for i := range e.field.Players {
		at[e.field.Players[i].ID] = &e.field.Players[i]
	}
	for _, t := range round.Tables {
		e.field.Past = append(e.field.Past, Game{Round: round.Round, A: t.A, B: t.B, Side: t.Side, Ahead: t.Ahead})
		switch e.r.IntN(5) {
		case 0:
			at[t.A].Score++
			at[t.B].Score++
		case 1, 2:
			at[t.A].Score += 3
		default:
			at[t.B].Score += 3
		}
	}
	for _, s := range round.Off {
		e.field.PastOff = append(e.field.PastOff, Off{Round: round.Round, Player: s.Player, Kind: s.Kind})
		at[s.Player].Score += s.Points
	}
	e.field.Locked, e.field.Asked = nil, nil
}

// shuffled returns the field with every list in another order and pairs turned round.
func shuffled(r *rand.Rand, f Field) Field {
	f.Players, f.Past, f.PastOff = slices.Clone(f.Players), slices.Clone(f.Past), slices.Clone(f.PastOff)
	f.Locked, f.Asked, f.Apart = slices.Clone(f.Locked), slices.Clone(f.Asked), slices.Clone(f.Apart)
	r.Shuffle(len(f.Players), func(i, j int) { f.Players[i], f.Players[j] = f.Players[j], f.Players[i] })
	r.Shuffle(len(f.Past), func(i, j int) { f.Past[i], f.Past[j] = f.Past[j], f.Past[i] })
	r.Shuffle(len(f.PastOff), func(i, j int) { f.PastOff[i], f.PastOff[j] = f.PastOff[j], f.PastOff[i] })
	r.Shuffle(len(f.Locked), func(i, j int) { f.Locked[i], f.Locked[j] = f.Locked[j], f.Locked[i] })
	r.Shuffle(len(f.Asked), func(i, j int) { f.Asked[i], f.Asked[j] = f.Asked[j], f.Asked[i] })
	for i, g := range f.Past {
		if r.IntN(2) == 0 {
			f.Past[i] = Game{Round: g.Round, A: g.B, B: g.A, Side: g.Side.Other(), Ahead: -g.Ahead}
		}
	}
	for i, l := range f.Locked {
		if r.IntN(2) == 0 {
			f.Locked[i] = Lock{A: l.B, B: l.A, Side: l.Side.Other(), Number: l.Number}
		}
	}
	for i, a := range f.Apart {
		if r.IntN(2) == 0 {
			f.Apart[i] = [2]events.PersonID{a[1], a[0]}
		}
	}
	return f
}

// naive counts the criteria of a field straight from their definitions.
type naive struct {
	f     Field
	rules Rules
	pool  []Player
}

func newNaive(f Field, rules Rules) *naive {
	n := &naive{f: f, rules: rules}
	for _, p := range f.Players {
		seated := slices.Contains(f.Asked, p.ID)
		for _, l := range f.Locked {
			seated = seated || l.A == p.ID || l.B == p.ID
		}
		if !p.Away && !seated {
			n.pool = append(n.pool, p)
		}
	}
	return n
}

// groups counts the different scores above one.
func (n *naive) group(score int) int {
	above := map[int]bool{}
	for _, p := range n.f.Players {
		if !p.Away && !slices.Contains(n.f.Asked, p.ID) && p.Score > score {
			above[p.Score] = true
		}
	}
	return len(above)
}

// table returns what a table costs by every criterion that can be told from outside.
func (n *naive) table(a, b Player) map[Criterion]int64 {
	v := map[Criterion]int64{}
	times := 0
	for _, g := range n.f.Past {
		if g.A == a.ID && g.B == b.ID || g.A == b.ID && g.B == a.ID {
			times++
		}
	}
	v[CriterionRematch] = int64(times * times)
	for _, p := range n.f.Apart {
		if p[0] == a.ID && p[1] == b.ID || p[0] == b.ID && p[1] == a.ID {
			v[CriterionApart] = 1
		}
	}
	if b.Score > a.Score {
		a, b = b, a
	}
	if d := n.group(b.Score) - n.group(a.Score); d > 0 {
		v[CriterionScore] = int64(d * d)
		v[CriterionFloat] = int64(n.floats(a, 1) + n.floats(b, -1))
	}
	if n.rules.Sides {
		way := func(side Side) (int64, int64) {
			return n.after(a, side) + n.after(b, side.Other()), n.again(a, side) + n.again(b, side.Other())
		}
		free, freeAgain := way(FreePeoples)
		dark, darkAgain := way(Shadow)
		if dark < free || dark == free && darkAgain < freeAgain {
			free, freeAgain = dark, darkAgain
		}
		v[CriterionSides], v[CriterionTurn] = free, freeAgain
	}
	for i, c := range a.Clubs {
		if slices.Contains(b.Clubs, c) && !slices.Contains(a.Clubs[:i], c) {
			v[CriterionClub]++
		}
	}
	return v
}

// floats is the cost of floating down (1) or up (−1) again.
func (n *naive) floats(p Player, way int) int {
	weight := func(round int) int { return max(1, 8>>(n.f.Round-round)) }
	cost := 0
	for _, g := range n.f.Past {
		if g.A == p.ID && g.Ahead*way > 0 || g.B == p.ID && g.Ahead*way < 0 {
			cost += weight(g.Round)
		}
	}
	for _, o := range n.f.PastOff {
		if o.Player == p.ID && o.Kind == OffBye && way == 1 {
			cost += weight(o.Round)
		}
	}
	return cost
}

func (n *naive) sidesOf(p Player) (balance int, last Side) {
	latest := 0
	for _, g := range n.f.Past {
		side := g.Side
		if g.B == p.ID {
			side = g.Side.Other()
		} else if g.A != p.ID {
			continue
		}
		if side == FreePeoples {
			balance++
		} else if side == Shadow {
			balance--
		}
		if g.Round > latest {
			latest, last = g.Round, side
		}
	}
	return balance, last
}

func (n *naive) after(p Player, side Side) int64 {
	balance, _ := n.sidesOf(p)
	if side == FreePeoples {
		balance++
	} else {
		balance--
	}
	cost := int64(1)
	for range max(balance, -balance) {
		cost *= 8
	}
	return cost
}

func (n *naive) again(p Player, side Side) int64 {
	if _, last := n.sidesOf(p); last == side {
		return 1
	}
	return 0
}

// byes counts the byes of a player.
func (n *naive) byes(p Player) int64 {
	var had int64
	for _, o := range n.f.PastOff {
		if o.Player == p.ID && o.Kind != OffAbsent {
			had++
		}
	}
	return had
}

// costs returns what every table of the pool costs in the plan, after holding it against the
// definitions; the last row is the bye.
func (n *naive) costs(t *testing.T) (*plan, [][]matching.Weight) {
	t.Helper()
	p, err := newPlan(&n.f, n.rules)
	if err != nil {
		t.Fatal(err)
	}
	at := map[events.PersonID]Player{}
	for _, pl := range n.pool {
		at[pl.ID] = pl
	}
	out := make([][]matching.Weight, len(p.pool)+1)
	for j, b := range p.pool {
		out[j] = make([]matching.Weight, j)
		for i, a := range p.pool[:j] {
			out[j][i] = p.cost(a, b)
			want := n.table(at[p.entrants[a].id], at[p.entrants[b].id])
			for _, v := range p.values(out[j][i]) {
				if v.Criterion != CriterionOrder && v.Criterion != CriterionDraw && v.Cost != want[v.Criterion] {
					t.Fatalf("%s against %s: %v, want %v", p.entrants[a].id, p.entrants[b].id, v, want)
				}
			}
		}
		out[len(p.pool)] = append(out[len(p.pool)], p.byeCost(b))
		if want := n.byes(at[p.entrants[b].id])<<20 + int64(len(p.pool)-1-j); p.byeCost(b)[levelBye] != want {
			t.Fatalf("bye of %s: %v, want %d", p.entrants[b].id, p.byeCost(b), want)
		}
		if j > 0 && p.entrants[p.pool[j-1]].score < p.entrants[b].score {
			t.Fatalf("%s comes before %s", p.entrants[p.pool[j-1]].id, p.entrants[b].id)
		}
	}
	return p, out
}

// best tries every complete pairing and returns the least cost.
func (n *naive) best(t *testing.T) (*plan, matching.Weight) {
	p, costs := n.costs(t)
	size := len(p.pool) + len(p.pool)%2
	best, ok := make([]matching.Weight, 1<<size), make([]bool, 1<<size)
	ok[0] = true
	for set := 1; set < 1<<size; set++ {
		i := bits.TrailingZeros(uint(set))
		for j := i + 1; j < size; j++ {
			rest := set ^ 1<<i ^ 1<<j
			if set>>j&1 == 0 || !ok[rest] {
				continue
			}
			cost := costs[j][i]
			cost.Add(&best[rest])
			if !ok[set] || cost.Less(&best[set]) {
				best[set], ok[set] = cost, true
			}
		}
	}
	return p, best[1<<size-1]
}

// randomRules varies what an organiser can set.
func randomRules(r *rand.Rand) Rules {
	rules := Rules{Sides: r.IntN(2) == 0, Points: map[OffKind]int{OffBye: 3, OffAsked: 3}}
	rules.Within = []Within{"", WithinDraw, WithinFold, WithinHighLow, WithinAdjacent}[r.IntN(5)]
	if r.IntN(2) == 0 {
		rules.Order = DefaultOrder()
		r.Shuffle(len(rules.Order), func(i, j int) { rules.Order[i], rules.Order[j] = rules.Order[j], rules.Order[i] })
		rules.Order = rules.Order[:r.IntN(len(rules.Order)+1)]
	}
	return rules
}

// wish adds locks, requests, absences and orders at random.
func (e *event) wish() {
	f := &e.field
	for i := range f.Players {
		f.Players[i].Away = e.r.IntN(8) == 0
	}
	var here []events.PersonID
	for _, p := range f.Players {
		if !p.Away {
			here = append(here, p.ID)
		}
	}
	e.r.Shuffle(len(here), func(i, j int) { here[i], here[j] = here[j], here[i] })
	if len(here) > 4 && e.r.IntN(4) == 0 {
		f.Locked = []Lock{{A: here[0], B: here[1], Number: e.r.IntN(4)}}
	}
	if len(here) > 4 && e.r.IntN(4) == 0 {
		f.Asked = here[2:3]
	}
	if len(here) > 4 && e.r.IntN(4) == 0 {
		f.Apart = append(f.Apart, [2]events.PersonID{here[3], here[4]})
	}
}

// Must show 1 of issue 4, first half: the total equals the best of all complete pairings.
func TestSwissIsAsGoodAsTryingAll(t *testing.T) {
	tournaments := 150
	if *full {
		tournaments = 1000
	}
	forced := 0
	for seed := range uint64(tournaments) {
		r := rand.New(rand.NewPCG(seed, 4))
		e := newEvent(r, 2+r.IntN(11), randomRules(r))
		for round := 1; round <= 6; round++ {
			e.field.Round = round
			e.wish()
			got, err := Pair(e.field, e.rules)
			if err != nil {
				if here := newNaive(e.field, e.rules); len(here.pool) == 0 && len(e.field.Locked)+len(e.field.Asked) == 0 {
					continue
				}
				t.Fatalf("tournament %d, round %d: %v", seed, round, err)
			}
			checkRound(t, e.field, got)
			n := newNaive(e.field, e.rules)
			p, best := n.best(t)
			if want := p.values(best); !slices.Equal(got.Cost, want) || !slices.Equal(total(p, got), want) {
				t.Fatalf("tournament %d, round %d: cost %v, want %v", seed, round, got.Cost, want)
			}
			checkProblems(t, n, got, best)
			if !got.Legal() {
				forced++
			}
			again, err := Pair(shuffled(r, e.field), e.rules)
			if err != nil || !reflect.DeepEqual(again, got) {
				t.Fatalf("tournament %d, round %d: another order of the same field gives\n%+v\nnot\n%+v; %v", seed, round, again, got, err)
			}
			e.record(got)
		}
	}
	if forced == 0 {
		t.Error("no tournament forced a rule to be broken")
	}
}

// total sums what the tables and the bye of a round cost.
func total(p *plan, r Round) []Value {
	var w matching.Weight
	for _, t := range r.Tables {
		if !t.Locked {
			a, b := p.byID[t.A], p.byID[t.B]
			c := p.cost(min(a, b), max(a, b))
			w.Add(&c)
		}
	}
	for _, s := range r.Off {
		if s.Kind == OffBye {
			c := p.byeCost(p.byID[s.Player])
			w.Add(&c)
		}
	}
	return p.values(w)
}

// checkProblems holds the problems of a round against its cost.
func checkProblems(t *testing.T, n *naive, r Round, best matching.Weight) {
	t.Helper()
	broken := best[0] > 0 || best[1] > 0 || best[2] >= 1<<20
	if r.Legal() == broken {
		t.Fatalf("the round is legal: %v, its cost %v", r.Legal(), best)
	}
	for _, p := range r.Problems {
		if p.Manual {
			continue
		}
		if p.Because == nil {
			t.Fatalf("no reason for %+v", p)
		}
		checkForced(t, n, p.Because)
	}
}

// checkForced holds the proof that no complete pairing keeps all rules against the history.
func checkForced(t *testing.T, n *naive, f *Forced) {
	t.Helper()
	group := map[events.PersonID]int{}
	bye := 0
	for i, g := range f.Groups {
		size := len(g.Players)
		for _, id := range g.Players {
			group[id] = i + 1
		}
		if g.Bye {
			bye = i + 1
			size++
		}
		if size%2 == 0 {
			t.Fatalf("group %v is not odd", g)
		}
	}
	if f.OnlyBye {
		bye = -1
	}
	for _, id := range f.Only {
		group[id] = -1
	}
	for i, a := range n.pool {
		ga := group[a.ID]
		if len(n.pool)%2 == 1 && n.byes(a) == 0 && ga != bye && (ga > 0 && bye >= 0 || bye > 0 && ga >= 0) {
			t.Fatalf("%s could have the bye", a.ID)
		}
		for _, b := range n.pool[:i] {
			gb := group[b.ID]
			if v := n.table(a, b); v[CriterionRematch]+v[CriterionApart] == 0 && ga != gb && (ga > 0 && gb >= 0 || gb > 0 && ga >= 0) {
				t.Fatalf("%s could meet %s: %+v", a.ID, b.ID, f)
			}
		}
	}
	helpers := len(f.Only)
	if f.OnlyBye {
		helpers++
	}
	if len(f.Groups) <= helpers {
		t.Fatalf("%d groups, %d helpers", len(f.Groups), helpers)
	}
}

// checkRound holds a round to be complete: everyone in one place, locks and requests kept.
func checkRound(t *testing.T, f Field, r Round) {
	t.Helper()
	seen, numbers := map[events.PersonID]bool{}, map[int]bool{}
	take := func(ids ...events.PersonID) {
		for _, id := range ids {
			if seen[id] {
				t.Fatalf("%s has two places", id)
			}
			seen[id] = true
		}
	}
	byes := 0
	for _, tb := range r.Tables {
		take(tb.A, tb.B)
		if numbers[tb.Number] || tb.Number < 1 {
			t.Fatalf("table number %d twice or missing", tb.Number)
		}
		numbers[tb.Number] = true
	}
	for _, s := range r.Off {
		take(s.Player)
		if s.Kind == OffBye {
			byes++
		}
		if (s.Kind == OffAsked) != slices.Contains(f.Asked, s.Player) {
			t.Fatalf("%s sits out as %s", s.Player, s.Kind)
		}
	}
	if len(seen) != len(f.Players) || byes > 1 {
		t.Fatalf("%d of %d players have a place, %d byes", len(seen), len(f.Players), byes)
	}
	for _, l := range f.Locked {
		if !slices.ContainsFunc(r.Tables, func(tb Table) bool {
			return tb.Locked && (tb.A == l.A && tb.B == l.B || tb.A == l.B && tb.B == l.A) && (l.Number == 0 || l.Number == tb.Number)
		}) {
			t.Fatalf("the locked table of %s and %s is lost", l.A, l.B)
		}
	}
}
