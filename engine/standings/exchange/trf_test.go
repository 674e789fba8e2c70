package exchange

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
)

func report(t testing.TB, e Event, entrants []Entrant, rounds []standings.Round, rs standings.Ruleset) (string, error) {
	t.Helper()
	table, err := standings.Compute(Tournament(entrants, rounds), rs)
	if err != nil {
		t.Fatal(err)
	}
	b, err := WriteTRF(e, entrants, rounds, table)
	return string(b), err
}

// The columns are those of the form.
//
// Source: FIDE Handbook C.04, annex 2, Tournament Report File, version 2016.
func TestColumnsOfTRF16(t *testing.T) {
	entrants := []Entrant{
		{ID: "p-1", Name: "Brandybuck, Meriadoc", Sex: "m", Title: "FM", Rating: 2231, Federation: "SHI", Number: "12345678", Birth: "2001/02/03"},
		{ID: "p-2", Name: "Éowyn", Sex: "w", Rating: 950},
		{ID: "p-3", Name: strings.Repeat("x", 40)},
	}
	pair := func(a, b int, ending standings.Ending, x, y standings.Score) standings.Match {
		x.Player, y.Player = entrants[a].ID, entrants[b].ID
		return standings.Match{
			Seats:  []standings.Seat{{Player: x.Player, Side: "black"}, {Player: y.Player, Side: "white"}},
			Result: &standings.Result{Ending: ending, Scores: []standings.Score{x, y}},
		}
	}
	rounds := []standings.Round{
		{N: 1, Matches: []standings.Match{
			pair(0, 1, standings.Played, standings.Score{Outcome: standings.Win}, standings.Score{Outcome: standings.Loss}),
			{Seats: []standings.Seat{{Player: "p-3"}}, Bye: standings.ByePairing},
		}},
		{N: 2, Matches: []standings.Match{
			pair(1, 2, standings.Forfeit, standings.Score{}, standings.Score{Absent: true}),
			{Seats: []standings.Seat{{Player: "p-1"}}, Bye: standings.ByeHalf},
		}},
		{N: 3, Matches: []standings.Match{pair(0, 2, standings.Played, standings.Score{Outcome: standings.Draw}, standings.Score{Outcome: standings.Draw})}},
	}
	got, err := report(t, Event{Name: "The Prancing\nPony Open", City: "Bree", Rounds: 5, Dates: []string{"26/11/30"}}, entrants, rounds, standings.FIDE(standings.EditionCapped))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"012 The Prancing Pony Open",
		"022 Bree",
		"062 3",
		"072 2",
		"092 Individual: Swiss-System",
		"132                                                                                        26/11/30",
		"XXR 5",
		"001    1 m FM Brandybuck, Meriadoc              2231 SHI    12345678 2001/02/03  2.0    1     2 b 1  0000 - H     3 b =",
		"001    2 w    Éowyn                              950                             1.0    3     1 w 0     3 b +  0000 - Z",
		"001    3      " + strings.Repeat("x", 33) + strings.Repeat(" ", 34) + "1.5    2  0000 - U     2 w -     1 w =",
		"",
	}, "\r\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, l := range strings.Split(got, "\r\n")[7:10] {
		if r := []rune(l); string(r[80:84]) == "    " || r[96] != 'b' && r[96] != 'w' && r[96] != '-' || strings.TrimSpace(string(r[98])) == "" {
			t.Errorf("points in 81, colour in 97, result in 99: %q", l)
		}
	}
}

