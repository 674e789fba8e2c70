package desk_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
)

var (
	organiser = events.Actor{Role: events.RoleOrganiser}
	system    = events.Actor{Role: events.RoleSystem}
	judge     = events.Actor{Role: events.RoleJudge}
	self      = events.Actor{Role: events.RoleCaptain, Group: "cup", Person: "p-2"} // on a phone
)

// correct corrects p-2.
func correct(c words.CorrectPerson) words.CorrectPerson {
	c.Person, c.Commitment, c.Why = "p-2", events.HashOf([]byte("another name")), words.WhyMisspelt
	return c
}

func person(id events.PersonID) words.Person {
	return words.Person{ID: id, Commitment: events.HashOf([]byte(id))}
}

func people(n int) words.RegisterPeople {
	var out words.RegisterPeople
	for i := range n {
		out.People = append(out.People, person(events.PersonID(fmt.Sprintf("p-%d", i+1))))
	}
	return out
}

var opened = words.GatheringOpened{Name: "Spring", Settings: group.Settings{MayStay: true}}

var sealed = []events.Payload{opened, words.GatheringEnded{}, words.GatheringSealed{}}

func given(es ...events.Payload) desk.State {
	s := desk.Initial()
	for i, e := range es {
		s = desk.Apply(s, coordinator.Applied{
			Version: events.Version(i + 1), Events: []events.Payload{e},
			Command: events.Command{ID: events.CommandID(fmt.Sprint(i)), Device: "laptop", N: uint64(i + 1)},
		})
	}
	return s
}

