package wall

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

func (v view) teams() []Team {
	out := make([]Team, 0, len(v.g.Tables))
	for _, t := range v.g.Tables {
		out = append(out, v.card(t))
	}
	return out
}

// card returns one team's card.
func (v view) card(t board.Table) Team {
	state := StateOf(v.g, t)
	c := Team{
		Table: t.ID, Team: t.Team, Stage: t.Stage, StageName: t.StageName, State: state, Says: stateSays[state],
		Progress: t.Progress, Resources: t.Resources,
		Siege: t.SiegeRound, SiegeCounts: t.SiegeCounts(), Unknown: t.Unknown, SiegeTotal: t.SiegeTotal,
		Left: t.PlayersLeft, LastOne: t.PlayersLeft == 1 && len(t.Players) > 1 && !v.g.Over(),
		HoldsCity: v.g.DolGuldurAt == t.ID,
		Power:     t.PowerProgress, PowerInPlay: t.PowerInPlay && t.PowerBy == "",
		Lieutenant: v.lieutenant(t), EndedAt: t.EndedAt,
	}
	if state == TeamEnded && t.EndedForced {
		c.Says = "Round ended by the organiser"
	}
	for _, p := range t.Players {
		c.Players = append(c.Players, v.chip(t, p))
	}
	for _, l := range t.Lorien {
		c.Lorien = append(c.Lorien, words.Lorien(l.Card)+": "+v.name(l.Player))
	}
	if v.g.Scenario != dolGuldur {
		v.other(t, &c)
	}
	some(&c.Players)
	some(&c.Lorien)
	return c
}

var stateSays = map[string]string{
	TeamSetup:   "Getting ready",
	TeamPlaying: "Playing",
	TeamEnded:   "Ended the round",
	TeamTurn:    "Decides now",
	TeamWaiting: "Waits",
	TeamOver:    "Finished",
}

// StateOf returns what a team is doing, a Team… constant.
func StateOf(g board.Group, t board.Table) string {
	switch {
	case g.Over():
		return TeamOver
	case g.Phase == board.PhaseSetup:
		return TeamSetup
	case g.Phase == board.PhaseEnding:
		for _, s := range g.Queue {
			if s.State == board.StepNow && s.Table == t.ID {
				return TeamTurn
			}
		}
		return TeamWaiting
	case g.Round > 0 && t.Decided() && len(g.Tables) > 1:
		return TeamOver
	case t.Ended >= g.Round:
		return TeamEnded
	default:
		return TeamPlaying
	}
}

func (v view) lieutenant(t board.Table) *Lieutenant {
	for _, e := range t.Enemies {
		if !e.Card.Lieutenant {
			continue
		}
		l := &Lieutenant{Name: e.Card.Name, Damage: e.Damage, HitPoints: e.Card.HitPoints, Indestructible: e.Indestructible}
		l.Says = fmt.Sprintf("%s %d/%d", l.Name, l.Damage, l.HitPoints)
		if l.Indestructible {
			l.Says += ", indestructible"
		}
		if e.Player != "" {
			l.Engaged = v.name(e.Player)
			l.Says += ", engaged with " + l.Engaged
		}
		return l
	}
	return nil
}

// chip returns one player's threat chip.
func (v view) chip(t board.Table, p board.Player) Player {
	c := Player{
		Player: p.ID, Name: v.name(p.ID), Threat: p.Threat, Elimination: p.Elimination,
		Danger: p.Danger, Out: p.Out, First: t.FirstPlayer == p.ID, HeroesLeft: p.HeroesLeft,
	}
	c.Says = c.Name
	switch {
	case p.Out:
		c.Says += ", eliminated"
	case p.Threat < 0:
		c.Says += ", threat not declared"
	default:
		c.Says += fmt.Sprintf(", threat %d", p.Threat)
	}
	if p.Danger {
		c.Says += ", in danger"
	}
	if c.First && !p.Out {
		c.Says += ", first player"
	}
	return c
}

// nameOf is used where a person may not be known.
func (v view) nameOf(p events.PersonID) string {
	if p == "" {
		return ""
	}
	return v.name(p)
}
