package intake

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// How much one command takes in, so that its commit stays small and its answer quick.
const (
	perCommand = 100 // players
	perResults = 100 // results
)

// plan is a file beside the log that it is to go into.
type plan struct {
	l    rules.Log
	f    File
	rows []Row
	ask  Ask
	who  map[events.PersonID]int // numbers in the tournament, by the ids that the rounds of the file use
}

func newPlan(l rules.Log, f File, rows []Row, ask Ask) plan {
	p := plan{l: l, f: f, rows: rows, ask: ask, who: map[events.PersonID]int{}}
	if f.Here {
		for _, e := range l.Entrants {
			now, _ := l.EntrantOf(e.Player)
			p.who[e.Player] = now.N
		}
	}
	for _, r := range rows {
		if r.State == RowIn && r.ID != "" {
			p.who[r.ID] = r.N
		}
	}
	return p
}

// Next returns the next step of taking a file in; false if there is none left, or none that can be taken
// before people have done something that the notes of the report say.
func Next(l rules.Log, f File, rows []Row, ask Ask) (Step, bool) {
	p := newPlan(l, f, rows, ask)
	if ns := p.entering(0); len(ns) > 0 {
		ns = ns[:min(len(ns), perCommand)]
		return Step{Enter: ns, Says: enters(len(ns))}, true
	}
	rounds := p.rounds()
	if len(rounds) == 0 || p.unresolved() {
		return Step{}, false
	}
	if !l.Started() {
		return p.start()
	}
	for _, r := range rounds {
		if s, ok := p.round(r); ok {
			return s, true
		}
		if log, paired := l.Round(r.N); !paired || !log.Finished {
			return Step{}, false // the next round waits for this one
		}
	}
	if rounds[len(rounds)-1].N != len(l.Rounds) {
		return Step{}, false
	}
	return p.leaving(len(l.Rounds) + 1)
}

// unresolved tells whether the rounds name players who are not entered.
func (p plan) unresolved() bool {
	return slices.ContainsFunc(p.rows, func(r Row) bool { return (r.State == RowOut || r.State == RowRefused) && p.named(r) })
}

func enters(n int) string {
	if n == 1 {
		return "enters 1 player"
	}
	return fmt.Sprintf("enters %d players", n)
}

// rounds are the rounds of the file that can be taken in: those of a cut only if there is one.
func (p plan) rounds() []standings.Round {
	var out []standings.Round
	for _, r := range p.f.Rounds {
		if r.Stage <= tournament.StageMain || p.l.Rules.Format == tournament.FormatSwissCut {
			out = append(out, r)
		}
	}
	return out
}

// eliminates tells whether the pairs of a round of the file follow from a bracket.
func (p plan) eliminates(r standings.Round) bool {
	return p.l.Eliminates(rules.Round{Stage: r.Stage})
}

// entering are the rows that are still to be entered: those there from the start, with 0, or those who came
// before a round. Without rounds everybody is entered at once.
func (p plan) entering(round int) []int {
	var out []int
	for i, r := range p.rows {
		late := r.From
		if late < 2 || len(p.rounds()) == 0 {
			late = 0
		}
		if r.Enters() && late == round {
			out = append(out, i)
		}
	}
	return out
}

// start has those leave who never played, and starts the tournament.
func (p plan) start() (Step, bool) {
	if p.l.Rules.CheckIn {
		return Step{}, false
	}
	for _, r := range p.rows {
		if e, ok := p.l.Entrant(r.N); ok && r.State == RowIn && r.Dropped && r.From < 2 && !e.Dropped && !p.placed(e.N) {
			return p.drop(e), true
		}
	}
	return Step{Says: "starts the tournament", Command: tournament.StartTournament{}}, true
}

// placed tells whether an entrant has a place in any round of the file.
func (p plan) placed(n int) bool {
	return slices.ContainsFunc(p.rounds(), func(r standings.Round) bool { return p.sits(r, n) })
}

func (p plan) sits(r standings.Round, n int) bool {
	return slices.ContainsFunc(r.Matches, func(m standings.Match) bool {
		return slices.ContainsFunc(m.Seats, func(s standings.Seat) bool { return p.who[s.Player] == n })
	})
}

func (p plan) drop(e rules.Entrant) Step {
	return Step{Says: fmt.Sprintf("takes {%s} out, who is in no later round", e.Player), Command: tournament.Drop{Entrant: e.N, Reason: "left, by " + p.source()}}
}

func (p plan) source() string {
	if p.ask.Source == "" {
		return "pasted text"
	}
	return p.ask.Source
}

// round returns the next step for a round of the file: who comes or leaves before it, its pairing, results.
func (p plan) round(r standings.Round) (Step, bool) {
	if log, paired := p.l.Round(r.N); paired {
		return p.results(log, r)
	}
	if len(p.l.Rounds)+1 != r.N {
		return Step{}, false
	}
	if ns := p.entering(r.N); len(ns) > 0 {
		ns = ns[:min(len(ns), perCommand)]
		return Step{Enter: ns, Late: r.N, Says: fmt.Sprintf("%s late, before round %d", enters(len(ns)), r.N)}, true
	}
	leave := p.leaving
	if p.eliminates(r) {
		leave = p.gone
	}
	if s, ok := leave(r.N); ok {
		return s, true
	}
	return p.pairing(r)
}

// gone has those leave before a round of an elimination whom the file calls gone and who have no place in it or
// later. Who has no place may be beaten, or wait for a later round.
func (p plan) gone(round int) (Step, bool) {
	for _, row := range p.rows {
		e, in := p.l.Entrant(row.N)
		if !in || row.State != RowIn || !row.Dropped || e.Dropped {
			continue
		}
		if !slices.ContainsFunc(p.rounds(), func(r standings.Round) bool { return r.N >= round && p.sits(r, e.N) }) {
			return p.drop(e), true
		}
	}
	return Step{}, false
}

// leaving has everybody leave or return by whether they have a place in a round; after the last round those
// leave whom the file calls gone.
func (p plan) leaving(round int) (Step, bool) {
	rounds := p.rounds()
	i := slices.IndexFunc(rounds, func(r standings.Round) bool { return r.N == round })
	for _, e := range p.l.Entrants {
		if e.Into != 0 || e.Waiting {
			continue
		}
		if i < 0 {
			row := slices.IndexFunc(p.rows, func(r Row) bool { return r.N == e.N && r.State == RowIn })
			if row >= 0 && p.rows[row].Dropped && !e.Dropped {
				return p.drop(e), true
			}
			continue
		}
		switch sits := p.sits(rounds[i], e.N); {
		case sits && e.Dropped:
			return Step{Says: fmt.Sprintf("lets {%s} return, who plays round %d", e.Player, round), Command: tournament.Return{Entrant: e.N}}, true
		case !sits && e.Plays(round):
			return p.drop(e), true
		}
	}
	return Step{}, false
}
