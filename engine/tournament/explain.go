package tournament

import (
	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/events/tournament"
)

// Explanation says why a round is paired as it is. People are in braces, by id.
type Explanation struct {
	Tables [][]string       `json:"tables"`         // sentences for each table of the pairing
	Byes   map[int][]string `json:"byes,omitempty"` // by entrant
	Cost   []pairing.Value  `json:"cost,omitempty"` // of the whole round, in order of the criteria
}

// Explain says why a pairing came out as it did: by the log as it was before the event, which pairs the
// same round again. Tables set by hand afterwards have no explanation but that.
//
// Source: issue 4, "Tournaments": the pairings of a round come with an explanation per table.
func (l Log) Explain(e tournament.RoundPaired) (Explanation, error) {
	now := Round{N: e.Round, Stage: e.Stage}
	if e.Again && e.Round == len(l.Rounds) {
		now = l.Rounds[e.Round-1]
		l = l.upTo(e.Round - 1)
	}
	if l.Eliminates(now) || l.Rules.Format == tournament.FormatRoundRobin || l.Rules.Format == tournament.FormatPods {
		return l.explainOther(now, e)
	}
	return l.explainSwiss(now, e)
}

func (l Log) explainSwiss(now Round, e tournament.RoundPaired) (Explanation, error) {
	f, err := l.field(now)
	if err != nil {
		return Explanation{}, err
	}
	round, err := pairing.Pair(f, l.swiss())
	if err != nil {
		return Explanation{}, err
	}
	out := Explanation{Tables: make([][]string, len(e.Tables)), Cost: round.Cost, Byes: map[int][]string{}}
	at := l.byPlayer()
	place := map[int]int{}
	for i, seats := range e.Tables {
		for _, n := range seats {
			place[n] = i
		}
	}
	for _, t := range round.Tables {
		out.Tables[place[at[t.A]]] = l.sideNames(t.Words(braced))
	}
	for _, o := range round.Off {
		if o.Kind == pairing.OffBye || o.Kind == pairing.OffAsked {
			out.Byes[at[o.Player]] = o.Words(braced)
		}
	}
	return out, nil
}
