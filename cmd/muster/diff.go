package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

// diffCmd compares two bundles, or a bundle with a published table.
type diffCmd struct {
	A     string `arg:"" help:"Bundle."`
	B     string `arg:"" help:"Another bundle of the gathering, or a published table: a CSV file whose first line names the columns."`
	Table string `name:"table" help:"Which table the CSV file is: groups, t/TOURNAMENT or l/LEAGUE. Nothing: the only one that fits."`
	JSON  bool   `name:"json" help:"Write JSON, one difference a line."`
}

// Run implements the command. It fails if there is a difference that is an error.
func (c *diffCmd) Run(ctx context.Context, t *terminal) (err error) {
	a, done, err := bundle.OpenFile(c.A)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	ds, err := c.differences(ctx, a)
	if err != nil {
		return err
	}
	bad := 0
	for _, d := range ds {
		if d.Severity == bundle.SeverityError {
			bad++
		}
		if c.JSON {
			if err := json.NewEncoder(t.Out).Encode(d); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(t.Out, d)
	}
	if !c.JSON {
		fmt.Fprintf(t.Out, "%d differences, %d of them errors.\n", len(ds), bad)
	}
	if bad > 0 {
		return fmt.Errorf("%d differences are errors", bad)
	}
	return nil
}

func (c *diffCmd) differences(ctx context.Context, a *bundle.File) (_ []bundle.Difference, err error) {
	if strings.HasSuffix(strings.ToLower(c.B), ".csv") {
		b, err := os.ReadFile(c.B)
		if err != nil {
			return nil, err
		}
		return bundle.DiffTable(ctx, a, b, c.Table, vocabulary.All())
	}
	b, done, err := bundle.OpenFile(c.B)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	return bundle.Diff(ctx, a, b, vocabulary.All())
}
