package league_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/engine"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
)

func score(n int) *int { return &n }

// quest is a won quest of some players with its score.
func quest(scenario string, points int, players ...int) words.Result {
	r := words.Result{Kind: words.KindQuest, Game: &words.Game{Scenario: scenario, Size: len(players), Won: true, Score: score(points)}}
	for _, n := range players {
		r.Players = append(r.Players, person(n))
	}
	return r
}

// Case 20: one damage was overlooked: 92 is corrected to 93 with the reason, and the league table moves.
func TestCase20ACorrectionMovesTheLeagueTable(t *testing.T) {
	d := newDriver(t, season.Words(rule.QuestLeague()), nil)
	d.plan(1)
	d.enter(1, 2)
	d.do(words.RecordResults{Session: "w1", Results: []words.Result{quest("passage", 92, 1), quest("passage", 92, 2)}})
	d.do(words.CorrectResult{Result: 2, Now: &words.Result{Kind: words.KindQuest, Players: []events.PersonID{person(2)}, Game: &words.Game{Scenario: "passage", Size: 1, Won: true, Score: score(91)}}, Reason: "a hero healed"})
	if d.shown(1) != "2: 92" || d.shown(2) != "1: 91" {
		t.Fatalf("before: %s and %s", d.shown(1), d.shown(2))
	}
	now := quest("passage", 93, 2)
	es := d.do(words.CorrectResult{Result: 2, Now: &now, Reason: "one damage was overlooked"})
	if d.shown(1) != "1: 92" || d.shown(2) != "2: 93" {
		t.Errorf("after: %s and %s, want the table to move", d.shown(1), d.shown(2))
	}
	marked := of[words.Marked](es)[0]
	if marked.Reason != "one damage was overlooked" || marked.Effects.Moved != 2 || marked.Effects.Furthest != 1 {
		t.Errorf("the integrity event is %+v", marked)
	}
	// The cell opens to what the result said before and why that was wrong.
	row := d.s.Tables().Players.Row(person(2))
	if term := row.Cell(rule.Total).Terms[0]; !strings.Contains(term.Says, "corrected from won with score 91: one damage was overlooked") {
		t.Errorf("the term says %q", term.Says)
	}
	d.replays()
}

// Case 5: there is one result after a correction, and the trail has both with the reason.
func TestCase5ACorrectedResultIsOneResult(t *testing.T) {
	d := newDriver(t, places(), nil)
	d.plan(1)
	d.enter(1, 2)
	d.evening(1, 1, 2)
	now := place(1, 2)
	d.do(words.CorrectResult{Result: 1, Now: &now, Reason: "the other way round"})
	r := d.s.History(person(1))
	if len(r) != 1 || r[0].Now.Place != 2 || len(r[0].Trail) != 1 || r[0].Trail[0].Was.Place != 1 || r[0].Trail[0].Reason != "the other way round" {
		t.Errorf("the history is %+v", r)
	}
}

// Case 9: a result that names a player twice, or somebody who is not in the league, is refused.
func TestCase9AResultOfNobodyIsRefused(t *testing.T) {
	d := newDriver(t, places(), nil)
	d.plan(1)
	d.enter(1, 2)
	twice := quest("passage", 92, 1, 1)
	for _, c := range []struct {
		result words.Result
		code   engine.Code
		says   string
	}{
		{twice, league.CodeResult, "{p-1} is named twice"},
		{place(3, 1), league.CodePlayer, "{p-3} is not in the league"},
		{place(1, 0), league.CodeResult, "a place is 1 or more"},
		{words.Result{Kind: words.KindPlace, Players: []events.PersonID{person(1)}, Place: 9, Field: 8}, league.CodeResult, "no more than took part"},
		{words.Result{Kind: "medal", Players: []events.PersonID{person(1)}}, league.CodeResult, `"medal" is no kind`},
		{words.Result{Kind: words.KindPlace, Place: 1}, league.CodeResult, "name 1 to 1"},
		{words.Result{Kind: words.KindMatches, Players: []events.PersonID{person(1)}, Wins: -1}, league.CodeResult, "has -1-0-0"},
		{words.Result{Kind: words.KindAchievement, Players: []events.PersonID{person(1)}, Achievement: "first"}, league.CodeResult, "there is no achievement"},
		{words.Result{Kind: words.KindQuest, Players: []events.PersonID{person(1)}}, league.CodeResult, "needs its game"},
		{words.Result{Kind: words.KindQuest, Players: []events.PersonID{person(1), person(2)}, Game: &words.Game{Scenario: "x", Size: 1}}, league.CodeResult, "2 players are named"},
		{words.Result{Kind: words.KindGroup, Players: []events.PersonID{person(1)}, Game: &words.Game{Scenario: "x", Size: 1, Damage: 9, Start: 8}}, league.CodeResult, "more than it has"},
	} {
		d.refused(words.RecordResults{Session: "w1", Results: []words.Result{place(2, 1), c.result}}, c.code, c.says)
	}
	if d.s.Started() {
		t.Error("half of a refused command was recorded")
	}
}

