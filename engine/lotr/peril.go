package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

const perilRule = `The Mountain of Fire, "Peril"`

// beginPeril leaves the staging of a card to the player who revealed it, if there is anybody else who
// could act.
//
// Rule: Peril.
// Source: The Mountain of Fire, "Peril"; The Flame of the West, "Peril".
func (d *entry) beginPeril(card lotr.Card, player events.PersonID) {
	if player != "" && d.t.PlayersIn() > 1 {
		d.emit(lotr.PerilBegan{Table: d.t.ID, Player: player, Card: card.Name})
	}
}

// endPerilOf ends the Peril of a player who goes on to reveal another card.
func (d *entry) endPerilOf(player events.PersonID) {
	if p := d.t.Peril; p != nil && p.Player == player {
		d.emit(lotr.PerilEnded{Table: d.t.ID, Player: p.Player, Card: p.Card})
	}
}

// resolveReveal ends the Peril of the card that was revealed last.
func (d *entry) resolveReveal() error {
	if d.t.Peril == nil {
		return refuse("nothing-to-resolve", perilRule, "no card with Peril is being resolved at this table")
	}
	d.endPerilOf(d.t.Peril.Player)
	return nil
}

// perilOver ends a Peril whose player has gone out, or is alone by now.
func (d *entry) perilOver() {
	if p := d.t.Peril; p != nil && !d.imperilled() {
		d.emit(lotr.PerilEnded{Table: d.t.ID, Player: p.Player, Card: p.Card})
	}
}

// imperilled tells whether only one player acts now.
func (d *entry) imperilled() bool {
	if d.t.Peril == nil {
		return false
	}
	p, ok := d.t.Player(d.t.Peril.Player)
	return ok && !p.Out && d.t.PlayersIn() > 1
}

// part says what an entry is while a card with Peril is being resolved.
type part int

const (
	// result is what the card does, to whomever it does it: possible.
	result part = iota + 1
	// act is something that the players named in the entry do: only the revealing player does.
	act
	// onward moves the table on: not before the card is resolved.
	onward
)

// parts tells of every entry about a table what it is during a Peril.
//
// Source: The Mountain of Fire, "Peril".
var parts = map[string]part{
	lotr.BeginPhase{}.CommandType():       onward,
	lotr.ChooseQuest{}.CommandType():      onward,
	lotr.ResolveQuest{}.CommandType():     onward,
	lotr.Travel{}.CommandType():           onward,
	lotr.CheckEngagement{}.CommandType():  onward,
	lotr.AdvanceStage{}.CommandType():     onward,
	lotr.PassFirstPlayer{}.CommandType():  onward,
	lotr.AssignArchery{}.CommandType():    onward,
	lotr.RevealCard{}.CommandType():       act,
	lotr.ChangeThreat{}.CommandType():     act, // of one player; that of every player names nobody
	lotr.MoveObjective{}.CommandType():    act,
	lotr.BeginTest{}.CommandType():        act,
	lotr.RaiseTest{}.CommandType():        act,
	lotr.EnterAlly{}.CommandType():        act,
	lotr.LeavePlay{}.CommandType():        act,
	lotr.ExhaustCharacter{}.CommandType(): act, // an encounter card may exhaust anybody
	lotr.DamageCharacter{}.CommandType():  act, // healing; damage is dealt to anybody
	lotr.Engage{}.CommandType():           act, // by choice or a player card
	lotr.EnemyAttack{}.CommandType():      act,
	lotr.PlayerAttack{}.CommandType():     act,
	lotr.TakeOption{}.CommandType():       act,
	lotr.FlipContract{}.CommandType():     act,
	lotr.UsePower{}.CommandType():         act,
	lotr.PutRing{}.CommandType():          act,
	lotr.ResolveReveal{}.CommandType():    result,
	lotr.AddEnemy{}.CommandType():         result,
	lotr.AddLocation{}.CommandType():      result,
	lotr.AddObjective{}.CommandType():     result,
	lotr.ReturnToStaging{}.CommandType():  result,
	lotr.RemoveCard{}.CommandType():       result,
	lotr.PlaceProgress{}.CommandType():    result,
	lotr.PlaceTokens{}.CommandType():      result,
	lotr.ExploreLocation{}.CommandType():  result,
	lotr.DamageEnemy{}.CommandType():      result,
	lotr.DestroyEnemy{}.CommandType():     result,
	lotr.DestroyCharacter{}.CommandType(): result,
	lotr.PlayerOut{}.CommandType():        result,
	lotr.ProgressPower{}.CommandType():    result,
	lotr.TypeSiege{}.CommandType():        result,
	lotr.CountIcons{}.CommandType():       result,
	lotr.ResolveTest{}.CommandType():      result,
	lotr.FindGuard{}.CommandType():        result,
	lotr.TickTrigger{}.CommandType():      result,
	lotr.FlipCard{}.CommandType():         result,
	lotr.CallLoss{}.CommandType():         result,
	lotr.DeclareDeck{}.CommandType():      result,
}

