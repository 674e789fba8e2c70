package league

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

func anyEntry(rt *rapid.T, id events.PersonID, at uint64) Entry {
	e := Entry{
		Member: id, At: at, Scenario: rapid.SampledFrom([]string{"q1", "q2", "q3"}).Draw(rt, "scenario"),
		Place: rapid.IntRange(0, 12).Draw(rt, "place"), Wins: rapid.IntRange(0, 3).Draw(rt, "wins"),
		Deck: Deck{Outside: rapid.IntRange(0, 3).Draw(rt, "outside"), BoxHeroes: rapid.IntRange(0, 1).Draw(rt, "heroes")},
	}
	if rapid.Bool().Draw(rt, "scored") {
		e.Score = num(rapid.IntRange(-5, 150).Draw(rt, "score"))
	}
	for range rapid.IntRange(0, 4).Draw(rt, "tries") {
		least, most := bounds(e.Attempts)
		if least > most {
			break
		}
		e.Attempts = append(e.Attempts, Attempt{Tokens: rapid.IntRange(least, min(most, least+3)).Draw(rt, "tokens"), Won: rapid.Bool().Draw(rt, "won")})
	}
	e.Achievements = rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 3).Draw(rt, "achievements")
	return e
}

func anySeason(rt *rapid.T) Season {
	var s Season
	s.Seed = rapid.Uint64().Draw(rt, "seed")
	members := rapid.IntRange(0, 7).Draw(rt, "members")
	for i := range members {
		s.Members = append(s.Members, Member{
			ID: events.PersonID(fmt.Sprintf("m-%d", i)), Team: rapid.SampledFrom([]string{"", "Ents", "Eagles"}).Draw(rt, "team"),
			LastPlace: rapid.IntRange(0, 3).Draw(rt, "last"), Carry: exact.Int(rapid.IntRange(0, 2).Draw(rt, "carry")),
		})
	}
	at := uint64(0)
	for n := range rapid.IntRange(0, 4).Draw(rt, "sessions") {
		session := Session{N: n + 1}
		for range rapid.IntRange(0, 2*members).Draw(rt, "entries") {
			at++
			session.Entries = append(session.Entries, anyEntry(rt, s.Members[rapid.IntRange(0, members-1).Draw(rt, "who")].ID, at))
		}
		s.Sessions = append(s.Sessions, session)
	}
	if members > 2 && rapid.Bool().Draw(rt, "merge") {
		s.Merged = map[events.PersonID]events.PersonID{"m-1": "m-0"}
	}
	return s
}

func anyRules(rt *rapid.T) Rules {
	r := rapid.SampledFrom(Ready()).Draw(rt, "rules")
	r.Order = rapid.Permutation(criteria).Draw(rt, "order")
	r.Best = rapid.IntRange(0, 3).Draw(rt, "best")
	r.MinAttendance = rapid.IntRange(0, 2).Draw(rt, "attendance")
	r.Points.Extras = []Extra{{ID: "x", Name: "X", Points: exact.Int(1), Once: true}, {ID: "y", Name: "Y", Points: exact.Int(2)}}
	r.Points.MostExt = exact.Int(rapid.IntRange(0, 2).Draw(rt, "most"))
	if rapid.Bool().Draw(rt, "penalty") {
		n := exact.Int(160)
		r.Penalty = &n
	}
	return r
}

func shuffled(s Season, seed uint64) Season {
	rnd := rand.New(rand.NewPCG(seed, 1))
	s.Members, s.Sessions = slices.Clone(s.Members), slices.Clone(s.Sessions)
	rnd.Shuffle(len(s.Members), func(i, j int) { s.Members[i], s.Members[j] = s.Members[j], s.Members[i] })
	rnd.Shuffle(len(s.Sessions), func(i, j int) { s.Sessions[i], s.Sessions[j] = s.Sessions[j], s.Sessions[i] })
	for k := range s.Sessions {
		e := slices.Clone(s.Sessions[k].Entries)
		rnd.Shuffle(len(e), func(i, j int) { e[i], e[j] = e[j], e[i] })
		s.Sessions[k].Entries = e
	}
	return s
}

