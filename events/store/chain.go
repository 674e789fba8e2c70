package store

import (
	"errors"
	"fmt"
	"time"

	"github.com/muster-events/muster/events"
)

// RepairHint is what people are told when the log is damaged.
const RepairHint = "nothing more is written to it; stop the server and run `muster repair`"

// Seal makes the commit that follows prev out of a draft and encodes it. The position is left 0: only
// the log gives it. At is kept in UTC to the millisecond. The errors are those of
// [events.Commit.Encode].
func Seal(prev events.Head, d Draft, at time.Time) (events.Recorded, error) {
	c := events.Commit{
		Format:  events.CommitFormat,
		Stream:  d.Stream,
		Version: prev.Version + 1,
		Prev:    prev.Hash,
		At:      at.UTC().Truncate(time.Millisecond),
		Command: d.Command,
		Events:  d.Events,
	}
	raw, err := c.Encode()
	if err != nil {
		return events.Recorded{}, err
	}
	return events.Recorded{Commit: c, Raw: raw, Hash: events.HashOf(raw)}, nil
}

// Open reads the stored bytes found at a position. It returns an [*events.FormatError] if a newer
// program wrote them and an [*events.CorruptError] if they are not a commit of stream id; a zero id
// accepts any stream of the gathering.
func Open(id events.StreamID, pos events.Position, raw []byte) (events.Recorded, error) {
	c, err := events.DecodeCommit(raw)
	if err != nil {
		var newer *events.FormatError
		if errors.As(err, &newer) {
			return events.Recorded{}, err
		}
		return events.Recorded{}, &events.CorruptError{Stream: id, Position: pos, Problem: err.Error(), Hint: RepairHint}
	}
	if id.Kind != "" && c.Stream != id {
		return events.Recorded{}, &events.CorruptError{
			Stream: id, Position: pos, Hint: RepairHint,
			Problem: fmt.Sprintf("found a commit of %s", c.Stream),
		}
	}
	return events.Recorded{Commit: c, Position: pos, Raw: raw, Hash: events.HashOf(raw)}, nil
}

// Next returns the head after r, which must be the commit right after head in its stream, and an
// [*events.CorruptError] if it is not.
func Next(head events.Head, r events.Recorded) (events.Head, error) {
	var problem string
	switch {
	case r.Version != head.Version+1:
		problem = fmt.Sprintf("version %d follows version %d", r.Version, head.Version)
	case r.Prev != head.Hash:
		problem = fmt.Sprintf("version %d names %s as the hash before it, but that is %s", r.Version, short(r.Prev), short(head.Hash))
	case r.Position <= head.Position:
		problem = fmt.Sprintf("version %d stands at position %d, not after position %d", r.Version, r.Position, head.Position)
	default:
		return r.Head(), nil
	}
	return head, &events.CorruptError{Stream: r.Stream, Position: r.Position, Problem: problem, Hint: RepairHint}
}

func short(h events.Hash) string { return h.String()[:12] + "…" }

// Fits compares the head that an append expects with the head that is there. It returns an
// [*events.ConflictError] if the stream has moved and an [*events.CorruptError] if the expectation
// can never have been read from this stream.
func Fits(id events.StreamID, want, have events.Head) error {
	switch {
	case want == have:
		return nil
	case want.Version < have.Version:
		return &events.ConflictError{Stream: id, Want: want.Version, Have: have.Version}
	case want.Version > have.Version:
		return &events.CorruptError{
			Stream: id, Position: want.Position, Hint: RepairHint,
			Problem: fmt.Sprintf("version %d was read before, but the log ends at version %d", want.Version, have.Version),
		}
	default:
		return &events.CorruptError{
			Stream: id, Position: have.Position, Hint: RepairHint,
			Problem: fmt.Sprintf("version %d is not the commit that was read before", have.Version),
		}
	}
}

// Shorter returns the error for a log that ends before a position that was read from it.
func Shorter(g events.GatheringID, read, end events.Position) error {
	return &events.CorruptError{
		Position: end + 1, Hint: RepairHint,
		Problem: fmt.Sprintf("the log of %s ends at position %d, but position %d was read from it before", g, end, read),
	}
}

// A Chain checks the log of one gathering as it is read: positions without a gap and, for every
// stream, versions and hashes from the first commit of it that is seen. It is not safe for
// concurrent use.
type Chain struct {
	gathering events.GatheringID
	at        events.Position
	whole     bool // from position 1: every stream must begin with version 1
	heads     map[events.StreamID]events.Head
}

// NewChain returns a chain for the commits after position after.
func NewChain(g events.GatheringID, after events.Position) *Chain {
	return &Chain{gathering: g, at: after, whole: after == 0, heads: map[events.StreamID]events.Head{}}
}

// Position returns the position of the last commit that was checked.
func (c *Chain) Position() events.Position { return c.at }

// Head returns the end of a stream as far as the chain has seen it.
func (c *Chain) Head(id events.StreamID) events.Head { return c.heads[id] }

// Check takes the next commit of the gathering. It returns an [*events.CorruptError] if that cannot
// be the next one; the chain is then unchanged.
func (c *Chain) Check(r events.Recorded) error {
	if r.Stream.Gathering != c.gathering {
		return &events.CorruptError{
			Stream: r.Stream, Position: r.Position, Hint: RepairHint,
			Problem: fmt.Sprintf("it stands in the log of gathering %s", c.gathering),
		}
	}
	if r.Position != c.at+1 {
		return &events.CorruptError{
			Stream: r.Stream, Position: c.at + 1, Hint: RepairHint,
			Problem: fmt.Sprintf("position %d follows position %d", r.Position, c.at),
		}
	}
	head, seen := c.heads[r.Stream]
	if seen || c.whole || r.Version == 1 {
		if _, err := Next(head, r); err != nil {
			return err
		}
	}
	c.heads[r.Stream] = r.Head()
	c.at = r.Position
	return nil
}
