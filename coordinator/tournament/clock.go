package tournament

import (
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// latestMoment is the end of the year 9999.
const latestMoment tournament.Moment = 253402300799999

func checkMoment(at tournament.Moment) error {
	if at <= 0 || at > latestMoment {
		return malformed("the moment %d is no time: the server that takes the command writes it, in milliseconds since 1970", at)
	}
	return nil
}

// publish shows a pairing to everybody.
func (d *decision) publish(b tournament.PublishRound) error {
	r, err := d.lastRound(b.Round)
	if err != nil {
		return err
	}
	if r.Published {
		return refuse(CodeNothing, "round %d is published already", r.N)
	}
	d.emit(tournament.RoundPublished{Round: r.N})
	d.finish(r.N)
	return nil
}

// startRound starts the clock.
func (d *decision) startRound(b tournament.StartRound) error {
	r, err := d.playedRound(b.Round)
	if err != nil {
		return err
	}
	if err := checkMoment(b.At); err != nil {
		return err
	}
	switch {
	case r.Clock != nil:
		return refuse(CodeClock, "round %d was started already", r.N)
	case r.Finished:
		return refuse(CodeClock, "round %d is over: every table has a result", r.N)
	case b.Minutes < 0 || b.Minutes > 1440:
		return malformed("the round lasts %d minutes: type 1 to 1440, or 0 for what the rules say", b.Minutes)
	}
	minutes := b.Minutes
	if minutes == 0 {
		minutes = d.s.Rules.Minutes
	}
	d.emit(tournament.RoundStarted{Round: r.N, At: b.At, Seconds: 60 * minutes})
	return nil
}

// running returns a round whose clock was started and that is not over.
func (d *decision) running(n int) (rules.Round, error) {
	r, err := d.playedRound(n)
	switch {
	case err != nil:
		return r, err
	case r.Clock == nil:
		return r, refuse(CodeClock, "round %d was not started", r.N)
	case r.Finished:
		return r, refuse(CodeClock, "round %d is over: every table has a result", r.N)
	}
	return r, nil
}

func (d *decision) pauseClock(b tournament.PauseClock) error {
	r, err := d.running(b.Round)
	if err != nil {
		return err
	}
	why, err := sentence("reason", b.Reason, 0, maxReason)
	if err != nil {
		return err
	}
	if err := checkMoment(b.At); err != nil {
		return err
	}
	if !r.Clock.Running() {
		return refuse(CodeClock, "the clock of round %d stands still already", r.N)
	}
	d.emit(tournament.ClockPaused{Round: r.N, At: max(b.At, r.Clock.Started), Reason: why})
	return nil
}

func (d *decision) resumeClock(b tournament.ResumeClock) error {
	r, err := d.running(b.Round)
	if err != nil {
		return err
	}
	if err := checkMoment(b.At); err != nil {
		return err
	}
	if r.Clock.Running() {
		return refuse(CodeClock, "the clock of round %d runs", r.N)
	}
	d.emit(tournament.ClockResumed{Round: r.N, At: max(b.At, r.Clock.Paused)})
	return nil
}

func (d *decision) extendClock(b tournament.ExtendClock) error {
	r, err := d.running(b.Round)
	if err != nil {
		return err
	}
	why, err := sentence("reason", b.Reason, 0, maxReason)
	if err != nil {
		return err
	}
	has := r.Clock.Seconds // of the table, or of all
	if t, ok := r.Table(b.Table); ok {
		has += max(0, t.Extra)
	}
	switch {
	case r.Clock.Seconds == 0:
		return refuse(CodeClock, "round %d has no time limit to extend", r.N)
	case b.Seconds == 0 || b.Seconds < -maxExtend || b.Seconds > maxExtend:
		return malformed("%d seconds: give −%d to %d, not 0", b.Seconds, maxExtend, maxExtend)
	case has+b.Seconds < 0:
		return malformed("there are %d seconds in all: that would take more than there is", has)
	}
	if b.Table != 0 {
		t, err := d.tableOf(r, b.Table)
		if err != nil {
			return err
		}
		if t.Stands != 0 {
			return refuse(CodeHasResult, "table %d has a result: %s", t.N, d.standing(t))
		}
	}
	d.emit(tournament.ClockExtended{Round: r.N, Table: b.Table, Seconds: b.Seconds, Reason: why})
	return nil
}

// callTime records that the time of tables is up. A timer that was set before a pause or an extension
// comes too early and is refused.
func (d *decision) callTime(b tournament.CallTime) error {
	r, err := d.running(b.Round)
	if err != nil {
		return err
	}
	if err := checkMoment(b.At); err != nil {
		return err
	}
	if !r.Clock.Running() {
		return refuse(CodeNotDue, "the clock of round %d stands still", r.N)
	}
	if b.Table != 0 {
		if _, err := d.tableOf(r, b.Table); err != nil {
			return err
		}
	}
	var tables []int
	for _, t := range r.Tables {
		if due, ok := r.Due(t.N); ok && due <= b.At && (b.Table == 0 || b.Table == t.N) {
			tables = append(tables, t.N)
		}
	}
	if len(tables) == 0 {
		return refuse(CodeNotDue, "no table of round %d has reached its time, or it was called already", r.N)
	}
	d.emit(tournament.TimeCalled{Round: r.N, Tables: tables, At: b.At})
	return nil
}
