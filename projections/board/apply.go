package board

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// Apply returns s with a commit of the group's stream taken into account; payloads are the decoded
// events of r, in order. It never refuses: what it is given has happened.
func Apply(s Stored, r events.Recorded, payloads []events.Payload) Stored {
	f := &fold{Stored: s.clone(), r: r, touched: map[events.TableID]*Table{}}
	f.g = &f.Group
	f.entry, f.was = f.entryOf(payloads), s
	for _, e := range payloads {
		f.apply(e)
		f.say(e)
	}
	f.finish()
	return f.Stored
}

// maxUndo is how many entries of one table and round can be taken back; when one more is made, the
// older half can no longer be. The same as in package coordinator.
const maxUndo = 200

// fold is the work on one commit.
type fold struct {
	Stored
	g       *Group
	r       events.Recorded
	touched map[events.TableID]*Table // already cloned
	was     Stored                    // the board before the commit
	entry   events.TableID            // table whose entry this commit is; empty: none
	ruling  bool                      // the commit is a ruling
	// corrected is what the ruling said of the city strength, and of siege that was taken off before.
	corrected []lotr.CityStrengthRestated
	said      []words.Phrase      // of the entry
	told      []string            // what the entry put on its table's list of what there is to do
	effects   map[string][]string // by step: what it did, in words
	city      bool                // the city strength changed
	names     words.Context       // made when it is first needed
}

// table returns a table that may be written; a table that is not known is written to nowhere.
func (f *fold) table(id events.TableID) *Table {
	if t := f.touched[id]; t != nil {
		return t
	}
	for i := range f.g.Tables {
		if f.g.Tables[i].ID == id {
			f.g.Tables[i] = f.g.Tables[i].clone()
			f.touched[id] = &f.g.Tables[i]
			return f.touched[id]
		}
	}
	return &Table{}
}

func (f *fold) apply(e events.Payload) {
	f.play(e)
	switch {
	case f.onGroup(e), f.onQueue(e), f.onPeople(e), f.onCards(e), f.onQuest(e), f.onCity(e), f.onEpic(e), f.onReviews(e):
	}
	if te, ok := e.(lotr.TableEvent); ok && f.entry == "" {
		f.touch(te.OnTable())
	}
}

// touch makes a table's earlier entries final: something else has changed it since.
func (f *fold) touch(id events.TableID) { delete(f.Stacks, id) }

// entryOf returns the table whose entry a commit is, one that can be taken back; empty if it is
// none: nothing is before the game starts. Ending a round is one only as long as it did not end it: its
// refresh then lost the game. An entry by which the effect queue went on is none.
func (f *fold) entryOf(payloads []events.Payload) events.TableID {
	if !isEntry(f.r.Command.Type) || f.g.Phase == PhaseSetup {
		return ""
	}
	var at events.TableID
	for _, e := range payloads {
		switch e := e.(type) {
		case group.TableEndedRound, group.StepResolved:
			return ""
		case lotr.TableEvent:
			if at == "" {
				at = e.OnTable()
			}
		}
	}
	if _, ok := f.g.Table(at); !ok {
		return ""
	}
	return at
}

func isEntry(commandType string) bool {
	name, _, _ := strings.Cut(commandType, ".v")
	switch name {
	case "lotr.rule", "lotr.assign-dol-guldur":
		return false
	case "group.end-round":
		return true
	default:
		return strings.HasPrefix(name, "lotr.")
	}
}

// remember puts the table as it was before the entry on its stack.
func (f *fold) remember() {
	t, _ := f.was.Group.Table(f.entry)
	f.Serial++
	one := Snapshot{
		Serial: f.Serial,
		Entry:  Entry{Command: f.r.Command.ID, Type: f.r.Command.Type, Words: words.Entries(f.said)},
		Table:  t,
		Game:   f.was.Games[f.entry],
		Told:   f.told,
	}
	if f.g.Over() && !f.was.Group.Over() {
		one.Ended = f.was.Group.Phase
	}
	below := f.was.Stacks[f.entry]
	if len(below) >= maxUndo {
		below = below[len(below)-maxUndo/2:]
	}
	if f.Stacks == nil {
		f.Stacks = map[events.TableID][]Snapshot{}
	}
	f.Stacks[f.entry] = append(slices.Clip(below), one)
	f.table(f.entry).EntryAt = f.r.At
}

// context returns what words need to know of the group as it is now.
func (f *fold) context() words.Context {
	if len(f.names.Teams) != len(f.g.Tables) {
		f.names = Context(*f.g)
	}
	return f.names
}

