package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// jason's table: he plays Sam Gamgee and Merry at Mount Doom, with the Ring-bearer; his neighbour has
// heroes of her own.
func jason(t *testing.T) *tale {
	t.Helper()
	return seated(t, doom, []group.Seat{
		{Player: p1, Table: tid, Threat: num(43), Heroes: []group.Hero{sam, {Title: "Merry", Threat: 6, HitPoints: 2, Willpower: 2, Defense: 1}}},
		{Player: p2, Table: tid, Threat: num(30), Heroes: []group.Hero{{Title: "Pippin", Threat: 6, HitPoints: 2, Willpower: 2}}},
	})
}

var sam = group.Hero{Title: "Sam Gamgee", Threat: 8, HitPoints: 3, Willpower: 3, Attack: 1, Defense: 1}

// seated sets a scenario up for these seats and starts round 1.
func seated(t *testing.T, scenario string, who []group.Seat) *tale {
	t.Helper()
	sc, ok := Lookup(scenario)
	if !ok {
		t.Fatalf("there is no scenario %q", scenario)
	}
	g := &tale{t: t, c: Context{Scenario: scenario, Round: 1, Seed: 1}, table: Table{ID: tid}}
	g.fold(group.PlayersSeated{Seats: who})
	g.fold(SetUp(g.c, sc, tid, "Red", who, false)...)
	g.fold(group.RoundStarted{Round: 1})
	return g
}

// Jason commits Frodo and Sam (5 willpower) at threat 43; the four cards have 0, 1, 2 and 2 icons. At 5
// to 5 he would fail, and with Rosie Cotton's 2 he passes at 7.
//
// Rule: Fortitude tests.
// Rule: Actions during Fortitude tests.
// Source: The Mountain of Fire, "Player Actions During Fortitude Tests".
func TestJasonAndRosieCotton(t *testing.T) {
	begun := func() *tale {
		g := jason(t)
		g.do(
			lotr.EnterAlly{Table: tid, Player: p1, Name: "Rosie Cotton", Unique: true, Willpower: 2, HitPoints: 2},
			lotr.BeginTest{Table: tid, Player: p1, Heroes: []string{"frodo baggins", "Sam Gamgee"}, Note: "The Lidless Eye"},
		)
		if o := g.table.Test; o == nil || o.Willpower != 5 || o.Cards != 4 || o.Icons != 0 || o.Counted {
			t.Fatalf("the test: %+v", g.table.Test)
		}
		g.do(lotr.CountIcons{Table: tid, Cards: []lotr.DiscardedForTest{
			{Card: "Plain of Gorgoroth"}, {Card: "Mordor Road"}, {Card: "The Lidless Eye"}, {Card: "Orc Captain"},
		}})
		if o := g.table.Test; o.Icons != 5 || !o.Counted {
			t.Fatalf("after the cards: %+v", o)
		}
		return g
	}
	fails := begun()
	fails.do(lotr.ResolveTest{Table: tid})
	same(t, fails.last[:1], []events.Payload{lotr.TestResolved{Table: tid, Player: p1, Willpower: 5, Icons: 5, Why: testEntry}})

	passes := begun()
	passes.do(lotr.RaiseTest{Table: tid, Player: p1, Character: "Rosie Cotton"})
	same(t, passes.last, []events.Payload{
		lotr.CharacterExhausted{Table: tid, Player: p1, Character: "Rosie Cotton"},
		lotr.TestRaised{Table: tid, Player: p1, By: "Rosie Cotton", Willpower: 7, Icons: 5, WillpowerBy: 2},
	})
	passes.do(lotr.ResolveTest{Table: tid})
	same(t, passes.last[:1], []events.Payload{lotr.TestResolved{Table: tid, Player: p1, Willpower: 7, Icons: 5, Passed: true, Why: testEntry}})
	if passes.table.Test != nil {
		t.Error("the test is still open")
	}
	for _, name := range []string{"Frodo Baggins", "Sam Gamgee"} {
		passes.cannot("nothing-changes", lotr.ExhaustCharacter{Table: tid, Player: p1, Character: name})
	}
}

