package decks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/deck"
)

// Codes of problems that only a deck at a table can have.
const (
	CodeThreatUnknown engine.Code = "threat-not-known"
	CodeOtherHeroes   engine.Code = "other-heroes" // warning
)

// Check says what a deck comes to at a table and changes nothing. Errors: *deck.FileError for a file that
// cannot be read, with its line; *engine.Refusal for who may not bring decks there and a player without a
// seat; projections.ErrNotFound; those of Groups and Cards.
//
// Source: The Mountain of Fire, "Setting Up the Game"; "Playing Epic Multiplayer Mode".
func (d *Desk) Check(ctx context.Context, me access.Session, ask deck.Ask) (deck.Report, error) {
	l, err := d.look(ctx, me, ask)
	return l.report, err
}

// Declare checks a deck in the same way and, if nothing is against it, has the player's heroes and the
// deck recorded on the authority of the session. A report that is not Declared says why not. Errors as
// for Check, and those of Commands that are no refusal.
func (d *Desk) Declare(ctx context.Context, me access.Session, ask deck.Ask) (deck.Report, error) {
	l, err := d.look(ctx, me, ask)
	if err != nil || l.report.Declared || !l.report.Playable {
		return l.report, err
	}
	stream := events.Group(ask.Gathering, ask.Group)
	for i, b := range l.bodies {
		c, err := l.command(i, b)
		if err != nil {
			return l.report, err
		}
		answer, err := d.Commands.Do(ctx, stream, c)
		if no := engine.AsRefusal(err); no != nil {
			d.refused(&l, no)
			if i > 0 {
				l.report.Notes = append(l.report.Notes, "The heroes are recorded; the deck is not.")
			}
			return l.report, nil
		}
		if err != nil {
			return l.report, err
		}
		l.report.Position = answer.Position
	}
	l.report.Declared = true
	return l.report, nil
}

// look is one deck being looked at: what came of it and the commands that would record it.
type look struct {
	me     access.Session
	ask    deck.Ask
	state  coordinator.State
	place  int // of the table
	seat   group.Seat
	deck   decks.Deck
	report deck.Report
	bodies []events.CommandBody
}

func (d *Desk) look(ctx context.Context, me access.Session, ask deck.Ask) (look, error) {
	l := look{me: me, ask: ask}
	on := access.Object{Group: ask.Group, Table: ask.Table}
	if no := me.May(access.Give(lotr.DeclareDeck{}.CommandType()), ask.Gathering, on); no != nil {
		return l, no
	}
	var err error
	if l.state, err = d.group(ctx, ask.Gathering, ask.Group); err != nil {
		return l, err
	}
	if err := l.find(); err != nil {
		no := *engine.AsRefusal(err)
		no.Says = d.named(ask.Gathering, no.Says)
		return l, &no
	}
	set, err := d.Cards.Set()
	if err != nil {
		return l, err
	}
	read, err := l.open(set)
	if err != nil {
		return l, err
	}
	s := gameAt(l.state, l.place).Situation(l.state.Tables[l.place].Table, ask.Player, set)
	problems := decks.Check(l.deck, s)
	l.report = deck.Of(l.deck, s, read, problems)
	l.report.Player = ask.Player
	l.report.Replaces = l.state.Tables[l.place].Decks[ask.Player].Name
	l.threat()
	l.plan(problems)
	if no := l.rehearse(); no != nil {
		d.refused(&l, no)
	}
	d.name(&l)
	_, l.report.Declared = l.state.Seen(l.id("deck"))
	return l, nil
}

// find finds the table and the player's seat there.
func (l *look) find() error {
	l.place = slices.IndexFunc(l.state.Tables, func(t coordinator.Table) bool { return t.ID == l.ask.Table })
	if l.place < 0 {
		return &engine.Refusal{Code: coordinator.CodeUnknownTable, Says: fmt.Sprintf("there is no table %.40q in this group", l.ask.Table)}
	}
	t := l.state.Tables[l.place]
	i := slices.IndexFunc(t.Seats, func(s group.Seat) bool { return s.Player == l.ask.Player })
	if i < 0 {
		return &engine.Refusal{
			Code: coordinator.CodeUnknownPlayer,
			Says: fmt.Sprintf("{%.40s} has no seat at %s; the organiser seats players", l.ask.Player, t.Team),
		}
	}
	l.seat = t.Seats[i]
	return nil
}

