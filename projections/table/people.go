package table

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

// character is a hero or ally in play.
type character struct {
	player           events.PersonID
	name             string
	hero             bool
	exhausted        bool
	ranged, sentinel bool
}

// everybody lists the heroes and allies in play of the players in the game.
func (v view) everybody() []character {
	var out []character
	for _, p := range v.t.Players {
		if p.Out {
			continue
		}
		for _, h := range p.Heroes {
			if h.InPlay() {
				out = append(out, character{player: p.ID, name: h.Title, hero: true, exhausted: h.Exhausted, ranged: h.Ranged, sentinel: h.Sentinel})
			}
		}
		for _, a := range p.Allies {
			out = append(out, character{player: p.ID, name: a.Name, exhausted: a.Exhausted, ranged: a.Ranged, sentinel: a.Sentinel})
		}
	}
	return out
}

// ready lists those who can still exhaust.
func (v view) ready() []character {
	var out []character
	for _, c := range v.everybody() {
		if !c.exhausted {
			out = append(out, c)
		}
	}
	return out
}

func (c character) choice(v view) Choice {
	return Choice{Value: c.name, Label: fmt.Sprintf("%s (%s)", c.name, v.name(c.player)), Data: map[string]any{"player": c.player}}
}

// whole is a choice of the character as a whole: its player and its name in one value.
func (c character) whole(v view) Choice {
	return Choice{Value: lotr.Character{Player: c.player, Name: c.name}, Label: fmt.Sprintf("%s (%s)", c.name, v.name(c.player))}
}

// peopleActions are what can be entered about allies, contracts and The One Ring.
func (v view) peopleActions() []Action {
	player := Input{Field: "player", Kind: InputPlayer, Label: "Whose", Choices: v.playerChoices()}
	var all []Choice
	for _, c := range v.everybody() {
		all = append(all, c.choice(v))
	}
	who := Input{Field: "character", Kind: InputCharacter, Label: "Which character", Choices: all}
	whose := optional(Input{Field: "player", Kind: InputPlayer, Label: "Whose, if it is not in the list", Choices: v.playerChoices()})
	whose.Optional = v.t.PlayersLeft != 1
	out := []Action{
		{
			ID: "enter-ally", Label: "Ally enters play", Type: lotr.EnterAlly{}.CommandType(), Group: underPlayers,
			Inputs: []Input{
				player,
				{Field: "name", Kind: InputText, Label: "Name of the ally", Max: 80},
				optional(Input{Field: "unique", Kind: InputFlag, Label: "Unique"}),
				optional(Input{Field: "ranged", Kind: InputFlag, Label: "Ranged"}),
				optional(Input{Field: "sentinel", Kind: InputFlag, Label: "Sentinel"}),
				optional(number("willpower", "Willpower", 0, 20, 0)), optional(number("attack", "Attack", 0, 20, 0)),
				optional(number("defense", "Defense", 0, 20, 0)), optional(number("hitPoints", "Hit points", 0, 20, 0)),
			},
		},
		{
			ID: "leave-play", Label: "Character leaves play, not destroyed", Type: lotr.LeavePlay{}.CommandType(), Group: underPlayers,
			Inputs: []Input{whose, who, note("note")},
		},
		{
			ID: "exhaust", Label: "Character exhausts or readies", Type: lotr.ExhaustCharacter{}.CommandType(), Group: underPlayers,
			Inputs: []Input{whose, who, optional(Input{Field: "ready", Kind: InputFlag, Label: "It readies"}), v.source("By a card of a player")},
		},
	}
	out = append(out, v.contracts()...)
	return append(out, v.rings()...)
}

// contracts turn a contract over where muster does not see the reason.
//
// Source: A Shadow in the East, "Contracts".
func (v view) contracts() []Action {
	var out []Action
	for _, p := range v.t.Players {
		if p.Contract == "" || p.Out {
			continue
		}
		out = append(out, Action{
			ID: "contract-" + string(p.ID), Label: fmt.Sprintf("Turn %s of %s over", p.Contract, v.name(p.ID)), Type: lotr.FlipContract{}.CommandType(),
			Data: map[string]any{"player": p.ID}, Group: underPlayers, Section: `A Shadow in the East, "Contracts"`,
			Why: "muster turns it over by itself when it sees the reason",
		})
	}
	return out
}

