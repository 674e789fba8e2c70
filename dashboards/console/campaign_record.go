package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/lotr"
	view "github.com/muster-events/muster/projections/campaign"
)

// recordForm asks for the result of the scenario being played, and for what its campaign card wants to
// know.
func (c *campaignCall) recordForm() Form {
	g := c.log.Game
	scenario := g.Scenarios[0]
	f := Form{Title: "Record " + titleOf(scenario), Submit: "Write it into the log", Says: []string{
		"A group that was opened from here is recorded by itself. Record by hand what was played without muster, or what the log did not take.",
	}}
	if len(g.Scenarios) > 1 {
		f.Says = append(f.Says, "The finale has two scenarios, which are won or lost together: record the other one afterwards.")
	}
	won := Field{Kind: FieldRadio, Name: "won", Label: "The scenario was", Options: []Choice{{Value: "yes", Text: "won"}, {Value: "no", Text: "lost", Why: "it is played again, and nothing else changes"}}}
	f.Fields = []Field{
		{Kind: FieldHidden, Name: "scenario", Value: scenario},
		won,
		{Kind: FieldNumber, Name: "score", Label: "Score", Max: 9999, Optional: true, Help: "Of a game that was won; fewer points are better."},
		{Kind: FieldNumber, Name: "rounds", Label: "Rounds", Max: 999, Optional: true},
		{Kind: FieldChecks, Name: "fallen", Label: "Heroes who died", Options: c.heroChoices()},
	}
	for _, q := range view.Questions(scenario) {
		f.Fields = append(f.Fields, c.questionField(q))
	}
	return f
}

func (c *campaignCall) heroChoices() []Choice {
	var out []Choice
	for _, p := range c.log.Players {
		for _, h := range p.Heroes {
			out = append(out, Choice{Value: string(p.Player) + "|" + h.Title, Text: h.Title, Why: c.player(p.Player)})
		}
	}
	return out
}

// questionField is the field of something that a resolution wants to know.
func (c *campaignCall) questionField(q view.Question) Field {
	f := Field{Name: "fact-" + q.Fact, Label: q.Asks, Optional: true}
	switch q.Kind {
	case view.AskNumber:
		f.Kind, f.Max = FieldNumber, 999
	case view.AskPlayers:
		f.Kind, f.Options = FieldChecks, c.playerChoices()
	case view.AskHero:
		f.Kind, f.Max = FieldText, 80
	default:
		f.Kind, f.Options = FieldChecks, []Choice{{Value: "yes", Text: "Yes"}}
	}
	return f
}

func (c *campaignCall) record() error {
	if c.log.Game == nil || c.r.FormValue("scenario") == "" {
		return site.Malformed("no game is being played: begin one first")
	}
	out := campaign.RecordResult{Scenario: c.r.FormValue("scenario"), Group: c.log.Game.Group, Won: c.r.FormValue("won") == "yes"}
	if !out.Won && c.r.FormValue("won") != "no" {
		return site.Malformed("was it won or lost?")
	}
	var err error
	if out.Score, err = site.Number(c.r, "score", "The score", -999, 9999); err != nil {
		return err
	}
	rounds, err := site.Number(c.r, "rounds", "The rounds", 0, 999)
	if err != nil {
		return err
	}
	if rounds != nil {
		out.Rounds = *rounds
	}
	for _, v := range c.r.Form["fallen"] {
		who, hero, _ := strings.Cut(v, "|")
		out.Fallen = append(out.Fallen, lotr.Character{Player: events.PersonID(who), Name: hero})
	}
	for _, q := range view.Questions(out.Scenario) {
		noted, err := c.noted(q)
		if err != nil {
			return err
		}
		out.Facts = append(out.Facts, noted...)
	}
	return c.give(0, out)
}

// noted reads the answer to a question.
func (c *campaignCall) noted(q view.Question) ([]lotr.FactNoted, error) {
	name := "fact-" + q.Fact
	switch q.Kind {
	case view.AskNumber:
		n, err := site.Number(c.r, name, q.Asks, 0, 999)
		if err != nil || n == nil || *n == 0 && !q.Zero {
			return nil, err
		}
		return []lotr.FactNoted{{Fact: q.Fact, N: *n}}, nil
	case view.AskPlayers:
		var out []lotr.FactNoted
		for _, p := range c.log.Players {
			if slices.Contains(c.r.Form[name], string(p.Player)) {
				out = append(out, lotr.FactNoted{Fact: q.Fact, N: 1, Player: p.Player})
			}
		}
		return out, nil
	case view.AskHero:
		hero := strings.TrimSpace(c.r.FormValue(name))
		if hero == "" {
			return nil, nil
		}
		return []lotr.FactNoted{{Fact: q.Fact, N: 1, Text: hero}}, nil
	default:
		if c.r.FormValue(name) != "yes" {
			return nil, nil
		}
		return []lotr.FactNoted{{Fact: q.Fact, N: 1}}, nil
	}
}

