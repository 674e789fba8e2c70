package board

import (
	"github.com/muster-events/muster/events/lotr"
)

// dangerWithin is how near to the elimination level a player is marked.
const dangerWithin = 5

// derive works out what follows from the rest of a table's part of the board. The numbers are those
// of engine/lotr, from the cards as the events carry them.
func derive(t *Table, g *Group) {
	t.PlayersLeft = 0
	for i := range t.Players {
		p := &t.Players[i]
		p.HeroesLeft = heroesLeft(*p)
		p.Danger = inDanger(*p)
		if !p.Out {
			t.PlayersLeft++
		}
	}
	t.StagingThreat, t.ArcheryTotal = 0, 0
	for i := range t.Enemies {
		deriveEnemy(&t.Enemies[i], t, g)
	}
	for i := range t.Locations {
		l := &t.Locations[i]
		l.Barred = ""
		if only := l.Card.OnlyAt; only != "" && only != t.Stage && !l.Active {
			l.Barred = "takes no travel and no progress except at stage " + only
		}
		if !l.Active {
			t.StagingThreat += threatNow(l.Card, t.PlayersLeft)
		}
		t.ArcheryTotal += archery(l.Card, t.PlayersLeft)
	}
	t.SiegeRound, t.Unknown = t.Adjusted, 0
	for _, s := range t.Scored {
		if s.Siege == nil {
			t.Unknown++
		} else {
			t.SiegeRound += *s.Siege
		}
	}
	t.SiegeRound = max(0, t.SiegeRound)
}

func deriveEnemy(e *Enemy, t *Table, g *Group) {
	e.Indestructible = e.Card.Lieutenant && g.City.Strength > 0
	e.Engagement = e.Card.Engagement
	if e.Card.Lieutenant && Stage3(t.Stage) {
		e.Engagement = max(0, e.Engagement-t.Progress)
	}
	e.ThreatNow = threatNow(e.Card, t.PlayersLeft)
	if e.Player == "" {
		t.StagingThreat += e.ThreatNow
	}
	t.ArcheryTotal += archery(e.Card, t.PlayersLeft)
}

// threatNow is a card's threat with the players still in the game at its table.
//
// Source: facts/game-facts.md, "2.4 Encounter cards with siege".
func threatNow(c lotr.Card, players int) int {
	if c.ThreatPerPlayer {
		return players
	}
	return c.Threat
}

func archery(c lotr.Card, players int) int {
	if c.ArcheryPerPlayer {
		return players
	}
	return c.Archery
}

func heroesLeft(p Player) int {
	n := 0
	for _, h := range p.Heroes {
		if !h.Dead {
			n++
		}
	}
	return n
}

// inDanger reports whether a player is near elimination: by threat, or with the last hero.
func inDanger(p Player) bool {
	if p.Out {
		return false
	}
	return p.Threat >= p.Elimination-dangerWithin || (len(p.Heroes) > 1 && p.HeroesLeft == 1)
}
