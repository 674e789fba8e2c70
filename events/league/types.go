package league

import "github.com/muster-events/muster/events"

// SessionID names a session of a league; the same alphabet as other ids.
type SessionID string

// Amount is a number of points, exact: "3", "-1", "1.5" or "1/3". Empty is 0.
type Amount string

// Rules are the rules of a league as data: what each result is worth, how a table is made of it, and what
// else the season does with the table. Ready ones are in engine/league; the fields up to Order are stored
// as that package names them, and mean what it says.
//
// Source: facts/scoring.md, "What fits muster's formats".
type Rules struct {
	ID      string `json:"id"`      // of the rule set: "season-places"; on every row and export
	Edition string `json:"edition"` // of the rule set: "10-to-1"; the organiser's own: any text
	Name    string `json:"name"`    // for people
	Source  string `json:"source,omitempty"`
	// Count is what is added up: "points" (more is better), "score" (official scores, fewer is better) or
	// "tokens" (handicap tokens, fewer is better).
	Count string `json:"count"`
	// Unit is what has one value: "session" or "scenario".
	Unit string `json:"unit"`
	// Repeat is what several results of one player for one unit are: "all" (added up, for points), "best"
	// or "first".
	Repeat string `json:"repeat"`
	Points Points `json:"points,omitzero"`
	// Best is how many units count, the best of all; 0: all of them.
	Best int `json:"best,omitempty"`
	// Quests are the scenarios everybody is to play; none: those that were played.
	Quests []string `json:"quests,omitempty"`
	// Penalty is what a quest without a score counts; nil: nothing, and who lacks one comes after who does
	// not.
	Penalty *Amount `json:"penalty,omitempty"`
	// MinAttendance is how many sessions a player has to come to. Who has not comes after who has.
	MinAttendance int `json:"minAttendance,omitempty"`
	// Order lists the criteria from the first that decides: "total", "sessions-won", "lots" and so on.
	Order []string `json:"order"`

	// Late is what a player who enters after a session was frozen begins with.
	Late Amount `json:"late,omitempty"`
	// TeamBest and StoreBest are how many of its players count for a team or a store, the best ones;
	// 0: all.
	TeamBest  int `json:"teamBest,omitempty"`
	StoreBest int `json:"storeBest,omitempty"`
	// Switch is how many players go up and down between neighbouring divisions at the end of the season.
	Switch int `json:"switch,omitempty"`
	// Carry is how much of a player's total goes over into the next season, in percent, 0 to 100.
	Carry int `json:"carry,omitempty"`
}

// Points say what a result is worth.
type Points struct {
	Places []Amount `json:"places,omitempty"` // from the first; those who share a place have its points
	Win    Amount   `json:"win,omitempty"`    // of a match, or a quest that was won
	Draw   Amount   `json:"draw,omitempty"`
	Loss   Amount   `json:"loss,omitempty"`
	Attend Amount   `json:"attend,omitempty"` // for coming, once a session
	// Extras are achievements that the organiser defines, and MostExtras the most that they give in a
	// session; empty: no bound.
	Extras     []Achievement `json:"extras,omitempty"`
	MostExtras Amount        `json:"mostExtras,omitempty"`
}

// Achievement is something the organiser gives points for.
type Achievement struct {
	ID     string `json:"id"`             // unique in the league
	Name   string `json:"name"`           // for people, 1 to 80 characters
	Points Amount `json:"points"`         // −999 to 999
	Once   bool   `json:"once,omitempty"` // counts once in the season; else once a session
}

// Division is a division of a league.
type Division struct {
	ID   string `json:"id"`   // unique in the league
	Name string `json:"name"` // for people, 1 to 80 characters
}

// Player is a player of a league.
type Player struct {
	Player   events.PersonID `json:"player"`
	Division string          `json:"division,omitempty"` // id; empty: the first, or there are none
	Team     string          `json:"team,omitempty"`     // name, any Unicode, at most 80 characters
	Store    string          `json:"store,omitempty"`    // name of the club or store
}

// Carried is what a player brings from the season before.
type Carried struct {
	Player   events.PersonID `json:"player"`
	Points   Amount          `json:"points,omitempty"`
	Place    int             `json:"place,omitempty"` // in the season before; 0: none
	Division string          `json:"division,omitempty"`
}

// Session is one session of a season.
type Session struct {
	ID   SessionID `json:"id"`
	Name string    `json:"name"`           // for people, 1 to 80 characters
	Date string    `json:"date,omitempty"` // "2026-11-30", as the organiser says
	// Scenario and Mode are what is played, where all play the same.
	Scenario string `json:"scenario,omitempty"`
	Mode     string `json:"mode,omitempty"`
}

// Source is what feeds a session: a group or a tournament of the same gathering. One of the two is set.
type Source struct {
	Group      events.GroupID `json:"group,omitempty"`
	Tournament events.GroupID `json:"tournament,omitempty"`
}

