package tournament

import (
	"fmt"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
)

// peopleActions are about places and about entries that are one person.
func peopleActions() []action {
	return []action{
		{name: "places", button: "Places and waiting list", done: "The places are changed.", gives: log.ChangeRules{}.CommandType(), shown: func(v Shown) bool { return v.Status == log.StatusOpen || v.playing() }, form: placesForm, make: places},
		{name: "part", button: "Part two entries again", done: "The entries are two again.", gives: log.PartEntrants{}.CommandType(), danger: true, form: partForm, make: part},
		{name: "return-one", button: "Let a player return", done: "The player is back.", gives: log.Return{}.CommandType(), make: single(func(c *call) events.CommandBody {
			return log.Return{Entrant: c.argument("entrant")}
		})},
	}
}

func placesForm(c *call) console.Form {
	f := console.Form{
		Says: []string{fmt.Sprintf("%s.", enteredSays(c.Shown))},
		Fields: []console.Field{
			numberField("cap", "How many may enter", "Who comes later waits. Empty: everybody.", c.Rules.Cap, 10000),
			checks("byHand", "Waiting list", "an organiser gives the places that become free; otherwise the first of it has them at once", c.Rules.ByHand),
		},
	}
	if c.started() {
		f.Danger, f.Fields = true, append(f.Fields, reason("Why"))
		f.Says = append(f.Says, "The tournament has begun: the cap counts for late entries. You see what the change does before it is final.")
	}
	return f
}

func places(c *call) ([]events.CommandBody, error) {
	cmd := log.ChangeRules{Rules: c.Rules, MoveUp: true}
	cmd.Rules.Cap, cmd.Rules.ByHand = c.argument("cap"), c.r.FormValue("byHand") != ""
	if c.started() {
		var err error
		if cmd.Reason, err = c.because(); err != nil {
			return nil, err
		}
	}
	return []events.CommandBody{cmd}, nil
}

func partForm(c *call) console.Form {
	n := c.argument("gone")
	if n < 1 || n > len(c.Entrants) || c.Entrants[n-1].Into == 0 {
		return console.Form{Says: []string{"There is no such merged entry: go back to the desk."}}
	}
	return console.Form{
		Says: []string{fmt.Sprintf("%s was found to be %s. The two entries become two people again.", c.Entrant(n), c.Entrant(c.Entrants[n-1].Into))},
		Fields: []console.Field{
			hidden("gone", n),
			reason("How it is known that they are two"),
		},
	}
}

func part(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	return []events.CommandBody{log.PartEntrants{Gone: c.argument("gone"), Reason: why}}, err
}
