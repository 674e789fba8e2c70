package feed

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/muster-events/muster/events"
)

// Position is a place in the feed of a gathering: behind an event of a commit, or behind a whole commit. The
// zero Position is the beginning.
type Position struct {
	Commit events.Position
	Event  int // behind this event of the commit, from 0; whole: behind all of them
}

// whole is behind every event of a commit.
const whole = math.MaxInt

// After returns the position behind a whole commit.
func After(p events.Position) Position { return Position{Commit: p, Event: whole} }

// String returns "7-0" for the position behind the first event of commit 7, and "7" for that behind the
// whole of it.
func (p Position) String() string {
	if p.Commit == 0 || p.Event == whole {
		return strconv.FormatUint(uint64(p.Commit), 10)
	}
	return fmt.Sprintf("%d-%d", p.Commit, p.Event)
}

// next is the first commit that has something after the position.
func (p Position) next() events.Position {
	if p.Commit > 0 && p.Event != whole {
		return p.Commit
	}
	return p.Commit + 1
}

// A PositionError says that a text is no position.
type PositionError struct{ Text string }

// Error says how a position is written.
func (e *PositionError) Error() string {
	return fmt.Sprintf("%q is no position of a feed: give back the position of the last line you have, like 120-0, or 0 to begin", e.Text)
}

// ParsePosition reads what [Position.String] writes; empty is the beginning. It returns a [*PositionError]
// for anything else.
func ParsePosition(s string) (Position, error) {
	if s == "" {
		return Position{}, nil
	}
	commit, event, has := strings.Cut(s, "-")
	c, err := number(commit, math.MaxInt64)
	if err != nil {
		return Position{}, &PositionError{Text: s}
	}
	if !has {
		if c == 0 {
			return Position{}, nil
		}
		return After(events.Position(c)), nil
	}
	e, err := number(event, math.MaxInt32)
	if err != nil || c == 0 {
		return Position{}, &PositionError{Text: s}
	}
	return Position{Commit: events.Position(c), Event: int(e)}, nil
}

// number reads digits and nothing else.
func number(s string, most uint64) (uint64, error) {
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil || n > most || s[0] == '+' {
		return 0, &PositionError{Text: s}
	}
	return n, nil
}
