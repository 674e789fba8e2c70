package campaign

import rules "github.com/muster-events/muster/engine/lotr/campaign"

// Kinds of [Question].
const (
	AskYes     = "yes"     // whether it is so
	AskNumber  = "number"  // how many
	AskPlayers = "players" // of which players
	AskHero    = "hero"    // on which hero; none: not at all
)

// Question is something that the back of a campaign card wants to know when its result is recorded by
// hand.
type Question struct {
	Fact string // Fact of the events/lotr.FactNoted that answers it
	Kind string
	Asks string
	Zero bool // 0 is an answer, too
}

// Questions lists what the resolution of a scenario wants to know.
//
// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.6 Campaign cards"; "3.4 Campaign results".
func Questions(scenario string) []Question {
	switch scenario {
	case rules.GreyCompany:
		return []Question{
			{Fact: rules.FactFear, Kind: AskPlayers, Asks: "Overcome by Fear is still on the threat dial of"},
			{Fact: rules.FactArmy, Kind: AskYes, Asks: "Army of the Dead is in the victory display"},
		}
	case rules.SiegeGondor:
		return []Question{{Fact: rules.FactFleet, Kind: AskNumber, Asks: "Resources on The Corsair Fleet", Zero: true}}
	case rules.Pelennor:
		return []Question{
			{Fact: rules.FactEsquireRohan, Kind: AskHero, Asks: "Esquire of Rohan is attached to"},
			{Fact: rules.FactEsquireGondor, Kind: AskHero, Asks: "Esquire of Gondor is attached to"},
		}
	case rules.CirithUngol:
		return []Question{{Fact: rules.FactShagrat, Kind: AskYes, Asks: "Shagrat is in play: the boons on him are lost"}}
	case rules.BlackGate:
		return []Question{
			{Fact: rules.FactGate, Kind: AskNumber, Asks: "Resources on The Black Gate", Zero: true},
			{Fact: rules.FactWraith, Kind: AskNumber, Asks: "Copies of Wraith on Wings in the victory display"},
			{Fact: rules.FactGwaihir, Kind: AskYes, Asks: "The first player controls Gwaihir"},
		}
	}
	return nil
}
