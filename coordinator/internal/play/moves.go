package play

import (
	"fmt"
	"math/rand/v2"

	"github.com/muster-events/muster/coordinator"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// gameMoves are what a table may enter in any scenario but Attack on Dol Guldur, where [moves] is.
var gameMoves = []move{
	threat, threat, phase, phase, reveal, reveal, reveal, reveal, addEnemy, addLocation, addObjective, engage, checkEngagement,
	returnEnemy, remove, travel, travel, quest, quest, quest, progress, progress, explore, hurtEnemy, hurtEnemy, destroyEnemy,
	enemyAttack, playerAttack, hurtCharacter, loseCharacter, tokens, tokens, moveObjective, chooseQuest, test, guards, ally, ally,
	leave, exhaust, offer, offer, advance, turn, contract, lossCalled, ring, deck, withdraw, firstPlayer, archery,
}

func threat(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.ChangeThreat{Table: t.ID, Player: somebody(t, rng), By: 1 - 5*rng.IntN(2), Source: sources[rng.IntN(len(sources))]}
}

var sources = []string{"", lotr.FromPlayerCard, lotr.FromBoon}

func phase(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	for i, p := range phases { // mostly the next one
		if p == t.Phase && i+1 < len(phases)-1 && rng.IntN(6) > 0 {
			return lotr.BeginPhase{Table: t.ID, Phase: phases[i+1]}
		}
	}
	return lotr.BeginPhase{Table: t.ID, Phase: phases[rng.IntN(len(phases)-1)]}
}

func reveal(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.RevealCard{Table: t.ID, Card: cardOf(s, t, "", rng), Effect: rng.IntN(2) == 0}
}

func addEnemy(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.AddEnemy{Table: t.ID, Card: cardOf(s, t, lotr.KindEnemy, rng), Player: somebody(t, rng)}
}

func addLocation(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.AddLocation{Table: t.ID, Card: cardOf(s, t, lotr.KindLocation, rng)}
}

func addObjective(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	cmd := lotr.AddObjective{Table: t.ID, Card: cardOf(s, t, lotr.KindObjective, rng)}
	if rng.IntN(2) == 0 {
		cmd.Player = somebody(t, rng)
	}
	return cmd
}

func engage(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	e, _ := anEnemy(t, rng)
	return lotr.Engage{Table: t.ID, Enemy: e.Number, Player: somebody(t, rng), Optional: rng.IntN(2) == 0}
}

func checkEngagement(_ coordinator.State, t coordinator.Table, _ *rand.Rand) events.CommandBody {
	return lotr.CheckEngagement{Table: t.ID}
}

func returnEnemy(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	e, _ := anEnemy(t, rng)
	return lotr.ReturnToStaging{Table: t.ID, Enemy: e.Number}
}

func remove(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	cmd := lotr.RemoveCard{Table: t.ID, Note: "an effect"}
	switch p := piece(t, rng); p.Kind {
	case lotr.KindLocation:
		cmd.Location = p.Number
	case lotr.KindSideQuest:
		cmd.SideQuest = p.Number
	case lotr.KindObjective:
		cmd.Objective = p.Number
	default:
		cmd.Enemy = p.Number
	}
	return cmd
}

func travel(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	l, _ := aLocation(t, rng)
	return lotr.Travel{Table: t.ID, Location: l.Number}
}

func quest(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.ResolveQuest{Table: t.ID, Willpower: rng.IntN(35)}
}

func progress(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.PlaceProgress{Table: t.ID, By: 1 + rng.IntN(8), Direct: rng.IntN(2) == 0}
}

func explore(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	l, _ := aLocation(t, rng)
	return lotr.ExploreLocation{Table: t.ID, Location: l.Number}
}

func hurtEnemy(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	e, _ := anEnemy(t, rng)
	return lotr.DamageEnemy{Table: t.ID, Enemy: e.Number, By: 1 + rng.IntN(9)}
}

func destroyEnemy(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	e, _ := anEnemy(t, rng)
	return lotr.DestroyEnemy{Table: t.ID, Enemy: e.Number, Effect: rng.IntN(2) == 0}
}

func enemyAttack(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	e, _ := anEnemy(t, rng)
	who := somebody(t, rng)
	if e.Player != "" {
		who = e.Player
	}
	one := lotr.Character{Player: who, Name: character(t, who, rng)}
	cmd := lotr.EnemyAttack{Table: t.ID, Enemy: e.Number, Player: who, Shadow: rng.IntN(3)}
	if rng.IntN(3) == 0 {
		cmd.Takes = one
	} else {
		n := rng.IntN(5)
		cmd.Defender, cmd.Defense = one, &n
	}
	return cmd
}

func playerAttack(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	e, _ := anEnemy(t, rng)
	who, n := somebody(t, rng), 1+rng.IntN(9)
	if e.Player != "" {
		who = e.Player
	}
	return lotr.PlayerAttack{Table: t.ID, Enemy: e.Number, Player: who, Attackers: []lotr.Character{{Player: who, Name: character(t, who, rng)}}, Attack: &n}
}

func hurtCharacter(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	who := somebody(t, rng)
	return lotr.DamageCharacter{Table: t.ID, Player: who, Character: character(t, who, rng), By: 1}
}

func loseCharacter(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	who, name := somebody(t, rng), "Guard"
	if rng.IntN(6) == 0 {
		name = character(t, who, rng)
	}
	return lotr.DestroyCharacter{Table: t.ID, Player: who, Character: name}
}

func tokens(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	kinds := []string{lotr.TokenResource, lotr.TokenDamage, lotr.TokenProgress}
	return lotr.PlaceTokens{Table: t.ID, Piece: piece(t, rng), Token: kinds[rng.IntN(len(kinds))], By: 3 - 2*rng.IntN(3), Note: "an effect"}
}

func moveObjective(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if len(t.Objectives) == 0 {
		return checkEngagement(coordinator.State{}, t, rng)
	}
	cmd := lotr.MoveObjective{Table: t.ID, Objective: t.Objectives[rng.IntN(len(t.Objectives))].Number}
	switch e, ok := anEnemy(t, rng); {
	case rng.IntN(3) == 0:
		cmd.Player = somebody(t, rng)
	case ok && rng.IntN(2) == 0:
		cmd.On = lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}
	}
	return cmd
}

