package coordinator

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// maxFlags is how many flags of one table may be open at once.
const maxFlags = 20

// Author is who gave a command, as far as it is known.
type Author struct {
	Actor  events.Actor
	Device events.DeviceID
}

// maybe reports whether two authors may be one human being: the same person; the same device, whatever names
// were said on it; or, where one of them has not said who they are, a device that is not known.
func (a Author) maybe(b Author) bool {
	if a.Device != "" && a.Device == b.Device {
		return true
	}
	if a.named() && b.named() {
		return a.Actor.Person == b.Actor.Person
	}
	return a.Device == "" || b.Device == ""
}

func (a Author) named() bool { return a.Actor.Person != "" && a.Actor.Person != events.Organiser }

// Ruling is a judge's correction and what a second judge thinks of it.
type Ruling struct {
	Version events.Version // of its commit
	By      Author
	// Replaced is the ruling that has corrected this one; 0: none.
	Replaced events.Version
	Signed   []Author // who agrees, in order
	Disputed []Author // who does not, in order
	// Open is set while the last word on it is that somebody does not agree.
	Open bool
}

// Awaits reports whether a second pair of eyes is still wanted: nobody has agreed, or somebody disagrees.
func (r Ruling) Awaits() bool { return r.Replaced == 0 && (len(r.Signed) == 0 || r.Open) }

// Flag is an entry that a table disputes.
type Flag struct {
	Version events.Version // of the commit that raised it
	Table   events.TableID
	Entry   events.Version // the commit that is disputed
	// Outcome is how it was settled: a Flag… constant of events/group, or [FlagTakenBack]; empty: open.
	Outcome string
}

// FlagTakenBack is the outcome of a flag that its own table has settled.
const FlagTakenBack = "taken-back"

// reviews takes into account what a commit says about rulings and flags.
func (v *evolver) reviews(a Applied) {
	by := Author{Actor: a.Command.Actor, Device: a.Command.Device}
	for _, e := range a.Events {
		switch e := e.(type) {
		case group.RulingMade:
			v.ruled(e, a.Version, by)
		case group.RulingCountersigned:
			v.ruling(e.Ruling, func(r *Ruling) { r.Signed, r.Open = append(slices.Clip(r.Signed), by), false })
		case group.RulingDisputed:
			v.ruling(e.Ruling, func(r *Ruling) { r.Disputed, r.Open = append(slices.Clip(r.Disputed), by), true })
		case group.EntryFlagged:
			v.s.Flags = append(slices.Clip(v.s.Flags), Flag{Version: a.Version, Table: e.Table, Entry: e.Entry})
		case group.FlagTakenBack:
			v.settled(e.Flag, FlagTakenBack)
		case group.FlagResolved:
			v.settled(e.Flag, e.Outcome)
		}
	}
}

func (v *evolver) ruled(e group.RulingMade, at events.Version, by Author) {
	if e.Corrects != 0 {
		v.ruling(e.Corrects, func(r *Ruling) { r.Replaced = at })
	}
	v.s.Rulings = append(slices.Clip(v.s.Rulings), Ruling{Version: at, By: by})
}

// ruling changes a ruling, if there is one of that commit.
func (v *evolver) ruling(at events.Version, change func(*Ruling)) {
	i := slices.IndexFunc(v.s.Rulings, func(r Ruling) bool { return r.Version == at })
	if i >= 0 {
		v.s.Rulings = slices.Clone(v.s.Rulings)
		change(&v.s.Rulings[i])
	}
}

func (v *evolver) settled(at events.Version, outcome string) {
	i := slices.IndexFunc(v.s.Flags, func(f Flag) bool { return f.Version == at })
	if i >= 0 {
		v.s.Flags = slices.Clone(v.s.Flags)
		v.s.Flags[i].Outcome = outcome
	}
}

// review decides what is about a second judge and disputed entries.
func (d *decision) review(b events.CommandBody) error {
	switch b := b.(type) {
	case group.Countersign:
		return d.countersign(b)
	case group.DisputeRuling:
		return d.disputeRuling(b)
	case group.FlagEntry:
		return d.flagEntry(b)
	case group.TakeBackFlag:
		return d.takeBackFlag(b)
	case group.ResolveFlag:
		return d.resolveFlag(b)
	default:
		return unknownCommand(b)
	}
}

func (d *decision) countersign(b group.Countersign) error {
	r, err := d.othersRuling(b.Ruling)
	if err != nil {
		return err
	}
	if len(r.Signed) > 0 && !r.Open {
		return refuse(CodeNothing, "ruling %d is countersigned already", r.Version)
	}
	d.emit(group.RulingCountersigned{Ruling: r.Version})
	return nil
}

func (d *decision) disputeRuling(b group.DisputeRuling) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	r, err := d.othersRuling(b.Ruling)
	if err != nil {
		return err
	}
	if r.Open {
		return refuse(CodeNothing, "ruling %d is disputed already", r.Version)
	}
	d.emit(group.RulingDisputed{Ruling: r.Version, Reason: reason})
	return nil
}

