package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Numbers of the Dire keyword and of Valour.
//
// Source: The Mountain of Fire, "Dire".
const (
	direLevel  = 99 // elimination level
	direLowers = 1  // threat that player cards which are no boons lower in a round, for each player
	valour     = 40 // threat that triggers Valour
	direValour = 80
)

const direRule = `The Mountain of Fire, "Dire"`

// Dire tells whether the main quest's stage has the Dire keyword. That a side quest is the current
// quest does not matter.
//
// Rule: Dire.
// Source: The Mountain of Fire, "Dire".
func Dire(c Context, t Table) bool {
	d, err := begin(c, t)
	return err == nil && d.dire()
}

func (d *entry) dire() bool {
	st, _ := d.sc.Stage(d.t.Stage)
	return st.Dire
}

// ValourLevel returns the threat from which on Valour effects trigger at a table.
//
// Rule: Valour.
// Source: The Mountain of Fire, "Dire".
func ValourLevel(c Context, t Table) int {
	if Dire(c, t) {
		return direValour
	}
	return valour
}

// levels brings the elimination level of every player in the game in line with what is in play, and
// takes out who has reached the new one.
//
// Source: The Mountain of Fire, "Dire"; facts/game-facts.md, "5.2 Elimination".
func (d *entry) levels() {
	for _, p := range d.t.Players {
		to := d.level(p)
		if p.Out || to == p.Elimination {
			continue
		}
		d.emit(lotr.EliminationChanged{Table: d.t.ID, Player: p.ID, From: p.Elimination, To: to})
		if p.Threat >= to {
			d.eliminate(p.ID, lotr.OutThreat)
		}
	}
}

// level works out a player's elimination level. Dire sets it, and what changes it by a number counts
// on top of that: a keyword of the quest card is passive and always there, so what the cards in play
// add or take off changes the level that it sets.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.36); "4.3 Rule-bearing
// cards" (what moves the level).
func (d *entry) level(p Player) int {
	level := EliminationLevel
	if d.dire() {
		level = direLevel
	}
	if p.Ring != "" {
		level -= ringLevel
	}
	if f := d.sc.rules().elimination; f != nil {
		level = f(d.t, p, level)
	}
	return max(level, 1)
}

// ringLevel is how far The One Ring, the player card, lowers the elimination level of who has it.
//
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
const ringLevel = 5

// lowering returns where a reduction of threat comes from. While something limits what player cards
// lower, an entry that does not say where it comes from counts as a player card's: most are, and it is
// easily said if it is none.
func (d *entry) lowering(e lotr.ThreatChanged) string {
	if e.Source == "" && e.Why == lotr.WhyEntry && d.slow() != "" {
		return lotr.FromPlayerCard
	}
	return e.Source
}

// slow returns what lets player cards lower a player's threat by at most 1 a round: the Dire keyword,
// or a card in play; empty: nothing.
func (d *entry) slow() string {
	if d.dire() {
		return "the Dire keyword of stage " + d.t.Stage
	}
	if f := d.sc.rules().slow; f != nil {
		return f(d.c, d.t)
	}
	return ""
}

// floor returns how far a player's threat goes down when it is to go to a number, and how much of the
// reduction Dire cuts off. A correction goes all the way.
//
// Rule: Dire.
// Source: The Mountain of Fire, "Dire". Ruling: 11.
func (d *entry) floor(p Player, to int, e lotr.ThreatChanged) (lowest, cut int) {
	if corrects(e.Why) {
		return to, 0
	}
	if least, says := d.mayLower(p, to); says != "" {
		to = min(max(to, least), p.Threat)
	}
	if d.slow() == "" || e.Source != lotr.FromPlayerCard && e.Source != lotr.FromMaster {
		return to, 0
	}
	least := p.Threat - max(direLowers-p.Lowered, 0)
	return max(to, least), max(least-to, 0)
}

// mayLower asks the cards in play how far a player's threat can go down.
func (d *entry) mayLower(p Player, to int) (least int, says string) {
	if f := d.sc.rules().mayLower; f != nil {
		return f(d.t, p, to)
	}
	return 0, ""
}

// threatStays refuses an entry that leaves every threat as it is.
func (d *entry) threatStays(who []events.PersonID, cmd lotr.ChangeThreat) error {
	for _, id := range who {
		p, _ := d.t.Player(id)
		to := p.Threat + cmd.By
		if cmd.To != nil {
			to = *cmd.To
		}
		if to = max(to, 0); to >= p.Threat {
			continue
		}
		if _, says := d.mayLower(p, to); says != "" {
			return refuse("threat-held", d.sc.Name, "the threat of %s cannot be lowered to %d: %s", person(id), to, says)
		}
		if by := d.slow(); by != "" {
			return refuse("threat-held", direRule,
				"player cards lower a player's threat by at most %d each round because of %s, and %s has had that: a boon's effect, or one of the game itself, is not limited; say so if it is one (a reduction without a source counts as a player card's)",
				direLowers, by, person(id))
		}
	}
	return refuse("nothing-changes", "", "that leaves the threat as it is: threat is never below 0")
}
