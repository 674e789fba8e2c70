package lotr

import "github.com/muster-events/muster/events"

// ObjectiveEntered puts an objective into play: in the staging area, attached to an enemy or
// location (On), or controlled by a player.
type ObjectiveEntered struct {
	Table     events.TableID  `json:"table"`
	Objective int             `json:"objective"`
	Card      Card            `json:"card"`
	On        Piece           `json:"on,omitzero"`
	Player    events.PersonID `json:"player,omitempty"`
	Why       string          `json:"why"` // "revealed", "setup", "effect", "stage"
	// Character is the title of the hero of Player that it is attached to; empty: to none.
	Character string `json:"character,omitempty"`
	// Owner is whose card it is where nobody controls it: an ally in the staging area. Empty: the
	// encounter deck's.
	Owner     events.PersonID `json:"owner,omitempty"`
	Resources int             `json:"resources,omitempty"`
	Damage    int             `json:"damage,omitempty"`
}

// ObjectiveMoved attaches an objective to an enemy or location, gives it to a player, or, with
// neither, puts it into the staging area where it is free.
type ObjectiveMoved struct {
	Table     events.TableID  `json:"table"`
	Objective int             `json:"objective"`
	Card      string          `json:"card"`
	On        Piece           `json:"on,omitzero"`
	Player    events.PersonID `json:"player,omitempty"`
	Why       string          `json:"why"` // "guarded", "freed", "claimed", "entry", "handed-over"
	// Character is the title of the hero of Player that it is attached to from now on; empty: to none.
	Character string `json:"character,omitempty"`
}

// CardFlipped turns a double-sided card in play over; its tokens stay.
type CardFlipped struct {
	Table events.TableID `json:"table"`
	Piece Piece          `json:"piece"`
	From  string         `json:"from"` // name of the side that was up
	Card  Card           `json:"card"` // the side that is up now
}

// TokensPlaced changes the tokens of one kind on a card in play (damage on enemies and progress on
// locations and stages have events of their own).
type TokensPlaced struct {
	Table events.TableID `json:"table"`
	Piece Piece          `json:"piece"`
	Card  string         `json:"card"`
	Token string         `json:"token"` // a Token… constant
	By    int            `json:"by"`
	Now   int            `json:"now"` // on it, 0 or more
	Why   string         `json:"why"` // for people: the effect, or "entry"
}

// VictoryGained puts a card into the victory display that was neither destroyed nor explored: a
// quest stage, a side quest, an objective.
type VictoryGained struct {
	Table events.TableID `json:"table"`
	Card  Card           `json:"card"`
}

// VictoryReturned takes a card out of the victory display again, because an effect brings it back into
// play or into the deck.
type VictoryReturned struct {
	Table events.TableID `json:"table"`
	Card  Card           `json:"card"`
}

// SideQuestEntered adds an encounter side quest to the staging area.
//
// Source: A Shadow in the East, "Side Quests".
type SideQuestEntered struct {
	Table     events.TableID `json:"table"`
	SideQuest int            `json:"sideQuest"`
	Card      Card           `json:"card"`
	Why       string         `json:"why"` // "revealed", "effect", "setup"
}

// QuestChosen makes a side quest the current quest until the end of the quest phase; 0: the main
// quest.
//
// Source: A Shadow in the East, "Side Quests in Play".
type QuestChosen struct {
	Table     events.TableID `json:"table"`
	SideQuest int            `json:"sideQuest"`
	Card      string         `json:"card,omitempty"`
}

// SideQuestDefeated adds a side quest to the victory display.
//
// Source: A Shadow in the East, "Side Quests in Play".
type SideQuestDefeated struct {
	Table     events.TableID `json:"table"`
	SideQuest int            `json:"sideQuest"`
	Card      Card           `json:"card"`
}

// StageDefeated says that the main quest's stage is defeated. What follows (the next stage, winning)
// is in events of its own.
type StageDefeated struct {
	Table events.TableID `json:"table"`
	Stage string         `json:"stage"`
	Name  string         `json:"name"`
}

// ProgressLost says that progress could not be placed: beyond the quest points, above a limit of the
// round, or where none may be placed.
//
// Source: A Shadow in the East, "Side Quests in Play".
type ProgressLost struct {
	Table events.TableID `json:"table"`
	By    int            `json:"by"`
	Why   string         `json:"why"` // for people
}

// EliminationChanged changes a player's elimination level.
//
// Source: The Mountain of Fire, "Dire"; facts/game-facts.md, "4.3 Rule-bearing cards".
type EliminationChanged struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	From   int             `json:"from"`
	To     int             `json:"to"`
}