// Points of other schemes are those of the standings; rounds that lack a result are left out.
func TestTRFOfAnotherScheme(t *testing.T) {
	two := []Entrant{{ID: "p-1", Name: "A"}, {ID: "p-2", Name: "B"}}
	seats := []standings.Seat{{Player: "p-2"}, {Player: "p-1"}}
	rounds := []standings.Round{
		{N: 1, Matches: []standings.Match{{Seats: seats, Result: &standings.Result{Ending: standings.Played, Scores: []standings.Score{{Player: "p-1"}, {Player: "p-2", Games: 2}}}}}},
		{N: 2, Matches: []standings.Match{{Seats: seats}}},
	}
	got, err := report(t, Event{Name: "X"}, two, rounds, standings.MTR("0.33"))
	if err != nil || !strings.Contains(got, " 3.0    1     1 b 1\r\n") || !strings.Contains(got, " 0.0    2     2 w 0\r\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

// A round that is still open is left out, whatever is reported already.
func TestTRFLeavesOpenRoundsOut(t *testing.T) {
	two := []Entrant{{ID: "p-1", Name: "A"}, {ID: "p-2", Name: "B"}}
	rounds := []standings.Round{{N: 1, Open: true, Matches: []standings.Match{{
		Seats:  []standings.Seat{{Player: "p-1"}, {Player: "p-2"}},
		Result: &standings.Result{Ending: standings.Played, Scores: []standings.Score{{Player: "p-1", Games: 1}, {Player: "p-2"}}},
	}}}}
	if got, err := report(t, Event{}, two, rounds, standings.FIDE(standings.EditionCapped)); err != nil || strings.Contains(got, " w ") {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestTRFRefusesWhatItHasNoPlaceFor(t *testing.T) {
	pod := []standings.Round{{N: 1, Matches: []standings.Match{{
		Seats:  []standings.Seat{{Player: "p-1"}, {Player: "p-2"}, {Player: "p-3"}},
		Result: &standings.Result{Ending: standings.Played, Scores: []standings.Score{{Player: "p-1", Games: 1}, {Player: "p-2"}, {Player: "p-3"}}},
	}}}}
	if _, err := report(t, Event{}, three, pod, standings.CEDH("0.2")); err == nil || !strings.Contains(err.Error(), "3 players") {
		t.Errorf("a pod: %v", err)
	}
	third, hundred := exact.Frac(1, 3), exact.Int(100)
	for _, n := range []exact.Num{third, hundred} {
		e := []Entrant{{ID: "p-1", Name: "A", From: 2, Start: n}}
		if _, err := report(t, Event{}, e, nil, standings.MTR("0.33")); err == nil || !strings.Contains(err.Error(), "99.9") {
			t.Errorf("%s points: %v", n, err)
		}
	}
	table, _ := standings.Compute(Tournament(three, nil), standings.MTR("0.33"))
	if _, err := WriteTRF(Event{}, append([]Entrant{{ID: "p-9", Name: "Z"}}, three...), nil, table); err == nil {
		t.Error("a player who is not in the standings is written")
	}
}

func TestReadTRF(t *testing.T) {
	text := "012 Bree Open\rXXC white1\r001    2 f    Éowyn                              950                             1.0    3     1 w L\r" +
		"001    1      Merry                                                              2.0    1     2 b w\r"
	r, err := ReadTRF([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if r.Event.Name != "Bree Open" || len(r.Entrants) != 2 || r.Entrants[1].Name != "Éowyn" || r.Entrants[1].Sex != "w" || r.Entrants[1].Rating != 950 {
		t.Errorf("%+v", r)
	}
	m := r.Rounds[0].Matches[0]
	if m.Outcome("p-1") != standings.Win || m.Seats[0].Side != "black" {
		t.Errorf("%+v", m)
	}
}

func TestReadTRFSaysWhatIsWrong(t *testing.T) {
	// p is a record with what is given from column 92 on.
	p := func(rank, name, bouts string) string {
		l := line{[]rune("001")}
		l.right(colRank, 4, rank)
		l.put(colName, wideName, name)
		l.put(colRounds, len(bouts), bouts)
		return string(l.r) + "\n"
	}
	for _, tc := range []struct {
		text string
		line int
		says string
	}{
		{"", 0, "no player"},
		{"\xff", 0, "UTF-8"},
		{p("x", "A", ""), 1, "no number"},
		{p("1", "A", "") + p("1", "B", ""), 2, "taken by line 1"},
		{p("1", "", ""), 1, "the name is missing"},
		{p("1", "A", "   1 w 1"), 1, "against themself"},
		{p("1", "A", "   2 w 1"), 1, "no player of this report"},
		{p("1", "A", "   2 w 1") + p("2", "B", "0000 - U"), 1, "whose line 2 tells of another"},
		{p("1", "A", "   2 w 1") + p("2", "B", "   1 b 1"), 1, "do not go together"},
		{p("1", "A", "   2 w 1") + p("2", "B", "   1 w 0"), 1, "the colours"},
		{p("1", "A", "0000 - 1"), 1, "without an opponent"},
	} {
		r, err := ReadTRF([]byte(tc.text))
		if len(r.Entrants) != 0 || !hasProblem(problems(t, err), tc.line, tc.says) {
			t.Errorf("%q: %v", tc.text, err)
		}
	}
}

// What is written as TRF16 comes back: entrants, and rounds that give the same standings.
func TestTRFComesBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		entrants, rounds := anyTournament(rt, true)
		rs := standings.FIDE(standings.EditionCapped)
		table, err := standings.Compute(Tournament(entrants, rounds), rs)
		if err != nil {
			rt.Fatal(err)
		}
		b, err := WriteTRF(Event{Name: "X", City: "Bree", Rounds: 9}, entrants, rounds, table)
		if err != nil {
			rt.Fatal(err)
		}
		r, err := ReadTRF(b)
		if err != nil {
			rt.Fatalf("%v\n%s", err, b)
		}
		if !reflect.DeepEqual(r.Entrants, entrants) || r.Event.Rounds != 9 || r.Event.City != "Bree" {
			rt.Fatalf("came back as %+v", r)
		}
		again, err := standings.Compute(Tournament(r.Entrants, r.Rounds), rs)
		if err != nil {
			rt.Fatal(err)
		}
		for i, row := range again.Rows {
			if was := table.Rows[i]; row.Player != was.Player || row.Place != was.Place || row.Cells[3].Value.Cmp(was.Cells[3].Value) != 0 {
				rt.Fatalf("row %d was %+v and is %+v\n%s", i, was, row, b)
			}
		}
		c, err := WriteTRF(r.Event, r.Entrants, r.Rounds, again)
		if err != nil || string(c) != string(b) {
			rt.Fatalf("written again (%v)\n%s\nwas\n%s", err, c, b)
		}
	})
}
