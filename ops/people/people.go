package people

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

// Commander sends a command to the stream it is for; coordinator/runner.Service is one.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Desk says whom a gathering's log knows, as it is at this moment; coordinator/runner.Service is
// one.
type Desk interface {
	Desk(ctx context.Context, g events.GatheringID) (desk.State, error)
}

// Catalog is the read model that counts people: "Player 7" is the 7th.
type Catalog interface {
	Desk(ctx context.Context, g events.GatheringID) (catalog.Gathering, error)
}

// Options are what [Open] needs.
type Options struct {
	JS       jetstream.JetStream
	Commands Commander
	Desk     Desk
	Catalog  Catalog
	Replicas int          // of the bucket; 0: 1
	Log      *slog.Logger // nil: nothing is logged
}

// People knows names. It is safe for concurrent use.
type People struct {
	o        Options
	kv       bucket
	stop     context.CancelFunc
	watched  chan error
	settling sync.WaitGroup // of what was under way at the start

	mu      sync.RWMutex // guards what follows
	known   map[events.GatheringID]map[events.PersonID]Record
	changed chan struct{}   // closed when somebody known is called otherwise
	begun   map[string]bool // keys of corrections that were under way when it was opened; nil: all are known
}

// Open returns once all names are known. Close stops what it started. Errors:
// *events.UnavailableError.
func Open(ctx context.Context, o Options) (*People, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	kv, err := openBucket(ctx, o.JS, o.Replicas)
	if err != nil {
		return nil, unavailable("open the bucket "+Bucket, err)
	}
	p := &People{o: o, kv: kv, watched: make(chan error, 1), known: map[events.GatheringID]map[events.PersonID]Record{}, changed: make(chan struct{})}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	p.stop = stop
	p.begun = map[string]bool{}
	ready := make(chan struct{})
	go func() { p.watched <- p.watch(background, func() { close(ready) }) }()
	select {
	case <-ready:
		p.finish(background)
		return p, nil
	case err := <-p.watched:
		stop()
		return nil, unavailable("watch names", err)
	case <-ctx.Done():
		stop()
		return nil, unavailable("watch names", ctx.Err())
	}
}

// Close stops watching for names that other servers register.
func (p *People) Close() error {
	p.stop()
	p.settling.Wait()
	return <-p.watched
}

// began notes a correction that was under way when the names were opened.
func (p *People) began(base string, is bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.begun != nil && is {
		p.begun[base] = true
	}
}

// finish carries out what was under way when a server went down, beside everything else.
func (p *People) finish(ctx context.Context) {
	p.mu.Lock()
	begun := p.begun
	p.begun = nil
	p.mu.Unlock()
	if len(begun) == 0 || p.o.Commands == nil {
		return
	}
	p.settling.Go(func() {
		for base := range begun {
			g, id, ok := parseKey(base)
			if !ok {
				continue
			}
			if err := p.settle(ctx, g, id); err != nil {
				p.o.Log.Warn("a correction is not carried out yet; it is when the person is next corrected, or at the next start", "gathering", g, "person", id, "err", err)
			}
		}
	})
}

func unavailable(op string, err error) error {
	return &events.UnavailableError{Op: op, Reason: "the NATS server does not answer as it should", Err: err}
}

// watch keeps the names up to date until ctx ends; ready is called once those of before are known.
func (p *People) watch(ctx context.Context, ready func()) error {
	w, err := p.kv.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-w.Updates():
			if !ok {
				return nil
			}
			if e == nil {
				ready()
				continue
			}
			p.take(e)
		}
	}
}

func (p *People) take(e jetstream.KeyValueEntry) {
	if base, is := strings.CutSuffix(e.Key(), correcting); is {
		p.began(base, e.Operation() == jetstream.KeyValuePut)
		return
	}
	g, id, ok := parseKey(e.Key())
	if !ok {
		p.o.Log.Warn("a record is kept under a key that is no person", "bucket", Bucket, "revision", e.Revision())
		return
	}
	if e.Operation() != jetstream.KeyValuePut {
		p.drop(g, id)
		return
	}
	r, err := decodeRecord(id, e.Value())
	if err != nil {
		p.o.Log.Warn("a name cannot be read", "gathering", g, "person", id, "revision", e.Revision())
		return
	}
	p.remember(g, r)
}

