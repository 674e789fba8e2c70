package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/transfer"
)

// importCmd brings a gathering back.
type importCmd struct {
	File  string     `arg:"" help:"File written by 'muster export'."`
	Where logs.Where `embed:""`
}

// Run implements the command.
func (c *importCmd) Run(ctx context.Context, t *terminal) (err error) {
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	o, err := c.Where.OpenNew(ctx, t.log("warn"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	if err := notInLedger(o, f); err != nil {
		return err
	}
	sum, err := transfer.Import(ctx, o, f, vocabulary.All())
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "%s: %d commits, %d events, root %s\n", sum.Gathering, sum.Commits, sum.Events, sum.Root)
	fmt.Fprintln(t.Out, "Names of people are not in the file: they are shown as Player 1, Player 2, …")
	return nil
}

// notInLedger refuses a gathering that the second copy knows although the log does not: that is
// damage, for repair to mend.
func notInLedger(o *logs.Opened, f *os.File) error {
	if o.Dir == nil {
		return nil
	}
	path := o.Dir.Join(ledger.FileName)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	sum, err := transfer.Check(f, vocabulary.All())
	if err != nil {
		return err
	}
	l, err := ledger.Open(path, nil)
	if err != nil {
		return err
	}
	if end := l.End(sum.Gathering); end > 0 {
		err = &transfer.ExistsError{Gathering: sum.Gathering, Commits: end}
	}
	return errors.Join(err, l.Close())
}