// The whole of Jason's turn: at stage 3B, The Last Gasp, he reveals The Lidless Eye in the quest phase, which
// calls for a test.
//
// Rule: Fortitude tests.
// Rule: Actions during Fortitude tests.
// Source: The Mountain of Fire, "Player Actions During Fortitude Tests" (example).
func TestJasonDrawsTheLidlessEye(t *testing.T) {
	drawn := func() *tale {
		g := jason(t)
		g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Rosie Cotton", Unique: true, Willpower: 2, HitPoints: 2})
		g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest}, lotr.AdvanceStage{Table: tid, Stage: "3B"})
		g.do(lotr.RevealCard{Table: tid, Card: "The Lidless Eye", Player: p1})
		if due := g.table.Tests; len(due) != 1 || due[0].Player != p1 || due[0].Card != "The Lidless Eye" {
			t.Fatalf("tests that are due: %+v", due)
		}
		g.do(lotr.BeginTest{Table: tid, Player: p1, Heroes: []string{"Frodo Baggins", "Sam Gamgee"}})
		g.do(lotr.CountIcons{Table: tid, Cards: []lotr.DiscardedForTest{{}, {Icons: 1}, {Icons: 2}, {Icons: 2}}})
		if o := g.table.Test; o.Willpower != 5 || o.Cards != 4 || o.Icons != 5 || !o.Counted {
			t.Fatalf("the test: %+v", o)
		}
		return g
	}
	fails := drawn()
	fails.do(lotr.ResolveTest{Table: tid})
	if r, ok := fails.last[0].(lotr.TestResolved); !ok || r.Passed {
		t.Errorf("5 willpower against 5 icons: %+v", fails.last[0])
	}
	fails.mustThreat(43+10, 30) // what The Lidless Eye says of a failed test

	passes := drawn()
	passes.do(lotr.RaiseTest{Table: tid, Player: p1, Character: "Rosie Cotton"}, lotr.ResolveTest{Table: tid})
	if r, ok := passes.last[0].(lotr.TestResolved); !ok || !r.Passed || r.Willpower != 7 || r.Icons != 5 {
		t.Errorf("7 willpower against 5 icons: %+v", passes.last[0])
	}
	passes.mustThreat(43, 30)
}

