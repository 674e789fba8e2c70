package tournament

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// handActions change a pairing by hand, before and after it is published.
func handActions() []action {
	return []action{
		{name: "swap", button: "Two players change places", done: "The pairing is changed.", gives: log.ChangePairing{}.CommandType(), danger: true, shown: byHand, form: swapForm, make: swap},
		{name: "move", button: "Move a player", done: "The player is moved.", gives: log.ChangePairing{}.CommandType(), danger: true, shown: byHand, form: moveForm, make: move},
		{name: "sides", button: "Change the sides at a table", done: "The sides are changed.", gives: log.ChangePairing{}.CommandType(), danger: true, shown: func(v Shown) bool { return byHand(v) && len(v.Rules.Sides) == 2 }, form: sidesForm, make: changeSides},
	}
}

// byHand tells whether the last round can be changed by hand: the pairs of an elimination follow from its
// results.
func byHand(v Shown) bool {
	return inLast(func(r view.Round) bool { return hasOpen(r) && !eliminates(v.Rules, r.Stage) })(v)
}

// seatField lists who has a place in the last round that can be changed.
func (c *call) seatField(name, label string) console.Field {
	r, _ := c.Last()
	f := console.Field{Kind: console.FieldSelect, Name: name, Label: label, Value: c.r.FormValue(name)}
	for _, t := range taken(r) {
		if t.State == view.TableStands {
			continue
		}
		for _, s := range t.Seats {
			f.Options = append(f.Options, console.Choice{Value: fmt.Sprint(s.Entrant), Text: fmt.Sprintf("%s (table %d)", c.Person(s.Player), t.N)})
		}
	}
	for _, b := range r.Byes {
		f.Options = append(f.Options, console.Choice{Value: fmt.Sprint(b.Entrant), Text: c.Person(b.Player) + " (bye)"})
	}
	return f
}

func swapForm(c *call) console.Form {
	return console.Form{
		Says:   []string{"Two players change places. What was entered at their tables goes."},
		Fields: []console.Field{c.seatField("a", "One"), c.seatField("b", "The other"), reason("Why")},
	}
}

// swap has two entrants change places in the last round.
func swap(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	a, b := c.argument("a"), c.argument("b")
	r, ok := c.Last()
	if !ok || a == b || a == 0 || b == 0 {
		return nil, site.Malformed("choose two players")
	}
	cmd := log.ChangePairing{Round: r.N, Reason: why}
	for _, t := range r.Tables {
		if seats, touched := exchanged(t, a, b); touched {
			cmd.Tables = append(cmd.Tables, log.Seating{Table: t.N, Entrants: seats, First: c.firsts(t)})
		}
	}
	for _, y := range r.Byes {
		switch y.Entrant {
		case a:
			cmd.Byes = append(cmd.Byes, log.Bye{Entrant: b, Kind: y.Kind})
		case b:
			cmd.Byes = append(cmd.Byes, log.Bye{Entrant: a, Kind: y.Kind})
		}
	}
	return []events.CommandBody{cmd}, nil
}

// firsts is how many of a table are on the first side.
func (s Shown) firsts(t view.Table) int {
	n := 0
	for _, seat := range t.Seats {
		if len(s.Rules.Sides) == 2 && seat.Side == s.Rules.Sides[0] {
			n++
		}
	}
	return n
}

// exchanged are the seats of a table when two entrants change places, and whether one of them sits there.
func exchanged(t view.Table, a, b int) ([]int, bool) {
	touched := false
	var out []int
	for _, s := range t.Seats {
		n := s.Entrant
		switch n {
		case a:
			n, touched = b, true
		case b:
			n, touched = a, true
		}
		out = append(out, n)
	}
	return out, touched
}

// Places of the form that moves a player which are no tables.
const (
	toNewTable = "new"
	toBye      = "bye-" // and a kind of bye
)

func moveForm(c *call) console.Form {
	r, _ := c.Last()
	to := console.Field{Kind: console.FieldSelect, Name: "to", Label: "Where to", Value: c.r.FormValue("to")}
	for _, t := range taken(r) {
		if t.State != view.TableStands {
			to.Options = append(to.Options, console.Choice{Value: fmt.Sprint(t.N), Text: fmt.Sprintf("Table %d: %s", t.N, c.names(t))})
		}
	}
	to.Options = append(to.Options, console.Choice{Value: toNewTable, Text: "a new table"})
	for _, kind := range []string{log.ByePairing, log.ByeFull, log.ByeHalf, log.ByeZero} {
		to.Options = append(to.Options, console.Choice{Value: toBye + kind, Text: words.Bye(kind)})
	}
	with := c.seatField("with", "And with this one")
	with.Optional, with.Help = true, "At tables of two nobody can be left alone: both of a table can move together."
	f := console.Form{
		Says:   []string{"A player has another table, or none. What was entered at the tables that change goes."},
		Fields: []console.Field{c.seatField("who", "Who"), with, to},
	}
	if len(c.Rules.Sides) == 2 {
		side := console.Field{Kind: console.FieldRadio, Name: "side", Label: "On which side", Optional: true}
		for i, s := range c.Rules.Sides {
			side.Options = append(side.Options, console.Choice{Value: fmt.Sprint(i + 1), Text: s})
		}
		f.Fields = append(f.Fields, side)
	}
	f.Fields = append(f.Fields, reason("Why"))
	return f
}

