package league

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/league"
)

const (
	maxAchievements = 60
	maxPlaces       = 200
	maxEach         = 999
)

var (
	scorings = []string{league.ScoringPoints, league.ScoringQuests, league.ScoringTokens, league.ScoringGroups}
	shareds  = []string{"", league.SharedSame, league.SharedAverage}
	ties     = []string{
		league.TieWon, league.TieBestPlace, league.TieLast, league.TieQuests, league.TieBestScore, league.TieAttempts, league.TieEarlier,
		league.TieAttendance, league.TieOutside, league.TieCycleHeroes, league.TieBoxHeroes, league.TieOutsideCore, league.TieBeyond,
		league.TieLastSeason, league.TieLot,
	}
)

// rules checks scoring rules.
func rules(r league.Rules) (league.Rules, error) {
	if err := id("rule set", r.ID); err != nil {
		return r, err
	}
	var err error
	if r.Edition, err = name("the edition of the rules", r.Edition); err != nil {
		return r, err
	}
	if r.Name, err = name("the name of the rules", r.Name); err != nil {
		return r, err
	}
	switch {
	case !slices.Contains(scorings, r.Scoring):
		return r, refuse(engine.CodeMalformed, "the scoring %q is not known: use one of %s", short(r.Scoring), list(scorings, same))
	case !slices.Contains(shareds, r.Shared):
		return r, refuse(engine.CodeMalformed, "%q is nothing that shared places get: use %s or %s", short(r.Shared), league.SharedSame, league.SharedAverage)
	case len(r.Place) > maxPlaces || !within(0, maxEach, r.Place...):
		return r, refuse(engine.CodeMalformed, "the points for places are 0 to %d, for at most %d places", maxEach, maxPlaces)
	case !within(-maxEach, maxEach, r.Win, r.Draw, r.Loss, r.Attend):
		return r, refuse(engine.CodeMalformed, "points for a win, a draw, a loss and attendance are −%d to %d", maxEach, maxEach)
	case !within(0, maxSessions, r.Best, r.MinAttendance, r.TeamBest, r.StoreBest, r.Up, r.Down):
		return r, refuse(engine.CodeMalformed, "how many sessions or players count, must be there, or go up and down is 0 to %d", maxSessions)
	case !within(-maxPoints, maxPoints, r.Late) || !within(0, 100, r.Carry):
		return r, refuse(engine.CodeMalformed, "a late entry begins with −%d to %d points, and 0 to 100 percent carry over", maxPoints, maxPoints)
	case r.LossPenalty != nil && !within(0, maxPoints, *r.LossPenalty):
		return r, refuse(engine.CodeMalformed, "a lost quest scores 0 to %d, or nothing", maxPoints)
	}
	if err := checkTies(r.Ties); err != nil {
		return r, err
	}
	r.Achievements, err = achievements(r.Achievements)
	return r, err
}

func same(s string) string { return s }

func checkTies(all []string) error {
	for _, t := range all {
		if !slices.Contains(ties, t) {
			return refuse(engine.CodeMalformed, "the criterion %q is not known: use some of %s", short(t), list(ties, same))
		}
	}
	if again, is := twice(all); is {
		return refuse(engine.CodeMalformed, "the criterion %s is named twice", again)
	}
	return nil
}

func achievements(all []league.Achievement) ([]league.Achievement, error) {
	if len(all) > maxAchievements {
		return nil, refuse(engine.CodeMalformed, "%d achievements: define at most %d", len(all), maxAchievements)
	}
	var out []league.Achievement
	var ids []string
	for _, a := range all {
		if err := id("achievement", a.ID); err != nil {
			return nil, err
		}
		n, err := name("the achievement's name", a.Name)
		if err != nil {
			return nil, err
		}
		if a.Name = n; !within(-maxEach, maxEach, a.Points) {
			return nil, refuse(engine.CodeMalformed, "%s is worth %d points: set −%d to %d", n, a.Points, maxEach, maxEach)
		}
		out, ids = append(out, a), append(ids, a.ID)
	}
	if again, is := twice(ids); is {
		return nil, refuse(engine.CodeMalformed, "the achievement %s is defined twice", again)
	}
	return out, nil
}
