package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// When is a point of the round at which effects come.
//
// Source: facts/game-facts.md, "5.1 Round".
type When string

// The points of a round, in order. Staging is the start of the staging step.
const (
	WhenPlanning     When = "planning"
	WhenPlanningEnd  When = "planning-end"
	WhenQuest        When = "quest"
	WhenStaging      When = "staging"
	WhenQuestEnd     When = "quest-end"
	WhenTravel       When = "travel"
	WhenTravelEnd    When = "travel-end"
	WhenEncounter    When = "encounter"
	WhenEncounterEnd When = "encounter-end"
	WhenCombat       When = "combat"
	WhenCombatEnd    When = "combat-end"
	WhenRefresh      When = "refresh"
	WhenRoundEnd     When = "round-end"
	// WhenAtOnce is no point of the round: an effect of a stage that was entered or a card that was
	// revealed, which people carry out at once. See [entry.due].
	WhenAtOnce When = "at-once"
)

// points lists the points of a round in order with the phase they belong to.
var points = []struct {
	when  When
	phase lotr.Phase
	end   bool // passed when the phase is left
}{
	{WhenPlanning, lotr.PhasePlanning, false},
	{WhenPlanningEnd, lotr.PhasePlanning, true},
	{WhenQuest, lotr.PhaseQuest, false},
	{WhenStaging, lotr.PhaseQuest, true},
	{WhenQuestEnd, lotr.PhaseQuest, true},
	{WhenTravel, lotr.PhaseTravel, false},
	{WhenTravelEnd, lotr.PhaseTravel, true},
	{WhenEncounter, lotr.PhaseEncounter, false},
	{WhenEncounterEnd, lotr.PhaseEncounter, true},
	{WhenCombat, lotr.PhaseCombat, false},
	{WhenCombatEnd, lotr.PhaseCombat, true},
	{WhenRefresh, lotr.PhaseRefresh, false},
}

// pass brings the table past every point of the round that lies before the start of a phase and that it
// has not passed: also those of phases that the captain did not enter. What comes into play later than
// a point does not make up for it.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.58).
func (d *entry) pass(to lotr.Phase) {
	now, until := slices.Index(order, d.t.Phase), slices.Index(order, to)
	for _, p := range points {
		at := slices.Index(order, p.phase)
		ahead := at > now || at == now && p.end
		if ahead && at >= d.passed && at < until && d.skips(p.phase) == "" {
			d.fire(p.when)
		}
	}
	d.passed = max(d.passed, until)
}

// begins brings the table to the start of a phase.
func (d *entry) begins(phase lotr.Phase) {
	for _, p := range points {
		if p.phase == phase && !p.end {
			d.fire(p.when)
		}
	}
}

// fire carries out the effects of a point of the round that were not yet: what muster keeps at once,
// and what people do is put onto the checklist.
//
// Source: The Flame of the West, "Strategy Tip".
func (d *entry) fire(when When) {
	for _, tr := range d.sc.rules().triggers {
		if tr.when != when || slices.Contains(d.t.Done, doneKey(when, tr.id)) || d.isDue(tr) || !d.sc.active(d.c, d.t, tr) {
			continue
		}
		if d.t.Won != nil || d.t.Lost != nil {
			return
		}
		says := tr.says(d.c, d.t)
		people := tr.do == nil
		if tr.people != nil {
			people = tr.people(d.c, d.t)
		}
		if tr.do != nil {
			tr.do(d)
		}
		if people {
			d.emit(lotr.TriggerDue{Table: d.t.ID, Trigger: tr.id, When: string(when), Card: d.sc.triggerCard(tr), Says: says, Section: tr.section})
		} else {
			d.emit(lotr.TriggerDone{Table: d.t.ID, Trigger: tr.id, When: string(when), Card: d.sc.triggerCard(tr), Says: says, Auto: true})
		}
	}
}

// due puts an effect that people carry out at once onto the checklist, whatever else is on it: one of
// the scenario's triggers that has [WhenAtOnce].
//
// Source: The Flame of the West, "Strategy Tip".
func (d *entry) due(id string) { d.dueSaying(id, "") }

// dueSaying is due with what the effect does this time in a few words, where that is not in the state.
func (d *entry) dueSaying(id, text string) {
	for _, tr := range d.sc.rules().triggers {
		if tr.id == id && tr.when == WhenAtOnce && d.t.Won == nil && d.t.Lost == nil {
			d.emit(lotr.TriggerDue{
				Table: d.t.ID, Trigger: id, When: string(WhenAtOnce), Card: d.sc.triggerCard(tr), Section: tr.section,
				Says: firstOf(text, tr.says(d.c, d.t)),
			})
		}
	}
}