// move gives one entrant, or two, another place in the last round.
func move(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	r, ok := c.Last()
	who := []int{c.argument("who")}
	if with := c.argument("with"); with != 0 && with != who[0] {
		who = append(who, with)
	}
	if !ok || who[0] == 0 {
		return nil, site.Malformed("choose who moves")
	}
	cmd := log.ChangePairing{Round: r.N, Reason: why}
	to := c.r.FormValue("to")
	target := c.argument("to")
	if to == toNewTable {
		target = len(r.Tables) + 1
		cmd.Tables = append(cmd.Tables, joining(log.Seating{Table: target}, who, 1))
	}
	for _, t := range r.Tables {
		s, left := c.without(t, who)
		if t.N == target {
			s, left = joining(s, who, c.argument("side")), true
		}
		if left {
			cmd.Tables = append(cmd.Tables, s)
		}
	}
	if kind, bye := strings.CutPrefix(to, toBye); bye {
		for _, n := range who {
			cmd.Byes = append(cmd.Byes, log.Bye{Entrant: n, Kind: kind})
		}
	}
	for i := range cmd.Tables {
		if len(c.Rules.Sides) != 2 || len(cmd.Tables[i].Entrants) < 2 {
			cmd.Tables[i].First = 0
		}
	}
	return []events.CommandBody{cmd}, nil
}

// without is a table that some leave, and whether one of them sits there.
func (s Shown) without(t view.Table, who []int) (log.Seating, bool) {
	out := log.Seating{Table: t.N, Entrants: []int{}, First: s.firsts(t)}
	left := false
	for i, seat := range t.Seats {
		if !slices.Contains(who, seat.Entrant) {
			out.Entrants = append(out.Entrants, seat.Entrant)
			continue
		}
		left = true
		if i < s.firsts(t) {
			out.First--
		}
	}
	return out, left
}

// joining is a table with more who sit down: at the end of the first side, or of the table.
func joining(s log.Seating, who []int, side int) log.Seating {
	if side == 1 {
		s.Entrants = slices.Insert(slices.Clone(s.Entrants), s.First, who...)
		s.First += min(len(who), max(1, len(s.Entrants)-1))
		return s
	}
	s.Entrants = append(slices.Clone(s.Entrants), who...)
	return s
}

func sidesForm(c *call) console.Form {
	return console.Form{
		Says:   []string{"Whoever has the first side at the table has the second, and the other way round."},
		Fields: []console.Field{c.tableField("table", "Table", false), reason("Why")},
	}
}

// changeSides turns the sides of a table round.
func changeSides(c *call) ([]events.CommandBody, error) {
	why, err := c.because()
	if err != nil {
		return nil, err
	}
	r, ok := c.Last()
	n := c.argument("table")
	if !ok || n < 1 || n > len(r.Tables) {
		return nil, site.Malformed("choose a table")
	}
	t := r.Tables[n-1]
	first := c.firsts(t)
	var seats []int
	for _, s := range slices.Concat(t.Seats[first:], t.Seats[:first]) {
		seats = append(seats, s.Entrant)
	}
	return []events.CommandBody{log.ChangePairing{Round: r.N, Reason: why, Tables: []log.Seating{{Table: n, Entrants: seats, First: len(t.Seats) - first}}}}, nil
}

// late is why the pairing of the round that is played may have to be made again: a result that it was made
// on was corrected since. Empty: it is as it should be.
func (s Shown) late() string {
	r, ok := s.Last()
	if !ok || r.Finished || eliminates(s.Rules, r.Stage) || s.Rules.Format == log.FormatRoundRobin {
		return ""
	}
	mark, says := fmt.Sprintf("touches the pairing of round %d ", r.N), ""
	for _, n := range s.Integrity {
		switch {
		case n.What == log.TouchPairing && n.Round == r.N:
			says = "" // it was looked at since
		case n.Undone == 0 && slices.ContainsFunc(n.Says, func(t string) bool { return strings.HasPrefix(t, mark) }):
			says = fmt.Sprintf("Number %d of the integrity list changed what round %d was paired on. Pair it again, change it by hand, or leave it as it is.", n.N, r.N)
		}
	}
	return says
}
