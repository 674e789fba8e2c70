package decks

import "slices"

// ScenarioRules are the facts of a scenario that decide which decks may be brought. The zero value
// stands for no scenario: rules that depend on one are not looked at. Any other has an ID.
type ScenarioRules struct {
	ID   string // "mount-doom"
	Name string
	Box  string // "The Mountain of Fire"
	// Cycle is the cycle that the scenario belongs to, "Shadows of Mirkwood"; empty: a box.
	Cycle string
	// Saga is set for scenarios of The Lord of the Rings saga expansions.
	Saga bool
	// Epic is set for scenarios with an epic multiplayer mode.
	Epic bool
	// Fellowship is the title of the Fellowship hero that the first player takes; empty: none.
	Fellowship string
	// FellowshipBox is the box that this hero has to be from; empty: any.
	FellowshipBox string
	// RingBearer is set if the Fellowship hero needs the Ring-bearer trait and gets The One Ring, which
	// keeps him out of the hero limit.
	RingBearer bool
	// Barred are the titles that cannot be used at all.
	Barred []string
	// CampaignBarred are the titles that cannot be used in campaign mode.
	CampaignBarred []string
	// Dire is set if the first stage has the keyword: the elimination level is 99.
	Dire bool
	// FellowshipSource and BarredSource cite where the rules of heroes stand.
	FellowshipSource, BarredSource, CampaignBarredSource string
}

// Names that rules are about.
const (
	aragorn = "Aragorn"
	frodo   = "Frodo Baggins"
	smeagol = "Sméagol"
	oneRing = "The One Ring"

	mountain  = "The Mountain of Fire"
	flame     = "The Flame of the West"
	shadow    = "A Shadow in the East"
	dolGuldur = "Attack on Dol Guldur"

	// Mirkwood is the cycle that Sméagol is barred from.
	//
	// Source: A Shadow in the East, "Sméagol / Gollum".
	Mirkwood = "Shadows of Mirkwood"
)

const (
	takeMountain = `The Mountain of Fire, "Setting Up the Game"`
	takeFlame    = `The Flame of the West, "Setting Up the Game"`
	noFrodo      = `The Flame of the West, "Campaign Mode Rules - Frodo"`
)

// known lists the scenarios of the four boxes.
var known = []ScenarioRules{
	{
		ID: "the-tower-of-cirith-ungol", Name: "The Tower of Cirith Ungol", Box: mountain, Saga: true,
		Fellowship: frodo, RingBearer: true, FellowshipSource: takeMountain,
		Barred: []string{aragorn}, BarredSource: `The Mountain of Fire, "The Tower of Cirith Ungol"`,
	},
	{
		ID: "the-black-gate-opens", Name: "The Black Gate Opens", Box: mountain, Saga: true, Epic: true, Dire: true,
		Fellowship: aragorn, FellowshipBox: mountain, FellowshipSource: takeMountain,
		Barred: []string{frodo}, BarredSource: `The Mountain of Fire, "The Black Gate Opens"`,
	},
	{
		ID: "mount-doom", Name: "Mount Doom", Box: mountain, Saga: true, Epic: true, Dire: true,
		Fellowship: frodo, RingBearer: true, FellowshipSource: takeMountain,
		Barred: []string{aragorn}, BarredSource: `The Mountain of Fire, "Mount Doom"`,
	},
	ofFlame("the-passing-of-the-grey-company", "The Passing of the Grey Company"),
	ofFlame("the-siege-of-gondor", "The Siege of Gondor"),
	ofFlame("the-battle-of-the-pelennor-fields", "The Battle of the Pelennor Fields"),
	{ID: "the-river-running", Name: "The River Running", Box: shadow},
	{ID: "danger-in-dorwinion", Name: "Danger in Dorwinion", Box: shadow},
	{ID: "the-temple-of-doom", Name: "The Temple of Doom", Box: shadow},
	{ID: "attack-on-dol-guldur", Name: dolGuldur, Box: dolGuldur, Epic: true},
}

func ofFlame(id, name string) ScenarioRules {
	return ScenarioRules{
		ID: id, Name: name, Box: flame, Saga: true, Fellowship: aragorn, FellowshipBox: flame, FellowshipSource: takeFlame,
		CampaignBarred: []string{frodo}, CampaignBarredSource: noFrodo,
	}
}

// Scenario returns the facts of a scenario by its id; false if it is none of the four boxes'.
func Scenario(id string) (ScenarioRules, bool) {
	i := slices.IndexFunc(known, func(r ScenarioRules) bool { return r.ID == id })
	if i < 0 {
		return ScenarioRules{}, false
	}
	return known[i].own(), true
}

// Scenarios returns the facts of every scenario of the four boxes.
func Scenarios() []ScenarioRules {
	out := make([]ScenarioRules, len(known))
	for i, r := range known {
		out[i] = r.own()
	}
	return out
}

func (r ScenarioRules) own() ScenarioRules {
	r.Barred, r.CampaignBarred = slices.Clone(r.Barred), slices.Clone(r.CampaignBarred)
	return r
}
