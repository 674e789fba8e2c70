package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
)

// beginGame prepares a scenario, or the two of the epic finale: what the campaign cards' setups do
// with the log.
//
// Rule: Campaign setup and resolution.
// Source: The Mountain of Fire, "Campaign Cards"; facts/game-facts.md, "1.6 Campaign cards".
func (d *decision) beginGame(b campaign.BeginGame) error {
	cards, err := d.mayBegin(b)
	if err != nil {
		return err
	}
	d.useAragorn(cards)
	if err := d.barFrodo(cards); err != nil {
		return err
	}
	g := campaign.GameBegun{Scenarios: b.Scenarios, Group: b.Group, Facts: map[string]int{}, Threat: map[events.PersonID]int{}}
	for _, c := range cards {
		g.FreeChange = g.FreeChange || c.FreeChange
		for note, n := range d.s.Facts {
			if c.Reads(note) && len(cards) == 1 { // the countdown of Mount Doom is ignored in epic mode
				g.Facts[note] = n
			}
		}
	}
	if g.Included, g.LeftOut, g.Place, err = d.pool(b, cards); err != nil {
		return err
	}
	if err := d.aside(b, cards, &g); err != nil {
		return err
	}
	if err := d.fetch(b, cards, &g); err != nil {
		return err
	}
	g.Do = append(g.Do, d.toDo(cards, g)...)
	d.emit(g)
	return nil
}

// mayBegin returns the campaign cards of the scenarios, or says why they cannot be begun.
func (d *decision) mayBegin(b campaign.BeginGame) ([]rules.Card, error) {
	if d.s.Game != nil {
		return nil, refuse(CodePlaying, "", "%s is being played: record its result first", names(d.s.Game.Scenarios))
	}
	if d.s.Finale {
		return nil, refuse(CodeFinale, rules.CardFacts, "Mount Doom is won: choose what the first player does with the Ring")
	}
	if b.Group != "" {
		if err := b.Group.Validate(); err != nil {
			return nil, refuse(engine.CodeMalformed, "", "%v", err)
		}
	}
	epic := len(b.Scenarios) == 2 && slices.Contains(b.Scenarios, rules.BlackGate) && slices.Contains(b.Scenarios, rules.MountDoom)
	if len(b.Scenarios) != 1 && !epic {
		return nil, refuse(engine.CodeMalformed, rules.EpicRule, "%d scenarios: name one, or the two of the finale, %s and %s", len(b.Scenarios), rules.BlackGate, rules.MountDoom)
	}
	if n := len(d.s.Players); epic && n < rules.EpicLeast {
		return nil, refuse(CodePlayer, rules.EpicRule, "%d player on the log: the finale in epic multiplayer mode is for %d to %d", n, rules.EpicLeast, maxPlayers)
	}
	var cards []rules.Card
	for _, id := range b.Scenarios {
		c, ok := rules.CardOf(id)
		if !ok {
			return nil, refuse(engine.CodeMalformed, rules.CardRule, "%q has no campaign card that this program knows: name one of %s", short(id), known())
		}
		cards = append(cards, c)
	}
	slices.SortFunc(cards, func(a, b rules.Card) int { return a.Part - b.Part })
	return cards, d.inOrder(cards, epic)
}

// inOrder: the scenarios of a campaign are played in the order of their parts; what an earlier box
// asks is not on this log.
//
// Source: The Mountain of Fire, "Campaign Mode"; The Flame of the West, "Campaign Mode".
func (d *decision) inOrder(cards []rules.Card, epic bool) error {
	for _, c := range cards {
		if d.s.Completed(c.Scenario) {
			return refuse(CodeOrder, rules.OrderRule, "%s is completed on this log: play the next scenario", c.Title)
		}
		before, ok := partBefore(c.Part)
		if !ok || d.s.Completed(before.Scenario) || epic && before.Scenario == rules.BlackGate {
			continue
		}
		return refuse(CodeOrder, rules.OrderRule, "%s (part %d) is played after %s (part %d): record that one first", c.Title, c.Part, before.Title, before.Part)
	}
	return nil
}

func partBefore(part int) (rules.Card, bool) {
	for _, c := range rules.Cards() {
		if c.Part == part-1 {
			return c, true
		}
	}
	return rules.Card{}, false
}

