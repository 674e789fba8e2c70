package standings

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// computing is one computation: the input by player, and what was worked out already.
type computing struct {
	Tournament
	rs      Ruleset
	all     map[events.PersonID]*record
	planned int
	done    map[memoKey]Cell
	// adjustments are what opponents' scores count, worked out once.
	adjustments map[adjustedKey]exact.Num
	shares      map[memoKey]share
}

type memoKey struct {
	of *record
	by Criterion
}

// Compute works out the standings of a stage by a ruleset. A tournament or a ruleset that contradicts
// itself is refused with an [*engine.Refusal] that says what is wrong and where. The input is not
// changed.
//
// Source: issue 4, "Tournaments"; facts/scoring.md.
func Compute(t Tournament, rs Ruleset) (Table, error) {
	if err := rs.Check(); err != nil {
		return Table{}, err
	}
	if err := t.Check(); err != nil {
		return Table{}, err
	}
	x := &computing{Tournament: t, rs: rs, all: records(t, rs), done: map[memoKey]Cell{}, adjustments: map[adjustedKey]exact.Num{}, shares: map[memoKey]share{}}
	x.planned = max(t.Planned, x.rounds())
	out := Table{Ruleset: rs.ID, Edition: rs.Edition, Stage: t.Stage, After: x.last(), Order: slices.Clone(rs.Order)}
	people := make([]*record, 0, len(x.all))
	for _, r := range x.all {
		people = append(people, r)
	}
	slices.SortFunc(people, func(a, b *record) int { return cmp.Compare(a.ID, b.ID) })
	out.Rows = x.rows(people)
	return out, nil
}

// rounds counts the rounds of the stage.
func (x *computing) rounds() int {
	n := 0
	for _, r := range x.Rounds {
		n += one(r.Stage == x.Stage)
	}
	return n
}

// last is the last round that counted something.
func (x *computing) last() int {
	n := 0
	for _, r := range x.all {
		for _, b := range r.bouts {
			if b.kind != open && b.kind != absent {
				n = max(n, b.round)
			}
		}
	}
	return n
}

// rows ranks the players: each criterion parts those whom all before left tied.
func (x *computing) rows(people []*record) []Row {
	cells := make([][]Cell, len(people))
	all := make([]int, len(people))
	for i := range all {
		all[i] = i
	}
	var groups [][]int
	if len(all) > 0 {
		groups = [][]int{all}
	}
	for k, c := range x.rs.Order {
		x.criterion(c, people, groups, cells)
		var next [][]int
		for _, g := range groups {
			next = append(next, split(g, func(i int) exact.Num { return cells[i][k].Value })...)
		}
		groups = next
	}
	var out []Row
	for _, g := range groups {
		place := len(out) + 1
		for _, i := range g {
			row := people[i].row(x.rs, cells[i])
			row.Place, row.Shared = place, len(g) > 1
			out = append(out, row)
		}
	}
	return out
}

// criterion appends every player's cell of one criterion.
func (x *computing) criterion(c Criterion, people []*record, groups [][]int, cells [][]Cell) {
	for _, g := range groups {
		if c.Kind != HeadToHead {
			for _, i := range g {
				cells[i] = append(cells[i], x.memo(people[i], c))
			}
			continue
		}
		if len(g) == 1 {
			cells[g[0]] = append(cells[g[0]], headToHeadOff(c.Kind))
			continue
		}
		tied := make([]*record, len(g))
		for k, i := range g {
			tied[k] = people[i]
		}
		for k, cell := range x.headToHead(tied, c) {
			cell.Kind = c.Kind
			cells[g[k]] = append(cells[g[k]], cell)
		}
	}
}

// memo works a player's number out, once.
func (x *computing) memo(r *record, c Criterion) Cell {
	key := memoKey{r, c}
	if cell, is := x.done[key]; is {
		return cell
	}
	cell := x.work(c.Kind)(r, c)
	cell.Kind = c.Kind
	x.done[key] = cell
	return cell
}

// work is how a kind of number is worked out for one player.
func (x *computing) work(kind Kind) func(*record, Criterion) Cell {
	switch kind {
	case MatchWin:
		return x.matchWin
	case GameWin:
		return x.gameWin
	case OppMatchWin:
		return x.oppMatchWin
	case OppGameWin:
		return x.oppGameWin
	case Strength:
		return x.strength
	case ExtStrength:
		return x.extStrength
	case Buchholz:
		return x.buchholz
	case Sonneborn:
		return x.sonneborn
	case Cumulative:
		return x.cumulative
	case VictoryMargin:
		return x.victoryMargin
	case Wins:
		return x.wins
	case Lots:
		return x.lots
	}
	return x.matchPoints
}

// row fills in what a player has done.
func (r *record) row(rs Ruleset, cells []Cell) Row {
	row := Row{Player: r.ID, Dropped: r.Dropped, Cells: cells, Ruleset: rs.ID, Edition: rs.Edition}
	for _, b := range r.bouts {
		switch b.kind {
		case fullBye, halfBye:
			row.Byes++
		case played, forfeitWin, forfeitLoss:
			row.Played++
			row.Won += one(b.outcome == Win)
			row.Drawn += one(b.outcome == Draw)
			row.Lost += one(b.outcome == Loss)
		}
	}
	return row
}
