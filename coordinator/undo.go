package coordinator

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
)

// MaxUndo is how many entries of one table and round can be taken back. When one more is made, the
// older half can no longer be.
const MaxUndo = 200

// entry is a captain's entry that may be withdrawn, with the table as it was before. Entries form a
// stack; they are shared between states and never written after they were made.
type entry struct {
	id      events.CommandID
	kind    string // command type
	version events.Version
	before  rules.Table
	phase   Phase // of the group before
	ended   bool  // the entry ended the group
	draws   draws // made from the seed
	below   *entry
	depth   int // entries in the stack up to this one
	cut     bool
}

// draws counts the draws of a group before an entry and after it.
type draws struct{ before, after uint64 }

// push returns the stack with e on top, cut down if it has grown too high.
func (top *entry) push(e entry) *entry {
	if top != nil && top.depth >= MaxUndo {
		top = top.keep(MaxUndo / 2)
	}
	e.below, e.depth = top, 1
	if top != nil {
		e.depth += top.depth
	}
	return &e
}

// keep returns a copy of the upper n entries of the stack.
func (top *entry) keep(n int) *entry {
	if top == nil || n == 0 {
		return nil
	}
	e := *top
	e.below = top.below.keep(n - 1)
	e.depth = 1
	if e.below != nil {
		e.depth += e.below.depth
	} else {
		e.cut = true
	}
	return &e
}
