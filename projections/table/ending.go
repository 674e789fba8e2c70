package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// others says whom this table waits for.
func (v view) others() Others {
	switch {
	case v.g.Over() || v.g.Round == 0:
		return Others{Teams: []string{}}
	case v.g.Phase == board.PhaseEnding:
		return v.othersResolve()
	case !v.ended() && !v.decided():
		return Others{Teams: []string{}}
	}
	o := Others{Waiting: true, Since: v.g.Barrier.Since, Teams: []string{}}
	for _, id := range v.g.Barrier.Waiting {
		o.Teams = append(o.Teams, v.team(id))
	}
	o.Says = "Waiting for " + words.List(o.Teams) + " to end the round"
	return o
}

// othersResolve says whose answer the round's end waits for.
func (v view) othersResolve() Others {
	o := Others{Teams: []string{}}
	for _, s := range v.g.Queue {
		if s.State != board.StepNow {
			continue
		}
		if s.Table == v.t.ID {
			return Others{Teams: []string{}}
		}
		o.Teams = append(o.Teams, v.team(s.Table))
		o.Says = "Waiting for " + words.List(o.Teams) + ": " + words.StepName(s.Step)
	}
	o.Waiting, o.Since = len(o.Teams) > 0, v.g.At
	return o
}

func (v view) team(id events.TableID) string {
	if t, ok := v.g.Table(id); ok {
		return t.Team
	}
	return string(id)
}

// steps returns the questions that wait for this table.
func (v view) steps() []Step {
	out := []Step{}
	if v.g.Phase != board.PhaseEnding || v.g.Paused {
		return out
	}
	for i, s := range v.g.Queue {
		if s.State == board.StepNow && s.Table == v.t.ID {
			out = append(out, v.step(s, i+1))
		}
	}
	return out
}

func (v view) step(s board.Step, number int) Step {
	out := Step{
		ID: s.ID, Kind: s.Kind, Stage: s.Stage, Number: number, Of: len(v.g.Queue),
		Title: stepTitle(s), Text: stepTexts[s.Kind],
	}
	if s.Kind == group.StepTrigger {
		card, says, _ := strings.Cut(v.resolve(s.Says), ": ")
		out.Title, out.Text = card, words.Upper(says)
	}
	if s.Decides != "" {
		out.Decides = v.name(s.Decides)
	}
	for _, o := range s.Options {
		out.Options = append(out.Options, v.option(s, o))
	}
	return out
}

func stepTitle(s board.Step) string {
	title := words.Upper(words.StepName(s.Step))
	if name := words.StageName(s.Stage); name != "" && (s.Kind == group.StepForced || s.Kind == group.StepResponse) {
		title = s.Stage + ": " + name
	}
	return title
}

var stepTexts = map[string]string{
	group.StepForced:     "The stage’s Forced effect: remove progress from the stage, or take the bad effect.",
	group.StepResponse:   "The stage’s Response may be used: it raises the threat of every player here by 1 and helps the players at one stage.",
	group.StepCross:      "The first player may spend progress from Power of Lórien.",
	group.StepChoose:     "Choose the stage 3 that the team goes to.",
	group.StepAttack:     "The arriving Lieutenant attacks each player here in turn order. Enter what it does, then say that it is done.",
	group.StepHandOver:   "Host and Power of Lórien may change hands now, also across stages: say who gets one, or pass.",
	group.StepDigEnemies: "Each player here looks for an enemy in the encounter deck. Enter the enemies, then say that it is done.",

	group.StepOrder:    "Two effects of the epic mode come now. Agree across both tables which comes first.",
	group.StepModeCard: "One scenario’s players draw a card each, those of the other lower their threat. Talk it over across both tables; the first player here says it.",
	group.StepGwaihir:  "Whoever controls Gwaihir keeps it, or gives it to another player at either scenario.",
	group.StepEye:      "The Eye turns to the other table now, unless the first player here keeps it at the price of threat.",
}

