package league

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/convention"
	view "github.com/muster-events/muster/projections/league"
	"github.com/muster-events/muster/projections/words"
)

// Player is the page of a player.
type Player struct {
	Shown
	Of view.PlayerView
}

// GET /board/{gathering}/{league}/players/{player}
func (p pages) player(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	who := events.PersonID(r.PathValue("player"))
	if who.Validate() != nil {
		return deps.ErrNotFound
	}
	of, err := p.Leagues.LeaguePlayer(r.Context(), v.Gathering, v.ID, who, false)
	if err != nil {
		return err
	}
	if into := of.Player.Into; into != "" {
		return site.To(w, r, v.Path("/players/"+string(into)))
	}
	return p.Page(w, r, PlayerPage(Player{Shown: v, Of: of}))
}

// GET /sse/board/{gathering}/{league}/players/{player}
func (p pages) playerStream(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	who := events.PersonID(r.PathValue("player"))
	if who.Validate() != nil {
		return deps.ErrNotFound
	}
	if _, err := p.Leagues.LeaguePlayer(r.Context(), v.Gathering, v.ID, who, false); err != nil {
		return err
	}
	return p.stream(w, r, "players/"+string(who), func(ctx context.Context, v Shown) ([]byte, error) {
		of, err := p.Leagues.LeaguePlayer(ctx, v.Gathering, v.ID, who, false)
		if err != nil {
			return nil, err
		}
		return site.Bytes(ctx, PlayerLive(Player{Shown: v, Of: of}))
	})
}

// rankSays says where a player stands.
func (p Player) rankSays() string {
	row := p.Of.Row
	switch {
	case row == nil:
		return "Not in a table."
	case row.Rank == 0 && row.Short > 0:
		return fmt.Sprintf("Without a rank: %s more.", count(row.Short, "session"))
	case row.Rank == 0:
		return "Without a rank."
	}
	says := fmt.Sprintf("Rank %d", row.Rank)
	if row.Shared {
		says += ", shared"
	}
	if row.Division != "" {
		says += " in " + p.DivisionName(row.Division)
	}
	return says
}

// Session is the page of a session.
type Session struct {
	Shown
	Of view.Session
}

// GET /board/{gathering}/{league}/sessions/{session}
func (p pages) session(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	x, ok := v.Session(log.SessionID(r.PathValue("session")))
	if !ok {
		return deps.ErrNotFound
	}
	return p.Page(w, r, SessionPage(Session{Shown: v, Of: x}))
}

// beside is the session before (−1) or after (1) this one; false if there is none.
func (s Session) beside(by int) (view.Session, bool) {
	i := slices.IndexFunc(s.Sessions, func(x view.Session) bool { return x.ID == s.Of.ID }) + by
	if i < 0 || i >= len(s.Sessions) {
		return view.Session{}, false
	}
	return s.Sessions[i], true
}

// standing are the results of a session that stand, those with places first, in order of place.
func standing(x view.Session) []view.Result {
	out := slices.DeleteFunc(slices.Clone(x.Results), func(r view.Result) bool { return r.Result == nil })
	slices.SortStableFunc(out, func(a, b view.Result) int {
		switch {
		case better(a.Result, b.Result):
			return -1
		case better(b.Result, a.Result):
			return 1
		}
		return 0
	})
	return out
}

// takenOut are the results that were taken out of a session.
func takenOut(x view.Session) []view.Result {
	return slices.DeleteFunc(slices.Clone(x.Results), func(r view.Result) bool { return r.Result != nil })
}

// GET /board/{gathering}/{league}/records
func (p pages) records(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, RecordsPage(v))
}

// recordsTitle names what a list of records is of.
func recordsTitle(x view.Records) string {
	says := x.Name
	if x.Mode != "" {
		says += ", " + words.Mode(x.Mode)
	}
	if x.Difficulty != "" {
		says += ", " + x.Difficulty
	}
	if x.Size > 0 {
		says += ", " + count(x.Size, "player")
	}
	return says
}

// sourceOf is where a result comes from, with its address; false if it was entered by hand.
func (s Shown) sourceOf(src *log.Source) (layout.Link, bool) {
	switch {
	case src == nil:
		return layout.Link{}, false
	case src.Tournament != "":
		return layout.Link{To: "/tournaments/" + string(s.Gathering) + "/" + string(src.Tournament) + "/standings", Text: "The tournament"}, true
	case src.Group != "":
		return layout.Link{To: "/replay/" + string(s.Gathering) + "/" + string(src.Group), Text: "The game, move by move"}, true
	}
	return layout.Link{}, false
}

// Convention is the convention board of a gathering.
type Convention struct {
	Info   catalog.Gathering
	Boards []convention.Board
	name   func(events.PersonID) string
}

// GET /board/{gathering}/convention
func (p pages) convention(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	v, err := p.conventionOf(r.Context(), g)
	if err != nil {
		return err
	}
	return p.Page(w, r, ConventionPage(v))
}

func (p pages) conventionOf(ctx context.Context, g events.GatheringID) (Convention, error) {
	info, err := p.Reader.Gathering(ctx, g)
	if err != nil {
		return Convention{}, err
	}
	boards, err := p.Leagues.Convention(ctx, g)
	return Convention{Info: info, Boards: boards, name: func(who events.PersonID) string { return p.Name(g, who) }}, err
}

// GET /sse/board/{gathering}/convention
func (p pages) conventionStream(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	if _, err := p.conventionOf(r.Context(), g); err != nil {
		return err
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "league/convention/" + string(g), Page: "league",
		Changed: func() <-chan struct{} { return p.Reader.Changed(g, "") },
		Render: func(ctx context.Context) (uint64, []byte, error) {
			v, err := p.conventionOf(ctx, g)
			if err != nil {
				return 0, nil, err
			}
			b, err := site.Bytes(ctx, ConventionLive(v))
			return uint64(v.Info.Position), b, err
		},
	})
	return nil
}

// conventionTitle names what a convention board is of.
func conventionTitle(b convention.Board) string {
	says := b.Name
	if b.ModeName != "" {
		says += ", " + b.ModeName
	}
	if b.Difficulty != "" {
		says += ", " + b.Difficulty
	}
	return says
}
