package season_test

import (
	"reflect"
	"testing"

	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// folded is a season of two players and two sessions by some rules, with results.
func folded(r rule.Rules, results ...league.ResultRecorded) season.Season {
	var s season.Season
	s = s.Evolve(league.LeagueOpened{Name: "Winter", Rules: season.Words(r)})
	for _, p := range []events.PersonID{"p-1", "p-2"} {
		s = s.Evolve(league.PlayerEntered{Player: league.Player{Player: p}})
	}
	for _, id := range []league.SessionID{"w1", "w2"} {
		s = s.Evolve(league.SessionPlanned{Session: league.Session{ID: id, Name: string(id)}})
	}
	for i, e := range results {
		e.N = i + 1
		s = s.Evolve(e)
	}
	return s
}

func total(t *testing.T, s season.Season, id events.PersonID) string {
	t.Helper()
	tables, err := s.Compute()
	if err != nil {
		t.Fatal(err)
	}
	row := tables.Players.Row(id)
	if row == nil {
		t.Fatalf("%s has no row", id)
	}
	return season.Shown(row.Line)
}

// The rules that ship are recorded and read back without a loss.
func TestRulesAreStoredAlike(t *testing.T) {
	for _, r := range rule.Ready() {
		back, err := season.RulesOf(season.Words(r))
		if err != nil || !reflect.DeepEqual(back, r) {
			t.Errorf("%s comes back as %+v, %v; want %+v", r.ID, back, err, r)
		}
	}
	if _, err := season.RulesOf(league.Rules{ID: "x", Edition: "1", Points: league.Points{Win: "three"}}); err == nil {
		t.Error("an amount that is no number was read")
	}
}

// What else a player brings from a session joins the place that it belongs to: where the best entry of a
// session counts, an achievement is not weighed against a place.
func TestWhatBelongsTogetherIsOneEntry(t *testing.T) {
	r := rule.SeasonByPlaces()
	words := season.Words(r)
	words.Points.Extras = []league.Achievement{{ID: "first", Name: "First", Points: "2"}}
	words.Points.Attend = "1"
	one := []events.PersonID{"p-1"}
	cup, cup2 := &league.Source{Tournament: "cup"}, &league.Source{Tournament: "cup-2"}
	s := folded(
		r,
		league.ResultRecorded{Session: "w1", Result: league.Result{Kind: league.KindAchievement, Players: one, Achievement: "first"}},
		league.ResultRecorded{Session: "w1", Source: cup, Result: league.Result{Kind: league.KindPlace, Players: one, Place: 4}},
		league.ResultRecorded{Session: "w1", Source: cup2, Result: league.Result{Kind: league.KindPlace, Players: one, Place: 1}},
		league.ResultRecorded{Session: "w1", Source: cup2, Result: league.Result{Kind: league.KindPoints, Players: one, Points: "-1/2"}},
		league.ResultRecorded{Session: "w1", Result: league.Result{Kind: league.KindAttendance, Players: one}},
	)
	s = s.Evolve(league.RulesChanged{Was: s.Rules, Now: words})
	// Of two tournaments the better one counts, 10 − ½ for the place and 1 for coming, against 7 + 1 + 2.
	if got := total(t, s, "p-1"); got != "10.5" {
		t.Errorf("the total is %s, want 10.5", got)
	}
	if got := total(t, s, "p-2"); got != "0" {
		t.Errorf("who was not there has %s", got)
	}
}

// The tries of a quest are one entry, over all sessions.
func TestTriesWithTokensAreOneEntry(t *testing.T) {
	try := func(session league.SessionID, tokens int, won bool) league.ResultRecorded {
		return league.ResultRecorded{Session: session, Result: league.Result{
			Kind: league.KindTokens, Players: []events.PersonID{"p-1"}, Game: &league.Game{Scenario: "passage", Size: 1, Won: won, Tokens: tokens},
		}}
	}
	s := folded(rule.GraceOfTheValar(), try("w1", 2, false), try("w2", 6, true), try("w2", 4, true))
	if got := total(t, s, "p-1"); got != "4" {
		t.Errorf("the total is %s, want 4", got)
	}
	// A correction that leaves a later try against the token rule leaves that try out, and the table whole.
	now := try("w1", 5, false).Result
	s = s.Evolve(league.ResultCorrected{N: 1, Was: s.Results[0].Now, Now: &now, Reason: "misread"})
	if got := total(t, s, "p-1"); got != "6" {
		t.Errorf("after the correction the total is %s, want 6", got)
	}
}

// The convention board ranks all groups that played the same, and each shows its size.
func TestBoardsRankWhatWasPlayedTheSameWay(t *testing.T) {
	game := func(group events.GroupID, size, damage int) league.ResultRecorded {
		return league.ResultRecorded{Session: "w1", Source: &league.Source{Group: group}, Result: league.Result{
			Kind: league.KindGroup, Players: []events.PersonID{"p-1"},
			Game: &league.Game{Scenario: "attack-on-dol-guldur", Mode: "epic", Size: size, Rounds: 7, Damage: damage, Start: 5 + 5*size},
		}}
	}
	s := folded(rule.StoreLeague(), game("red", 6, 20), game("blue", 12, 64))
	boards, err := s.Boards(rule.ConventionBoard())
	if err != nil || len(boards) != 1 || len(boards[0].Rows) != 2 {
		t.Fatalf("got %+v, %v", boards, err)
	}
	if first := boards[0].Rows[0]; first.Group != "blue" || first.Players != 12 || boards[0].Rows[1].Players != 6 {
		t.Errorf("the rows are %+v", boards[0].Rows)
	}
}

// Movement is told against the season as it was a session before, by the results as they stand now.
func TestUntilIsTheSeasonASessionBefore(t *testing.T) {
	at := func(w league.SessionID, who events.PersonID, place int) league.ResultRecorded {
		return league.ResultRecorded{Session: w, Result: league.Result{Kind: league.KindPlace, Players: []events.PersonID{who}, Place: place}}
	}
	s := folded(rule.SeasonByPlaces(), at("w1", "p-1", 1), at("w1", "p-2", 2), at("w2", "p-1", 9), at("w2", "p-2", 1))
	moved := rule.Moved(s.Until(1).Tables().Players, s.Tables().Players)
	if moved["p-2"] != 1 || moved["p-1"] != -1 {
		t.Errorf("moved %v", moved)
	}
}

func TestEvolveIgnoresWhatIsNotThere(t *testing.T) {
	before := folded(rule.StoreLeague())
	for _, e := range []events.Payload{
		league.ResultCorrected{N: 7},
		league.ResultCorrected{N: -1},
		league.MarkUndone{Mark: 3},
		league.PlayerDropped{Player: "p-9"},
		league.SessionFrozen{Session: "w9"},
		league.SourceScored{Source: league.Source{Group: "red"}, Page: -1},
		league.SourceUnlinked{Source: league.Source{Group: "red"}},
	} {
		if after := before.Evolve(e); len(after.Results) != 0 || len(after.Marks) != 0 || len(after.Links) != 0 || !reflect.DeepEqual(after.Sessions, before.Sessions) {
			t.Errorf("%T makes %+v", e, after)
		}
	}
}
