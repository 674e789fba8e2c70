package lotr

import (
	"cmp"
	"slices"
)

// Scenarios returns the ids of the scenarios of this program: those of the campaign by their part, then
// the others by name.
func Scenarios() []string {
	all := make([]*Scenario, 0, len(known))
	for _, sc := range known {
		all = append(all, sc)
	}
	slices.SortFunc(all, func(a, b *Scenario) int {
		return cmp.Or(cmp.Compare(partOrLast(a), partOrLast(b)), cmp.Compare(a.Box, b.Box), cmp.Compare(a.Name, b.Name))
	})
	out := make([]string, len(all))
	for i, sc := range all {
		out[i] = sc.ID
	}
	return out
}

func partOrLast(sc *Scenario) int {
	if sc.Part == 0 {
		return 1000
	}
	return sc.Part
}
