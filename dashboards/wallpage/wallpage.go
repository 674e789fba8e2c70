// Package wallpage has the pages that are read from afar: the wall of a group, the wall of a
// gathering, and the view of a group on a spectator's phone. They are live, and show what package
// projections/wall works out.
package wallpage

import (
	"context"
	"net/http"

	"github.com/a-h/templ"

	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/wall"
)

// historyLines is how far back a wall looks for what is worth a line: quiet lines are skipped.
const historyLines = 60

type pages struct{ *site.Site }

// Register adds the routes.
func Register(s *site.Site) {
	p := pages{s}
	s.Handle("GET /wall/setup", p.setup)
	s.Handle("GET /wall/{gathering}", p.overview)
	s.Handle("GET /wall/{gathering}/{group}", p.wall)
	s.Handle("GET /live/{gathering}/{group}", p.live)
	s.Handle("GET /sse/wall/{gathering}", p.overviewStream)
	s.Handle("GET /sse/wall/{gathering}/{group}", p.wallStream)
	s.Handle("GET /sse/live/{gathering}/{group}", p.liveStream)
}

// GET /wall/setup?theme=…&scale=…
func (p pages) setup(w http.ResponseWriter, r *http.Request) error {
	return p.Page(w, r, SetupPage(lookOf(r)))
}

// view reads what the pages of a group show.
func (p pages) view(ctx context.Context, g events.GatheringID, group events.GroupID) (wall.View, error) {
	b, err := p.Reader.Board(ctx, g, group)
	if err != nil {
		return wall.View{}, err
	}
	lines, err := p.Reader.History(ctx, g, group, 0, historyLines)
	if err != nil {
		return wall.View{}, err
	}
	return wall.Of(b, lines, func(id events.PersonID) string { return p.Name(g, id) }, p.Now()), nil
}

// GET /wall/{gathering}/{group}?theme=…&scale=…
func (p pages) wall(w http.ResponseWriter, r *http.Request) error {
	g, group, err := site.GroupOf(r)
	if err != nil {
		return err
	}
	v, err := p.view(r.Context(), g, group)
	if err != nil {
		return err
	}
	return p.Page(w, r, WallPage(v, lookOf(r), "/sse/wall/"+string(g)+"/"+string(group), p.LastSigned(g)))
}

// GET /live/{gathering}/{group}
func (p pages) live(w http.ResponseWriter, r *http.Request) error {
	g, group, err := site.GroupOf(r)
	if err != nil {
		return err
	}
	v, err := p.view(r.Context(), g, group)
	if err != nil {
		return err
	}
	return p.Page(w, r, LivePage(v, "/sse/live/"+string(g)+"/"+string(group)))
}

// GET /sse/wall/{gathering}/{group}
func (p pages) wallStream(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	return p.stream(w, r, "wall", p.Signed(g), func(ctx context.Context, v wall.View) ([]byte, error) {
		return site.Bytes(ctx, templ.Join(Wall(v), Seal(p.LastSigned(g))))
	})
}

// GET /sse/live/{gathering}/{group}
func (p pages) liveStream(w http.ResponseWriter, r *http.Request) error {
	return p.stream(w, r, "live", nil, func(ctx context.Context, v wall.View) ([]byte, error) { return site.Bytes(ctx, Live(v)) })
}

func (p pages) stream(w http.ResponseWriter, r *http.Request, page string, also func() <-chan struct{}, draw func(context.Context, wall.View) ([]byte, error)) error {
	g, group, err := site.GroupOf(r)
	if err != nil {
		return err
	}
	if _, err := p.Reader.Board(r.Context(), g, group); err != nil {
		return err // a stream of something that is not there must not stay open
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: page + "/" + string(g) + "/" + string(group), Page: page,
		Changed: func() <-chan struct{} { return p.Reader.Changed(g, group) }, Also: []func() <-chan struct{}{also},
		Render: func(ctx context.Context) (uint64, []byte, error) {
			v, err := p.view(ctx, g, group)
			if err != nil {
				return 0, nil, err
			}
			b, err := draw(ctx, v)
			return uint64(v.Position), b, err
		},
	})
	return nil
}