// useAragorn: where the Fellowship sphere's Aragorn is used, a player who has another version on the
// log loses control of it and may choose another hero without a penalty; permanent cards on him go
// over. A fallen Aragorn comes off the list, and each player takes a permanent +1 threat.
//
// Rule: Replacing Aragorn.
// Source: The Flame of the West, "Campaign Mode Rules - Aragorn".
func (d *decision) useAragorn(cards []rules.Card) {
	if !slices.ContainsFunc(cards, func(c rules.Card) bool { return c.Aragorn }) {
		return
	}
	for _, p := range d.s.Players {
		if !slices.ContainsFunc(p.Heroes, func(h campaign.Hero) bool { return rules.SameTitle(h.Title, rules.HeroAragorn) }) {
			continue
		}
		taken := campaign.HeroTaken{Player: p.Player, Title: rules.HeroAragorn}
		for _, c := range d.s.Pool {
			if c.Permanent && rules.SameTitle(c.Hero, rules.HeroAragorn) {
				taken.Moved = append(taken.Moved, c.Name)
			}
		}
		d.emit(taken)
	}
	if slices.ContainsFunc(d.s.Fallen, func(t string) bool { return rules.SameTitle(t, rules.HeroAragorn) }) {
		d.emit(campaign.FallenRemoved{Title: rules.HeroAragorn, Why: "the campaign uses its own Aragorn"})
		for _, p := range d.s.Players {
			d.penalty(p.Player, 1, "Aragorn had fallen and comes back")
		}
	}
}

// barFrodo: the scenarios of The Flame of the West use no card titled Frodo Baggins.
//
// Rule: Barring Frodo.
// Source: The Flame of the West, "Campaign Mode Rules - Frodo".
func (d *decision) barFrodo(cards []rules.Card) error {
	if !slices.ContainsFunc(cards, func(c rules.Card) bool { return c.NoFrodo }) {
		return nil
	}
	for _, p := range d.s.Players {
		if slices.ContainsFunc(p.Heroes, func(h campaign.Hero) bool { return rules.SameTitle(h.Title, rules.HeroFrodo) }) {
			return refuse(CodeHero, rules.FrodoRule, "{%s} has %s on the log, and no card of that title is used in %s: change the hero first", p.Player, rules.HeroFrodo, cards[0].Title)
		}
	}
	return nil
}

// pool says which cards of the pool are in the game: every boon, and the burdens that the setup calls
// for. One that the setups of both scenarios call for goes where the Ring-bearer's player says.
//
// Rule: Boons and burdens.
// Source: The Mountain of Fire, "Boons and Burdens"; "Playing Epic Multiplayer Mode in Campaign Mode".
func (d *decision) pool(b campaign.BeginGame, cards []rules.Card) (in, out []campaign.PoolCard, place map[string]string, err error) {
	place = map[string]string{}
	for _, c := range d.s.Pool {
		at := rules.CalledFor(c, cards)
		switch {
		case c.Kind == campaign.Boon:
			in = append(in, c)
		case len(at) == 0:
			out = append(out, c)
		case len(at) == 1 && len(cards) > 1:
			place[c.Name] = at[0]
			in = append(in, c)
		case len(at) == 1:
			in = append(in, c)
		default:
			to, ok := b.Place[c.Name]
			if !ok || !slices.Contains(at, to) {
				return nil, nil, nil, d.placeMissing(b, c, at)
			}
			place[c.Name] = to
			in = append(in, c)
		}
	}
	for name := range b.Place {
		if !slices.ContainsFunc(in, func(c campaign.PoolCard) bool { return c.Name == name }) {
			return nil, nil, nil, refuse(CodePool, rules.PoolRule, "%s is not in this game: a card is placed only if it is in the pool and the setup calls for it", short(name))
		}
		place[name] = b.Place[name]
	}
	return in, out, place, nil
}

func (d *decision) placeMissing(b campaign.BeginGame, c campaign.PoolCard, at []string) error {
	who := "the player who controls the Ring-bearer"
	if b.RingBearer != "" {
		if _, err := d.onLog(b.RingBearer); err != nil {
			return err
		}
		who = "{" + string(b.RingBearer) + "}, who controls the Ring-bearer,"
	}
	return refuse(CodePlace, rules.EpicRule, "the setups of both scenarios call for %s: %s decides which of %s receives it", c.Name, who, strings.Join(at, " and "))
}

// aside: each player sets one Item boon aside, as far as there are any.
func (d *decision) aside(b campaign.BeginGame, cards []rules.Card, g *campaign.GameBegun) error {
	asks := slices.ContainsFunc(cards, func(c rules.Card) bool { return c.SetsAside })
	if !asks {
		if len(b.Aside) > 0 {
			return refuse(CodePool, rules.CardFacts, "no boon is set aside in %s: leave that out", cards[0].Title)
		}
		return nil
	}
	if want := d.s.SetAside(); len(b.Aside) != want {
		return refuse(CodePool, rules.CardFacts, "%d Item boons are set aside: each player sets one aside that is not %s, as far as the pool has any, so name %d", len(b.Aside), rules.BoonAnduril, want)
	}
	used := map[string]bool{}
	for _, who := range slices.Sorted(maps.Keys(b.Aside)) {
		name := b.Aside[who]
		if _, err := d.onLog(who); err != nil {
			return err
		}
		ok := slices.ContainsFunc(d.s.Pool, func(c campaign.PoolCard) bool { return rules.MaySetAside(c) && rules.SameTitle(c.Name, name) })
		if !ok || used[strings.ToLower(name)] {
			return refuse(CodePool, rules.CardFacts, "{%s} sets %s aside: choose an Item boon of the pool that is not %s and that nobody else sets aside", who, short(name), rules.BoonAnduril)
		}
		used[strings.ToLower(name)] = true
		g.Do = append(g.Do, fmt.Sprintf("{%s} sets %s aside: it goes to Shagrat, and comes back when he is defeated.", who, name))
	}
	g.Aside = b.Aside
	return nil
}

