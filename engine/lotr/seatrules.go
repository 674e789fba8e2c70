package lotr

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// CheckSeats refuses seats that the scenario sc cannot be played with: what [CheckHeroes] refuses, the
// limits of the Fellowship sphere, heroes that the scenario or the campaign bars, Sméagol where he may
// not be, contracts and The One Ring. Give it the seats of a table with the scenario that this table
// plays. With the seats of several tables unique heroes bind each table alone, and one hero of the
// Fellowship sphere is the limit of all of them, unless epic is set: then it is one at each. The first
// seat of a table is the first player's.
//
// Heroes that were not declared yet are not missed. Every refusal names its rule.
//
// Rule: Hero bans.
// Source: The Mountain of Fire, "Setting Up the Game"; The Flame of the West, "Setting Up the Game"; A
// Shadow in the East, "Rules & New Terms".
func CheckSeats(sc Scenario, epic bool, campaign *group.Campaign, seats []group.Seat) error {
	var tables []events.TableID
	for _, s := range seats {
		if !slices.Contains(tables, s.Table) {
			tables = append(tables, s.Table)
		}
	}
	var all []group.Seat
	for _, id := range tables {
		here := slices.DeleteFunc(slices.Clone(seats), func(s group.Seat) bool { return s.Table != id })
		if err := checkTable(&sc, campaign, here); err != nil {
			return err
		}
		all = append(all, here...)
	}
	if epic {
		return nil
	}
	return oneFellow(&sc, all)
}

// checkTable checks the seats of one table.
func checkTable(sc *Scenario, campaign *group.Campaign, seats []group.Seat) error {
	for i, s := range seats {
		if err := sc.checkCount(s); err != nil {
			return err
		}
		for _, h := range s.Heroes {
			if err := sc.checkHero(h, s.Player, i == 0, campaign); err != nil {
				return err
			}
		}
		if err := sc.checkExtras(s); err != nil {
			return err
		}
	}
	if err := checkHeroes(sc.counted(seats), sc.startLevel()); err != nil {
		return err
	}
	if err := oneFellow(sc, seats); err != nil {
		return err
	}
	return oneRing(seats)
}

// startLevel returns the threat at which players are eliminated when the game begins.
//
// Source: facts/game-facts.md, "5.2 Elimination"; The Mountain of Fire, "Dire".
func (s *Scenario) startLevel() int {
	if st, ok := s.Stage(s.Start); ok && st.Dire {
		return direLevel
	}
	return EliminationLevel
}

// counted returns the seats without the Fellowship hero of the scenario, who does not count against the
// limit of three: of the Ring-bearer The One Ring says so. Of Aragorn no rule does, but the printed
// lists pair three heroes with him, so three beside him are let through.
//
// Rule: The One Ring (objective).
// Source: The Mountain of Fire, "The One Ring"; "Decklists".
func (s *Scenario) counted(seats []group.Seat) []group.Seat {
	out := slices.Clone(seats)
	for i := range out {
		if start := StartingThreat(out[i]); out[i].Threat == nil && len(out[i].Heroes) > 0 {
			out[i].Threat = &start
		}
		out[i].Heroes = slices.DeleteFunc(slices.Clone(out[i].Heroes), func(h group.Hero) bool { return s.isFellow(h) })
	}
	return out
}

// checkCount refuses more heroes than a player may start with.
//
// Rule: The One Ring (objective).
// Source: The Mountain of Fire, "The One Ring".
func (s *Scenario) checkCount(seat group.Seat) error {
	n := 0
	for _, h := range seat.Heroes {
		if !s.isFellow(h) {
			n++
		}
	}
	if n <= maxHeroes {
		return nil
	}
	if s.Fellowship == WithRingBearer {
		return refuse("too-many-heroes", ringRule,
			"%s has %d heroes beside the Ring-bearer: declare 1 to %d; only the Ring-bearer with The One Ring does not count", person(seat.Player), n, maxHeroes)
	}
	return refuse("too-many-heroes", ringRule, "%s has %d heroes: declare 1 to %d", person(seat.Player), n, maxHeroes)
}

