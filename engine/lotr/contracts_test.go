package lotr

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// company is a table whose first player has the Fellowship contract, three heroes and so many unique
// allies.
func company(t *testing.T, allies int) *tale {
	t.Helper()
	g := seated(t, river, []group.Seat{
		contracted(at(p1, sam, group.Hero{Title: "Merry", Threat: 6, HitPoints: 2, Willpower: 2, Attack: 1, Defense: 1}, group.Hero{Title: "Bilbo", Threat: 9, HitPoints: 2, Willpower: 1}), "Fellowship"),
		at(p2, plain("Gimli")...),
	})
	for i := range allies {
		g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: fmt.Sprintf("Ally %d", i+1), Unique: true, Willpower: 1, Defense: 1, HitPoints: 2})
	}
	return g
}

func flipped(side string, unique int) events.Payload {
	return lotr.ContractFlipped{Table: tid, Player: p1, Contract: "Fellowship", Side: side, Unique: unique}
}

// The Fellowship contract turns over at exactly nine unique characters.
//
// Rule: Contracts.
// Source: A Shadow in the East, "Contracts".
func TestFellowshipContractAtNine(t *testing.T) {
	g := company(t, 5)
	if p, _ := g.table.Player(p1); p.ContractB || g.table.UniqueCharacters(p1) != 8 {
		t.Fatalf("side B %v with %d unique characters", p.ContractB, g.table.UniqueCharacters(p1))
	}
	g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Gandalf", Unique: true})
	same(t, g.last[1:], []events.Payload{flipped("B", 9)})

	// On side B no ally enters play, and every character has 1 more.
	g.cannot("contract-bars", lotr.EnterAlly{Table: tid, Player: p1, Name: "Beorn", Unique: true})
	p, _ := g.table.Player(p1)
	who, err := (&entry{sc: known[river], t: g.table}).character(p1, "Sam Gamgee")
	if err != nil || p.Bonus() != 1 || who.willpower != 4 || who.attack != 2 || who.defense != 2 {
		t.Errorf("bonus %d, Sam has %d/%d/%d: %v", p.Bonus(), who.willpower, who.attack, who.defense, err)
	}

	// A character that leaves play turns it back; another player's does not.
	g.do(lotr.DestroyCharacter{Table: tid, Player: p2, Character: "Boromir"})
	if p, _ := g.table.Player(p1); !p.ContractB {
		t.Error("an ally of another player turned the contract back")
	}
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Gandalf"})
	same(t, g.last[1:], []events.Payload{flipped("A", 8)})
	g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Beorn", Unique: true})
	same(t, g.last[1:], []events.Payload{flipped("B", 9)})
	g.do(lotr.LeavePlay{Table: tid, Player: p1, Character: "Bilbo"})
	same(t, g.last[1:], []events.Payload{flipped("A", 8)})
}

// Side B counts where muster works out willpower and defense.
//
// Rule: Contracts.
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func TestFellowshipContractInTestsAndFights(t *testing.T) {
	g := company(t, 6)
	g.do(lotr.AddEnemy{Table: tid, Hand: &lotr.Card{Name: "Old Troll", Kind: "enemy", Attack: 6, Defense: 1, HitPoints: 9}, Player: p1})
	n := g.table.Enemies[len(g.table.Enemies)-1].Number
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: p1, Defender: hero(p1, "Sam Gamgee"), Shadow: -3})
	if got := damageOf(g.table, p1, "Sam Gamgee"); got != 1 {
		t.Errorf("Sam has %d damage, want 3 less 2", got)
	}
	g.do(lotr.PlayerAttack{Table: tid, Enemy: n, Player: p1, Attackers: []lotr.Character{hero(p1, "Sam Gamgee"), hero(p1, "Merry")}})
	if e, _ := (&entry{t: g.table}).enemy(n); e.Damage != 3 {
		t.Errorf("the troll has %d damage, want 2 and 2 less 1", e.Damage)
	}
	g.do(lotr.BeginTest{Table: tid, Player: p1, Heroes: []string{"Sam Gamgee", "Merry"}})
	if got := g.table.Test.Willpower; got != 7 {
		t.Errorf("willpower %d, want 4 and 3", got)
	}
}

// Rule: Contracts.
// Source: A Shadow in the East, "Contracts".
func TestFellowshipContractBars(t *testing.T) {
	g := company(t, 1)
	g.cannot("contract-bars", lotr.EnterAlly{Table: tid, Player: p1, Name: "Guard of the Citadel"})
	g.do(lotr.EnterAlly{Table: tid, Player: p2, Name: "Guard of the Citadel"}) // another player's contract bars nobody
}

// Rule: Contracts.
// Source: A Shadow in the East, "Contracts".
func TestFlipContract(t *testing.T) {
	g := company(t, 1)
	g.cannot("contract-by-itself", lotr.FlipContract{Table: tid, Player: p1})
	g.cannot("no-contract", lotr.FlipContract{Table: tid, Player: p2})
	g.cannot("no-such-player", lotr.FlipContract{Table: tid, Player: p4})
	// Where no ally is entered muster cannot count, and people turn it over.
	byHand := company(t, 0)
	byHand.do(lotr.FlipContract{Table: tid, Player: p1})
	same(t, byHand.last, []events.Payload{flipped("B", 3)})
	byHand.do(lotr.FlipContract{Table: tid, Player: p1})
	same(t, byHand.last, []events.Payload{flipped("A", 3)})
	other := seated(t, river, []group.Seat{contracted(at(p1, sam), "Council of the Wise")})
	other.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Guard of the Citadel"}, lotr.FlipContract{Table: tid, Player: p1})
	if p, _ := other.table.Player(p1); !p.ContractB || p.Bonus() != 0 {
		t.Errorf("side B %v, bonus %d", p.ContractB, p.Bonus())
	}
}