// choiceLabels are the buttons of answers that do not name a stage.
var choiceLabels = map[string]string{
	group.ChoicePay:      "Remove 5 progress",
	group.ChoicePayBonus: "Remove 10 progress, good effect",
	group.ChoiceSuffer:   "Take the bad effect",
	group.ChoiceUse:      "Use the Response",
	group.ChoicePass:     "Pass",
	group.ChoiceTakeHost: "Take Host of Lórien (10 progress)",
	group.ChoiceTakeBoth: "Take Host and keep Power of Lórien (30 progress)",
	group.ChoiceDone:     "Done",
	group.ChoiceGive:     "Give a Lórien card away",

	group.ChoiceGate:      "The Black Gate Opens draws",
	group.ChoiceDoom:      "Mount Doom draws",
	group.ChoiceCancel:    "Keep the Eye here",
	group.ChoiceLet:       "The Eye turns away",
	group.ChoiceCardFirst: "The mode card first",
	group.ChoiceEyeFirst:  "The Eye first",
}

// gwaihirLabels are the buttons of the question who has Gwaihir.
var gwaihirLabels = map[string]string{group.ChoicePass: "Keep Gwaihir", group.ChoiceGive: "Give Gwaihir away"}

func (v view) option(s board.Step, o group.Option) StepOption {
	out := StepOption{
		Choice: o.Choice, Label: choiceLabels[o.Choice], Allowed: o.Allowed, Why: v.resolve(o.Why), Effect: v.resolve(o.Effect),
		Section: o.Section, Needs: o.Needs, Type: group.ResolveStep{}.CommandType(),
		Data:   map[string]any{"table": v.t.ID, "step": s.ID, "choice": o.Choice},
		Inputs: v.needs(o.Needs),
	}
	if s.Kind == group.StepChoose {
		out.Label = o.Choice
		if name := words.StageName(o.Choice); name != "" {
			out.Label += ": " + name
		}
	}
	if label := gwaihirLabels[o.Choice]; label != "" && s.Kind == group.StepGwaihir {
		out.Label = label
	}
	if out.Label == "" {
		out.Label = words.Upper(strings.ReplaceAll(o.Choice, "-", " "))
	}
	if open := v.openHere(); len(open) > 0 && out.Allowed {
		out.Allowed, out.Why = false, open[0]
	}
	out.Confirm = v.confirm(s, out)
	return out
}

// final is said of an answer that changes the game.
const final = "Nobody can take this back."

// confirm says what comes of an answer, for one more look before it is sent; nothing where the answer
// only says that nothing is done or that all is done.
func (v view) confirm(s board.Step, o StepOption) []string {
	switch {
	case !o.Allowed || o.Choice == group.ChoicePass || o.Choice == group.ChoiceDone:
		return nil
	case s.Kind == group.StepChoose:
		goes := v.t.Team + " goes to " + o.Choice
		rest := o.Effect
		if name := words.StageName(o.Choice); name != "" {
			goes += ", " + name
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, name), "; ")
		}
		return appendSentence([]string{goes + "."}, rest)
	case o.Effect == "":
		return appendSentence(nil, o.Label)
	default:
		return appendSentence(nil, o.Effect)
	}
}

// appendSentence adds what an answer does and that it is final.
func appendSentence(lines []string, does string) []string {
	if does != "" {
		lines = append(lines, words.Upper(does)+".")
	}
	return append(lines, final)
}

// needs returns what has to be asked with an answer; see [group.Option].Needs.
func (v view) needs(what string) []Input {
	targets := v.targets()
	switch what {
	case "player":
		return []Input{{Field: "player", Kind: InputPlayer, Label: "Which player, at any stage", Choices: playerChoices(targets.Players)}}
	case "number":
		return []Input{number("n", "How many", 0, 99, 1)}
	case "table":
		return []Input{{Field: "atTable", Kind: InputTable, Label: "The players at which stage", Choices: tableChoices(targets.Tables)}}
	case "enemy":
		return v.needsEnemy(targets)
	case "card-player":
		return v.needsGift(targets)
	case "player-number":
		return v.needsCount(targets)
	default:
		return []Input{}
	}
}

