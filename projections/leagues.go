package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/convention"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/league"
)

// bucketLeagues holds gathering → league → league.Stored.
var bucketLeagues = []byte("leagues")

// leagues keeps what the stream of every league says.
type leagues struct{ kept kept[league.Stored] }

func newLeagues() *leagues { return &leagues{} }

// Name implements Projection.
func (*leagues) Name() string { return "league.1" }

// Begin implements Projection.
func (p *leagues) Begin(tx *bbolt.Tx) (Batch, error) {
	if _, err := tx.CreateBucketIfNotExists(bucketLeagues); err != nil {
		return nil, err
	}
	return &leagueBatch{p: p, tx: tx, now: map[events.StreamID]league.Stored{}}, nil
}

type leagueBatch struct {
	p   *leagues
	tx  *bbolt.Tx
	now map[events.StreamID]league.Stored
}

// Apply implements Batch.
func (b *leagueBatch) Apply(r events.Recorded, ps []events.Payload) error {
	if r.Stream.Kind != events.KindLeague {
		return nil
	}
	s, ok := b.now[r.Stream]
	if !ok {
		var err error
		if s, err = b.load(r.Stream); err != nil {
			return err
		}
	}
	b.now[r.Stream] = league.Apply(s, r, ps)
	return nil
}

func (b *leagueBatch) load(id events.StreamID) (league.Stored, error) {
	if s, ok := b.p.kept.get(id); ok {
		return s, nil
	}
	s, err := readLeague(b.tx, id)
	if errors.Is(err, ErrNotFound) {
		return league.New(id.Gathering, id.Group), nil
	}
	return s, err
}

// Flush implements Batch.
func (b *leagueBatch) Flush() error {
	for id, s := range b.now {
		in, err := makeNested(b.tx, bucketLeagues, []byte(id.Gathering))
		if err != nil {
			return err
		}
		doc, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("league %s: %w", id, err)
		}
		if err := in.Put([]byte(id.Group), doc); err != nil {
			return err
		}
	}
	return nil
}

// Committed implements Batch.
func (b *leagueBatch) Committed() { b.p.kept.put(b.now) }

func readLeague(tx *bbolt.Tx, id events.StreamID) (league.Stored, error) {
	var s league.Stored
	doc := get(tx, bucketLeagues, []byte(id.Gathering), []byte(id.Group))
	if doc == nil {
		return s, ErrNotFound
	}
	if err := json.Unmarshal(doc, &s); err != nil {
		return s, fmt.Errorf("league %s: %w", id, err)
	}
	return s, nil
}

// leagueReader answers queries about leagues. Views and charts are worked out once for each version.
type leagueReader struct {
	w      *worker
	kept   *kept[league.Stored] // nil: nothing is kept in memory
	mu     sync.Mutex           // guards views and charts
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

func (r *Reader) league(ctx context.Context, g events.GatheringID, id events.GroupID) (league.Stored, error) {
	return storedOf(ctx, r.run, r.leagues.w, r.leagues.kept, events.League(g, id), readLeague)
}

// League returns a league as everybody sees it, or as its staff do, or [ErrNotFound].
func (r *Reader) League(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool) (league.View, error) {
	s, err := r.league(ctx, g, id)
	if err != nil {
		return league.View{}, err
	}
	return r.leagues.view(s, staff)
}

// LeaguePlayer returns the page of a player of a league; [ErrNotFound] if there is no such league, or
// nobody of that id entered as far as is seen.
func (r *Reader) LeaguePlayer(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID, staff bool) (league.PlayerView, error) {
	s, err := r.league(ctx, g, id)
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
	s, err := r.league(ctx, g, id)
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
	var out []league.Line
	err := r.eachLeague(ctx, g, func(s league.Stored) error {
		out = append(out, league.LineOf(s))
		return nil
	})
	slices.SortFunc(out, func(a, b league.Line) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	return out, err
}

// eachLeague hands over every league of a gathering.
func (r *Reader) eachLeague(ctx context.Context, g events.GatheringID, f func(league.Stored) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return r.leagues.w.f.view(func(tx *bbolt.Tx) error {
		return scan(nested(tx, bucketLeagues, []byte(g)), nil, func(k, v []byte) error {
			var s league.Stored
			if err := json.Unmarshal(v, &s); err != nil {
				return fmt.Errorf("league %s: %w", k, err)
			}
			return f(s)
		})
	})
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
