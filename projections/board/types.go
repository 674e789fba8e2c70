// Package board is the read model of a group: everything that the wall, the table page, the
// console and the spectators' pages show of it. Every page takes its numbers from here, so no two
// pages can differ at the same position.
package board

import (
	"time"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Phases of a group, for [Group].Phase.
const (
	PhaseSetup     = "setup"
	PhasePlaying   = "playing"
	PhaseEnding    = "ending" // the barrier is closed, the effect queue resolves
	PhaseWon       = "won"
	PhaseLost      = "lost"
	PhaseAbandoned = "abandoned"
)

// Group is the board of one group at a position of the log.
type Group struct {
	Gathering  events.GatheringID `json:"gathering"`
	ID         events.GroupID     `json:"id"`
	Name       string             `json:"name"`
	Scenario   string             `json:"scenario"`
	Mode       string             `json:"mode"`       // "epic" or "standard"
	Difficulty string             `json:"difficulty"` // "standard" or "easy"
	Settings   group.Settings     `json:"settings"`

	Version  events.Version  `json:"version"`  // of the group's stream
	Position events.Position `json:"position"` // in the gathering's log
	At       time.Time       `json:"at"`       // of the last commit

	Phase       string         `json:"phase"` // a Phase… constant
	Paused      bool           `json:"paused"`
	PauseReason string         `json:"pauseReason,omitempty"`
	Round       int            `json:"round"` // 0 in setup
	Players     int            `json:"players"`
	StartedAt   time.Time      `json:"startedAt,omitzero"`
	RoundAt     time.Time      `json:"roundAt,omitzero"` // this round started
	EndedAt     time.Time      `json:"endedAt,omitzero"` // won, lost or abandoned
	Result      Result         `json:"result,omitzero"`
	DolGuldurAt events.TableID `json:"dolGuldurAt,omitempty"`

	City    City     `json:"city"`
	Tables  []Table  `json:"tables"` // in the order they were opened
	Queue   []Step   `json:"queue"`  // of the round's end being resolved, or the last one
	Barrier Barrier  `json:"barrier"`
	Notices []Notice `json:"notices,omitempty"` // latest first, at most 5
	Rulings []Ruling `json:"rulings,omitempty"` // latest first, at most 50
	Flags   []Flag   `json:"flags,omitempty"`   // in order: all that are open, and at most 20 others
	Absent  string   `json:"absent,omitempty"`  // the stage 3 nobody was at this round
	Eye     *Eye     `json:"eye,omitempty"`     // nil: none in this game
	Score   *Score   `json:"score,omitempty"`   // of a game that was won or lost
	Recent  []string `json:"-"`                 // filled from history when a page is made
	// Games is the state of the game at each table as the rules fold it, for pages that ask the rules
	// what is possible; see [Stored].Games. It is read only.
	Games map[events.TableID]rules.Table `json:"-"`
}

// Result tells how a group ended.
type Result struct {
	Reason string         `json:"reason"`
	Rule   string         `json:"rule,omitempty"`
	Table  events.TableID `json:"table,omitempty"`
}

// City is the city strength with its history.
type City struct {
	Strength int          `json:"strength"`
	Start    int          `json:"start"`
	Rounds   []CityRound  `json:"rounds"`  // one for each round begun; the last is the current one
	Changes  []CityChange `json:"changes"` // in order, all of the game
}

// CityRound is the city strength when a round started.
type CityRound struct {
	Round    int `json:"round"`
	Strength int `json:"strength"`
}

// CityChange is one change of the city strength with each table's share.
type CityChange struct {
	Version events.Version `json:"version"`
	Round   int            `json:"round"`
	From    int            `json:"from"`
	To      int            `json:"to"`
	Why     string         `json:"why"`  // for people
	Kind    string         `json:"kind"` // "siege", "effect", "ruling", "player", "set"
	Shares  []lotr.Share   `json:"shares,omitempty"`
	Table   events.TableID `json:"table,omitempty"`
	At      time.Time      `json:"at,omitzero"`
}

// Barrier says who is being waited for.
type Barrier struct {
	Ended   []events.TableID `json:"ended"`
	Waiting []events.TableID `json:"waiting"`        // still playing
	Since   time.Time        `json:"since,omitzero"` // when the first table ended the round
}

// Table is one table's part of the board.
type Table struct {
	ID            events.TableID   `json:"id"`
	Team          string           `json:"team"`
	Stage         string           `json:"stage"` // "" in setup
	StageName     string           `json:"stageName"`
	Stages        []string         `json:"stages"` // by round, from round 1
	Progress      int              `json:"progress"`
	ProgressCap   int              `json:"progressCap"` // what the current quest still takes this round; −1: no limit
	Placed        int              `json:"placed"`      // progress placed on the stage this round
	Resources     int              `json:"resources"`
	Phase         lotr.Phase       `json:"phase"`
	Refreshed     bool             `json:"refreshed"`
	FirstPlayer   events.PersonID  `json:"firstPlayer"`
	Players       []Player         `json:"players"` // in turn order
	PlayersLeft   int              `json:"playersLeft"`
	Enemies       []Enemy          `json:"enemies"`
	Locations     []Location       `json:"locations"`
	StagingThreat int              `json:"stagingThreat"`
	Archery       int              `json:"archery"`            // due and not assigned
	ArcheryTotal  int              `json:"archeryTotal"`       // of all cards in play
	Revealed      string           `json:"revealed,omitempty"` // name of the card just revealed that may be cancelled
	SurgeOwed     int              `json:"surgeOwed"`
	RevealedSurge bool             `json:"revealedSurge,omitempty"` // one of them is owed because of Revealed
	Scored        []lotr.SiegeItem `json:"scored"`                  // siege of this round
	SiegeRound    int              `json:"siegeRound"`              // sum of the known values in Scored, and Adjusted
	Adjusted      int              `json:"adjusted,omitempty"`      // correction of this round's siege by a ruling before it was taken off
	SiegeTotal    int              `json:"siegeTotal"`              // of all rounds that counted, before this one
	Unknown       int              `json:"unknown"`                 // values in Scored that are missing
	Victory       []lotr.Card      `json:"victory"`
	PowerInPlay   bool             `json:"powerInPlay"`       // the table's own Power of Lórien, in the staging area or controlled
	PowerBy       events.PersonID  `json:"powerBy,omitempty"` // who controls it; empty: it is in the staging area
	PowerProgress int              `json:"powerProgress"`
	Lorien        []Lorien         `json:"lorien"` // controlled copies of Host and Power of Lórien
	Ended         int              `json:"ended"`  // last round ended
	EndedAt       time.Time        `json:"endedAt,omitzero"`
	EndedForced   bool             `json:"endedForced,omitempty"`
	Recorder      events.DeviceID  `json:"recorder,omitempty"`
	Captain       events.PersonID  `json:"captain,omitempty"`   // who records
	LastEntry     *Entry           `json:"lastEntry,omitempty"` // may be withdrawn
	ToDo          []string         `json:"toDo,omitempty"`      // what people at the table have to do with their cards, since the last round's end
	EntryAt       time.Time        `json:"entryAt,omitzero"`    // of the last entry

	// Scenario is what the table plays, if it is not the group's own.
	Scenario    string           `json:"scenario,omitempty"`
	QuestPoints *int             `json:"questPoints,omitempty"` // of the stage, as they count now; nil: it has none
	Dire        bool             `json:"dire,omitempty"`        // the stage has the keyword
	Assault     bool             `json:"assault,omitempty"`
	Objectives  []Objective      `json:"objectives,omitempty"`
	SideQuests  []SideQuest      `json:"sideQuests,omitempty"`
	Current     int              `json:"current,omitempty"` // the side quest that is the current quest; 0: the main quest
	Quested     bool             `json:"quested,omitempty"` // this round's quest is resolved
	Peril       *Peril           `json:"peril,omitempty"`
	Test        *Test            `json:"test,omitempty"`
	Tests       []TestDue        `json:"tests,omitempty"`     // that have to be begun, in order
	Guards      []Guard          `json:"guards,omitempty"`    // to be found, in order
	Checklist   []Check          `json:"checklist,omitempty"` // of this round, in order
	Offers      []Offer          `json:"offers,omitempty"`
	Reveals     events.PersonID  `json:"reveals,omitempty"` // whose turn it is to reveal a card in the staging step
	EyeHere     bool             `json:"eyeHere,omitempty"`
	Won         *Outcome         `json:"won,omitempty"`
	Lost        *Outcome         `json:"lost,omitempty"`
	Pending     *PendingLoss     `json:"pending,omitempty"`
	Points      int              `json:"points,omitempty"` // victory points in the victory display
	Facts       []lotr.FactNoted `json:"facts,omitempty"`  // for the campaign log
	Drawn       []string         `json:"drawn,omitempty"`  // codes drawn at random, in order
}

// Player is one player's part of the board.
type Player struct {
	ID          events.PersonID `json:"id"`
	Threat      int             `json:"threat"` // −1: not declared
	Elimination int             `json:"elimination"`
	Out         bool            `json:"out"`
	OutWhy      string          `json:"outWhy,omitempty"`
	Heroes      []Hero          `json:"heroes"`
	HeroesLeft  int             `json:"heroesLeft"`
	// Danger is set within 5 of the elimination level or with one hero left of more.
	Danger bool `json:"danger"`

	Allies   []Ally `json:"allies,omitempty"`   // entered by name
	Contract string `json:"contract,omitempty"` // in play
	SideB    bool   `json:"sideB,omitempty"`    // of the contract is up
	Ring     string `json:"ring,omitempty"`     // the hero with The One Ring, the player card
	RingCopy bool   `json:"ringCopy,omitempty"` // the player's deck has it
	// Lowered is how far player cards that are no boons lowered the threat this round under Dire.
	Lowered int   `json:"lowered,omitempty"`
	Valour  bool  `json:"valour,omitempty"` // the threat is at the level of Valour
	Deck    *Deck `json:"deck,omitempty"`
}

// Hero is a hero of a player.
type Hero struct {
	Title     string `json:"title"`
	Threat    int    `json:"threat"`
	HitPoints int    `json:"hitPoints,omitempty"`
	Damage    int    `json:"damage"`
	Dead      bool   `json:"dead"`

	Gone      bool   `json:"gone,omitempty"` // left play in another way
	Exhausted bool   `json:"exhausted,omitempty"`
	Sphere    string `json:"sphere,omitempty"`
	Traits    string `json:"traits,omitempty"`
	Willpower int    `json:"willpower,omitempty"`
	Attack    int    `json:"attack,omitempty"`
	Defense   int    `json:"defense,omitempty"`
	Ranged    bool   `json:"ranged,omitempty"`
	Sentinel  bool   `json:"sentinel,omitempty"`
}

// InPlay reports whether the hero is in play.
func (h Hero) InPlay() bool { return !h.Dead && !h.Gone }

// Enemy is an enemy in play.
type Enemy struct {
	Number         int             `json:"number"`
	Card           lotr.Card       `json:"card"`
	Player         events.PersonID `json:"player,omitempty"` // engaged with; empty: staging
	Damage         int             `json:"damage"`
	Indestructible bool            `json:"indestructible"`
	Engagement     int             `json:"engagement"` // as it counts now
	ThreatNow      int             `json:"threatNow"`
	Resources      int             `json:"resources,omitempty"`
	// HitPoints, AttackNow and DefenseNow are as they count now; nil: as printed.
	HitPoints  *int `json:"hitPoints,omitempty"`
	AttackNow  *int `json:"attackNow,omitempty"`
	DefenseNow *int `json:"defenseNow,omitempty"`
	Immune     bool `json:"immune,omitempty"` // now, although it is not printed
}

// Location is a location in play.
type Location struct {
	Number   int       `json:"number"`
	Card     lotr.Card `json:"card"`
	Active   bool      `json:"active"`
	Progress int       `json:"progress"`
	Barred   string    `json:"barred,omitempty"` // why it takes no progress and no travel here

	Resources   int  `json:"resources,omitempty"`
	Damage      int  `json:"damage,omitempty"`
	ThreatNow   int  `json:"threatNow"`
	QuestPoints *int `json:"questPoints,omitempty"` // as they count now; nil: as printed
}

// Lorien is one controlled copy of Host or Power of Lórien.
type Lorien struct {
	Card     string          `json:"card"` // "host" or "power"
	Player   events.PersonID `json:"player"`
	Damage   int             `json:"damage,omitempty"`
	Progress int             `json:"progress,omitempty"`
}

// Entry is the latest entry of a table that still stands.
type Entry struct {
	Command events.CommandID `json:"command"`
	Type    string           `json:"type"`
	Words   string           `json:"words"` // "Explored Dungeon Door (siege 2)"
}

// Step is a step of the effect queue with its state.
type Step struct {
	group.Step
	State   string          `json:"state"`             // "pending", "now", "done", "skipped"
	Options []group.Option  `json:"options,omitempty"` // when now
	Decides events.PersonID `json:"decides,omitempty"`
	Choice  string          `json:"choice,omitempty"`
	Outcome string          `json:"outcome,omitempty"` // in words for people
	At      time.Time       `json:"at,omitzero"`
	By      events.Actor    `json:"by,omitzero"`
	Auto    bool            `json:"auto,omitempty"`
}

// Notice is a message to tables.
type Notice struct {
	Text   string           `json:"text"`
	Tables []events.TableID `json:"tables,omitempty"` // empty: all
	At     time.Time        `json:"at"`
}
