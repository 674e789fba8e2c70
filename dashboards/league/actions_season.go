package league

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	view "github.com/muster-events/muster/projections/league"
)

// boardActions are about what the public sees.
func boardActions() []action {
	toReveal := func(c *call) string { return c.Home() + "/reveal" }
	frozen := func(v Shown) bool { return v.Reveal.Frozen && v.Stage != view.StageSealed }
	return []action{
		{name: "freeze-board", button: "Freeze the board", done: "The board is frozen: others see it as it was.", gives: log.FreezeBoard{}.CommandType(), shown: func(v Shown) bool { return !v.Reveal.Frozen && v.Stage != view.StageSealed && v.In > 0 }, form: says("Everybody sees the board, the wall and the pages of players as they are now, whatever is scored from here on. Reveal the final ranks row by row from the last upwards, or show everything again."), make: single(func(*call) events.CommandBody { return log.FreezeBoard{} }), then: toReveal},
		{name: "reveal", button: "Reveal the next rank", done: "The wall shows it.", gives: log.RevealNext{}.CommandType(), form: revealForm, make: func(c *call) ([]events.CommandBody, error) {
			n, err := site.Number(c.r, "rows", "The number of ranks", 1, atOnce)
			return []events.CommandBody{log.RevealNext{Rows: either(n, 1)}}, err
		}, then: toReveal},
		{name: "thaw", button: "Show the board again", done: "Everybody sees the board as it is.", gives: log.ThawBoard{}.CommandType(), shown: frozen, next: func(v Shown) bool { return frozen(v) && v.revealing() && v.Reveal.Left == 0 }, form: func(c *call) console.Form {
			f := console.Form{Says: []string{"Everybody sees the board as it is."}}
			if c.Reveal.Left > 0 {
				f.Says = append(f.Says, fmt.Sprintf("%s not revealed yet: they are shown all at once.", areRanks(c.Reveal.Left)))
			}
			return f
		}, make: single(func(*call) events.CommandBody { return log.ThawBoard{} })},
	}
}

func revealForm(c *call) console.Form {
	return console.Form{
		Says:   []string{"The wall and the board show the next ranks from the bottom. From the first one on nothing is scored until the board is shown again."},
		Fields: []console.Field{{Kind: console.FieldNumber, Name: "rows", Label: "How many ranks", Value: strconv.Itoa(max(c.argument("rows"), 1)), Max: atOnce}},
	}
}

func areRanks(n int) string {
	if n == 1 {
		return "1 rank is"
	}
	return fmt.Sprintf("%d ranks are", n)
}

// nextSeason is the action that opens the season after this one.
const nextSeason = "next-season"

// seasonActions are the steps of a season's life.
func seasonActions() []action {
	at := func(stages ...string) func(v Shown) bool {
		return func(v Shown) bool { return slices.Contains(stages, v.Stage) }
	}
	return []action{
		{name: "end", button: "End the season", done: "The season has ended.", gives: log.EndSeason{}.CommandType(), shown: func(v Shown) bool { return v.running() && v.started() }, next: func(v Shown) bool { return v.running() && v.started() && !v.anyOpen() }, form: endForm, make: func(c *call) ([]events.CommandBody, error) {
			var choose []events.PersonID
			for _, p := range c.r.Form["choose"] {
				choose = append(choose, events.PersonID(p))
			}
			return []events.CommandBody{log.EndSeason{Choose: choose}}, nil
		}},
		{name: "finalise", button: "Make the tables final", done: "The tables are final.", gives: log.FinaliseSeason{}.CommandType(), shown: at(view.StageEnded), next: at(view.StageEnded), form: says("Nothing can be corrected afterwards but by a ruling that undoes something or reopens the season."), make: single(func(*call) events.CommandBody { return log.FinaliseSeason{} })},
		{name: nextSeason, button: "Open the next season", done: "The next season is open.", gives: log.OpenLeague{}.CommandType(), shown: at(view.StageEnded, view.StageFinal, view.StageSealed), next: at(view.StageFinal), form: nextForm}, // made by openNext: it is a league of its own
		{name: "reopen", button: "Reopen the season", done: "The season goes on.", gives: log.ReopenSeason{}.CommandType(), danger: true, shown: at(view.StageEnded, view.StageFinal), form: func(*call) console.Form {
			return console.Form{Says: []string{"Its end is taken back, with promotions and relegations. It is on the integrity list for good."}, Fields: []console.Field{reason("Why")}}
		}, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.ReopenSeason{Reason: why}}, err
		}},
		{name: "undo", button: "Undo by a ruling", done: "The ruling is recorded.", gives: log.UndoMark{}.CommandType(), danger: true, form: undoForm, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.UndoMark{Mark: c.argument("mark"), Reason: why}}, err
		}},
		{name: "seal", button: "Seal the league", done: "The league is sealed.", gives: log.SealSeason{}.CommandType(), danger: true, shown: at(view.StageFinal), form: says("Nothing can be changed afterwards, by nobody. This cannot be taken back."), make: single(func(*call) events.CommandBody { return log.SealSeason{} })},
	}
}

// endForm shows who goes up and down, and asks who does where more share the place than can.
func endForm(c *call) console.Form {
	f := console.Form{Says: []string{c.openSays()}}
	choose := console.Field{Kind: console.FieldChecks, Name: "choose", Label: "They share the last place that moves: tick who does", Optional: true}
	for _, m := range c.Moves {
		way := "▲ up"
		if m.Goes == view.GoesDown {
			way = "▼ down"
		}
		says := fmt.Sprintf("%s: %s, from %s to %s (%s).", c.Person(m.Player), way, c.DivisionName(m.From), c.DivisionName(m.To), c.Says(m.Why))
		if m.Open {
			choose.Options = append(choose.Options, console.Choice{Value: string(m.Player), Text: says})
			continue
		}
		f.Says = append(f.Says, says)
	}
	if len(choose.Options) > 0 {
		f.Fields = append(f.Fields, choose)
	}
	return f
}

func (c *call) openSays() string {
	open := 0
	for _, x := range c.Sessions {
		open += one(takes(x))
	}
	says := "Nothing more is scored. What was scored can still be corrected until the tables are final."
	if open > 0 {
		says += fmt.Sprintf(" %s still open: made final with it.", areSessions(open))
	}
	return says
}

func areSessions(n int) string {
	if n == 1 {
		return "1 session is"
	}
	return fmt.Sprintf("%d sessions are", n)
}

func undoForm(c *call) console.Form {
	n := c.argument("mark")
	i := slices.IndexFunc(c.Integrity, func(m view.Mark) bool { return m.N == n })
	if i < 0 {
		return console.Form{Says: []string{"There is no such entry on the integrity list: go back to the desk."}}
	}
	m := c.Integrity[i]
	return console.Form{
		Title:  fmt.Sprintf("Undo number %d of the integrity list", n),
		Says:   []string{fmt.Sprintf("%s, because of “%s”.", m.Title, m.Reason), "What it did is undone; both stay on the list. You see who moves before it is final."},
		Fields: []console.Field{hidden("mark", n), reason("Why")},
	}
}
