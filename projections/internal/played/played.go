// Package played plays whole games into a log, for tests: seeded captains who enter everything that
// can be entered, right or wrong, a judge, an organiser. The same seed gives the same log.
//
// Only tests import it; it is the one place under projections that knows the deciders.
package played

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator"
	deskrules "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/vocabulary"
)

// Actors without a table.
var (
	Organiser = events.Actor{Role: events.RoleOrganiser}
	Judge     = events.Actor{Role: events.RoleJudge}
)

// Log is a log that games are played into.
type Log struct {
	Store *memory.Store
	t     testing.TB
	rng   *rand.Rand
	now   time.Time
	n     int
	desk  map[events.GatheringID]deskState
	group map[events.StreamID]groupState
}

type deskState struct {
	s    deskrules.State
	head events.Head
}

type groupState struct {
	s    coordinator.State
	head events.Head
}

// New returns an empty log. Its clock moves on by a few seconds with every commit.
func New(t testing.TB, seed uint64) *Log {
	t.Helper()
	l := &Log{
		Store: memory.New(), t: t, rng: rand.New(rand.NewPCG(seed, 1)),
		now:  time.Date(2026, 11, 28, 9, 55, 0, 0, time.UTC),
		desk: map[events.GatheringID]deskState{}, group: map[events.StreamID]groupState{},
	}
	l.Store.Now = func() time.Time { return l.now }
	return l
}

// Now returns the time of the last commit.
func (l *Log) Now() time.Time { return l.now }

// State returns the decider's state of a group.
func (l *Log) State(id events.StreamID) coordinator.State { return l.group[id].s }

// OpenGathering opens a gathering that knows people p-1 to p-<people>.
func (l *Log) OpenGathering(g events.GatheringID, people int) {
	l.t.Helper()
	l.Desk(g, desk.OpenGathering{Name: "Gathering " + string(g)})
	var all []desk.Person
	for i := range people {
		all = append(all, desk.Person{ID: events.PersonID(fmt.Sprintf("p-%d", i+1)), Commitment: events.HashOf([]byte{byte(i)})})
	}
	l.Desk(g, desk.RegisterPeople{People: all})
}

// Desk sends a command to a gathering's own stream; it has to be accepted.
func (l *Log) Desk(g events.GatheringID, b events.CommandBody) {
	l.t.Helper()
	st, ok := l.desk[g]
	if !ok {
		st.s = deskrules.Initial()
	}
	c := l.command(Organiser, b)
	asked, err := coordinator.Asked(vocabulary.All(), events.Desk(g), c)
	l.must(err)
	made, err := deskrules.Decide(st.s, asked)
	l.must(err)
	r := l.append(events.Desk(g), st.head, c, made)
	applied, err := coordinator.Recorded(vocabulary.All(), r)
	l.must(err)
	l.desk[g] = deskState{s: deskrules.Apply(st.s, applied), head: r.Head()}
}

// Do sends a command to a group's stream and returns the refusal, if it was refused.
func (l *Log) Do(id events.StreamID, a events.Actor, b events.CommandBody) *engine.Refusal {
	l.t.Helper()
	st, ok := l.group[id]
	if !ok {
		st.s = coordinator.Initial()
	}
	c := l.command(a, b)
	asked, err := coordinator.Asked(vocabulary.All(), id, c)
	l.must(err)
	made, err := coordinator.Decide(st.s, asked)
	if err != nil {
		r := engine.AsRefusal(err)
		if r == nil {
			l.t.Fatalf("%s: %v", c.Type, err)
		}
		return r
	}
	r := l.append(id, st.head, c, made)
	applied, err := coordinator.Recorded(vocabulary.All(), r)
	l.must(err)
	l.group[id] = groupState{s: coordinator.Apply(st.s, applied), head: r.Head()}
	return nil
}

