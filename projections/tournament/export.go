package tournament

import (
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/engine/standings/exchange"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Export is a tournament for other programs, as somebody may see it.
type Export struct {
	Event    exchange.Event
	Entrants []exchange.Entrant // in the order of their numbers
	Rounds   []standings.Round  // of every stage, in order
	Tables   []standings.Table  // the standings of each stage, the main one first
}

// Main are the rounds of the main stage.
func (x Export) Main() []standings.Round {
	var out []standings.Round
	for _, r := range x.Rounds {
		if r.Stage == tournament.StageMain {
			out = append(out, r)
		}
	}
	return out
}

// ExportOf returns a tournament for other programs: what everybody sees, or what officials do. name gives
// the names of people.
func ExportOf(s Stored, officials bool, name func(events.PersonID) string) (Export, error) {
	l := s.Log
	if !officials {
		l = l.Public()
	}
	out := Export{Event: exchange.Event{
		Name: l.Name, Start: s.OpenedAt.UTC().Format("2006/01/02"), Rounds: l.Planned, Type: l.Rules.Format,
	}}
	for _, e := range l.Entrants {
		if !e.Waiting && e.Into == 0 {
			out.Entrants = append(out.Entrants, exported(e, name(e.Player)))
		}
	}
	for _, stage := range []int{tournament.StageMain, tournament.StageCut} {
		if stage == tournament.StageCut && l.Cut == nil {
			continue
		}
		table, err := l.Standings(stage)
		if err != nil {
			return out, err
		}
		out.Tables = append(out.Tables, table)
		out.Rounds = append(out.Rounds, l.Played(stage).Rounds...)
	}
	return out, nil
}

func exported(e rules.Entrant, name string) exchange.Entrant {
	out := exchange.Entrant{
		ID: e.Player, Name: name, Code: e.Code, Club: e.Club, Rating: e.Rating, Dropped: e.Dropped,
	}
	if e.Late > 1 {
		out.From, out.Missed = e.Late, e.Late-1
		out.Start, _ = exact.Parse(string(e.Points)) // checked when it was decided; nothing is 0
	}
	return out
}