// Case 10: who leaves stays in the table, marked; who comes late starts with the configured points.
func TestCase10WhoLeavesStaysAndWhoComesLateStartsWithPoints(t *testing.T) {
	r := places()
	r.Late = "2.5"
	d := newDriver(t, r, nil)
	d.plan(2)
	d.enter(1, 2)
	d.evening(1, 1, 2)
	d.do(words.FreezeSession{Session: "w1"})
	d.do(words.DropPlayer{Player: person(1)})
	d.enter(3, 3)
	if d.shown(3) != "3: 2.5" || d.shown(1) != "1: 11" {
		t.Errorf("the late entry is at %s, the leaver at %s", d.shown(3), d.shown(1))
	}
	if row := d.s.Tables().Players.Row(person(1)); !row.Dropped {
		t.Error("the leaver is not marked")
	}
	d.refused(words.RecordResults{Session: "w2", Results: []words.Result{place(1, 1)}}, league.CodeDropped, "let them return first")
	d.refused(words.EnterPlayers{Players: []words.Player{{Player: person(1)}}}, league.CodeIn, "has dropped: let them return")
	d.do(words.ReturnPlayer{Player: person(1)})
	d.refused(words.ReturnPlayer{Player: person(1)}, league.CodeDropped, "has not dropped")
	d.evening(2, 1, 3)
	if d.shown(1) != "1: 22" || d.shown(3) != "2: 12.5" {
		t.Errorf("after week 2: %s and %s", d.shown(1), d.shown(3))
	}
}

func TestAchievementsCountOnceASessionOrOnceASeason(t *testing.T) {
	r := places()
	r.Points.Extras = []words.Achievement{{ID: "painted", Name: "Painted all", Points: "2"}, {ID: "first", Name: "First blood", Points: "3", Once: true}}
	d := newDriver(t, r, nil)
	d.plan(2)
	d.enter(1, 2)
	has := func(n int, what string) words.Result {
		return words.Result{Kind: words.KindAchievement, Players: []events.PersonID{person(n)}, Achievement: what}
	}
	d.do(words.RecordResults{Session: "w1", Results: []words.Result{place(1, 1), has(1, "painted"), has(1, "first")}})
	d.refused(words.RecordResults{Session: "w1", Results: []words.Result{has(1, "painted")}}, league.CodeResult, "has Painted all already")
	d.do(words.RecordResults{Session: "w2", Results: []words.Result{has(1, "painted")}})
	d.refused(words.RecordResults{Session: "w2", Results: []words.Result{has(1, "first")}}, league.CodeResult, "has First blood already")
	if d.shown(1) != "1: 19" { // 10+1+2+3 and 1+2
		t.Errorf("player 1 is at %s", d.shown(1))
	}
	d.refused(words.RecordResults{Session: "w1", Results: []words.Result{place(1, 2)}}, league.CodeResult, "correct that one")
}

// After a loss with some tokens only more, after a win with some only fewer; the fewest won with count.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestTheTokenRule(t *testing.T) {
	d := newDriver(t, season.Words(rule.GraceOfTheValar()), nil)
	d.plan(2)
	d.enter(1, 2)
	play := func(n, tokens int, won bool) words.RecordResults {
		return words.RecordResults{Session: "w1", Results: []words.Result{{
			Kind: words.KindTokens, Players: []events.PersonID{person(n)}, Game: &words.Game{Scenario: "passage", Size: 1, Won: won, Tokens: tokens},
		}}}
	}
	d.do(play(1, 2, false))
	d.refused(play(1, 2, true), league.CodeTokens, "lost with 2 tokens: try with 3 or more")
	d.do(play(1, 5, true))
	d.refused(play(1, 5, true), league.CodeTokens, "won with 5 tokens: try with 4 or fewer")
	d.do(play(1, 4, true))
	d.do(play(2, 5, true))
	if d.shown(1) != "1: 4" || d.shown(2) != "2: 5" {
		t.Errorf("%s and %s", d.shown(1), d.shown(2))
	}
	// A correction may not leave the later tries against the rule.
	now := play(1, 6, false).Results[0]
	d.refused(words.CorrectResult{Result: 1, Now: &now, Reason: "misread"}, league.CodeTokens, "try 2 of 3")
	now.Game.Tokens = 3
	d.do(words.CorrectResult{Result: 1, Now: &now, Reason: "misread"})
}

