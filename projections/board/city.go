package board

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// Kinds of change of the city strength, for [CityChange].Kind.
const (
	ChangeSet    = "set"
	ChangeSiege  = "siege"
	ChangeEffect = "effect"
	ChangePlayer = "player"
	ChangeRuling = "ruling"
)

// onCity follows the city strength with every change of it.
func (f *fold) onCity(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.DolGuldurAssigned:
		f.g.DolGuldurAt = e.Table
	case lotr.CityStrengthSet:
		f.setCity(e)
	case lotr.CityStrengthReduced:
		f.reduced(e)
	case lotr.CityStrengthRaised:
		kind := ChangePlayer
		if e.Step != "" {
			kind = ChangeEffect
		}
		f.effect(e.Step, words.City(e.From, e.Strength))
		f.changeCity(CityChange{Round: e.Round, From: e.From, To: e.Strength, Why: e.Why, Kind: kind, Table: e.Table})
		if kind == ChangePlayer {
			f.setTracker()
		}
	case lotr.CityStrengthRestated:
		f.restated(e)
	default:
		return false
	}
	return true
}

// setCity sets the strength in setup; a later seating replaces an earlier one.
func (f *fold) setCity(e lotr.CityStrengthSet) {
	c := &f.g.City
	c.Start = e.Strength
	if n := len(c.Changes); n > 0 && c.Changes[n-1].Kind == ChangeSet {
		c.Changes = c.Changes[: n-1 : n-1]
	}
	why := words.Of(f.context(), e).Entry()
	f.changeCity(CityChange{From: 0, To: e.Strength, Why: why, Kind: ChangeSet})
}

func (f *fold) reduced(e lotr.CityStrengthReduced) {
	kind := ChangeEffect
	if s := f.step(e.Step); len(e.Shares) > 0 || e.Step == "" || (s != nil && s.Kind == "siege") {
		kind = ChangeSiege
	}
	f.effect(f.siegeStep(kind, e.Step), words.City(e.From, e.Strength))
	f.changeCity(CityChange{
		Round: e.Round, From: e.From, To: e.Strength, Why: words.Upper(words.Reduced(f.context(), e)),
		Kind: kind, Shares: e.Shares, Table: e.Table,
	})
	if kind == ChangeSiege && e.From != e.Strength {
		f.setTracker()
	}
	for _, s := range e.Shares {
		f.count(s.Table, s.Siege)
	}
}

// setTracker tells the table that holds Dol Guldur where the siege tracker is to stand. Effects of a
// stage say so themselves. A line of before is out of date.
//
// Source: Attack on Dol Guldur, "City Strength".
func (f *fold) setTracker() {
	const says = "Set the siege tracker to "
	t := f.table(f.g.DolGuldurAt)
	t.ToDo = slices.DeleteFunc(t.ToDo, func(s string) bool { return strings.HasPrefix(s, says) })
	t.ToDo = append(t.ToDo, fmt.Sprintf("%s%d.", says, f.g.City.Strength))
}

// siegeStep returns the step that a reduction belongs to: the siege names none.
func (f *fold) siegeStep(kind, step string) string {
	for _, s := range f.g.Queue {
		if step == "" && kind == ChangeSiege && s.Kind == group.StepSiege {
			return s.ID
		}
	}
	return step
}

// count adds to what a table has scored this round that is taken off already.
func (f *fold) count(t events.TableID, siege int) {
	if f.Counted == nil {
		f.Counted = map[events.TableID]int{}
	}
	f.Counted[t] += siege
}

// restated takes a ruling into account: a number for the city strength itself, or for what a table
// scored in a round.
func (f *fold) restated(e lotr.CityStrengthRestated) {
	if e.From != e.Strength {
		f.changeCity(CityChange{Round: f.g.Round, From: e.From, To: e.Strength, Why: e.Reason, Kind: ChangeRuling, Table: e.Table})
		f.setTracker()
	}
	if e.Table == "" {
		return
	}
	f.touch(e.Table) // an entry taken back later would change what the judge has counted
	more := e.NowSiege - e.WasSiege
	switch {
	case e.Round != f.g.Round:
		f.table(e.Table).SiegeTotal += more
	case f.g.SiegeDone():
		f.count(e.Table, more)
	default:
		f.table(e.Table).Adjusted += more
	}
}

func (f *fold) changeCity(c CityChange) {
	c.Version, c.At = f.r.Version, f.r.At
	f.g.City.Strength = c.To
	f.g.City.Changes = append(f.g.City.Changes, c)
	f.city = true
}
