package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// The two objectives that may change hands, as [LorienCard].Card and [lotr.LorienHandedOver].Card
// name them.
const (
	Host  = "host"
	Power = "power"
)

// Numbers of Host and Power of Lórien.
//
// Source: facts/game-facts.md, "2.2 Stages" (stage 2); "2.4 Encounter cards with siege".
const (
	HostHitPoints = 6
	HostPrice     = 10 // progress of Power of Lórien that Host of Lórien costs
	PowerPrice    = 20 // further progress for keeping Power of Lórien
)

// Controls tells whether a player of the table controls a copy of Host or Power of Lórien.
func (t Table) Controls(player events.PersonID, card string) bool {
	return t.lorienAt(player, card) >= 0
}

// lorienAt returns the place of the first copy that the player controls; −1: none.
func (t Table) lorienAt(player events.PersonID, card string) int {
	return slices.IndexFunc(t.Lorien, func(l LorienCard) bool { return l.Card == card && l.Player == player })
}

// hostOf returns the player's Host of Lórien as a character. Of several copies the first takes the
// damage until it is lost.
func (d *entry) hostOf(player events.PersonID) (character, error) {
	i := d.t.lorienAt(player, Host)
	if i < 0 {
		return character{}, refuse("no-such-character", cardFacts,
			"%s does not control %s: name the player who does", person(player), lotr.HostName)
	}
	return character{
		player: player, name: lotr.HostName, hero: -1, host: true,
		damage: d.t.Lorien[i].Damage, points: HostHitPoints,
	}, nil
}

// woundHost deals damage to Host of Lórien; it is out of the game when it leaves play.
func (d *entry) woundHost(who character, by int) {
	d.emit(lotr.HostDamaged{Table: d.t.ID, Player: who.player, By: by, Damage: who.damage + by})
	if who.damage+by >= HostHitPoints {
		d.emit(lotr.HostLost{Table: d.t.ID, Player: who.player, Why: "damage"})
	}
}

// loseLorien takes out of play what an eliminated player controlled.
func (d *entry) loseLorien(player events.PersonID) {
	for _, l := range d.t.Lorien {
		switch {
		case l.Player != player:
		case l.Card == Host:
			d.emit(lotr.HostLost{Table: d.t.ID, Player: player, Why: "eliminated"})
		default:
			d.emit(lotr.PowerDiscarded{Table: d.t.ID, Player: player, Why: "eliminated"})
		}
	}
}

// usePower cancels the encounter card that was revealed by the entry just before. A cancelled card
// has no effect: it leaves the staging area, what its Doomed raised is lowered again, and a limit
// it set is lifted. It can no longer be cancelled once something else has been entered or somebody
// went out by it.
//
// Source: facts/game-facts.md, "2.4 Encounter cards with siege".
func (d *entry) usePower(cmd lotr.UsePower) error {
	if _, err := d.inGame(cmd.Player); err != nil {
		return err
	}
	if !d.t.Controls(cmd.Player, Power) {
		return refuse("power-not-controlled", cardFacts,
			"%s does not control %s: only who controls it may use it", person(cmd.Player), lotr.PowerName)
	}
	r := d.t.Revealed
	if r == nil {
		return refuse("nothing-revealed", cardFacts,
			"%s cancels a card right after it was revealed, before anything else is entered and if nobody went out by it: no such card lies there now", lotr.PowerName)
	}
	if r.SideQuest != 0 {
		return refuse("cannot-cancel", `A Shadow in the East, "Side Quests"`, "%s is a quest card as well: what it does when revealed cannot be cancelled", r.Card.Name)
	}
	d.emit(lotr.PowerUsed{Table: d.t.ID, Player: cmd.Player, Card: r.Card.Name, Enemy: r.Enemy, Location: r.Location})
	if r.Card.Doomed > 0 {
		d.raise(d.t.TurnOrder(), -r.Card.Doomed, lotr.WhyDoomed, r.Card.Name+" was cancelled")
	}
	if r.Capped {
		d.emit(lotr.ProgressCapped{Table: d.t.ID, Cap: -1, Card: r.Card.Name})
	}
	return nil
}

