package league_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/league"
)

// standing is a table in a line: "1 p-1 11, 2 p-2 10".
func standing(t league.Table) string {
	var out []string
	for _, r := range t.Rows {
		who := r.Name
		if r.Player != "" {
			who = string(r.Player)
		}
		out = append(out, fmt.Sprintf("%d %s %s", r.Rank, who, r.Points))
	}
	return strings.Join(out, ", ")
}

func TestRowsSayHowTheyMovedAndWhatTheyRestOn(t *testing.T) {
	g := newRig(t, places(), nil)
	g.plan(2)
	g.enter(1, 3)
	if v := g.view(false); v.Tables[0].Rows[0].Moved != (league.Movement{}) || v.Since != "" {
		t.Errorf("before the first session a row has moved: %+v", v.Tables[0].Rows[0])
	}
	g.evening(1, 1, 2)
	if r := g.row(1, false); !r.Moved.New || !r.Provisional {
		t.Errorf("after the first session, which is not frozen, the row is %+v", r)
	}
	g.do(log.FreezeSession{Session: "w1"})
	if r := g.row(1, false); r.Provisional {
		t.Error("what rests on frozen sessions alone is provisional")
	}
	g.evening(2, 2, 3)
	for n, want := range map[int]league.Movement{1: {From: 1, By: -1}, 2: {From: 2, By: 1}, 3: {New: true}} {
		if r := g.row(n, false); r.Moved != want {
			t.Errorf("player %d has moved %+v, want %+v", n, r.Moved, want)
		}
	}
	if g.row(1, false).Provisional || !g.row(2, false).Provisional {
		t.Error("only who has a result in the open session is provisional")
	}
	v := g.view(false)
	if v.Since != "w2" || !v.Sessions[1].Provisional || v.Sessions[0].Provisional || v.Sessions[1].Attended != 2 {
		t.Errorf("since %s, sessions %+v", v.Since, v.Sessions)
	}
	if got, want := standing(v.Tables[0]), "1 p-2 21, 2 p-1 11, 3 p-3 10"; got != want {
		t.Errorf("the table is %s, want %s", got, want)
	}
}

func TestEveryColumnSaysHowItWorks(t *testing.T) {
	for _, r := range rules.Ready() {
		g := newRig(t, season.Words(r), nil)
		g.enter(1, 1)
		v := g.view(false)
		if len(v.Tables[0].Columns) != len(v.Tables[0].Rows[0].Cells) || len(v.Tables[0].Columns) != len(r.Order) {
			t.Errorf("%s has %d columns and %d cells", r.ID, len(v.Tables[0].Columns), len(v.Tables[0].Rows[0].Cells))
		}
		for _, c := range v.Tables[0].Columns {
			if c.Title == "" || !strings.HasSuffix(c.Says, ".") {
				t.Errorf("%s: the column %s says %q, %q", r.ID, c.Kind, c.Title, c.Says)
			}
		}
		if v.Ruleset.ID != r.ID || v.Ruleset.Edition != r.Edition || len(v.Ruleset.Says) == 0 || slices.Contains(v.Ruleset.Says, "") {
			t.Errorf("%s says %q", r.ID, v.Ruleset.Says)
		}
	}
	for _, by := range []rules.BoardRules{rules.EpicBoard(), rules.ConventionBoard(), rules.QuestRecords()} {
		for _, c := range league.BoardColumns(by) {
			if c.Title == "" || !strings.HasSuffix(c.Says, ".") {
				t.Errorf("%s: the column %s says %q, %q", by.ID, c.Kind, c.Title, c.Says)
			}
		}
	}
}

