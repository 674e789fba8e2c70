// Package desk holds the commands and events of a gathering's own stream: that it was opened, its
// settings, the people it knows (by id and salted commitment only), the codes that were renewed,
// the webhooks that are told what happens, and its end.
package desk

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// OpenGathering begins a gathering. Role: organiser. First command of the desk stream.
type OpenGathering struct {
	Name     string         `json:"name"`     // 1 to 80 characters
	Settings group.Settings `json:"settings"` // defaults for the groups opened later
}

// RegisterPeople makes people known to the gathering, all or none. Role: organiser, system.
type RegisterPeople struct {
	People []Person `json:"people"` // 1 to 500
}

// Person is one person as the log knows them.
type Person struct {
	ID events.PersonID `json:"id"`
	// Commitment binds the log to the name and contact without holding them: SHA-256 of salt, name
	// and contact, each preceded by its length.
	Commitment events.Hash `json:"commitment"`
}

// ForgetPerson records that a person's name and salt were deleted on request. Role: organiser.
type ForgetPerson struct {
	Person events.PersonID `json:"person"`
}

// RenewCode makes a table's join code invalid and gives it a new one. Role: organiser.
type RenewCode struct {
	Group events.GroupID `json:"group"`
	Table events.TableID `json:"table"`
}

// EndGathering closes the gathering: nothing is accepted afterwards. Role: organiser.
type EndGathering struct{}

// MaxRepairWords is the greatest length of what a repair says, in bytes.
const MaxRepairWords = 2000

// RecordRepair records that one of the two copies of the gathering's log was damaged and has been
// mended from the other. Role: system; `muster repair` appends it itself, also after the gathering
// has ended, and it is always accepted until the gathering is sealed.
type RecordRepair struct {
	Damaged  []string `json:"damaged"`  // "stream", "ledger" or both, in this order
	Restored int      `json:"restored"` // commits that were missing or different in a copy
	Commits  int      `json:"commits"`  // length of the log when it was whole again, 1 or more
	Says     string   `json:"says"`     // what was found, in words, at most MaxRepairWords
}

// GatheringOpened is the first event of a gathering's log.
type GatheringOpened struct {
	Name     string         `json:"name"`
	Settings group.Settings `json:"settings"`
}

// PeopleRegistered makes people known.
type PeopleRegistered struct {
	People []Person `json:"people"`
}

// PersonForgotten says that a name and its salt are gone.
type PersonForgotten struct {
	Person events.PersonID `json:"person"`
}

// CodeRenewed gives a table another join code. Epoch counts its codes: the first is 1.
type CodeRenewed struct {
	Group events.GroupID `json:"group"`
	Table events.TableID `json:"table"`
	Epoch int            `json:"epoch"` // of the new code, 2 or more
}

// GatheringEnded closes the gathering.
type GatheringEnded struct{}

// LogRepaired says that a damaged copy of the log was mended; see [RecordRepair].
type LogRepaired struct {
	Damaged  []string `json:"damaged"`
	Restored int      `json:"restored"`
	Commits  int      `json:"commits"`
	Says     string   `json:"says"`
}

// CommandType implements events.CommandBody.
func (RecordRepair) CommandType() string { return "desk.record-repair.v1" }

// EventType implements events.Payload.
func (LogRepaired) EventType() string { return "desk.log-repaired.v1" }

// CommandType implements events.CommandBody.
func (OpenGathering) CommandType() string { return "desk.open-gathering.v1" }

// CommandType implements events.CommandBody.
func (RegisterPeople) CommandType() string { return "desk.register-people.v1" }

// CommandType implements events.CommandBody.
func (ForgetPerson) CommandType() string { return "desk.forget-person.v1" }

// CommandType implements events.CommandBody.
func (RenewCode) CommandType() string { return "desk.renew-code.v1" }

// CommandType implements events.CommandBody.
func (EndGathering) CommandType() string { return "desk.end-gathering.v1" }

// EventType implements events.Payload.
func (GatheringOpened) EventType() string { return "desk.gathering-opened.v1" }

// EventType implements events.Payload.
func (PeopleRegistered) EventType() string { return "desk.people-registered.v1" }

// EventType implements events.Payload.
func (PersonForgotten) EventType() string { return "desk.person-forgotten.v1" }

// EventType implements events.Payload.
func (CodeRenewed) EventType() string { return "desk.code-renewed.v1" }

// EventType implements events.Payload.
func (GatheringEnded) EventType() string { return "desk.gathering-ended.v1" }

// Catalogue declares every command and event type of this package.
func Catalogue() *events.Catalogue {
	return events.NewCatalogue(
		events.DeclareCommand[OpenGathering](),
		events.DeclareCommand[RegisterPeople](),
		events.DeclareCommand[CorrectPerson](),
		events.DeclareCommand[ForgetPerson](),
		events.DeclareCommand[RenewCode](),
		events.DeclareCommand[EndGathering](),
		events.DeclareCommand[SealGathering](),
		events.DeclareCommand[RecordRepair](),
		events.DeclareCommand[RegisterWebhook](),
		events.DeclareCommand[ChangeWebhook](),
		events.DeclareCommand[RemoveWebhook](),
		events.DeclareCommand[DiscardLetter](),
		events.DeclareEvent[GatheringOpened](),
		events.DeclareEvent[PeopleRegistered](),
		events.DeclareEvent[PersonCorrected](),
		events.DeclareEvent[PersonForgotten](),
		events.DeclareEvent[CodeRenewed](),
		events.DeclareEvent[GatheringEnded](),
		events.DeclareEvent[GatheringSealed](),
		events.DeclareEvent[LogRepaired](),
		events.DeclareEvent[WebhookRegistered](),
		events.DeclareEvent[WebhookChanged](),
		events.DeclareEvent[WebhookRemoved](),
		events.DeclareEvent[LetterDiscarded](),
	)
}
