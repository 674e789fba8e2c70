package lotr

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Random entries about players and their characters, right and wrong, at tables with everything that
// follows the first player token: whatever happens, the state keeps its shape and a replay gives it
// again.
//
// Rule: Control passes with the first player token.
// Rule: Contracts.
func TestPeopleProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		scenario := rapid.SampledFrom([]string{river, doom, gate, dolGuldurID}).Draw(rt, "scenario")
		sc, _ := Lookup(scenario)
		who := companyOf(sc, rapid.IntRange(1, 4).Draw(rt, "players"))
		m := &machine{c: Context{Scenario: scenario, Round: 1, City: 12, Seed: 7}}
		m.live.ID = tid
		m.fold(group.PlayersSeated{Seats: who})
		for _, e := range SetUp(m.c, sc, tid, "Red", who, false) {
			m.fold(e)
		}
		m.fold(group.RoundStarted{Round: 1})
		for range rapid.IntRange(1, 40).Draw(rt, "entries") {
			m.tryPeople(rt)
			checkPeople(rt, m)
		}
		again := Table{ID: tid}
		for _, e := range m.log {
			again = EvolveTable(again, e)
		}
		if live, replayed := textOf(rt, m.live), textOf(rt, again); live != replayed {
			rt.Fatalf("replayed\n%s\nlive\n%s", replayed, live)
		}
	})
}

// companyOf seats players with heroes whose numbers are known, contracts and copies of The One Ring.
func companyOf(sc Scenario, n int) []group.Seat {
	var out []group.Seat
	for i := range n {
		s := group.Seat{Player: events.PersonID(fmt.Sprintf("p-%d", i+1)), Table: tid}
		for j := range 3 {
			s.Heroes = append(s.Heroes, group.Hero{
				Title: fmt.Sprintf("Hero %d%c", i+1, 'a'+j), Threat: 7, HitPoints: 3, Willpower: j + 1, Attack: j + 1, Defense: j + 1, Ranged: j == 0, Sentinel: j == 1,
			})
		}
		if !sc.Saga && i == 0 {
			s.Heroes[2] = smeagolHero
		}
		s.OneRing = !sc.Saga && i > 0
		if i%2 == 0 {
			s.Contract = fellowshipContract
		}
		out = append(out, s)
	}
	return out
}

// tryPeople makes one entry, checks that the state it was asked in stays as it was, and goes on.
func (m *machine) tryPeople(rt *rapid.T) {
	cmd := m.peopleEntry(rt)
	before := textOf(rt, m.live)
	var es []events.Payload
	var err error
	if cmd == nil {
		es, err = EndTableRound(m.c, m.live)
		es = append(es, group.RoundStarted{Round: m.c.Round + 1})
	} else {
		es, err = DecideTable(m.c, m.live, cmd)
	}
	if after := textOf(rt, m.live); after != before {
		rt.Fatalf("%T changed the state it was given", cmd)
	}
	if err != nil {
		if r := engine.AsRefusal(err); r == nil || r.Code == "" || r.Code == engine.CodeUnknownCommand || r.Says == "" {
			rt.Fatalf("%T failed without a refusal: %v", cmd, err)
		}
		return
	}
	if cmd == nil {
		m.c.Round++
	}
	for _, e := range es {
		m.fold(e)
	}
}

