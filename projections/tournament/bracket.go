package tournament

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/pairing"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// Bracket is the bracket of a stage as it stands.
type Bracket struct {
	Stage    int             `json:"stage"`
	Parts    []Part          `json:"parts"` // winners, then losers, the grand final, the match for third place
	Over     bool            `json:"over,omitempty"`
	Champion events.PersonID `json:"champion,omitempty"`
}

// Part is a part of a bracket.
type Part struct {
	Kind   string      `json:"kind"`  // "winners", "losers", "final" or "third"
	Title  string      `json:"title"` // "Losers’ bracket"; empty where there is only one
	Rounds []PartRound `json:"rounds"`
}

// PartRound is a round of a part, with a place for every match, also for those that are never played.
type PartRound struct {
	Title   string  `json:"title"` // "Semi-final"
	Matches []Match `json:"matches"`
}

// Match is a match of a bracket.
type Match struct {
	Number int       `json:"number"` // as it is called; 0: it is never played, the bracket is not full
	Slot   string    `json:"slot"`   // as it is named in the log
	State  string    `json:"state"`  // "waits", "ready", "played", "walked" or "not-held"
	Round  int       `json:"round,omitempty"`
	Table  int       `json:"table,omitempty"` // where it is played; 0: it is not paired
	Says   string    `json:"says,omitempty"`  // the result in words
	Places [2]Placed `json:"places"`
}

// Placed is a place of a match.
type Placed struct {
	Entrant int             `json:"entrant,omitempty"` // 0: nobody yet, or nobody comes
	Player  events.PersonID `json:"player,omitempty"`
	Seed    int             `json:"seed,omitempty"`
	From    string          `json:"from,omitempty"` // "winner of match 3"
	Won     bool            `json:"won,omitempty"`
	Score   string          `json:"score,omitempty"`
}

// brackets are those of the stages that have one.
func (b builder) brackets() []Bracket {
	var out []Bracket
	for _, stage := range []int{tournament.StageMain, tournament.StageCut} {
		if all, ok := b.l.Matches(stage); ok {
			out = append(out, b.bracket(stage, all))
		}
	}
	return out
}

func (b builder) bracket(stage int, all []rules.Match) Bracket {
	c, _ := b.l.Bracket(stage)
	out := Bracket{Stage: stage, Over: c.Over, Champion: c.Champion}
	tables := b.slots(stage)
	numbers := map[events.PersonID]int{}
	for _, e := range b.l.Entrants {
		numbers[e.Player] = e.N
	}
	for _, kind := range []pairing.Part{pairing.PartWinners, pairing.PartLosers, pairing.PartFinal, pairing.PartThird} {
		part := Part{Kind: string(kind)}
		for _, m := range all {
			if m.Part != kind {
				continue
			}
			for len(part.Rounds) < m.Round {
				part.Rounds = append(part.Rounds, PartRound{Title: words.Upper(m.Title)})
			}
			r := &part.Rounds[m.Round-1]
			r.Matches = append(r.Matches, b.match(all, m, tables[string(m.ID)], numbers))
		}
		if len(part.Rounds) > 0 {
			out.Parts = append(out.Parts, part)
		}
	}
	double := len(out.Parts) > 2 // with one part for those who lost once and one for the grand final
	for i, p := range out.Parts {
		if double || i > 0 {
			out.Parts[i].Title = partTitles[p.Kind]
		}
	}
	return out
}

var partTitles = map[string]string{
	string(pairing.PartWinners): "Winners’ bracket", string(pairing.PartLosers): "Losers’ bracket", string(pairing.PartFinal): "Grand final",
	string(pairing.PartThird): "Third place",
}

type slot struct {
	round int
	table rules.Table
}

// slots are the tables of a stage by the match that they play.
func (b builder) slots(stage int) map[string]slot {
	out := map[string]slot{}
	for _, r := range b.l.Rounds {
		for _, t := range r.Tables {
			if r.Stage == stage && t.Slot != "" {
				out[t.Slot] = slot{r.N, t}
			}
		}
	}
	return out
}

func (b builder) match(all []rules.Match, m rules.Match, at slot, numbers map[events.PersonID]int) Match {
	out := Match{Number: m.Number, Slot: string(m.ID), State: string(m.State), Round: at.round, Table: at.table.N}
	if res, ok := at.table.Result(); ok {
		out.Says = words.Result(b.c, res)
	}
	for i, s := range []pairing.Source{m.A, m.B} {
		p := Placed{Player: m.Players[i], Entrant: numbers[m.Players[i]], From: comesFrom(all, s)}
		if res, stands := at.table.Result(); stands && p.Entrant != 0 {
			p.Score = score(res, p.Entrant)
		}
		if s.Match == "" && p.Player != "" {
			p.Seed = s.Seed
		}
		p.Won = p.Player != "" && p.Player == m.Winner
		out.Places[i] = p
	}
	if m.Part == pairing.PartFinal && m.Round == 2 {
		out.Places[0].From, out.Places[1].From = "if it is needed", "if it is needed"
	}
	return out
}

// comesFrom says who comes to a place, as long as it is not known.
func comesFrom(all []rules.Match, s pairing.Source) string {
	i := slices.IndexFunc(all, func(m rules.Match) bool { return m.ID == s.Match })
	switch {
	case i < 0 || all[i].Number == 0 && s.Loser:
		return ""
	case all[i].Number == 0: // whoever comes to the other place goes on
		for _, from := range []pairing.Source{all[i].A, all[i].B} {
			if says := comesFrom(all, from); says != "" {
				return says
			}
		}
		return ""
	case s.Loser:
		return fmt.Sprintf("loser of match %d", all[i].Number)
	default:
		return fmt.Sprintf("winner of match %d", all[i].Number)
	}
}
