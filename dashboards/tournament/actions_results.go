package tournament

import (
	"fmt"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// resultActions are about results; most are reached from a table.
func resultActions() []action {
	return []action{
		{name: "result", button: "Enter the result", done: "The result is entered.", gives: log.EnterResult{}.CommandType(), form: resultForm, make: enterResultAs},
		{name: "confirm", button: "Confirm the entry", done: "The entry is confirmed.", gives: log.ConfirmResult{}.CommandType(), form: entryForm, make: single(func(c *call) events.CommandBody {
			return log.ConfirmResult{Round: c.argument("round"), Table: c.argument("table"), Entry: c.argument("entry")}
		})},
		{name: "reject", button: "Reject the entry", done: "The entry is rejected.", gives: log.RejectResult{}.CommandType(), form: func(c *call) console.Form {
			f := entryForm(c)
			f.Fields = append(f.Fields, reason("Why"))
			return f
		}, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.RejectResult{Round: c.argument("round"), Table: c.argument("table"), Entry: c.argument("entry"), Reason: why}}, err
		}},
		{name: "correct", button: "Correct the result", done: "The correction is recorded.", gives: log.CorrectResult{}.CommandType(), danger: true, form: correctForm, make: correct},
		{name: "overrule", button: "Undo by a ruling", done: "The ruling is recorded.", gives: log.Overrule{}.CommandType(), danger: true, form: func(c *call) console.Form {
			n := c.argument("entry")
			return console.Form{Title: fmt.Sprintf("Undo number %d of the integrity list", n), Says: []string{"What it did is undone. Both stay on the list."}, Fields: []console.Field{hidden("entry", n), reason("Why")}}
		}, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.Overrule{Entry: c.argument("entry"), Reason: why}}, err
		}},
		{name: "import", button: "Import a round", done: "The round is imported.", gives: log.ImportRound{}.CommandType(), danger: true, shown: Shown.playing, form: importForm, make: importRound},
	}
}

// at returns the table that the form is about.
func (c *call) at() (view.Round, view.Table, bool) {
	n, m := c.argument("round"), c.argument("table")
	if n < 1 || n > len(c.Rounds) || m < 1 || m > len(c.Rounds[n-1].Tables) {
		return view.Round{}, view.Table{}, false
	}
	return c.Rounds[n-1], c.Rounds[n-1].Tables[m-1], true
}

var noTable = console.Form{Says: []string{"There is no such table: go back to the desk."}}

// resultForm is the form of a result, field by field as on the phones.
func resultForm(c *call) console.Form {
	r, t, ok := c.at()
	if !ok {
		return noTable
	}
	return c.resultFormOf(r, t, func(string) string { return "" })
}

func (c *call) resultFormOf(r view.Round, t view.Table, typed func(string) string) console.Form {
	f := console.Form{Title: fmt.Sprintf("Result of table %d", t.N), Says: []string{askFor(c.Rules, len(t.Seats))}}
	f.Fields = append(f.Fields, hidden("round", c.argument("round")), hidden("table", t.N))
	switch counting(c.Rules, len(t.Seats)) {
	case byWinners:
		f.Fields = append(f.Fields, c.sideFields(t, typed)...)
	case byPlaces:
		places, points := c.placeFields(t, typed)
		f.Fields = append(f.Fields, places...)
		f.Parts = append(f.Parts, console.Part{Title: "Points instead of places", Says: "If the game counts points. Without places they follow from the points.", Closed: !anyPoints(t, typed), Fields: points})
	default:
		f.Fields = append(f.Fields, c.scoreFields(t, typed)...)
	}
	f.Parts = append(f.Parts, console.Part{Title: "Something else happened", Closed: !unusual(t, typed), Fields: c.endingFields(r, t, typed)})
	return f
}

// sideFields ask which side won, and for its points if the game counts them.
func (c *call) sideFields(t view.Table, typed func(string) string) []console.Field {
	side := console.Field{Kind: console.FieldRadio, Name: "side", Label: "Which side won?", Optional: true, Value: typed("side")}
	out := []console.Field{}
	for k, s := range sidesOf(t) {
		side.Options = append(side.Options, console.Choice{Value: s, Text: s, Why: c.membersOf(t, s)})
		name := fmt.Sprintf("p%d", k+1)
		out = append(out, console.Field{Kind: console.FieldNumber, Name: name, Label: "Points of " + s, Max: 9999, Optional: true, Value: typed(name)})
	}
	side.Options = append(side.Options, console.Choice{Value: "draw", Text: "Nobody: a draw"})
	return append([]console.Field{side}, out...)
}

