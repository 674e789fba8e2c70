package league

import (
	"slices"

	tournament "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	words "github.com/muster-events/muster/events/tournament"
)

// ResultsOfTournament returns what a tournament scores in a league: places and matches of everybody who
// played, once it has ended and everybody may see how, and nothing before or after its end was taken back.
// Places are those of the ranking of the whole tournament, without whoever never played.
//
// Source: issue 4, "Leagues".
func ResultsOfTournament(l tournament.Log) ([]league.Result, error) {
	if l.Frozen != nil || !slices.Contains([]string{words.StatusEnded, words.StatusThawed, words.StatusFinal, words.StatusSealed}, l.Status) {
		return nil, nil
	}
	all, err := l.Final()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(r tournament.Ranked) bool { return r.Played+r.Byes == 0 })
	var out []league.Result
	place := 0
	for i, r := range all {
		if i == 0 || all[i-1].Place != r.Place {
			place = i + 1
		}
		out = append(out, league.Result{
			Kind: league.KindPlace, Players: []events.PersonID{r.Player}, Place: place, Field: len(all), Wins: r.Won, Draws: r.Drawn, Losses: r.Lost,
		})
	}
	return out, nil
}
