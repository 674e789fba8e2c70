package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
	"github.com/muster-events/muster/ops/people"
)

// bundleCmd writes a gathering to a file that proves itself.
type bundleCmd struct {
	Gathering events.GatheringID `arg:"" help:"Id of the gathering."`
	File      string             `arg:"" optional:"" help:"File to write; it must not exist. Nothing: GATHERING.muster.zip."`
	WithNames bool               `name:"with-names" help:"Put names and contacts into the file. Without it the file knows people by number only, and proves the same."`
	Where     logs.Where         `embed:""`
}

// Run implements the command.
func (c *bundleCmd) Run(ctx context.Context, t *terminal) (err error) {
	if err := c.Gathering.Validate(); err != nil {
		return err
	}
	if c.File == "" {
		c.File = string(c.Gathering) + ".muster.zip"
	}
	o, err := c.Where.Open(ctx, false, t.log("warn"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	src, err := c.source(ctx, o)
	if err != nil {
		return err
	}
	var m bundle.Manifest
	err = (&exportCmd{File: c.File}).into(t.Out, func(w io.Writer) error {
		m, err = bundle.Write(ctx, src, w)
		return err
	})
	if err != nil {
		return err
	}
	last := src.Checkpoints[len(src.Checkpoints)-1]
	fmt.Fprintf(t.Err, "%s: %d commits, %d events, %d checkpoints\nFingerprint  %s\nKey          %s\n",
		c.File, m.Commits, m.Events, len(src.Checkpoints), last.Fingerprint(), src.LogKey)
	return nil
}

// source reads the log once for its tree, and signs its head.
func (c *bundleCmd) source(ctx context.Context, o *logs.Opened) (bundle.Source, error) {
	js, err := jetstream.New(o.Broker.Commands)
	if err != nil {
		return bundle.Source{}, err
	}
	key, _, err := audit.OpenKey(ctx, js, 1)
	if err != nil {
		return bundle.Source{}, err
	}
	end, err := o.End(ctx, c.Gathering)
	if err != nil {
		return bundle.Source{}, err
	}
	if end == 0 {
		return bundle.Source{}, fmt.Errorf("there is no gathering %s here", c.Gathering)
	}
	var tree audit.Tree
	for r, err := range upTo(ctx, o, c.Gathering, end) {
		if err != nil {
			return bundle.Source{}, err
		}
		if err := tree.Add(tlog.Hash(r.Hash)); err != nil {
			return bundle.Source{}, err
		}
	}
	src := bundle.Source{
		Commits: upTo(ctx, o, c.Gathering, end), Log: o, Hashes: &tree, Catalog: vocabulary.All(),
		LogKey: key.VKey(c.Gathering), Version: version(),
	}
	if src.People, err = c.people(ctx, js); err != nil {
		return bundle.Source{}, err
	}
	src.Checkpoints, err = c.checkpoints(ctx, js, key, &tree)
	return src, err
}

// upTo yields the commits of a gathering from the first to one.
func upTo(ctx context.Context, o *logs.Opened, g events.GatheringID, end events.Position) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		for r, err := range o.Follow(ctx, g, 0) {
			if !yield(r, err) || err != nil || r.Position == end {
				return
			}
		}
	}
}

// checkpoints returns the kept checkpoints, each checked, and a signed head of the whole tree as the last.
func (c *bundleCmd) checkpoints(ctx context.Context, js jetstream.JetStream, key audit.Key, tree *audit.Tree) ([]audit.Checkpoint, error) {
	history, err := audit.OpenHistory(ctx, js, 1)
	if err != nil {
		return nil, err
	}
	kept, err := history.All(ctx, c.Gathering)
	if err != nil {
		return nil, err
	}
	var out []audit.Checkpoint
	for _, k := range kept {
		cp, err := audit.OpenCheckpoint(k.Note, key.VKey(c.Gathering))
		if err != nil {
			return nil, err
		}
		root, err := tree.Root(int64(cp.Size))
		switch {
		case err != nil:
			return nil, fmt.Errorf("the log is shorter than its checkpoint %s: %w; run muster repair", cp.Fingerprint(), err)
		case root != cp.Root:
			return nil, fmt.Errorf("the log is not the one that was signed at commit %d (%s); run muster repair", cp.Size, cp.Fingerprint())
		}
		if n := len(out); n > 0 && out[n-1].Size == cp.Size {
			out = out[:n-1] // the same with further signatures
		}
		out = append(out, cp)
	}
	size := events.Position(tree.Size())
	if n := len(out); n > 0 && out[n-1].Size == size {
		return out, nil
	}
	root, err := tree.Root(tree.Size())
	if err != nil {
		return nil, err
	}
	head, err := key.Sign(c.Gathering, size, root)
	if err != nil {
		return nil, err
	}
	var last *audit.Kept
	if len(kept) > 0 {
		last = &kept[len(kept)-1]
	}
	if _, err := history.Add(ctx, head, last); err != nil { // another server may have been first: fine
		return nil, err
	}
	return append(out, head), nil
}

// people returns what is kept about the people of the gathering, if names were asked for.
func (c *bundleCmd) people(ctx context.Context, js jetstream.JetStream) ([]bundle.Person, error) {
	if !c.WithNames {
		return nil, nil
	}
	p, err := people.Open(ctx, people.Options{JS: js})
	if err != nil {
		return nil, err
	}
	out := []bundle.Person{}
	for _, r := range p.Records(c.Gathering) {
		out = append(out, bundle.Person{Person: r.ID, Name: r.Name, Contact: r.Contact, Salt: r.Salt})
	}
	return out, p.Close()
}
