// Package table is the view of one table for its captain's phone: the state of the game there, what
// can be done now, what the table is asked at the round's end. [Of] is a pure function of the board.
//
// What the captain can do is a list of [Action] values. Each names the command type and holds the
// part of its data that is known already; [Input] values say what has to be asked first. A page
// merges the answers into Data under each input's Field and sends it, without knowing the rules.
package table

import (
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// View is everything that the table page shows. Names of people are resolved.
type View struct {
	Gathering events.GatheringID `json:"gathering"`
	Group     events.GroupID     `json:"group"`
	Table     events.TableID     `json:"table"`
	Version   events.Version     `json:"version"`
	Position  events.Position    `json:"position"`
	At        time.Time          `json:"at"` // of the last commit
	// Checkpoint is the fingerprint of what is signed of the log, for whoever wants to keep it; empty: nothing
	// is, or it is not known here.
	Checkpoint string      `json:"checkpoint,omitempty"`
	Role       events.Role `json:"role"` // the view was made for

	GroupName  string `json:"groupName"`
	Scenario   string `json:"scenario"` // key of the scenario, for the card type-ahead
	Title      string `json:"title"`    // of the scenario
	Mode       string `json:"mode"`
	Team       string `json:"team"`
	Phase      string `json:"phase"` // of the group, a Phase… constant of package board
	Paused     bool   `json:"paused"`
	PauseSays  string `json:"pauseSays,omitempty"`
	Round      int    `json:"round"`
	Headline   string `json:"headline"`   // "Round 7, stage 3D"
	Now        string `json:"now"`        // what happens now, in a sentence
	Ended      bool   `json:"ended"`      // this table has ended the current round
	MayRecord  bool   `json:"mayRecord"`  // the role may enter something for this table
	Result     string `json:"result"`     // "Won: …", "Lost: …"; empty while it is played
	ResultRule string `json:"resultRule"` // citation

	City      City              `json:"city"`
	Quest     Quest             `json:"quest"`
	Players   []Player          `json:"players"` // in turn order
	Enemies   []Enemy           `json:"enemies"`
	Locations []Location        `json:"locations"`
	Scored    []Scored          `json:"scored"` // siege of this round
	Siege     Siege             `json:"siege"`
	Victory   []string          `json:"victory"` // the table's victory display
	Lorien    []Lorien          `json:"lorien"`
	Stages    map[string]string `json:"stages"` // stage code → name

	RoundPhase  lotr.Phase  `json:"roundPhase"`  // of the round at this table
	RoundPhases []PhaseStep `json:"roundPhases"` // all seven

	Actions []Action   `json:"actions"`        // what can be done now, the most likely first
	Step    *Step      `json:"step,omitempty"` // the question that waits for this table
	Steps   []Step     `json:"steps"`          // all questions that wait for this table, Step first
	Others  Others     `json:"others"`
	Undo    *Undo      `json:"undo,omitempty"`
	Summary []string   `json:"summary"` // shown before the round is ended
	Open    []string   `json:"open"`    // what has to be settled before the round can be ended
	Rules   RulesLine  `json:"rules"`
	ToDo    []string   `json:"toDo"`
	Notices []string   `json:"notices"`
	Targets Targets    `json:"targets"`
	Record  Recorder   `json:"recorder"`
	Barrier []TeamLine `json:"barrier"` // all tables: who has ended the round

	// HasCity is set where the city strength of Dol Guldur is played for.
	HasCity    bool        `json:"hasCity"`
	Objectives []Objective `json:"objectives,omitempty"`
	SideQuests []SideQuest `json:"sideQuests,omitempty"`
	Peril      *Peril      `json:"peril,omitempty"`
	Test       *Test       `json:"test,omitempty"`
	Checklist  []Checks    `json:"checklist,omitempty"` // of this round, in order
	Eye        *Eye        `json:"eye,omitempty"`
	Pending    []Pending   `json:"pending,omitempty"` // at any table of the group
	Score      *Score      `json:"score,omitempty"`
	Flags      []Flagged   `json:"flags,omitempty"` // of this table, latest first, at most 8
	Log        []Logged    `json:"log,omitempty"`   // latest first, at most 15; see [WithLog]
}

// City is the city strength as the table page shows it.
type City struct {
	Strength int  `json:"strength"`
	Start    int  `json:"start"`
	Mark     int  `json:"mark"`   // arriving Lieutenants attack at or below it
	Fallen   bool `json:"fallen"` // 0 while the game goes on: Lieutenants can be destroyed
	Scored   int  `json:"scored"` // siege of all tables this round that will be taken off
}

// Quest is the state of the table's quest.
type Quest struct {
	Stage         string `json:"stage"`
	Name          string `json:"name"`
	Progress      int    `json:"progress"`
	Cap           int    `json:"cap"` // progress still taken this round; −1: no limit
	Resources     int    `json:"resources"`
	StagingThreat int    `json:"stagingThreat"`
	Archery       int    `json:"archery"`      // due and not assigned
	ArcheryTotal  int    `json:"archeryTotal"` // of all cards in play
	Active        string `json:"active"`       // name of the active location
	ActiveNumber  int    `json:"activeNumber"` // 0: none
	ActiveAt      int    `json:"activeAt"`     // progress on it
	ActiveOf      int    `json:"activeOf"`     // its quest points; 0: not known
	Revealed      string `json:"revealed"`     // the card just revealed, while it may be cancelled
	SurgeOwed     int    `json:"surgeOwed"`
	Power         int    `json:"power"`       // progress on Power of Lórien
	PowerInPlay   bool   `json:"powerInPlay"` // it is in the staging area
	HoldsCity     bool   `json:"holdsCity"`

	// Points are the quest points of the stage as they count now; nil: it has none.
	Points *int `json:"points,omitempty"`
	// Keywords are the stage's, in words; Current is the side quest that is the current quest.
	Keywords []string `json:"keywords,omitempty"`
	Current  string   `json:"current,omitempty"`
	Reveals  string   `json:"reveals,omitempty"` // whose turn it is to reveal a card
}

// Player is one player at the table.
type Player struct {
	Player      events.PersonID `json:"player"`
	Name        string          `json:"name"`
	Threat      int             `json:"threat"` // −1: not declared
	Elimination int             `json:"elimination"`
	Danger      bool            `json:"danger"`
	Out         bool            `json:"out"`
	OutWhy      string          `json:"outWhy,omitempty"` // in words
	First       bool            `json:"first"`
	Heroes      []Hero          `json:"heroes"`
	HeroesLeft  int             `json:"heroesLeft"`
	Engaged     int             `json:"engaged"` // enemies engaged with the player

	Allies []Ally   `json:"allies,omitempty"`
	Notes  []string `json:"notes,omitempty"` // Valour, contract, The One Ring, deck, in words
	Deck   string   `json:"deck,omitempty"`  // name of the deck that was declared; empty: none
}

// Hero is one hero of a player.
type Hero struct {
	Title     string `json:"title"`
	Threat    int    `json:"threat"`
	HitPoints int    `json:"hitPoints"` // 0: not declared
	Damage    int    `json:"damage"`
	Dead      bool   `json:"dead"`

	Gone      bool   `json:"gone,omitempty"` // left play in another way
	Exhausted bool   `json:"exhausted,omitempty"`
	Sphere    string `json:"sphere,omitempty"`
	Willpower int    `json:"willpower,omitempty"`
	Attack    int    `json:"attack,omitempty"`
	Defense   int    `json:"defense,omitempty"`
	Ranged    bool   `json:"ranged,omitempty"`
	Sentinel  bool   `json:"sentinel,omitempty"`
	Traits    string `json:"traits,omitempty"`
}

// Enemy is an enemy in play at the table.
type Enemy struct {
	Number         int             `json:"number"`
	Name           string          `json:"name"`
	Engaged        events.PersonID `json:"engaged,omitempty"` // empty: staging area
	EngagedName    string          `json:"engagedName,omitempty"`
	Damage         int             `json:"damage"`
	HitPoints      int             `json:"hitPoints"` // 0: not known
	Attack         int             `json:"attack"`
	Defense        int             `json:"defense"`
	Threat         int             `json:"threat"`     // as it counts now
	Engagement     int             `json:"engagement"` // as it counts now
	Siege          *int            `json:"siege,omitempty"`
	Lieutenant     bool            `json:"lieutenant"`
	Indestructible bool            `json:"indestructible"`
	Immune         bool            `json:"immune"`
	Says           string          `json:"says"` // keywords and rule in words
	Resources      int             `json:"resources,omitempty"`
}

// Location is a location in play at the table.
type Location struct {
	Number      int    `json:"number"`
	Name        string `json:"name"`
	Active      bool   `json:"active"`
	Progress    int    `json:"progress"`
	QuestPoints int    `json:"questPoints"` // 0: not known
	Threat      int    `json:"threat"`
	Siege       *int   `json:"siege,omitempty"`
	Barred      string `json:"barred,omitempty"` // why it takes no travel and no progress
	Resources   int    `json:"resources,omitempty"`
	Damage      int    `json:"damage,omitempty"`
	Says        string `json:"says,omitempty"` // keywords in words
}

// Scored is one thing that scored siege this round.
type Scored struct {
	Item    int    `json:"item"` // its place, from 1
	Card    string `json:"card"`
	Siege   *int   `json:"siege"` // nil: not known yet
	Printed *int   `json:"printed,omitempty"`
	Typed   bool   `json:"typed,omitempty"`
}

// Siege is what the table has scored.
type Siege struct {
	Round   int  `json:"round"`   // this round, known values
	Total   int  `json:"total"`   // earlier rounds
	Unknown int  `json:"unknown"` // values missing this round
	Counts  bool `json:"counts"`  // the table is at a stage 3, so that siege counts
}

// Lorien is a copy of Host or Power of Lórien controlled at the table.
type Lorien struct {
	Card     string          `json:"card"` // "host" or "power"
	Name     string          `json:"name"` // "Host of Lórien"
	Player   events.PersonID `json:"player"`
	By       string          `json:"by"` // the player's name
	Damage   int             `json:"damage"`
	Progress int             `json:"progress"`
}

// PhaseStep is one phase of the round.
type PhaseStep struct {
	Phase lotr.Phase `json:"phase"`
	Label string     `json:"label"`
	State string     `json:"state"` // "done", "now", "ahead"
}

// Action is something that can be entered now.
type Action struct {
	ID       string         `json:"id"`    // stable: "threat", "explore", "destroy", "progress", "end-round", …
	Label    string         `json:"label"` // on the button
	Type     string         `json:"type"`  // command type, "lotr.change-threat.v1"
	Data     map[string]any `json:"data"`  // what is known of the command's data
	Inputs   []Input        `json:"inputs"`
	Group    string         `json:"group"` // heading it belongs under: "now", "quest", "threat", "enemies", "locations", "players", "lorien", "table"
	Primary  bool           `json:"primary"`
	Disabled bool           `json:"disabled"`
	Why      string         `json:"why,omitempty"`     // why it is disabled, or a hint
	Section  string         `json:"section,omitempty"` // citation of the rule
	Confirm  []string       `json:"confirm,omitempty"` // lines to confirm before it is sent
	// On is the card in play that it belongs to: a page may show the button there.
	On On `json:"on,omitzero"`
	// Short is the label where the card is named already.
	Short string `json:"short,omitempty"`
}

// Kinds of input, for [Input].Kind.
const (
	InputNumber    = "number"    // a stepper with Min, Max, Start
	InputText      = "text"      // at most Max characters
	InputPlayer    = "player"    // one of Choices, a person id
	InputEnemy     = "enemy"     // one of Choices, an enemy's number
	InputLocation  = "location"  // one of Choices, a location's number
	InputTable     = "table"     // one of Choices, a table id
	InputChoice    = "choice"    // one of Choices
	InputCard      = "card"      // a card of the scenario by type-ahead, CardKind says which; or one typed by hand under "hand"
	InputHits      = "hits"      // archery: damage over the characters in Choices, Max in total
	InputCharacter = "character" // one of Choices, or a name typed by hand
	InputHeroes    = "heroes"    // up to three heroes with title, threat and hit points
	InputFlag      = "flag"      // yes or no
	InputSeveral   = "several"   // at least Min and at most Max of Choices, as a list of their values
	InputIcons     = "icons"     // exactly Max cards, each by name or by its number of Eyes
)

// Input is something that is asked before an action is sent.
type Input struct {
	Field    string   `json:"field"` // of the command's data
	Kind     string   `json:"kind"`
	Label    string   `json:"label"`
	Optional bool     `json:"optional,omitempty"`
	Min      int      `json:"min,omitempty"`
	Max      int      `json:"max,omitempty"`
	Start    int      `json:"start,omitempty"` // what a stepper shows first
	CardKind string   `json:"cardKind,omitempty"`
	Listed   bool     `json:"listed,omitempty"` // a card of the scenario only, none typed by hand
	Full     bool     `json:"full,omitempty"`   // of heroes: also sphere and numbers
	Choices  []Choice `json:"choices,omitempty"`
}

// Choice is one value of an input.
type Choice struct {
	Value any    `json:"value"` // a string or a number, as the command wants it
	Label string `json:"label"`
	// Data is merged into the command's data with the value: the player of a character.
	Data     map[string]any `json:"data,omitempty"`
	Disabled bool           `json:"disabled,omitempty"`
	Why      string         `json:"why,omitempty"`
}

// Step is a question of the round's end that waits for this table.
type Step struct {
	ID      string       `json:"id"`
	Kind    string       `json:"kind"`  // a Step… constant of events/group
	Title   string       `json:"title"` // "3D: The Tower of Sorcery"
	Text    string       `json:"text"`  // what is asked
	Stage   string       `json:"stage,omitempty"`
	Decides string       `json:"decides,omitempty"` // who decides at the table
	Number  int          `json:"number"`            // of the steps of this round's end, from 1
	Of      int          `json:"of"`
	Options []StepOption `json:"options"`
}

// StepOption is one answer. Sending Data with the answers of Inputs as group.resolve-step.v1 gives it.
type StepOption struct {
	Choice  string         `json:"choice"`
	Label   string         `json:"label"`
	Allowed bool           `json:"allowed"`
	Why     string         `json:"why,omitempty"`    // why it is greyed
	Effect  string         `json:"effect,omitempty"` // what it does
	Section string         `json:"section,omitempty"`
	Needs   string         `json:"needs,omitempty"` // "player", "enemy", "table", "card-player", "player-number"
	Type    string         `json:"type"`            // command type
	Data    map[string]any `json:"data"`
	Inputs  []Input        `json:"inputs"`
	Confirm []string       `json:"confirm,omitempty"` // lines to confirm before it is sent: what comes of it for good
}

// Others says whom this table waits for.
type Others struct {
	Waiting bool      `json:"waiting"` // this table can do nothing until others have acted
	Says    string    `json:"says"`    // "Waiting for Rivendell to end the round"
	Teams   []string  `json:"teams"`
	Since   time.Time `json:"since,omitzero"`
}

// Undo is the latest entry that can be taken back.
type Undo struct {
	Entry events.CommandID `json:"entry"`
	Words string           `json:"words"`
	Type  string           `json:"type"` // command type to send
	Data  map[string]any   `json:"data"`
}

// RulesLine is the rule that governs what happens now.
type RulesLine struct {
	Says    string `json:"says"`
	Section string `json:"section"`
}

// Targets lists who and what at any stage can be chosen by an effect.
type Targets struct {
	Players []Target `json:"players"` // still in the game, at all stages
	Enemies []Target `json:"enemies"` // in play, not unique, at all stages
	Tables  []Target `json:"tables"`
}

// Target is a player, an enemy or a table at some stage.
type Target struct {
	Table  events.TableID  `json:"table"`
	Team   string          `json:"team"`
	Stage  string          `json:"stage"`
	Player events.PersonID `json:"player,omitempty"`
	Enemy  int             `json:"enemy,omitempty"`
	Label  string          `json:"label"`
}

// Recorder says which device records for the table.
type Recorder struct {
	Device  events.DeviceID `json:"device,omitempty"`
	Captain string          `json:"captain,omitempty"` // name
}

// TeamLine is one table at the barrier.
type TeamLine struct {
	Table events.TableID `json:"table"`
	Team  string         `json:"team"`
	Stage string         `json:"stage"`
	Ended bool           `json:"ended"`
	Own   bool           `json:"own"`
	Says  string         `json:"says"` // "ended the round", "playing"
}
