package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/datadir"
	"github.com/muster-events/muster/ops/disk"
	"github.com/muster-events/muster/ops/metrics"
	"github.com/muster-events/muster/ops/natsd"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/ops/webhooks"
	"github.com/muster-events/muster/projections"
)

// App is one server. Make one with [New], run it once, close it.
type App struct {
	cfg     config.Config
	log     *slog.Logger
	version string
	now     func() time.Time

	dir    *datadir.Dir
	pages  net.Listener
	admin  net.Listener // nil: none
	secure *secured     // nil: plain HTTP
	reg    *prometheus.Registry

	handler atomic.Pointer[http.Handler] // of the pages; replaced when everything has started
	damage  atomic.Pointer[damaged]      // set once if the log cannot be written
	started chan struct{}
	ready   chan struct{}
	up      stack

	// Parts, set while starting and read only afterwards.
	broker  *natsd.Broker
	ledger  *ledger.Ledger
	store   store.Store
	models  *projections.Runner
	reader  *projections.Reader
	service *runner.Service
	entries *runner.Closed // service, for gatherings that have not ended
	watch   *disk.Watch
	// processes is nil while nothing may be written.
	processes *process.Processes
	hooks     *webhooks.Hooks // nil likewise
	auth      *auth.Auth
	people    *people.People
	web       *metrics.Web
	// The proof of the log: the last checkpoints beside it, the key, and what signs. The last two are nil
	// while the log is damaged.
	checkpoints *audit.Local
	key         *audit.Key
	sealer      *audit.Sealer
	// checkpointHistory holds every checkpoint that was signed; nil while nothing is.
	checkpointHistory *audit.History
}

// damaged says what is wrong with the log and what to do.
type damaged struct{ says string }

// Options of an App besides its configuration.
type Options struct {
	Log     *slog.Logger
	Version string           // for /metrics and the API
	Now     func() time.Time // nil: time.Now
}

// New takes the data directory and the addresses, so that a second server on either fails at once
// and says why. Nothing is served before Run. Errors: config.Problems, *datadir.InUseError, and
// those of the system.
func New(cfg config.Config, o Options) (*App, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	a := &App{cfg: cfg, log: o.Log, version: o.Version, now: o.Now, started: make(chan struct{}), ready: make(chan struct{}), reg: metrics.New(o.Version)}
	if err := a.take(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// take takes what only one program can have.
func (a *App) take() error {
	var err error
	if a.dir, err = datadir.Open(a.cfg.Data, a.now()); err != nil {
		return err
	}
	if a.pages, err = listenOn("listen", a.cfg.Listen); err != nil {
		return err
	}
	if a.cfg.Admin != config.Off {
		if a.admin, err = listenOn("admin", a.cfg.Admin); err != nil {
			return err
		}
	}
	a.secure, err = secure(a.cfg, a.dir, a.now())
	return err
}

func listenOn(key, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s is %s, which cannot be used: %w; give --%s another address, port 0 picks a free one", key, addr, err, key)
	}
	return l, nil
}

// Ready is closed once commands are taken and every read model is at the end of the log. It stays
// open while the log is damaged.
func (a *App) Ready() <-chan struct{} { return a.ready }

// Started is closed once starting is over: with Ready if all is well, and also if the log is damaged
// and only what can be read is served.
func (a *App) Started() <-chan struct{} { return a.started }

// Addr is where the pages are served.
func (a *App) Addr() net.Addr { return a.pages.Addr() }

// AdminAddr is where /metrics and pprof are served; nil: nowhere.
func (a *App) AdminAddr() net.Addr {
	if a.admin == nil {
		return nil
	}
	return a.admin.Addr()
}

// Damage says why the log cannot be written; empty: it can.
func (a *App) Damage() string {
	if d := a.damage.Load(); d != nil {
		return d.says
	}
	return ""
}

// OrganiserKey returns the key that opens the console. It is known once Ready is closed; empty if
// nothing of the log can be read.
func (a *App) OrganiserKey() string {
	if a.auth == nil {
		return ""
	}
	key, _ := a.auth.OrganiserKey()
	return key
}

// Run serves until ctx ends and then stops everything, within the drain time of the configuration
// and that of the commands under way. It returns nil when it was told to stop.
func (a *App) Run(ctx context.Context) error {
	stopWeb := a.serveWeb(ctx)
	err := a.start(ctx)
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-a.up.failed():
		}
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil // told to stop while starting
	}
	a.log.Info("stopping")
	return errors.Join(err, stopWeb(), a.up.stop())
}

// Close gives back what New took. It may be called twice, and must be called after Run.
func (a *App) Close() error {
	for _, l := range []net.Listener{a.pages, a.admin} {
		if l != nil {
			_ = l.Close() // Run may have closed it
		}
	}
	if a.dir != nil {
		return a.dir.Close()
	}
	return nil
}
