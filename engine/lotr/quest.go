package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// Outcomes of a quest, for [lotr.QuestResolved].Outcome.
const (
	success = "success"
	failure = "failure"
	tie     = "tie"
)

// resolveQuest compares the willpower committed with the threat in the staging area. More willpower
// places the difference as progress; less raises every player's threat by it; the same does
// nothing. It begins the quest phase if that has not begun.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func (d *entry) resolveQuest(cmd lotr.ResolveQuest) error {
	if err := inRange("willpower", cmd.Willpower, 0, maxWillpower); err != nil {
		return err
	}
	if cmd.Threat != nil {
		if err := inRange("the staging threat", *cmd.Threat, 0, maxCount); err != nil {
			return err
		}
	}
	if d.t.Quested {
		return refuse("quest-resolved", rounds, "this round's quest is resolved: place what an effect brings as progress, or withdraw the entry that resolved it")
	}
	if d.t.Phase != lotr.PhaseQuest && !d.before(lotr.PhaseQuest) {
		return refuse("phase-over", rounds, "the table is in %s, and the quest phase is over: place progress or change threat instead", d.t.Phase)
	}
	q := d.weigh(cmd)
	if q.Outcome == failure {
		if err := d.declared(d.t.TurnOrder(), "what the failed quest does"); err != nil {
			return err
		}
	}
	if d.before(lotr.PhaseQuest) {
		d.moveTo(lotr.PhaseQuest)
	}
	d.emit(q)
	switch q.Outcome {
	case success:
		d.place(q.By, false, "quest")
	case failure:
		d.raise(d.t.TurnOrder(), q.By, lotr.WhyQuest, "")
	}
	return nil
}

// weigh works out how a quest ends. A threat that the captain typed goes before what is counted.
func (d *entry) weigh(cmd lotr.ResolveQuest) lotr.QuestResolved {
	q := lotr.QuestResolved{Table: d.t.ID, Willpower: cmd.Willpower, Threat: StagingThreat(d.c, d.t), Outcome: tie}
	if cmd.Threat != nil {
		q.Threat, q.Typed = *cmd.Threat, true
	}
	switch {
	case q.Willpower > q.Threat:
		q.Outcome, q.By = success, q.Willpower-q.Threat
	case q.Willpower < q.Threat:
		q.Outcome, q.By = failure, q.Threat-q.Willpower
	}
	return q
}
