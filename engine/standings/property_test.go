package standings

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// anyScore draws a score that may or may not make sense.
func anyScore(rt *rapid.T, id events.PersonID, m Match, kind int) Score {
	s := Score{Player: id, Victory: rapid.IntRange(0, 20).Draw(rt, "victory")}
	switch kind {
	case 0:
		s.Games = rapid.IntRange(0, 2).Draw(rt, "games")
	case 1:
		s.Place = rapid.IntRange(1, len(m.Seats)).Draw(rt, "place")
	case 2:
		n := exact.Frac(int64(rapid.IntRange(0, 12).Draw(rt, "points")), 2)
		s.Points = &n
	case 3:
		s.Outcome = rapid.SampledFrom([]Outcome{Win, Draw, Loss}).Draw(rt, "outcome")
	}
	return s
}

// anyMatch draws a match; a result that does not fit is left out.
func anyMatch(rt *rapid.T, ids []events.PersonID) Match {
	m := Match{Seats: seats(ids...)}
	if len(ids) == 1 {
		m.Bye = rapid.SampledFrom([]Bye{ByePairing, ByeFull, ByeHalf, ByeZero}).Draw(rt, "bye")
		return m
	}
	if len(ids) == 4 && rapid.Bool().Draw(rt, "sides") {
		for i := range m.Seats {
			m.Seats[i].Party = 1 + i%2
		}
	}
	r := Result{Ending: rapid.SampledFrom([]Ending{Played, TimeCalled, IntentionalDraw, DoubleLoss, Forfeit}).Draw(rt, "ending")}
	kind := rapid.IntRange(0, 4).Draw(rt, "kind")
	r.Drawn = rapid.IntRange(0, 1).Draw(rt, "drawn")
	for _, id := range ids {
		s := anyScore(rt, id, m, kind)
		if s.Absent = r.Ending == Forfeit && rapid.Bool().Draw(rt, "absent"); s.Absent {
			s = Score{Player: id, Absent: true}
		}
		r.Scores = append(r.Scores, s)
	}
	if Check(m, r) == nil {
		m.Result = &r
	}
	return m
}

func anyField(rt *rapid.T) *field {
	f := &field{}
	f.t.Seed = rapid.Uint64().Draw(rt, "seed")
	players := rapid.IntRange(0, 9).Draw(rt, "players")
	for i := range players {
		p := Player{ID: events.PersonID(fmt.Sprintf("p-%d", i)), Dropped: rapid.Bool().Draw(rt, "dropped")}
		if rapid.IntRange(0, 5).Draw(rt, "late") == 0 {
			p.From, p.Missed, p.Start = 2, 1, exact.Int(rapid.IntRange(0, 3).Draw(rt, "start"))
		}
		f.t.Players = append(f.t.Players, p)
	}
	for n := range rapid.IntRange(0, 5).Draw(rt, "rounds") {
		r := Round{N: n + 1, Open: rapid.Bool().Draw(rt, "open"), Stage: rapid.IntRange(0, 5).Draw(rt, "stage") / 5}
		if rapid.Bool().Draw(rt, "weighted") {
			r.Weight = half
		}
		var ids []events.PersonID
		for _, p := range f.t.Players {
			ids = append(ids, p.ID)
		}
		if len(ids) > 0 {
			ids = rapid.Permutation(ids).Draw(rt, "seating")
		}
		for len(ids) > 0 {
			k := min(len(ids), rapid.SampledFrom([]int{1, 2, 2, 2, 3, 4}).Draw(rt, "size"))
			if rapid.IntRange(0, 9).Draw(rt, "out") > 0 {
				r.Matches = append(r.Matches, anyMatch(rt, ids[:k]))
			}
			ids = ids[k:]
		}
		f.t.Rounds = append(f.t.Rounds, r)
	}
	return f
}

func anyRuleset(rt *rapid.T) Ruleset {
	rs := rapid.SampledFrom(append(Rulesets(), headTo(StyleAllMet), everything())).Draw(rt, "ruleset")
	rs.Order = rapid.Permutation(rs.Order).Draw(rt, "order")
	return rs
}

