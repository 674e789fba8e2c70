package lotr

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// What a captain may send, also by mistake: numbers at and over the limits, names that are not
// there, people of other tables.

func person1to5(rt *rapid.T) events.PersonID {
	return events.PersonID(fmt.Sprintf("p-%d", rapid.IntRange(1, 5).Draw(rt, "person")))
}

func anybody(rt *rapid.T) events.PersonID {
	if rapid.IntRange(0, 3).Draw(rt, "nobody") == 0 {
		return ""
	}
	return person1to5(rt)
}

func cardName(rt *rapid.T) string {
	sc, _ := Lookup(dolGuldurID)
	if rapid.IntRange(0, 9).Draw(rt, "strange") == 0 {
		return rapid.SampledFrom([]string{"", "Bag End", "\xff", "power of lorien"}).Draw(rt, "name")
	}
	return rapid.SampledFrom(sc.Cards).Draw(rt, "card").Code
}

func number(rt *rapid.T) *int {
	if rapid.Bool().Draw(rt, "set") {
		return nil
	}
	return num(rapid.SampledFrom([]int{-1, 0, 1, 2, 30, 49, 50, 99, 100}).Draw(rt, "number"))
}

func hand(rt *rapid.T) *lotr.Card {
	if rapid.IntRange(0, 3).Draw(rt, "hand") != 0 {
		return nil
	}
	return &lotr.Card{
		Name:   rapid.SampledFrom([]string{"Old Troll", "Old Cairn", "Battle Warg", "", "Dungeon Dweller"}).Draw(rt, "handName"),
		Kind:   rapid.SampledFrom([]string{"enemy", "location", "treachery", ""}).Draw(rt, "handKind"),
		Threat: small(rt), HitPoints: small(rt), QuestPoints: small(rt), Archery: small(rt), Doomed: small(rt), Victory: small(rt),
		Siege: number(rt), Unique: rapid.Bool().Draw(rt, "unique"),
	}
}

func small(rt *rapid.T) int { return rapid.IntRange(-1, 4).Draw(rt, "small") }

func by(rt *rapid.T) int {
	return rapid.SampledFrom([]int{-100, -9, -2, -1, 0, 1, 2, 3, 5, 9, 12, 99, 100}).Draw(rt, "by")
}

func inPlayNumber(rt *rapid.T) int { return rapid.IntRange(-1, 12).Draw(rt, "number in play") }

// enemyNumber is mostly that of an enemy in play.
func enemyNumber(rt *rapid.T, t Table) int {
	if len(t.Enemies) == 0 || rapid.IntRange(0, 3).Draw(rt, "any number") == 0 {
		return inPlayNumber(rt)
	}
	return rapid.SampledFrom(t.Enemies).Draw(rt, "enemy").Number
}

func locationNumber(rt *rapid.T, t Table) int {
	if len(t.Locations) == 0 || rapid.IntRange(0, 3).Draw(rt, "any number") == 0 {
		return inPlayNumber(rt)
	}
	return rapid.SampledFrom(t.Locations).Draw(rt, "location").Number
}

func characterName(rt *rapid.T, t Table) string {
	names := []string{"Gandalf", "gandalf", "Faramir", "Host of Lorien", "", "a\x00b"}
	for _, p := range t.Players {
		for _, h := range p.Heroes {
			names = append(names, h.Title)
		}
	}
	return rapid.SampledFrom(names).Draw(rt, "character")
}

