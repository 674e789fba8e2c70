package league

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/scoring"
	"github.com/muster-events/muster/events"
)

func quest(id events.PersonID, scenario string, score int) Entry {
	e := Entry{Member: id, Scenario: scenario, Score: num(score), Wins: 1}
	if score < 0 {
		e.Score, e.Wins, e.Losses = nil, 0, 1
	}
	return e
}

// Each quest's best score adds up, fewer is better; the others are told and left out.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestQuestLeague(t *testing.T) {
	s := season(
		[]Entry{quest("a", "osgiliath", 120), quest("a", "osgiliath", 92), quest("b", "osgiliath", 100), quest("c", "osgiliath", 80)},
		[]Entry{quest("a", "pelargir", -1), quest("a", "pelargir", 130), quest("b", "pelargir", 110), quest("c", "pelargir", -1)},
	)
	got := table(t, s, QuestLeague())
	// c has the lower total, of one quest only
	wantTable(t, got, "1 b 210", "2 a 222", "3 c 80")
	terms := got.Row("a").Cell(Total).Terms
	left := 0
	for _, term := range terms {
		left += one(term.Out != "")
	}
	if len(terms) != 4 || left != 2 {
		t.Errorf("%+v", terms)
	}
	if c := got.Row("c").Cell(Unscored); c.Value.String() != "1" || c.Terms[0].Unit != "pelargir" {
		t.Errorf("%+v", c)
	}
}

// A penalty makes up for a quest without a score, lost or not played.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestPenaltyForAQuestWithoutAScore(t *testing.T) {
	r, penalty := QuestLeague(), exact.Int(200)
	r.Penalty, r.Order = &penalty, []Criterion{Total, Completed, BestSingle, Tries, Earliest}
	s := season(
		[]Entry{quest("a", "osgiliath", 150), quest("b", "osgiliath", 90), quest("d", "osgiliath", -1)},
		[]Entry{quest("a", "pelargir", 145), quest("b", "pelargir", -1)},
	)
	s.member("c")
	wantTable(t, table(t, s, r), "1 b 290", "2 a 295", "3 c 400", "4 d 400")
	r.Penalty = nil
	wantTable(t, table(t, s, r), "1 b 90", "2 a 295", "3 c none", "4 d none")
}

// The chain of ties: quests completed, best single score, fewer attempts, earlier, shared.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestQuestLeagueTies(t *testing.T) {
	s := season(
		[]Entry{quest("a", "q1", 100), quest("b", "q1", 90), quest("c", "q1", 90), quest("d", "q1", 90), quest("e", "q1", 90)},
		[]Entry{quest("a", "q2", 100), quest("b", "q2", -1), quest("b", "q2", 110), quest("c", "q2", 110), quest("d", "q2", 110), quest("e", "q2", 110)},
	)
	for i, e := range s.Sessions[1].Entries {
		if e.Member == "d" || e.Member == "e" {
			s.Sessions[1].Entries[i].At = 150
		}
	}
	wantTable(t, table(t, s, QuestLeague()), "1 d 200", "1 e 200", "3 c 200", "4 b 200", "5 a 200")
}

// One damage was overlooked: 92 becomes 93, with the reason, and the league table moves.
//
// Source: cases/README.md, 20.
func TestCase20TheLeagueTableMoves(t *testing.T) {
	game := scoring.Game{Won: true, Players: []scoring.Player{{ID: "a", Threat: 45, Heroes: true, Damage: 4}}, Rounds: 5, Victory: 7}
	entries := FromGame("osgiliath", "standard", game, scoring.Of(game, nil))
	if len(entries) != 1 || entries[0].Score == nil || *entries[0].Score != 92 || entries[0].Wins != 1 {
		t.Fatalf("%+v", entries)
	}
	s := season([]Entry{entries[0], quest("b", "osgiliath", 92)}, []Entry{quest("a", "pelargir", 100), quest("b", "pelargir", 100)})
	before := table(t, s, QuestLeague())
	wantTable(t, before, "1 a 192", "2 b 192") // a was earlier in week 2

	game.Players[0].Damage++
	corrected := FromGame("osgiliath", "standard", game, scoring.Of(game, nil))[0]
	corrected.At, corrected.Was, corrected.Reason = s.Sessions[0].Entries[0].At, "92", "one damage was overlooked"
	s.Sessions[0].Entries[0] = corrected
	after := table(t, s, QuestLeague())
	wantTable(t, after, "1 b 192", "2 a 193")
	if says := after.Row("a").Cell(Total).Terms[0].Says; says != "score 93 (corrected from 92: one damage was overlooked)" {
		t.Errorf("the term says %q", says)
	}
	if moved := Moved(before, after); moved["a"] != -1 || moved["b"] != 1 {
		t.Errorf("moved %v", moved)
	}
}

// A game of two gives both the score, a lost one none.
func TestFromGame(t *testing.T) {
	g := scoring.Game{Players: []scoring.Player{{ID: "a", Heroes: true}, {ID: "b", Heroes: true}}}
	for _, e := range FromGame("q", "", g, scoring.Of(g, nil)) {
		if e.Score != nil || e.Losses != 1 || e.Players != 2 {
			t.Errorf("%+v", e)
		}
	}
}

