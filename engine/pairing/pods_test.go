package pairing

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

var (
	fours     = PodRules{Size: 4, Min: 3, Max: 4}
	ringRules = PodRules{Size: 4, Min: 2, Max: 6, Sides: true, Short: Shadow}
)

// Source: facts/scoring.md, "4 Tables of 3 to 8".
func TestPartitionIntoFoursAndThrees(t *testing.T) {
	for n, want := range map[int]struct {
		sizes []int
		byes  int
	}{
		0: {nil, 0}, 1: {nil, 1}, 2: {nil, 2}, 3: {[]int{3}, 0}, 4: {[]int{4}, 0}, 5: {[]int{4}, 1}, 6: {[]int{3, 3}, 0}, 7: {[]int{4, 3}, 0},
		8: {[]int{4, 4}, 0}, 9: {[]int{3, 3, 3}, 0}, 10: {[]int{4, 3, 3}, 0}, 11: {[]int{4, 4, 3}, 0}, 12: {[]int{4, 4, 4}, 0}, 13: {[]int{4, 3, 3, 3}, 0},
	} {
		sizes, byes, err := fours.Partition(n)
		if err != nil || byes != want.byes || !slices.Equal(sizes, want.sizes) {
			t.Errorf("%d players: tables %v, %d byes, want %v, %d; %v", n, sizes, byes, want.sizes, want.byes, err)
		}
	}
	wide := fours
	wide.Stretch = true
	if sizes, byes, err := wide.Partition(5); err != nil || byes != 0 || !slices.Equal(sizes, []int{5}) {
		t.Errorf("5 players at one table: %v, %d, %v", sizes, byes, err)
	}
	for n := 6; n < 400; n++ {
		sizes, byes, err := fours.Partition(n)
		if err != nil || byes != 0 || len(sizes) != (n+3)/4 {
			t.Errorf("%d players: %d tables, %d byes, want %d tables: threes fewest; %v", n, len(sizes), byes, (n+3)/4, err)
		}
	}
}

func TestPartitionOfAnySizes(t *testing.T) {
	for size := 2; size <= 8; size++ {
		for least := 2; least <= size; least++ {
			for most := size; most <= 8; most++ {
				r := PodRules{Size: size, Min: least, Max: most}
				for n := range 60 {
					sizes, byes, err := r.Partition(n)
					sum := byes
					for _, s := range sizes {
						if sum += s; s < least || s > most {
							t.Fatalf("%+v, %d players: a table of %d", r, n, s)
						}
					}
					if err != nil || sum != n || byes >= least && n >= least {
						t.Fatalf("%+v, %d players: %v, %d byes, %v", r, n, sizes, byes, err)
					}
				}
			}
		}
	}
}

// podEvent is an event with pods, played at random.
type podEvent struct {
	r     *rand.Rand
	rules PodRules
	field PodField
}

func newPodEvent(r *rand.Rand, n int, rules PodRules) *podEvent {
	e := newEvent(r, n, Rules{})
	return &podEvent{r: r, rules: rules, field: PodField{Seed: r.Uint64(), Players: e.field.Players}}
}

func (e *podEvent) record(round PodRound) {
	at := map[events.PersonID]*Player{}
	for i := range e.field.Players {
		at[e.field.Players[i].ID] = &e.field.Players[i]
	}
	for _, pod := range round.Pods {
		past := PastPod{Round: round.Round}
		for _, s := range pod.Seats {
			past.Seats = append(past.Seats, PastSeat{Player: s.Player, Side: s.Side})
			at[s.Player].Score += e.r.IntN(3)
		}
		e.field.Past = append(e.field.Past, past)
	}
	for _, s := range round.Off {
		e.field.PastOff = append(e.field.PastOff, Off{Round: round.Round, Player: s.Player, Kind: s.Kind})
	}
	e.field.Locked, e.field.Asked = nil, nil
}

