package bundle_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/bundle"
)

func TestResultsInALeagueAreThoseOfTheirGroupsAndTournaments(t *testing.T) {
	r := proven(t, game(t, oneLeague, 0).written(t, nil), bundle.Options{})
	i := slices.IndexFunc(r.Checks, func(c bundle.Check) bool { return c.Part == bundle.PartAcross })
	if i < 0 || r.Checks[i].Count != 2 {
		t.Errorf("a group and a tournament score in the league; looked at: %+v", r.Checks)
	}
}

// Must show 2: the league's own rules have nothing against a result for the wrong player, but it is not what
// the tournament's log leads to.
func TestAResultCarriedOverForTheWrongPlayerIsRefused(t *testing.T) {
	l := game(t, oneLeague, 0)
	at := slices.IndexFunc(l, func(r events.Recorded) bool {
		return r.Command.Type == "league.score-source.v1" && bytes.Contains(r.Command.Data, []byte("week-3-cup"))
	})
	if at < 0 {
		t.Fatal("no tournament scores in the league")
	}
	swap := strings.NewReplacer(`"p-15"`, `"p-9"`, `"p-9"`, `"p-15"`)
	c := &l[at].Commit
	c.Command.Data = []byte(swap.Replace(string(c.Command.Data)))
	for i, e := range c.Events {
		c.Events[i].Data = []byte(swap.Replace(string(e.Data)))
	}
	f := found(t, l.chained(t).written(t, nil), bundle.Options{Key: key.VKey("demo")})
	if f.Part != bundle.PartAcross || f.Position != events.Position(at+1) || f.Rule == "" {
		t.Errorf("commit %d carries a wrong result; the first finding: %s", at+1, f)
	}
}