// Result is one line of what a session brought: what one player, or the players of one game together,
// have done. Which fields mean something is Kind's to say.
type Result struct {
	Kind    string            `json:"kind"`    // a Kind… constant
	Players []events.PersonID `json:"players"` // 1 to 40, all different; one unless Kind is KindQuest or KindGroup

	Place int `json:"place,omitempty"` // KindPlace: 1 or more; equal numbers are shared places
	Field int `json:"field,omitempty"` // KindPlace: how many took part; 0: not said
	// Wins, Draws and Losses are of KindMatches; of KindPlace, too, where they are known.
	Wins   int `json:"wins,omitempty"`
	Draws  int `json:"draws,omitempty"`
	Losses int `json:"losses,omitempty"`
	// Achievement is of KindAchievement: its id.
	Achievement string `json:"achievement,omitempty"`
	// Points is of KindPoints: by hand, −9999 to 9999.
	Points Amount `json:"points,omitempty"`

	// Game is of KindQuest, KindGroup and KindTokens.
	Game *Game  `json:"game,omitempty"`
	Note string `json:"note,omitempty"` // for people, at most 400 characters
}

// Kinds of result.
const (
	KindAttendance  = "attendance"  // was there
	KindPlace       = "place"       // a place in a tournament or an evening
	KindMatches     = "matches"     // matches won, drawn and lost
	KindAchievement = "achievement" // one of the organiser's
	KindPoints      = "points"      // points by hand
	KindQuest       = "quest"       // a cooperative quest and its score
	KindGroup       = "group"       // an epic group
	KindTokens      = "tokens"      // a game with handicap tokens
)

// Game is a game of a result.
type Game struct {
	Scenario   string `json:"scenario"` // id or name
	Mode       string `json:"mode,omitempty"`
	Difficulty string `json:"difficulty,omitempty"`
	Size       int    `json:"size"` // players, 1 to 40
	Won        bool   `json:"won,omitempty"`
	Score      *int   `json:"score,omitempty"` // lower is better; nil: none
	Rounds     int    `json:"rounds,omitempty"`
	Out        int    `json:"out,omitempty"`  // players eliminated
	Dead       int    `json:"dead,omitempty"` // heroes dead
	// Damage is what was done to the city of Start strength points.
	Damage int `json:"damage,omitempty"`
	Start  int `json:"start,omitempty"`
	// Tokens is how many handicap tokens were used, and Deck the deck that was played.
	Tokens int   `json:"tokens,omitempty"`
	Deck   *Deck `json:"deck,omitempty"`
}

// Deck is what the handicap-token league counts of a deck.
type Deck struct {
	Outside     int `json:"outside,omitempty"`     // cards from outside the cycle
	CycleHeroes int `json:"cycleHeroes,omitempty"` // heroes of the cycle
	BoxHeroes   int `json:"boxHeroes,omitempty"`   // heroes of the box
	OutsideCore int `json:"outsideCore,omitempty"` // cards from outside, the core set's included
	Beyond      int `json:"beyond,omitempty"`      // cards from outside the three boxes
}

// Move is what an integrity event does to one player, team or store in a table: one line of the preview.
type Move struct {
	Table  string          `json:"table"` // "division:<id>", "players", "teams", "stores"
	Player events.PersonID `json:"player,omitempty"`
	Name   string          `json:"name,omitempty"` // of a team or store
	From   int             `json:"from"`           // rank before; 0: none
	To     int             `json:"to"`             // rank after; 0: none
	Was    string          `json:"was"`            // points or score before, as shown
	Now    string          `json:"now"`
}

// Effects are the consequences of an integrity event: what its preview shows.
type Effects struct {
	Moves    []Move   `json:"moves,omitempty"`   // the first 40, those that move furthest first
	Moved    int      `json:"moved"`             // how many change rank
	Changed  int      `json:"changed"`           // how many change points, score or rank
	Furthest int      `json:"furthest"`          // most ranks that anyone moves
	Touches  []string `json:"touches,omitempty"` // what else is affected, in words
}

// Kinds of integrity event, values of [Marked].Kind.
const (
	MarkCorrection = "correction" // a result was changed
	MarkVoid       = "void"       // a result was taken out
	MarkImport     = "import"     // results were imported
	MarkPoints     = "points"     // points were given or taken by hand
	MarkRules      = "rules"      // the scoring rules changed after the start
	MarkMerge      = "merge"      // two players were found to be one
	MarkPlayer     = "player"     // a player changed division, team or store after the start
	MarkReopen     = "reopen"     // a frozen session was opened again
	MarkCancel     = "cancel"     // a session was taken out of the season
	MarkUnlink     = "unlink"     // a source was taken away from its session
	MarkSeason     = "season"     // the end of the season was taken back
)
