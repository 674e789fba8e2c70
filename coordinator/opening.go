package coordinator

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator/roster"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Citations of the difficulties and of campaign mode, which every box prints alike.
const (
	easyRule      = `The Mountain of Fire, "Easy Mode"`
	nightmareRule = `The Mountain of Fire, "Nightmare Mode"`
	campaignRule  = `The Mountain of Fire, "Campaign Mode"`
)

// maxDo bounds what a campaign asks of the people in setup.
const maxDo = 40

func modeNames(sc rules.Scenario) string {
	var out []string
	for _, m := range sc.Modes {
		out = append(out, m.Name)
	}
	return strings.Join(out, " or ")
}

// difficulty checks how hard a game is and returns the name of its Nightmare deck. Easy needs the data
// of what it changes; Nightmare needs the name of the deck, which muster does not have: its cards are
// typed, or supplied as data.
//
// Rule: Easy mode.
// Rule: Standard mode.
// Rule: Nightmare mode.
// Source: The Mountain of Fire, "Game Modes".
func difficulty(sc rules.Scenario, how, deck string) (string, error) {
	switch how {
	case difficultyStandard, difficultyEasy:
		if deck != "" {
			return "", refuseBy(nightmareRule, CodeDifficulty, "a Nightmare deck is named, and the difficulty is %s; leave the deck out, or choose %s", how, difficultyNightmare)
		}
		if how == difficultyEasy && sc.EasyResources == 0 {
			return "", refuseBy(easyRule, CodeDifficulty, "muster has no data of what easy mode changes in %s; choose standard", sc.Name)
		}
		return "", nil
	case difficultyNightmare:
		if strings.TrimSpace(deck) == "" {
			return "", refuseBy(nightmareRule, CodeDifficulty, "name the Nightmare deck that is used with %s", sc.Name)
		}
		name, err := roster.CleanName(deck)
		if err != nil {
			return "", malformed("the name of the Nightmare deck %v", err)
		}
		return name, nil
	default:
		return "", malformed("difficulty %q is not known; use %s, %s or %s", clip(how), difficultyStandard, difficultyEasy, difficultyNightmare)
	}
}

func checkSettings(sc rules.Scenario, b group.Settings) error {
	if w := b.WinCheck; w != "" && w != group.WinAtEachChance && w != group.WinStrict {
		return malformed("setting winCheck %q is not known; use %s or %s", clip(w), group.WinAtEachChance, group.WinStrict)
	}
	if s := b.Score; s != nil {
		if s.PerRound != nil && (*s.PerRound < 0 || *s.PerRound > maxCounter) {
			return malformed("the score counts %d for a round; it is 0 to %d", *s.PerRound, maxCounter)
		}
		if s.Eliminated != "" && s.Eliminated != "level" && s.Eliminated != "dial" {
			return malformed("the score counts %q for players who are out; use level or dial", clip(s.Eliminated))
		}
	}
	return checkCampaign(sc, b.Campaign)
}

// checkCampaign refuses a campaign game of a scenario that is in none, and boons and burdens that are
// placed at a scenario which is not played or that are not in the pool.
//
// Rule: Boons and burdens.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
func checkCampaign(sc rules.Scenario, c *group.Campaign) error {
	if c == nil {
		return nil
	}
	if err := events.GroupID(c.Stream).Validate(); err != nil {
		return malformed("the campaign: %v", err)
	}
	if len(c.Do) > maxDo || slices.ContainsFunc(c.Do, func(s string) bool { return s == "" || len(s) > maxReason*4 }) {
		return malformed("the campaign asks %d things of the people; at most %d, each in 1 to %d characters", len(c.Do), maxDo, maxReason)
	}
	for _, who := range slices.Sorted(maps.Keys(c.Threat)) {
		if n := c.Threat[who]; n < 0 || n >= rules.EliminationLevel {
			return refuseBy(campaignRule, CodeCampaign, "the campaign adds %d to the starting threat of {%s}; it is 0 to %d", n, clip(string(who)), rules.EliminationLevel-1)
		}
	}
	first := sc
	if len(sc.Parts) > 0 {
		first, _ = rules.Lookup(sc.Parts[0])
	}
	if first.Part == 0 {
		return refuseBy(campaignRule, CodeCampaign, "%s is no part of a campaign; play it without one", sc.Name)
	}
	codes := slices.Sorted(maps.Keys(c.Place))
	for _, code := range codes {
		if !slices.Contains(c.Boons, code) && !slices.Contains(c.Burdens, code) {
			return refuseBy(placeRule, CodeCampaign, "%q is placed at %s, and is not in the campaign pool; leave it out", clip(code), clip(c.Place[code]))
		}
		if !slices.Contains(sc.Parts, c.Place[code]) {
			return refuseBy(placeRule, CodeCampaign, "%q is placed at %q; name one of the two scenarios: %s", clip(code), clip(c.Place[code]), strings.Join(sc.Parts, ", "))
		}
	}
	return nil
}

// difficultyDo says what people do in setup of a scenario because of how hard the game is.
func (s State) difficultyDo(sc rules.Scenario) []string {
	switch s.Difficulty {
	case difficultyEasy:
		out := []string{fmt.Sprintf("Easy mode: put %d more resource on each hero.", sc.EasyResources)}
		if gone := easyOut(sc); len(gone) > 0 {
			out = append(out, "Easy mode: take the cards with a gold border out of the encounter deck: "+strings.Join(gone, ", ")+".")
		}
		return out
	case difficultyNightmare:
		return []string{fmt.Sprintf("Nightmare mode: change the encounter deck as “%s” says.", s.Settings.Nightmare)}
	default:
		return nil
	}
}

// easyOut lists the cards that easy mode takes out, with their copies, in the order of the data.
//
// Source: facts/game-facts.md, "5.6 Modes".
func easyOut(sc rules.Scenario) []string {
	var out []string
	for _, c := range sc.Cards {
		if n := c.InDeck(false) - c.InDeck(true); n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, c.Name))
		}
	}
	return out
}