// PerilBegan says that a card with Peril was revealed: until it is resolved only its player acts.
//
// Source: The Mountain of Fire, "Peril".
type PerilBegan struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Card   string          `json:"card"`
}

// PerilEnded says that the card is resolved.
type PerilEnded struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Card   string          `json:"card"`
}

// TestBegan begins a Fortitude test: the heroes that exhaust for it, and how many cards are
// discarded.
//
// Source: The Mountain of Fire, "Fortitude Tests".
type TestBegan struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Heroes    []string        `json:"heroes,omitempty"`
	Willpower int             `json:"willpower"` // of those heroes
	Threat    int             `json:"threat"`    // on the dial
	Cards     int             `json:"cards"`     // to discard: the tens digit, and Extra
	Extra     int             `json:"extra,omitempty"`
	Icons     int             `json:"icons,omitempty"` // that every test has before a card is turned: the Eye, Brake of Thorns
	Why       string          `json:"why"`             // id of the effect that calls for it; "entry"
	Card      string          `json:"card,omitempty"`  // name for people
}

// DiscardedForTest is one card discarded for a Fortitude test.
type DiscardedForTest struct {
	Card  string `json:"card,omitempty"` // name; empty: only the icons were typed
	Icons int    `json:"icons"`
}

// TestCounted counts the icons of the discarded cards and opens the action window.
type TestCounted struct {
	Table      events.TableID     `json:"table"`
	Player     events.PersonID    `json:"player"`
	Cards      []DiscardedForTest `json:"cards"`
	Reshuffled bool               `json:"reshuffled,omitempty"` // the deck ran out on the way
	Icons      int                `json:"icons"`                // in all
}

// TestRaised changes willpower or icons of an open test in its action window.
type TestRaised struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"` // who acted
	By        string          `json:"by"`     // the character or card, for people
	Willpower int             `json:"willpower"`
	Icons     int             `json:"icons"`
	// WillpowerBy and IconsBy are the changes, the fields above what counts now.
	WillpowerBy int `json:"willpowerBy,omitempty"`
	IconsBy     int `json:"iconsBy,omitempty"`
}

// TestResolved closes a Fortitude test. Willpower must be greater than the icons.
type TestResolved struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Willpower int             `json:"willpower"`
	Icons     int             `json:"icons"`
	Passed    bool            `json:"passed"`
	Why       string          `json:"why"`
}

// TestsDue says that players have to take Fortitude tests, in order, because of an effect.
type TestsDue struct {
	Table   events.TableID    `json:"table"`
	Players []events.PersonID `json:"players"`
	Extra   int               `json:"extra,omitempty"` // cards more to discard
	Why     string            `json:"why"`             // id of the effect
	Card    string            `json:"card"`            // name for people
}

// GuardDue says that a guarded objective waits for its guard: cards are discarded until one of the
// kinds comes.
//
// Source: A Shadow in the East, "Guarded (X)".
type GuardDue struct {
	Table     events.TableID `json:"table"`
	Objective int            `json:"objective"`
	Card      string         `json:"card"`
	Kinds     string         `json:"kinds"` // parted by ", "
}

// GuardFound attaches a guarded objective to the card that was found.
type GuardFound struct {
	Table      events.TableID `json:"table"`
	Objective  int            `json:"objective"`
	Card       string         `json:"card"`
	On         Piece          `json:"on"`
	Discarded  int            `json:"discarded"`            // cards on the way, the one found not counted
	Reshuffled bool           `json:"reshuffled,omitempty"` // the deck ran out on the way
}

// AllyEntered puts an ally into play under a player's control.
type AllyEntered struct {
	Table    events.TableID  `json:"table"`
	Player   events.PersonID `json:"player"`
	Name     string          `json:"name"`
	Unique   bool            `json:"unique,omitempty"`
	Ranged   bool            `json:"ranged,omitempty"`
	Sentinel bool            `json:"sentinel,omitempty"`
	// Willpower, Attack, Defense and HitPoints are as printed; 0: not known or 0.
	Willpower int `json:"willpower,omitempty"`
	Attack    int `json:"attack,omitempty"`
	Defense   int `json:"defense,omitempty"`
	HitPoints int `json:"hitPoints,omitempty"`
}

// CharacterLeft takes a hero or ally out of play that was not destroyed.
type CharacterLeft struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
	Hero      bool            `json:"hero,omitempty"`
	HeroesUp  int             `json:"heroesUp"` // heroes the player has left
	Why       string          `json:"why"`      // for people
}

