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
}

// Hero is a hero in play or destroyed.
type Hero struct {
	group.Hero
	Damage int
	Dead   bool
}

// Enemy is an enemy in play.
type Enemy struct {
	Number int
	Card   lotr.Card
	Player events.PersonID // engaged with; empty: staging area
	Damage int
}

// Location is a location in play.
type Location struct {
	Number   int
	Card     lotr.Card
	Active   bool
	Progress int
}

// Revealed is the encounter card just revealed.
type Revealed struct {
	Card     lotr.Card
	Enemy    int
	Location int
	// Capped is set when this card limited the quest's progress and nothing had before.
	Capped bool
}

// Context is what a table's rules need to know of the group.
type Context struct {
	Scenario string // "attack-on-dol-guldur"
	Epic     bool
	Easy     bool
	Round    int
	City     int // city strength
}
