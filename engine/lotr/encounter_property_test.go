package lotr

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// singles are the scenarios that one table plays, in alphabetical order.
func singles() []string {
	var out []string
	for id, sc := range known {
		if len(sc.Parts) == 0 {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func pieceOf(rt *rapid.T) lotr.Piece {
	return lotr.Piece{
		Kind:   rapid.SampledFrom([]string{lotr.KindEnemy, lotr.KindLocation, lotr.KindObjective, lotr.KindSideQuest, lotr.KindStage, "", "hat"}).Draw(rt, "kind"),
		Number: rapid.IntRange(-1, 4).Draw(rt, "piece"),
	}
}

func sourceName(rt *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", lotr.FromPlayerCard, lotr.FromBoon, lotr.FromEncounter, lotr.FromMaster, "magic"}).Draw(rt, "source")
}

// encounterCommand is an entry about the encounter side of a scenario, right or wrong.
func encounterCommand(rt *rapid.T, sc Scenario, t Table) lotr.TableCommand {
	card := rapid.SampledFrom(sc.Cards).Draw(rt, "card").Code
	by := rapid.IntRange(-4, 12).Draw(rt, "by")
	switch rapid.IntRange(0, 17).Draw(rt, "entry") {
	case 0, 1:
		return lotr.BeginPhase{Table: tid, Phase: rapid.SampledFrom(order).Draw(rt, "phase")}
	case 2, 3:
		return lotr.RevealCard{Table: tid, Card: card, Player: anybody(rt), Effect: rapid.Bool().Draw(rt, "effect")}
	case 4:
		return lotr.ChangeThreat{Table: tid, Player: anybody(rt), By: by, Source: sourceName(rt)}
	case 5, 6:
		return lotr.ResolveQuest{Table: tid, Willpower: rapid.IntRange(0, 30).Draw(rt, "willpower"), Threat: num(rapid.IntRange(0, 30).Draw(rt, "threat"))}
	case 7, 8:
		return lotr.PlaceProgress{Table: tid, By: by, Location: rapid.IntRange(0, 2).Draw(rt, "on"), Direct: rapid.Bool().Draw(rt, "direct"), Source: sourceName(rt)}
	case 9:
		return lotr.PlaceTokens{Table: tid, Piece: pieceOf(rt), Token: rapid.SampledFrom([]string{lotr.TokenResource, lotr.TokenDamage, lotr.TokenProgress, "x"}).Draw(rt, "token"), By: by, Source: sourceName(rt)}
	case 10:
		return lotr.Travel{Table: tid, Location: locationNumber(rt, t)}
	case 11:
		return lotr.AddLocation{Table: tid, Card: card}
	case 12:
		return lotr.RemoveCard{Table: tid, Enemy: rapid.IntRange(0, 2).Draw(rt, "enemy"), Location: rapid.IntRange(0, 1).Draw(rt, "location"), Objective: rapid.IntRange(0, 1).Draw(rt, "objective"), Source: sourceName(rt)}
	case 13:
		return lotr.ChooseQuest{Table: tid, SideQuest: rapid.IntRange(0, 2).Draw(rt, "side quest")}
	case 14:
		return lotr.FindGuard{Table: tid, Objective: rapid.IntRange(0, 3).Draw(rt, "objective"), Card: card, None: rapid.IntRange(0, 4).Draw(rt, "none") == 0}
	case 15:
		return lotr.MoveObjective{Table: tid, Objective: rapid.IntRange(0, 3).Draw(rt, "objective"), On: pieceOf(rt), Player: anybody(rt)}
	case 16:
		return lotr.AddObjective{Table: tid, Card: card, On: pieceOf(rt), Player: anybody(rt)}
	default:
		return lotr.ResolveReveal{Table: tid}
	}
}

// placed returns how much progress the events of one entry say was made: placed somewhere, or lost.
func placed(es []events.Payload) int {
	n := 0
	for _, e := range es {
		switch e := e.(type) {
		case lotr.LocationProgressed:
			n += max(e.By, 0)
		case lotr.StageProgressed:
			n += max(e.By, 0)
		case lotr.TokensPlaced:
			if e.Piece.Kind == lotr.KindSideQuest && e.Token == lotr.TokenProgress {
				n += max(e.By, 0)
			}
		case lotr.ProgressLost:
			n += e.By
		}
	}
	return n
}

// made returns how much progress an entry makes.
func made(cmd lotr.TableCommand, es []events.Payload) int {
	switch cmd := cmd.(type) {
	case lotr.PlaceProgress:
		return max(cmd.By, 0)
	case lotr.ResolveQuest:
		for _, e := range es {
			if q, ok := e.(lotr.QuestResolved); ok && q.Outcome == success {
				return q.By
			}
		}
	}
	return 0
}

// mustConserve fails if progress of a quest or an entry went nowhere. A scenario that carries the
// quest out itself is left out where it does.
func mustConserve(rt *rapid.T, sc Scenario, before Table, cmd lotr.TableCommand, es []events.Payload) {
	if _, quest := cmd.(lotr.ResolveQuest); quest && sc.rules().quest != nil {
		return
	}
	if want := made(cmd, es); want > 0 && sc.ID != attackOnDolGuldur && placed(es) != want {
		rt.Fatalf("%s at stage %s: %+v makes %d progress, and the events account for %d:\n%s", sc.ID, before.Stage, cmd, want, placed(es), written(rt, es))
	}
}

// mustLower fails if player cards lowered somebody's threat by more than Dire lets them in a round.
func mustLower(rt *rapid.T, sc Scenario, t Table, es []events.Payload, lowered map[events.PersonID]int) {
	for _, e := range es {
		c, ok := e.(lotr.ThreatChanged)
		if !ok || c.From <= c.To || c.Source != lotr.FromPlayerCard && c.Source != lotr.FromMaster {
			continue
		}
		lowered[c.Player] += c.From - c.To
		if st, _ := sc.Stage(t.Stage); st.Dire && lowered[c.Player] > direLowers {
			rt.Fatalf("%s: player cards lowered the threat of %s by %d in one round", sc.ID, c.Player, lowered[c.Player])
		}
	}
}

// Random entries about the encounter side, right and wrong, in every scenario: nothing panics, an
// error is a refusal, progress and threat follow their rules, nothing is negative, the state that was
// given stays as it was, and the log gives the same table again.
func TestEncounterSideOfEveryScenario(t *testing.T) {
	for _, id := range singles() {
		t.Run(id, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { playEncounter(rt, *known[id]) })
		})
	}
}

func playEncounter(rt *rapid.T, sc Scenario) {
	players := rapid.IntRange(1, 4).Draw(rt, "players")
	c := Context{Scenario: sc.ID, Round: 1, Seed: rapid.Uint64().Draw(rt, "seed"), City: 20}
	live, log := Table{ID: tid}, []events.Payload{}
	take := func(es ...events.Payload) {
		for _, e := range es {
			log, live = append(log, e), EvolveTable(live, e)
			if drawn, ok := e.(lotr.CardDrawn); ok {
				c.Draws = drawn.Draw
			}
		}
	}
	take(group.PlayersSeated{Seats: seats(players)})
	take(SetUp(c, sc, tid, "Red", seats(players), false)...)
	lowered := map[events.PersonID]int{}
	for range rapid.IntRange(1, 40).Draw(rt, "entries") {
		if live.Won != nil || live.Lost != nil || live.PlayersIn() == 0 {
			break
		}
		if rapid.IntRange(0, 7).Draw(rt, "next round") == 0 {
			take(Refresh(c, live)...)
			take(group.RoundStarted{Round: c.Round + 1})
			c.Round, lowered = c.Round+1, map[events.PersonID]int{}
			continue
		}
		cmd := encounterCommand(rt, sc, live)
		before, text := live, fmt.Sprintf("%+v", live)
		es, err := DecideTable(c, live, cmd)
		if err != nil {
			if engine.AsRefusal(err) == nil {
				rt.Fatalf("%+v: an error that is no refusal: %v", cmd, err)
			}
			continue
		}
		mustConserve(rt, sc, before, cmd, es)
		mustLower(rt, sc, before, es, lowered)
		take(es...)
		if now := fmt.Sprintf("%+v", before); now != text {
			rt.Fatalf("%+v changed the table it was asked about:\nfrom %s\nto   %s", cmd, text, now)
		}
		mustStand(rt, c, live)
	}
	if again := fold(log); textOf(rt, again) != textOf(rt, live) {
		rt.Fatalf("the log gives another table:\n%+v\n%+v", again, live)
	}
}

// mustStand fails if something at a table cannot be.
func mustStand(rt *rapid.T, c Context, t Table) {
	for _, p := range t.Players {
		if p.Threat < -1 || !p.Out && p.Threat >= p.Elimination {
			rt.Fatalf("%s is in the game with threat %d at the level %d", p.ID, p.Threat, p.Elimination)
		}
	}
	for _, o := range t.Objectives {
		card, _, _, _ := t.Tokens(o.On)
		if o.Resources < 0 || o.Damage < 0 || o.On != (lotr.Piece{}) && card.Name == "" {
			rt.Fatalf("objective %+v", o)
		}
	}
	for _, q := range t.SideQuests {
		if points := QuestPointsOf(c, t, q.piece()); q.Progress < 0 || points > 0 && q.Progress >= points {
			rt.Fatalf("side quest %+v", q)
		}
	}
	if _, ok := t.sideQuestNo(t.Current); t.Current != 0 && !ok || StagingThreat(c, t) < 0 || t.Progress < 0 || t.Resources < 0 {
		rt.Fatalf("current quest %d, staging threat %d, progress %d, resources %d", t.Current, StagingThreat(c, t), t.Progress, t.Resources)
	}
	if es := Follows(c, t); len(es) > 0 {
		rt.Fatalf("the table has not come to rest: %s", written(rt, es))
	}
	if t.Peril != nil && t.PlayersIn() < 2 {
		rt.Fatalf("a Peril where %d players are in the game", t.PlayersIn())
	}
}
