package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

// verifyCmd checks a bundle without a server.
type verifyCmd struct {
	File       string   `arg:"" help:"Bundle to verify."`
	Checkpoint []string `name:"checkpoint" placeholder:"FINGERPRINT" help:"Fingerprint that a wall or a phone showed during the event, as in '1234 K7QF-2M9X-A0BC-DEFG'. May be given several times."`
	Phone      []string `name:"phone" placeholder:"FILE" help:"What a table's phone has kept of the log, saved there as a file. May be given several times."`
	Key        string   `name:"key" placeholder:"VKEY" help:"Verifier key of the log, as the organiser showed it. Without it the bundle's own key is taken."`
	Witness    []string `name:"witness" placeholder:"VKEY" help:"Verifier key of a witness that you trust. May be given several times."`
	Need       int      `name:"need" help:"How many of the witnesses given must have signed; 0: all of them."`
	JSON       bool     `name:"json" help:"Write the report as JSON."`
}

// Run implements the command. Exit codes: 0 proven, 1 contradicted, 2 not a bundle, or not a phone's file, that
// can be read.
func (c *verifyCmd) Run(ctx context.Context, t *terminal) error {
	need := c.Need
	if need == 0 {
		need = len(c.Witness)
	}
	phones, err := c.phones()
	if err != nil {
		return err
	}
	r, err := bundle.VerifyFile(ctx, c.File, bundle.Options{
		Catalog: vocabulary.All(), Version: version(), Key: c.Key, Fingerprints: c.Checkpoint, Witnesses: c.Witness, Need: need, Phones: phones,
	})
	if err != nil {
		return err
	}
	if c.JSON {
		if err := json.NewEncoder(t.Out).Encode(r); err != nil {
			return err
		}
	} else {
		r.Print(t.Out)
	}
	if first, bad := r.First(); bad {
		return fmt.Errorf("the bundle is contradicted: %s", first)
	}
	return nil
}

// phones reads what phones have kept.
func (c *verifyCmd) phones() ([]bundle.Phone, error) {
	var out []bundle.Phone
	for _, name := range c.Phone {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(io.LimitReader(f, bundle.MaxPhoneBytes+1))
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		p, err := bundle.ReadPhone(name, b)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// unreadable reports whether a command failed because a file is no bundle, or not that of a phone.
func unreadable(err error) bool {
	var u *bundle.UnreadableError
	var p *bundle.PhoneError
	return errors.As(err, &u) || errors.As(err, &p)
}
