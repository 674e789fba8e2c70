package tournament_test

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

func TestRulesNameARulesetWithTheirOwnPointsAndOrder(t *testing.T) {
	for name, test := range map[string]struct {
		rules  tournament.Rules
		id     string
		second standings.Criterion
		win    string
	}{
		"by default":         {tournament.Rules{Format: tournament.FormatSwiss}, "mtr-appendix-c", standings.MTR("0.33").Order[1], "3"},
		"with sides":         {tournament.Rules{Format: tournament.FormatSwiss, Sides: []string{"a", "b"}}, "wotr-card-game", standings.WarOfTheRing().Order[1], "3"},
		"pods":               {tournament.Rules{Format: tournament.FormatPods}, "cedh-pods", standings.CEDH("0.2").Order[1], "5"},
		"points for places":  {tournament.Rules{Format: tournament.FormatPods, Places: []tournament.Amount{"4", "2", "1", "0"}}, "placement", standings.Placement("3-2-1-0").Order[1], "3"},
		"named":              {tournament.Rules{Format: tournament.FormatSwiss, Ruleset: "fide-c07", Edition: standings.EditionDummy, Win: "1", Draw: "1/2"}, "fide-c07", standings.FIDE(standings.EditionDummy).Order[1], "1"},
		"own points":         {tournament.Rules{Format: tournament.FormatSwiss, Win: "2"}, "mtr-appendix-c", standings.MTR("0.33").Order[1], "2"},
		"own order":          {tournament.Rules{Format: tournament.FormatSwiss, TieBreaks: []string{"cumulative", "lots"}}, "mtr-appendix-c", standings.Criterion{Kind: standings.Cumulative}, "3"},
		"a cut of Buchholz":  {tournament.Rules{Format: tournament.FormatSwiss, TieBreaks: []string{"buchholz-cut-2"}}, "mtr-appendix-c", standings.Criterion{Kind: standings.Buchholz, Edition: standings.EditionCapped, CutLow: 2}, "3"},
		"median of Buchholz": {tournament.Rules{Format: tournament.FormatSwiss, Ruleset: "fide-c07", Edition: standings.EditionVirtual, TieBreaks: []string{"buchholz-median-1"}}, "fide-c07", standings.Criterion{Kind: standings.Buchholz, Edition: standings.EditionVirtual, CutLow: 1, CutHigh: 1}, "1"},
	} {
		t.Run(name, func(t *testing.T) {
			rs, err := rules.RulesetOf(test.rules)
			if err != nil {
				t.Fatal(err)
			}
			if rs.ID != test.id || rs.Order[0].Kind != standings.MatchPoints || rs.Order[1] != test.second || rs.Points.Win.String() != test.win {
				t.Errorf("got %s, %+v, %s points for a win", rs.ID, rs.Order, rs.Points.Win)
			}
		})
	}
}

func TestEveryTieBreakThatIsListedCanBeUsed(t *testing.T) {
	for _, name := range rules.TieBreaks() {
		if _, err := rules.RulesetOf(tournament.Rules{Format: tournament.FormatSwiss, TieBreaks: []string{name}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, wrong := range []string{"coin", "buchholz-cut-0", "buchholz-cut-x", "wins-cut-1", ""} {
		_, err := rules.RulesetOf(tournament.Rules{Format: tournament.FormatSwiss, TieBreaks: []string{wrong}})
		if r := engine.AsRefusal(err); r == nil || r.Code != rules.CodeRuleset {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestRoundsThatLeaveOneUndefeated(t *testing.T) {
	for _, test := range []struct {
		rules tournament.Rules
		n     int
		want  int
	}{
		{tournament.Rules{Format: tournament.FormatSwiss}, 8, 3},
		{tournament.Rules{Format: tournament.FormatSwiss}, 9, 4},
		{tournament.Rules{Format: tournament.FormatSwiss}, 2, 1},
		{tournament.Rules{Format: tournament.FormatSwiss, Rounds: 5}, 8, 5},
		{tournament.Rules{Format: tournament.FormatPods}, 16, 2},
		{tournament.Rules{Format: tournament.FormatPods}, 17, 3},
		{tournament.Rules{Format: tournament.FormatRoundRobin}, 6, 5},
		{tournament.Rules{Format: tournament.FormatRoundRobin, Rounds: 2}, 5, 10},
		{tournament.Rules{Format: tournament.FormatSingle}, 8, 3},
		{tournament.Rules{Format: tournament.FormatSingle}, 9, 4},
		{tournament.Rules{Format: tournament.FormatDouble}, 8, 0},
	} {
		if got := rules.PlannedRounds(test.rules, test.n); got != test.want {
			t.Errorf("%d entrants of a %s play %d rounds, want %d", test.n, test.rules.Format, got, test.want)
		}
	}
}
