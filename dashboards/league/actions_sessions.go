package league

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	view "github.com/muster-events/muster/projections/league"
	"github.com/muster-events/muster/projections/words"
)

// sessionActions are about sessions as a whole; most are reached from a session.
func sessionActions() []action {
	return []action{
		{name: "plan", button: "Plan a session", done: "The session is planned.", gives: log.PlanSession{}.CommandType(), shown: Shown.running, next: func(v Shown) bool { return v.running() && v.In > 0 && !v.anyOpen() }, form: planForm, make: plan},
		{name: "link", button: "Let a group or tournament score", done: "It is linked: it scores as soon as it has ended.", gives: log.LinkSource{}.CommandType(), form: linkForm, make: linkSource},
		{name: "unlink", button: "Unlink", done: "It is unlinked.", gives: log.UnlinkSource{}.CommandType(), danger: true, form: unlinkForm, make: unlink},
		{name: "freeze-session", button: "Make the session final", done: "The session is final.", gives: log.FreezeSession{}.CommandType(), form: func(c *call) console.Form {
			x, _ := c.theSession()
			return console.Form{
				Title:  "Make " + x.Name + " final",
				Says:   []string{fmt.Sprintf("%s of %s stand and are provisional no more. Nothing is scored in it afterwards: what a linked group or tournament still sends waits. A ruling can open it again.", count(len(standing(x)), "result"), count(x.Attended, "player"))},
				Fields: []console.Field{hidden("session", x.ID)},
			}
		}, make: single(func(c *call) events.CommandBody { return log.FreezeSession{Session: c.sessionID()} })},
		{name: "reopen-session", button: "Open the session again", done: "The session is open again.", gives: log.ReopenSession{}.CommandType(), danger: true, form: func(c *call) console.Form {
			x, _ := c.theSession()
			return console.Form{
				Title:  "Open " + x.Name + " again",
				Says:   []string{"What waited for it is scored now. It is on the integrity list for good."},
				Fields: []console.Field{hidden("session", x.ID), reason("Why")},
			}
		}, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.ReopenSession{Session: c.sessionID(), Reason: why}}, err
		}},
		{name: "cancel-session", button: "Cancel the session", done: "The session is cancelled.", gives: log.CancelSession{}.CommandType(), danger: true, form: func(c *call) console.Form {
			x, _ := c.theSession()
			return console.Form{
				Title:  "Cancel " + x.Name,
				Says:   []string{fmt.Sprintf("Nothing of it counts, %s among it. You see who moves before it is final.", count(len(standing(x)), "result"))},
				Fields: []console.Field{hidden("session", x.ID), reason("Why")},
			}
		}, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.CancelSession{Session: c.sessionID(), Reason: why}}, err
		}},
	}
}

// anyOpen tells whether a session takes results.
func (s Shown) anyOpen() bool {
	return slices.ContainsFunc(s.Sessions, takes)
}

// takes tells whether a session takes results.
func takes(x view.Session) bool { return !x.Frozen && !x.Cancelled }

func (c *call) sessionID() log.SessionID { return log.SessionID(c.r.FormValue("session")) }

// theSession is the session that the form is about.
func (c *call) theSession() (view.Session, bool) { return c.Session(c.sessionID()) }

// toSession leads back to the desk of the session that the form was about.
func toSession(c *call) string {
	if x, ok := c.theSession(); ok {
		return c.Home() + "/sessions/" + string(x.ID)
	}
	return c.Home()
}

// planForm plans a session, or changes one that is named.
func planForm(c *call) console.Form {
	x, again := c.theSession()
	if !again {
		x.Name = fmt.Sprintf("Session %d", len(c.Sessions)+1)
	}
	f := console.Form{Fields: []console.Field{
		{Kind: console.FieldText, Name: "name", Label: "Name", Value: x.Name, Max: 80},
		{Kind: console.FieldText, Name: "date", Label: "Date", Value: x.Date, Max: 40, Optional: true, Help: "As in 2026-11-30, or in your own words."},
		{Kind: console.FieldText, Name: "scenario", Label: "Scenario", Value: x.Scenario, Max: 80, Optional: true, Help: "Where all play the same quest."},
		{Kind: console.FieldText, Name: "mode", Label: "Mode", Value: x.Mode, Max: 80, Optional: true},
	}}
	if again {
		f.Title, f.Submit = "Change "+x.Name, "Change it"
		f.Fields = append(f.Fields, hidden("session", x.ID))
	}
	return f
}

