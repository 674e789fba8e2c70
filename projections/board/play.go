package board

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Objective is an objective in play: in the staging area, attached to a card, or controlled by a
// player.
type Objective struct {
	Number    int             `json:"number"`
	Card      lotr.Card       `json:"card"`
	On        lotr.Piece      `json:"on,omitzero"`         // attached to it
	OnCard    string          `json:"onCard,omitempty"`    // its name
	Player    events.PersonID `json:"player,omitempty"`    // controls it, or the hero that it is attached to
	Character string          `json:"character,omitempty"` // that hero
	Resources int             `json:"resources,omitempty"`
	Damage    int             `json:"damage,omitempty"`
	Progress  int             `json:"progress,omitempty"`
	HitPoints int             `json:"hitPoints,omitempty"` // as they count now; 0: none
}

// SideQuest is an encounter side quest in the staging area.
type SideQuest struct {
	Number    int       `json:"number"`
	Card      lotr.Card `json:"card"`
	Progress  int       `json:"progress"`
	Resources int       `json:"resources,omitempty"`
	Damage    int       `json:"damage,omitempty"`
	// QuestPoints are as they count now.
	QuestPoints int `json:"questPoints"`
}

// Peril says who alone acts until a card is resolved.
type Peril struct {
	Player events.PersonID `json:"player"`
	Card   string          `json:"card"`
}

// Test is an open Fortitude test.
type Test struct {
	Player    events.PersonID `json:"player"`
	Heroes    []string        `json:"heroes,omitempty"`
	Willpower int             `json:"willpower"`
	Cards     int             `json:"cards"` // to discard
	Icons     int             `json:"icons"` // that count now
	Counted   bool            `json:"counted,omitempty"`
	Card      string          `json:"card,omitempty"` // that calls for it
}

// TestDue is a Fortitude test that a player has to take.
type TestDue struct {
	Player events.PersonID `json:"player"`
	Extra  int             `json:"extra,omitempty"` // cards more to discard
	Card   string          `json:"card,omitempty"`
}

// Guard is a guarded objective whose guard is to be found.
type Guard struct {
	Objective int    `json:"objective"`
	Card      string `json:"card"`
	Kinds     string `json:"kinds"` // parted by ", "
}

// States of an effect on the checklist, for [Check].State.
const (
	CheckAhead = "ahead" // comes later in the round
	CheckDue   = "due"   // people have to carry it out and tick it
	CheckDone  = "done"
)

// Check is an effect on the checklist of the round.
type Check struct {
	ID      string `json:"id"`
	When    string `json:"when"` // a point of the round, as in engine/lotr
	Card    string `json:"card"` // that has it
	Says    string `json:"says"` // what it does, in a few words
	Section string `json:"section,omitempty"`
	State   string `json:"state"` // a Check… constant
}

// Offer is something that the stage or a card in play offers the players now.
type Offer struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	Says    string `json:"says"`
	Needs   string `json:"needs,omitempty"` // "player", "number", "enemy", "location"
	Most    int    `json:"most,omitempty"`
	Section string `json:"section,omitempty"`
	Why     string `json:"why,omitempty"` // why it cannot be used now
}

// Outcome is how a table's game ended.
type Outcome struct {
	Reason string `json:"reason"`
	Rule   string `json:"rule,omitempty"`
	Cause  string `json:"cause,omitempty"` // a Lost… constant of events/lotr; empty if won
}

// PendingLoss is a loss that waits for the end of the round.
//
// Ruling: 8.
type PendingLoss struct {
	Round   int    `json:"round"`
	Certain bool   `json:"certain,omitempty"` // Mount Doom cannot be won any more
	Reason  string `json:"reason"`
	Rule    string `json:"rule,omitempty"`
}

// Ally is an ally in play whose name is known.
type Ally struct {
	Name      string `json:"name"`
	Unique    bool   `json:"unique,omitempty"`
	Ranged    bool   `json:"ranged,omitempty"`
	Sentinel  bool   `json:"sentinel,omitempty"`
	Exhausted bool   `json:"exhausted,omitempty"`
	Willpower int    `json:"willpower,omitempty"`
	Attack    int    `json:"attack,omitempty"`
	Defense   int    `json:"defense,omitempty"`
	HitPoints int    `json:"hitPoints,omitempty"`
	Damage    int    `json:"damage,omitempty"`
}

// Deck is the deck that a player declared.
type Deck struct {
	Name     string   `json:"name"`
	Source   string   `json:"source"` // "printed", "ringsdb", "text", "octgn", "hand"
	Cards    int      `json:"cards"`  // copies in all
	Unknown  []string `json:"unknown,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// What came of the Eye at a round's end, for [Eye].Last.
const (
	EyeMoved = "moved"
	EyeHeld  = "held"
)

// Eye is The Eye of Sauron in The Mountain of Fire's epic mode.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
type Eye struct {
	Table  events.TableID  `json:"table"`
	Does   string          `json:"does"`             // what it does there now, in a sentence without its full stop
	To     events.TableID  `json:"to"`               // where it goes when the round ends
	Nazgul []string        `json:"nazgul,omitempty"` // enemies that would go along
	May    events.PersonID `json:"may,omitempty"`    // who may cancel the move: the first player where it lies
	Price  int             `json:"price"`            // threat of each player there, to cancel it
	Last   string          `json:"last,omitempty"`   // what came of it last: EyeMoved or EyeHeld
	Round  int             `json:"round,omitempty"`  // the round at whose end that was
}

// Score is the score of a finished game, with a line for each term.
type Score struct {
	Scored  bool        `json:"scored"`
	Why     string      `json:"why,omitempty"` // why it has none
	Total   int         `json:"total"`         // fewer is better
	Lines   []ScoreLine `json:"lines,omitempty"`
	Missing []string    `json:"missing,omitempty"` // what is not known
}

// ScoreLine is one term of a score.
type ScoreLine struct {
	Player events.PersonID `json:"player,omitempty"` // whose; empty: the group's
	Term   string          `json:"term"`             // a Term… constant of engine/scoring
	N      int             `json:"n"`
	Each   int             `json:"each"`
	Points int             `json:"points"`
}
