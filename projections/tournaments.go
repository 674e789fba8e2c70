package projections

import (
	"context"
	"fmt"
	"sync"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/tournament"
)

// newTournaments returns what keeps what the stream of every tournament says.
func newTournaments() *documents[tournament.Stored] {
	return &documents[tournament.Stored]{name: "tournament.3", kind: events.KindTournament, what: "tournament", bucket: []byte("tournaments"), begin: tournament.New, apply: tournament.Apply}
}

// tournamentReader answers queries about tournaments. Views are worked out once for each version.
type tournamentReader struct {
	documentReader[tournament.Stored]
	mu    sync.Mutex // guards views
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

// Tournament returns a tournament as everybody sees it, or as officials do, or [ErrNotFound].
func (r *Reader) Tournament(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool) (tournament.View, error) {
	s, err := r.tournaments.of(ctx, events.Tournament(g, id))
	if err != nil {
		return tournament.View{}, err
	}
	return r.tournaments.view(s, officials)
}

// TournamentOf returns what the phone of a person shows of a tournament; [ErrNotFound] if there is no
// such tournament, false if the person did not enter.
func (r *Reader) TournamentOf(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID) (tournament.Mine, bool, error) {
	s, err := r.tournaments.of(ctx, events.Tournament(g, id))
	if err != nil {
		return tournament.Mine{}, false, err
	}
	mine, ok := tournament.MineOf(s, p)
	return mine, ok, nil
}

// TournamentExport returns a tournament for other programs, as everybody sees it, or as officials do.
func (r *Reader) TournamentExport(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool, name func(events.PersonID) string) (tournament.Export, error) {
	s, err := r.tournaments.of(ctx, events.Tournament(g, id))
	if err != nil {
		return tournament.Export{}, err
	}
	return tournament.ExportOf(s, officials, name)
}

// Tournaments returns the lines of all tournaments of a gathering as everybody sees them, by name and
// then id; none for a gathering without any.
func (r *Reader) Tournaments(ctx context.Context, g events.GatheringID) ([]tournament.Line, error) {
	return listed(ctx, r.tournaments.documentReader, g, tournament.LineOf, func(l tournament.Line) (string, events.GroupID) { return l.Name, l.ID })
}

// TournamentHistory returns up to limit lines (at most [MaxLines]) of a tournament before a position of
// the gathering's log (0: from the end), latest first, or [ErrNotFound]. It holds what only officials may
// see.
func (r *Reader) TournamentHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error) {
	return r.lines(ctx, events.Tournament(g, id), before, limit)
}
