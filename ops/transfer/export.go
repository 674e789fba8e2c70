package transfer

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/audit"
)

// whole yields every commit that a gathering's log holds now. An error comes last; a gathering that
// is not there is one.
func whole(ctx context.Context, log store.Follower, g events.GatheringID) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		end, err := log.End(ctx, g)
		if err == nil && end == 0 {
			err = fmt.Errorf("there is no gathering %s here", g)
		}
		if err != nil {
			yield(events.Recorded{}, err)
			return
		}
		for r, err := range log.Follow(ctx, g, 0) {
			if !yield(r, err) || err != nil || r.Position >= end {
				return
			}
		}
		if ctx.Err() != nil {
			yield(events.Recorded{}, fmt.Errorf("read the log of %s: %w", g, ctx.Err()))
		}
	}
}

// Export writes a gathering as it is now. It may be called while the gathering is played. Errors:
// those of the log and of w.
func Export(ctx context.Context, log store.Follower, g events.GatheringID, w io.Writer) (Summary, error) {
	out := bufio.NewWriterSize(w, 256<<10)
	enc := json.NewEncoder(out)
	if err := enc.Encode(header{Muster: markHeader, Format: Format, Gathering: g}); err != nil {
		return Summary{}, err
	}
	sum := Summary{Gathering: g}
	var t audit.Tree
	for r, err := range whole(ctx, log, g) {
		if err != nil {
			return sum, err
		}
		if _, err := out.Write(append(r.Raw[:len(r.Raw):len(r.Raw)], '\n')); err != nil {
			return sum, fmt.Errorf("write the file: %w", err)
		}
		if err := t.Add(tlog.Hash(r.Hash)); err != nil {
			return sum, err
		}
		sum.Commits++
		sum.Events += uint64(len(r.Events))
	}
	var err error
	if sum.Root, err = rootOf(&t); err != nil {
		return sum, err
	}
	if err := enc.Encode(trailer{Muster: markTrailer, Commits: sum.Commits, Root: sum.Root}); err != nil {
		return sum, err
	}
	if err := out.Flush(); err != nil {
		return sum, fmt.Errorf("write the file: %w", err)
	}
	return sum, nil
}