func (c *call) membersOf(t view.Table, side string) string {
	var out []string
	for _, s := range t.Seats {
		if s.Side == side {
			out = append(out, c.Person(s.Player))
		}
	}
	return words.List(out)
}

func (c *call) placeFields(t view.Table, typed func(string) string) (places, points []console.Field) {
	for _, s := range t.Seats {
		name := fmt.Sprintf("s%d", s.Entrant)
		f := console.Field{Kind: console.FieldSelect, Name: name, Label: "Place of " + c.Person(s.Player), Optional: true, Value: typed(name)}
		for p := range len(t.Seats) {
			f.Options = append(f.Options, console.Choice{Value: fmt.Sprint(p + 1), Text: fmt.Sprintf("%d.", p+1)})
		}
		places = append(places, f)
		name = fmt.Sprintf("v%d", s.Entrant)
		points = append(points, console.Field{Kind: console.FieldNumber, Name: name, Label: "Points of " + c.Person(s.Player), Max: 9999, Optional: true, Value: typed(name)})
	}
	return places, points
}

func (c *call) scoreFields(t view.Table, typed func(string) string) []console.Field {
	most := 99
	if counting(c.Rules, len(t.Seats)) == byPoints {
		most = 9999
	}
	var out []console.Field
	for _, s := range t.Seats {
		label := c.Person(s.Player)
		if s.Side != "" {
			label += ", " + s.Side
		}
		name := fmt.Sprintf("s%d", s.Entrant)
		out = append(out, console.Field{Kind: console.FieldNumber, Name: name, Label: label, Max: most, Optional: true, Value: typed(name)})
	}
	return out
}

// endingFields ask how the game ended, if not as games usually do.
func (c *call) endingFields(r view.Round, t view.Table, typed func(string) string) []console.Field {
	kind := console.Field{Kind: console.FieldSelect, Name: "kind", Label: "How it ended", Value: either(typed("kind"), log.Played)}
	for _, k := range endingsAt(c.Rules, r.Stage) {
		kind.Options = append(kind.Options, console.Choice{Value: k.Kind, Text: k.Says})
	}
	forfeits := console.Field{Kind: console.FieldChecks, Name: "forfeits", Label: "Who forfeits"}
	for _, s := range t.Seats {
		forfeits.Options = append(forfeits.Options, console.Choice{Value: fmt.Sprint(s.Entrant), Text: c.Person(s.Player)})
		if typed(fmt.Sprintf("f%d", s.Entrant)) != "" {
			forfeits.Checked = append(forfeits.Checked, fmt.Sprint(s.Entrant))
		}
	}
	out := []console.Field{kind, forfeits}
	if counting(c.Rules, len(t.Seats)) == byGames {
		out = append(out, console.Field{Kind: console.FieldNumber, Name: "drawn", Label: "Drawn games", Max: 99, Optional: true, Value: typed("drawn")})
	}
	return append(out, console.Field{Kind: console.FieldText, Name: "note", Label: "Note", Max: 200, Optional: true, Value: typed("note")})
}

func enterResultAs(c *call) ([]events.CommandBody, error) {
	r, t, ok := c.at()
	if !ok {
		return nil, site.Malformed("there is no such table: go back to the desk")
	}
	res, err := resultOf(c.r, c.Shown, t)
	return []events.CommandBody{log.EnterResult{Round: r.N, Table: t.N, Result: res}}, err
}

func entryForm(c *call) console.Form {
	r, t, ok := c.at()
	n := c.argument("entry")
	if !ok || n < 1 || n > len(t.Entries) {
		return console.Form{Says: []string{"There is no such entry: go back to the desk."}}
	}
	e := t.Entries[n-1]
	f := console.Form{Says: []string{fmt.Sprintf("Round %d, table %d: %s has entered %s.", r.N, t.N, c.Says(e.By), c.Says(e.Says))}}
	if e.Reason != "" {
		f.Says = append(f.Says, "Reason: "+e.Reason)
	}
	f.Fields = []console.Field{hidden("round", r.N), hidden("table", t.N), hidden("entry", n)}
	return f
}

