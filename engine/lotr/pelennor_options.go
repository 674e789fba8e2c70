package lotr

import (
	"strings"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/events/lotr"
)

// pelennorOptions lists what stages and cards of The Battle of the Pelennor Fields leave to the
// players.
func pelennorOptions() []option {
	return []option{
		esquireOption(esquireRohan, "Esquire of Rohan"),
		esquireOption(esquireGondor, "Esquire of Gondor"),
		{
			id: allyStands, label: "Put an ally into the staging area", needs: "ally", section: flameStages,
			says:    "an ally that stage 2A found, with its cost",
			offered: atStage("2B"),
			take:    allyEnters,
		},
		{
			id: fellBeast, label: "Attach Fell Beast", needs: lotr.KindEnemy, section: pelennorList,
			says:    "to a Nazgûl enemy that has none",
			offered: whileOpen(fellBeast),
			take: func(d *entry, cmd lotr.TakeOption) error {
				e, err := d.enemy(cmd.Piece.Number)
				if err != nil {
					return err
				}
				if why := mayMount(d.t, e); why != "" {
					return refuse("no-such-target", pelennorList, "Fell Beast cannot be attached to %s: %s", e.Card.Name, why)
				}
				d.mountBeast(e, "revealed")
				d.tick(fellBeast, "")
				return nil
			},
		},
		{
			id: blackDart, label: "Attach Black Dart", needs: "hero", section: pelennorList,
			says:    "to a hero that has none; at the end of each round the hero takes 1 damage",
			offered: dartOffered,
			take:    dartAttaches,
		},
		cityOption(spellsCity, spellsOfRuin, "5 damage to Minas Tirith", spellsDamage),
		cityOption(orcCity, orcOfTheEye, "2 damage to Minas Tirith", orcDamage),
		fearOption(),
	}
}

// cityOption is the half of a card's effect that damages Minas Tirith. It is no choice while the city
// is not in play.
//
// Source: The Flame of the West, "Minas Tirith".
func cityOption(id, card, label string, damage int) option {
	return option{
		id: id, label: label, section: cityRule, says: "instead of the other half of the card's effect",
		offered: func(_ Context, t Table) (bool, string) {
			if !t.HasInPlay(minasTirith) {
				return t.isOpen(card), "Minas Tirith is not in play, and the other half of the effect is carried out as far as it can be"
			}
			return t.isOpen(card), ""
		},
		take: func(d *entry, _ lotr.TakeOption) error {
			d.damageObjective(minasTirith, damage, d.sc.cardName(card))
			d.tick(card, "")
			return nil
		},
	}
}

func (s *Scenario) cardName(code string) string {
	card, _ := s.find(code)
	return card.Name
}

// esquireOption attaches one of the two boons that setup offers, each to another hero.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func esquireOption(code, name string) option {
	return option{
		id: code, label: "Attach " + name, needs: "hero", section: flameCampaign,
		says: "in setup, to a hero that has not the other of the two",
		offered: func(c Context, t Table) (bool, string) {
			if t.HasInPlay(code) {
				return false, ""
			}
			return t.Stage == "1B" && c.Round <= 1, ""
		},
		take: func(d *entry, cmd lotr.TakeOption) error {
			who, err := d.character(cmd.Player, cmd.Card)
			if err != nil {
				return err
			}
			for _, o := range d.t.Objectives {
				if o.Player == cmd.Player && o.Character == who.name && (o.Card.Code == esquireRohan || o.Card.Code == esquireGondor) {
					return refuse("limit-reached", flameCampaign, "%s has %s already, and the two go to different heroes: choose another hero", who.name, o.Card.Name)
				}
			}
			d.attachTo(code, "setup", who)
			return nil
		},
	}
}

// attachTo puts a card of the scenario into play attached to a hero.
func (d *entry) attachTo(code, why string, who character) {
	card, ok := d.sc.find(code)
	if !ok {
		return
	}
	d.emit(lotr.ObjectiveEntered{
		Table: d.t.ID, Objective: max(d.t.NextObjective, 1), Card: ownSiege(card.Card), Player: who.player, Character: who.name, Why: why,
	})
}

// dartOffered shows the option when Black Dart was revealed, and in the combat phase, where its shadow
// effect attaches it.
func dartOffered(_ Context, t Table) (bool, string) {
	return t.isOpen(blackDart) || t.Phase == lotr.PhaseCombat && t.Stage != "1B", ""
}

func dartAttaches(d *entry, cmd lotr.TakeOption) error {
	who, err := d.character(cmd.Player, cmd.Card)
	if err != nil {
		return err
	}
	copies, _ := d.sc.find(blackDart)
	inPlay := 0
	for _, o := range d.t.Objectives {
		if o.Card.Code != blackDart {
			continue
		}
		inPlay++
		if o.Player == cmd.Player && o.Character == who.name {
			return refuse("limit-reached", pelennorList, "%s has a Black Dart already, and a hero has at most one: choose another hero", who.name)
		}
	}
	if inPlay >= copies.InDeck(d.c.Easy) {
		return refuse("limit-reached", pelennorList, "every copy of Black Dart is in play already: enter which of them has left play first")
	}
	d.attachTo(blackDart, "revealed", who)
	d.tick(blackDart, "")
	return nil
}

// allyEnters puts an ally into the staging area, under nobody's control. Its cost counts for the quest
// points of stage 2B. The hit points are those of the shipped cards; of an ally that is not among them
// people say when it has left play.
//
// Source: facts/game-facts.md, "3.1 Stages" (stage 2B).
func allyEnters(d *entry, cmd lotr.TakeOption) error {
	name := strings.TrimSpace(cmd.Card)
	if len(d.t.Objectives) >= maxInPlay {
		return refuse("table-full", "", "%d objectives are in play: enter which of them have left play first", len(d.t.Objectives))
	}
	card := lotr.Card{Name: name, Kind: kindObjective, Traits: stagedAlly + ".", QuestPoints: cmd.N}
	if known, ok := shippedAlly(name); ok {
		card.Name = known.Name
		card.HitPoints, _ = known.HitPoints.Int()
		card.Unique = known.Unique
	}
	d.emit(lotr.ObjectiveEntered{Table: d.t.ID, Objective: max(d.t.NextObjective, 1), Card: card, Owner: cmd.Player, Why: "stage"})
	return nil
}

// shippedAlly finds an ally among the shipped cards; false if there is none of that name, or if
// several differ.
func shippedAlly(name string) (cards.Card, bool) {
	var found cards.Card
	ok := false
	for _, c := range cards.Shipped().ByName(name) {
		if c.Type != cards.Ally {
			continue
		}
		if ok && (c.HitPoints != found.HitPoints || c.Cost != found.Cost) {
			return cards.Card{}, false
		}
		found, ok = c, true
	}
	return found, ok
}

// stagedAlly is the trait by which muster tells the allies in the staging area from other objectives.
const stagedAlly = "Ally"

// stagedAllies returns the allies in the staging area.
func (t Table) stagedAllies() []Objective {
	var out []Objective
	for _, o := range t.Objectives {
		if o.Card.HasTrait(stagedAlly) && o.Card.Code == "" && o.Player == "" {
			out = append(out, o)
		}
	}
	return out
}
