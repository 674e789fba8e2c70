// Package wall is the view of a group for a projector at ten metres, and the overview of all groups
// of a gathering. Both are pure functions of the boards: [Of] and [Overview].
package wall

import (
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// View is everything the wall shows of one group. Names of people are resolved; all texts are plain
// text in the reader's words.
type View struct {
	Gathering events.GatheringID `json:"gathering"`
	Group     events.GroupID     `json:"group"`
	Name      string             `json:"name"`
	Scenario  string             `json:"scenario"` // title for people: "Attack on Dol Guldur"
	Mode      string             `json:"mode"`     // "epic" or "standard"
	Version   events.Version     `json:"version"`
	Position  events.Position    `json:"position"`
	At        time.Time          `json:"at"` // of the last commit

	Phase       string        `json:"phase"`  // a Phase… constant of package board
	Status      string        `json:"status"` // in words: "Round 7", "End of round 7, step 2 of 6", "Won"
	Paused      bool          `json:"paused,omitempty"`
	PauseReason string        `json:"pauseReason,omitempty"`
	Round       int           `json:"round"` // 0 in setup
	Players     int           `json:"players"`
	PlayersLeft int           `json:"playersLeft"`
	StartedAt   time.Time     `json:"startedAt,omitzero"`
	RoundAt     time.Time     `json:"roundAt,omitzero"`
	Playing     time.Duration `json:"playing"` // since the start, until now or the end; 0 in setup

	City    City     `json:"city"`
	Barrier Barrier  `json:"barrier"`
	Teams   []Team   `json:"teams"`
	Steps   []Step   `json:"steps"`          // the strip: the barrier first, then the round's end
	Turn    *Turn    `json:"turn,omitempty"` // the step that waits for people
	Turns   []Turn   `json:"turns"`          // all steps that wait for people, Turn first
	Changes []Change `json:"changes"`        // of the city strength, latest first
	Stages  []Stage  `json:"stages"`         // 3B, 3D, 3F, 3H of the current round; empty before stage 3
	Recent  []Recent `json:"recent"`         // latest first, at most 8
	Notices []string `json:"notices"`        // for everybody, latest first
	Result  *Result  `json:"result,omitempty"`
	Moment  *Moment  `json:"moment,omitempty"` // the last one of the last 6 seconds

	HasCity    bool   `json:"hasCity"`              // the city strength is what is played for
	Difficulty string `json:"difficulty,omitempty"` // in words, if it is not standard: "easy", "Nightmare: …"
	Eye        *Eye   `json:"eye,omitempty"`        // of The Mountain of Fire's epic mode
	Quest      *Quest `json:"quest,omitempty"`      // of a group with one table and no city
	Score      string `json:"score,omitempty"`      // of a finished game, in words
}

// Eye is The Eye of Sauron.
type Eye struct {
	Table   events.TableID `json:"table"`
	Side    int            `json:"side"` // place of its table among the teams, from 0
	Team    string         `json:"team"`
	To      string         `json:"to"`   // the team it turns to
	Does    string         `json:"does"` // what it does there now
	Moves   string         `json:"moves"`
	May     string         `json:"may"` // who may keep it there, and at what price
	Last    string         `json:"last,omitempty"`
	Says    string         `json:"says"`    // all of it, for screen readers
	Waiting bool           `json:"waiting"` // the question whether it moves is open now
}

// Quest is where a table is on its quest, for the large figure.
type Quest struct {
	Stage    string   `json:"stage"`
	Name     string   `json:"name"`
	Progress int      `json:"progress"`
	Points   *int     `json:"points,omitempty"` // nil: it has none
	Current  string   `json:"current,omitempty"`
	Keywords []string `json:"keywords"` // "Dire", "Assault"
	Phase    string   `json:"phase"`    // of the round
	Says     string   `json:"says"`     // for screen readers
}

// Counter is something to look at on a card in play: "Minas Tirith 45 of 50".
type Counter struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// City is the one big number with its history.
type City struct {
	Strength int `json:"strength"`
	Start    int `json:"start"` // as set up
	// Mark is the strength at which an arriving Lieutenant attacks: 10 epic, 5 standard.
	//
	// Source: facts/game-facts.md, "2.2 Stages".
	Mark     int  `json:"mark"`
	AtMark   bool `json:"atMark"`   // at or below it
	Fallen   bool `json:"fallen"`   // 0 while the game goes on: Lieutenants can be destroyed
	Scored   int  `json:"scored"`   // siege this round that will be taken off, known values only
	Ghost    int  `json:"ghost"`    // what the strength would be after Scored, 0 or more
	Unknown  int  `json:"unknown"`  // siege values of this round still missing
	Greatest int  `json:"greatest"` // the greatest strength so far, for the scale of the line; 1 or more
	// Series is the strength at the start of each round, then now; for a line of steps.
	Series []Point `json:"series"`
	// Last is how the strength changed over the last round that ended, 0 and HasLast false before.
	Last    int    `json:"last"`
	HasLast bool   `json:"hasLast"`
	LastSay string `json:"lastSay"` // "Last round −6"; empty before
}

// Point is one step of the line.
type Point struct {
	Round    int  `json:"round"`
	Strength int  `json:"strength"`
	Now      bool `json:"now,omitempty"` // the current strength, not a round's start
}

// Barrier says who is being waited for.
type Barrier struct {
	Ended    int           `json:"ended"` // tables
	Of       int           `json:"of"`
	AllEnded bool          `json:"allEnded"`
	Waiting  []string      `json:"waiting"` // teams still playing; empty until the first table has ended
	Since    time.Time     `json:"since,omitzero"`
	For      time.Duration `json:"for"`  // how long the first table has been waiting
	Says     string        `json:"says"` // "2 of 3 ended the round; Rivendell is playing"
}

// States of a team, for [Team].State.
const (
	TeamSetup   = "setup"
	TeamPlaying = "playing"
	TeamEnded   = "ended"     // waits at the barrier
	TeamTurn    = "turn"      // a step of the round's end waits for it
	TeamOver    = "over"      // the group's game is over
	TeamWaiting = "resolving" // the round's end is resolved elsewhere
)

// Team is one team's card.
type Team struct {
	Table       events.TableID `json:"table"`
	Team        string         `json:"team"`
	Stage       string         `json:"stage"` // "3D"; empty in setup
	StageName   string         `json:"stageName"`
	State       string         `json:"state"`
	Says        string         `json:"says"` // the state in words: "Playing", "Ended the round"
	Progress    int            `json:"progress"`
	Resources   int            `json:"resources"` // on 1B
	Siege       int            `json:"siege"`     // this round, known values
	SiegeCounts bool           `json:"siegeCounts"`
	Unknown     int            `json:"unknown"`
	SiegeTotal  int            `json:"siegeTotal"` // of earlier rounds
	Lieutenant  *Lieutenant    `json:"lieutenant,omitempty"`
	Players     []Player       `json:"players"`
	Left        int            `json:"left"`
	LastOne     bool           `json:"lastOne"`     // one player left where there were more: the group is one elimination from losing
	HoldsCity   bool           `json:"holdsCity"`   // holds the Dol Guldur card
	Power       int            `json:"power"`       // progress on Power of Lórien in the staging area
	PowerInPlay bool           `json:"powerInPlay"` // Power of Lórien lies in the staging area
	Lorien      []string       `json:"lorien"`      // "Host of Lórien: Ana"

	// Scenario is what the table plays, in a group whose tables play different ones.
	Scenario string    `json:"scenario,omitempty"`
	Points   *int      `json:"points,omitempty"` // quest points of the stage
	Staging  int       `json:"staging"`          // threat in the staging area
	Counters []Counter `json:"counters,omitempty"`
	EyeHere  bool      `json:"eyeHere,omitempty"`
	Pending  string    `json:"pending,omitempty"` // a loss that waits for the end of the round
	Alert    string    `json:"alert,omitempty"`   // what holds the table up: Peril, a Fortitude test
	EndedAt  time.Time `json:"endedAt,omitzero"`
}

// Lieutenant is the Lieutenant in play at a table.
type Lieutenant struct {
	Name           string `json:"name"`
	Damage         int    `json:"damage"`
	HitPoints      int    `json:"hitPoints"`
	Indestructible bool   `json:"indestructible"`
	Engaged        string `json:"engaged,omitempty"` // with whom
	Says           string `json:"says"`              // "Sorcerer of Dol Guldur 4/9, indestructible"
}

// Player is one threat chip.
type Player struct {
	Player      events.PersonID `json:"player"`
	Name        string          `json:"name"`
	Threat      int             `json:"threat"` // −1: not declared
	Elimination int             `json:"elimination"`
	Danger      bool            `json:"danger"`
	Out         bool            `json:"out"`
	First       bool            `json:"first"` // has the first player token
	HeroesLeft  int             `json:"heroesLeft"`
	Says        string          `json:"says"` // for screen readers: "Ana, threat 46, in danger"
}

// States of a step, for [Step].State; the same words as on the board.
const (
	StepPending = "pending"
	StepNow     = "now"
	StepDone    = "done"
	StepSkipped = "skipped"
)

// Step is one field of the strip.
type Step struct {
	ID      string         `json:"id"` // "barrier", or the id of the step; a merged field has the first one's
	Kind    string         `json:"kind"`
	Label   string         `json:"label"` // "3D Rivendell", "City 33 to 27", "Stages 1 of 3 chosen"
	State   string         `json:"state"`
	Table   events.TableID `json:"table,omitempty"`
	Stage   string         `json:"stage,omitempty"`
	Outcome string         `json:"outcome,omitempty"` // in words
}

// Turn is a step that waits for people, for the strip's large form.
type Turn struct {
	Step    string         `json:"step"`
	Kind    string         `json:"kind"`
	Table   events.TableID `json:"table"`
	Team    string         `json:"team"`
	Stage   string         `json:"stage,omitempty"`
	Decides string         `json:"decides,omitempty"` // name of who decides
	Says    string         `json:"says"`              // "Rivendell decides: 3D, pay 5 progress or suffer"
	Options []group.Option `json:"options"`
}

// Change is one change of the city strength with every table's share.
type Change struct {
	Version events.Version `json:"version"`
	Round   int            `json:"round"`
	From    int            `json:"from"`
	To      int            `json:"to"`
	By      int            `json:"by"`   // To − From
	Kind    string         `json:"kind"` // as on the board
	Why     string         `json:"why"`
	Shares  []Share        `json:"shares"` // one for each table when siege was counted
}

// Share is one table's part of a change.
type Share struct {
	Team  string   `json:"team"`
	Siege int      `json:"siege"`
	Items []string `json:"items"` // "Dungeon Door 2"
}

// Stage is one of the four stages 3 in the current round.
type Stage struct {
	Stage string `json:"stage"`
	Name  string `json:"name"`
	Team  string `json:"team,omitempty"` // who is there; empty: absent this round
	Next  string `json:"next,omitempty"` // who has chosen it for the next round
}

// Recent is a line of the recent history.
type Recent struct {
	Position events.Position `json:"position"`
	At       time.Time       `json:"at"`
	Words    string          `json:"words"`
}

// Result tells how the game ended.
type Result struct {
	Won    bool          `json:"won"`
	Lost   bool          `json:"lost"` // neither: abandoned
	Title  string        `json:"title"`
	Reason string        `json:"reason"`
	Rule   string        `json:"rule,omitempty"`
	Team   string        `json:"team,omitempty"` // where it was lost
	Rounds int           `json:"rounds"`
	Took   time.Duration `json:"took"`
}

// Moment is shown over the whole screen for six seconds.
type Moment struct {
	Kind  string    `json:"kind"` // a Moment… constant of package history
	Title string    `json:"title"`
	Says  string    `json:"says"`
	At    time.Time `json:"at"`
}

// Card is one group in the overview of a gathering.
type Card struct {
	Group     events.GroupID  `json:"group"`
	Name      string          `json:"name"`
	Scenario  string          `json:"scenario"`
	Mode      string          `json:"mode"`
	Phase     string          `json:"phase"`
	Status    string          `json:"status"` // in words
	Paused    bool            `json:"paused"`
	Round     int             `json:"round"`
	City      int             `json:"city"`
	Start     int             `json:"start"`
	Figure    string          `json:"figure"`     // the large figure: city strength, progress, where the Eye is
	FigureSay string          `json:"figureSays"` // what it is
	Teams     []CardTeam      `json:"teams"`
	Waiting   []string        `json:"waiting"` // teams still playing when another has ended
	Wait      time.Duration   `json:"wait"`    // the longest wait
	Left      int             `json:"left"`
	Players   int             `json:"players"`
	Attention string          `json:"attention,omitempty"` // why it is near the top: "Rivendell is 12 min behind"; empty: nothing
	Urgency   int             `json:"urgency"`             // the greater, the nearer the top
	Position  events.Position `json:"position"`
}

// CardTeam is one shape of a [Card].
type CardTeam struct {
	Table events.TableID `json:"table"`
	Team  string         `json:"team"`
	Stage string         `json:"stage"`
	State string         `json:"state"` // a Team… constant
}

// All is the overview of a gathering: its groups, what needs attention first.
type All struct {
	Groups   []Card    `json:"groups"`
	Playing  int       `json:"playing"`
	Setup    int       `json:"setup"`
	Won      int       `json:"won"`
	Lost     int       `json:"lost"`
	Finished int       `json:"finished"` // won, lost and abandoned
	At       time.Time `json:"at"`
}
