package campaign

import (
	"fmt"
	"slices"

	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events/campaign"
)

// next lists what can be begun now.
func next(l rules.Log) []Next {
	out := []Next{}
	if l.Game != nil || l.Finale || l.Over() {
		return out
	}
	card, ok := l.Next()
	if !ok {
		return out
	}
	out = append(out, asked(l, card))
	if doom, _ := rules.CardOf(rules.MountDoom); card.Scenario == rules.BlackGate && len(l.Players) >= rules.EpicLeast {
		out = append(out, asked(l, card, doom))
	}
	return out
}

// asked is what the setups of scenarios ask.
func asked(l rules.Log, cards ...rules.Card) Next {
	n := Next{Part: cards[0].Part}
	for _, c := range cards {
		n.Scenarios = append(n.Scenarios, c.Scenario)
		n.FreeChange = n.FreeChange || c.FreeChange
		n.Fetch = n.Fetch || c.Fetches && l.Has(campaign.Boon, rules.BoonAnduril)
		if c.SetsAside {
			n.SetAside = l.SetAside()
		}
	}
	n.Title = titles(n.Scenarios)
	for _, c := range l.Pool {
		if n.SetAside > 0 && rules.MaySetAside(c) {
			n.MayAside = append(n.MayAside, c.Name)
		}
		if len(rules.CalledFor(c, cards)) > 1 && !slices.Contains(n.Place, c.Name) {
			n.Place = append(n.Place, c.Name)
		}
	}
	n.Before = before(l, cards)
	return n
}

// before says what people should know before scenarios are begun.
func before(l rules.Log, cards []rules.Card) []string {
	var out []string
	first := cards[0]
	if first.Part == rules.FirstPart && len(l.Rows) == 0 {
		out = append(out, "The scenarios of The Flame of the West are played after those of The Land of Shadow. What the log of the earlier boxes says is entered when the campaign is opened.")
	}
	aragorn := slices.ContainsFunc(cards, func(c rules.Card) bool { return c.Aragorn })
	frodo := slices.ContainsFunc(cards, func(c rules.Card) bool { return c.NoFrodo })
	for _, p := range l.Players {
		for _, h := range p.Heroes {
			switch {
			case aragorn && rules.SameTitle(h.Title, rules.HeroAragorn):
				out = append(out, fmt.Sprintf("The campaign uses its own Aragorn: he leaves the heroes of {%s}, who may choose another hero and pays no threat.", p.Player))
			case frodo && rules.SameTitle(h.Title, rules.HeroFrodo):
				out = append(out, fmt.Sprintf("No card titled Frodo Baggins is used in it: {%s} changes that hero first.", p.Player))
			}
		}
	}
	if aragorn && slices.ContainsFunc(l.Fallen, func(t string) bool { return rules.SameTitle(t, rules.HeroAragorn) }) {
		out = append(out, "Aragorn has fallen and comes back: his name leaves the list, and each player starts with 1 more threat for good.")
	}
	if first.FreeChange {
		out = append(out, "Heroes may be changed before it without a threat penalty.")
	}
	return out
}