// peopleEntry draws an entry; nil ends the round.
func (m *machine) peopleEntry(rt *rapid.T) lotr.TableCommand {
	p, name := person1to5(rt), m.someCharacter(rt)
	who := lotr.Character{Player: p, Name: name}
	n := enemyNumber(rt, m.live)
	switch rapid.IntRange(0, 21).Draw(rt, "kind of entry") {
	case 0:
		return lotr.BeginTest{Table: tid, Player: p, Heroes: []string{name}, Willpower: number(rt), Extra: small(rt), Icons: small(rt)}
	case 1:
		cards := 0
		if m.live.Test != nil {
			cards = m.live.Test.Cards
		}
		return lotr.CountIcons{Table: tid, Cards: make([]lotr.DiscardedForTest, max(cards+small(rt)/3, 0))}
	case 2:
		return lotr.RaiseTest{Table: tid, Player: p, Character: name, Willpower: small(rt), Icons: small(rt)}
	case 3:
		return lotr.ResolveTest{Table: tid}
	case 4, 5, 6:
		return lotr.EnterAlly{
			Table: tid, Player: p, Name: fmt.Sprintf("Ally %d", rapid.IntRange(1, 20).Draw(rt, "ally")), Unique: rapid.IntRange(0, 3).Draw(rt, "common") > 0,
			Ranged: rapid.Bool().Draw(rt, "ranged"), Willpower: max(small(rt), 0), Attack: max(small(rt), 0), Defense: small(rt), HitPoints: max(small(rt), 0),
		}
	case 7:
		return lotr.LeavePlay{Table: tid, Player: p, Character: name}
	case 8:
		return lotr.DestroyCharacter{Table: tid, Player: p, Character: name}
	case 9:
		return lotr.DamageCharacter{Table: tid, Player: p, Character: name, By: small(rt)}
	case 10:
		return lotr.ExhaustCharacter{Table: tid, Player: p, Character: name, Ready: rapid.Bool().Draw(rt, "ready")}
	case 11:
		return lotr.EnemyAttack{Table: tid, Enemy: n, Player: person1to5(rt), Defender: who, Shadow: small(rt), Defense: number(rt)}
	case 12:
		return lotr.EnemyAttack{Table: tid, Enemy: n, Player: p, Takes: who, Shadow: small(rt)}
	case 13:
		return lotr.PlayerAttack{Table: tid, Enemy: n, Player: p, Attackers: []lotr.Character{who}, Attack: number(rt)}
	case 14:
		return lotr.FlipContract{Table: tid, Player: p}
	case 15:
		return lotr.PutRing{Table: tid, Player: p, Hero: name}
	case 16:
		return lotr.PassFirstPlayer{Table: tid, Player: p}
	case 17:
		return lotr.RevealCard{Table: tid, Card: stinker, Effect: true}
	case 18:
		return lotr.AddEnemy{Table: tid, Player: anybody(rt), Hand: &lotr.Card{
			Name: "Old Troll", Kind: kindEnemy, Attack: 4, Defense: 1, HitPoints: 4, Phantom: rapid.Bool().Draw(rt, "phantom"), Siege: num(0),
		}}
	case 19:
		return lotr.DamageEnemy{Table: tid, Enemy: n, By: small(rt)}
	case 20:
		return lotr.ChangeThreat{Table: tid, Player: p, By: by(rt), Source: rapid.SampledFrom([]string{"", lotr.FromMaster, lotr.FromBoon}).Draw(rt, "source")}
	default:
		return nil
	}
}

// someCharacter is mostly one in play.
func (m *machine) someCharacter(rt *rapid.T) string {
	names := []string{"Bilbo", "", "Ally 3", "Gwaihir"}
	for _, p := range m.live.Players {
		for _, h := range p.Heroes {
			names = append(names, h.Title)
		}
		for _, a := range p.InPlay {
			names = append(names, a.Name)
		}
	}
	return rapid.SampledFrom(names).Draw(rt, "character")
}

// checkPeople holds the table to what is always true.
func checkPeople(rt *rapid.T, m *machine) {
	t := m.live
	rings, inPlay := 0, map[string]bool{}
	for _, p := range t.Players {
		if p.Ring != "" && !p.Out {
			rings++
		}
		for _, h := range p.Heroes {
			if h.Damage < 0 {
				rt.Fatalf("%s has %d damage", h.Title, h.Damage)
			}
			if !p.Out && h.up() {
				if inPlay[folded(h.Title)] {
					rt.Fatalf("%s is in play twice", h.Title)
				}
				inPlay[folded(h.Title)] = true
			}
		}
		for _, a := range p.InPlay {
			if a.Unique && !p.Out && inPlay[folded(a.Name)] {
				rt.Fatalf("%s is in play twice", a.Name)
			}
			inPlay[folded(a.Name)] = inPlay[folded(a.Name)] || a.Unique && !p.Out
			if sameName(p.Contract, fellowshipContract) && !a.Unique {
				rt.Fatalf("%s is not unique beside the contract", a.Name)
			}
		}
	}
	if rings > 1 {
		rt.Fatalf("%d copies of The One Ring are in play", rings)
	}
	checkFollowers(rt, m)
}

// checkFollowers: who follows the first player token is with the first player while one is left, and
// the game is lost once the Fellowship hero is not in play.
func checkFollowers(rt *rapid.T, m *machine) {
	t := m.live
	first, _ := t.Player(t.FirstPlayer)
	h, by, here := FellowshipHero(m.c, t)
	if _, needs := known[m.c.Scenario].Fellow(); needs && !here && t.Lost == nil {
		rt.Fatalf("the Fellowship hero is not in play, and the game goes on")
	}
	if here && !first.Out && by != first.ID {
		rt.Fatalf("%s is with %s, and %s is the first player", h.Title, by, first.ID)
	}
	for _, o := range t.Tests {
		if p, _ := t.Player(o.Player); p.Out {
			rt.Fatalf("%s is out and has to take a test", o.Player)
		}
	}
	if t.Test != nil {
		if p, _ := t.Player(t.Test.Player); p.Out || t.Test.Willpower < 0 || t.Test.Icons < 0 {
			rt.Fatalf("the open test: %+v", t.Test)
		}
	}
}
