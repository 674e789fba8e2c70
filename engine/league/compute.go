package league

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// computing is one computation.
type computing struct {
	Season
	rules  Rules
	quests []string // by scenario: those everybody is to play
	last   int      // session
}

// Compute works out a season's table by its rules. A season or rules that contradict themselves are refused
// with an [*engine.Refusal] that says what is wrong and where. The input is not changed.
//
// Source: issue 4, "Leagues"; facts/scoring.md.
func Compute(s Season, rules Rules) (Table, error) {
	if err := rules.Check(); err != nil {
		return Table{}, err
	}
	if err := s.check(); err != nil {
		return Table{}, err
	}
	x := &computing{Season: s, rules: rules}
	for _, session := range s.Sessions {
		x.last = max(x.last, session.N)
		for _, e := range session.Entries {
			if rules.Unit == ByScenario && e.Scenario == "" {
				return Table{}, refuse(CodeSeason, "{%s} has an entry in session %d that names no scenario, and each scenario has a value.", e.Member, session.N)
			}
		}
	}
	all := tallies(s, rules)
	x.quests = x.toPlay(all)
	out := Table{Rules: rules.ID, Edition: rules.Edition, After: x.last, Order: slices.Clone(rules.Order)}
	for _, t := range all {
		out.Rows = append(out.Rows, x.row(t))
	}
	out.Rows = rank(out.Rows)
	return out, nil
}

func rank(rows []Row) []Row {
	return placed(rows, func(r *Row) *Line { return &r.Line }, func(r Row) int { return one(r.Short > 0) },
		func(r Row) string { return string(r.Member) })
}

// toPlay is which scenarios a member's total is made of.
func (x *computing) toPlay(all map[events.PersonID]*tally) []string {
	if x.rules.Unit != ByScenario {
		return nil
	}
	quests := slices.Clone(x.rules.Quests)
	if len(quests) == 0 {
		for _, t := range all {
			for _, u := range t.units {
				quests = append(quests, u.key)
			}
		}
	}
	slices.Sort(quests)
	return slices.Compact(quests)
}

func (x *computing) row(t *tally) Row {
	row := Row{
		Member: t.ID, Team: t.Team, Store: t.Store, Division: t.Division, Dropped: t.Dropped,
		Attended: len(t.sessions), Short: max(0, x.rules.MinAttendance-len(t.sessions)),
		Rules: x.rules.ID, Edition: x.rules.Edition,
	}
	total, missing := x.total(t)
	for _, c := range x.rules.Order {
		cell := x.cell(t, c, total, missing)
		cell.Kind, cell.Less = c, x.rules.less(c)
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// total adds up the units that count, and tells what is missing. What does not count is told as well.
func (x *computing) total(t *tally) (total Cell, missing []Term) {
	units := slices.Clone(t.units)
	slices.SortStableFunc(units, func(a, b unit) int {
		return one(b.better(a, x.rules)) - one(a.better(b, x.rules))
	})
	n, scored := 0, 0
	for _, u := range units {
		counts := x.asked(u) && u.scored && (x.rules.Best == 0 || n < x.rules.Best)
		n += one(counts)
		scored += one(u.scored)
		total.Terms = append(total.Terms, x.told(u, counts)...)
	}
	missing = x.missing(t, n)
	for _, m := range missing {
		if x.rules.Penalty != nil {
			m.Value = *x.rules.Penalty
			m.Says += ": penalty"
			total.Terms = append(total.Terms, m)
		}
	}
	if !t.Carry.IsZero() {
		total.Terms = append(total.Terms, Term{Says: "carried over from the season before", Value: t.Carry})
	}
	slices.SortStableFunc(total.Terms, func(a, b Term) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Unit, b.Unit))
	})
	total.Value = total.Again()
	if x.rules.Count != CountPoints && scored == 0 {
		total.None, total.Note = x.rules.Penalty == nil, "No score yet."
	}
	return total, missing
}

// asked tells whether a unit is one of those that make up a total.
func (x *computing) asked(u unit) bool {
	return x.rules.Unit != ByScenario || slices.Contains(x.quests, u.key)
}

// told lists a unit's terms, with why it does not count if it does not.
func (x *computing) told(u unit, counts bool) []Term {
	terms := slices.Clone(u.terms)
	if !u.scored {
		e := u.counted[0]
		terms = []Term{{Session: e.session, Unit: e.Scenario, Entry: e.ID, Says: "no score", Out: "a quest that was not won has no score"}}
	}
	for i := range terms {
		if terms[i].Out != "" || counts {
			continue
		}
		terms[i].Out = fmt.Sprintf("not among the best %d", x.rules.Best)
		if !x.asked(u) {
			terms[i].Out = "not one of the quests of the season"
		}
	}
	return append(terms, u.others...)
}

// missing lists what a total of quests lacks.
func (x *computing) missing(t *tally, counted int) []Term {
	if x.rules.Unit != ByScenario || x.rules.Count == CountPoints {
		return nil
	}
	want := len(x.quests)
	if x.rules.Best > 0 {
		want = min(want, x.rules.Best)
	}
	var out []Term
	for _, q := range x.quests {
		if len(out) == want-counted {
			break
		}
		if !slices.ContainsFunc(t.units, func(u unit) bool { return u.key == q && u.scored }) {
			out = append(out, Term{Unit: q, Says: "no score"})
		}
	}
	return out
}

