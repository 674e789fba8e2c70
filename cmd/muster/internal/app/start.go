package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/ledger"
	store "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/ops/datadir"
	"github.com/muster-events/muster/ops/disk"
	"github.com/muster-events/muster/ops/metrics"
	"github.com/muster-events/muster/ops/natsd"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/projections"
)

// modelsDir is the folder of a data directory that read models are kept in.
const modelsDir = "models"

// scrubRate is how many commits a second are read again in the background to look for damage.
const scrubRate = 100

// patience bounds what is waited for when starting, besides reading the log.
const patience = 30 * time.Second

// start starts everything in order. What it started is on the stack even if it fails.
func (a *App) start(ctx context.Context) error {
	steps := []struct {
		name string
		do   func(context.Context) error
	}{
		{"NATS", a.startBroker},
		{"log", a.openLog},
		{"read models", a.startModels},
		{"decisions", a.startService},
		{"logins", a.startPeople},
		{"proof", a.startAudit},
		{"webhooks", a.startWebhooks},
		{"processes", a.startProcesses},
		{"pages", a.startPages},
	}
	for _, s := range steps {
		began := time.Now()
		if err := s.do(ctx); err != nil {
			var f *ledger.FileError
			if errors.As(err, &f) { // nothing can be read, but the server stays up to say so
				a.setDamage(err)
				close(a.started)
				return nil
			}
			return fmt.Errorf("start %s: %w", s.name, err)
		}
		a.log.Debug("started", "part", s.name, "took", time.Since(began).String())
	}
	close(a.started)
	if a.Damage() == "" {
		close(a.ready)
	}
	return nil
}

func (a *App) setDamage(err error) {
	says := err.Error() + "; stop the server and run `muster repair --data " + a.dir.Path + "`"
	a.damage.Store(&damaged{says: says})
	a.log.Error("the log cannot be trusted: nothing can be entered", "err", err)
}

func (a *App) startBroker(ctx context.Context) error {
	var err error
	if a.cfg.NATS != "" {
		a.broker, err = natsd.External(a.cfg.NATS, a.log, logs.ClientOptions(a.cfg)...)
	} else {
		o := natsd.Options{Dir: a.dir.Join(logs.StreamDir), Listen: a.cfg.NATSListen, Log: a.log}
		if a.secure != nil {
			o.TLS = a.secure.tls
		}
		limited, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		a.broker, err = natsd.Embedded(limited, o)
	}
	if err != nil {
		return err
	}
	a.up.push(a.broker.Close)
	o := disk.Options{
		Path: a.dir.Path, Warn: int64(a.cfg.DiskWarn), Refuse: int64(a.cfg.DiskRefuse), Log: a.log, Registerer: a.reg,
	}
	if a.broker.IsEmbedded() { // an append waits for an external one by itself
		o.Health, o.Restart = a.broker.Healthy, a.broker.Restart
	}
	if a.watch, err = disk.New(o); err != nil {
		return err
	}
	a.up.run("disk watch", a.watch.Run)
	a.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "muster_log_damaged", Help: "1 if the two copies of the log differ or cannot be read, else 0.",
	}, func() float64 {
		if a.Damage() != "" {
			return 1
		}
		return 0
	}))
	return nil
}

// openLog opens both copies of the log and compares them before anything is served.
func (a *App) openLog(ctx context.Context) error {
	var err error
	a.ledger, err = ledger.Open(a.dir.Join(ledger.FileName), a.log)
	if err != nil {
		return err
	}
	a.up.push(a.ledger.Close)
	log, err := store.Open(ctx, store.Options{
		Commands: a.broker.Commands, Reads: a.broker.Reads, Replicas: a.cfg.NATSReplicas,
		Now: a.now, Log: a.log, MayCreate: a.ledger.MayCreate,
	})
	if err != nil {
		return err
	}
	report, err := ledger.Compare(ctx, a.ledger, log, func(g events.GatheringID, done, of events.Position) {
		a.log.Info("comparing both copies of the log", "gathering", string(g), "done", uint64(done), "of", uint64(of))
	})
	if err != nil {
		return err
	}
	if err := report.Err(); err != nil {
		a.setDamage(err)
		a.store = ledger.ReadOnly(a.ledger, log, report)
		return nil
	}
	if err := a.checkSigned(); err != nil {
		return err
	}
	if a.Damage() != "" {
		a.store = ledger.ReadOnly(a.ledger, log, report)
		return nil
	}
	a.log.Info("both copies of the log are equal", "gatherings", len(report.Findings), "commits", report.Commits())
	both := ledger.Wrap(a.ledger, log)
	a.store = both
	a.up.run("second copy", both.Sync)
	a.up.run("scrub", func(ctx context.Context) error {
		return ledger.Scrub(ctx, a.ledger, log, scrubRate, a.scrubbed)
	})
	return nil
}

