package tournament

import (
	"encoding/json"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

var formats = []string{
	tournament.FormatSwiss, tournament.FormatRoundRobin, tournament.FormatSingle, tournament.FormatDouble,
	tournament.FormatSwissCut, tournament.FormatPods,
}

// checkRules returns rules with names as they are kept, or says what cannot be played.
func checkRules(r tournament.Rules) (tournament.Rules, error) {
	if !slices.Contains(formats, r.Format) {
		return r, refuse(CodeRules, "%q is no format: use one of %q", short(r.Format), formats)
	}
	for _, check := range []func(*tournament.Rules) error{checkNumbers, checkCut, checkPods, checkSides, checkLate} {
		if err := check(&r); err != nil {
			return r, err
		}
	}
	if err := rules.CheckSwiss(r); err != nil {
		return r, err
	}
	_, err := rules.RulesetOf(r)
	return r, err
}

func checkNumbers(r *tournament.Rules) error {
	most := 30
	if r.Format == tournament.FormatRoundRobin {
		most = 4
	}
	for _, f := range []struct {
		what          string
		n, from, upto int
	}{
		{"number of rounds", r.Rounds, 0, most},
		{"number of games of a match (best of)", r.BestOf, 0, 9},
		{"length of a round in minutes", r.Minutes, 0, 1440},
		{"number of rounds in which clubs are kept apart", r.ClubRounds, -1, 30},
		{"cap", r.Cap, 0, 10000},
		{"last round for late entries", r.LateUntil, 0, 30},
	} {
		if f.n < f.from || f.n > f.upto {
			return refuse(CodeRules, "the %s is %d: type %d to %d", f.what, f.n, f.from, f.upto)
		}
	}
	if len(r.TieBreaks) > 12 || len(r.Places) > 8 {
		return refuse(CodeRules, "%d tie-breaks and points of %d places: name at most 12 and 8", len(r.TieBreaks), len(r.Places))
	}
	return nil
}

func checkCut(r *tournament.Rules) error {
	if r.Format != tournament.FormatSwissCut {
		if r.Cut != 0 || r.CutFormat != "" {
			return refuse(CodeRules, "only the format %s has a cut", tournament.FormatSwissCut)
		}
		if r.ThirdPlace && r.Format != tournament.FormatSingle {
			return refuse(CodeRules, "a match for third place belongs to a single elimination")
		}
		return nil
	}
	switch {
	case r.Cut < 2 || r.Cut > 64:
		return refuse(CodeRules, "%d play on after the Swiss rounds: type 2 to 64", r.Cut)
	case r.CutFormat != "" && r.CutFormat != tournament.FormatSingle && r.CutFormat != tournament.FormatDouble:
		return refuse(CodeRules, "the cut plays %q: use %s or %s", short(r.CutFormat), tournament.FormatSingle, tournament.FormatDouble)
	case r.ThirdPlace && r.CutFormat == tournament.FormatDouble:
		return refuse(CodeRules, "a match for third place belongs to a single elimination")
	}
	return nil
}

func checkPods(r *tournament.Rules) error {
	if r.Format != tournament.FormatPods {
		if r.Pod != 0 || r.PodLeast != 0 || len(r.Places) > 0 {
			return refuse(CodeRules, "only the format %s has tables of more than two, and points for places", tournament.FormatPods)
		}
		return nil
	}
	switch {
	case r.Pod != 0 && (r.Pod < 3 || r.Pod > 8):
		return refuse(CodeRules, "%d sit at a table: type 3 to 8", r.Pod)
	case r.PodLeast != 0 && (r.PodLeast < 2 || r.PodLeast > rules.PodSize(*r)):
		return refuse(CodeRules, "at least %d sit at a table: type 2 to %d", r.PodLeast, rules.PodSize(*r))
	case len(r.Sides) > 0 && len(r.Places) > 0:
		return refuse(CodeRules, "two sides win or lose together: points for places have no meaning there")
	}
	return nil
}

func checkSides(r *tournament.Rules) error {
	if len(r.Sides) != 0 && len(r.Sides) != 2 {
		return refuse(CodeRules, "%d sides are named: name two, or none", len(r.Sides))
	}
	r.Sides = slices.Clone(r.Sides)
	for i, s := range r.Sides {
		name, err := clean("the name of a side", s)
		if err != nil {
			return err
		}
		r.Sides[i] = name
	}
	if len(r.Sides) == 2 && r.Sides[0] == r.Sides[1] {
		return refuse(CodeRules, "both sides are named %s: name them differently", r.Sides[0])
	}
	return nil
}

func checkLate(r *tournament.Rules) error {
	if r.LatePoints == "" {
		return nil
	}
	n, err := exact.Parse(string(r.LatePoints))
	switch {
	case err != nil:
		return refuse(CodeRules, "the points of a late entrant for each round: %v", err)
	case n.Sign() < 0 || n.Cmp(exact.Int(100)) > 0:
		return refuse(CodeRules, "the points of a late entrant for each round are %s: type 0 to 100", n)
	}
	return nil
}

func sameRules(a, b tournament.Rules) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}

func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
