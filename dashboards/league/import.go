package league

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
)

func importForm(c *call) console.Form {
	x, _ := c.theSession()
	return console.Form{
		Title: "Import results of " + x.Name,
		Says:  []string{"What is imported is on the integrity list for good. You see who moves before it is final."},
		Fields: []console.Field{
			hidden("session", x.ID),
			{Kind: console.FieldArea, Name: "csv", Label: "CSV", Max: 60000, Help: "With a heading. Needed is “name”; possible are place, won, lost, drawn, attended, achievements, points, and of a game: scenario, mode, size, outcome (won or lost), score, rounds, tokens. Several names or achievements in one field are parted by a bar, as in Ana | Björk. At most 100 results at once."},
			reason("Where it comes from, and why"),
		},
	}
}

// importResults reads results of a CSV file. Everybody named has to be a player of the league.
func importResults(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	rows, ok, err := table(c.text("csv"), "name")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, site.Malformed("The CSV has no heading with “name”: the first line names the columns.")
	}
	cmd := log.RecordResults{Session: c.sessionID(), Import: true, Reason: why}
	for _, row := range rows {
		some, err := c.imported(row)
		if err != nil {
			return nil, site.Malformed(fmt.Sprintf("Line %d: %v.", row.line, err))
		}
		cmd.Results = append(cmd.Results, some...)
	}
	if n := len(cmd.Results); n == 0 || n > atOnce {
		return nil, site.Malformed(fmt.Sprintf("The CSV has %d results: 1 to %d are imported at once.", n, atOnce))
	}
	return []events.CommandBody{cmd}, nil
}

// imported are the results of a row.
func (c *call) imported(row record) ([]log.Result, error) {
	who, err := c.namedPlayers(row.get("name"))
	if err != nil {
		return nil, err
	}
	n := map[string]int{}
	for _, f := range []string{"place", "won", "lost", "drawn", "size", "rounds", "tokens"} {
		if n[f], err = whole(row, f); err != nil {
			return nil, err
		}
	}
	var out []log.Result
	if row.get("scenario") != "" {
		r, err := importedGame(row, who, n)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	for _, p := range who {
		one := []events.PersonID{p}
		switch {
		case n["place"] > 0:
			out = append(out, log.Result{Kind: log.KindPlace, Players: one, Place: n["place"], Wins: n["won"], Draws: n["drawn"], Losses: n["lost"]})
		case n["won"]+n["lost"]+n["drawn"] > 0:
			out = append(out, log.Result{Kind: log.KindMatches, Players: one, Wins: n["won"], Draws: n["drawn"], Losses: n["lost"]})
		case yes(row.get("attended")):
			out = append(out, log.Result{Kind: log.KindAttendance, Players: one})
		}
		for _, a := range parted(row.get("achievements")) {
			out = append(out, log.Result{Kind: log.KindAchievement, Players: one, Achievement: c.achievementID(a)})
		}
		if p := row.get("points"); p != "" {
			out = append(out, log.Result{Kind: log.KindPoints, Players: one, Points: amount(p)})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("nothing is said of %s: fill in a place, matches, a game or “attended”", row.get("name"))
	}
	return out, nil
}

func importedGame(row record, who []events.PersonID, n map[string]int) (log.Result, error) {
	outcome := strings.ToLower(row.get("outcome"))
	if outcome != "won" && outcome != "lost" {
		return log.Result{}, fmt.Errorf("the outcome is %q; it is won or lost", row.get("outcome"))
	}
	r := log.Result{Kind: log.KindQuest, Players: who, Game: &log.Game{
		Scenario: row.get("scenario"), Mode: row.get("mode"), Size: n["size"], Won: outcome == "won", Rounds: n["rounds"], Tokens: n["tokens"],
	}}
	if r.Game.Size == 0 {
		r.Game.Size = len(who)
	}
	if row.get("tokens") != "" {
		r.Kind = log.KindTokens
	}
	if s := row.get("score"); s != "" {
		score, err := strconv.Atoi(strings.Replace(s, "−", "-", 1))
		if err != nil {
			return r, fmt.Errorf("the score %q is no whole number", s)
		}
		r.Game.Score = &score
	}
	return r, nil
}

// whole is a number of a row; 0 if it is left out.
func whole(row record, name string) (int, error) {
	s := row.get(name)
	if s == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 9999 {
		return 0, fmt.Errorf("%s is %q; it is a whole number, 0 or more", name, s)
	}
	return n, nil
}

func yes(s string) bool {
	switch strings.ToLower(s) {
	case "yes", "y", "x", "1", "true":
		return true
	}
	return false
}

// parted is a field of several entries.
func parted(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, "|") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// namedPlayers finds players of the league by name; who was merged into another is that one.
func (c *call) namedPlayers(names string) ([]events.PersonID, error) {
	var out []events.PersonID
	for _, name := range parted(names) {
		found := events.PersonID("")
		for _, p := range c.View.Players {
			if !strings.EqualFold(c.Person(p.Player), name) {
				continue
			}
			if found = p.Player; p.Into != "" {
				found = p.Into
			}
		}
		if found == "" {
			return nil, fmt.Errorf("there is no player %q in the league: enter them first", name)
		}
		out = append(out, found)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("the name is missing")
	}
	return out, nil
}

// achievementID finds an achievement by its id or name.
func (c *call) achievementID(text string) string {
	for _, a := range c.Rules.Points.Extras {
		if strings.EqualFold(a.Name, text) {
			return a.ID
		}
	}
	return text
}
