package tablepage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/table"
)

// Policy is the content policy of the table page: that of all pages, and no string becomes a script
// or markup unless Lit or the page's own policy has made it.
const Policy = site.Policy + "; require-trusted-types-for 'script'; trusted-types muster lit-html"

// logLines is how far back the entries go that a captain sees.
const logLines = 60

type pages struct{ *site.Site }

// Register adds the routes of the table page.
func Register(mux *http.ServeMux, d deps.Deps, hub *live.Hub) {
	p := pages{&site.Site{Deps: d, Hub: hub, Mux: mux}}
	p.Handle("GET /t/{gathering}/{group}/{table}", p.page)
	p.Handle("GET /t/{gathering}/{group}/{table}/state", p.state)
	p.Handle("GET /t/{gathering}/{group}/{table}/stream", p.stream)
	p.Handle("POST /t/{gathering}/{group}/{table}/presence", p.presence)
	p.Handle("GET /sw.js", p.worker)
}

// seat is the table that a request is about.
type seat struct {
	gathering events.GatheringID
	group     events.GroupID
	table     events.TableID
}

func (s seat) path() string { return fmt.Sprintf("/t/%s/%s/%s", s.gathering, s.group, s.table) }

func seatOf(r *http.Request) (seat, error) {
	g, group, err := site.GroupOf(r)
	if err != nil {
		return seat{}, err
	}
	t := events.TableID(r.PathValue("table"))
	if t.Validate() != nil {
		return seat{}, deps.ErrNotFound
	}
	return seat{g, group, t}, nil
}

// Shell is what the page starts with, as JSON in its markup.
type Shell struct {
	View   table.View      `json:"view"`
	Cards  any             `json:"cards"`  // the scenario's cards, for the type-ahead
	Device events.DeviceID `json:"device"` // of the session; entries are counted for it
	State  string          `json:"state"`  // path of the state
	Stream string          `json:"stream"` // path of the live stream
	// Presence is the path that the page tells how the phone is.
	Presence string `json:"presence"`
}

// GET /t/{gathering}/{group}/{table}
func (p pages) page(w http.ResponseWriter, r *http.Request) error {
	at, err := seatOf(r)
	if err != nil {
		return err
	}
	me := p.Auth.Session(r)
	v, err := p.view(r.Context(), at, me.Role)
	if err != nil {
		return err
	}
	if no := may(me, at); no != nil {
		return p.turnAway(w, r, at, v, no.Says)
	}
	shell := Shell{View: v, Device: me.Device, State: at.path() + "/state", Stream: at.path() + "/stream", Presence: at.path() + "/presence"}
	if p.Cards != nil {
		shell.Cards = p.Cards.Cards(v.Scenario)
	}
	data, err := json.Marshal(shell)
	if err != nil {
		return fmt.Errorf("encode the state of %s: %w", at.path(), err)
	}
	w.Header().Set("Content-Security-Policy", Policy)
	return p.Page(w, r, TablePage(v, string(data)))
}

// may asks for the right to record for the table; who has it may use its page.
func may(me access.Session, at seat) *refusal {
	no := me.May(access.Give("lotr.change-threat.v1"), at.gathering, access.Object{Group: at.group, Table: at.table})
	if no == nil {
		return nil
	}
	return &refusal{Code: string(no.Code), Says: no.Says, signedOut: me.Role == "" || me.Role == events.RoleSpectator}
}

// refusal is the answer to somebody who may not read a table's state.
type refusal struct {
	Code      string `json:"code"`
	Says      string `json:"says"`
	signedOut bool
}

func (p pages) turnAway(w http.ResponseWriter, r *http.Request, at seat, v table.View, says string) error {
	// site.Page answers 200; this page says no.
	return p.Page(statusWriter{w, http.StatusForbidden}, r, AwayPage(Away{
		Team: v.Team, Group: v.GroupName, Says: says, Watch: fmt.Sprintf("/live/%s/%s", at.gathering, at.group),
	}))
}

// statusWriter answers with a status of its own where a page would answer 200.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader writes the status of the writer.
func (w statusWriter) WriteHeader(int) { w.ResponseWriter.WriteHeader(w.status) }

// view returns the state of the table as a role sees it, deps.ErrNotFound if there is no such table.
func (p pages) view(ctx context.Context, at seat, role events.Role) (table.View, error) {
	b, err := p.Reader.Board(ctx, at.gathering, at.group)
	if err != nil {
		return table.View{}, err
	}
	for _, t := range b.Tables {
		if t.ID == at.table {
			name := func(id events.PersonID) string { return p.Name(at.gathering, id) }
			lines, err := p.Reader.History(ctx, at.gathering, at.group, 0, logLines)
			if err != nil && !errors.Is(err, deps.ErrNotFound) { // the history may be a moment behind
				return table.View{}, err
			}
			v := table.WithLog(table.Of(b, at.table, name, role), lines, b, name)
			if p.Proofs != nil {
				c, _ := p.Proofs.Last(at.gathering)
				v.Checkpoint = c.Fingerprint
			}
			return v, nil
		}
	}
	return table.View{}, deps.ErrNotFound
}

// GET /t/{gathering}/{group}/{table}/state
func (p pages) state(w http.ResponseWriter, r *http.Request) error {
	at, me, err := p.reader(w, r)
	if err != nil || at == (seat{}) {
		return err
	}
	v, err := p.view(r.Context(), at, me.Role)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, v)
}

// GET /t/{gathering}/{group}/{table}/stream
func (p pages) stream(w http.ResponseWriter, r *http.Request) error {
	at, me, err := p.reader(w, r)
	if err != nil || at == (seat{}) {
		return err
	}
	if _, err := p.view(r.Context(), at, me.Role); err != nil {
		return err
	}
	defer p.arrived(r, at, me)()
	var also []func() <-chan struct{}
	if p.Proofs != nil {
		also = append(also, func() <-chan struct{} { return p.Proofs.Signed(at.gathering) })
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "table" + at.path() + "/" + string(me.Role), Page: "table", Event: "view",
		Changed: func() <-chan struct{} { return p.Reader.Changed(at.gathering, at.group) }, Also: also,
		Render: func(ctx context.Context) (uint64, []byte, error) {
			v, err := p.view(ctx, at, me.Role)
			if err != nil {
				return 0, nil, err
			}
			data, err := json.Marshal(v)
			return uint64(v.Position), data, err
		},
	})
	return nil
}

// reader returns whose state is asked for and by whom. Somebody who may not read it is answered
// here, with the zero seat returned: 401 without a session, else 403.
func (p pages) reader(w http.ResponseWriter, r *http.Request) (seat, access.Session, error) {
	at, err := seatOf(r)
	if err != nil {
		return seat{}, access.Session{}, err
	}
	me := p.Auth.Session(r)
	no := may(me, at)
	if no == nil {
		return at, me, nil
	}
	status := http.StatusForbidden
	if no.signedOut {
		status = http.StatusUnauthorized
	}
	return seat{}, me, answer(w, status, no)
}

func answer(w http.ResponseWriter, status int, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data) // the browser has gone if this fails
	return nil
}

// GET /sw.js
func (p pages) worker(w http.ResponseWriter, _ *http.Request) error {
	script, ok := assets.Read("sw.js")
	if !ok {
		return deps.ErrNotFound
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(script)
	return nil
}
