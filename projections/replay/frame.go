package replay

import (
	"slices"
	"sort"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/wall"
	"github.com/muster-events/muster/projections/words"
)

// At returns the group as it was after its last commit at or before a position of the gathering's log; false
// if it had none by then.
func (b *Book) At(at events.Position) (Frame, bool) {
	i := sort.Search(len(b.commits), func(i int) bool { return b.commits[i].Position > at }) - 1
	if i < 0 {
		return Frame{}, false
	}
	before, payloads := b.boardBefore(i)
	r := b.commits[i]
	after := board.Apply(before, r, payloads)
	f := Frame{
		Entry: b.entries[i], Board: after.Group, Leaf: r.Hash.String(), Lines: b.linesAt(r.Position),
		Changes: changes(before.Group, after.Group), Events: happenedIn(before.Group, after.Group, r, payloads),
		Command: Sent{
			ID: r.Command.ID, Type: r.Command.Type, Words: words.Command(r.Command.Type), By: b.entries[i].By,
			Actor: r.Command.Actor, Device: r.Command.Device, N: r.Command.N, Round: r.Command.Round, Data: r.Command.Data,
			Signed: b.signature(i),
		},
	}
	if i > 0 {
		f.Previous = b.commits[i-1].Position
	}
	if i+1 < len(b.commits) {
		f.Next = b.commits[i+1].Position
	}
	return f, true
}

// Between returns what of the board differs between two positions, each taken as [Book.At] takes it; false if
// the group had no commit by one of them.
func (b *Book) Between(from, to events.Position) ([]Change, bool) {
	was, ok := b.At(from)
	if !ok {
		return nil, false
	}
	is, ok := b.At(to)
	return changes(was.Board, is.Board), ok
}

// NamedChanges puts the names of people into changes and returns them as a list of its own.
func NamedChanges(list []Change, name func(events.PersonID) string) []Change {
	out := slices.Clone(list)
	for i := range out {
		c := &out[i]
		for _, s := range []*string{&c.Where, &c.Field, &c.Before, &c.After} {
			*s = words.Resolve(*s, name)
		}
	}
	return out
}

// boardBefore folds up to the commit before number i, and decodes that one. Everything was decoded when it
// was added, so it decodes.
func (b *Book) boardBefore(i int) (board.Stored, []events.Payload) {
	from := i / Every
	s := b.kept[from]
	for _, r := range b.commits[from*Every : i] {
		payloads, err := b.cat.DecodeAll(r)
		if err != nil {
			panic("a commit that was decoded before does not decode any more: " + err.Error())
		}
		s = board.Apply(s, r, payloads)
	}
	payloads, err := b.cat.DecodeAll(b.commits[i])
	if err != nil {
		panic("a commit that was decoded before does not decode any more: " + err.Error())
	}
	return s, payloads
}

// happenedIn says the events of a commit, each with its rule.
func happenedIn(before, after board.Group, r events.Recorded, payloads []events.Payload) []Happened {
	c := board.Context(before)
	if len(c.Teams) == 0 {
		c = board.Context(after) // the commit that opens the group
	}
	out, _, _ := sayAll(history.State{Round: before.Round, Teams: c.Teams, Stages: c.Stages}, r, payloads)
	for i, e := range payloads {
		out[i].Rule = ruleOf(e, before, after)
	}
	return out
}

// linesAt returns the last lines of the history as they were said at a position, latest first.
func (b *Book) linesAt(at events.Position) []history.Line {
	end := sort.Search(len(b.lines), func(i int) bool { return b.lines[i].Position > at })
	out := make([]history.Line, 0, wallLines)
	for _, l := range slices.Backward(b.lines[:end]) {
		if len(out) == wallLines {
			break
		}
		l.Withdrawn = l.takenBack != 0 && l.takenBack <= at
		out = append(out, l.Line)
	}
	return out
}

// Wall returns the wall of the group at that moment.
func (f Frame) Wall(name func(events.PersonID) string) wall.View {
	return wall.Of(f.Board, f.Lines, name, f.Board.At)
}

// Named returns the frame with the names of people put into its words. What was recorded, and the board,
// know them by id.
func (f Frame) Named(name func(events.PersonID) string) Frame {
	say := func(s *string) { *s = words.Resolve(*s, name) }
	say(&f.Entry.Words)
	say(&f.Entry.By)
	say(&f.Command.By)
	f.Changes = NamedChanges(f.Changes, name)
	f.Events = slices.Clone(f.Events)
	for i := range f.Events {
		say(&f.Events[i].Words)
	}
	return f
}

// WithoutRaw returns the frame without what was sent and recorded byte for byte: while a game goes on, it
// holds what nobody at its tables may know, such as the seed of the draws to come.
func (f Frame) WithoutRaw() Frame {
	f.Command.Data = nil
	f.Events = slices.Clone(f.Events)
	for i := range f.Events {
		f.Events[i].Data = nil
	}
	return f
}

// Named returns the timeline with the names of people put in. It writes to t's own lists.
func (t Timeline) Named(name func(events.PersonID) string) Timeline {
	for i := range t.Entries {
		e := &t.Entries[i]
		e.Words, e.By = words.Resolve(e.Words, name), words.Resolve(e.By, name)
	}
	for i := range t.Charts.Threats {
		t.Charts.Threats[i].Name = name(t.Charts.Threats[i].Player)
	}
	return t
}

// Sign marks the last entry that each checkpoint covers; sizes are those of the gathering's checkpoints. It
// writes to t's own lists.
func (t Timeline) Sign(sizes []events.Position) Timeline {
	for _, size := range sizes {
		i := sort.Search(len(t.Entries), func(i int) bool { return t.Entries[i].Position > size }) - 1
		if i >= 0 && !slices.Contains(t.Entries[i].Marks, MarkSigned) {
			t.Entries[i].Marks = append(t.Entries[i].Marks, MarkSigned)
		}
	}
	return t
}
