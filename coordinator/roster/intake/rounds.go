package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// pairing is the command that takes a round in with its first results.
func (p plan) pairing(r standings.Round) (Step, bool) {
	cmd := tournament.ImportRound{Round: r.N, Source: p.source(), Reason: p.ask.Reason, Ack: p.ask.Ack, Seeds: p.seeds(r)}
	results := 0
	for _, m := range inOrder(r) {
		seats, ok := p.seats(m)
		switch {
		case !ok:
			return Step{}, false
		case m.Bye != "":
			cmd.Byes = append(cmd.Byes, tournament.Bye{Entrant: seats[0], Kind: string(m.Bye)})
			continue
		}
		table := tournament.ImportedTable{Entrants: seats, First: p.first(m)}
		if m.Result != nil && results < perResults {
			res := p.result(m)
			table.Result = &res
			results++
		}
		cmd.Tables = append(cmd.Tables, table)
	}
	says := fmt.Sprintf("takes round %d in: %d tables, %d results", r.N, len(cmd.Tables), results)
	if r.Stage > tournament.StageMain && len(cmd.Seeds) > 0 {
		says = fmt.Sprintf("makes the cut, %d play on, and %s", len(cmd.Seeds), says)
	}
	return Step{Says: says, Command: cmd}, true
}

// inOrder are the matches of a round by the number of their table.
func inOrder(r standings.Round) []standings.Match {
	return slices.SortedStableFunc(slices.Values(r.Matches), func(a, b standings.Match) int { return a.Table - b.Table })
}

// results is the command that takes results of a round in that is paired; false if none is left.
func (p plan) results(log rules.Round, r standings.Round) (Step, bool) {
	cmd := tournament.ImportRound{Round: r.N, Source: p.source(), Reason: p.ask.Reason, Ack: p.ask.Ack}
	for _, m := range inOrder(r) {
		t, ok := p.table(log, m)
		if !ok || m.Result == nil || t.Stands != 0 || len(cmd.Tables) == perResults {
			continue
		}
		res := p.result(m)
		cmd.Tables = append(cmd.Tables, tournament.ImportedTable{Entrants: t.Seats, Result: &res})
	}
	if len(cmd.Tables) == 0 || r.N != len(p.l.Rounds) {
		return Step{}, false
	}
	return Step{Says: fmt.Sprintf("takes %d results of round %d in", len(cmd.Tables), r.N), Command: cmd}, true
}

// table finds the table of a round at which exactly the players of a match sit.
func (p plan) table(log rules.Round, m standings.Match) (rules.Table, bool) {
	seats, ok := p.seats(m)
	if !ok || m.Bye != "" {
		return rules.Table{}, false
	}
	slices.Sort(seats)
	for _, t := range log.Tables {
		if slices.Equal(slices.Sorted(slices.Values(t.Seats)), seats) {
			return t, true
		}
	}
	return rules.Table{}, false
}

// seats are the entrants of a match, those on the first side first; false if somebody is not in the
// tournament.
func (p plan) seats(m standings.Match) ([]int, bool) {
	seats := slices.SortedStableFunc(slices.Values(m.Seats), func(a, b standings.Seat) int { return p.side(a) - p.side(b) })
	out := make([]int, len(seats))
	for i, s := range seats {
		if out[i] = p.who[s.Player]; out[i] == 0 {
			return nil, false
		}
	}
	return out, len(out) > 0
}

// side is 1 for a seat on the second side: the one that the rules name second, or black.
func (p plan) side(s standings.Seat) int {
	second := strings.EqualFold(s.Side, "black")
	if len(p.l.Rules.Sides) == 2 {
		second = second || strings.EqualFold(s.Side, p.l.Rules.Sides[1])
	}
	if second {
		return 1
	}
	return 0
}

// first is how many of a table of more than two are on the first side; 0 if that is not said.
func (p plan) first(m standings.Match) int {
	if len(p.l.Rules.Sides) != 2 || p.l.Rules.Format != tournament.FormatPods {
		return 0
	}
	n := 0
	for _, s := range m.Seats {
		if strings.EqualFold(s.Side, p.l.Rules.Sides[0]) {
			n++
		}
	}
	if n == len(m.Seats) {
		return 0
	}
	return n
}

var kinds = map[standings.Ending]string{
	standings.Played: tournament.Played, standings.TimeCalled: tournament.Unfinished, standings.IntentionalDraw: tournament.IntentionalDraw,
	standings.DoubleLoss: tournament.DoubleLoss, standings.Forfeit: tournament.Forfeit,
}

// result is a result as a tournament takes it. Who has only won, drawn or lost has won, drawn or lost one
// game.
func (p plan) result(m standings.Match) tournament.Result {
	in := *m.Result
	out := tournament.Result{Kind: kinds[in.Ending], Drawn: in.Drawn + in.Unfinished}
	bare := !slices.ContainsFunc(in.Scores, func(s standings.Score) bool {
		return s.Games != 0 || s.Place != 0 || s.Points != nil || s.Victory != 0
	}) && out.Drawn == 0
	for _, s := range in.Scores {
		line := tournament.Line{Entrant: p.who[s.Player], Games: s.Games, Victory: s.Victory, Place: s.Place, Forfeits: s.Absent}
		if s.Points != nil {
			line.Score = tournament.Amount(s.Points.String())
		}
		if bare && s.Outcome == standings.Win {
			line.Games = 1
		}
		if bare && s.Outcome == standings.Draw {
			out.Drawn = 1
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}
