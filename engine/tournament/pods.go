package tournament

import "github.com/muster-events/muster/events/tournament"

func (l Log) pairPods(now Round) (tournament.RoundPaired, error) {
	return tournament.RoundPaired{}, refuse(CodeCut, "pods")
}