// Context returns what words need to know of a group.
func Context(g Group) words.Context {
	c := words.Context{Teams: make(map[events.TableID]string, len(g.Tables)), Stages: make(map[events.TableID]string, len(g.Tables))}
	for _, t := range g.Tables {
		c.Teams[t.ID], c.Stages[t.ID] = t.Team, t.Stage
	}
	return c
}

// say keeps the words of an event where the board shows them.
func (f *fold) say(e events.Payload) {
	switch {
	case f.entry != "":
		f.said = append(f.said, words.Of(f.context(), e))
	case f.ruling:
		if _, head := e.(group.RulingMade); head {
			return
		}
		if r, ok := e.(lotr.CityStrengthRestated); ok {
			f.corrected = append(f.corrected, r)
		}
		if s := words.Of(f.context(), e).Entry(); s != "" {
			f.g.Rulings[0].Changes = append(f.g.Rulings[0].Changes, s)
		}
	}
}

// finish stamps the board and works out what follows from the rest.
func (f *fold) finish() {
	g := f.g
	g.Gathering, g.ID = f.r.Stream.Gathering, f.r.Stream.Group
	g.Version, g.Position, g.At = f.r.Version, f.r.Position, f.r.At
	if f.entry != "" {
		f.remember()
	}
	f.finishOutcomes()
	for i := range g.Tables {
		id := g.Tables[i].ID
		if f.city || f.touched[id] != nil {
			derive(f.table(id), g, f.Games[id])
		}
		if last := f.last(id); last != g.Tables[i].LastEntry && !sameEntry(last, g.Tables[i].LastEntry) {
			f.table(id).LastEntry = last
		}
	}
	f.finishEye()
	f.finishRuling()
	f.finishBarrier()
	f.finishScore()
	g.Games = f.Games
	f.finishLists()
	g.Players = 0
	for _, t := range g.Tables {
		g.Players += len(t.Players)
	}
}

// finishLists makes lists that are empty lists and not null, for who reads the board as JSON.
func (f *fold) finishLists() {
	g := f.g
	some(&g.Tables)
	some(&g.Queue)
	some(&g.City.Rounds)
	some(&g.City.Changes)
	some(&g.Barrier.Ended)
	some(&g.Barrier.Waiting)
	for i := range g.Tables {
		t := &g.Tables[i]
		if t.Players != nil && t.Lorien != nil && t.Scored != nil {
			continue
		}
		t = f.table(t.ID)
		some(&t.Stages)
		some(&t.Players)
		some(&t.Enemies)
		some(&t.Locations)
		some(&t.Scored)
		some(&t.Victory)
		some(&t.Lorien)
	}
}

func some[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

func sameEntry(a, b *Entry) bool { return a != nil && b != nil && *a == *b }

// last returns the latest entry of a table that still stands.
func (f *fold) last(id events.TableID) *Entry {
	stack := f.Stacks[id]
	if len(stack) == 0 {
		return nil
	}
	top := stack[len(stack)-1]
	if f.g.Over() && top.Ended == "" {
		return nil
	}
	return &top.Entry
}

// withdraw takes a table back to where it was before an entry. Who records for it stays, since that
// is no part of the game, and so does what a ruling said of its siege and what there is to do.
func (f *fold) withdraw(e group.EntryWithdrawn) {
	stack := f.Stacks[e.Table]
	i := slices.IndexFunc(stack, func(s Snapshot) bool { return s.Entry.Command == e.Entry })
	if i < 0 {
		return
	}
	t := f.table(e.Table)
	now, was := *t, stack[i].Table.clone()
	was.Recorder, was.Captain, was.EntryAt = now.Recorder, now.Captain, f.r.At
	was.Adjusted, was.SiegeTotal = now.Adjusted, now.SiegeTotal
	was.ToDo = now.ToDo // but for what the entries put there
	for _, s := range stack[i:] {
		was.ToDo = without(was.ToDo, s.Told)
	}
	*t = was
	f.Games[e.Table] = stack[i].Game
	f.Stacks[e.Table] = slices.Clip(stack[:i])
	if stack[i].Ended != "" {
		f.reopen(stack[i].Ended)
	}
}

// without returns a list without the last occurrence of each thing told.
func without(list, told []string) []string {
	out := slices.Clone(list)
	for _, s := range told {
		for i := len(out) - 1; i >= 0; i-- {
			if out[i] == s {
				out = slices.Delete(out, i, i+1)
				break
			}
		}
	}
	return out
}
