package disk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Level says how a data directory is doing.
type Level int

// The levels. From Full on commands are refused.
const (
	OK      Level = iota
	Low           // below Options.Warn
	Full          // below Options.Refuse
	Stalled       // the broker has stopped writing
	Gone          // the directory cannot be written, or is not there
)

// String returns the level as logs and pages say it.
func (l Level) String() string {
	return [...]string{"ok", "low", "full", "stalled", "gone"}[l]
}

// State is what the last look found.
type State struct {
	Level Level
	Free  int64  // bytes; −1 if not known
	Says  string // for people; empty at OK
}

// Options of a [Watch]. Path, Warn, Refuse and Log are required.
type Options struct {
	Path         string // an existing directory
	Warn, Refuse int64  // bytes
	// Health returns an error when the broker no longer writes; nil: not looked at.
	Health func() error
	// Restart restarts the broker in place; nil: it cannot be.
	Restart    func(context.Context) error
	Log        *slog.Logger
	Registerer prometheus.Registerer // nil: nothing is measured
	// Every is the time between looks; 0: a second. A command that failed is followed by a look at
	// once.
	Every time.Duration
	// Free returns the bytes that may still be written below a path; nil: asks the system.
	Free func(path string) (int64, error)
}

// restartTimeout bounds one restart of the broker; after it the next look tries again.
const restartTimeout = 30 * time.Second

// reviveRoom is the least free space, in bytes, that a restarted broker can begin with.
const reviveRoom = 1_000_000

// Watch looks at a data directory. It is safe for concurrent use.
type Watch struct {
	o    Options
	dir  os.FileInfo   // the directory as it was at first
	look chan struct{} // asks for a look at once; holds one

	restarts, refused prometheus.Counter

	mu    sync.RWMutex // guards the two below; written by Look
	state State
	news  chan struct{} // closed at the next change of level
}

// New looks at the directory once and returns a Watch. [Watch.Run] keeps looking.
func New(o Options) (*Watch, error) {
	if o.Every <= 0 {
		o.Every = time.Second
	}
	if o.Free == nil {
		o.Free = Free
	}
	info, err := os.Stat(o.Path)
	if err != nil {
		return nil, fmt.Errorf("watch the disk: %w", err)
	}
	w := &Watch{o: o, dir: info, look: make(chan struct{}, 1), news: make(chan struct{})}
	w.measure()
	w.Look()
	return w, nil
}

func (w *Watch) measure() {
	w.restarts = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "muster_broker_restarts_total", Help: "Restarts of the embedded broker after it had stopped writing.",
	})
	w.refused = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "muster_disk_refusals_total", Help: "Commands refused because the data directory cannot take them.",
	})
	if w.o.Registerer == nil {
		return
	}
	w.o.Registerer.MustRegister(w.restarts, w.refused,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "muster_disk_free_bytes", Help: "Bytes that can still be written to the data directory; -1 if not known.",
		}, func() float64 { return float64(w.State().Free) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "muster_disk_level", Help: "State of the data directory: 0 ok, 1 low, 2 full, 3 broker stalled, 4 gone.",
		}, func() float64 { return float64(w.State().Level) }))
}

// State returns what the last look found.
func (w *Watch) State() State {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.state
}

// Changed returns a channel that is closed when the level changes next.
func (w *Watch) Changed() <-chan struct{} {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.news
}

// Err returns why commands are refused, nil if they are not.
func (w *Watch) Err() error {
	if s := w.State(); s.Level >= Full {
		return errors.New(s.Says)
	}
	return nil
}

// Run looks at the directory again and again until ctx ends, and restarts a broker that has
// stopped as soon as there is space for it.
func (w *Watch) Run(ctx context.Context) error {
	tick := time.NewTicker(w.o.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-w.look:
		}
		if w.Look().Level == Stalled {
			w.revive(ctx)
		}
	}
}

// nudge asks Run for a look at once.
func (w *Watch) nudge() {
	select {
	case w.look <- struct{}{}:
	default: // one is asked for already
	}
}

// revive restarts the broker if there is space for it.
func (w *Watch) revive(ctx context.Context) {
	if s := w.State(); w.o.Restart == nil || s.Free < max(w.o.Refuse, reviveRoom) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, restartTimeout)
	defer cancel()
	w.restarts.Inc()
	w.o.Log.Warn("restarting the broker, which had stopped writing", "free_bytes", w.State().Free)
	if err := w.o.Restart(ctx); err != nil {
		w.o.Log.Error("the broker does not start again", "err", err)
	}
	w.Look()
}

// Look looks at the directory now, and returns and keeps what it finds.
func (w *Watch) Look() State {
	s := w.find()
	w.mu.Lock()
	before := w.state
	w.state = s
	if s.Level != before.Level {
		close(w.news)
		w.news = make(chan struct{})
	}
	w.mu.Unlock()
	if s.Level != before.Level {
		w.tell(before, s)
	}
	return s
}

func (w *Watch) tell(before, s State) {
	attrs := []any{"path", w.o.Path, "free_bytes", s.Free, "was", before.Level.String(), "level", s.Level.String()}
	switch {
	case s.Level == OK:
		w.o.Log.Info("the data directory is fine again", attrs...)
	case s.Level == Low:
		w.o.Log.Warn("space in the data directory runs low", attrs...)
	default:
		w.o.Log.Error("no entries are accepted", append(attrs, "reason", s.Says)...)
	}
}

func (w *Watch) find() State {
	if err := w.writable(); err != nil {
		return State{Level: Gone, Free: -1, Says: "the server cannot write to its data directory: " + err.Error()}
	}
	free, err := w.o.Free(w.o.Path)
	if err != nil {
		return State{Level: Gone, Free: -1, Says: "the server cannot look at its disk: " + err.Error()}
	}
	s := State{Free: free}
	switch {
	case w.o.Health != nil && w.o.Health() != nil:
		s.Level = Stalled
		s.Says = "the server's log has stopped taking entries; it is restarted by itself as soon as that is possible"
		if free < w.o.Refuse {
			s.Says = fmt.Sprintf("the server's disk is full (%s left): free at least %s, it goes on by itself then", mega(free), mega(w.o.Refuse-free))
		}
	case free < w.o.Refuse:
		s.Level = Full
		s.Says = fmt.Sprintf("the server's disk is almost full (%s left): free at least %s, it goes on by itself then", mega(free), mega(w.o.Refuse-free))
	case free < w.o.Warn:
		s.Level = Low
		s.Says = fmt.Sprintf("the server's disk has %s left; entries are refused below %s", mega(free), mega(w.o.Refuse))
	}
	return s
}

// probeName is a file that is written to find out whether the directory can be.
const probeName = "muster.probe"

// writable returns an error if the directory is not the one that it was, or cannot be written to
// for another reason than being full.
func (w *Watch) writable() error {
	info, err := os.Stat(w.o.Path)
	if err != nil {
		return err
	}
	if !os.SameFile(info, w.dir) {
		return fmt.Errorf("another directory is in the place of %s", w.o.Path)
	}
	f, err := os.OpenFile(filepath.Join(w.o.Path, probeName), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil && !isFull(err) {
		return err
	}
	if err != nil {
		return nil // full: the free space says so
	}
	_ = f.Close()
	return os.Remove(f.Name())
}

// mega writes bytes as whole megabytes, rounded up.
func mega(n int64) string { return fmt.Sprintf("%d MB", (n+999_999)/1_000_000) }
