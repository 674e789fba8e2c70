package tournament

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Bracket returns the bracket of a stage as it stands; false if the stage has none. The seeds are those
// of the start, or of the cut.
func (l Log) Bracket(stage int) (pairing.Course, bool) {
	c, err := l.course(stage)
	return c, err == nil
}

// course plays the bracket of a stage as far as its results go.
func (l Log) course(stage int) (pairing.Course, error) {
	if !l.Eliminates(Round{Stage: stage}) || stage == tournament.StageCut && l.Cut == nil || len(l.Order) == 0 {
		return pairing.Course{}, refuse(CodeCut, "this stage has no bracket")
	}
	format, seeds := l.Rules.Format, l.Order
	if stage == tournament.StageCut {
		format, seeds = l.Rules.CutFormat, l.Cut.Entrants
	}
	e := pairing.Elimination{Double: format == tournament.FormatDouble, Reset: format == tournament.FormatDouble}
	e.Third = l.Rules.ThirdPlace && !e.Double
	b, err := pairing.NewBracket(l.people(seeds), e)
	if err != nil {
		return pairing.Course{}, err
	}
	var results []pairing.MatchResult
	for _, r := range l.Rounds {
		for _, t := range r.Tables {
			res, ok := t.Result()
			if !ok || r.Stage != stage || t.Slot == "" {
				continue
			}
			m := pairing.MatchResult{Match: pairing.MatchID(t.Slot)}
			if who, one := Winner(res); one {
				m.Winner = l.Entrants[who-1].Player
			}
			results = append(results, m)
		}
	}
	return b.Play(results)
}

func (l Log) people(entrants []int) []events.PersonID {
	out := make([]events.PersonID, len(entrants))
	for i, n := range entrants {
		out[i] = l.Entrants[n-1].Player
	}
	return out
}

// bracketOver tells whether the bracket of a stage is played to its end.
func (l Log) bracketOver(stage int) bool {
	c, err := l.course(stage)
	return err == nil && c.Over
}

// pairBracket makes tables of all matches whose players are known, but nobody plays the next round of the
// winners' part before its turn because the bracket had a free place for them.
func (l Log) pairBracket(now Round) (tournament.RoundPaired, error) {
	out := tournament.RoundPaired{Round: now.N, Stage: now.Stage}
	c, err := l.course(now.Stage)
	if err != nil {
		return out, err
	}
	at := l.byPlayer()
	turn := 1
	for _, r := range l.Rounds {
		if r.Stage == now.Stage {
			turn++
		}
	}
	for _, b := range c.Bouts {
		switch {
		case b.Part == pairing.PartWinners && b.Round > turn:
		case b.State == pairing.MatchReady:
			out.Tables = append(out.Tables, l.sided(at[b.Players[0]], at[b.Players[1]], now.N))
			out.Slots = append(out.Slots, string(b.ID))
		case b.State == pairing.MatchWalked && turn == 1 && b.Winner != "" && b.Part == pairing.PartWinners:
			out.Byes = append(out.Byes, tournament.Bye{Entrant: at[b.Winner], Kind: tournament.ByePairing})
		}
	}
	if len(out.Tables) == 0 {
		return out, refuse(CodeCut, "no match of the bracket is left to be played")
	}
	return out, nil
}

// sided seats two so that the one who had the first side less often has it; a lot parts equals.
func (l Log) sided(a, b, round int) []int {
	if len(l.Rules.Sides) == 0 {
		return []int{a, b}
	}
	x, y := l.firsts(a), l.firsts(b)
	if x > y || x == y && engine.Draw(l.Seed, uint64(round)<<40+3<<32+uint64(a)<<16+uint64(b), 2) == 1 {
		return []int{b, a}
	}
	return []int{a, b}
}

// firsts is how often an entrant had the first side less how often the second.
func (l Log) firsts(entrant int) int {
	n := 0
	for _, r := range l.Rounds {
		if t, ok := r.At(entrant); ok {
			n += map[int]int{1: 1, 2: -1}[t.Side(entrant)]
		}
	}
	return n
}

// schedule is the round robin of everybody who started, twice round.
func (l Log) schedule() ([]pairing.FixtureRound, error) {
	return pairing.RoundRobin(l.people(l.Order), pairing.Robin{Double: true, Sides: len(l.Rules.Sides) == 2})
}

// pairRoundRobin takes the round from the schedule. Who left still has their tables, to be forfeited.
func (l Log) pairRoundRobin(now Round) (tournament.RoundPaired, error) {
	out := tournament.RoundPaired{Round: now.N, Stage: now.Stage}
	all, err := l.schedule()
	if err != nil {
		return out, err
	}
	at := l.byPlayer()
	fixed := all[(now.N-1)%len(all)]
	for _, f := range fixed.Tables {
		seats := []int{at[f.A], at[f.B]}
		if f.Side == pairing.Shadow {
			slices.Reverse(seats)
		}
		out.Tables = append(out.Tables, seats)
	}
	if fixed.Off != "" {
		out.Byes = []tournament.Bye{{Entrant: at[fixed.Off], Kind: tournament.ByeZero}}
	}
	return out, nil
}
