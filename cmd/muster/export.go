package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/transfer"
)

// exportCmd writes a gathering to a file.
type exportCmd struct {
	Gathering   events.GatheringID `arg:"" help:"Id of the gathering."`
	File        string             `arg:"" optional:"" help:"File to write; it must not exist. Nothing or -: the standard output."`
	CloudEvents bool               `name:"cloudevents" help:"One CloudEvent a line, for integrators, instead of a file to import."`
	Where       logs.Where         `embed:""`
}

// Run implements the command.
func (c *exportCmd) Run(ctx context.Context, t *terminal) (err error) {
	if err := c.Gathering.Validate(); err != nil {
		return err
	}
	o, err := c.Where.Open(ctx, false, t.log("warn"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	write := transfer.Export
	if c.CloudEvents {
		write = transfer.ExportCloudEvents
	}
	var sum transfer.Summary
	err = c.into(t.Out, func(w io.Writer) error {
		sum, err = write(ctx, o, c.Gathering, w)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Err, "%s: %d commits, %d events", sum.Gathering, sum.Commits, sum.Events)
	if sum.Root != "" {
		fmt.Fprintf(t.Err, ", root %s", sum.Root)
	}
	fmt.Fprintln(t.Err)
	return nil
}

// into gives write the standard output or a file that appears only when it is complete.
func (c *exportCmd) into(stdout io.Writer, write func(io.Writer) error) error {
	if c.File == "" || c.File == "-" {
		return write(stdout)
	}
	if _, err := os.Lstat(c.File); err == nil {
		return fmt.Errorf("%s is there already: give another name", c.File)
	}
	f, err := os.CreateTemp(filepath.Dir(c.File), ".muster-export-*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.File)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