// progressPower changes the progress on Power of Lórien by an effect other than stage 1B.
func (d *entry) progressPower(cmd lotr.ProgressPower) error {
	if err := change("progress", cmd.By); err != nil {
		return err
	}
	if !d.t.PowerInPlay {
		return refuse("power-not-in-play", stages, "%s is not in play at this table", lotr.PowerName)
	}
	by := max(cmd.By, -d.t.PowerProgress)
	if by == 0 {
		return refuse("nothing-to-remove", "", "%s has no progress to remove", lotr.PowerName)
	}
	if d.t.PowerProgress+by > maxCount {
		return refuse(engine.CodeMalformed, "", "%s would have %d progress: %d is the most", lotr.PowerName, d.t.PowerProgress+by, maxCount)
	}
	d.progressOnPower(by, "entry")
	return nil
}

func (d *entry) progressOnPower(by int, why string) {
	d.emit(lotr.PowerProgressed{Table: d.t.ID, By: by, Progress: d.t.PowerProgress + by, Why: why})
}

// crossChoices returns what the first player may choose at stage 2 with the progress that Power of
// Lórien has: always pass, take-host with 10, take-both with 30.
//
// Source: facts/game-facts.md, "2.2 Stages" (stage 2A).
func crossChoices(t Table) []string {
	choices := []string{group.ChoicePass}
	if t.PowerInPlay && t.PowerProgress >= HostPrice {
		choices = append(choices, group.ChoiceTakeHost)
	}
	if t.PowerInPlay && t.PowerProgress >= HostPrice+PowerPrice {
		choices = append(choices, group.ChoiceTakeBoth)
	}
	return choices
}

// Cross carries out the first player's choice at stage 2: pass, take-host or take-both. Unless
// Power of Lórien is kept it is discarded. It refuses a choice that the
// progress does not pay for.
//
// Source: facts/game-facts.md, "2.2 Stages" (stage 2A).
func Cross(c Context, t Table, choice string) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if !slices.Contains([]string{group.ChoicePass, group.ChoiceTakeHost, group.ChoiceTakeBoth}, choice) {
		return nil, refuse(engine.CodeMalformed, stages, "%q is no answer here: pass, take-host or take-both", clip(choice))
	}
	if !slices.Contains(crossChoices(t), choice) {
		return nil, refuse("too-little-progress", stages,
			"%s has %d progress: %s costs %d, and keeping %s %d more", lotr.PowerName, t.PowerProgress, lotr.HostName, HostPrice, lotr.PowerName, PowerPrice)
	}
	if choice != group.ChoicePass {
		if _, err := d.inGame(t.FirstPlayer); err != nil {
			return nil, err
		}
		d.progressOnPower(-HostPrice, "spent")
		d.emit(lotr.HostTaken{Table: t.ID, Player: t.FirstPlayer, Paid: HostPrice})
	}
	switch {
	case choice == group.ChoiceTakeBoth:
		d.progressOnPower(-PowerPrice, "spent")
		d.emit(lotr.PowerTaken{Table: t.ID, Player: t.FirstPlayer, Paid: PowerPrice})
	case t.PowerInPlay:
		d.emit(lotr.PowerDiscarded{Table: t.ID, Why: "stage"})
	}
	return d.out, nil
}

// HandOver gives control of a player's Host or Power of Lórien (card is [Host] or [Power]) to
// another player, at the same or another table of the group.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode".
func HandOver(c Context, from, to Table, card string, player, heir events.PersonID) ([]events.Payload, error) {
	d, err := begin(c, from)
	if err != nil {
		return nil, err
	}
	if card != Host && card != Power {
		return nil, refuse(engine.CodeMalformed, "", "%q cannot be handed over: name host or power", clip(card))
	}
	i := from.lorienAt(player, card)
	if i < 0 {
		return nil, refuse("nothing-to-give", epicRule, "%s does not control that card: only who controls it may give it", person(player))
	}
	if _, err := (&entry{c: c, sc: d.sc, t: to}).inGame(heir); err != nil {
		return nil, err
	}
	if player == heir {
		return nil, refuse("nothing-changes", epicRule, "%s has it already: name another player, or pass", person(player))
	}
	d.emit(lotr.LorienHandedOver{
		Card: card, Table: from.ID, Player: player, ToTable: to.ID, ToPlayer: heir,
		Damage: from.Lorien[i].Damage, Progress: from.Lorien[i].Progress,
	})
	return d.out, nil
}
