package lotr

import "github.com/muster-events/muster/events"

// TableEvent is an event about one table.
type TableEvent interface {
	events.Payload
	OnTable() events.TableID
}

// TableSetUp puts a table's game up: its first stage, its players in turn order, Power of Lórien in
// the staging area. The enemies that setup brings are events of their own.
//
// Source: facts/game-facts.md, "2.2 Stages".
type TableSetUp struct {
	Table       events.TableID    `json:"table"`
	Stage       string            `json:"stage"` // "1B"
	Players     []events.PersonID `json:"players"`
	FirstPlayer events.PersonID   `json:"firstPlayer"`
	// Threat is the starting threat by player in the order of Players; −1: not declared yet.
	Threat []int `json:"threat"`
	// Elimination is the elimination level by player in the order of Players.
	Elimination []int `json:"elimination"`
	// Scenario is what this table plays, if it is not the group's: the two of an epic game of The
	// Mountain of Fire.
	Scenario string `json:"scenario,omitempty"`
}

// PhaseBegan says that a table is in a phase of the round.
type PhaseBegan struct {
	Table events.TableID `json:"table"`
	Phase Phase          `json:"phase"`
}

// ThreatChanged changes a player's threat.
type ThreatChanged struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	From   int             `json:"from"` // −1: was not declared
	To     int             `json:"to"`   // 0 or more
	Why    string          `json:"why"`  // a Why… constant
	Note   string          `json:"note,omitempty"`
	Source string          `json:"source,omitempty"` // a From… constant
	// Cut is how much of a reduction Dire did not allow.
	//
	// Source: The Mountain of Fire, "Dire".
	Cut int `json:"cut,omitempty"`
}

// Causes of an elimination, for [PlayerEliminated].Why.
const (
	OutThreat    = "threat"
	OutHeroes    = "heroes"
	OutOrganiser = "organiser"
	OutPassed    = "passed" // the last hero was the Ring-bearer or Aragorn and went on to the next first player
)

// PlayerEliminated takes a player out of the game. Enemies engaged with them return to the staging
// area by events of their own.
//
// Source: facts/game-facts.md, "5.2 Elimination".
type PlayerEliminated struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Why    string          `json:"why"`
	Threat int             `json:"threat"` // on the dial at that moment
	Left   int             `json:"left"`   // players still in the game at the table
}

// PlayerReinstated puts an eliminated player back by a ruling.
type PlayerReinstated struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Threat int             `json:"threat"`
}

// FirstPlayerPassed gives the first player token to another player.
type FirstPlayerPassed struct {
	Table events.TableID  `json:"table"`
	From  events.PersonID `json:"from,omitempty"`
	To    events.PersonID `json:"to"`
	Why   string          `json:"why"` // "refresh", "eliminated", "entry", "ruling"
}

// CardRevealed says that an encounter card was revealed.
type CardRevealed struct {
	Table events.TableID `json:"table"`
	Card  Card           `json:"card"`
	// Surge is set when another card has to be revealed because of this one.
	Surge bool `json:"surge,omitempty"`
	// Enemy or Location is its number if it entered play.
	Enemy    int `json:"enemy,omitempty"`
	Location int `json:"location,omitempty"`
	// Objective or SideQuest is its number if it entered play as one.
	Objective int `json:"objective,omitempty"`
	SideQuest int `json:"sideQuest,omitempty"`
	// Player revealed it; empty: not said. Step is set if it counts for the staging step.
	Player events.PersonID `json:"player,omitempty"`
	Step   bool            `json:"step,omitempty"`
	// StepCards is how many cards the staging step has, on the first one that counts for it.
	//
	// Source: facts/game-facts.md, "5.1 Round".
	StepCards int `json:"stepCards,omitempty"`
}

// EnemyEntered puts an enemy into play, engaged with Player or in the staging area.
type EnemyEntered struct {
	Table  events.TableID  `json:"table"`
	Enemy  int             `json:"enemy"`
	Card   Card            `json:"card"`
	Player events.PersonID `json:"player,omitempty"`
	Why    string          `json:"why"`              // "revealed", "setup", "effect", "stage", "eye", "flipped"
	Damage int             `json:"damage,omitempty"` // that it brings along
}

// EnemyEngaged engages an enemy with a player.
type EnemyEngaged struct {
	Table  events.TableID  `json:"table"`
	Enemy  int             `json:"enemy"`
	Card   string          `json:"card"` // name
	Player events.PersonID `json:"player"`
	How    string          `json:"how"` // "optional", "check", "effect"
}

// EnemyReturned returns an enemy to the staging area.
type EnemyReturned struct {
	Table events.TableID `json:"table"`
	Enemy int            `json:"enemy"`
	Card  string         `json:"card"`
}

// EnemyDamaged changes the damage on an enemy.
type EnemyDamaged struct {
	Table  events.TableID `json:"table"`
	Enemy  int            `json:"enemy"`
	Card   string         `json:"card"`
	By     int            `json:"by"`
	Damage int            `json:"damage"` // on it now
}

