package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// turn is one behaviour at a table of any scenario: what happened since its setup, what is asked, what
// comes of it, or the refusal's code.
type turn struct {
	name     string
	scenario string
	given    []events.Payload
	when     lotr.TableCommand
	then     []events.Payload
	refused  engine.Code
}

// midGame is a scenario's table at a stage in round 2 with nothing else in play: what its own setup and
// cards do stays out of the way.
func midGame(scenario string, players int, stage string, more ...events.Payload) []events.Payload {
	sc, _ := Lookup(scenario)
	up := SetUp(Context{}, sc, tid, "Red", seats(players), false)[:1]
	es := append([]events.Payload{group.PlayersSeated{Seats: seats(players)}}, up...)
	if st, _ := sc.Stage(stage); st.Dire {
		for _, s := range seats(players) {
			es = append(es, lotr.EliminationChanged{Table: tid, Player: s.Player, From: 50, To: 99})
		}
	}
	es = append(es, lotr.StageEntered{Table: tid, From: sc.Start, Stage: stage}, group.RoundStarted{Round: 2})
	return append(es, more...)
}

func runTurns(t *testing.T, turns []turn) {
	t.Helper()
	for _, p := range turns {
		t.Run(p.name, func(t *testing.T) {
			t.Helper()
			got, err := DecideTable(Context{Scenario: p.scenario, Round: 2}, fold(p.given), p.when)
			if p.refused != "" {
				mustRefuse(t, err, p.refused)
				return
			}
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			same(t, got, p.then)
		})
	}
}

func inScenario(scenario, code string) lotr.Card {
	sc, _ := Lookup(scenario)
	c, ok := sc.Card(code)
	if !ok {
		panic("no card " + code + " in " + scenario)
	}
	return c
}

func enemyOn(scenario string, number int, code string) events.Payload {
	return lotr.EnemyEntered{Table: tid, Enemy: number, Card: inScenario(scenario, code), Why: "effect"}
}

func locationOn(scenario string, number int, code string) events.Payload {
	return lotr.LocationEntered{Table: tid, Location: number, Card: inScenario(scenario, code), Why: "effect"}
}

func activeOn(number int, name string) events.Payload {
	return lotr.LocationTravelled{Table: tid, Location: number, Card: name}
}

func lost(by int, why string) events.Payload {
	return lotr.ProgressLost{Table: tid, By: by, Why: why}
}

func from(e lotr.ThreatChanged, source string, cut int) lotr.ThreatChanged {
	e.Source, e.Cut = source, cut
	return e
}

// Each player's threat goes down by at most 1 a round by player cards, boons left out.
//
// Rule: Dire.
// Source: The Mountain of Fire, "Dire".
func TestDireLowersBy1(t *testing.T) {
	used := from(threat(p1, 21, 20, lotr.WhyEntry), lotr.FromPlayerCard, 2)
	lower := func(by int, source string) lotr.ChangeThreat {
		return lotr.ChangeThreat{Table: tid, Player: p1, By: by, Source: source}
	}
	runTurns(t, []turn{
		{
			name: "more is cut", scenario: doom, given: midGame(doom, 1, "1B"), when: lower(-3, lotr.FromPlayerCard),
			then: []events.Payload{used},
		},
		{
			name: "what says no source counts as a player card's", scenario: doom, given: midGame(doom, 1, "1B"), when: lower(-3, ""),
			then: []events.Payload{used},
		},
		{name: "no more in the same round", scenario: doom, given: midGame(doom, 1, "1B", used), when: lower(-1, lotr.FromPlayerCard), refused: "threat-held"},
		{name: "nor without a source", scenario: doom, given: midGame(doom, 1, "1B", used), when: lower(-1, ""), refused: "threat-held"},
		{name: "nor by setting the dial", scenario: doom, given: midGame(doom, 1, "1B", used), when: lotr.ChangeThreat{Table: tid, Player: p1, To: num(3)}, refused: "threat-held"},
		{
			name: "again in the next round", scenario: doom, given: midGame(doom, 1, "1B", used, group.RoundStarted{Round: 3}), when: lower(-1, ""),
			then: []events.Payload{from(threat(p1, 20, 19, lotr.WhyEntry), lotr.FromPlayerCard, 0)},
		},
		{
			name: "a boon is free", scenario: doom, given: midGame(doom, 1, "1B", used), when: lower(-5, lotr.FromBoon),
			then: []events.Payload{from(threat(p1, 20, 15, lotr.WhyEntry), lotr.FromBoon, 0)},
		},
		{
			name: "the game's own effects are free", scenario: doom, given: midGame(doom, 1, "1B", used), when: lower(-5, lotr.FromEncounter),
			then: []events.Payload{from(threat(p1, 20, 15, lotr.WhyEntry), lotr.FromEncounter, 0)},
		},
		{
			name: "every player has a limit", scenario: doom, given: midGame(doom, 2, "1B", used), when: lotr.ChangeThreat{Table: tid, By: -2},
			then: []events.Payload{from(threat(p2, 28, 27, lotr.WhyEntry), lotr.FromPlayerCard, 1)},
		},
		{
			name: "raising has none", scenario: doom, given: midGame(doom, 1, "1B"), when: lower(9, lotr.FromPlayerCard),
			then: []events.Payload{from(threat(p1, 21, 30, lotr.WhyEntry), lotr.FromPlayerCard, 0)},
		},
		{
			name: "without Dire there is no limit", scenario: siegeOfGondor, given: midGame(siegeOfGondor, 1, "1B"), when: lower(-9, lotr.FromPlayerCard),
			then: []events.Payload{from(threat(p1, 21, 12, lotr.WhyEntry), lotr.FromPlayerCard, 0)},
		},
		{name: "a source that is none", scenario: doom, given: midGame(doom, 1, "1B"), when: lower(-1, "magic"), refused: engine.CodeMalformed},
	})
}