// correctForm shows the log as it is; what is changed in it is corrected.
func (c *campaignCall) correctForm() Form {
	f := Form{Submit: "Correct it", Says: []string{"Change what is wrong and leave the rest as it is. The log keeps what was, what is now, and why."}}
	for _, p := range c.log.Players {
		id := string(p.Player)
		f.Fields = append(
			f.Fields,
			Field{Kind: FieldArea, Name: "heroes-" + id, Label: "Heroes of " + isolated(c.player(p.Player)), Optional: true, Value: strings.Join(heroTitles(p), "\n"), Help: "One on each line."},
			Field{Kind: FieldNumber, Name: "penalty-" + id, Label: "Threat penalty of " + isolated(c.player(p.Player)), Max: 40, Value: itoa(p.Penalty)},
		)
	}
	f.Fields = append(f.Fields, Field{Kind: FieldArea, Name: "fallen", Label: "Fallen heroes", Optional: true, Value: strings.Join(c.log.Fallen, "\n"), Help: "One on each line."})
	for _, n := range c.log.Notes {
		f.Fields = append(f.Fields, Field{Kind: FieldNumber, Name: "note-" + n.Fact, Label: "Note: " + n.Says, Max: 999, Value: itoa(n.N), Optional: true, Help: "Empty takes the note away."})
	}
	f.Fields = append(
		f.Fields,
		Field{Kind: FieldText, Name: "new-note", Label: "Another note", Max: 80, Optional: true},
		Field{Kind: FieldNumber, Name: "new-n", Label: "Its number", Max: 999, Optional: true},
	)
	if row := c.rowField(); len(row.Options) > 0 {
		f.Fields = append(
			f.Fields, row,
			Field{Kind: FieldSelect, Name: "won", Label: "Its result", Optional: true, Options: []Choice{{Value: view.RowWon, Text: "won"}, {Value: view.RowLost, Text: "lost"}}, Help: "What its campaign card did to the pool and the notes is corrected beside it."},
			Field{Kind: FieldText, Name: "score", Label: "Its score", Max: 5, Optional: true},
		)
	}
	if c.log.Ended != nil {
		f.Fields = append(f.Fields, Field{Kind: FieldChecks, Name: "reopen", Label: "The end of the campaign", Options: []Choice{{Value: "yes", Text: "is taken back: the choice is open again"}}})
	}
	f.Fields = append(f.Fields, campaignReason("Why"))
	return f
}

// rowField asks for the row that is wrong.
func (c *campaignCall) rowField() Field {
	f := Field{Kind: FieldSelect, Name: "row", Label: "Row that is wrong", Optional: true}
	for _, r := range c.log.Rows {
		if r.State != view.RowWon && r.State != view.RowLost {
			continue
		}
		says := r.Title + ", " + r.State
		if r.Score != nil {
			says += fmt.Sprintf(", score %d", *r.Score)
		}
		f.Options = append(f.Options, Choice{Value: r.Scenario, Text: says})
	}
	return f
}

func heroTitles(p view.Player) []string {
	var out []string
	for _, h := range p.Heroes {
		out = append(out, h.Title)
	}
	return out
}

// correct sends what the form has changed, in one command.
func (c *campaignCall) correct() error {
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	b, err := c.corrected(reason)
	if err != nil {
		return err
	}
	if err := c.correctedRow(&b); err != nil {
		return err
	}
	return c.give(0, b)
}

// corrected is what the form changes of the players, the fallen and the notes.
func (c *campaignCall) corrected(reason string) (campaign.CorrectLog, error) {
	out := campaign.CorrectLog{Reason: reason, Reopen: c.r.FormValue("reopen") == "yes"}
	for _, p := range c.log.Players {
		n, err := site.Number(c.r, "penalty-"+string(p.Player), "The threat penalty", 0, 40)
		if err != nil {
			return out, err
		}
		now := campaign.Player{Player: p.Player, Penalty: p.Penalty, Heroes: []campaign.Hero{}}
		if n != nil {
			now.Penalty = *n
		}
		for _, title := range lines(c.r.FormValue("heroes-" + string(p.Player))) {
			hero := campaign.Hero{Title: title}
			for _, h := range p.Heroes {
				if h.Title == title {
					hero = h.Hero
				}
			}
			now.Heroes = append(now.Heroes, hero)
		}
		if now.Penalty != p.Penalty || !slices.Equal(lines(c.r.FormValue("heroes-"+string(p.Player))), heroTitles(p)) {
			out.Players = append(out.Players, now)
		}
	}
	if fallen := append([]string{}, lines(c.r.FormValue("fallen"))...); !slices.Equal(fallen, c.log.Fallen) {
		out.Fallen = &fallen
	}
	var err error
	out.Facts, err = c.correctedNotes()
	return out, err
}

func (c *campaignCall) correctedNotes() (map[string]int, error) {
	var out map[string]int
	set := func(fact string, n int) {
		if out == nil {
			out = map[string]int{}
		}
		out[fact] = n
	}
	for _, note := range c.log.Notes {
		n, err := site.Number(c.r, "note-"+note.Fact, "The note", 0, 999)
		switch {
		case err != nil:
			return nil, err
		case n == nil:
			set(note.Fact, -1)
		case *n != note.N:
			set(note.Fact, *n)
		}
	}
	if fact := strings.TrimSpace(c.r.FormValue("new-note")); fact != "" {
		n, err := site.Number(c.r, "new-n", "The number of the note", 0, 999)
		if err != nil {
			return nil, err
		}
		if n == nil {
			return nil, site.Malformed("the note " + fact + " has no number")
		}
		set(fact, *n)
	}
	return out, nil
}

// correctedRow is what the form changes of one row.
func (c *campaignCall) correctedRow(b *campaign.CorrectLog) error {
	score, err := site.Number(c.r, "score", "The score", -999, 9999)
	if err != nil {
		return err
	}
	b.Scenario, b.Score = c.r.FormValue("row"), score
	if now := c.r.FormValue("won"); now != "" {
		won := now == view.RowWon
		b.Won = &won
	}
	if b.Scenario == "" && (b.Won != nil || b.Score != nil) {
		return site.Malformed("choose the row whose result or score is wrong")
	}
	return nil
}
