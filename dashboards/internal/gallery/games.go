package gallery

import (
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/wall"
)

func named(id events.PersonID) string {
	names := map[events.PersonID]string{"p-1": "Ana", "p-2": "Bram", "p-3": "Chiara", "p-4": "Dmitri", "p-5": "Elif", "p-6": nastyLong, "p-7": nastyRTL, "p-8": nastyMarkup}
	return names[id]
}

func seated(id events.PersonID, threat int) board.Player {
	return board.Player{ID: id, Threat: threat, Elimination: 99, Danger: threat >= 94, HeroesLeft: 3, Heroes: []board.Hero{{Title: "Gimli"}}}
}

func points(n int) *int { return &n }

// mountain is round 5 of the epic mode of The Mountain of Fire, the Eye at the Black Gate.
func mountain() board.Group {
	gate := board.Table{
		ID: "gate", Team: "Host of the West", Scenario: "the-black-gate-opens", Stage: "2B", StageName: "The Battle of the Morannon",
		Phase: lotr.PhaseCombat, Dire: true, EyeHere: true, FirstPlayer: "p-1", PlayersLeft: 3, StagingThreat: 19, Progress: 3,
		Players: []board.Player{seated("p-1", 61), seated("p-2", 95), seated("p-3", 58)},
		Enemies: []board.Enemy{
			{Number: 1, Card: lotr.Card{Name: "Nazgûl of Mordor", Kind: "enemy", Traits: "Nazgûl."}, ThreatNow: 5},
			{Number: 2, Card: lotr.Card{Name: "The Mouth of Sauron", Kind: "enemy"}, ThreatNow: 5},
		},
		Locations: []board.Location{
			{Number: 1, Card: lotr.Card{Code: "the-black-gate", Name: "The Black Gate", Kind: "location"}, Resources: 5, ThreatNow: 5},
			{Number: 2, Card: lotr.Card{Name: "Towers of the Teeth", Kind: "location", QuestPoints: 6}, Active: true, Progress: 2},
		},
		Objectives: []board.Objective{{Number: 1, Card: lotr.Card{Name: "Gwaihir", Kind: "objective"}, Player: "p-2", HitPoints: 5, Damage: 1}},
	}
	doom := board.Table{
		ID: "doom", Team: "The Ring-bearers", Scenario: "mount-doom", Stage: "3B", StageName: "The Last Gasp", QuestPoints: points(20),
		Phase: lotr.PhaseQuest, Dire: true, FirstPlayer: "p-4", PlayersLeft: 2, StagingThreat: 14, Progress: 12, Ended: 0,
		Players: []board.Player{seated("p-4", 74), seated("p-5", 69)},
		Locations: []board.Location{
			{Number: 1, Card: lotr.Card{Code: "mount-doom", Name: "Mount Doom", Kind: "location", QuestPoints: 9}, ThreatNow: 7},
			{Number: 2, Card: lotr.Card{Name: "Mordor Road", Kind: "location", QuestPoints: 5}, Active: true, Progress: 1},
		},
		Test: &board.Test{Player: "p-4", Heroes: []string{"Frodo Baggins"}, Willpower: 7, Cards: 7, Icons: 6, Counted: true, Card: "The Last Gasp"},
	}
	return board.Group{
		Gathering: "autumn", ID: "fire", Name: "The last march", Scenario: "the-mountain-of-fire", Mode: "epic", Difficulty: "standard",
		Phase: board.PhasePlaying, Round: 5, Players: 5, Version: 300, Position: 900, At: now, StartedAt: now.Add(-90 * time.Minute), RoundAt: now.Add(-9 * time.Minute),
		Tables: []board.Table{gate, doom}, Barrier: board.Barrier{Ended: []events.TableID{}, Waiting: []events.TableID{"gate", "doom"}},
		Eye: &board.Eye{
			Table: "gate", To: "doom", Does: "every enemy in the staging area has +1 threat and −10 engagement cost",
			Nazgul: []string{"Nazgûl of Mordor"}, May: "p-1", Price: 3, Last: board.EyeMoved, Round: 4,
		},
	}
}

func toDoom(g *board.Group) {
	g.Tables[0].EyeHere, g.Tables[1].EyeHere = false, true
	g.Eye = &board.Eye{Table: "doom", To: "gate", Does: "every Fortitude test has one Eye more", May: "p-4", Price: 3, Last: board.EyeHeld, Round: 4}
}

func view(g board.Group) wall.View {
	return wall.Of(g, []history.Line{
		{Position: 900, At: now.Add(-10 * time.Second), Words: "Round 5, stage 3B: {p-4} began a Fortitude test: Frodo Baggins with willpower 5, 7 cards to discard (The Last Gasp)", Major: true},
		{Position: 880, At: now.Add(-2 * time.Minute), Words: "Round 5, stage 2B: The Eye of Sauron turns from The Ring-bearers to Host of the West; Nazgûl of Mordor went along", Major: true},
		{Position: 860, At: now.Add(-4 * time.Minute), Words: "Round 4, stage 2B: Host of the West ended round 4", Major: true},
	}, named, now)
}

