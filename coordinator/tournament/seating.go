package tournament

import (
	"fmt"
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// changePairing sets tables by hand. Whoever is in the round has one place in it afterwards: a table or
// a bye. Tables with a result stay, and so does a bracket, whose pairs follow from its results.
func (d *decision) changePairing(b tournament.ChangePairing) error {
	r, err := d.lastRound(b.Round)
	if err != nil {
		return err
	}
	switch {
	case r.Finished:
		return refuse(CodeHasResult, "round %d is over", r.N)
	case d.s.Eliminates(r):
		return refuse(CodeSeating, "the pairs of an elimination follow from its results and seeds: correct those")
	case len(b.Tables) < 1 || len(b.Tables) > maxBatch:
		return malformed("%d tables are to change: name 1 to %d", len(b.Tables), maxBatch)
	}
	changed, err := d.reseated(r, b)
	if err != nil {
		return err
	}
	return d.touch(touching{what: tournament.TouchPairing, reason: b.Reason, ack: b.Ack, round: r.N}, func() error {
		d.emit(changed)
		d.finish(r.N)
		return nil
	})
}

// reseated works out the event of a change by hand.
func (d *decision) reseated(r rules.Round, b tournament.ChangePairing) (tournament.PairingChanged, error) {
	e := tournament.PairingChanged{Round: r.N, WasByes: r.Byes}
	tables := map[int]bool{}
	for _, s := range b.Tables {
		if tables[s.Table] {
			return e, malformed("table %d is named twice", s.Table)
		}
		tables[s.Table] = true
		was, now, err := d.seating(r, s)
		if err != nil {
			return e, err
		}
		if !slices.Equal(was.Entrants, now.Entrants) || was.First != now.First {
			e.Was, e.Now = append(e.Was, was), append(e.Now, now)
		}
	}
	if len(e.Now) == 0 && len(b.Byes) == 0 {
		return e, refuse(CodeNothing, "that is the pairing of round %d", r.N)
	}
	slices.SortFunc(e.Was, func(a, b tournament.Seating) int { return a.Table - b.Table })
	slices.SortFunc(e.Now, func(a, b tournament.Seating) int { return a.Table - b.Table })
	byes, err := d.reseatedByes(r, e.Now, b.Byes)
	if err != nil {
		return e, err
	}
	e.Byes = byes
	e.Flags = d.flags(r, e.Now)
	return e, d.checkPlaces(r, e)
}

// seating checks one table as it should be, and returns it before and after.
func (d *decision) seating(r rules.Round, s tournament.Seating) (was, now tournament.Seating, err error) {
	now = s
	now.Entrants = slices.Clone(s.Entrants)
	if s.Table < 1 || s.Table > len(r.Tables)+maxBatch {
		return was, now, refuse(CodeTable, "there is no table %d in round %d", s.Table, r.N)
	}
	was = tournament.Seating{Table: s.Table}
	if t, ok := r.Table(s.Table); ok {
		if t.Stands != 0 {
			return was, now, refuse(CodeHasResult, "table %d has a result: %s; it stays as it is", t.N, d.standing(t))
		}
		was.Entrants, was.First = t.Seats, t.First
	}
	least, most := rules.PodLeast(d.s.Rules), rules.PodSize(d.s.Rules)
	if d.s.Rules.Format == tournament.FormatPods {
		least, most = 2, 8
	}
	if n := len(s.Entrants); n != 0 && (n < least || n > most) {
		return was, now, refuse(CodeSeating, "%d sit at table %d: %d to %d can", n, s.Table, least, most)
	}
	for i, n := range s.Entrants {
		if _, err := d.entrant(n); err != nil {
			return was, now, err
		}
		if slices.Contains(s.Entrants[:i], n) {
			return was, now, refuse(CodeSeating, "%s is named twice at table %d", d.name(n), s.Table)
		}
	}
	return was, now, d.first(&now)
}

// first fills in how many sit on the first side.
func (d *decision) first(s *tournament.Seating) error {
	n := len(s.Entrants)
	switch {
	case len(d.s.Rules.Sides) == 0 && s.First != 0:
		return refuse(CodeSeating, "the game has no sides")
	case len(d.s.Rules.Sides) == 0 || n == 0:
		s.First = 0
	case s.First < 0 || s.First >= n:
		return refuse(CodeSeating, "%d of the %d at table %d are on the first side: 1 to %d can be", s.First, n, s.Table, n-1)
	case s.First == 0:
		s.First = (n + 1) / 2
	}
	return nil
}

// reseatedByes is every bye of the round afterwards.
func (d *decision) reseatedByes(r rules.Round, now []tournament.Seating, given []tournament.Bye) ([]tournament.Bye, error) {
	seated := func(n int) bool {
		return slices.ContainsFunc(now, func(s tournament.Seating) bool { return slices.Contains(s.Entrants, n) })
	}
	var out []tournament.Bye
	for _, b := range r.Byes {
		again := slices.ContainsFunc(given, func(g tournament.Bye) bool { return g.Entrant == b.Entrant })
		if !seated(b.Entrant) && !again {
			out = append(out, b)
		}
	}
	for i, b := range given {
		if _, err := d.entrant(b.Entrant); err != nil {
			return nil, err
		}
		if err := knownBye(b.Kind); err != nil {
			return nil, err
		}
		if seated(b.Entrant) || slices.ContainsFunc(given[:i], func(o tournament.Bye) bool { return o.Entrant == b.Entrant }) {
			return nil, refuse(CodeSeating, "%s would have two places in round %d", d.name(b.Entrant), r.N)
		}
		out = append(out, b)
	}
	return out, nil
}

// checkPlaces holds the round against the rule that everybody in it has one place.
func (d *decision) checkPlaces(r rules.Round, e tournament.PairingChanged) error {
	after := d.s.Evolve(e)
	now, _ := after.Round(r.N)
	count := map[int]int{}
	for i, t := range now.Tables {
		if t.N != i+1 {
			return refuse(CodeSeating, "table %d comes after table %d: tables are numbered without a gap", t.N, i)
		}
		for _, n := range t.Seats {
			count[n]++
		}
	}
	for _, b := range now.Byes {
		count[b.Entrant]++
	}
	for _, x := range d.s.Entrants {
		_, at := r.At(x.N)
		had := at || r.Bye(x.N) != ""
		switch n := count[x.N]; {
		case n > 1:
			return refuse(CodeSeating, "%s would have %d places in round %d: name every table that changes", d.name(x.N), n, r.N)
		case n == 0 && had && x.In():
			return refuse(CodeSeating, "%s would have no place in round %d: give them a table or a bye", d.name(x.N), r.N)
		case n == 1 && !had && !x.Plays(r.N):
			return refuse(CodeLeft, "%s does not play in round %d: they left, wait, or come later", d.name(x.N), r.N)
		}
	}
	return nil
}

// flags tells what is unusual about tables set by hand.
//
// Source: cases/README.md, 8.
func (d *decision) flags(r rules.Round, now []tournament.Seating) []tournament.Flag {
	var out []tournament.Flag
	for _, s := range now {
		if len(s.Entrants) == 0 {
			continue
		}
		out = append(out, tournament.Flag{Table: s.Table, Code: tournament.FlagManual, Says: "set by hand"})
		for i, a := range s.Entrants {
			for _, b := range s.Entrants[:i] {
				if met := d.s.Met(a, b, r.N); len(met) > 0 {
					says := fmt.Sprintf("%s and %s have met in round %s; this table was set by hand", d.name(b), d.name(a), numbers(met))
					out = append(out, tournament.Flag{Table: s.Table, Code: tournament.FlagRepeat, Says: says})
				}
			}
		}
	}
	return out
}
