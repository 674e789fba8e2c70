package exchange

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

func problems(t *testing.T, err error) Problems {
	t.Helper()
	var p Problems
	if !errors.As(err, &p) || len(p) == 0 {
		t.Fatalf("no problems: %v", err)
	}
	return p
}

// hasProblem tells whether a problem is at a line and says what is given.
func hasProblem(p Problems, line int, says string) bool {
	for _, one := range p {
		if one.Line == line && strings.Contains(one.String(), says) {
			return true
		}
	}
	return false
}

func TestReadPlayers(t *testing.T) {
	for name, text := range map[string]string{
		"commas":            "name,club,rating\nÉowyn,Rohan,1800\n\"Tûk, Peregrin\",,\n",
		"semicolons":        "\ufeffName;Club;Rating\r\nÉowyn;Rohan;1800\r\n\r\nTûk, Peregrin;;\r\n",
		"tabs, other order": "rating\tCLUB\tname\n1800\tRohan\t Éowyn \n\t\tTûk, Peregrin\n",
	} {
		got, err := ReadPlayers([]byte(text))
		want := []Entrant{{Name: "Éowyn", Club: "Rohan", Rating: 1800}, {Name: "Tûk, Peregrin"}}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestReadPlayersSaysWhatIsWrong(t *testing.T) {
	for _, tc := range []struct {
		text string
		line int
		says string
	}{
		{"", 0, "first line names the columns"},
		{"club\nRohan\n", 1, "name: the column is missing"},
		{"name,clbu\nA,B\n", 1, "there is no such column"},
		{"name,name\nA,B\n", 1, "twice"},
		{"name,club\nA,B\n,C\n", 3, "the name is missing"},
		{"name\nB\n\"A\n", 3, "quotation mark"},
		{"name,rating\nA,B\n", 2, "not a whole number"},
		{"name,rating\nA,10000\n", 2, "no rating"},
		{"name,sex\nA,x\n", 2, "write m, w"},
		{"name,start\nA,many\n", 2, "not a number"},
		{"name,from,missed\nA,2,2\n", 2, "fewer are missed"},
		{"name,dropped\nA,maybe\n", 2, "neither yes nor no"},
		{"name,id\nA,P 1\n", 2, "lower-case"},
		{"name,id\nA,p-1\nB,p-1\n", 3, "line 2, too"},
		{"name,code\nA,x\nB,x\n", 3, "line 2, too"},
		{"name\nA\x01B\n", 2, "control character"},
		{"name\n\xff\n", 2, "UTF-8"},
		{"name\n" + strings.Repeat("é", 81) + "\n", 2, "81 characters"},
	} {
		got, err := ReadPlayers([]byte(tc.text))
		if got != nil || !hasProblem(problems(t, err), tc.line, tc.says) {
			t.Errorf("%q: %v, %v", tc.text, got, err)
		}
	}
	if _, err := ReadPlayers(make([]byte, MostBytes+1)); err == nil {
		t.Error("a file that is too long is read")
	}
	_, err := ReadPlayers([]byte("name,rating\n" + strings.Repeat("A,x\n", 500)))
	if n := len(problems(t, err)); n != MostProblems {
		t.Errorf("%d problems, want %d", n, MostProblems)
	}
}

// A spreadsheet takes no name for a formula, and the name comes back as it was.
func TestFormulasAreGuarded(t *testing.T) {
	for _, name := range []string{"=1+1", "+49", "-", "@me", "'=x", "''=x", "'quoted", "O'Brien"} {
		b := WritePlayers([]Entrant{{Name: name}})
		if strings.Contains(string(b), "\n,=") || strings.Contains(string(b), ",+") || strings.Contains(string(b), ",@") {
			t.Errorf("%q is written as %s", name, b)
		}
		back, err := ReadPlayers(b)
		if err != nil || back[0].Name != name {
			t.Errorf("%q came back as %+v, %v", name, back, err)
		}
	}
}

var three = []Entrant{{ID: "p-1", Name: "Éowyn", Code: "E1"}, {ID: "p-2", Name: "Merry"}, {ID: "p-3", Name: "Pippin"}}

func TestReadMatches(t *testing.T) {
	text := `round,table,player,ending,games,bye
1,1,Éowyn,played,2,
1,1,p-2,played,1,
1,,PIPPIN,,,pairing
2,1,e1,,,
2,1,Pippin,,,
`
	rounds, err := ReadMatches([]byte(text), three)
	if err != nil {
		t.Fatal(err)
	}
	if len(rounds) != 2 || len(rounds[0].Matches) != 2 || rounds[0].Matches[0].Outcome("p-1") != standings.Win ||
		rounds[0].Matches[1].Bye != standings.ByePairing || rounds[1].Matches[0].Result != nil {
		t.Errorf("%+v", rounds)
	}
}

func TestReadMatchesSaysWhatIsWrong(t *testing.T) {
	head := "round,table,player,ending,games,bye\n"
	for _, tc := range []struct {
		text string
		line int
		says string
	}{
		{"round,player\n", 0, ""},
		{head + "0,1,p-1,,,\n", 2, "count from 1"},
		{head + "x,1,p-1,,,\n", 2, "not a whole number"},
		{head + "1,1,Sam,,,\n", 2, "no player of this tournament"},
		{head + "1,,p-1,,,\n", 2, "the table is missing"},
		{head + "1,1,p-1,played,2,\n1,1,p-2,,,\n", 3, "another ending"},
		{head + "1,1,p-1,,,\n1,1,p-2,played,2,\n", 3, "has no ending"},
		{head + "1,1,p-1,played,2,\n1,1,p-1,played,1,\n", 2, "twice"},
		{head + "1,1,p-1,won,2,\n1,1,p-2,won,1,\n", 2, "no ending of a match"},
		{head + "1,1,p-1,,,\n", 0, "has 1 players"},
		{head + "1,1,p-1,,,\n1,1,p-2,,,\n1,2,p-1,,,\n1,2,p-3,,,\n", 0, "two tables of round 1"},
		{head + "1,1,p-1,,,long\n", 0, "no kind of bye"},
	} {
		got, err := ReadMatches([]byte(tc.text), three)
		if tc.says == "" {
			if err != nil || len(got) != 0 {
				t.Errorf("%q: %v, %v", tc.text, got, err)
			}
			continue
		}
		if got != nil || !hasProblem(problems(t, err), tc.line, tc.says) {
			t.Errorf("%q: %v, %v", tc.text, got, err)
		}
	}
	namesakes := []Entrant{{ID: "p-1", Name: "Bilbo"}, {ID: "p-2", Name: "Bilbo"}, {ID: "p-3", Name: "Frodo"}}
	if _, err := ReadMatches([]byte(head+"1,1,Bilbo,,,\n1,1,Frodo,,,\n"), namesakes); err == nil {
		t.Error("a name that two players have is taken for one of them")
	}
}

func TestReadJSONSaysWhatIsWrong(t *testing.T) {
	ok := `{"format":"muster.tournament.v1","players":[{"id":"p-1","name":"Éowyn"},` + "\n" + `{"id":"p-2","name":"Merry"}]`
	for _, tc := range []struct {
		text string
		line int
		says string
	}{
		{"", 1, "ends before"},
		{"[]", 1, "JSON object"},
		{"{\n\"format\": \"x\"}", 0, "this program reads"},
		{"{\"format\":\"muster.tournament.v1\",\n\"player\":[]}", 2, "no such field"},
		{"{\"format\":\"muster.tournament.v1\",\n\"players\":[\n{\"name\":\"A\"},\n{\"nmae\":\"B\"}]}", 4, "unknown field"},
		{"{\"format\":\"muster.tournament.v1\",\n\"players\":[\n{\"name\":\"A\"},\n\n{\"name\":\"\"}]}", 5, "the name is missing"},
		{"{\"format\":\"muster.tournament.v1\",\n\"players\":[\n{\"name\":5}]}", 3, "number stands where string belongs"},
		{"{\"format\":\"muster.tournament.v1\",\n\"players\":{}}", 2, "square brackets"},
		{"{\"players\":[],\n\"players\":[]}", 2, "twice"},
		{ok + "} x", 2, "something follows"},
		{ok + "}\n{}", 3, "something follows"},
		{ok + ",\n\"rounds\":[{\"n\":0,\"matches\":[]}]}", 3, "count from 1"},
		{ok + ",\n\"rounds\":[{\"n\":1,\"matches\":[{\"seats\":[{\"player\":\"p-1\"},{\"player\":\"p-2\"}],\n\"result\":{\"ending\":\"played\",\"scores\":[{\"player\":\"p-1\"},{\"player\":\"p-1\"}]}}]}]}", 3, "twice"},
		{ok + ",\"rounds\":[{\"n\":1,\"matches\":[{\"seats\":[{\"player\":\"p-1\"},{\"player\":\"p-9\"}]}]}]}", 0, "not entered"},
		{ok, 2, "ends before"},
	} {
		p, r, err := ReadJSON([]byte(tc.text))
		if p != nil || r != nil || !hasProblem(problems(t, err), tc.line, tc.says) {
			t.Errorf("%q: %v", tc.text, err)
		}
	}
}

// anyTournament draws entrants and the rounds of a two-player Swiss among them. Only bouts TRF16 can tell
// apart are drawn if trf is set.
func anyTournament(rt *rapid.T, trf bool) ([]Entrant, []standings.Round) {
	text := rapid.StringMatching(`[=+@'\-"A-Za-zéû,;]([A-Za-zéûß ,;"'=]{0,10}[A-Za-z])?`)
	var entrants []Entrant
	var ids []events.PersonID
	for i := range rapid.IntRange(1, 8).Draw(rt, "players") {
		e := Entrant{
			ID: events.PersonID(fmt.Sprintf("p-%d", i+1)), Name: text.Draw(rt, "name"), Rating: rapid.IntRange(0, 9999).Draw(rt, "rating"),
			Sex: rapid.SampledFrom([]string{"", "m", "w"}).Draw(rt, "sex"),
		}
		if !trf {
			e.Club, e.Code, e.Dropped = text.Draw(rt, "club"), fmt.Sprintf("c%d", i), rapid.Bool().Draw(rt, "dropped")
			e.From, e.Start = rapid.IntRange(0, 3).Draw(rt, "from"), exact.Frac(int64(rapid.IntRange(0, 5).Draw(rt, "start")), 2)
		}
		entrants, ids = append(entrants, e), append(ids, e.ID)
	}
	var rounds []standings.Round
	for n := range rapid.IntRange(0, 4).Draw(rt, "rounds") {
		r := standings.Round{N: n + 1}
		left := rapid.Permutation(ids).Draw(rt, "seating")
		for table := 1; len(left) > 1; table++ {
			if m, ok := anyPair(rt, left[0], left[1], trf); ok {
				m.Table = table
				r.Matches = append(r.Matches, m)
			}
			left = left[2:]
		}
		if len(left) == 1 {
			r.Matches = append(r.Matches, standings.Match{
				Seats: []standings.Seat{{Player: left[0], Seed: rapid.IntRange(0, 9).Draw(rt, "seed")}},
				Bye:   rapid.SampledFrom([]standings.Bye{standings.ByePairing, standings.ByeFull, standings.ByeHalf}).Draw(rt, "bye"),
			})
		}
		if len(r.Matches) > 0 {
			rounds = append(rounds, r)
			rounds[len(rounds)-1].N = len(rounds)
		}
	}
	return entrants, rounds
}

func anyPair(rt *rapid.T, a, b events.PersonID, trf bool) (standings.Match, bool) {
	m := standings.Match{Seats: []standings.Seat{{Player: a, Side: "white"}, {Player: b, Side: "black"}}}
	x, y := standings.Score{Player: a}, standings.Score{Player: b}
	r := standings.Result{Ending: rapid.SampledFrom([]standings.Ending{standings.Played, standings.DoubleLoss, standings.Forfeit}).Draw(rt, "ending")}
	switch {
	case r.Ending == standings.Forfeit:
		x.Absent, y.Absent = rapid.Bool().Draw(rt, "x"), rapid.Bool().Draw(rt, "y")
	case r.Ending == standings.Played && (trf || rapid.Bool().Draw(rt, "words")):
		x.Outcome = rapid.SampledFrom([]standings.Outcome{standings.Win, standings.Draw, standings.Loss}).Draw(rt, "outcome")
		y.Outcome = map[standings.Outcome]standings.Outcome{standings.Win: standings.Loss, standings.Draw: standings.Draw, standings.Loss: standings.Win}[x.Outcome]
	case r.Ending == standings.Played:
		x.Games, y.Games, r.Drawn = rapid.IntRange(0, 2).Draw(rt, "won"), rapid.IntRange(0, 2).Draw(rt, "lost"), rapid.IntRange(0, 1).Draw(rt, "drawn")
		n := exact.Frac(int64(rapid.IntRange(0, 9).Draw(rt, "points")), 2)
		x.Points, y.Points = &n, &n
	}
	r.Scores = []standings.Score{x, y}
	if standings.Check(m, r) != nil {
		return m, false
	}
	m.Result = &r
	return m, true
}

// What is written as CSV or JSON comes back as it was.
func TestCSVAndJSONComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		entrants, rounds := anyTournament(rt, false)
		back, err := ReadPlayers(WritePlayers(entrants))
		if err != nil || !reflect.DeepEqual(back, entrants) {
			rt.Fatalf("players came back as %+v, %v, were %+v", back, err, entrants)
		}
		again, err := ReadMatches(WriteMatches(entrants, rounds), entrants)
		if err != nil || len(again) != len(rounds) || len(rounds) > 0 && !reflect.DeepEqual(again, rounds) {
			rt.Fatalf("rounds came back as %+v, %v, were %+v", again, err, rounds)
		}
		b, err := WriteJSON(entrants, rounds)
		if err != nil {
			rt.Fatal(err)
		}
		p, r, err := ReadJSON(b)
		if err != nil || !reflect.DeepEqual(p, entrants) || len(rounds) > 0 && !reflect.DeepEqual(r, rounds) {
			rt.Fatalf("JSON came back as %+v, %+v, %v", p, r, err)
		}
	})
}

