package coordinator

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// tableCommand decides an entry about one table: while its round is played, and what an effect
// brings about while the table resolves it.
func (d *decision) tableCommand(b lotr.TableCommand) error {
	t, err := d.onTable(b.OnTable())
	if err != nil {
		return err
	}
	if deck, ok := b.(lotr.DeclareDeck); ok && d.s.Phase == PhaseSetup {
		return d.reached(rules.SeatDeck(t.Table, deck))
	}
	if err := d.mayEnter(t, b); err != nil {
		return err
	}
	if t.Won != nil || t.Lost != nil {
		return refuse(CodeDecided, "the game of %s is decided: %s Take the entry back if that is wrong, or ask a judge", t.Team, t.how())
	}
	es, err := rules.DecideTable(d.s.ContextOf(t), t.Table, b)
	if err != nil {
		return err
	}
	if err := d.mode.mayCome(d.s, es); err != nil {
		return err
	}
	d.emit(es...)
	if !d.concluded() {
		d.advance()
	}
	return nil
}

// mayEnter refuses entries at a table whose round is over.
func (d *decision) mayEnter(t Table, b lotr.TableCommand) error {
	switch {
	case d.s.Phase == PhasePlaying && t.Ended >= d.s.Round:
		return refuse(CodeTableEnded, "%s has ended round %d; what was entered can only be changed by a judge now", t.Team, d.s.Round)
	case d.s.Phase == PhasePlaying:
		return nil
	case !d.s.openAt(t.ID):
		return refuse(CodeRoundEnding, "round %d is being ended: %s", d.s.Round, d.s.next())
	case !d.mode.mayFollow(t, b):
		return refuse(CodeRoundEnding, "only what the effect does can be entered now: threat, damage, characters that die, enemies that come")
	}
	return nil
}

// openAt reports whether a step waits for a table, or something that an effect has opened there.
func (s State) openAt(id events.TableID) bool {
	for _, st := range s.Queue {
		if st.State == StepOpen && st.Table == id {
			return true
		}
	}
	t, _ := s.Table(id)
	return t.unfinished() != ""
}

// unfinished says what an effect has opened at a table that people have to finish before anything else
// is resolved there; empty: nothing.
//
// Source: The Mountain of Fire, "Peril"; The Mountain of Fire, "Fortitude Tests".
func (t Table) unfinished() string {
	switch {
	case t.Peril != nil:
		return "the staging of " + t.Peril.Card
	case t.Test != nil:
		return "the Fortitude test of {" + string(t.Test.Player) + "}"
	case len(t.Tests) > 0:
		return "the Fortitude test of {" + string(t.Tests[0].Player) + "}"
	default:
		return ""
	}
}

// how says how a table's game was decided.
func (t Table) how() string {
	switch {
	case t.Won != nil:
		return t.Won.Reason
	case t.Lost != nil:
		return t.Lost.Reason
	default:
		return "everybody there is out of the game."
	}
}

// ready returns the table that is to end a round, or a refusal.
func (d *decision) ready(id events.TableID, round int) (Table, error) {
	t, err := d.onTable(id)
	switch {
	case err != nil:
		return t, err
	case round != d.s.Round:
		return t, refuse(CodeOtherRound, "the group is in round %d, not %d", d.s.Round, round)
	case d.s.Phase == PhaseEnding:
		return t, refuse(CodeRoundEnding, "every table has ended round %d: %s", round, d.s.next())
	case t.Ended >= round:
		return t, refuse(CodeTableEnded, "%s has ended round %d already and waits for the others", t.Team, round)
	}
	return t, nil
}

func (d *decision) endRound(b group.EndRound) error {
	t, err := d.ready(b.Table, b.Round)
	if err != nil {
		return err
	}
	if err := d.reached(rules.EndTableRound(d.s.ContextOf(t), t.Table)); err != nil {
		return err
	}
	d.ended(group.TableEndedRound{Table: t.ID, Round: b.Round})
	return nil
}

// forceEndRound ends a table's round whatever is open there: archery is not dealt, siege values
// that are not known count nothing until a ruling says otherwise.
func (d *decision) forceEndRound(b group.ForceEndRound) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	t, err := d.ready(b.Table, b.Round)
	if err != nil {
		return err
	}
	d.emit(rules.Refresh(d.s.ContextOf(t), t.Table)...)
	d.ended(group.TableEndedRound{Table: t.ID, Round: b.Round, Forced: true, Reason: reason})
	return nil
}

// ended brings a table to the barrier; the last one closes it. A table whose own game is over is not
// waited for: what follows from it is the mode's to say, and where a loss waits for the end of the round
// that is when every other table has ended it.
//
// Source: Attack on Dol Guldur, "Playing Epic Multiplayer Mode"; The Mountain of Fire, "Playing Epic
// Multiplayer Mode". Ruling: 8.
func (d *decision) ended(e group.TableEndedRound) {
	if d.concluded() {
		return
	}
	d.emit(e)
	t, _ := d.s.Table(e.Table)
	d.emit(rules.Follows(d.s.ContextOf(t), t.Table)...) // what was open there may have held something up
	if d.concluded() || len(d.s.Waiting()) > 0 {
		return
	}
	d.emit(group.RoundEnded{Round: d.s.Round, Steps: d.mode.queue(d.s)})
	d.mode.barrier(d)
	d.advance()
}
