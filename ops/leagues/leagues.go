// Package leagues takes files of results and of players into leagues: it knows the names, splits what is too
// much for one command, and shows what all of it together would do before anything is recorded.
//
// Invariants:
//
//  1. Looking changes nothing.
//  2. With one line that cannot be recorded nothing of the file is.
//  3. What is imported is recorded only with the consequences that were shown, those of the whole file.
//  4. The same file sent again, also after a part of it was recorded, is recorded once.
//
// Start with [Importer].
package leagues

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator"
	state "github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/roster/files"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/ops/people"
)

// AtOnce is how many results or players one command has at most.
const AtOnce = 100

// Commander sends a command to the stream it is for; coordinator/runner.Service is one.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Service says what a league is at this moment; coordinator/runner.Service is one.
type Service interface {
	League(ctx context.Context, g events.GatheringID, id events.GroupID) (state.State, error)
}

// People knows the names of a gathering; ops/people.People is one.
type People interface {
	Records(g events.GatheringID) []people.Record
}

// Importer takes files in. It is safe for concurrent use; all fields must be set.
type Importer struct {
	Commands Commander
	Service  Service
	People   People
}

// Formats of files.
const (
	FormatCSV  = files.FormatCSV
	FormatJSON = files.FormatJSON
)

// Ask is a file with what is said about it, and Report what it would do or has done.
type (
	Ask    = files.Ask
	Report = files.Report
)

// chunk is one command of a file.
type chunk struct {
	id    events.CommandID
	body  events.CommandBody
	lines []int // of what is in it
	done  bool  // it is recorded already
}

// Results takes a file of results in. Errors: *engine.Refusal (no such league, a right that is missing,
// somebody else was quicker), *events.UnavailableError, context errors; one that comes after a part was
// recorded says how much.
func (im *Importer) Results(ctx context.Context, actor events.Actor, id events.StreamID, ask Ask) (Report, error) {
	s, err := im.league(ctx, id)
	if err != nil {
		return Report{}, err
	}
	lines, err := im.read(id.Gathering, s, ask)
	if err != nil {
		return problems(err)
	}
	out := Report{Lines: len(lines)}
	chunks, wrong := split(id, lines, ask)
	if out.Commands = len(chunks); len(wrong) > 0 {
		out.Problems = wrong
		return out, nil
	}
	before := s.Season
	s, done := tried(s, actor, chunks, &out)
	if len(out.Problems) > 0 || out.Already {
		return out, nil
	}
	effects := season.Compare(before, s.Season)
	out.Effects, out.Says, out.Previewed = &effects, season.Says(effects), season.Print(league.MarkImport, effects)
	if ask.Dry || done == 0 && ask.Previewed != out.Previewed {
		return out, nil
	}
	out.Position, err = im.give(ctx, actor, id, chunks)
	out.Applied = err == nil
	return out, err
}

// league returns a league that is there.
func (im *Importer) league(ctx context.Context, id events.StreamID) (state.State, error) {
	s, err := im.Service.League(ctx, id.Gathering, id.Group)
	if err == nil && !s.Opened {
		return s, &engine.Refusal{Code: state.CodeNotOpened, Says: "there is no such league yet; the organiser opens it first"}
	}
	return s, err
}

// problems makes a report of what could not be read; every other error stays one.
func problems(err error) (Report, error) {
	if p := (exchange.Problems{}); errors.As(err, &p) {
		return Report{Problems: p}, nil
	}
	return Report{}, err
}

// known are the people of a gathering, as a file may name them. In a league that enters only who is told to,
// those of the league.
func (im *Importer) known(g events.GatheringID, in func(events.PersonID) bool) []exchange.Entrant {
	var out []exchange.Entrant
	for _, r := range im.People.Records(g) {
		if in(r.ID) {
			out = append(out, exchange.Entrant{ID: r.ID, Name: r.Name})
		}
	}
	return out
}

func (im *Importer) read(g events.GatheringID, s state.State, ask Ask) ([]exchange.LeagueLine, error) {
	who := im.known(g, func(p events.PersonID) bool {
		_, in := s.Player(p)
		return in || s.Walkins
	})
	for i := range who { // whoever was merged is the one that stays, under both names
		who[i].ID = s.Who(who[i].ID)
	}
	for _, p := range s.Players { // whose names are forgotten can still be named by id
		if !slices.ContainsFunc(who, func(e exchange.Entrant) bool { return e.ID == p.Player.Player }) {
			who = append(who, exchange.Entrant{ID: p.Player.Player})
		}
	}
	if ask.Format == FormatJSON {
		return exchange.ReadLeagueJSON(ask.Text, who, s.Rules.Points.Extras)
	}
	return exchange.ReadLeague(ask.Text, who, s.Rules.Points.Extras)
}

