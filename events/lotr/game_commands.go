package lotr

import "github.com/muster-events/muster/events"

// ResolveReveal says that the staging of the card just revealed is resolved: a Peril ends.
//
// Source: The Mountain of Fire, "Peril".
type ResolveReveal struct {
	Table events.TableID `json:"table"`
}

// PlaceTokens places or removes (By below 0) tokens on a card in play: resources on anything, damage
// on an objective, progress on a side quest or objective.
type PlaceTokens struct {
	Table  events.TableID `json:"table"`
	Piece  Piece          `json:"piece"`
	Token  string         `json:"token"` // a Token… constant
	By     int            `json:"by"`    // −99 to 99, not 0
	Source string         `json:"source,omitempty"`
	Note   string         `json:"note,omitempty"` // 0 to 120 characters
}

// AddObjective puts an objective into play without revealing it.
type AddObjective struct {
	Table  events.TableID  `json:"table"`
	Card   string          `json:"card,omitempty"`
	Hand   *Card           `json:"hand,omitempty"`
	On     Piece           `json:"on,omitzero"`
	Player events.PersonID `json:"player,omitempty"`
}

// MoveObjective attaches an objective to an enemy or location, gives it to a player who claims it,
// or, with neither, frees it in the staging area.
type MoveObjective struct {
	Table     events.TableID  `json:"table"`
	Objective int             `json:"objective"`
	On        Piece           `json:"on,omitzero"`
	Player    events.PersonID `json:"player,omitempty"`
}

// ChooseQuest makes a side quest the current quest until the end of the quest phase; 0: the main
// quest. At the start of the quest phase, by the first player.
//
// Source: A Shadow in the East, "Side Quests in Play".
type ChooseQuest struct {
	Table     events.TableID `json:"table"`
	SideQuest int            `json:"sideQuest"`
}

// BeginTest begins a Fortitude test: the heroes named exhaust and commit to it.
//
// Source: The Mountain of Fire, "Fortitude Tests".
type BeginTest struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Heroes []string        `json:"heroes,omitempty"` // titles; none: nobody commits
	// Willpower replaces the sum of the heroes' printed willpower; nil: worked out.
	Willpower *int   `json:"willpower,omitempty"`
	Extra     int    `json:"extra,omitempty"` // more cards to discard because of an effect, 0 to 20
	Icons     int    `json:"icons,omitempty"` // more icons because of an effect, 0 to 20
	Note      string `json:"note,omitempty"`  // 0 to 120 characters: the card that calls for it
}

// CountIcons says which cards were discarded for the test, each by name or by its number of icons.
type CountIcons struct {
	Table      events.TableID     `json:"table"`
	Cards      []DiscardedForTest `json:"cards"`
	Reshuffled bool               `json:"reshuffled,omitempty"`
}

// RaiseTest is an action in the window of an open test: a character that exhausts for it, or an
// effect that changes willpower or icons.
//
// Source: The Mountain of Fire, "Player Actions During Fortitude Tests".
type RaiseTest struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character,omitempty"` // who exhausts for it
	Willpower int             `json:"willpower,omitempty"` // −99 to 99
	Icons     int             `json:"icons,omitempty"`     // −99 to 99
	Note      string          `json:"note,omitempty"`      // 0 to 120 characters
}

// ResolveTest compares willpower and icons and ends the test.
type ResolveTest struct {
	Table events.TableID `json:"table"`
}

// FindGuard says which card was found for a guarded objective.
//
// Source: A Shadow in the East, "Guarded (X)".
type FindGuard struct {
	Table      events.TableID `json:"table"`
	Objective  int            `json:"objective"`
	Card       string         `json:"card,omitempty"`
	Hand       *Card          `json:"hand,omitempty"`
	Discarded  int            `json:"discarded,omitempty"` // cards on the way, 0 to 99
	Reshuffled bool           `json:"reshuffled,omitempty"`
	// None says that no card of the kind is left in deck and discard pile.
	None bool `json:"none,omitempty"`
}