// needsEnemy asks for an enemy at any stage: one in play, or one that was never entered.
func (v view) needsEnemy(t Targets) []Input {
	enemies := make([]Choice, 0, len(t.Enemies))
	for _, e := range t.Enemies {
		enemies = append(enemies, Choice{Value: e.Enemy, Label: e.Label, Data: map[string]any{"atTable": e.Table}})
	}
	return []Input{
		{Field: "enemy", Kind: InputEnemy, Label: "Which enemy, at any stage", Optional: true, Choices: enemies},
		{Field: "card", Kind: InputCard, Label: "Or an enemy that was not entered", Optional: true, CardKind: "enemy"},
		{Field: "atTable", Kind: InputTable, Label: "At which stage it is", Optional: len(enemies) > 0, Choices: tableChoices(t.Tables)},
		{Field: "siege", Kind: InputNumber, Label: "Siege value on the card", Optional: true, Max: 99},
	}
}

// needsCount asks for a player of this table and a number.
func (v view) needsCount(t Targets) []Input {
	here := slices.DeleteFunc(slices.Clone(t.Players), func(p Target) bool { return p.Table != v.t.ID })
	return []Input{
		{Field: "player", Kind: InputPlayer, Label: "Which player", Choices: playerChoices(here)},
		{Field: "n", Kind: InputNumber, Label: "How many", Min: 1, Max: 60, Start: 1},
	}
}

// needsGift asks which Lórien card goes to whom.
func (v view) needsGift(t Targets) []Input {
	cards := make([]Choice, 0, len(v.t.Lorien))
	for _, l := range v.t.Lorien {
		cards = append(cards, Choice{
			Value: l.Card, Label: words.Lorien(l.Card) + " of " + v.name(l.Player), Data: map[string]any{"from": l.Player},
		})
	}
	return []Input{
		{Field: "give", Kind: InputChoice, Label: "Which card", Choices: cards},
		{Field: "player", Kind: InputPlayer, Label: "To whom, at any stage", Choices: playerChoices(t.Players)},
	}
}

func playerChoices(ts []Target) []Choice {
	out := make([]Choice, 0, len(ts))
	for _, t := range ts {
		out = append(out, Choice{Value: t.Player, Label: t.Label})
	}
	return out
}

func tableChoices(ts []Target) []Choice {
	out := make([]Choice, 0, len(ts))
	for _, t := range ts {
		out = append(out, Choice{Value: t.Table, Label: t.Label})
	}
	return out
}

// targets lists who and what at any stage an effect can choose.
func (v view) targets() Targets {
	out := Targets{Players: []Target{}, Enemies: []Target{}, Tables: []Target{}}
	for _, t := range v.g.Tables {
		at := Target{Table: t.ID, Team: t.Team, Stage: t.Stage}
		where := t.Team
		if t.Stage != "" {
			where = t.Stage + " " + t.Team
		}
		table := at
		table.Label = where
		out.Tables = append(out.Tables, table)
		for _, p := range t.Players {
			if p.Out {
				continue
			}
			one := at
			one.Player, one.Label = p.ID, v.name(p.ID)+" ("+where+")"
			out.Players = append(out.Players, one)
		}
		for _, e := range t.Enemies {
			if e.Card.Unique || e.Card.Lieutenant {
				continue
			}
			one := at
			one.Enemy, one.Label = e.Number, fmt.Sprintf("%s, %d damage (%s)", e.Card.Name, e.Damage, where)
			out.Enemies = append(out.Enemies, one)
		}
	}
	return out
}

