package group

import "github.com/muster-events/muster/events"

// Settings are the rulings of a group for what the sources leave open. The zero value of a field
// means its default. They are fixed when the group is opened.
//
// Source: facts/rulings.md.
type Settings struct {
	// WinCheck tells when winning is looked at: [WinAtEachChance] (default) or [WinStrict].
	//
	// Ruling: 1.
	WinCheck string `json:"winCheck,omitempty"`
	// MayStay lets a team choose the stage 3 it is at as its new one.
	//
	// Ruling: 6.
	MayStay bool `json:"mayStay,omitempty"`
}

// Values of [Settings.WinCheck].
const (
	WinAtEachChance = "at-each-chance"
	WinStrict       = "strict"
)

// TableName is a table of a group and the name of the team that sits at it.
type TableName struct {
	ID   events.TableID `json:"id"`
	Team string         `json:"team"` // any Unicode, NFC, 1 to 80 characters, unique in the group
}

// Hero is a hero card as its player declared it. Title tells unique cards apart.
type Hero struct {
	Title     string `json:"title"`               // 1 to 80 characters
	Threat    int    `json:"threat"`              // threat cost, 0 to 20
	HitPoints int    `json:"hitPoints,omitempty"` // 0: not declared
}

// Seat is one player's place at a table.
type Seat struct {
	Player events.PersonID `json:"player"`
	Table  events.TableID  `json:"table"`
	Heroes []Hero          `json:"heroes,omitempty"` // 0 to 3; none: not declared yet
	// Threat is the starting threat if it is not the sum of the heroes' threat costs, 0 to 49.
	Threat *int `json:"threat,omitempty"`
}

// Step is one entry of the effect queue of a round's end. Steps resolve in rising Order; steps of
// equal Order may be answered in any order.
type Step struct {
	ID    string         `json:"id"`              // unique in the group, "4-forced-3b"
	Kind  string         `json:"kind"`            // see the Step… constants
	Order int            `json:"order"`           // 1, 2, 3, …
	Table events.TableID `json:"table,omitempty"` // who resolves it; empty: the coordinator
	Stage string         `json:"stage,omitempty"` // the stage whose effect it is, "3B"
}

// Kinds of step of Attack on Dol Guldur.
const (
	StepForced     = "forced"            // Forced effect of the table's stage: pay or suffer
	StepResponse   = "response"          // the Response of stage 1B: use or pass
	StepCross      = "cross"             // stage 2: take Host of Lórien, keep Power of Lórien
	StepSiege      = "siege"             // Dol Guldur: city strength minus siege
	StepAbsent     = "absent"            // Forced effect of the stage 3 nobody was at
	StepChoose     = "choose-stage"      // go to a stage 3
	StepAttack     = "lieutenant-attack" // the arriving Lieutenant attacks each player
	StepHandOver   = "hand-over"         // Host or Power of Lórien may change hands
	StepVictory    = "victory-check"     // is Dol Guldur captured
	StepDigEnemies = "dig-enemies"       // each player at the table has dug for an enemy; confirm
)

// Option is one answer to an open step.
type Option struct {
	Choice  string `json:"choice"`            // see the Choice… constants, or a stage for StepChoose
	Allowed bool   `json:"allowed"`           // false: shown greyed
	Why     string `json:"why,omitempty"`     // why it is not allowed, or what it does, for people
	Needs   string `json:"needs,omitempty"`   // what else the answer must carry: "player", "enemy", "table", "card-player"
	Effect  string `json:"effect,omitempty"`  // what it does, in a few words for people
	Section string `json:"section,omitempty"` // rulebook section or fact it rests on
}

// Choices of [ResolveStep].
const (
	ChoicePay      = "pay"       // remove 5 progress
	ChoicePayBonus = "pay-bonus" // remove 10 progress and use the stage's good effect
	ChoiceSuffer   = "suffer"    // the bad effect
	ChoiceUse      = "use"       // use a Response
	ChoicePass     = "pass"      // do not use a Response, keep what one has
	ChoiceTakeHost = "take-host" // spend 10 progress of Power of Lórien, take Host of Lórien
	ChoiceTakeBoth = "take-both" // spend 10 and 20, take Host and keep Power of Lórien
	ChoiceDone     = "done"      // the people at the table have carried it out
	ChoiceGive     = "give"      // hand a Lórien card over
)
