// Package tournament has the pages of tournaments: what everybody sees, the phone of a player, the wall, and
// the desk of organisers and judges. Reading pages are live; entering something is a form that becomes a
// command, and one that touches the tournament's integrity shows its consequences before it is final.
//
//	public.go   pairings, standings, players
//	phone.go    entering by phone, the player's own page
//	wall.go     the wall
//	desk.go     the desk of officials; actions*.go are its forms
package tournament

import (
	"context"
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/dashboards/wallpage"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

type pages struct {
	*site.Site
	entries  *entries
	compared *pairs
}

// Register adds the routes, if the tournaments are known.
func Register(s *site.Site) {
	if s.Tournaments == nil || s.Players == nil {
		return
	}
	p := pages{s, &entries{}, &pairs{}}
	const at = "/tournaments/{gathering}/{tournament}"
	s.Handle("GET /tournaments/{gathering}", p.list)
	s.Handle("GET "+at, p.pairings)
	s.Handle("GET "+at+"/rounds/{round}", p.pairings)
	s.Handle("GET "+at+"/standings", p.standings)
	s.Handle("GET "+at+"/bracket", p.bracket)
	s.Handle("GET "+at+"/schedule", p.schedule)
	s.Handle("GET "+at+"/players/{entrant}", p.player)
	s.Handle("GET "+at+"/wall", p.wall)
	s.Handle("GET "+at+"/qr", p.qr)
	s.Handle("GET "+at+"/enter", p.enterForm)
	s.Handle("POST "+at+"/enter", p.enter)
	s.Handle("GET "+at+"/phone/{entrant}", p.joinForm)
	s.Handle("POST "+at+"/phone/{entrant}", p.join)
	s.Handle("GET "+at+"/me", p.me)
	s.Handle("POST "+at+"/me/{action}", p.act)
	s.Handle("POST "+at+"/me/contact", p.contact)
	s.Handle("GET /sse"+at+"/{page}", p.stream)
	s.Handle("GET /sse"+at+"/rounds/{round}", p.roundStream)
	p.desk()
	p.people()
}

// Shown is a tournament as a page shows it.
type Shown struct {
	view.View
	Me     access.Session
	Signed *deps.Checkpoint // the newest of the gathering, for walls; nil: none
	name   func(events.PersonID) string
}

// Person returns the name of a person.
func (s Shown) Person(p events.PersonID) string { return s.name(p) }

// Entrant returns the name of an entrant.
func (s Shown) Entrant(n int) string {
	if n < 1 || n > len(s.Entrants) {
		return "–"
	}
	return s.name(s.Entrants[n-1].Player)
}

// Says puts names into a sentence.
func (s Shown) Says(text string) string { return words.Resolve(text, s.name) }

// Path is the address of a page of the tournament for everybody.
func (s Shown) Path(rest string) string { return pathOf(s.Gathering, s.ID) + rest }

// Last is the last round; false if there is none.
func (s Shown) Last() (view.Round, bool) {
	if len(s.Rounds) == 0 {
		return view.Round{}, false
	}
	return s.Rounds[len(s.Rounds)-1], true
}

// Latest are the standings of the latest stage.
func (s Shown) Latest() view.Standings { return s.Standings[len(s.Standings)-1] }

func pathOf(g events.GatheringID, id events.GroupID) string {
	return "/tournaments/" + string(g) + "/" + string(id)
}

// of returns the tournament that a path names.
func of(r *http.Request) (events.StreamID, error) {
	g, err := site.Gathering(r)
	id := events.GroupID(r.PathValue("tournament"))
	if err != nil || id.Validate() != nil {
		return events.StreamID{}, deps.ErrNotFound
	}
	return events.Tournament(g, id), nil
}

// number returns a number of the path.
func number(r *http.Request, name string) (int, error) {
	n, err := strconv.Atoi(r.PathValue(name))
	if err != nil || n < 1 {
		return 0, deps.ErrNotFound
	}
	return n, nil
}

// read returns a tournament as everybody sees it, or as officials do.
func (p pages) read(ctx context.Context, id events.StreamID, officials bool) (Shown, error) {
	v, err := p.Tournaments.Tournament(ctx, id.Gathering, id.Group, officials)
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

// plays tells whether a session is that of a player of this tournament.
func (s Shown) plays() bool {
	return s.Me.Role == events.RoleCaptain && s.Me.Gathering == s.Gathering && s.Me.Group == s.ID && s.Me.Person != ""
}

// page is a page for everybody.
func page(v Shown, title, here string) layout.Page {
	out := layout.Page{
		Title: title, Scripts: []string{"pages.js"}, Styles: []string{"tournament.css"},
		Crumbs: []layout.Link{{To: "/tournaments/" + string(v.Gathering), Text: "Tournaments"}, {To: v.Path(""), Text: v.Name, Here: here == "pairings"}},
		Nav: []layout.Link{
			{To: v.Path(""), Text: "Pairings", Here: here == "pairings"},
			{To: v.Path("/standings"), Text: "Standings", Here: here == "standings"},
		},
	}
	if v.bracketed() {
		out.Nav = append(out.Nav, layout.Link{To: v.Path("/bracket"), Text: "Bracket", Here: here == "bracket"})
	}
	if v.Rules.Format == log.FormatRoundRobin {
		out.Nav = append(out.Nav, layout.Link{To: v.Path("/schedule"), Text: "Schedule", Here: here == "schedule"})
	}
	out.Nav = append(out.Nav, layout.Link{To: v.Path("/wall"), Text: "Wall"})
	if here != "pairings" {
		out.Crumbs = append(out.Crumbs, layout.Link{Text: title, Here: true})
	}
	switch {
	case v.plays():
		out.Nav = append(out.Nav, layout.Link{To: v.Path("/me"), Text: "My table", Here: here == "me"})
		out.Who = v.Person(v.Me.Person)
	case v.Status == log.StatusOpen:
		out.Nav = append(out.Nav, layout.Link{To: v.Path("/enter"), Text: "Enter", Here: here == "enter"})
	}
	return out
}

// drawn are the live parts of pages, by name.
var drawn = map[string]func(context.Context, Shown) ([]byte, error){
	"standings": func(ctx context.Context, v Shown) ([]byte, error) { return site.Bytes(ctx, StandingsLive(v)) },
	"bracket":   func(ctx context.Context, v Shown) ([]byte, error) { return site.Bytes(ctx, BracketLive(v)) },
	"schedule":  func(ctx context.Context, v Shown) ([]byte, error) { return site.Bytes(ctx, ScheduleLive(v)) },
	"wall": func(ctx context.Context, v Shown) ([]byte, error) {
		return site.Bytes(ctx, templ.Join(Wall(v), wallpage.Seal(v.Signed)))
	},
	"pairings": func(ctx context.Context, v Shown) ([]byte, error) {
		return site.Bytes(ctx, PairingsLive(v, len(v.Rounds)))
	},
}

// GET /sse/tournaments/{gathering}/{tournament}/{page}
func (p pages) stream(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("page")
	if name == "me" {
		return p.myStream(w, r)
	}
	draw, ok := drawn[name]
	if !ok {
		return deps.ErrNotFound
	}
	return p.serve(w, r, name, draw)
}

// GET /sse/tournaments/{gathering}/{tournament}/rounds/{round}
func (p pages) roundStream(w http.ResponseWriter, r *http.Request) error {
	n, err := number(r, "round")
	if err != nil {
		return err
	}
	return p.serve(w, r, "round/"+strconv.Itoa(n), func(ctx context.Context, v Shown) ([]byte, error) {
		return site.Bytes(ctx, PairingsLive(v, n))
	})
}

func (p pages) serve(w http.ResponseWriter, r *http.Request, name string, draw func(context.Context, Shown) ([]byte, error)) error {
	id, err := of(r)
	if err != nil {
		return err
	}
	if _, err := p.read(r.Context(), id, false); err != nil {
		return err // a stream of something that is not there must not stay open
	}
	var also []func() <-chan struct{}
	if name == "wall" {
		also = append(also, p.Signed(id.Gathering))
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "tournament/" + name + "/" + string(id.Gathering) + "/" + string(id.Group), Page: "tournament",
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
