package lotr

import (
	"strings"

	"github.com/muster-events/muster/events"
)

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
	Traits           string `json:"traits,omitempty"`     // as printed, each with a full stop: "Nazgûl. Mordor."
	Peril            bool   `json:"peril,omitempty"`
	Phantom          bool   `json:"phantom,omitempty"`
	Indestructible   bool   `json:"indestructible,omitempty"`
	Guarded          string `json:"guarded,omitempty"` // kinds of card that guard it, parted by ", "
	Icons            int    `json:"icons,omitempty"`   // Sauron's Eye icons, for Fortitude tests
	// Worked is set where the scenario works out the printed X: threat, hit points or quest points.
	Worked bool `json:"worked,omitempty"`
}

// HasTrait tells whether the card has a trait: HasTrait("Nazgûl").
func (c Card) HasTrait(trait string) bool {
	for t := range strings.SplitSeq(c.Traits, ".") {
		if strings.TrimSpace(t) == trait {
			return true
		}
	}
	return false
}

// Kinds of encounter card, for [Card].Kind and [Piece].Kind.
const (
	KindEnemy     = "enemy"
	KindLocation  = "location"
	KindTreachery = "treachery"
	KindObjective = "objective"
	KindSideQuest = "side-quest"
	// KindStage is the main quest's stage as a piece that has tokens.
	KindStage = "stage"
)

// Piece names a card in play at a table: its kind and its number among its kind. The zero Piece
// names none; the stage has number 0.
type Piece struct {
	Kind   string `json:"kind"` // a Kind… constant
	Number int    `json:"number,omitempty"`
}

// Tokens on a piece, for [TokensPlaced].
const (
	TokenResource = "resource"
	TokenDamage   = "damage"
	TokenProgress = "progress"
)

// Where an effect comes from, for the Source of a command or event. What is not said comes from the
// game itself or from an encounter card.
//
// Source: The Mountain of Fire, "Immune to Player Card Effects"; "Dire".
const (
	FromPlayerCard = "player-card"
	FromBoon       = "boon"   // a player card, but free of the limit of Dire
	FromMaster     = "master" // a player card with the Master trait
	FromEncounter  = "encounter"
)

// Character names a character: its player, and its title or name.
type Character struct {
	Player events.PersonID `json:"player"`
	Name   string          `json:"name"`
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
	WhyPhantom = "phantom" // damage that the Phantom keyword turned into threat
	WhyTest    = "test"    // a Fortitude test
	WhyEpic    = "epic"    // an effect of the epic mode
)
