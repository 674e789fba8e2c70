package coordinator

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// foldCity takes what is kept across the tables of Attack on Dol Guldur into account.
func (v *evolver) foldCity(e events.Payload) {
	switch e := e.(type) {
	case lotr.DolGuldurAssigned:
		v.s.DolGuldurAt = e.Table
	case lotr.StageEntered:
		v.movedInPlay(e)
	case lotr.StageDrawn:
		v.s.Draws, v.s.Absent = e.Draw, e.Stage
	case lotr.EffectCarriedOut:
		if e.Absent {
			v.s.Absent = e.Stage
		}
	case lotr.CityStrengthSet:
		v.city(e.Strength, CityChange{By: e.Strength})
	case lotr.CityStrengthRaised:
		v.city(e.Strength, CityChange{Round: e.Round, By: e.By})
	case lotr.CityStrengthReduced:
		v.city(e.Strength, CityChange{Round: e.Round, By: -e.By, Siege: e.Step == ""})
		for _, share := range e.Shares {
			if i := v.s.tableAt(share.Table); i >= 0 {
				t := v.table(i)
				t.Siege = append(slices.Clip(t.Siege), RoundSiege{Round: e.Round, Total: share.Siege})
			}
		}
	case lotr.CityStrengthRestated:
		v.restated(e)
	}
}

// movedInPlay: a stage that is entered while the round is played, by a ruling, is the one at which the
// table plays this round.
func (v *evolver) movedInPlay(e lotr.StageEntered) {
	i := v.s.tableAt(e.Table)
	if i < 0 || v.s.underway() != PhasePlaying {
		return
	}
	if t := v.table(i); v.s.Round >= 1 && v.s.Round <= len(t.Stages) {
		t.Stages = slices.Clone(t.Stages)
		t.Stages[v.s.Round-1] = e.Stage
	}
}

func (v *evolver) city(strength int, c CityChange) {
	v.s.City = strength
	v.s.CityChanges = append(slices.Clip(v.s.CityChanges), c)
}

// restated takes a ruling into account: a number for the city strength itself, or for what a table
// scored in a round.
func (v *evolver) restated(e lotr.CityStrengthRestated) {
	if e.Table == "" {
		v.city(e.Strength, CityChange{Round: v.s.Round, By: e.Strength - e.From})
		return
	}
	i := v.s.tableAt(e.Table)
	if i < 0 {
		return
	}
	v.touch(e.Table) // an entry taken back later would change what the judge has counted
	t := v.table(i)
	at := slices.IndexFunc(t.Siege, func(r RoundSiege) bool { return r.Round == e.Round })
	if at < 0 {
		t.Adjusted += e.NowSiege - e.WasSiege
		return
	}
	t.Siege = slices.Clone(t.Siege)
	t.Siege[at].Total = e.NowSiege
	v.s.City = e.Strength
	v.s.CityChanges = correctSiege(v.s.CityChanges, e.Round, e.NowSiege-e.WasSiege)
}

// correctSiege returns the changes with more siege (or less) in the reduction of a round.
func correctSiege(changes []CityChange, round, more int) []CityChange {
	out := slices.Clone(changes)
	for i, c := range out {
		if c.Siege && c.Round == round {
			out[i].By -= more
			break
		}
	}
	return out
}

// strengthAfter is the city strength after changes.
func strengthAfter(changes []CityChange) int {
	n := 0
	for _, c := range changes {
		n = max(0, n+c.By)
	}
	return n
}