func TestAPlayersPageSaysWhatCountsAndWhyNot(t *testing.T) {
	r := places()
	r.Best = 2
	g := newRig(t, r, nil)
	g.plan(4)
	g.enter(1, 3)
	g.evening(1, 1, 2)
	g.evening(2, 2, 3, 1)
	g.evening(3, 1)
	g.evening(4, 2)
	g.do(log.CancelSession{Session: "w4", Reason: "the shop burned down"})
	p := g.player(1, false)
	var got []string
	for _, s := range p.History {
		got = append(got, fmt.Sprintf("%s %q %q", s.Session, s.Points, s.Out))
	}
	want := `w1 "11" "", w2 "" "not among the best 2", w3 "11" ""`
	if strings.Join(got, ", ") != want || p.Row.Points != "22" {
		t.Errorf("the history is\n %s, want\n %s", strings.Join(got, ", "), want)
	}
	if len(p.Course) != 3 || p.Course[0].Rank != 1 || p.Course[1].Rank != 2 || p.Course[2].Shown != "22" {
		t.Errorf("the course is %+v", p.Course)
	}
	two := g.player(2, false)
	if last := two.History[len(two.History)-1]; !last.Cancelled || last.Out != "the session was taken out of the season" || last.Counts {
		t.Errorf("the cancelled session is %+v", last)
	}
	if _, in, _ := league.PlayerOf(g.kept, "p-77", false); in {
		t.Error("somebody who never entered has a page")
	}
}

func TestACorrectionKeepsItsTrailAndABadge(t *testing.T) {
	g := newRig(t, places(), nil)
	g.plan(1)
	g.enter(1, 3)
	g.evening(1, 1, 2)
	now := place(2, 1)
	if err := g.try(judge, log.CorrectResult{Result: 2, Now: &now, Reason: "misread"}); err != nil {
		t.Fatal(err)
	}
	v := g.view(false)
	r := v.Sessions[0].Results[1]
	if r.Says != "place 1" || len(r.Trail) != 1 || r.Trail[0].Says != "place 2" || r.Trail[0].Reason != "misread" || r.Trail[0].By != "{p-901}" || r.By != "{p-900}" {
		t.Errorf("the result is %+v", r)
	}
	m := v.Integrity[0]
	if !v.Badge || m.Title != "corrected a result" || m.By != "{p-901}" || m.At.IsZero() || !slices.Equal(m.Results, []int{2}) || !strings.Contains(m.Says, "{p-2}") {
		t.Errorf("the integrity event is %+v", m)
	}
	if row := g.row(2, false); !slices.Equal(row.Marks, []int{1}) || len(g.row(1, false).Marks) != 0 {
		t.Errorf("the row has the marks %v", row.Marks)
	}
	g.do(log.UndoMark{Mark: 1, Reason: "it was right"})
	v = g.view(false)
	if m := v.Integrity[0]; !v.Badge || !m.Undone || m.Undo != "it was right" || m.UndoneBy != "{p-900}" {
		t.Errorf("after it was undone it is %+v", m)
	}
	if r := v.Sessions[0].Results[1]; len(r.Trail) != 2 || r.Says != "place 2" {
		t.Errorf("after the undoing the result is %+v", r)
	}
	if p := g.player(2, false); len(p.Marks) != 1 || p.Marks[0].N != 1 {
		t.Errorf("the page has the marks %+v", p.Marks)
	}
}

func TestWhatIsTakenOutStillSaysWhoseItWas(t *testing.T) {
	g := newRig(t, places(), nil)
	g.plan(1)
	g.enter(1, 2)
	g.evening(1, 1, 2)
	g.do(log.CorrectResult{Result: 2, Reason: "never played"})
	r := g.view(false).Sessions[0].Results[1]
	if r.Result != nil || r.Says != "nothing" || !slices.Equal(r.Players, []events.PersonID{"p-2"}) || g.row(2, false).Attended != 0 {
		t.Errorf("the result is %+v", r)
	}
}

// divided is a league of two divisions of three, of which one goes up and one down.
func divided(t *testing.T) *rig {
	t.Helper()
	r := places()
	r.Switch, r.StoreBest = 1, 1
	g := newRig(t, r, func(o *log.OpenLeague) {
		o.Divisions = []log.Division{{ID: "a", Name: "First"}, {ID: "b", Name: "Second"}}
	})
	g.plan(2)
	var all []log.Player
	for n := 1; n <= 6; n++ {
		p := log.Player{Player: person(n), Division: "a", Team: []string{"Ents", "Eagles"}[n%2]}
		if n > 3 {
			p.Division, p.Store = "b", "Bree"
		}
		all = append(all, p)
	}
	g.do(log.EnterPlayers{Players: all})
	return g
}

