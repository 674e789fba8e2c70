package league

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	view "github.com/muster-events/muster/projections/league"
)

// atOnce is how many players or results one command takes.
const atOnce = 100

// playerActions are about who plays.
func playerActions() []action {
	return []action{
		{name: "enter", button: "Enter players", done: "They are entered.", gives: log.EnterPlayers{}.CommandType(), shown: Shown.running, next: func(v Shown) bool { return v.running() && v.In < 2 }, form: enterForm, make: enter},
		{name: "drop", button: "Drop a player", done: "The player has left the season.", gives: log.DropPlayer{}.CommandType(), form: func(c *call) console.Form {
			return console.Form{
				Says:   []string{"What the player has scored stays. Nothing more is scored for them, unless they return."},
				Fields: []console.Field{c.playerField("player", "Who leaves", here), optional(reason("Why"))},
			}
		}, make: func(c *call) ([]events.CommandBody, error) {
			return []events.CommandBody{log.DropPlayer{Player: c.person("player"), Reason: c.text("reason")}}, nil
		}},
		{name: "return", button: "Let a player return", done: "The player is back.", gives: log.ReturnPlayer{}.CommandType(), form: func(c *call) console.Form {
			return console.Form{
				Says:   []string{"They score from now on. What came for them meanwhile does not count."},
				Fields: []console.Field{c.playerField("player", "Who returns", func(p view.Player) bool { return p.Dropped && p.Into == "" })},
			}
		}, make: single(func(c *call) events.CommandBody { return log.ReturnPlayer{Player: c.person("player")} })},
		{name: "change", button: "Change division, team or store", done: "The player is changed.", gives: log.ChangePlayer{}.CommandType(), form: changeForm, make: changePlayer},
		{name: "merge", button: "Merge two players", done: "The two are one player.", gives: log.MergePlayers{}.CommandType(), danger: true, shown: func(v Shown) bool { return (v.running() || v.Stage == view.StageEnded) && v.In > 1 }, form: mergeForm, make: merge},
	}
}

func here(p view.Player) bool { return !p.Dropped && p.Into == "" }

func (c *call) person(name string) events.PersonID { return events.PersonID(c.r.FormValue(name)) }

// playerField lists players to choose from, by name.
func (c *call) playerField(name, label string, which func(view.Player) bool) console.Field {
	return console.Field{Kind: console.FieldSelect, Name: name, Label: label, Value: c.r.FormValue(name), Options: c.choices(which)}
}

// choices are players by name.
func (c *call) choices(which func(view.Player) bool) []console.Choice {
	var out []console.Choice
	for _, p := range c.View.Players {
		if which(p) {
			out = append(out, console.Choice{Value: string(p.Player), Text: c.Person(p.Player)})
		}
	}
	slices.SortStableFunc(out, func(a, b console.Choice) int {
		return strings.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text))
	})
	return out
}

func enterForm(c *call) console.Form {
	help := "Name; team; club or store. Only the name is needed. Or paste a CSV file with a heading (name, team, store, division)."
	if len(c.Divisions) > 0 {
		help = "Name; team; club or store; division. Only the name is needed; without a division it is the first. Or paste a CSV file with a heading (name, team, store, division)."
	}
	f := console.Form{Fields: []console.Field{{Kind: console.FieldArea, Name: "names", Label: "One on each line", Max: 20000, Help: help}}}
	if c.late() {
		f.Says = []string{"A session is final already: they enter late."}
		if c.Rules.Late != "" {
			f.Says[0] += " They begin with " + minus(string(c.Rules.Late)) + " points."
		}
	}
	return f
}

func (c *call) late() bool {
	return slices.ContainsFunc(c.Sessions, func(x view.Session) bool { return x.Frozen && !x.Cancelled })
}

// enter enters people. They become known to the gathering; who is known already stays who they are.
func enter(c *call) ([]events.CommandBody, error) {
	lines, err := typedPlayers(c.text("names"))
	if err != nil {
		return nil, err
	}
	var players []log.Player
	for i, l := range lines {
		if lines[i].name, err = roster.CleanName(l.name); err != nil {
			return nil, site.Malformed(fmt.Sprintf("Name %d, %q: %v", i+1, l.name, err))
		}
		p := log.Player{Team: l.team, Store: l.store}
		if p.Division, err = c.division(l.division); err != nil {
			return nil, site.Malformed(fmt.Sprintf("line %d: %v", i+1, err))
		}
		players = append(players, p)
	}
	for i := range players {
		if players[i].Player, err = c.pages.Players.Named(c.r.Context(), c.Gathering, lines[i].name); err != nil {
			return nil, err
		}
	}
	return entering(players)
}

