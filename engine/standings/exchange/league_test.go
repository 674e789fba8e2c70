package exchange

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

var (
	leaguePeople = []Entrant{
		{ID: "p-1", Name: "Ana"}, {ID: "p-2", Name: "=Björk"}, {ID: "p-3", Name: "Çelik | Söhne"}, {ID: "p-4", Name: "Dora"}, {ID: "p-5", Name: "dora"},
	}
	extras = []league.Achievement{{ID: "first", Name: "First blood"}, {ID: "hat", Name: "Wore a hat"}}
)

func leagueName(p events.PersonID) string { return namesOf(leaguePeople)[p] }

// anyLeagueResult is a result that a league may hold.
func anyLeagueResult(t *rapid.T) LeagueResult {
	n := func(what string, least int) int { return rapid.IntRange(least, 50).Draw(t, what) }
	one := rapid.SampledFrom(leaguePeople).Draw(t, "player").ID
	r := LeagueResult{Session: league.SessionID(rapid.SampledFrom([]string{"", "w1", "w2"}).Draw(t, "session"))}
	r.Kind, r.Players = rapid.SampledFrom(leagueKinds).Draw(t, "kind"), []events.PersonID{one}
	r.Note = rapid.SampledFrom([]string{"", "=SUM(A1)", "a | b", "late, \"as always\""}).Draw(t, "note")
	switch r.Kind {
	case league.KindPlace:
		r.Place, r.Field, r.Wins, r.Draws, r.Losses = n("place", 1), n("field", 0), n("won", 0), n("drawn", 0), n("lost", 0)
	case league.KindMatches:
		r.Wins, r.Draws, r.Losses = n("won", 1), n("drawn", 0), n("lost", 0)
	case league.KindAchievement:
		r.Achievement = rapid.SampledFrom(extras).Draw(t, "achievement").ID
	case league.KindPoints:
		r.Points = league.Amount(rapid.SampledFrom([]string{"3", "-1.5", "1/3"}).Draw(t, "points"))
	case league.KindQuest, league.KindGroup, league.KindTokens:
		if rapid.Bool().Draw(t, "more") && one != "p-2" {
			r.Players = append(r.Players, "p-2")
		}
		g := league.Game{
			Scenario: rapid.SampledFrom([]string{"dol-guldur", "=Moria"}).Draw(t, "scenario"), Mode: rapid.SampledFrom([]string{"", "epic"}).Draw(t, "mode"),
			Difficulty: rapid.SampledFrom([]string{"", "easy"}).Draw(t, "difficulty"), Size: n("size", 2), Won: rapid.Bool().Draw(t, "wins"), Rounds: n("rounds", 0),
			Out: n("out", 0), Dead: n("dead", 0), Damage: n("damage", 0), Start: n("start", 0), Tokens: n("tokens", 0),
		}
		if rapid.Bool().Draw(t, "scored") {
			score := n("score", 0) - 10
			g.Score = &score
		}
		if rapid.Bool().Draw(t, "deck") {
			g.Deck = &league.Deck{Outside: n("outside", 1), CycleHeroes: n("cycle", 0), BoxHeroes: n("box", 0), OutsideCore: n("core", 0), Beyond: n("beyond", 0)}
		}
		r.Game = &g
	}
	return r
}

// What is written of a league comes back as it was.
func TestResultsOfALeagueComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(anyLeagueResult), 1, 8).Draw(t, "results")
		asJSON, err := WriteLeagueJSON(all)
		if err != nil {
			t.Fatal(err)
		}
		for form, read := range map[string]func() ([]LeagueLine, error){
			"csv":  func() ([]LeagueLine, error) { return ReadLeague(WriteLeague(all, leagueName), leaguePeople, extras) },
			"json": func() ([]LeagueLine, error) { return ReadLeagueJSON(asJSON, leaguePeople, extras) },
		} {
			lines, err := read()
			if err != nil {
				t.Fatalf("%s: %v\n%s", form, err, WriteLeague(all, leagueName))
			}
			var back []LeagueResult
			for _, l := range lines {
				back = append(back, l.LeagueResult)
			}
			if !reflect.DeepEqual(back, all) {
				t.Fatalf("%s comes back as\n%+v, want\n%+v", form, back, all)
			}
		}
	})
}

func TestReadLeagueSaysWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		file, says string
		line       int
	}{
		{"", "the file is empty", 0},
		{"name,place\n", "the file has no results", 0},
		{"name,plaice\nAna,1\n", "there is no such column", 1},
		{"name,place\nAna,1\nEve,2\n", `"Eve" is nobody who is known here`, 3},
		{"name,place\nDora,1\n", "more than one", 2},
		{"name,place\nAna,first\n", "not a whole number", 2},
		{"name,place\nAna,\n", "nothing is said of Ana", 2},
		{"name,place\n,1\n", "nobody is named", 2},
		{"name,achievements\nAna,First blood | Slept\n", `there is no achievement "Slept": the rules have first, hat`, 2},
		{"name,scenario\nAna,moria\n", "it is won or lost", 2},
		{"name,scenario,outcome\nAna | Ana,moria,won\n", "named twice", 2},
		{"name,kind,place\nAna,party,1\n", "no kind of result", 2},
	} {
		_, err := ReadLeague([]byte(test.file), leaguePeople, extras)
		if p := problems(t, err); !hasProblem(p, test.line, test.says) {
			t.Errorf("%q: %v, want line %d: %s", test.file, p, test.line, test.says)
		}
	}
	for _, test := range []struct{ file, says string }{
		{`{"format":"muster.league-results.v1","results":[]}`, "no results"},
		{`{"format":"other","results":[{"kind":"place","players":["p-1"],"place":1}]}`, `the format is "other"`},
		{`{"format":"muster.league-results.v1","results":[{"kind":"place","players":["Eve"],"place":1}]}`, `"Eve" is nobody`},
		{`{"format":"muster.league-results.v1","results":[{"kind":"place","players":[],"place":1}]}`, "nobody is named"},
		{`{"format":"muster.league-results.v1","results":[{"kind":"place","players":["p-1"],"plaice":1}]}`, "plaice"},
	} {
		_, err := ReadLeagueJSON([]byte(test.file), leaguePeople, extras)
		if p := problems(t, err); !strings.Contains(p.Error(), test.says) {
			t.Errorf("%s: %v, want %s", test.file, p, test.says)
		}
	}
}

// A line without a kind may say several things of its players.
func TestALineOfALeagueMaySayMore(t *testing.T) {
	file := "name;place;won;lost;achievements;points;scenario;outcome;score\nAna | =Björk;2;3;1;hat;-1,5;moria;won;92\n"
	lines, err := ReadLeague([]byte(file), leaguePeople, extras)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range lines {
		got = append(got, fmt.Sprintf("%s %v", l.Kind, l.Players))
	}
	want := "quest [p-1 p-2], place [p-1], achievement [p-1], points [p-1], place [p-2], achievement [p-2], points [p-2]"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
	if g := lines[0].Game; g.Size != 2 || *g.Score != 92 || lines[3].Points != "-1.5" {
		t.Errorf("game %+v, points %s", g, lines[3].Points)
	}
}

func TestPlayersOfALeagueComeBack(t *testing.T) {
	all := []league.Player{{Player: "p-1", Division: "a", Team: "=Ents", Store: "Bree"}, {Player: "p-4"}}
	divisions := []league.Division{{ID: "a", Name: "First"}}
	lines, err := ReadLeaguePlayers(WriteLeaguePlayers(all, leagueName), leaguePeople, divisions)
	if err != nil || len(lines) != 2 || lines[0].Player != all[0] || lines[1].Player != all[1] {
		t.Errorf("got %+v, %v", lines, err)
	}
	lines, err = ReadLeaguePlayers([]byte("name,division\nana,first\n"), leaguePeople, divisions)
	if err != nil || len(lines) != 1 || lines[0].Player != (league.Player{Player: "p-1", Division: "a"}) {
		t.Errorf("got %+v, %v", lines, err)
	}
	_, err = ReadLeaguePlayers([]byte("name\nAna\nEve\n"), leaguePeople, divisions)
	if p := problems(t, err); !hasProblem(p, 3, `"Eve" is nobody`) {
		t.Errorf("got %v", p)
	}
}

func FuzzReadLeague(f *testing.F) {
	f.Add([]byte("name,place\nAna,1\n"))
	f.Add([]byte(`{"format":"muster.league-results.v1","results":[{"kind":"place","players":["p-1"],"place":1}]}`))
	f.Add(WriteLeague([]LeagueResult{{Session: "w1", Result: league.Result{Kind: league.KindPlace, Players: []events.PersonID{"p-3"}, Place: 1}}}, leagueName))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := ReadLeague(data, leaguePeople, extras); err != nil {
			checkProblems(t, err)
		}
		if _, err := ReadLeagueJSON(data, leaguePeople, extras); err != nil {
			checkProblems(t, err)
		}
	})
}