// HeroEntered puts a hero into play under a player's control.
type HeroEntered struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Title     string          `json:"title"`
	Threat    int             `json:"threat,omitempty"` // threat cost
	HitPoints int             `json:"hitPoints,omitempty"`
	Sphere    string          `json:"sphere,omitempty"`
	Traits    string          `json:"traits,omitempty"`
	Willpower int             `json:"willpower,omitempty"`
	Attack    int             `json:"attack,omitempty"`
	Defense   int             `json:"defense,omitempty"`
	Ranged    bool            `json:"ranged,omitempty"`
	Sentinel  bool            `json:"sentinel,omitempty"`
	Card      string          `json:"card,omitempty"` // code of the version in the card data
	Exhausted bool            `json:"exhausted,omitempty"`
	Why       string          `json:"why"` // for people
}

// HeroPassed gives a hero to another player, with its resources and attachments: the Ring-bearer and
// Aragorn follow the first player token, and so does an ally that the first player controls.
//
// Source: The Mountain of Fire, "Multiplayer Rules - The One Ring"; "Multiplayer Rules - Aragorn".
type HeroPassed struct {
	Table events.TableID  `json:"table"`
	Hero  string          `json:"hero"`
	From  events.PersonID `json:"from"`
	To    events.PersonID `json:"to"`
}

// CharacterExhausted exhausts or readies a character.
type CharacterExhausted struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
	Ready     bool            `json:"ready,omitempty"` // it readies
}

// ContractFlipped turns a player's contract over.
//
// Source: A Shadow in the East, "Contracts".
type ContractFlipped struct {
	Table    events.TableID  `json:"table"`
	Player   events.PersonID `json:"player"`
	Contract string          `json:"contract"`
	Side     string          `json:"side"`   // "A" or "B"
	Unique   int             `json:"unique"` // unique characters the player controls
}

// RingPut attaches The One Ring, the player card, in setup; Removed lists the players whose copies
// leave the game.
//
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
type RingPut struct {
	Table   events.TableID    `json:"table"`
	Player  events.PersonID   `json:"player"`
	Hero    string            `json:"hero"`
	Removed []events.PersonID `json:"removed,omitempty"`
}

// RingLost says that The One Ring, the player card, left play.
type RingLost struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Why    string          `json:"why"`
}

// EnemyAttacked resolves an attack of an enemy. The damage or threat is in events of its own.
//
// Source: The Flame of the West, "Phantom Keyword".
type EnemyAttacked struct {
	Table    events.TableID  `json:"table"`
	Enemy    int             `json:"enemy"`
	Card     string          `json:"card"`
	Player   events.PersonID `json:"player"`            // who is attacked
	Defender Character       `json:"defender,omitzero"` // none: undefended
	Attack   int             `json:"attack"`            // as it counts, with the shadow card
	Defense  int             `json:"defense"`
	Damage   int             `json:"damage"`            // that would be dealt
	Phantom  bool            `json:"phantom,omitempty"` // it became threat
}

// EnemyFought resolves an attack of players on an enemy. The damage is in an event of its own.
type EnemyFought struct {
	Table     events.TableID `json:"table"`
	Enemy     int            `json:"enemy"`
	Card      string         `json:"card"`
	Attackers []Character    `json:"attackers"`
	Attack    int            `json:"attack"` // of all of them
	Defense   int            `json:"defense"`
	Damage    int            `json:"damage"`
}

// TriggerDue puts an effect of a phase onto the table's checklist that people carry out.
//
// Source: The Flame of the West, "Strategy Tip".
type TriggerDue struct {
	Table   events.TableID `json:"table"`
	Trigger string         `json:"trigger"`
	When    string         `json:"when"` // a When… constant of engine/lotr
	Card    string         `json:"card"` // name
	Says    string         `json:"says"` // what, in a few words for people
	Section string         `json:"section,omitempty"`
}

// TriggerDone ticks an effect off the checklist: people carried it out, or it was automatic.
type TriggerDone struct {
	Table   events.TableID `json:"table"`
	Trigger string         `json:"trigger"`
	When    string         `json:"when"`
	Card    string         `json:"card"`
	Says    string         `json:"says"`
	Auto    bool           `json:"auto,omitempty"`
	Choice  string         `json:"choice,omitempty"`
}

// OptionTaken records that the table used something that the stage or a card in play offers.
type OptionTaken struct {
	Table  events.TableID  `json:"table"`
	Option string          `json:"option"` // id in the scenario
	Player events.PersonID `json:"player,omitempty"`
	N      int             `json:"n,omitempty"`
	Says   string          `json:"says"` // for people
}

