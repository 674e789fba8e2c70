package board

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// onCards follows what the cards that were revealed and those that arrived ask of people.
func (f *fold) onCards(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.CardRevealed:
		t := f.table(e.Table)
		t.RevealedSurge, t.SurgeOwed = e.Surge, max(0, t.SurgeOwed-1)
		if e.Surge {
			t.SurgeOwed++
		}
	case lotr.PowerUsed:
		if t := f.table(e.Table); t.RevealedSurge { // a cancelled card surges no more
			t.SurgeOwed = max(0, t.SurgeOwed-1)
		}
	case lotr.LieutenantArrived:
		if len(e.Attacks) > 0 {
			f.toDo(e.Table, e.Card.Name+" attacks at once: "+words.People(e.Attacks))
		}
	case lotr.LieutenantSetAside:
		t := f.table(e.Table)
		t.ToDo = slices.DeleteFunc(t.ToDo, func(s string) bool { return strings.Contains(s, e.Card+" attacks ") }) // it does no more
	default:
		return false
	}
	return true
}

// maxToDo bounds the list of what people have to do; the oldest go.
const maxToDo = 16

// toDo puts something onto the list of what people at a table have to do.
func (f *fold) toDo(table events.TableID, what string) {
	t := f.table(table)
	t.ToDo = append(t.ToDo, what)
	if n := len(t.ToDo); n > maxToDo {
		t.ToDo = t.ToDo[n-maxToDo:]
	}
	if table == f.entry {
		f.told = append(f.told, what)
	}
}
