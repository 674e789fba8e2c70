package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
)

// entrantActions are about who plays.
func entrantActions() []action {
	notOver := func(v Shown) bool { return v.Status == log.StatusOpen || v.playing() }
	return []action{
		{name: "register", button: "Enter people", done: "They are entered.", gives: log.Register{}.CommandType(), shown: notOver, next: func(v Shown) bool { return v.Status == log.StatusOpen && v.In < 2 }, form: registerForm, make: register},
		{name: "check-in", button: "Check in", done: "They are checked in.", gives: log.CheckIn{}.CommandType(), shown: in(log.StatusOpen), form: checkInForm, make: checkIn},
		{name: "drop", button: "Drop a player", done: "The player has left.", gives: log.Drop{}.CommandType(), shown: notOver, form: func(c *call) console.Form {
			return console.Form{Fields: []console.Field{c.entrantField("entrant", "Who leaves", c.in), optional(reason("Why"))}}
		}, make: func(c *call) ([]events.CommandBody, error) {
			return []events.CommandBody{log.Drop{Entrant: c.argument("entrant"), Reason: strings.TrimSpace(c.r.FormValue("reason"))}}, nil
		}},
		{name: "return", button: "Let a player return", done: "The player plays again.", gives: log.Return{}.CommandType(), shown: func(v Shown) bool { return v.playing() && v.any(v.gone) }, form: func(c *call) console.Form {
			return console.Form{Fields: []console.Field{c.entrantField("entrant", "Who plays again", c.gone)}}
		}, make: single(func(c *call) events.CommandBody { return log.Return{Entrant: c.argument("entrant")} })},
		{name: "admit", button: "Admit from the waiting list", done: "The player has a place.", gives: log.AdmitWaiting{}.CommandType(), shown: func(v Shown) bool { return v.Status == log.StatusOpen && v.Waiting > 0 }, form: func(c *call) console.Form {
			return console.Form{Fields: []console.Field{c.entrantField("entrant", "Who is admitted, beyond the cap", func(n int) bool { return c.Entrants[n-1].Waiting })}}
		}, make: single(func(c *call) events.CommandBody { return log.AdmitWaiting{Entrant: c.argument("entrant")} })},
		{name: "bye", button: "Grant a bye", done: "The bye is granted.", gives: log.GrantBye{}.CommandType(), shown: notOver, form: byeForm, make: grantBye},
		{name: "no-show", button: "A player did not come", done: "It is recorded.", gives: log.MarkNoShow{}.CommandType(), shown: func(v Shown) bool { r, ok := v.Last(); return ok && r.Published && !r.Finished }, form: noShowForm, make: noShow},
		{name: "edit", button: "Correct an entry", done: "The entry is corrected.", gives: log.EditEntrant{}.CommandType(), form: editForm, make: edit},
		{name: "merge", button: "Merge two entries", done: "The entries are one.", gives: log.MergeEntrants{}.CommandType(), danger: true, shown: func(v Shown) bool {
			return v.Status != log.StatusFinal && v.Status != log.StatusSealed && len(v.Entrants) > 1
		}, form: mergeForm, make: merge},
		{name: "renumber", button: "Seed anew", done: "The seeds are set.", gives: log.Renumber{}.CommandType(), danger: true, shown: Shown.playing, form: renumberForm, make: renumber},
	}
}

func optional(f console.Field) console.Field {
	f.Optional = true
	return f
}

func (s Shown) any(which func(n int) bool) bool {
	for _, e := range s.Entrants {
		if which(e.N) {
			return true
		}
	}
	return false
}

func registerForm(c *call) console.Form {
	f := console.Form{Fields: []console.Field{{
		Kind: console.FieldArea, Name: "names", Label: "One on each line", Max: 20000,
		Help: "Name; club; rating. Only the name is needed. Or paste a CSV file with a heading (name, code, club, rating).",
	}}}
	if c.started() {
		f.Says = []string{"The tournament has begun: they enter late, as the rules allow."}
	}
	return f
}

