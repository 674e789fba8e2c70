package decks

import (
	"slices"

	"github.com/muster-events/muster/engine/lotr/cards"
)

const sphereRule = `The Mountain of Fire, "The Fellowship Sphere"`

// spheres keeps cards of the Fellowship sphere to the saga expansions, and those of the Baggins sphere
// to The Hobbit, which muster does not run. Without a scenario there is nothing to keep them from.
//
// Source: The Mountain of Fire, "The Fellowship Sphere"; "Saga Expansion Player Cards".
func (c *checker) spheres() {
	if c.s.Scenario.ID == "" {
		return
	}
	for _, k := range once(c.d.all()) {
		switch {
		case k.Sphere == cards.Fellowship && !c.s.Scenario.Saga:
			source := sphereRule
			if k.Type != cards.Hero {
				source = `The Mountain of Fire, "Saga Expansion Player Cards"`
			}
			c.refuse(CodeFellowshipOutside, source,
				"%s is of the Fellowship sphere, which is for scenarios of the saga expansions only, and %s is none: take it out", k.Title(), c.where()).of(c, k)
		case k.Sphere == cards.Baggins:
			c.refuse(CodeBaggins, `the rules of The Hobbit saga expansions`,
				"%s is of the Baggins sphere, which is for The Hobbit only, and %s is no scenario of it: take it out", k.Title(), c.where()).of(c, k)
		}
	}
}

// fellowshipHero looks at the heroes of the Fellowship sphere: one at a time, the one the scenario
// needs, of the right box. In the epic mode the limit of one is lifted for the group, and each of its
// two scenarios still has its own hero.
//
// Source: The Mountain of Fire, "Setting Up the Game"; "The Fellowship Sphere"; The Flame of the West, "Setting Up the Game".
func (c *checker) fellowshipHero() {
	if !c.s.Scenario.Saga {
		return
	}
	mine := keep(c.d.Heroes, isFellowship)
	if len(mine) > 1 && !c.s.Epic {
		c.refuse(CodeFellowshipTwice, sphereRule, "the deck has %d heroes of the Fellowship sphere: only one may be in play at a time", len(mine))
	}
	for _, o := range c.s.Others {
		if theirs := keep(o.Heroes, isFellowship); len(mine) > 0 && len(theirs) > 0 && !c.s.Epic {
			c.refuse(CodeFellowshipTwice, sphereRule,
				"%s and %s of %s are both of the Fellowship sphere: only one may be in play at a time, under the first player", mine[0].Name, theirs[0].Name, deckOf(o)).of(c, mine[0])
		}
	}
	for _, h := range mine {
		c.rightHero(h)
	}
	if c.s.First && len(mine) == 0 && c.s.Scenario.Fellowship != "" {
		c.refuse(CodeFellowshipMissing, c.s.Scenario.FellowshipSource, "the first player takes %s when %s is set up: add the hero", c.needed(), c.where())
	}
}

// needed says which Fellowship hero the scenario is set up with.
func (c *checker) needed() string {
	r := c.s.Scenario
	switch {
	case r.RingBearer:
		return "a hero of the Fellowship sphere with the Ring-bearer trait, with The One Ring"
	case r.FellowshipBox != "":
		return "the " + r.Fellowship + " of the Fellowship sphere of " + r.FellowshipBox
	}
	return "the " + r.Fellowship + " of the Fellowship sphere"
}

// rightHero refuses a Fellowship hero that the scenario is not set up with. A title that the scenario
// bars is refused as such.
func (c *checker) rightHero(h cards.Card) {
	r := c.s.Scenario
	if r.Fellowship == "" || titledAny(h, r.Barred) || c.s.Campaign != nil && titledAny(h, r.CampaignBarred) {
		return
	}
	right := h.Named(r.Fellowship) && (r.FellowshipBox == "" || h.InPack(r.FellowshipBox))
	if r.RingBearer {
		right = h.HasTrait(cards.RingBearer)
	}
	if !right {
		c.refuse(CodeFellowshipWrong, r.FellowshipSource, "%s is not the hero that %s is set up with: the first player takes %s", h.Title(), c.where(), c.needed()).of(c, h)
	}
}

// otherVersions refuses every other version of the Fellowship hero in use, as a hero or in a deck. In
// use is one that a deck of the table has, or else the one that the scenario gives the first player.
//
// Source: The Mountain of Fire, "Frodo Baggins"; "Aragorn"; The Flame of the West, "Aragorn".
func (c *checker) otherVersions() {
	if !c.s.Scenario.Saga {
		return
	}
	for _, title := range c.inUse() {
		source := c.versionRule(title)
		for _, k := range once(c.d.all()) {
			if k.Named(title) && !isFellowship(k) {
				c.refuse(CodeOtherVersion, source,
					"%s is another version of %s, who is in play from the Fellowship sphere: no other version may start or be in a deck; replace it", k.Title(), title).of(c, k)
			}
		}
	}
}

