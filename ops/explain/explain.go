// Package explain tells how a number came about: every commit that moved it, with what happened, who
// asked for it, and the reason where one was given.
package explain

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/words"
)

// Move is one commit that moved the number.
type Move struct {
	Position events.Position  `json:"position"`
	Version  events.Version   `json:"version"`
	At       time.Time        `json:"at"`
	Before   string           `json:"before"` // empty: there was no such number
	After    string           `json:"after"`
	Words    []string         `json:"words"` // what happened, a sentence each; people as {p-7}
	By       string           `json:"by"`    // who asked
	Actor    events.Actor     `json:"actor"`
	Command  events.CommandID `json:"command"`
	Kind     string           `json:"kind"`             // type of the command
	Reason   string           `json:"reason,omitempty"` // as it was given with the command
}

// A FieldError says that a stream has no such number.
type FieldError struct {
	Stream events.StreamID
	Field  string
	Known  []string
}

// Error lists what there is.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s has no field %q; it has %s", e.Stream, e.Field, strings.Join(e.Known, ", "))
}

// Fields lists the fields of a kind of stream, with what stands behind the slash.
func Fields(kind events.Kind) []string {
	var out []string
	for _, f := range fieldsOf(kind) {
		name := f.name
		if f.of != "" {
			name += "/" + strings.ToUpper(f.of)
		}
		out = append(out, name)
	}
	return out
}

// Explain reads a stream from its start and returns every commit that moved a field, in order. The
// field is a name of [Fields], with a table's or person's id in the place of what stands behind the
// slash: "city-strength", "threat/p-7". Errors: *FieldError, and those of the loader and of decoding.
func Explain(ctx context.Context, from store.Loader, cat *events.Catalogue, id events.StreamID, field string) ([]Move, error) {
	f, arg, err := find(id, field)
	if err != nil {
		return nil, err
	}
	t := newTeller(cat, id)
	t.kinds = about[f.name]
	var out []Move
	was, known := "", false
	for r, err := range from.Load(ctx, id, events.Head{}) {
		if err != nil {
			return nil, err
		}
		said, err := t.add(r)
		if err != nil {
			return nil, err
		}
		is, there := f.read(t, arg)
		known = known || there
		if is != was {
			out = append(out, move(t, r, said, was, is))
		}
		was = is
	}
	if !known && arg != "" {
		return nil, fmt.Errorf("%s of %s was never set: is %q the right %s?", f.name, id, arg, f.of)
	}
	return out, nil
}

func move(t *teller, r events.Recorded, said []string, was, is string) Move {
	return Move{
		Position: r.Position, Version: r.Version, At: r.At, Before: was, After: is, Words: said,
		By:    words.Upper(words.Actor(words.Context{Teams: t.say.Teams}, r.Command.Actor)),
		Actor: r.Command.Actor, Command: r.Command.ID, Kind: r.Command.Type, Reason: reasonOf(r),
	}
}

func find(id events.StreamID, field string) (figure, string, error) {
	name, arg, _ := strings.Cut(field, "/")
	for _, f := range fieldsOf(id.Kind) {
		if f.name == name && (f.of == "") == (arg == "") {
			return f, arg, nil
		}
	}
	return figure{}, "", &FieldError{Stream: id, Field: field, Known: Fields(id.Kind)}
}

// teller folds a stream: its rules' state, its board if it is a group, and what is said of it.
type teller struct {
	cat   *events.Catalogue
	again *runner.Again
	board board.Stored
	say   history.State
	kind  events.Kind
	kinds []string // beginnings of the types of event that say most about the figure
}

func newTeller(cat *events.Catalogue, id events.StreamID) *teller {
	return &teller{cat: cat, again: runner.NewAgain(cat, id), board: board.New(id.Gathering, id.Group), kind: id.Kind}
}

// add takes a commit and returns what it says.
func (t *teller) add(r events.Recorded) ([]string, error) {
	var payloads []events.Payload
	var err error
	if t.kind == events.KindGroup {
		if payloads, err = t.cat.DecodeAll(r); err != nil {
			return nil, err
		}
		t.board = board.Apply(t.board, r, payloads)
	} else if payloads, _, err = t.again.Next(r); err != nil {
		return nil, err
	}
	var added history.Added
	t.say, added = history.Apply(t.say, r, payloads)
	var out []string
	var about []string
	for _, l := range added.Lines {
		out = append(out, l.Words)
		for _, kind := range t.kinds {
			if strings.HasPrefix(l.Kind, kind) {
				about = append(about, l.Words)
				break
			}
		}
	}
	if len(about) > 0 {
		return about, nil
	}
	return out, nil
}

// figure is a number of a stream. of is what the argument names: "table" or "person"; empty: none.
type figure struct {
	name, of string
	read     func(t *teller, arg string) (string, bool)
}

func fieldsOf(kind events.Kind) []figure {
	switch kind {
	case events.KindGroup:
		return groupFields
	case events.KindTournament:
		return tournamentFields
	case events.KindLeague:
		return leagueFields
	default:
		return nil
	}
}

// ofGroup makes a field of a group's board.
func ofGroup(name string, read func(board.Group) (string, bool)) figure {
	return figure{name: name, read: func(t *teller, _ string) (string, bool) { return read(t.board.Group) }}
}

