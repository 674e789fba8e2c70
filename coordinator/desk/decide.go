package desk

import (
	"fmt"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
)

// Codes of refusals about a gathering.
const (
	CodeNotOpened engine.Code = "not-opened"       // there is no such gathering
	CodeOpened    engine.Code = "already-opened"   // its id is taken
	CodeEnded     engine.Code = "gathering-over"   // it takes nothing any more
	CodeSealed    engine.Code = "gathering-sealed" // nor does its log, for ever
	CodeKnown     engine.Code = "already-known"    // a person of that id is registered
	CodeUnknown   engine.Code = "no-such-person"   // nobody of that id is registered
	CodeForgotten engine.Code = "forgotten"        // the name is gone already
	CodeNoHook    engine.Code = "no-such-hook"     // there is no webhook of that id
	CodeHookKnown engine.Code = "hook-known"       // its id was given before
	CodeHooksFull engine.Code = "too-many-hooks"   // a gathering has no more
)

// MaxBatch is how many people one command registers at most.
const MaxBatch = 500

// Decide answers a command, asked in a state, with the events to append, or with a
// [*engine.Refusal]. It checks, in this order: the right of who asks, the device's count, the state
// of the gathering, the command's own rules.
func Decide(s State, c coordinator.Command) ([]events.Payload, error) {
	if c.Body == nil {
		return nil, refuse(engine.CodeMalformed, "the command has no body")
	}
	if no := access.May(c.Actor, access.Give(c.Body.CommandType()), object(c.Body)); no != nil {
		return nil, no
	}
	if err := s.count(c); err != nil {
		return nil, err
	}
	if err := s.phase(c.Body); err != nil {
		return nil, err
	}
	if b, ok := c.Body.(desk.SealGathering); ok {
		return s.seal(b)
	}
	e, err := s.decide(c.Actor, c.Body)
	if err != nil {
		return nil, err
	}
	return []events.Payload{e}, nil
}

func object(b events.CommandBody) access.Object {
	switch b := b.(type) {
	case desk.RenewCode:
		return access.Object{Group: b.Group, Table: b.Table}
	case desk.CorrectPerson:
		return access.Object{Person: b.Person}
	}
	return access.Object{}
}

// count refuses a device's command that is out of its own order.
func (s State) count(c coordinator.Command) error {
	last, _ := s.devices.Get(c.Device)
	return coordinator.Count(c, last)
}

func (s State) phase(b events.CommandBody) error {
	_, opens := b.(desk.OpenGathering)
	if s.Sealed {
		return refuse(CodeSealed, "the gathering %s is sealed; nothing of it changes any more, and that cannot be undone", s.Name)
	}
	switch b.(type) {
	case desk.RecordRepair:
		return nil // what was mended is recorded whatever the gathering is at
	case desk.SealGathering:
		if s.Ended {
			return nil
		}
	case desk.RemoveWebhook, desk.DiscardLetter, desk.CorrectPerson:
		if s.Opened {
			return nil // what is left over is cleared away, and a wrong name put right, whenever it is seen
		}
	}
	switch {
	case s.Ended:
		return refuse(CodeEnded, "the gathering %s has ended; nothing can be changed", s.Name)
	case opens && s.Opened:
		return refuse(CodeOpened, "a gathering of this id was opened already as %s; choose another id", s.Name)
	case !opens && !s.Opened:
		return refuse(CodeNotOpened, "there is no such gathering yet; open it first")
	}
	return nil
}

func (s State) decide(by events.Actor, b events.CommandBody) (events.Payload, error) {
	switch b := b.(type) {
	case desk.OpenGathering:
		return open(b)
	case desk.RegisterPeople:
		return s.register(b)
	case desk.CorrectPerson:
		return s.correct(by, b)
	case desk.ForgetPerson:
		return s.forget(b)
	case desk.RenewCode:
		return s.renew(b)
	case desk.EndGathering:
		return desk.GatheringEnded{}, nil
	case desk.RecordRepair:
		return repair(b)
	case desk.RegisterWebhook, desk.ChangeWebhook, desk.RemoveWebhook, desk.DiscardLetter:
		return s.decideHooks(b)
	default:
		return nil, refuse(engine.CodeUnknownCommand, "a gathering does not know the command %s; update this program", b.CommandType())
	}
}

func open(b desk.OpenGathering) (events.Payload, error) {
	name, err := roster.CleanName(b.Name)
	if err != nil {
		return nil, refuse(engine.CodeMalformed, "the gathering's name %v", err)
	}
	if w := b.Settings.WinCheck; w != "" && w != group.WinAtEachChance && w != group.WinStrict {
		return nil, refuse(engine.CodeMalformed, "setting winCheck %q is not known; use %s or %s", w, group.WinAtEachChance, group.WinStrict)
	}
	return desk.GatheringOpened{Name: name, Settings: b.Settings}, nil
}

func (s State) register(b desk.RegisterPeople) (events.Payload, error) {
	if len(b.People) == 0 || len(b.People) > MaxBatch {
		return nil, refuse(engine.CodeMalformed, "%d people; register 1 to %d at a time", len(b.People), MaxBatch)
	}
	here := map[events.PersonID]bool{}
	for i, p := range b.People {
		if err := p.ID.Validate(); err != nil {
			return nil, refuse(engine.CodeMalformed, "person %d: %v", i+1, err)
		}
		if p.Commitment.IsZero() {
			return nil, refuse(engine.CodeMalformed, "person %d (%s) has no commitment to a name", i+1, p.ID)
		}
		if _, known := s.people.Get(p.ID); known || here[p.ID] {
			return nil, refuse(CodeKnown, "person %d: the id %s is taken; ids are unique in a gathering", i+1, p.ID)
		}
		here[p.ID] = true
	}
	return desk.PeopleRegistered(b), nil
}

func (s State) forget(b desk.ForgetPerson) (events.Payload, error) {
	switch known, forgotten := s.Knows(b.Person); {
	case !known:
		return nil, refuse(CodeUnknown, "nobody with the id %q is registered with this gathering", b.Person)
	case forgotten:
		return nil, refuse(CodeForgotten, "the name of %s was erased already", b.Person)
	}
	return desk.PersonForgotten(b), nil
}

func (s State) renew(b desk.RenewCode) (events.Payload, error) {
	if err := b.Group.Validate(); err != nil {
		return nil, refuse(engine.CodeMalformed, "%v", err)
	}
	if err := b.Table.Validate(); err != nil {
		return nil, refuse(engine.CodeMalformed, "%v", err)
	}
	return desk.CodeRenewed{Group: b.Group, Table: b.Table, Epoch: s.Epoch(b.Group, b.Table) + 1}, nil
}

// repair records that a copy of the log was mended. Only what no repair can have said is refused.
func repair(b desk.RecordRepair) (events.Payload, error) {
	for _, copied := range b.Damaged {
		if copied != "stream" && copied != "ledger" {
			return nil, refuse(engine.CodeMalformed, "the log has no copy %q; it has a stream and a ledger", copied)
		}
	}
	if len(b.Damaged) == 0 || b.Restored < 0 || b.Commits < 1 || len(b.Says) > desk.MaxRepairWords {
		return nil, refuse(engine.CodeMalformed, "a repair names what was damaged, 0 or more commits restored, 1 or more commits in all, and at most %d bytes of words", desk.MaxRepairWords)
	}
	return desk.LogRepaired(b), nil
}

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}