// What a source scores for somebody who is not in the league counts once they are entered; for somebody
// who has dropped it never counts.
func TestWhoIsNotInTheLeagueCountsOnceEntered(t *testing.T) {
	d := newDriver(t, season.Words(rule.QuestLeague()), nil)
	d.plan(1)
	d.enter(1, 2)
	src := words.Source{Group: "red"}
	d.do(words.LinkSource{Session: "w1", Source: src})
	d.do(words.DropPlayer{Player: person(2)})
	d.do(words.ScoreSource{Source: src, At: 9, Results: []words.Result{quest("passage", 90, 1, 2, 3)}})
	if d.shown(1) != "1: 90" || d.shown(3) != "not there" {
		t.Errorf("%s and %s", d.shown(1), d.shown(3))
	}
	d.do(words.ReturnPlayer{Player: person(2)})
	if d.shown(2) != "2: " {
		t.Errorf("who had dropped has %q", d.shown(2))
	}
	d.enter(3, 3)
	if d.shown(3) != "1: 90" {
		t.Errorf("who was entered has %q", d.shown(3))
	}
}

// A source scores once: told again nothing changes, told later what differs is corrected, told late it is
// refused.
func TestASourceScoresOnce(t *testing.T) {
	d := newDriver(t, season.Words(rule.QuestLeague()), func(o *words.OpenLeague) { o.Walkins = true })
	d.plan(1)
	src := words.Source{Group: "red"}
	d.refused(words.ScoreSource{Source: src, At: 9}, league.CodeSource, "link it first")
	d.do(words.LinkSource{Session: "w1", Source: src})
	d.refused(words.LinkSource{Session: "w1", Source: src}, league.CodeSource, "scores once")
	first := words.ScoreSource{Source: src, At: 9, Results: []words.Result{quest("passage", 92, 1, 2)}}
	d.do(first)
	d.refused(first, league.CodeNothing, "just that already")
	again := first
	again.At, again.Results = 10, []words.Result{quest("passage", 95, 1, 2)}
	d.do(words.ScoreSource{Source: src, At: 12, Results: []words.Result{quest("passage", 93, 1, 2)}, Why: "one damage was overlooked"})
	d.refused(again, league.CodeOld, "up to its entry 12")
	if len(d.s.Results) != 1 || d.shown(1) != "1: 93" {
		t.Fatalf("%d results, player 1 at %s", len(d.s.Results), d.shown(1))
	}
	d.do(words.ScoreSource{Source: src, At: 13, Results: []words.Result{}})
	if d.shown(1) != "1: " {
		t.Errorf("after the end was taken back player 1 is at %s", d.shown(1))
	}
	d.do(words.ScoreSource{Source: src, At: 15, Results: []words.Result{quest("passage", 80, 1, 2)}})
	if len(d.s.Results) != 1 || d.shown(2) != "1: 80" || len(d.s.Results[0].Trail) != 3 {
		t.Errorf("%d results, player 2 at %s", len(d.s.Results), d.shown(2))
	}
	d.replays()
}

// While a session is frozen what comes for it is held; the ruling that reopens it takes it in, and undoing
// that ruling holds it again.
func TestAFrozenSessionHoldsWhatComes(t *testing.T) {
	d := newDriver(t, season.Words(rule.QuestLeague()), func(o *words.OpenLeague) { o.Walkins = true })
	d.plan(1)
	src := words.Source{Group: "red"}
	d.do(words.LinkSource{Session: "w1", Source: src})
	d.do(words.FreezeSession{Session: "w1"})
	d.refused(words.FreezeSession{Session: "w1"}, league.CodeFrozen, "is frozen")
	d.refused(words.RecordResults{Session: "w1", Results: []words.Result{quest("x", 1, 1)}}, league.CodeFrozen, "a ruling can open it again")
	es := d.do(words.ScoreSource{Source: src, At: 9, Results: []words.Result{quest("passage", 92, 1)}})
	if held := of[words.SourceHeld](es); len(held) != 1 || !strings.Contains(held[0].Because, "Week 1 is frozen") {
		t.Fatalf("got %+v", es)
	}
	d.refused(words.ScoreSource{Source: src, At: 9, Results: []words.Result{quest("passage", 92, 1)}}, league.CodeNothing, "just that already")
	d.refused(words.EndSeason{}, league.CodeSource, "the group red: reopen the session")
	before := d.s.Table("")
	d.do(words.ReopenSession{Session: "w1", Reason: "a table was still playing"})
	if d.shown(1) != "1: 92" {
		t.Fatalf("player 1 is at %s", d.shown(1))
	}
	d.do(words.UndoMark{Mark: 1, Reason: "it was not"})
	l, _ := d.s.Link(src)
	if x, _ := d.s.Session("w1"); !x.Frozen || !l.Waits() || len(before) != 0 || d.shown(1) != "1: " {
		t.Errorf("after the undoing: %+v, %+v, %s", x, l, d.shown(1))
	}
	d.do(words.ReopenSession{Session: "w1", Reason: "it was, after all"})
	if d.shown(1) != "1: 92" || len(d.s.Results) != 1 {
		t.Errorf("player 1 is at %s with %d results", d.shown(1), len(d.s.Results))
	}
	d.replays()
}