func command(rt *rapid.T, t Table) lotr.TableCommand {
	if t.Archery > 0 && rapid.Bool().Draw(rt, "shoot") {
		return archery(rt, t)
	}
	switch rapid.IntRange(0, 25).Draw(rt, "command") {
	case 0:
		return lotr.BeginPhase{Table: tid, Phase: rapid.SampledFrom(append(order, "siesta")).Draw(rt, "phase")}
	case 1:
		return lotr.ChangeThreat{Table: tid, Player: anybody(rt), By: by(rt)}
	case 2:
		return lotr.ChangeThreat{Table: tid, Player: anybody(rt), To: number(rt)}
	case 3:
		return lotr.PassFirstPlayer{Table: tid, Player: anybody(rt)}
	case 4, 5:
		return lotr.RevealCard{Table: tid, Card: cardName(rt), Hand: hand(rt)}
	case 6:
		return lotr.AddEnemy{Table: tid, Card: cardName(rt), Hand: hand(rt), Player: anybody(rt)}
	case 7:
		return lotr.AddLocation{Table: tid, Card: cardName(rt), Hand: hand(rt)}
	case 8:
		return lotr.Engage{Table: tid, Enemy: enemyNumber(rt, t), Player: anybody(rt), Optional: rapid.Bool().Draw(rt, "optional")}
	case 9:
		return lotr.CheckEngagement{Table: tid}
	case 10:
		return lotr.ReturnToStaging{Table: tid, Enemy: enemyNumber(rt, t)}
	case 11:
		return lotr.RemoveCard{Table: tid, Enemy: enemyNumber(rt, t), Location: rapid.IntRange(0, 1).Draw(rt, "location")}
	case 12:
		return lotr.Travel{Table: tid, Location: locationNumber(rt, t)}
	case 13:
		return lotr.ResolveQuest{Table: tid, Willpower: rapid.IntRange(-1, 30).Draw(rt, "willpower"), Threat: number(rt)}
	case 14:
		return lotr.PlaceProgress{Table: tid, By: by(rt), Location: rapid.IntRange(0, 3).Draw(rt, "location"), Direct: rapid.Bool().Draw(rt, "direct")}
	case 15:
		return lotr.ExploreLocation{Table: tid, Location: rapid.IntRange(0, 3).Draw(rt, "location"), Card: cardName(rt), Hand: hand(rt), Siege: number(rt)}
	case 16:
		return lotr.DamageEnemy{Table: tid, Enemy: enemyNumber(rt, t), By: by(rt)}
	case 17:
		return lotr.DestroyEnemy{Table: tid, Enemy: enemyNumber(rt, t), Siege: number(rt), Effect: rapid.Bool().Draw(rt, "effect")}
	case 18:
		return archery(rt, t)
	case 19:
		return lotr.DamageCharacter{Table: tid, Player: anybody(rt), Character: characterName(rt, t), By: by(rt)}
	case 20:
		return lotr.DestroyCharacter{Table: tid, Player: anybody(rt), Character: characterName(rt, t)}
	case 21:
		return lotr.UsePower{Table: tid, Player: person1to5(rt)}
	case 22:
		return lotr.DestroyEnemy{Table: tid, Card: cardName(rt), Hand: hand(rt), Siege: number(rt)}
	case 23:
		return lotr.ExploreLocation{Table: tid, Location: locationNumber(rt, t), Siege: number(rt)}
	case 24:
		return lotr.PlayerOut{Table: tid, Player: anybody(rt), Why: rapid.SampledFrom([]string{lotr.OutHeroes, lotr.OutHeroes, lotr.OutThreat, ""}).Draw(rt, "why")}
	default:
		if rapid.Bool().Draw(rt, "power") {
			return lotr.ProgressPower{Table: tid, By: by(rt)}
		}
		return lotr.TypeSiege{Table: tid, Item: inPlayNumber(rt), Siege: by(rt)}
	}
}

// archery assigns what is due, exactly or one off, mostly to characters that are there.
func archery(rt *rapid.T, t Table) lotr.AssignArchery {
	left := t.Archery + rapid.SampledFrom([]int{0, 0, 0, -1, 1}).Draw(rt, "off by")
	cmd := lotr.AssignArchery{Table: tid, NoMore: rapid.Bool().Draw(rt, "no more")}
	for left > 0 {
		h := lotr.Hit{Player: person1to5(rt), Character: characterName(rt, t), Damage: rapid.IntRange(1, left).Draw(rt, "damage")}
		if in := t.TurnOrder(); len(in) > 0 && rapid.IntRange(0, 4).Draw(rt, "there") > 0 {
			h.Player = rapid.SampledFrom(in).Draw(rt, "player")
			h.Character = rapid.SampledFrom([]string{"Gandalf", "Faramir", "Elf", "Man", decks[t.playerAt(h.Player)%4][0].Title}).Draw(rt, "character")
		}
		left -= h.Damage
		cmd.Hits = append(cmd.Hits, h)
	}
	return cmd
}