// mayAct refuses an entry that a Peril forbids: what other players do, and what moves the table on.
//
// Rule: Peril.
// Source: The Mountain of Fire, "Peril"; The Flame of the West, "Peril".
func (d *entry) mayAct(cmd lotr.TableCommand) error {
	if !d.imperilled() {
		return nil
	}
	alone := d.t.Peril.Player
	switch parts[cmd.CommandType()] {
	case result:
		return nil
	case act:
		for _, id := range d.acting(cmd) {
			if id != "" && id != alone {
				return refuse("peril", perilRule,
					"%s resolves %s alone because of Peril: until then %s takes no action; say that it is resolved when it is",
					person(alone), d.t.Peril.Card, person(id))
			}
		}
		return nil
	default:
		return refuse("peril", perilRule,
			"%s resolves %s alone because of Peril, and play does not go on before: say that it is resolved when it is",
			person(alone), d.t.Peril.Card)
	}
}

// acting returns the players who do what an entry says.
func (d *entry) acting(cmd lotr.TableCommand) []events.PersonID {
	switch cmd := cmd.(type) {
	case lotr.RevealCard:
		return []events.PersonID{d.revealing(cmd)}
	case lotr.ExhaustCharacter:
		if cmd.Source == lotr.FromEncounter && !cmd.Ready {
			return nil
		}
		return []events.PersonID{cmd.Player}
	case lotr.DamageCharacter:
		if cmd.By > 0 {
			return nil
		}
		return []events.PersonID{cmd.Player}
	case lotr.Engage:
		if !cmd.Optional && !byPlayerCard(cmd.Source) {
			return nil
		}
		return []events.PersonID{cmd.Player}
	case lotr.EnemyAttack:
		return []events.PersonID{cmd.Player, cmd.Defender.Player}
	case lotr.PlayerAttack:
		who := []events.PersonID{cmd.Player}
		for _, c := range cmd.Attackers {
			who = append(who, c.Player)
		}
		return who
	default:
		return []events.PersonID{playerOf(cmd)}
	}
}

// playerOf returns the one player whom an entry names; empty: none.
func playerOf(cmd lotr.TableCommand) events.PersonID {
	switch cmd := cmd.(type) {
	case lotr.ChangeThreat:
		return cmd.Player
	case lotr.MoveObjective:
		return cmd.Player
	case lotr.BeginTest:
		return cmd.Player
	case lotr.RaiseTest:
		return cmd.Player
	case lotr.EnterAlly:
		return cmd.Player
	case lotr.LeavePlay:
		return cmd.Player
	case lotr.TakeOption:
		return cmd.Player
	case lotr.FlipContract:
		return cmd.Player
	case lotr.UsePower:
		return cmd.Player
	case lotr.PutRing:
		return cmd.Player
	default:
		return ""
	}
}

// revealing returns who would reveal a card now.
func (d *entry) revealing(cmd lotr.RevealCard) events.PersonID {
	switch {
	case cmd.Player != "" || cmd.Effect:
		return cmd.Player
	case d.t.surges() != "":
		return d.t.surges()
	case d.sc.Saga:
		return d.nextToReveal()
	default:
		return ""
	}
}

// testsFirst refuses what cannot be done while a Fortitude test is open or due.
//
// Source: The Mountain of Fire, "Player Actions During Fortitude Tests".
func (d *entry) testsFirst(before string) error {
	const rule = `The Mountain of Fire, "Fortitude Tests"`
	if d.t.Test != nil {
		return refuse("test-open", rule, "the Fortitude test of %s is not resolved: resolve it before %s", person(d.t.Test.Player), before)
	}
	for _, due := range d.t.Tests {
		if p, ok := d.t.Player(due.Player); ok && !p.Out {
			return refuse("test-due", rule, "%s has to take a Fortitude test because of %s: begin the quest phase and take it before %s", person(due.Player), due.Card, before)
		}
	}
	return nil
}
