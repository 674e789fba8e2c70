package words

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

func ofPlayers(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.TableSetUp:
		return Phrase{Subject: c.Team(e.Table), Does: "set up stage " + e.Stage + " with " + count(len(e.Players), "player", "players")}, true
	case lotr.PhaseBegan:
		return Phrase{Acted: true, Does: "began the " + string(e.Phase) + " phase"}, true
	case lotr.ThreatChanged:
		return threat(e), true
	case lotr.PlayerEliminated:
		return eliminated(e), true
	case lotr.PlayerReinstated:
		return Phrase{Subject: Person(e.Player), Major: true, Does: fmt.Sprintf("is back in the game with threat %d", e.Threat)}, true
	case lotr.FirstPlayerPassed:
		return Phrase{Subject: Person(e.To), Does: "is the first player now"}, true
	case lotr.CharacterDamaged:
		return damaged(e), true
	case lotr.CharacterDestroyed:
		p := Phrase{Does: e.Character + " of " + Person(e.Player) + " was destroyed"}
		if e.Hero {
			p.Does += " (" + count(e.HeroesUp, "hero", "heroes") + " left)"
			p.Major = true
		}
		return p, true
	default:
		return Phrase{}, false
	}
}

// causes of a change of threat that are worth naming.
var causes = map[string]string{
	lotr.WhyRefresh: "refresh",
	lotr.WhyQuest:   "unsuccessful quest",
	lotr.WhyDoomed:  "Doomed",
	lotr.WhyStage:   "stage",
	lotr.WhyRuling:  "ruling",
	lotr.WhyHeroes:  "heroes",
	lotr.WhyPhantom: "Phantom",
	lotr.WhyTest:    "Fortitude test",
	lotr.WhyEpic:    "epic mode",
}

func threat(e lotr.ThreatChanged) Phrase {
	why := causes[e.Why]
	if e.Note != "" {
		why = e.Note
	}
	if e.From < 0 {
		return Phrase{Subject: Person(e.Player), Does: fmt.Sprintf("starts with threat %d", e.To) + brackets(why)}
	}
	does := fmt.Sprintf("threat %d to %d", e.From, e.To) + brackets(why)
	if e.Cut > 0 {
		does += fmt.Sprintf("; Dire keeps %d of the reduction back", e.Cut)
	}
	return Phrase{Subject: Person(e.Player), Does: does}
}

func eliminated(e lotr.PlayerEliminated) Phrase {
	why := map[string]string{
		lotr.OutThreat:    fmt.Sprintf("threat %d", e.Threat),
		lotr.OutHeroes:    "no heroes left",
		lotr.OutOrganiser: "left the game",
		lotr.OutPassed:    "the last hero went on with the first player token",
	}[e.Why]
	return Phrase{
		Subject: Person(e.Player), Major: true,
		Does: "was eliminated" + brackets(why) + "; " + count(e.Left, "player", "players") + " left at the table",
	}
}

func damaged(e lotr.CharacterDamaged) Phrase {
	what := count(e.By, "damage", "damage") + " on "
	if e.By < 0 {
		what = "healed " + count(-e.By, "damage", "damage") + " on "
	}
	return Phrase{Does: what + e.Character + " of " + Person(e.Player) + fmt.Sprintf(" (now %d)", e.Damage)}
}

func ofEnemies(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.CardRevealed:
		p := Phrase{Acted: true, Does: "revealed " + e.Card.Name}
		if e.Surge {
			p.Does += " (surge: one more card)"
		}
		return p, true
	case lotr.EnemyEntered:
		return entered(e), true
	case lotr.EnemyEngaged:
		return Phrase{Subject: e.Card, Does: "engaged " + Person(e.Player)}, true
	case lotr.EnemyReturned:
		return Phrase{Subject: e.Card, Does: "returned to the staging area"}, true
	case lotr.EnemyDamaged:
		if e.By < 0 {
			return Phrase{Acted: true, Does: fmt.Sprintf("healed %d damage on %s (now %d)", -e.By, e.Card, e.Damage)}, true
		}
		return Phrase{Acted: true, Does: fmt.Sprintf("dealt %d damage to %s (now %d)", e.By, e.Card, e.Damage)}, true
	case lotr.EnemyDestroyed:
		return destroyed(e), true
	case lotr.CardLeft:
		return Phrase{Acted: true, Does: "removed " + e.Card + brackets(e.Note)}, true
	case lotr.LieutenantArrived:
		p := Phrase{Subject: e.Card.Name, Major: true, Does: "arrived"}
		if len(e.Attacks) > 0 {
			p.Does += " and attacks " + People(e.Attacks)
		}
		return p, true
	case lotr.LieutenantSetAside:
		return Phrase{Subject: e.Card, Does: "was set aside"}, true
	default:
		return Phrase{}, false
	}
}

func entered(e lotr.EnemyEntered) Phrase {
	if e.Why == "revealed" && e.Player == "" {
		return Phrase{} // said by the card that was revealed
	}
	if e.Player != "" {
		return Phrase{Subject: e.Card.Name, Does: "entered play engaged with " + Person(e.Player)}
	}
	return Phrase{Subject: e.Card.Name, Does: "entered the staging area"}
}

func destroyed(e lotr.EnemyDestroyed) Phrase {
	v := ""
	if e.Item > 0 {
		v = siege(e.Siege)
	}
	switch e.By {
	case "damage":
		return Phrase{Subject: e.Card.Name, Major: true, Does: "was destroyed" + v}
	case "city-fell":
		return Phrase{Subject: e.Card.Name, Major: true, Does: "was destroyed, no longer indestructible" + v}
	case "effect":
		return Phrase{Subject: e.Card.Name, Major: true, Does: "was destroyed by an effect" + v}
	default:
		return Phrase{Acted: true, Major: true, Does: "destroyed " + e.Card.Name + v}
	}
}

func ofLocations(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.LocationEntered:
		if e.Why == "revealed" {
			return Phrase{}, true // said by the card that was revealed
		}
		return Phrase{Subject: e.Card.Name, Does: "entered the staging area"}, true
	case lotr.LocationTravelled:
		return Phrase{Acted: true, Does: "travelled to " + e.Card}, true
	case lotr.LocationProgressed:
		return Phrase{Acted: true, Does: progress(e.By, e.Card, e.Progress)}, true
	case lotr.LocationExplored:
		v := ""
		if e.Item > 0 {
			v = siege(e.Siege)
		}
		return Phrase{Acted: true, Major: true, Does: "explored " + e.Card.Name + v}, true
	case lotr.SiegeTyped:
		return Phrase{Acted: true, Does: fmt.Sprintf("read siege %d off %s", e.Siege, e.Card)}, true
	default:
		return Phrase{}, false
	}
}

func progress(by int, on string, now int) string {
	if by < 0 {
		return fmt.Sprintf("removed %d progress from %s (now %d)", -by, on, now)
	}
	return fmt.Sprintf("placed %d progress on %s (now %d)", by, on, now)
}
