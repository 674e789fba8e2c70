package exchange

import (
	"bytes"
	"encoding/json"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// LeagueFormat names the form of [LeagueDocument], with its version.
const LeagueFormat = "muster.league-results.v1"

// LeagueDocument are results of a league as JSON.
type LeagueDocument struct {
	Format  string         `json:"format"` // [LeagueFormat]
	Results []LeagueResult `json:"results"`
}

// WriteLeagueJSON writes results of a league as JSON.
func WriteLeagueJSON(results []LeagueResult) ([]byte, error) {
	if results == nil {
		results = []LeagueResult{}
	}
	return json.MarshalIndent(LeagueDocument{Format: LeagueFormat, Results: results}, "", "  ")
}

// ReadLeagueJSON reads results of a league from JSON. People and achievements are named as in [ReadLeague].
// Fields that are not known are problems. The error is [Problems].
//
// Source: issue 4, "Leagues".
func ReadLeagueJSON(data []byte, people []Entrant, achievements []league.Achievement) ([]LeagueLine, error) {
	var n noted
	if len(data) > MostBytes {
		n.add(0, "", "the file has %d bytes: at most %d are read", len(data), MostBytes)
		return nil, n.err()
	}
	in := jsonReader{data: bytes.TrimPrefix(data, []byte(mark)), noted: &n}
	var doc LeagueDocument
	var lines []int
	read := in.object("the file is a JSON object with format and results", func(name string, at int64) bool {
		switch name {
		case "format":
			if err := in.dec.Decode(&doc.Format); err != nil {
				return in.failed(err, at)
			}
			return true
		case "results":
			return in.list(func(line int) any {
				doc.Results, lines = append(doc.Results, LeagueResult{}), append(lines, line)
				return &doc.Results[len(doc.Results)-1]
			}, MostLeagueResults)
		}
		in.noted.add(in.line(at), clip(name), "there is no such field: use format and results")
		return false
	})
	if read {
		in.formatIs(doc.Format, LeagueFormat)
		if len(doc.Results) == 0 {
			n.add(0, "", "the file has no results")
		}
	}
	if err := n.err(); err != nil {
		return nil, err
	}
	who := leagueReader{who: whoIs(people), names: namesOf(people), achievements: achievements, noted: &n}
	var out []LeagueLine
	for i, r := range doc.Results {
		at := sheetRow{line: lines[i], noted: &n}
		r.Players = who.all(at, r.Players)
		if r.Achievement != "" {
			r.Achievement = who.achievement(at, r.Achievement)
		}
		out = append(out, LeagueLine{lines[i], r})
	}
	return out, n.err()
}

// all finds everybody of a result.
func (in *leagueReader) all(at sheetRow, named []events.PersonID) []events.PersonID {
	var out []events.PersonID
	for _, p := range named {
		if id, known := in.person(at, string(p), ""); known {
			out = append(out, id)
		}
	}
	if len(named) == 0 {
		in.noted.add(at.line, "players", "nobody is named: list ids or names")
	}
	return out
}
