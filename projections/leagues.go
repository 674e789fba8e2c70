package projections

import (
	"context"
	"fmt"
	"sync"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/convention"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/league"
)

// newLeagues returns what keeps what the stream of every league says.
func newLeagues() *documents[league.Stored] {
	return &documents[league.Stored]{name: "league.1", kind: events.KindLeague, what: "league", bucket: []byte("leagues"), begin: league.New, apply: league.Apply}
}

// leagueReader answers queries about leagues. Views and charts are worked out once for each version.
type leagueReader struct {
	documentReader[league.Stored]
	mu     sync.Mutex // guards views and charts
	views  map[viewKey]league.View
	charts map[viewKey]league.Chart
}

// leagueKey names what is kept of a league, and the place in the log that it is good for.
func leagueKey(s league.Stored, staff bool) (viewKey, league.Shown) {
	key := viewKey{events.League(s.Gathering, s.ID), staff}
	if staff {
		return key, s.Last
	}
	return key, s.Public
}

func (r *leagueReader) view(s league.Stored, staff bool) (league.View, error) {
	key, at := leagueKey(s, staff)
	r.mu.Lock()
	v, ok := r.views[key]
	r.mu.Unlock()
	if ok && v.Version == at.Version && v.Position == at.Position {
		return v, nil
	}
	v, err := league.Of(s, staff)
	if err != nil {
		return v, fmt.Errorf("%s: %w", key.id, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.views == nil || len(r.views) >= maxViews {
		r.views = map[viewKey]league.View{}
	}
	r.views[key] = v
	return v, nil
}

func (r *leagueReader) chart(s league.Stored, staff bool) (league.Chart, error) {
	key, at := leagueKey(s, staff)
	r.mu.Lock()
	c, ok := r.charts[key]
	r.mu.Unlock()
	if ok && c.Position == at.Position {
		return c, nil
	}
	c, err := league.ChartOf(s, staff)
	if err != nil {
		return c, fmt.Errorf("%s: %w", key.id, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.charts == nil || len(r.charts) >= maxViews {
		r.charts = map[viewKey]league.Chart{}
	}
	r.charts[key] = c
	return c, nil
}

// League returns a league as everybody sees it, or as its staff do, or [ErrNotFound].
func (r *Reader) League(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool) (league.View, error) {
	s, err := r.leagues.of(ctx, events.League(g, id))
	if err != nil {
		return league.View{}, err
	}
	return r.leagues.view(s, staff)
}

// LeaguePlayer returns the page of a player of a league; [ErrNotFound] if there is no such league, or
// nobody of that id entered as far as is seen.
func (r *Reader) LeaguePlayer(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID, staff bool) (league.PlayerView, error) {
	s, err := r.leagues.of(ctx, events.League(g, id))
	if err != nil {
		return league.PlayerView{}, err
	}
	out, in, err := league.PlayerOf(s, p, staff)
	if err != nil {
		return out, fmt.Errorf("%s: %w", events.League(g, id), err)
	}
	if !in {
		return out, ErrNotFound
	}
	return out, nil
}

// LeagueChart returns the course of a season, as everybody sees it, or as its staff do, or [ErrNotFound].
func (r *Reader) LeagueChart(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool) (league.Chart, error) {
	s, err := r.leagues.of(ctx, events.League(g, id))
	if err != nil {
		return league.Chart{}, err
	}
	return r.leagues.chart(s, staff)
}

// LeagueExport returns a league for other programs, as everybody sees it, or as its staff do, or
// [ErrNotFound]. name gives the names of people.
func (r *Reader) LeagueExport(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool, name func(events.PersonID) string) (league.Export, error) {
	v, err := r.League(ctx, g, id, staff)
	if err != nil {
		return league.Export{}, err
	}
	return league.ExportOf(v, name), nil
}

// Leagues returns the lines of all leagues of a gathering as everybody sees them, by name and then id;
// none for a gathering without any.
func (r *Reader) Leagues(ctx context.Context, g events.GatheringID) ([]league.Line, error) {
	return listed(ctx, r.leagues.documentReader, g, league.LineOf, func(l league.Line) (string, events.GroupID) { return l.Name, l.ID })
}

// LeagueHistory returns up to limit lines (at most [MaxLines]) of a league before a position of the
// gathering's log (0: from the end), latest first, or [ErrNotFound]. It holds what only staff may see.
func (r *Reader) LeagueHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error) {
	return r.lines(ctx, events.League(g, id), before, limit)
}

// Convention returns the convention boards of a gathering, or of all gatherings on this server if g is
// empty: its finished groups, by scenario, mode and difficulty. It returns [ErrNotFound] for a gathering
// that does not exist, and none for one without groups.
func (r *Reader) Convention(ctx context.Context, g events.GatheringID) ([]convention.Board, error) {
	if g != "" {
		groups, err := r.Boards(ctx, g)
		if err != nil {
			return nil, err
		}
		return convention.Boards(groups)
	}
	ids, err := r.gatherings()
	if err != nil {
		return nil, err
	}
	var all []board.Group
	for id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		groups, err := r.boardsOf(id)
		if err != nil {
			return nil, err
		}
		all = append(all, groups...)
	}
	return convention.Boards(all)
}
