package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Ranked is a player's line in the ranking of a whole tournament.
type Ranked struct {
	Player events.PersonID `json:"player"`
	// Place is from 1. Who is still in a bracket shares the first place until it is played out.
	Place  int  `json:"place"`
	Shared bool `json:"shared,omitempty"`
	// Open is set while the place is not decided: the player is still in the bracket.
	Open bool `json:"open,omitempty"`
	// Cut is set for who made the cut.
	Cut bool `json:"cut,omitempty"`
	// Says is where the place comes from: "out in the semi-final", "place 5 of the rounds before the cut".
	Says string `json:"says"`
	// Row is the player's line in the standings of the main stage; of somebody who has none it is empty
	// but for the player.
	Row standings.Row `json:"row"`
	// Played and the like are of both stages together.
	Played  int  `json:"played"`
	Won     int  `json:"won"`
	Drawn   int  `json:"drawn"`
	Lost    int  `json:"lost"`
	Byes    int  `json:"byes,omitempty"`
	Dropped bool `json:"dropped,omitempty"`
}

// Final returns the ranking of the whole tournament, best first, by the rounds that are published. Where
// there is a bracket it gives the places of those who are in it: who went out later is better, and the same
// round is the same place, so that the losers of the semi-finals share the third unless they played for it.
// All others come after them in the order of the standings of the main stage, which no later match moves.
// Without a bracket it is the standings. Those who share a place are in the order of the main stage, or of
// their seeds.
//
// Source: issue 4, "Tournaments" (never head-to-head from a later stage).
func (l Log) Final() ([]Ranked, error) {
	main, err := l.Standings(tournament.StageMain)
	if err != nil {
		return nil, err
	}
	stage := tournament.StageMain
	if l.Cut != nil {
		stage = tournament.StageCut
	}
	out := []Ranked{}
	if l.Eliminates(Round{Stage: stage}) && len(l.Order) > 0 {
		if out, err = l.finalists(stage); err != nil {
			return nil, err
		}
	}
	return l.completed(out, main)
}

// finalists ranks those in the bracket of a stage.
func (l Log) finalists(stage int) ([]Ranked, error) {
	c, err := l.course(stage)
	if err != nil {
		return nil, err
	}
	seeds := l.Order
	if stage == tournament.StageCut {
		seeds = l.Cut.Entrants
	}
	matches, _ := l.Matches(stage)
	placed := map[events.PersonID]pairing.Place{}
	for _, p := range c.Places {
		placed[p.Player] = p
	}
	out := make([]Ranked, 0, len(seeds))
	for _, id := range l.people(seeds) {
		r := Ranked{Player: id, Place: 1, Shared: len(seeds)-len(placed) > 1, Open: true, Says: "still in", Cut: stage == tournament.StageCut}
		if p, decided := placed[id]; decided {
			r.Place, r.Shared, r.Open, r.Says = p.Place, p.Shared > 1, false, cameTo(matches, p)
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b Ranked) int { return cmp.Compare(a.Place, b.Place) })
	return out, nil
}

// cameTo says how far somebody came in a bracket.
func cameTo(matches []Match, p pairing.Place) string {
	says := "out of the bracket"
	for _, m := range matches {
		if m.State != pairing.MatchPlayed && m.State != pairing.MatchWalked || m.Players[0] != p.Player && m.Players[1] != p.Player {
			continue
		}
		won := m.Winner == p.Player
		switch {
		case won && m.Part == pairing.PartThird:
			says = "won the " + m.Title
		case won && p.Place == 1:
			says = "won the " + m.Title
		case !won && m.Part == pairing.PartThird:
			says = "lost the " + m.Title
		case !won:
			says = "out in the " + m.Title
		}
	}
	return says
}

// completed adds to those whom a bracket has ranked everybody else, and what all have played.
func (l Log) completed(ranked []Ranked, main standings.Table) ([]Ranked, error) {
	at := map[events.PersonID]int{}
	for i := range ranked {
		ranked[i].Row.Player = ranked[i].Player
		at[ranked[i].Player] = i
	}
	says, place, was := "place %d of the standings", 0, 0
	if l.Cut != nil {
		says = "place %d of the rounds before the cut"
	}
	out := ranked
	for _, row := range main.Rows {
		if i, is := at[row.Player]; is {
			out[i].take(row)
			continue
		}
		r := Ranked{Player: row.Player, Place: len(out) + 1, Says: fmt.Sprintf(says, row.Place)}
		if row.Place == was {
			r.Place, r.Shared, out[len(out)-1].Shared = place, true, true
		}
		place, was = r.Place, row.Place
		r.take(row)
		out = append(out, r)
	}
	return out, l.countCut(out)
}

// countCut adds what was played after the cut.
func (l Log) countCut(all []Ranked) error {
	if l.Cut == nil {
		return nil
	}
	cut, err := l.Standings(tournament.StageCut)
	if err != nil {
		return err
	}
	for i := range all {
		if row := cut.Row(all[i].Player); row != nil {
			all[i].count(*row)
		}
	}
	return nil
}

// take takes over a line of the main stage.
func (r *Ranked) take(row standings.Row) {
	r.Row, r.Dropped = row, row.Dropped
	r.count(row)
}

// count adds what a line of a stage has played.
func (r *Ranked) count(row standings.Row) {
	r.Played, r.Byes = r.Played+row.Played, r.Byes+row.Byes
	r.Won, r.Drawn, r.Lost = r.Won+row.Won, r.Drawn+row.Drawn, r.Lost+row.Lost
}