// everything has every criterion there is.
func everything() Ruleset {
	rs := MTR("0.33")
	rs.ID = "everything"
	for _, k := range []Kind{MatchWin, Cumulative, VictoryMargin, Wins, Lots} {
		rs.Order = append(rs.Order, Criterion{Kind: k})
	}
	for _, s := range []string{StyleAllMet, StyleBeatAll, StyleDirect} {
		rs.Order = append(rs.Order, Criterion{Kind: HeadToHead, Style: s})
	}
	for k, editions := range editionsOf {
		for _, e := range editions {
			rs.Order = append(rs.Order, Criterion{Kind: k, Edition: e, CutLow: one(k == Buchholz)})
		}
	}
	return rs
}

// Whatever the tournament: the order of the input never matters, the input is not changed, the terms give
// the numbers again, numbers stay within their bounds, and places follow from the numbers alone.
func TestStandingsHoldTogether(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f, rs := anyField(rt), anyRuleset(rt)
		before, _ := json.Marshal(f.t)
		table, err := Compute(f.t, rs)
		if err != nil {
			rt.Fatal(err)
		}
		if after, _ := json.Marshal(f.t); string(after) != string(before) {
			rt.Fatal("the input was changed")
		}
		a, _ := json.Marshal(table)
		again, err := Compute(f.shuffled(rapid.Uint64().Draw(rt, "shuffle")).t, rs)
		if b, _ := json.Marshal(again); err != nil || string(a) != string(b) {
			rt.Fatalf("another order gives other standings (%v):\n%s\n%s", err, a, b)
		}
		if len(table.Rows) != len(f.t.Players) {
			rt.Fatalf("%d rows for %d players", len(table.Rows), len(f.t.Players))
		}
		for i, row := range table.Rows {
			checkRow(rt, rs, row)
			checkPlace(rt, table.Rows, i)
		}
	})
}

func checkRow(rt *rapid.T, rs Ruleset, row Row) {
	if row.Ruleset != rs.ID || row.Edition != rs.Edition || len(row.Cells) != len(rs.Order) {
		rt.Fatalf("the row is of %s %s and has %d cells", row.Ruleset, row.Edition, len(row.Cells))
	}
	if row.Played != row.Won+row.Drawn+row.Lost {
		rt.Fatalf("%d played, %d-%d-%d", row.Played, row.Won, row.Lost, row.Drawn)
	}
	for i, c := range row.Cells {
		if c.Kind != rs.Order[i].Kind || c.Again().Cmp(c.Value) != 0 {
			rt.Fatalf("%s is %s, and its terms give %s", c.Kind, c.Value, c.Again())
		}
		if c.How == Averaged && c.Value.Cmp(c.Floor) < 0 || c.Value.Sign() < 0 && c.Kind != VictoryMargin {
			rt.Fatalf("%s is %s, below its floor %s", c.Kind, c.Value, c.Floor)
		}
		for _, t := range c.Terms {
			if t.Says == "" {
				rt.Fatalf("a term of %s says nothing: %+v", c.Kind, t)
			}
		}
		switch c.Kind {
		case GameWin, OppGameWin:
			if c.Value.Cmp(exact.Int(1)) > 0 {
				rt.Fatalf("%s is %s", c.Kind, c.Value)
			}
		}
	}
}

// checkPlace compares a row with the one before it.
func checkPlace(rt *rapid.T, rows []Row, i int) {
	if i == 0 {
		if rows[0].Place != 1 {
			rt.Fatalf("first is at place %d", rows[0].Place)
		}
		return
	}
	for k := range rows[i].Cells {
		switch rows[i-1].Cells[k].Value.Cmp(rows[i].Cells[k].Value) {
		case 1:
			if rows[i].Place != i+1 || rows[i-1].Place == i+1 {
				rt.Fatalf("row %d is at place %d, and %s parts it from the row before", i+1, rows[i].Place, rows[i].Cells[k].Kind)
			}
			return
		case -1:
			rt.Fatalf("row %d has less %s than row %d", i, rows[i].Cells[k].Kind, i+1)
		}
	}
	if rows[i].Place != rows[i-1].Place || !rows[i].Shared || !rows[i-1].Shared {
		rt.Fatalf("rows %d and %d are equal, at places %d and %d", i, i+1, rows[i-1].Place, rows[i].Place)
	}
}

