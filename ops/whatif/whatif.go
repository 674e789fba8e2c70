// Package whatif tries commands on a copy of a group as it was at some position of its log, and sets what
// they would have come to beside what really was. It is for judges who weigh a ruling. [Desk] is the type to
// start with.
//
// Invariants:
//  1. Nothing is written anywhere: a Desk holds a reader of the log and nothing that writes, and no caller can
//     hand it one.
//  2. Trials are decided by the rules that decide real commands.
package whatif

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/replay"
	"github.com/muster-events/muster/projections/words"
)

// Desk answers what-ifs about the groups of a log. It is safe for concurrent use.
type Desk struct {
	log store.Loader
	cat *events.Catalogue
}

// New returns a Desk.
func New(log store.Loader, cat *events.Catalogue) *Desk { return &Desk{log: log, cat: cat} }

// Try answers for a group what commands would have come to that the judge or organiser who asks tries at a
// position. Errors: projections.ErrNotFound if the group had no commit by then, *engine.Refusal if too much
// is tried at once, those of the log.
func (d *Desk) Try(ctx context.Context, g events.GatheringID, group events.GroupID, asks events.PersonID, t replay.Try) (replay.WhatIf, error) {
	if err := check(t); err != nil {
		return replay.WhatIf{}, err
	}
	id := events.Group(g, group)
	if id.Validate() != nil || t.At < 1 {
		return replay.WhatIf{}, projections.ErrNotFound
	}
	c, real, err := d.copyAt(ctx, id, t.At)
	if err != nil {
		return replay.WhatIf{}, err
	}
	then := c.board()
	out := replay.WhatIf{Then: replay.SideOf(then), Real: replay.SideOf(real), Commands: make([]replay.Tried, 0, len(t.Commands))}
	for n, trial := range t.Commands {
		tried, err := c.try(n, asks, trial)
		if err != nil {
			return replay.WhatIf{}, err
		}
		out.Commands = append(out.Commands, tried)
	}
	out.Imagined = replay.SideOf(c.board())
	out.Differences = replay.Differences(then, c.board(), real)
	return out, nil
}

func check(t replay.Try) error {
	size := 0
	for _, c := range t.Commands {
		size += len(c.Type) + len(c.Data)
		if c.Role != events.RoleOrganiser && c.Role != events.RoleJudge && c.Role != events.RoleCaptain {
			return &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf("a command is tried as organiser, judge or captain, not as %q", c.Role)}
		}
	}
	switch {
	case len(t.Commands) > replay.MaxTrials:
		return &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf("%d commands are tried at once; at most %d are", len(t.Commands), replay.MaxTrials)}
	case size > replay.MaxTrialBytes:
		return &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf("the commands have %d bytes together; at most %d are tried at once", size, replay.MaxTrialBytes)}
	}
	return nil
}

// copied is a group as it was, on which trials are made.
type copied struct {
	id     events.StreamID
	branch *runner.Branch
	book   *replay.Book
	last   events.Recorded
}

// copyAt reads a group, and returns its copy at a position and its board at the end.
func (d *Desk) copyAt(ctx context.Context, id events.StreamID, at events.Position) (*copied, board.Group, error) {
	c := &copied{id: id, branch: runner.NewBranch(d.cat, id), book: replay.NewBook(d.cat, id)}
	real := board.New(id.Gathering, id.Group)
	for r, err := range d.log.Load(ctx, id, events.Head{}) {
		if err != nil {
			return nil, board.Group{}, fmt.Errorf("load %s: %w", id, err)
		}
		payloads, err := d.cat.DecodeAll(r)
		if err != nil {
			return nil, board.Group{}, fmt.Errorf("load %s: %w", id, err)
		}
		real = board.Apply(real, r, payloads)
		if r.Position > at {
			continue
		}
		if err := c.add(r); err != nil {
			return nil, board.Group{}, err
		}
	}
	if c.book.Len() == 0 {
		return nil, board.Group{}, projections.ErrNotFound
	}
	return c, real.Group, nil
}

func (c *copied) add(r events.Recorded) error {
	if err := c.branch.Add(r); err != nil {
		return err
	}
	c.last = r
	return c.book.Add(r)
}

// board is the group as it is on the copy.
func (c *copied) board() board.Group {
	f, _ := c.book.At(c.book.Head().Position)
	return f.Board
}

// try makes the n-th trial, from 0, and notes what came of it. The clock stands still: it counts as given
// right after the commit before it.
func (c *copied) try(n int, asks events.PersonID, t replay.Trial) (replay.Tried, error) {
	cmd := c.command(n, asks, t)
	out := replay.Tried{Trial: t, Words: words.Command(t.Type), By: words.Upper(words.Actor(board.Context(c.board()), cmd.Actor))}
	r, err := c.branch.Try(cmd, c.last.At)
	if no := engine.AsRefusal(err); no != nil {
		out.Refused = &replay.Refused{Code: string(no.Code), Says: no.Says, Source: no.Source}
		return out, nil
	}
	if err != nil {
		return out, err
	}
	if err := c.book.Add(r); err != nil {
		return out, err
	}
	f, _ := c.book.At(r.Position)
	out.Events, out.Changes = f.Events, f.Changes
	return out, nil
}

// trials is the space of the ids of commands that are tried: the same trial has the same id, so that the same
// question has the same answer.
var trials = uuid.MustParse("0b8c0f6e-5a0e-4f6f-9a51-0a2f3f1f6a77")

func (c *copied) command(n int, asks events.PersonID, t replay.Trial) events.Command {
	cmd := events.Command{
		ID:   events.CommandID(uuid.NewSHA1(trials, []byte(c.id.String()+" "+strconv.Itoa(n)+" "+t.Type)).String()),
		Type: t.Type, Data: t.Data, Round: t.Round, Actor: events.Actor{Role: t.Role, Person: asks},
	}
	if t.Role == events.RoleCaptain {
		cmd.Actor = events.Actor{Role: t.Role, Group: c.id.Group, Table: t.Table}
		if s := c.branch.State().Group; s != nil {
			if table, ok := s.Table(t.Table); ok {
				cmd.Device = table.Recorder // the phone that records there may give it
			}
		}
	}
	return cmd
}