func TestDesk(t *testing.T) {
	for _, c := range []struct {
		name  string
		given []events.Payload
		who   events.Actor
		when  events.CommandBody
		then  events.Payload
		code  engine.Code
	}{
		{
			name: "a gathering is opened", who: organiser,
			when: words.OpenGathering{Name: "  Spring ", Settings: group.Settings{MayStay: true}}, then: opened,
		},
		{name: "by an organiser", who: judge, when: words.OpenGathering{Name: "Spring"}, code: engine.CodeNotAllowed},
		{name: "with a name", who: organiser, when: words.OpenGathering{Name: " "}, code: engine.CodeMalformed},
		{name: "and settings that are known", who: organiser, when: words.OpenGathering{Name: "Spring", Settings: group.Settings{WinCheck: "never"}}, code: engine.CodeMalformed},
		{name: "once", given: []events.Payload{opened}, who: organiser, when: words.OpenGathering{Name: "Spring"}, code: desk.CodeOpened},
		{name: "first", who: organiser, when: people(1), code: desk.CodeNotOpened},
		{
			name: "people are registered", given: []events.Payload{opened}, who: system,
			when: people(3), then: words.PeopleRegistered{People: people(3).People},
		},
		{name: "not by a judge", given: []events.Payload{opened}, who: judge, when: people(3), code: engine.CodeNotAllowed},
		{name: "at least one", given: []events.Payload{opened}, who: system, when: people(0), code: engine.CodeMalformed},
		{name: "at most 500", given: []events.Payload{opened}, who: system, when: people(501), code: engine.CodeMalformed},
		{
			name: "each id once", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}}, who: system,
			when: words.RegisterPeople{People: []words.Person{person("p-9"), person("p-2")}}, code: desk.CodeKnown,
		},
		{
			name: "each id once in the command too", given: []events.Payload{opened}, who: system,
			when: words.RegisterPeople{People: []words.Person{person("p-9"), person("p-9")}}, code: desk.CodeKnown,
		},
		{
			name: "with an id that is allowed", given: []events.Payload{opened}, who: system,
			when: words.RegisterPeople{People: []words.Person{person("Ana Maria")}}, code: engine.CodeMalformed,
		},
		{
			name: "with a commitment", given: []events.Payload{opened}, who: system,
			when: words.RegisterPeople{People: []words.Person{{ID: "p-1"}}}, code: engine.CodeMalformed,
		},
		{
			name: "a person is forgotten", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}},
			who: organiser, when: words.ForgetPerson{Person: "p-2"}, then: words.PersonForgotten{Person: "p-2"},
		},
		{
			name: "once", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}, words.PersonForgotten{Person: "p-2"}},
			who: organiser, when: words.ForgetPerson{Person: "p-2"}, code: desk.CodeForgotten,
		},
		{
			name: "and keeps the id", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}, words.PersonForgotten{Person: "p-2"}},
			who: organiser, when: people(2), code: desk.CodeKnown,
		},
		{
			name: "a name is corrected", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}},
			who: organiser, when: correct(words.CorrectPerson{Name: true}), then: words.PersonCorrected(correct(words.CorrectPerson{Name: true})),
		},
		{
			name: "after the end too", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}, words.GatheringEnded{}},
			who: organiser, when: correct(words.CorrectPerson{Name: true}), then: words.PersonCorrected(correct(words.CorrectPerson{Name: true})),
		},
		{
			name: "a player says how they are reached", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}},
			who: self, when: correct(words.CorrectPerson{Contact: true}), then: words.PersonCorrected(correct(words.CorrectPerson{Contact: true})),
		},
		{
			name: "not how they are called", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}},
			who: self, when: correct(words.CorrectPerson{Contact: true, Name: true}), code: engine.CodeNotAllowed,
		},
		{name: "nobody is corrected by a judge", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}}, who: judge, when: correct(words.CorrectPerson{Name: true}), code: engine.CodeNotAllowed},
		{name: "something is", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}}, who: organiser, when: correct(words.CorrectPerson{}), code: engine.CodeMalformed},
		{
			name: "to something else", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}}, who: organiser,
			when: words.CorrectPerson{Person: "p-2", Commitment: person("p-2").Commitment, Name: true, Why: words.WhyAsked}, code: engine.CodeMalformed,
		},
		{
			name: "for a reason", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}}, who: organiser,
			when: words.CorrectPerson{Person: "p-2", Commitment: events.Hash{9, 9}, Name: true, Why: "Meier, not Mayer"}, code: engine.CodeMalformed,
		},
		{name: "of somebody who is known", given: []events.Payload{opened}, who: organiser, when: correct(words.CorrectPerson{Name: true}), code: desk.CodeUnknown},
		{
			name: "and not forgotten", given: []events.Payload{opened, words.PeopleRegistered{People: people(2).People}, words.PersonForgotten{Person: "p-2"}},
			who: organiser, when: correct(words.CorrectPerson{Name: true}), code: desk.CodeForgotten,
		},
		{name: "nor once it is sealed", given: sealed, who: organiser, when: correct(words.CorrectPerson{Name: true}), code: desk.CodeSealed},
		{name: "nobody who is not known is forgotten", given: []events.Payload{opened}, who: organiser, when: words.ForgetPerson{Person: "p-2"}, code: desk.CodeUnknown},
		{
			name: "a code is renewed", given: []events.Payload{opened}, who: organiser,
			when: words.RenewCode{Group: "evening", Table: "lorien"}, then: words.CodeRenewed{Group: "evening", Table: "lorien", Epoch: 2},
		},
		{
			name: "again", given: []events.Payload{opened, words.CodeRenewed{Group: "evening", Table: "lorien", Epoch: 2}}, who: organiser,
			when: words.RenewCode{Group: "evening", Table: "lorien"}, then: words.CodeRenewed{Group: "evening", Table: "lorien", Epoch: 3},
		},
		{
			name: "of each table for itself", given: []events.Payload{opened, words.CodeRenewed{Group: "evening", Table: "lorien", Epoch: 2}}, who: organiser,
			when: words.RenewCode{Group: "morning", Table: "lorien"}, then: words.CodeRenewed{Group: "morning", Table: "lorien", Epoch: 2},
		},
		{name: "of a table that can be", given: []events.Payload{opened}, who: organiser, when: words.RenewCode{Group: "evening"}, code: engine.CodeMalformed},
		{name: "a gathering is ended", given: []events.Payload{opened}, who: organiser, when: words.EndGathering{}, then: words.GatheringEnded{}},
		{name: "for good", given: []events.Payload{opened, words.GatheringEnded{}}, who: organiser, when: people(1), code: desk.CodeEnded},
		{
			name: "a repair is recorded after the end too", given: []events.Payload{opened, words.GatheringEnded{}}, who: system,
			when: words.RecordRepair{Damaged: []string{"stream"}, Restored: 3, Commits: 9, Says: "3 commits were missing"},
			then: words.LogRepaired{Damaged: []string{"stream"}, Restored: 3, Commits: 9, Says: "3 commits were missing"},
		},
		{
			name: "a gathering that has ended is sealed", given: []events.Payload{opened, words.GatheringEnded{}}, who: organiser,
			when: words.SealGathering{Unfinished: []string{"group/red"}}, then: words.GatheringSealed{Unfinished: []string{"group/red"}},
		},
		{name: "by an organiser only", given: []events.Payload{opened}, who: system, when: words.SealGathering{}, code: engine.CodeNotAllowed},
		{name: "once it is there", who: organiser, when: words.SealGathering{}, code: desk.CodeNotOpened},
		{name: "naming streams", given: []events.Payload{opened}, who: organiser, when: words.SealGathering{Unfinished: []string{"red"}}, code: engine.CodeMalformed},
		{name: "other than the desk", given: []events.Payload{opened}, who: organiser, when: words.SealGathering{Unfinished: []string{"desk"}}, code: engine.CodeMalformed},
		{name: "a thousand at most", given: []events.Payload{opened}, who: organiser, when: words.SealGathering{Unfinished: slices.Repeat([]string{"group/red"}, 1001)}, code: engine.CodeMalformed},
		{name: "once", given: sealed, who: organiser, when: words.SealGathering{}, code: desk.CodeSealed},
		{name: "and takes nothing then", given: sealed, who: organiser, when: words.ForgetPerson{Person: "p-1"}, code: desk.CodeSealed},
		{
			name: "not even a repair", given: sealed, who: system,
			when: words.RecordRepair{Damaged: []string{"stream"}, Commits: 9}, code: desk.CodeSealed,
		},
		{name: "not by people", given: []events.Payload{opened}, who: organiser, when: words.RecordRepair{Damaged: []string{"stream"}, Commits: 9}, code: engine.CodeNotAllowed},
		{name: "of a copy that there is", given: []events.Payload{opened}, who: system, when: words.RecordRepair{Damaged: []string{"tape"}, Commits: 9}, code: engine.CodeMalformed},
		{name: "a command of a group", given: []events.Payload{opened}, who: organiser, when: group.StartGroup{}, code: engine.CodeUnknownCommand},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := given(c.given...)
			got, err := desk.Decide(s, coordinator.Command{Actor: c.who, Body: c.when})
			if c.code != "" {
				if r := engine.AsRefusal(err); r == nil || r.Code != c.code || r.Says == "" {
					t.Errorf("got %v, %v; want refusal %s", got, err, c.code)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, []events.Payload{c.then}) {
				t.Errorf("got %+v, %v; want %+v", got, err, c.then)
			}
		})
	}
}