func chooseQuest(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	n := 0
	if len(t.SideQuests) > 0 && rng.IntN(3) > 0 {
		n = t.SideQuests[rng.IntN(len(t.SideQuests))].Number
	}
	return lotr.ChooseQuest{Table: t.ID, SideQuest: n}
}

func test(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return beginTest(t, somebody(t, rng), rng)
}

func guards(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if len(t.Guards) == 0 {
		return lotr.ResolveReveal{Table: t.ID}
	}
	return lotr.FindGuard{Table: t.ID, Objective: t.Guards[0], None: true}
}

func ally(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	n := rng.IntN(12)
	return lotr.EnterAlly{Table: t.ID, Player: somebody(t, rng), Name: fmt.Sprintf("Ally %d", n), Unique: n > 2, Willpower: 1, Attack: 1, Defense: 1, HitPoints: 2}
}

func leave(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	who := somebody(t, rng)
	name := "Guard"
	if pl, _ := t.Player(who); len(pl.InPlay) > 0 {
		name = pl.InPlay[rng.IntN(len(pl.InPlay))].Name
	} else if rng.IntN(8) == 0 {
		name = character(t, who, rng)
	}
	return lotr.LeavePlay{Table: t.ID, Player: who, Character: name, Note: "returned to hand"}
}

func exhaust(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	who := somebody(t, rng)
	return lotr.ExhaustCharacter{Table: t.ID, Player: who, Character: character(t, who, rng), Ready: rng.IntN(3) == 0}
}

// offer uses something that the stage or a card in play offers.
func offer(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	offers := rules.Offers(s.ContextOf(t), t.Table)
	if len(offers) == 0 {
		return reveal(s, t, rng)
	}
	o := offers[rng.IntN(len(offers))]
	if o.ID == "end-stand" && rng.IntN(20) > 0 { // it would end every game at once
		return reveal(s, t, rng)
	}
	return lotr.TakeOption{
		Table: t.ID, Option: o.ID, Player: somebody(t, rng), N: 1 + rng.IntN(max(o.Most, 1)), Piece: piece(t, rng),
		Card: cardOf(s, t, "", rng),
	}
}

func advance(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	sc, _ := rules.Lookup(t.Scenario)
	if len(sc.Stages) == 0 || rng.IntN(3) > 0 {
		return progress(s, t, rng)
	}
	return lotr.AdvanceStage{Table: t.ID, Stage: sc.Stages[rng.IntN(len(sc.Stages))].ID, Note: "the condition is met"}
}

func turn(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.FlipCard{Table: t.ID, Piece: piece(t, rng)}
}

func contract(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.FlipContract{Table: t.ID, Player: somebody(t, rng)}
}

func lossCalled(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if rng.IntN(25) > 0 {
		return quest(s, t, rng)
	}
	causes := []string{lotr.LostAragorn, lotr.LostRing, lotr.LostCard}
	return lotr.CallLoss{Table: t.ID, Cause: causes[rng.IntN(len(causes))], Note: "it left play"}
}

func ring(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	who := somebody(t, rng)
	return lotr.PutRing{Table: t.ID, Player: who, Hero: character(t, who, rng)}
}

func deck(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.DeclareDeck{Table: t.ID, Player: somebody(t, rng), Name: "A deck", Source: "hand", Cards: []lotr.DeckCard{{Name: "Gandalf", Type: "Ally", Copies: 3}}}
}

func withdraw(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if id, ok := s.Withdrawable(t.ID); ok {
		return group.Withdraw{Table: t.ID, Entry: id}
	}
	return threat(s, t, rng)
}

func firstPlayer(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	return lotr.PassFirstPlayer{Table: t.ID, Player: somebody(t, rng)}
}

func archery(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if t.Archery == 0 {
		return reveal(s, t, rng)
	}
	return lotr.AssignArchery{Table: t.ID, Hits: []lotr.Hit{{Player: somebody(t, rng), Character: "Guard", Damage: t.Archery}}}
}
