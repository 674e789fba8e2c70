package api

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"path"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
)

// Prefix is the path that everything here is below.
const Prefix = "/api/v1"

// Limits of bodies.
const (
	MaxBody   = 64 << 10
	MaxRoster = roster.MaxBytes
)

// Commander sends a command to the stream it is for; coordinator/runner.Service is one.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Previewer says what a command to a tournament would do; coordinator/runner.Service is one.
type Previewer interface {
	PreviewTournament(ctx context.Context, stream events.StreamID, c events.Command) (tournament.Consequences, error)
}

// Reader answers queries from the read models; projections.Reader is one. What does not exist is
// projections.ErrNotFound.
type Reader interface {
	Board(ctx context.Context, g events.GatheringID, group events.GroupID) (board.Group, error)
	History(ctx context.Context, g events.GatheringID, group events.GroupID, before events.Position, limit int) ([]history.Line, error)
	Gathering(ctx context.Context, g events.GatheringID) (catalog.Gathering, error)
	Gatherings(ctx context.Context) ([]catalog.Gathering, error)
	Changed(g events.GatheringID, group events.GroupID) <-chan struct{}
	Await(ctx context.Context, g events.GatheringID, at events.Position) error
	CatchUp(ctx context.Context, g events.GatheringID) (moved bool)
}

// Auth keeps sessions; ops/auth.Auth is one.
type Auth interface {
	Session(r *http.Request) access.Session
	Organiser(w http.ResponseWriter, r *http.Request, key string) error
	Join(w http.ResponseWriter, r *http.Request, code, name string) (access.Session, error)
	Logout(w http.ResponseWriter, r *http.Request)
	TableCode(ctx context.Context, g events.GatheringID, group events.GroupID, table events.TableID) (string, error)
	JudgeCode(ctx context.Context, g events.GatheringID) (string, error)
}

// People knows names; ops/people.People is one.
type People interface {
	Name(g events.GatheringID, p events.PersonID) string
	Contact(g events.GatheringID, p events.PersonID) string
	Register(ctx context.Context, g events.GatheringID, actor events.Actor, names []roster.NewPerson) ([]events.PersonID, error)
	Correct(ctx context.Context, g events.GatheringID, actor events.Actor, p events.PersonID, c roster.Correction) (events.Position, error)
	Like(g events.GatheringID, p events.PersonID, name string) []alike.Match
	Forget(ctx context.Context, g events.GatheringID, actor events.Actor, p events.PersonID) error
}

// Cards lists the encounter cards of a scenario as JSON-ready values; nil: there is no such
// scenario.
type Cards interface {
	Cards(scenario string) any
}

// Roster imports lists of players; ops/roster.Importer is one.
type Roster interface {
	Import(ctx context.Context, g events.GatheringID, actor events.Actor, body io.Reader, format string, dry bool) (roster.Report, error)
}

// Options are what [New] needs; all but Log, Registerer and Stop are required.
type Options struct {
	Commands  Commander
	Reader    Reader
	Campaigns CampaignReader // nil: those of Reader, if it has any
	// Tournaments are nil: those of Reader, if it has any.
	Tournaments TournamentReader
	Previews    Previewer // nil: those of Commands, if it has any
	Intake      Intake    // nil: no files of players and results are taken in
	Persons     Persons   // nil: those of Reader, if it has any
	Players     Players   // nil: those of Auth, if it has any
	// Leagues are nil: those of Reader, if it has any; Foresees: that of Commands.
	Leagues      LeagueReader
	Foresees     Foreseer
	LeagueIntake LeagueIntake // nil: no files are taken into leagues
	Auth         Auth
	People       People
	Cards        Cards
	Roster       Roster
	Decks        Decks
	Webhooks     Webhooks              // nil: nobody is told anything
	Letters      Letters               // nil: they are not dealt with here
	Feeds        Feeds                 // nil: there are none
	Integrators  Integrators           // nil: those of Auth, if it has any; needed with Feeds
	Replays      Replays               // nil: nobody looks back
	Proofs       Proofs                // nil: nothing is proven
	WhatIfs      WhatIfs               // nil: nothing is tried
	Log          *slog.Logger          // nil: nothing is logged
	Registerer   prometheus.Registerer // nil: nothing is counted
	// Stop, if set, ends all streams when it is closed, so that a server can stop.
	Stop <-chan struct{}
}

// API answers requests. Make one with [New].
type API struct {
	o        Options
	refusals *prometheus.CounterVec
	viewers  prometheus.Gauge
	frames   frames
	recent   recent
	room     chan struct{} // one token for each open stream
}