// open lists what has to be settled before the table can end the round.
//
// Source: Attack on Dol Guldur, "Archery X". Ruling: 7.
func (v view) open() []string {
	out := []string{}
	if v.g.Phase != board.PhasePlaying || v.ended() || v.decided() {
		return out
	}
	switch {
	case v.t.Archery > 0:
		out = append(out, fmt.Sprintf("%d archery damage is not assigned", v.t.Archery))
	case v.t.ArcheryTotal > 0 && phaseAt(v.t.Phase) < phaseAt("combat"):
		out = append(out, fmt.Sprintf("archers in play deal %d damage: begin the combat phase and assign it", v.t.ArcheryTotal))
	}
	out = append(out, v.openHere()...)
	for i, s := range v.t.Scored {
		if s.Siege == nil {
			out = append(out, fmt.Sprintf("the siege value of %s (number %d) is missing: read it off the card", s.Card, i+1))
		}
	}
	for _, p := range v.t.Players {
		if !p.Out && p.Threat < 0 {
			out = append(out, "the threat of "+v.name(p.ID)+" is not declared")
		}
	}
	if game, ok := v.g.Games[v.t.ID]; ok && v.other() && len(out) == 0 {
		if _, err := rules.EndTableRound(board.ContextOf(v.g, v.t), game); err != nil {
			out = append(out, v.resolve(engine.AsRefusal(err).Says))
		}
	}
	return out
}

// refreshed returns the table's game as the refresh phase would leave it; false if it is not known.
func (v view) refreshed() (rules.Table, bool) {
	game, ok := v.g.Games[v.t.ID]
	if !ok {
		return game, false
	}
	for _, e := range rules.Refresh(board.ContextOf(v.g, v.t), game) {
		game = rules.EvolveTable(game, e)
	}
	return game, true
}

// refreshSays says a threat and what the refresh phase makes of it.
func (v view) refreshSays(p board.Player) string {
	after, ok := v.refreshed()
	then, here := after.Player(p.ID)
	switch {
	case !ok || !here || then.Threat == p.Threat && then.Out == p.Out:
		return fmt.Sprint(p.Threat)
	case then.Out:
		return fmt.Sprintf("%d, then %d by the refresh phase: eliminated", p.Threat, then.Threat)
	default:
		return fmt.Sprintf("%d, then %d by the refresh phase", p.Threat, then.Threat)
	}
}

// raises tells whether the refresh phase raises a threat at the table.
func (v view) raises() bool {
	after, ok := v.refreshed()
	for _, p := range v.t.Players {
		if then, here := after.Player(p.ID); ok && here && then.Threat != p.Threat {
			return true
		}
	}
	return !ok
}

// openHere lists what a card or test at the table has left open.
//
// Source: The Mountain of Fire, "Peril"; "Fortitude Tests"; A Shadow in the East, "Guarded (X)".
func (v view) openHere() []string {
	var out []string
	if v.t.Peril != nil {
		out = append(out, v.t.Peril.Card+" is not resolved (Peril)")
	}
	if v.t.Test != nil {
		out = append(out, "the Fortitude test of "+v.name(v.t.Test.Player)+" is not resolved")
	}
	for _, d := range v.t.Tests {
		out = append(out, v.name(d.Player)+" has to take a Fortitude test")
	}
	for _, g := range v.t.Guards {
		out = append(out, "the guard of "+g.Card+" is not found")
	}
	return out
}

// summary is shown before the table ends the round.
func (v view) summary() []string {
	out := []string{}
	if v.g.Phase != board.PhasePlaying || v.ended() {
		return out
	}
	for _, p := range v.t.Players {
		switch {
		case p.Out:
			out = append(out, v.name(p.ID)+": eliminated")
		case p.Threat < 0:
			out = append(out, v.name(p.ID)+": threat not declared")
		case v.t.Refreshed:
			out = append(out, fmt.Sprintf("%s: threat %d", v.name(p.ID), p.Threat))
		case v.other():
			out = append(out, v.name(p.ID)+": threat "+v.refreshSays(p))
		case p.Threat+1 >= p.Elimination:
			out = append(out, fmt.Sprintf("%s: threat %d, then %d by the refresh phase: eliminated", v.name(p.ID), p.Threat, p.Threat+1))
		default:
			out = append(out, fmt.Sprintf("%s: threat %d, then %d by the refresh phase", v.name(p.ID), p.Threat, p.Threat+1))
		}
	}
	out = append(out, fmt.Sprintf("Progress on stage %s: %d", v.t.Stage, v.t.Progress))
	for _, c := range v.t.Checklist {
		if c.State == board.CheckDue {
			out = append(out, "Not ticked off: "+c.Card+", "+v.resolve(c.Says))
		}
	}
	if v.t.SiegeCounts() {
		out = append(out, fmt.Sprintf("Siege this round: %d", v.t.SiegeRound))
	} else if len(v.t.Scored) > 0 {
		out = append(out, "Siege does not count before stage 3")
	}
	if v.t.Unknown > 0 {
		out = append(out, fmt.Sprintf("Siege values missing: %d", v.t.Unknown))
	}
	return out
}

