package coordinator

import "github.com/muster-events/muster/events/group"

// withdraw takes a table's latest entry back: the table is as it was before, and the group too if
// the entry ended it.
func (d *decision) withdraw(b group.Withdraw) error {
	t, err := d.onTable(b.Table)
	if err != nil {
		return err
	}
	top := t.undo
	switch {
	case d.s.Over() && (top == nil || !top.ended):
		return refuse(CodeOver, "the group has ended (%s), and not by the latest entry of %s; only a judge's ruling changes it now", d.s.Phase, t.Team)
	case top == nil && d.s.Phase == PhasePlaying && t.Ended < d.s.Round:
		return refuse(CodeNotLatest, "%s has no entry of round %d that can be taken back; ask a judge for a correction", t.Team, d.s.Round)
	case top == nil:
		return refuse(CodeTableEnded, "%s has ended round %d; only a judge changes what was entered", t.Team, d.s.Round)
	case top.id != b.Entry && top.holds(b):
		return refuse(CodeNotLatest, "a later entry of %s has to be taken back first", t.Team)
	case top.id != b.Entry:
		return refuse(CodeNotLatest, "that entry of %s cannot be taken back: only those of this round, the latest first, up to %d", t.Team, MaxUndo)
	}
	d.emit(group.EntryWithdrawn{Table: t.ID, Entry: top.id, Kind: top.kind, Version: top.version})
	d.advance()
	return nil
}

// holds reports whether the stack has the entry that is to be taken back.
func (top *entry) holds(b group.Withdraw) bool {
	for e := top; e != nil; e = e.below {
		if e.id == b.Entry {
			return true
		}
	}
	return false
}
