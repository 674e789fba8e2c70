package league

import (
	"slices"

	"github.com/muster-events/muster/engine/standings"
	tournament "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	words "github.com/muster-events/muster/events/tournament"
)

// ResultsOfTournament returns what a tournament scores in a league: places and matches of everybody who
// played, once it has ended and everybody may see how, and nothing before or after its end was taken back.
// Those of a cut come before all others, by their standings there.
//
// Source: issue 4, "Leagues".
func ResultsOfTournament(l tournament.Log) ([]league.Result, error) {
	if l.Frozen != nil || !slices.Contains([]string{words.StatusEnded, words.StatusThawed, words.StatusFinal, words.StatusSealed}, l.Status) {
		return nil, nil
	}
	main, err := l.Standings(words.StageMain)
	if err != nil {
		return nil, err
	}
	rows := main.Rows
	if l.Cut != nil {
		cut, err := l.Standings(words.StageCut)
		if err != nil {
			return nil, err
		}
		rows = under(cut.Rows, main.Rows)
	}
	field := 0
	for _, r := range rows {
		if took(r) {
			field++
		}
	}
	var out []league.Result
	for _, r := range rows {
		if took(r) {
			out = append(out, league.Result{
				Kind: league.KindPlace, Players: []events.PersonID{r.Player}, Place: min(r.Place, field), Field: field,
				Wins: r.Won, Draws: r.Drawn, Losses: r.Lost,
			})
		}
	}
	return out, nil
}

// took tells whether somebody took part: who never played has no place.
func took(r standings.Row) bool { return r.Played+r.Byes > 0 }

// under puts those who did not make the cut below those who did. Matches of both stages count as played.
func under(cut, main []standings.Row) []standings.Row {
	out := slices.Clone(cut)
	for _, r := range main {
		i := slices.IndexFunc(cut, func(c standings.Row) bool { return c.Player == r.Player })
		if i < 0 {
			r.Place = max(r.Place, len(cut)+1)
			out = append(out, r)
			continue
		}
		out[i].Played, out[i].Byes = out[i].Played+r.Played, out[i].Byes+r.Byes
		out[i].Won, out[i].Drawn, out[i].Lost = out[i].Won+r.Won, out[i].Drawn+r.Drawn, out[i].Lost+r.Lost
	}
	return out
}
