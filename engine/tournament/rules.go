package tournament

import (
	"math/bits"

	"github.com/muster-events/muster/events/tournament"
)

// PodSize is how many sit at a table.
func PodSize(r tournament.Rules) int {
	switch {
	case r.Format != tournament.FormatPods:
		return 2
	case r.Pod == 0:
		return 4
	default:
		return r.Pod
	}
}

// PodLeast is how few may sit at a table.
//
// Source: facts/scoring.md, "4 Tables of 3 to 8".
func PodLeast(r tournament.Rules) int {
	switch {
	case r.Format != tournament.FormatPods:
		return 2
	case r.PodLeast != 0:
		return r.PodLeast
	default:
		return max(3, PodSize(r)-1)
	}
}

// rounds is how many rounds of n entrants leave at most one undefeated, if one of size at a table is.
func rounds(n, size int) int {
	r, reach := 0, 1
	for reach < n {
		reach *= size
		r++
	}
	return max(1, r)
}

// PlannedRounds is how many rounds of the main stage n entrants play by the rules; 0: it is not known
// before, as in a double elimination.
func PlannedRounds(r tournament.Rules, n int) int {
	switch r.Format {
	case tournament.FormatSingle:
		return max(1, bits.Len(uint(max(n, 1)-1)))
	case tournament.FormatDouble:
		return 0
	case tournament.FormatRoundRobin:
		return max(1, r.Rounds) * max(1, n-1+n%2)
	}
	if r.Rounds > 0 {
		return r.Rounds
	}
	return rounds(n, PodSize(r))
}

// planned is the number of rounds by the rules as they are now.
func (l Log) planned() int {
	n := 0
	for _, e := range l.Entrants {
		if l.counts(e, tournament.StageMain) {
			n++
		}
	}
	return PlannedRounds(l.Rules, n)
}

// Next returns the stage of the next round, and false if no round is left: all rounds of the main stage
// are played, and there is no cut that plays on.
func (l Log) Next() (stage int, left bool) {
	if l.Cut != nil {
		return tournament.StageCut, !l.bracketOver(tournament.StageCut)
	}
	switch l.Rules.Format {
	case tournament.FormatSingle, tournament.FormatDouble:
		return tournament.StageMain, !l.bracketOver(tournament.StageMain)
	default:
		return tournament.StageMain, len(l.Rounds) < l.Planned
	}
}
