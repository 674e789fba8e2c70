package exchange

import (
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

var playerColumns = []string{
	"id", "name", "code", "club", "rating", "title", "sex", "federation", "number", "birth", "dropped", "from", "start", "missed",
}

// WritePlayers writes entrants as CSV, in their order.
func WritePlayers(entrants []Entrant) []byte {
	rows := [][]string{playerColumns}
	for _, e := range entrants {
		rows = append(rows, []string{
			string(e.ID), guard(e.Name), guard(e.Code), guard(e.Club), number(e.Rating), guard(e.Title), e.Sex, guard(e.Federation),
			guard(e.Number), guard(e.Birth), flag(e.Dropped), number(e.From), exactOrZero(e.Start), number(e.Missed),
		})
	}
	return writeCSV(rows)
}

// readColumns are those that are read: what is written, and how a player can be reached.
var readColumns = append(slices.Clone(playerColumns), "contact")

// ReadPlayers reads entrants from CSV. Only the column of names is needed. The error is [Problems].
//
// Source: issue 4, "Players and registration".
func ReadPlayers(data []byte) ([]Entrant, error) {
	list, problems := SiftPlayers(data)
	if len(problems) > 0 {
		return nil, problems
	}
	out := make([]Entrant, len(list))
	for i, l := range list {
		out[i] = l.Entrant
	}
	return out, nil
}

// Listed is an entrant with the line of the file that they stand in.
type Listed struct {
	Line int `json:"line"`
	Entrant
}

// SiftPlayers reads entrants from CSV as [ReadPlayers] does, but keeps those whose lines are right beside
// the problems of the others. With a problem of the whole file nobody is kept.
func SiftPlayers(data []byte) ([]Listed, Problems) {
	var n noted
	s := readSheet(data, readColumns, []string{"name"}, &n)
	if s == nil {
		return nil, n.list
	}
	entrants := make([]Entrant, 0, len(s.rows))
	for _, r := range s.rows {
		e := Entrant{
			ID: events.PersonID(r.text("id")), Name: r.text("name"), Code: r.text("code"), Club: r.text("club"), Rating: r.number("rating"),
			Title: r.text("title"), Sex: r.text("sex"), Federation: r.text("federation"), Number: r.text("number"), Birth: r.text("birth"),
			Dropped: r.flag("dropped"), From: r.number("from"), Missed: r.number("missed"), Contact: r.text("contact"),
		}
		if start := r.exact("start"); start != nil {
			e.Start = exact.Sum(*start)
		}
		entrants = append(entrants, e)
	}
	checkEntrants(entrants, func(i int) int { return s.rows[i].line }, &n)
	if slices.ContainsFunc(n.list, func(p Problem) bool { return p.Line == 0 }) || len(n.list) >= MostProblems {
		return nil, n.list
	}
	var out []Listed
	for i, e := range entrants {
		line := s.rows[i].line
		if !slices.ContainsFunc(n.list, func(p Problem) bool { return p.Line == line }) {
			out = append(out, Listed{line, e})
		}
	}
	return out, n.list
}
