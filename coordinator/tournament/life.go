package tournament

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

func (d *decision) open(b tournament.OpenTournament) error {
	name, err := clean("the tournament's name", b.Name)
	if err != nil {
		return err
	}
	r, err := checkRules(b.Rules)
	if err != nil {
		return err
	}
	d.emit(tournament.TournamentOpened{Name: name, Rules: r, Seed: b.Seed})
	return nil
}

// changeRules changes the rules; after the start with consequences that were acknowledged. The format
// and the sides stay: rounds were paired by them.
func (d *decision) changeRules(b tournament.ChangeRules) error {
	now, err := checkRules(b.Rules)
	if err != nil {
		return err
	}
	was := d.s.Rules
	if sameRules(was, now) {
		return nil
	}
	change := func() error {
		d.emit(tournament.RulesChanged{Was: was, Now: now})
		return nil
	}
	if !d.s.Started() {
		err := change()
		if b.MoveUp {
			d.moveUp()
		}
		return err
	}
	switch n := len(d.s.Rounds); {
	case was.Format != now.Format:
		return refuse(CodeRules, "rounds are paired as %s: the format stays; another format is another tournament", was.Format)
	case !slices.Equal(was.Sides, now.Sides) && n > 0:
		return refuse(CodeRules, "rounds are paired with these sides: they stay")
	case now.Format != tournament.FormatRoundRobin && now.Rounds != 0 && now.Rounds < d.s.mainRounds():
		return refuse(CodeRules, "%d rounds are paired already: type %d or more", d.s.mainRounds(), d.s.mainRounds())
	case was.Format == tournament.FormatRoundRobin && was.Rounds != now.Rounds && n > 0:
		return refuse(CodeRules, "the round robin is drawn: how often everybody meets stays")
	case d.s.Cut != nil && (was.Cut != now.Cut || was.CutFormat != now.CutFormat || was.ThirdPlace != now.ThirdPlace):
		return refuse(CodeRules, "the cut is made: how it plays stays")
	}
	return d.touch(touching{what: tournament.TouchRules, reason: b.Reason, ack: b.Ack}, change)
}

// mainRounds counts the rounds of the main stage that are paired.
func (s State) mainRounds() int {
	n := 0
	for _, r := range s.Rounds {
		if r.Stage == tournament.StageMain {
			n++
		}
	}
	return n
}

// start ends registration: who did not check in is out, the waiting list moves up, and the entrants are
// seeded by rating, with lots among equals, unless the organiser has numbered them.
func (d *decision) start() error {
	if d.s.Rules.CheckIn {
		for _, e := range d.s.Entrants {
			if e.In() && !e.CheckedIn {
				d.emit(tournament.EntrantDropped{Entrant: e.N, Why: "not-checked-in"})
			}
		}
	}
	d.moveUp()
	in := d.s.In()
	least := max(2, rules.PodLeast(d.s.Rules))
	if d.s.Rules.Format == tournament.FormatRoundRobin {
		least = 3
	}
	if in < least {
		return refuse(CodeNoPairing, "%d are in the tournament: %d or more are needed; check people in, or wait for them", in, least)
	}
	if d.s.Rules.Format == tournament.FormatSwissCut && d.s.Rules.Cut > in {
		return refuse(CodeRules, "%d play on after the Swiss rounds, and %d are in the tournament: change the cut", d.s.Rules.Cut, in)
	}
	if order := d.seeded(); !slices.Equal(order, d.s.Order) {
		d.emit(tournament.EntrantsRenumbered{Was: d.s.Order, Now: order})
	}
	d.emit(tournament.TournamentStarted{Rounds: rules.PlannedRounds(d.s.Rules, in)})
	return nil
}

