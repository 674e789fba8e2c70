package campaign

import "github.com/muster-events/muster/events"

// What a finished game notes for the campaign log, for the Fact of an events/lotr.FactNoted: engine/lotr
// writes them, coordinator/campaign reads them. Those that a later setup reads are notes of the log
// under the same name.
//
// Source: facts/game-facts.md, "1.6 Campaign cards"; "3.4 Campaign results"; "5.5 Campaign log".
const (
	FactFleet         = "corsair-fleet"     // N: resources on The Corsair Fleet
	FactGate          = "black-gate"        // N: resources on The Black Gate
	FactFear          = "overcome-by-fear"  // still on the threat dial of Player
	FactArmy          = "army-of-the-dead"  // in the victory display: the boon is earned
	FactEsquireRohan  = "esquire-of-rohan"  // attached to the hero in Text
	FactEsquireGondor = "esquire-of-gondor" // attached to the hero in Text
	FactShagrat       = "shagrat"           // in play at the end: the boons that he guards are lost, or only the one in Text
	FactWraith        = "wraith-on-wings"   // N: copies in the victory display, or as many as there are players
	FactGwaihir       = "gwaihir"           // the first player controls Gwaihir: the boon is earned
)

// HaradFacts begins the notes of the Harad enemies that an earlier scenario wrote down: the rest of the
// note is the enemy's name, and its number that of the copies.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
const HaradFacts = "harad/"

// FearFact is the note by which a group knows that a player has Overcome by Fear, with the number 1.
//
// Source: facts/game-facts.md, "5.5 Campaign log" (who holds Overcome by Fear).
func FearFact(id events.PersonID) string { return FactFear + "/" + string(id) }
