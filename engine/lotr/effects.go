package lotr

import "github.com/muster-events/muster/events/lotr"

// scenarioEffect is what the cards of a scenario add to the core rules. Every function may be nil.
type scenarioEffect struct {
	// surges tells whether a card surges now although it does not have the keyword.
	surges func(c Context, card lotr.Card) bool
	// revealed carries out what a revealed card does to the numbers that muster keeps.
	revealed func(d *entry, card lotr.Card)
	// engagement returns an enemy's engagement cost as it counts now.
	engagement func(t Table, e Enemy) int
}

// effects holds what each scenario adds, by its id. A scenario that needs nothing has no entry.
var effects = map[string]*scenarioEffect{
	"attack-on-dol-guldur": {
		surges:     fastnessSurges,
		revealed:   fastnessCaps,
		engagement: lieutenantEngagement,
	},
}

func (s *Scenario) surges(c Context, card lotr.Card) bool {
	return card.Surge || s.rules != nil && s.rules.surges != nil && s.rules.surges(c, card)
}

func (s *Scenario) engagement(t Table, e Enemy) int {
	if s.rules == nil || s.rules.engagement == nil {
		return e.Card.Engagement
	}
	return s.rules.engagement(t, e)
}

func (s *Scenario) revealed(d *entry, card lotr.Card) {
	if s.rules != nil && s.rules.revealed != nil {
		s.rules.revealed(d, card)
	}
}
