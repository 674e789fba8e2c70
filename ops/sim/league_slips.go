package sim

import (
	"slices"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
)

// slips are what some players have done in a week, as it is entered by hand: a line for each of them, or
// for each table of a quest.
func (c *circuit) slips(w int, players []int) []log.Result {
	switch c.rules.Count {
	case "score":
		return c.questSlips(w, players)
	case "tokens":
		return c.tokenSlips(w, players)
	}
	var out []log.Result
	for i, n := range players {
		won := (len(players) - i) * 4 / (len(players) + 1)
		out = append(out, log.Result{
			Kind: log.KindPlace, Players: []events.PersonID{c.people[n-1]}, Place: i + 1, Field: len(players), Wins: won, Losses: 3 - won,
		})
	}
	return out
}

// questSlips are tables of up to four that have played the week's scenario.
func (c *circuit) questSlips(w int, players []int) []log.Result {
	var out []log.Result
	for len(players) > 0 {
		size := min(len(players), 1+c.rng.IntN(4))
		r := log.Result{Kind: log.KindQuest, Game: &log.Game{
			Scenario: quests[w-1], Mode: "standard", Difficulty: "standard", Size: size, Won: c.chance(80), Rounds: 6 + c.rng.IntN(9),
		}}
		for _, n := range players[:size] {
			r.Players = append(r.Players, c.people[n-1])
		}
		if r.Game.Won {
			score := 10*r.Game.Rounds + 30 + c.rng.IntN(50)
			r.Game.Score = &score
		}
		out, players = append(out, r), players[size:]
	}
	// the last line is one that can be corrected: a table that has won
	slices.SortStableFunc(out, func(a, b log.Result) int {
		switch {
		case a.Game.Won == b.Game.Won:
			return 0
		case a.Game.Won:
			return 1
		}
		return -1
	})
	return out
}

// tokenSlips are games with handicap tokens: whoever loses tries once more, with as many tokens as the rule
// then wants.
func (c *circuit) tokenSlips(w int, players []int) []log.Result {
	var out []log.Result
	for i, n := range players {
		try := log.Game{
			Scenario: quests[w-1], Size: 1, Won: i == len(players)-1 || c.chance(80), Tokens: c.rng.IntN(8),
			Deck: &log.Deck{Outside: c.rng.IntN(12), CycleHeroes: c.rng.IntN(4), OutsideCore: c.rng.IntN(20)},
		}
		tries := []log.Game{try}
		if !try.Won {
			least, _ := rules.TokenBounds([]rules.Attempt{{Tokens: try.Tokens}})
			try.Tokens, try.Won = least+1, true
			tries = append(tries, try)
		}
		for _, g := range tries {
			out = append(out, log.Result{Kind: log.KindTokens, Players: []events.PersonID{c.people[n-1]}, Game: &g})
		}
	}
	return out
}
