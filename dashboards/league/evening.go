package league

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	view "github.com/muster-events/muster/projections/league"
)

// Evening is the form of what an evening brought: a row for every player.
type Evening struct {
	Desk
	Form  console.Form
	Of    view.Session
	Rows  []EveningRow
	Extra []log.Achievement
}

// EveningRow is a player's row of it.
type EveningRow struct {
	Player events.PersonID
	Name   string
	Has    []view.Result // what is recorded already
	Place  bool          // a place can be entered still
	Games  bool          // and matches
	Typed  map[string]string
	Ticked []string // achievements that are ticked
}

// evening is the form of the session that is asked for, with what was typed if it was refused.
func (c *call) evening(f console.Form) Evening {
	x, _ := c.theSession()
	out := Evening{Desk: c.Desk, Form: f, Of: x, Extra: c.Rules.Points.Extras}
	out.Page = f.Page
	for _, p := range c.View.Players {
		if here(p) {
			out.Rows = append(out.Rows, c.eveningRow(x, p))
		}
	}
	slices.SortStableFunc(out.Rows, func(a, b EveningRow) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return out
}

func (c *call) eveningRow(x view.Session, p view.Player) EveningRow {
	row := EveningRow{Player: p.Player, Name: c.Person(p.Player), Place: true, Games: true, Typed: map[string]string{}}
	for _, r := range x.Results {
		if r.Result == nil || !slices.Contains(r.Players, p.Player) {
			continue
		}
		row.Has = append(row.Has, r)
		switch r.Result.Kind {
		case log.KindPlace:
			row.Place, row.Games = false, false // its matches are part of it
		case log.KindMatches:
			row.Games = false
		}
	}
	for _, f := range []string{"place", "won", "lost", "drawn", "here"} {
		row.Typed[f] = c.r.FormValue(f + "-" + string(p.Player))
	}
	row.Ticked = c.r.Form["has-"+string(p.Player)]
	return row
}

// has tells whether an achievement is recorded already.
func (r EveningRow) has(id string) bool {
	return slices.ContainsFunc(r.Has, func(x view.Result) bool { return x.Result != nil && x.Result.Achievement == id })
}
