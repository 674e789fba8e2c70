package season

import (
	"slices"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Public returns the season as the public may see it. While the board is frozen that is the season as it
// was then, whatever has happened since; of a reveal it has the rows that were revealed, and nothing
// else. Two calls between which no row was revealed answer with the same value.
//
// Source: facts: case 14 of cases/README.md.
func (s Season) Public() Season {
	if s.Frozen == nil {
		return s
	}
	out := *s.Frozen
	out.Revealed = s.Revealed
	return out
}

// Hidden tells whether the season is more than the public sees.
func (s Season) Hidden() bool { return s.Frozen != nil }

// BoardRow is a row of a board that is being revealed.
type BoardRow struct {
	rules.Row
	Rank  int    `json:"rank"`  // 0: without one
	Shown string `json:"shown"` // the total; empty: none
	// Revealed is set for a row that shows what is final; From is its rank on the frozen board, 0: none.
	Revealed bool `json:"revealed,omitempty"`
	From     int  `json:"from,omitempty"`
}

// Board returns the rows of a table of players as the wall shows them: the table itself, or during a
// reveal the players who are not revealed yet in the order of the frozen board, and below them those who
// are, in their final order. It takes what [Season.Public] returns as well as the season itself.
func (s Season) Board(division string) []BoardRow {
	p := s.Public()
	var out []BoardRow
	for _, r := range p.Table(division) {
		out = append(out, BoardRow{Row: r, Rank: Rank(r), Shown: Shown(r.Line)})
	}
	var shown []BoardRow
	for _, r := range slices.Backward(p.Revealed) {
		if r.Division != division {
			continue
		}
		i := slices.IndexFunc(out, func(b BoardRow) bool { return b.Member == r.Player })
		row := BoardRow{Row: rules.Row{Member: r.Player, Division: division}}
		if i >= 0 {
			row = out[i]
			out = slices.Delete(out, i, i+1)
			row.Cells = nil // they are those of the frozen board
		}
		row.Place, row.Shared = r.Rank, false
		row.Rank, row.Shown, row.Revealed, row.From = r.Rank, r.Points, true, r.From
		shown = append(shown, row)
	}
	return append(out, shown...)
}

// Next returns the row that a reveal shows next, and false when all are shown: the lowest division
// first, from its last row upwards.
func (s Season) Next() (league.RowRevealed, bool) {
	if s.Frozen == nil {
		return league.RowRevealed{}, false
	}
	all := s.revealOrder()
	if len(s.Revealed) >= len(all) {
		return league.RowRevealed{}, false
	}
	next := all[len(s.Revealed)]
	next.Left = len(all) - len(s.Revealed) - 1
	return next, true
}

func (s Season) revealOrder() []league.RowRevealed {
	var out []league.RowRevealed
	for _, division := range slices.Backward(s.DivisionIDs()) {
		from := map[events.PersonID]int{}
		for _, r := range s.Frozen.Table(division) {
			from[r.Member] = Rank(r)
		}
		for _, r := range slices.Backward(s.Table(division)) {
			out = append(out, league.RowRevealed{Division: division, Player: r.Member, Rank: Rank(r), From: from[r.Member], Points: Shown(r.Line)})
		}
	}
	return out
}

// DivisionIDs returns the ids of the divisions, the highest first; one empty id if there are none.
func (s Season) DivisionIDs() []string {
	if len(s.Divisions) == 0 {
		return []string{""}
	}
	var out []string
	for _, d := range s.Divisions {
		out = append(out, d.ID)
	}
	return out
}
