package league

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	view "github.com/muster-events/muster/projections/league"
)

// evening is the action that enters what a whole evening brought, player by player.
const evening = "results"

// resultActions are about what is scored; most are reached from a session.
func resultActions() []action {
	return []action{
		{name: evening, button: "Enter results", done: "The results are entered.", gives: log.RecordResults{}.CommandType(), form: func(c *call) console.Form {
			x, _ := c.theSession()
			return console.Form{Title: "Results of " + x.Name, Submit: "Enter these results", Fields: []console.Field{hidden("session", x.ID)}}
		}, make: enterEvening, then: toSession},
		{name: "game", button: "Record a game", done: "The game is recorded.", gives: log.RecordResults{}.CommandType(), form: gameForm, make: recordGame, then: toSession},
		{name: "points", button: "Give or take points", done: "The points are given.", gives: log.RecordResults{}.CommandType(), danger: true, form: pointsForm, make: givePoints, then: toSession},
		{name: importing, button: "Import results", done: "The results are imported.", gives: log.RecordResults{}.CommandType(), danger: true, form: importForm, then: toSession},
		{name: "correct", button: "Correct a result", done: "The correction is recorded.", gives: log.CorrectResult{}.CommandType(), danger: true, form: correctForm, make: correct, then: toSession},
		{name: "void", button: "Take a result out", done: "The result is taken out.", gives: log.CorrectResult{}.CommandType(), danger: true, form: voidForm, make: void, then: toSession},
	}
}

// byScenario tells whether quests have the values, and not evenings.
func (s Shown) byScenario() bool { return s.Rules.Unit == "scenario" }