// EnterAlly puts an ally into play under a player's control.
type EnterAlly struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Name      string          `json:"name"` // 1 to 80 characters
	Unique    bool            `json:"unique,omitempty"`
	Ranged    bool            `json:"ranged,omitempty"`
	Sentinel  bool            `json:"sentinel,omitempty"`
	Willpower int             `json:"willpower,omitempty"` // 0 to 20
	Attack    int             `json:"attack,omitempty"`
	Defense   int             `json:"defense,omitempty"`
	HitPoints int             `json:"hitPoints,omitempty"`
}

// LeavePlay takes a hero or ally out of play that was not destroyed: returned to hand, discarded,
// sacrificed.
type LeavePlay struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
	Note      string          `json:"note,omitempty"`
}

// ExhaustCharacter exhausts or readies a character.
type ExhaustCharacter struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
	Ready     bool            `json:"ready,omitempty"`
	Source    string          `json:"source,omitempty"` // a From… constant
}

// EnemyAttack resolves an enemy's attack: with a defender, or undefended.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 6).
type EnemyAttack struct {
	Table    events.TableID  `json:"table"`
	Enemy    int             `json:"enemy"`
	Player   events.PersonID `json:"player"`            // who is attacked
	Defender Character       `json:"defender,omitzero"` // none: undefended
	// Defense is the defender's as it counts; nil: the printed one.
	Defense *int `json:"defense,omitempty"`
	Shadow  int  `json:"shadow,omitempty"` // attack that the shadow card and effects add, −99 to 99
	// Takes is the hero that takes the damage of an undefended attack.
	Takes Character `json:"takes,omitzero"`
}

// PlayerAttack resolves an attack of players on an enemy.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 6).
type PlayerAttack struct {
	Table     events.TableID  `json:"table"`
	Enemy     int             `json:"enemy"`
	Player    events.PersonID `json:"player"`    // who declares it
	Attackers []Character     `json:"attackers"` // 1 to 24
	// Attack is theirs as it counts; nil: the sum of the printed ones.
	Attack *int `json:"attack,omitempty"`
}

// TickTrigger ticks an effect off the checklist: the people at the table have carried it out.
//
// Source: The Flame of the West, "Strategy Tip".
type TickTrigger struct {
	Table   events.TableID `json:"table"`
	Trigger string         `json:"trigger"`
}

// TakeOption uses something that the stage or a card in play offers.
type TakeOption struct {
	Table  events.TableID  `json:"table"`
	Option string          `json:"option"` // id in the scenario
	Player events.PersonID `json:"player,omitempty"`
	N      int             `json:"n,omitempty"`
	Card   string          `json:"card,omitempty"`
	Piece  Piece           `json:"piece,omitzero"`
}

// AdvanceStage brings the table to a stage because an effect says so, or because the printed
// condition that only people can see is met.
type AdvanceStage struct {
	Table events.TableID `json:"table"`
	Stage string         `json:"stage"`
	Note  string         `json:"note,omitempty"`
}

// FlipCard turns a double-sided card in play over.
type FlipCard struct {
	Table events.TableID `json:"table"`
	Piece Piece          `json:"piece"`
}

// FlipContract turns a player's contract over, where muster does not see the reason.
type FlipContract struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
}

// CallLoss says that the table's game is lost by an effect that muster does not see: The One Ring or
// Aragorn left play, a card that says so.
type CallLoss struct {
	Table events.TableID `json:"table"`
	Cause string         `json:"cause"` // a Lost… constant
	Note  string         `json:"note"`  // 1 to 120 characters
}

// PutRing chooses whose copy of The One Ring is put into play and on which hero. In setup or round 1.
//
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
type PutRing struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Hero   string          `json:"hero"`
}

// DeclareDeck records a player's deck as it was checked.
type DeclareDeck struct {
	Table    events.TableID  `json:"table"`
	Player   events.PersonID `json:"player"`
	Name     string          `json:"name"` // 1 to 80 characters
	Source   string          `json:"source"`
	Cards    []DeckCard      `json:"cards"` // 1 to 200 lines
	Contract string          `json:"contract,omitempty"`
	Unknown  []string        `json:"unknown,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}
