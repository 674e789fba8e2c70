package lotr

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

const smeagolRule = `A Shadow in the East, "Sméagol / Gollum"`

// Sméagol, and the cards that come with him.
//
// Source: A Shadow in the East, "Sméagol / Gollum"; facts/game-facts.md, "4.3 Rule-bearing cards".
const (
	smeagol    = "Sméagol"
	gollumCode = "gollum"
	gollumSet  = "gollum-and-smeagol"
	stinker    = "stinker"
	stinkers   = 2 // copies that are shuffled into the encounter deck
)

// withGollum holds every scenario that Sméagol may be played in, with the cards that he brings.
var withGollum = addGollum()

func addGollum() map[string]*Scenario {
	set := Scenario{Sets: []string{gollumSet}}
	if err := set.addSets(); err != nil {
		panic("the cards of Sméagol: " + err.Error())
	}
	out := map[string]*Scenario{}
	for id, sc := range known {
		if sc.Saga {
			continue
		}
		with := *sc
		with.Cards = slices.Concat(sc.Cards, set.Cards)
		with.index()
		out[id] = &with
	}
	return out
}

// scenarioAt returns a scenario with the cards that the players of a table bring to its encounter side.
func scenarioAt(sc *Scenario, t Table) *Scenario {
	if with, ok := withGollum[sc.ID]; ok && t.owns(smeagol) != "" {
		return with
	}
	return sc
}

// At returns the scenario with the cards that players of the table bring to its encounter side: those
// of Sméagol.
//
// Source: A Shadow in the East, "Sméagol / Gollum".
func (s Scenario) At(t Table) Scenario {
	if sc, ok := known[s.ID]; ok {
		return *scenarioAt(sc, t)
	}
	return s
}

// owns returns the player whose starting hero this is, wherever the card is now; empty: nobody's.
func (t Table) owns(title string) events.PersonID {
	for _, p := range t.Players {
		if slices.ContainsFunc(p.Heroes, func(h Hero) bool { return sameName(h.Title, title) }) {
			return p.ID
		}
	}
	return ""
}

// shuffleStinkers tells who has Sméagol as a starting hero to shuffle the two copies of Stinker into the
// encounter deck.
//
// Rule: Sméagol and Gollum.
// Source: A Shadow in the East, "Sméagol / Gollum".
func (d *entry) shuffleStinkers(seats []group.Seat) {
	for _, s := range seats {
		if slices.ContainsFunc(s.Heroes, func(h group.Hero) bool { return sameName(h.Title, smeagol) }) {
			d.tell(fmt.Sprintf("Shuffle the %d copies of Stinker into the encounter deck, for %s.", stinkers, smeagol), s.Player)
		}
	}
}

// stinks carries out Stinker when it was revealed: Gollum attacks if he is in play; otherwise Sméagol
// loses all tokens and turns into Gollum, who enters play engaged with his owner.
//
// Rule: Sméagol and Gollum.
// Source: A Shadow in the East, "Sméagol / Gollum"; facts/game-facts.md, "4.3 Rule-bearing cards".
func (d *entry) stinks(card lotr.Card) {
	if card.Code != stinker {
		return
	}
	owner := d.t.owns(smeagol)
	if e, ok := d.gollum(); ok {
		d.tell(fmt.Sprintf("Gollum makes an immediate attack: enter the attack of enemy %d.", e.Number), firstPerson(e.Player, d.t.FirstPlayer))
		return
	}
	p, ok := d.t.Player(owner)
	if !ok || p.Out {
		return
	}
	hero, up := d.heroOf(p, smeagol)
	if !up {
		return
	}
	d.turnsToGollum(hero)
}

func firstPerson(people ...events.PersonID) events.PersonID {
	for _, p := range people {
		if p != "" {
			return p
		}
	}
	return ""
}

// gollum returns the Gollum in play who is Sméagol's other side.
func (d *entry) gollum() (Enemy, bool) {
	if _, ok := withGollum[d.sc.ID]; !ok || d.t.owns(smeagol) == "" {
		return Enemy{}, false
	}
	i := slices.IndexFunc(d.t.Enemies, func(e Enemy) bool { return e.Card.Code == gollumCode })
	if i < 0 {
		return Enemy{}, false
	}
	return d.t.Enemies[i], true
}

// turnsToGollum turns Sméagol over: the hero leaves play and the enemy enters, ready, engaged with his
// owner. If he was the last hero, his owner goes out.
func (d *entry) turnsToGollum(hero character) {
	card, ok := d.sc.find(gollumCode)
	if !ok {
		return
	}
	none := 0
	enemy := card.Card
	enemy.Siege = &none // no siege is printed on a hero's card
	d.emit(lotr.CharacterLeft{
		Table: d.t.ID, Player: hero.player, Character: hero.name, Hero: true, HeroesUp: d.heroesWithout(hero), Why: "turned over to Gollum",
	})
	d.enterEnemy(enemy, hero.player, "flipped")
	d.hasGone(hero, "turned over to Gollum")
}

// gollumFollows lets Gollum engage the first player when the first player token has passed.
//
// Rule: Sméagol and Gollum.
// Source: A Shadow in the East, "Sméagol / Gollum".
func (d *entry) gollumFollows() {
	e, ok := d.gollum()
	first, here := d.t.Player(d.t.FirstPlayer)
	if !ok || !here || first.Out || e.Player == first.ID || !d.tokenPassed() && e.Player != "" {
		return
	}
	d.engaged(e, first.ID, byEffect)
}

// tokenPassed tells whether this entry has passed the first player token.
func (d *entry) tokenPassed() bool {
	return slices.ContainsFunc(d.out, func(e events.Payload) bool { _, ok := e.(lotr.FirstPlayerPassed); return ok })
}

// gollumDefeated turns Gollum over instead of destroying him: the enemy leaves play, and Sméagol enters
// under his owner's control, exhausted. False if the enemy is another.
//
// Rule: Sméagol and Gollum.
// Source: A Shadow in the East, "Sméagol / Gollum".
func (d *entry) gollumDefeated(e Enemy) bool {
	g, ok := d.gollum()
	if !ok || g.Number != e.Number || e.Number == 0 {
		return false
	}
	p, _ := d.t.Player(d.t.owns(smeagol))
	d.emit(lotr.CardLeft{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name, Note: "defeated: turned over to " + smeagol})
	i := slices.IndexFunc(p.Heroes, func(h Hero) bool { return sameName(h.Title, smeagol) })
	if !p.Out && i >= 0 {
		d.heroEnters(p.ID, p.Heroes[i].Hero, true, "Gollum was defeated")
	}
	return true
}
