package table

import (
	"encoding/json"
	"maps"

	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/board"
)

// grey disables what the rules would refuse now, with their reason: an action that needs nothing more,
// the answers of one that asks a single thing, and whatever an open Peril or Fortitude test holds up.
func (v view) grey(a Action) Action {
	game, known := v.g.Games[v.t.ID]
	if a.Disabled || !known || !v.other() {
		return a
	}
	c := board.ContextOf(v.g, v.t)
	held := func(data map[string]any) string {
		return v.refusal(a.Type, data, func(cmd lotr.TableCommand) error { return rules.Held(c, game, cmd) })
	}
	decided := func(data map[string]any) string {
		return v.refusal(a.Type, data, func(cmd lotr.TableCommand) error {
			_, err := rules.DecideTable(c, game, cmd)
			return err
		})
	}
	if len(a.Inputs) == 0 {
		if why := decided(a.Data); why != "" {
			a.Disabled, a.Why = true, why
		}
		return a
	}
	if why := held(a.Data); why != "" {
		a.Disabled, a.Why = true, why
		return a
	}
	ask := held
	if len(a.Inputs) == 1 && !a.Inputs[0].Optional && oneOf(a.Inputs[0].Kind) {
		ask = decided
	}
	return greyChoices(a, ask)
}

// oneOf tells whether an input is answered by one of its choices.
func oneOf(kind string) bool {
	switch kind {
	case InputPlayer, InputEnemy, InputLocation, InputChoice:
		return true
	default:
		return false
	}
}

// greyChoices disables the answers that ask refuses, and the action if none is left of an input that
// has to be given.
func greyChoices(a Action, ask func(map[string]any) string) Action {
	inputs := make([]Input, len(a.Inputs))
	for i, in := range a.Inputs {
		inputs[i] = in
		if !oneOf(in.Kind) && in.Kind != InputCharacter {
			continue
		}
		inputs[i].Choices = make([]Choice, len(in.Choices))
		last := ""
		for j, ch := range in.Choices {
			if !ch.Disabled {
				data := maps.Clone(a.Data)
				maps.Copy(data, ch.Data)
				data[in.Field] = ch.Value
				if why := ask(data); why != "" {
					ch.Disabled, ch.Why, last = true, why, why
				}
			}
			inputs[i].Choices[j] = ch
		}
		if !in.Optional && last != "" && !anyAllowed(inputs[i].Choices) {
			a.Disabled, a.Why = true, last
		}
	}
	a.Inputs = inputs
	return a
}

// refusal asks the rules about a command as far as it is filled in; empty: they take it, or cannot
// tell yet.
func (v view) refusal(typ string, data map[string]any, ask func(lotr.TableCommand) error) string {
	raw, err := json.Marshal(data)
	if err != nil {
		return ""
	}
	body, err := vocabulary.All().DecodeCommand(typ, raw)
	if err != nil {
		return ""
	}
	cmd, ok := body.(lotr.TableCommand)
	if !ok {
		return ""
	}
	if r := engine.AsRefusal(ask(cmd)); r != nil {
		return v.resolve(r.Says)
	}
	return ""
}