// fetch: every player takes +1 threat in this game, and Andúril is fetched.
func (d *decision) fetch(b campaign.BeginGame, cards []rules.Card, g *campaign.GameBegun) error {
	if len(b.Fetch) == 0 {
		return nil
	}
	if !slices.ContainsFunc(cards, func(c rules.Card) bool { return c.Fetches }) {
		return refuse(CodePool, rules.CardFacts, "%s is not fetched in %s: leave that out", rules.BoonAnduril, cards[0].Title)
	}
	if !d.s.Has(campaign.Boon, rules.BoonAnduril) {
		return refuse(CodePool, rules.PoolRule, "%s is not in the pool: a boon is used only after it was earned", rules.BoonAnduril)
	}
	for _, who := range b.Fetch {
		if _, err := d.onLog(who); err != nil {
			return err
		}
		g.Threat[who] = 1
	}
	g.Do = append(g.Do, "Put "+rules.BoonAnduril+" into play for it.")
	return nil
}

// toDo says in words what the setup asks of people.
func (d *decision) toDo(cards []rules.Card, g campaign.GameBegun) []string {
	var do []string
	for _, c := range cards {
		if !c.KnowsBurdens && len(g.LeftOut) > 0 {
			do = append(do, fmt.Sprintf("Look at the campaign card of %s for burdens of earlier scenarios: its list is not known here.", c.Title))
		}
	}
	for who, title := range d.s.Taken {
		do = append(do, fmt.Sprintf("{%s} may choose another hero in place of %s; it costs no threat.", who, title))
	}
	do = append(do, toInclude(cards, g)...)
	if n, ok := g.Facts[rules.FactGate]; ok {
		do = append(do, fmt.Sprintf("Put %d tokens on the campaign card: one comes off at the end of each round, and with none left the game is lost.", n))
	}
	if n, ok := g.Facts[rules.FactFleet]; ok {
		do = append(do, fmt.Sprintf("Put %d resources on The Corsair Fleet.", n))
	}
	slices.Sort(do)
	return do
}

// toInclude says which burdens go into the game, and where each card is that an epic game has once.
func toInclude(cards []rules.Card, g campaign.GameBegun) []string {
	var burdens, placed []string
	for _, c := range g.Included {
		if c.Kind == campaign.Burden && g.Place[c.Name] == "" {
			burdens = append(burdens, c.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.Place)) {
		card, _ := rules.CardOf(g.Place[name])
		placed = append(placed, fmt.Sprintf("%s is at %s and not at the other scenario.", name, card.Title))
	}
	if len(burdens) > 0 {
		slices.Sort(burdens)
		placed = append(placed, "Burdens of the campaign pool in this game: "+strings.Join(burdens, ", ")+".")
	}
	if len(cards) > 1 {
		placed = append(placed, "The countdown of Mount Doom's campaign card is ignored.")
	}
	return placed
}

// cancelGame takes back that a game was begun. Heroes that were changed for it stay.
//
// Ruling: 17.
func (d *decision) cancelGame(b campaign.CancelGame) error {
	reason, err := sentence("reason", b.Reason)
	if err != nil {
		return err
	}
	if d.s.Game == nil {
		return refuse(CodeNoGame, "", "no game is being played in this campaign: there is nothing to take back")
	}
	if d.s.Half != nil {
		return refuse(CodePlaying, rules.EpicRule, "%s is recorded already: record %s, too, and let a judge correct the result", names([]string{d.s.Half.Scenario}), names(d.s.Game.Scenarios))
	}
	d.emit(campaign.GameCancelled{Scenarios: d.s.Game.Scenarios, Reason: reason})
	return nil
}

func names(ids []string) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		c, _ := rules.CardOf(id)
		out[i] = c.Title
	}
	return strings.Join(out, " and ")
}

func known() string {
	var out []string
	for _, c := range rules.Cards() {
		out = append(out, c.Scenario)
	}
	return strings.Join(out, ", ")
}