// Match points are what the rounds gave: in a two-player tournament by wins, 3 for each match that was
// won and 2 for each draw.
func TestPointsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var f field
		want, ids := 0, []events.PersonID{"a", "b", "c", "d", "e", "f"}
		f.enter(ids...)
		for n := range rapid.IntRange(0, 6).Draw(rt, "rounds") {
			p := rapid.Permutation(ids).Draw(rt, "seating")
			for i := 0; i < len(p); i += 2 {
				x, y := rapid.IntRange(0, 2).Draw(rt, "x"), rapid.IntRange(0, 2).Draw(rt, "y")
				f.games(n+1, p[i], p[i+1], x, y, 1)
				want += 3
				if x == y {
					want--
				}
			}
		}
		table, err := Compute(f.t, MTR("0.33"))
		if err != nil {
			rt.Fatal(err)
		}
		var sum exact.Num
		for _, row := range table.Rows {
			sum = sum.Add(row.Cells[0].Value)
		}
		if sum.Cmp(exact.Int(want)) != 0 {
			rt.Fatalf("%s points in all, want %d", sum, want)
		}
	})
}

// Lots are fair enough to part players, the same for the same seed, and nobody's depends on others.
func TestLots(t *testing.T) {
	rs := only(MTR("0.33"), Criterion{Kind: Lots})
	lots := func(seed uint64, ids ...events.PersonID) map[events.PersonID]string {
		var f field
		f.t.Seed = seed
		f.enter(ids...)
		out := map[events.PersonID]string{}
		for _, row := range f.table(t, rs).Rows {
			out[row.Player] = row.Cells[0].Value.String()
		}
		return out
	}
	few, more, other := lots(7, "a", "b"), lots(7, "c", "b", "a", "d"), lots(8, "a", "b")
	if few["a"] != more["a"] || few["b"] != more["b"] {
		t.Errorf("lots changed when others entered: %v, %v", few, more)
	}
	if few["a"] == few["b"] || few["a"] == other["a"] {
		t.Errorf("lots %v with seed 7, %v with seed 8", few, other)
	}
	firsts := 0
	for seed := range uint64(200) {
		l := lots(seed, "a", "b")
		firsts += one(len(l["a"]) > len(l["b"]) || len(l["a"]) == len(l["b"]) && l["a"] > l["b"])
	}
	if firsts < 60 || firsts > 140 {
		t.Errorf("a came first in %d of 200 draws", firsts)
	}
}

// Rulesets that ship can be followed, are found by id and edition, and survive JSON.
func TestRulesets(t *testing.T) {
	seen := map[string]bool{}
	for _, rs := range Rulesets() {
		key := rs.ID + " " + rs.Edition
		if err := rs.Check(); err != nil || seen[key] || rs.Name == "" || rs.Source == "" {
			t.Errorf("%s: %v, twice %v", key, err, seen[key])
		}
		seen[key] = true
		b, err := json.Marshal(rs)
		if err != nil {
			t.Fatal(err)
		}
		var back Ruleset
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if c, _ := json.Marshal(back); string(b) != string(c) {
			t.Errorf("%s became %s", b, c)
		}
		if found, is := Find(rs.ID, rs.Edition); !is || found.Name != rs.Name {
			t.Errorf("%s is not found", key)
		}
	}
	if _, is := Find("mtr-appendix-c", "1999"); is {
		t.Error("an edition that never was is found")
	}
}

func TestRulesetsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Ruleset){
		"no id":            func(rs *Ruleset) { rs.ID = "" },
		"no edition":       func(rs *Ruleset) { rs.Edition = "" },
		"no criterion":     func(rs *Ruleset) { rs.Order = nil },
		"no win":           func(rs *Ruleset) { rs.Points.Win = exact.Num{} },
		"a negative loss":  func(rs *Ruleset) { rs.Points.Loss = exact.Int(-1) },
		"a negative place": func(rs *Ruleset) { rs.Points.Places = []Places{{Points: ints(-1)}} },
		"another kind":     func(rs *Ruleset) { rs.Order[0].Kind = "luck" },
		"the same twice": func(rs *Ruleset) {
			rs.Order = append(rs.Order, Criterion{Kind: OppMatchWin, Floor: exact.Frac(33, 100)})
		},
		"a floor above 1":   func(rs *Ruleset) { rs.Order[1].Floor = exact.Int(2) },
		"too many cuts":     func(rs *Ruleset) { rs.Order[1].CutLow = 10 },
		"a cap below 0":     func(rs *Ruleset) { rs.Order[1].Cap = -1 },
		"no edition of SoS": func(rs *Ruleset) { rs.Order[1] = Criterion{Kind: Strength} },
		"another style":     func(rs *Ruleset) { rs.Order[1] = Criterion{Kind: HeadToHead, Style: "fair"} },
		"no game points":    func(rs *Ruleset) { rs.Points.GameWin = exact.Num{} },
		"tables of nine":    func(rs *Ruleset) { rs.Pods.Size = 9 },
		"byes of 100 games": func(rs *Ruleset) { rs.Points.ByeGames = 100 },
	} {
		rs := MTR("0.33")
		change(&rs)
		if r := engine.AsRefusal(rs.Check()); r == nil || r.Code != CodeRuleset || len(r.Says) < 20 {
			t.Errorf("%s: %v", name, r)
		}
		if _, err := Compute(Tournament{}, rs); err == nil {
			t.Errorf("%s: computed", name)
		}
	}
}

func TestTournamentsThatAreRefused(t *testing.T) {
	pair := Match{Seats: seats("a", "b")}
	minus := exact.Int(-1)
	for name, change := range map[string]func(*Tournament){
		"a player twice":     func(t *Tournament) { t.Players = append(t.Players, Player{ID: "a"}) },
		"no id":              func(t *Tournament) { t.Players = append(t.Players, Player{}) },
		"points below 0":     func(t *Tournament) { t.Players[0].Start = minus },
		"missed more":        func(t *Tournament) { t.Players[0].Missed = 1 },
		"round 0":            func(t *Tournament) { t.Rounds[0].N = 0 },
		"a round twice":      func(t *Tournament) { t.Rounds = append(t.Rounds, Round{N: 1}) },
		"a negative weight":  func(t *Tournament) { t.Rounds[0].Weight = minus },
		"two tables at once": func(t *Tournament) { t.Rounds[0].Matches = append(t.Rounds[0].Matches, pair) },
		"somebody else":      func(t *Tournament) { t.Rounds[0].Matches[0].Seats = seats("a", "x") },
		"one at a table":     func(t *Tournament) { t.Rounds[0].Matches[0].Seats = seats("a") },
		"nine at a table":    func(t *Tournament) { t.Rounds[0].Matches[0].Seats = seats("a", "b", "c", "d", "e", "f", "g", "h", "i") },
		"one side": func(t *Tournament) {
			t.Rounds[0].Matches[0].Seats = []Seat{{Player: "a", Party: 1}, {Player: "b", Party: 1}}
		},
		"a bye for two":         func(t *Tournament) { t.Rounds[0].Matches[0].Bye = ByeHalf },
		"another bye":           func(t *Tournament) { t.Rounds[0].Matches[0].Bye = "long" },
		"a grant below 0":       func(t *Tournament) { t.Rounds[0].Matches[0] = Match{Seats: seats("a"), Bye: ByeFull, Grant: &minus} },
		"a result of elsewhere": func(t *Tournament) { r := won("a", "x"); t.Rounds[0].Matches[0].Result = &r },
	} {
		in := Tournament{Players: []Player{{ID: "a"}, {ID: "b"}}, Rounds: []Round{{N: 1, Matches: []Match{pair}}}}
		change(&in)
		_, err := Compute(in, MTR("0.33"))
		if r := engine.AsRefusal(err); r == nil || len(r.Says) < 15 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if table, err := Compute(Tournament{}, MTR("0.33")); err != nil || len(table.Rows) != 0 {
		t.Errorf("an empty tournament: %v, %v", table, err)
	}
}
