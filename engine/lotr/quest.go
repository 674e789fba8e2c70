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
	if err := d.questNow(cmd); err != nil {
		return err
	}
	q := d.weigh(cmd)
	if q.Outcome == failure && !d.assault() {
		if err := d.declared(d.t.TurnOrder(), "what the failed quest does"); err != nil {
			return err
		}
	}
	d.emit(q)
	if f := d.sc.rules().quest; f != nil && f(d, q) {
		return nil
	}
	switch q.Outcome {
	case success:
		d.place(q.By, false, "quest")
	case failure:
		d.questFails(q.By)
	}
	return nil
}

// questNow brings the table to the end of its staging step, and refuses what stands against resolving
// the quest there.
func (d *entry) questNow(cmd lotr.ResolveQuest) error {
	if d.before(lotr.PhaseQuest) {
		if err := d.beginQuest(); err != nil {
			return err
		}
	}
	d.fire(WhenStaging)
	if f := d.sc.rules().mayQuest; f != nil {
		if says := f(d.c, d.t); says != "" {
			return refuse("no-quest-now", d.sc.Name, "the quest cannot be resolved now: %s", says)
		}
	}
	if err := d.testsFirst("the quest is resolved"); err != nil {
		return err
	}
	if len(d.t.Guards) > 0 && cmd.Threat == nil {
		return d.guardsFound()
	}
	return nil
}

// beginQuest begins the quest phase, unless it is skipped.
func (d *entry) beginQuest() error {
	if err := d.mayBegin(lotr.PhaseQuest); err != nil {
		return err
	}
	d.moveTo(lotr.PhaseQuest)
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
