package league

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

func num(n int) *int { return &n }

// season builds a season of sessions; whoever has an entry is a member.
func season(sessions ...[]Entry) Season {
	var s Season
	seen := map[events.PersonID]bool{}
	for i, entries := range sessions {
		for k := range entries {
			if entries[k].At == 0 {
				entries[k].At = uint64(100*(i+1) + k)
			}
			if id := entries[k].Member; !seen[id] {
				seen[id] = true
				s.Members = append(s.Members, Member{ID: id})
			}
		}
		s.Sessions = append(s.Sessions, Session{N: i + 1, Entries: entries})
	}
	return s
}

func (s *Season) member(id events.PersonID) *Member {
	for i := range s.Members {
		if s.Members[i].ID == id {
			return &s.Members[i]
		}
	}
	s.Members = append(s.Members, Member{ID: id})
	return &s.Members[len(s.Members)-1]
}

func table(t testing.TB, s Season, r Rules) Table {
	t.Helper()
	out, err := Compute(s, r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func order(t Table) string {
	s := ""
	for _, r := range t.Rows {
		s += fmt.Sprintf("%d %s ", r.Place, r.Member)
	}
	return s
}

// wantOrder compares places and totals, "1 a 12".
func wantTable(t *testing.T, got Table, want ...string) {
	t.Helper()
	for i, row := range got.Rows {
		total := row.Cell(Total)
		line := fmt.Sprintf("%d %s %s", row.Place, row.Member, total.Value)
		if total.None {
			line = fmt.Sprintf("%d %s none", row.Place, row.Member)
		}
		if i >= len(want) || line != want[i] {
			t.Errorf("row %d is %q, want %q: %+v", i+1, line, append(want, make([]string, len(got.Rows))...)[i], total.Terms)
		}
		if row.Rules != got.Rules || row.Edition != got.Edition || row.Rules == "" {
			t.Errorf("row %d is of %q %q", i+1, row.Rules, row.Edition)
		}
		for _, c := range row.Cells {
			if !c.None && c.Again().Cmp(c.Value) != 0 {
				t.Errorf("%s of %s is %s, its terms give %s", c.Kind, row.Member, c.Value, c.Again())
			}
		}
	}
	if len(got.Rows) != len(want) {
		t.Errorf("%d rows, want %d", len(got.Rows), len(want))
	}
}

func placeOf(id events.PersonID, place int) Entry { return Entry{Member: id, Place: place} }

// Ten places have points; those who share a place have the same, and the next place is skipped.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestSeasonByPlaces(t *testing.T) {
	s := season(
		[]Entry{placeOf("a", 1), placeOf("b", 2), placeOf("c", 2), placeOf("d", 4), placeOf("e", 11)},
		[]Entry{placeOf("b", 1), placeOf("a", 3), placeOf("d", 10)},
	)
	got := table(t, s, SeasonByPlaces())
	// a 10 + 8, b 9 + 10, c 9, d 7 + 1, e 0
	wantTable(t, got, "1 b 19", "2 a 18", "3 c 9", "4 d 8", "5 e 0")
	if got.After != 2 {
		t.Errorf("after session %d", got.After)
	}
}

// Events won, best place and the last event part those who have as many points.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestSeasonTies(t *testing.T) {
	s := season(
		[]Entry{placeOf("a", 1), placeOf("b", 3), placeOf("c", 3), placeOf("d", 4)},
		[]Entry{placeOf("a", 5), placeOf("b", 3), placeOf("c", 3), placeOf("d", 2)},
	)
	// a 10 + 6, the others 8 + 8, 8 + 8, 7 + 9: a has won one, d was second once, b and c are equal
	wantTable(t, table(t, s, SeasonByPlaces()), "1 a 16", "2 d 16", "3 b 16", "3 c 16")
	s.Sessions[1].Entries = s.Sessions[1].Entries[:3]
	s.member("d").Carry = exact.Int(9)
	s.Sessions[0].Entries[3].Place = 4
	wantTable(t, table(t, s, SeasonByPlaces()), "1 a 16", "2 b 16", "2 c 16", "4 d 16")
}

