package league

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

func TestTeamAndStoreTables(t *testing.T) {
	s := season([]Entry{placeOf("a", 1), placeOf("b", 2), placeOf("c", 3), placeOf("d", 4), placeOf("e", 5)})
	for id, team := range map[events.PersonID]string{"a": "Ents", "b": "Eagles", "c": "Eagles", "d": "Eagles", "e": ""} {
		s.member(id).Team, s.member(id).Store = team, "Prancing Pony"
	}
	league := table(t, s, SeasonByPlaces())
	for _, tc := range []struct {
		by   GroupBy
		best int
		want string
	}{
		{ByTeam, 0, "1 Eagles 24, 2 Ents 10, "},
		{ByTeam, 1, "1 Ents 10, 2 Eagles 9, "},
		{ByTeam, 2, "1 Eagles 17, 2 Ents 10, "},
		{ByStore, 0, "1 Prancing Pony 40, "},
	} {
		g, err := Groups(league, tc.by, tc.best)
		got := ""
		for _, r := range g.Rows {
			got += fmt.Sprintf("%d %s %s, ", r.Place, r.Name, r.Cells[0].Value)
			if r.Cells[0].Again().Cmp(r.Cells[0].Value) != 0 || r.Rules != "season-places" {
				t.Errorf("%+v", r)
			}
		}
		if err != nil || got != tc.want {
			t.Errorf("%s, best %d: %s (%v), want %s", tc.by, tc.best, got, err, tc.want)
		}
	}
	if _, err := Groups(league, "clan", 0); err == nil {
		t.Error("clans are put together")
	}
}

// Where fewer is better, a team of one does not win over teams with two who count.
func TestTeamsWithTooFewScores(t *testing.T) {
	s := season([]Entry{quest("a", "q", 50), quest("b", "q", 100), quest("c", "q", 100)})
	s.member("a").Team, s.member("b").Team, s.member("c").Team, s.member("d").Team = "Ents", "Eagles", "Eagles", "Ents"
	g, err := Groups(table(t, s, QuestLeague()), ByTeam, 2)
	if err != nil || g.Rows[0].Name != "Eagles" || g.Rows[1].Members != 1 {
		t.Errorf("%+v, %v", g.Rows, err)
	}
}

func divided(t *testing.T) []Division {
	var entries []Entry
	for i, id := range []events.PersonID{"a", "b", "c", "d", "e", "f", "g"} {
		entries = append(entries, placeOf(id, i+1))
	}
	s := season(entries)
	for id, d := range map[events.PersonID]string{"a": "one", "d": "one", "f": "one", "b": "two", "c": "two", "e": "two", "g": "two"} {
		s.member(id).Division = d
	}
	s.member("b").Dropped = true
	s.Sessions[0].Entries[4].Place = 3 // c and e share
	return Divide(table(t, s, SeasonByPlaces()), "one", "two")
}

func TestPromotionAndRelegation(t *testing.T) {
	d := divided(t)
	if d[0].Rows[1].Member != "d" || d[0].Rows[1].Place != 2 || d[1].Rows[0].Place != 1 {
		t.Errorf("%+v", d)
	}
	got := ""
	for _, s := range Switches(d, 1) {
		got += fmt.Sprintf("%s %s→%s %v, ", s.Member.Member, s.From, s.To, s.Open)
	}
	// b has left; c and e share the place that goes up
	if want := "f one→two false, c two→one true, e two→one true, "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got = ""
	for _, s := range Switches(d, 2) {
		got += fmt.Sprintf("%s %v, ", s.Member.Member, s.Open)
	}
	if want := "f false, d false, c false, e false, "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if n := len(Switches(d, 0)); n != 0 {
		t.Errorf("%d move", n)
	}
}

func TestCarryingOver(t *testing.T) {
	s := season([]Entry{placeOf("a", 1), placeOf("b", 2)})
	members, err := Carried(table(t, s, SeasonByPlaces()), exact.Frac(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	next := season([]Entry{placeOf("b", 1), placeOf("a", 2)})
	next.Members = members
	wantTable(t, table(t, next, SeasonByPlaces()), "1 b 14.5", "2 a 14")
	if members[1].LastPlace != 2 {
		t.Errorf("%+v", members[1])
	}
	if _, err := Carried(Table{}, exact.Int(2)); err == nil {
		t.Error("twice the total is carried over")
	}
}

// A tournament feeds a session: places and matches. Who never played has no entry.
func TestFromStandings(t *testing.T) {
	in := standings.Tournament{
		Players: []standings.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}},
		Rounds: []standings.Round{{N: 1, Matches: []standings.Match{
			{Seats: []standings.Seat{{Player: "a"}, {Player: "b"}}, Result: &standings.Result{
				Ending: standings.Played, Scores: []standings.Score{{Player: "a"}, {Player: "b", Games: 2}},
			}},
			{Seats: []standings.Seat{{Player: "c"}}, Bye: standings.ByePairing},
		}}},
	}
	out, err := standings.Compute(in, standings.MTR("0.33"))
	if err != nil {
		t.Fatal(err)
	}
	entries := FromStandings(out)
	got := map[events.PersonID]string{}
	for _, e := range entries {
		got[e.Member] = fmt.Sprintf("%d: %d-%d", e.Place, e.Wins, e.Losses)
	}
	if len(got) != 3 || got["b"] == "" || got["a"][len(got["a"])-3:] != "0-1" {
		t.Errorf("%v", got)
	}
}