// Mux is what the API is registered on; http.ServeMux is one.
type Mux = humago.Mux

// New registers the API on a mux below [Prefix] and returns it.
func New(mux Mux, o Options) *API {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	a := &API{
		o: o,
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_api_refusals_total",
			Help: "Requests to the HTTP API that were refused or failed, by status.",
		}, []string{"status"}),
		viewers: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "muster_api_streams", Help: "Streams of boards that are open over the HTTP API.",
		}),
		frames: frames{last: map[events.StreamID]frame{}},
		recent: recent{at: map[events.GatheringID]time.Time{}},
		room:   make(chan struct{}, MaxStreams),
	}
	if o.Registerer != nil {
		o.Registerer.MustRegister(a.refusals, a.viewers)
	}
	h := humago.New(mux, config())
	h.UseMiddleware(a.counted, notPages, a.afterChanges)
	a.sessions(h)
	a.gatherings(h)
	a.commands(h)
	a.boards(h)
	a.reviews(h)
	if a.o.Campaigns == nil {
		a.o.Campaigns, _ = a.o.Reader.(CampaignReader)
	}
	if a.o.Campaigns != nil {
		a.campaigns(h)
	}
	if a.o.Integrators == nil {
		a.o.Integrators, _ = a.o.Auth.(Integrators)
	}
	a.withFeed(h)
	a.withTournaments(h)
	a.withLeagues(h)
	a.decks(h)
	a.webhooks(h)
	a.streams(h)
	a.replays(h)
	a.whatIf(h)
	a.document(h.OpenAPI())
	return a
}

// notPages keeps browsers from taking an answer, which may hold what guests have typed, for a page.
func notPages(hc huma.Context, next func(huma.Context)) {
	hc.SetHeader("X-Content-Type-Options", "nosniff")
	hc.SetHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	next(hc)
}

func config() huma.Config {
	c := huma.DefaultConfig("muster", "1.0.0")
	c.Info.Description = "Organise games played at several tables at once. Log in, join a table, send commands, follow boards. Sending a command again under the same id is harmless."
	c.OpenAPIPath = Prefix + "/openapi"
	c.DocsPath, c.SchemasPath = "", ""
	c.CreateHooks = nil // no $schema in what comes and goes
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	return c
}

// schemaName names a schema after package and type: many packages have a Group. What tournaments
// and leagues are is told in three layers, and each has an Entrant or a Player: there the layer comes first.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if t.PkgPath() == "" || t.Name() == "" {
		return name
	}
	pkg := path.Base(t.PkgPath())
	name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
	if layer := path.Base(path.Dir(t.PkgPath())); pkg == "tournament" || pkg == "league" {
		name = strings.ToUpper(layer[:1]) + layer[1:] + name
	}
	return name
}

// op describes an operation with the limits that all have.
func op(method, p, id, summary string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: Prefix + p, Summary: summary,
		MaxBodyBytes: MaxBody, BodyReadTimeout: 15 * time.Second,
		RejectUnknownQueryParameters: true,
	}
}

// Caller gives an operation the request it answers, for the session.
type Caller struct {
	r *http.Request
	w http.ResponseWriter
}

// Resolve implements huma.Resolver.
func (c *Caller) Resolve(ctx huma.Context) []error {
	c.r, c.w = humago.Unwrap(ctx)
	return nil
}

// who returns the session of a request.
func (a *API) who(c Caller) access.Session { return a.o.Auth.Session(c.r) }

// may refuses what a session may not do.
func (a *API) may(c Caller, do access.Action, g events.GatheringID, on access.Object) (access.Session, error) {
	s := a.who(c)
	if no := s.May(do, g, on); no != nil {
		return s, a.problem(c, no)
	}
	return s, nil
}

// counted counts and logs whatever was not answered with success.
func (a *API) counted(ctx huma.Context, next func(huma.Context)) {
	next(ctx)
	status := ctx.Status()
	if status < 400 {
		return
	}
	a.refusals.WithLabelValues(statusLabel(status)).Inc()
	a.o.Log.Info("request refused", "method", ctx.Method(), "path", ctx.URL().Path, "status", status)
}

// await gives the read models a moment to show what was just recorded, so that the next request
// sees it. It is not an error if they take longer.
func (a *API) await(ctx context.Context, g events.GatheringID, at events.Position) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := a.o.Reader.Await(ctx, g, at); err != nil {
		a.o.Log.Debug("read models are behind", "gathering", g, "position", at, "err", err)
	}
}
