package table

import (
	"fmt"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// pieceChoices lists cards in play of some kinds, by kind and number.
func (v view) pieceChoices(kinds ...string) []Choice {
	var out []Choice
	add := func(kind string, number int, label string) {
		out = append(out, Choice{Value: piece(kind, number), Label: label})
	}
	for _, kind := range kinds {
		switch kind {
		case lotr.KindEnemy:
			for _, e := range v.t.Enemies {
				where := "in the staging area"
				if e.Player != "" {
					where = "with " + v.name(e.Player)
				}
				add(kind, e.Number, e.Card.Name+", "+where)
			}
		case lotr.KindLocation:
			for _, l := range v.t.Locations {
				add(kind, l.Number, l.Card.Name+of(l.Progress, l.Card.QuestPoints))
			}
		case lotr.KindObjective:
			for _, o := range v.t.Objectives {
				add(kind, o.Number, o.Card.Name+", "+v.whereIs(o))
			}
		case lotr.KindSideQuest:
			for _, q := range v.t.SideQuests {
				add(kind, q.Number, q.Card.Name+of(q.Progress, q.QuestPoints))
			}
		case lotr.KindStage:
			add(kind, 0, "Stage "+v.t.Stage)
		}
	}
	return out
}

var allKinds = []string{lotr.KindStage, lotr.KindObjective, lotr.KindSideQuest, lotr.KindLocation, lotr.KindEnemy}

// source asks what an effect comes from, where the rules ask: a player card may be barred or limited.
func (v view) source(label string) Input {
	in := Input{Field: "source", Kind: InputChoice, Label: label, Optional: true, Choices: []Choice{
		{Value: lotr.FromPlayerCard, Label: "A player card"},
		{Value: lotr.FromBoon, Label: "A boon"},
	}}
	for _, p := range v.t.Players {
		if p.Ring != "" {
			in.Choices = append(in.Choices, Choice{Value: lotr.FromMaster, Label: "A Master card"})
			break
		}
	}
	return in
}

// cardActions are what can be entered about objectives, side quests, tokens and double-sided cards.
func (v view) cardActions() []Action {
	tokens := []Choice{{Value: lotr.TokenResource, Label: "Resources"}, {Value: lotr.TokenDamage, Label: "Damage"}, {Value: lotr.TokenProgress, Label: "Progress"}}
	out := v.guards()
	out = append(out,
		Action{
			ID: "tokens", Label: "Tokens on a card", Type: lotr.PlaceTokens{}.CommandType(), Group: underObjectives,
			Inputs: []Input{
				{Field: "piece", Kind: InputChoice, Label: "On which card", Choices: v.pieceChoices(allKinds...)},
				{Field: "token", Kind: InputChoice, Label: "Which tokens", Choices: tokens},
				number("by", "How many, below 0 to remove", -99, 99, 1), v.source("By a card of a player"), note("note"),
			},
		},
		Action{
			ID: "add-objective", Label: "Add an objective", Type: lotr.AddObjective{}.CommandType(), Group: underObjectives,
			Inputs: []Input{
				{Field: "card", Kind: InputCard, CardKind: lotr.KindObjective, Label: "Objective"},
				optional(Input{Field: "player", Kind: InputPlayer, Label: "Under whose control; nobody: staging area", Choices: v.playerChoices()}),
				optional(Input{Field: "on", Kind: InputChoice, Label: "Attached to", Choices: v.pieceChoices(lotr.KindEnemy, lotr.KindLocation)}),
			},
		})
	for _, o := range v.t.Objectives {
		out = append(out, Action{
			ID: fmt.Sprintf("move-objective-%d", o.Number), Label: "Claim, attach or free " + o.Card.Name, Type: lotr.MoveObjective{}.CommandType(),
			Data: map[string]any{"objective": o.Number}, Group: underObjectives, On: piece(lotr.KindObjective, o.Number), Short: "Claim or attach",
			Inputs: []Input{
				optional(Input{Field: "player", Kind: InputPlayer, Label: "Claimed by", Choices: v.playerChoices()}),
				optional(Input{Field: "on", Kind: InputChoice, Label: "Or attached to; nothing: free in the staging area", Choices: v.pieceChoices(lotr.KindEnemy, lotr.KindLocation)}),
			},
		})
	}
	out = append(out, v.flips()...)
	return append(out, v.leaves()...)
}

// guards find the guard of a guarded objective.
//
// Source: A Shadow in the East, "Guarded (X)".
func (v view) guards() []Action {
	var out []Action
	for _, g := range v.t.Guards {
		kind := lotr.FindGuard{}.CommandType()
		out = append(out,
			Action{
				ID: fmt.Sprintf("guard-%d", g.Objective), Label: "Guard of " + g.Card, Type: kind, Data: map[string]any{"objective": g.Objective},
				Group: underObjectives, Section: guardedRule, Why: "discard from the encounter deck until one of these comes: " + g.Kinds,
				Inputs: []Input{
					{Field: "card", Kind: InputCard, Label: "The card that was found"},
					optional(number("discarded", "Cards discarded on the way", 0, 99, 0)),
					optional(Input{Field: "reshuffled", Kind: InputFlag, Label: "The deck ran out on the way and was reshuffled"}),
				},
			},
			Action{
				ID: fmt.Sprintf("no-guard-%d", g.Objective), Label: "No card is left that could guard " + g.Card, Type: kind,
				Data: map[string]any{"objective": g.Objective, "none": true}, Group: underObjectives, Section: guardedRule,
				Confirm: []string{"Deck and discard pile hold no such card: the objective is free."},
			})
	}
	return out
}

// flips turn cards over whose other side is of the same kind.
func (v view) flips() []Action {
	sc, ok := rules.Lookup(v.g.ScenarioOf(v.t))
	if !ok {
		return nil
	}
	other := map[string]string{}
	for _, c := range sc.Cards {
		if c.Flip != "" {
			other[c.Code] = c.Flip
		}
	}
	var out []Action
	add := func(kind string, number int, card lotr.Card) {
		if _, two := other[card.Code]; !two {
			return
		}
		out = append(out, Action{
			ID: fmt.Sprintf("flip-%s-%d", kind, number), Label: "Turn " + card.Name + " over", Type: lotr.FlipCard{}.CommandType(),
			Data: map[string]any{"piece": piece(kind, number)}, Group: underObjectives, On: piece(kind, number), Short: "Turn over",
		})
	}
	for _, e := range v.t.Enemies {
		add(lotr.KindEnemy, e.Number, e.Card)
	}
	for _, l := range v.t.Locations {
		add(lotr.KindLocation, l.Number, l.Card)
	}
	for _, o := range v.t.Objectives {
		add(lotr.KindObjective, o.Number, o.Card)
	}
	return out
}

// leaves take objectives and side quests out of play.
func (v view) leaves() []Action {
	var out []Action
	kind := lotr.RemoveCard{}.CommandType()
	if len(v.t.Objectives) > 0 {
		out = append(out, Action{
			ID: "remove-objective", Label: "Objective left play", Type: kind, Group: underObjectives,
			Inputs: []Input{{Field: "objective", Kind: InputChoice, Label: "Objective", Choices: numbers(v.pieceChoices(lotr.KindObjective))}, note("note")},
		})
	}
	if len(v.t.SideQuests) > 0 {
		out = append(out, Action{
			ID: "remove-side-quest", Label: "Side quest left play", Type: kind, Group: underObjectives,
			Inputs: []Input{{Field: "sideQuest", Kind: InputChoice, Label: "Side quest", Choices: numbers(v.pieceChoices(lotr.KindSideQuest))}, note("note")},
		})
	}
	return out
}

// numbers makes choices of pieces to choices of their numbers.
func numbers(cs []Choice) []Choice {
	for i := range cs {
		if p, ok := cs[i].Value.(lotr.Piece); ok {
			cs[i].Value = p.Number
		}
	}
	return cs
}

// lowerThreat is the entry of a threat that a card lowers, which Dire limits by what kind of card it
// is.
//
// Source: The Mountain of Fire, "Dire".
func (v view) lowerThreat() Action {
	a := Action{
		ID: "lower-threat", Label: "A card lowers threat", Type: lotr.ChangeThreat{}.CommandType(), Group: underThreat,
		Inputs: []Input{
			{Field: "player", Kind: InputPlayer, Label: "Whose threat", Choices: v.playerChoices()},
			number("by", "By how much", -99, -1, -1), v.source("What kind of card; none of these: the game or an encounter card"), note("note"),
		},
	}
	if v.t.Dire {
		a.Section, a.Why = `The Mountain of Fire, "Dire"`, "player cards lower a threat by at most 1 a round, boons by as much as they say"
	}
	return a
}

// callLoss ends the table's game where muster does not see why.
func (v view) callLoss() Action {
	causes := []Choice{{Value: lotr.LostCard, Label: "An effect of a card or stage says so"}}
	if sc, ok := rules.Lookup(v.g.ScenarioOf(v.t)); ok {
		switch sc.Fellowship {
		case rules.WithAragorn:
			causes = append(causes, Choice{Value: lotr.LostAragorn, Label: "Aragorn has left play"})
		case rules.WithRingBearer:
			causes = append(causes, Choice{Value: lotr.LostRing, Label: "The One Ring has left play"})
		}
	}
	return Action{
		ID: "call-loss", Label: "The game is lost", Type: lotr.CallLoss{}.CommandType(), Group: underTable,
		Inputs:  []Input{{Field: "cause", Kind: InputChoice, Label: "Why", Choices: causes}, {Field: "note", Kind: InputText, Label: "What happened", Max: 120}},
		Confirm: []string{"The game of " + v.t.Team + " is lost: " + words.Scenario(v.g.ScenarioOf(v.t)) + "."},
	}
}
