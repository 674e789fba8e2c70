package metrics_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/metrics"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
)

func TestRegistryServesTheProgram(t *testing.T) {
	w := httptest.NewRecorder()
	metrics.Handler(metrics.New("1.2.3")).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{`muster_build_info{version="1.2.3"} 1`, "go_goroutines ", "process_open_fds "} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("/metrics does not hold %q", want)
		}
	}
}

func TestRequestsAreCountedByAreaAndStatus(t *testing.T) {
	reg := prometheus.NewRegistry()
	web := metrics.NewWeb(reg)
	h := web.Count(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v1/me":
			w.WriteHeader(http.StatusForbidden)
		case "/early":
			w.WriteHeader(http.StatusEarlyHints)
			fmt.Fprint(w, "x")
		}
		w.(http.Flusher).Flush()
	}))
	for _, p := range []string{"/", "/wall/x", "/assets/a.css", "/api/v1/me", "/early"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, p, nil))
	}
	r := httptest.NewRequest(http.MethodGet, "/wall/x", nil)
	r.Header.Set("Accept", "text/event-stream")
	h.ServeHTTP(httptest.NewRecorder(), r)
	web.Viewers("wall", 1)
	web.Viewers("wall", 1)
	web.Viewers("wall", -1)
	want := `
# HELP muster_http_requests_total Requests by area (page, asset, api, stream) and status class.
# TYPE muster_http_requests_total counter
muster_http_requests_total{area="api",status="2xx"} 0
muster_http_requests_total{area="api",status="4xx"} 1
muster_http_requests_total{area="asset",status="2xx"} 1
muster_http_requests_total{area="page",status="2xx"} 3
muster_http_requests_total{area="stream",status="2xx"} 1
# HELP muster_viewers Live pages that are open, by kind of page.
# TYPE muster_viewers gauge
muster_viewers{page="wall"} 1
`
	if err := testutil.GatherAndCompare(reg, strings.NewReader(want), "muster_http_requests_total", "muster_viewers"); err != nil {
		t.Error(err)
	}
}

// boards answers from fixed data.
type boards struct {
	gatherings []catalog.Gathering
	groups     map[events.GatheringID][]board.Group
	err        error
}

func (b boards) Gatherings(context.Context) ([]catalog.Gathering, error) { return b.gatherings, b.err }

func (b boards) Boards(_ context.Context, g events.GatheringID) ([]board.Group, error) {
	return b.groups[g], nil
}

func TestPlayIsHeldUp(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	wait := func(since time.Duration, paused bool) board.Group {
		return board.Group{Phase: board.PhasePlaying, Paused: paused, Barrier: board.Barrier{
			Ended: []events.TableID{"a"}, Waiting: []events.TableID{"b", "c"}, Since: now.Add(-since),
		}}
	}
	reg := prometheus.NewRegistry()
	reg.MustRegister(metrics.NewPlay(boards{
		gatherings: []catalog.Gathering{{ID: "now"}, {ID: "past", Ended: true}},
		groups: map[events.GatheringID][]board.Group{
			"now":  {wait(90*time.Second, false), wait(30*time.Second, false), wait(time.Hour, true), {Phase: board.PhaseEnding}, {Phase: board.PhaseWon}},
			"past": {wait(24*time.Hour, false)},
		},
	}, func() time.Time { return now }))
	want := `
# HELP muster_barrier_oldest_wait_seconds Longest time that a table has waited at a round's end; 0 if none waits.
# TYPE muster_barrier_oldest_wait_seconds gauge
muster_barrier_oldest_wait_seconds 90
# HELP muster_barrier_tables_missing Tables still playing a round that another table of their group has ended.
# TYPE muster_barrier_tables_missing gauge
muster_barrier_tables_missing 4
# HELP muster_groups Groups of open gatherings by phase.
# TYPE muster_groups gauge
muster_groups{phase="abandoned"} 0
muster_groups{phase="ending"} 1
muster_groups{phase="lost"} 0
muster_groups{phase="playing"} 3
muster_groups{phase="setup"} 0
muster_groups{phase="won"} 1
# HELP muster_steps_open Groups whose end of a round waits for an answer from a table.
# TYPE muster_steps_open gauge
muster_steps_open 1
`
	if err := testutil.GatherAndCompare(reg, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
}

func TestBoardsThatCannotBeReadAreAnErrorOfTheScrape(t *testing.T) {
	reg := prometheus.NewRegistry()
	reg.MustRegister(metrics.NewPlay(boards{err: errors.New("no")}, time.Now))
	if _, err := reg.Gather(); err == nil {
		t.Error("the scrape says nothing")
	}
}
