package tournament

import (
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// round returns a round that is paired.
func (d *decision) roundOf(n int) (rules.Round, error) {
	r, ok := d.s.Round(n)
	if !ok {
		return r, refuse(CodeRound, "round %d is not paired; the last that is is round %d", n, len(d.s.Rounds))
	}
	return r, nil
}

// lastRound returns the round that is paired last, if it is the one that was meant.
func (d *decision) lastRound(n int) (rules.Round, error) {
	r, err := d.roundOf(n)
	if err == nil && n != len(d.s.Rounds) {
		return r, refuse(CodeRound, "round %d is in the past: round %d is the one that is played", n, len(d.s.Rounds))
	}
	return r, err
}

// playedRound returns the last round, once it is published.
func (d *decision) playedRound(n int) (rules.Round, error) {
	r, err := d.lastRound(n)
	if err == nil && !r.Published {
		return r, refuse(CodeRound, "the pairing of round %d is not published", n)
	}
	return r, err
}

func (d *decision) tableOf(r rules.Round, n int) (rules.Table, error) {
	t, ok := r.Table(n)
	if !ok {
		return t, refuse(CodeTable, "round %d has no table %d: there are %d", r.N, n, len(r.Tables))
	}
	if len(t.Seats) == 0 {
		return t, refuse(CodeTable, "nobody sits at table %d in round %d", n, r.N)
	}
	return t, nil
}

// pairRound pairs the next round.
func (d *decision) pairRound(b tournament.PairRound) error {
	if err := d.mayPair(b.Round); err != nil {
		return err
	}
	paired, err := d.s.Pair()
	if err != nil {
		return err
	}
	d.emit(paired)
	d.walkovers(b.Round)
	return nil
}

// mayPair refuses a round before its turn or after the last.
func (d *decision) mayPair(n int) error {
	last := len(d.s.Rounds)
	if n != last+1 {
		return refuse(CodeRound, "round %d is not the next to be paired: that is round %d", n, last+1)
	}
	if r, ok := d.s.Round(last); ok && !r.Finished {
		return refuse(CodeOpenTables, "round %d is not over: table %s has no result", last, numbers(r.Open()))
	}
	if _, left := d.s.Next(); !left {
		if d.s.Rules.Format == tournament.FormatSwissCut && d.s.Cut == nil {
			return refuse(CodeRound, "all %d Swiss rounds are played: make the cut", d.s.Planned)
		}
		return refuse(CodeRound, "all rounds are played: end the tournament, or change the number of rounds")
	}
	return nil
}

// walkovers gives the tables whose entrants have left their results: in a round robin or an elimination
// the others still meet them on paper.
func (d *decision) walkovers(round int) {
	r, _ := d.s.Round(round)
	for _, t := range r.Tables {
		res := tournament.Result{Kind: tournament.Forfeit}
		for _, n := range t.Seats {
			if !d.s.Entrants[n-1].In() {
				res.Lines = append(res.Lines, tournament.Line{Entrant: n, Forfeits: true})
			}
		}
		if len(res.Lines) == 0 || len(t.Seats) > 2 || t.Stands != 0 {
			continue
		}
		full, err := d.s.Complete(r, t, res)
		if err != nil {
			continue // a judge rules
		}
		d.emit(tournament.ResultEntered{Round: r.N, Table: t.N, Entry: len(t.Entries) + 1, Role: events.RoleSystem, Result: full})
		d.emit(tournament.ResultStands{Round: r.N, Table: t.N, Entry: len(t.Entries) + 1})
	}
}

// finish says that a round is over once every table has a result.
func (d *decision) finish(round int) {
	r, _ := d.s.Round(round)
	if !r.Finished && r.Published && len(r.Open()) == 0 {
		d.emit(tournament.RoundFinished{Round: round})
	}
}

func (d *decision) lockTable(b tournament.LockTable) error {
	r, err := d.lastRound(b.Round)
	if err != nil {
		return err
	}
	t, err := d.tableOf(r, b.Table)
	if err != nil {
		return err
	}
	if t.Locked != !b.Unlock {
		d.emit(tournament.TableLocked{Round: r.N, Table: t.N, Undone: b.Unlock})
	}
	return nil
}

// pairAgain pairs again what is neither locked nor entered.
func (d *decision) pairAgain(b tournament.PairAgain) error {
	r, err := d.lastRound(b.Round)
	if err != nil {
		return err
	}
	why, err := reason(b.Reason)
	if err != nil {
		return err
	}
	if r.Finished {
		return refuse(CodeHasResult, "round %d is over", r.N)
	}
	again := func() error {
		paired, err := d.s.PairAgain()
		if err != nil {
			return err
		}
		paired.Reason = why
		if same(r, paired) {
			return refuse(CodeNothing, "the pairing would be the same")
		}
		d.emit(paired)
		d.walkovers(r.N)
		d.finish(r.N)
		return nil
	}
	if !r.Published {
		return again()
	}
	return d.touch(touching{what: tournament.TouchPairing, reason: why, ack: b.Ack, round: r.N}, again)
}

func same(r rules.Round, p tournament.RoundPaired) bool {
	return slices.Equal(r.Byes, p.Byes) && slices.EqualFunc(r.Tables, p.Tables, func(t rules.Table, seats []int) bool {
		return slices.Equal(t.Seats, seats)
	})
}

// undoRound takes the latest step of a round back: the start of its clock, its publishing, or the
// pairing. After the cut was made and before it plays, the cut.
func (d *decision) undoRound(b tournament.UndoRound) error {
	r, err := d.lastRound(b.Round)
	if err != nil {
		return err
	}
	why, err := reason(b.Reason)
	if err != nil {
		return err
	}
	if d.s.Cut != nil && d.s.Cut.After == r.N {
		d.emit(tournament.CutMade{After: r.N})
		return nil
	}
	var with []int
	for _, t := range r.Tables {
		if res, ok := t.Result(); ok && !walkover(t) && res.Kind != tournament.Open {
			with = append(with, t.N)
		}
	}
	if len(with) > 0 {
		return refuse(CodeHasResult, "table %s of round %d has a result: take it back by a correction first", numbers(with), r.N)
	}
	undone := tournament.RoundUndone{Round: r.N, Step: tournament.StepPair, Reason: why}
	switch {
	case r.Clock != nil:
		undone.Step = tournament.StepStart
	case r.Published:
		undone.Step = tournament.StepPublish
	}
	if pending := waiting(r); undone.Step == tournament.StepPair && len(pending) > 0 {
		return refuse(CodeHasResult, "table %s of round %d has an entry that waits: reject it first", numbers(pending), r.N)
	}
	if r.Finished {
		d.emit(tournament.RoundReopened{Round: r.N})
	}
	d.emit(undone)
	return nil
}

// walkover tells whether the table's result came with its pairing.
func walkover(t rules.Table) bool {
	return t.Stands == 1 && t.Entries[0].Role == events.RoleSystem && t.Entries[0].Group == ""
}

func waiting(r rules.Round) []int {
	var out []int
	for _, t := range r.Tables {
		if _, ok := t.Pending(); ok {
			out = append(out, t.N)
		}
	}
	return out
}

// makeCut ends the Swiss rounds: the best who are still in play on, by the standings.
func (d *decision) makeCut(b tournament.MakeCut) error {
	r, ok := d.s.Round(len(d.s.Rounds))
	switch {
	case d.s.Rules.Format != tournament.FormatSwissCut:
		return refuse(CodeRules, "a %s has no cut", d.s.Rules.Format)
	case d.s.Cut != nil:
		return refuse(CodeNothing, "the cut is made already")
	case !ok || r.N < d.s.Planned || !r.Finished:
		return refuse(CodeOpenTables, "the cut comes after %d Swiss rounds; %d are paired, and the last has to be over", d.s.Planned, len(d.s.Rounds))
	case b.Size != 0 && (b.Size < 2 || b.Size > 64):
		return malformed("%d play on: type 2 to 64, or 0 for what the rules say", b.Size)
	}
	if waits := d.s.waitingAnywhere(); waits != "" {
		return refuse(CodeOpenTables, "%s: settle it before the cut", waits)
	}
	size := b.Size
	if size == 0 {
		size = d.s.Rules.Cut
	}
	seeds, err := d.s.CutSeeds(size)
	if err != nil {
		return err
	}
	d.emit(tournament.CutMade{Entrants: seeds, After: r.N})
	return nil
}

// linkGroup says that a table plays as a group.
func (d *decision) linkGroup(b tournament.LinkGroup) error {
	r, err := d.lastRound(b.Round)
	if err != nil {
		return err
	}
	t, err := d.tableOf(r, b.Table)
	if err != nil {
		return err
	}
	if b.Group != "" {
		if err := b.Group.Validate(); err != nil {
			return malformed("%v", err)
		}
		for _, other := range d.s.Rounds {
			for _, o := range other.Tables {
				if o.Group == b.Group && (other.N != r.N || o.N != t.N) {
					return refuse(CodeGroup, "the group %s plays for table %d of round %d already", b.Group, o.N, other.N)
				}
			}
		}
	}
	if t.Group != b.Group {
		d.emit(tournament.GroupLinked{Round: r.N, Table: t.N, Group: b.Group})
	}
	return nil
}