// moveUp takes the first of the waiting list while there is room before the start, unless places are
// given by hand.
func (d *decision) moveUp() {
	if d.s.Rules.ByHand {
		return
	}
	for _, e := range d.s.Entrants {
		room := d.s.Rules.Cap == 0 || d.s.In() < d.s.Rules.Cap
		if e.Waiting && !e.Dropped && room && (!d.starting() || !d.s.Rules.CheckIn || e.CheckedIn) {
			d.emit(tournament.WaitingAdmitted{Entrant: e.N})
		}
	}
}

func (d *decision) starting() bool {
	_, ok := d.c.Body.(tournament.StartTournament)
	return ok
}

// seeded is the order of seeds: as numbered, then by rating, and by lot among equals.
func (d *decision) seeded() []int {
	var order, rest []int
	for _, n := range d.s.Order {
		if e, _ := d.s.Entrant(n); e.In() {
			order = append(order, n)
		}
	}
	for _, e := range d.s.Entrants {
		if e.In() && !slices.Contains(order, e.N) {
			rest = append(rest, e.N)
		}
	}
	lot := func(n int) int { return engine.Draw(d.s.Seed, uint64(n), 1<<31) }
	slices.SortFunc(rest, func(a, b int) int {
		return cmp.Or(cmp.Compare(d.s.Entrants[b-1].Rating, d.s.Entrants[a-1].Rating), cmp.Compare(lot(a), lot(b)), cmp.Compare(a, b))
	})
	return append(order, rest...)
}

func (d *decision) freeze() error {
	switch {
	case d.s.Frozen != nil:
		return refuse(CodeFrozen, "the standings are frozen already")
	case d.s.Status != tournament.StatusRunning:
		return refuse(CodePhase, "standings are frozen while rounds are played; the tournament is %s", d.s.Status)
	}
	d.emit(tournament.StandingsFrozen{})
	return nil
}

// end ends the rounds. A round that is being played is finished or undone first.
func (d *decision) end() error {
	if !d.s.Playing() {
		return refuse(CodePhase, "no rounds are played; the tournament is %s", d.s.Status)
	}
	if r, ok := d.s.Round(len(d.s.Rounds)); ok && !r.Finished {
		return refuse(CodeOpenTables, "round %d is not over: table %s has no result; enter it, or undo the round", r.N, numbers(r.Open()))
	}
	d.emit(tournament.TournamentEnded{})
	return nil
}

func (d *decision) thaw() error {
	if d.s.Frozen == nil {
		return refuse(CodeFrozen, "the standings are not frozen")
	}
	d.emit(tournament.StandingsThawed{})
	return nil
}

// finalise makes the standings final: nothing may be left open.
func (d *decision) finalise() error {
	switch {
	case d.s.Status != tournament.StatusEnded && d.s.Status != tournament.StatusThawed:
		return refuse(CodePhase, "end the tournament first; it is %s", d.s.Status)
	case d.s.Frozen != nil:
		return refuse(CodeFrozen, "the standings are frozen: thaw them first, so that everybody sees what becomes final")
	}
	if waits := d.s.waitingAnywhere(); waits != "" {
		return refuse(CodeOpenTables, "%s: settle it before the standings are final", waits)
	}
	d.emit(tournament.TournamentFinal{})
	return nil
}

func (d *decision) seal() error {
	if d.s.Status != tournament.StatusFinal {
		return refuse(CodePhase, "only a final tournament is sealed; it is %s", d.s.Status)
	}
	d.emit(tournament.TournamentSealed{})
	return nil
}

func (d *decision) reopen(b tournament.ReopenTournament) error {
	switch d.s.Status {
	case tournament.StatusEnded, tournament.StatusThawed, tournament.StatusFinal:
	default:
		return refuse(CodePhase, "only a tournament that has ended is reopened; it is %s", d.s.Status)
	}
	return d.touch(touching{what: tournament.TouchEnd, reason: b.Reason, ack: b.Ack}, func() error {
		d.emit(tournament.TournamentReopened{Was: d.s.Status})
		return nil
	})
}