func correctForm(c *call) console.Form {
	r, t, ok := c.at()
	if !ok {
		return noTable
	}
	var stands map[string]string
	if t.Result != nil {
		stands = typedAs(c.Shown, t, *t.Result)
	}
	f := c.resultFormOf(r, t, func(name string) string { return stands[name] })
	f.Title = fmt.Sprintf("Correct table %d", t.N)
	f.Says = []string{"The result that stands is " + c.Says(t.Says) + ".", "You see what the correction does before it is final. " + askFor(c.Rules, len(t.Seats))}
	ending := f.Parts[len(f.Parts)-1].Fields
	ending[0].Options = append(ending[0].Options, console.Choice{Value: log.Open, Text: "It has no result: take it back"})
	f.Fields = append(f.Fields, hidden("was", t.Stands), reason("Why"))
	return f
}

func correct(c *call) ([]events.CommandBody, error) {
	r, t, ok := c.at()
	if !ok {
		return nil, site.Malformed("there is no such table: go back to the desk")
	}
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	res := log.Result{Kind: log.Open}
	if c.r.FormValue("kind") != log.Open {
		if res, err = resultOf(c.r, c.Shown, t); err != nil {
			return nil, err
		}
	}
	return []events.CommandBody{log.CorrectResult{Round: r.N, Table: t.N, Was: c.argument("was"), Result: res, Reason: why}}, nil
}

func importForm(c *call) console.Form {
	return console.Form{
		Says: []string{"Pairing and results of the next round, or the results of the round that is played. You see what it does before it is final."},
		Fields: []console.Field{
			{Kind: console.FieldArea, Name: "csv", Label: "CSV", Max: 60000, Help: "As it is exported: All results, CSV, at the standings. Only the lines of the round that is imported count."},
			{Kind: console.FieldText, Name: "source", Label: "Where it comes from", Max: 80, Value: "pasted CSV"},
			reason("Why"),
		},
	}
}

// importRound reads the last round of a CSV file.
func importRound(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	source, err := site.Field(c.r, "source", "Where it comes from", 80)
	if err != nil {
		return nil, err
	}
	rounds, err := exchange.ReadMatches([]byte(c.r.FormValue("csv")), c.exchanged())
	if err != nil {
		return nil, site.Malformed(err.Error())
	}
	if len(rounds) == 0 {
		return nil, site.Malformed("the CSV has no round")
	}
	cmd := log.ImportRound{Round: rounds[len(rounds)-1].N, Source: source, Reason: why}
	for _, m := range rounds[len(rounds)-1].Matches {
		if m.Bye != "" {
			cmd.Byes = append(cmd.Byes, log.Bye{Entrant: c.numbered(m.Seats[0].Player), Kind: string(m.Bye)})
			continue
		}
		cmd.Tables = append(cmd.Tables, c.imported(m))
	}
	return []events.CommandBody{cmd}, nil
}

// exchanged are the entrants as other programs know them.
func (c *call) exchanged() []exchange.Entrant {
	var out []exchange.Entrant
	for _, e := range c.Entrants {
		out = append(out, exchange.Entrant{ID: e.Player, Name: c.Person(e.Player), Code: e.Code})
	}
	return out
}

func (c *call) numbered(p events.PersonID) int {
	for _, e := range c.Entrants {
		if e.Player == p {
			return e.N
		}
	}
	return 0
}

var endings = map[standings.Ending]string{
	standings.Played: log.Played, standings.TimeCalled: log.Unfinished, standings.IntentionalDraw: log.IntentionalDraw,
	standings.DoubleLoss: log.DoubleLoss, standings.Forfeit: log.Forfeit,
}

func (c *call) imported(m standings.Match) log.ImportedTable {
	var out log.ImportedTable
	for _, s := range m.Seats {
		out.Entrants = append(out.Entrants, c.numbered(s.Player))
	}
	if m.Result == nil {
		return out
	}
	res := log.Result{Kind: endings[m.Result.Ending], Drawn: m.Result.Drawn}
	for _, s := range m.Result.Scores {
		line := log.Line{Entrant: c.numbered(s.Player), Games: s.Games, Victory: s.Victory, Place: s.Place, Forfeits: s.Absent}
		if s.Points != nil {
			line.Score = log.Amount(s.Points.String())
		}
		res.Lines = append(res.Lines, line)
	}
	out.Result = &res
	return out
}