// threat asks for the starting threat if it cannot be worked out, and takes it if it was typed.
func (l *look) threat() {
	typed := l.ask.Threat
	l.seat.Threat = typed
	switch {
	case typed != nil:
		l.report.Threat, l.report.Missing = *typed, nil
	case len(l.report.Missing) > 0 && l.early():
		l.report.Add(decks.Problem{
			Code: CodeThreatUnknown, Source: `facts/game-facts.md, "5.1 Round"`,
			Says: fmt.Sprintf("the threat cost of %s is not known here: type the starting threat, the sum of all heroes' threat costs", strings.Join(l.report.Missing, ", ")),
		})
	}
}

// early tells whether heroes can still be declared.
func (l *look) early() bool { return l.state.Round <= 1 && !l.state.Over() }

// plan puts together what would be recorded: the seat while heroes may be declared, then the deck.
func (l *look) plan(problems []decks.Problem) {
	if l.early() {
		l.bodies = append(l.bodies, group.SeatPlayers{Seats: []group.Seat{l.deck.Declare(l.seat)}})
	} else if was := titles(l.seat.Heroes); !slices.Equal(was, titles(l.deck.Declare(group.Seat{}).Heroes)) {
		p := decks.Problem{
			Code: CodeOtherHeroes, Warning: true, Source: `facts/game-facts.md, "5.1 Round"`,
			Says: fmt.Sprintf("the heroes at the table are %s, and they stay: heroes are declared before round 2", strings.Join(was, ", ")),
		}
		l.report.Add(p)
		problems = append(problems, p)
	}
	l.bodies = append(l.bodies, l.deck.Command(l.ask.Table, l.ask.Player, l.report.From, problems))
}

func titles(heroes []group.Hero) []string {
	var out []string
	for _, h := range heroes {
		out = append(out, h.Title)
	}
	slices.Sort(out)
	return out
}

// rehearse decides the commands on the state as it is, and returns the first refusal. A deck that the
// rules of decks forbid is not rehearsed: seats would be refused for the same reasons again.
func (l *look) rehearse() *engine.Refusal {
	if !l.report.Playable {
		return nil
	}
	s := l.state
	for i, b := range l.bodies {
		c, err := l.command(i, b)
		if err != nil {
			return nil
		}
		made, err := coordinator.Decide(s, coordinator.Command{ID: c.ID, Group: l.ask.Group, Actor: c.Actor, Device: c.Device, Body: b})
		if err != nil {
			return engine.AsRefusal(err)
		}
		s = coordinator.Apply(s, coordinator.Applied{Version: s.Version() + 1, Command: c, Events: made})
	}
	return nil
}

// command puts the i-th command into its envelope.
func (l *look) command(i int, b events.CommandBody) (events.Command, error) {
	data, err := json.Marshal(b)
	if err != nil {
		return events.Command{}, fmt.Errorf("encode %s: %w", b.CommandType(), err)
	}
	what := "seat"
	if i == len(l.bodies)-1 {
		what = "deck"
	}
	return events.Command{ID: l.id(what), Type: b.CommandType(), Data: data, Actor: l.me.Actor(), Device: l.me.Device}, nil
}

// space is the name space of command ids that are derived from a request's.
var space = uuid.MustParse("1d8b8bde-5f8f-5c39-8a5f-3f4f0a3a8e21")

// id returns the id of a command of the request.
func (l *look) id(what string) events.CommandID {
	if l.ask.ID == "" {
		return events.CommandID(uuid.Must(uuid.NewV7()).String())
	}
	return events.CommandID(uuid.NewSHA1(space, []byte(strings.Join([]string{l.ask.ID, string(l.ask.Player), what}, "\n"))).String())
}

// refused puts a refusal of the coordinator among the problems.
func (d *Desk) refused(l *look, no *engine.Refusal) {
	l.report.Add(decks.Problem{Code: no.Code, Says: d.named(l.ask.Gathering, no.Says), Source: no.Source})
}

// name puts names in the place of the ids of people in all that the report says.
func (d *Desk) name(l *look) {
	for _, list := range [][]decks.Problem{l.report.Problems, l.report.Warnings} {
		for i := range list {
			list[i].Says = d.named(l.ask.Gathering, list[i].Says)
		}
	}
}

// open reads the deck: a printed list by its name, or the file.
func (l *look) open(set *cards.Set) (decks.Report, error) {
	if l.ask.Printed != "" {
		found, ok := decks.ByName(l.ask.Printed)
		if !ok {
			return decks.Report{}, &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf("there is no printed deck called %.80q", l.ask.Printed)}
		}
		l.deck = found
		return decks.Report{}, nil
	}
	found, read, err := decks.ParseAs(l.ask.Format, l.ask.File, set)
	var wrong *textfile.Error
	switch {
	case errors.As(err, &wrong):
		return read, &deck.FileError{Line: wrong.Line, Says: wrong.Says}
	case err != nil:
		return read, &deck.FileError{Says: err.Error()}
	}
	l.deck = found
	return read, nil
}
