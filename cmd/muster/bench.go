package main

import (
	"context"
	"errors"
	"os"

	"github.com/muster-events/muster/ops/bench"
)

// benchCmd measures this machine.
type benchCmd struct {
	N   int    `name:"n" default:"2000" help:"Entries of each measurement."`
	Dir string `name:"dir" default:"." help:"Folder on the disk to measure; a temporary one is made in it and removed."`
}

// Run implements the command.
func (c *benchCmd) Run(ctx context.Context, t *terminal) (err error) {
	dir, err := os.MkdirTemp(c.Dir, "muster-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	_, err = bench.Run(ctx, bench.Options{Dir: dir, N: c.N, Out: t.Out})
	return err
}
