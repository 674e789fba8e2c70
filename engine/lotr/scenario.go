package lotr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/muster-events/muster/events/lotr"
)

// EliminationLevel is the threat at which a player is eliminated unless something says otherwise.
//
// Source: facts/game-facts.md, "5.2 Elimination".
const EliminationLevel = 50

// Scenario is the data of a scenario: numbers and names, no text of cards. It is shared by all who
// look it up: read it, do not change it.
type Scenario struct {
	ID   string `json:"id"` // "attack-on-dol-guldur"
	Name string `json:"name"`
	// Modes are the ways the scenario is played, with their limits.
	Modes []Mode `json:"modes"`
	// City is the city strength at the start: Base, and PerPlayer for each player of the group.
	//
	// Source: Attack on Dol Guldur, "City Strength".
	City struct {
		Base      int `json:"base"`
		PerPlayer int `json:"perPlayer"`
	} `json:"city"`
	// EasyResources is what each hero starts with in addition in easy mode. No card changes.
	//
	// Source: facts/game-facts.md, "2.4 Encounter cards with siege".
	EasyResources int `json:"easyResources"`
	// Start is the first stage; Crossing the one passed through to the siege.
	Start    string `json:"start"`
	Crossing string `json:"crossing"`
	// Resources is how many resources on Start lead to Crossing.
	Resources int     `json:"resources"`
	Stages    []Stage `json:"stages"`
	// Setup lists what setup puts into the staging area.
	Setup []Placement `json:"setup"`
	// Sets names the encounter sets of the deck that are files of their own in sets; their cards are
	// read into Cards.
	Sets []string `json:"sets,omitempty"`
	// SetAside are codes of cards of those sets that this scenario sets aside in setup.
	SetAside []string       `json:"setAside,omitempty"`
	Cards    []ScenarioCard `json:"cards"`
	// Box is the product, and Saga set for the saga expansions.
	Box  string `json:"box,omitempty"`
	Saga bool   `json:"saga,omitempty"`
	// Part is the scenario's number in the campaign; 0: it is in none.
	Part int `json:"part,omitempty"`
	// Fellowship is the hero of the Fellowship sphere that the first player takes control of:
	// "aragorn" or "ring-bearer"; empty: none.
	Fellowship string `json:"fellowship,omitempty"`
	// Banned are the titles of heroes that cannot be used.
	Banned []string `json:"banned,omitempty"`
	// Parts are the scenarios of the tables of an epic game whose tables play different ones, in the
	// order of the tables.
	Parts []string       `json:"parts,omitempty"`
	named map[string]int // place in Cards by code and by folded name
}

// Kinds of hero of the Fellowship sphere, for [Scenario].Fellowship.
const (
	WithAragorn    = "aragorn"
	WithRingBearer = "ring-bearer"
)

// Mode is a way to play a scenario, with its limits.
type Mode struct {
	Name   string `json:"name"`   // "epic" or "standard"
	Tables int    `json:"tables"` // teams of a group
	MinAt  int    `json:"minAt"`  // players at each table
	MaxAt  int    `json:"maxAt"`
	// AttackAt is the greatest city strength at which an arriving Lieutenant attacks at once.
	AttackAt int `json:"attackAt"`
}

// Stage is a stage of the quest, by its playing side.
type Stage struct {
	ID    string `json:"id"`    // "3D"
	Front string `json:"front"` // "3C"
	Name  string `json:"name"`
	// Siege is set where destroying and exploring lowers the city strength.
	Siege bool `json:"siege,omitempty"`
	// Lieutenant is the code of the Lieutenant that arrives here.
	Lieutenant string `json:"lieutenant,omitempty"`
	// Points are the printed quest points, PerPlayer what each player of the table adds; nil: none.
	// Worked is set where they are an X that the scenario works out.
	Points    *int `json:"points,omitempty"`
	PerPlayer int  `json:"perPlayer,omitempty"`
	Worked    bool `json:"worked,omitempty"`
	// Never is set for a stage that progress never defeats.
	Never   bool `json:"never,omitempty"`
	Dire    bool `json:"dire,omitempty"`
	Assault bool `json:"assault,omitempty"`
	Victory int  `json:"victory,omitempty"`
	// Next is the stage that follows when this one is defeated; empty: it is the last, or the scenario
	// says what follows.
	Next string `json:"next,omitempty"`
}

// Placement is a card that setup puts into the staging area.
type Placement struct {
	Card      string `json:"card"`                // its code
	PerPlayer int    `json:"perPlayer,omitempty"` // copies for each player at the table
	Copies    int    `json:"copies,omitempty"`    // copies whatever the number of players
	Active    bool   `json:"active,omitempty"`    // a location that is the active one
}

