package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// roundActions are about the rounds and their clock.
func roundActions() []action {
	return []action{
		{name: "pair", button: "Pair the next round", done: "The round is paired. Look it through, then publish it.", gives: log.PairRound{}.CommandType(), shown: canPair, next: canPair, form: pairForm, make: single(func(c *call) events.CommandBody { return log.PairRound{Round: len(c.Rounds) + 1} })},
		{name: "publish", button: "Publish the pairing", done: "Everybody sees the pairing.", gives: log.PublishRound{}.CommandType(), shown: inLast(unpublished), next: inLast(unpublished), form: says("Everybody sees it on the wall and on the phones."), make: single(func(c *call) events.CommandBody { return log.PublishRound{Round: len(c.Rounds)} })},
		{name: "begin", button: "Start the round", done: "The round has begun.", gives: log.StartRound{}.CommandType(), shown: inLast(ready), next: inLast(ready), form: beginForm, make: begin},
		{name: "pause", button: "Stop the clock", done: "The clock stands still.", gives: log.PauseClock{}.CommandType(), shown: inLast(ticking), form: func(*call) console.Form { return console.Form{Fields: []console.Field{optional(reason("Why"))}} }, make: single(func(c *call) events.CommandBody {
			return log.PauseClock{Round: len(c.Rounds), At: c.moment(), Reason: strings.TrimSpace(c.r.FormValue("reason"))}
		})},
		{name: "resume", button: "Let the clock run", done: "The clock runs.", gives: log.ResumeClock{}.CommandType(), shown: inLast(stopped), next: inLast(stopped), make: single(func(c *call) events.CommandBody { return log.ResumeClock{Round: len(c.Rounds), At: c.moment()} })},
		{name: "extend", button: "Give time", done: "The time is given.", gives: log.ExtendClock{}.CommandType(), shown: inLast(timed), form: extendForm, make: extend},
		{name: "time", button: "Call time now", done: "Time is called.", gives: log.CallTime{}.CommandType(), shown: inLast(func(r view.Round) bool { return timed(r) && ticking(r) }), form: callForm, make: callNow},
		{name: "again", button: "Pair again", done: "The round is paired again.", gives: log.PairAgain{}.CommandType(), danger: true, shown: inLast(hasOpen), form: func(*call) console.Form {
			return console.Form{Says: []string{"What is not locked and has no entry is paired again."}, Fields: []console.Field{reason("Why")}}
		}, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.PairAgain{Round: len(c.Rounds), Reason: why}}, err
		}},
		{name: "undo", button: "Take the last step back", done: "The step is taken back.", gives: log.UndoRound{}.CommandType(), danger: true, shown: inLast(untouched), form: undoForm, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.UndoRound{Round: len(c.Rounds), Reason: why}}, err
		}},
		{name: "lock", button: "Lock a table", done: "It is done.", gives: log.LockTable{}.CommandType(), form: lockForm, make: single(func(c *call) events.CommandBody {
			return log.LockTable{Round: len(c.Rounds), Table: c.argument("table"), Unlock: c.r.FormValue("unlock") != ""}
		})},
		{name: "group", button: "Play the table as a group", done: "It is done.", gives: log.LinkGroup{}.CommandType(), form: groupForm, make: single(func(c *call) events.CommandBody {
			return log.LinkGroup{Round: len(c.Rounds), Table: c.argument("table"), Group: events.GroupID(c.r.FormValue("group"))}
		})},
	}
}

func canPair(v Shown) bool {
	r, ok := v.Last()
	return v.playing() && (!ok || r.Finished) && strings.HasPrefix(v.Next, "Pair ")
}

// inLast asks something of the last round while rounds are played.
func inLast(holds func(view.Round) bool) func(v Shown) bool {
	return func(v Shown) bool {
		r, ok := v.Last()
		return ok && v.playing() && holds(r)
	}
}

func unpublished(r view.Round) bool { return !r.Published }

func ready(r view.Round) bool { return r.Published && r.Clock == nil && !r.Finished }

func ticking(r view.Round) bool { return r.Clock.Running() && !r.Finished }

func stopped(r view.Round) bool { return r.Clock != nil && r.Clock.Paused != 0 && !r.Finished }

func hasOpen(r view.Round) bool { return r.Open > 0 }

// untouched tells whether no table of the round has a result.
func untouched(r view.Round) bool { return r.Open == len(r.Tables) && !r.Finished }

func pairForm(c *call) console.Form {
	f := console.Form{Title: fmt.Sprintf("Pair round %d", len(c.Rounds)+1)}
	f.Says = []string{fmt.Sprintf("%d players are in. Nobody sees the pairing before you publish it.", c.In)}
	return f
}

func beginForm(c *call) console.Form {
	return console.Form{Title: fmt.Sprintf("Start round %d", len(c.Rounds)), Fields: []console.Field{{
		Kind: console.FieldNumber, Name: "minutes", Label: "Minutes", Value: blank(c.Rules.Minutes), Max: 1440, Optional: true, Help: "Empty: as the rules say.",
	}}}
}

func begin(c *call) ([]events.CommandBody, error) {
	n, err := site.Number(c.r, "minutes", "The minutes", 1, 1440)
	if err != nil {
		return nil, err
	}
	cmd := log.StartRound{Round: len(c.Rounds), At: c.moment()}
	if n != nil {
		cmd.Minutes = *n
	}
	return []events.CommandBody{cmd}, nil
}

// tableField lists the tables of the last round.
func (c *call) tableField(name, label string, all bool) console.Field {
	f := console.Field{Kind: console.FieldSelect, Name: name, Label: label, Value: c.r.FormValue(name)}
	if all {
		f.Options = append(f.Options, console.Choice{Value: "0", Text: "every table"})
	}
	r, _ := c.Last()
	for _, t := range r.Tables {
		f.Options = append(f.Options, console.Choice{Value: fmt.Sprint(t.N), Text: fmt.Sprintf("Table %d: %s", t.N, c.names(t))})
	}
	return f
}

// names are who sits at a table.
func (s Shown) names(t view.Table) string {
	var out []string
	for _, seat := range t.Seats {
		out = append(out, s.Person(seat.Player))
	}
	return strings.Join(out, " – ")
}

func undoForm(c *call) console.Form {
	r, _ := c.Last()
	what := "its pairing"
	switch {
	case r.Clock != nil:
		what = "its start"
	case r.Published:
		what = "its publishing"
	}
	return console.Form{Says: []string{fmt.Sprintf("Of round %d, %s is taken back.", r.N, what)}, Fields: []console.Field{reason("Why")}}
}

func lockForm(c *call) console.Form {
	f := console.Form{Says: []string{"A locked table stays as it is when the round is paired again."}}
	if c.r.FormValue("unlock") != "" {
		f.Title, f.Says = "Let a table go", []string{"The table is paired again with the round."}
		f.Fields = append(f.Fields, hidden("unlock", "yes"))
	}
	f.Fields = append(f.Fields, c.tableField("table", "Table", false))
	return f
}

func groupForm(c *call) console.Form {
	f := console.Field{Kind: console.FieldSelect, Name: "group", Label: "Group", Optional: true, Value: c.r.FormValue("group")}
	for _, g := range c.Info.Groups {
		f.Options = append(f.Options, console.Choice{Value: string(g.ID), Text: g.Name})
	}
	return console.Form{
		Says:   []string{"When the group ends, its result is entered at the table by the program. Choose none, and the table plays as no group any more."},
		Fields: []console.Field{c.tableField("table", "Table", false), f},
	}
}

// number of a text; 0 if it is none.
func atoi(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return n
}