// TableWon says that the table's game is won. Whether the group has won is the coordinator's to say.
type TableWon struct {
	Table  events.TableID `json:"table"`
	Reason string         `json:"reason"`
	Rule   string         `json:"rule"`
}

// TableLost says that the table's game is lost. Whether the group has lost, and when, is the
// coordinator's to say.
type TableLost struct {
	Table  events.TableID `json:"table"`
	Reason string         `json:"reason"`
	Rule   string         `json:"rule"`
	Cause  string         `json:"cause"` // a Lost… constant
}

// OutcomeTakenBack takes back by a ruling that a table's game is won or lost: it is undecided again.
type OutcomeTakenBack struct {
	Table events.TableID `json:"table"`
	Was   string         `json:"was"` // "won", "lost", or "pending" for a loss that was only announced
}

// Causes of a lost game at a table, for [TableLost].Cause.
const (
	LostPlayers = "players" // everybody is out
	LostAragorn = "aragorn" // Aragorn left play
	LostRing    = "ring"    // The One Ring left play
	LostTest    = "test"    // the last Fortitude test failed
	LostCard    = "card"    // an effect of the scenario
)

// FactNoted writes a fact of the finished game for the campaign log.
//
// Source: facts/game-facts.md, "5.5 Campaign log".
type FactNoted struct {
	Table  events.TableID  `json:"table"`
	Fact   string          `json:"fact"` // "corsair-fleet", "black-gate", …
	N      int             `json:"n,omitempty"`
	Player events.PersonID `json:"player,omitempty"`
	Text   string          `json:"text,omitempty"`
}

// CardDrawn records a random choice among cards from the group's seed.
type CardDrawn struct {
	Table events.TableID `json:"table"`
	From  []string       `json:"from"` // codes, in order
	Card  string         `json:"card"` // code
	Draw  uint64         `json:"draw"` // the draw's number in the group, from 1
	Why   string         `json:"why"`
}

// EyePlaced puts The Eye of Sauron into a table's staging area in setup.
//
// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode".
type EyePlaced struct {
	Table events.TableID `json:"table"`
}

// EyeMoved moves The Eye of Sauron to another table's staging area. The Nazgûl that go with it leave
// and enter by events of their own.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
type EyeMoved struct {
	From   events.TableID `json:"from"`
	To     events.TableID `json:"to"`
	Nazgul []string       `json:"nazgul,omitempty"` // names of the enemies that went along
}

// EyeHeld says that the move was cancelled, at the price of threat at its table.
type EyeHeld struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Price  int             `json:"price"` // threat of each player there
}

// LossPending says that one of the two games is lost; the group has lost at the end of the round,
// unless Mount Doom is won before (Certain: it cannot be any more).
//
// Ruling: 8.
type LossPending struct {
	Table   events.TableID `json:"table"`
	Round   int            `json:"round"`
	Certain bool           `json:"certain,omitempty"`
	Reason  string         `json:"reason"`
	Rule    string         `json:"rule"`
}

// ObjectiveHandedOver gives an objective that a player controls to a player at any table.
type ObjectiveHandedOver struct {
	Card      Card            `json:"card"`
	Table     events.TableID  `json:"table"`
	Objective int             `json:"objective"` // its number there
	Player    events.PersonID `json:"player"`
	ToTable   events.TableID  `json:"toTable"`
	ToNumber  int             `json:"toNumber"` // its number there from now on
	ToPlayer  events.PersonID `json:"toPlayer"`
	Damage    int             `json:"damage,omitempty"`
}

// DeckDeclared records the deck that a player plays, frozen as it was checked.
type DeckDeclared struct {
	Table    events.TableID  `json:"table"`
	Player   events.PersonID `json:"player"`
	Name     string          `json:"name"`
	Source   string          `json:"source"` // "printed", "ringsdb", "text", "octgn", "hand"
	Cards    []DeckCard      `json:"cards"`
	Contract string          `json:"contract,omitempty"`
	Unknown  []string        `json:"unknown,omitempty"` // names that are in no card data
	Warnings []string        `json:"warnings,omitempty"`
}

// DeckCard is one line of a deck.
type DeckCard struct {
	Code   string `json:"code,omitempty"` // in the card data; empty: not known
	Name   string `json:"name"`
	Type   string `json:"type,omitempty"` // "Hero", "Ally", …
	Copies int    `json:"copies"`
}
