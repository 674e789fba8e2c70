// Package intake takes files of players and results into tournaments: it knows the names, registers those
// that are new, and gives one command after the other as coordinator/roster/intake says.
//
// Invariants:
//
//  1. Looking changes nothing.
//  2. One step is one command to the tournament. What is in stays in if a later step fails, and the same file
//     goes on where it stopped.
//  3. What touches the tournament's integrity is given only with the consequences that were shown.
package intake

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/intake"
	state "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/people"
)

// Commander sends a command to the stream it is for; coordinator/runner.Service is one.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Service knows gatherings and tournaments as they are at this moment; coordinator/runner.Service is one.
type Service interface {
	Desk(ctx context.Context, g events.GatheringID) (desk.State, error)
	Tournament(ctx context.Context, g events.GatheringID, id events.GroupID) (state.State, error)
	PreviewTournament(ctx context.Context, id events.StreamID, c events.Command) (tournament.Consequences, error)
}

// People knows names; ops/people.People is one.
type People interface {
	Records(g events.GatheringID) []people.Record
	Register(ctx context.Context, g events.GatheringID, actor events.Actor, names []roster.NewPerson) ([]events.PersonID, error)
}

// Importer takes files in. Its fields must be set. It is safe for concurrent use.
type Importer struct {
	Commands Commander
	Service  Service
	People   People

	mu sync.Mutex // guards what is known until it is entered: two imports at once would both register it
}

// looked is a file beside the tournament.
type looked struct {
	st   state.State
	file intake.File
	rows []intake.Row
	step intake.Step
	left bool
}

// Look says what a file would do, and changes nothing. Errors: *engine.Refusal (no such tournament, a text
// that is too long), *events.UnavailableError.
func (im *Importer) Look(ctx context.Context, id events.StreamID, ask intake.Ask) (intake.Report, error) {
	at, err := im.look(ctx, id, ask)
	if err != nil {
		return intake.Report{}, err
	}
	return intake.ReportOf(at.st.Log, at.file, at.rows, ask), nil
}

// Step takes the next step of a file and reports how it is then. A step that needs an acknowledgement is
// taken only if ask.Ack is that of its consequences; else the report holds them. A step that is refused is in
// the report's Problem. Errors as for [Importer.Look].
func (im *Importer) Step(ctx context.Context, me access.Session, id events.StreamID, ask intake.Ask) (intake.Report, events.Position, error) {
	im.mu.Lock()
	defer im.mu.Unlock()
	at, err := im.look(ctx, id, ask)
	if err != nil {
		return intake.Report{}, 0, err
	}
	if !at.left {
		return intake.ReportOf(at.st.Log, at.file, at.rows, ask), 0, nil
	}
	pos, shown, err := im.take(ctx, me, id, at, ask)
	refused := engine.AsRefusal(err)
	if err != nil && refused == nil {
		return intake.Report{}, 0, err
	}
	if at, err = im.look(ctx, id, ask); err != nil {
		return intake.Report{}, pos, err
	}
	out := intake.ReportOf(at.st.Log, at.file, at.rows, ask)
	out.Consequences = shown
	if refused != nil {
		out.Problem = refused.Says
	}
	return out, pos, nil
}

func (im *Importer) look(ctx context.Context, id events.StreamID, ask intake.Ask) (looked, error) {
	if len(ask.Text) > exchange.MostBytes || strings.TrimSpace(ask.Text) == "" {
		return looked{}, &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf("the text has %d bytes: choose a file or paste text of 1 byte to 4 MiB", len(ask.Text))}
	}
	st, err := im.Service.Tournament(ctx, id.Gathering, id.Group)
	if err != nil {
		return looked{}, err
	}
	if !st.Opened() {
		return looked{}, &engine.Refusal{Code: state.CodeNotOpened, Says: "there is no such tournament yet; the organiser opens it first"}
	}
	known, err := im.known(ctx, id.Gathering, st)
	if err != nil {
		return looked{}, err
	}
	at := looked{st: st, file: intake.Read(ask.Text, entrants(st, known))}
	at.rows = intake.Resolve(at.file, st.Log, known, ask.Choices)
	at.step, at.left = intake.Next(st.Log, at.file, at.rows, ask)
	return at, nil
}