// After a loss with X only more than X, after a win with Y only fewer than Y.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestTokenRule(t *testing.T) {
	lost, won := func(n int) Attempt { return Attempt{Tokens: n} }, func(n int) Attempt { return Attempt{Tokens: n, Won: true} }
	for _, tc := range []struct {
		done    []Attempt
		next    int
		allowed bool
	}{
		{nil, 0, true},
		{nil, 4, true},
		{nil, -1, false},
		{nil, 1000, false},
		{[]Attempt{lost(2)}, 2, false},
		{[]Attempt{lost(2)}, 1, false},
		{[]Attempt{lost(2)}, 3, true},
		{[]Attempt{won(5)}, 5, false},
		{[]Attempt{won(5)}, 4, true},
		{[]Attempt{lost(2), won(5)}, 3, true},
		{[]Attempt{lost(2), won(5)}, 6, false},
		{[]Attempt{lost(2), won(3)}, 3, false}, // settled
		{[]Attempt{won(0)}, 0, false},
	} {
		r := engine.AsRefusal(CheckAttempt(tc.done, lost(tc.next)))
		if (r == nil) != tc.allowed || r != nil && (r.Code != CodeTokens || len(r.Says) < 20) {
			t.Errorf("%v, then %d: %v", tc.done, tc.next, r)
		}
	}
	for _, tc := range []struct {
		tries []Attempt
		score int
		none  bool
	}{
		{nil, 0, true},
		{[]Attempt{won(0)}, 0, false},
		{[]Attempt{lost(0), won(4), lost(2), won(3)}, 3, false},
		{[]Attempt{lost(0), lost(6)}, 7, false}, // the last loss counts one more than was tried
	} {
		if score, scored := TokenScore(tc.tries); score != tc.score || scored == tc.none {
			t.Errorf("%v: %d, %v", tc.tries, score, scored)
		}
	}
}

func tokens(id events.PersonID, scenario string, n int, deck Deck) Entry {
	e := Entry{Member: id, Scenario: scenario, Attempts: []Attempt{{Tokens: n, Won: true}}, Deck: deck}
	return e
}

// The whole chain, one link at a time: each pair is equal in all before.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestGraceOfTheValar(t *testing.T) {
	s := season([]Entry{
		tokens("fewest", "q", 1, Deck{Outside: 50}),
		tokens("inside", "q", 2, Deck{Outside: 3}),
		tokens("cycle", "q", 2, Deck{Outside: 4, CycleHeroes: 3}),
		tokens("box", "q", 2, Deck{Outside: 4, CycleHeroes: 2, BoxHeroes: 2}),
		tokens("core", "q", 2, Deck{Outside: 4, CycleHeroes: 2, BoxHeroes: 1, OutsideCore: 8}),
		tokens("three", "q", 2, Deck{Outside: 4, CycleHeroes: 2, BoxHeroes: 1, OutsideCore: 9, OutsideThat: 1}),
		tokens("worse", "q", 2, Deck{Outside: 4, CycleHeroes: 2, BoxHeroes: 1, OutsideCore: 9, OutsideThat: 2}),
		tokens("lucky", "q", 2, Deck{Outside: 4, CycleHeroes: 2, BoxHeroes: 1, OutsideCore: 9, OutsideThat: 2}),
		tokens("unlucky", "q", 2, Deck{Outside: 4, CycleHeroes: 2, BoxHeroes: 1, OutsideCore: 9, OutsideThat: 2}),
	})
	s.member("worse").LastPlace, s.member("lucky").LastPlace, s.member("unlucky").LastPlace = 9, 2, 2
	got := table(t, s, GraceOfTheValar())
	if want := "1 fewest 2 inside 3 cycle 4 box 5 core 6 three 7 worse "; !strings.HasPrefix(order(got), want) {
		t.Fatalf("got %s, want %s…", order(got), want)
	}
	if got.Rows[7].Place != 8 || got.Rows[8].Place != 9 {
		t.Errorf("the draw left them tied: %s", order(got))
	}
	first := got.Rows[7].Member
	for seed := range uint64(20) {
		s.Seed = seed
		if table(t, s, GraceOfTheValar()).Rows[7].Member != first {
			return
		}
	}
	t.Error("the draw does not depend on the seed")
}

// The first entry counts, better or not; months are made of three quests.
//
// Source: facts/scoring.md, "What fits muster's formats"; facts/game-facts.md, "7.3 Leagues and scoreboards".
func TestTheFirstEntryCounts(t *testing.T) {
	s := season(
		[]Entry{tokens("a", "q1", 5, Deck{}), tokens("a", "q1", 0, Deck{}), tokens("b", "q1", 4, Deck{})},
		[]Entry{tokens("a", "q2", 1, Deck{}), {Member: "b", Scenario: "q2", Attempts: []Attempt{{Tokens: 1}, {Tokens: 3}}}},
	)
	got := table(t, s, GraceOfTheValar())
	wantTable(t, got, "1 a 6", "2 b 8")
	for _, term := range got.Row("a").Cell(Total).Terms {
		if term.Value.IsZero() && term.Out != "the first entry counts" {
			t.Errorf("%+v", term)
		}
	}
	r := GraceOfTheValar()
	r.Quests = []string{"q1", "q2", "q3"}
	if c := table(t, s, r).Row("a").Cell(Unscored); c.Value.String() != "1" {
		t.Errorf("a has %s quests to play", c.Value)
	}
}
