package tournament

import (
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// decision is one decision being made: each event that is emitted is folded at once.
type decision struct {
	s   State
	c   coordinator.Command
	out []events.Payload
	// previews has consequences worked out and taken as acknowledged; they go to shown.
	previews bool
	shown    *tournament.Consequences
}

func (d *decision) emit(es ...events.Payload) {
	for _, e := range es {
		d.out = append(d.out, e)
		d.s.Log = d.s.Evolve(e)
	}
}

// Decide answers a command, asked in a state, with the events to append (at least one), or with a
// [*engine.Refusal]. It checks, in this order: the right of who asks, the device's count, the
// tournament's status, the command's own rules. It reads no clock and draws nothing but from the seed
// in the log.
//
// Refusals name people by id in braces, "{p-7}"; pages put the name there.
func Decide(s State, c coordinator.Command) ([]events.Payload, error) {
	d := &decision{s: s, c: c}
	if err := d.run(); err != nil {
		return nil, err
	}
	return d.out, nil
}

// Preview says what a command would do, as it is shown before it is given; its Ack is what the command
// has to carry. A command that would be refused is refused here too, and one that needs no preview
// gives no consequences with an empty Ack.
func Preview(s State, c coordinator.Command) (tournament.Consequences, error) {
	d := &decision{s: s, c: c, previews: true}
	if err := d.run(); err != nil {
		return tournament.Consequences{}, err
	}
	if d.shown == nil {
		return tournament.Consequences{}, nil
	}
	return *d.shown, nil
}

func (d *decision) run() error {
	if d.c.Body == nil {
		return malformed("the command has no body")
	}
	for _, check := range []func() error{d.right, d.count, d.phase, d.decide} {
		if err := check(); err != nil {
			return err
		}
	}
	if len(d.out) == 0 {
		return refuse(CodeNothing, "that changes nothing")
	}
	return nil
}

// right refuses who may not ask this. Players act for themselves only: their own entry, and the table
// at which they sit.
func (d *decision) right() error {
	on := access.Object{Group: d.c.Group, Person: d.onBehalf()}
	if no := access.May(d.c.Actor, access.Give(d.c.Body.CommandType()), on); no != nil {
		return no
	}
	return nil
}

// onBehalf returns the person whose entry or table the command is about, as far as a player may ask it.
func (d *decision) onBehalf() events.PersonID {
	switch b := d.c.Body.(type) {
	case tournament.Register:
		if len(b.Entrants) == 1 && b.Source == "" {
			return b.Entrants[0].Player
		}
	case tournament.CheckIn:
		return d.personOf(b.Entrant)
	case tournament.Drop:
		return d.personOf(b.Entrant)
	case tournament.EnterResult:
		return d.seated(b.Round, b.Table)
	case tournament.ConfirmResult:
		return d.seated(b.Round, b.Table)
	case tournament.RejectResult:
		return d.seated(b.Round, b.Table)
	}
	return ""
}

func (d *decision) personOf(n int) events.PersonID {
	e, _ := d.s.Entrant(n)
	if own, ok := d.s.EntrantOf(d.c.Actor.Person); ok && own.N == n {
		return d.c.Actor.Person // also under an id that was merged away
	}
	return e.Player
}

// seated returns who asks, if they sit at the table.
func (d *decision) seated(round, table int) events.PersonID {
	r, _ := d.s.Round(round)
	t, _ := r.Table(table)
	if own, ok := d.s.EntrantOf(d.c.Actor.Person); ok && t.Has(own.N) {
		return d.c.Actor.Person
	}
	return ""
}

// count refuses a device's command that is out of its own order.
func (d *decision) count() error {
	last, _ := d.s.devices.Get(d.c.Device)
	return coordinator.Count(d.c, last)
}

// phase refuses what the tournament's status does not allow.
func (d *decision) phase() error {
	_, opens := d.c.Body.(tournament.OpenTournament)
	s := d.s
	switch {
	case opens && s.Opened():
		return refuse(CodeOpened, "a tournament of this id was opened already as %s; choose another id", s.Name)
	case !opens && !s.Opened():
		return refuse(CodeNotOpened, "there is no such tournament yet; the organiser opens it first")
	case s.Sealed():
		return refuse(CodeSealed, "the tournament %s is sealed; nothing changes it any more", s.Name)
	}
	switch d.c.Body.(type) {
	case tournament.OpenTournament, tournament.FreezeStandings, tournament.EndTournament, tournament.ThawStandings,
		tournament.FinaliseTournament, tournament.SealTournament, tournament.ReopenTournament:
		return nil // the life-cycle looks itself
	}
	if s.Status == tournament.StatusFinal {
		return refuse(CodePhase, "the tournament %s is final; an organiser can reopen it, with a reason", s.Name)
	}
	return d.when()
}

// when refuses what comes only before the start, only after it, or only while rounds are played.
func (d *decision) when() error {
	s := d.s
	switch d.c.Body.(type) {
	case tournament.StartTournament, tournament.CheckIn, tournament.AdmitWaiting:
		if s.Started() {
			return refuse(CodePhase, "the tournament has started; that is done before")
		}
	case tournament.Register, tournament.Drop, tournament.Return, tournament.Renumber:
		if s.Started() && !s.Playing() {
			return refuse(CodePhase, "the tournament has ended; an organiser can reopen it, with a reason")
		}
	case tournament.CorrectResult, tournament.ConfirmResult, tournament.RejectResult, tournament.Overrule:
		if !s.Started() {
			return refuse(CodePhase, "the tournament has not started; the organiser starts it")
		}
	case tournament.ChangeRules, tournament.EditEntrant, tournament.MergeEntrants, tournament.PartEntrants, tournament.KeepApart, tournament.GrantBye:
	default:
		switch {
		case !s.Started():
			return refuse(CodePhase, "the tournament has not started; the organiser starts it")
		case !s.Playing():
			return refuse(CodePhase, "the tournament has ended; an organiser can reopen it, with a reason")
		}
	}
	return nil
}

// decide is the dispatch; the rules of a command are in the file of its noun.
func (d *decision) decide() error {
	switch b := d.c.Body.(type) {
	case tournament.OpenTournament:
		return d.open(b)
	case tournament.ChangeRules:
		return d.changeRules(b)
	case tournament.StartTournament:
		return d.start()
	case tournament.FreezeStandings:
		return d.freeze()
	case tournament.EndTournament:
		return d.end()
	case tournament.ThawStandings:
		return d.thaw()
	case tournament.FinaliseTournament:
		return d.finalise()
	case tournament.SealTournament:
		return d.seal()
	case tournament.ReopenTournament:
		return d.reopen(b)
	case tournament.Overrule:
		return d.overrule(b)
	default:
		return d.decideEntrants()
	}
}

func (d *decision) decideEntrants() error {
	switch b := d.c.Body.(type) {
	case tournament.Register:
		return d.register(b)
	case tournament.EditEntrant:
		return d.editEntrant(b)
	case tournament.AdmitWaiting:
		return d.admitWaiting(b)
	case tournament.CheckIn:
		return d.checkIn(b)
	case tournament.Drop:
		return d.drop(b)
	case tournament.Return:
		return d.comeBack(b)
	case tournament.MarkNoShow:
		return d.noShow(b)
	case tournament.GrantBye:
		return d.grantBye(b)
	case tournament.MergeEntrants:
		return d.merge(b)
	case tournament.PartEntrants:
		return d.part(b)
	case tournament.KeepApart:
		return d.keepApart(b)
	case tournament.Renumber:
		return d.renumber(b)
	default:
		return d.decideRounds()
	}
}

func (d *decision) decideRounds() error {
	switch b := d.c.Body.(type) {
	case tournament.PairRound:
		return d.pairRound(b)
	case tournament.ChangePairing:
		return d.changePairing(b)
	case tournament.LockTable:
		return d.lockTable(b)
	case tournament.PairAgain:
		return d.pairAgain(b)
	case tournament.PublishRound:
		return d.publish(b)
	case tournament.StartRound:
		return d.startRound(b)
	case tournament.UndoRound:
		return d.undoRound(b)
	case tournament.MakeCut:
		return d.makeCut(b)
	case tournament.ImportRound:
		return d.importRound(b)
	case tournament.LinkGroup:
		return d.linkGroup(b)
	default:
		return d.decideTables()
	}
}

func (d *decision) decideTables() error {
	switch b := d.c.Body.(type) {
	case tournament.PauseClock:
		return d.pauseClock(b)
	case tournament.ResumeClock:
		return d.resumeClock(b)
	case tournament.ExtendClock:
		return d.extendClock(b)
	case tournament.CallTime:
		return d.callTime(b)
	case tournament.EnterResult:
		return d.enterResult(b)
	case tournament.ConfirmResult:
		return d.confirmResult(b)
	case tournament.RejectResult:
		return d.rejectResult(b)
	case tournament.CorrectResult:
		return d.correctResult(b)
	default:
		return refuse(engine.CodeUnknownCommand, "a tournament does not know the command %s; update this program", b.CommandType())
	}
}
