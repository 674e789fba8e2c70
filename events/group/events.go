package group

import "github.com/muster-events/muster/events"

// GroupOpened is the first event of a group's stream. Engine names the version of the rules that
// decide it.
type GroupOpened struct {
	Name       string      `json:"name"`
	Scenario   string      `json:"scenario"`
	Mode       string      `json:"mode"`
	Difficulty string      `json:"difficulty"`
	Tables     []TableName `json:"tables"`
	Settings   Settings    `json:"settings"`
	Seed       uint64      `json:"seed"`
	Engine     string      `json:"engine"` // "lotr-1"
}

// PlayersSeated adds or replaces seats; the table's other players keep theirs.
type PlayersSeated struct {
	Seats []Seat `json:"seats"`
}

// PlayerUnseated takes a player out of the group before play.
type PlayerUnseated struct {
	Player events.PersonID `json:"player"`
	Table  events.TableID  `json:"table"`
}

// GroupStarted ends setup.
type GroupStarted struct {
	Players int `json:"players"` // of the whole group
}

// RoundStarted starts a round at every table of the group.
type RoundStarted struct {
	Round int `json:"round"` // 1 or more
}

// TableEndedRound says that a table waits at the barrier. Forced and Reason are set when the
// organiser or a judge ended it.
type TableEndedRound struct {
	Table  events.TableID `json:"table"`
	Round  int            `json:"round"`
	Forced bool           `json:"forced,omitempty"`
	Reason string         `json:"reason,omitempty"`
}

// RoundEnded closes the barrier. Steps is the effect queue of this round's end, in order.
//
// Source: Attack on Dol Guldur, "Playing Epic Multiplayer Mode".
type RoundEnded struct {
	Round int    `json:"round"`
	Steps []Step `json:"steps"`
}

// StepsAdded appends steps that only became known while the queue was resolved.
type StepsAdded struct {
	Steps []Step `json:"steps"`
}

// StepOpened says that a step now waits for people, with every answer that can be given.
type StepOpened struct {
	Step    string          `json:"step"`
	Table   events.TableID  `json:"table"`
	Decides events.PersonID `json:"decides,omitempty"` // the first player there
	Options []Option        `json:"options"`
}

// StepResolved says that a step is done. Auto is set when no choice was left to people.
type StepResolved struct {
	Step   string         `json:"step"`
	Table  events.TableID `json:"table,omitempty"`
	Choice string         `json:"choice,omitempty"`
	Auto   bool           `json:"auto,omitempty"`
	// Skipped is set when the step did not apply; Why says why.
	Skipped bool   `json:"skipped,omitempty"`
	Why     string `json:"why,omitempty"`
}

// EntryWithdrawn takes an entry of this round back, with all that it did to the table and group.
type EntryWithdrawn struct {
	Table   events.TableID   `json:"table"`
	Entry   events.CommandID `json:"entry"`
	Kind    string           `json:"kind"`    // its command type
	Version events.Version   `json:"version"` // of the commit that recorded it
}

// GroupPaused stops play.
type GroupPaused struct {
	Reason string `json:"reason"`
}

// GroupResumed goes on after a pause.
type GroupResumed struct{}

// GroupAbandoned ends a group without a result.
type GroupAbandoned struct {
	Round  int    `json:"round"`
	Reason string `json:"reason"`
}

// GroupWon ends a group: its players have won.
type GroupWon struct {
	Round  int    `json:"round"`
	Reason string `json:"reason"` // for people
	Rule   string `json:"rule"`   // citation
}

// GroupLost ends a group: its players have lost.
type GroupLost struct {
	Round  int            `json:"round"`
	Table  events.TableID `json:"table,omitempty"` // where it happened
	Reason string         `json:"reason"`
	Rule   string         `json:"rule"`
}

// GroupReopened takes a result back by a ruling; play goes on where it was.
type GroupReopened struct {
	Was string `json:"was"` // "won", "lost" or "abandoned"
}

// Verdicts of a ruling on a mistake found later.
//
// Ruling: 17.
const (
	VerdictStands    = "stands"
	VerdictCorrected = "corrected"
	VerdictReplayed  = "replayed"
)

// RulingMade heads the corrections of a judge; the events after it in the same commit are what it
// changes.
type RulingMade struct {
	Reason   string         `json:"reason"`
	Verdict  string         `json:"verdict"`
	Corrects events.Version `json:"corrects,omitempty"` // the commit that was wrong, if one was
}

// RulingCountersigned says that a second judge has looked at a ruling and agrees. Who that is, the
// commit's command says.
type RulingCountersigned struct {
	Ruling events.Version `json:"ruling"` // the commit of the ruling
}

// RulingDisputed says that a second judge does not agree with a ruling, which stands until another one
// corrects it.
type RulingDisputed struct {
	Ruling events.Version `json:"ruling"`
	Reason string         `json:"reason"`
}

// EntryFlagged says that a table disputes an entry of its group. The version of its commit is the number
// of the flag.
type EntryFlagged struct {
	Table  events.TableID `json:"table"`
	Entry  events.Version `json:"entry"` // the commit that is disputed
	Reason string         `json:"reason"`
}