// Best two of three: the least of three is shown as left out.
//
// Source: issue 4, "Leagues".
func TestBestTwoOfThree(t *testing.T) {
	s := season(
		[]Entry{placeOf("a", 1), placeOf("b", 2)},
		[]Entry{placeOf("a", 9), placeOf("b", 1)},
		[]Entry{placeOf("a", 2), placeOf("b", 3)},
	)
	got := table(t, s, BestOf(2))
	wantTable(t, got, "1 a 19", "2 b 19") // a was second in the last session, b third
	terms := got.Row("a").Cell(Total).Terms
	if len(terms) != 3 || terms[1].Session != 2 || terms[1].Out != "not among the best 2" || terms[0].Out != "" || terms[2].Out != "" {
		t.Errorf("%+v", terms)
	}
	wantTable(t, table(t, s.Until(1), BestOf(2)), "1 a 10", "2 b 9")
	moved := Moved(table(t, s.Until(2), BestOf(2)), table(t, s.Until(1), BestOf(2)))
	if moved["a"] != 1 || moved["b"] != -1 {
		t.Errorf("moved %v", moved)
	}
}

// Points for coming, wins, draws, achievements with their bounds, and by hand.
//
// Source: issue 4, "Leagues".
func TestPointsOfAStoreLeague(t *testing.T) {
	r := StoreLeague()
	r.Points.Extras = []Extra{
		{ID: "first-blood", Name: "First win of the season", Points: exact.Int(2), Once: true},
		{ID: "painted", Name: "A painted hero", Points: exact.Int(1)},
	}
	r.Points.MostExt = exact.Int(2)
	s := season(
		[]Entry{
			{Member: "a", Wins: 2, Losses: 1, Achievements: []string{"painted", "first-blood", "unknown"}},
			{Member: "b", Draws: 1, Points: exact.Frac(1, 2), Reason: "helped to set up", Was: "nothing"},
		},
		[]Entry{
			{Member: "a", Wins: 1, Achievements: []string{"painted", "first-blood", "painted"}},
			{Member: "a", Wins: 1},
		},
	)
	got := table(t, s, r)
	// a: 1 + 6 + 2 (of 3, at most 2), then 1 + 3 + 1, and 3 for the second entry of that day
	wantTable(t, got, "1 a 17", "2 b 2.5")
	outs := map[string]int{}
	for _, term := range got.Row("a").Cell(Total).Terms {
		outs[term.Out]++
	}
	if outs["it counts once a season"] != 1 || outs["the rules define no such achievement"] != 1 {
		t.Errorf("left out: %v", outs)
	}
	if got.Row("a").Attended != 2 {
		t.Errorf("a attended %d sessions", got.Row("a").Attended)
	}
}

// Who has not come often enough comes after who has, whatever the points.
func TestMinimumAttendance(t *testing.T) {
	r := SeasonByPlaces()
	r.MinAttendance = 2
	s := season([]Entry{placeOf("a", 1), placeOf("b", 9), placeOf("c", 10)}, []Entry{placeOf("b", 9), placeOf("c", 10)})
	got := table(t, s, r)
	wantTable(t, got, "1 b 4", "2 c 2", "3 a 10")
	if got.Row("a").Short != 1 || got.Row("b").Short != 0 {
		t.Errorf("a is %d short, b %d", got.Row("a").Short, got.Row("b").Short)
	}
}

// A duplicate's entries count for the member it was merged into; what both entered for one session counts
// once.
//
// Source: issue 4, "Must show", 3.
func TestMergedDuplicates(t *testing.T) {
	s := season(
		[]Entry{placeOf("ann", 2), placeOf("bo", 1)},
		[]Entry{placeOf("anne", 1), placeOf("bo", 2)},
		[]Entry{placeOf("ann", 3), placeOf("annie", 5), placeOf("bo", 4)},
	)
	s.Merged = map[events.PersonID]events.PersonID{"anne": "ann", "annie": "anne"}
	got := table(t, s, SeasonByPlaces())
	wantTable(t, got, "1 ann 27", "2 bo 26")
	if n := len(got.Row("ann").Cell(Total).Terms); n != 4 {
		t.Errorf("%d terms: the entry that does not count is to be told", n)
	}
	s.Merged["ann"] = "annie"
	if _, err := Compute(s, SeasonByPlaces()); err == nil {
		t.Error("a member who was merged into itself is accepted")
	}
}

func TestDroppedMembersStay(t *testing.T) {
	s := season([]Entry{placeOf("a", 1), placeOf("b", 2)})
	s.member("a").Dropped = true
	if row := table(t, s, SeasonByPlaces()).Rows[0]; row.Member != "a" || !row.Dropped {
		t.Errorf("%+v", row)
	}
}
