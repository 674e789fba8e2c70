package lotr

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// journey is a game of A Shadow in the East in which anything is entered.
type journey struct {
	c    Context
	live Table
	log  []events.Payload
}

func (j *journey) fold(es ...events.Payload) {
	for _, e := range es {
		j.log = append(j.log, e)
		j.live = EvolveTable(j.live, e)
		if drawn, ok := e.(lotr.CardDrawn); ok {
			j.c.Draws = drawn.Draw
		}
	}
}

func eastCommand(rt *rapid.T, sc Scenario, t Table) lotr.TableCommand {
	card := rapid.SampledFrom(sc.Cards).Draw(rt, "card").Code
	small := func(what string) int { return rapid.IntRange(-2, 9).Draw(rt, what) }
	enemy, location := enemyNumber(rt, t), locationNumber(rt, t)
	switch rapid.IntRange(0, 18).Draw(rt, "command") {
	case 0, 1:
		return lotr.BeginPhase{Table: tid, Phase: rapid.SampledFrom(order).Draw(rt, "phase")}
	case 2, 3, 4:
		return lotr.RevealCard{Table: tid, Card: card, Effect: rapid.Bool().Draw(rt, "effect")}
	case 5:
		return lotr.AddEnemy{Table: tid, Card: card, Player: anybody(rt)}
	case 6:
		return lotr.AddLocation{Table: tid, Card: card}
	case 7:
		return lotr.Travel{Table: tid, Location: location}
	case 8, 9:
		return lotr.ResolveQuest{Table: tid, Willpower: rapid.IntRange(0, 40).Draw(rt, "willpower")}
	case 10:
		return lotr.Engage{Table: tid, Enemy: enemy, Player: anybody(rt), Optional: rapid.Bool().Draw(rt, "optional")}
	case 11:
		return lotr.DamageEnemy{Table: tid, Enemy: enemy, By: small("damage")}
	case 12:
		return lotr.DestroyEnemy{Table: tid, Enemy: enemy}
	case 13:
		return lotr.ExploreLocation{Table: tid, Location: location}
	case 14:
		if len(t.SideQuests) == 0 {
			return lotr.CheckEngagement{Table: tid}
		}
		return lotr.ChooseQuest{Table: tid, SideQuest: rapid.SampledFrom(t.SideQuests).Draw(rt, "side quest").Number}
	case 15:
		return eastOption(rt, sc, enemy)
	case 16:
		if len(t.Guards) == 0 {
			return lotr.PlaceProgress{Table: tid, By: small("progress"), Location: rapid.IntRange(0, 3).Draw(rt, "on")}
		}
		return lotr.FindGuard{Table: tid, Objective: t.Guards[0], Card: card, None: rapid.IntRange(0, 9).Draw(rt, "none") == 0}
	case 17:
		return lotr.ChangeThreat{Table: tid, Player: anybody(rt), By: small("threat")}
	default:
		return archery(rt, t)
	}
}

func eastOption(rt *rapid.T, sc Scenario, enemy int) lotr.TableCommand {
	o := rapid.SampledFrom(effects[sc.ID].options).Draw(rt, "option")
	return lotr.TakeOption{
		Table: tid, Option: o.id, N: rapid.IntRange(0, 5).Draw(rt, "n"),
		Piece: lotr.Piece{Kind: lotr.KindEnemy, Number: enemy},
	}
}

// endRound ends the round as an official would, and settles what comes then with any answer.
func (j *journey) endRound(rt *rapid.T) {
	j.fold(Refresh(j.c, j.live)...)
	for _, tr := range EndTriggers(j.c, j.live) {
		a := group.ResolveStep{Table: tid, Step: tr.ID}
		if asked := AskEndTrigger(j.c, j.live, tr.ID); len(asked) > 0 {
			a.Choice = rapid.SampledFrom(asked).Draw(rt, "answer").Choice
		}
		es, _, err := SettleEndTrigger(j.c, j.live, tr.ID, a)
		if err != nil {
			rt.Fatalf("%s with the answer %q: %v", tr.ID, a.Choice, err)
		}
		j.fold(es...)
	}
	j.c.Round++
	j.fold(group.RoundStarted{Round: j.c.Round})
}

func (j *journey) check(rt *rapid.T) {
	t := j.live
	for _, e := range t.Enemies {
		if e.Damage < 0 || e.Resources < 0 {
			rt.Fatalf("enemy %+v", e)
		}
		if e.Player != "" {
			if p, ok := t.Player(e.Player); !ok || p.Out {
				rt.Fatalf("%s is engaged with %q, who is not in the game", e.Card.Name, e.Player)
			}
		}
	}
	for _, o := range t.Objectives {
		if _, is := armsOf(o.Card.Code); o.Resources < 0 || o.Damage < 0 || is && o.On == (lotr.Piece{}) {
			rt.Fatalf("objective %+v", o)
		}
	}
	if StagingThreat(j.c, t) < 0 || t.Progress < 0 || t.Resources < 0 || QuestStagesInVictory(t) > templeStages {
		rt.Fatalf("threat %d, progress %d, resources %d, %d quest stages in the victory display",
			StagingThreat(j.c, t), t.Progress, t.Resources, QuestStagesInVictory(t))
	}
	if t.Won != nil && t.Lost != nil {
		rt.Fatalf("won (%v) and lost (%v)", t.Won, t.Lost)
	}
	if d, err := begin(j.c, t); err == nil {
		if d.settle(); len(d.out) > 0 {
			rt.Fatalf("the table has not come to rest: %s", written(rt, d.out))
		}
	}
	Checklist(j.c, t)
	Offers(j.c, t)
}

// Random play, right and wrong, of the three scenarios: no panic, nothing negative, everything at rest
// after an entry, and the log folded again gives the same table.
func TestShadowInTheEastRandomPlay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sc, _ := Lookup(rapid.SampledFrom(theEast).Draw(rt, "scenario"))
		players := rapid.IntRange(1, 4).Draw(rt, "players")
		j := &journey{c: Context{Scenario: sc.ID, Round: 1, Seed: rapid.Uint64().Draw(rt, "seed")}, live: Table{ID: tid}}
		who := seats(players)
		j.fold(group.PlayersSeated{Seats: who})
		j.fold(SetUp(j.c, sc, tid, "Red", who, false)...)
		j.fold(group.RoundStarted{Round: 1})
		for range rapid.IntRange(1, 60).Draw(rt, "entries") {
			if j.live.Won != nil || j.live.Lost != nil {
				break
			}
			if rapid.IntRange(0, 9).Draw(rt, "end the round") == 0 {
				j.endRound(rt)
			} else if es, err := DecideTable(j.c, j.live, eastCommand(rt, sc, j.live)); err == nil {
				j.fold(es...)
			} else if r := engine.AsRefusal(err); r == nil || r.Code == "" || len(r.Says) < 20 {
				rt.Fatalf("no refusal: %v", err)
			}
			j.check(rt)
		}
		again := Table{ID: tid}
		for _, e := range j.log {
			again = EvolveTable(again, e)
		}
		if textOf(rt, again) != textOf(rt, j.live) {
			rt.Fatal("the log folded again gives another table")
		}
	})
}