func (e *podEvent) shuffled() PodField {
	f := e.field
	f.Players, f.Past, f.PastOff = slices.Clone(f.Players), slices.Clone(f.Past), slices.Clone(f.PastOff)
	e.r.Shuffle(len(f.Players), func(i, j int) { f.Players[i], f.Players[j] = f.Players[j], f.Players[i] })
	e.r.Shuffle(len(f.Past), func(i, j int) { f.Past[i], f.Past[j] = f.Past[j], f.Past[i] })
	e.r.Shuffle(len(f.PastOff), func(i, j int) { f.PastOff[i], f.PastOff[j] = f.PastOff[j], f.PastOff[i] })
	return f
}

// checkPods holds a round to be complete and its costs to be what the definitions say.
func checkPods(t *testing.T, f PodField, r PodRules, round PodRound) {
	t.Helper()
	seen := map[events.PersonID]bool{}
	total := map[Criterion]int64{}
	for k, pod := range round.Pods {
		if pod.Number != k+1 {
			t.Fatalf("table %d has number %d", k+1, pod.Number)
		}
		people, decks := map[Side]int{}, map[Side]int{}
		for i, s := range pod.Seats {
			if seen[s.Player] || s.Seat != i+1 || (s.Side != NoSide) != r.Sides {
				t.Fatalf("table %d: %+v", pod.Number, s)
			}
			seen[s.Player] = true
			people[s.Side]++
			decks[s.Side] += s.Decks
		}
		if d := people[FreePeoples] - people[Shadow]; r.Sides && (d > 1 || d < -1 || r.Short == Shadow && d < 0 || r.Short == FreePeoples && d > 0 || decks[FreePeoples] != decks[Shadow]) {
			t.Fatalf("table %d: %v people, %v decks", pod.Number, people, decks)
		}
		for _, v := range pod.Values {
			if got := podValue(f, r, pod, v.Criterion); got != v.Cost {
				t.Fatalf("table %d: %v, want %d", pod.Number, v, got)
			}
			if !pod.Locked {
				total[v.Criterion] += v.Cost
			}
		}
	}
	for _, s := range round.Off {
		if seen[s.Player] {
			t.Fatalf("%s sits out and plays", s.Player)
		}
		seen[s.Player] = true
	}
	if len(seen) != len(f.Players) {
		t.Fatalf("%d of %d have a place", len(seen), len(f.Players))
	}
	for i, v := range round.Cost {
		if total[v.Criterion] != v.Cost {
			t.Fatalf("total %v, want %d", v, total[v.Criterion])
		}
		if round.Bound != nil && round.Bound[i].Cost > v.Cost && slices.Equal(round.Bound[:i], round.Cost[:i]) {
			t.Fatalf("cost %v is under the bound %v", round.Cost, round.Bound)
		}
	}
}

// podValue counts one criterion of a table from its definition.
func podValue(f PodField, r PodRules, pod Pod, c Criterion) int64 {
	at, score := map[events.PersonID]Player{}, map[int]bool{}
	for _, p := range f.Players {
		at[p.ID] = p
		if !p.Away && !slices.Contains(f.Asked, p.ID) {
			score[p.Score] = true
		}
	}
	var sum int64
	for i, s := range pod.Seats {
		if c == CriterionSides {
			balance := 0
			for _, past := range append(slices.Clone(f.Past), PastPod{Seats: []PastSeat{{s.Player, s.Side}}}) {
				for _, o := range past.Seats {
					switch {
					case o.Player == s.Player && o.Side == FreePeoples:
						balance++
					case o.Player == s.Player && o.Side == Shadow:
						balance--
					}
				}
			}
			cost := int64(1)
			for range max(balance, -balance) {
				cost *= 8
			}
			sum += cost
			continue
		}
		for _, o := range pod.Seats[:i] {
			partners := r.Sides && s.Side == o.Side
			var met int64
			for _, past := range f.Past {
				var x, y *PastSeat
				for k := range past.Seats {
					switch past.Seats[k].Player {
					case s.Player:
						x = &past.Seats[k]
					case o.Player:
						y = &past.Seats[k]
					}
				}
				if x != nil && y != nil && (r.Sides && x.Side == y.Side && x.Side != NoSide) == (c == CriterionPartner) {
					met++
				}
			}
			switch c {
			case CriterionRematch:
				if !partners {
					sum += met * met
				}
			case CriterionPartner:
				if partners {
					sum += met * met
				}
			case CriterionScore:
				lo, hi := min(at[s.Player].Score, at[o.Player].Score), max(at[s.Player].Score, at[o.Player].Score)
				groups := int64(0)
				for v := range score {
					if v > lo && v <= hi {
						groups++
					}
				}
				sum += groups * groups
			case CriterionClub:
				for k, club := range at[s.Player].Clubs {
					if slices.Contains(at[o.Player].Clubs, club) && !slices.Contains(at[s.Player].Clubs[:k], club) {
						sum++
					}
				}
			}
		}
	}
	return sum
}

