package tournament

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// round returns the log with a round changed.
func (l Log) round(n int, change func(*Round)) Log {
	l.Rounds = slices.Clone(l.Rounds)
	change(&l.Rounds[n-1])
	return l
}

// table returns the log with a table changed.
func (l Log) table(round, n int, change func(*Table)) Log {
	return l.round(round, func(r *Round) {
		r.Tables = slices.Clone(r.Tables)
		change(&r.Tables[n-1])
	})
}

func (l Log) evolveRounds(e events.Payload) Log {
	switch e := e.(type) {
	case tournament.RoundPaired:
		return l.paired(e)
	case tournament.PairingChanged:
		ahead := l.ahead(e.Round)
		return l.round(e.Round, func(r *Round) { r.reseat(e, ahead) })
	case tournament.TableLocked:
		return l.table(e.Round, e.Table, func(t *Table) { t.Locked = !e.Undone })
	case tournament.RoundPublished:
		return l.round(e.Round, func(r *Round) { r.Published = true })
	case tournament.RoundStarted:
		return l.round(e.Round, func(r *Round) { r.Clock = &Clock{Started: e.At, Seconds: e.Seconds} })
	case tournament.RoundUndone:
		return l.undone(e)
	case tournament.RoundFinished:
		return l.round(e.Round, func(r *Round) { r.Finished = true })
	case tournament.RoundReopened:
		return l.round(e.Round, func(r *Round) { r.Finished = false })
	case tournament.GroupLinked:
		return l.table(e.Round, e.Table, func(t *Table) { t.Group = e.Group })
	default:
		return l.evolveClock(e)
	}
}

// paired adds a round, or gives it other tables: those that stay as they were keep what was entered.
func (l Log) paired(e tournament.RoundPaired) Log {
	r := Round{N: e.Round, Stage: e.Stage}
	if e.Again {
		r = l.Rounds[e.Round-1]
	}
	before := r.Tables
	r.Byes, r.Flags = e.Byes, e.Flags
	ahead := l.ahead(e.Round)
	r.Tables = make([]Table, len(e.Tables))
	for i, seats := range e.Tables {
		t := Table{N: i + 1, Seats: seats, First: l.first(e.First, i, len(seats)), Ahead: ahead(seats)}
		if i < len(e.Slots) {
			t.Slot = e.Slots[i]
		}
		if i < len(before) && slices.Equal(before[i].Seats, seats) {
			t = before[i]
		}
		r.Tables[i] = t
	}
	if e.Again {
		return l.round(e.Round, func(old *Round) { *old = r })
	}
	l.Rounds = append(slices.Clip(l.Rounds), r)
	return l
}

// ahead tells how far the first of two at a table is in front of the second before a round.
func (l Log) ahead(round int) func([]int) int {
	none := func([]int) int { return 0 }
	if f := l.Rules.Format; f != tournament.FormatSwiss && f != tournament.FormatSwissCut || round == 1 {
		return none
	}
	scores, err := l.upTo(round - 1).pairingScores()
	if err != nil {
		return none
	}
	return func(seats []int) int {
		if len(seats) != 2 {
			return 0
		}
		return scores[seats[0]-1] - scores[seats[1]-1]
	}
}

// first is how many of a table are on the first side; 0: the game has no sides.
func (l Log) first(given []int, i, seats int) int {
	switch {
	case len(l.Rules.Sides) == 0:
		return 0
	case i < len(given) && given[i] > 0:
		return given[i]
	default:
		return (seats + 1) / 2
	}
}

// reseat sets tables by hand. A table whose entrants change loses what was entered there.
func (r *Round) reseat(e tournament.PairingChanged, ahead func([]int) int) {
	tables := slices.Clone(r.Tables)
	for _, s := range e.Now {
		t := Table{N: s.Table, Seats: s.Entrants, First: s.First, Ahead: ahead(s.Entrants)}
		if s.Table <= len(tables) {
			was := tables[s.Table-1]
			t.Locked, t.Extra, t.Called, t.Slot = was.Locked, was.Extra, was.Called, was.Slot
			tables[s.Table-1] = t
			continue
		}
		tables = append(tables, t)
	}
	for len(tables) > 0 && len(tables[len(tables)-1].Seats) == 0 {
		tables = tables[:len(tables)-1]
	}
	r.Tables, r.Byes = tables, e.Byes
	touched := func(f tournament.Flag) bool {
		return slices.ContainsFunc(e.Now, func(s tournament.Seating) bool { return s.Table == f.Table })
	}
	r.Flags = append(slices.DeleteFunc(slices.Clone(r.Flags), touched), e.Flags...)
}

