package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Table is the state of the game at one table. It is a value: functions that change it clone what
// they change. The zero Table has not been set up; it takes its id from [lotr.TableSetUp]. A table
// that knows its ID before setup also keeps the seats of its players.
type Table struct {
	ID    events.TableID
	Team  string
	Stage string // "1B", "3D"; empty before setup
	// Progress and Resources are on the stage. StageCap limits the progress that the current quest
	// still takes this round; −1: no limit.
	Progress  int
	Resources int
	StageCap  int
	// StagePlaced is the progress placed on the stage this round by questing or an entry.
	StagePlaced int

	Phase       lotr.Phase
	Refreshed   bool // the refresh of this round is done
	Quested     bool // this round's quest is resolved
	Players     []Player
	FirstPlayer events.PersonID

	// Seats are the seats of the table's players as the group's events gave them, in order.
	Seats []group.Seat

	Enemies      []Enemy
	Locations    []Location
	NextEnemy    int // number the next enemy gets; 1 at first
	NextLocation int

	Archery  int  // damage that is due and not assigned; 0: nothing open
	ArcheryD bool // this round's archery was made due

	Revealed *Revealed // the encounter card just revealed, while it may be cancelled

	Scored  []lotr.SiegeItem // what was destroyed and explored this round
	Victory []lotr.Card      // the table's victory display

	PowerInPlay   bool            // the table's own Power of Lórien is in play here (staging area or controlled)
	PowerProgress int             // progress on it
	PowerBy       events.PersonID // who controls the table's own copy; empty: nobody
	// Lorien lists the copies of Host and Power of Lórien controlled at this table, own or handed over.
	Lorien []LorienCard

	DolGuldur bool // Dol Guldur is in this table's staging area

	Ended int // the last round that the table has ended
	// Refreshes counts the refresh phases of the game so far.
	//
	// Ruling: 13.
	Refreshes int

	// Scenario is what the table plays, if it is not the group's own.
	Scenario string

	Objectives    []Objective
	NextObjective int // number the next objective gets; 0 stands for 1
	SideQuests    []SideQuest
	NextSideQuest int
	Current       int // the side quest that is the current quest; 0: the main quest

	Peril *Peril // a card with Peril is being resolved; nil: none
	Test  *Test  // the Fortitude test that is open; nil: none
	// Tests are the Fortitude tests that an effect calls for and that were not begun, in order.
	Tests []TestDue
	// FailedTests are the players who failed a Fortitude test this round, once for each.
	FailedTests []events.PersonID
	// Guards are the guarded objectives that wait for their guard, in order.
	Guards []int

	Due  []Due    // the checklist of this round: what people still have to carry out
	Done []string // ids of the triggers of this round that are done, "<when>/<id>"
	// Taken counts what was used this round of what stage and cards offer, by option.
	Taken map[string]int
	// Numbers holds the number that was given this round with an option that needs one, by option.
	Numbers map[string]int
	// Answers are the answers given in the whole game to effects of the round's end that leave a
	// choice, in order: "<trigger>/<choice>".
	Answers []string
	// Reveals are the players who have revealed their card of the staging step, in order.
	Reveals []events.PersonID
	// StepCards is how many cards this round's staging step has, fixed at its start; 0: not begun.
	StepCards int
	// Surge is who has to reveal another card because of Surge; empty: nobody.
	Surge events.PersonID
	// Quests counts the quests resolved successfully, for the scenarios that ask.
	Quests int

	Eye bool // The Eye of Sauron is in this table's staging area

	Won  *Outcome // the table's game is won; nil: not
	Lost *Outcome // the table's game is lost; nil: not
	// Pending is set while a loss of this table waits for the end of the round.
	Pending bool
	Facts   []lotr.FactNoted // for the campaign log
	// Decks holds the decks declared at the table, by player.
	Decks map[events.PersonID]lotr.DeckDeclared
	// Drawn lists what was drawn at random, in order: the codes.
	Drawn []string
}

// Objective is an objective in play: in the staging area, attached to a card (On), or controlled by
// a player.
type Objective struct {
	Number    int
	Card      lotr.Card
	On        lotr.Piece
	Player    events.PersonID
	Character string // the title of the hero it is attached to, among those of Player; empty: none
	// Owner is whose card it is where nobody controls it: an ally in the staging area.
	Owner     events.PersonID
	Resources int
	Damage    int
	Progress  int
}

