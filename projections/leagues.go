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
	return &documents[league.Stored]{
		name: "league.2", kind: events.KindLeague, what: "league", bucket: []byte("leagues"), begin: league.New, apply: league.Apply,
		pieces: &pieces[league.Stored]{bucket: []byte("league-pieces"), part: league.Part, join: league.Join},
	}
}

// leagueReader answers queries about leagues. What is worked out for a version is kept until there is another.
type leagueReader struct {
	documentReader[league.Stored]
	mu   sync.Mutex // guards made
	made map[viewKey]*madeLeague
}

// madeLeague is what was worked out of a league for somebody.
type madeLeague struct {
	mu        sync.Mutex // one works it out, the others wait
	worked    league.Worked
	at        league.Shown // what worked is true for; 0: it is none yet
	view      league.View
	viewed    bool
	chart     league.Chart
	charted   league.Worked // what the chart is of
	chartedAt league.Shown
}

// leagueKey names what is kept of a league, and the place in the log that it is good for.
func leagueKey(s league.Stored, staff bool) (viewKey, league.Shown) {
	key := viewKey{events.League(s.Gathering, s.ID), staff}
	if staff {
		return key, s.Last
	}
	return key, s.Public
}

// same tells whether two places in the log are one.
func same(a, b league.Shown) bool { return a.Version == b.Version && a.Position == b.Position }

// worked returns what is worked out of a league, locked; it is that of s.
func (r *leagueReader) worked(s league.Stored, staff bool) (*madeLeague, error) {
	key, at := leagueKey(s, staff)
	r.mu.Lock()
	if r.made == nil || len(r.made) >= maxViews && r.made[key] == nil {
		r.made = map[viewKey]*madeLeague{}
	}
	m := r.made[key]
	if m == nil {
		m = &madeLeague{}
		r.made[key] = m
	}
	r.mu.Unlock()
	m.mu.Lock()
	if same(m.at, at) {
		return m, nil
	}
	w, err := league.WorkOut(s, staff)
	if err != nil {
		m.mu.Unlock()
		return nil, fmt.Errorf("%s: %w", key.id, err)
	}
	m.worked, m.at, m.viewed = w, at, false
	return m, nil
}

func (r *leagueReader) view(s league.Stored, staff bool) (league.View, error) {
	m, err := r.worked(s, staff)
	if err != nil {
		return league.View{}, err
	}
	defer m.mu.Unlock()
	if !m.viewed {
		if m.view, err = m.worked.View(); err != nil {
			return m.view, fmt.Errorf("%s: %w", events.League(s.Gathering, s.ID), err)
		}
		m.viewed = true
	}
	return m.view, nil
}

// course is the chart of what is worked out; of sessions that are as they were it is as it was.
func (m *madeLeague) course() (league.Chart, error) {
	if same(m.chartedAt, m.at) {
		return m.chart, nil
	}
	c, err := m.worked.Chart(m.charted, m.chart)
	if err == nil {
		m.chart, m.charted, m.chartedAt = c, m.worked, m.at
	}
	return c, err
}

func (r *leagueReader) chart(s league.Stored, staff bool) (league.Chart, error) {
	m, err := r.worked(s, staff)
	if err != nil {
		return league.Chart{}, err
	}
	defer m.mu.Unlock()
	c, err := m.course()
	if err != nil {
		return c, fmt.Errorf("%s: %w", events.League(s.Gathering, s.ID), err)
	}
	return c, nil
}

func (r *leagueReader) player(s league.Stored, p events.PersonID, staff bool) (league.PlayerView, bool, error) {
	m, err := r.worked(s, staff)
	if err != nil {
		return league.PlayerView{}, false, err
	}
	defer m.mu.Unlock()
	c, err := m.course()
	if err != nil {
		return league.PlayerView{}, false, fmt.Errorf("%s: %w", events.League(s.Gathering, s.ID), err)
	}
	out, in := m.worked.Player(p, c)
	return out, in, nil
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
	out, in, err := r.leagues.player(s, p, staff)
	if err != nil {
		return out, err
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