func plan(c *call) ([]events.CommandBody, error) {
	x := log.Session{ID: c.sessionID(), Name: c.text("name"), Date: c.text("date"), Scenario: c.text("scenario"), Mode: c.text("mode")}
	if x.ID == "" {
		x.ID = log.SessionID(idOf(x.Name, c.r.FormValue("id"), "session"))
	}
	return []events.CommandBody{log.PlanSession{Session: x}}, nil
}

// linkForm lists groups and tournaments that score nowhere yet.
func linkForm(c *call) console.Form {
	x, _ := c.theSession()
	f := console.Field{Kind: console.FieldSelect, Name: "source", Label: "What scores in " + x.Name}
	for _, t := range c.Cups {
		if _, linked := c.linked(log.Source{Tournament: t.ID}); !linked {
			f.Options = append(f.Options, console.Choice{Value: "t/" + string(t.ID), Text: "Tournament " + t.Name})
		}
	}
	for _, g := range c.Info.Groups {
		if _, linked := c.linked(log.Source{Group: g.ID}); !linked {
			f.Options = append(f.Options, console.Choice{Value: "g/" + string(g.ID), Text: "Group " + g.Name + ", " + words.Scenario(g.Scenario)})
		}
	}
	form := console.Form{Title: "What scores in " + x.Name, Says: []string{"Its result is scored by itself, once: now if it has ended, else when it ends. Whoever plays in it and is not in the league is left out, unless the league enters whoever plays."}}
	if len(f.Options) == 0 {
		form.Says = []string{"Every group and tournament of this gathering is linked already, or there are none."}
		return form
	}
	form.Fields = []console.Field{hidden("session", x.ID), f}
	return form
}

// linked returns the session that a source scores in.
func (s Shown) linked(src log.Source) (view.Session, bool) {
	for _, x := range s.Sessions {
		for _, o := range x.Sources {
			if o.Group == src.Group && o.Tournament == src.Tournament {
				return x, true
			}
		}
	}
	return view.Session{}, false
}

// source reads a group or tournament of a form.
func (c *call) source() (log.Source, error) {
	switch kind, id, _ := strings.Cut(c.r.FormValue("source"), "/"); kind {
	case "t":
		return log.Source{Tournament: events.GroupID(id)}, nil
	case "g":
		return log.Source{Group: events.GroupID(id)}, nil
	}
	return log.Source{}, site.Malformed("choose a group or a tournament")
}

func linkSource(c *call) ([]events.CommandBody, error) {
	src, err := c.source()
	return []events.CommandBody{log.LinkSource{Session: c.sessionID(), Source: src}}, err
}

// sourceName names a group or tournament that scores.
func (d Desk) sourceName(src view.Source) string {
	for _, t := range d.Cups {
		if src.Tournament == t.ID {
			return "Tournament " + t.Name
		}
	}
	for _, g := range d.Info.Groups {
		if src.Group == g.ID {
			return "Group " + g.Name
		}
	}
	return string(src.Tournament + src.Group)
}

// sourceValue writes a source as a form does.
func sourceValue(src view.Source) string {
	if src.Tournament != "" {
		return "t/" + string(src.Tournament)
	}
	return "g/" + string(src.Group)
}

func unlinkForm(c *call) console.Form {
	src, err := c.source()
	if err != nil {
		return console.Form{Says: []string{"There is no such group or tournament: go back to the desk."}}
	}
	name := c.sourceName(view.Source{Group: src.Group, Tournament: src.Tournament})
	return console.Form{
		Title:  "Unlink " + name,
		Says:   []string{"What it has scored is taken out. You see who moves before it is final."},
		Fields: []console.Field{hidden("source", c.r.FormValue("source")), hidden("session", c.sessionID()), reason("Why")},
	}
}

func unlink(c *call) ([]events.CommandBody, error) {
	src, err := c.source()
	return []events.CommandBody{log.UnlinkSource{Source: src, Reason: c.text("reason")}}, err
}
