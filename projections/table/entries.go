package table

import (
	"fmt"

	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// number returns an input with a stepper.
func number(field, label string, least, most, start int) Input {
	return Input{Field: field, Kind: InputNumber, Label: label, Min: least, Max: most, Start: start}
}

func optional(i Input) Input {
	i.Optional = true
	return i
}

func (v view) questActions() []Action {
	threat := optional(number("threat", fmt.Sprintf("Threat in the staging area, if it is not %d", v.t.StagingThreat), 0, 999, v.t.StagingThreat))
	quest := Action{
		ID: "quest", Label: "Result of the quest", Type: lotr.ResolveQuest{}.CommandType(), Group: underQuest, Section: roundRule,
		Inputs: []Input{number("willpower", "Willpower committed", 0, 500, 0), threat},
	}
	if phaseAt(v.t.Phase) > phaseAt(lotr.PhaseQuest) {
		quest.Disabled, quest.Why = true, "the quest phase is over: place progress or change threat instead"
	}
	progress := Action{
		ID: "progress", Label: "Progress", Type: lotr.PlaceProgress{}.CommandType(), Group: underQuest, Section: roundRule,
		Inputs: []Input{
			number("by", "Progress placed, below 0 to remove", -99, 99, 1),
			optional(Input{Field: "location", Kind: InputLocation, Label: "On one location instead of the quest", Choices: v.locationChoices(true)}),
			optional(Input{Field: "direct", Kind: InputFlag, Label: "Past the active location, because a card says so"}),
		},
	}
	reveal := Action{
		ID: "reveal", Label: "Reveal a card", Type: lotr.RevealCard{}.CommandType(), Group: underQuest,
		Inputs: []Input{{Field: "card", Kind: InputCard, Label: "Encounter card"}},
	}
	if v.t.SurgeOwed > 0 {
		reveal.Why = fmt.Sprintf("surge: %d more to reveal", v.t.SurgeOwed)
	}
	if v.other() {
		progress.Inputs = append(progress.Inputs, v.source("By a card of a player"))
		if q := v.current(); q != "" {
			quest.Label = "Result of the quest for " + q
		}
	}
	return []Action{v.revealFor(reveal), quest, progress}
}

// locationChoices lists locations; barred ones are greyed. With active also the active one.
func (v view) locationChoices(active bool) []Choice {
	var out []Choice
	for _, l := range v.t.Locations {
		if l.Active && !active {
			continue
		}
		label := fmt.Sprintf("%s %d", l.Card.Name, l.Progress)
		if l.Card.QuestPoints > 0 {
			label += fmt.Sprintf("/%d", l.Card.QuestPoints)
		}
		if l.Active {
			label += ", active"
		}
		out = append(out, Choice{Value: l.Number, Label: label, Disabled: l.Barred != "", Why: l.Barred})
	}
	return out
}

func (v view) addLocation() Action {
	return Action{
		ID: "add-location", Label: "Add a location", Type: lotr.AddLocation{}.CommandType(), Group: underLocations,
		Inputs: []Input{{Field: "card", Kind: InputCard, CardKind: "location", Label: "Location"}},
	}
}

func (v view) locationActions() []Action {
	inPlay := v.locationChoices(true)
	for i := range inPlay {
		inPlay[i].Disabled, inPlay[i].Why = false, "" // an effect may have explored it
	}
	explore := Action{
		ID: "explore", Label: "Explored", Type: lotr.ExploreLocation{}.CommandType(), Group: underLocations,
		Section: `Attack on Dol Guldur, "Siege"`,
		Inputs: []Input{
			optional(Input{Field: "location", Kind: InputLocation, Label: "In play", Choices: inPlay}),
			optional(Input{Field: "card", Kind: InputCard, CardKind: "location", Label: "Or a location that was not entered"}),
			optional(number("siege", "Siege value on the card", 0, 99, 0)),
		},
	}
	if v.other() {
		explore.Section, explore.Inputs = roundRule, explore.Inputs[:2]
	}
	travel := Action{
		ID: "travel", Label: "Travel", Type: lotr.Travel{}.CommandType(), Group: underLocations, Section: roundRule,
		Inputs: []Input{{Field: "location", Kind: InputLocation, Label: "To which location", Choices: v.locationChoices(false)}},
	}
	switch {
	case v.active() != nil:
		travel.Disabled, travel.Why = true, v.active().Card.Name+" is the active location: explore it first"
	case !anyAllowed(travel.Inputs[0].Choices):
		travel.Disabled, travel.Why = true, "no location in the staging area can be travelled to"
	}
	out := []Action{explore, travel, v.addLocation()}
	if len(v.t.Locations) > 0 {
		out = append(out, Action{
			ID: "remove-location", Label: "Location left play otherwise", Type: lotr.RemoveCard{}.CommandType(), Group: underLocations,
			Inputs: []Input{{Field: "location", Kind: InputLocation, Label: "Location", Choices: inPlay}, note("note")},
		})
	}
	return append(out, v.siegeActions()...)
}

func anyAllowed(cs []Choice) bool {
	for _, c := range cs {
		if !c.Disabled {
			return true
		}
	}
	return false
}

func note(field string) Input {
	return Input{Field: field, Kind: InputText, Label: "Which card did it", Max: 120, Optional: true}
}

// siegeActions let a captain type what stands on a card.
//
// Ruling: 7.
func (v view) siegeActions() []Action {
	if len(v.t.Scored) == 0 {
		return nil
	}
	var items []Choice
	for i, s := range v.t.Scored {
		label := fmt.Sprintf("%s, value not known", s.Card)
		if s.Siege != nil {
			label = fmt.Sprintf("%s, siege %d", s.Card, *s.Siege)
		}
		items = append(items, Choice{Value: i + 1, Label: label})
	}
	return []Action{{
		ID: "siege", Label: "Siege value read off a card", Type: lotr.TypeSiege{}.CommandType(), Group: underSiege,
		Section: `Attack on Dol Guldur, "Siege"`,
		Inputs:  []Input{{Field: "item", Kind: InputChoice, Label: "Card", Choices: items}, number("siege", "Siege value on the card", 0, 99, 0)},
	}}
}

func (v view) threatActions() []Action {
	kind := lotr.ChangeThreat{}.CommandType()
	who := Input{Field: "player", Kind: InputPlayer, Label: "Whose threat", Choices: v.playerChoices()}
	dial := number("to", "Threat on the dial", 0, 99, 25)
	if len(v.t.Players) == 1 {
		dial.Start = max(0, v.t.Players[0].Threat)
	}
	out := []Action{
		{ID: "threat", Label: "Threat", Type: kind, Group: underThreat, Inputs: []Input{who, number("by", "By how much", -99, 99, 1), note("note")}},
		{ID: "threat-all", Label: "Every threat +1", Type: kind, Group: underThreat, Data: map[string]any{"by": 1}},
		{ID: "threat-dial", Label: "Set a threat dial", Type: kind, Group: underThreat, Inputs: []Input{who, dial}},
	}
	if v.t.PlayersLeft > 1 {
		out = append(out, Action{
			ID: "first-player", Label: "Pass the first player token", Type: lotr.PassFirstPlayer{}.CommandType(), Group: underPlayers,
			Inputs: []Input{{Field: "player", Kind: InputPlayer, Label: "To whom", Choices: v.otherPlayers()}},
		})
	}
	return out
}

// playerChoices lists the players still in the game at this table.
func (v view) playerChoices() []Choice {
	var out []Choice
	for _, p := range v.t.Players {
		if p.Out {
			continue
		}
		label := v.name(p.ID)
		if p.Threat >= 0 {
			label += fmt.Sprintf(", threat %d", p.Threat)
		}
		out = append(out, Choice{Value: p.ID, Label: label})
	}
	return out
}

func (v view) otherPlayers() []Choice {
	var out []Choice
	for _, c := range v.playerChoices() {
		if c.Value != any(v.t.FirstPlayer) {
			out = append(out, c)
		}
	}
	return out
}

func (v view) lorienActions() []Action {
	var out []Action
	var powers []Choice
	for _, l := range v.t.Lorien {
		if l.Card == "power" {
			powers = append(powers, Choice{Value: l.Player, Label: v.name(l.Player)})
		}
	}
	if len(powers) > 0 {
		a := Action{
			ID: "power-use", Label: "Use " + words.Lorien("power"), Type: lotr.UsePower{}.CommandType(), Group: underLorien,
			Inputs:  []Input{{Field: "player", Kind: InputPlayer, Label: "Who controls it", Choices: powers}},
			Section: `facts/game-facts.md, "2.4 Encounter cards with siege"`,
		}
		if v.t.Revealed == "" {
			a.Disabled, a.Why = true, "it cancels a card right after that was revealed"
		} else {
			a.Label += " to cancel " + v.t.Revealed
		}
		out = append(out, a)
	}
	if v.t.PowerInPlay {
		out = append(out, Action{
			ID: "power-progress", Label: "Progress on " + words.Lorien("power"), Type: lotr.ProgressPower{}.CommandType(), Group: underLorien,
			Inputs: []Input{number("by", "Progress placed, below 0 to remove", -99, 99, 1)},
		})
	}
	return out
}