// isOpen tells whether an effect waits on the checklist for people.
func (t Table) isOpen(id string) bool {
	return slices.ContainsFunc(t.Due, func(o Due) bool { return o.Trigger == id })
}

// tick ticks an effect off the checklist because of what people entered; choice is their answer, if
// it left one.
func (d *entry) tick(id, choice string) {
	i := slices.IndexFunc(d.t.Due, func(o Due) bool { return o.Trigger == id })
	if i < 0 {
		return
	}
	o := d.t.Due[i]
	d.emit(lotr.TriggerDone{Table: d.t.ID, Trigger: o.Trigger, When: o.When, Card: o.Card, Says: o.Says, Choice: choice})
}

func (d *entry) isDue(tr trigger) bool {
	return slices.ContainsFunc(d.t.Due, func(o Due) bool { return o.Trigger == tr.id && o.When == string(tr.when) })
}

func doneKey(when When, id string) string { return string(when) + "/" + id }

// active tells whether a trigger's card is in play and its stage the current one.
func (s *Scenario) active(c Context, t Table, tr trigger) bool {
	if tr.stage != "" && tr.stage != t.Stage || tr.card != "" && !t.HasInPlay(tr.card) {
		return false
	}
	return tr.active == nil || tr.active(c, t)
}

// triggerCard returns the name of what has the trigger: its card, or the stage.
func (s *Scenario) triggerCard(tr trigger) string {
	if card, ok := s.find(tr.card); ok && tr.card != "" {
		return card.Name
	}
	if st, ok := s.Stage(tr.stage); ok {
		return st.ID + " " + st.Name
	}
	return s.Name
}

// Trigger is an effect of the round's end at a table, or one on its checklist.
type Trigger struct {
	ID      string
	When    When
	Card    string // name of the card or stage that has it
	Says    string // what it does now
	Section string // the source
	Done    bool
	Asks    bool // it leaves a choice
}

// Checklist returns the effects that come in this round with what is in play now, in the order of the
// round: the start of the quest phase, the end of the round, and the points between.
//
// Rule: Checklist.
// Source: The Flame of the West, "Strategy Tip".
func Checklist(c Context, t Table) []Trigger {
	d, err := begin(c, t)
	if err != nil {
		return nil
	}
	var out []Trigger
	for _, when := range append(whens(), WhenRoundEnd) {
		for _, tr := range d.sc.rules().triggers {
			done := slices.Contains(t.Done, doneKey(when, tr.id))
			ahead := when != WhenAtOnce && d.sc.active(c, t, tr)
			if tr.when == when && (done || d.isDue(tr) || ahead) {
				out = append(out, d.sc.trigger(c, t, tr, done))
			}
		}
	}
	return out
}

func whens() []When {
	out := []When{WhenAtOnce}
	for _, p := range points {
		out = append(out, p.when)
	}
	return out
}

func (s *Scenario) trigger(c Context, t Table, tr trigger, done bool) Trigger {
	return Trigger{
		ID: tr.id, When: tr.when, Card: s.triggerCard(tr), Says: tr.says(c, t), Section: tr.section,
		Done: done, Asks: tr.options != nil && len(tr.options(c, t)) > 0,
	}
}

// EndTriggers returns the effects of the round's end that are active at a table, in the order of the
// scenario's data; the first player may choose another.
//
// Ruling: 14.
func EndTriggers(c Context, t Table) []Trigger {
	d, err := begin(c, t)
	if err != nil {
		return nil
	}
	var out []Trigger
	for _, tr := range d.sc.rules().triggers {
		if tr.when == WhenRoundEnd && d.sc.active(c, t, tr) {
			out = append(out, d.sc.trigger(c, t, tr, false))
		}
	}
	return out
}

// AskEndTrigger returns the answers that an effect of the round's end leaves; none if muster carries
// it out, or if it is no longer active.
func AskEndTrigger(c Context, t Table, id string) []group.Option {
	d, err := begin(c, t)
	if err != nil {
		return nil
	}
	tr, ok := d.sc.endTrigger(id)
	if !ok || !d.sc.active(c, t, tr) {
		return nil
	}
	if tr.options != nil {
		return tr.options(c, t)
	}
	if tr.do == nil || tr.people != nil && tr.people(c, t) {
		return []group.Option{{Choice: group.ChoiceDone, Allowed: true, Effect: tr.says(c, t), Section: tr.section}}
	}
	return nil
}

