package bundle

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	rules "github.com/muster-events/muster/coordinator/campaign"
	scores "github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/league"
)

// ruleAcross says what is checked across streams.
const ruleAcross = "what a group or tournament scores in a league or records in a campaign is what its own log leads to (design, \"process manager\")"

// carried is a command by which the program itself carried a result from one stream into another.
type carried struct {
	r    events.Recorded
	body events.CommandBody
}

// carries returns the command of a commit if it carried a result across streams.
func (v *verifier) carries(r events.Recorded) (carried, bool) {
	if r.Command.Actor.Role != events.RoleSystem || r.Stream.Kind != events.KindLeague && r.Stream.Kind != events.KindCampaign {
		return carried{}, false
	}
	body, err := v.o.Catalog.DecodeCommand(r.Command.Type, r.Command.Data)
	if err != nil {
		return carried{}, false // told as a finding of the schema
	}
	switch body.(type) {
	case league.ScoreSource, campaign.RecordResult:
		r.Raw = nil
		return carried{r, body}, true
	}
	return carried{}, false
}

// across compares what was carried into leagues and campaigns with what its source led to.
func (v *verifier) across(ctx context.Context, all []carried) error {
	for _, c := range all {
		v.report.count(PartAcross, 1)
		var found, expected string
		var err error
		switch b := c.body.(type) {
		case league.ScoreSource:
			found, expected, err = v.scored(ctx, c.r.Stream.Gathering, b)
		case campaign.RecordResult:
			found, expected, err = v.recorded(ctx, c.r, b)
		}
		if err != nil {
			return err
		}
		if found != expected {
			id := c.r.Stream
			v.report.bad(Finding{
				Part: PartAcross, Position: c.r.Position, Stream: &id, Version: c.r.Version, Event: c.r.Command.Type,
				Rule: ruleAcross, Found: found, Expected: expected,
			})
		}
	}
	return nil
}

// scored returns what a league was told that a source scores, and what the source's log says.
func (v *verifier) scored(ctx context.Context, g events.GatheringID, b league.ScoreSource) (found, expected string, err error) {
	id := events.Group(g, b.Source.Group)
	if b.Source.Tournament != "" {
		id = events.Tournament(g, b.Source.Tournament)
	}
	at, ok := v.spool.position(id, b.At)
	if !ok {
		return fmt.Sprintf("a result of %s as of its commit %d", id, b.At), "a commit that the source has", nil
	}
	now, err := runner.Replay(ctx, v.spool, v.o.Catalog, id, at)
	if err != nil {
		return "", "", err
	}
	var all []league.Result
	switch {
	case now.Group != nil:
		all = scores.ResultsOf(*now.Group)
	case now.Tournament != nil:
		if all, err = scores.ResultsOfTournament(now.Tournament.Log); err != nil {
			return "a result of " + id.String(), "none: " + err.Error(), nil
		}
	}
	from := min(b.Page*scores.PageSize, len(all))
	page := append([]league.Result{}, all[from:min(from+scores.PageSize, len(all))]...)
	return asText(append([]league.Result{}, b.Results...)), asText(page), nil
}

// recorded returns what a campaign was told of a group's game, and what the group's log says: one of the
// results that it has had at some time.
func (v *verifier) recorded(ctx context.Context, r events.Recorded, b campaign.RecordResult) (found, expected string, err error) {
	id := events.Group(r.Stream.Gathering, b.Group)
	found = asText(b)
	again := runner.NewAgain(v.o.Catalog, id)
	expected = "a group of that name whose game has ended so"
	for c, err := range v.spool.Load(ctx, id, events.Head{}) {
		if err != nil {
			return "", "", err
		}
		if c.Position > r.Position {
			break
		}
		if _, _, err := again.Next(c); err != nil {
			return "", "", err
		}
		if !isDecided(c) {
			continue
		}
		for _, was := range rules.ResultsOf(*again.State().Group, id.Group) {
			if was.Scenario == b.Scenario {
				expected = asText(was)
			}
			if asText(was) == found {
				return found, found, nil
			}
		}
	}
	return found, expected, nil
}

// isDecided reports whether a commit of a group ended its game.
func isDecided(r events.Recorded) bool {
	return slices.ContainsFunc(r.Events, func(e events.Event) bool {
		return e.Type == "group.won.v1" || e.Type == "group.lost.v1"
	})
}

func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// position returns where a version of a stream is in the log.
func (s *spool) position(id events.StreamID, version events.Version) (events.Position, bool) {
	list := s.streams[id]
	if list == nil || version < 1 || uint64(version) > uint64(len(*list)) {
		return 0, false
	}
	return events.Position((*list)[version-1].pos), true
}
