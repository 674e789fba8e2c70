package lotr

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

const (
	tower = "the-tower-of-cirith-ungol"
	gate  = "the-black-gate-opens"
	doom  = "mount-doom"
)

var mountainOfFire = []string{tower, gate, doom}

// beginsAs sets up a scenario with more than a standard game's context: epic, or of a campaign.
func beginsAs(t *testing.T, c Context, scenario string, players int) *tale {
	t.Helper()
	sc, ok := Lookup(scenario)
	if !ok {
		t.Fatalf("there is no scenario %q", scenario)
	}
	who := seats(players)
	c.Scenario, c.Round = scenario, 1
	g := &tale{t: t, c: c, table: Table{ID: tid}}
	g.fold(group.PlayersSeated{Seats: who})
	g.fold(SetUp(g.c, sc, tid, "Red", who, false)...)
	g.fold(group.RoundStarted{Round: 1})
	return g
}

// quests takes the table to the start of the quest phase.
func (g *tale) phase(p lotr.Phase) {
	g.t.Helper()
	g.do(lotr.BeginPhase{Table: tid, Phase: p})
}

// tries takes a Fortitude test with this willpower against icons on the discarded cards.
func (g *tale) tries(player events.PersonID, willpower int, icons ...int) {
	g.t.Helper()
	g.do(lotr.BeginTest{Table: tid, Player: player, Willpower: num(willpower)})
	cards := make([]lotr.DiscardedForTest, g.table.Test.Cards)
	for i, n := range icons {
		cards[i].Icons = n
	}
	g.do(lotr.CountIcons{Table: tid, Cards: cards}, lotr.ResolveTest{Table: tid})
}

// passes and fails take the test that a player has to take.
func (g *tale) passes(players ...events.PersonID) {
	g.t.Helper()
	for _, id := range players {
		g.tries(id, 50)
	}
}

func (g *tale) fails(players ...events.PersonID) {
	g.t.Helper()
	for _, id := range players {
		g.tries(id, 0)
	}
}

func (g *tale) threatOf(id events.PersonID) int {
	p, _ := g.table.Player(id)
	return p.Threat
}

// mustThreat fails unless the dials of p-1, p-2, … show this.
func (g *tale) mustThreat(want ...int) {
	g.t.Helper()
	for i, n := range want {
		if got := g.threatOf(seats(4)[i].Player); got != n {
			g.t.Errorf("threat of player %d is %d, want %d", i+1, got, n)
		}
	}
}

func (g *tale) fact(name string) (int, bool) {
	for _, f := range g.table.Facts {
		if f.Fact == name {
			return f.N, true
		}
	}
	return 0, false
}

// Source: facts/game-facts.md, "0.3 Where databases disagree" (121 encounter cards in the box; the two
// sides of a card once).
func TestMountainOfFireCards(t *testing.T) {
	copies := map[int]int{}
	for _, id := range mountainOfFire {
		sc, ok := Lookup(id)
		if !ok || sc.Box != "The Mountain of Fire" || !sc.Saga || sc.EasyResources != 1 {
			t.Fatalf("%s: found %v, box %q, saga %v", id, ok, sc.Box, sc.Saga)
		}
		for _, c := range sc.Cards {
			if c.Set == "Campaign cards" {
				continue
			}
			number := c.Number
			if c.Code == "the-eye-of-sauron-2" { // printed with a number on each side
				number = 81
			}
			copies[number] = c.Copies
		}
	}
	sum := 0
	for _, n := range copies {
		sum += n
	}
	if sum != 121 {
		t.Errorf("the box has %d encounter cards, want 121: %v", sum, copies)
	}
}

// Source: facts/game-facts.md, "1.5 Fortitude tests: Sauron's Eye icons per card" (the total of 40).
func TestMountDoomIcons(t *testing.T) {
	sc, _ := Lookup(doom)
	sum := 0
	for _, c := range sc.Cards {
		sum += c.Icons * c.InDeck(false)
	}
	if sum != 40 {
		t.Errorf("the encounter deck of Mount Doom has %d icons, want 40", sum)
	}
}

// Source: The Mountain of Fire, "Archery X" (Snaga Archer has archery 2); facts/game-facts.md, "1.3
// Stages"; "0.2 Sources" (DC).
func TestMountainOfFireNumbers(t *testing.T) {
	immune := map[string]bool{
		twoWatchers: true, watchersAwake: true, topmostChamber: true, theBlackGate: true,
		towersOfTheTeeth: true, mouthOfSauron: true, mountDoom: true,
	}
	for _, id := range mountainOfFire {
		sc, _ := Lookup(id)
		for _, c := range sc.Cards {
			if c.Immune != immune[c.Code] {
				t.Errorf("%s: %s immune to player card effects: %v", id, c.Code, c.Immune)
			}
		}
		for _, st := range sc.Stages {
			if st.Dire != (id != tower) {
				t.Errorf("%s: stage %s is Dire: %v", id, st.ID, st.Dire)
			}
		}
	}
	sc, _ := Lookup(gate)
	for code, want := range map[string]lotr.Card{
		"snaga-archer":      {Engagement: 44, Threat: 2, Attack: 4, Defense: 2, HitPoints: 3, Archery: 2},
		"easterling-bowman": {Engagement: 54, Threat: 2, Attack: 3, Defense: 1, HitPoints: 4, Archery: 1, Peril: true},
		mouthOfSauron:       {Engagement: 99, Threat: 4, Attack: 6, Defense: 4, HitPoints: 11},
	} {
		c, ok := sc.Card(code)
		got := lotr.Card{Engagement: c.Engagement, Threat: c.Threat, Attack: c.Attack, Defense: c.Defense, HitPoints: c.HitPoints, Archery: c.Archery, Peril: c.Peril}
		if !ok || got != want {
			t.Errorf("%s: %+v, want %+v", code, got, want)
		}
	}
	for _, tc := range []struct {
		scenario, stage string
		players, points int
		none            bool
	}{
		{tower, "1B", 2, 0, false},
		{tower, "2B", 2, 18, false},
		{tower, "3B", 4, 12, false},
		{gate, "2B", 2, 0, true},
		{doom, "1B", 1, 8, false},
		{doom, "1B", 4, 20, false},
		{doom, "2B", 2, 0, true},
		{doom, "3B", 4, 20, false},
		{doom, "4B", 2, 0, true},
	} {
		g := begins(t, tc.scenario, tc.players, 1)
		g.table.Stage = tc.stage
		points, has := QuestPoints(g.c, g.table)
		if has == tc.none || points != tc.points {
			t.Errorf("%s %s with %d players: %d quest points, has some %v; want %d", tc.scenario, tc.stage, tc.players, points, has, tc.points)
		}
	}
}

