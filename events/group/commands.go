package group

import (
	"strings"

	"github.com/muster-events/muster/events"
)

// OpenGroup begins a group. Role: organiser. It is the first command of a group's stream.
type OpenGroup struct {
	Name       string      `json:"name"`       // 1 to 80 characters
	Scenario   string      `json:"scenario"`   // "attack-on-dol-guldur"
	Mode       string      `json:"mode"`       // "epic" or "standard"
	Difficulty string      `json:"difficulty"` // "standard", "easy" or "nightmare"
	Tables     []TableName `json:"tables"`     // epic Dol Guldur: 3, epic Mountain of Fire: 2, standard: 1
	Settings   Settings    `json:"settings"`
	Seed       uint64      `json:"seed"` // of every draw in this group
}

// SeatPlayers adds or changes seats, all or none. Role: organiser, in setup; or a captain for their
// own table's players that are already seated there (declaring heroes), in setup or round 1.
type SeatPlayers struct {
	Seats []Seat `json:"seats"`
}

// UnseatPlayer takes a player out of a group in setup. Role: organiser.
type UnseatPlayer struct {
	Player events.PersonID `json:"player"`
}

// StartGroup ends setup and starts round 1 at every table. Role: organiser.
type StartGroup struct{}

// EndRound says that a table has ended its round. Role: the table's captain, organiser, judge.
type EndRound struct {
	Table events.TableID `json:"table"`
	Round int            `json:"round"`
}

// ForceEndRound ends a table's round although something is open there. Role: organiser, judge.
type ForceEndRound struct {
	Table  events.TableID `json:"table"`
	Round  int            `json:"round"`
	Reason string         `json:"reason"` // 1 to 400 characters
}

// ResolveStep answers an open step of the effect queue. Role: the step's table's captain,
// organiser, judge.
type ResolveStep struct {
	Table  events.TableID `json:"table"`
	Step   string         `json:"step"`
	Choice string         `json:"choice"` // a Choice… constant; for StepChoose the stage, "3D"
	// Player is the target of a choice that needs one, at any stage.
	Player events.PersonID `json:"player,omitempty"`
	// AtTable is the target table of a choice that needs one (the stage of 1B's Response; the table
	// of Enemy).
	AtTable events.TableID `json:"atTable,omitempty"`
	// Enemy is the target enemy in play at AtTable; 0 with Card set: one that was not entered.
	Enemy int `json:"enemy,omitempty"`
	// Card is the code or name of an enemy that was not entered, with its siege value if the
	// scenario data has none.
	Card  string `json:"card,omitempty"`
	Siege *int   `json:"siege,omitempty"`
	// Give names the Lórien card of a hand-over: "host" or "power".
	Give string `json:"give,omitempty"`
	// From is who gives it, if several players there control such a card; empty: the first of them.
	From events.PersonID `json:"from,omitempty"`
	// N is a number that the answer needs.
	N int `json:"n,omitempty"`
}

// Withdraw takes back the table's latest entry of this round. Role: the table's captain.
type Withdraw struct {
	Table events.TableID   `json:"table"`
	Entry events.CommandID `json:"entry"` // the command to take back; must be the latest that stands
}

// Pause stops play. Role: organiser, judge.
type Pause struct {
	Reason string `json:"reason"` // 1 to 400 characters
}

// Resume goes on after a pause. Role: organiser, judge.
type Resume struct{}

// Abandon ends a group without a result. Role: organiser.
type Abandon struct {
	Reason string `json:"reason"` // 1 to 400 characters
}

// AdmitPlayer seats a player who arrives during play. The rulebook does not say what that does to
// the city strength, so the organiser says it. Role: organiser.
type AdmitPlayer struct {
	Seat      Seat   `json:"seat"`
	RaiseCity bool   `json:"raiseCity"` // add what one player adds during setup
	Reason    string `json:"reason"`    // 1 to 400 characters
}

// Ways in which a player leaves, for [DropPlayer].
//
// Ruling: 16.
const (
	DropEliminate = "eliminate"
	DropHandOver  = "hand-over"
)

// DropPlayer records that a player has left during play. Role: organiser.
type DropPlayer struct {
	Player events.PersonID `json:"player"`
	How    string          `json:"how"`              // DropEliminate or DropHandOver
	Heir   events.PersonID `json:"heir,omitempty"`   // hand-over: who plays the deck on; not seated before
	Reason string          `json:"reason,omitempty"` // 1 to 400 characters; it has to be there
}

// TakeRecorder makes the sending device the one that records for a table. Role: the table's captain.
type TakeRecorder struct {
	Table   events.TableID `json:"table"`
	Confirm bool           `json:"confirm"` // needed when another device records at the moment
}

// RegisterKey shows the public key that the sending device, which records for the table, signs what it enters
// with from now on. The command is signed with that key itself. A device that has shown a key shows another
// one only after it has taken the recorder anew. Role: the table's captain.
type RegisterKey struct {
	Table events.TableID `json:"table"`
	Key   string         `json:"key"` // standard base64 of an Ed25519 public key
}

