package lotr

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Citations of the heroes of the Fellowship sphere.
const (
	sphereRule    = `The Mountain of Fire, "The Fellowship Sphere"`
	ringRule      = `The Mountain of Fire, "The One Ring"`
	aragornRule   = `The Mountain of Fire, "Aragorn"`
	frodoRule     = `The Mountain of Fire, "Frodo Baggins"`
	passesRing    = `The Mountain of Fire, "Multiplayer Rules - The One Ring"`
	passesAragorn = `The Mountain of Fire, "Multiplayer Rules - Aragorn"`
)

// Titles of the heroes of the Fellowship sphere.
const (
	aragorn  = "Aragorn"
	frodo    = "Frodo Baggins"
	ringName = "The One Ring"
)

// ringBearer is the trait of the hero who carries The One Ring.
const ringBearer = "Ring-bearer"

// Fellow returns the hero of the Fellowship sphere that the first player takes control of when the
// scenario is set up, with the numbers of the scenario's own box; false if the scenario has none.
//
// Rule: Fellowship sphere.
// Source: The Mountain of Fire, "Setting Up the Game"; The Flame of the West, "Setting Up the Game".
func (s Scenario) Fellow() (group.Hero, bool) {
	h, ok := fellows[s.ID]
	return h, ok
}

// fellows holds the Fellowship hero of each scenario that has one.
var fellows = findFellows()

func findFellows() map[string]group.Hero {
	out := map[string]group.Hero{}
	for id, sc := range known {
		if sc.Fellowship == "" {
			continue
		}
		title := aragorn
		if sc.Fellowship == WithRingBearer {
			title = frodo
		}
		versions := slices.DeleteFunc(cards.Shipped().ByName(title), func(c cards.Card) bool {
			return c.Type != cards.Hero || c.Sphere != cards.Fellowship
		})
		if len(versions) == 0 {
			panic("no " + title + " of the Fellowship sphere is among the shipped cards")
		}
		card := versions[0]
		if i := slices.IndexFunc(versions, func(c cards.Card) bool { return c.InPack(sc.Box) }); i >= 0 {
			card = versions[i]
		}
		out[id] = heroOfCard(card)
	}
	return out
}

func heroOfCard(c cards.Card) group.Hero {
	n := func(f cards.Figure) int { v, _ := f.Int(); return v }
	return group.Hero{
		Title: c.Name, HitPoints: n(c.HitPoints), Card: c.Code, Sphere: c.Sphere, Traits: c.Traits,
		Threat: n(c.Threat), Willpower: n(c.Willpower), Attack: n(c.Attack), Defense: n(c.Defense),
		Ranged: c.HasKeyword(cards.Ranged), Sentinel: c.HasKeyword(cards.Sentinel),
	}
}

// isFellow tells whether a hero is the Fellowship hero of the scenario: by the sphere, or by the title
// where nothing else was declared, since no other version is allowed there.
func (s *Scenario) isFellow(h group.Hero) bool {
	own, ok := s.Fellow()
	if !ok {
		return false
	}
	if h.Sphere != "" && h.Sphere != group.SphereFellowship {
		return false
	}
	if s.Fellowship == WithRingBearer && h.Sphere != "" {
		return lotr.Card{Traits: h.Traits}.HasTrait(ringBearer) || sameName(h.Title, own.Title)
	}
	return sameName(h.Title, own.Title)
}

// printed returns a hero with the numbers that count: those declared, or those of the Fellowship hero's
// card where none were. False if they are not known.
func (d *entry) printed(h Hero) (group.Hero, bool) {
	if h.Card != "" || h.Willpower+h.Attack+h.Defense > 0 {
		return h.Hero, true
	}
	if own, ok := d.sc.Fellow(); ok && d.sc.isFellow(h.Hero) {
		return own, true
	}
	return h.Hero, false
}

// fellow returns the Fellowship hero in play and who controls them.
func (d *entry) fellow() (Hero, events.PersonID, bool) {
	if d.sc.Fellowship == "" {
		return Hero{}, "", false
	}
	for _, p := range d.t.Players {
		for _, h := range p.Heroes {
			if h.up() && d.sc.isFellow(h.Hero) {
				return h, p.ID, true
			}
		}
	}
	return Hero{}, "", false
}

// FellowshipHero returns the Fellowship hero in play at a table and who controls them; false if there
// is none.
func FellowshipHero(c Context, t Table) (Hero, events.PersonID, bool) {
	d, err := begin(c, t)
	if err != nil {
		return Hero{}, "", false
	}
	return d.fellow()
}

// takeFellow gives the first player control of the Fellowship hero in setup, if nobody has declared
// them. The Ring-bearer carries The One Ring.
//
// Rule: Fellowship sphere.
// Source: The Mountain of Fire, "Setting Up the Game"; The Flame of the West, "Setting Up the Game".
func (d *entry) takeFellow() {
	own, ok := d.sc.Fellow()
	if !ok || d.t.FirstPlayer == "" {
		return
	}
	if _, _, here := d.fellow(); here {
		return
	}
	why := "setup: the first player takes control"
	if d.sc.Fellowship == WithRingBearer {
		why += ", with The One Ring attached"
	}
	d.heroEnters(d.t.FirstPlayer, own, false, why)
}