func (l Log) undone(e tournament.RoundUndone) Log {
	switch e.Step {
	case tournament.StepStart:
		return l.round(e.Round, func(r *Round) {
			r.Clock = nil
			r.Tables = slices.Clone(r.Tables)
			for i := range r.Tables {
				r.Tables[i].Extra, r.Tables[i].Called = 0, false
			}
		})
	case tournament.StepPublish:
		return l.round(e.Round, func(r *Round) { r.Published = false })
	default:
		l.Rounds = l.Rounds[:e.Round-1]
		return l
	}
}

func (l Log) evolveClock(e events.Payload) Log {
	switch e := e.(type) {
	case tournament.ClockPaused:
		return l.clock(e.Round, func(c *Clock) { c.Paused, c.Reason = e.At, e.Reason })
	case tournament.ClockResumed:
		return l.clock(e.Round, func(c *Clock) {
			c.Stood += max(0, e.At-c.Paused)
			c.Paused, c.Reason = 0, ""
		})
	case tournament.ClockExtended:
		return l.extended(e)
	case tournament.TimeCalled:
		return l.round(e.Round, func(r *Round) {
			r.Tables = slices.Clone(r.Tables)
			for _, n := range e.Tables {
				r.Tables[n-1].Called = true
			}
		})
	default:
		return l.evolveResults(e)
	}
}

func (l Log) clock(round int, change func(*Clock)) Log {
	return l.round(round, func(r *Round) {
		c := *r.Clock
		change(&c)
		r.Clock = &c
	})
}

// extended gives more time. A table that is given some after its time was called plays on.
func (l Log) extended(e tournament.ClockExtended) Log {
	if e.Table == 0 {
		l = l.clock(e.Round, func(c *Clock) { c.Seconds += e.Seconds })
	}
	return l.round(e.Round, func(r *Round) {
		r.Tables = slices.Clone(r.Tables)
		for i := range r.Tables {
			t := &r.Tables[i]
			switch {
			case e.Table == 0:
				t.Called = t.Called && e.Seconds < 0
			case e.Table == t.N:
				t.Extra += e.Seconds
				t.Called = t.Called && e.Seconds < 0
			}
		}
	})
}

func (l Log) evolveResults(e events.Payload) Log {
	switch e := e.(type) {
	case tournament.ResultEntered:
		return l.table(e.Round, e.Table, func(t *Table) { t.entered(e) })
	case tournament.ResultConfirmed:
		return l.table(e.Round, e.Table, func(t *Table) {
			t.entry(e.Entry, func(x *Entry) { x.Confirmed = append(slices.Clip(x.Confirmed), e) })
		})
	case tournament.ResultRejected:
		return l.table(e.Round, e.Table, func(t *Table) {
			t.entry(e.Entry, func(x *Entry) { x.State, x.Rejected = EntryRejected, &e })
			t.Conflict = t.Stands == 0
		})
	case tournament.ResultsConflict:
		return l.table(e.Round, e.Table, func(t *Table) { t.Conflict = true })
	case tournament.ResultStands:
		return l.table(e.Round, e.Table, func(t *Table) { t.stands(e.Entry) })
	default:
		return l
	}
}

func (t *Table) entry(n int, change func(*Entry)) {
	t.Entries = slices.Clone(t.Entries)
	change(&t.Entries[n-1])
}

// entered adds an entry. Who enters again replaces what they had entered before and nobody confirmed.
func (t *Table) entered(e tournament.ResultEntered) {
	t.Entries = slices.Clone(t.Entries)
	for i := range t.Entries {
		if x := &t.Entries[i]; x.State == EntryPending && x.Entrant == e.Entrant && x.By == e.By && x.Corrects == 0 {
			x.State = EntrySuperseded
		}
	}
	t.Entries = append(t.Entries, Entry{ResultEntered: e, State: EntryPending})
}

// stands makes an entry the one that counts. An entry that takes the result back leaves none.
func (t *Table) stands(n int) {
	t.Entries = slices.Clone(t.Entries)
	for i := range t.Entries {
		if x := &t.Entries[i]; x.State == EntryPending || x.State == EntryStands {
			x.State = EntrySuperseded
		}
	}
	t.Entries[n-1].State, t.Conflict, t.Stands = EntryStands, false, n
	if t.Entries[n-1].Result.Kind == tournament.Open {
		t.Entries[n-1].State, t.Stands = EntrySuperseded, 0
	}
}
