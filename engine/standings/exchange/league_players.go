package exchange

import (
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// LeaguePlayerLine is a player of a league that was read, with the line.
type LeaguePlayerLine struct {
	Line int
	league.Player
}

var leaguePlayerColumns = []string{"player", "name", "division", "team", "store"}

// WriteLeaguePlayers writes players of a league as CSV.
func WriteLeaguePlayers(players []league.Player, name func(events.PersonID) string) []byte {
	rows := [][]string{leaguePlayerColumns}
	for _, p := range players {
		rows = append(rows, []string{string(p.Player), guard(name(p.Player)), guard(p.Division), guard(p.Team), guard(p.Store)})
	}
	return writeCSV(rows)
}

// ReadLeaguePlayers reads players of a league from CSV: an id or a name, the id or name of a division, team
// and store. The error is [Problems].
//
// Source: issue 4, "Leagues".
func ReadLeaguePlayers(data []byte, people []Entrant, divisions []league.Division) ([]LeaguePlayerLine, error) {
	var n noted
	s := readSheet(data, leaguePlayerColumns, nil, &n)
	if s == nil {
		return nil, n.err()
	}
	in := leagueReader{who: whoIs(people), names: namesOf(people), noted: &n}
	var out []LeaguePlayerLine
	for _, r := range s.rows {
		name, also := r.text("player"), r.text("name")
		if name == "" {
			name, also = also, ""
		}
		id, known := in.person(r, name, also)
		if !known {
			continue
		}
		p := league.Player{Player: id, Division: r.text("division"), Team: r.text("team"), Store: r.text("store")}
		for _, d := range divisions {
			if strings.EqualFold(d.Name, p.Division) {
				p.Division = d.ID
			}
		}
		out = append(out, LeaguePlayerLine{r.line, p})
	}
	if len(s.rows) == 0 {
		n.add(0, "", "the file has no players: below the names of the columns each line is one")
	}
	return out, n.err()
}
