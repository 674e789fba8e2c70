package league

import (
	"time"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// View is a league as somebody may see it. People are named by id; sentences have them in braces.
//
// While the board is frozen the public view is the season as it was then, and does not change by one
// byte but by a row that is revealed.
type View struct {
	Gathering events.GatheringID `json:"gathering"`
	ID        events.GroupID     `json:"id"`
	Name      string             `json:"name"`
	Season    string             `json:"season,omitempty"`
	// Version and Position are those of the last commit that this view shows anything of.
	Version  events.Version  `json:"version"`
	Position events.Position `json:"position"` // in the gathering's log
	OpenedAt time.Time       `json:"openedAt"`
	At       time.Time       `json:"at"` // of that commit
	// Staff is set if this is what organisers and judges see.
	Staff bool   `json:"staff,omitempty"`
	Stage string `json:"stage"` // a Stage… constant
	// Badge is set once something touched the season's integrity; it stays for good.
	Badge   bool         `json:"badge,omitempty"`
	Rules   league.Rules `json:"rules"`
	Ruleset Ruleset      `json:"ruleset"`
	// Next says what comes next, in words, for staff.
	Next string `json:"next,omitempty"`
	// Reveal says how far the frozen board is shown; Frozen is false in it if it is not frozen.
	Reveal Reveal `json:"reveal"`
	// Divisions are the highest first; none: all players are in one table.
	Divisions []Division `json:"divisions"`
	// Tables are those of the players, one for each division, the highest first, or one of all.
	Tables []Table `json:"tables"`
	// Teams and Stores are nil where no player has one, or nothing is added up.
	Teams  *Table `json:"teams,omitempty"`
	Stores *Table `json:"stores,omitempty"`
	// Players are all who entered, in the order in which they did, merged ones among them.
	Players []Player `json:"players"`
	In      int      `json:"in"` // players, without those who dropped or were merged
	// Sessions are in the order in which they were planned, cancelled ones among them.
	Sessions []Session `json:"sessions"`
	// Since is the session that movement is told for: the last that something was scored in; empty: none.
	Since        league.SessionID `json:"since,omitempty"`
	Achievements []Achievement    `json:"achievements"`
	// Quests are what handicap tokens were played for, by scenario.
	Quests []TokenQuest `json:"quests"`
	// Records rank the games of the season by scenario, mode, difficulty and number of players.
	Records []Records `json:"records"`
	// Groups rank the epic groups of the season by scenario and mode, whatever their size.
	Groups []Records `json:"groups"`
	// Moves are promotions and relegations: those that were decided when the season has ended, before
	// that those that would be if it ended now.
	Moves []DivisionMove `json:"moves"`
	// Integrity lists what was done by hand after the start, the latest first.
	Integrity []Mark `json:"integrity"`
}

// Stages of a season, values of [View].Stage.
const (
	StageRunning = "running"
	StageEnded   = "ended"  // nothing is scored any more; corrections are possible
	StageFinal   = "final"  // only rulings that undo change the tables
	StageSealed  = "sealed" // nothing is accepted
)

// Ruleset is what the tables are worked out by, for people.
type Ruleset struct {
	ID      string `json:"id"`
	Edition string `json:"edition"`
	Name    string `json:"name"`
	Source  string `json:"source,omitempty"`
	// Says are the rules in sentences: what gives points, what counts, who has a rank.
	Says []string `json:"says"`
}

// Reveal is how far a frozen board is shown.
type Reveal struct {
	Frozen bool      `json:"frozen,omitempty"`
	At     time.Time `json:"at,omitzero"` // when it was frozen
	// Shown are the rows that were revealed, the latest last.
	Shown []league.RowRevealed `json:"shown,omitempty"`
	Left  int                  `json:"left,omitempty"` // rows still hidden in all divisions
	// Next is the row that is revealed next, for staff; nil: none is left.
	Next *league.RowRevealed `json:"next,omitempty"`
	// Hidden is set for staff while the public sees the board as it was frozen.
	Hidden bool `json:"hidden,omitempty"`
}

// Division is a division of the league.
type Division struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Kinds of table, values of [Table].Kind.
const (
	TablePlayers = "players"
	TableTeams   = "teams"
	TableStores  = "stores"
)

// Table is one table.
type Table struct {
	Kind     string `json:"kind"`               // a Table… constant
	Division string `json:"division,omitempty"` // id
	Name     string `json:"name"`               // for people: of the division, or what it ranks
	Rules    string `json:"rules"`              // id of the rule set
	Edition  string `json:"edition"`
	// Columns are as the cells of every row: the first decides, the next parts those whom it does not.
	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Column is a number that a table ranks by.
type Column struct {
	Kind  string `json:"kind"`  // a criterion of engine/league
	Title string `json:"title"` // for people, short: "Best place"
	Says  string `json:"says"`  // how it works, in a sentence
	Less  bool   `json:"less,omitempty"`
}

// Row is a line of a table.
type Row struct {
	Rank   int  `json:"rank"` // 0: without one, see Short
	Shared bool `json:"shared,omitempty"`
	// Player is who the row is of; in tables of teams and stores Name is set instead.
	Player   events.PersonID `json:"player,omitempty"`
	Name     string          `json:"name,omitempty"`
	Members  int             `json:"members,omitempty"` // of a team or store: who count
	Division string          `json:"division,omitempty"`
	Team     string          `json:"team,omitempty"`
	Store    string          `json:"store,omitempty"`
	Points   string          `json:"points"` // the total as shown; empty: none
	// Cells are as the table's columns; none in a row that was revealed, whose numbers are not shown.
	Cells    []Cell `json:"cells,omitempty"`
	Attended int    `json:"attended"`        // sessions
	Short    int    `json:"short,omitempty"` // how many sessions the player has yet to come to for a rank
	Dropped  bool   `json:"dropped,omitempty"`
	Late     bool   `json:"late,omitempty"`
	// Provisional is set if the row rests on a session that is not frozen yet.
	Provisional bool `json:"provisional,omitempty"`
	// Marks are the numbers of the integrity events that touched what this row rests on.
	Marks []int    `json:"marks,omitempty"`
	Moved Movement `json:"moved,omitzero"`
	// Revealed is set for a row that a reveal has shown: rank and points are final. From is its rank on
	// the frozen board; 0: none.
	Revealed bool `json:"revealed,omitempty"`
	From     int  `json:"from,omitempty"`
	// Goes is where the row would go if the season ended now, or goes; empty: it stays.
	Goes string `json:"goes,omitempty"` // a Goes… constant
	Open bool   `json:"open,omitempty"` // more share the place than can go: the organiser chooses
}

// Values of [Row].Goes and [DivisionMove].Goes.
const (
	GoesUp   = "up"
	GoesDown = "down"
)

// Movement is how a row has moved since the session before.
type Movement struct {
	From int  `json:"from,omitempty"` // rank before; 0: none
	By   int  `json:"by,omitempty"`   // places; above 0 is up
	New  bool `json:"new,omitempty"`  // first points this session
}

// Cell is one number of a row and what it is made of.
type Cell struct {
	Kind  string    `json:"kind"`  // as the column
	Shown string    `json:"shown"` // empty: there is none
	Value exact.Num `json:"value"` // 0 if there is none
	Terms []Term    `json:"terms,omitempty"`
	// Listed is set if the terms are what the value was picked from, and not what adds up to it.
	Listed bool   `json:"listed,omitempty"`
	Note   string `json:"note,omitempty"`
}

// Term is one part of a number.
type Term struct {
	Session  league.SessionID `json:"session,omitempty"`
	Name     string           `json:"name,omitempty"`     // of the session
	Scenario string           `json:"scenario,omitempty"` // where scenarios have values
	Player   events.PersonID  `json:"player,omitempty"`   // in tables of teams and stores
	Result   int              `json:"result,omitempty"`   // number of the result; 0: none
	Says     string           `json:"says"`               // "place 3"
	Shown    string           `json:"shown"`
	Value    exact.Num        `json:"value"`
	Out      string           `json:"out,omitempty"` // why it does not count; empty: it does
}

// Player is somebody who entered.
type Player struct {
	Player   events.PersonID `json:"player"`
	Division string          `json:"division,omitempty"` // id
	Team     string          `json:"team,omitempty"`
	Store    string          `json:"store,omitempty"`
	Late     bool            `json:"late,omitempty"`
	Walkin   bool            `json:"walkin,omitempty"`
	Start    league.Amount   `json:"start,omitempty"`     // points to begin with
	LastRank int             `json:"lastPlace,omitempty"` // in the season before; 0: none
	Dropped  bool            `json:"dropped,omitempty"`
	Why      string          `json:"why,omitempty"`  // for staff: why they dropped
	Into     events.PersonID `json:"into,omitempty"` // who this one was found to be
}

// Session is one session of the season.
type Session struct {
	ID       league.SessionID `json:"id"`
	N        int              `json:"n"` // from 1, in the order in which they were planned
	Name     string           `json:"name"`
	Date     string           `json:"date,omitempty"`
	Scenario string           `json:"scenario,omitempty"`
	Mode     string           `json:"mode,omitempty"`
	Frozen   bool             `json:"frozen,omitempty"`
	// Cancelled is set if nothing of it counts.
	Cancelled bool `json:"cancelled,omitempty"`
	// Provisional is set while it has results and is not frozen: they may change.
	Provisional bool     `json:"provisional,omitempty"`
	Attended    int      `json:"attended"` // players with a result
	Sources     []Source `json:"sources"`
	Results     []Result `json:"results"` // in the order of their numbers, taken out ones among them
}

// Source is a group or tournament that scores in a session; one of the two is set.
type Source struct {
	Group      events.GroupID `json:"group,omitempty"`
	Tournament events.GroupID `json:"tournament,omitempty"`
	Results    int            `json:"results"` // how many of it stand
	// Held says, for staff, why what it has scored waits; empty: nothing does.
	Held string `json:"held,omitempty"`
}

// Result is a result as it stands.
type Result struct {
	N       int              `json:"n"`
	Session league.SessionID `json:"session"`
	// Players are whose it is, duplicates followed to who they were found to be.
	Players []events.PersonID `json:"players"`
	// LeftOut are players of it whom it does not count for: they had dropped.
	LeftOut []events.PersonID `json:"leftOut,omitempty"`
	Says    string            `json:"says"`             // "place 3", "won with score 92"
	Result  *league.Result    `json:"result,omitempty"` // nil: it was taken out
	Source  *league.Source    `json:"source,omitempty"` // nil: by hand
	// Provisional is set while the session is not frozen.
	Provisional bool `json:"provisional,omitempty"`
	Imported    bool `json:"imported,omitempty"`
	// By and At are who entered it and when: "{p-7}", "a judge".
	By   string    `json:"by"`
	At   time.Time `json:"at,omitzero"`
	Mark int       `json:"mark,omitempty"` // the integrity event that brought it in; 0: none
	// Trail is what it said before, the oldest first.
	Trail []Was `json:"trail,omitempty"`
}

// Was is what a result said before it was corrected.
type Was struct {
	Says   string    `json:"says"`
	Reason string    `json:"reason,omitempty"`
	Mark   int       `json:"mark,omitempty"` // 0: the source itself changed it
	By     string    `json:"by"`             // who corrected it
	At     time.Time `json:"at,omitzero"`
}

// Achievement is one that the organiser defines, with who has it.
type Achievement struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Points  league.Amount `json:"points"`
	Once    bool          `json:"once,omitempty"`
	Holders []Holder      `json:"holders"` // in the order of the results
}

// Holder has an achievement.
type Holder struct {
	Player  events.PersonID  `json:"player"`
	Session league.SessionID `json:"session"`
	Result  int              `json:"result"`
}

// TokenQuest is a quest that was tried with handicap tokens.
type TokenQuest struct {
	Scenario string        `json:"scenario"`
	Players  []TokenPlayer `json:"players"` // the fewest tokens first, then by id
}

// TokenPlayer are the tries of a player at a quest.
type TokenPlayer struct {
	Player events.PersonID `json:"player"`
	Tries  []Try           `json:"tries"`  // in order
	Tokens int             `json:"tokens"` // what it counts
	// Least and Most are how many tokens the next try may be played with; Settled: there is none.
	Least   int  `json:"least,omitempty"`
	Most    int  `json:"most,omitempty"`
	Settled bool `json:"settled,omitempty"`
}

// Try is one try at a quest.
type Try struct {
	Result int    `json:"result"`
	Tokens int    `json:"tokens"`
	Won    bool   `json:"won"`
	Out    string `json:"out,omitempty"` // why it does not count; empty: it does
}

// Records rank games of one scenario, mode, difficulty and number of players.
type Records struct {
	Scenario   string   `json:"scenario"` // id or name, as entered
	Name       string   `json:"name"`     // of the scenario, for people
	Mode       string   `json:"mode,omitempty"`
	Difficulty string   `json:"difficulty,omitempty"` // empty: as usual
	Size       int      `json:"size"`                 // players; 0: any number
	Rules      string   `json:"rules"`                // id of the rules of the board
	Edition    string   `json:"edition"`
	Columns    []Column `json:"columns"`
	Rows       []Record `json:"rows"`
}

// Record is one game. Lower scores are better.
type Record struct {
	Rank    int               `json:"rank"`
	Shared  bool              `json:"shared,omitempty"`
	Players []events.PersonID `json:"players"`
	Size    int               `json:"size"`
	Won     bool              `json:"won"`
	Score   *int              `json:"score,omitempty"` // nil: none
	Rounds  int               `json:"rounds,omitempty"`
	Session league.SessionID  `json:"session"`
	Result  int               `json:"result"`
	Source  *league.Source    `json:"source,omitempty"`
	Cells   []Cell            `json:"cells"`
	// Provisional is set while the session is not frozen.
	Provisional bool `json:"provisional,omitempty"`
}

// DivisionMove is a promotion or relegation, decided or as it would be.
type DivisionMove struct {
	Player  events.PersonID `json:"player"`
	From    string          `json:"from"` // id of the division
	To      string          `json:"to"`
	Goes    string          `json:"goes"` // a Goes… constant
	Decided bool            `json:"decided,omitempty"`
	Open    bool            `json:"open,omitempty"` // the organiser has to choose among those who share the place
	Why     string          `json:"why,omitempty"`
}

// Mark is an integrity event: what was done by hand after the start. The badge stays when it is undone.
type Mark struct {
	N       int            `json:"n"`
	Kind    string         `json:"kind"`  // a league.Mark… constant
	Title   string         `json:"title"` // "corrected a result"
	Says    string         `json:"says"`  // what it moved, in words
	Reason  string         `json:"reason"`
	By      string         `json:"by"`
	At      time.Time      `json:"at,omitzero"`
	Effects league.Effects `json:"effects"`
	Results []int          `json:"results,omitempty"` // the numbers of the results that it touched
	Undone  bool           `json:"undone,omitempty"`
	// Undo is the reason of the ruling that undid it, and UndoneBy and UndoneAt who made that and when.
	Undo     string    `json:"undo,omitempty"`
	UndoneBy string    `json:"undoneBy,omitempty"`
	UndoneAt time.Time `json:"undoneAt,omitzero"`
}

// PlayerView is the page of one player of a league.
type PlayerView struct {
	Gathering events.GatheringID `json:"gathering"`
	League    events.GroupID     `json:"league"`
	Name      string             `json:"name"` // of the league
	Position  events.Position    `json:"position"`
	Player    Player             `json:"player"`
	Also      []events.PersonID  `json:"also,omitempty"` // ids that were merged into this one
	// Row is the player's row in the table of their division, nil if they were merged away. During a
	// reveal the public sees that of the frozen board until the row is revealed.
	Row     *Row     `json:"row,omitempty"`
	Columns []Column `json:"columns"`
	// History is every session that the player has something of, in order.
	History []PlayerSession `json:"history"`
	// Other is what the total has that is no session's: what was carried over, quests that are missing.
	Other  []Term       `json:"other,omitempty"`
	Course []ChartPoint `json:"course"` // rank and points after each session
	Marks  []Mark       `json:"marks,omitempty"`
}

// PlayerSession is one session of a player.
type PlayerSession struct {
	Session league.SessionID `json:"session"`
	N       int              `json:"n"`
	Name    string           `json:"name"`
	Date    string           `json:"date,omitempty"`
	// Results are every result of the player in it, with the trail of corrections and the source.
	Results []Result `json:"results"`
	// Terms are what they give to the total, with why for those that do not count: "not among the best 2".
	Terms []Term `json:"terms,omitempty"`
	// Points is the sum of the terms that count, as shown; empty: none does.
	Points string `json:"points"`
	// Counts tells whether anything of the session counts, and Out why not.
	Counts      bool   `json:"counts"`
	Out         string `json:"out,omitempty"`
	Cancelled   bool   `json:"cancelled,omitempty"`
	Provisional bool   `json:"provisional,omitempty"`
}

// Chart is the course of a season: rank and points of every player after each session, by the results
// as they stand now.
type Chart struct {
	Gathering events.GatheringID `json:"gathering"`
	League    events.GroupID     `json:"league"`
	Position  events.Position    `json:"position"`
	// Sessions are those that something was scored in.
	Sessions []ChartSession `json:"sessions"`
	Lines    []ChartLine    `json:"lines"` // in the order of the tables
	Less     bool           `json:"less,omitempty"`
}

// ChartSession is a session of a chart.
type ChartSession struct {
	ID   league.SessionID `json:"id"`
	Name string           `json:"name"`
	Date string           `json:"date,omitempty"`
}

// ChartLine is the course of one player.
type ChartLine struct {
	Player   events.PersonID `json:"player"`
	Division string          `json:"division,omitempty"`
	Points   []ChartPoint    `json:"points"` // as the chart's sessions
}

// ChartPoint is where a player stood after a session.
type ChartPoint struct {
	Session league.SessionID `json:"session"`
	Rank    int              `json:"rank"` // 0: without one
	Of      int              `json:"of"`   // rows of the table
	Shown   string           `json:"shown"`
	Total   exact.Num        `json:"total"`
}

// Line is a league in a list, as everybody sees it.
type Line struct {
	Gathering events.GatheringID `json:"gathering"`
	ID        events.GroupID     `json:"id"`
	Name      string             `json:"name"`
	Season    string             `json:"season,omitempty"`
	Stage     string             `json:"stage"`
	Frozen    bool               `json:"frozen,omitempty"` // the board is
	In        int                `json:"in"`
	Sessions  int                `json:"sessions"` // planned and not cancelled
	Played    int                `json:"played"`   // that something was scored in
	Badge     bool               `json:"badge,omitempty"`
}

// Export is a league for other programs, as somebody may see it.
type Export struct {
	View View
	// Names give the name of everybody who is named in the view.
	Names map[events.PersonID]string
}