// rings choose whose copy of The One Ring is in play, where nobody's is yet.
//
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
func (v view) rings() []Action {
	var heroes []Choice
	for _, p := range v.t.Players {
		if p.Ring != "" {
			return nil
		}
		for _, h := range p.Heroes {
			if p.RingCopy && !p.Out && h.InPlay() {
				heroes = append(heroes, Choice{Value: h.Title, Label: fmt.Sprintf("%s (%s)", h.Title, v.name(p.ID)), Data: map[string]any{"player": p.ID}})
			}
		}
	}
	if len(heroes) == 0 || v.g.Round > 1 {
		return nil
	}
	return []Action{{
		ID: "ring", Label: "The One Ring goes to a hero", Type: lotr.PutRing{}.CommandType(), Group: underPlayers,
		Section: `A Shadow in the East, "The One Ring & The “Master” Trait"`,
		Inputs:  []Input{{Field: "hero", Kind: InputChoice, Label: "Which hero; other copies leave the game", Choices: heroes}},
	}}
}

// fights are the attacks of each engaged enemy, and those on it.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 6).
func (v view) fights() []Action {
	var out []Action
	for _, e := range v.t.Enemies {
		if e.Player != "" {
			out = append(out, v.enemyAttack(e), v.playerAttack(e))
		}
	}
	for i := range out {
		if !v.other() {
			out[i].On, out[i].Short = On{}, "" // a captain of Attack on Dol Guldur keeps the siege; fights are there for who wants them
		}
	}
	return out
}

func (v view) enemyAttack(e board.Enemy) Action {
	var defenders, takes []Choice
	for _, c := range v.everybody() {
		d := c.whole(v)
		switch {
		case c.exhausted:
			d.Disabled, d.Why = true, "exhausted"
		case c.player != e.Player && !c.sentinel:
			d.Disabled, d.Why = true, "only a character with Sentinel defends for another player"
		}
		defenders = append(defenders, d)
		if c.hero && c.player == e.Player {
			takes = append(takes, c.whole(v))
		}
	}
	attack := e.Card.Attack
	if e.AttackNow != nil {
		attack = *e.AttackNow
	}
	return Action{
		ID: fmt.Sprintf("enemy-attack-%d", e.Number), Label: fmt.Sprintf("%s attacks %s with %d", e.Card.Name, v.name(e.Player), attack),
		Type: lotr.EnemyAttack{}.CommandType(), Data: map[string]any{"enemy": e.Number, "player": e.Player},
		Group: underFights, Section: roundRule, On: piece(lotr.KindEnemy, e.Number), Short: "It attacks",
		Inputs: []Input{
			optional(Input{Field: "defender", Kind: InputChoice, Label: "Who defends; nobody: undefended", Choices: defenders}),
			optional(number("defense", "Defense, if it is not the declared one", 0, 99, 0)),
			optional(number("shadow", "Attack that shadow card and effects add", -99, 99, 1)),
			optional(Input{Field: "takes", Kind: InputChoice, Label: "If undefended: which hero takes the damage", Choices: takes}),
		},
	}
}

func (v view) playerAttack(e board.Enemy) Action {
	var attackers []Choice
	for _, c := range v.everybody() {
		a := c.whole(v)
		switch {
		case c.exhausted:
			a.Disabled, a.Why = true, "exhausted"
		case c.player != e.Player && !c.ranged:
			a.Disabled, a.Why = true, "only a character with Ranged attacks an enemy engaged with another player"
		}
		attackers = append(attackers, a)
	}
	a := Action{
		ID: fmt.Sprintf("player-attack-%d", e.Number), Label: "Attack " + e.Card.Name, Type: lotr.PlayerAttack{}.CommandType(),
		Data: map[string]any{"enemy": e.Number, "player": e.Player}, Group: underFights, Section: roundRule, On: piece(lotr.KindEnemy, e.Number), Short: "Attack it",
		Inputs: []Input{
			{Field: "attackers", Kind: InputSeveral, Label: "Who attacks", Min: 1, Max: 24, Choices: attackers},
			optional(number("attack", "Their attack, if it is not the sum of what was declared", 0, 500, 0)),
		},
	}
	if !anyAllowed(attackers) {
		a.Disabled, a.Why = true, "no character that could attack is ready: declare the heroes, or enter the damage"
	}
	return a
}