// While the main quest has Dire a player is eliminated at 99, and Valour triggers at 80. A side quest
// being current changes nothing; what moves the level counts on top.
//
// Rule: Dire.
// Rule: Valour.
// Source: The Mountain of Fire, "Dire".
func TestDireLevels(t *testing.T) {
	c := Context{Scenario: doom, Round: 2}
	sc, _ := Lookup(doom)
	up := fold(append([]events.Payload{group.PlayersSeated{Seats: seats(2)}}, SetUp(c, sc, tid, "Red", seats(2), false)...))
	for _, p := range up.Players {
		if p.Elimination != 99 {
			t.Errorf("%s is eliminated at %d, want 99", p.ID, p.Elimination)
		}
	}
	aside := fold(midGame(doom, 1, "1B",
		lotr.SideQuestEntered{Table: tid, SideQuest: 1, Card: trek}, phase(lotr.PhaseQuest), lotr.QuestChosen{Table: tid, SideQuest: 1}))
	if !Dire(c, aside) || ValourLevel(c, aside) != 80 {
		t.Errorf("Dire %v, Valour at %d while a side quest is current", Dire(c, aside), ValourLevel(c, aside))
	}
	if c := (Context{Scenario: siegeOfGondor}); Dire(c, fold(midGame(siegeOfGondor, 1, "1B"))) || ValourLevel(c, fold(midGame(siegeOfGondor, 1, "1B"))) != 40 {
		t.Error("Valour does not trigger at 40 without Dire")
	}
	runTurns(t, []turn{
		{
			name: "50 is not the end", scenario: doom, given: midGame(doom, 1, "1B"), when: lotr.ChangeThreat{Table: tid, Player: p1, To: num(98)},
			then: []events.Payload{threat(p1, 21, 98, lotr.WhyEntry)},
		},
		{
			name: "99 is", scenario: doom, given: midGame(doom, 2, "1B"), when: lotr.ChangeThreat{Table: tid, Player: p2, To: num(99)},
			then: []events.Payload{threat(p2, 28, 99, lotr.WhyEntry), out(p2, lotr.OutThreat, 99, 1)},
		},
		{
			name: "The One Ring takes 5 off", scenario: river,
			given: midGame(river, 2, "1B", lotr.RingPut{Table: tid, Player: p1, Hero: "Legolas"}),
			when:  lotr.ChangeThreat{Table: tid, Player: p2, By: 1},
			then:  []events.Payload{threat(p2, 28, 29, lotr.WhyEntry), lotr.EliminationChanged{Table: tid, Player: p1, From: 50, To: 45}},
		},
	})
	low := fold(midGame(river, 2, "1B", threat(p1, 21, 46, lotr.WhyEntry), lotr.RingPut{Table: tid, Player: p1, Hero: "Legolas"}))
	es, err := DecideTable(Context{Scenario: river, Round: 2}, low, lotr.ChangeThreat{Table: tid, Player: p2, By: 1})
	if p, _ := foldOn(low, es).Player(p1); err != nil || !p.Out || p.Elimination != 45 {
		t.Errorf("a level that falls below the threat leaves %+v (%v)", p, err)
	}
}

