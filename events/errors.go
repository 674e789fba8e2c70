package events

import "fmt"

// A ConflictError says that a stream had moved when an append expected it not to have.
type ConflictError struct {
	Stream StreamID
	Want   Version // expected by the append
	Have   Version // found
}

// Error names the stream and both versions.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("stream %s is at version %d, not %d", e.Stream, e.Have, e.Want)
}

// A CorruptError says that the log cannot be what was written: a gap, a hash that does not fit, a
// commit that does not decode, a log shorter than something that was read from it.
type CorruptError struct {
	Stream   StreamID // zero if the whole log of a gathering is meant
	Position Position // 0 if not known
	Problem  string   // what was expected and what was found
	Hint     string   // what to do, for people
}

// Error says what was expected, what was found and what to do.
func (e *CorruptError) Error() string {
	s := fmt.Sprintf("log of %s is damaged at position %d: %s", e.Stream, e.Position, e.Problem)
	if e.Stream.Gathering == "" {
		s = fmt.Sprintf("log is damaged at position %d: %s", e.Position, e.Problem)
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// An UnknownTypeError says that an event or command type is not known to this program, most likely
// because a newer program wrote it.
type UnknownTypeError struct {
	Type     string
	Position Position // 0 if not read from the log
}

// Error names the type and says what to do.
func (e *UnknownTypeError) Error() string {
	return fmt.Sprintf("type %q (position %d) is not known to this program: update muster", e.Type, e.Position)
}

// A FormatError says that a commit was written in a newer layout than this program knows.
type FormatError struct{ Format, Known int }

// Error names both versions and says what to do.
func (e *FormatError) Error() string {
	return fmt.Sprintf("commit format %d is newer than %d, the newest this program knows: update muster", e.Format, e.Known)
}

// A SizeError says that a commit is too large to be stored.
type SizeError struct {
	Stream       StreamID
	Bytes, Limit int
}

// Error names the size and the limit.
func (e *SizeError) Error() string {
	return fmt.Sprintf("a commit of %d bytes for %s is over the limit of %d bytes: enter less at once", e.Bytes, e.Stream, e.Limit)
}

// An UnavailableError says that the log cannot be used at the moment: the broker is gone, the disk
// is full, the stream is at its limit. Nothing was stored unless NotKnown is set.
type UnavailableError struct {
	Op       string // "append", "load", …
	Reason   string // for people
	NotKnown bool   // the outcome could not be found out: ask again with the same command id
	Err      error
}

// Error says what was tried and why it did not work.
func (e *UnavailableError) Error() string {
	s := e.Op + ": " + e.Reason
	if e.NotKnown {
		s += " (whether it was stored is not known; send the same command again)"
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *UnavailableError) Unwrap() error { return e.Err }
