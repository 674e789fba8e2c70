package lotr

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// tale is a game at one table that a test plays through commands and the ends of rounds.
type tale struct {
	t     *testing.T
	c     Context
	table Table
	// told are the effects that people were told to carry out, the latest last.
	told []string
	last []events.Payload
}

// begins sets up a scenario for players and starts round 1.
func begins(t *testing.T, scenario string, players int, seed uint64) *tale {
	t.Helper()
	sc, ok := Lookup(scenario)
	if !ok {
		t.Fatalf("there is no scenario %q", scenario)
	}
	who := seats(players)
	g := &tale{t: t, c: Context{Scenario: scenario, Round: 1, Seed: seed}, table: Table{ID: tid}}
	g.fold(group.PlayersSeated{Seats: who})
	g.fold(SetUp(g.c, sc, tid, "Red", who, false)...)
	g.fold(group.RoundStarted{Round: 1})
	return g
}

func (g *tale) fold(es ...events.Payload) {
	g.last = es
	for _, e := range es {
		g.table = EvolveTable(g.table, e)
		switch e := e.(type) {
		case lotr.EffectCarriedOut:
			g.told = append(g.told, e.Do)
		case lotr.CardDrawn:
			g.c.Draws = e.Draw
		}
	}
}

// do plays commands that have to be right.
func (g *tale) do(cmds ...lotr.TableCommand) {
	g.t.Helper()
	for _, cmd := range cmds {
		es, err := DecideTable(g.c, g.table, cmd)
		if err != nil {
			g.t.Fatalf("round %d, stage %s: %s is refused: %v", g.c.Round, g.table.Stage, cmd.CommandType(), err)
		}
		g.fold(es...)
	}
}

// cannot plays a command that has to be refused.
func (g *tale) cannot(code engine.Code, cmd lotr.TableCommand) {
	g.t.Helper()
	_, err := DecideTable(g.c, g.table, cmd)
	mustRefuse(g.t, err, code)
}

func (g *tale) reveal(cards ...string) {
	g.t.Helper()
	for _, c := range cards {
		g.do(lotr.RevealCard{Table: tid, Card: c})
	}
}

// quest resolves the quest with so much more willpower than threat.
func (g *tale) quest(more int) {
	g.t.Helper()
	g.do(lotr.ResolveQuest{Table: tid, Willpower: max(StagingThreat(g.c, g.table)+more, 0)})
}

// rest ends the round, ticks off what is on the checklist, and answers the effects of the round's end by their id.
func (g *tale) rest(answers ...string) {
	g.t.Helper()
	for _, o := range g.table.Due {
		g.do(lotr.TickTrigger{Table: tid, Trigger: o.Trigger})
	}
	if g.table.Phase != lotr.PhaseCombat && ArcheryTotal(g.table) > 0 {
		g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat})
	}
	if g.table.Archery > 0 {
		g.do(lotr.AssignArchery{Table: tid, Hits: []lotr.Hit{{Player: g.table.TurnOrder()[0], Character: "Ally of Dale", Damage: g.table.Archery}}})
	}
	es, err := EndTableRound(g.c, g.table)
	if err != nil {
		g.t.Fatalf("round %d does not end: %v", g.c.Round, err)
	}
	g.fold(es...)
	for _, tr := range EndTriggers(g.c, g.table) {
		g.settle(tr.ID, answers)
	}
	g.c.Round++
	if g.table.Won == nil && g.table.Lost == nil {
		g.fold(group.RoundStarted{Round: g.c.Round})
	}
}

// settle carries out one effect of the round's end, with the first of the answers that is offered.
func (g *tale) settle(id string, answers []string) {
	g.t.Helper()
	asked := AskEndTrigger(g.c, g.table, id)
	a := group.ResolveStep{Table: tid, Step: id}
	for _, o := range asked {
		if a.Choice == "" || slices.Contains(answers, o.Choice) {
			a.Choice = o.Choice
		}
	}
	es, active, err := SettleEndTrigger(g.c, g.table, id, a)
	if err != nil || !active {
		g.t.Fatalf("round %d: %s is not settled: %v, active %v", g.c.Round, id, err, active)
	}
	g.fold(es...)
}

// heard tells whether people were told something with these words.
func (g *tale) heard(words string) bool {
	return slices.ContainsFunc(g.told, func(s string) bool { return strings.Contains(s, words) })
}

func (g *tale) mustHear(words string) {
	g.t.Helper()
	if !g.heard(words) {
		g.t.Errorf("nobody was told about %q: %q", words, g.told)
	}
}

// at fails unless the table is where the test thinks.
func (g *tale) at(stage string, progress, resources int) {
	g.t.Helper()
	if g.table.Stage != stage || g.table.Progress != progress || g.table.Resources != resources {
		g.t.Fatalf("stage %s with %d progress and %d resources, want %s with %d and %d",
			g.table.Stage, g.table.Progress, g.table.Resources, stage, progress, resources)
	}
}

func (g *tale) piece(code string) lotr.Piece {
	g.t.Helper()
	p, ok := g.table.PieceOf(code)
	if !ok {
		g.t.Fatalf("%s is not in play", code)
	}
	return p
}

func (g *tale) mustWin() {
	g.t.Helper()
	if g.table.Won == nil || g.table.Lost != nil {
		g.t.Fatalf("won %v, lost %v: want a won game", g.table.Won, g.table.Lost)
	}
}

