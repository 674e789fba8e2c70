package league

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events/league"
)

const (
	maxAchievements = 60
	maxQuests       = 200
	maxEach         = 999
)

// rules checks the rules of a league, and leaves every amount as it is stored.
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
	if r.Source, err = optional("source of the rules", r.Source); err != nil {
		return r, err
	}
	switch {
	case !within(0, maxSessions, r.Best, r.MinAttendance, r.TeamBest, r.StoreBest, r.Switch):
		return r, refuse(engine.CodeMalformed, "how many sessions or players count, must be there, or go up and down is 0 to %d", maxSessions)
	case !within(0, 100, r.Carry):
		return r, refuse(engine.CodeMalformed, "%d percent carry over: set 0 to 100", r.Carry)
	case len(r.Quests) > maxQuests:
		return r, refuse(engine.CodeMalformed, "%d quests: name at most %d", len(r.Quests), maxQuests)
	}
	if r.Points, err = points(r.Points); err != nil {
		return r, err
	}
	if r.Late, err = amount("what a late entry begins with", r.Late, maxPoints); err != nil {
		return r, err
	}
	if r.Penalty != nil {
		n, err := amount("the penalty of a quest without a score", *r.Penalty, maxPoints)
		if err != nil {
			return r, err
		}
		r.Penalty = &n
	}
	if _, err := season.RulesOf(r); err != nil {
		if no := engine.AsRefusal(err); no != nil {
			return r, no
		}
		return r, refuse(engine.CodeMalformed, "%v", err)
	}
	return r, nil
}

// amount checks a number of points, −most to most, and leaves it in one form: "1.5" and not "3/2". Nothing
// stays nothing.
func amount(what string, a league.Amount, most int) (league.Amount, error) {
	if a == "" {
		return "", nil
	}
	n, err := exact.Parse(string(a))
	if err != nil {
		return "", refuse(engine.CodeMalformed, "%s: %v", what, err)
	}
	if n.Cmp(exact.Int(most)) > 0 || n.Cmp(exact.Int(-most)) < 0 {
		return "", refuse(engine.CodeMalformed, "%s is %s: set −%d to %d", what, n, most, most)
	}
	return league.Amount(n.String()), nil
}

func points(p league.Points) (league.Points, error) {
	var err error
	for _, f := range []struct {
		what string
		n    *league.Amount
	}{
		{"what a win is worth", &p.Win},
		{"what a draw is worth", &p.Draw},
		{"what a loss is worth", &p.Loss},
		{"what attendance is worth", &p.Attend},
		{"the most that achievements give", &p.MostExtras},
	} {
		if *f.n, err = amount(f.what, *f.n, maxEach); err != nil {
			return p, err
		}
	}
	var places []league.Amount
	for _, n := range p.Places {
		if n, err = amount("what a place is worth", n, maxEach); err != nil {
			return p, err
		}
		if n == "" {
			n = "0"
		}
		places = append(places, n)
	}
	p.Places = places
	p.Extras, err = achievements(p.Extras)
	return p, err
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
		var err error
		if a.Name, err = name("the achievement's name", a.Name); err != nil {
			return nil, err
		}
		if a.Points, err = amount("what "+a.Name+" is worth", a.Points, maxEach); err != nil {
			return nil, err
		}
		if a.Points == "" {
			a.Points = "0"
		}
		out, ids = append(out, a), append(ids, a.ID)
	}
	if again, is := twice(ids); is {
		return nil, refuse(engine.CodeMalformed, "the achievement %s is defined twice", again)
	}
	return out, nil
}