// enterEvening reads the table of an evening: a place or matches of each player, who was there, achievements.
func enterEvening(c *call) ([]events.CommandBody, error) {
	var all []log.Result
	for _, p := range c.View.Players {
		if !here(p) {
			continue
		}
		some, err := c.ofPlayer(p.Player)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return recording(c.sessionID(), all)
}

// recording makes the commands that record results, so many at once.
func recording(in log.SessionID, all []log.Result) ([]events.CommandBody, error) {
	var out []events.CommandBody
	for piece := range slices.Chunk(all, atOnce) {
		out = append(out, log.RecordResults{Session: in, Results: piece})
	}
	if len(out) == 0 {
		return nil, site.Malformed("Nothing is filled in: give at least one player a place, a match or a tick.")
	}
	return out, nil
}

// ofPlayer reads the row of a player.
func (c *call) ofPlayer(who events.PersonID) ([]log.Result, error) {
	var out []log.Result
	n := map[string]int{}
	for _, f := range []string{"place", "won", "lost", "drawn"} {
		v, err := site.Number(c.r, f+"-"+string(who), words4[f]+" of "+c.Person(who), 0, 999)
		if err != nil {
			return nil, err
		}
		if v != nil {
			n[f] = *v
		}
	}
	one := []events.PersonID{who}
	switch {
	case n["place"] > 0:
		out = append(out, log.Result{Kind: log.KindPlace, Players: one, Place: n["place"], Wins: n["won"], Draws: n["drawn"], Losses: n["lost"]})
	case n["won"]+n["lost"]+n["drawn"] > 0:
		out = append(out, log.Result{Kind: log.KindMatches, Players: one, Wins: n["won"], Draws: n["drawn"], Losses: n["lost"]})
	case c.r.FormValue("here-"+string(who)) != "":
		out = append(out, log.Result{Kind: log.KindAttendance, Players: one})
	}
	for _, a := range c.r.Form["has-"+string(who)] {
		out = append(out, log.Result{Kind: log.KindAchievement, Players: one, Achievement: a})
	}
	return out, nil
}

var words4 = map[string]string{"place": "The place", "won": "Matches won", "lost": "Matches lost", "drawn": "Matches drawn"}

// gameForm is the form of a game that several played together, or one with handicap tokens.
func gameForm(c *call) console.Form {
	x, _ := c.theSession()
	r := log.Result{Kind: kindFor(c.Rules), Game: &log.Game{Scenario: x.Scenario, Mode: x.Mode, Won: true}}
	f := console.Form{Title: "A game of " + x.Name, Submit: "Record it", Fields: append([]console.Field{hidden("session", x.ID)}, c.gameFields(r)...)}
	return f
}

// kindFor is the kind of game that the rules of a league are about.
func kindFor(r log.Rules) string {
	if r.Count == "tokens" {
		return log.KindTokens
	}
	return log.KindQuest
}

// gameFields are the fields of a game, as a result has them.
func (c *call) gameFields(r log.Result) []console.Field {
	g := r.Game
	who := console.Field{Kind: console.FieldChecks, Name: "players", Label: "Who played", Options: c.choices(func(p view.Player) bool { return here(p) || slices.Contains(r.Players, p.Player) })}
	for _, p := range r.Players {
		who.Checked = append(who.Checked, string(p))
	}
	outcome := console.Field{Kind: console.FieldRadio, Name: "outcome", Label: "Outcome", Options: []console.Choice{{Value: "won", Text: "Won"}, {Value: "lost", Text: "Lost"}}}
	if outcome.Value = "lost"; g.Won {
		outcome.Value = "won"
	}
	out := []console.Field{hidden("kind", r.Kind), c.scenarioField(g.Scenario), who, outcome}
	number := func(name, label, help string, n int) {
		out = append(out, console.Field{Kind: console.FieldNumber, Name: name, Label: label, Help: help, Value: blank(n), Max: 999, Optional: true})
	}
	text := func(name, label, help, v string) {
		out = append(out, console.Field{Kind: console.FieldText, Name: name, Label: label, Help: help, Value: v, Max: 80, Optional: true})
	}
	if r.Kind == log.KindTokens {
		number("tokens", "Handicap tokens used", "Empty: none.", g.Tokens)
		d := either(g.Deck, log.Deck{})
		number("outside", "Cards in the deck from outside the cycle", "", d.Outside)
		number("cycle", "Heroes of the cycle", "", d.CycleHeroes)
		number("box", "Heroes of the box", "", d.BoxHeroes)
		number("outsideCore", "Cards from outside, the core set's included", "", d.OutsideCore)
		number("beyond", "Cards from outside the three boxes", "", d.Beyond)
	} else {
		text("score", "Official score", "Lower is better. A lost game has none.", scoreText(g.Score))
		number("rounds", "Rounds", "", g.Rounds)
		number("out", "Players eliminated", "", g.Out)
		number("dead", "Heroes dead", "", g.Dead)
		number("start", "City strength at the start", "Of Attack on Dol Guldur.", g.Start)
		number("damage", "Damage dealt to the city", "", g.Damage)
	}
	text("mode", "Mode", "", g.Mode)
	text("difficulty", "Difficulty", "Empty: as usual.", g.Difficulty)
	number("size", "How many sat at the table", "Empty: those named above.", sizeBeside(r))
	return append(out, console.Field{Kind: console.FieldText, Name: "note", Label: "Note", Value: r.Note, Max: 400, Optional: true})
}

// sizeBeside is the size of a game where it is another than the number of players named.
func sizeBeside(r log.Result) int {
	if r.Game.Size == len(r.Players) {
		return 0
	}
	return r.Game.Size
}

func either[T any](p *T, other T) T {
	if p == nil {
		return other
	}
	return *p
}

func scoreText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func blank(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// scenarioField lets one of the league's quests be chosen, or any be typed where it names none.
func (c *call) scenarioField(value string) console.Field {
	f := console.Field{Kind: console.FieldText, Name: "scenario", Label: "Scenario", Value: value, Max: 80}
	if len(c.Rules.Quests) > 0 {
		f.Kind = console.FieldSelect
		for _, q := range c.Rules.Quests {
			f.Options = append(f.Options, console.Choice{Value: q, Text: q})
		}
		if value != "" && !slices.Contains(c.Rules.Quests, value) {
			f.Options = append(f.Options, console.Choice{Value: value, Text: value})
		}
	}
	return f
}

// gameOf reads a game of a form.
func (c *call) gameOf() (log.Result, error) {
	r := log.Result{Kind: c.r.FormValue("kind"), Note: c.text("note")}
	for _, p := range c.r.Form["players"] {
		r.Players = append(r.Players, events.PersonID(p))
	}
	if len(r.Players) == 0 {
		return r, site.Malformed("Nobody is ticked: say who played.")
	}
	g := log.Game{Scenario: c.text("scenario"), Mode: c.text("mode"), Difficulty: c.text("difficulty"), Won: c.r.FormValue("outcome") == "won"}
	var d log.Deck
	for _, f := range []struct {
		name, label string
		to          *int
	}{
		{"rounds", "The number of rounds", &g.Rounds},
		{"out", "The number of players eliminated", &g.Out},
		{"dead", "The number of heroes dead", &g.Dead},
		{"start", "The city strength at the start", &g.Start},
		{"damage", "The damage to the city", &g.Damage},
		{"tokens", "The number of tokens", &g.Tokens},
		{"size", "How many sat at the table", &g.Size},
		{"outside", "The number of cards from outside", &d.Outside},
		{"cycle", "The number of heroes of the cycle", &d.CycleHeroes},
		{"box", "The number of heroes of the box", &d.BoxHeroes},
		{"outsideCore", "The number of cards from outside", &d.OutsideCore},
		{"beyond", "The number of cards from outside the boxes", &d.Beyond},
	} {
		n, err := site.Number(c.r, f.name, f.label, 0, 999)
		if err != nil {
			return r, err
		}
		*f.to = either(n, 0)
	}
	score, err := site.Number(c.r, "score", "The score", -999, 9999)
	if err != nil {
		return r, err
	}
	g.Score = score
	if g.Size == 0 {
		g.Size = len(r.Players)
	}
	if r.Kind == log.KindTokens {
		g.Deck = &d
	}
	r.Game = &g
	return r, nil
}

func recordGame(c *call) ([]events.CommandBody, error) {
	r, err := c.gameOf()
	return []events.CommandBody{log.RecordResults{Session: c.sessionID(), Results: []log.Result{r}}}, err
}

func pointsForm(c *call) console.Form {
	x, _ := c.theSession()
	return console.Form{
		Title: "Give or take points in " + x.Name,
		Says:  []string{"Points by hand are on the integrity list for good. You see who moves before it is final."},
		Fields: []console.Field{
			hidden("session", x.ID), c.playerField("player", "Who", here),
			{Kind: console.FieldText, Name: "points", Label: "Points", Max: 12, Help: "As in 3, −1 or 0.5."},
			reason("Why"),
		},
	}
}

func givePoints(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	return []events.CommandBody{log.RecordResults{Session: c.sessionID(), Reason: why, Results: []log.Result{{
		Kind: log.KindPoints, Players: []events.PersonID{c.person("player")}, Points: amount(c.text("points")),
	}}}}, err
}

// amount reads a number of points as people type it.
func amount(text string) log.Amount {
	return log.Amount(strings.NewReplacer("−", "-", " ", "", "+", "").Replace(strings.TrimSpace(text)))
}

// theResult is the result that the form is about.
func (c *call) theResult() (view.Result, view.Session, bool) {
	n := c.argument("result")
	for _, x := range c.Sessions {
		for _, r := range x.Results {
			if r.N == n {
				return r, x, true
			}
		}
	}
	return view.Result{}, view.Session{}, false
}

var noResult = console.Form{Says: []string{"There is no such result: go back to the desk."}}

func correctForm(c *call) console.Form {
	r, x, ok := c.theResult()
	if !ok || r.Result == nil {
		return noResult
	}
	f := console.Form{
		Title:  fmt.Sprintf("Correct result %d of %s", r.N, x.Name),
		Says:   []string{fmt.Sprintf("%s: %s.", c.people(r.Players), c.Says(r.Says)), "You see who moves before the correction is final. What it said before stays on record."},
		Fields: []console.Field{hidden("result", r.N), hidden("session", x.ID)},
	}
	f.Fields = append(f.Fields, c.resultFields(*r.Result)...)
	f.Fields = append(f.Fields, reason("Why"))
	return f
}

// resultFields are the fields of a result, as it stands.
func (c *call) resultFields(r log.Result) []console.Field {
	if r.Game != nil {
		return c.gameFields(r)
	}
	who := c.playerField("player", "Who", func(p view.Player) bool { return p.Into == "" })
	if who.Value == "" {
		who.Value = string(r.Players[0])
	}
	out := []console.Field{hidden("kind", r.Kind), who}
	number := func(name string, n int) {
		out = append(out, console.Field{Kind: console.FieldNumber, Name: name, Label: words4[name], Value: fmt.Sprint(n), Max: 999})
	}
	switch r.Kind {
	case log.KindPlace:
		number("place", r.Place)
		number("won", r.Wins)
		number("lost", r.Losses)
		number("drawn", r.Draws)
		out = append(out, hidden("field", r.Field))
	case log.KindMatches:
		number("won", r.Wins)
		number("lost", r.Losses)
		number("drawn", r.Draws)
	case log.KindAchievement:
		a := console.Field{Kind: console.FieldSelect, Name: "achievement", Label: "Achievement", Value: r.Achievement}
		for _, x := range c.Rules.Points.Extras {
			a.Options = append(a.Options, console.Choice{Value: x.ID, Text: x.Name})
		}
		out = append(out, a)
	case log.KindPoints:
		out = append(out, console.Field{Kind: console.FieldText, Name: "points", Label: "Points", Value: string(r.Points), Max: 12})
	}
	return append(out, console.Field{Kind: console.FieldText, Name: "note", Label: "Note", Value: r.Note, Max: 400, Optional: true})
}

// resultOf reads those fields.
func (c *call) resultOf(was log.Result) (log.Result, error) {
	if was.Game != nil {
		return c.gameOf()
	}
	out := log.Result{
		Kind: was.Kind, Players: []events.PersonID{c.person("player")}, Field: c.argument("field"),
		Achievement: c.text("achievement"), Points: amount(c.text("points")), Note: c.text("note"),
	}
	for _, f := range []struct {
		name string
		to   *int
	}{{"place", &out.Place}, {"won", &out.Wins}, {"lost", &out.Losses}, {"drawn", &out.Draws}} {
		n, err := site.Number(c.r, f.name, words4[f.name], 0, 999)
		if err != nil {
			return out, err
		}
		*f.to = either(n, 0)
	}
	return out, nil
}

func correct(c *call) ([]events.CommandBody, error) {
	r, _, ok := c.theResult()
	if !ok || r.Result == nil {
		return nil, site.Malformed("There is no such result: go back to the desk.")
	}
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	now, err := c.resultOf(*r.Result)
	return []events.CommandBody{log.CorrectResult{Result: r.N, Now: &now, Reason: why}}, err
}

func voidForm(c *call) console.Form {
	r, x, ok := c.theResult()
	if !ok || r.Result == nil {
		return noResult
	}
	return console.Form{
		Title:  fmt.Sprintf("Take result %d out of %s", r.N, x.Name),
		Says:   []string{fmt.Sprintf("%s: %s. It does not count any more, and stays on record.", c.people(r.Players), c.Says(r.Says)), "You see who moves before it is final."},
		Fields: []console.Field{hidden("result", r.N), hidden("session", x.ID), reason("Why")},
	}
}

func void(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	return []events.CommandBody{log.CorrectResult{Result: c.argument("result"), Reason: why}}, err
}