// scrubbed is told what the scrub found in one gathering.
func (a *App) scrubbed(f ledger.Finding) {
	if !f.OK() {
		a.setDamage(&ledger.DamageError{Finding: f})
	}
}

func (a *App) startModels(context.Context) error {
	var err error
	a.models, err = projections.Open(projections.Config{
		Dir: a.dir.Join(modelsDir), Log: a.store, Catalogue: vocabulary.All(), Logger: a.log, Metrics: a.reg,
	})
	if err != nil {
		return err
	}
	a.up.push(a.models.Close)
	if a.reader, err = projections.NewReader(a.models); err != nil {
		return err
	}
	a.up.run("read models", a.models.Run)
	return nil
}

func (a *App) startService(context.Context) error {
	a.service = runner.New(runner.Options{
		Store: a.store, Log: a.log, Registerer: a.reg, MaxStreams: a.cfg.Groups,
	})
	a.entries = runner.NewClosed(a.service)
	a.up.run("decisions", a.service.Run)
	return nil
}

// startPeople opens who may do what and the names of people. Each needs the other's read models.
func (a *App) startPeople(ctx context.Context) error {
	js, err := jetstream.New(a.broker.Commands)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	a.people, err = people.Open(ctx, people.Options{
		JS: js, Commands: a.commands(), Desk: a.service, Catalog: a.reader, Replicas: a.cfg.NATSReplicas, Log: a.log,
	})
	if err != nil {
		return err
	}
	a.up.push(a.people.Close)
	a.auth, err = auth.Open(ctx, auth.Options{
		JS: js, Catalog: a.reader, People: a.people, Replicas: a.cfg.NATSReplicas, Secure: a.secure != nil,
		OrganiserKey: a.cfg.OrganiserKey, Log: a.log, Registerer: a.reg, Now: a.now,
	})
	if err != nil {
		return err
	}
	a.up.push(a.auth.Close)
	a.broker.Admit(func(user, password, address string) (natsd.Grant, bool) {
		g, ok := a.auth.Grant(user, password, address)
		return natsd.Grant(g), ok
	})
	return nil
}

// commands is where pages, API and NATS send commands: refused while the disk is full, the log is
// damaged or the gathering has ended.
func (a *App) commands() runner.Doer { return a.watch.Guard(a.entries) }

func (a *App) startProcesses(context.Context) error {
	if a.Damage() != "" {
		return nil // nothing may be written
	}
	js, err := jetstream.New(a.broker.Reads)
	if err != nil {
		return err
	}
	p := process.New(process.Options{
		NC: a.broker.Commands, JS: js, List: a.store, Replicas: a.cfg.NATSReplicas, Log: a.log, Registerer: a.reg,
		Commands: a.commands(), Loader: a.store, Catalogue: vocabulary.All(), Tournaments: a.service,
		Hooks: a.hooks,
	})
	a.processes = p
	a.hooks.Through(p)
	a.entries.Behind = p.Behind
	a.up.run("processes", p.Run)
	who := runner.BySubject
	if !a.broker.IsEmbedded() {
		who = runner.TablesOnly // its permissions are not ours
	}
	a.up.run("commands over NATS", func(ctx context.Context) error {
		return runner.Serve(ctx, a.broker.Commands, a.commands(), who, a.log)
	})
	return nil
}

// startPages waits for the read models and puts the pages in the place of the notice that the
// server is starting.
func (a *App) startPages(ctx context.Context) error {
	if a.Damage() == "" {
		select {
		case <-a.models.Ready():
		case err := <-a.up.failed():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	a.reg.MustRegister(metrics.NewPlay(a.reader, a.now))
	a.showPages()
	return a.announce()
}

// announce tells programs of this user on this machine how to reach the server.
func (a *App) announce() error {
	c := a.broker.Credentials()
	r := datadir.Running{
		URL: a.LocalURL(), NATS: c.URL, User: c.User, Password: c.Password, NATSCert: c.Certificate,
		Key: a.OrganiserKey(), External: !a.broker.IsEmbedded(),
	}
	if a.secure != nil {
		r.CA = a.secure.ca
	}
	return a.dir.Announce(r)
}
