package transfer

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store"
)

// Target is a log that a gathering can be brought into; events/store/jetstream is one.
type Target interface {
	store.Follower
	store.Sealer
	// Replace puts the given commits, at positions 1, 2, 3, …, in the place of everything that the
	// log of a gathering held.
	Replace(ctx context.Context, g events.GatheringID, commits iter.Seq2[events.Recorded, error]) error
}

// An ExistsError says that a gathering is there already.
type ExistsError struct {
	Gathering events.GatheringID
	Commits   events.Position // it has
}

// Error names the gathering.
func (e *ExistsError) Error() string {
	return fmt.Sprintf("gathering %s is here already, with %d commits: nothing was imported", e.Gathering, e.Commits)
}

// Check reads a file to its end and returns what it holds. The error is a [*FileError] if anything
// about it is not as it was exported, or if this program does not know an event in it.
func Check(in io.Reader, cat *events.Catalogue) (Summary, error) {
	r, err := newReader(in)
	if err != nil {
		return Summary{}, err
	}
	for rec, err := range r.commits() {
		if err != nil {
			return r.sum, err
		}
		if _, err := cat.DecodeAll(rec); err != nil {
			return r.sum, r.bad(err.Error())
		}
	}
	return r.sum, nil
}

// Import brings a gathering into a log: the same bytes at the same positions. No server may be
// using the log. Everything is checked before anything is written; a gathering that is there is
// refused with an [*ExistsError], unless what is there is the beginning of this very file, as an
// import that was interrupted leaves it: then it is finished. A gathering that was sealed is sealed again.
func Import(ctx context.Context, log Target, in io.ReadSeeker, cat *events.Catalogue) (Summary, error) {
	sum, err := Check(in, cat)
	if err != nil {
		return sum, err
	}
	if err := vacant(ctx, log, in, sum); err != nil {
		return sum, err
	}
	r, err := again(in)
	if err != nil {
		return sum, err
	}
	closed := false
	err = log.Replace(ctx, sum.Gathering, func(yield func(events.Recorded, error) bool) {
		for rec, err := range r.commits() {
			closed = closed || err == nil && desk.Seals(rec.Commit)
			if !yield(rec, err) {
				return
			}
		}
	})
	if err != nil {
		return sum, fmt.Errorf("import %s: %w; import the same file again to finish", sum.Gathering, err)
	}
	if closed {
		if err := log.Seal(ctx, sum.Gathering); err != nil {
			return sum, fmt.Errorf("import %s: everything is there, but it is not sealed yet, which the server does at its next start: %w", sum.Gathering, err)
		}
	}
	return sum, nil
}

// again begins to read a file from its first line.
func again(in io.ReadSeeker) (*reader, error) {
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the file again: %w", err)
	}
	return newReader(in)
}

// vacant returns nil if the log holds nothing of the gathering but a beginning of the file that is
// shorter than the file.
func vacant(ctx context.Context, log Target, in io.ReadSeeker, sum Summary) error {
	end, err := log.End(ctx, sum.Gathering)
	if err != nil || end == 0 {
		return err
	}
	exists := &ExistsError{Gathering: sum.Gathering, Commits: end}
	if uint64(end) >= sum.Commits {
		return exists
	}
	r, err := again(in)
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(whole(ctx, log, sum.Gathering))
	defer stop()
	for want, err := range r.commits() {
		if err != nil {
			return err
		}
		have, err, ok := next()
		if !ok {
			return nil
		}
		if err != nil {
			return err
		}
		if !bytes.Equal(have.Raw, want.Raw) {
			return exists
		}
	}
	return exists
}
