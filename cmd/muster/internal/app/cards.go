package app

import (
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
)

// cards lists the encounter cards of a scenario for the table page's type-ahead.
type cards struct{}

// Cards implements deps.Cards; nil: there is no such scenario.
func (cards) Cards(scenario string) any {
	sc, ok := rules.Lookup(scenario)
	if !ok {
		return nil
	}
	return slices.SortedFunc(slices.Values(sc.Cards), func(a, b rules.ScenarioCard) int {
		return strings.Compare(a.Name, b.Name)
	})
}