func (g *tale) mustLose(cause string) {
	g.t.Helper()
	if g.table.Lost == nil || g.table.Lost.Cause != cause || g.table.Won != nil {
		g.t.Fatalf("won %v, lost %v: want a game lost by %s", g.table.Won, g.table.Lost, cause)
	}
}

// checklist returns the ids of the effects of this round.
func (g *tale) checklist() []string {
	var out []string
	for _, tr := range Checklist(g.c, g.table) {
		out = append(out, string(tr.When)+"/"+tr.ID)
	}
	return out
}

// calm lowers every threat, so that a long game does not end by it.
func (g *tale) calm() {
	g.t.Helper()
	for _, id := range g.table.TurnOrder() {
		if p, _ := g.table.Player(id); p.Threat != 20 {
			g.do(lotr.ChangeThreat{Table: tid, Player: id, To: num(20)})
		}
	}
}

var theEast = []string{"the-river-running", "danger-in-dorwinion", "the-temple-of-doom"}

// Source: facts/game-facts.md, "0.3 Where databases disagree" (115 encounter cards in the box).
func TestShadowInTheEastCards(t *testing.T) {
	copies := map[string]int{}
	for _, id := range theEast {
		sc, ok := Lookup(id)
		if !ok || sc.Box != "A Shadow in the East" || sc.Saga {
			t.Fatalf("%s: found %v, box %q, saga %v", id, ok, sc.Box, sc.Saga)
		}
		for _, c := range sc.Cards {
			copies[c.Code] = c.Copies
		}
	}
	raw, err := setFiles.ReadFile("sets/gollum-and-smeagol.json")
	if err != nil || !strings.Contains(string(raw), `"code": "stinker", "name": "Stinker", "kind": "treachery", "copies": 2`) {
		t.Fatalf("the two copies of Stinker are not in their set: %v", err)
	}
	sum := 2 // Stinker
	for _, n := range copies {
		sum += n
	}
	if sum != 115 {
		t.Errorf("the box has %d encounter cards, want 115", sum)
	}
}

// Source: facts/game-facts.md, "4.1 Stages"; "4.2 Side quests"; "4.3 Rule-bearing cards".
func TestShadowInTheEastNumbers(t *testing.T) {
	sideQuests := map[string]int{
		"warriors-of-the-east": 8, "an-arduous-journey": 6, "shadow-of-fear": 6,
		"unwelcome-travelers": 5, "lost-in-the-dark": 8, "tribute-to-mordor": 12,
	}
	immune := []string{"thane-ulchor", "khamul-the-easterling", "the-tower-of-barad-dur", "seedy-tavern", "priest-of-sauron", "the-governor", "black-numenorean"}
	for _, id := range theEast {
		sc, _ := Lookup(id)
		for _, c := range sc.Cards {
			if points, is := sideQuests[c.Code]; is != (c.Kind == kindSideQuest) || is && (c.QuestPoints != points || c.Victory != 10) {
				t.Errorf("%s: %s with %d quest points and victory %d, want %d and 10", c.Code, c.Kind, c.QuestPoints, c.Victory, points)
			}
			if c.Immune != slices.Contains(immune, c.Code) {
				t.Errorf("%s: immune to player card effects %v", c.Code, c.Immune)
			}
		}
	}
	for _, tc := range []struct {
		scenario, stage string
		players, points int
		none            bool
	}{
		{"the-river-running", "1B", 1, 10, false},
		{"the-river-running", "1B", 4, 25, false},
		{"the-river-running", "2B", 4, 15, false},
		{"danger-in-dorwinion", "1B", 4, 5, false},
		{"danger-in-dorwinion", "2B", 4, 0, false},
		{"danger-in-dorwinion", "3B", 4, 0, true},
		{"the-temple-of-doom", "1B", 2, 0, true},
		{"the-temple-of-doom", "2B", 2, 8, false},
		{"the-temple-of-doom", "2D", 2, 12, false},
		{"the-temple-of-doom", "2F", 2, 16, false},
		{"the-temple-of-doom", "2H", 1, 4, false},
		{"the-temple-of-doom", "2H", 3, 12, false},
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
func TestShadowInTheEastEasy(t *testing.T) {
	river := map[string]int{
		"easterling-outrider": 1, "exposed-riverbank": 1, "rider-of-rhun": 1, "warrior-of-rhun": 2, "sword-of-rhun": 1,
		"recurve-bow": 1, "rolling-plains": 3, "rocky-outcrop": 1, "weary-lands": 1,
	}
	city := map[string]int{
		"disappearances": 1, "secret-cultist": 1, "servant-of-sauron": 1, "overwhelmed": 1, "treacherous-easterling": 1,
		"side-street": 1, "catacombs": 1, "under-guard": 2,
	}
	temple := map[string]int{
		"temple-of-sauron": 1, "hall-of-horrors": 2, "place-of-evil": 1, "ulchors-guard": 3, "ulchors-rage": 1,
		"crumbling-passage": 1, "fearful-shadows": 1, "warrior-of-rhun": 2, "sword-of-rhun": 1, "recurve-bow": 1,
	}
	for id, want := range map[string]map[string]int{theEast[0]: river, theEast[1]: city, theEast[2]: temple} {
		sc, _ := Lookup(id)
		if sc.EasyResources != 1 {
			t.Errorf("%s: %d resources more for each hero in easy mode", id, sc.EasyResources)
		}
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
