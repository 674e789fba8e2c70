package scoring

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

func num(n int) *int    { return &n }
func yes(b bool) *bool  { return &b }
func won(g Game) Game   { g.Won = true; return g }
func one(p Player) Game { return Game{Players: []Player{p}} }

// Rule: Score.
// Source: cases/README.md, 20 to 22.
func TestCases20To22(t *testing.T) {
	overlooked := Game{Won: true, Players: []Player{{ID: "p-1", Threat: 45, Heroes: true, Damage: 4}}, Rounds: 5, Victory: 7}
	corrected := Join(overlooked)
	corrected.Players[0].Damage++
	for name, tc := range map[string]struct {
		g    Game
		want int
	}{
		"20, as it was recorded":                  {overlooked, 92},
		"20, with the damage that was overlooked": {corrected, 93},
		"21": {Game{Won: true, Players: []Player{
			{ID: "p-1", Threat: 35, Heroes: true, Dead: 8, All: 30, Damage: 4}, {ID: "p-2", Threat: 47, Heroes: true, All: 29, Damage: 5},
		}, Rounds: 4}, 139},
		"22: a threat of 0 is a threat": {Game{Won: true, Players: []Player{
			{ID: "p-1", Threat: 0, Heroes: true, Damage: 5}, {ID: "p-2", Threat: 0, Heroes: true},
		}, Rounds: 9, Victory: 7}, 88},
	} {
		t.Run(name, func(t *testing.T) {
			if s := Of(tc.g, nil); !s.Scored || s.Total != tc.want {
				t.Errorf("scored %v (%s), %d points, want %d: %+v", s.Scored, s.Why, s.Total, tc.want, s.Lines)
			}
		})
	}
	if overlooked.Players[0].Damage != 4 {
		t.Error("correcting a joined game changed the one it was made of")
	}
}

// Rule: Score.
// Ruling: 13.
func TestPlayersWhoAreOut(t *testing.T) {
	g := won(one(Player{ID: "p-1", Threat: 38, Elimination: 50, Out: true, Heroes: true, Dead: 9, All: 30, Damage: 3}))
	if s := Of(g, nil); s.Total != 80 || s.Lines[0].Term != TermLevel {
		t.Errorf("by the level: %d points, want 50 + 30: %+v", s.Total, s.Lines)
	}
	if s := Of(g, &group.ScoreTerms{Eliminated: ByDial}); s.Total != 68 || s.Lines[0].Term != TermThreat {
		t.Errorf("by the dial: %d points, want 38 + 30: %+v", s.Total, s.Lines)
	}
	g.Players[0].Elimination = 99
	if s := Of(g, nil); s.Total != 129 {
		t.Errorf("with Dire: %d points, want 99 + 30", s.Total)
	}
}

// Rule: Score.
// Source: facts/game-facts.md, "5.4 Score of a finished game".
func TestTerms(t *testing.T) {
	p := Player{ID: "p-1", Threat: 40, Heroes: true}
	g := Game{Players: []Player{p}, Rounds: 6, Victory: 2}
	if s := Of(g, nil); s.Scored || s.Why == "" || len(s.Lines) != 5 {
		t.Errorf("a lost game: scored %v, %q, %d lines", s.Scored, s.Why, len(s.Lines))
	}
	if s := Of(g, &group.ScoreTerms{OnlyWon: yes(false)}); !s.Scored || s.Total != 98 {
		t.Errorf("a lost game that counts: scored %v, %d points, want 98", s.Scored, s.Total)
	}
	if s := Of(won(g), &group.ScoreTerms{PerRound: num(0)}); s.Total != 38 {
		t.Errorf("rounds that count nothing: %d points, want 38", s.Total)
	}
	if s := Of(won(g), &group.ScoreTerms{PerRound: num(-1)}); s.Total != 98 {
		t.Errorf("terms out of range: %d points, want those of the defaults, 98", s.Total)
	}
	for name, terms := range map[string]*group.ScoreTerms{
		"points below 0": {PerRound: num(-1)}, "too many points": {PerRound: num(101)}, "another word": {Eliminated: "half"},
	} {
		if err := CheckTerms(terms); err == nil || len(err.Error()) < 20 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, terms := range []*group.ScoreTerms{nil, {}, {PerRound: num(100), Eliminated: ByDial}, {Eliminated: ByLevel}} {
		if err := CheckTerms(terms); err != nil {
			t.Errorf("%+v is refused: %v", terms, err)
		}
	}
}

// What is not known is not taken as 0.
func TestMissing(t *testing.T) {
	s := Of(won(Game{Players: []Player{{ID: "p-1", Threat: -1, Heroes: true}, {ID: "p-2", Threat: 30}}}), nil)
	if s.Scored || len(s.Missing) != 2 || !strings.Contains(s.Missing[0], "{p-1}") || !strings.Contains(s.Missing[1], "{p-2}") {
		t.Errorf("scored %v, missing %q", s.Scored, s.Missing)
	}
	if s := Of(Game{Won: true}, nil); s.Scored {
		t.Error("a game without players has a score")
	}
}

func TestJoin(t *testing.T) {
	a := Game{Won: true, Players: []Player{{ID: "p-1"}}, Rounds: 5, Victory: 3}
	b := Game{Won: true, Players: []Player{{ID: "p-2"}, {ID: "p-3"}}, Rounds: 6, Victory: 9}
	got := Join(a, b)
	want := Game{Won: true, Players: []Player{{ID: "p-1"}, {ID: "p-2"}, {ID: "p-3"}}, Rounds: 6, Victory: 12}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if b.Won = false; Join(a, b).Won || Join().Won {
		t.Error("a group has won although a table has not, or nobody played")
	}
}

// The lines add up to the total, and to the formula worked out slowly.
func TestLinesAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := Game{Won: true, Rounds: rapid.IntRange(0, 40).Draw(rt, "rounds"), Victory: rapid.IntRange(0, 60).Draw(rt, "victory")}
		want := 10*g.Rounds - g.Victory
		for i := range rapid.IntRange(1, 8).Draw(rt, "players") {
			p := Player{
				ID: events.PersonID(rune('a' + i)), Threat: rapid.IntRange(0, 98).Draw(rt, "threat"), Elimination: 50, Heroes: true,
				All: rapid.IntRange(0, 40).Draw(rt, "all"), Damage: rapid.IntRange(0, 12).Draw(rt, "damage"), Out: rapid.Bool().Draw(rt, "out"),
			}
			p.Dead = rapid.IntRange(0, p.All).Draw(rt, "dead")
			if p.Out {
				want += 50 + p.All
			} else {
				want += p.Threat + p.Dead + p.Damage
			}
			g.Players = append(g.Players, p)
		}
		s, sum := Of(g, nil), 0
		for _, l := range s.Lines {
			sum += l.Points
			if l.Points != l.N*l.Each || l.Source == "" {
				rt.Fatalf("line %+v", l)
			}
		}
		if !s.Scored || s.Total != want || sum != want {
			rt.Fatalf("total %d, lines %d, want %d", s.Total, sum, want)
		}
	})
}
