package lotr

import (
	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// fearCode is Overcome by Fear, which The Passing of the Grey Company puts on every threat dial and a
// campaign carries on into the scenarios after it. Each of those names the set overcome-by-fear in its
// data and hands the functions of this file on.
const fearCode = campaign.FactFear

// fearOf returns the Overcome by Fear on a player's dial; false if there is none.
func (t Table) fearOf(id events.PersonID) (Objective, bool) {
	for _, o := range t.Objectives {
		if o.Card.Code == fearCode && o.Player == id && id != "" {
			return o, true
		}
	}
	return Objective{}, false
}

// afraid returns the players in the game with Overcome by Fear on their dials, in turn order.
func (t Table) afraid() []events.PersonID {
	var out []events.PersonID
	for _, id := range t.TurnOrder() {
		if _, ok := t.fearOf(id); ok {
			out = append(out, id)
		}
	}
	return out
}

// frighten attaches Overcome by Fear to a player's dial, at most one to a dial.
//
// Source: facts/game-facts.md, "3.1 Stages" (stage 1A).
func (d *entry) frighten(id events.PersonID, why string) {
	if _, ok := d.t.fearOf(id); !ok {
		d.putObjective(fearCode, why, lotr.Piece{}, id)
	}
}

// hearten detaches Overcome by Fear from a player's dial: it is set aside, out of play.
func (d *entry) hearten(id events.PersonID, note string) {
	if o, ok := d.t.fearOf(id); ok {
		d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, note)
	}
}

// fearLower: threat cannot be reduced while Overcome by Fear is on the dial.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func fearLower(t Table, p Player, to int) (least int, says string) {
	if _, ok := t.fearOf(p.ID); ok && to < p.Threat {
		return p.Threat, "Overcome by Fear is on the dial, and threat cannot be reduced"
	}
	return 0, ""
}

// fearTrigger is Overcome by Fear at the end of the round: each player who has it raises threat by 1;
// then it may go for a Fellowship resource. Those are in Aragorn's pool, so only the player who controls
// him has one to spend, and that is the first player.
//
// Source: facts/game-facts.md, "3.4 Campaign results"; The Flame of the West, "Multiplayer Rules -
// Aragorn".
func fearTrigger() trigger {
	return trigger{
		id: fearCode, when: WhenRoundEnd, card: fearCode, section: flameCampaign,
		active: func(_ Context, t Table) bool { return len(t.afraid()) > 0 },
		says: func(Context, Table) string {
			return "each player with it on the dial raises threat by 1; then its player may spend 1 Fellowship resource to detach it"
		},
		do:      fearGrows,
		people:  func(Context, Table) bool { return false },
		options: fearChoices,
		answer: func(d *entry, a group.ResolveStep) error {
			first := d.t.FirstPlayer
			fearGrows(d)
			if p, _ := d.t.Player(first); a.Choice == group.ChoicePay && !p.Out {
				d.hearten(first, "1 Fellowship resource was spent")
			}
			return nil
		},
	}
}

func fearGrows(d *entry) {
	d.raise(d.t.afraid(), 1, lotr.WhyStage, "Overcome by Fear")
}

// fearChoices asks the first player, who has the Fellowship resources, if Overcome by Fear is on that
// player's dial.
func fearChoices(_ Context, t Table) []group.Option {
	if _, ok := t.fearOf(t.FirstPlayer); !ok {
		return nil
	}
	return []group.Option{
		{Choice: group.ChoicePay, Allowed: true, Section: flameCampaign, Effect: "threat +1; the first player spends 1 Fellowship resource and detaches Overcome by Fear"},
		{Choice: group.ChoiceLet, Allowed: true, Section: flameCampaign, Effect: "threat +1; Overcome by Fear stays"},
	}
}

// fearOption lets the table say that a card attached a copy that was set aside to a player's dial.
func fearOption() option {
	return option{
		id: "attach-" + fearCode, label: "Attach Overcome by Fear", needs: "player", section: flameStages,
		says: "a card attached a copy that was set aside to a threat dial",
		offered: func(_ Context, t Table) (bool, string) {
			if len(t.afraid()) == t.PlayersIn() {
				return true, "it is on every threat dial, and there is one for each"
			}
			return true, ""
		},
		take: func(d *entry, cmd lotr.TakeOption) error {
			if _, ok := d.t.fearOf(cmd.Player); ok {
				return refuse("limit-reached", flameStages, "Overcome by Fear is on the dial of %s already, and a dial has at most one: choose the other effect of the card", person(cmd.Player))
			}
			d.frighten(cmd.Player, "effect")
			return nil
		},
	}
}

// fearSetUp puts Overcome by Fear on the dials of the players whose names the campaign log has, in the
// scenarios after The Passing of the Grey Company. The facts say whose they are, see [FearFact]; where
// only the pool has the burden, people say it.
//
// Source: facts/game-facts.md, "3.4 Campaign results"; "5.5 Campaign log".
func fearSetUp(d *entry) {
	if d.c.Campaign == nil {
		return
	}
	for _, id := range d.t.TurnOrder() {
		if d.c.Campaign.Facts[FearFact(id)] > 0 {
			d.frighten(id, "setup")
		}
	}
	if len(d.t.afraid()) == 0 && inPool(d.c.Campaign.Burdens, fearCode, "Overcome by Fear") {
		d.tell("Attach Overcome by Fear to the dial of each player whom the campaign log names for it, and enter that.", d.t.TurnOrder()...)
	}
}

// FearFact returns the key under which a campaign's facts keep that a player has Overcome by Fear, with
// 1 as its number. The event that notes it has [FactNoted].Fact "overcome-by-fear" and the player.
//
// Source: facts/game-facts.md, "5.5 Campaign log" (who holds Overcome by Fear).
//
// [FactNoted]: https://pkg.go.dev/github.com/muster-events/muster/events/lotr#FactNoted
func FearFact(id events.PersonID) string { return campaign.FearFact(id) }

// fearFacts notes who still has Overcome by Fear.
func fearFacts(d *entry) {
	for _, p := range d.t.Players {
		if _, ok := d.t.fearOf(p.ID); ok {
			d.emit(lotr.FactNoted{Table: d.t.ID, Fact: fearCode, N: 1, Player: p.ID})
		}
	}
}