func TestSealingEndsAGatheringThatHasNotEnded(t *testing.T) {
	got, err := desk.Decide(given(opened), coordinator.Command{Actor: organiser, Body: words.SealGathering{}})
	if want := []events.Payload{words.GatheringEnded{}, words.GatheringSealed{}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %+v, %v; want %+v", got, err, want)
	}
	s := given(append([]events.Payload{opened}, got...)...)
	if !s.Sealed || !s.Over() {
		t.Errorf("%+v", s)
	}
}

func TestDeviceCount(t *testing.T) {
	s := given(opened) // number 1 of the laptop
	cmd := coordinator.Command{Actor: organiser, Device: "laptop", Body: words.RenewCode{Group: "g", Table: "t"}}
	for n, want := range map[uint64]engine.Code{0: "", 1: engine.CodeDeviceRepeat, 2: "", 3: engine.CodeDeviceGap} {
		cmd.N = n
		_, err := desk.Decide(s, cmd)
		r := engine.AsRefusal(err)
		if (r == nil) != (want == "") || r != nil && (r.Code != want || r.WantN != 2) {
			t.Errorf("number %d: got %v, want %q", n, err, want)
		}
	}
}

func TestStateIsAValueAndRemembers(t *testing.T) {
	one := given(opened, words.PeopleRegistered{People: people(2).People})
	two := desk.Apply(one, coordinator.Applied{
		Version: 3, Command: events.Command{ID: "x"}, Events: []events.Payload{words.PersonForgotten{Person: "p-1"}, words.GatheringEnded{}},
	})
	if _, forgotten := one.Knows("p-1"); forgotten || one.Over() {
		t.Error("the earlier state has changed")
	}
	if known, forgotten := two.Knows("p-1"); !known || !forgotten || !two.Over() || two.People != 2 {
		t.Errorf("%+v", two)
	}
	if v, ok := two.Seen("x"); !ok || v != 3 || two.Version() != 3 {
		t.Errorf("seen %d, %v", v, ok)
	}
	if h, ok := two.Commitment("p-2"); !ok || h != person("p-2").Commitment {
		t.Error("the commitment is not kept")
	}
	if two.Epoch("a", "b") != 1 {
		t.Error("a code that was never renewed is not number 1")
	}
}

// Every event type of the desk changes its state.
func TestEveryEventTypeIsHandled(t *testing.T) {
	base := given(opened, words.PeopleRegistered{People: people(2).People}, words.WebhookRegistered{Webhook: hook("wh-1", words.HookEnds)})
	handled := []events.Payload{
		words.PersonCorrected{Person: "p-2", Commitment: events.Hash{9}, Name: true, Why: words.WhyAsked},
		opened,
		words.PeopleRegistered{People: []words.Person{person("p-7")}},
		words.PersonForgotten{Person: "p-1"},
		words.CodeRenewed{Group: "g", Table: "t", Epoch: 2},
		words.GatheringEnded{},
		words.GatheringSealed{},
		words.LogRepaired{Damaged: []string{"ledger"}, Commits: 1},
		words.WebhookRegistered{Webhook: hook("wh-2", words.HookEnds)},
		words.WebhookChanged{Was: hook("wh-1", words.HookEnds), Now: hook("wh-1", words.HookRounds)},
		words.WebhookRemoved{Webhook: hook("wh-1", words.HookEnds)},
	}
	types := []string{words.LetterDiscarded{}.EventType()} // kept for people only
	for _, e := range handled {
		types = append(types, e.EventType())
		from := base
		if _, opens := e.(words.GatheringOpened); opens {
			from = desk.Initial()
		}
		with := desk.Apply(from, coordinator.Applied{Events: []events.Payload{e}})
		without := desk.Apply(from, coordinator.Applied{})
		if reflect.DeepEqual(with, without) {
			t.Errorf("%s changes nothing", e.EventType())
		}
	}
	slices.Sort(types)
	if want := words.Catalogue().EventTypes(); !slices.Equal(types, want) {
		t.Errorf("handled %v, the catalogue has %v", types, want)
	}
}