// known are the people of the gathering who have a name. One whose registration did not come to its end has
// none.
func (im *Importer) known(ctx context.Context, g events.GatheringID, st state.State) ([]intake.Known, error) {
	d, err := im.Service.Desk(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []intake.Known
	for _, r := range im.People.Records(g) {
		if known, forgotten := d.Knows(r.ID); !known || forgotten {
			continue
		}
		k := intake.Known{ID: r.ID, Name: r.Name}
		if e, in := st.EntrantOf(r.ID); in {
			k.N, k.Code, k.Club = e.N, e.Code, e.Club
		}
		out = append(out, k)
	}
	return out, nil
}

// entrants are those of the tournament, whom a file of results names.
func entrants(st state.State, known []intake.Known) []exchange.Entrant {
	var out []exchange.Entrant
	for _, k := range known {
		if e, in := st.EntrantOf(k.ID); in && e.Player == k.ID {
			out = append(out, exchange.Entrant{ID: k.ID, Name: k.Name, Code: e.Code, Club: e.Club})
		}
	}
	return out
}

// take gives the command of a step. Consequences that are not acknowledged are returned instead.
func (im *Importer) take(ctx context.Context, me access.Session, id events.StreamID, at looked, ask intake.Ask) (events.Position, *tournament.Consequences, error) {
	body := at.step.Command
	if body == nil {
		reg, err := im.register(ctx, me, id, at, ask)
		if err != nil {
			return 0, nil, err
		}
		body = reg
	}
	c, err := command(me, body)
	if err != nil {
		return 0, nil, err
	}
	says, err := im.Service.PreviewTournament(ctx, id, c)
	if err != nil {
		return 0, nil, err
	}
	if says.Ack != "" && says.Ack != ask.Ack {
		return 0, &says, nil
	}
	if c, err = command(me, acknowledged(body, says.Ack)); err != nil {
		return 0, nil, err
	}
	answer, err := im.Commands.Do(ctx, id, c)
	return answer.Position, nil, err
}

// register makes those known to the gathering who are not, and says the command that enters all of a step.
// It is previewed first with ids that nobody has, so that nobody becomes known who cannot be entered.
func (im *Importer) register(ctx context.Context, me access.Session, id events.StreamID, at looked, ask intake.Ask) (events.CommandBody, error) {
	reg := tournament.Register{Source: source(ask)}
	if at.st.Started() {
		reg.Reason = ask.Reason
	}
	var names []roster.NewPerson
	var places []int
	for i, n := range at.step.Enter {
		r := at.rows[n]
		who := r.Person
		if r.State == intake.RowNew {
			who = events.PersonID(fmt.Sprintf("new-%d", i+1))
			names, places = append(names, roster.NewPerson{Name: r.Name, Contact: r.Contact}), append(places, i)
		}
		reg.Entrants = append(reg.Entrants, tournament.Entrant{Player: who, Code: r.Code, Club: r.Club, Rating: r.Rating})
	}
	c, err := command(me, reg)
	if err != nil {
		return nil, err
	}
	if _, err := im.Service.PreviewTournament(ctx, id, c); err != nil {
		return nil, named(err, at)
	}
	if len(names) == 0 {
		return reg, nil
	}
	ids, err := im.People.Register(ctx, id.Gathering, me.Actor(), names)
	if err != nil {
		return nil, err
	}
	for i, p := range places {
		reg.Entrants[p].Player = ids[i]
	}
	return reg, nil
}

// named says in which line of the file a fault is, and puts names in the place of the ids that nobody has.
func named(err error, at looked) error {
	r := engine.AsRefusal(err)
	if r == nil {
		return err
	}
	out := *r
	var row int
	if _, err := fmt.Sscanf(out.Says, "row %d: ", &row); err == nil && row >= 1 && row <= len(at.step.Enter) {
		_, rest, _ := strings.Cut(out.Says, ": ")
		out.Says = fmt.Sprintf("line %d: %s", at.rows[at.step.Enter[row-1]].Line, rest)
	}
	for i, n := range at.step.Enter {
		out.Says = strings.ReplaceAll(out.Says, fmt.Sprintf("{new-%d}", i+1), at.rows[n].Name)
	}
	return &out
}

func source(ask intake.Ask) string {
	if ask.Source == "" {
		return "pasted text"
	}
	return ask.Source
}

func command(me access.Session, body events.CommandBody) (events.Command, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return events.Command{}, fmt.Errorf("encode %s: %w", body.CommandType(), err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return events.Command{}, fmt.Errorf("make a command id: %w", err)
	}
	return events.Command{ID: events.CommandID(id.String()), Type: body.CommandType(), Data: data, Actor: me.Actor(), Device: me.Device}, nil
}

// acknowledged is the command with the acknowledgement of its consequences.
func acknowledged(body events.CommandBody, ack string) events.CommandBody {
	switch b := body.(type) {
	case tournament.Register:
		b.Ack = ack
		return b
	case tournament.ImportRound:
		b.Ack = ack
		return b
	default:
		return body
	}
}