// Rule: Immune to player card effects.
// Source: The Mountain of Fire, "Immune to Player Card Effects"; The Flame of the West, "Immune to
// Player Card Effects".
func TestImmuneToPlayerCardEffects(t *testing.T) {
	hard := lotr.Card{Name: "Old Gate", Kind: "location", Threat: 1, QuestPoints: 9, Immune: true}
	wraith := lotr.Card{Name: "Old Wraith", Kind: "enemy", Threat: 1, HitPoints: 9, Engagement: 90, Immune: true}
	plot := lotr.Card{Name: "Old Plot", Kind: "objective", Immune: true}
	burden := lotr.Card{Name: "Old Road", Kind: "side-quest", QuestPoints: 6, Immune: true}
	given := midGame(siegeOfGondor, 1, "1B",
		lotr.EnemyEntered{Table: tid, Enemy: 1, Card: wraith}, lotr.EnemyEntered{Table: tid, Enemy: 2, Card: wraith, Player: p1},
		lotr.LocationEntered{Table: tid, Location: 1, Card: hard}, lotr.LocationEntered{Table: tid, Location: 2, Card: hard}, activeOn(2, hard.Name),
		lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: plot}, lotr.SideQuestEntered{Table: tid, SideQuest: 1, Card: burden})
	for _, source := range []string{lotr.FromPlayerCard, lotr.FromBoon} {
		for name, cmd := range map[string]lotr.TableCommand{
			"damage":                  lotr.DamageEnemy{Table: tid, Enemy: 1, By: 1, Source: source},
			"damage as tokens":        lotr.PlaceTokens{Table: tid, Piece: lotr.Piece{Kind: lotr.KindEnemy, Number: 1}, Token: lotr.TokenDamage, By: 1, Source: source},
			"engaging it":             lotr.Engage{Table: tid, Enemy: 1, Player: p1, Source: source},
			"returning it to staging": lotr.ReturnToStaging{Table: tid, Enemy: 2, Source: source},
			"removing an enemy":       lotr.RemoveCard{Table: tid, Enemy: 1, Source: source},
			"removing a location":     lotr.RemoveCard{Table: tid, Location: 1, Source: source},
			"removing an objective":   lotr.RemoveCard{Table: tid, Objective: 1, Source: source},
			"removing a side quest":   lotr.RemoveCard{Table: tid, SideQuest: 1, Source: source},
			"progress on a location":  lotr.PlaceProgress{Table: tid, Location: 1, By: 1, Source: source},
			"progress off a location": lotr.PlaceProgress{Table: tid, Location: 1, By: -1, Source: source},
			"progress through it":     lotr.PlaceProgress{Table: tid, By: 1, Source: source},
			"tokens on an objective":  lotr.PlaceTokens{Table: tid, Piece: first, Token: lotr.TokenResource, By: 1, Source: source},
			"tokens on a side quest":  lotr.PlaceTokens{Table: tid, Piece: lotr.Piece{Kind: lotr.KindSideQuest, Number: 1}, Token: lotr.TokenProgress, By: 1, Source: source},
		} {
			runTurns(t, []turn{{name: name + " by a " + source, scenario: siegeOfGondor, given: given, when: cmd, refused: "immune"}})
		}
	}
	runTurns(t, []turn{
		{name: "an effect that destroys it", scenario: siegeOfGondor, given: given, when: lotr.DestroyEnemy{Table: tid, Enemy: 1, Effect: true}, refused: "immune"},
		{
			name: "damage of combat", scenario: siegeOfGondor, given: given, when: lotr.DamageEnemy{Table: tid, Enemy: 1, By: 1},
			then: []events.Payload{lotr.EnemyDamaged{Table: tid, Enemy: 1, Card: "Old Wraith", By: 1, Damage: 1}},
		},
		{
			name: "an encounter card's effect", scenario: siegeOfGondor, given: given, when: lotr.Engage{Table: tid, Enemy: 1, Player: p1, Source: lotr.FromEncounter},
			then: []events.Payload{lotr.EnemyEngaged{Table: tid, Enemy: 1, Card: "Old Wraith", Player: p1, How: "effect"}},
		},
		{
			name: "a player card's progress past it", scenario: siegeOfGondor, given: given, when: lotr.PlaceProgress{Table: tid, By: 1, Direct: true, Source: lotr.FromPlayerCard},
			then: []events.Payload{onStage("1B", 1, 1, "entry")},
		},
		{
			name: "the quest's progress on it", scenario: siegeOfGondor, given: given, when: lotr.ResolveQuest{Table: tid, Willpower: 3, Threat: num(1)},
			then: []events.Payload{
				phase(lotr.PhaseQuest),
				lotr.QuestResolved{Table: tid, Willpower: 3, Threat: 1, Typed: true, Outcome: success, By: 2},
				lotr.LocationProgressed{Table: tid, Location: 2, Card: "Old Gate", By: 2, Progress: 2},
			},
		},
	})
}

// What the stage makes immune is so, and only there: ships in the staging area at stage 1B.
//
// Rule: Immune to player card effects.
// Source: The Flame of the West, "Immune to Player Card Effects"; facts/game-facts.md, "3.1 Stages".
func TestImmuneByTheStage(t *testing.T) {
	given := midGame(siegeOfGondor, 1, "1B", locationOn(siegeOfGondor, 1, "corsair-dromon"))
	hit := lotr.PlaceProgress{Table: tid, Location: 1, By: 1, Source: lotr.FromPlayerCard}
	runTurns(t, []turn{
		{name: "a ship in the staging area", scenario: siegeOfGondor, given: given, when: hit, refused: "immune"},
		{
			name: "the active ship", scenario: siegeOfGondor, given: append(slices.Clone(given), activeOn(1, "Corsair Dromon")), when: hit,
			then: []events.Payload{lotr.LocationProgressed{Table: tid, Location: 1, Card: "Corsair Dromon", By: 1, Progress: 1}},
		},
	})
}
