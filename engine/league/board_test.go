package league

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
)

func game(id events.GroupID, won bool, players, rounds int, score *int) Played {
	return Played{Group: id, Scenario: "dol-guldur", Mode: "epic", Players: players, Won: won, Rounds: rounds, Score: score, Strength: 5 + 5*players}
}

func boardOrder(b Board) string {
	s := ""
	for _, r := range b.Rows {
		s += fmt.Sprintf("%d %s ", r.Place, r.Group)
	}
	return s
}

// Won before lost, then rounds, then score by players; groups that lost by what they took off the city.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestEpicBoard(t *testing.T) {
	lost := func(id events.GroupID, damage, out int) Played {
		g := game(id, false, 6, 9, nil)
		g.Damage, g.Eliminated = damage, out
		return g
	}
	games := []Played{
		lost("quarter", 9, 1), lost("half", 18, 6), lost("half-more-left", 18, 2),
		game("slow", true, 12, 9, num(900)),
		game("cheap", true, 12, 8, num(1200)), // 100 each
		game("dear", true, 6, 8, num(660)),    // 110 each
	}
	boards, err := Boards(games, EpicBoard())
	if err != nil || len(boards) != 1 {
		t.Fatalf("%d boards, %v", len(boards), err)
	}
	if got := boardOrder(boards[0]); got != "1 cheap 2 dear 3 slow 4 half-more-left 5 half 6 quarter " {
		t.Errorf("got %s", got)
	}
	for _, r := range boards[0].Rows {
		if r.Players == 0 || r.Rules != "epic-groups" || r.Edition == "" {
			t.Errorf("%+v", r)
		}
	}
	if c := boards[0].Rows[4].Cell(CityDamage); c.Value.Decimal(4) != "0.5143" || c.Terms[0].Says != "18 of 35 city strength" {
		t.Errorf("%+v", c)
	}
}

// Only the same scenario and mode are compared, whatever the size, or each size apart.
//
// Source: issue 4, "Leagues".
func TestBoardsCompareOnlyTheSame(t *testing.T) {
	games := []Played{game("a", true, 3, 8, num(300)), game("b", true, 6, 8, num(540)), game("c", true, 3, 7, num(330))}
	easy, other := game("d", true, 3, 1, num(1)), game("e", true, 3, 1, num(1))
	easy.Mode, other.Scenario = "easy", "mount-doom"
	games = append(games, easy, other)
	for _, tc := range []struct {
		rules BoardRules
		want  string
	}{
		{ConventionBoard(), "dol-guldur/easy/0: 1 d |dol-guldur/epic/0: 1 b 2 a 3 c |mount-doom/epic/0: 1 e |"},
		{QuestRecords(), "dol-guldur/easy/3: 1 d |dol-guldur/epic/3: 1 a 2 c |dol-guldur/epic/6: 1 b |mount-doom/epic/3: 1 e |"},
	} {
		boards, err := Boards(games, tc.rules)
		var got strings.Builder
		for _, b := range boards {
			fmt.Fprintf(&got, "%s/%s/%d: %s|", b.Scenario, b.Mode, b.Players, boardOrder(b))
		}
		if err != nil || got.String() != tc.want {
			t.Errorf("%s: %s, %v, want %s", tc.rules.ID, got.String(), err, tc.want)
		}
	}
}

func TestBoardsThatAreRefused(t *testing.T) {
	good := game("a", true, 3, 8, nil)
	for name, change := range map[string]func(*Played){
		"no scenario":     func(g *Played) { g.Scenario = "" },
		"nobody":          func(g *Played) { g.Players = 0 },
		"rounds below 0":  func(g *Played) { g.Rounds = -1 },
		"an absurd score": func(g *Played) { g.Score = num(1 << 40) },
	} {
		g := good
		change(&g)
		if _, err := Boards([]Played{g}, EpicBoard()); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := Boards(nil, BoardRules{ID: "x", Edition: "1", Order: []Criterion{Total}}); err == nil {
		t.Error("a board by a league's criterion is accepted")
	}
}
