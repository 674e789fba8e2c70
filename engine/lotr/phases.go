package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/lotr"
)

// order is the order of the phases of a round.
//
// Source: facts/game-facts.md, "5.1 Round".
var order = []lotr.Phase{
	lotr.PhaseResource, lotr.PhasePlanning, lotr.PhaseQuest, lotr.PhaseTravel,
	lotr.PhaseEncounter, lotr.PhaseCombat, lotr.PhaseRefresh,
}

// beginPhase moves on to a later phase; phases between may be skipped. Combat makes archery due,
// refresh is carried out.
func (d *entry) beginPhase(cmd lotr.BeginPhase) error {
	if !slices.Contains(order, cmd.Phase) {
		return refuse(engine.CodeMalformed, "", "%q is no phase: use resource, planning, quest, travel, encounter, combat or refresh", clip(string(cmd.Phase)))
	}
	if !d.before(cmd.Phase) {
		return refuse("phase-over", rounds,
			"the table is in the %s phase, and the round does not go back to %s: choose a later phase, or withdraw the entry that began this one",
			d.t.Phase, cmd.Phase)
	}
	if err := d.mayBegin(cmd.Phase); err != nil {
		return err
	}
	if cmd.Phase != lotr.PhaseRefresh {
		d.moveTo(cmd.Phase)
		return nil
	}
	if err := d.readyToRefresh(); err != nil {
		return err
	}
	d.refresh()
	return nil
}

// before tells whether the table has not come to a phase of this round yet.
func (d *entry) before(p lotr.Phase) bool {
	return slices.Index(order, d.t.Phase) < slices.Index(order, p)
}

// mayBegin refuses a phase that is skipped at the table's stage. What comes before the phase comes
// first: the end of the planning phase may bring a stage that skips nothing.
func (d *entry) mayBegin(p lotr.Phase) error {
	d.pass(p)
	if says := d.skips(p); says != "" {
		return refuse("phase-skipped", d.sc.Name, "there is no %s phase now: %s", p, says)
	}
	return nil
}

// skips says why a phase is skipped now; empty: it is played.
func (d *entry) skips(p lotr.Phase) string {
	if f := d.sc.rules().skips; f != nil {
		return f(d.t, p)
	}
	return ""
}

// moveTo begins a phase before refresh.
func (d *entry) moveTo(p lotr.Phase) {
	d.pass(p)
	if p != lotr.PhaseQuest {
		d.endQuest()
	}
	d.emit(lotr.PhaseBegan{Table: d.t.ID, Phase: p})
	d.begins(p)
	if total := d.archeryTotal(); p == lotr.PhaseCombat && total > 0 {
		d.emit(lotr.ArcheryDue{Table: d.t.ID, Total: total})
	}
}
