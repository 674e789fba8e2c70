package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
)

// errCut is what a captain's phone sees of a connection that was cut.
var errCut = errors.New("connection cut")

// flaky is a network that now and then loses a request, or its answer.
type flaky struct {
	next http.RoundTripper

	mu   sync.Mutex // guards rng and pct
	rng  *rand.Rand
	pct  int // of a hundred POST requests, how many are hit
	hits int
}

// RoundTrip implements http.RoundTripper.
func (f *flaky) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	hit := r.Method == http.MethodPost && f.rng.IntN(100) < f.pct
	before := hit && f.rng.IntN(2) == 0
	if hit {
		f.hits++
	}
	f.mu.Unlock()
	if before {
		return nil, errCut
	}
	res, err := f.next.RoundTrip(r)
	if hit && err == nil { // the server has done it; the answer is lost
		res.Body.Close()
		return nil, errCut
	}
	return res, err
}

func (f *flaky) lost() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hits
}

// mistake returns something wrong that a captain might enter now. Some of these are accepted by
// chance; none may do harm.
func (p *player) mistake(g board.Group, c *captain) events.CommandBody {
	other := g.Tables[p.rng.IntN(len(g.Tables))].ID
	switch p.rng.IntN(8) {
	case 0: // another table's business
		return lotr.ChangeThreat{Table: other, By: 3}
	case 1: // a round that is over, or not begun
		return group.EndRound{Table: c.table, Round: g.Round - 1 + 2*p.rng.IntN(2)}
	case 2: // an enemy that is not there
		return lotr.DamageEnemy{Table: c.table, Enemy: 900, By: 1}
	case 3: // out of turn
		for _, s := range g.Queue {
			if s.State == "pending" && s.Table == c.table {
				return group.ResolveStep{Table: c.table, Step: s.ID, Choice: group.ChoicePay}
			}
		}
		return group.ResolveStep{Table: c.table, Step: "no-such-step", Choice: group.ChoicePay}
	case 4: // a number out of range
		return lotr.PlaceProgress{Table: c.table, By: 5000}
	case 5: // a card of another game
		return lotr.RevealCard{Table: c.table, Card: "Old Man Willow"}
	case 6: // what only a judge may do
		zero := 0
		return lotr.Rule{Reason: "we say so", Verdict: group.VerdictCorrected, City: &zero}
	default: // back to an earlier phase
		return lotr.BeginPhase{Table: c.table, Phase: lotr.PhaseResource}
	}
}

// doubleTap sends one command twice at once, as two taps on a slow phone do.
func doubleTap(ctx context.Context, cl *client.Client, g events.GatheringID, grp events.GroupID, cmd client.Command) (client.Reply, error) {
	var (
		wg      sync.WaitGroup
		replies [2]client.Reply
		errs    [2]error
	)
	for i := range replies {
		wg.Go(func() { replies[i], errs[i] = cl.Send(ctx, g, grp, cmd) })
	}
	wg.Wait()
	return replies[0], errors.Join(errs[0], errs[1])
}