// Every row of an export carries the ruleset's id and edition, and exact numbers.
func TestWriteStandings(t *testing.T) {
	rounds := []standings.Round{{N: 1, Matches: []standings.Match{{Seats: []standings.Seat{{Player: "p-1"}, {Player: "p-2"}}, Result: &standings.Result{
		Ending: standings.Played, Scores: []standings.Score{{Player: "p-1", Games: 2}, {Player: "p-2", Games: 1}},
	}}}}}
	table, err := standings.Compute(Tournament(three, rounds), standings.MTR("one-third"))
	if err != nil {
		t.Fatal(err)
	}
	want := `place,player,name,dropped,played,won,drawn,lost,byes,match-points,opp-match-win,game-win,opp-game-win,ruleset,edition
1,p-1,Éowyn,,1,1,0,0,0,3,1/3,2/3,1/3,mtr-appendix-c,one-third
2,p-2,Merry,,1,0,0,1,0,0,1,1/3,2/3,mtr-appendix-c,one-third
3,p-3,Pippin,,0,0,0,0,0,0,1/3,1/3,1/3,mtr-appendix-c,one-third
`
	if got := string(WriteStandings(table, three)); got != want {
		t.Errorf("got\n%s", got)
	}
	b, err := WriteStandingsJSON(table)
	if err != nil || !strings.Contains(string(b), `"edition": "one-third"`) || !strings.Contains(string(b), `"says": "won 2-1"`) {
		t.Errorf("%v\n%s", err, b)
	}
}
