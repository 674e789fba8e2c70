package exchange

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

// WriteTRF writes the tournament report of a two-player Swiss in the form of 2016. Starting ranks are the
// entrants' order; points and ranks are those of the table. Of the sides, "black" and "shadow" are black, and
// others white; where neither says, the player with the smaller starting rank is white. Rounds from the first
// that still lacks a result are left out. It refuses what the form has no place for: tables of more than two,
// points with more than one decimal or of 100 and more, more than 9999 players.
//
// Source: FIDE Handbook C.04, annex 2; issue 4, "Tournaments".
func WriteTRF(e Event, entrants []Entrant, rounds []standings.Round, table standings.Table) ([]byte, error) {
	if len(entrants) > mostRankNumber {
		return nil, Problems{{Says: fmt.Sprintf("there are %d players: the form has room for %d", len(entrants), mostRankNumber)}}
	}
	w := trfWriter{ranks: map[events.PersonID]int{}, rounds: finished(rounds, table.Stage)}
	for i, p := range entrants {
		w.ranks[p.ID] = i + 1
	}
	if err := w.seat(); err != nil {
		return nil, err
	}
	w.head(e, entrants)
	for i, p := range entrants {
		row := table.Row(p.ID)
		if row == nil || len(row.Cells) == 0 || row.Cells[0].Kind != standings.MatchPoints {
			return nil, Problems{{Says: fmt.Sprintf("{%s} has no match points: the standings do not begin with them, or are of others", p.ID)}}
		}
		if err := w.player(i+1, p, *row); err != nil {
			return nil, err
		}
	}
	return w.b.Bytes(), nil
}

type trfWriter struct {
	b      bytes.Buffer
	ranks  map[events.PersonID]int
	rounds []standings.Round
	bouts  []map[events.PersonID]string // by round: what stands in the eight columns
}

// finished are the rounds of the stage before the first that lacks a result.
func finished(rounds []standings.Round, stage int) []standings.Round {
	sorted := slices.SortedFunc(slices.Values(rounds), func(a, b standings.Round) int { return cmp.Compare(a.N, b.N) })
	var out []standings.Round
	for _, r := range sorted {
		if r.Stage != stage {
			continue
		}
		if r.Open || slices.ContainsFunc(r.Matches, func(m standings.Match) bool { return m.Bye == "" && m.Result == nil }) {
			break
		}
		out = append(out, r)
	}
	return out
}

// seat works out what stands in the columns of each round.
func (w *trfWriter) seat() error {
	for _, r := range w.rounds {
		bouts := map[events.PersonID]string{}
		for _, m := range r.Matches {
			for _, s := range m.Seats {
				if w.ranks[s.Player] == 0 {
					return Problems{{Says: fmt.Sprintf("{%s} sits in round %d and is not among the entrants", s.Player, r.N)}}
				}
			}
			switch {
			case m.Bye != "":
				bouts[m.Seats[0].Player] = "0000 - " + byeCode[m.Bye]
			case len(m.Seats) != 2:
				return Problems{{Says: fmt.Sprintf("a table of round %d has %d players: the form is for two", r.N, len(m.Seats))}}
			default:
				w.pair(m, bouts)
			}
		}
		w.bouts = append(w.bouts, bouts)
	}
	return nil
}

var byeCode = map[standings.Bye]string{
	standings.ByePairing: "U", standings.ByeFull: "F", standings.ByeHalf: "H", standings.ByeZero: "Z",
}

// pair writes both sides of a match.
func (w *trfWriter) pair(m standings.Match, bouts map[events.PersonID]string) {
	white, black := m.Seats[0], m.Seats[1]
	if w.ranks[black.Player] < w.ranks[white.Player] {
		white, black = black, white
	}
	if plays(white) && !plays(black) {
		white, black = black, white
	}
	bouts[white.Player] = fmt.Sprintf("%4d w %s", w.ranks[black.Player], code(m, white.Player))
	bouts[black.Player] = fmt.Sprintf("%4d b %s", w.ranks[white.Player], code(m, black.Player))
}

// plays tells whether a side is black.
func plays(s standings.Seat) bool {
	side := strings.ToLower(s.Side)
	return side == "black" || side == "b" || side == "shadow"
}

// code is the result for one player.
func code(m standings.Match, id events.PersonID) string {
	if m.Result.Ending == standings.Forfeit {
		for _, s := range m.Result.Scores {
			if s.Player == id && s.Absent {
				return "-"
			}
		}
		return "+"
	}
	switch m.Outcome(id) {
	case standings.Win:
		return "1"
	case standings.Draw:
		return "="
	}
	return "0"
}

func (w *trfWriter) head(e Event, entrants []Entrant) {
	rated := 0
	for _, p := range entrants {
		if p.Rating > 0 {
			rated++
		}
	}
	put := func(tag, text string) {
		if text = oneLine(text); text != "" {
			w.b.WriteString(tag + " " + text + trfEnd)
		}
	}
	put("012", cmp.Or(oneLine(e.Name), "Tournament"))
	put("022", e.City)
	put("032", e.Federation)
	put("042", e.Start)
	put("052", e.End)
	put("062", fmt.Sprint(len(entrants)))
	put("072", fmt.Sprint(rated))
	put("092", cmp.Or(e.Type, "Individual: Swiss-System"))
	put("102", e.Arbiter)
	for _, d := range e.Deputies {
		put("112", d)
	}
	put("122", e.Time)
	if len(e.Dates) > 0 {
		l := line{[]rune("132")}
		for i, d := range e.Dates {
			l.put(colRounds+perRound*i, perRound-2, oneLine(d))
		}
		w.b.WriteString(l.String())
	}
	if n := max(e.Rounds, len(w.rounds)); n > 0 {
		put("XXR", fmt.Sprint(n))
	}
}

// oneLine keeps text from breaking the line it stands in.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u0085' {
			return ' '
		}
		return r
	}, s))
}

func (w *trfWriter) player(rank int, p Entrant, row standings.Row) error {
	points := row.Cells[0].Value
	text := points.Decimal(1)
	if back, err := exact.Parse(text); err != nil || back.Cmp(points) != 0 || len(text) > 4 {
		return Problems{{Says: fmt.Sprintf("{%s} has %s points: the form has room for 0.0 to 99.9", p.ID, points)}}
	}
	l := line{[]rune("001")}
	l.right(colRank, 4, fmt.Sprint(rank))
	l.put(colSex, 1, p.Sex)
	l.right(colTitle, 3, oneLine(p.Title))
	l.put(colName, wideName, oneLine(p.Name))
	if p.Rating > 0 {
		l.right(colRating, 4, fmt.Sprint(p.Rating))
	}
	l.put(colFederation, 3, oneLine(p.Federation))
	l.right(colNumber, wideNumber, oneLine(p.Number))
	l.put(colBirth, 10, oneLine(p.Birth))
	l.right(colPoints, 4, text)
	l.right(colPlace, 4, fmt.Sprint(row.Place))
	for i, bouts := range w.bouts {
		l.put(colRounds+perRound*i, perRound-2, cmp.Or(bouts[p.ID], "0000 - Z"))
	}
	w.b.WriteString(l.String())
	return nil
}
