package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections"
)

// campaigns is what pages know of campaigns: their logs, and the results that a log did not take.
type campaigns struct {
	*projections.Reader
	processes *process.Processes // nil while nothing may be written
}

// Refused implements deps.Campaigns.
func (c campaigns) Refused(ctx context.Context, g events.GatheringID, id events.GroupID) ([]deps.RefusedResult, error) {
	if c.processes == nil {
		return nil, nil
	}
	list, err := c.processes.RefusedResults(ctx, g, id)
	var out []deps.RefusedResult
	for _, r := range list {
		out = append(out, deps.RefusedResult{Group: r.Group, Scenario: r.Scenario, Won: r.Won, Says: r.Says})
	}
	return out, err
}

// Dismiss implements deps.Campaigns.
func (c campaigns) Dismiss(ctx context.Context, g events.GatheringID, id, group events.GroupID) error {
	if c.processes == nil {
		return errors.New("nothing can be written at the moment")
	}
	return c.processes.Dismiss(ctx, g, id, group)
}

// lettersWait bounds how long the status page waits for the number of dead letters.
const lettersWait = time.Second

// letters says for the status page what the processes could not carry on.
func (a *App) letters(ctx context.Context) []deps.Health {
	if a.processes == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lettersWait)
	defer cancel()
	waiting, err := a.processes.DeadLetters(ctx)
	if err != nil {
		return []deps.Health{{Part: "Processes", Says: err.Error()}}
	}
	if len(waiting) == 0 {
		return []deps.Health{{Part: "Processes", OK: true, Says: "everything is carried on"}}
	}
	var out []deps.Health
	for _, w := range waiting {
		says := fmt.Sprintf("%d commits could not be carried on: see what was not carried on, on the console; the latest: %s", w.Count, w.Says())
		if w.Handler == process.DeliveryHandler {
			says = fmt.Sprintf("%d messages were not taken by webhooks: see Webhooks on the console; the latest: %s", w.Count, w.Says())
		}
		if w.Handler == process.CampaignHandler {
			says = fmt.Sprintf("%d results of games are not in the log of their campaign: open the campaign, and record or dismiss them; the latest: %s", w.Count, w.Says())
		}
		out = append(out, deps.Health{Part: "Process " + w.Handler, Says: says, Letters: true})
	}
	return out
}
