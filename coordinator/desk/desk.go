// Package desk decides about a gathering itself: that it was opened, whom it knows, which join codes
// were renewed, that it has ended. It is pure, in the same form as package coordinator: [Decide]
// answers a command with events or a refusal, [Apply] folds a commit.
//
// Invariants:
//
//  1. OpenGathering is the first command; nothing is accepted after EndGathering; but a repair
//     of the log is recorded at any time, and what is left over afterwards can be cleared away:
//     webhooks removed, dead letters discarded, wrong names put right.
//  2. A person's id is registered once, and forgotten at most once; nothing is corrected of who is forgotten.
//  3. Epochs of a table's code are 1 (never renewed), 2, 3, … without a gap.
//  4. The id of a webhook is given once. Its address and its secret are never in the log.
//
// Next: coordinator/runner, which runs this for the desk stream.
package desk

import (
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/index"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
)

// State is what is known about a gathering. It is a value: nothing in a State that was handed out is
// written again.
type State struct {
	Name     string
	Settings group.Settings // defaults of the groups opened later
	Opened   bool
	Ended    bool
	Sealed   bool // its log takes nothing any more; it has ended too
	People   int  // registered, the forgotten included
	Repairs  int  // how often a damaged copy of the log was mended
	// Webhooks are told what happens, in the order in which they were registered. Read only.
	Webhooks []desk.Webhook

	version events.Version
	people  index.Index[events.PersonID, person]
	epochs  index.Index[string, int] // by group and table
	seen    index.Index[events.CommandID, events.Version]
	devices index.Index[events.DeviceID, uint64]
	hooks   index.Index[desk.WebhookID, bool] // every id that was given; true: it is gone
}

// person is what the desk keeps about one person.
type person struct {
	commitment events.Hash
	forgotten  bool
}

// Initial returns the state of an empty stream.
func Initial() State { return State{} }

// Version returns the number of commits that the state holds.
func (s State) Version() events.Version { return s.version }

// Seen returns the version of the commit that holds a command, and whether there is one.
func (s State) Seen(id events.CommandID) (events.Version, bool) { return s.seen.Get(id) }

// Over reports whether the gathering has ended: it takes no more commands.
func (s State) Over() bool { return s.Ended }

// Epoch returns the number of a table's join code: 1 until it is renewed.
func (s State) Epoch(g events.GroupID, t events.TableID) int {
	if n, ok := s.epochs.Get(codeKey(g, t)); ok {
		return n
	}
	return 1
}

// Knows reports whether a person was registered, and whether they were forgotten since.
func (s State) Knows(p events.PersonID) (known, forgotten bool) {
	who, ok := s.people.Get(p)
	return ok, who.forgotten
}

// Commitment returns the salted commitment to a person's name and contact.
func (s State) Commitment(p events.PersonID) (events.Hash, bool) {
	who, ok := s.people.Get(p)
	return who.commitment, ok
}

func codeKey(g events.GroupID, t events.TableID) string { return string(g) + "/" + string(t) }

// Apply returns s with a commit taken into account, and remembers its command. It never refuses.
func Apply(s State, a coordinator.Applied) State {
	for _, e := range a.Events {
		s = s.evolve(e)
	}
	s.version = a.Version
	s.seen = s.seen.With(a.Command.ID, a.Version)
	if a.Command.N > 0 && a.Command.Device != "" {
		s.devices = s.devices.With(a.Command.Device, a.Command.N)
	}
	return s
}

func (s State) evolve(e events.Payload) State {
	switch e := e.(type) {
	case desk.GatheringOpened:
		s.Name, s.Settings, s.Opened = e.Name, e.Settings, true
	case desk.PeopleRegistered:
		for _, p := range e.People {
			s.people = s.people.With(p.ID, person{commitment: p.Commitment})
			s.People++
		}
	case desk.PersonCorrected:
		who, _ := s.people.Get(e.Person)
		who.commitment = e.Commitment
		s.people = s.people.With(e.Person, who)
	case desk.PersonForgotten:
		who, _ := s.people.Get(e.Person)
		who.forgotten = true
		s.people = s.people.With(e.Person, who)
	case desk.CodeRenewed:
		s.epochs = s.epochs.With(codeKey(e.Group, e.Table), e.Epoch)
	case desk.GatheringEnded:
		s.Ended = true
	case desk.GatheringSealed:
		s.Sealed = true
	case desk.LogRepaired:
		s.Repairs++
	default:
		return s.evolveHooks(e)
	}
	return s
}
