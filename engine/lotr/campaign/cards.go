// Package campaign knows the campaign cards of the saga expansions: what a scenario's setup does with
// the campaign log, and what its resolution writes there. It is pure data with small functions;
// coordinator/campaign decides with it.
package campaign

import (
	"slices"
	"strings"
)

// Scenarios of the campaign that this program knows, in the order of their parts.
const (
	GreyCompany  = "the-passing-of-the-grey-company"
	SiegeGondor  = "the-siege-of-gondor"
	Pelennor     = "the-battle-of-the-pelennor-fields"
	CirithUngol  = "the-tower-of-cirith-ungol"
	BlackGate    = "the-black-gate-opens"
	MountDoom    = "mount-doom"
	FirstPart    = 13
	LastPart     = 18
	MaxPlayers   = 4
	MaxHeroes    = 3
	EpicLeast    = 2 // players of the finale in epic multiplayer mode
	HeroAragorn  = "Aragorn"
	HeroFrodo    = "Frodo Baggins"
	BoonAnduril  = "Andúril"
	BoonArmy     = "Army of the Dead"
	BoonGwaihir  = "Gwaihir"
	BurdenFear   = "Overcome by Fear"
	BurdenWraith = "Wraith on Wings"
)

// Citations.
const (
	CardFacts   = `facts/game-facts.md, "1.6 Campaign cards"`
	FlameFacts  = `facts/game-facts.md, "3.4 Campaign results"`
	LogFacts    = `facts/game-facts.md, "5.5 Campaign log"`
	PoolRule    = `The Mountain of Fire, "Boons and Burdens"`
	CardRule    = `The Mountain of Fire, "Campaign Cards"`
	AragornRule = `The Flame of the West, "Campaign Mode Rules - Aragorn"`
	FrodoRule   = `The Flame of the West, "Campaign Mode Rules - Frodo"`
	EpicRule    = `The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode"`
	OrderRule   = `The Mountain of Fire, "Campaign Mode"`
)

// Card is the campaign card of a scenario.
//
// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.6 Campaign cards"; "3.4 Campaign results".
type Card struct {
	Scenario string
	Title    string
	Part     int
	// FreeChange is set if heroes may be changed before it without a threat penalty.
	FreeChange bool
	// KnowsBurdens is set where it is known which burdens of the pool are in the deck: all but those
	// of the scenarios in LeavesOut. Elsewhere only those that Carries names are known to be.
	KnowsBurdens bool
	LeavesOut    []string
	Carries      []string
	// SetsAside is set if each player sets an Item boon aside, Fetches if Andúril may be fetched for
	// threat.
	SetsAside bool
	Fetches   bool
	// KeepsFallen is set where heroes that died are not added to the fallen.
	KeepsFallen bool
	// Aragorn is set where the Fellowship sphere's Aragorn is used, NoFrodo where no card titled Frodo
	// Baggins is.
	Aragorn bool
	NoFrodo bool
	// Notes are the notes of the log that its setup reads: whole names, or what they begin with up to
	// and with a slash.
	Notes []string
}

// leftOutLate are the burdens that the setups of The Tower of Cirith Ungol and Mount Doom leave out,
// leftOutGate those of The Black Gate Opens.
var (
	leftOutLate = []string{"Helm's Deep", "The Road to Isengard", "The Passing of the Grey Company"}
	leftOutGate = []string{
		"A Shadow of the Past", "Flight to the Ford", "The Ring Goes South", "The Passage of the Marshes", "Shelob's Lair",
	}
)

var cards = []Card{
	{Scenario: GreyCompany, Title: "The Passing of the Grey Company", Part: 13, Aragorn: true, NoFrodo: true},
	{Scenario: SiegeGondor, Title: "The Siege of Gondor", Part: 14, Aragorn: true, NoFrodo: true, Carries: []string{BurdenFear}},
	{
		Scenario: Pelennor, Title: "The Battle of the Pelennor Fields", Part: 15, Aragorn: true, NoFrodo: true, Carries: []string{BurdenFear},
		Notes: []string{FactFleet, HaradFacts},
	},
	{
		Scenario: CirithUngol, Title: "The Tower of Cirith Ungol", Part: 16, FreeChange: true, SetsAside: true,
		KnowsBurdens: true, LeavesOut: leftOutLate,
	},
	{
		Scenario: BlackGate, Title: "The Black Gate Opens", Part: 17, FreeChange: true, Fetches: true, KeepsFallen: true, Aragorn: true,
		KnowsBurdens: true, LeavesOut: leftOutGate,
	},
	{
		Scenario: MountDoom, Title: "Mount Doom", Part: 18, FreeChange: true, KnowsBurdens: true, LeavesOut: leftOutLate,
		Notes: []string{FactGate},
	},
}

// CardOf returns the campaign card of a scenario; false if it has none that this program knows.
func CardOf(scenario string) (Card, bool) {
	for _, c := range cards {
		if c.Scenario == scenario {
			return c, true
		}
	}
	return Card{}, false
}

// Cards returns the campaign cards in the order of their parts.
func Cards() []Card { return slices.Clone(cards) }

// Includes tells whether a burden of the pool is in the game: its name, and the scenario whose burdens
// it is one of.
func (c Card) Includes(name, set string) bool {
	if !c.KnowsBurdens {
		return slices.ContainsFunc(c.Carries, func(in string) bool { return SameTitle(in, name) })
	}
	return !slices.ContainsFunc(c.LeavesOut, func(out string) bool { return SameTitle(out, set) })
}

// Reads tells whether the setup reads a note of the log.
func (c Card) Reads(note string) bool {
	return slices.ContainsFunc(c.Notes, func(n string) bool {
		return n == note || strings.HasSuffix(n, "/") && strings.HasPrefix(note, n)
	})
}

// SameTitle compares titles as people write them in a log: in any case, with or without "The" at the
// beginning.
func SameTitle(a, b string) bool { return plain(a) == plain(b) }

func plain(s string) string {
	s = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(s, "’", "'")))
	return strings.TrimPrefix(strings.TrimPrefix(s, "the "), "passing of the ")
}