// SideQuest is an encounter side quest in the staging area.
//
// Source: A Shadow in the East, "Side Quests in Play".
type SideQuest struct {
	Number    int
	Card      lotr.Card
	Progress  int
	Resources int
	Damage    int
}

// Peril says who alone acts until a card is resolved.
//
// Source: The Mountain of Fire, "Peril".
type Peril struct {
	Player events.PersonID
	Card   string
}

// Test is an open Fortitude test.
//
// Source: The Mountain of Fire, "Fortitude Tests".
type Test struct {
	Player    events.PersonID
	Heroes    []string // committed at its start
	Willpower int
	Cards     int  // to discard
	Icons     int  // that count now
	Counted   bool // the cards are discarded: the action window is open
	Why       string
	Card      string // name for people
}

// TestDue is a Fortitude test that a player has to take.
type TestDue struct {
	Player events.PersonID
	Extra  int // cards more to discard
	Why    string
	Card   string
}

// Due is an effect on the checklist that people carry out.
//
// Source: The Flame of the West, "Strategy Tip".
type Due struct {
	Trigger string
	When    string
	Card    string
	Says    string
	Section string
}

// Outcome is how a table's game ended.
type Outcome struct {
	Reason string
	Rule   string
	Cause  string // a Lost… constant of events/lotr; empty if won
}

// LorienCard is one controlled copy of Host or Power of Lórien.
type LorienCard struct {
	Card     string // "host" or "power"
	Player   events.PersonID
	Damage   int // on Host of Lórien
	Progress int // on Power of Lórien
}

// Player is one player's part of a table's state.
type Player struct {
	ID          events.PersonID
	Heroes      []Hero
	Allies      map[string]int // damage on allies that were named, by name
	Threat      int            // −1: not declared
	Elimination int            // elimination level, 50 unless something says otherwise
	Out         bool           // eliminated
	Engaged     bool           // has made the optional engagement of this round
	// InPlay are the allies that were entered as they came into play, by name.
	InPlay []Ally
	// Lowered is how far player cards that are no boons have lowered the threat this round while the
	// main quest had Dire.
	Lowered int
	// Contract is the contract in play and ContractB set while its side B is up.
	Contract  string
	ContractB bool
	// Ring is the hero with The One Ring, the player card, attached; empty: the player has none in
	// play. RingCopy is set if the player's deck has it.
	Ring     string
	RingCopy bool
	// StartThreat is the threat at the start; −1: not declared then.
	StartThreat int
}

// Ally is an ally in play that was entered with its name.
type Ally struct {
	Name      string
	Unique    bool
	Ranged    bool
	Sentinel  bool
	Exhausted bool
	Willpower int
	Attack    int
	Defense   int
	HitPoints int // 0: not known
}

// Hero is a hero in play or destroyed.
type Hero struct {
	group.Hero
	Damage int
	Dead   bool // destroyed
	Gone   bool // left play in another way, or passed to another player
	// Exhausted as far as muster knows: by a Fortitude test, or entered.
	Exhausted bool
	// Given is set for a hero that the player did not declare: it came by setup, by an effect, or from
	// another player.
	Given bool
	// Forfeit is set for a Fellowship hero who is gone because the player who controlled them went out.
	Forfeit bool
}

// Enemy is an enemy in play.
type Enemy struct {
	Number int
	Card   lotr.Card
	Player events.PersonID // engaged with; empty: staging area
	Damage int
	// Hurt is the damage that it took this round.
	Hurt int
	// Resources on it.
	Resources int
}

// Location is a location in play.
type Location struct {
	Number   int
	Card     lotr.Card
	Active   bool
	Progress int
	// Resources on it, and Damage.
	Resources int
	Damage    int
}

// Revealed is the encounter card just revealed.
type Revealed struct {
	Card     lotr.Card
	Enemy    int
	Location int
	// Objective or SideQuest is its number if it entered play as one.
	Objective int
	SideQuest int
	Player    events.PersonID // who revealed it
	// Capped is set when this card limited the quest's progress and nothing had before.
	Capped bool
}

// Context is what a table's rules need to know of the group.
type Context struct {
	Scenario string // the group's; a table of an epic game may play another, [Table].Scenario
	Epic     bool
	Easy     bool
	Round    int
	City     int // city strength
	// Seed and Draws are for random choices: the group's seed and the draws made from it so far.
	Seed  uint64
	Draws uint64
	// Campaign is set in campaign mode.
	Campaign *group.Campaign
	// BufferGarrison is the group's setting of that name.
	BufferGarrison bool
}
