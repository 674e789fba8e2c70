package league_test

import (
	"encoding/json"
	"testing"

	"github.com/muster-events/muster/coordinator/league"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
)

// public is everything that the public sees: the season, its tables, every division's board, the boards of
// what was played and every player's history.
func public(t *testing.T, s league.State) string {
	t.Helper()
	p := s.Public()
	all := map[string]any{"season": p, "tables": p.Tables(), "carried": p.Carried(), "switches": p.Switches()}
	for _, id := range p.DivisionIDs() {
		all["board "+id] = p.Board(id)
	}
	for _, rules := range []rule.BoardRules{rule.EpicBoard(), rule.ConventionBoard(), rule.QuestRecords()} {
		boards, err := p.Boards(rules)
		if err != nil {
			t.Fatal(err)
		}
		all[rules.ID] = boards
	}
	for _, x := range p.Players {
		all["history "+string(x.Player.Player)] = p.History(x.Player.Player)
	}
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Case 14: while the board is frozen the public views are byte-identical, whatever happens: the first
// success of a kind, a record, a drop, a new player, a correction with its badge, new rules, the end of the
// season. Judges see all of it.
func TestCase14AFrozenBoardLeaksNothing(t *testing.T) {
	r := places()
	r.Points.Extras = []words.Achievement{{ID: "first", Name: "First blood", Points: "3", Once: true}}
	d := started(t, func(o *words.OpenLeague) {
		o.Rules = r
		o.Walkins = true
	})
	d.do(words.LinkSource{Session: "w2", Source: words.Source{Group: "red"}})
	d.refused(words.ThawBoard{}, league.CodeBoard, "not frozen")
	d.do(words.FreezeBoard{})
	d.refused(words.FreezeBoard{}, league.CodeBoard, "frozen already")
	before := public(t, d.s)
	moved := place(1, 4)
	fewer := r
	fewer.Best = 1
	for _, b := range []events.CommandBody{
		words.RecordResults{Session: "w2", Results: []words.Result{{Kind: words.KindAchievement, Players: []events.PersonID{"p-3"}, Achievement: "first"}}},
		words.RecordResults{Session: "w2", Results: []words.Result{quest("passage", 60, 4)}},
		words.ScoreSource{Source: words.Source{Group: "red"}, At: 9, Results: []words.Result{quest("passage", 50, 2, 9)}},
		words.DropPlayer{Player: "p-2"},
		words.EnterPlayers{Players: []words.Player{{Player: "p-5", Team: "Oak"}}},
		words.CorrectResult{Result: 1, Now: &moved, Reason: "misread"},
		words.MergePlayers{From: "p-5", Into: "p-4", Reason: "one person"},
		words.ChangeRules{Rules: fewer, Reason: "agreed"},
		words.PlanSession{Session: words.Session{ID: "w3", Name: "Finals"}},
		words.FreezeSession{Session: "w2"},
		words.EndSeason{},
		words.FinaliseSeason{},
	} {
		d.do(b)
		if got := public(t, d.s); got != before {
			t.Fatalf("after %T the public sees\n%s\nwant\n%s", b, got, before)
		}
	}
	if !d.s.Hidden() || d.shown(3) == "3: 9" {
		t.Errorf("judges do not see what happened: player 3 is at %s", d.shown(3))
	}
	d.do(words.ThawBoard{})
	if got := public(t, d.s); got == before {
		t.Error("after the thaw the public sees nothing new")
	}
	d.replays()
}

// The reveal shows row after row from the last rank upwards, the lower division first; of who is not
// revealed nothing is known but the frozen board.
func TestARevealGoesUpFromTheLastRank(t *testing.T) {
	d := started(t, func(o *words.OpenLeague) {
		o.Divisions = []words.Division{{ID: "a", Name: "First"}, {ID: "b", Name: "Second"}}
		o.Rules.Order = []string{"total"}
	})
	d.do(words.EnterPlayers{Players: []words.Player{{Player: "p-5", Division: "b"}, {Player: "p-6", Division: "b"}}})
	d.do(words.RecordResults{Session: "w1", Results: []words.Result{place(5, 5), place(6, 6)}})
	d.do(words.LinkSource{Session: "w2", Source: words.Source{Group: "red"}})
	d.refused(words.RevealNext{}, league.CodeBoard, "not frozen")
	d.do(words.FreezeBoard{})
	d.evening(2, 4, 3, 2, 1, 6, 5) // the order of week 1, turned round

	// In division b both have 6+5 points and 2 for being there; in division a all have 19.
	want := []words.RowRevealed{
		{Division: "b", Player: "p-6", Rank: 1, From: 2, Points: "13", Left: 5},
		{Division: "b", Player: "p-5", Rank: 1, From: 1, Points: "13", Left: 4},
	}
	for i, w := range want {
		got := of[words.RowRevealed](d.do(words.RevealNext{}))
		if len(got) != 1 || got[0] != w {
			t.Fatalf("row %d: got %+v, want %+v", i+1, got, w)
		}
	}
	d.refused(words.DropPlayer{Player: "p-1"}, league.CodeRevealing, "2 rows so far")
	es := d.do(words.ScoreSource{Source: words.Source{Group: "red"}, At: 4, Results: []words.Result{quest("x", 9, 1)}})
	if len(of[words.SourceHeld](es)) != 1 {
		t.Fatalf("during the reveal a group makes %+v, want it held", es)
	}

	board := d.s.Public().Board("a")
	for i, row := range board {
		if row.Revealed || row.Rank != i+1 || row.Member != person(i+1) {
			t.Errorf("row %d of division a is %+v before it is revealed", i+1, row)
		}
	}
	d.do(words.RevealNext{Rows: 1})
	board = d.s.Public().Board("a")
	if last := board[3]; !last.Revealed || last.Rank != 1 || last.Shown != "19" || last.Member != "p-4" || last.From != 4 || last.Cells != nil {
		t.Errorf("the last row of division a is %+v", last)
	}
	if first := board[0]; first.Revealed || first.Shown != "11" {
		t.Errorf("the first row of division a is %+v, want what was frozen", first)
	}
	d.do(words.RevealNext{Rows: 10})
	d.refused(words.RevealNext{}, league.CodeBoard, "every row is revealed")
	d.do(words.ThawBoard{})
	if l, _ := d.s.Link(words.Source{Group: "red"}); l.Waits() {
		t.Error("what was held during the reveal still waits after the thaw")
	}
	d.replays()
}

// At the end the last of the first division go down and the first of the second come up; who shares the
// last place that moves is named by the organiser. The next season begins with what is carried over.
func TestTheEndOfASeason(t *testing.T) {
	d := newDriver(t, places(), func(o *words.OpenLeague) {
		o.Divisions = []words.Division{{ID: "a", Name: "First"}, {ID: "b", Name: "Second"}}
		o.Rules.Switch, o.Rules.Carry, o.Rules.Order = 1, 50, []string{"total"}
	})
	d.plan(1)
	for n := 1; n <= 6; n++ {
		division := "a"
		if n > 3 {
			division = "b"
		}
		d.do(words.EnterPlayers{Players: []words.Player{{Player: person(n), Division: division}}})
	}
	d.do(words.RecordResults{Session: "w1", Results: []words.Result{place(1, 1), place(2, 2), place(3, 2), place(4, 4), place(5, 5), place(6, 6)}})
	d.refused(words.FinaliseSeason{}, league.CodeRunning, "end it first")
	d.refused(words.EndSeason{}, league.CodeChoose, "share the last place that moves from a to b: name 1 of them")
	d.refused(words.EndSeason{Choose: []events.PersonID{"p-1"}}, league.CodeChoose, "name 1 of them")
	d.refused(words.EndSeason{Choose: []events.PersonID{"p-2", "p-3"}}, league.CodeChoose, "name 1 of them")
	d.refused(words.EndSeason{Choose: []events.PersonID{"p-3", "p-1"}}, league.CodeChoose, "{p-1} is none of those")
	es := d.do(words.EndSeason{Choose: []events.PersonID{"p-3"}})
	moves := of[words.SeasonEnded](es)[0].Moves
	if len(moves) != 2 || moves[0] != (words.DivisionMove{Player: "p-3", From: "a", To: "b"}) || moves[1] != (words.DivisionMove{Player: "p-4", From: "b", To: "a"}) {
		t.Fatalf("the moves are %+v", moves)
	}
	d.refused(words.RecordResults{Session: "w1", Results: []words.Result{place(1, 1)}}, league.CodeEnded, "can be corrected")
	d.refused(words.SealSeason{}, league.CodeRunning, "not final")
	carry := d.s.Carried()
	want := words.Carried{Player: "p-4", Points: "4", Place: 1, Division: "a"}
	if len(carry) != 6 || carry[3] != want {
		t.Errorf("carried over is %+v, want %+v", carry, want)
	}
	d.do(words.FinaliseSeason{})
	moved := place(1, 2)
	d.refused(words.CorrectResult{Result: 1, Now: &moved, Reason: "x"}, league.CodeFinal, "is final")
	d.do(words.ReopenSeason{Reason: "a slip was found"})
	d.do(words.UndoMark{Mark: 1, Reason: "it was last year's"})
	if d.s.Stage != "ended" || len(d.s.Moves) != 2 {
		t.Errorf("the season is %s with %d moves", d.s.Stage, len(d.s.Moves))
	}
	d.do(words.FinaliseSeason{})
	d.do(words.SealSeason{})
	d.refused(words.ReopenSeason{Reason: "x"}, league.CodeSealed, "is sealed")
	d.refused(words.ScoreSource{Source: words.Source{Group: "red"}, At: 1}, league.CodeSealed, "is sealed")
	d.replays()

	next := newDriver(t, places(), func(o *words.OpenLeague) {
		o.Divisions, o.Before, o.Carry = d.s.Divisions, "winter", carry
	})
	next.enter(1, 6)
	if p, _ := next.s.Player("p-4"); p.Division != "a" || p.Points != "4" || p.Place != 1 || p.Late {
		t.Errorf("player 4 begins the next season as %+v", p)
	}
	if next.shown(4) != "3: 4" && next.shown(4) != "4: 4" {
		t.Errorf("player 4 begins the next season at %s", next.shown(4))
	}
}

func TestAPublicViewOfAnOpenBoardIsTheSeasonItself(t *testing.T) {
	d := started(t, nil)
	a, _ := json.Marshal(d.s.Public())
	b, _ := json.Marshal(d.s.Season)
	if string(a) != string(b) {
		t.Errorf("got %s, want %s", a, b)
	}
}
