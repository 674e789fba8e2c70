package projections

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/campaign"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
)

// MaxLines is the greatest number of lines that [Reader.History] returns at once.
const MaxLines = 1000

// Reader answers queries from the read models of a [Runner]. It is safe for concurrent use. What it
// returns may share memory with what others get and must not be changed.
type Reader struct {
	run       *Runner
	boards    *worker
	histories *worker
	catalogs  *worker
	campaigns documentReader[campaign.Stored]
	// tournaments answers about tournaments.
	tournaments tournamentReader
	leagues     leagueReader // answers about leagues
	kept        boardKeeper  // nil: nothing is kept in memory
	desks       sync.Map     // events.GatheringID → *keptDesk, as last read
}

// keptDesk is a decoded gathering with the bytes that it was decoded from. Both are read only.
type keptDesk struct {
	doc []byte
	g   catalog.Gathering
}

// boardKeeper keeps the boards that were written last in memory.
type boardKeeper interface {
	keptBoard(id events.StreamID) (board.Stored, bool)
}

// NewReader returns a reader of a runner's read models. It returns an error if the runner does not
// keep all of [Standard].
func NewReader(r *Runner) (*Reader, error) {
	out := &Reader{run: r}
	for _, w := range r.workers {
		switch w.f.base {
		case "board":
			out.boards = w
			out.kept, _ = w.p.(boardKeeper)
		case "history":
			out.histories = w
		case "catalog":
			out.catalogs = w
		case "campaign":
			out.campaigns = readerOf(r, w, newCampaigns())
		case "league":
			out.leagues.documentReader = readerOf(r, w, newLeagues())
		case "tournament":
			out.tournaments.documentReader = readerOf(r, w, newTournaments())
		}
	}
	if out.boards == nil || out.histories == nil || out.catalogs == nil || out.campaigns.w == nil || out.tournaments.w == nil || out.leagues.w == nil {
		return nil, errors.New("this runner does not keep the boards, the history, the list of gatherings, the campaigns, the tournaments and the leagues")
	}
	return out, nil
}

// Board returns the board of a group, or [ErrNotFound].
func (r *Reader) Board(ctx context.Context, g events.GatheringID, group events.GroupID) (board.Group, error) {
	if err := ctx.Err(); err != nil {
		return board.Group{}, err
	}
	id := events.Group(g, group)
	if id.Validate() != nil {
		return board.Group{}, ErrNotFound
	}
	return fresh(ctx, r.run, g, func() (board.Group, error) {
		if s, ok := r.inMemory(id); ok {
			return s.Group, nil
		}
		var s board.Stored
		err := r.boards.f.view(func(tx *bbolt.Tx) error {
			var err error
			s, err = readBoard(tx, id)
			return err
		})
		return s.Group, err
	})
}

// inMemory returns a board without reading the file, unless an old file is read at the moment.
func (r *Reader) inMemory(id events.StreamID) (board.Stored, bool) {
	if r.kept == nil || r.boards.f.rebuilding() {
		return board.Stored{}, false
	}
	return r.kept.keptBoard(id)
}

// Boards returns the boards of all groups of a gathering, by name and then id; none for a gathering
// without groups, and [ErrNotFound] for one that does not exist.
func (r *Reader) Boards(ctx context.Context, g events.GatheringID) ([]board.Group, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out, err := r.boardsOf(g)
	if err != nil || len(out) > 0 {
		return out, err
	}
	_, err = r.freshDesk(ctx, g)
	return nil, err
}

func (r *Reader) boardsOf(g events.GatheringID) ([]board.Group, error) {
	var out []board.Group
	err := r.boards.f.view(func(tx *bbolt.Tx) error {
		return scan(nested(tx, bucketBoards, []byte(g)), nil, func(k, _ []byte) error {
			id := events.Group(g, events.GroupID(k))
			s, ok := r.inMemory(id)
			if !ok {
				var err error
				if s, err = readBoard(tx, id); err != nil {
					return err
				}
			}
			out = append(out, s.Group)
			return nil
		})
	})
	slices.SortFunc(out, func(a, b board.Group) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	return out, err
}

// History returns up to limit lines (at most [MaxLines]) of a group before position before (0: from
// the end), latest first; with an empty group, of the gathering's own stream. It returns
// [ErrNotFound] if nothing has happened there.
func (r *Reader) History(ctx context.Context, g events.GatheringID, group events.GroupID, before events.Position, limit int) ([]history.Line, error) {
	id := events.Group(g, group)
	if group == "" {
		id = events.Desk(g)
	}
	return r.lines(ctx, id, before, limit)
}

func (r *Reader) lines(ctx context.Context, id events.StreamID, before events.Position, limit int) ([]history.Line, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if id.Validate() != nil {
		return nil, ErrNotFound
	}
	return fresh(ctx, r.run, id.Gathering, func() ([]history.Line, error) {
		var out []history.Line
		err := r.histories.f.view(func(tx *bbolt.Tx) error {
			var err error
			out, err = readHistory(tx, id, before, min(limit, MaxLines))
			return err
		})
		return out, err
	})
}

// Gathering returns one gathering with its list of groups, or [ErrNotFound]. One that was never
// opened but has groups goes by its id.
func (r *Reader) Gathering(ctx context.Context, g events.GatheringID) (catalog.Gathering, error) {
	if err := ctx.Err(); err != nil {
		return catalog.Gathering{}, err
	}
	out, err := r.freshDesk(ctx, g)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return out, err
	}
	groups, failed := r.boardsOf(g)
	if failed != nil {
		return out, failed
	}
	if err != nil && len(groups) == 0 {
		return out, ErrNotFound
	}
	if err != nil {
		out = catalog.Gathering{ID: g, Name: string(g)}
	}
	for _, b := range groups {
		out.Groups = append(out.Groups, catalog.Of(b))
		out.Position = max(out.Position, b.Position)
	}
	return out, nil
}