// Must sends a command that has to be accepted.
func (l *Log) Must(id events.StreamID, a events.Actor, b events.CommandBody) {
	l.t.Helper()
	if r := l.Do(id, a, b); r != nil {
		l.t.Fatalf("%s %+v: refused: %s (%s)", b.CommandType(), b, r.Says, r.Code)
	}
}

func (l *Log) command(a events.Actor, b events.CommandBody) events.Command {
	l.t.Helper()
	l.n++
	data, err := json.Marshal(b)
	l.must(err)
	c := events.Command{ID: events.CommandID(fmt.Sprintf("00000000-0000-7000-8000-%012d", l.n)), Type: b.CommandType(), Data: data, Actor: a}
	if a.Role == events.RoleCaptain {
		c.Device = events.DeviceID("d-" + a.Table)
	}
	return c
}

func (l *Log) append(id events.StreamID, head events.Head, c events.Command, made []events.Payload) events.Recorded {
	l.t.Helper()
	stored, err := events.EncodeAll(made)
	l.must(err)
	l.now = l.now.Add(time.Duration(3+l.rng.IntN(40)) * time.Second)
	r, err := l.Store.Append(context.Background(), head, store.Draft{Stream: id, Command: c, Events: stored})
	l.must(err)
	return r.Recorded
}

// Raw appends a commit that no decider made: an event of a type or form that this program does not
// know. The decider's state of the stream is left as it was, so nothing can be decided after it.
func (l *Log) Raw(id events.StreamID, evs ...events.Event) events.Recorded {
	l.t.Helper()
	st := l.group[id]
	l.n++
	c := events.Command{ID: events.CommandID(fmt.Sprintf("00000000-0000-7000-8000-%012d", l.n)), Type: "lotr.new.v9", Data: json.RawMessage(`{}`), Actor: Organiser}
	l.now = l.now.Add(time.Second)
	r, err := l.Store.Append(context.Background(), st.head, store.Draft{Stream: id, Command: c, Events: evs})
	l.must(err)
	st.head = r.Head()
	l.group[id] = st
	return r.Recorded
}

// All returns every commit of a gathering in order.
func (l *Log) All(g events.GatheringID) []events.Recorded {
	l.t.Helper()
	end, err := l.Store.End(context.Background(), g)
	l.must(err)
	out := make([]events.Recorded, 0, end)
	for r, err := range l.Store.Follow(context.Background(), g, 0) {
		l.must(err)
		if out = append(out, r); r.Position == end {
			break
		}
	}
	return out
}

func (l *Log) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// Open opens an epic group of three tables with teams of 2, 1 and 3 players, p-<first> onwards; in
// standard mode one table of 2.
func (l *Log) Open(id events.StreamID, name, mode string, first int) {
	l.t.Helper()
	teams := []group.TableName{{ID: "rivendell", Team: "Rivendell"}, {ID: "esgaroth", Team: "Esgaroth"}, {ID: "lorien", Team: "Lórien"}}
	sizes := []int{2, 1, 3}
	if mode == "standard" {
		teams, sizes = teams[:1], sizes[:1]
	}
	l.Must(id, Organiser, group.OpenGroup{Name: name, Scenario: "attack-on-dol-guldur", Mode: mode, Difficulty: "standard", Tables: teams, Seed: l.rng.Uint64() >> 12})
	var seats []group.Seat
	for i, n := range sizes {
		for range n {
			seats = append(seats, group.Seat{
				Player: events.PersonID(fmt.Sprintf("p-%d", first+len(seats))), Table: teams[i].ID,
				Heroes: []group.Hero{
					{Title: fmt.Sprintf("Aragorn %d", len(seats)), Threat: 12, HitPoints: 5},
					{Title: fmt.Sprintf("Éowyn %d", len(seats)), Threat: 9, HitPoints: 3},
				},
			})
		}
	}
	l.Must(id, Organiser, group.SeatPlayers{Seats: seats})
	l.Must(id, Organiser, group.StartGroup{})
}
