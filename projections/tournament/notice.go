package tournament

import (
	"fmt"
	"hash/fnv"
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// Notice is what people should see without asking for it. It follows from how things are, so that whoever
// was away sees the latest one, and nobody the same one twice.
type Notice struct {
	// Key is the same as long as the notice is; empty: there is nothing to see.
	Key  string
	Says string // people are in braces, by id
}

// Notice returns what the hall should see.
func (v View) Notice() Notice {
	switch v.Status {
	case tournament.StatusFinal, tournament.StatusSealed:
		return Notice{Key: "final", Says: "The standings are final" + v.winners()}
	case tournament.StatusEnded, tournament.StatusThawed:
		return Notice{Key: "ended", Says: "The last round is over" + v.winners()}
	}
	if len(v.Rounds) == 0 || v.Status == tournament.StatusOpen {
		return Notice{}
	}
	return v.Rounds[len(v.Rounds)-1].notice()
}

// winners says who is first in the latest stage, unless nobody is.
func (v View) winners() string {
	var first []events.PersonID
	if n := len(v.Standings); n > 0 {
		for _, r := range v.Standings[n-1].Table.Rows {
			if r.Place == 1 {
				first = append(first, r.Player)
			}
		}
	}
	if len(first) == 0 || len(first) > 4 {
		return ""
	}
	return ": " + words.People(first) + " first"
}

// notice says how far a round is.
func (r Round) notice() Notice {
	at := func(key, says string) Notice { return Notice{Key: fmt.Sprintf("r%d-%s", r.N, key), Says: says} }
	switch c := r.Clock; {
	case r.Finished:
		return at("over", fmt.Sprintf("Round %d is over", r.N))
	case c == nil:
		return at("paired-"+r.seated(), fmt.Sprintf("Round %d is paired: find your table", r.N))
	case r.outOfTime():
		return at("time", fmt.Sprintf("Time is up in round %d", r.N))
	default:
		return at(running(c))
	}
}

// running says how a clock stands, and the key of that.
func running(c *rules.Clock) (key, says string) {
	switch {
	case c.Paused != 0:
		says = "The round is paused"
		if c.Reason != "" {
			says += ": " + c.Reason
		}
		return fmt.Sprintf("paused-%d", c.Paused), says
	case c.Stood != 0:
		return fmt.Sprintf("on-%d", c.Stood), "The round goes on"
	}
	return fmt.Sprintf("begun-%d", c.Started), "The round has begun"
}

// outOfTime tells whether the time was called at every table that still plays.
func (r Round) outOfTime() bool {
	open := false
	for _, t := range r.Tables {
		if t.State == TableStands {
			continue
		}
		if !t.Called {
			return false
		}
		open = true
	}
	return open
}

// seated is short for who sits where.
func (r Round) seated() string {
	h := fnv.New32a()
	for _, t := range r.Tables {
		fmt.Fprintf(h, "%d:%v ", t.N, t.entrants())
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

func (t Table) entrants() []int {
	out := make([]int, len(t.Seats))
	for i, s := range t.Seats {
		out[i] = s.Entrant
	}
	return out
}

// Notice returns what a player should see on their phone; v is the tournament as everybody sees it.
func (m Mine) Notice(v View) Notice {
	switch {
	case v.Status == tournament.StatusFinal || v.Status == tournament.StatusSealed:
		return Notice{Key: "final", Says: "The standings are final" + m.place(v)}
	case m.Round == 0 || m.Entrant.Dropped || m.Entrant.Waiting:
		return Notice{}
	case v.Status == tournament.StatusEnded || v.Status == tournament.StatusThawed:
		return Notice{Key: "ended", Says: "The last round is over"}
	}
	at := func(key, says string) Notice { return Notice{Key: fmt.Sprintf("r%d-%s", m.Round, key), Says: says} }
	switch {
	case m.Over:
		return at("over", fmt.Sprintf("Round %d is over", m.Round))
	case m.Table == nil:
		return at("bye-"+m.Bye, fmt.Sprintf("Round %d: you have %s", m.Round, words.Bye(m.Bye)))
	}
	return m.atTable(at)
}

// atTable says what a player should see of their table.
func (m Mine) atTable(at func(key, says string) Notice) Notice {
	t := *m.Table
	where := fmt.Sprintf("%d-%v", t.N, t.entrants())
	switch {
	case m.MayConfirm:
		return at(fmt.Sprintf("confirm-%d-%d", t.N, m.Pending), "A result was entered for you: confirm it")
	case t.State == TableConflict:
		return at(fmt.Sprintf("conflict-%d", len(t.Entries)), "The entries at your table differ: a judge comes")
	case t.State == TableStands:
		return at(fmt.Sprintf("result-%d-%d", t.N, t.Stands), "The result of your table is in")
	case t.Called:
		return at("time-"+where, "Time is up: enter the result as it stands")
	case m.Clock.Clock == nil:
		return at("table-"+where, fmt.Sprintf("Round %d: table %d against %s", m.Round, t.N, m.against()))
	}
	key, says := running(m.Clock.Clock)
	if m.Clock.Clock.Paused != 0 {
		return at(key, says)
	}
	return at(key+"-"+where, fmt.Sprintf("%s: table %d against %s", says, t.N, m.against()))
}

// against names the others at the table; those of one's own side are not against one.
func (m Mine) against() string {
	side := ""
	if i := slices.IndexFunc(m.Table.Seats, m.sits); i >= 0 && len(m.Table.Seats) > 2 {
		side = m.Table.Seats[i].Side
	}
	var out []events.PersonID
	for _, s := range m.Table.Seats {
		if !m.sits(s) && (side == "" || s.Side != side) {
			out = append(out, s.Player)
		}
	}
	if len(out) == 0 {
		return "nobody"
	}
	return words.People(out)
}

func (m Mine) sits(s Seat) bool { return s.Entrant == m.Entrant.N }

// place says which place a player has in the latest stage that they are in.
func (m Mine) place(v View) string {
	for i := len(v.Standings) - 1; i >= 0; i-- {
		if row := v.Standings[i].Table.Row(m.Entrant.Player); row != nil && row.Place > 0 {
			return fmt.Sprintf(": you have place %d", row.Place)
		}
	}
	return ""
}
