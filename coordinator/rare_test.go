package coordinator_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// rareCards plays what random games seldom come to, and hands each game to look.
func rareCards(t *testing.T, look func(*log)) {
	t.Helper()
	for _, one := range []func(*testing.T) *log{gwaihirGiven, lossTakenBack, evidenceGuarded, sideQuestDefeated, contractTurned, ringWorn, perilous, watchersReturn} {
		look(one(t))
	}
}

// gwaihirGiven: Gwaihir goes from The Black Gate Opens to Mount Doom.
func gwaihirGiven(t *testing.T) *log {
	l := fire(t, 2, 2, group.Settings{})
	l.do(captain(gate), lotr.AddObjective{Table: gate, Card: "Gwaihir", Player: player(gate, 2)})
	l.endRound()
	l.triggersDone()
	l.answer(doom, group.ChoiceCardFirst)
	l.answer(doom, group.ChoiceGate)
	give := l.reply(gate, group.ChoiceGive)
	give.Player = player(doom, 1)
	l.do(captain(gate), give)
	l.answer(doom, group.ChoiceCancel)
	return l
}

func lossTakenBack(t *testing.T) *log {
	l := fire(t, 1, 1, group.Settings{})
	l.loses(gate, lotr.LostAragorn)
	l.do(judge, ruling(gate, lotr.TableRuling{TakeBack: true}))
	return l
}

// evidenceGuarded: a guarded objective gets its guard.
func evidenceGuarded(t *testing.T) *log {
	l := alone(t, "danger-in-dorwinion", 2)
	l.do(captain(company), lotr.RevealCard{Table: company, Card: "Evidence of the Cult", Effect: true})
	guards := l.table(company).Guards
	if len(guards) == 0 {
		t.Fatalf("no guard is due: %v", l.s.Words())
	}
	l.do(captain(company), lotr.FindGuard{
		Table: company, Objective: guards[0], Hand: &lotr.Card{Name: "Guard", Kind: lotr.KindEnemy, HitPoints: 3}, Discarded: 2,
	})
	return l
}

// perilous: a card with Peril is resolved by who revealed it.
func perilous(t *testing.T) *log {
	l := alone(t, "the-siege-of-gondor", 2)
	l.do(captain(company), lotr.BeginPhase{Table: company, Phase: lotr.PhaseQuest})
	l.do(captain(company), lotr.RevealCard{Table: company, Card: "Fell Folk of Umbar", Player: player(company, 1)})
	l.do(captain(company), lotr.ResolveReveal{Table: company})
	return l
}

// watchersReturn: The Two Watchers come back out of the victory display at stage 3A.
func watchersReturn(t *testing.T) *log {
	l := alone(t, "the-tower-of-cirith-ungol", 1)
	asleep, _ := l.table(company).PieceOf("the-two-watchers")
	l.do(captain(company), lotr.BeginPhase{Table: company, Phase: lotr.PhaseTravel})
	l.do(captain(company), lotr.Travel{Table: company, Location: asleep.Number})
	awake, _ := l.table(company).PieceOf("the-two-watchers-2")
	l.do(captain(company), lotr.DestroyEnemy{Table: company, Enemy: awake.Number})
	l.do(captain(company), lotr.ExploreLocation{Table: company, Card: "Topmost Chamber"})
	l.do(captain(company), lotr.PlaceProgress{Table: company, By: 18, Direct: true})
	return l
}

// sideQuestDefeated: the first player chooses a side quest, and it is defeated.
func sideQuestDefeated(t *testing.T) *log {
	l := alone(t, "the-river-running", 2)
	l.do(captain(company), lotr.RevealCard{Table: company, Card: "An Arduous Journey", Effect: true})
	quests := l.table(company).SideQuests
	if len(quests) == 0 {
		t.Fatalf("no side quest: %v", l.s.Words())
	}
	l.do(captain(company), lotr.BeginPhase{Table: company, Phase: lotr.PhaseQuest})
	l.do(captain(company), lotr.ChooseQuest{Table: company, SideQuest: quests[0].Number})
	l.do(captain(company), lotr.ResolveQuest{Table: company, Willpower: 90})
	return l
}

// contractTurned: the Fellowship contract turns at nine unique characters.
func contractTurned(t *testing.T) *log {
	l := newLog(t)
	l.do(organiser, openAlone("the-river-running"))
	seat := group.Seat{Player: "ana", Table: company, Contract: "Fellowship"}
	for n := range 3 {
		seat.Heroes = append(seat.Heroes, group.Hero{Title: fmt.Sprintf("Hero %d", n+1), Threat: 9, HitPoints: 4})
	}
	l.do(organiser, group.SeatPlayers{Seats: []group.Seat{seat}})
	l.do(organiser, group.StartGroup{})
	for n := range 6 {
		l.do(captain(company), lotr.EnterAlly{Table: company, Player: "ana", Name: fmt.Sprintf("Ally %d", n+1), Unique: true, HitPoints: 2})
	}
	return l
}

// ringWorn: The One Ring, the player card, is put into play and leaves it, which loses the game.
func ringWorn(t *testing.T) *log {
	l := newLog(t)
	l.do(organiser, openAlone("the-river-running"))
	seat := group.Seat{Player: "ana", Table: company, OneRing: true, Heroes: []group.Hero{{Title: "Bilbo Baggins", Threat: 9, HitPoints: 2}, {Title: "Beorn", Threat: 12, HitPoints: 10}}}
	l.do(organiser, group.SeatPlayers{Seats: []group.Seat{seat}})
	l.do(organiser, group.StartGroup{})
	l.do(captain(company), lotr.PutRing{Table: company, Player: "ana", Hero: "Bilbo Baggins"})
	l.do(captain(company), lotr.DestroyCharacter{Table: company, Player: "ana", Character: "Bilbo Baggins"})
	return l
}

// What the rare games come to.
func TestRareCards(t *testing.T) {
	var all []events.Payload
	rareCards(t, func(l *log) { all = append(all, l.all()...) })
	for _, typ := range []string{
		"lotr.objective-handed-over.v1", "lotr.outcome-taken-back.v1", "lotr.guard-due.v1", "lotr.guard-found.v1", "lotr.quest-chosen.v1",
		"lotr.side-quest-defeated.v1", "lotr.contract-flipped.v1", "lotr.ring-put.v1", "lotr.ring-lost.v1", "lotr.eye-held.v1",
		"lotr.peril-began.v1", "lotr.peril-ended.v1", "lotr.victory-returned.v1",
	} {
		if !slices.ContainsFunc(all, func(e events.Payload) bool { return e.EventType() == typ }) {
			t.Errorf("no %s", typ)
		}
	}
	if l := ringWorn(t); l.s.Phase != coordinator.PhaseLost {
		t.Errorf("The One Ring is lost, and the game goes on: %v", l.s.Words())
	}
}