// rules returns the rule that governs what happens now.
func (v view) rules() RulesLine {
	if steps := v.steps(); len(steps) > 0 {
		for _, o := range steps[0].Options {
			if o.Section != "" {
				return RulesLine{Says: steps[0].Text, Section: o.Section}
			}
		}
		return RulesLine{Says: steps[0].Text, Section: `facts/game-facts.md, "2.2 Stages"`}
	}
	switch {
	case v.g.Over():
		return RulesLine{Says: v.result(), Section: v.g.Result.Rule}
	case v.g.Phase == board.PhaseSetup:
		return RulesLine{Says: "Starting threat is the sum of the heroes’ threat costs.", Section: `facts/game-facts.md, "5.1 Round"`}
	case v.g.Phase == board.PhaseEnding && v.other():
		return RulesLine{Says: "Of effects that come at the same time the first player chooses the order.", Section: `facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)"`}
	case v.ended() && v.other():
		return RulesLine{Says: "No table begins the next round before every table has ended this one.", Section: `facts/game-facts.md, "1.2 End of round in epic mode"`}
	case v.t.Peril != nil:
		return RulesLine{Says: v.peril().Says, Section: perilRule}
	case v.t.Test != nil || len(v.t.Tests) > 0:
		return RulesLine{Says: "As many cards are discarded as the tens digit of the threat says; the heroes’ willpower has to be greater than their Eyes.", Section: fortitudeRule}
	case v.g.Phase == board.PhaseEnding:
		return RulesLine{Says: "Effects at the end of the round resolve in alphabetical stage order.", Section: `Attack on Dol Guldur, "Playing Epic Multiplayer Mode"`}
	case v.ended():
		return RulesLine{Says: "No team goes on to the next round before every team is ready.", Section: `Attack on Dol Guldur, "Playing Epic Multiplayer Mode"`}
	default:
		return phaseRules[v.t.Phase]
	}
}

var phaseRules = map[lotr.Phase]RulesLine{
	"":          {Says: "Each hero gets a resource, each player draws a card.", Section: `facts/game-facts.md, "5.1 Round"`},
	"resource":  {Says: "Each hero gets a resource, each player draws a card.", Section: `facts/game-facts.md, "5.1 Round"`},
	"planning":  {Says: "In player order, players play allies and attachments.", Section: `facts/game-facts.md, "5.1 Round"`},
	"quest":     {Says: "More willpower than threat in the staging area: progress by the difference, the active location first. Less: each threat goes up by the difference.", Section: `facts/game-facts.md, "5.1 Round"`},
	"travel":    {Says: "One location of the staging area may become active if none is.", Section: `facts/game-facts.md, "5.1 Round"`},
	"encounter": {Says: "Each player may engage one enemy; then enemies engage whose cost is not above a player’s threat, the highest first.", Section: `facts/game-facts.md, "5.1 Round"`},
	"combat":    {Says: "Archery first. Then every enemy attacks, then players attack.", Section: `Attack on Dol Guldur, "Archery X"`},
	"refresh":   {Says: "Cards ready, each threat goes up by 1, the first player token passes on.", Section: `facts/game-facts.md, "5.1 Round"`},
}
