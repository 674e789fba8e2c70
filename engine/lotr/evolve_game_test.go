package lotr

import (
	"reflect"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Cards of the rules beyond the first scenario, for the rich table.
var (
	clue  = lotr.Card{Code: "evidence-of-the-cult", Name: "Evidence of the Cult", Kind: "objective", Guarded: "enemy"}
	trek  = lotr.Card{Code: "lost-in-the-dark", Name: "Lost in the Dark", Kind: "side-quest", QuestPoints: 8, Victory: 10}
	first = lotr.Piece{Kind: lotr.KindObjective, Number: 1}
)

// gameOpen is what is open at the rich table beside the first scenario's: something of everything.
func gameOpen() []events.Payload {
	return []events.Payload{
		lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: clue, Why: "revealed"},
		lotr.GuardDue{Table: tid, Objective: 1, Card: clue.Name, Kinds: "enemy"},
		lotr.SideQuestEntered{Table: tid, SideQuest: 1, Card: trek, Why: "revealed"},
		lotr.VictoryGained{Table: tid, Card: clue},
		lotr.PerilBegan{Table: tid, Player: p1, Card: "Orc of the Eye"},
		lotr.TestsDue{Table: tid, Players: []events.PersonID{p1}, Why: "x", Card: "Foul Fumes"},
		lotr.TestBegan{Table: tid, Player: p1, Willpower: 3, Cards: 2, Why: "entry"},
		lotr.TriggerDue{Table: tid, Trigger: "y", When: string(WhenQuest)},
		lotr.AllyEntered{Table: tid, Player: p1, Name: "Faramir"},
		lotr.ContractFlipped{Table: tid, Player: p1, Contract: "Fellowship", Side: "B"},
		lotr.RingPut{Table: tid, Player: p1, Hero: "Aragorn"},
		lotr.TableLost{Table: tid, Cause: lotr.LostCard},
	}
}

// gameSamples has an effect on the rich table with every event of the rules beyond the first scenario.
func gameSamples() []events.Payload {
	return []events.Payload{
		lotr.ObjectiveEntered{Table: tid, Objective: 2, Card: clue},
		lotr.ObjectiveMoved{Table: tid, Objective: 1, Card: clue.Name, Player: p1},
		lotr.CardFlipped{Table: tid, Piece: first, Card: trek},
		lotr.TokensPlaced{Table: tid, Piece: first, Token: lotr.TokenDamage, By: 1, Now: 1},
		lotr.VictoryGained{Table: tid, Card: trek},
		lotr.VictoryReturned{Table: tid, Card: clue},
		lotr.SideQuestEntered{Table: tid, SideQuest: 2, Card: trek},
		lotr.QuestChosen{Table: tid, SideQuest: 1},
		lotr.SideQuestDefeated{Table: tid, SideQuest: 1, Card: trek},
		lotr.GuardDue{Table: tid, Objective: 1},
		lotr.GuardFound{Table: tid, Objective: 1, On: lotr.Piece{Kind: lotr.KindEnemy, Number: 1}},
		lotr.PerilBegan{Table: tid, Player: p2},
		lotr.PerilEnded{Table: tid, Player: p1},
		lotr.TestsDue{Table: tid, Players: []events.PersonID{p1}},
		lotr.TestBegan{Table: tid, Player: p2},
		lotr.TestCounted{Table: tid, Icons: 2},
		lotr.TestRaised{Table: tid, Willpower: 9},
		lotr.TestResolved{Table: tid, Player: p1},
		lotr.TriggerDue{Table: tid, Trigger: "z"},
		lotr.TriggerDone{Table: tid, Trigger: "y", When: string(WhenQuest)},
		lotr.OptionTaken{Table: tid, Option: "o"},
		lotr.TableWon{Table: tid},
		lotr.TableLost{Table: tid, Cause: lotr.LostRing},
		lotr.OutcomeTakenBack{Table: tid},
		lotr.LossPending{Table: tid},
		lotr.FactNoted{Table: tid, Fact: "black-gate"},
		lotr.CardDrawn{Table: tid, Card: "a"},
		lotr.EliminationChanged{Table: tid, Player: p1, From: 50, To: 99},
		lotr.AllyEntered{Table: tid, Player: p1, Name: "Gimli"},
		lotr.CharacterLeft{Table: tid, Player: p1, Character: "Faramir"},
		lotr.CharacterExhausted{Table: tid, Player: p1, Character: "Aragorn"},
		lotr.HeroEntered{Table: tid, Player: p1, Title: "Frodo Baggins"},
		lotr.HeroPassed{Table: tid, Hero: "Aragorn", From: p1, To: p2},
		lotr.ContractFlipped{Table: tid, Player: p1, Side: "A"},
		lotr.RingPut{Table: tid, Player: p1, Hero: "Legolas"},
		lotr.RingLost{Table: tid, Player: p1},
		lotr.DeckDeclared{Table: tid, Player: p1, Name: "Spirit"},
		lotr.EyePlaced{Table: tid},
		lotr.EyeMoved{From: "t-2", To: tid},
		lotr.ObjectiveHandedOver{Card: clue, Table: tid, Objective: 1, ToTable: "t-2", ToNumber: 1, ToPlayer: p4},
	}
}

// What is put into play at one table twice is there twice, and forgotten with the round where it is the
// round's.
func TestEvolveGameRound(t *testing.T) {
	table := EvolveTable(rich(), group.RoundStarted{Round: 6})
	if table.Peril != nil || table.Test != nil || len(table.Due) > 0 || table.Current != 0 || table.StepCards != 0 || table.Surge != "" {
		t.Errorf("a new round keeps something of the old: %+v", table)
	}
	if len(table.Objectives) != 1 || len(table.SideQuests) != 1 || len(table.Guards) != 1 {
		t.Errorf("a new round forgets cards in play: %+v", table)
	}
}

// Who takes a place over takes over what is open there.
func TestEvolveGameHeir(t *testing.T) {
	table := foldOn(rich(), []events.Payload{
		lotr.CardRevealed{Table: tid, Card: trek, Surge: true, Player: p1, Step: true, StepCards: 2},
		lotr.ObjectiveMoved{Table: tid, Objective: 1, Player: p1},
		group.PlayerDropped{Player: p1, Table: tid, How: group.DropHandOver, Heir: p4},
	})
	if table.Peril.Player != p4 || table.Surge != p4 || table.Test.Player != p4 || table.Objectives[0].Player != p4 {
		t.Errorf("the heir did not take over: %+v", table)
	}
	if !reflect.DeepEqual(table.Reveals, []events.PersonID{p4}) || table.StepCards != 2 {
		t.Errorf("reveals %v of %d", table.Reveals, table.StepCards)
	}
}