// RuleSigned is why an entry without the signature of the phone's key is refused.
const RuleSigned = "muster: once a phone has shown its key, what it enters is signed with that key"

// Unsigned reports whether a command of a captain's device needs no signature although the device has shown
// a key: taking the recorder, since the key may be what was lost, and what the server writes for a phone out
// of a deck's file: the heroes of a player, and the deck.
func Unsigned(commandType string) bool {
	switch name, _, _ := strings.Cut(commandType, ".v"); name {
	case "group.take-recorder", "group.seat-players", "lotr.declare-deck":
		return true
	default:
		return false
	}
}

// PostNotice shows a message at tables. Role: organiser, judge.
type PostNotice struct {
	Text   string           `json:"text"`             // 1 to 280 characters
	Tables []events.TableID `json:"tables,omitempty"` // empty: all
}

// Countersign says that a second judge has looked at a ruling and agrees. Role: organiser, judge, and
// never who made it.
type Countersign struct {
	Ruling events.Version `json:"ruling"` // the commit of the ruling
}

// DisputeRuling says that a second judge does not agree with a ruling. The ruling stands until another
// one corrects it. Role: organiser, judge, and never who made it.
type DisputeRuling struct {
	Ruling events.Version `json:"ruling"` // the commit of the ruling
	Reason string         `json:"reason"` // 1 to 400 characters
}

// FlagEntry asks for a judge: a table says that an entry of its group is wrong. Role: the table's
// captain, organiser, judge.
type FlagEntry struct {
	Table  events.TableID `json:"table"`  // that asks; the entry may be another table's
	Entry  events.Version `json:"entry"`  // the commit that is disputed
	Reason string         `json:"reason"` // 1 to 400 characters
}

// TakeBackFlag says that a table has settled what it had flagged. Role: the table's captain, organiser,
// judge.
type TakeBackFlag struct {
	Table events.TableID `json:"table"`
	Flag  events.Version `json:"flag"` // the commit of the flag
}

// ResolveFlag answers a flag. Role: organiser, judge. A ruling that answers one names it itself
// (lotr.Rule).
type ResolveFlag struct {
	Flag    events.Version `json:"flag"`             // the commit of the flag
	Outcome string         `json:"outcome"`          // a Flag… constant
	Ruling  events.Version `json:"ruling,omitempty"` // FlagCorrected: the commit of the ruling
	Reason  string         `json:"reason"`           // 1 to 400 characters
}

// CommandType implements events.CommandBody.
func (OpenGroup) CommandType() string { return "group.open.v1" }

// CommandType implements events.CommandBody.
func (SeatPlayers) CommandType() string { return "group.seat-players.v1" }

// CommandType implements events.CommandBody.
func (UnseatPlayer) CommandType() string { return "group.unseat-player.v1" }

// CommandType implements events.CommandBody.
func (StartGroup) CommandType() string { return "group.start.v1" }

// CommandType implements events.CommandBody.
func (EndRound) CommandType() string { return "group.end-round.v1" }

// CommandType implements events.CommandBody.
func (ForceEndRound) CommandType() string { return "group.force-end-round.v1" }

// CommandType implements events.CommandBody.
func (ResolveStep) CommandType() string { return "group.resolve-step.v1" }

// CommandType implements events.CommandBody.
func (Withdraw) CommandType() string { return "group.withdraw.v1" }

// CommandType implements events.CommandBody.
func (Pause) CommandType() string { return "group.pause.v1" }

// CommandType implements events.CommandBody.
func (Resume) CommandType() string { return "group.resume.v1" }

// CommandType implements events.CommandBody.
func (Abandon) CommandType() string { return "group.abandon.v1" }

// CommandType implements events.CommandBody.
func (AdmitPlayer) CommandType() string { return "group.admit-player.v1" }

// CommandType implements events.CommandBody.
func (DropPlayer) CommandType() string { return "group.drop-player.v1" }

// CommandType implements events.CommandBody.
func (TakeRecorder) CommandType() string { return "group.take-recorder.v1" }

// CommandType implements events.CommandBody.
func (RegisterKey) CommandType() string { return "group.register-key.v1" }

// CommandType implements events.CommandBody.
func (PostNotice) CommandType() string { return "group.post-notice.v1" }

// CommandType implements events.CommandBody.
func (Countersign) CommandType() string { return "group.countersign.v1" }

// CommandType implements events.CommandBody.
func (DisputeRuling) CommandType() string { return "group.dispute-ruling.v1" }

// CommandType implements events.CommandBody.
func (FlagEntry) CommandType() string { return "group.flag-entry.v1" }

// CommandType implements events.CommandBody.
func (TakeBackFlag) CommandType() string { return "group.take-back-flag.v1" }

// CommandType implements events.CommandBody.
func (ResolveFlag) CommandType() string { return "group.resolve-flag.v1" }
