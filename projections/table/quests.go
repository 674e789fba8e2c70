package table

import (
	"fmt"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// Citations of what this file offers.
const (
	fortitudeRule = `The Mountain of Fire, "Fortitude Tests"`
	windowRule    = `The Mountain of Fire, "Player Actions During Fortitude Tests"`
	perilRule     = `The Mountain of Fire, "Peril"`
	sideQuestRule = `A Shadow in the East, "Side Quests in Play"`
	guardedRule   = `A Shadow in the East, "Guarded (X)"`
)

// revealFor makes the action of revealing a card say whose turn it is, and lets an effect reveal one
// out of turn.
func (v view) revealFor(a Action) Action {
	if v.t.Reveals != "" {
		a.Label = "Reveal a card for " + v.name(v.t.Reveals)
	}
	if v.other() {
		a.Inputs = append(a.Inputs,
			optional(Input{Field: "effect", Kind: InputFlag, Label: "A card effect reveals it, out of turn"}),
			optional(Input{Field: "player", Kind: InputPlayer, Label: "Who reveals it, if somebody else does", Choices: v.playerChoices()}))
	}
	return a
}

// stageActions are what a stage and its quests bring beyond those of every scenario.
func (v view) stageActions() []Action {
	out := []Action{}
	if v.t.Peril != nil {
		out = append(out, Action{
			ID: "resolved", Label: v.t.Peril.Card + " is resolved", Type: lotr.ResolveReveal{}.CommandType(), Group: underNow, Section: perilRule,
		})
	}
	if len(v.t.SideQuests) > 0 {
		out = append(out, v.chooseQuest())
	}
	out = append(out, v.offers()...)
	out = append(out, v.ticks()...)
	var stages []Choice
	if sc, ok := rules.Lookup(v.g.ScenarioOf(v.t)); ok {
		for _, st := range sc.Stages {
			if st.ID != v.t.Stage {
				stages = append(stages, Choice{Value: st.ID, Label: st.ID + " " + st.Name})
			}
		}
	}
	if len(stages) > 0 {
		out = append(out, Action{
			ID: "advance", Label: "The stage changes", Type: lotr.AdvanceStage{}.CommandType(), Group: underTable,
			Inputs: []Input{{Field: "stage", Kind: InputChoice, Label: "To which stage", Choices: stages}, note("note")},
			Why:    "only where a card says so: a stage that has its quest points changes by itself",
		})
	}
	return out
}

func (v view) chooseQuest() Action {
	choices := []Choice{{Value: 0, Label: "Main quest, stage " + v.t.Stage}}
	for _, q := range v.t.SideQuests {
		choices = append(choices, Choice{Value: q.Number, Label: q.Card.Name + of(q.Progress, q.QuestPoints)})
	}
	return Action{
		ID: "choose-quest", Label: "Choose the current quest", Type: lotr.ChooseQuest{}.CommandType(), Group: underQuest, Section: sideQuestRule,
		Inputs: []Input{{Field: "sideQuest", Kind: InputChoice, Label: "The first player chooses, until the end of the quest phase", Choices: choices}},
	}
}

// of writes how much of a number is there: ", 4/8".
func of(n, most int) string {
	if most == 0 {
		return fmt.Sprintf(", %d", n)
	}
	return fmt.Sprintf(", %d/%d", n, most)
}

// offers are what the stage and cards in play offer, each a button that says what it does.
func (v view) offers() []Action {
	var out []Action
	for _, o := range v.t.Offers {
		a := Action{
			ID: "offer-" + o.ID, Label: o.Label, Type: lotr.TakeOption{}.CommandType(), Data: map[string]any{"option": o.ID},
			Group: underNow, Section: o.Section, Inputs: v.offerNeeds(o), Disabled: o.Why != "", Why: v.resolve(o.Why),
		}
		if o.Why == "" {
			a.Why = words.Upper(v.resolve(o.Says))
		}
		out = append(out, a)
	}
	return out
}

// offerNeeds returns what has to be asked before an offer is taken; see the Offer of engine/lotr.
func (v view) offerNeeds(o board.Offer) []Input {
	most := max(o.Most, 1)
	switch o.Needs {
	case "player":
		return []Input{{Field: "player", Kind: InputPlayer, Label: "Which player", Choices: v.playerChoices()}}
	case "number":
		return []Input{number("n", "How many", 1, most, 1)}
	case lotr.KindEnemy:
		return []Input{{Field: "piece", Kind: InputChoice, Label: "Which enemy", Choices: v.pieceChoices(lotr.KindEnemy)}}
	case lotr.KindLocation:
		return []Input{{Field: "piece", Kind: InputChoice, Label: "Which location", Choices: v.pieceChoices(lotr.KindLocation)}}
	case "card":
		return []Input{{Field: "card", Kind: InputCard, Label: "Encounter card", Listed: true}}
	case "hero":
		return []Input{{Field: "card", Kind: InputChoice, Label: "Which hero", Choices: v.heroChoices()}}
	case "ally":
		return []Input{
			{Field: "player", Kind: InputPlayer, Label: "Whose ally", Choices: v.playerChoices()},
			{Field: "card", Kind: InputText, Label: "Name of the ally", Max: 80},
			number("n", "Its cost", 0, 20, 1),
		}
	default:
		return nil
	}
}

// heroChoices lists the heroes in play; each brings its player.
func (v view) heroChoices() []Choice {
	var out []Choice
	for _, p := range v.t.Players {
		for _, h := range p.Heroes {
			if !p.Out && h.InPlay() {
				out = append(out, Choice{Value: h.Title, Label: fmt.Sprintf("%s (%s)", h.Title, v.name(p.ID)), Data: map[string]any{"player": p.ID}})
			}
		}
	}
	return out
}

// ticks tick off the checklist what people have carried out.
func (v view) ticks() []Action {
	var out []Action
	for _, c := range v.t.Checklist {
		if c.State != board.CheckDue {
			continue
		}
		out = append(out, Action{
			ID: "tick-" + c.ID, Label: "Done: " + c.Card, Type: lotr.TickTrigger{}.CommandType(), Data: map[string]any{"trigger": c.ID},
			Group: underChecks, Section: c.Section,
		})
	}
	return out
}

// testActions lead through a Fortitude test: begin, count, act, resolve.
//
// Source: The Mountain of Fire, "Fortitude Tests".
func (v view) testActions() []Action {
	switch o := v.t.Test; {
	case o == nil && len(v.t.Tests) > 0:
		d := v.t.Tests[0]
		if p, ok := v.player(d.Player); ok {
			return []Action{v.beginTest(p, d.Card)}
		}
		return nil
	case o == nil:
		return v.callTests()
	case !o.Counted:
		return []Action{v.countIcons(*o)}
	default:
		return []Action{v.resolveTest(*o), v.raiseTest()}
	}
}

// callTests offers a test that no effect known to muster calls for, where cards have Eyes.
func (v view) callTests() []Action {
	sc, ok := rules.Lookup(v.g.ScenarioOf(v.t))
	if !ok || !hasEyes(sc) {
		return nil
	}
	var out []Action
	for _, p := range v.t.Players {
		if p.Out {
			continue
		}
		a := v.beginTest(p, "")
		a.ID, a.Inputs = "call-test-"+string(p.ID), append(a.Inputs, note("note"))
		out = append(out, a)
	}
	return out
}

func hasEyes(sc rules.Scenario) bool {
	for _, c := range sc.Cards {
		if c.Icons > 0 {
			return true
		}
	}
	return false
}

func (v view) player(id any) (board.Player, bool) {
	for _, p := range v.t.Players {
		if any(p.ID) == id {
			return p, true
		}
	}
	return board.Player{}, false
}

func (v view) beginTest(p board.Player, card string) Action {
	var heroes []Choice
	for _, h := range p.Heroes {
		if !h.InPlay() {
			continue
		}
		c := Choice{Value: h.Title, Label: h.Title}
		if h.Willpower > 0 {
			c.Label += fmt.Sprintf(", willpower %d", h.Willpower)
		}
		if h.Exhausted {
			c.Disabled, c.Why = true, "exhausted: cannot commit"
		}
		heroes = append(heroes, c)
	}
	label := "Begin the Fortitude test of " + v.name(p.ID)
	if card != "" {
		label += " (" + card + ")"
	}
	return Action{
		ID: "begin-test", Label: label, Type: lotr.BeginTest{}.CommandType(), Data: map[string]any{"player": p.ID}, Group: underTests, Section: fortitudeRule,
		Inputs: []Input{
			optional(Input{Field: "heroes", Kind: InputSeveral, Label: "Heroes that exhaust and commit", Max: len(heroes), Choices: heroes}),
			optional(number("willpower", "Their willpower, if it is not the sum of what was declared", 0, 99, 0)),
			optional(number("extra", "More cards to discard because of an effect", 0, 20, 0)),
			optional(number("icons", "More Eyes because of an effect", 0, 20, 0)),
		},
	}
}

func (v view) countIcons(o board.Test) Action {
	a := Action{
		ID: "count-icons", Label: fmt.Sprintf("Count the Eyes of %d discarded cards", o.Cards), Type: lotr.CountIcons{}.CommandType(),
		Group: underTests, Section: fortitudeRule,
		Inputs: []Input{
			{Field: "cards", Kind: InputIcons, Label: "Each discarded card, by its name or its number of Eyes", Max: o.Cards},
			optional(Input{Field: "reshuffled", Kind: InputFlag, Label: "The deck ran out on the way and was reshuffled"}),
		},
	}
	switch o.Cards {
	case 0:
		a.Label, a.Inputs, a.Data = "No card is discarded", nil, map[string]any{"cards": []any{}}
	case 1:
		a.Label = "Count the Eyes of the discarded card"
	}
	return a
}

func (v view) raiseTest() Action {
	var who []Choice
	for _, c := range v.ready() {
		who = append(who, c.choice(v))
	}
	return Action{
		ID: "raise-test", Label: "An action in the test", Type: lotr.RaiseTest{}.CommandType(), Group: underTests, Section: windowRule,
		Inputs: []Input{
			{Field: "player", Kind: InputPlayer, Label: "Who acts", Choices: v.playerChoices()},
			optional(Input{Field: "character", Kind: InputChoice, Label: "Which character exhausts for it", Choices: who}),
			optional(number("willpower", "Willpower that it adds, if not the character’s own", -99, 99, 1)),
			optional(number("icons", "Change of the Eyes", -99, 99, -1)),
			note("note"),
		},
	}
}

func (v view) resolveTest(o board.Test) Action {
	says := "fails"
	if o.Willpower > o.Icons {
		says = "passes"
	}
	return Action{
		ID: "resolve-test", Label: fmt.Sprintf("Result: %d against %d %s", o.Willpower, o.Icons, says), Type: lotr.ResolveTest{}.CommandType(),
		Group: underTests, Section: fortitudeRule,
	}
}
