//go:build !js

package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	words "github.com/muster-events/muster/events/tournament"
)

// CodeUnfinished refuses to seal a gathering of which something is not over, or something else than what
// was named.
const CodeUnfinished engine.Code = "unfinished"

// Unfinished is a stream of a gathering that is not over.
type Unfinished struct {
	Stream events.StreamID `json:"-"`
	Name   string          `json:"stream"` // "group/red"
	Says   string          `json:"says"`   // what is open, for people
}

// Unfinished lists what of a gathering is not over, by stream, as it is while this runs. It loads every
// stream. Errors as for [Service.Group].
func (s *Service) Unfinished(ctx context.Context, g events.GatheringID) ([]Unfinished, error) {
	streams, err := s.o.Store.Streams(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []Unfinished
	for _, info := range streams {
		if info.ID.Kind == events.KindDesk {
			continue
		}
		m, err := s.now(ctx, info.ID)
		if err != nil {
			return nil, fmt.Errorf("look whether %s is over: %w", info.ID, err)
		}
		if says := open(m.state()); says != "" {
			out = append(out, Unfinished{Stream: info.ID, Name: info.ID.Name(), Says: says})
		}
	}
	slices.SortFunc(out, func(a, b Unfinished) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// open says what of a stream is not over; empty: it is.
func open(state any) string {
	switch s := state.(type) {
	case coordinator.State:
		return openGroup(s)
	case tournament.State:
		return openTournament(s)
	case league.State:
		return openLeague(s)
	case campaign.State:
		if s.Opened && !s.Over() {
			return fmt.Sprintf("the campaign %s goes on: no further game of it can be recorded", s.Name)
		}
	}
	return ""
}

func openGroup(s coordinator.State) string {
	switch {
	case s.Phase == coordinator.PhaseNone || s.Over():
		return ""
	case s.Phase == coordinator.PhaseSetup:
		return fmt.Sprintf("%s has not begun to play", s.Name)
	default:
		return fmt.Sprintf("%s is in round %d", s.Name, s.Round)
	}
}

func openTournament(s tournament.State) string {
	switch {
	case !s.Opened() || s.Status == words.StatusFinal || s.Status == words.StatusSealed:
		return ""
	case s.Frozen != nil:
		return fmt.Sprintf("the standings of %s are frozen and would stay hidden for ever", s.Name)
	case s.Status == words.StatusOpen:
		return fmt.Sprintf("%s has not started", s.Name)
	case s.Playing() && len(s.Rounds) == 0:
		return fmt.Sprintf("%s has no round yet", s.Name)
	case s.Playing():
		return fmt.Sprintf("%s is in round %d", s.Name, len(s.Rounds))
	default:
		return fmt.Sprintf("%s has ended, but its standings are not final", s.Name)
	}
}

func openLeague(s league.State) string {
	switch {
	case !s.Opened || s.Frozen == nil && (s.Stage == season.Final || s.Stage == season.Sealed):
		return ""
	case s.Frozen != nil:
		return fmt.Sprintf("the board of %s is frozen and would stay hidden for ever", s.Name)
	case s.Stage == season.Ended:
		return fmt.Sprintf("the season of %s has ended, but is not final", s.Name)
	default:
		return fmt.Sprintf("the season of %s goes on", s.Name)
	}
}

// maySeal refuses to seal a gathering unless exactly what is unfinished is named, and nothing that was
// recorded is still on its way to where it belongs. Everything else about the command is for the desk.
func (c *Closed) maySeal(ctx context.Context, id events.StreamID, cmd events.Command) error {
	var b desk.SealGathering
	if cmd.Type != b.CommandType() || json.Unmarshal(cmd.Data, &b) != nil || access.May(cmd.Actor, access.Give(cmd.Type), access.Object{}) != nil {
		return nil
	}
	d, err := c.s.Desk(ctx, id.Gathering)
	if err != nil {
		return err
	}
	if _, seen := d.Seen(cmd.ID); seen || d.Sealed || !d.Opened {
		return nil
	}
	if c.Behind != nil {
		says, err := c.Behind(ctx, id.Gathering)
		if err != nil {
			return err
		}
		if says != "" {
			return &engine.Refusal{Code: engine.CodeBusy, Says: says + "; seal the gathering when that is done, in a moment"}
		}
	}
	left, err := c.s.Unfinished(ctx, id.Gathering)
	if err != nil {
		return err
	}
	return asNamed(d.Name, b.Unfinished, left)
}

// asNamed refuses if the streams that are named are not those that are left.
func asNamed(gathering string, named []string, left []Unfinished) error {
	names := make([]string, len(left))
	says := make([]string, len(left))
	for i, u := range left {
		names[i], says[i] = u.Name, u.Says
	}
	if slices.Equal(slices.Sorted(slices.Values(named)), names) {
		return nil
	}
	if len(left) == 0 {
		return &engine.Refusal{Code: CodeUnfinished, Says: fmt.Sprintf("everything of %s is over by now: seal it without naming anything as unfinished", gathering)}
	}
	const most = 10
	if n := len(says) - most; n > 0 {
		says = append(says[:most:most], fmt.Sprintf("%d more", n))
	}
	return &engine.Refusal{Code: CodeUnfinished, Says: fmt.Sprintf(
		"not everything of %s is over: %s. Finish that first, or seal the gathering naming all of it as unfinished; it stays so for ever", gathering, strings.Join(says, "; "))}
}
