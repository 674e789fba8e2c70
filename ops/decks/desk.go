// Package decks takes the decks that people bring to a table: it reads them, checks them against the
// game and the decks already declared there, and has them recorded on the authority of who brought
// them. Start with [Desk]; take.go is the heart.
//
// Invariants:
//
//  1. A deck that a rule forbids changes nothing, and the report says which rule.
//  2. What the coordinator would refuse is asked of the coordinator itself beforehand, so that a report
//     without problems is taken unless something else happens in between.
//  3. The heroes are recorded before the deck: what may be refused comes first.
package decks

import (
	"context"
	"regexp"
	"slices"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/deck"
)

// Commander sends a command to the stream it is for; coordinator/runner.Service is one. Errors:
// *engine.Refusal and those of package events.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Groups says what a group is at this moment; coordinator/runner.Service is one.
type Groups interface {
	Group(ctx context.Context, g events.GatheringID, group events.GroupID) (coordinator.State, error)
}

// Cards is the card data; ops/cards.Shelf is one.
type Cards interface {
	Set() (*cards.Set, error)
}

// People knows names; ops/people.People is one.
type People interface {
	Name(g events.GatheringID, p events.PersonID) string
}

// Desk takes decks. Its fields must be set. It is safe for concurrent use.
type Desk struct {
	Commands Commander
	Groups   Groups
	Cards    Cards
	People   People
}

// Printed returns the decklists that the rulebooks print.
func (d *Desk) Printed() []deck.Printed { return deck.PrintedLists() }

// Doubts says what the rules have to say of the decks declared in a group that has not started, table by
// table: each deck is checked again with the others beside it as they are now. Once the game has started
// there is nothing to say any more. Errors: projections.ErrNotFound, those of Groups and Cards.
//
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode".
func (d *Desk) Doubts(ctx context.Context, g events.GatheringID, group events.GroupID) (deck.Doubts, error) {
	s, err := d.group(ctx, g, group)
	if err != nil || s.Phase != coordinator.PhaseSetup {
		return deck.Doubts{}, err
	}
	out := deck.Doubts{Players: s.Players()}
	for _, t := range s.Tables {
		out.Declared += len(t.Decks)
	}
	if out.Declared == 0 {
		return out, nil
	}
	set, err := d.Cards.Set()
	if err != nil {
		return deck.Doubts{}, err
	}
	for i, t := range s.Tables {
		for _, p := range gameAt(s, i).CheckDeclared(t.Table, set) {
			p.Says = d.named(g, p.Says)
			out.Lines = append(out.Lines, deck.Doubt{Table: t.ID, Team: t.Team, PlayerProblem: p})
		}
	}
	slices.SortStableFunc(out.Lines, func(a, b deck.Doubt) int { return rank(a) - rank(b) })
	return out, nil
}

// rank puts what keeps a deck from being played before warnings.
func rank(l deck.Doubt) int {
	if l.Warning {
		return 1
	}
	return 0
}

// group returns the state of a group that was opened.
func (d *Desk) group(ctx context.Context, g events.GatheringID, group events.GroupID) (coordinator.State, error) {
	s, err := d.Groups.Group(ctx, g, group)
	if err != nil {
		return s, err
	}
	if s.Phase == coordinator.PhaseNone {
		return s, projections.ErrNotFound
	}
	return s, nil
}

// gameAt returns what the decks of the i-th table have to know of the game.
func gameAt(s coordinator.State, i int) decks.Game {
	c := s.ContextOf(s.Tables[i])
	return decks.Game{Scenario: s.Plays(i), Epic: c.Epic, Easy: c.Easy, Campaign: c.Campaign}
}

// people in sentences are ids in braces, since names are not in the log.
var braced = regexp.MustCompile(`\{([a-z0-9-]{1,40})\}`)

// named puts names in the place of the ids of people.
func (d *Desk) named(g events.GatheringID, words string) string {
	return braced.ReplaceAllStringFunc(words, func(m string) string {
		return d.People.Name(g, events.PersonID(m[1:len(m)-1]))
	})
}
