package console

import (
	"strings"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/projections/board"
)

// sealForm says what sealing means and lists what is not over. Each of that has to be ticked.
func sealForm(c *call, _ []board.Group) Form {
	f := Form{Says: []string{
		"Nothing of " + c.info.Name + " can be changed any more, by anybody, for ever: no entries, no corrections, no rulings, no codes. This cannot be undone, not even on the server's disk.",
		"Everything can be read as before: pages, walls, histories, exports. Names can still be erased.",
		"Entries that still wait on phones stay there; have them entered first, if they count.",
	}}
	left, err := c.unfinished()
	switch {
	case err != nil:
		f.Says = append(f.Says, "What is not over cannot be told at the moment. "+retry(err))
	case len(left) == 0:
		f.Says = append(f.Says, "Everything is over.")
	default:
		ticks := Field{Kind: FieldChecks, Name: "unfinished", Label: "Not over: finish it first, or tick what stays so for ever", Optional: true}
		for _, u := range left {
			ticks.Options = append(ticks.Options, Choice{Value: u.Name, Text: u.Says})
		}
		f.Fields = append(f.Fields, ticks)
	}
	f.Fields = append(f.Fields, Field{Kind: FieldText, Name: "name", Label: "Type the name of the gathering to confirm", Help: c.info.Name, Max: 80})
	return f
}

// unfinished lists what of the gathering is not over.
func (c *call) unfinished() ([]deps.Unfinished, error) {
	if c.Sealing == nil {
		return nil, nil
	}
	return c.Sealing.Unfinished(c.r.Context(), c.g)
}

// seal seals the gathering with what was ticked; what else is not over is told.
func seal(c *call, _ []board.Group) error {
	if strings.TrimSpace(c.r.FormValue("name")) != c.info.Name {
		return site.Malformed("that is not the name of the gathering: type " + c.info.Name)
	}
	return c.Send(c.r, c.me, events.Desk(c.g), 0, desk.SealGathering{Unfinished: c.r.Form["unfinished"]})
}