// SettleEndTrigger carries out an effect of the round's end with the answer that was given, if it
// leaves one. Active is false if it did not apply any more.
func SettleEndTrigger(c Context, t Table, id string, a group.ResolveStep) (es []events.Payload, active bool, err error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, false, err
	}
	tr, ok := d.sc.endTrigger(id)
	if !ok || !d.sc.active(c, t, tr) {
		return nil, false, nil
	}
	says := tr.says(c, t)
	if tr.options != nil && tr.answer != nil && len(tr.options(c, t)) > 0 {
		if err := tr.answer(d, a); err != nil {
			return nil, true, err
		}
	} else if tr.do != nil {
		tr.do(d)
	}
	d.emit(lotr.TriggerDone{
		Table: d.t.ID, Trigger: tr.id, When: string(WhenRoundEnd), Card: d.sc.triggerCard(tr), Says: says,
		Auto: a.Choice == "", Choice: a.Choice,
	})
	d.settle()
	return d.out, true, nil
}

func (s *Scenario) endTrigger(id string) (trigger, bool) {
	for _, tr := range s.rules().triggers {
		if tr.id == id && tr.when == WhenRoundEnd {
			return tr, true
		}
	}
	return trigger{}, false
}

// tickTrigger ticks an effect off the checklist.
func (d *entry) tickTrigger(cmd lotr.TickTrigger) error {
	if !d.t.isOpen(cmd.Trigger) {
		return refuse("nothing-due", "", "nothing called %q is on this table's checklist now: load the page again", clip(cmd.Trigger))
	}
	d.tick(cmd.Trigger, "")
	return nil
}

// Offer is something that the stage or a card in play offers the players now.
type Offer struct {
	ID    string
	Label string
	Says  string
	// Needs is what the answer must name: "", "player", "number" (1 to Most), "enemy", "location",
	// "card" (the code or name of an encounter card, as Card), "hero" (Player, and the title as Card),
	// "ally" (Player, the name as Card, and its cost as N).
	Needs   string
	Most    int
	Section string
	Why     string // why it cannot be used now; empty: it can
}

// Offers returns what the stage and the cards in play offer at a table now.
func Offers(c Context, t Table) []Offer {
	d, err := begin(c, t)
	if err != nil {
		return nil
	}
	var out []Offer
	for _, o := range d.sc.rules().options {
		if shown, why := o.offered(c, t); shown {
			out = append(out, Offer{ID: o.id, Label: o.label, Says: o.says, Needs: o.needs, Most: o.most, Section: o.section, Why: why})
		}
	}
	return out
}

// takeOption uses something that the stage or a card in play offers.
func (d *entry) takeOption(cmd lotr.TakeOption) error {
	for _, o := range d.sc.rules().options {
		if o.id != cmd.Option {
			continue
		}
		shown, why := o.offered(d.c, d.t)
		if !shown {
			break
		}
		if why != "" {
			return refuse("not-offered", o.section, "%s is not possible now: %s", o.label, why)
		}
		if err := d.optionNeeds(o, cmd); err != nil {
			return err
		}
		if err := o.take(d, cmd); err != nil {
			return err
		}
		d.emit(lotr.OptionTaken{Table: d.t.ID, Option: o.id, Player: cmd.Player, N: cmd.N, Says: o.says})
		return nil
	}
	return refuse("not-offered", "", "nothing at this table offers %q now: load the page again", clip(cmd.Option))
}

func (d *entry) optionNeeds(o option, cmd lotr.TakeOption) error {
	switch o.needs {
	case "player":
		_, err := d.inGame(cmd.Player)
		return err
	case "hero":
		return d.needsHero(cmd)
	case "ally":
		if _, err := d.inGame(cmd.Player); err != nil {
			return err
		}
		if _, err := text("the ally's name", cmd.Card, 1, maxName); err != nil {
			return err
		}
		return inRange("the ally's cost", cmd.N, 0, maxHeroCost)
	case "number":
		return inRange("the number", cmd.N, 1, max(o.most, 1))
	case "card":
		_, err := d.named(cmd.Card, nil)
		return err
	case lotr.KindEnemy:
		_, err := d.enemy(cmd.Piece.Number)
		return err
	case lotr.KindLocation:
		_, err := d.location(cmd.Piece.Number)
		return err
	case "":
		return nil
	default:
		return refuse(engine.CodeMalformed, "", "%s needs %q, which this program does not know: update it", o.label, o.needs)
	}
}

// needsHero refuses an option that is for a hero in play, if the command names none: its player, and
// its title as the card.
func (d *entry) needsHero(cmd lotr.TakeOption) error {
	who, err := d.character(cmd.Player, cmd.Card)
	if err != nil {
		return err
	}
	if who.hero < 0 {
		return refuse("no-such-hero", "", "%s has no hero called %q in play: name one of their heroes, and declare the heroes first if they are not", person(cmd.Player), clip(cmd.Card))
	}
	return nil
}
