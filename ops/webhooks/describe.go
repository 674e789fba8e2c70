package webhooks

import (
	"fmt"
	"slices"
	"time"

	"github.com/muster-events/muster/coordinator"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// cup describes what happened in a tournament, from how it is afterwards.
type cup struct {
	rules.Log
	of Of
}

// tells returns what the events of a commit have to tell. While the standings are frozen that is nothing but
// that they are.
func (c cup) tells(payloads []events.Payload) []told {
	return c.those(payloads, func(e events.Payload) bool { return c.Frozen == nil || freezes(e) })
}

// withheld returns what tells leaves out.
func (c cup) withheld(payloads []events.Payload) []told {
	return c.those(payloads, func(e events.Payload) bool { return c.Frozen != nil && !freezes(e) })
}

func freezes(e events.Payload) bool {
	_, ok := e.(tournament.StandingsFrozen)
	return ok
}

func (c cup) those(payloads []events.Payload, which func(events.Payload) bool) []told {
	var out []told
	for i, e := range payloads {
		if !which(e) {
			continue
		}
		for _, say := range []func(events.Payload) (told, bool){c.pairings, c.rounds, c.results, c.ends} {
			if t, ok := say(e); ok {
				t.Index = i
				out = append(out, t)
			}
		}
	}
	return out
}

func (c cup) pairings(e events.Payload) (told, bool) {
	typ, n, verb := "", 0, ""
	switch e := e.(type) {
	case tournament.RoundPublished:
		typ, n, verb = TypePairings, e.Round, "is paired"
	case tournament.PairingChanged:
		typ, n, verb = TypePairingsChanged, e.Round, "is paired differently now"
	case tournament.RoundPaired:
		typ, n, verb = TypePairingsChanged, e.Round, "is paired again"
	case tournament.RoundUndone:
		says := fmt.Sprintf("The pairings of round %d of %s are withdrawn", e.Round, c.Name)
		return told{Kind: desk.HookPairings, Type: TypePairingsTaken, Says: says, Data: Round{Tournament: c.of, Round: e.Round}}, e.Step == tournament.StepPublish
	default:
		return told{}, false
	}
	r, ok := c.Round(n)
	if !ok || !r.Published {
		return told{}, false
	}
	p := c.paired(r)
	says := fmt.Sprintf("Round %d of %s %s: %s", n, c.Name, verb, count(len(p.Tables)+p.Left, "table", "tables"))
	if len(p.Byes) > 0 {
		says += ", " + count(len(p.Byes), "bye", "byes")
	}
	return told{Kind: desk.HookPairings, Type: typ, Says: says, Data: p, Mentions: mentioned(p)}, true
}

func (c cup) paired(r rules.Round) Pairings {
	out := Pairings{Tournament: c.of, Round: r.N, Tables: []PairedTable{}, Byes: []Bye{}}
	for _, t := range r.Tables {
		if len(t.Seats) == 0 {
			continue
		}
		if len(out.Tables) == maxTables {
			out.Left++
			continue
		}
		p := PairedTable{Table: t.N}
		for _, n := range t.Seats {
			p.Players = append(p.Players, c.seat(t, n))
		}
		out.Tables = append(out.Tables, p)
	}
	for _, b := range r.Byes {
		out.Byes = append(out.Byes, Bye{Entrant: b.Entrant, Player: c.person(b.Entrant), Kind: b.Kind})
	}
	return out
}

func (c cup) person(n int) events.PersonID {
	e, _ := c.Entrant(n)
	return e.Player
}

func (c cup) seat(t rules.Table, n int) Seat {
	s := Seat{Entrant: n, Player: c.person(n)}
	if side := t.Side(n); side > 0 && side <= len(c.Rules.Sides) {
		s.Side = c.Rules.Sides[side-1]
	}
	return s
}

func mentioned(p Pairings) []events.PersonID {
	var out []events.PersonID
	for _, t := range p.Tables {
		for _, s := range t.Players {
			out = append(out, s.Player)
		}
	}
	for _, b := range p.Byes {
		out = append(out, b.Player)
	}
	return out
}

func (c cup) rounds(e events.Payload) (told, bool) {
	typ, n, says := "", 0, ""
	var tables []int
	switch e := e.(type) {
	case tournament.RoundStarted:
		typ, n, says = TypeRoundStarted, e.Round, "has begun"
	case tournament.RoundUndone:
		if e.Step != tournament.StepStart {
			return told{}, false
		}
		typ, n, says = TypeRoundStopped, e.Round, "has not begun after all"
	case tournament.ClockPaused:
		typ, n, says = TypeRoundClock, e.Round, "is paused"
	case tournament.ClockResumed:
		typ, n, says = TypeRoundClock, e.Round, "goes on"
	case tournament.ClockExtended:
		typ, n, says = TypeRoundClock, e.Round, "has more time"
		if e.Table != 0 {
			says = fmt.Sprintf("has more time at table %d", e.Table)
		}
	case tournament.TimeCalled:
		typ, n, says, tables = TypeTimeCalled, e.Round, "is out of time at "+count(len(e.Tables), "table", "tables"), e.Tables
	case tournament.RoundFinished:
		typ, n, says = TypeRoundEnded, e.Round, "is over"
	case tournament.RoundReopened:
		typ, n, says = TypeRoundReopened, e.Round, "is open again"
	default:
		return told{}, false
	}
	r, _ := c.Round(n)
	data := Round{Tournament: c.of, Round: n, Tables: tables, Open: len(r.Open()), Paused: r.Clock != nil && r.Clock.Paused != 0}
	if ends, ok := endOf(r.Clock); ok {
		data.Ends = &ends
	}
	return told{Kind: desk.HookRounds, Type: typ, Says: fmt.Sprintf("Round %d of %s %s", n, c.Name, says), Data: data}, true
}

func endOf(k *rules.Clock) (time.Time, bool) {
	if k == nil || k.Seconds == 0 || k.Paused != 0 {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(k.Started + k.Stood)).UTC().Add(time.Duration(k.Seconds) * time.Second), true
}

func (c cup) results(e events.Payload) (told, bool) {
	s, ok := e.(tournament.ResultStands)
	if !ok {
		return told{}, false
	}
	r, _ := c.Round(s.Round)
	t, ok := r.Table(s.Table)
	if !ok || s.Entry < 1 || s.Entry > len(t.Entries) {
		return told{}, false
	}
	res := t.Entries[s.Entry-1].Result
	data := Result{Tournament: c.of, Round: s.Round, Table: s.Table, Kind: res.Kind, Corrected: s.Was != 0, Drawn: res.Drawn, Players: []Line{}}
	out := told{Kind: desk.HookResults, Type: TypeResult}
	for _, n := range t.Seats {
		l := Line{Seat: c.seat(t, n)}
		if i := slices.IndexFunc(res.Lines, func(l tournament.Line) bool { return l.Entrant == n }); i >= 0 {
			has := res.Lines[i]
			l.Place, l.Games, l.Victory, l.Score, l.Forfeits = has.Place, has.Games, has.Victory, string(has.Score), has.Forfeits
		}
		data.Players = append(data.Players, l)
		out.Mentions = append(out.Mentions, l.Player)
	}
	out.Data = data
	out.Says = fmt.Sprintf("Round %d of %s, table %d: %s", s.Round, c.Name, s.Table, words.Result(c.words(), res))
	if res.Kind == tournament.Open {
		out.Says = fmt.Sprintf("Round %d of %s: table %d has no result any more", s.Round, c.Name, s.Table)
	}
	return out, true
}

func (c cup) words() words.Context {
	var w words.Context
	for _, e := range c.Entrants {
		w.Entrants = append(w.Entrants, e.Player)
	}
	return w
}

func (c cup) ends(e events.Payload) (told, bool) {
	typ, says, places := "", "", false
	switch e.(type) {
	case tournament.StandingsFrozen:
		typ, says = TypeFrozen, "The standings of %s are frozen"
	case tournament.StandingsThawed:
		typ, says, places = TypeThawed, "The standings of %s are shown again", true
	case tournament.TournamentEnded:
		typ, says, places = TypeTournamentEnded, "%s has ended", true
	case tournament.TournamentFinal:
		typ, says, places = TypeTournamentFinal, "The standings of %s are final", true
	case tournament.TournamentReopened:
		typ, says = TypeTournamentAgain, "%s is open again"
	case tournament.TournamentSealed:
		typ, says = TypeTournamentSealed, "%s is closed for good"
	default:
		return told{}, false
	}
	out := told{Kind: desk.HookEnds, Type: typ, Says: fmt.Sprintf(says, c.Name)}
	data := Ending{Tournament: &c.of}
	if places {
		data.Standings, data.Left = c.standings()
		for _, s := range data.Standings {
			out.Mentions = append(out.Mentions, s.Player)
		}
	}
	out.Data = data
	return out, true
}

// standings are those of the latest stage, the best first. A tournament that has none yet has no rows.
func (c cup) standings() (rows []Standing, left int) {
	stage := tournament.StageMain
	if c.Cut != nil {
		stage = tournament.StageCut
	}
	table, err := c.Standings(stage)
	if err != nil {
		return nil, 0
	}
	for _, r := range table.Rows {
		if len(rows) == maxRows {
			left++
			continue
		}
		s := Standing{Place: r.Place, Player: r.Player, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost}
		if len(r.Cells) > 0 {
			s.Points = r.Cells[0].Value.String()
		}
		rows = append(rows, s)
	}
	return rows, left
}

// groupTells returns what a commit of a group has to tell.
func groupTells(s coordinator.State, id events.GroupID, payloads []events.Payload) []told {
	of := GroupOf{ID: id, Name: s.Name, Scenario: s.Scenario}
	var out []told
	for i, e := range payloads {
		if t, ok := groupTold(of, e); ok {
			t.Index = i
			out = append(out, t)
		}
	}
	return out
}

func groupTold(of GroupOf, e events.Payload) (told, bool) {
	round := func(typ string, n int, says string) (told, bool) {
		return told{Kind: desk.HookRounds, Type: typ, Says: fmt.Sprintf("%s: round %d %s", of.Name, n, says), Data: GroupRound{Group: of, Round: n}}, true
	}
	end := func(typ, says string, n int, reason string) (told, bool) {
		out := told{Kind: desk.HookEnds, Type: typ, Says: of.Name + " " + says, Data: GroupEnding{Group: of, Round: n, Reason: reason}}
		if reason != "" {
			out.Says += ": " + reason
		}
		words.Resolve(out.Says, func(p events.PersonID) string {
			out.Mentions = append(out.Mentions, p)
			return ""
		})
		return out, true
	}
	switch e := e.(type) {
	case group.RoundStarted:
		return round(TypeGroupRound, e.Round, "has begun")
	case group.RoundEnded:
		return round(TypeGroupRoundEnded, e.Round, "has ended at every table")
	case group.GroupWon:
		return end(TypeGroupWon, "has won", e.Round, e.Reason)
	case group.GroupLost:
		return end(TypeGroupLost, "has lost", e.Round, e.Reason)
	case group.GroupAbandoned:
		return end(TypeGroupAbandoned, "has ended without a result", e.Round, e.Reason)
	case group.GroupReopened:
		return end(TypeGroupReopened, "plays on: the result was taken back", 0, "")
	}
	return told{}, false
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
