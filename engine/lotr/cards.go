package lotr

import (
	"errors"
	"fmt"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/lotr"
)

// Kinds of encounter card.
const (
	kindEnemy     = "enemy"
	kindLocation  = "location"
	kindTreachery = "treachery"
	kindObjective = "objective"
	kindSideQuest = "side-quest"
)

// checkCard checks a card of the scenario data: its kind, and that what counts in play is known.
func (s *Scenario) checkCard(c lotr.Card) error {
	sieges := len(s.SiegeStages()) > 0
	switch c.Kind {
	case kindEnemy:
		if c.HitPoints < 1 && !c.Worked || c.Siege == nil && sieges {
			return errors.New("an enemy needs hitPoints, and siege where there are sieges (0 if none is printed)")
		}
	case kindLocation:
		if c.QuestPoints < 1 && !c.Worked && !c.Immune || c.Siege == nil && sieges {
			return errors.New("a location needs questPoints, and siege where there are sieges (0 if none is printed)")
		}
	case kindSideQuest:
		if c.QuestPoints < 1 {
			return errors.New("a side quest needs questPoints")
		}
	case kindTreachery, kindObjective:
	default:
		return fmt.Errorf("kind %q: use enemy, location, treachery, objective or side-quest", c.Kind)
	}
	if _, ok := s.Stage(c.OnlyAt); c.OnlyAt != "" && !ok {
		return fmt.Errorf("onlyAt %q is no stage", c.OnlyAt)
	}
	return checkNumbers(c)
}

// named returns the card that a command means: one of the scenario by code or name, one typed by
// hand, or one of the scenario with numbers typed by hand in place of the printed ones (Forest
// Battleground's threat is 1 and something that only the table can count: who wants it right types
// it).
func (d *entry) named(name string, hand *lotr.Card) (lotr.Card, error) {
	name, err := text("the card's name", name, 0, maxName)
	if err != nil {
		return lotr.Card{}, err
	}
	if hand == nil {
		return d.ofScenario(name)
	}
	h, err := d.checkHand(name, *hand)
	if err != nil {
		return lotr.Card{}, err
	}
	printed, ok := d.sc.find(firstOf(name, h.Code, h.Name))
	if !ok {
		return h, nil
	}
	return typedOver(printed.Card, h), nil
}

func (d *entry) ofScenario(name string) (lotr.Card, error) {
	if name == "" {
		return lotr.Card{}, refuse(engine.CodeMalformed, "", "no card is named: choose one, or type it by hand")
	}
	c, ok := d.sc.find(name)
	if !ok {
		return lotr.Card{}, refuse("no-such-card", "",
			"%s has no card %q: choose one from the list, or type it by hand with its numbers", d.sc.Name, clip(name))
	}
	return ownSiege(c.Card), nil
}

// checkHand checks a card that was typed by hand and gives it the name that the command has, if it
// has none itself.
func (d *entry) checkHand(name string, h lotr.Card) (lotr.Card, error) {
	var err error
	if h.Name, err = text("the card's name", firstOf(h.Name, name, h.Code), 1, maxName); err != nil {
		return h, err
	}
	if err := checkNumbers(h); err != nil {
		return h, err
	}
	if _, ok := d.sc.Stage(h.OnlyAt); h.OnlyAt != "" && !ok {
		return h, refuse(engine.CodeMalformed, "", "%q is no stage of %s: type one like %s, or leave it empty",
			clip(h.OnlyAt), d.sc.Name, d.sc.Start)
	}
	printed, known := d.sc.find(firstOf(name, h.Code, h.Name))
	switch {
	case h.Code != "" && !known:
		return h, refuse("no-such-card", "", "%s has no card %q: leave the code out of a card typed by hand", d.sc.Name, clip(h.Code))
	case known && h.Kind == "":
		h.Kind = printed.Kind
	case known && h.Kind != printed.Kind:
		return h, refuse(engine.CodeMalformed, "", "%s is a card of kind %s, not %s", printed.Name, printed.Kind, clip(h.Kind))
	}
	if !known && h.Lieutenant {
		return h, refuse(engine.CodeMalformed, "", "%s is no Lieutenant of %s: enter it as a plain enemy", h.Name, d.sc.Name)
	}
	switch h.Kind {
	case kindSideQuest:
		if h.QuestPoints < 1 && !known {
			return h, refuse(engine.CodeMalformed, "", "%s is a side quest: type its quest points", h.Name)
		}
		return ownSiege(h), nil
	case kindEnemy, kindLocation, kindTreachery, kindObjective:
		return ownSiege(h), nil
	}
	return h, refuse(engine.CodeMalformed, "", "a card of kind %q cannot be entered: use enemy, location, treachery, objective or side-quest", clip(h.Kind))
}

// typedOver puts the numbers that were typed in place of the printed ones. Keywords stay as printed.
func typedOver(c, typed lotr.Card) lotr.Card {
	over := func(printed *int, n int) bool {
		if n != 0 {
			*printed = n
		}
		return n != 0
	}
	over(&c.Engagement, typed.Engagement)
	if over(&c.Threat, typed.Threat) {
		c.ThreatPerPlayer = false
	}
	over(&c.Attack, typed.Attack)
	over(&c.Defense, typed.Defense)
	over(&c.HitPoints, typed.HitPoints)
	over(&c.QuestPoints, typed.QuestPoints)
	if over(&c.Archery, typed.Archery) {
		c.ArcheryPerPlayer = false
	}
	over(&c.Victory, typed.Victory)
	over(&c.Doomed, typed.Doomed)
	if typed.Siege != nil {
		c.Siege = typed.Siege
	}
	return ownSiege(c)
}

// ownSiege gives a card a siege value of its own, so that no event shares memory with scenario data
// or a command.
func ownSiege(c lotr.Card) lotr.Card {
	c.Siege = copyOf(c.Siege)
	return c
}

func copyOf(n *int) *int {
	if n == nil {
		return nil
	}
	m := *n
	return &m
}

func firstOf(names ...string) string {
	for _, n := range names {
		if n != "" {
			return n
		}
	}
	return ""
}
