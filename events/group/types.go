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
	// Nightmare names the Nightmare deck that the organiser put into the encounter deck; its cards
	// are typed by hand or supplied as data.
	//
	// Source: The Mountain of Fire, "Nightmare Mode".
	Nightmare string `json:"nightmare,omitempty"`
	// Score holds the terms of the score where they differ from the default.
	//
	// Ruling: 13.
	Score *ScoreTerms `json:"score,omitempty"`
	// Campaign is set in campaign mode.
	Campaign *Campaign `json:"campaign,omitempty"`
	// BufferGarrison lets the progress of stage 1B of The Battle of the Pelennor Fields go to the active
	// location first; false: it goes on the stage itself. The sources leave that open.
	//
	// Source: facts/game-facts.md, "3.1 Stages".
	BufferGarrison bool `json:"bufferGarrison,omitempty"`
}

// ScoreTerms are the terms of a finished game's score. A nil field has its default.
//
// Source: facts/game-facts.md, "5.4 Score of a finished game".
type ScoreTerms struct {
	PerRound *int `json:"perRound,omitempty"` // points for each counted round; default 10
	// Eliminated tells what a player who is out counts: "level" (default: elimination level and all
	// heroes), "dial" (the threat when eliminated and all heroes).
	Eliminated string `json:"eliminated,omitempty"`
	// OnlyWon leaves lost games without a score; default true.
	OnlyWon *bool `json:"onlyWon,omitempty"`
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
	// Card is the code of the version in the card data; empty: typed by hand.
	Card      string `json:"card,omitempty"`
	Sphere    string `json:"sphere,omitempty"` // "Fellowship", "Leadership", …; empty: not declared
	Traits    string `json:"traits,omitempty"` // "Hobbit. Ring-bearer."
	Willpower int    `json:"willpower,omitempty"`
	Attack    int    `json:"attack,omitempty"`
	Defense   int    `json:"defense,omitempty"`
	Ranged    bool   `json:"ranged,omitempty"`
	Sentinel  bool   `json:"sentinel,omitempty"`
}

// SphereFellowship is the sphere of the heroes of the saga expansions.
//
// Source: The Mountain of Fire, "The Fellowship Sphere".
const SphereFellowship = "Fellowship"

// Seat is one player's place at a table.
type Seat struct {
	Player events.PersonID `json:"player"`
	Table  events.TableID  `json:"table"`
	Heroes []Hero          `json:"heroes,omitempty"` // 0 to 3, and a Ring-bearer beside them; none: not declared yet
	// Threat is the starting threat if it is not the sum of the heroes' threat costs, 0 to 49.
	Threat *int `json:"threat,omitempty"`
	// Penalty is what a campaign adds to the sum of the heroes' threat costs, 0 to 49. It comes from
	// [Campaign].Threat, whoever declares the seat.
	//
	// Source: facts/game-facts.md, "5.5 Campaign log".
	Penalty int `json:"penalty,omitempty"`
	// Contract is the contract put into play with the heroes; empty: none.
	//
	// Source: A Shadow in the East, "Contracts".
	Contract string `json:"contract,omitempty"`
	// OneRing is set if the player has The One Ring, the attachment, and Ring names the hero it is
	// attached to in setup.
	//
	// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
	OneRing bool   `json:"oneRing,omitempty"`
	Ring    string `json:"ring,omitempty"`
}

// Campaign is what a game of a campaign is played with, as the campaign log had it when the group
// was opened. It is data of the command, so that a group decides from its own stream alone.
//
// Source: The Mountain of Fire, "Campaign Mode".
type Campaign struct {
	Stream  string         `json:"stream"`            // the campaign's id in the same gathering
	Boons   []string       `json:"boons,omitempty"`   // codes of earned boons
	Burdens []string       `json:"burdens,omitempty"` // codes of burdens in the pool
	Fallen  []string       `json:"fallen,omitempty"`  // titles of fallen heroes
	Facts   map[string]int `json:"facts,omitempty"`   // notes with a number: "corsair-fleet": 4
	// Place says at which table a boon or burden is that the setups of both scenarios of an epic
	// game call for: its code and the scenario.
	//
	// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
	Place map[string]string `json:"place,omitempty"`
	// Threat is what players add to their starting threat: the permanent penalty and what they take in
	// this game only, 0 to 49 each.
	//
	// Source: facts/game-facts.md, "5.5 Campaign log".
	Threat map[events.PersonID]int `json:"threat,omitempty"`
	// Do lists what the campaign cards ask of the people in setup, in words.
	Do []string `json:"do,omitempty"`
}

// Step is one entry of the effect queue of a round's end. Steps resolve in rising Order; steps of
// equal Order may be answered in any order.
type Step struct {
	ID    string         `json:"id"`              // unique in the group, "4-forced-3b"
	Kind  string         `json:"kind"`            // see the Step… constants
	Order int            `json:"order"`           // 1, 2, 3, …
	Table events.TableID `json:"table,omitempty"` // who resolves it; empty: the coordinator
	Stage string         `json:"stage,omitempty"` // the stage whose effect it is, "3B"
	// Trigger is the id of the trigger that a [StepTrigger] resolves, and Says what it does in a few
	// words for people.
	Trigger string `json:"trigger,omitempty"`
	Says    string `json:"says,omitempty"`
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

// Kinds of step of other scenarios and of The Mountain of Fire's epic mode.
const (
	StepTrigger  = "trigger"   // an end-of-round effect of a card in play at the table; Trigger names it
	StepOrder    = "order"     // the group chooses which of the two effects comes first
	StepModeCard = "mode-card" // who draws and who lowers threat
	StepGwaihir  = "gwaihir"   // Gwaihir may change hands
	StepEye      = "eye"       // the Eye moves, or its move is cancelled
	StepOutcome  = "outcome"   // is the game won or lost
)

// Option is one answer to an open step.
type Option struct {
	Choice  string `json:"choice"`            // see the Choice… constants, or a stage for StepChoose
	Allowed bool   `json:"allowed"`           // false: shown greyed
	Why     string `json:"why,omitempty"`     // why it is not allowed, or what it does, for people
	Needs   string `json:"needs,omitempty"`   // what else the answer must carry: "player", "enemy", "table", "card-player", "player-number"
	Effect  string `json:"effect,omitempty"`  // what it does, in a few words for people
	Section string `json:"section,omitempty"` // rulebook section or fact it rests on
}

// Choices of [ResolveStep].
const (
	ChoicePay       = "pay"        // remove 5 progress
	ChoicePayBonus  = "pay-bonus"  // remove 10 progress and use the stage's good effect
	ChoiceSuffer    = "suffer"     // the bad effect
	ChoiceUse       = "use"        // use a Response
	ChoicePass      = "pass"       // do not use a Response, keep what one has
	ChoiceTakeHost  = "take-host"  // spend 10 progress of Power of Lórien, take Host of Lórien
	ChoiceTakeBoth  = "take-both"  // spend 10 and 20, take Host and keep Power of Lórien
	ChoiceDone      = "done"       // the people at the table have carried it out
	ChoiceGive      = "give"       // hand a Lórien card over
	ChoiceGate      = "black-gate" // The Black Gate Opens: its players draw, the others lower threat
	ChoiceDoom      = "mount-doom" // Mount Doom: its players draw, the others lower threat
	ChoiceCancel    = "cancel"     // pay the price and cancel the effect
	ChoiceLet       = "let"        // let it happen
	ChoiceCardFirst = "card-first" // the mode card, then the Eye
	ChoiceEyeFirst  = "eye-first"  // the Eye, then the mode card
)
