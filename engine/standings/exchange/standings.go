package exchange

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

// WriteStandings writes standings as CSV: a line for each player, a column for each criterion with its exact
// number, and the ruleset's id and edition on every line.
//
// Source: issue 4, "Tournaments".
func WriteStandings(t standings.Table, entrants []Entrant) []byte {
	names := map[events.PersonID]string{}
	for _, e := range entrants {
		names[e.ID] = e.Name
	}
	head := []string{"place", "player", "name", "dropped", "played", "won", "drawn", "lost", "byes"}
	for i, c := range t.Order {
		head = append(head, criterionName(t.Order, i, c))
	}
	rows := [][]string{append(head, "ruleset", "edition")}
	for _, r := range t.Rows {
		row := []string{
			strconv.Itoa(r.Place), string(r.Player), guard(names[r.Player]), flag(r.Dropped),
			strconv.Itoa(r.Played), strconv.Itoa(r.Won), strconv.Itoa(r.Drawn), strconv.Itoa(r.Lost), strconv.Itoa(r.Byes),
		}
		for _, c := range r.Cells {
			row = append(row, c.Value.String())
		}
		rows = append(rows, append(row, guard(r.Ruleset), guard(r.Edition)))
	}
	return writeCSV(rows)
}

// criterionName is the heading of a criterion; those that are listed more than once say how they differ.
func criterionName(all []standings.Criterion, i int, c standings.Criterion) string {
	for k, o := range all {
		if k == i || o.Kind != c.Kind {
			continue
		}
		return fmt.Sprintf("%s %s%s cut %d/%d", c.Kind, c.Edition, c.Style, c.CutLow, c.CutHigh)
	}
	return string(c.Kind)
}

// WriteStandingsJSON writes standings with every number's terms.
func WriteStandingsJSON(t standings.Table) ([]byte, error) {
	return json.MarshalIndent(t, "", "  ")
}
