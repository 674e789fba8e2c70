package decks_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/vocabulary"
	opscards "github.com/muster-events/muster/ops/cards"
	"github.com/muster-events/muster/ops/decks"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/deck"
)

// stream decides commands by the rules themselves, on a state in memory. before, if set, runs before the
// n-th command of a desk is decided, n from 1.
type stream struct {
	t      *testing.T
	s      coordinator.State
	n      int
	before func(n int)
	gone   error // instead of an answer
}

var organiser = access.Session{Role: events.RoleOrganiser, Device: "laptop"}

func (g *stream) Group(context.Context, events.GatheringID, events.GroupID) (coordinator.State, error) {
	return g.s, nil
}

func (g *stream) Name(_ events.GatheringID, p events.PersonID) string { return "Name of " + string(p) }

func (g *stream) Do(_ context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
	g.n++
	if g.before != nil {
		g.before(g.n)
	}
	if g.gone != nil {
		return events.Answer{}, g.gone
	}
	return g.decide(id, c)
}

func (g *stream) decide(id events.StreamID, c events.Command) (events.Answer, error) {
	asked, err := coordinator.Asked(vocabulary.All(), id, c)
	if err != nil {
		return events.Answer{}, err
	}
	made, err := coordinator.Decide(g.s, asked)
	if err != nil {
		return events.Answer{}, err
	}
	g.s = coordinator.Apply(g.s, coordinator.Applied{Version: g.s.Version() + 1, Command: c, Events: made})
	return events.Answer{Version: g.s.Version(), Position: events.Position(g.s.Version())}, nil
}

// must gives a command as the organiser, past the desk.
func (g *stream) must(b events.CommandBody) {
	g.t.Helper()
	data, err := json.Marshal(b)
	if err != nil {
		g.t.Fatal(err)
	}
	id := events.CommandID("own-" + string(rune('a'+g.s.Version())))
	if _, err := g.decide(events.Group("spring", "g1"), events.Command{ID: id, Type: b.CommandType(), Data: data, Actor: organiser.Actor()}); err != nil {
		g.t.Fatal(err)
	}
}

func opened(t *testing.T) (*stream, *decks.Desk) {
	t.Helper()
	g := &stream{t: t, s: coordinator.Initial()}
	g.must(group.OpenGroup{Name: "One", Scenario: "the-siege-of-gondor", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "red", Team: "Amon"}}})
	g.must(group.SeatPlayers{Seats: []group.Seat{{Player: "p-1", Table: "red"}}})
	return g, &decks.Desk{Commands: g, Groups: g, Cards: &opscards.Shelf{Dir: t.TempDir()}, People: g}
}

var ask = deck.Ask{Gathering: "spring", Group: "g1", Table: "red", Player: "p-1", Printed: "leadership-lore"}

// The heroes come first, since they are what may be refused; if the deck is refused after them because
// something happened in between, the report says that they are recorded.
func TestWhatHappensInBetweenIsSaid(t *testing.T) {
	g, d := opened(t)
	g.before = func(n int) {
		if n == 2 {
			g.must(group.Pause{Reason: "Lunch"})
		}
	}
	r, err := d.Declare(t.Context(), organiser, ask)
	if err != nil || r.Declared || r.Playable || len(r.Problems) != 1 || r.Problems[0].Code != coordinator.CodePaused {
		t.Fatalf("%v, %+v", err, r)
	}
	if !slices.Contains(r.Notes, "The heroes are recorded; the deck is not.") || len(g.s.Tables[0].Seats[0].Heroes) != 3 || len(g.s.Tables[0].Decks) != 0 {
		t.Errorf("%v, seat %+v", r.Notes, g.s.Tables[0].Seats[0])
	}
}

// A log that does not answer is no refusal: nobody knows what was recorded, and the same request sent
// again under its id is recorded once.
func TestALostAnswerIsAskedForAgain(t *testing.T) {
	g, d := opened(t)
	one := ask
	one.ID = "request-1"
	lost := &events.UnavailableError{Reason: "the log is gone", NotKnown: true}
	g.gone = lost
	if r, err := d.Declare(t.Context(), organiser, one); !errors.Is(err, lost) || r.Declared {
		t.Errorf("%v, %+v", err, r)
	}
	g.gone = nil
	first, err := d.Declare(t.Context(), organiser, one)
	if err != nil || !first.Declared {
		t.Fatalf("%v, %+v", err, first)
	}
	at := g.s.Version()
	if again, err := d.Declare(t.Context(), organiser, one); err != nil || !again.Declared || g.s.Version() != at {
		t.Errorf("%v, declared %t, the log went from %d to %d", err, again.Declared, at, g.s.Version())
	}
	if other, err := d.Declare(t.Context(), organiser, ask); err != nil || !other.Declared || g.s.Version() == at {
		t.Errorf("without an id it is a request of its own: %v, %+v", err, other)
	}
}

func TestADeskLooksWhereItIsAsked(t *testing.T) {
	g, d := opened(t)
	elsewhere, nobody := ask, ask
	elsewhere.Table, nobody.Player = "pink", "p-9"
	for name, c := range map[string]struct {
		ask  deck.Ask
		code engine.Code
		says string
	}{
		"no such table": {elsewhere, coordinator.CodeUnknownTable, `no table "pink"`},
		"no seat there": {nobody, coordinator.CodeUnknownPlayer, "Name of p-9 has no seat at Amon"},
	} {
		if _, err := d.Check(t.Context(), organiser, c.ask); engine.AsRefusal(err) == nil || engine.AsRefusal(err).Code != c.code || !strings.Contains(engine.AsRefusal(err).Says, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	g.s = coordinator.Initial()
	if _, err := d.Check(t.Context(), organiser, ask); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("a group that was not opened: %v", err)
	}
	if _, err := d.Doubts(t.Context(), "spring", "g1"); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("a group that was not opened: %v", err)
	}
}