func TestDivisionsSayWhoWouldGoAndWhoGoes(t *testing.T) {
	g := divided(t)
	if v := g.view(false); len(v.Moves) != 0 {
		t.Errorf("before anything is played %+v would move", v.Moves)
	}
	g.evening(1, 1, 2, 3, 4, 5, 6)
	v := g.view(false)
	if got, want := standing(v.Tables[0])+" | "+standing(v.Tables[1]), "1 p-1 11, 2 p-2 10, 3 p-3 9 | 1 p-4 8, 2 p-5 7, 3 p-6 6"; got != want {
		t.Errorf("the tables are %s, want %s", got, want)
	}
	if r := g.row(3, false); r.Goes != league.GoesDown || g.row(4, false).Goes != league.GoesUp || g.row(1, false).Goes != "" {
		t.Errorf("the last of the first division goes %q", r.Goes)
	}
	if v.Moves[0].Decided || !strings.Contains(v.Moves[0].Why, "place 3 of 3") {
		t.Errorf("the preview is %+v", v.Moves)
	}
	if v.Teams == nil || standing(*v.Teams) != "1 Eagles 27, 2 Ents 24" || v.Stores == nil || standing(*v.Stores) != "1 Bree 8" {
		t.Errorf("teams %+v, stores %+v", v.Teams, v.Stores)
	}
	g.do(log.EndSeason{})
	v = g.view(false)
	if len(v.Moves) != 2 || !v.Moves[0].Decided || g.row(4, false).Goes != league.GoesUp || v.Stage != league.StageEnded {
		t.Errorf("at the end of the season %+v move", v.Moves)
	}
}

func TestARevealShowsOneRowAfterTheOther(t *testing.T) {
	g := divided(t)
	g.evening(1, 1, 2, 3, 4, 5, 6)
	g.do(log.FreezeBoard{})
	g.evening(2, 6, 5, 4, 3, 2, 1)
	g.do(log.EndSeason{})
	if v := g.view(false); !v.Reveal.Frozen || v.Reveal.Left != 6 || v.Reveal.Next != nil || v.Stage != league.StageRunning {
		t.Errorf("the public sees %+v", v.Reveal)
	}
	staff := g.view(true)
	if staff.Reveal.Next == nil || staff.Reveal.Left != 6 || !staff.Reveal.Hidden || staff.Next != "Reveal the board, row by row." {
		t.Fatalf("staff see %+v, next %q", staff.Reveal, staff.Next)
	}
	want := staff.Reveal.Next.Player
	g.do(log.RevealNext{})
	v := g.view(false)
	last := v.Tables[1].Rows[2]
	if last.Player != want || !last.Revealed || last.Points == "" || last.Cells != nil || v.Reveal.Left != 5 {
		t.Errorf("the last row is %+v, %d left", last, v.Reveal.Left)
	}
	g.do(log.RevealNext{Rows: 5})
	v, staff = g.view(false), g.view(true)
	for i := range staff.Tables {
		if got, want := standing(v.Tables[i]), standing(staff.Tables[i]); got != want {
			t.Errorf("all revealed the public sees %s, want %s", got, want)
		}
	}
	if staff.Next != "Every row is revealed: show the public everything again." || staff.Reveal.Next != nil {
		t.Errorf("next is %q", staff.Next)
	}
	g.do(log.ThawBoard{})
	if v := g.view(false); v.Reveal.Frozen || v.Stage != league.StageEnded || v.Version != g.kept.Last.Version {
		t.Errorf("after the thaw the public sees %+v, %s", v.Reveal, v.Stage)
	}
}

// game is a cooperative quest of some players.
func game(scenario string, score int, players ...int) log.Result {
	r := log.Result{Kind: log.KindQuest, Game: &log.Game{Scenario: scenario, Mode: "standard", Size: len(players), Won: score > 0, Rounds: 6}}
	if score > 0 {
		r.Game.Score = &score
	}
	for _, n := range players {
		r.Players = append(r.Players, person(n))
	}
	return r
}