// register enters people. They become known to the gathering; who is known already stays who they are.
func register(c *call) ([]events.CommandBody, error) {
	list, source, err := typed(c.r.FormValue("names"))
	if err != nil {
		return nil, err
	}
	cmd := log.Register{Source: source}
	if source != "" && c.started() {
		cmd.Reason = "late entries from " + source
	}
	for i, e := range list {
		name, err := roster.CleanName(e.Name)
		if err != nil {
			return nil, site.Malformed(fmt.Sprintf("Name %d, %q: %v", i+1, e.Name, err))
		}
		list[i].Name = name
	}
	for _, e := range list {
		who, err := c.Players.Named(c.r.Context(), c.Gathering, e.Name)
		if err != nil {
			return nil, err
		}
		cmd.Entrants = append(cmd.Entrants, log.Entrant{Player: who, Code: e.Code, Club: e.Club, Rating: e.Rating})
	}
	if len(cmd.Entrants) == 0 {
		return nil, site.Malformed("type at least one name")
	}
	return []events.CommandBody{cmd}, nil
}

// typed reads lines of names, or CSV with a heading.
func typed(text string) ([]exchange.Entrant, string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	first, _, _ := strings.Cut(text, "\n")
	if strings.Contains(","+strings.ReplaceAll(first, `"`, "")+",", ",name,") {
		list, err := exchange.ReadPlayers([]byte(text + "\n"))
		if err != nil {
			return nil, "", site.Malformed(err.Error())
		}
		return list, "pasted CSV", nil
	}
	var out []exchange.Entrant
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		parts := append(strings.Split(line, ";"), "", "")
		e := exchange.Entrant{Name: strings.TrimSpace(parts[0]), Club: strings.TrimSpace(parts[1])}
		if rating := strings.TrimSpace(parts[2]); rating != "" {
			n, err := strconv.Atoi(rating)
			if err != nil {
				return nil, "", site.Malformed(fmt.Sprintf("line %d: %q is no rating; write a whole number, or leave it out", i+1, rating))
			}
			e.Rating = n
		}
		out = append(out, e)
	}
	return out, "", nil
}

func checkInForm(c *call) console.Form {
	f := console.Field{Kind: console.FieldChecks, Name: "entrant", Label: "Who is here"}
	for _, e := range c.Entrants {
		if e.In() && !e.CheckedIn {
			f.Options = append(f.Options, console.Choice{Value: fmt.Sprint(e.N), Text: c.Person(e.Player)})
		}
	}
	if len(f.Options) == 0 {
		return console.Form{Says: []string{"Everybody is checked in."}}
	}
	return console.Form{Fields: []console.Field{f}}
}

func checkIn(c *call) ([]events.CommandBody, error) {
	var out []events.CommandBody
	for _, v := range c.r.Form["entrant"] {
		n, err := strconv.Atoi(v)
		if err != nil {
			return nil, site.Malformed("tick who is here")
		}
		out = append(out, log.CheckIn{Entrant: n, Undo: c.r.FormValue("undo") != ""})
	}
	if len(out) == 0 {
		return nil, site.Malformed("tick who is here")
	}
	return out, nil
}

func byeForm(c *call) console.Form {
	return console.Form{Fields: []console.Field{
		c.entrantField("entrant", "Who", c.real),
		{Kind: console.FieldNumber, Name: "round", Label: "In round", Max: 30, Value: fmt.Sprint(len(c.Rounds) + 1)},
		{Kind: console.FieldRadio, Name: "kind", Label: "Bye", Value: log.ByeHalf, Options: []console.Choice{
			{Value: log.ByeFull, Text: "a full bye"},
			{Value: log.ByeHalf, Text: "half a bye"},
			{Value: log.ByeZero, Text: "a bye without points"},
			{Value: "none", Text: "none: take it back"},
		}},
		reason("Why"),
	}}
}

