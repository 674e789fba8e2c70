package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
)

// proveCmd makes and checks proofs about a log.
type proveCmd struct {
	Commit    proveCommitCmd    `cmd:"" help:"Take one commit out of a bundle, with the proof that it is in the log that was signed."`
	Extension proveExtensionCmd `cmd:"" help:"Prove that the log of an older checkpoint is the beginning of that of a newer one."`
	Check     proveCheckCmd     `cmd:"" help:"Check a proof, without a bundle, a server or a network."`
}

type proveCommitCmd struct {
	Bundle   string          `arg:"" help:"Bundle that holds the commit."`
	Position events.Position `arg:"" help:"Position of the commit in the log, from 1."`
	File     string          `arg:"" optional:"" help:"File to write (.tlog-proof); it must not exist. Nothing: the standard output."`
	At       events.Position `name:"checkpoint" help:"Size of the checkpoint that the proof leads to; 0: the bundle's last."`
}

// Run implements the command.
func (c *proveCommitCmd) Run(t *terminal) (err error) {
	f, done, err := bundle.OpenFile(c.Bundle)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	tree, head, err := treeAndHead(f, c.At)
	if err != nil {
		return err
	}
	n := events.Position(0)
	for raw, err := range f.Stored() {
		if err != nil {
			return err
		}
		if n++; n == c.Position {
			file, err := audit.ProveCommit(head, n, raw, tree)
			if err != nil {
				return err
			}
			return give(t, c.File, file)
		}
	}
	return fmt.Errorf("the bundle holds commits 1 to %d; %d is not among them", n, c.Position)
}

// treeAndHead returns the tree of a bundle's commits and one of its checkpoints.
func treeAndHead(f *bundle.File, size events.Position) (*audit.Tree, audit.Checkpoint, error) {
	vkey, err := f.LogKey()
	if err != nil {
		return nil, audit.Checkpoint{}, err
	}
	head, err := f.Checkpoint(size, vkey)
	if err != nil {
		return nil, audit.Checkpoint{}, err
	}
	tree, err := f.Tree()
	return tree, head, err
}

// give writes to a new file, or to the standard output.
func give(t *terminal, path string, b []byte) error {
	if path == "" || path == "-" {
		_, err := t.Out.Write(b)
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}

type proveExtensionCmd struct {
	Bundle string          `arg:"" help:"Bundle that holds both."`
	Old    events.Position `arg:"" help:"Size of the older checkpoint."`
	File   string          `arg:"" optional:"" help:"File to write; it must not exist. Nothing: the standard output."`
	At     events.Position `name:"checkpoint" help:"Size of the newer checkpoint; 0: the bundle's last."`
}

// Run implements the command.
func (c *proveExtensionCmd) Run(t *terminal) (err error) {
	f, done, err := bundle.OpenFile(c.Bundle)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	tree, head, err := treeAndHead(f, c.At)
	if err != nil {
		return err
	}
	e, err := audit.ProveExtension(c.Old, head, tree)
	if err != nil {
		return err
	}
	return give(t, c.File, e.Marshal())
}

type proveCheckCmd struct {
	File string `arg:"" help:"Proof of a commit, or of an extension."`
	Key  string `name:"key" required:"" placeholder:"VKEY" help:"Verifier key of the log, as the organiser showed it and 'muster bundle' printed it."`
	Old  string `name:"old" placeholder:"FILE" help:"Older checkpoint, for the proof of an extension."`
}

// Run implements the command.
func (c *proveCheckCmd) Run(_ context.Context, t *terminal) error {
	b, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	if c.Old != "" || strings.HasPrefix(string(b), "old ") {
		return c.extension(t, b)
	}
	p, err := audit.CheckCommit(b, c.Key)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "Proven: commit %d of %s is in the log that was signed (%s).\n%s\n", p.At, p.Checkpoint.Gathering, p.Checkpoint.Fingerprint(), p.Stored)
	return nil
}

func (c *proveCheckCmd) extension(t *terminal, b []byte) error {
	if c.Old == "" {
		return errors.New("this is the proof of an extension: give the older checkpoint with --old")
	}
	e, err := audit.ReadExtension(b)
	if err != nil {
		return err
	}
	newer, err := audit.OpenCheckpoint(e.New, c.Key)
	if err != nil {
		return fmt.Errorf("the newer checkpoint: %w", err)
	}
	signed, err := os.ReadFile(c.Old)
	if err != nil {
		return err
	}
	older, err := audit.OpenCheckpoint(signed, c.Key)
	if err != nil {
		return fmt.Errorf("the older checkpoint: %w", err)
	}
	if err := e.Check(older, newer); err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "Proven: the log of %s is the beginning of that of %s.\n", older.Fingerprint(), newer.Fingerprint())
	return nil
}