// ScenarioCard is a card of a scenario with its number in the set and its copies.
type ScenarioCard struct {
	lotr.Card
	Number int `json:"number"`
	Copies int `json:"copies"`
	// Aside is set for cards that are not in the encounter deck: set aside, or in play by setup.
	Aside bool `json:"aside,omitempty"`
	// DeckFrom is the stage from which on a card that is set aside is in the encounter deck; empty: none.
	DeckFrom string `json:"deckFrom,omitempty"`
	// Epic is set for a card that is in the encounter decks of an epic game only, one copy in each.
	//
	// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode".
	Epic bool `json:"epic,omitempty"`
	// Set is the encounter set.
	Set string `json:"set,omitempty"`
	// Easy is how many copies stay in the deck in easy mode; nil: all.
	//
	// Source: facts/game-facts.md, "5.6 Modes".
	Easy *int `json:"easy,omitempty"`
	// Flip is the code of the other side of a double-sided card.
	Flip string `json:"flip,omitempty"`
	// Ranged and Sentinel are the keywords of an objective that fights for the players.
	Ranged   bool `json:"ranged,omitempty"`
	Sentinel bool `json:"sentinel,omitempty"`
	// Burden is set for a card of the campaign pool that is not in the deck by itself.
	Burden bool `json:"burden,omitempty"`
}

// InDeck returns how many copies of a card are in the encounter deck of a game: none of a card that
// is set aside or a burden.
//
// Source: The Mountain of Fire, "Easy Mode".
func (c ScenarioCard) InDeck(easy bool) int {
	switch {
	case c.Aside || c.Burden:
		return 0
	case easy && c.Easy != nil:
		return *c.Easy
	}
	return c.Copies
}

// Lookup returns a scenario by its id; false if this program does not have it.
func Lookup(scenario string) (Scenario, bool) {
	sc, ok := known[scenario]
	if !ok {
		return Scenario{}, false
	}
	return *sc, true
}

// Card finds a card by its code or, in any case, by its name.
func (s Scenario) Card(codeOrName string) (lotr.Card, bool) {
	c, ok := s.find(codeOrName)
	return c.Card, ok
}

func (s *Scenario) find(codeOrName string) (ScenarioCard, bool) {
	i, ok := s.named[folded(strings.TrimSpace(codeOrName))]
	if !ok {
		return ScenarioCard{}, false
	}
	return s.Cards[i], true
}

// index makes the cards found by code and name; of two with the same name the first is found.
func (s *Scenario) index() {
	s.named = make(map[string]int, 2*len(s.Cards))
	for i := len(s.Cards) - 1; i >= 0; i-- {
		s.named[folded(s.Cards[i].Name)] = i
	}
	for i, c := range s.Cards {
		if _, taken := s.named[c.Code]; !taken {
			s.named[c.Code] = i
		}
	}
	delete(s.named, "")
}

// Stage returns a stage by its id ("3B"); false if the scenario has none such.
func (s Scenario) Stage(id string) (Stage, bool) {
	for _, st := range s.Stages {
		if st.ID == id {
			return st, true
		}
	}
	return Stage{}, false
}

// SiegeStages returns the stages from which teams choose, in alphabetical order.
func (s Scenario) SiegeStages() []Stage {
	var out []Stage
	for _, st := range s.Stages {
		if st.Siege {
			out = append(out, st)
		}
	}
	return out
}

// Mode returns a mode by its name ("epic"); false if the scenario is not played like that.
func (s Scenario) Mode(name string) (Mode, bool) {
	for _, m := range s.Modes {
		if m.Name == name {
			return m, true
		}
	}
	return Mode{}, false
}

// CityStrength returns the city strength at the start with that many players in the group.
//
// Rule: City strength.
// Source: Attack on Dol Guldur, "City Strength".
func (s Scenario) CityStrength(players int) int {
	return s.City.Base + s.City.PerPlayer*players
}

// modeOf returns the limits of the game; those of a table of an epic game that plays a scenario of its
// own are its standard ones.
func (s *Scenario) modeOf(c Context) Mode {
	if m, ok := s.Mode("epic"); ok && c.Epic {
		return m
	}
	m, _ := s.Mode("standard")
	return m
}

// sameName compares names as people type them: in any case, and with o for ó, of which many keyboards
// have no key.
func sameName(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	for a != "" && b != "" {
		r, n := utf8.DecodeRuneInString(a)
		q, m := utf8.DecodeRuneInString(b)
		if bare(r) != bare(q) {
			return false
		}
		a, b = a[n:], b[m:]
	}
	return a == b
}

// folded returns a name in the form in which names are compared.
func folded(s string) string { return strings.Map(bare, s) }

// bare returns a letter in lower case and without its accent.
func bare(r rune) rune {
	switch r = unicode.ToLower(r); r {
	case 'ó':
		return 'o'
	case 'û', 'ú':
		return 'u'
	case 'é', 'ë':
		return 'e'
	case 'í':
		return 'i'
	case 'â':
		return 'a'
	case '’':
		return '\''
	}
	return r
}