// Pages of a big tournament replace each other page by page.
func TestABigTournamentScoresPageByPage(t *testing.T) {
	d := newDriver(t, places(), func(o *words.OpenLeague) { o.Walkins, o.Rules.Order = true, []string{"total"} })
	d.plan(1)
	src := words.Source{Tournament: "open"}
	d.do(words.LinkSource{Session: "w1", Source: src})
	page := func(at events.Version, n, from int) words.ScoreSource {
		b := words.ScoreSource{Source: src, Page: n, At: at}
		for i := range 100 {
			b.Results = append(b.Results, place(from+i, from+i))
		}
		return b
	}
	for n := range 5 {
		b := page(50, n, 100*n+1)
		stored, err := events.EncodeAll(d.do(b))
		if err != nil {
			t.Fatal(err)
		}
		asked, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		c := events.Commit{
			Stream: events.League("spring", "winter"), Version: 1, Events: stored,
			Command: events.Command{ID: "01900000-0000-7000-8000-000000000001", Type: b.CommandType(), Data: asked, Actor: program},
		}
		if _, err := c.Encode(); err != nil {
			t.Errorf("page %d does not fit a commit: %v", n, err)
		}
	}
	if len(d.s.Players) != 500 || d.shown(1) != "1: 11" || d.shown(500) != "11: 1" {
		t.Errorf("%d players, %s, %s", len(d.s.Players), d.shown(1), d.shown(500))
	}
}

func TestWhoMayDoWhat(t *testing.T) {
	d := newDriver(t, places(), nil)
	d.plan(1)
	d.enter(1, 2)
	d.refusedOf(events.Actor{Role: events.RoleCaptain, Group: "g", Table: "t"}, words.RecordResults{Session: "w1", Results: []words.Result{place(1, 1)}}, engine.CodeNotAllowed, "an organiser or a judge")
	d.refusedOf(judge, words.EndSeason{}, engine.CodeNotAllowed, "ask an organiser")
	d.refusedOf(organiser, words.ScoreSource{Source: words.Source{Group: "g"}, At: 1}, engine.CodeNotAllowed, "may not do this")
	if _, err := league.Decide(d.s, by(judge, words.RecordResults{Session: "w1", Results: []words.Result{place(1, 1)}})); err != nil {
		t.Errorf("a judge may not enter a result: %v", err)
	}
}

func TestADeviceCountsItsCommands(t *testing.T) {
	d := newDriver(t, places(), nil)
	c := coordinator.Command{Actor: organiser, Device: "phone", N: 2, Body: words.EnterPlayers{Players: []words.Player{{Player: "p-1"}}}}
	if _, err := league.Decide(d.s, c); engine.AsRefusal(err) == nil || engine.AsRefusal(err).Code != engine.CodeDeviceGap {
		t.Errorf("got %v", err)
	}
	c.N = 1
	es, err := league.Decide(d.s, c)
	if err != nil {
		t.Fatal(err)
	}
	next := league.Apply(d.s, coordinator.Applied{Version: 2, Events: es, Command: events.Command{ID: "x", Device: "phone", N: 1}})
	c.Body = words.EnterPlayers{Players: []words.Player{{Player: "p-2"}}}
	if _, err := league.Decide(next, c); engine.AsRefusal(err) == nil || engine.AsRefusal(err).Code != engine.CodeDeviceRepeat {
		t.Errorf("got %v", err)
	}
	if v, ok := next.Seen("x"); !ok || v != 2 {
		t.Errorf("the command is not remembered: %d, %v", v, ok)
	}
}
