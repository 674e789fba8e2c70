package tournament

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// importRound takes a round from a file: the next one with its pairing, or results of the one that is
// played.
func (d *decision) importRound(b tournament.ImportRound) error {
	source, err := sentence("source of the import", b.Source, 1, maxName)
	if err != nil {
		return err
	}
	if len(b.Tables) < 1 || len(b.Tables) > 1000 {
		return malformed("%d tables: import 1 to 1000 at a time", len(b.Tables))
	}
	n := 0
	for _, t := range b.Tables {
		if t.Result != nil {
			n++
		}
	}
	if n > maxResults {
		return malformed("%d results: import at most %d at a time, the pairing with the first", n, maxResults)
	}
	about := touching{what: tournament.TouchImport, reason: b.Reason, ack: b.Ack, round: b.Round, source: source}
	if b.Round == len(d.s.Rounds) {
		return d.importResults(b, about)
	}
	play := func() error { return d.importPaired(b) }
	if err := d.aside(play); err != nil {
		return err
	}
	return d.touch(about, play)
}

// importPaired takes the next round with its pairing and results.
func (d *decision) importPaired(b tournament.ImportRound) error {
	if err := d.importSeeds(b); err != nil {
		return err
	}
	if err := d.mayPair(b.Round); err != nil {
		return err
	}
	stage, _ := d.s.Next()
	pairing := func() (tournament.RoundPaired, map[int]tournament.Result, error) { return d.imported(b, stage) }
	eliminates := d.s.Eliminates(rules.Round{Stage: stage})
	if eliminates {
		pairing = func() (tournament.RoundPaired, map[int]tournament.Result, error) { return d.importedBracket(b) }
	}
	paired, results, err := pairing()
	if err != nil {
		return err
	}
	d.emit(paired, tournament.RoundPublished{Round: b.Round})
	if err := d.importedResults(b.Round, results); err != nil {
		return err
	}
	if eliminates { // who left loses, where the file does not say so
		d.walkovers(b.Round)
		d.finish(b.Round)
	}
	return nil
}

// imported checks the pairing of an imported round.
func (d *decision) imported(b tournament.ImportRound, stage int) (tournament.RoundPaired, map[int]tournament.Result, error) {
	paired := tournament.RoundPaired{Round: b.Round, Stage: stage, Byes: b.Byes}
	results := map[int]tournament.Result{}
	place := map[int]bool{}
	take := func(n int) error { return d.takePlace(place, n, b.Round) }
	for i, t := range b.Tables {
		if least, most := 2, d.mostSeats(); len(t.Entrants) < least || len(t.Entrants) > most {
			return paired, nil, inRow(refuse(CodeSeating, "%d sit at the table: %d to %d can", len(t.Entrants), least, most), i, len(b.Tables))
		}
		for _, n := range t.Entrants {
			if err := take(n); err != nil {
				return paired, nil, inRow(err, i, len(b.Tables))
			}
		}
		set := tournament.Seating{Entrants: t.Entrants, First: t.First}
		if err := d.first(&set); err != nil {
			return paired, nil, inRow(err, i, len(b.Tables))
		}
		if d.s.Rules.Format == tournament.FormatPods && set.First > 0 {
			paired.First = append(paired.First, set.First)
		}
		paired.Tables = append(paired.Tables, slices.Clone(t.Entrants))
		if t.Result != nil {
			results[i+1] = *t.Result
		}
	}
	for _, y := range b.Byes {
		if err := knownBye(y.Kind); err != nil {
			return paired, nil, err
		}
		if err := take(y.Entrant); err != nil {
			return paired, nil, err
		}
	}
	for _, e := range d.s.Entrants {
		if e.Plays(b.Round) && !place[e.N] {
			return paired, nil, refuse(CodeSeating, "%s has no place in the imported round: add a table or a bye, or drop them first", d.name(e.N))
		}
	}
	return paired, results, nil
}

// mostSeats is how many may sit at a table: in pods as many as by hand.
func (d *decision) mostSeats() int {
	if d.s.Rules.Format == tournament.FormatPods {
		return standings.MostSeats
	}
	return rules.PodSize(d.s.Rules)
}

// takePlace notes that an entrant has a place in the imported round.
func (d *decision) takePlace(place map[int]bool, n, round int) error {
	e, err := d.entrant(n)
	switch {
	case err != nil:
		return err
	case place[n]:
		return refuse(CodeSeating, "%s has two places in the round", d.name(n))
	case e.Waiting || e.Late > round:
		return refuse(CodeLeft, "%s is not in the tournament in round %d", d.name(n), round)
	}
	place[n] = true
	return nil
}

// knownBye refuses a kind of bye that there is not.
func knownBye(kind string) error {
	switch kind {
	case tournament.ByePairing, tournament.ByeFull, tournament.ByeHalf, tournament.ByeZero:
		return nil
	default:
		return malformed("%q is no bye: use %s, %s, %s or %s", short(kind), tournament.ByePairing, tournament.ByeFull, tournament.ByeHalf, tournament.ByeZero)
	}
}

// importResults takes results of the round that is played. Tables are found by who sits there.
func (d *decision) importResults(b tournament.ImportRound, about touching) error {
	r, err := d.playedRound(b.Round)
	if err != nil {
		return err
	}
	if len(b.Byes) > 0 {
		return malformed("round %d is paired: its byes are there already", r.N)
	}
	results := map[int]tournament.Result{}
	for i, t := range b.Tables {
		at := slices.IndexFunc(r.Tables, func(o rules.Table) bool { return sameSeats(o.Seats, t.Entrants) })
		switch {
		case at < 0:
			return inRow(refuse(CodeSeating, "nowhere in round %d do exactly %s sit", r.N, d.names(t.Entrants)), i, len(b.Tables))
		case t.Result != nil:
			results[at+1] = *t.Result
		}
	}
	return d.touch(about, func() error { return d.importedResults(r.N, results) })
}

func sameSeats(a, b []int) bool {
	x, y := slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(x, y)
}

// importedResults enters the results of an import, as the organiser's.
func (d *decision) importedResults(round int, results map[int]tournament.Result) error {
	r, _ := d.s.Round(round)
	for _, t := range r.Tables {
		given, ok := results[t.N]
		if !ok {
			continue
		}
		res, err := d.complete(r, t, given)
		if err != nil {
			return err
		}
		if t.Stands != 0 {
			if now, _ := t.Result(); rules.Same(now, res) {
				continue
			}
			return d.alreadyStands(t, res)
		}
		e := d.entered(t, res, official)
		d.emit(e, tournament.ResultStands{Round: round, Table: t.N, Entry: e.Entry})
	}
	d.finish(round)
	return nil
}

// inRow says in which row of several a fault is.
func inRow(err error, i, of int) error {
	r := engine.AsRefusal(err)
	if r == nil || of < 2 {
		return err
	}
	out := *r
	out.Says = fmt.Sprintf("row %d: %s", i+1, r.Says)
	return &out
}
