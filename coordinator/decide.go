package coordinator

import (
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Decide answers a command, asked in a state, with the events to append (at least one), or with a
// [*engine.Refusal] that says why nothing changes. It reads no clock, draws nothing at random and
// leaves s as it is: the same state and command give the same answer on every machine.
//
// It checks, in this order: the right of who asks ([access.May]), the recording device, the
// device's count, the phase of the group, the round that was meant, the signature, the rules. That a command
// was accepted before is for the caller to find out first ([State.Seen]).
//
// Refusals name people by id in braces, "{p-7}"; pages put the name there.
func Decide(s State, c Command) ([]events.Payload, error) {
	if c.Body == nil {
		return nil, malformed("the command has no body")
	}
	d := &decision{evolver: evolver{s: s, entry: true}, c: c, mode: modeOf(s)}
	for _, check := range []func() error{d.right, d.recorder, d.count, d.phase, d.round, d.signature, d.decide} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if len(d.out) == 0 {
		return nil, refuse(CodeNothing, "that changes nothing")
	}
	return d.out, nil
}

// right refuses who may not ask this.
func (d *decision) right() error {
	do := access.Give(d.c.Body.CommandType())
	if no := access.May(d.c.Actor, do, access.Object{Group: d.c.Group, Table: tableOf(d.c.Body)}); no != nil {
		return no
	}
	return nil
}

// tableOf returns the one table that a command is about; empty if it is about none or several.
func tableOf(b events.CommandBody) events.TableID {
	switch b := b.(type) {
	case lotr.TableCommand:
		return b.OnTable()
	case lotr.AssignDolGuldur:
		return b.Table
	case group.EndRound:
		return b.Table
	case group.ForceEndRound:
		return b.Table
	case group.ResolveStep:
		return b.Table
	case group.Withdraw:
		return b.Table
	case group.TakeRecorder:
		return b.Table
	case group.RegisterKey:
		return b.Table
	case group.AdmitPlayer:
		return b.Seat.Table
	case group.FlagEntry:
		return b.Table
	case group.TakeBackFlag:
		return b.Table
	case group.SeatPlayers:
		return tableOfSeats(b.Seats)
	default:
		return ""
	}
}

func tableOfSeats(seats []group.Seat) events.TableID {
	var one events.TableID
	for i, seat := range seats {
		if i > 0 && seat.Table != one {
			return ""
		}
		one = seat.Table
	}
	return one
}

// recorder refuses a captain's entry from another device than the one that records for the table.
func (d *decision) recorder() error {
	if _, taking := d.c.Body.(group.TakeRecorder); taking || d.c.Actor.Role != events.RoleCaptain {
		return nil
	}
	t, ok := d.s.Table(d.c.Actor.Table)
	if !ok || t.Recorder == "" || t.Recorder == d.c.Device {
		return nil
	}
	return refuse(engine.CodeNotRecorder, "another phone records for %s; take over first if this one should", t.Team)
}

// count refuses a device's command that is out of its own order.
func (d *decision) count() error {
	n := d.c.N
	if n == 0 {
		return nil
	}
	if d.c.Device == "" {
		return malformed("the command is number %d of a device, but names no device", n)
	}
	switch want := d.s.LastN(d.c.Device) + 1; {
	case n > want:
		return &engine.Refusal{
			Code: engine.CodeDeviceGap, WantN: want,
			Says: "an earlier entry of this phone is missing; it is sent again by itself",
		}
	case n < want:
		return &engine.Refusal{
			Code: engine.CodeDeviceRepeat, WantN: want,
			Says: "this phone has used the number of this entry for another one; load the page again",
		}
	}
	return nil
}

// phase refuses what the group's phase does not allow.
func (d *decision) phase() error {
	s := d.s
	switch d.c.Body.(type) {
	case group.OpenGroup:
		if s.Phase != PhaseNone {
			return refuse(CodeOpened, "this group was opened already as %s", s.Name)
		}
		return nil
	case lotr.Rule, group.Withdraw, group.Countersign, group.DisputeRuling, group.TakeBackFlag, group.ResolveFlag: // corrections and what is said of them; they look further themselves
	default:
		if s.Over() {
			return refuse(CodeOver, "the group has ended (%s); only a judge's ruling changes it now", s.Phase)
		}
	}
	switch {
	case s.Phase == PhaseNone:
		return refuse(CodeNotOpened, "there is no such group yet; the organiser opens it first")
	case s.Phase == PhaseSetup && !inSetup(d.c.Body):
		return refuse(CodeNotStarted, "the game has not started; the organiser starts it")
	case s.Phase != PhaseSetup && onlyInSetup(d.c.Body):
		return refuse(CodeStarted, "the game has started; this can only be done before")
	case s.Paused && isPlay(d.c.Body):
		return refuse(CodePaused, "play is paused: %s", s.PauseReason)
	}
	return nil
}

// round refuses an entry of a table that was made in another round: it was on its way, or waited on a
// phone, while the round was ended without it.
func (d *decision) round() error {
	switch d.c.Body.(type) {
	case lotr.TableCommand, group.Withdraw:
		if meant := d.c.Round; meant != 0 && meant != d.s.Round {
			return refuse(CodeOtherRound, "this was entered in round %d, and the group is in round %d; a judge can correct what round %d left behind", meant, d.s.Round, meant)
		}
	}
	return nil
}

// inSetup reports whether a command is possible before the game starts.
func inSetup(b events.CommandBody) bool {
	switch b.(type) {
	case group.SeatPlayers, group.Pause, group.Resume, group.Abandon, group.TakeRecorder, group.RegisterKey, group.PostNotice, lotr.DeclareDeck:
		return true
	default:
		return onlyInSetup(b)
	}
}

func onlyInSetup(b events.CommandBody) bool {
	switch b.(type) {
	case group.OpenGroup, group.UnseatPlayer, group.StartGroup, lotr.AssignDolGuldur:
		return true
	default:
		return false
	}
}

// isPlay reports whether a command is part of playing, which a pause stops.
func isPlay(b events.CommandBody) bool {
	switch b.(type) {
	case lotr.TableCommand, group.StartGroup, group.EndRound, group.ForceEndRound, group.ResolveStep, group.Withdraw:
		return true
	default:
		return false
	}
}

// decide is the dispatch; the rules of a command are in the file of its noun.
func (d *decision) decide() error {
	switch b := d.c.Body.(type) {
	case group.OpenGroup:
		return d.openGroup(b)
	case group.SeatPlayers:
		return d.seatPlayers(b)
	case group.UnseatPlayer:
		return d.unseatPlayer(b)
	case lotr.AssignDolGuldur:
		return d.assignDolGuldur(b)
	case group.StartGroup:
		return d.startGroup()
	case lotr.TableCommand:
		return d.tableCommand(b)
	case group.EndRound:
		return d.endRound(b)
	case group.ForceEndRound:
		return d.forceEndRound(b)
	case group.ResolveStep:
		return d.resolveStep(b)
	case group.Withdraw:
		return d.withdraw(b)
	case lotr.Rule:
		return d.rule(b)
	case group.AdmitPlayer:
		return d.admitPlayer(b)
	case group.DropPlayer:
		return d.dropPlayer(b)
	default:
		return d.control(b)
	}
}

// control decides what is about running the group and not about play.
func (d *decision) control(b events.CommandBody) error {
	switch b := b.(type) {
	case group.Pause:
		return d.pause(b)
	case group.Resume:
		return d.resume()
	case group.Abandon:
		return d.abandon(b)
	case group.TakeRecorder:
		return d.takeRecorder(b)
	case group.RegisterKey:
		return d.registerKey(b)
	case group.PostNotice:
		return d.postNotice(b)
	default:
		return d.review(b)
	}
}
