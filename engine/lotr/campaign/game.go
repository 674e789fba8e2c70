package campaign

import (
	"maps"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
)

// Epic is the scenario of a group that plays both scenarios of the finale.
const Epic = "the-mountain-of-fire"

// ScenarioOf returns what a group is opened with for a game of the campaign.
//
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
func ScenarioOf(g campaign.GameBegun) (scenario, mode string) {
	if len(g.Scenarios) > 1 {
		return Epic, "epic"
	}
	return g.Scenarios[0], "standard"
}

// SettingsOf returns what a group has to know of its campaign: what the setup included of the pool and
// no other card, the fallen, the notes, what each player adds to the starting threat, and what the
// people have to do.
//
// Rule: Boons and burdens.
// Source: The Mountain of Fire, "Campaign Mode"; facts/game-facts.md, "5.5 Campaign log".
func SettingsOf(stream events.GroupID, g campaign.GameBegun, players []campaign.Player, fallen []string) group.Campaign {
	out := group.Campaign{Stream: string(stream), Fallen: fallen, Facts: maps.Clone(g.Facts), Do: g.Do}
	if out.Facts == nil {
		out.Facts = map[string]int{}
	}
	for _, c := range g.Included {
		switch {
		case c.Kind == campaign.Boon:
			out.Boons = append(out.Boons, c.Name)
			continue
		case SameTitle(c.Name, BurdenFear) && c.Player != "":
			out.Facts[FearFact(c.Player)] = 1
		}
		out.Burdens = append(out.Burdens, c.Name)
	}
	if len(g.Scenarios) > 1 {
		out.Place = g.Place
	}
	out.Threat = map[events.PersonID]int{}
	for _, p := range players {
		if n := p.Penalty + g.Threat[p.Player]; n > 0 {
			out.Threat[p.Player] = n
		}
	}
	return out
}