// bestPods tries every way to fill tables of the sizes of a round, one player after the other.
func bestPods(p *podPlan, sizes []int) podCost {
	left := slices.Clone(sizes)
	pods := make([][]int, len(sizes))
	var best podCost
	found := false
	var place func(k int)
	place = func(k int) {
		if k == len(p.pool) {
			var c podCost
			for _, pod := range pods {
				x, _ := p.cost(pod)
				c.add(&x)
			}
			if !found || c.less(&best) {
				best, found = c, true
			}
			return
		}
		opened := map[int]bool{}
		for i := range pods {
			if left[i] == 0 || len(pods[i]) == 0 && opened[left[i]] {
				continue
			}
			if len(pods[i]) == 0 {
				opened[left[i]] = true
			}
			left[i]--
			pods[i] = append(pods[i], p.pool[k])
			place(k + 1)
			pods[i] = pods[i][:len(pods[i])-1]
			left[i]++
		}
	}
	place(0)
	return best
}

func randomPodRules(r *rand.Rand) PodRules {
	rules := []PodRules{fours, ringRules, {Size: 3, Min: 3, Max: 3}, {Size: 4, Min: 3, Max: 4, Stretch: true}, {Size: 6, Min: 4, Max: 6, Sides: true}, {Size: 2, Min: 2, Max: 3, Sides: true, Short: FreePeoples}, {Size: 6, Min: 3, Max: 8}}[r.IntN(7)]
	if r.IntN(2) == 0 {
		rules.Order = DefaultPodOrder(rules.Sides)
		r.Shuffle(len(rules.Order), func(i, j int) { rules.Order[i], rules.Order[j] = rules.Order[j], rules.Order[i] })
		rules.Order = rules.Order[:r.IntN(len(rules.Order)+1)]
	}
	return rules
}

func TestSmallPodsAreAsGoodAsTryingAll(t *testing.T) {
	tournaments := 12
	if *full {
		tournaments = 100
	}
	for seed := range uint64(tournaments) {
		r := rand.New(rand.NewPCG(seed, 44))
		e := newPodEvent(r, 3+r.IntN(8), randomPodRules(r))
		for round := 1; round <= 5; round++ {
			e.field.Round = round
			got, err := Pods(e.field, e.rules)
			if err != nil {
				t.Fatal(err)
			}
			checkPods(t, e.field, e.rules, got)
			p, err := newPodPlan(&e.field, e.rules)
			if err != nil {
				t.Fatal(err)
			}
			sizes, byes, _ := e.rules.Partition(len(p.pool))
			p.sitOut(byes)
			if want := p.values(bestPods(p, sizes)); !got.Best || !slices.Equal(got.Cost, want) {
				t.Fatalf("seed %d, round %d: cost %v, want %v", seed, round, got.Cost, want)
			}
			if again, err := Pods(e.shuffled(), e.rules); err != nil || !reflect.DeepEqual(again, got) {
				t.Fatalf("seed %d, round %d: another order of the same field gives\n%+v\nnot\n%+v; %v", seed, round, again, got, err)
			}
			e.record(got)
		}
	}
}

