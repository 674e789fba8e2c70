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
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
)

// replayCmd folds recorded streams again.
type replayCmd struct {
	What  string          `arg:"" name:"gathering/group" help:"GATHERING/GROUP; GATHERING/c/CAMPAIGN; or GATHERING, for all its groups, campaigns and its desk."`
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
	Campaign    *rules.Log           `json:"campaign,omitempty"`
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
	want := events.Group(g, events.GroupID(group))
	if group == string(events.KindDesk) {
		want = events.Desk(g)
	}
	if campaign, ok := strings.CutPrefix(group, string(events.KindCampaign)+"/"); ok {
		want = events.Campaign(g, events.GroupID(campaign))
	}
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

func (c *replayCmd) one(ctx context.Context, o *logs.Opened, id events.StreamID) (replayed, error) {
	got, err := runner.Replay(ctx, o, vocabulary.All(), id, c.At)
	if err != nil {
		return replayed{}, err
	}
	out := replayed{Stream: id, Version: got.Head.Version, Position: got.Head.Position, Hash: got.Head.Hash, Desk: got.Desk}
	if got.Group != nil {
		s := got.Group.Summary()
		out.State, out.Words = &s, got.Group.Words()
	}
	if got.Campaign != nil {
		out.Campaign, out.Words = &got.Campaign.Log, campaignWords(got.Campaign.Log)
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
	if r.Desk != nil {
		for _, w := range deskWords(*r.Desk) {
			fmt.Fprintln(t.Out, " ", w)
		}
	}
	return nil
}

// campaignWords tells what the log of a campaign says.
func campaignWords(l rules.Log) []string {
	sum, scored := l.Score()
	out := []string{fmt.Sprintf("%s, %d players; score %d of %d scenarios.", l.Name, len(l.Players), sum, scored)}
	for _, p := range l.Players {
		var heroes []string
		for _, h := range p.Heroes {
			heroes = append(heroes, h.Title)
		}
		out = append(out, fmt.Sprintf("{%s}: %s; threat penalty %d.", p.Player, orNone(strings.Join(heroes, ", ")), p.Penalty))
	}
	out = append(out, "Fallen: "+orNone(strings.Join(l.Fallen, ", "))+".")
	var pool []string
	for _, c := range l.Pool {
		pool = append(pool, c.Kind+" "+c.Name)
	}
	out = append(out, "Campaign pool: "+orNone(strings.Join(pool, ", "))+".")
	for _, r := range l.Rows {
		how := "lost"
		if r.Won {
			how = "won"
		}
		out = append(out, fmt.Sprintf("%s: %s.", r.Title, how))
	}
	switch {
	case l.Ended != nil:
		out = append(out, "The campaign has ended: "+l.Ended.Choice+" the Ring.")
	case l.Game != nil:
		out = append(out, "Being played: "+strings.Join(l.Game.Scenarios, ", ")+".")
	}
	return out
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// deskWords tells the state of a gathering's own stream.
func deskWords(s desk.State) []string {
	out := []string{fmt.Sprintf("%s, %d people.", s.Name, s.People)}
	if s.Ended {
		out = append(out, "The gathering has ended.")
	}
	return out
}