// EnemyDestroyed destroys an enemy. It enters the table's list of what scored siege this round when
// its siege counts (Item is its place there, from 1; 0: it does not count), and the victory display
// when it has victory points.
//
// Source: Attack on Dol Guldur, "Siege".
type EnemyDestroyed struct {
	Table   events.TableID `json:"table"`
	Enemy   int            `json:"enemy"` // 0: was never entered
	Card    Card           `json:"card"`
	Item    int            `json:"item,omitempty"`
	Siege   *int           `json:"siege,omitempty"` // what counts; nil: not known yet
	Printed *int           `json:"printed,omitempty"`
	Typed   bool           `json:"typed,omitempty"`
	// By tells what did it: "" the captain's entry, "damage", "city-fell" (strength 0 took
	// Indestructible away), "effect" (a stage's good effect).
	By string `json:"by,omitempty"`
}

// CardLeft takes an enemy or location out of play without destroying or exploring it.
type CardLeft struct {
	Table    events.TableID `json:"table"`
	Enemy    int            `json:"enemy,omitempty"`
	Location int            `json:"location,omitempty"`
	Card     string         `json:"card"`
	Note     string         `json:"note,omitempty"`
	// Objective or SideQuest is its number if it is one.
	Objective int `json:"objective,omitempty"`
	SideQuest int `json:"sideQuest,omitempty"`
}

// LocationEntered puts a location into the staging area.
type LocationEntered struct {
	Table    events.TableID `json:"table"`
	Location int            `json:"location"`
	Card     Card           `json:"card"`
	Why      string         `json:"why"` // "revealed", "effect", "stage"
}

// LocationTravelled makes a location the active one.
type LocationTravelled struct {
	Table    events.TableID `json:"table"`
	Location int            `json:"location"`
	Card     string         `json:"card"`
}

// LocationProgressed changes the progress on a location.
type LocationProgressed struct {
	Table    events.TableID `json:"table"`
	Location int            `json:"location"`
	Card     string         `json:"card"`
	By       int            `json:"by"`
	Progress int            `json:"progress"` // on it now
}

// LocationExplored explores a location; fields as in [EnemyDestroyed].
//
// Source: Attack on Dol Guldur, "Siege".
type LocationExplored struct {
	Table    events.TableID `json:"table"`
	Location int            `json:"location"` // 0: was never entered
	Card     Card           `json:"card"`
	Item     int            `json:"item,omitempty"`
	Siege    *int           `json:"siege,omitempty"`
	Printed  *int           `json:"printed,omitempty"`
	Typed    bool           `json:"typed,omitempty"`
}

// StageProgressed changes the progress on the table's stage.
type StageProgressed struct {
	Table    events.TableID `json:"table"`
	Stage    string         `json:"stage"`
	By       int            `json:"by"`
	Progress int            `json:"progress"` // on it now
	Why      string         `json:"why"`      // "quest", "entry", "paid", "moved", "ruling"
}

// StageEntered brings a table to a stage; its progress and resources start at 0.
type StageEntered struct {
	Table events.TableID `json:"table"`
	From  string         `json:"from"`
	Stage string         `json:"stage"` // "2B", "3B", …
	Name  string         `json:"name"`
}

// StageResourcePlaced changes the resources on the table's stage.
type StageResourcePlaced struct {
	Table     events.TableID `json:"table"`
	Stage     string         `json:"stage"`
	Resources int            `json:"resources"` // on it now
}

// QuestResolved compares willpower with staging threat. What follows (progress, threat) is in
// events of its own.
//
// Source: facts/game-facts.md, "5.1 Round".
type QuestResolved struct {
	Table     events.TableID `json:"table"`
	Willpower int            `json:"willpower"`
	Threat    int            `json:"threat"`
	Typed     bool           `json:"typed,omitempty"` // the captain typed the threat
	Outcome   string         `json:"outcome"`         // "success", "failure", "tie"
	By        int            `json:"by"`              // the difference, 0 or more
}

// ProgressCapped limits the progress that the current quest takes this round; Cap −1 lifts the limit
// again, because the card was cancelled.
type ProgressCapped struct {
	Table events.TableID `json:"table"`
	Cap   int            `json:"cap"`
	Card  string         `json:"card"`
}

// ArcheryDue opens the assignment of archery damage.
//
// Source: Attack on Dol Guldur, "Archery X".
type ArcheryDue struct {
	Table events.TableID `json:"table"`
	Total int            `json:"total"`
}

// ArcheryAssigned closes the assignment. The damage is in events of its own.
type ArcheryAssigned struct {
	Table events.TableID `json:"table"`
	Total int            `json:"total"` // that was due
	Hits  []Hit          `json:"hits"`
}

// CharacterDamaged changes the damage on a hero or ally.
type CharacterDamaged struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
	Hero      bool            `json:"hero,omitempty"`
	By        int             `json:"by"`
	Damage    int             `json:"damage"` // on it now
}

// CharacterDestroyed says that a hero or ally left play destroyed.
type CharacterDestroyed struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
	Hero      bool            `json:"hero,omitempty"`
	HeroesUp  int             `json:"heroesUp"` // heroes the player has left
}