// ofTable makes a field of one table.
func ofTable(name string, read func(board.Table) string) figure {
	return figure{name: name, of: "table", read: func(t *teller, arg string) (string, bool) {
		table, ok := t.board.Group.Table(events.TableID(arg))
		if !ok {
			return "", false
		}
		return read(table), true
	}}
}

// ofPlayer makes a field of one player.
func ofPlayer(name string, read func(board.Player) string) figure {
	return figure{name: name, of: "person", read: func(t *teller, arg string) (string, bool) {
		for _, table := range t.board.Group.Tables {
			for _, p := range table.Players {
				if string(p.ID) == arg {
					return read(p), true
				}
			}
		}
		return "", false
	}}
}

// about lists the events that say most about a figure, where a commit says much else: a commit whose events
// are all others is told whole.
var about = map[string][]string{
	"city-strength": {"lotr.city-strength", "group.ruling", "lotr.effect", "group.step-resolved"},
	"eye":           {"lotr.eye", "group.ruling"},
	"threat":        {"lotr.threat", "group.ruling", "lotr.eye-held"},
	"stage":         {"lotr.stage", "lotr.table-set-up", "group.ruling"},
	"progress":      {"lotr.stage", "lotr.progress", "lotr.quest", "group.step-resolved", "group.ruling"},
	"siege":         {"lotr.enemy-destroyed", "lotr.location-explored", "lotr.siege", "group.ruling", "lotr.city-strength"},
}

func number(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}

var groupFields = []figure{
	ofGroup("city-strength", func(g board.Group) (string, bool) {
		if g.City.Start == 0 {
			return "", false
		}
		return strconv.Itoa(g.City.Strength), true
	}),
	ofGroup("eye", func(g board.Group) (string, bool) {
		if g.Eye == nil {
			return "", false
		}
		return string(g.Eye.Table), true
	}),
	ofGroup("round", func(g board.Group) (string, bool) { return strconv.Itoa(g.Round), true }),
	ofGroup("phase", func(g board.Group) (string, bool) { return g.Phase, true }),
	ofGroup("absent-stage", func(g board.Group) (string, bool) { return g.Absent, true }),
	ofGroup("dol-guldur-at", func(g board.Group) (string, bool) { return string(g.DolGuldurAt), true }),
	ofGroup("players", func(g board.Group) (string, bool) { return strconv.Itoa(g.Players), true }),
	ofTable("stage", func(t board.Table) string { return t.Stage }),
	ofTable("progress", func(t board.Table) string { return number(t.Progress) }),
	ofTable("resources", func(t board.Table) string { return number(t.Resources) }),
	ofTable("siege", func(t board.Table) string { return number(t.SiegeRound) }),
	ofTable("siege-total", func(t board.Table) string { return number(t.SiegeTotal) }),
	ofTable("staging-threat", func(t board.Table) string { return number(t.StagingThreat) }),
	ofTable("players-left", func(t board.Table) string { return number(t.PlayersLeft) }),
	ofTable("first-player", func(t board.Table) string {
		if t.FirstPlayer == "" {
			return ""
		}
		return words.Person(t.FirstPlayer)
	}),
	ofPlayer("threat", func(p board.Player) string { return number(p.Threat) }),
	ofPlayer("heroes-left", func(p board.Player) string { return number(p.HeroesLeft) }),
	ofPlayer("eliminated", func(p board.Player) string { return strconv.FormatBool(p.Out) }),
}

var tournamentFields = []figure{
	{name: "status", read: func(t *teller, _ string) (string, bool) { return t.again.State().Tournament.Status, true }},
	{name: "place", of: "person", read: func(t *teller, arg string) (string, bool) {
		rows, err := t.again.State().Tournament.Final()
		if err != nil {
			return "", false
		}
		for _, r := range rows {
			if string(r.Player) == arg {
				return strconv.Itoa(r.Place), true
			}
		}
		return "", false
	}},
	{name: "record", of: "person", read: func(t *teller, arg string) (string, bool) {
		rows, err := t.again.State().Tournament.Final()
		if err != nil {
			return "", false
		}
		for _, r := range rows {
			if string(r.Player) == arg {
				return fmt.Sprintf("%d-%d-%d", r.Won, r.Drawn, r.Lost), true
			}
		}
		return "", false
	}},
}

var leagueFields = []figure{
	{name: "stage", read: func(t *teller, _ string) (string, bool) { return string(t.again.State().League.Stage), true }},
	{name: "rank", of: "person", read: func(t *teller, arg string) (string, bool) {
		place, _, ok := leagueRow(t, arg)
		return place, ok
	}},
	{name: "points", of: "person", read: func(t *teller, arg string) (string, bool) {
		_, points, ok := leagueRow(t, arg)
		return points, ok
	}},
}

func leagueRow(t *teller, person string) (place, points string, ok bool) {
	s := t.again.State().League.Season
	tables, err := s.Compute()
	if err != nil {
		return "", "", false
	}
	who := s.Who(events.PersonID(person))
	for _, d := range s.DivisionIDs() {
		for _, r := range tables.Division(d) {
			if r.Member == who {
				return number(season.Rank(r)), season.Shown(r.Line), true
			}
		}
	}
	return "", "", false
}

// reasonOf returns the reason that was given with a command.
func reasonOf(r events.Recorded) string {
	var said struct {
		Reason string `json:"reason"`
		Why    string `json:"why"`
	}
	if json.Unmarshal(r.Command.Data, &said) != nil { // a command without one
		return ""
	}
	if said.Reason != "" {
		return said.Reason
	}
	return said.Why
}