// split makes commands of the lines of a file, session by session in the order in which they come.
func split(id events.StreamID, lines []exchange.LeagueLine, ask Ask) ([]chunk, []exchange.Problem) {
	var wrong []exchange.Problem
	var order []league.SessionID
	by := map[league.SessionID][]exchange.LeagueLine{}
	for _, l := range lines {
		switch {
		case l.Session == "":
			l.Session = ask.Session
		case ask.Session != "" && l.Session != ask.Session && len(wrong) < exchange.MostProblems:
			wrong = append(wrong, exchange.Problem{Line: l.Line, Column: "session", Says: fmt.Sprintf("the line is of the session %s, and the file is for %s", l.Session, ask.Session)})
		}
		if l.Session == "" && len(wrong) < exchange.MostProblems {
			wrong = append(wrong, exchange.Problem{Line: l.Line, Column: "session", Says: "no session is named: say for the whole file or on the line which it is"})
		}
		if by[l.Session] == nil {
			order = append(order, l.Session)
		}
		by[l.Session] = append(by[l.Session], l)
	}
	var out []chunk
	for _, x := range order {
		for some := range slices.Chunk(by[x], AtOnce) {
			b := league.RecordResults{Session: x, Import: true, Reason: ask.Reason}
			c := chunk{id: commandID(id, ask, len(out))}
			for _, l := range some {
				b.Results = append(b.Results, l.Result)
				c.lines = append(c.lines, l.Line)
			}
			c.body = b
			out = append(out, c)
		}
	}
	return out, wrong
}

// importSpace is the name space of the ids of commands of a file.
var importSpace = uuid.MustParse("6f0c2d52-7a0e-5d2b-8a43-51c9f6a5b0d4")

// commandID derives the id of a command from the file that it is of: the same file is the same commands.
func commandID(id events.StreamID, ask Ask, n int) events.CommandID {
	name := fmt.Sprintf("%s\n%s\n%s\n%x\n%d", id, ask.Session, ask.Reason, sha256.Sum256(ask.Text), n)
	return events.CommandID(uuid.NewSHA1(importSpace, []byte(name)).String())
}

// tried decides all commands of a file that are not recorded yet, and returns the state after them and how many
// were recorded before. What is wrong is in the report.
func tried(s state.State, actor events.Actor, chunks []chunk, out *Report) (state.State, int) {
	done := 0
	for i := range chunks {
		if _, chunks[i].done = s.Seen(chunks[i].id); chunks[i].done {
			done++
			continue
		}
		if s, out.Problems = try(s, actor, &chunks[i]); len(out.Problems) > 0 {
			break
		}
	}
	out.Already = done == len(chunks)
	out.Applied = out.Already
	return s, done
}

// try decides a command without recording it, with the preview that it needs, and returns the state after it,
// or what is wrong with which line.
func try(s state.State, actor events.Actor, c *chunk) (state.State, []exchange.Problem) {
	body, after, err := decided(s, actor, c.body)
	if err == nil {
		c.body = body
		return after, nil
	}
	return s, blame(s, actor, *c, err)
}

func decided(s state.State, actor events.Actor, body events.CommandBody) (events.CommandBody, state.State, error) {
	if b, is := body.(league.RecordResults); is {
		p, err := state.Foresee(s, coordinator.Command{Actor: actor, Body: b})
		if err != nil {
			return body, s, err
		}
		if p != nil {
			b.Previewed = p.Print
		}
		body = b
	}
	es, err := state.Decide(s, coordinator.Command{Actor: actor, Body: body})
	if err != nil {
		return body, s, err
	}
	return body, state.Apply(s, coordinator.Applied{Version: s.Version() + 1, Events: es}), nil
}

// blame finds the lines for which a command is refused, by deciding each by itself. What every line is refused
// for is told once.
func blame(s state.State, actor events.Actor, c chunk, whole error) []exchange.Problem {
	var out []exchange.Problem
	refused := 0
	for i, one := range single(c.body) {
		_, after, err := decided(s, actor, one)
		if err == nil {
			s = after
			continue
		}
		refused++
		if len(out) < exchange.MostProblems {
			out = append(out, exchange.Problem{Line: c.lines[i], Says: says(err)})
		}
	}
	same := slices.ContainsFunc(out, func(p exchange.Problem) bool { return p.Says != out[0].Says })
	if refused == 0 || refused == len(c.lines) && refused > 1 && !same {
		return []exchange.Problem{{Says: says(whole)}}
	}
	return out
}

func says(err error) string {
	if r := engine.AsRefusal(err); r != nil {
		return r.Says
	}
	return err.Error()
}

// single parts a command into one for each of its lines.
func single(body events.CommandBody) []events.CommandBody {
	var out []events.CommandBody
	switch b := body.(type) {
	case league.RecordResults:
		for i := range b.Results {
			one := b
			one.Results, one.Previewed = b.Results[i:i+1], ""
			out = append(out, one)
		}
	case league.EnterPlayers:
		for i := range b.Players {
			out = append(out, league.EnterPlayers{Players: b.Players[i : i+1]})
		}
	}
	return out
}

// give gives the commands that are not recorded yet, one after the other.
func (im *Importer) give(ctx context.Context, actor events.Actor, id events.StreamID, chunks []chunk) (events.Position, error) {
	var at events.Position
	for i, c := range chunks {
		data, err := json.Marshal(c.body)
		if err != nil {
			return at, fmt.Errorf("command %d of the file: %w", i+1, err)
		}
		if c.done { // it is answered as it was, whatever it says
			continue
		}
		answer, err := im.Commands.Do(ctx, id, events.Command{ID: c.id, Type: c.body.CommandType(), Data: data, Actor: actor})
		if err != nil {
			if i > 0 {
				err = fmt.Errorf("%d of %d parts of the file are recorded; send the same file again for the rest: %w", i, len(chunks), err)
			}
			return at, err
		}
		at = answer.Position
	}
	return at, nil
}
