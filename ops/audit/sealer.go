//go:build !js

package audit

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/tournament"
)

// Every is how long a commit waits at the most for a checkpoint.
const Every = time.Minute

// Leaves is the tree of every gathering; events/ledger.Ledger is one.
type Leaves interface {
	// End returns the number of leaves.
	End(g events.GatheringID) events.Position
	// Root returns the root over the first size leaves.
	Root(g events.GatheringID, size events.Position) (tlog.Hash, error)
	// Hashes returns the stored hashes.
	Hashes(g events.GatheringID) tlog.HashReader
}

// Log is what is followed.
type Log interface {
	store.Follower
	store.Lister
}

// Options are what [NewSealer] needs.
type Options struct {
	Log       Log
	Leaves    Leaves
	Witnesses []*Asked // are asked to sign the newest checkpoint too
	Key       Key
	History   *History
	Local     *Local                // where the last checkpoint of every gathering is kept beside the log; nil: nowhere
	Damaged   func(error)           // told once if a log is not the one that was signed
	Interval  time.Duration         // 0: [Every]
	Now       func() time.Time      // nil: time.Now
	Logger    *slog.Logger          // nil: nothing is logged
	Metrics   prometheus.Registerer // nil: none
}

// Sealer signs the heads of all logs: after every round of every group and tournament, at every end,
// every minute in which something happened, and when it is asked to. It reads behind those who write and
// never holds them up. Any number of sealers may run on one NATS.
type Sealer struct {
	o      Options
	signed prometheus.Counter

	mu    sync.Mutex // guards the map
	lanes map[events.GatheringID]*lane
}

// lane is one gathering.
type lane struct {
	id events.GatheringID
	s  *Sealer

	signing sync.Mutex // held while a head is signed; guards opened
	opened  bool       // the last checkpoint of before was read

	mu   sync.Mutex // guards what follows
	end  events.Position
	due  []events.Position // heads to sign, rising
	last *Shown
	wake chan struct{}
	news chan struct{} // closed when last is another one
}

// Shown is the newest checkpoint of a gathering, for screens.
type Shown struct {
	Checkpoint
	At time.Time
}

// NewSealer returns a Sealer that does nothing until Run.
func NewSealer(o Options) *Sealer {
	if o.Interval <= 0 {
		o.Interval = Every
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Sealer{o: o, lanes: map[events.GatheringID]*lane{}}
	s.signed = prometheus.NewCounter(prometheus.CounterOpts{Name: "muster_audit_checkpoints_total", Help: "Checkpoints that this server has signed."})
	if o.Metrics != nil {
		o.Metrics.MustRegister(s.signed, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "muster_audit_lag_commits", Help: "Commits that no checkpoint covers yet, of the gathering that has the most.",
		}, func() float64 { return float64(s.Lag()) }))
	}
	return s
}

// Lag is how many commits no checkpoint covers yet, of the gathering that has the most.
func (s *Sealer) Lag() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	most := uint64(0)
	for _, l := range s.lanes {
		l.mu.Lock()
		size := events.Position(0)
		if l.last != nil {
			size = l.last.Size
		}
		if end := l.s.o.Leaves.End(l.id); end > size {
			most = max(most, uint64(end-size))
		}
		l.mu.Unlock()
	}
	return most
}

// Last returns the newest checkpoint of a gathering; false if there is none yet.
func (s *Sealer) Last(g events.GatheringID) (Shown, bool) {
	s.mu.Lock()
	l := s.lanes[g]
	s.mu.Unlock()
	if l == nil {
		return Shown{}, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		return Shown{}, false
	}
	return *l.last, true
}

// Changed returns a channel that is closed when a newer checkpoint of a gathering is there, or the newest one
// has a further signature.
func (s *Sealer) Changed(g events.GatheringID) <-chan struct{} {
	l := s.lane(g)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.news
}

// Witnesses returns the verifier keys of the witnesses that are asked.
func (s *Sealer) Witnesses() []string {
	var out []string
	for _, w := range s.o.Witnesses {
		out = append(out, w.VKey())
	}
	return out
}

// Run signs until ctx ends and returns nil.
func (s *Sealer) Run(ctx context.Context) error {
	var lanes sync.WaitGroup
	defer lanes.Wait()
	running := map[events.GatheringID]bool{}
	for ctx.Err() == nil {
		for g, err := range s.o.Log.WatchGatherings(ctx) {
			if err != nil {
				s.o.Logger.Warn("new gatherings are not seen at the moment", "err", err)
				break
			}
			if !running[g] {
				running[g] = true
				l := s.lane(g)
				lanes.Go(func() { l.run(ctx) })
			}
		}
		pause(ctx, time.Second)
	}
	return nil
}