// cell works out one number of a member.
func (x *computing) cell(t *tally, c Criterion, total Cell, missing []Term) Cell {
	switch c {
	case Total:
		return total
	case Unscored:
		return counting(missing)
	case LastPlace:
		return Cell{Value: exact.Int(t.LastPlace), None: t.LastPlace == 0, Listed: true}
	case Lots:
		return x.lot(t)
	case Earliest:
		return x.earliest(t)
	case Completed, BestSingle:
		return x.ofUnits(t, c)
	case BestPlace, LastSession, Won:
		return x.ofPlaces(t, c)
	}
	return x.ofEntries(t, c)
}

// counting is a cell that counts its terms.
func counting(terms []Term) Cell {
	out := slices.Clone(terms)
	for i := range out {
		out[i].Value = exact.Int(1)
	}
	c := Cell{Terms: out}
	c.Value = c.Again()
	return c
}

// ofUnits are numbers of what has a value.
func (x *computing) ofUnits(t *tally, c Criterion) Cell {
	var terms []Term
	var best *unit
	for i, u := range t.units {
		if !u.scored {
			continue
		}
		terms = append(terms, Term{Session: u.session, Unit: u.key, Entry: u.counted[0].ID, Says: u.value.String(), Value: u.value})
		if best == nil || u.better(*best, x.rules) {
			best = &t.units[i]
		}
	}
	if c == Completed {
		return counting(terms)
	}
	cell := Cell{Listed: true, Terms: terms, None: best == nil}
	if best != nil {
		cell.Value = best.value
	}
	return cell
}

// ofPlaces are numbers of the places in sessions.
func (x *computing) ofPlaces(t *tally, c Criterion) Cell {
	var terms, won, last []Term
	for _, e := range t.entries {
		if e.Place == 0 {
			continue
		}
		term := Term{Session: e.session, Entry: e.ID, Says: fmt.Sprintf("place %d", e.Place), Value: exact.Int(e.Place)}
		terms = append(terms, term)
		if e.Place == 1 {
			won = append(won, term)
		}
		if e.session == x.last {
			last = append(last, term)
		}
	}
	switch c {
	case Won:
		return counting(won)
	case LastSession:
		terms = last
	}
	cell := Cell{Listed: true, Terms: terms, None: len(terms) == 0}
	for i, term := range terms {
		if i == 0 || term.Value.Cmp(cell.Value) < 0 {
			cell.Value = term.Value
		}
	}
	return cell
}

// ofEntries are numbers that entries add up to. Those of decks are of the entries that count.
func (x *computing) ofEntries(t *tally, c Criterion) Cell {
	var cell Cell
	entries := t.entries
	if slices.Contains([]Criterion{Outside, OutsideCore, OutsideThat, CycleHeroes, BoxHeroes}, c) {
		entries = nil
		for _, u := range t.units {
			entries = append(entries, u.counted...)
		}
	}
	if c == Attended {
		for _, n := range t.sessions {
			cell.Terms = append(cell.Terms, Term{Session: n, Says: "attended", Value: exact.Int(1)})
		}
		entries = nil
	}
	for _, e := range entries {
		n, says := e.number(c)
		cell.Terms = append(cell.Terms, Term{Session: e.session, Unit: e.Scenario, Entry: e.ID, Says: says, Value: exact.Int(n)})
	}
	cell.Value = cell.Again()
	return cell
}

// number is what an entry has of a criterion.
func (e dated) number(c Criterion) (n int, says string) {
	switch c {
	case Tries:
		if n = len(e.Attempts); n == 0 {
			n = 1
		}
		return n, fmt.Sprintf("%d tries", n)
	case MatchWins:
		return e.Wins, fmt.Sprintf("%d won", e.Wins)
	case Outside:
		return e.Deck.Outside, fmt.Sprintf("%d cards from outside", e.Deck.Outside)
	case OutsideCore:
		return e.Deck.OutsideCore, fmt.Sprintf("%d cards from outside, the core set included", e.Deck.OutsideCore)
	case OutsideThat:
		return e.Deck.OutsideThat, fmt.Sprintf("%d cards from outside the boxes", e.Deck.OutsideThat)
	case CycleHeroes:
		return e.Deck.CycleHeroes, fmt.Sprintf("%d heroes of the cycle", e.Deck.CycleHeroes)
	}
	return e.Deck.BoxHeroes, fmt.Sprintf("%d heroes of the box", e.Deck.BoxHeroes)
}

// earliest is when the last entry was made that the total is made of.
func (x *computing) earliest(t *tally) Cell {
	cell := Cell{Listed: true, None: true}
	for _, u := range t.units {
		if !u.scored || !x.asked(u) {
			continue
		}
		for _, e := range u.counted {
			n := exact.Frac(int64(e.At), 1)
			cell.Terms = append(cell.Terms, Term{Session: e.session, Unit: u.key, Entry: e.ID, Says: fmt.Sprintf("position %d of the log", e.At), Value: n})
			if cell.None || n.Cmp(cell.Value) > 0 {
				cell.Value, cell.None = n, false
			}
		}
	}
	return cell
}

// mostLot is how many lots there are.
const mostLot = 1_000_000_000

// lot draws a number for a member. It depends on the seed and the member alone.
func (x *computing) lot(t *tally) Cell {
	h := fnv.New64a()
	_, _ = h.Write([]byte(t.ID)) // never fails
	n := exact.Int(engine.Draw(x.Seed, h.Sum64(), mostLot))
	return Cell{Value: n, Terms: []Term{{Says: fmt.Sprintf("lot %s of the draw with seed %d", n, x.Seed), Value: n}}}
}