func (p *People) remember(g events.GatheringID, r Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known[g] == nil {
		p.known[g] = map[events.PersonID]Record{}
	}
	was, known := p.known[g][r.ID]
	p.known[g][r.ID] = r
	if known && was.Commitment() != r.Commitment() {
		p.tell()
	}
}

// tell says that somebody known is called otherwise; p.mu is held.
func (p *People) tell() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// Renamed returns a channel that is closed when somebody who was known is called otherwise, or is erased. The
// log says so a moment earlier, so pages that are open look again at this.
func (p *People) Renamed() <-chan struct{} {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.changed
}

func (p *People) drop(g events.GatheringID, id events.PersonID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.known[g][id]; known {
		delete(p.known[g], id)
		p.tell()
	}
}

func (p *People) record(g events.GatheringID, id events.PersonID) (Record, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	r, ok := p.known[g][id]
	return r, ok
}

// Name returns a person's display name, "Player 7" if it was erased or is not known.
func (p *People) Name(g events.GatheringID, id events.PersonID) string {
	if id == events.Organiser {
		return "Organiser"
	}
	if r, ok := p.record(g, id); ok {
		return r.Name
	}
	if cg, err := p.o.Catalog.Desk(context.Background(), g); err == nil {
		if i := slices.Index(cg.People, id); i >= 0 {
			return fmt.Sprintf("Player %d", i+1)
		}
	}
	if n := numberOf(id); n > 0 {
		return fmt.Sprintf("Player %d", n)
	}
	return "Player " + string(id)
}

// Alike returns the person of a gathering who has this name, or one that people would take for the same:
// letter case and white space do not count. An exact one comes first, and of several the one known longest.
func (p *People) Alike(ctx context.Context, g events.GatheringID, name string) (events.PersonID, bool, error) {
	if id, ok, err := p.Find(ctx, g, name); ok || err != nil {
		return id, ok, err
	}
	key, found := roster.NameKey(name), ""
	least := Record{}
	p.mu.RLock()
	for _, r := range p.known[g] {
		if roster.NameKey(r.Name) == key && (found == "" || byNumber(r.ID, least.ID) < 0) {
			found, least = r.Name, r
		}
	}
	p.mu.RUnlock()
	if found == "" {
		return "", false, nil
	}
	return p.Find(ctx, g, found)
}

// Contact returns how a person can be reached; empty if nobody said. It is for organisers only.
func (p *People) Contact(g events.GatheringID, id events.PersonID) string {
	r, _ := p.record(g, id)
	return r.Contact
}

// Find returns the person of a gathering who has exactly this name, normalised; the one known
// longest if there are several.
func (p *People) Find(ctx context.Context, g events.GatheringID, name string) (events.PersonID, bool, error) {
	p.mu.RLock()
	var named []events.PersonID
	for id, r := range p.known[g] {
		if r.Name == name {
			named = append(named, id)
		}
	}
	p.mu.RUnlock()
	if len(named) == 0 {
		return "", false, nil
	}
	// A name whose registration did not come to an end is nobody's.
	d, err := p.o.Desk.Desk(ctx, g)
	if err != nil {
		return "", false, fmt.Errorf("find a name: %w", err)
	}
	slices.SortFunc(named, byNumber)
	for _, id := range named {
		if known, forgotten := d.Knows(id); known && !forgotten {
			return id, true, nil
		}
	}
	return "", false, nil
}

// Records returns what is kept about the people of a gathering, by number, for an export that is
// asked to hold names.
func (p *People) Records(g events.GatheringID) []Record {
	p.mu.RLock()
	defer p.mu.RUnlock()
	out := make([]Record, 0, len(p.known[g]))
	for _, r := range p.known[g] {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Record) int { return byNumber(a.ID, b.ID) })
	return out
}

func byNumber(a, b events.PersonID) int {
	if d := numberOf(a) - numberOf(b); d != 0 {
		return d
	}
	return strings.Compare(string(a), string(b))
}