func TestRecordsAreKeptByScenarioNumberOfPlayersAndDifficulty(t *testing.T) {
	r := season.Words(rules.QuestLeague())
	g := newRig(t, r, nil)
	g.plan(2)
	g.enter(1, 4)
	easy := game("passage-through-mirkwood", 70, 3, 4)
	easy.Game.Difficulty = "easy"
	usual := game("passage-through-mirkwood", 104, 1, 4)
	usual.Game.Difficulty = "standard"
	g.do(log.RecordResults{Session: "w1", Results: []log.Result{
		game("passage-through-mirkwood", 120, 1, 2), easy, game("passage-through-mirkwood", 99, 3), usual,
	}})
	g.do(log.RecordResults{Session: "w2", Results: []log.Result{game("passage-through-mirkwood", 0, 2, 3)}})
	var got []string
	for _, b := range g.view(false).Records {
		for _, row := range b.Rows {
			score := "none"
			if row.Score != nil {
				score = fmt.Sprint(*row.Score)
			}
			got = append(got, fmt.Sprintf("%d%s %d. %s %v", b.Size, b.Difficulty, row.Rank, score, row.Players))
		}
	}
	want := []string{"1 1. 99 [p-3]", "2 1. 104 [p-1 p-4]", "2 2. 120 [p-1 p-2]", "2 3. none [p-2 p-3]", "2easy 1. 70 [p-3 p-4]"}
	if !slices.Equal(got, want) {
		t.Errorf("the records are\n %q, want\n %q", got, want)
	}
}

func TestTokensAndAchievementsSayWhoHasThem(t *testing.T) {
	try := func(n, tokens int, won bool) log.Result {
		return log.Result{Kind: log.KindTokens, Players: []events.PersonID{person(n)}, Game: &log.Game{Scenario: "passage-through-mirkwood", Size: 1, Won: won, Tokens: tokens}}
	}
	g := newRig(t, season.Words(rules.GraceOfTheValar()), nil)
	g.plan(1)
	g.enter(1, 2)
	g.do(log.RecordResults{Session: "w1", Results: []log.Result{try(1, 2, false), try(1, 5, true), try(2, 0, true)}})
	q := g.view(false).Quests
	if len(q) != 1 || len(q[0].Players) != 2 || q[0].Players[0].Player != "p-2" || !q[0].Players[0].Settled {
		t.Fatalf("the quests are %+v", q)
	}
	if p := q[0].Players[1]; p.Tokens != 5 || p.Least != 3 || p.Most != 4 || len(p.Tries) != 2 {
		t.Errorf("the tries are %+v", p)
	}

	r := places()
	r.Points.Extras = []log.Achievement{{ID: "first", Name: "First blood", Points: "2", Once: true}}
	g = newRig(t, r, nil)
	g.plan(1)
	g.enter(1, 2)
	g.do(log.RecordResults{Session: "w1", Results: []log.Result{{Kind: log.KindAchievement, Players: []events.PersonID{"p-2"}, Achievement: "first"}}})
	v := g.view(false)
	if a := v.Achievements[0]; len(a.Holders) != 1 || a.Holders[0].Player != "p-2" || v.Sessions[0].Results[0].Says != "First blood" {
		t.Errorf("the achievement is %+v", a)
	}
}

// What waits for a frozen session is the staff's to know.
func TestWhatIsHeldIsForStaff(t *testing.T) {
	g := newRig(t, places(), func(o *log.OpenLeague) { o.Walkins = true })
	g.plan(1)
	g.do(log.LinkSource{Session: "w1", Source: log.Source{Tournament: "cup"}})
	g.do(log.FreezeSession{Session: "w1"})
	before := text(t, g.view(false).Sessions)
	g.do(log.ScoreSource{Source: log.Source{Tournament: "cup"}, At: 9, Results: []log.Result{place(1, 1)}})
	if got := text(t, g.view(false).Sessions); got != before {
		t.Errorf("the public sees\n %s, want\n %s", got, before)
	}
	v := g.view(true)
	if v.Sessions[0].Sources[0].Held == "" || !strings.HasPrefix(v.Next, "Results wait for Week 1") {
		t.Errorf("staff see %+v, next %q", v.Sessions[0].Sources, v.Next)
	}
	g.do(log.ReopenSession{Session: "w1", Reason: "the cup ended late"})
	if s := g.view(false).Sessions[0]; s.Sources[0].Results != 1 || len(s.Results) != 1 || s.Results[0].Source.Tournament != "cup" {
		t.Errorf("after it was opened again the session is %+v", s)
	}
}