// Whatever the season: the order of the input never matters, the input is not changed, terms add up to
// their numbers, and places follow from the numbers alone.
func TestTablesHoldTogether(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, r := anySeason(rt), anyRules(rt)
		before, _ := json.Marshal(s)
		got, err := Compute(s, r)
		if err != nil {
			rt.Fatal(err)
		}
		if after, _ := json.Marshal(s); string(after) != string(before) {
			rt.Fatal("the input was changed")
		}
		a, _ := json.Marshal(got)
		again, err := Compute(shuffled(s, rapid.Uint64().Draw(rt, "shuffle")), r)
		if b, _ := json.Marshal(again); err != nil || string(a) != string(b) {
			rt.Fatalf("another order gives another table (%v):\n%s\n%s", err, a, b)
		}
		if want := len(s.Members) - len(s.Merged); len(got.Rows) != want {
			rt.Fatalf("%d rows, want %d", len(got.Rows), want)
		}
		for i, row := range got.Rows {
			for k, c := range row.Cells {
				if c.Kind != r.Order[k] || !c.None && c.Again().Cmp(c.Value) != 0 {
					rt.Fatalf("%s of %s is %s, its terms give %s: %+v", c.Kind, row.Member, c.Value, c.Again(), c.Terms)
				}
			}
			checkPlace(rt, got.Rows, i)
		}
		for _, best := range []int{0, 1, 2} {
			if _, err := Groups(got, ByTeam, best); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

func checkPlace(rt *rapid.T, rows []Row, i int) {
	if i == 0 {
		return
	}
	a, b := rows[i-1], rows[i]
	c := compareLines(a.Line, b.Line)
	switch {
	case (a.Short > 0) != (b.Short > 0):
		if a.Short > 0 || b.Place != i+1 {
			rt.Fatalf("%s has not come often enough and is before %s", a.Member, b.Member)
		}
	case c > 0:
		rt.Fatalf("%s is before %s", a.Member, b.Member)
	case (c == 0) != (a.Place == b.Place), c == 0 && (!a.Shared || !b.Shared), c != 0 && b.Place != i+1:
		rt.Fatalf("%s and %s compare as %d and have places %d and %d", a.Member, b.Member, c, a.Place, b.Place)
	}
}

// A total of points never falls when a session is added and all count, and the best n are never worth more
// than all.
func TestMoreSessionsNeverTakePoints(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := anySeason(rt)
		for n := range s.Sessions {
			all, err := Compute(s.Until(n+1), SeasonByPlaces())
			if err != nil {
				rt.Fatal(err)
			}
			best, _ := Compute(s.Until(n+1), BestOf(2))
			less, _ := Compute(s.Until(n), SeasonByPlaces())
			for _, row := range all.Rows {
				total := row.Cell(Total).Value
				if total.Cmp(less.Row(row.Member).Cell(Total).Value) < 0 || total.Cmp(best.Row(row.Member).Cell(Total).Value) < 0 {
					rt.Fatalf("%s has %s after session %d", row.Member, total, n+1)
				}
			}
		}
	})
}

// Rules that ship can be followed, are found by id and edition, and survive JSON.
func TestReady(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Ready() {
		key := r.ID + " " + r.Edition
		if err := r.Check(); err != nil || seen[key] || r.Name == "" || r.Source == "" {
			t.Errorf("%s: %v", key, err)
		}
		seen[key] = true
		b, _ := json.Marshal(r)
		var back Rules
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if c, _ := json.Marshal(back); string(b) != string(c) {
			t.Errorf("%s became %s", b, c)
		}
		if _, is := Find(r.ID, r.Edition); !is {
			t.Errorf("%s is not found", key)
		}
	}
	if _, is := Find("x", "y"); is {
		t.Error("found what there is not")
	}
}

func TestRulesThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Rules){
		"no id":              func(r *Rules) { r.ID = "" },
		"no edition":         func(r *Rules) { r.Edition = "" },
		"another measure":    func(r *Rules) { r.Count = "luck" },
		"another unit":       func(r *Rules) { r.Unit = "month" },
		"another repeat":     func(r *Rules) { r.Repeat = "worst" },
		"scores added up":    func(r *Rules) { r.Count, r.Repeat = CountScore, RepeatAll },
		"best of -1":         func(r *Rules) { r.Best = -1 },
		"no criterion":       func(r *Rules) { r.Order = nil },
		"another criterion":  func(r *Rules) { r.Order[0] = "luck" },
		"one twice":          func(r *Rules) { r.Order[1] = r.Order[0] },
		"a nameless extra":   func(r *Rules) { r.Points.Extras = []Extra{{ID: "x"}} },
		"an extra twice":     func(r *Rules) { r.Points.Extras = []Extra{{ID: "x", Name: "X"}, {ID: "x", Name: "Y"}} },
		"attendance below 0": func(r *Rules) { r.MinAttendance = -1 },
	} {
		r := SeasonByPlaces()
		change(&r)
		if got := engine.AsRefusal(r.Check()); got == nil || got.Code != CodeRules || len(got.Says) < 20 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestSeasonsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Season){
		"a member twice":      func(s *Season) { s.Members = append(s.Members, Member{ID: "a"}) },
		"no id":               func(s *Season) { s.Members = append(s.Members, Member{}) },
		"a place below 0":     func(s *Season) { s.Members[0].LastPlace = -1 },
		"a session twice":     func(s *Season) { s.Sessions = append(s.Sessions, Session{N: 1}) },
		"session 0":           func(s *Season) { s.Sessions[0].N = 0 },
		"somebody else":       func(s *Season) { s.Sessions[0].Entries[0].Member = "x" },
		"a negative place":    func(s *Season) { s.Sessions[0].Entries[0].Place = -1 },
		"a score of millions": func(s *Season) { s.Sessions[0].Entries[0].Score = num(1 << 30) },
		"tokens against the rule": func(s *Season) {
			s.Sessions[0].Entries[0].Attempts = []Attempt{{Tokens: 2}, {Tokens: 1}}
		},
		"an absurd position": func(s *Season) { s.Sessions[0].Entries[0].At = 1 << 63 },
		"no scenario":        func(s *Season) { s.Sessions[0].Entries[0].Scenario = "" },
	} {
		s := season([]Entry{quest("a", "q", 90)})
		change(&s)
		_, err := Compute(s, QuestLeague())
		if got := engine.AsRefusal(err); got == nil || len(got.Says) < 15 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := Compute(Season{}, QuestLeague()); err != nil || len(got.Rows) != 0 {
		t.Errorf("an empty season: %v, %v", got, err)
	}
}

// Three weeks of 40 players with drops, late entries, a merged duplicate, a correction of week 1 after week
// 3, best 2 of 3: at every point in time the totals are those worked out by hand.
//
// Source: issue 4, "Must show", 3.
func TestThreeWeeksOf40Players(t *testing.T) {
	id := func(i int) events.PersonID { return events.PersonID(fmt.Sprintf("p-%02d", i)) }
	var s Season
	for i := range 40 {
		s.Members = append(s.Members, Member{ID: id(i), Dropped: i == 7})
	}
	s.Members = append(s.Members, Member{ID: "p-03-again"})
	s.Merged = map[events.PersonID]events.PersonID{"p-03-again": "p-03"}
	// places are p, shifted by 13 a week; player 7 leaves after week 1, 30 to 39 enter in week 2
	places := [3]map[events.PersonID]int{}
	for w := range 3 {
		places[w] = map[events.PersonID]int{}
		session := Session{N: w + 1}
		for i := range 40 {
			if i == 7 && w > 0 || i >= 30 && w == 0 {
				continue
			}
			e := Entry{Member: id(i), Place: (i+13*w)%40 + 1, At: uint64(100*w + i)}
			if i == 3 && w == 2 {
				e.Member = "p-03-again"
			}
			places[w][id(i)] = e.Place
			session.Entries = append(session.Entries, e)
		}
		s.Sessions = append(s.Sessions, session)
	}
	check := func(when string, weeks int) Table {
		got := table(t, s.Until(weeks), BestOf(2))
		for _, row := range got.Rows {
			var points []int
			for w := range weeks {
				if p := places[w][row.Member]; p > 0 {
					points = append(points, max(0, 11-p))
				}
			}
			slices.Sort(points)
			slices.Reverse(points)
			want := 0
			for _, n := range points[:min(2, len(points))] {
				want += n
			}
			if row.Cell(Total).Value.Cmp(exact.Int(want)) != 0 {
				t.Errorf("%s: %s has %s, want %d", when, row.Member, row.Cell(Total).Value, want)
			}
		}
		if len(got.Rows) != 40 {
			t.Errorf("%s: %d rows", when, len(got.Rows))
		}
		return got
	}
	for w := 1; w <= 3; w++ {
		check(fmt.Sprintf("after week %d", w), w)
	}
	// the first two of week 1 were entered the wrong way round
	before := check("before the correction", 3)
	for k, e := range s.Sessions[0].Entries[:2] {
		e.Was, e.Reason, e.Place = fmt.Sprint(e.Place), "entered the wrong way round", 3-e.Place
		s.Sessions[0].Entries[k], places[0][e.Member] = e, e.Place
	}
	after := check("after the correction", 3)
	if len(Moved(before, after)) != 40 {
		t.Error("somebody is missing after the correction")
	}
}