// FlagTakenBack says that a table has settled what it had flagged.
type FlagTakenBack struct {
	Table events.TableID `json:"table"`
	Flag  events.Version `json:"flag"` // the commit of the flag
}

// Outcomes of a flag.
const (
	FlagStands    = "stands"    // a judge has looked at the entry, and it is right
	FlagCorrected = "corrected" // a ruling has put it right
	FlagDismissed = "dismissed" // nothing for a judge
)

// FlagResolved answers a flag.
type FlagResolved struct {
	Flag    events.Version `json:"flag"` // the commit of the flag
	Table   events.TableID `json:"table"`
	Outcome string         `json:"outcome"`          // a Flag… constant
	Ruling  events.Version `json:"ruling,omitempty"` // the commit of the ruling that did
	Reason  string         `json:"reason"`
}

// PlayerAdmitted seats a player who arrived during play.
type PlayerAdmitted struct {
	Seat   Seat   `json:"seat"`
	Reason string `json:"reason"`
}

// PlayerDropped records that a player has left during play. Their elimination, if that was chosen,
// is an event of its own.
type PlayerDropped struct {
	Player events.PersonID `json:"player"`
	Table  events.TableID  `json:"table"`
	How    string          `json:"how"`
	Heir   events.PersonID `json:"heir,omitempty"` // has the seat from now on
	Reason string          `json:"reason,omitempty"`
}

// RecorderTaken makes Device the one that records for a table.
type RecorderTaken struct {
	Table  events.TableID  `json:"table"`
	Device events.DeviceID `json:"device"`
	Was    events.DeviceID `json:"was,omitempty"`
	By     events.PersonID `json:"by,omitempty"` // the captain
}

// KeyRegistered says which key a device signs with from now on: whatever it enters for its table without a
// signature of that key is refused.
type KeyRegistered struct {
	Table  events.TableID  `json:"table"`
	Device events.DeviceID `json:"device"`
	Key    string          `json:"key"`           // standard base64 of an Ed25519 public key
	Was    string          `json:"was,omitempty"` // the key of the device that it replaces, which did not sign this
	By     events.PersonID `json:"by,omitempty"`  // the captain
}

// NoticePosted is a message to tables.
type NoticePosted struct {
	Text   string           `json:"text"`
	Tables []events.TableID `json:"tables,omitempty"`
}

// EventType implements events.Payload.
func (GroupOpened) EventType() string { return "group.opened.v1" }

// EventType implements events.Payload.
func (PlayersSeated) EventType() string { return "group.players-seated.v1" }

// EventType implements events.Payload.
func (PlayerUnseated) EventType() string { return "group.player-unseated.v1" }

// EventType implements events.Payload.
func (GroupStarted) EventType() string { return "group.started.v1" }

// EventType implements events.Payload.
func (RoundStarted) EventType() string { return "group.round-started.v1" }

// EventType implements events.Payload.
func (TableEndedRound) EventType() string { return "group.table-ended-round.v1" }

// EventType implements events.Payload.
func (RoundEnded) EventType() string { return "group.round-ended.v1" }

// EventType implements events.Payload.
func (StepsAdded) EventType() string { return "group.steps-added.v1" }

// EventType implements events.Payload.
func (StepOpened) EventType() string { return "group.step-opened.v1" }

// EventType implements events.Payload.
func (StepResolved) EventType() string { return "group.step-resolved.v1" }

// EventType implements events.Payload.
func (EntryWithdrawn) EventType() string { return "group.entry-withdrawn.v1" }

// EventType implements events.Payload.
func (GroupPaused) EventType() string { return "group.paused.v1" }

// EventType implements events.Payload.
func (GroupResumed) EventType() string { return "group.resumed.v1" }

// EventType implements events.Payload.
func (GroupAbandoned) EventType() string { return "group.abandoned.v1" }

// EventType implements events.Payload.
func (GroupWon) EventType() string { return "group.won.v1" }

// EventType implements events.Payload.
func (GroupLost) EventType() string { return "group.lost.v1" }

// EventType implements events.Payload.
func (GroupReopened) EventType() string { return "group.reopened.v1" }

// EventType implements events.Payload.
func (RulingMade) EventType() string { return "group.ruling-made.v1" }

// EventType implements events.Payload.
func (PlayerAdmitted) EventType() string { return "group.player-admitted.v1" }

// EventType implements events.Payload.
func (PlayerDropped) EventType() string { return "group.player-dropped.v1" }

// EventType implements events.Payload.
func (RecorderTaken) EventType() string { return "group.recorder-taken.v1" }

// EventType implements events.Payload.
func (KeyRegistered) EventType() string { return "group.key-registered.v1" }

// EventType implements events.Payload.
func (NoticePosted) EventType() string { return "group.notice-posted.v1" }

// EventType implements events.Payload.
func (RulingCountersigned) EventType() string { return "group.ruling-countersigned.v1" }

// EventType implements events.Payload.
func (RulingDisputed) EventType() string { return "group.ruling-disputed.v1" }

// EventType implements events.Payload.
func (EntryFlagged) EventType() string { return "group.entry-flagged.v1" }

// EventType implements events.Payload.
func (FlagTakenBack) EventType() string { return "group.flag-taken-back.v1" }

// EventType implements events.Payload.
func (FlagResolved) EventType() string { return "group.flag-resolved.v1" }
