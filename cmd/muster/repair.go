package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/ops/datadir"
)

// repairCmd mends the log. No server may run on the data directory.
type repairCmd struct {
	Where logs.Where `embed:""`
}

// Run implements the command.
func (c *repairCmd) Run(ctx context.Context, t *terminal) (err error) {
	log := t.log("warn")
	o, err := c.Where.Open(ctx, true, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	dir := o.Dir
	if dir == nil { // external NATS: the ledger is still ours alone
		if dir, err = datadir.Open(c.Where.Data, time.Now()); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, dir.Close()) }()
	}
	options := ledger.RepairOptions{
		Aside: dir.Join("aside"),
		NewID: func() events.CommandID { return events.CommandID(uuid.Must(uuid.NewV7()).String()) },
		Progress: func(g events.GatheringID, done, of events.Position) {
			fmt.Fprintf(t.Err, "%s: %d of %d\n", g, done, of)
		},
	}
	if o.Broker.IsEmbedded() {
		options.StreamDir = func(g events.GatheringID) string {
			return dir.Join(logs.StreamDir, "jetstream", "$G", "streams", events.JetStreamName(g))
		}
	}
	report, err := ledger.Repair(ctx, filepath.Join(dir.Path, ledger.FileName), o.Store, options)
	fmt.Fprint(t.Out, report.Words())
	return err
}
