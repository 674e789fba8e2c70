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
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/tournament"
)

// bucketTournaments holds gathering → tournament → tournament.Stored.
var bucketTournaments = []byte("tournaments")

// tournaments keeps what the stream of every tournament says.
type tournaments struct{ kept kept[tournament.Stored] }

func newTournaments() *tournaments { return &tournaments{} }

// Name implements Projection.
func (*tournaments) Name() string { return "tournament.3" }

// Begin implements Projection.
func (p *tournaments) Begin(tx *bbolt.Tx) (Batch, error) {
	if _, err := tx.CreateBucketIfNotExists(bucketTournaments); err != nil {
		return nil, err
	}
	return &tournamentBatch{p: p, tx: tx, now: map[events.StreamID]tournament.Stored{}}, nil
}

type tournamentBatch struct {
	p   *tournaments
	tx  *bbolt.Tx
	now map[events.StreamID]tournament.Stored
}

// Apply implements Batch.
func (b *tournamentBatch) Apply(r events.Recorded, ps []events.Payload) error {
	if r.Stream.Kind != events.KindTournament {
		return nil
	}
	s, ok := b.now[r.Stream]
	if !ok {
		var err error
		if s, err = b.load(r.Stream); err != nil {
			return err
		}
	}
	b.now[r.Stream] = tournament.Apply(s, r, ps)
	return nil
}

func (b *tournamentBatch) load(id events.StreamID) (tournament.Stored, error) {
	if s, ok := b.p.kept.get(id); ok {
		return s, nil
	}
	s, err := readTournament(b.tx, id)
	if errors.Is(err, ErrNotFound) {
		return tournament.New(id.Gathering, id.Group), nil
	}
	return s, err
}

// Flush implements Batch.
func (b *tournamentBatch) Flush() error {
	for id, s := range b.now {
		in, err := makeNested(b.tx, bucketTournaments, []byte(id.Gathering))
		if err != nil {
			return err
		}
		doc, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("tournament %s: %w", id, err)
		}
		if err := in.Put([]byte(id.Group), doc); err != nil {
			return err
		}
	}
	return nil
}

// Committed implements Batch.
func (b *tournamentBatch) Committed() { b.p.kept.put(b.now) }

func readTournament(tx *bbolt.Tx, id events.StreamID) (tournament.Stored, error) {
	var s tournament.Stored
	doc := get(tx, bucketTournaments, []byte(id.Gathering), []byte(id.Group))
	if doc == nil {
		return s, ErrNotFound
	}
	if err := json.Unmarshal(doc, &s); err != nil {
		return s, fmt.Errorf("tournament %s: %w", id, err)
	}
	return s, nil
}

// tournamentReader answers queries about tournaments. Views are worked out once for each version.
type tournamentReader struct {
	w     *worker
	kept  *kept[tournament.Stored] // nil: nothing is kept in memory
	mu    sync.Mutex               // guards views
	views map[viewKey]tournament.View
}

type viewKey struct {
	id        events.StreamID
	officials bool
}

// maxViews bounds the views that are kept.
const maxViews = 128

func (r *tournamentReader) view(s tournament.Stored, officials bool) (tournament.View, error) {
	key := viewKey{events.Tournament(s.Gathering, s.ID), officials}
	r.mu.Lock()
	v, ok := r.views[key]
	r.mu.Unlock()
	if ok && v.Version == s.Version && v.Position == s.Position {
		return v, nil
	}
	v, err := tournament.Of(s, officials)
	if err != nil {
		return v, fmt.Errorf("tournament %s: %w", key.id, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.views == nil || len(r.views) >= maxViews {
		r.views = map[viewKey]tournament.View{}
	}
	r.views[key] = v
	return v, nil
}

func (r *Reader) tournament(ctx context.Context, g events.GatheringID, id events.GroupID) (tournament.Stored, error) {
	return storedOf(ctx, r.run, r.tournaments.w, r.tournaments.kept, events.Tournament(g, id), readTournament)
}

// Tournament returns a tournament as everybody sees it, or as officials do, or [ErrNotFound].
func (r *Reader) Tournament(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool) (tournament.View, error) {
	s, err := r.tournament(ctx, g, id)
	if err != nil {
		return tournament.View{}, err
	}
	return r.tournaments.view(s, officials)
}

// TournamentOf returns what the phone of a person shows of a tournament; [ErrNotFound] if there is no
// such tournament, false if the person did not enter.
func (r *Reader) TournamentOf(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID) (tournament.Mine, bool, error) {
	s, err := r.tournament(ctx, g, id)
	if err != nil {
		return tournament.Mine{}, false, err
	}
	mine, ok := tournament.MineOf(s, p)
	return mine, ok, nil
}

// TournamentExport returns a tournament for other programs, as everybody sees it, or as officials do.
func (r *Reader) TournamentExport(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool, name func(events.PersonID) string) (tournament.Export, error) {
	s, err := r.tournament(ctx, g, id)
	if err != nil {
		return tournament.Export{}, err
	}
	return tournament.ExportOf(s, officials, name)
}

// Tournaments returns the lines of all tournaments of a gathering as everybody sees them, by name and
// then id; none for a gathering without any.
func (r *Reader) Tournaments(ctx context.Context, g events.GatheringID) ([]tournament.Line, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out []tournament.Line
	err := r.tournaments.w.f.view(func(tx *bbolt.Tx) error {
		return scan(nested(tx, bucketTournaments, []byte(g)), nil, func(k, v []byte) error {
			var s tournament.Stored
			if err := json.Unmarshal(v, &s); err != nil {
				return fmt.Errorf("tournament %s: %w", k, err)
			}
			out = append(out, tournament.LineOf(s))
			return nil
		})
	})
	slices.SortFunc(out, func(a, b tournament.Line) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	return out, err
}

// TournamentHistory returns up to limit lines (at most [MaxLines]) of a tournament before a position of
// the gathering's log (0: from the end), latest first, or [ErrNotFound]. It holds what only officials may
// see.
func (r *Reader) TournamentHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error) {
	return r.lines(ctx, events.Tournament(g, id), before, limit)
}