// checkHero refuses one hero that the scenario or the campaign does not let its player start with.
//
// Rule: Hero bans.
// Rule: Frodo Baggins.
// Rule: Aragorn.
// Source: The Mountain of Fire, "Frodo Baggins"; "Aragorn"; "The Fellowship Sphere".
func (s *Scenario) checkHero(h group.Hero, player events.PersonID, first bool, campaign *group.Campaign) error {
	if err := checkDeclared(h); err != nil {
		return err
	}
	if err := s.checkBans(h, player, campaign); err != nil {
		return err
	}
	own, needs := s.Fellow()
	fellow := h.Sphere == group.SphereFellowship
	switch {
	case fellow && !s.Saga:
		return refuse("fellowship-outside", sphereRule,
			"%s of %s is of the Fellowship sphere, whose heroes are for the saga expansions only, and %s is no scenario of one: choose another hero", clip(h.Title), person(player), s.Name)
	case needs && !fellow && sameName(h.Title, own.Title) && (h.Sphere != "" || h.Threat != own.Threat || !first):
		return refuse("other-version", versionRule(own.Title),
			"%s of %s is not the one of the Fellowship sphere: while that one is used no other version of %s may start; choose another hero", clip(h.Title), person(player), own.Title)
	case fellow && needs && !s.isFellow(h):
		return refuse("fellowship-wrong", sphereRule,
			"%s of %s is of the Fellowship sphere, and only one such hero is in play at a time: %s is set up with %s", clip(h.Title), person(player), s.Name, s.needed())
	case needs && s.isFellow(h) && !first:
		return refuse("fellowship-first", s.SetupRule(),
			"%s is declared for %s: the first player takes control of %s in setup; declare the hero in the first seat, or leave it out", clip(h.Title), person(player), s.needed())
	}
	return nil
}

// needed names the Fellowship hero that the scenario is set up with.
func (s *Scenario) needed() string {
	if s.Fellowship == WithRingBearer {
		return "a hero of the Fellowship sphere with the Ring-bearer trait"
	}
	return "Aragorn of the Fellowship sphere"
}

func versionRule(title string) string {
	if title == frodo {
		return frodoRule
	}
	return aragornRule
}

// The titles of the packs that Sméagol is barred from, beside the saga expansions.
//
// Source: A Shadow in the East, "Sméagol / Gollum".
var shadowsOfMirkwood = []string{
	"Shadows of Mirkwood", "The Hunt for Gollum", "Conflict at the Carrock", "A Journey to Rhosgobel",
	"The Hills of Emyn Muil", "The Dead Marshes", "Return to Mirkwood",
}

// BarsSmeagol tells whether Sméagol cannot be a starting hero in the scenario.
//
// Source: A Shadow in the East, "Sméagol / Gollum".
func (s Scenario) BarsSmeagol() bool { return s.Saga || slices.Contains(shadowsOfMirkwood, s.Box) }

// CampaignBanned returns the titles of which no card can be used while the scenario is played in
// campaign mode, and where that is written; none: any can.
//
// Rule: Barring Frodo.
// Source: The Flame of the West, "Campaign Mode Rules - Frodo".
func (s Scenario) CampaignBanned() (titles []string, source string) {
	if s.Box != "The Flame of the West" {
		return nil, ""
	}
	return []string{frodo}, `The Flame of the West, "Campaign Mode Rules - Frodo"`
}

// SetupRule cites where the scenario's box says which hero the first player takes.
func (s Scenario) SetupRule() string {
	return boxRule(firstOf(s.Box, "The Mountain of Fire"), "Setting Up the Game")
}

// BanRule cites where the scenario bars heroes.
func (s Scenario) BanRule() string { return boxRule(s.Box, s.Name) }

