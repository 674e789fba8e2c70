package decks

import (
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
)

// ScenarioRules are the facts of a scenario that decide which decks may be brought, as engine/lotr has
// them. The zero value stands for no scenario: rules that depend on one are not looked at. Any other
// has an ID.
type ScenarioRules struct {
	ID   string // "mount-doom"
	Name string
	Box  string // "The Mountain of Fire"
	// Saga is set for scenarios of The Lord of the Rings saga expansions.
	Saga bool
	// Epic is set for scenarios that are played in an epic multiplayer mode.
	Epic bool
	// Fellowship is the title of the Fellowship hero that the first player takes; empty: none.
	Fellowship string
	// FellowshipBox is the box that this hero has to be from; empty: any.
	FellowshipBox string
	// RingBearer is set if the Fellowship hero needs the Ring-bearer trait and gets The One Ring, which
	// keeps him out of the hero limit.
	RingBearer bool
	// NoSmeagol is set if Sméagol cannot be a starting hero.
	NoSmeagol bool
	// Barred are the titles that cannot be used at all.
	Barred []string
	// CampaignBarred are the titles that cannot be used in campaign mode.
	CampaignBarred []string
	// Dire is set if the first stage has the keyword: the elimination level is 99.
	Dire bool
	// EasyResources is how many resources each hero starts with in addition in easy mode.
	EasyResources int
	// FellowshipSource, BarredSource and CampaignBarredSource cite where the rules of heroes stand.
	FellowshipSource, BarredSource, CampaignBarredSource string
}

// Names that rules are about.
const (
	aragorn = "Aragorn"
	frodo   = "Frodo Baggins"
	smeagol = "Sméagol"
	oneRing = "The One Ring"

	flame = "The Flame of the West"
)

// Scenario returns the facts of a scenario by its id; false if this program has none such, or if its
// tables play scenarios of their own.
func Scenario(id string) (ScenarioRules, bool) {
	sc, ok := rules.Lookup(id)
	if !ok || len(sc.Parts) > 0 {
		return ScenarioRules{}, false
	}
	return ScenarioOf(sc), true
}

// Scenarios returns the facts of every scenario that a table can play, in the order of
// [rules.Scenarios].
func Scenarios() []ScenarioRules {
	var out []ScenarioRules
	for _, id := range rules.Scenarios() {
		if r, ok := Scenario(id); ok {
			out = append(out, r)
		}
	}
	return out
}

// ScenarioOf returns what decks have to know of a scenario.
//
// Source: The Mountain of Fire, "Setting Up the Game"; The Flame of the West, "Setting Up the Game".
func ScenarioOf(sc rules.Scenario) ScenarioRules {
	r := ScenarioRules{
		ID: sc.ID, Name: sc.Name, Box: first(sc.Box, sc.Name), Saga: sc.Saga, Epic: isEpic(sc), NoSmeagol: sc.BarsSmeagol(),
		Barred: slices.Clone(sc.Banned), EasyResources: sc.EasyResources,
	}
	if len(r.Barred) > 0 {
		r.BarredSource = sc.BanRule()
	}
	r.CampaignBarred, r.CampaignBarredSource = sc.CampaignBanned()
	if h, ok := sc.Fellow(); ok {
		r.Fellowship, r.FellowshipSource = h.Title, sc.SetupRule()
		if r.RingBearer = sc.Fellowship == rules.WithRingBearer; !r.RingBearer {
			r.FellowshipBox = sc.Box
		}
	}
	st, _ := sc.Stage(sc.Start)
	r.Dire = st.Dire
	return r
}

// isEpic tells whether a scenario is played in an epic mode, alone or as a part.
func isEpic(sc rules.Scenario) bool {
	if _, ok := sc.Mode("epic"); ok {
		return true
	}
	for _, id := range rules.Scenarios() {
		whole, _ := rules.Lookup(id)
		if slices.Contains(whole.Parts, sc.ID) {
			return true
		}
	}
	return false
}
