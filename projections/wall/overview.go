package wall

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// lateAfter is how long a wait may last before the overview points at it.
const lateAfter = 5 * time.Minute

// Overview returns all groups of a gathering, what needs attention first.
func Overview(groups []board.Group, now time.Time) All {
	all := All{At: now}
	for _, g := range groups {
		all.Groups = append(all.Groups, card(g, now))
		switch g.Phase {
		case board.PhaseSetup:
			all.Setup++
		case board.PhaseWon:
			all.Won++
		case board.PhaseLost:
			all.Lost++
		case board.PhasePlaying, board.PhaseEnding:
			all.Playing++
		}
		if g.Over() {
			all.Finished++
		}
	}
	some(&all.Groups)
	slices.SortStableFunc(all.Groups, func(a, b Card) int {
		return cmp.Or(cmp.Compare(b.Urgency, a.Urgency), strings.Compare(a.Name, b.Name), strings.Compare(string(a.Group), string(b.Group)))
	})
	return all
}

func card(g board.Group, now time.Time) Card {
	c := Card{
		Group: g.ID, Name: g.Name, Scenario: words.Scenario(g.Scenario), Mode: g.Mode, Phase: g.Phase,
		Status: Status(g), Paused: g.Paused, Round: g.Round, City: g.City.Strength, Start: g.City.Start,
		Left: g.Left(), Players: g.Players, Position: g.Position,
	}
	c.Figure, c.FigureSay = figure(g)
	for _, t := range g.Tables {
		c.Teams = append(c.Teams, CardTeam{Table: t.ID, Team: t.Team, Stage: t.Stage, State: StateOf(g, t)})
	}
	for _, id := range waitedFor(g) {
		if t, ok := g.Table(id); ok {
			c.Waiting = append(c.Waiting, t.Team)
		}
	}
	if since := waitSince(g); !since.IsZero() && len(c.Waiting) > 0 {
		c.Wait = max(0, now.Sub(since))
	}
	some(&c.Teams)
	some(&c.Waiting)
	c.Attention, c.Urgency = attention(g, c)
	return c
}

// waitSince returns since when others wait.
func waitSince(g board.Group) time.Time {
	if g.Phase == board.PhaseEnding {
		return g.At
	}
	return g.Barrier.Since
}

// attention says why a group needs somebody, and how much.
func attention(g board.Group, c Card) (says string, urgency int) {
	minutes := int(c.Wait / time.Minute)
	switch {
	case g.Over():
		return "", 0
	case g.Phase == board.PhaseSetup:
		return "", 10
	case g.Paused:
		return "Paused: " + g.PauseReason, 500
	case c.Wait >= lateAfter:
		return "The others have waited " + words.Duration(c.Wait) + " for " + words.List(c.Waiting), 1000 + min(minutes, 1000)
	}
	for _, t := range g.Tables {
		if t.Pending != nil {
			return t.Team + " has lost when the round ends", 400
		}
		if t.PlayersLeft == 1 && len(t.Players) > 1 {
			return t.Team + " has one player left", 300
		}
		if t.Unknown > 0 && t.SiegeCounts() {
			return t.Team + " has a siege value missing", 200
		}
	}
	return "", 100 + min(minutes, 50)
}

// waitedFor returns the tables that others wait for: those still playing once one has ended the
// round, or those with an open step.
func waitedFor(g board.Group) []events.TableID {
	if g.Phase == board.PhasePlaying && len(g.Barrier.Ended) > 0 {
		return g.Barrier.Waiting
	}
	var out []events.TableID
	for _, s := range g.Queue {
		if g.Phase == board.PhaseEnding && s.State == board.StepNow && !slices.Contains(out, s.Table) {
			out = append(out, s.Table)
		}
	}
	return out
}