// entering makes the commands that enter players, so many at once.
func entering(players []log.Player) ([]events.CommandBody, error) {
	var out []events.CommandBody
	for piece := range slices.Chunk(players, atOnce) {
		out = append(out, log.EnterPlayers{Players: piece})
	}
	if len(out) == 0 {
		return nil, site.Malformed("type at least one name")
	}
	return out, nil
}

// division finds a division by its id or name; none for an empty one.
func (c *call) division(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	var names []string
	for _, d := range c.Divisions {
		if strings.EqualFold(d.Name, text) || d.ID == text {
			return d.ID, nil
		}
		names = append(names, d.Name)
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%q is a division, and the league has none", text)
	}
	return "", fmt.Errorf("there is no division %q; there are %s", text, strings.Join(names, ", "))
}

// playerLine is a line of a list of players.
type playerLine struct{ name, team, store, division string }

// typedPlayers reads lines of names, or CSV with a heading.
func typedPlayers(text string) ([]playerLine, error) {
	rows, csv, err := table(text, "name")
	if err != nil {
		return nil, err
	}
	var out []playerLine
	if csv {
		for _, row := range rows {
			out = append(out, playerLine{row.get("name"), row.get("team"), row.get("store"), row.get("division")})
		}
		return out, nil
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		parts := append(strings.Split(line, ";"), "", "", "")
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		out = append(out, playerLine{parts[0], parts[1], parts[2], parts[3]})
	}
	return out, nil
}

// record is a row of a CSV file by its heading.
type record struct {
	line   int
	fields map[string]string
}

func (r record) get(name string) string { return r.fields[name] }

// table reads CSV whose heading has a column; false if the text has no such heading.
func table(text, needed string) ([]record, bool, error) {
	first, _, _ := strings.Cut(text, "\n")
	comma := ','
	if strings.Count(first, ";") > strings.Count(first, ",") {
		comma = ';'
	}
	heading := strings.Split(strings.ToLower(strings.Trim(first, "\ufeff\r ")), string(comma))
	for i := range heading {
		heading[i] = strings.Trim(heading[i], `" `)
	}
	if !slices.Contains(heading, needed) {
		return nil, false, nil
	}
	in := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	in.Comma, in.FieldsPerRecord, in.TrimLeadingSpace = comma, -1, true
	all, err := in.ReadAll()
	if err != nil {
		return nil, true, site.Malformed("The CSV cannot be read: " + err.Error())
	}
	var out []record
	for i, fields := range all[1:] {
		row := record{line: i + 2, fields: map[string]string{}}
		for j, f := range fields {
			if j < len(heading) {
				row.fields[heading[j]] = strings.TrimSpace(f)
			}
		}
		out = append(out, row)
	}
	return out, true, nil
}

func changeForm(c *call) console.Form {
	p, ok := c.Shown.player(c.person("player"))
	if !ok {
		return console.Form{Says: []string{"There is no such player: go back to the desk."}}
	}
	f := console.Form{Title: "Change " + c.Person(p.Player), Fields: []console.Field{hidden("player", p.Player)}}
	if len(c.Divisions) > 0 {
		d := console.Field{Kind: console.FieldSelect, Name: "division", Label: "Division", Value: p.Division}
		for _, x := range c.Divisions {
			d.Options = append(d.Options, console.Choice{Value: x.ID, Text: x.Name})
		}
		f.Fields = append(f.Fields, d)
	}
	f.Fields = append(f.Fields,
		console.Field{Kind: console.FieldText, Name: "team", Label: "Team", Value: p.Team, Max: 80, Optional: true},
		console.Field{Kind: console.FieldText, Name: "store", Label: "Club or store", Value: p.Store, Max: 80, Optional: true},
	)
	if c.started() {
		f.Says = []string{"The season has begun: you see what moves before it is final."}
		f.Fields = append(f.Fields, reason("Why"))
	}
	return f
}

func changePlayer(c *call) ([]events.CommandBody, error) {
	return []events.CommandBody{log.ChangePlayer{
		Player: log.Player{Player: c.person("player"), Division: c.text("division"), Team: c.text("team"), Store: c.text("store")}, Reason: c.text("reason"),
	}}, nil
}

func mergeForm(c *call) console.Form {
	real := func(p view.Player) bool { return p.Into == "" }
	f := console.Form{
		Says: []string{"Two entries of the same person become one: what the one that goes has scored and will score counts for the one that stays."},
		Fields: []console.Field{
			c.playerField("into", "The one that stays", real),
			c.playerField("from", "The one that goes", real),
			reason("How it is known"),
		},
	}
	return f
}

func merge(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	return []events.CommandBody{log.MergePlayers{From: c.person("from"), Into: c.person("into"), Reason: why}}, err
}
