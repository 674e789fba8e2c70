package replay

import (
	"slices"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
)

// charts grows with every commit.
type charts struct {
	city, eye, progress []int
	threats             []Threat
	waits               []Wait
	n                   int
}

// unknown is the value of a series where there is none.
const unknown = -1

func (c *charts) add(before, after board.Group, r events.Recorded, payloads []events.Payload) {
	c.n++
	city, eye, progress := unknown, unknown, unknown
	if after.City.Start > 0 {
		city = after.City.Strength
	}
	for i, t := range after.Tables {
		if after.Eye != nil && after.Eye.Table == t.ID {
			eye = i
		}
	}
	if len(after.Tables) > 0 && after.Tables[0].Stage != "" {
		progress = after.Tables[0].Progress
	}
	c.city, c.eye, c.progress = append(c.city, city), append(c.eye, eye), append(c.progress, progress)
	c.addThreats(after)
	for _, e := range payloads {
		if e, ok := e.(group.RoundEnded); ok {
			c.waits = append(c.waits, waitOf(e.Round, before, after, r))
		}
	}
}

// addThreats adds the threat of everybody who is in the game.
func (c *charts) addThreats(g board.Group) {
	for i := range c.threats {
		c.threats[i].Values = append(c.threats[i].Values, unknown)
	}
	for _, t := range g.Tables {
		for _, p := range t.Players {
			i := slices.IndexFunc(c.threats, func(x Threat) bool { return x.Player == p.ID })
			if i < 0 {
				i = len(c.threats)
				c.threats = append(c.threats, Threat{Player: p.ID, Values: slices.Repeat([]int{unknown}, c.n)})
			}
			c.threats[i].Table = t.ID
			c.threats[i].Values[c.n-1] = p.Threat
		}
	}
}

// waitOf says how long each table has waited when a barrier closes. The table that ended last did so in
// this commit.
func waitOf(round int, before, after board.Group, r events.Recorded) Wait {
	w := Wait{Round: round, Position: r.Position}
	for _, t := range after.Tables {
		was, _ := before.Table(t.ID)
		waited := time.Duration(0)
		if was.Ended == round && !was.EndedAt.IsZero() {
			waited = max(0, r.At.Sub(was.EndedAt))
		}
		w.Seconds = append(w.Seconds, int(waited.Round(time.Second)/time.Second))
	}
	return w
}

// of returns the charts of a group, by what its game is about.
func (c *charts) of(g board.Group) Charts {
	out := Charts{Waits: []Wait{}, Threats: []Threat{}}
	switch {
	case g.City.Start > 0:
		out.Main = Series{Kind: SeriesCity, Label: "City strength", Values: slices.Clone(c.city)}
	case g.Eye != nil:
		out.Main = Series{Kind: SeriesEye, Label: "The Eye of Sauron looks at", Values: slices.Clone(c.eye)}
	default:
		out.Main = Series{Kind: SeriesProgress, Label: "Progress of the stage", Values: slices.Clone(c.progress)}
	}
	for _, t := range c.threats {
		t.Values = slices.Clone(t.Values)
		out.Threats = append(out.Threats, t)
	}
	out.Waits = append(out.Waits, c.waits...)
	return out
}
