package tournament

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Evolve returns the log with an event taken into account. Events of other packages change nothing. It
// never refuses: what was decided is so.
func (l Log) Evolve(e events.Payload) Log {
	switch e := e.(type) {
	case tournament.TournamentOpened:
		l.Name, l.Rules, l.Seed, l.Status = e.Name, e.Rules, e.Seed, tournament.StatusOpen
	case tournament.RulesChanged:
		l.Rules = e.Now
		if l.Started() {
			l.Planned = l.planned()
		}
	case tournament.TournamentStarted:
		l.Status, l.Planned = tournament.StatusRunning, e.Rounds
	case tournament.CutMade:
		l.Cut = &e
		if len(e.Entrants) == 0 {
			l.Cut = nil
		}
	case tournament.IntegrityNoted:
		l.Integrity = append(slices.Clip(l.Integrity), e)
	case tournament.EntrantsRenumbered:
		l.Order = e.Now
	default:
		return l.evolveLife(e)
	}
	return l
}

// evolveLife folds the steps of the life-cycle.
func (l Log) evolveLife(e events.Payload) Log {
	switch e.(type) {
	case tournament.StandingsFrozen:
		l.Status = tournament.StatusFrozen
		shown := l.Public()
		l.Frozen = &shown
	case tournament.TournamentEnded:
		l.Status = tournament.StatusEnded
	case tournament.StandingsThawed:
		if l.Status == tournament.StatusFrozen {
			l.Status = tournament.StatusRunning
		} else {
			l.Status = tournament.StatusThawed
		}
		l.Frozen = nil
	case tournament.TournamentFinal:
		l.Status = tournament.StatusFinal
	case tournament.TournamentSealed:
		l.Status = tournament.StatusSealed
	case tournament.TournamentReopened:
		l.Status = tournament.StatusRunning
		if l.Frozen != nil {
			l.Status = tournament.StatusFrozen
		}
	default:
		return l.evolveEntrants(e)
	}
	return l
}

// entrant returns the log with an entrant changed.
func (l Log) entrant(n int, change func(*Entrant)) Log {
	l.Entrants = slices.Clone(l.Entrants)
	change(&l.Entrants[n-1])
	return l
}

func (l Log) evolveEntrants(e events.Payload) Log {
	switch e := e.(type) {
	case tournament.EntrantRegistered:
		l.Entrants = append(slices.Clip(l.Entrants), Entrant{
			Entrant: e.Entrant, N: e.N, Waiting: e.Waiting, From: e.From, Late: e.From, Points: e.Points,
		})
		if l.Started() && !e.Waiting {
			l.Order = append(slices.Clip(l.Order), e.N)
		}
		return l
	case tournament.EntrantEdited:
		return l.entrant(e.Entrant, func(x *Entrant) { x.Entrant = e.Now })
	case tournament.WaitingAdmitted:
		return l.entrant(e.Entrant, func(x *Entrant) {
			x.Waiting, x.From, x.Late, x.Points, x.Admitted = false, e.From, e.From, e.Points, true
		})
	case tournament.EntrantCheckedIn:
		return l.entrant(e.Entrant, func(x *Entrant) { x.CheckedIn = !e.Undone })
	case tournament.EntrantDropped:
		return l.entrant(e.Entrant, func(x *Entrant) { x.Dropped, x.DroppedAfter, x.Why = true, e.Round, e.Why })
	case tournament.EntrantReturned:
		return l.entrant(e.Entrant, func(x *Entrant) {
			x.Dropped, x.DroppedAfter, x.Why, x.From = false, 0, "", e.From
		})
	case tournament.EntrantNoShow:
		return l.entrant(e.Entrant, func(x *Entrant) { x.NoShows = append(slices.Clip(x.NoShows), e.Round) })
	case tournament.ByeGranted:
		return l.granted(e)
	case tournament.EntrantsMerged:
		return l.merged(e)
	case tournament.EntrantsKeptApart:
		l.Apart = slices.DeleteFunc(slices.Clone(l.Apart), func(p [2]int) bool { return p == [2]int{e.A, e.B} })
		if !e.Undone {
			l.Apart = append(l.Apart, [2]int{e.A, e.B})
		}
		return l
	default:
		return l.evolveRounds(e)
	}
}

// granted notes a bye, and gives it in the round if that was paired without the entrant.
func (l Log) granted(e tournament.ByeGranted) Log {
	l = l.entrant(e.Entrant, func(x *Entrant) {
		x.Byes = slices.DeleteFunc(slices.Clone(x.Byes), func(g Grant) bool { return g.Round == e.Round })
		if e.Kind != "" {
			x.Byes = append(x.Byes, Grant{Round: e.Round, Kind: e.Kind})
		}
	})
	if e.Round > len(l.Rounds) {
		return l
	}
	return l.round(e.Round, func(r *Round) {
		r.Byes = slices.DeleteFunc(slices.Clone(r.Byes), func(b tournament.Bye) bool { return b.Entrant == e.Entrant })
		if e.Kind != "" {
			r.Byes = append(r.Byes, tournament.Bye{Entrant: e.Entrant, Kind: e.Kind})
		}
	})
}

// merged gives the rounds of one entrant to another, or gives them back.
func (l Log) merged(e tournament.EntrantsMerged) Log {
	from, to := e.Gone, e.Keep
	if e.Undone {
		from, to = e.Keep, e.Gone
	}
	for _, n := range e.Moved {
		if n <= len(l.Rounds) {
			l = l.round(n, func(r *Round) { r.rename(from, to) })
		}
	}
	l.Entrants = slices.Clone(l.Entrants)
	a, b := &l.Entrants[from-1], &l.Entrants[to-1]
	mine := func(g Grant) bool { return slices.Contains(e.Moved, g.Round) }
	for _, g := range a.Byes {
		if mine(g) {
			b.Byes = append(slices.Clip(b.Byes), g)
		}
	}
	a.Byes = slices.DeleteFunc(slices.Clone(a.Byes), mine)
	if e.Undone {
		l.Entrants[e.Gone-1].Into, l.Entrants[e.Gone-1].Moved = 0, nil
	} else {
		l.Entrants[e.Gone-1].Into, l.Entrants[e.Gone-1].Moved = e.Keep, e.Moved
	}
	return l
}

// rename puts one entrant in the place of another in everything that the round says.
func (r *Round) rename(from, to int) {
	r.Tables = slices.Clone(r.Tables)
	for i, t := range r.Tables {
		if !t.Has(from) {
			continue
		}
		t.Seats = slices.Clone(t.Seats)
		t.Seats[slices.Index(t.Seats, from)] = to
		t.Entries = slices.Clone(t.Entries)
		for j := range t.Entries {
			t.Entries[j].rename(from, to)
		}
		r.Tables[i] = t
	}
	r.Byes = slices.Clone(r.Byes)
	for i := range r.Byes {
		if r.Byes[i].Entrant == from {
			r.Byes[i].Entrant = to
		}
	}
}

func (e *Entry) rename(from, to int) {
	e.Result.Lines = slices.Clone(e.Result.Lines)
	for i := range e.Result.Lines {
		if e.Result.Lines[i].Entrant == from {
			e.Result.Lines[i].Entrant = to
		}
	}
	if e.Entrant == from {
		e.Entrant = to
	}
}
