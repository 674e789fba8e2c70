// Package league has the pages of leagues: the board that everybody sees, the pages of players, sessions and
// records, the wall, and the desk of organisers and judges. Reading pages are live, and whole without
// script; entering something is a form that becomes a command, and one that touches the season's integrity
// shows its consequences before it is final.
//
//	board.go    the board, for everybody and for other sites to embed
//	pages.go    players, sessions, records, the convention board
//	chart.go    the course of the season as a picture
//	wall.go     the wall, and the reveal on it
//	desk.go     the desk of officials; actions*.go are its forms
package league

import (
	"context"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	view "github.com/muster-events/muster/projections/league"
	"github.com/muster-events/muster/projections/words"
)

type pages struct{ *site.Site }

// Register adds the routes, if the leagues are known.
func Register(s *site.Site) {
	if s.Leagues == nil || s.Players == nil {
		return
	}
	p := pages{s}
	const at = "/board/{gathering}/{league}"
	s.Handle("GET /board/{gathering}", p.list)
	s.Handle("GET /board/{gathering}/convention", p.convention)
	s.Handle("GET /sse/board/{gathering}/convention", p.conventionStream)
	s.Handle("GET "+at, p.board)
	s.Handle("GET /sse"+at, p.boardStream)
	s.Handle("GET "+at+"/chart.svg", p.chart)
	s.Handle("GET "+at+"/players/{player}", p.player)
	s.Handle("GET /sse"+at+"/players/{player}", p.playerStream)
	s.Handle("GET "+at+"/sessions/{session}", p.session)
	s.Handle("GET "+at+"/records", p.records)
	s.Handle("GET /wall/{gathering}/{league}/standings", p.wall)
	s.Handle("GET /sse/wall/{gathering}/{league}/standings", p.wallStream)
	p.desk()
}

// Shown is a league as a page shows it.
type Shown struct {
	view.View
	Me     access.Session
	framed bool             // inside a page of another site: links that leave the board open a page of their own
	Signed *deps.Checkpoint // the newest of the gathering, for walls; nil: none
	name   func(events.PersonID) string
}

// away are the attributes of a link that leaves the board.
func (s Shown) away() templ.Attributes {
	if !s.framed {
		return nil
	}
	return templ.Attributes{"target": "_blank", "rel": "noopener"}
}

// Person returns the name of a person.
func (s Shown) Person(p events.PersonID) string { return s.name(p) }

// Says puts names into a sentence.
func (s Shown) Says(text string) string { return words.Resolve(text, s.name) }

// Path is the address of a page of the league for everybody.
func (s Shown) Path(rest string) string { return pathOf(s.Gathering, s.ID) + rest }

// Wall is the address of its wall.
func (s Shown) Wall() string { return wallOf(s.Gathering, s.ID) }

// Session returns a session by id.
func (s Shown) Session(id log.SessionID) (view.Session, bool) {
	for _, x := range s.Sessions {
		if x.ID == id {
			return x, true
		}
	}
	return view.Session{}, false
}

// DivisionName is the name of a division; empty for none.
func (s Shown) DivisionName(id string) string {
	for _, d := range s.Divisions {
		if d.ID == id {
			return d.Name
		}
	}
	return id
}

// player returns a player by the id that they entered with.
func (s Shown) player(id events.PersonID) (view.Player, bool) {
	for _, p := range s.Players {
		if p.Player == id {
			return p, true
		}
	}
	return view.Player{}, false
}

// revealing tells whether the reveal of the board has begun.
func (s Shown) revealing() bool { return s.Reveal.Frozen && len(s.Reveal.Shown) > 0 }

func pathOf(g events.GatheringID, id events.GroupID) string {
	return "/board/" + string(g) + "/" + string(id)
}

func wallOf(g events.GatheringID, id events.GroupID) string {
	return "/wall/" + string(g) + "/" + string(id) + "/standings"
}

// of returns the league that a path names.
func of(r *http.Request) (events.StreamID, error) {
	g, err := site.Gathering(r)
	id := events.GroupID(r.PathValue("league"))
	if err != nil || id.Validate() != nil {
		return events.StreamID{}, deps.ErrNotFound
	}
	return events.League(g, id), nil
}

// read returns a league as everybody sees it, or as officials do.
func (p pages) read(ctx context.Context, id events.StreamID, staff bool) (Shown, error) {
	v, err := p.Leagues.League(ctx, id.Gathering, id.Group, staff)
	return Shown{View: v, Signed: p.LastSigned(id.Gathering), name: func(who events.PersonID) string { return p.Name(id.Gathering, who) }}, err
}

// open reads what a public page shows.
func (p pages) open(r *http.Request) (Shown, error) {
	id, err := of(r)
	if err != nil {
		return Shown{}, err
	}
	v, err := p.read(r.Context(), id, false)
	v.Me = p.Auth.Session(r)
	return v, err
}

// page is a page for everybody.
func page(v Shown, title, here string) layout.Page {
	out := layout.Page{
		Title: title, Scripts: []string{"pages.js"}, Styles: []string{"tournament.css", "league.css"},
		Crumbs: []layout.Link{{To: "/board/" + string(v.Gathering), Text: "Leagues"}, {To: v.Path(""), Text: v.Name, Here: here == "board"}},
		Nav: []layout.Link{
			{To: v.Path(""), Text: "Board", Here: here == "board"},
			{To: v.Path("/records"), Text: "Records", Here: here == "records"},
			{To: v.Wall(), Text: "Wall"},
		},
	}
	if here != "board" {
		out.Crumbs = append(out.Crumbs, layout.Link{Text: title, Here: true})
	}
	return out
}

// stream serves what of a page of the league is live, under a key.
func (p pages) stream(w http.ResponseWriter, r *http.Request, key string, draw func(context.Context, Shown) ([]byte, error)) error {
	id, err := of(r)
	if err != nil {
		return err
	}
	if _, err := p.read(r.Context(), id, false); err != nil {
		return err // a stream of something that is not there must not stay open
	}
	var also []func() <-chan struct{}
	if strings.HasPrefix(key, "wall/") {
		also = append(also, p.Signed(id.Gathering))
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "league/" + string(id.Gathering) + "/" + string(id.Group) + "/" + key, Page: "league",
		Changed: func() <-chan struct{} { return p.Reader.Changed(id.Gathering, id.Group) }, Also: also,
		Render: func(ctx context.Context) (uint64, []byte, error) {
			v, err := p.read(ctx, id, false)
			if err != nil {
				return 0, nil, err
			}
			b, err := draw(ctx, v)
			return uint64(v.Position), b, err
		},
	})
	return nil
}
