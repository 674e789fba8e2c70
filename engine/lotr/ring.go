package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

const masterRule = `A Shadow in the East, "The One Ring & The “Master” Trait"`

// putRing puts The One Ring, the player card, into play in setup or round 1, attached to a hero of its
// player. Where several players have a copy the first player decides, which the entry says, and the
// other copies leave the game.
//
// Rule: The One Ring (attachment).
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
func (d *entry) putRing(cmd lotr.PutRing) error {
	if d.sc.Saga {
		return refuse("ring-in-saga", masterRule, "cards with the Master trait cannot be used in the saga expansions, and %s is a scenario of one: leave The One Ring out", d.sc.Name)
	}
	if d.c.Round > 1 {
		return refuse("setup-over", masterRule, "The One Ring is attached in setup, and it is round %d: ask a judge", d.c.Round)
	}
	for _, p := range d.t.Players {
		if p.Ring != "" {
			return refuse("ring-in-play", masterRule, "The One Ring of %s is in play already, and the other copies have left the game", person(p.ID))
		}
	}
	p, err := d.inGame(cmd.Player)
	if err != nil {
		return err
	}
	if !p.RingCopy {
		return refuse("no-ring", masterRule, "%s has no copy of The One Ring: declare it with the heroes or the deck first", person(p.ID))
	}
	hero, err := d.ringHero(p, cmd.Hero)
	if err != nil {
		return err
	}
	d.attachRing(p.ID, hero)
	return nil
}

// ringHero returns the title of a hero that The One Ring can be attached to.
func (d *entry) ringHero(p Player, title string) (string, error) {
	title, err := text("the hero's title", title, 1, maxName)
	if err != nil {
		return "", err
	}
	who, ok := d.heroOf(p, title)
	switch {
	case !ok:
		return "", refuse("no-such-hero", masterRule, "%s has no hero %q in play: The One Ring is attached to a hero of its player", person(p.ID), clip(title))
	case sameName(who.name, smeagol):
		return "", refuse("no-attachments", `facts/game-facts.md, "4.3 Rule-bearing cards"`, "%s cannot have attachments: choose another hero for The One Ring", smeagol)
	}
	return who.name, nil
}

// attachRing puts the player's copy into play and every other one out of the game.
func (d *entry) attachRing(player events.PersonID, hero string) {
	put := lotr.RingPut{Table: d.t.ID, Player: player, Hero: hero}
	for _, o := range d.t.Players {
		if o.ID != player && o.RingCopy {
			put.Removed = append(put.Removed, o.ID)
		}
	}
	d.emit(put)
	d.tell("Search the deck for a card with the Master trait, add it to the hand and shuffle.", player)
}

// ringInSetup puts The One Ring into play where the seats say on which hero.
//
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
func (d *entry) ringInSetup() {
	if d.sc.Saga {
		return
	}
	for _, s := range d.t.Seats {
		p, ok := d.t.Player(s.Player)
		if !ok || !s.OneRing || s.Ring == "" {
			continue
		}
		if hero, err := d.ringHero(p, s.Ring); err == nil {
			d.attachRing(p.ID, hero)
			return
		}
	}
}

// ringGoes takes The One Ring, the player card, out of play with its hero; the players lose the game by
// that.
//
// Rule: The One Ring (attachment).
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func (d *entry) ringGoes(player events.PersonID, hero, why string) {
	p, ok := d.t.Player(player)
	if !ok || p.Ring == "" || !sameName(p.Ring, hero) {
		return
	}
	d.emit(lotr.RingLost{Table: d.t.ID, Player: player, Why: hero + ": " + why})
	d.lose(lotr.LostRing, "The One Ring left play with "+hero+".", masterRule)
}

// RingController returns who controls The One Ring, the player card; empty: nobody.
func (t Table) RingController() events.PersonID {
	for _, p := range t.Players {
		if !p.Out && p.Ring != "" {
			return p.ID
		}
	}
	return ""
}

// mayUseMaster refuses an entry that says it comes from a card with the Master trait, where nobody
// controls The One Ring or no such card may be used, and a change of threat of anybody but its
// controller.
//
// Rule: Master cards.
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
func (d *entry) mayUseMaster(cmd lotr.TableCommand) error {
	source, player := sourceOf(cmd)
	if source != lotr.FromMaster {
		return checkSource(source)
	}
	if d.sc.Saga {
		return refuse("master-in-saga", masterRule, "cards with the Master trait cannot be used in the saga expansions, and %s is a scenario of one", d.sc.Name)
	}
	switch holder := d.t.RingController(); {
	case holder == "":
		return refuse("master-without-ring", masterRule, "cards with the Master trait are used by who controls The One Ring, and nobody at this table does")
	case player != "" && player != holder:
		return refuse("master-without-ring", masterRule, "cards with the Master trait are used by who controls The One Ring: that is %s, not %s", person(holder), person(player))
	}
	return nil
}

// checkSource refuses a source that this program does not know.
func checkSource(source string) error {
	switch source {
	case "", lotr.FromPlayerCard, lotr.FromBoon, lotr.FromMaster, lotr.FromEncounter:
		return nil
	}
	return refuse(engine.CodeMalformed, "", "%q is no source of an effect: use %s, %s, %s or %s, or leave it out",
		clip(source), lotr.FromPlayerCard, lotr.FromBoon, lotr.FromMaster, lotr.FromEncounter)
}

// sourceOf returns what an entry says it comes from, and who uses the card, where the entry tells.
func sourceOf(cmd lotr.TableCommand) (source string, player events.PersonID) {
	switch cmd := cmd.(type) {
	case lotr.ChangeThreat:
		return cmd.Source, cmd.Player
	case lotr.PlaceTokens:
		return cmd.Source, ""
	case lotr.Engage:
		return cmd.Source, ""
	case lotr.ReturnToStaging:
		return cmd.Source, ""
	case lotr.RemoveCard:
		return cmd.Source, ""
	case lotr.PlaceProgress:
		return cmd.Source, ""
	case lotr.DamageEnemy:
		return cmd.Source, ""
	case lotr.ExhaustCharacter:
		return cmd.Source, ""
	default:
		return "", ""
	}
}
