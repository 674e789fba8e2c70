package lotr

import "github.com/muster-events/muster/events"

// Phase of a round at a table.
//
// Source: facts/game-facts.md, "5.1 Round".
type Phase string

// The phases in their order.
const (
	PhaseResource  Phase = "resource"
	PhasePlanning  Phase = "planning"
	PhaseQuest     Phase = "quest"
	PhaseTravel    Phase = "travel"
	PhaseEncounter Phase = "encounter"
	PhaseCombat    Phase = "combat"
	PhaseRefresh   Phase = "refresh"
)

// Card is an encounter card with the numbers that matter in play. Code is its key in the scenario
// data; a card typed in by hand has none.
type Card struct {
	Code            string `json:"code,omitempty"`
	Name            string `json:"name"`
	Kind            string `json:"kind"` // "enemy", "location", "treachery", "objective"
	Engagement      int    `json:"engagement,omitempty"`
	Threat          int    `json:"threat,omitempty"`
	ThreatPerPlayer bool   `json:"threatPerPlayer,omitempty"` // threat is the number of players at the table
	Attack          int    `json:"attack,omitempty"`
	Defense         int    `json:"defense,omitempty"`
	HitPoints       int    `json:"hitPoints,omitempty"`   // 0: not known
	QuestPoints     int    `json:"questPoints,omitempty"` // 0: not known
	// Siege is the printed siege value; nil: not known. Cards of the scenario without one have 0.
	Siege            *int   `json:"siege,omitempty"`
	Victory          int    `json:"victory,omitempty"`
	Archery          int    `json:"archery,omitempty"`
	ArcheryPerPlayer bool   `json:"archeryPerPlayer,omitempty"`
	Surge            bool   `json:"surge,omitempty"`
	Doomed           int    `json:"doomed,omitempty"`
	Unique           bool   `json:"unique,omitempty"`
	Lieutenant       bool   `json:"lieutenant,omitempty"` // Indestructible while the city has strength
	Immune           bool   `json:"immune,omitempty"`     // to player card effects
	OnlyAt           string `json:"onlyAt,omitempty"`     // stage outside which it takes no progress and no travel
}

// Copies of one card in the encounter deck, and what may be said of it, are scenario data; see
// package engine/lotr.

// Hit is damage to one character.
type Hit struct {
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"` // a hero's title, "Host of Lórien", or an ally's name
	Damage    int             `json:"damage"`    // 1 or more
}

// HostName and PowerName are the two objectives of Attack on Dol Guldur that may change hands.
const (
	HostName  = "Host of Lórien"
	PowerName = "Power of Lórien"
)

// Share is one table's part of a change of the city strength.
type Share struct {
	Table events.TableID `json:"table"`
	Siege int            `json:"siege"` // points
	Items []SiegeItem    `json:"items,omitempty"`
}

// SiegeItem is one enemy destroyed or location explored, with the siege value that counts.
type SiegeItem struct {
	Card    string `json:"card"`              // name
	Siege   *int   `json:"siege,omitempty"`   // what counts; nil: not known yet
	Printed *int   `json:"printed,omitempty"` // what the scenario data says, if it says anything
	Typed   bool   `json:"typed,omitempty"`   // the captain typed it
}

// Sources of a change of threat, for [ThreatChanged].Why.
const (
	WhyRefresh = "refresh" // +1 in the refresh phase
	WhyQuest   = "quest"   // an unsuccessful quest
	WhyDoomed  = "doomed"  // the Doomed keyword
	WhyEntry   = "entry"   // typed by the captain
	WhyStage   = "stage"   // an effect of a stage
	WhyRuling  = "ruling"  // a judge
	WhyHeroes  = "heroes"  // heroes declared
)