// Desk returns what a gathering's own stream says of it, without its groups: the quick half of
// [Reader.Gathering]. It returns [ErrNotFound] for one that was never opened.
func (r *Reader) Desk(ctx context.Context, g events.GatheringID) (catalog.Gathering, error) {
	if err := ctx.Err(); err != nil {
		return catalog.Gathering{}, err
	}
	return r.freshDesk(ctx, g)
}

func (r *Reader) freshDesk(ctx context.Context, g events.GatheringID) (catalog.Gathering, error) {
	return fresh(ctx, r.run, g, func() (catalog.Gathering, error) { return r.desk(g) })
}

// Listed returns the line of one group in the list of its gathering, or [ErrNotFound].
func (r *Reader) Listed(ctx context.Context, g events.GatheringID, group events.GroupID) (catalog.Group, error) {
	b, err := r.Board(ctx, g, group)
	if err != nil {
		return catalog.Group{}, err
	}
	return catalog.Of(b), nil
}

// desk returns what a gathering's own stream says of it, without the groups.
func (r *Reader) desk(g events.GatheringID) (catalog.Gathering, error) {
	var out catalog.Gathering
	if g.Validate() != nil {
		return out, ErrNotFound
	}
	err := r.catalogs.f.view(func(tx *bbolt.Tx) error {
		doc := get(tx, bucketGatherings, []byte(g))
		if doc == nil {
			return ErrNotFound
		}
		if kept, ok := r.desks.Load(g); ok && bytes.Equal(kept.(*keptDesk).doc, doc) {
			out = kept.(*keptDesk).g
			return nil
		}
		var err error
		if out, err = decodeGathering(g, doc); err == nil { // every request of a captain asks for it
			r.desks.Store(g, &keptDesk{doc: bytes.Clone(doc), g: out})
		}
		return err
	})
	return out, err
}

// Gatherings returns all gatherings with their groups, the one opened last first.
func (r *Reader) Gatherings(ctx context.Context) ([]catalog.Gathering, error) {
	ids, err := r.gatherings()
	if err != nil {
		return nil, err
	}
	out := make([]catalog.Gathering, 0, len(ids))
	for g := range ids {
		one, err := r.Gathering(ctx, g)
		if err != nil {
			return nil, fmt.Errorf("gathering %s: %w", g, err)
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b catalog.Gathering) int {
		if c := b.OpenedAt.Compare(a.OpenedAt); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	return out, nil
}

// gatherings returns the ids of all gatherings that a read model holds something of.
func (r *Reader) gatherings() (map[events.GatheringID]bool, error) {
	ids := map[events.GatheringID]bool{}
	err := r.catalogs.f.view(func(tx *bbolt.Tx) error {
		return scan(nested(tx, bucketGatherings), nil, func(k, _ []byte) error {
			ids[events.GatheringID(k)] = true
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	err = r.boards.f.view(func(tx *bbolt.Tx) error {
		in := nested(tx, bucketBoards)
		if in == nil {
			return nil
		}
		return in.ForEachBucket(func(k []byte) error {
			ids[events.GatheringID(k)] = true
			return nil
		})
	})
	return ids, err
}

// Changed returns a channel that is closed at the next change of a group's read models; with an
// empty group of anything in the gathering; with both empty of anything.
func (r *Reader) Changed(g events.GatheringID, group events.GroupID) <-chan struct{} {
	return r.run.Changed(g, group)
}

// Await returns once every read model has come to a position of a gathering, or with ctx's error.
func (r *Reader) Await(ctx context.Context, g events.GatheringID, at events.Position) error {
	return r.run.Await(ctx, g, at)
}

// CatchUp waits, two seconds at most, until the read models hold what the log of a gathering holds now. It
// tells whether they have moved: false means that they held it already, or that they do not get there in
// time.
func (r *Reader) CatchUp(ctx context.Context, g events.GatheringID) (moved bool) {
	return r.run.catchUp(ctx, g)
}