// versionRule cites the rule that bars other versions of a Fellowship hero.
func (c *checker) versionRule(title string) string {
	switch {
	case cards.Fold(title) == cards.Fold(frodo):
		return `The Mountain of Fire, "Frodo Baggins"`
	case cards.Fold(title) != cards.Fold(aragorn):
		return sphereRule
	case c.s.Campaign != nil:
		return `The Flame of the West, "Campaign Mode Rules - Aragorn"`
	case c.s.Scenario.Box == flame:
		return `The Flame of the West, "Aragorn"`
	}
	return `The Mountain of Fire, "Aragorn"`
}

// inUse returns the titles of the Fellowship heroes in play.
func (c *checker) inUse() []string {
	var out []string
	for _, d := range append([]Deck{c.d}, c.s.Others...) {
		for _, h := range keep(d.Heroes, isFellowship) {
			if !slices.Contains(out, h.Name) {
				out = append(out, h.Name)
			}
		}
	}
	if len(out) == 0 && c.s.Scenario.Fellowship != "" {
		out = append(out, c.s.Scenario.Fellowship)
	}
	return out
}

func titledAny(k cards.Card, titles []string) bool { return slices.ContainsFunc(titles, k.Named) }

// barred refuses the heroes that the scenario bars, and in campaign mode every card of the titles that
// the campaign bars there.
//
// Source: The Mountain of Fire, "Scenarios"; The Flame of the West, "Campaign Mode Rules - Frodo".
func (c *checker) barred() {
	r := c.s.Scenario
	for _, k := range once(c.d.all()) {
		if titledAny(k, r.Barred) {
			c.refuse(CodeBarred, r.BarredSource, "%s cannot be used while %s is played: replace it", k.Title(), c.where()).of(c, k)
		}
		if c.s.Campaign != nil && titledAny(k, r.CampaignBarred) {
			c.refuse(CodeCampaignBarred, r.CampaignBarredSource,
				"no card titled %s can be used while %s is played in campaign mode: take %s out", k.Name, c.where(), k.Title()).of(c, k)
		}
	}
}

// master keeps cards with the Master trait, The One Ring among them, out of the saga, and warns of
// those that nobody can use: only the player who controls The One Ring can, and of several copies at a
// table the first player picks the one that stays.
//
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
func (c *checker) master() {
	const source = `A Shadow in the East, "The One Ring & The “Master” Trait"`
	ring := slices.ContainsFunc(c.d.Cards, func(e Entry) bool { return isRing(e.Card) })
	for _, e := range c.d.Cards {
		switch k := e.Card; {
		case !k.HasTrait(cards.Master):
		case c.s.Scenario.Saga:
			c.refuse(CodeMasterSaga, source, "%s has the Master trait, and such cards cannot be used in the saga expansions, of which %s is one: take it out", k.Name, c.where()).of(c, k)
		case !ring:
			c.warn(CodeMasterAlone, source, "%s can be used only by the player who controls The One Ring, which is not in this deck", k.Name).of(c, k)
		}
	}
	if !ring || c.s.Scenario.Saga {
		return
	}
	for _, o := range c.s.Others {
		if slices.ContainsFunc(o.Cards, func(e Entry) bool { return isRing(e.Card) }) {
			c.warn(CodeRings, source, "The One Ring is also in %s: the first player decides whose copy is put into play, and the others are removed from the game", deckOf(o))
		}
	}
}

// boons refuses boons that were not earned.
//
// Source: The Mountain of Fire, "Boons and Burdens"; The Flame of the West, "Boons and Burdens".
func (c *checker) boons() {
	for _, k := range once(c.d.all()) {
		switch {
		case !mustBeEarned(k) || c.s.Campaign.earned(k):
		case c.s.Campaign == nil:
			c.refuse(CodeBoon, `The Mountain of Fire, "Boons and Burdens"`, "%s is a boon: boons are for campaign mode only, after they are earned; take it out", k.Name).of(c, k)
		default:
			c.refuse(CodeBoon, `The Mountain of Fire, "Boons and Burdens"`, "%s is a boon that is not in the campaign pool: it cannot be used before it is earned; take it out", k.Name).of(c, k)
		}
	}
}

// fallen refuses heroes on the campaign's list of fallen heroes. The Fellowship hero of the scenario is
// free of it: the campaign takes Aragorn off the list when he is needed.
//
// Source: facts/game-facts.md, "5.5 Campaign log"; The Flame of the West, "Campaign Mode Rules - Aragorn".
func (c *checker) fallen() {
	if c.s.Campaign == nil {
		return
	}
	for _, h := range once(c.d.Heroes) {
		if titledAny(h, c.s.Campaign.Fallen) && !isFellowship(h) {
			c.refuse(CodeFallen, `facts/game-facts.md, "5.5 Campaign log"`, "%s is on the campaign's list of fallen heroes: choose another hero", h.Name).of(c, h)
		}
	}
}