func TestLargePods(t *testing.T) {
	for _, c := range []struct {
		n, rounds int
		rules     PodRules
	}{{61, 4, fours}, {80, 3, ringRules}, {33, 5, ringRules}, {200, 2, fours}} {
		r := rand.New(rand.NewPCG(uint64(c.n), 45))
		e := newPodEvent(r, c.n, c.rules)
		for round := 1; round <= c.rounds; round++ {
			e.field.Round = round
			got, err := Pods(e.field, e.rules)
			if err != nil {
				t.Fatal(err)
			}
			checkPods(t, e.field, e.rules, got)
			if again, err := Pods(e.shuffled(), e.rules); err != nil || !reflect.DeepEqual(again, got) {
				t.Fatalf("%d players, round %d: another order of the same field gives another round; %v", c.n, round, err)
			}
			at := slices.IndexFunc(got.Cost, func(v Value) bool { return v.Criterion == CriterionRematch })
			if c.rules.Sides == false && c.n > 60 && got.Cost[at].Cost != 0 {
				t.Errorf("%d players, round %d: repeats cost %d, and none is needed", c.n, round, got.Cost[at].Cost)
			}
			t.Logf("%d players, round %d: cost %v, bound %v, best %v, %d exchanges tried", c.n, round, got.Cost, got.Bound, got.Best, got.Tried)
			e.record(got)
		}
	}
}

// Over as many rounds as there are seats, everybody has had every seat once, first seat included.
func TestSeatsGoRound(t *testing.T) {
	e := newPodEvent(rand.New(rand.NewPCG(9, 9)), 4, fours)
	for round := 1; round <= 8; round++ {
		e.field.Round = round
		got, err := Pods(e.field, e.rules)
		if err != nil {
			t.Fatal(err)
		}
		e.record(got)
	}
	had := map[string]int{}
	for _, pod := range e.field.Past {
		for k, s := range pod.Seats {
			had[fmt.Sprint(s.Player, " in seat ", k+1)]++
		}
	}
	for where, n := range had {
		if n != 2 {
			t.Errorf("%s: %d times in 8 rounds, want 2", where, n)
		}
	}
}

// Source: facts/game-facts.md, "6.6 Scenarios".
func TestSidesAndDecksInAPod(t *testing.T) {
	for n, want := range map[int]struct{ free, shadow, decks int }{2: {1, 1, 1}, 3: {2, 1, 2}, 4: {2, 2, 2}, 5: {3, 2, 3}, 6: {3, 3, 3}} {
		got, err := Pods(PodField{Round: 1, Players: entrants(n)}, PodRules{Size: n, Min: n, Max: n, Sides: true, Short: Shadow})
		if err != nil || len(got.Pods) != 1 {
			t.Fatalf("%d players: %+v, %v", n, got, err)
		}
		people, decks := map[Side]int{}, map[Side]int{}
		for i, s := range got.Pods[0].Seats {
			people[s.Side]++
			decks[s.Side] += s.Decks
			if i > 0 && i < 4 && s.Side == got.Pods[0].Seats[i-1].Side {
				t.Errorf("%d players: seats %d and %d are both %s", n, i, i+1, s.Side)
			}
		}
		if people[FreePeoples] != want.free || people[Shadow] != want.shadow || decks[FreePeoples] != want.decks || decks[Shadow] != want.decks {
			t.Errorf("%d players: %v people, %v decks, want %+v", n, people, decks, want)
		}
	}
}

func TestLockedPodsAndByes(t *testing.T) {
	f := PodField{
		Round: 2, Players: entrants(13), Asked: []events.PersonID{"p5"},
		Locked:  [][]events.PersonID{{"p1", "p2", "p3"}},
		PastOff: []Off{{Round: 1, Player: "p13", Kind: OffBye}},
	}
	rules := PodRules{Size: 4, Min: 4, Max: 4, Points: map[OffKind]int{OffBye: 5, OffAsked: 2}}
	got, err := Pods(f, rules)
	if err != nil {
		t.Fatal(err)
	}
	checkPods(t, f, rules, got)
	locked := 0
	for _, pod := range got.Pods {
		if pod.Locked {
			locked++
			for _, s := range pod.Seats {
				if !slices.Contains(f.Locked[0], s.Player) {
					t.Errorf("%s is at the locked table", s.Player)
				}
			}
		}
	}
	byes := 0
	for _, s := range got.Off {
		switch {
		case s.Player == "p5":
			if s.Kind != OffAsked || s.Points != 2 {
				t.Errorf("%+v", s)
			}
		case s.Kind != OffBye || s.Points != 5 || s.Player == "p13":
			t.Errorf("%+v", s)
		default:
			byes++
		}
	}
	if locked != 1 || byes != 1 {
		t.Errorf("%d locked tables, %d byes", locked, byes)
	}
}

