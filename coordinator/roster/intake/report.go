package intake

import (
	"fmt"

	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// ReportOf says what a file would still do to a tournament.
func ReportOf(l rules.Log, f File, rows []Row, ask Ask) Report {
	p := newPlan(l, f, rows, ask)
	out := Report{Kind: f.Kind, Refused: f.Refused, Rows: rows}
	for _, r := range rows {
		switch {
		case r.State == RowIn:
			out.Done++
			out.Total++
		case r.Enters():
			out.Total++
		}
	}
	for _, r := range f.Rounds {
		line := p.line(r)
		out.Rounds = append(out.Rounds, line)
		if line.Says == "" {
			out.Total += line.Results
			out.Done += line.Done
		}
	}
	out.Notes = p.notes()
	if s, ok := Next(l, f, rows, ask); ok {
		out.Next = s.Says
	}
	return out
}

// line says how much of a round is in the tournament.
func (p plan) line(r standings.Round) RoundLine {
	out := RoundLine{N: r.N}
	log, paired := p.l.Round(r.N)
	out.Paired = paired
	if r.Stage > tournament.StageMain && p.l.Rules.Format != tournament.FormatSwissCut {
		out.Says = "is of a cut, and this tournament has none: import into one of the format Swiss with a cut"
	}
	for _, m := range r.Matches {
		if m.Bye != "" {
			continue
		}
		out.Tables++
		if m.Result == nil {
			continue
		}
		out.Results++
		if !paired || out.Says != "" {
			continue
		}
		t, ok := p.table(log, m)
		if !ok {
			out.Says = "is paired otherwise here: undo its pairing, or correct it, and import again"
			continue
		}
		is, stands := t.Result()
		want, err := p.l.Complete(log, t, p.result(m))
		switch {
		case stands && err == nil && rules.Same(is, want):
			out.Done++
		case stands:
			out.Says = fmt.Sprintf("has another result at table %d here: correct it there, if the file is right", t.N)
		}
	}
	return out
}

// notes say what people have to know or do.
func (p plan) notes() []string {
	var out []string
	if p.unresolved() {
		out = append(out, "the rounds name players who are not entered: mend their lines, or choose who they are; no round is taken in before")
	}
	if p.l.Rules.CheckIn && !p.l.Started() && len(p.rounds()) > 0 {
		out = append(out, "this tournament has a check-in: once the players are entered, check them in, start it, and import the same file again for its rounds")
	}
	if len(p.rounds()) > 0 && p.l.Started() && !p.l.Playing() {
		out = append(out, "the tournament has ended: an organiser can reopen it, with a reason")
	}
	return out
}

// named tells whether the rounds of the file name a player.
func (p plan) named(row Row) bool {
	for _, r := range p.rounds() {
		for _, m := range r.Matches {
			for _, s := range m.Seats {
				if s.Player == row.ID {
					return true
				}
			}
		}
	}
	return false
}