func eyeAtTheGate() wall.View { return view(mountain()) }

func eyeAtDoom() wall.View {
	g := mountain()
	toDoom(&g)
	g.Tables[0].Ended, g.Barrier = 5, board.Barrier{Ended: []events.TableID{"gate"}, Waiting: []events.TableID{"doom"}, Since: now.Add(-4 * time.Minute)}
	return view(g)
}

// eyeAsks is the question whether the Eye moves.
func eyeAsks() wall.View {
	g := mountain()
	g.Phase = board.PhaseEnding
	g.Tables[1].Test = nil
	for i := range g.Tables {
		g.Tables[i].Ended = 5
	}
	g.Barrier = board.Barrier{Ended: []events.TableID{"gate", "doom"}}
	g.Queue = []board.Step{
		{Step: group.Step{ID: "t", Kind: group.StepTrigger, Table: "doom", Says: "The Tower of Barad-dûr: each player’s threat rises by 1 for each of their characters outside the Fellowship"}, State: board.StepDone, Outcome: "done"},
		{Step: group.Step{ID: "o", Kind: group.StepOrder, Table: "doom"}, State: board.StepDone, Choice: group.ChoiceCardFirst, Outcome: "chose the mode card first, then the Eye"},
		{Step: group.Step{ID: "c", Kind: group.StepModeCard, Table: "doom"}, State: board.StepDone, Choice: group.ChoiceDoom},
		{Step: group.Step{ID: "g", Kind: group.StepGwaihir, Table: "gate"}, State: board.StepDone, Choice: group.ChoicePass},
		{
			Step: group.Step{ID: "e", Kind: group.StepEye, Table: "gate"}, State: board.StepNow, Decides: "p-1",
			Options: []group.Option{
				{Choice: group.ChoiceLet, Allowed: true, Effect: "the Eye turns to Mount Doom, and with it Nazgûl of Mordor"},
				{Choice: group.ChoiceCancel, Allowed: true, Effect: "the Eye stays; threat +3 for each player at The Black Gate Opens ({p-1} 61 to 64, {p-2} 95 to 98, {p-3} 58 to 61)"},
			},
		},
		{Step: group.Step{ID: "v", Kind: group.StepOutcome}, State: board.StepPending},
	}
	return view(g)
}

func eyePending() wall.View {
	g := mountain()
	toDoom(&g)
	t := &g.Tables[0]
	for i := range t.Players {
		t.Players[i].Out = true
	}
	t.PlayersLeft, t.Enemies = 0, nil
	t.Lost = &board.Outcome{Reason: "Everybody at The Black Gate Opens is out of the game.", Cause: lotr.LostPlayers}
	t.Pending = &board.PendingLoss{Round: 5, Reason: "Everybody at The Black Gate Opens is out of the game."}
	return view(g)
}

func eyeNasty() wall.View {
	g := mountain()
	g.Name, g.Tables[0].Team, g.Tables[1].Team = nastyLong, nastyRTL, nastyLong
	g.Tables[0].Players = append(g.Tables[0].Players, seated("p-6", 44))
	g.Tables[1].Players = append(g.Tables[1].Players, seated("p-7", 91), seated("p-8", 9))
	g.Tables[1].PlayersLeft, g.Tables[0].FirstPlayer, g.Eye.May = 4, "p-6", "p-6"
	g.Eye.Nazgul = []string{"Nazgûl of Mordor", "Nazgûl of Mordor", "Ringwraith of Sauron", "Ringwraith of Sauron"}
	return view(g)
}

func eyeLost() wall.View {
	g := mountain()
	g.Phase, g.EndedAt = board.PhaseLost, now
	g.Result = board.Result{Reason: "Frodo Baggins left play, and The One Ring with the Ring-bearer.", Rule: `The Mountain of Fire, "The One Ring"`, Table: "doom"}
	g.Score = &board.Score{Why: "The game was lost, and only games that are won have a score."}
	return view(g)
}