func TestPodsRefuse(t *testing.T) {
	ok := PodField{Round: 2, Players: entrants(8)}
	for name, c := range map[string]struct {
		change func(*PodField, *PodRules)
		code   engine.Code
	}{
		"sizes the wrong way round":       {func(_ *PodField, r *PodRules) { r.Min = 5 }, engine.CodeMalformed},
		"tables of 9":                     {func(_ *PodField, r *PodRules) { r.Max = 9 }, engine.CodeMalformed},
		"an order of what does not count": {func(_ *PodField, r *PodRules) { r.Order = []Criterion{CriterionSides} }, engine.CodeMalformed},
		"a short side without sides":      {func(_ *PodField, r *PodRules) { r.Short = Shadow }, engine.CodeMalformed},
		"nobody":                          {func(f *PodField, _ *PodRules) { f.Players = nil }, CodeNobody},
		"a stranger in the history": {func(f *PodField, _ *PodRules) {
			f.Past = []PastPod{{Round: 1, Seats: []PastSeat{{"p1", ""}, {"p99", ""}}}}
		}, CodeNotInField},
		"a player twice at a table": {func(f *PodField, _ *PodRules) {
			f.Past = []PastPod{{Round: 1, Seats: []PastSeat{{"p1", ""}, {"p1", ""}}}}
		}, CodeSeatedTwice},
		"a table of one": {func(f *PodField, _ *PodRules) { f.Past = []PastPod{{Round: 1, Seats: []PastSeat{{"p1", ""}}}} }, engine.CodeMalformed},
		"a later round": {func(f *PodField, _ *PodRules) {
			f.Past = []PastPod{{Round: 2, Seats: []PastSeat{{"p1", ""}, {"p2", ""}}}}
		}, engine.CodeMalformed},
		"a side unheard of": {func(f *PodField, _ *PodRules) {
			f.Past = []PastPod{{Round: 1, Seats: []PastSeat{{"p1", "blue"}, {"p2", ""}}}}
		}, engine.CodeMalformed},
		"locked twice": {func(f *PodField, _ *PodRules) { f.Locked = [][]events.PersonID{{"p1", "p2"}, {"p2", "p3"}} }, CodeSeatedTwice},
		"locked and asked off": {func(f *PodField, _ *PodRules) {
			f.Locked, f.Asked = [][]events.PersonID{{"p1", "p2"}}, []events.PersonID{"p1"}
		}, CodeSeatedTwice},
		"locked alone": {func(f *PodField, _ *PodRules) { f.Locked = [][]events.PersonID{{"p1"}} }, engine.CodeMalformed},
		"locked while away": {func(f *PodField, _ *PodRules) {
			f.Players[0].Away, f.Locked = true, [][]events.PersonID{{"p1", "p2"}}
		}, CodeNotPresent},
	} {
		f, r := ok, fours
		f.Players = slices.Clone(ok.Players)
		c.change(&f, &r)
		_, err := Pods(f, r)
		if got := engine.AsRefusal(err); got == nil || got.Code != c.code || len(got.Says) < 20 {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if _, _, err := fours.Partition(-1); engine.AsRefusal(err) == nil {
		t.Errorf("−1 players: %v", err)
	}
}

func BenchmarkPods(b *testing.B) {
	for _, n := range []int{12, 100, 1000, 10_000} {
		for name, rules := range map[string]PodRules{"fours": fours, "sides": ringRules} {
			e := newPodEvent(rand.New(rand.NewPCG(1, 1)), n, rules)
			for round := 1; round <= 3; round++ {
				e.field.Round = round
				got, err := Pods(e.field, e.rules)
				if err != nil {
					b.Fatal(err)
				}
				if round < 3 {
					e.record(got)
				}
			}
			b.Run(fmt.Sprintf("%s/players=%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := Pods(e.field, e.rules); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