func grantBye(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	kind := c.r.FormValue("kind")
	if kind == "none" {
		kind = ""
	}
	return []events.CommandBody{log.GrantBye{Entrant: c.argument("entrant"), Round: c.argument("round"), Kind: kind, Reason: why}}, err
}

func noShowForm(c *call) console.Form {
	return console.Form{
		Says: []string{"The round is forfeited, and the player leaves the tournament."},
		Fields: []console.Field{
			c.entrantField("entrant", "Who did not come", c.in),
			{Kind: console.FieldChecks, Name: "keep", Label: "Afterwards", Options: []console.Choice{{Value: "yes", Text: "keep the player in the tournament"}}},
		},
	}
}

func noShow(c *call) ([]events.CommandBody, error) {
	return []events.CommandBody{log.MarkNoShow{Round: len(c.Rounds), Entrant: c.argument("entrant"), Keep: c.r.FormValue("keep") != ""}}, nil
}

func editForm(c *call) console.Form {
	n := c.argument("entrant")
	if n < 1 || n > len(c.Entrants) {
		return console.Form{Says: []string{"There is no such entrant: go back to the desk."}}
	}
	e := c.Entrants[n-1]
	return console.Form{Title: "Correct the entry of " + c.Person(e.Player), Fields: []console.Field{
		hidden("entrant", n),
		{Kind: console.FieldText, Name: "code", Label: "Short code", Value: e.Code, Max: 12, Optional: true},
		{Kind: console.FieldText, Name: "club", Label: "Club or store", Value: e.Club, Max: 80, Optional: true},
		{Kind: console.FieldNumber, Name: "rating", Label: "Rating", Value: blank(e.Rating), Max: 9999, Optional: true},
	}}
}

func blank(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func edit(c *call) ([]events.CommandBody, error) {
	n := c.argument("entrant")
	if n < 1 || n > len(c.Entrants) {
		return nil, site.Malformed("there is no such entrant: go back to the desk")
	}
	return []events.CommandBody{log.EditEntrant{Entrant: n, To: log.Entrant{
		Player: c.Entrants[n-1].Player, Code: strings.TrimSpace(c.r.FormValue("code")), Club: strings.TrimSpace(c.r.FormValue("club")), Rating: c.argument("rating"),
	}}}, nil
}

func mergeForm(c *call) console.Form {
	return console.Form{
		Says: []string{"Two entries of the same person become one: the rounds of the second go to the first. They have not played in the same round."},
		Fields: []console.Field{
			c.entrantField("keep", "The entry that stays", c.real),
			c.entrantField("gone", "The entry that goes", c.real),
			reason("How it is known"),
		},
	}
}

func merge(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	return []events.CommandBody{log.MergeEntrants{Keep: c.argument("keep"), Gone: c.argument("gone"), Reason: why}}, err
}

func renumberForm(c *call) console.Form {
	var order []string
	for seed := 1; seed <= len(c.Entrants); seed++ {
		for _, e := range c.Entrants {
			if e.Seed == seed && e.In() {
				order = append(order, fmt.Sprintf("%d %s", e.N, c.Person(e.Player)))
			}
		}
	}
	return console.Form{
		Says:   []string{"Move the lines: the first is seeded first. The number at the beginning of a line says who it is."},
		Fields: []console.Field{{Kind: console.FieldArea, Name: "order", Label: "Seeds", Value: strings.Join(order, "\n"), Max: 20000}, reason("Why")},
	}
}

func renumber(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	cmd := log.Renumber{Reason: why}
	for i, line := range strings.Split(strings.TrimSpace(c.r.FormValue("order")), "\n") {
		first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(first)
		if err != nil {
			return nil, site.Malformed(fmt.Sprintf("line %d does not begin with the number of an entrant: %q", i+1, line))
		}
		cmd.Order = append(cmd.Order, n)
	}
	return []events.CommandBody{cmd}, nil
}