func (s *Sealer) lane(g events.GatheringID) *lane {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lanes[g]
	if l == nil {
		l = &lane{id: g, s: s, wake: make(chan struct{}, 1), news: make(chan struct{})}
		s.lanes[g] = l
	}
	return l
}

// Seal signs the head of a gathering as it is now, and returns the checkpoint; the last one if nothing
// was recorded since. Errors: *events.UnavailableError, *MismatchError, and ctx's.
func (s *Sealer) Seal(ctx context.Context, g events.GatheringID) (Shown, error) {
	end, err := s.o.Log.End(ctx, g)
	if err != nil {
		return Shown{}, err
	}
	if end == 0 {
		return Shown{}, fmt.Errorf("there is no gathering %s here", g)
	}
	l := s.lane(g)
	if err := l.sign(ctx, end); err != nil {
		return Shown{}, err
	}
	c, _ := s.Last(g)
	return c, nil
}

// run follows the log and signs what is due until ctx ends.
func (l *lane) run(ctx context.Context) {
	var follow sync.WaitGroup
	defer follow.Wait()
	for try := 0; ctx.Err() == nil; try++ {
		if err := l.open(ctx); err == nil {
			break
		}
		pause(ctx, min(time.Second<<min(try, 5), 20*time.Second))
	}
	follow.Go(func() { l.follow(ctx) })
	tick := time.NewTicker(l.s.o.Interval)
	defer tick.Stop()
	for {
		var upTo []events.Position
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
			upTo = l.take(false)
		case <-tick.C:
			upTo = l.take(true)
		}
		for _, at := range upTo {
			for try := 0; ctx.Err() == nil; try++ {
				err := l.sign(ctx, at)
				if err == nil || l.broken(err) {
					break
				}
				l.s.o.Logger.Warn("a checkpoint is not signed yet", "gathering", string(l.id), "size", uint64(at), "err", err)
				pause(ctx, min(time.Second<<min(try, 5), 20*time.Second))
			}
		}
		l.cosign(ctx)
	}
}

// cosign asks the witnesses that have not signed the newest checkpoint yet. Play does not wait for it, nor
// does the next checkpoint for long; what a witness misses it is asked for with the next one.
func (l *lane) cosign(ctx context.Context) {
	l.signing.Lock()
	defer l.signing.Unlock()
	last, ok := l.s.Last(l.id)
	if !ok || len(l.s.o.Witnesses) == 0 {
		return
	}
	c := last.Checkpoint
	for _, w := range l.s.o.Witnesses {
		if bytes.Contains(c.Note, []byte("\n\u2014 "+w.Name()+" ")) {
			continue
		}
		var err error
		if c, err = w.Cosign(ctx, c, l.s.o.Leaves.Hashes(l.id)); err != nil && ctx.Err() == nil {
			l.s.o.Logger.Warn("a checkpoint is not witnessed", "gathering", string(l.id), "size", uint64(c.Size), "err", err)
		}
	}
	if len(c.Note) == len(last.Note) {
		return
	}
	kept, err := l.s.o.History.Last(ctx, l.id)
	if err != nil || kept == nil || !bytes.Equal(kept.Note, last.Note) {
		return // a newer one is there: the witnesses are asked for that
	}
	if done, err := l.s.o.History.Add(ctx, c, kept); err != nil || !done {
		return
	}
	l.show(Shown{Checkpoint: c, At: last.At})
}

// open reads the last checkpoint of before, and holds the log to it.
func (l *lane) open(ctx context.Context) error {
	l.signing.Lock()
	defer l.signing.Unlock()
	return l.openLocked(ctx)
}

func (l *lane) openLocked(ctx context.Context) error {
	if l.opened {
		return nil
	}
	kept, err := l.s.o.History.Last(ctx, l.id)
	if err != nil {
		return err
	}
	if kept != nil {
		if err := l.adopt(ctx, kept); err != nil {
			return err
		}
	}
	l.opened = true
	return nil
}

// adopt takes over a checkpoint that is kept, if the log is its.
func (l *lane) adopt(ctx context.Context, kept *Kept) error {
	c, err := OpenCheckpoint(kept.Note, l.s.o.Key.VKey(l.id))
	if err != nil {
		return err
	}
	end, err := l.s.o.Log.End(ctx, l.id)
	if err != nil {
		return err
	}
	if end < c.Size {
		err := &MismatchError{Checkpoint: c, End: end}
		l.broken(err)
		return err
	}
	if err := l.wait(ctx, c.Size); err != nil {
		return err
	}
	if err := holds(l.s.o.Leaves, c); err != nil {
		l.broken(err)
		return err
	}
	l.show(Shown{Checkpoint: c, At: kept.At})
	return nil
}