func (d *entry) heroEnters(player events.PersonID, h group.Hero, exhausted bool, why string) {
	d.emit(lotr.HeroEntered{
		Table: d.t.ID, Player: player, Title: h.Title, Threat: h.Threat, HitPoints: h.HitPoints, Sphere: h.Sphere, Traits: h.Traits,
		Willpower: h.Willpower, Attack: h.Attack, Defense: h.Defense, Card: h.Card, Ranged: h.Ranged, Sentinel: h.Sentinel,
		Exhausted: exhausted, Why: why,
	})
}

// fellowAside takes the Fellowship hero out of play because the scenario's setup says so. The game is
// not lost by that.
func (d *entry) fellowAside(why string) {
	h, player, ok := d.fellow()
	if !ok {
		return
	}
	p, _ := d.t.Player(player)
	d.emit(lotr.CharacterLeft{Table: d.t.ID, Player: player, Character: h.Title, Hero: true, HeroesUp: p.HeroesUp() - 1, Why: why})
}

// fellowEnters brings the Fellowship hero that was set aside into play under the first player's
// control.
func (d *entry) fellowEnters(why string) {
	own, ok := d.sc.Fellow()
	if _, _, here := d.fellow(); !ok || here {
		return
	}
	first := d.t.FirstPlayer
	for _, p := range d.t.Players {
		i := slices.IndexFunc(p.Heroes, func(h Hero) bool { return d.sc.isFellow(h.Hero) && !h.up() })
		if i < 0 {
			continue
		}
		own = p.Heroes[i].Hero
		if p.Out {
			break
		}
		d.heroEnters(p.ID, own, false, why)
		d.followToken()
		return
	}
	d.heroEnters(first, own, false, why)
}

// followToken gives the Fellowship hero to the first player whenever the first player token has
// passed, with all resources and attached cards. A player whose last hero goes on is eliminated at
// once.
//
// Rule: Control passes with the first player token.
// Source: The Mountain of Fire, "Multiplayer Rules - The One Ring"; "Multiplayer Rules - Aragorn".
func (d *entry) followToken() {
	h, from, ok := d.fellow()
	first, here := d.t.Player(d.t.FirstPlayer)
	if !ok || !here || first.Out || from == first.ID {
		return
	}
	d.emit(lotr.HeroPassed{Table: d.t.ID, Hero: h.Title, From: from, To: first.ID})
	d.tell(fmt.Sprintf("%s goes to the first player, with all resources and every attached card.", h.Title), from, first.ID)
	d.lastPassed(from)
}

// lastPassed eliminates a player whose last hero has gone on to the first player.
//
// Rule: Last hero passes on.
// Source: The Mountain of Fire, "Multiplayer Rules - The One Ring"; "Multiplayer Rules - Aragorn".
func (d *entry) lastPassed(from events.PersonID) {
	if p, _ := d.t.Player(from); p.HeroesUp() == 0 && d.t.knowsHeroes(p) {
		d.eliminate(from, lotr.OutPassed)
	}
}

// fellowGoes loses the game when the Ring-bearer, and The One Ring with them, or Aragorn has left play,
// for whatever reason: nothing changes or prevents that.
//
// Rule: The One Ring (objective).
// Rule: Aragorn.
// Source: The Mountain of Fire, "The One Ring"; "Aragorn"; The Flame of the West, "Aragorn".
func (d *entry) fellowGoes(title string) {
	own, ok := d.sc.Fellow()
	if !ok || !d.wasFellow(title) {
		return
	}
	if d.sc.Fellowship == WithRingBearer {
		d.lose(lotr.LostRing, fmt.Sprintf("%s left play, and The One Ring with the Ring-bearer.", title), ringRule)
		return
	}
	d.lose(lotr.LostAragorn, own.Title+" left play.", firstOf(boxRule(d.sc.Box, "Aragorn"), aragornRule))
}

func (d *entry) wasFellow(title string) bool {
	for _, p := range d.t.Players {
		if slices.ContainsFunc(p.Heroes, func(h Hero) bool { return sameName(h.Title, title) && d.sc.isFellow(h.Hero) }) {
			return true
		}
	}
	return false
}

// whyForfeit is why the Fellowship hero leaves play with a player, for [lotr.CharacterLeft].Why.
const whyForfeit = "the player who controls the hero is out"

// forfeitFellow takes the Fellowship hero out of play with a player who is eliminated while they
// control them, which loses the game.
//
// Ruling: 8.
func (d *entry) forfeitFellow(player events.PersonID) {
	h, holder, ok := d.fellow()
	if !ok || holder != player {
		return
	}
	p, _ := d.t.Player(player)
	d.emit(lotr.CharacterLeft{
		Table: d.t.ID, Player: player, Character: h.Title, Hero: true, HeroesUp: p.HeroesUp() - 1, Why: whyForfeit,
	})
	d.fellowGoes(h.Title)
}

// boxRule cites a section of a box's rulebook.
func boxRule(box, section string) string {
	if box == "" {
		return ""
	}
	return box + `, "` + section + `"`
}

// Pays tells whether resources of a hero pay for a card of a sphere: those of every hero pay for their
// own sphere and for neutral cards, those of the Fellowship sphere too.
//
// Rule: Fellowship sphere.
// Source: The Mountain of Fire, "Frodo Baggins"; "Aragorn".
func Pays(hero group.Hero, sphere string) bool {
	return sphere == cards.Neutral || sphere != "" && sphere == hero.Sphere
}