// Rule: Fortitude tests.
// Source: The Mountain of Fire, "Fortitude Tests".
func TestWhoCommits(t *testing.T) {
	for name, tc := range map[string]struct {
		given []lotr.TableCommand
		when  lotr.BeginTest
		code  engine.Code
	}{
		"a hero of another player":     {when: lotr.BeginTest{Heroes: []string{"Pippin"}}, code: "not-your-hero"},
		"a hero who is nobody's":       {when: lotr.BeginTest{Heroes: []string{"Gimli"}}, code: "no-such-hero"},
		"a hero named twice":           {when: lotr.BeginTest{Heroes: []string{"Merry", "merry"}}, code: engine.CodeMalformed},
		"a hero without a name":        {when: lotr.BeginTest{Heroes: []string{" "}}, code: engine.CodeMalformed},
		"an exhausted hero":            {given: []lotr.TableCommand{lotr.ExhaustCharacter{Table: tid, Player: p1, Character: "Merry"}}, when: lotr.BeginTest{Heroes: []string{"Merry"}}, code: "exhausted"},
		"a destroyed hero":             {given: []lotr.TableCommand{lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Merry"}}, when: lotr.BeginTest{Heroes: []string{"Merry"}}, code: "character-destroyed"},
		"a hero who left":              {given: []lotr.TableCommand{lotr.LeavePlay{Table: tid, Player: p1, Character: "Merry"}}, when: lotr.BeginTest{Heroes: []string{"Merry"}}, code: "no-such-hero"},
		"an ally":                      {given: []lotr.TableCommand{lotr.EnterAlly{Table: tid, Player: p1, Name: "Gandalf", Willpower: 4}}, when: lotr.BeginTest{Heroes: []string{"Gandalf"}}, code: "no-such-hero"},
		"21 cards more":                {when: lotr.BeginTest{Extra: 21}, code: engine.CodeMalformed},
		"icons below 0":                {when: lotr.BeginTest{Icons: -1}, code: engine.CodeMalformed},
		"a typed willpower below 0":    {when: lotr.BeginTest{Willpower: num(-1)}, code: engine.CodeMalformed},
		"too many heroes":              {when: lotr.BeginTest{Heroes: make([]string, 25)}, code: engine.CodeMalformed},
		"nobody commits":               {when: lotr.BeginTest{}},
		"a typed willpower":            {when: lotr.BeginTest{Heroes: []string{"Merry"}, Willpower: num(9)}},
		"a hero who was readied again": {given: []lotr.TableCommand{lotr.ExhaustCharacter{Table: tid, Player: p1, Character: "Merry"}, lotr.ExhaustCharacter{Table: tid, Player: p1, Character: "Merry", Ready: true}}, when: lotr.BeginTest{Heroes: []string{"Merry"}}},
	} {
		t.Run(name, func(t *testing.T) {
			g := jason(t)
			g.do(tc.given...)
			tc.when.Table, tc.when.Player = tid, p1
			if tc.code != "" {
				g.cannot(tc.code, tc.when)
				return
			}
			g.do(tc.when)
		})
	}
	undeclared := seated(t, doom, []group.Seat{{Player: p1, Table: tid, Threat: num(29)}})
	undeclared.cannot("willpower-unknown", lotr.BeginTest{Table: tid, Player: p1, Heroes: []string{"Sam Gamgee"}})
	undeclared.do(lotr.BeginTest{Table: tid, Player: p1, Heroes: []string{"Sam Gamgee", "Frodo Baggins"}, Willpower: num(5)})
	stranger := seated(t, doom, []group.Seat{{Player: p1, Table: tid}})
	stranger.cannot("threat-not-declared", lotr.BeginTest{Table: tid, Player: p1})
	stranger.cannot("no-such-player", lotr.BeginTest{Table: tid, Player: p4})
}

// The number of cards is the tens digit of the dial, and what effects add; effects add icons, too.
//
// Rule: Fortitude tests.
// Source: The Mountain of Fire, "Fortitude Tests"; facts/game-facts.md, "1.2 End of round in epic mode".
func TestCardsOfATest(t *testing.T) {
	for _, tc := range []struct{ threat, extra, want int }{{0, 0, 0}, {9, 0, 0}, {10, 0, 1}, {43, 0, 4}, {98, 0, 9}, {43, 2, 6}} {
		g := jason(t)
		if tc.threat != 43 {
			g.do(lotr.ChangeThreat{Table: tid, Player: p1, To: num(tc.threat), Source: lotr.FromBoon})
		}
		g.do(lotr.BeginTest{Table: tid, Player: p1, Extra: tc.extra})
		if got := g.table.Test.Cards; got != tc.want {
			t.Errorf("threat %d and %d more: %d cards, want %d", tc.threat, tc.extra, got, tc.want)
		}
	}
	g := jason(t)
	g.fold(lotr.EyePlaced{Table: tid})
	g.do(lotr.BeginTest{Table: tid, Player: p1, Icons: 2})
	before := g.table.Test.Icons
	if before < 3 {
		t.Errorf("%d icons before a card is turned, want the Eye's 1 and 2 more at least", before)
	}
	g.do(lotr.CountIcons{Table: tid, Reshuffled: true, Cards: make([]lotr.DiscardedForTest, g.table.Test.Cards)})
	if got, ok := g.last[0].(lotr.TestCounted); !ok || !got.Reshuffled || got.Icons != before {
		t.Errorf("counted: %+v", g.last[0])
	}
}

// Rule: Fortitude tests.
// Source: The Mountain of Fire, "Fortitude Tests".
func TestCountIcons(t *testing.T) {
	four := func(first lotr.DiscardedForTest) lotr.CountIcons {
		return lotr.CountIcons{Table: tid, Cards: []lotr.DiscardedForTest{first, {}, {}, {}}}
	}
	g := jason(t)
	g.cannot("no-test", four(lotr.DiscardedForTest{}))
	g.do(lotr.BeginTest{Table: tid, Player: p1})
	g.cannot("test-cards", lotr.CountIcons{Table: tid, Cards: make([]lotr.DiscardedForTest, 3)})
	g.cannot("test-cards", lotr.CountIcons{Table: tid, Cards: make([]lotr.DiscardedForTest, 5)})
	g.cannot("icons-differ", four(lotr.DiscardedForTest{Card: "Orc Captain", Icons: 1}))
	g.cannot(engine.CodeMalformed, four(lotr.DiscardedForTest{Icons: 10}))
	g.cannot(engine.CodeMalformed, four(lotr.DiscardedForTest{Icons: -1}))
	g.cannot(engine.CodeMalformed, four(lotr.DiscardedForTest{Card: "a\x00"}))
	g.cannot("test-not-counted", lotr.ResolveTest{Table: tid})
	g.cannot("test-not-counted", lotr.RaiseTest{Table: tid, Player: p1, Willpower: 1})
	g.do(four(lotr.DiscardedForTest{Card: "Grievous Wound", Icons: 2})) // a card of the pool, typed
	if g.table.Test.Icons != 2 {
		t.Errorf("%d icons, want the 2 that were typed", g.table.Test.Icons)
	}
	g.cannot("test-counted", four(lotr.DiscardedForTest{}))
}

// A test interrupts the turn: until the icons are counted nothing else goes on, then what actions do.
//
// Rule: Actions during Fortitude tests.
// Source: The Mountain of Fire, "Player Actions During Fortitude Tests".
func TestWindowOfATest(t *testing.T) {
	turn := []lotr.TableCommand{
		lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat},
		lotr.ResolveQuest{Table: tid, Willpower: 9},
		lotr.CheckEngagement{Table: tid},
		lotr.Travel{Table: tid, Location: 1},
		lotr.RevealCard{Table: tid, Card: "foul-fumes"},
		lotr.Engage{Table: tid, Enemy: 1, Player: p1, Optional: true},
		lotr.EnemyAttack{Table: tid, Enemy: 1, Player: p1},
		lotr.PlayerAttack{Table: tid, Enemy: 1, Player: p1},
		lotr.AssignArchery{Table: tid},
		lotr.AdvanceStage{Table: tid, Stage: "2B"},
	}
	actions := []lotr.TableCommand{
		lotr.ChangeThreat{Table: tid, Player: p2, By: 1},
		lotr.EnterAlly{Table: tid, Player: p2, Name: "Gandalf", Willpower: 4},
		lotr.DamageCharacter{Table: tid, Player: p2, Character: "Pippin", By: 1},
		lotr.ExhaustCharacter{Table: tid, Player: p2, Character: "Pippin"},
		lotr.PlaceProgress{Table: tid, By: 1},
	}
	g := jason(t)
	g.do(lotr.AddEnemy{Table: tid, Card: "little-snuffler"}, lotr.BeginTest{Table: tid, Player: p1})
	for _, cmd := range append(append([]lotr.TableCommand{}, turn...), actions...) {
		g.cannot("test-open", cmd)
	}
	g.cannot("test-open", lotr.BeginTest{Table: tid, Player: p2})
	if _, err := EndTableRound(g.c, g.table); err == nil {
		t.Error("the round ends while a test is open")
	}
	g.do(lotr.CountIcons{Table: tid, Cards: make([]lotr.DiscardedForTest, 4)})
	for _, cmd := range turn {
		g.cannot("test-open", cmd)
	}
	g.do(actions...)
	g.cannot("nothing-changes", lotr.RaiseTest{Table: tid, Player: p2, Note: "a song"})
	g.cannot("exhausted", lotr.RaiseTest{Table: tid, Player: p2, Character: "Pippin"})
	g.cannot("willpower-unknown", lotr.RaiseTest{Table: tid, Player: p2, Character: "Bilbo"})
	g.cannot(engine.CodeMalformed, lotr.RaiseTest{Table: tid, Player: p2, Willpower: 100})
	g.cannot(engine.CodeMalformed, lotr.RaiseTest{Table: tid, Player: p2, Icons: -100})
	g.cannot("no-such-player", lotr.RaiseTest{Table: tid, Player: p4, Willpower: 1})
	g.do(
		lotr.RaiseTest{Table: tid, Player: p2, Character: "Gandalf", Willpower: 3},
		lotr.RaiseTest{Table: tid, Player: p2, Character: "Bilbo", Willpower: 1}, // an ally that was never entered
		lotr.RaiseTest{Table: tid, Player: p1, Icons: 2, Note: "a card"},
		lotr.RaiseTest{Table: tid, Player: p1, Icons: -5, Note: "another"},
	)
	g.cannot("nothing-changes", lotr.RaiseTest{Table: tid, Player: p1, Icons: -1})
	if o := g.table.Test; o.Willpower != 4 || o.Icons != 0 {
		t.Errorf("willpower %d and icons %d, want 4 and never below 0", o.Willpower, o.Icons)
	}
	g.do(lotr.ResolveTest{Table: tid})
	g.cannot("no-test", lotr.ResolveTest{Table: tid})
	g.cannot("no-test", lotr.RaiseTest{Table: tid, Player: p2, Willpower: 1})
}

// Players who have to take a test do so in order; one who goes out has none to take any more.
//
// Rule: Fortitude tests.
// Source: The Mountain of Fire, "Fortitude Tests".
func TestTestsInOrder(t *testing.T) {
	due := lotr.TestsDue{Table: tid, Players: []events.PersonID{p1, p2}, Extra: 1, Why: "isenmouthe", Card: "The Road to Isenmouthe"}
	g := jason(t)
	g.fold(due)
	g.cannot("test-order", lotr.BeginTest{Table: tid, Player: p2})
	g.cannot("test-due", lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel})
	if _, err := EndTableRound(g.c, g.table); err == nil {
		t.Error("the round ends while tests have to be taken")
	}
	g.do(lotr.BeginTest{Table: tid, Player: p1})
	if o := g.table.Test; o.Cards != 5 || o.Why != "isenmouthe" || o.Card != "The Road to Isenmouthe" || len(g.table.Tests) != 1 {
		t.Errorf("the test that was due: %+v, still due %+v", o, g.table.Tests)
	}
	open := g.table
	for _, stage := range []struct {
		name  string
		goes  events.PersonID
		tests int
		open  bool
	}{{"who takes the test goes out", p1, 1, false}, {"who has to take one goes out", p2, 0, true}} {
		t.Run(stage.name, func(t *testing.T) {
			after := foldOn(open, Eliminate(g.c, open, stage.goes, lotr.OutOrganiser))
			if len(after.Tests) != stage.tests || (after.Test != nil) != stage.open {
				t.Errorf("open %v, still due %d", after.Test != nil, len(after.Tests))
			}
		})
	}
}
