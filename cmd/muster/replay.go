package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

// replayCmd folds recorded streams again.
type replayCmd struct {
	What  string          `arg:"" name:"gathering/group" help:"GATHERING/GROUP; GATHERING/c/CAMPAIGN, GATHERING/t/TOURNAMENT, GATHERING/l/LEAGUE or GATHERING/desk; or GATHERING, for everything in it."`
	At    events.Position `name:"at" help:"Position of the gathering's log; 0: its end."`
	Check bool            `name:"check" help:"Decide every recorded command again, and compare with what was recorded."`
	JSON  bool            `name:"json" help:"Write JSON, one value a line for each stream."`
	Where logs.Where      `embed:""`
}

// replayed is what is told about one stream, for --json.
type replayed struct {
	Stream      events.StreamID      `json:"stream"`
	Version     events.Version       `json:"version"`
	Position    events.Position      `json:"position"`
	Hash        events.Hash          `json:"hash"`
	Words       []string             `json:"words,omitempty"`
	State       *coordinator.Summary `json:"state,omitempty"`
	Desk        *desk.State          `json:"desk,omitempty"`
	Campaign    *campaign.Log        `json:"campaign,omitempty"`
	Tournament  *tournament.Log      `json:"tournament,omitempty"`
	League      *season.Season       `json:"league,omitempty"`
	Checked     bool                 `json:"checked,omitempty"`
	Differences []string             `json:"differences,omitempty"`
}

// Run implements the command.
func (c *replayCmd) Run(ctx context.Context, t *terminal) (err error) {
	if c.Check && c.At != 0 {
		return errors.New("--check looks at whole streams: leave --at out")
	}
	o, err := c.Where.Open(ctx, false, t.log("warn"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	ids, err := c.streams(ctx, o)
	if err != nil {
		return err
	}
	different := 0
	for _, id := range ids {
		r, err := c.one(ctx, o, id)
		if err != nil {
			return err
		}
		if err := c.print(t, r); err != nil {
			return err
		}
		different += len(r.Differences)
	}
	if different > 0 {
		return fmt.Errorf("%d recorded commands would be decided otherwise today", different)
	}
	return nil
}

// streams returns the streams that were asked for.
func (c *replayCmd) streams(ctx context.Context, o *logs.Opened) ([]events.StreamID, error) {
	gathering, group, one := strings.Cut(c.What, "/")
	g := events.GatheringID(gathering)
	if err := g.Validate(); err != nil {
		return nil, err
	}
	all, err := o.Streams(ctx, g)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no gathering %s here", g)
	}
	want := streamOf(g, group)
	var out []events.StreamID
	for _, s := range all {
		if !one || s.ID == want {
			out = append(out, s.ID)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("gathering %s has no group %s; write %s to see all", g, group, g)
	}
	return out, nil
}

// streamOf returns the stream of a gathering that is written as a group's id, as KIND/ID or as "desk".
func streamOf(g events.GatheringID, s string) events.StreamID {
	if s == string(events.KindDesk) {
		return events.Desk(g)
	}
	kind, id, ok := strings.Cut(s, "/")
	if !ok {
		return events.Group(g, events.GroupID(s))
	}
	return events.StreamID{Gathering: g, Kind: events.Kind(kind), Group: events.GroupID(id)}
}

func (c *replayCmd) one(ctx context.Context, o *logs.Opened, id events.StreamID) (replayed, error) {
	got, err := runner.Replay(ctx, o, vocabulary.All(), id, c.At)
	if err != nil {
		return replayed{}, err
	}
	out := replayed{Stream: id, Version: got.Head.Version, Position: got.Head.Position, Hash: got.Head.Hash, Desk: got.Desk, Words: bundle.Words(got)}
	if got.Group != nil {
		s := got.Group.Summary()
		out.State = &s
	}
	if got.Campaign != nil {
		out.Campaign = &got.Campaign.Log
	}
	if got.Tournament != nil {
		out.Tournament = &got.Tournament.Log
	}
	if got.League != nil {
		out.League = &got.League.Season
	}
	if !c.Check {
		return out, nil
	}
	out.Checked = true
	differences, err := runner.Check(ctx, o, vocabulary.All(), id)
	for _, d := range differences {
		out.Differences = append(out.Differences, d.String())
	}
	return out, err
}

func (c *replayCmd) print(t *terminal, r replayed) error {
	if c.JSON {
		return json.NewEncoder(t.Out).Encode(r)
	}
	fmt.Fprintf(t.Out, "%s at version %d, position %d, hash %s\n", r.Stream, r.Version, r.Position, r.Hash)
	if r.Checked {
		for _, d := range r.Differences {
			fmt.Fprintln(t.Out, "  DIFFERENT", d)
		}
		fmt.Fprintf(t.Out, "  %d commands decided again, %d different\n", r.Version, len(r.Differences))
		return nil
	}
	for _, w := range r.Words {
		fmt.Fprintln(t.Out, " ", w)
	}
	return nil
}
