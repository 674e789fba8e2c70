package tournament

import "github.com/muster-events/muster/events/tournament"

func (l Log) bracketOver(int) bool { return false }

func (l Log) pairBracket(now Round) (tournament.RoundPaired, error) {
	return tournament.RoundPaired{}, refuse(CodeCut, "brackets")
}

func (l Log) pairRoundRobin(now Round) (tournament.RoundPaired, error) {
	return tournament.RoundPaired{}, refuse(CodeCut, "round robins")
}

func (l Log) pairPods(now Round) (tournament.RoundPaired, error) {
	return tournament.RoundPaired{}, refuse(CodeCut, "pods")
}
