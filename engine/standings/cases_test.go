package standings

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

func won(winner, loser events.PersonID) Result {
	return Result{Ending: Played, Scores: []Score{{Player: winner, Outcome: Win}, {Player: loser, Outcome: Loss}}}
}

// Source: cases/README.md, 5.
func TestCase5ACorrectedResultIsOneResult(t *testing.T) {
	m := Match{Table: 3, Seats: seats("a", "b")}
	s, err := Settle(m, []Entry{
		{ID: "e-1", By: "judge", Judge: true, Result: won("a", "b")},
		{ID: "e-2", By: "judge", Judge: true, Result: won("b", "a"), Reason: "entered the wrong way round"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.State != Ruled || !s.Result.Same(won("b", "a")) {
		t.Errorf("%s: %+v", s.State, s.Result)
	}
	if len(s.Trail) != 2 || s.Trail[0].Stands || s.Trail[0].SupersededBy != "e-2" || s.Trail[0].Because != "entered the wrong way round" || !s.Trail[1].Stands {
		t.Errorf("trail %+v", s.Trail)
	}
	var f field
	m.Result = s.Result
	f.add(1, m)
	table := f.table(t, MTR("0.33"))
	if table.Row("a").Played != 1 || table.Row("b").Won != 1 || table.Row("a").Won != 0 {
		t.Errorf("%+v", table.Rows)
	}
}

// Source: cases/README.md, 6.
func TestCase6AReportIsFromOnesOwnSide(t *testing.T) {
	six, none := exact.Int(6), exact.Num{}
	m := Match{Seats: seats("p-2", "p-1")}
	mine := From(m, "p-1", Score{Points: &six}, Score{Points: &none})
	if p := mine.score("p-1").Points; p == nil || p.String() != "6" {
		t.Errorf("player 1 reported 6-0 and has %v", p)
	}
	theirs := From(m, "p-2", Score{Points: &none}, Score{Points: &six})
	wrong := From(m, "p-2", Score{Points: &six}, Score{Points: &none})
	for _, tc := range []struct {
		name    string
		entries []Entry
		state   State
	}{
		{"nobody", nil, NotReported},
		{"one side", []Entry{{ID: "1", By: "p-1", Result: mine}}, Reported},
		{"one side twice", []Entry{{ID: "1", By: "p-1", Result: wrong}, {ID: "2", By: "p-1", Result: mine}}, Reported},
		{"both the same", []Entry{{ID: "1", By: "p-1", Result: mine}, {ID: "2", By: "p-2", Result: theirs}}, Agreed},
		{"they differ", []Entry{{ID: "1", By: "p-1", Result: mine}, {ID: "2", By: "p-2", Result: wrong}}, Conflict},
		{"they differ, then agree", []Entry{{ID: "1", By: "p-1", Result: mine}, {ID: "2", By: "p-2", Result: wrong}, {ID: "3", By: "p-2", Result: theirs}}, Agreed},
		{"a judge decides", []Entry{{ID: "1", By: "p-1", Result: mine}, {ID: "2", By: "p-2", Result: wrong}, {ID: "3", By: "j", Judge: true, Result: mine}}, Ruled},
		{"nobody overrules a judge", []Entry{{ID: "1", By: "j", Judge: true, Result: mine}, {ID: "2", By: "p-2", Result: wrong}}, Ruled},
	} {
		s, err := Settle(m, tc.entries)
		if err != nil || s.State != tc.state || len(s.Trail) != len(tc.entries) {
			t.Errorf("%s: %s, %v, trail of %d", tc.name, s.State, err, len(s.Trail))
		}
		if settled := s.State != NotReported && s.State != Conflict; settled != (s.Result != nil) || settled && !s.Result.Same(mine) {
			t.Errorf("%s: stands %+v", tc.name, s.Result)
		}
	}
	if _, err := Settle(m, []Entry{{ID: "1", By: "p-9", Result: mine}}); err == nil {
		t.Error("somebody from another table reported")
	}
}

// Source: cases/README.md, 7.
func TestCase7AByeOf3PointsIs3Points(t *testing.T) {
	var f field
	f.bye(1, "a", ByeFull)
	f.games(1, "b", "c", 2, 0, 0)
	f.games(1, "d", "e", 1, 1, 0)
	table := f.table(t, MTR("0.33"))
	wants(t, table, "a", MatchPoints, "3")
	if row := table.Row("a"); row.Byes != 1 || row.Played != 0 {
		t.Errorf("%+v", row)
	}
}

// Source: cases/README.md, 9.
func TestCase9AResultNamesWhoSitsAtTheTable(t *testing.T) {
	m := Match{Table: 7, Seats: seats("a", "b")}
	for _, tc := range []struct {
		name string
		r    Result
		code engine.Code
	}{
		{"a player twice", Result{Ending: Played, Scores: []Score{{Player: "a", Games: 2}, {Player: "a"}}}, CodeNamedTwice},
		{"a player of another table", won("a", "c"), CodeNotAtTable},
		{"a player left out", Result{Ending: Played, Scores: []Score{{Player: "a", Games: 2}}}, CodeMissing},
		{"a third", Result{Ending: Played, Scores: []Score{{Player: "a", Games: 2}, {Player: "b"}, {Player: "c"}}}, CodeNotAtTable},
	} {
		r := engine.AsRefusal(Check(m, tc.r))
		if r == nil || r.Code != tc.code || !strings.Contains(r.Says, "At table 7 sit {a} and {b}.") {
			t.Errorf("%s: %v", tc.name, r)
		}
		if _, err := Settle(m, []Entry{{ID: "1", By: "a", Result: tc.r}}); err == nil {
			t.Errorf("%s: settled", tc.name)
		}
	}
	if err := Check(m, won("b", "a")); err != nil {
		t.Error(err)
	}
}

// Results that contradict themselves, and numbers no match has.
func TestResultsThatAreRefused(t *testing.T) {
	m := Match{Seats: seats("a", "b")}
	minus := exact.Int(-1)
	two := func(e Ending, a, b Score) Result {
		a.Player, b.Player = "a", "b"
		return Result{Ending: e, Scores: []Score{a, b}}
	}
	for name, r := range map[string]Result{
		"no ending":               two("", Score{Games: 1}, Score{}),
		"two winners":             two(Played, Score{Outcome: Win}, Score{Outcome: Win}),
		"a win and a draw":        two(Played, Score{Outcome: Win}, Score{Outcome: Draw}),
		"one alone draws":         two(Played, Score{Outcome: Draw}, Score{Outcome: Loss}),
		"nobody wins":             two(Played, Score{Outcome: Loss}, Score{Outcome: Loss}),
		"an outcome for one":      two(Played, Score{Outcome: Win}, Score{}),
		"another word":            two(Played, Score{Outcome: "victory"}, Score{Outcome: Loss}),
		"absent and played":       two(Played, Score{Games: 2}, Score{Absent: true}),
		"a forfeit, all there":    two(Forfeit, Score{Games: 2}, Score{}),
		"games below 0":           two(Played, Score{Games: -1}, Score{}),
		"too many games":          two(Played, Score{Games: 100}, Score{}),
		"points below 0":          two(Played, Score{Points: &minus}, Score{Points: &minus}),
		"place 3 of 2":            two(Played, Score{Place: 1}, Score{Place: 3}),
		"drawn games below 0":     {Ending: Played, Drawn: -1, Scores: []Score{{Player: "a"}, {Player: "b"}}},
		"too many victory points": two(Played, Score{Victory: 10000}, Score{}),
	} {
		if r := engine.AsRefusal(Check(m, r)); r == nil || len(r.Says) < 20 {
			t.Errorf("%s: %v", name, r)
		}
	}
	if err := Check(Match{Seats: seats("a"), Bye: ByePairing}, two(Played, Score{Games: 2}, Score{})); err == nil {
		t.Error("a bye has a result")
	}
}

// Source: cases/README.md, 10.
func TestCase10WhoLeavesStaysAndWhoEntersStartsWithPoints(t *testing.T) {
	var f field
	f.games(1, "leaver", "a", 2, 0, 0)
	f.games(2, "leaver", "b", 2, 0, 0)
	f.games(3, "leaver", "c", 0, 2, 0)
	f.player("leaver").Dropped = true
	*f.player("entrant") = Player{ID: "entrant", From: 4, Start: exact.Int(3), Missed: 3}
	f.games(4, "entrant", "a", 2, 0, 0)
	table := f.table(t, MTR("0.33"))
	if row := table.Row("leaver"); !row.Dropped || row.Played != 3 {
		t.Errorf("%+v", row)
	}
	wants(t, table, "leaver", MatchPoints, "6")
	// a met the leaver, who has 6 of 9, and the entrant, who has 6 of 12
	wants(t, table, "a", OppMatchWin, "0.5833")
	wants(t, table, "entrant", MatchPoints, "6")
	if first := table.Row("entrant").Cells[0].Terms[0]; first.Says != "entered in round 4 with 3 points" || first.Value.String() != "3" {
		t.Errorf("%+v", first)
	}
}

// Source: cases/README.md, 11.
func TestCase11NoPointsWithoutAGrant(t *testing.T) {
	var f field
	f.games(1, "a", "b", 2, 0, 0)
	f.enter("absent")
	wants(t, f.table(t, MTR("0.33")), "absent", MatchPoints, "0")
	if terms := f.table(t, MTR("0.33")).Row("absent").Cells[0].Terms; len(terms) != 1 || terms[0].Out == "" {
		t.Errorf("%+v", terms)
	}
	grant := exact.Int(1)
	f.add(1, Match{Seats: seats("absent"), Bye: ByeZero, Grant: &grant})
	wants(t, f.table(t, MTR("0.33")), "absent", MatchPoints, "1")
}

// Source: cases/README.md, 12.
func TestCase12PodsOfOnePlayerGiveSixOpponents(t *testing.T) {
	var f field
	f.pod(1, "a", "b", "c", "d")
	f.pod(2, "e", "a", "b", "f")
	for _, rs := range []Ruleset{CEDH("0.2"), FFG(EditionCobra), FIDE(EditionCapped)} {
		for _, c := range f.table(t, rs).Row("a").Cells {
			if c.Kind != OppMatchWin && c.Kind != Strength && c.Kind != Sonneborn {
				continue
			}
			met := map[events.PersonID]int{}
			for _, term := range c.Terms {
				if term.Out == "" {
					met[term.Opponent]++
				}
			}
			if len(c.Terms) != 6 || met["b"] != 2 || len(met) != 5 {
				t.Errorf("%s, %s: met %v", rs.ID, c.Kind, met)
			}
		}
	}
}

// cycle is three who beat each other round and one who lost to all.
func cycle() *field {
	f := &field{}
	f.beats(1, "a", "b")
	f.beats(2, "b", "c")
	f.beats(3, "c", "a")
	f.beats(1, "c", "d")
	f.beats(2, "a", "d")
	f.beats(3, "b", "d")
	return f
}

// Source: cases/README.md, 13.
func TestCase13ACycleIsEqualHeadToHead(t *testing.T) {
	for _, style := range []string{StyleAllMet, StyleBeatAll, StyleDirect} {
		table := cycle().table(t, headTo(style))
		if got := order(table); got != "1 a 1 b 1 c 4 d " {
			t.Errorf("%s: %s", style, got)
		}
		table = cycle().table(t, headTo(style, Criterion{Kind: Cumulative}))
		// c won in rounds 1 and 3, a in 1 and 2, b in 2 and 3
		if got := order(table); got != "1 a 2 c 3 b 4 d " {
			t.Errorf("%s, then cumulative: %s", style, got)
		}
	}
}

// Source: cases/README.md, 13.
func TestCase13TheSameStandingsFor100Shuffles(t *testing.T) {
	for _, rs := range append(Rulesets(), headTo(StyleAllMet), headTo(StyleBeatAll)) {
		f := cycle()
		want, err := json.Marshal(f.table(t, rs))
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(100) {
			got, err := json.Marshal(f.shuffled(seed).table(t, rs))
			if err != nil || string(got) != string(want) {
				t.Fatalf("%s, shuffle %d: %v\n%s\n%s", rs.ID, seed, err, got, want)
			}
		}
	}
}

// shuffled is the same field with everything in another order.
func (f *field) shuffled(seed uint64) *field {
	rnd := rand.New(rand.NewPCG(seed, 1))
	out := &field{t: f.t}
	out.t.Players, out.t.Rounds = slices.Clone(f.t.Players), slices.Clone(f.t.Rounds)
	shuffle(rnd, out.t.Players)
	shuffle(rnd, out.t.Rounds)
	for i, r := range out.t.Rounds {
		ms := slices.Clone(r.Matches)
		shuffle(rnd, ms)
		for k := range ms {
			ms[k].Seats = slices.Clone(ms[k].Seats)
			shuffle(rnd, ms[k].Seats)
			if ms[k].Result != nil {
				r := *ms[k].Result
				r.Scores = slices.Clone(r.Scores)
				shuffle(rnd, r.Scores)
				ms[k].Result = &r
			}
		}
		out.t.Rounds[i].Matches = ms
	}
	return out
}

func shuffle[T any](rnd *rand.Rand, s []T) {
	rnd.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
}