// Rule: Easy mode.
// Source: facts/game-facts.md, "5.6 Modes".
func TestMountainOfFireEasy(t *testing.T) {
	for id, want := range map[string]map[string]int{
		tower: {echoingPassage: 1, gorbag: 0, orcOfMordor: 2, drawnToTheRing: 2, deepShadows: 1},
		gate: {
			towersOfTheTeeth: 1, slopesOfGorgor: 1, wallOfMorannon: 1, "nazgul-of-mordor": 2, "gorgoroth-hill-troll": 1,
			"hell-hawk": 1, jawsOfSteel: 1, "onslaught-of-mordor": 2, orcOfMordor: 2,
		},
		doom: {
			orcHold: 2, mordorRoad: 1, brakeOfThorns: 2, ringwraith: 1, orcCaptain: 1, "little-snuffler": 2, wickedMaster: 0,
			lidlessEye: 3, foulFumes: 1, "heavy-and-tired": 1, drawnToTheRing: 2, deepShadows: 1,
		},
	} {
		sc, _ := Lookup(id)
		for _, c := range sc.Cards {
			n, less := want[c.Code]
			if !less {
				n = c.InDeck(false)
			}
			if got := c.InDeck(true); got != n {
				t.Errorf("%s: %d copies of %s in easy mode, want %d", id, got, c.Code, n)
			}
		}
	}
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestOrcsOfMordorEngage(t *testing.T) {
	for _, id := range []string{tower, gate} {
		g := begins(t, id, 2, 1)
		g.do(lotr.AddEnemy{Table: tid, Card: urukSoldier, Player: p2})
		g.mustThreat(21, 30)
		g.do(lotr.AddEnemy{Table: tid, Card: snagaArcher})
		g.do(lotr.Engage{Table: tid, Enemy: g.piece(snagaArcher).Number, Player: p1})
		g.mustHear("Snaga Archer engages you: 2 damage")
		g.do(lotr.AddEnemy{Table: tid, Card: orcOfMordor, Player: p1})
		g.mustHear("Orc of Mordor engages you: exhaust a character")
	}
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestDeepShadows(t *testing.T) {
	for _, id := range []string{tower, doom} {
		g := begins(t, id, 1, 1)
		before := g.threatOf(p1)
		g.do(lotr.RevealCard{Table: tid, Card: deepShadows, Effect: true})
		g.mustHear("discard a hand of 3 or more cards")
		g.mustThreat(before + 2)
		g.do(lotr.RevealCard{Table: tid, Card: drawnToTheRing, Effect: true}, lotr.RevealCard{Table: tid, Card: evilVigilance, Effect: true})
		g.mustHear("exhaust The One Ring and reveal an encounter card")
		g.mustHear("discard one questing character")
	}
}

// In Darkness Bind Them is in the decks of an epic game only, and says what The Eye of Sauron makes of
// it.
//
// Rule: Epic: The Mountain of Fire.
// Source: facts/game-facts.md, "1.1 Setup"; "1.2 End of round in epic mode".
func TestInDarknessBindThem(t *testing.T) {
	for _, id := range []string{gate, doom} {
		alone := begins(t, id, 1, 1)
		alone.cannot("not-in-deck", lotr.RevealCard{Table: tid, Card: inDarkness})

		g := beginsAs(t, Context{Epic: true}, id, 1)
		g.do(lotr.RevealCard{Table: tid, Card: inDarkness, Effect: true})
		g.mustHear("Each player exhausts a character.")
		if g.heard("ready no character") {
			t.Errorf("%s: the Eye is elsewhere: %q", id, g.told)
		}
		g.fold(lotr.EyePlaced{Table: tid})
		g.do(lotr.RevealCard{Table: tid, Card: inDarkness, Effect: true})
		g.mustHear("ready no character")

		g.do(lotr.AddEnemy{Table: tid, Card: fireEnemy[id], Player: p1})
		shadow := lotr.TakeOption{Table: tid, Option: darknessShadow.id, Piece: g.piece(fireEnemy[id])}
		g.cannot("not-offered", shadow) // no shadow cards before combat
		g.phase(lotr.PhaseCombat)
		g.do(shadow)
		g.mustHear("attacks with 2 more, and returns to the staging area")
		g.table.Eye = false
		g.cannot("not-offered", shadow)
	}
	if sc, _ := Lookup(tower); sc.named[inDarkness] != 0 {
		t.Error("The Tower of Cirith Ungol is not played in epic mode")
	}
}

// fireEnemy is an enemy without effects of its own that matter here.
var fireEnemy = map[string]string{gate: "easterling-bowman", doom: "little-snuffler"}
