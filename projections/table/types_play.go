package table

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Objective is an objective in play at the table.
type Objective struct {
	Number    int    `json:"number"`
	Name      string `json:"name"`
	Where     string `json:"where"` // "in the staging area", "controlled by Ana", "on Thane Ulchor"
	Resources int    `json:"resources"`
	Damage    int    `json:"damage"`
	Progress  int    `json:"progress"`
	HitPoints int    `json:"hitPoints"` // 0: none
	Says      string `json:"says"`      // keywords in words
}

// SideQuest is a side quest in the staging area.
type SideQuest struct {
	Number      int    `json:"number"`
	Name        string `json:"name"`
	Progress    int    `json:"progress"`
	QuestPoints int    `json:"questPoints"` // 0: not known
	Resources   int    `json:"resources"`
	Damage      int    `json:"damage"`
	Current     bool   `json:"current"`
}

// Ally is an ally in play whose name was entered.
type Ally struct {
	Name      string `json:"name"`
	HitPoints int    `json:"hitPoints"` // 0: not known
	Damage    int    `json:"damage"`
	Exhausted bool   `json:"exhausted"`
	Says      string `json:"says"` // "willpower 2, attack 1, Ranged"
}

// Peril says who alone acts now.
type Peril struct {
	Player events.PersonID `json:"player"`
	Name   string          `json:"name"`
	Card   string          `json:"card"`
	Says   string          `json:"says"`
}

// Test is the Fortitude test that is open, or the next one that has to be begun.
type Test struct {
	Title     string   `json:"title"` // "Fortitude test of Ana"
	Card      string   `json:"card"`  // that calls for it; empty: not known
	Open      bool     `json:"open"`  // false: it has to be begun
	Counted   bool     `json:"counted"`
	Willpower int      `json:"willpower"`
	Icons     int      `json:"icons"`
	Cards     int      `json:"cards"` // to discard
	Says      []string `json:"says"`  // what is done and what comes next
	More      int      `json:"more"`  // further tests that have to be taken
}

// Check is an effect on the checklist of the round.
type Check struct {
	ID      string `json:"id"`
	Card    string `json:"card"`
	Says    string `json:"says"`
	Section string `json:"section,omitempty"`
	State   string `json:"state"` // "ahead", "due", "done"
}

// Checks are the effects of one point of the round.
type Checks struct {
	When  string  `json:"when"`  // a point of the round, as in engine/lotr
	Label string  `json:"label"` // "Start of the quest phase"
	Items []Check `json:"items"`
}

// Eye is The Eye of Sauron as the table sees it.
type Eye struct {
	Here  bool     `json:"here"`
	Title string   `json:"title"` // "The Eye of Sauron looks at you"
	Does  string   `json:"does"`  // what it does where it is
	Moves string   `json:"moves"` // what happens at the round's end
	May   string   `json:"may"`   // who may cancel that, and at what price
	With  []string `json:"with"`  // Nazgûl that would go along
}

// Pending is a loss that waits for the end of the round.
type Pending struct {
	Title string `json:"title"`
	Says  string `json:"says"`
	Rule  string `json:"rule"`
}

// Score is the score of the finished game.
type Score struct {
	Says  string   `json:"says"` // "Score 118" or why there is none
	Lines []string `json:"lines,omitempty"`
}

// On says at which card in play an action belongs; the zero value: at none.
type On = lotr.Piece
