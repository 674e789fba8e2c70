package dashboards

import (
	"log/slog"
	"net/http"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/frontpage"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/dashboards/league"
	"github.com/muster-events/muster/dashboards/logpage"
	"github.com/muster-events/muster/dashboards/printpage"
	"github.com/muster-events/muster/dashboards/replaypage"
	"github.com/muster-events/muster/dashboards/tablepage"
	"github.com/muster-events/muster/dashboards/tournament"
	"github.com/muster-events/muster/dashboards/verifypage"
	"github.com/muster-events/muster/dashboards/wallpage"
)

// Pages serves every page. It is safe for concurrent use.
type Pages struct {
	hub     *live.Hub
	handler http.Handler
}

// New returns the pages. Close them before the server shuts down: their streams stay open otherwise.
func New(d deps.Deps) *Pages {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	hub := live.New(d.Log, d.Now, d.Viewers)
	hub.Names = d.People.Renamed
	s := &site.Site{Deps: d, Hub: hub, Mux: http.NewServeMux()}
	s.Mux.Handle("GET "+assets.Prefix, assets.Handler())
	frontpage.Register(s)
	wallpage.Register(s)
	console.Register(s)
	tournament.Register(s)
	league.Register(s)
	tablepage.Register(s.Mux, d, hub)
	replaypage.Register(s)
	logpage.Register(s)
	printpage.Register(s)
	verifypage.Register(s)
	s.Handle("/", func(http.ResponseWriter, *http.Request) error { return deps.ErrNotFound })
	return &Pages{hub: hub, handler: s.Guard(s.Mux)}
}

// ServeHTTP answers a request.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.handler.ServeHTTP(w, r) }

// Close ends all streams, so that a server can shut down.
func (p *Pages) Close() { p.hub.Close() }
