package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/explain"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/projections/words"
)

// explainCmd tells how a number came about.
type explainCmd struct {
	What  string     `arg:"" name:"gathering/group" help:"GATHERING/GROUP; GATHERING/t/TOURNAMENT; GATHERING/l/LEAGUE."`
	Field string     `name:"field" required:"" help:"What to explain: city-strength, eye, round, stage/TABLE, progress/TABLE, threat/PERSON, place/PERSON, points/PERSON, … An unknown one lists all."`
	JSON  bool       `name:"json" help:"Write JSON, one move a line."`
	Where logs.Where `embed:""`
}

// Run implements the command.
func (c *explainCmd) Run(ctx context.Context, t *terminal) (err error) {
	o, err := c.Where.Open(ctx, false, t.log("warn"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	ids, err := (&replayCmd{What: c.What}).streams(ctx, o)
	if err != nil {
		return err
	}
	if len(ids) != 1 {
		return fmt.Errorf("%s names %d streams: write GATHERING/GROUP, GATHERING/t/TOURNAMENT or GATHERING/l/LEAGUE", c.What, len(ids))
	}
	moves, err := explain.Explain(ctx, o, vocabulary.All(), ids[0], c.Field)
	if err != nil {
		return err
	}
	js, err := jetstream.New(o.Broker.Commands)
	if err != nil {
		return err
	}
	names, err := people.Open(ctx, people.Options{JS: js})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, names.Close()) }()
	named := map[events.PersonID]string{}
	for _, r := range names.Records(ids[0].Gathering) {
		named[r.ID] = r.Name
	}
	name := func(p events.PersonID) string {
		if n := named[p]; n != "" {
			return n
		}
		return "Player " + strings.TrimPrefix(string(p), "p-")
	}
	return c.print(t, ids[0], moves, name)
}

func (c *explainCmd) print(t *terminal, id events.StreamID, moves []explain.Move, name func(events.PersonID) string) error {
	say := func(s string) string { return words.Resolve(s, name) }
	for _, m := range moves {
		if c.JSON {
			if err := json.NewEncoder(t.Out).Encode(m); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(t.Out, "%6d  %s  %s -> %s  by %s (%s)\n", m.Position, m.At.Format("2006-01-02 15:04:05"), orNone(say(m.Before)), orNone(say(m.After)), say(m.By), words.Command(m.Kind))
		for _, w := range m.Words {
			fmt.Fprintf(t.Out, "        %s\n", say(w))
		}
		if m.Reason != "" {
			fmt.Fprintf(t.Out, "        Reason: %s\n", m.Reason)
		}
	}
	if !c.JSON {
		fmt.Fprintf(t.Out, "%s of %s moved %d times.\n", c.Field, id, len(moves))
	}
	return nil
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