// checkBans refuses titles that the scenario bars, fallen heroes of the campaign, Frodo where the
// campaign has him elsewhere, and Sméagol.
//
// Rule: Hero bans.
// Rule: Barring Frodo.
// Rule: Sméagol and Gollum.
// Source: The Mountain of Fire, "Scenarios"; The Flame of the West, "Campaign Mode Rules - Frodo"; A
// Shadow in the East, "Sméagol / Gollum".
func (s *Scenario) checkBans(h group.Hero, player events.PersonID, campaign *group.Campaign) error {
	named := func(b string) bool { return sameName(b, h.Title) }
	elsewhere, source := s.CampaignBanned()
	switch {
	case slices.ContainsFunc(s.Banned, named):
		return refuse("hero-banned", s.BanRule(), "%s of %s cannot be used while %s is played: choose another hero", clip(h.Title), person(player), s.Name)
	case campaign != nil && slices.ContainsFunc(elsewhere, named):
		return refuse("hero-banned", source,
			"%s of %s cannot be used while %s is played in campaign mode: choose another hero", clip(h.Title), person(player), s.Name)
	case campaign != nil && h.Sphere != group.SphereFellowship && !s.isFellow(h) && slices.ContainsFunc(campaign.Fallen, named):
		return refuse("hero-fallen", `facts/game-facts.md, "5.5 Campaign log"`,
			"%s of %s is on the campaign's list of fallen heroes: choose another hero", clip(h.Title), person(player))
	case sameName(h.Title, smeagol) && s.BarsSmeagol():
		return refuse("smeagol-barred", smeagolRule,
			"%s of %s cannot be a starting hero in the saga expansions or the Shadows of Mirkwood cycle, and %s is of one: choose another hero", smeagol, person(player), s.Name)
	}
	return nil
}

// checkDeclared refuses numbers and words of a declared hero that no card has.
func checkDeclared(h group.Hero) error {
	title := clip(h.Title)
	if err := checkFigures(title, h.Willpower, h.Attack, h.Defense, h.HitPoints); err != nil {
		return err
	}
	for _, word := range []string{h.Card, h.Sphere, h.Traits} {
		if _, err := text("a word about "+title, word, 0, maxNote); err != nil {
			return err
		}
	}
	return nil
}

// oneFellow refuses a second hero of the Fellowship sphere.
//
// Rule: Fellowship sphere.
// Source: The Mountain of Fire, "The Fellowship Sphere".
func oneFellow(sc *Scenario, seats []group.Seat) error {
	var seen []lotr.Character
	for _, s := range seats {
		for _, h := range s.Heroes {
			if h.Sphere == group.SphereFellowship || sc.isFellow(h) {
				seen = append(seen, lotr.Character{Player: s.Player, Name: h.Title})
			}
		}
	}
	if len(seen) < 2 {
		return nil
	}
	return refuse("fellowship-twice", sphereRule, "%s of %s and %s of %s are both of the Fellowship sphere: only one such hero is in play at a time",
		clip(seen[0].Name), person(seen[0].Player), clip(seen[1].Name), person(seen[1].Player))
}

// checkExtras checks the contract of a seat and The One Ring.
//
// Rule: The One Ring (attachment).
// Source: A Shadow in the East, "The One Ring & The “Master” Trait"; "Contracts".
func (s *Scenario) checkExtras(seat group.Seat) error {
	if _, err := text("the contract's name", seat.Contract, 0, maxName); err != nil {
		return err
	}
	if (seat.OneRing || seat.Ring != "") && s.Saga {
		return refuse("ring-in-saga", masterRule,
			"%s has The One Ring, a player card with the Master trait: such cards cannot be used in the saga expansions, and %s is a scenario of one", person(seat.Player), s.Name)
	}
	if seat.Ring == "" {
		return nil
	}
	if !seat.OneRing {
		return refuse("no-ring", masterRule, "%s attaches The One Ring, and has no copy of it: say that the deck has one", person(seat.Player))
	}
	if !slices.ContainsFunc(seat.Heroes, func(h group.Hero) bool { return sameName(h.Title, seat.Ring) }) {
		return refuse("no-such-hero", masterRule, "%s has no hero %q: The One Ring is attached to a hero of its player", person(seat.Player), clip(seat.Ring))
	}
	if sameName(seat.Ring, smeagol) {
		return refuse("no-attachments", `facts/game-facts.md, "4.3 Rule-bearing cards"`, "%s cannot have attachments: choose another hero of %s for The One Ring", smeagol, person(seat.Player))
	}
	return nil
}

// oneRing refuses two copies of The One Ring in play; which one it is, the first player decides.
func oneRing(seats []group.Seat) error {
	var with []events.PersonID
	for _, s := range seats {
		if s.Ring != "" {
			with = append(with, s.Player)
		}
	}
	if len(with) < 2 {
		return nil
	}
	return refuse("ring-twice", masterRule,
		"%s and %s both put The One Ring into play: the first player decides whose copy it is, and the others leave the game", person(with[0]), person(with[1]))
}