// pelennor is a standalone game with a city to defend and a list of what comes when.
func pelennor() wall.View {
	return view(board.Group{
		Gathering: "autumn", ID: "pelennor", Name: "Table by the window", Scenario: "the-battle-of-the-pelennor-fields", Mode: "standard", Difficulty: "easy",
		Phase: board.PhasePlaying, Round: 4, Players: 2, At: now, StartedAt: now.Add(-50 * time.Minute), RoundAt: now.Add(-6 * time.Minute), Version: 90, Position: 400,
		Barrier: board.Barrier{Ended: []events.TableID{}, Waiting: []events.TableID{"t"}},
		Tables: []board.Table{{
			ID: "t", Team: "The Grey Company", Scenario: "the-battle-of-the-pelennor-fields", Stage: "3B", StageName: "The White City Besieged", QuestPoints: points(12), Progress: 7,
			Assault: true, Phase: lotr.PhaseQuest, FirstPlayer: "p-1", PlayersLeft: 2, StagingThreat: 25,
			Players:    []board.Player{{ID: "p-1", Threat: 38, Elimination: 50, HeroesLeft: 3}, {ID: "p-2", Threat: 46, Elimination: 50, Danger: true, HeroesLeft: 3}},
			Objectives: []board.Objective{{Number: 1, Card: lotr.Card{Name: "Minas Tirith", Kind: "objective"}, Damage: 5, HitPoints: 50}},
			Locations:  []board.Location{{Number: 1, Card: lotr.Card{Name: "Grond", Kind: "location"}, Resources: 3}, {Number: 2, Card: lotr.Card{Name: "City Wall", Kind: "location", QuestPoints: 4}, Active: true, Progress: 2}},
			Enemies:    []board.Enemy{{Number: 1, Card: lotr.Card{Name: "Wraith on Wings", Kind: "enemy"}, Resources: 2}},
			Checklist: []board.Check{
				{ID: "grond", When: "quest", Card: "Grond", Says: "1 resource, then as much damage to Minas Tirith", State: board.CheckDone},
				{ID: "minas-tirith", When: "round-end", Card: "Minas Tirith", Says: "1 damage for each enemy in the staging area", State: board.CheckAhead},
				{ID: "fell-beast", When: "round-end", Card: "Fell Beast", Says: "the enemy that it is attached to returns to the staging area", State: board.CheckAhead},
			},
		}},
	})
}

func templeOf() board.Group {
	return board.Group{
		Gathering: "autumn", ID: "temple", Name: nastyLong, Scenario: "the-temple-of-doom", Mode: "standard", Difficulty: "nightmare",
		Settings: group.Settings{Nightmare: "The Temple of the Deceived"},
		Phase:    board.PhasePlaying, Round: 6, Players: 4, At: now, StartedAt: now.Add(-70 * time.Minute), RoundAt: now.Add(-11 * time.Minute), Version: 190, Position: 700,
		Barrier: board.Barrier{Ended: []events.TableID{}, Waiting: []events.TableID{"t"}},
		Tables: []board.Table{{
			ID: "t", Team: nastyLong, Scenario: "the-temple-of-doom", Stage: "2B", StageName: "The Lord of Middle-earth", QuestPoints: points(16), Progress: 4,
			Phase: lotr.PhasePlanning, FirstPlayer: "p-6", PlayersLeft: 4, StagingThreat: 11, Current: 1,
			Players:    []board.Player{seated("p-6", 38), seated("p-7", 41), seated("p-8", 22), seated("p-5", 47)},
			SideQuests: []board.SideQuest{{Number: 1, Card: lotr.Card{Name: "Tribute to Mordor"}, Progress: 3, QuestPoints: 12, Damage: 2}, {Number: 2, Card: lotr.Card{Name: "Lost in the Dark"}, QuestPoints: 8}},
			Peril:      &board.Peril{Player: "p-6", Card: "Under the Watchful Eye"},
		}},
	}
}

func temple() wall.View { return view(templeOf()) }

func templeSetup() wall.View {
	g := templeOf()
	g.Phase, g.Round, g.StartedAt = board.PhaseSetup, 0, time.Time{}
	t := &g.Tables[0]
	*t = board.Table{ID: t.ID, Team: t.Team, Players: t.Players[:2], PlayersLeft: 2}
	return view(g)
}

func templeWon() wall.View {
	g := templeOf()
	g.Phase, g.EndedAt, g.Tables[0].Peril = board.PhaseWon, now, nil
	g.Result = board.Result{Reason: "Tribute to Mordor is defeated.", Rule: `facts/game-facts.md, "4.1 Stages"`}
	g.Score = &board.Score{Scored: true, Total: 164}
	return view(g)
}

// questNight is the overview of a store's evening: many groups of one table, one epic game.
func questNight() wall.All {
	groups := []board.Group{mountain(), templeOf()}
	for i, scenario := range []string{"the-river-running", "danger-in-dorwinion", "the-siege-of-gondor", "the-tower-of-cirith-ungol", "the-passing-of-the-grey-company", "attack-on-dol-guldur"} {
		g := templeOf()
		g.ID, g.Name, g.Scenario = events.GroupID("q"+string(rune('0'+i))), []string{"Ash", "Elm", "Oak", "Birch", "Rowan", "Yew"}[i], scenario
		g.Settings.Nightmare = ""
		t := g.Tables[0]
		t.Scenario, t.Peril, t.Team, t.Progress = scenario, nil, g.Name, i
		if scenario == "attack-on-dol-guldur" {
			t.Scenario, g.City.Strength = "", 15
		}
		g.Tables = []board.Table{t}
		groups = append(groups, g)
	}
	return wall.Overview(groups, now)
}