// othersRuling returns a ruling that somebody else has made and no other ruling has replaced.
func (d *decision) othersRuling(at events.Version) (Ruling, error) {
	i := slices.IndexFunc(d.s.Rulings, func(r Ruling) bool { return r.Version == at })
	if i < 0 {
		return Ruling{}, refuse(CodeNoRuling, "number %d of this group is no ruling", at)
	}
	r := d.s.Rulings[i]
	if r.Replaced != 0 {
		return r, refuse(CodeNoRuling, "ruling %d was corrected by ruling %d; look at that one", at, r.Replaced)
	}
	me := Author{Actor: d.c.Actor, Device: d.c.Device}
	switch {
	case !r.By.maybe(me):
		return r, nil
	case me.named() && r.By.named() && me.Actor.Person == r.By.Actor.Person:
		return r, refuse(CodeOwnRuling, "you made ruling %d yourself; the second pair of eyes is somebody else's", at)
	default:
		return r, refuse(CodeOwnRuling, "ruling %d was made on this device, or it cannot be told who made it. Names and devices are compared; a second judge countersigns on a device of their own, under their own name", at)
	}
}

func (d *decision) flagEntry(b group.FlagEntry) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	t, err := d.onTable(b.Table)
	if err != nil {
		return err
	}
	if b.Entry < 1 || b.Entry > d.s.version {
		return malformed("there is no entry %d; the group has entries 1 to %d", b.Entry, d.s.version)
	}
	open := 0
	for _, f := range d.s.Flags {
		if f.Outcome != "" || f.Table != t.ID {
			continue
		}
		if open++; f.Entry == b.Entry {
			return refuse(CodeFlagged, "%s has flagged entry %d already; a judge will look at it", t.Team, b.Entry)
		}
	}
	if open >= maxFlags {
		return refuse(CodeTooManyFlags, "%s has %d open flags; ask a judge to come to the table", t.Team, open)
	}
	d.emit(group.EntryFlagged{Table: t.ID, Entry: b.Entry, Reason: reason})
	return nil
}

// openFlag returns a flag that was not settled yet.
func (d *decision) openFlag(at events.Version) (Flag, error) {
	i := slices.IndexFunc(d.s.Flags, func(f Flag) bool { return f.Version == at })
	if i < 0 {
		return Flag{}, refuse(CodeNoFlag, "number %d of this group is no flag", at)
	}
	if f := d.s.Flags[i]; f.Outcome != "" {
		return f, refuse(CodeNoFlag, "flag %d is settled already: %s", at, outcomes[f.Outcome])
	}
	return d.s.Flags[i], nil
}

var outcomes = map[string]string{
	FlagTakenBack: "its table has taken it back", group.FlagStands: "the entry stands",
	group.FlagCorrected: "the entry was corrected", group.FlagDismissed: "it was dismissed",
}

func (d *decision) takeBackFlag(b group.TakeBackFlag) error {
	t, err := d.onTable(b.Table)
	if err != nil {
		return err
	}
	f, err := d.openFlag(b.Flag)
	if err != nil {
		return err
	}
	if f.Table != t.ID {
		return refuse(engine.CodeOtherTable, "flag %d is not %s's; only the table that raised it takes it back", f.Version, t.Team)
	}
	d.emit(group.FlagTakenBack{Table: t.ID, Flag: f.Version})
	return nil
}

func (d *decision) resolveFlag(b group.ResolveFlag) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	f, err := d.openFlag(b.Flag)
	if err != nil {
		return err
	}
	switch b.Outcome {
	case group.FlagStands, group.FlagDismissed:
		if b.Ruling != 0 {
			return malformed("a ruling goes with the outcome %q only", group.FlagCorrected)
		}
	case group.FlagCorrected:
		if !slices.ContainsFunc(d.s.Rulings, func(r Ruling) bool { return r.Version == b.Ruling && r.Version > f.Version }) {
			return refuse(CodeNoRuling, "number %d is no ruling made after flag %d; correct the entry first", b.Ruling, f.Version)
		}
	default:
		return malformed("outcome %q is not known; use %s, %s or %s", clip(b.Outcome), group.FlagStands, group.FlagCorrected, group.FlagDismissed)
	}
	d.emit(group.FlagResolved{Flag: f.Version, Table: f.Table, Outcome: b.Outcome, Ruling: b.Ruling, Reason: reason})
	return nil
}

// answerFlag settles the flag that a ruling answers, if it answers one.
func (d *decision) answerFlag(at events.Version, verdict, reason string) error {
	if at == 0 {
		return nil
	}
	f, err := d.openFlag(at)
	if err != nil {
		return err
	}
	outcome := group.FlagCorrected
	if verdict == group.VerdictStands {
		outcome = group.FlagStands
	}
	d.emit(group.FlagResolved{Flag: f.Version, Table: f.Table, Outcome: outcome, Ruling: d.s.version + 1, Reason: reason})
	return nil
}