func (l *lane) show(c Shown) {
	l.mu.Lock()
	l.last = &c
	close(l.news)
	l.news = make(chan struct{})
	l.mu.Unlock()
	if l.s.o.Local != nil {
		if err := l.s.o.Local.keep(c.Checkpoint, l.s.o.Key.VKey(l.id)); err != nil {
			l.s.o.Logger.Warn("the checkpoint is not kept beside the log", "gathering", string(l.id), "err", err)
		}
	}
}

// broken reports whether an error says that the log is not the one that was signed, and tells it on.
func (l *lane) broken(err error) bool {
	if !isMismatch(err) {
		return false
	}
	l.s.o.Logger.Error("the log is not the one that was signed", "gathering", string(l.id), "err", err)
	if l.s.o.Damaged != nil {
		l.s.o.Damaged(err)
	}
	return true
}

// follow notes what is due until ctx ends.
func (l *lane) follow(ctx context.Context) {
	at := events.Position(0)
	if c, ok := l.s.Last(l.id); ok {
		at = c.Size
	}
	for ctx.Err() == nil {
		for r, err := range l.s.o.Log.Follow(ctx, l.id, at) {
			if err != nil {
				l.s.o.Logger.Warn("the log is not read at the moment", "gathering", string(l.id), "err", err)
				break
			}
			at = r.Position
			l.note(r)
		}
		pause(ctx, time.Second)
	}
}

func (l *lane) note(r events.Recorded) {
	l.mu.Lock()
	l.end = r.Position
	due := isDue(r)
	if due {
		l.due = append(l.due, r.Position)
	}
	l.mu.Unlock()
	if due {
		select {
		case l.wake <- struct{}{}:
		default: // it is awake
		}
	}
}

// take returns the heads that are due, and the end too if everything is wanted.
func (l *lane) take(all bool) []events.Position {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.due
	l.due = nil
	if all && l.end > 0 && (len(out) == 0 || out[len(out)-1] < l.end) {
		out = append(out, l.end)
	}
	return out
}

// sealing lists the events after which a head is signed.
var sealing = typesOf(
	group.RoundEnded{}, group.GroupWon{}, group.GroupLost{}, group.GroupAbandoned{},
	tournament.RoundFinished{}, tournament.TournamentEnded{}, tournament.TournamentFinal{}, tournament.TournamentSealed{},
	league.SessionFrozen{}, league.SeasonEnded{}, league.SeasonFinal{}, league.SeasonSealed{},
	desk.GatheringEnded{}, desk.GatheringSealed{},
)

// typesOf returns the types of payloads without their versions.
func typesOf(ps ...events.Payload) map[string]bool {
	out := map[string]bool{}
	for _, p := range ps {
		out[bare(p.EventType())] = true
	}
	return out
}

func isDue(r events.Recorded) bool {
	for _, e := range r.Events {
		if sealing[bare(e.Type)] {
			return true
		}
	}
	return false
}

// sign signs the head at a size, unless one of at least that size is signed.
func (l *lane) sign(ctx context.Context, size events.Position) error {
	l.signing.Lock()
	defer l.signing.Unlock()
	if err := l.openLocked(ctx); err != nil {
		return err
	}
	if c, ok := l.s.Last(l.id); ok && c.Size >= size {
		return nil
	}
	if err := l.wait(ctx, size); err != nil {
		return err
	}
	root, err := l.s.o.Leaves.Root(l.id, size)
	if err != nil {
		return err
	}
	c, err := l.s.o.Key.Sign(l.id, size, root)
	if err != nil {
		return err
	}
	for {
		kept, err := l.s.o.History.Last(ctx, l.id)
		if err != nil {
			return err
		}
		if kept != nil {
			if err := l.adopt(ctx, kept); err != nil {
				return err
			}
			if at, _ := l.s.Last(l.id); at.Size >= size {
				return nil // another server was first
			}
		}
		done, err := l.s.o.History.Add(ctx, c, kept)
		if err != nil {
			return err
		}
		if done {
			l.s.signed.Inc()
			l.show(Shown{Checkpoint: c, At: l.s.o.Now()})
			return nil
		}
	}
}

// wait waits until the tree has so many leaves: it is written right behind the log.
func (l *lane) wait(ctx context.Context, size events.Position) error {
	for l.s.o.Leaves.End(l.id) < size {
		pause(ctx, 5*time.Millisecond)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// bare returns a type without its version: "group.won" of "group.won.v1".
func bare(typ string) string {
	if i := strings.LastIndex(typ, ".v"); i >= 0 {
		return typ[:i]
	}
	return typ
}
