package tournament

import (
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// aside carries something out and takes it back: it tells whether it can be.
func (d *decision) aside(change func() error) error {
	before, kept := d.s, len(d.out)
	err := change()
	d.s, d.out = before, d.out[:kept:kept]
	return err
}

// importSeeds seeds the entrants as a file does before the first round whose pairs follow from the seeds; for
// a cut, it makes the cut.
func (d *decision) importSeeds(b tournament.ImportRound) error {
	if len(b.Seeds) == 0 {
		return nil
	}
	if d.s.Rules.Format == tournament.FormatSwissCut {
		return d.importCut(b)
	}
	if b.Round != 1 || !d.s.Eliminates(rules.Round{Stage: tournament.StageMain}) && d.s.Rules.Format != tournament.FormatRoundRobin {
		return malformed("seeds are imported with the first round of an elimination, of a round robin, or of a cut")
	}
	if err := d.seedsOnce(b); err != nil {
		return err
	}
	for _, n := range d.s.Order {
		if !slices.Contains(b.Seeds, n) {
			return refuse(CodeSeating, "the file does not say how %s is seeded: enter the players of the file only, or take the seeds out of it", d.name(n))
		}
	}
	if !slices.Equal(b.Seeds, d.s.Order) {
		d.emit(tournament.EntrantsRenumbered{Was: d.s.Order, Now: slices.Clone(b.Seeds)})
	}
	return nil
}

// importCut has those play on who do in the file.
func (d *decision) importCut(b tournament.ImportRound) error {
	last := len(d.s.Rounds)
	if b.Round != last+1 || last < d.s.Planned {
		return malformed("seeds are imported with the first round of the cut, which comes after %d Swiss rounds", d.s.Planned)
	}
	if slices.ContainsFunc(d.s.Rounds, func(r rules.Round) bool { return r.Stage == tournament.StageCut }) {
		return malformed("the cut is played already: seeds are imported with its first round")
	}
	if len(b.Seeds) < 2 || len(b.Seeds) > 64 {
		return malformed("%d play on: 2 to 64 can", len(b.Seeds))
	}
	if err := d.seedsOnce(b); err != nil {
		return err
	}
	if waits := d.s.waitingAnywhere(); waits != "" {
		return refuse(CodeOpenTables, "%s: settle it before the cut", waits)
	}
	if r, _ := d.s.Round(last); !r.Finished {
		return refuse(CodeOpenTables, "round %d is not over: table %s has no result", last, numbers(r.Open()))
	}
	if d.s.Cut == nil || !slices.Equal(d.s.Cut.Entrants, b.Seeds) {
		d.emit(tournament.CutMade{Entrants: slices.Clone(b.Seeds), After: last})
	}
	return nil
}

// seedsOnce refuses seeds of nobody, of somebody who left, and two of one.
func (d *decision) seedsOnce(b tournament.ImportRound) error {
	for i, n := range b.Seeds {
		e, err := d.entrant(n)
		switch {
		case err != nil:
			return err
		case slices.Contains(b.Seeds[:i], n):
			return refuse(CodeSeating, "%s has two seeds, %d and %d", d.name(n), slices.Index(b.Seeds, n)+1, i+1)
		case !e.In():
			return refuse(CodeLeft, "%s has seed %d and is not in the tournament", d.name(n), i+1)
		}
	}
	return nil
}

// importedBracket is the pairing of a round of an elimination, as it follows from seeds and results here, with
// the seats and results of the file. It is refused if the file has other pairs.
func (d *decision) importedBracket(b tournament.ImportRound) (tournament.RoundPaired, map[int]tournament.Result, error) {
	results, there := map[int]tournament.Result{}, map[int]bool{}
	paired, err := d.s.Pair()
	if err != nil {
		return paired, nil, err
	}
	for i, t := range b.Tables {
		at := slices.IndexFunc(paired.Tables, func(seats []int) bool { return sameSeats(seats, t.Entrants) })
		switch {
		case at < 0:
			return paired, nil, refuse(CodeSeating, "in round %d the file has %s at table %d; by the seeds and results here %s. Correct what came before, here or in the file", b.Round, d.names(t.Entrants), i+1, d.meets(paired, t.Entrants))
		case there[at]:
			return paired, nil, refuse(CodeSeating, "the file has %s at two tables of round %d", d.names(t.Entrants), b.Round)
		case t.Result != nil:
			results[at+1] = *t.Result
		}
		there[at], paired.Tables[at] = true, slices.Clone(t.Entrants)
	}
	if len(b.Tables) < len(paired.Tables) {
		return paired, nil, refuse(CodeSeating, "the file has %d tables in round %d, and by the seeds and results here there are %d: %s", len(b.Tables), b.Round, len(paired.Tables), d.left(paired, b))
	}
	for _, y := range b.Byes {
		if !slices.ContainsFunc(paired.Byes, func(o tournament.Bye) bool { return o.Entrant == y.Entrant }) {
			return paired, nil, refuse(CodeSeating, "the file gives %s a bye in round %d, and by the seeds and results here they have none", d.name(y.Entrant), b.Round)
		}
	}
	return paired, results, nil
}

// meets says whom the first of a table of the file meets here.
func (d *decision) meets(paired tournament.RoundPaired, seats []int) string {
	for _, n := range seats {
		for _, t := range paired.Tables {
			if slices.Contains(t, n) {
				return d.names(t) + " meet"
			}
		}
	}
	return "none of them plays in it"
}

// left says which table the file has not.
func (d *decision) left(paired tournament.RoundPaired, b tournament.ImportRound) string {
	for _, t := range paired.Tables {
		if !slices.ContainsFunc(b.Tables, func(o tournament.ImportedTable) bool { return sameSeats(t, o.Entrants) }) {
			return d.names(t) + " meet, too"
		}
	}
	return "see the bracket"
}
