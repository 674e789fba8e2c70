package main

import (
	"context"
	"errors"
	"os"

	"github.com/muster-events/muster/ops/bench"
)

// benchCmd measures this machine.
type benchCmd struct {
	N      int    `name:"n" default:"2000" help:"Entries of each measurement."`
	Bundle string `name:"bundle" help:"Measure how fast bundles are verified instead: a bundle whose groups are copied until there are --events."`
	Events uint64 `name:"events" default:"100000" help:"Events of the bundle that is verified, with --bundle."`
	Dir    string `name:"dir" default:"." help:"Folder on the disk to measure; a temporary one is made in it and removed."`
}

// Run implements the command.
func (c *benchCmd) Run(ctx context.Context, t *terminal) (err error) {
	dir, err := os.MkdirTemp(c.Dir, "muster-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if c.Bundle != "" {
		_, err = bench.Verify(ctx, bench.VerifyOptions{Bundle: c.Bundle, Events: c.Events, Dir: dir, Out: t.Out})
		return err
	}
	_, err = bench.Run(ctx, bench.Options{Dir: dir, N: c.N, Out: t.Out})
	return err
}
