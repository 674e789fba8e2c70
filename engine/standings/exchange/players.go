package exchange

import (
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

// ReadPlayers reads entrants from CSV. Only the column of names is needed. The error is [Problems].
//
// Source: issue 4, "Players and registration".
func ReadPlayers(data []byte) ([]Entrant, error) {
	var n noted
	s := readSheet(data, playerColumns, []string{"name"}, &n)
	if s == nil {
		return nil, n.err()
	}
	entrants := make([]Entrant, 0, len(s.rows))
	for _, r := range s.rows {
		e := Entrant{
			ID: events.PersonID(r.text("id")), Name: r.text("name"), Code: r.text("code"), Club: r.text("club"), Rating: r.number("rating"),
			Title: r.text("title"), Sex: r.text("sex"), Federation: r.text("federation"), Number: r.text("number"), Birth: r.text("birth"),
			Dropped: r.flag("dropped"), From: r.number("from"), Missed: r.number("missed"),
		}
		if start := r.exact("start"); start != nil {
			e.Start = exact.Sum(*start)
		}
		entrants = append(entrants, e)
	}
	checkEntrants(entrants, func(i int) int { return s.rows[i].line }, &n)
	if err := n.err(); err != nil {
		return nil, err
	}
	return entrants, nil
}
