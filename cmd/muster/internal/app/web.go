package app

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/muster-events/muster/dashboards"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/ops/api"
	opscards "github.com/muster-events/muster/ops/cards"
	"github.com/muster-events/muster/ops/decks"
	"github.com/muster-events/muster/ops/disk"
	"github.com/muster-events/muster/ops/intake"
	opsleagues "github.com/muster-events/muster/ops/leagues"
	"github.com/muster-events/muster/ops/listen"
	"github.com/muster-events/muster/ops/metrics"
	"github.com/muster-events/muster/ops/roster"
)

// serveWeb serves both addresses at once: the notice that the server is starting, until showPages.
// The function it returns stops them.
func (a *App) serveWeb(ctx context.Context) (stop func() error) {
	var up stack
	l := listen.Cap(a.pages, listen.Caps{Total: a.cfg.MaxConns, PerAddress: a.cfg.MaxPerAddr}, a.reg)
	if a.secure != nil {
		l = tls.NewListener(l, a.secure.tls)
	}
	a.web = metrics.NewWeb(a.reg)
	streams := listen.NewStreams(a.cfg.MaxViewers, a.reg)
	server := listen.Server(a.web.Count(streams.Bound(http.HandlerFunc(a.serve))), a.log)
	up.run("pages", func(ctx context.Context) error { return listen.Serve(ctx, server, l, a.cfg.DrainTime) })
	if a.admin != nil {
		admin := listen.Server(a.operators(), a.log)
		up.run("admin address", func(ctx context.Context) error { return listen.Serve(ctx, admin, a.admin, time.Second) })
	}
	go func() { // a server that cannot serve any more ends the program
		select {
		case err := <-up.failed():
			select {
			case a.up.failed() <- err:
			default:
			}
		case <-ctx.Done():
		}
	}()
	return up.stop
}

// serve answers from the pages, or with a notice while there are none.
func (a *App) serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/healthz":
		a.healthz(w, r)
		return
	case "/readyz":
		a.readyz(w, r)
		return
	case "/metrics":
		if a.cfg.MetricsPublic {
			metrics.Handler(a.reg).ServeHTTP(w, r)
			return
		}
	}
	if h := a.handler.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	w.Header().Set("Retry-After", "2")
	w.Header().Set("Cache-Control", "no-store")
	if says := a.Damage(); says != "" {
		http.Error(w, "muster has found damage: "+says, http.StatusServiceUnavailable)
		return
	}
	http.Error(w, "muster is starting; try again in a moment", http.StatusServiceUnavailable)
}

// showPages builds the pages and the API and serves them from now on.
func (a *App) showPages() {
	commands := a.commands()
	importer := &roster.Importer{Commands: commands, People: a.people, Desk: a.service, Catalog: a.reader}
	files := &intake.Importer{Commands: commands, Service: a.service, People: a.people}
	results := &opsleagues.Importer{Commands: commands, Service: a.service, People: a.people}
	desk := &decks.Desk{Commands: commands, Groups: a.service, Cards: &opscards.Shelf{Dir: a.cfg.Data}, People: a.people}
	stopping := make(chan struct{})
	mux := http.NewServeMux()
	options := api.Options{
		Commands: commands, Reader: a.reader, Auth: a.auth, People: a.people, Cards: cards{}, Roster: importer,
		Decks: desk, Previews: a.service, Intake: files, Persons: a.reader, Feeds: a.startFeeds(), Log: a.log, Registerer: a.reg, Stop: stopping,
		Leagues: a.reader, Foresees: a.service, LeagueIntake: results,
	}
	if a.hooks != nil && a.processes != nil {
		options.Webhooks, options.Letters = a.hooks, a.deadLetters()
	}
	replays, proven := a.startReplays(&options)
	api.New(mux, options)
	known := deps.Deps{
		Commands: commands, Reader: a.reader, Auth: a.auth, People: a.people, Cards: cards{}, Roster: importer, Decks: desk,
		Log: a.log, Now: a.now, BaseURL: a.BaseURL, Secure: a.secure != nil, Health: a.health, Viewers: a.web.Viewers,
		Presence: a.startPresence(), Campaigns: campaigns{a.reader, a.processes}, Intake: files, Persons: a.reader,
		Tournaments: tournaments{a.reader, a.service}, Players: a.auth, Sealing: sealing{a.service}, Integrators: a.auth, Outgoing: a.outgoing(),
		Leagues: leagues{a.reader, a.service}, LeagueIntake: results, Replays: replays, WhatIfs: options.WhatIfs,
	}
	if proven != nil {
		known.Proofs = checkpoints{proven}
		proven.Register(mux)
	}
	pages := dashboards.New(known)
	mux.Handle("/", pages)
	a.up.push(func() error { close(stopping); pages.Close(); return nil })
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(api.CrossSite))
	h := http.Handler(cross.Handler(a.auth.Keep(mux)))
	a.handler.Store(&h)
}

// operators serves what is for operators only.
func (a *App) operators() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.Handler(a.reg))
	mux.HandleFunc("GET /healthz", a.healthz)
	mux.HandleFunc("GET /readyz", a.readyz)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// healthz answers 200 while the log can be written, 503 with the reason otherwise.
func (a *App) healthz(w http.ResponseWriter, _ *http.Request) {
	if err := a.unwell(); err != nil {
		answer(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	answer(w, http.StatusOK, "ok")
}

// readyz answers 200 once commands are taken and pages are shown.
func (a *App) readyz(w http.ResponseWriter, _ *http.Request) {
	select {
	case <-a.ready:
	default:
		if says := a.Damage(); says != "" {
			answer(w, http.StatusServiceUnavailable, says)
			return
		}
		answer(w, http.StatusServiceUnavailable, "starting")
		return
	}
	if err := a.unwell(); err != nil {
		answer(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	answer(w, http.StatusOK, "ready")
}

func answer(w http.ResponseWriter, code int, says string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]string{"status": says}) // the client may be gone
}

// unwell returns why the log cannot be written; nil: it can, or the server is still starting.
func (a *App) unwell() error {
	if says := a.Damage(); says != "" {
		return errors.New(says)
	}
	select {
	case <-a.ready:
		return errors.Join(a.watch.Err(), a.broker.Healthy())
	default:
		return nil
	}
}

// health answers the status page.
func (a *App) health(ctx context.Context) []deps.Health {
	line := func(part, trouble, fine string) deps.Health {
		if trouble != "" {
			return deps.Health{Part: part, Says: trouble}
		}
		return deps.Health{Part: part, OK: true, Says: fine}
	}
	s := a.watch.State()
	full := ""
	if s.Level >= disk.Full {
		full = s.Says
	}
	broker := ""
	if err := a.broker.Healthy(); err != nil {
		broker = err.Error()
	}
	out := []deps.Health{
		line("Log", a.Damage(), "both copies are equal, entries are taken"),
		line("Broker", broker, "connected"),
		line("Disk", full, orElse(s.Says, "enough space")),
	}
	for _, m := range a.models.Status() {
		out = append(out, line("Read model "+m.Projection+" of "+string(m.Gathering), m.Message, m.State))
	}
	return append(out, a.letters(ctx)...)
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
