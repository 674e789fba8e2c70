package table_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/internal/played"
	"github.com/muster-events/muster/projections/table"
)

func name(p events.PersonID) string { return strings.ToUpper(string(p)) }

// playing is a group in round 4; red is at 3B with a Lieutenant, green at 3D.
func playing() board.Group {
	return board.Group{
		Mode: "epic", Scenario: "attack-on-dol-guldur", Phase: board.PhasePlaying, Round: 4, City: board.City{Strength: 20, Start: 25},
		Barrier: board.Barrier{Waiting: []events.TableID{"red", "green"}},
		Tables: []board.Table{
			{
				ID: "red", Team: "Rivendell", Stage: "3B", Stages: []string{"3B"}, Phase: lotr.PhaseCombat, PlayersLeft: 2, ProgressCap: -1,
				Players: []board.Player{
					{ID: "p-1", Threat: 30, Elimination: 50, Heroes: []board.Hero{{Title: "Aragorn", HitPoints: 5}, {Title: "Gimli", Dead: true}}},
					{ID: "p-2", Threat: 49, Elimination: 50, Danger: true},
				},
				Enemies: []board.Enemy{
					{Number: 1, Card: lotr.Card{Name: "Bane", Lieutenant: true, Immune: true, HitPoints: 9}, Indestructible: true},
					{Number: 2, Card: lotr.Card{Name: "Warg", HitPoints: 2}, Player: "p-1", Damage: 1},
				},
				Locations: []board.Location{{Number: 1, Card: lotr.Card{Name: "Gate", QuestPoints: 4}, Active: true, Progress: 2}},
				LastEntry: &board.Entry{Command: "c-1", Type: "lotr.change-threat.v1", Words: "{p-1} threat 29 to 30"},
			},
			{ID: "green", Team: "Lórien", Stage: "3D", PlayersLeft: 1, Players: []board.Player{{ID: "p-3", Threat: 20, Elimination: 50}}, Enemies: []board.Enemy{{Number: 7, Card: lotr.Card{Name: "Archer"}}}},
		},
	}
}

func action(t *testing.T, v table.View, id string) table.Action {
	t.Helper()
	i := slices.IndexFunc(v.Actions, func(a table.Action) bool { return a.ID == id })
	if i < 0 {
		t.Fatalf("no action %s", id)
	}
	return v.Actions[i]
}

func has(v table.View, id string) bool {
	return slices.ContainsFunc(v.Actions, func(a table.Action) bool { return a.ID == id })
}

func TestTheHeaderAndSummary(t *testing.T) {
	v := table.Of(playing(), "red", name, events.RoleCaptain)
	if v.Headline != "Round 4, stage 3B" || v.Ended || v.Quest.Active != "Gate" || v.Quest.ActiveAt != 2 || v.City.Strength != 20 {
		t.Errorf("%+v", v)
	}
	want := []string{
		"P-1: threat 30, then 31 by the refresh phase", "P-2: threat 49, then 50 by the refresh phase: eliminated",
		"Progress on stage 3B: 0", "Siege this round: 0",
	}
	if !slices.Equal(v.Summary, want) {
		t.Errorf("%q", v.Summary)
	}
	if v.Undo == nil || v.Undo.Words != "P-1 threat 29 to 30" || v.Undo.Type != "group.withdraw.v1" || v.Undo.Data["entry"] != events.CommandID("c-1") {
		t.Errorf("%+v", v.Undo)
	}
}

func TestTheRoundCannotBeEndedWhileSomethingIsOpen(t *testing.T) {
	g := playing()
	g.Tables[0].Archery = 3
	g.Tables[0].Scored = []lotr.SiegeItem{{Card: "Wild Warg"}}
	g.Tables[0].Unknown = 1
	v := table.Of(g, "red", name, events.RoleCaptain)
	end := action(t, v, "end-round")
	if !end.Disabled || end.Why != "3 archery damage is not assigned" || len(v.Open) != 2 {
		t.Errorf("%+v open %q", end, v.Open)
	}
	if v.Actions[0].ID != "archery" || v.Actions[1].ID != "siege" {
		t.Errorf("first buttons %s and %s, want what is open", v.Actions[0].ID, v.Actions[1].ID)
	}
	hits := action(t, v, "archery").Inputs[0]
	if hits.Max != 3 || len(hits.Choices) != 3 || hits.Choices[0].Label != "Aragorn 0/5 (P-1)" {
		t.Errorf("%+v", hits)
	}
}

func TestLieutenantsCannotBeDestroyedWhileTheCityHasStrength(t *testing.T) {
	g := playing()
	pick := func() table.Choice {
		return action(t, table.Of(g, "red", name, events.RoleCaptain), "destroy").Inputs[0].Choices[0]
	}
	if c := pick(); !c.Disabled || !strings.Contains(c.Why, "indestructible") {
		t.Errorf("%+v", c)
	}
	byEffect := func() bool {
		inputs := action(t, table.Of(g, "red", name, events.RoleCaptain), "destroy").Inputs
		return slices.ContainsFunc(inputs, func(in table.Input) bool { return in.Field == "effect" && in.Kind == table.InputFlag && in.Optional })
	}
	if byEffect() {
		t.Error("an immune Lieutenant could be destroyed by a card effect")
	}
	g.Tables[0].Enemies[0].Card.Immune = false // as Dungeon Dweller: a card effect may destroy it
	if c := pick(); c.Disabled || !byEffect() {
		t.Errorf("%+v, by an effect %v", c, byEffect())
	}
	g.City.Strength, g.Tables[0].Enemies[0].Indestructible = 0, false
	if c := pick(); c.Disabled || byEffect() {
		t.Errorf("%+v, by an effect %v", c, byEffect())
	}
}

func TestWhoMayNotRecordGetsNoButtons(t *testing.T) {
	v := table.Of(playing(), "red", name, events.RoleSpectator)
	if len(v.Actions) != 0 || v.MayRecord || v.Undo != nil {
		t.Errorf("%+v", v.Actions)
	}
	if v = table.Of(playing(), "red", name, events.RoleJudge); has(v, "recorder") || !has(v, "end-round") {
		t.Error("a judge cannot take the recorder, but may end the round")
	}
}

func TestAPauseDisablesEverythingAndSaysWhy(t *testing.T) {
	g := playing()
	g.Paused, g.PauseReason = true, "lunch"
	v := table.Of(g, "red", name, events.RoleCaptain)
	for _, a := range v.Actions {
		if !a.Disabled && a.ID != "recorder" {
			t.Errorf("%s can be used during a pause", a.ID)
		}
	}
	if v.Now != "Paused: lunch" {
		t.Errorf("%q", v.Now)
	}
}

func TestAfterEndingTheTableWaitsAndSaysForWhom(t *testing.T) {
	g := playing()
	g.Tables[0].Ended, g.Tables[0].LastEntry = 4, nil
	g.Barrier = board.Barrier{Ended: []events.TableID{"red"}, Waiting: []events.TableID{"green"}}
	v := table.Of(g, "red", name, events.RoleCaptain)
	if !v.Others.Waiting || v.Others.Says != "Waiting for Lórien to end the round" || has(v, "end-round") || has(v, "threat") || v.Undo != nil {
		t.Errorf("%+v", v.Others)
	}
	if !v.Barrier[0].Ended || !v.Barrier[0].Own || v.Barrier[1].Says != "playing" {
		t.Errorf("%+v", v.Barrier)
	}
}

func ending(kind string, options ...group.Option) board.Group {
	g := playing()
	g.Phase = board.PhaseEnding
	g.Queue = []board.Step{
		{Step: group.Step{ID: "s0", Kind: group.StepSiege}, State: board.StepDone},
		{Step: group.Step{ID: "s1", Kind: kind, Table: "red", Stage: "3B"}, State: board.StepNow, Options: options, Decides: "p-1"},
	}
	for i := range g.Tables {
		g.Tables[i].Ended = 4
	}
	return g
}

func TestAQuestionOfTheRoundsEndHasAllItNeeds(t *testing.T) {
	g := ending(group.StepForced,
		group.Option{Choice: group.ChoicePay, Allowed: true},
		group.Option{Choice: group.ChoicePayBonus, Allowed: false, Why: "the stage has 6 progress, this costs 10", Needs: "enemy"},
		group.Option{Choice: group.ChoiceGive, Allowed: true, Needs: "player"})
	v := table.Of(g, "red", name, events.RoleCaptain)
	if v.Step == nil || v.Step.Title != "3B: The Siege of Dol Guldur" || v.Step.Decides != "P-1" || v.Step.Number != 2 || v.Step.Of != 2 {
		t.Fatalf("%+v", v.Step)
	}
	pay, bonus, give := v.Step.Options[0], v.Step.Options[1], v.Step.Options[2]
	if !reflect.DeepEqual(pay.Data, map[string]any{"table": events.TableID("red"), "step": "s1", "choice": "pay"}) || pay.Type != "group.resolve-step.v1" {
		t.Errorf("%+v", pay)
	}
	if bonus.Allowed || bonus.Why == "" || len(bonus.Inputs) != 4 {
		t.Errorf("%+v", bonus)
	}
	// enemies at all stages; the Lieutenant is unique and no target
	if cs := bonus.Inputs[0].Choices; len(cs) != 2 || cs[1].Value != 7 || cs[1].Data["atTable"] != events.TableID("green") {
		t.Errorf("%+v", cs)
	}
	if cs := give.Inputs[0].Choices; len(cs) != 3 || cs[2].Label != "P-3 (3D Lórien)" {
		t.Errorf("players at all stages: %+v", cs)
	}
	if !has(v, "threat") || has(v, "end-round") || has(v, "progress") {
		t.Error("while a step is open the table enters what the effect does, and nothing else")
	}
	other := table.Of(g, "green", name, events.RoleCaptain)
	if other.Step != nil || other.Others.Says != "Waiting for Rivendell: 3B Forced effect" || has(other, "threat") {
		t.Errorf("%+v", other.Others)
	}
}

func TestHeroesAreDeclaredIntoTheSeat(t *testing.T) {
	g := playing()
	g.Phase, g.Round = board.PhaseSetup, 0
	a := action(t, table.Of(g, "red", name, events.RoleCaptain), "heroes-p-2")
	b, err := json.Marshal(a.Data)
	if err != nil || string(b) != `{"seats":[{"player":"p-2","table":"red"}]}` || a.Inputs[0].Field != "seats.0.heroes" || !a.Primary {
		t.Errorf("%s %v %+v", b, err, a.Inputs)
	}
}

// Every action, filled in as the page fills it, is a command that the program can read; in a whole
// random game, for every table, after every commit.
func TestEveryActionIsACommandThatCanBeRead(t *testing.T) {
	l := played.New(t, 386)
	id := events.Group("spring", "one")
	l.Open(id, "One", "epic", 1)
	l.Play(id, 400)
	s := board.New("spring", "one")
	types := map[string]bool{}
	for _, r := range l.All("spring") {
		ps, err := vocabulary.All().DecodeAll(r)
		if err != nil {
			t.Fatal(err)
		}
		s = board.Apply(s, r, ps)
		for _, tb := range s.Group.Tables {
			v := table.Of(s.Group, tb.ID, name, events.RoleCaptain)
			check(t, v, types)
		}
	}
	if len(types) < 20 {
		t.Errorf("only %d types of command are offered: %v", len(types), types)
	}
}

func check(t *testing.T, v table.View, types map[string]bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, a := range v.Actions {
		if a.ID == "" || a.Label == "" || a.Group == "" || seen[a.ID] || a.Disabled && a.Why == "" {
			t.Fatalf("action %+v", a)
		}
		seen[a.ID], types[a.Type] = true, true
		readable(t, a.Type, a.Data, a.Inputs)
	}
	for _, s := range v.Steps {
		for _, o := range s.Options {
			types[o.Type] = true
			if o.Label == "" || !o.Allowed && o.Why == "" {
				t.Fatalf("option %+v", o)
			}
			readable(t, o.Type, o.Data, o.Inputs)
		}
	}
}

// readable fills in every input and decodes the command, strictly.
func readable(t *testing.T, typ string, data map[string]any, inputs []table.Input) {
	t.Helper()
	full := map[string]any{}
	for k, x := range data {
		full[k] = x
	}
	for _, i := range inputs {
		switch i.Kind {
		case table.InputNumber:
			full[i.Field] = i.Start
		case table.InputText:
			full[i.Field] = "text"
		case table.InputFlag:
			full[i.Field] = true
		case table.InputCard:
			full[i.Field] = "Battle Warg"
		case table.InputHits:
			full[i.Field] = []map[string]any{{"player": "p-1", "character": i.Choices[0].Value, "damage": 1}}
		case table.InputIcons:
			full[i.Field] = []any{map[string]any{"card": "Battle Warg", "icons": 2}}
		case table.InputSeveral:
			list := []any{}
			for _, c := range i.Choices {
				list = append(list, c.Value)
			}
			full[i.Field] = list
		case table.InputHeroes:
			seat := full["seats"].([]any)[0].(map[string]any)
			full["seats"] = []any{map[string]any{"player": seat["player"], "table": seat["table"], "heroes": []any{map[string]any{"title": "X", "threat": 9, "hitPoints": 3}}}}
		default:
			if len(i.Choices) > 0 {
				full[i.Field] = i.Choices[0].Value
				for k, x := range i.Choices[0].Data {
					full[k] = x
				}
			}
		}
	}
	b, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vocabulary.All().DecodeCommand(typ, b); err != nil {
		t.Fatalf("%s %s: %v", typ, b, err)
	}
}

func TestATableThatDoesNotExistShowsNothing(t *testing.T) {
	v := table.Of(playing(), "nobody", name, events.RoleCaptain)
	if len(v.Actions) != 0 || v.Team != "" {
		t.Errorf("%+v", v.Actions)
	}
}

// An answer that cannot be undone says once more what comes of it; one that says that nothing is done
// does not.
func TestAnswersThatAreFinalAreConfirmed(t *testing.T) {
	g := playing()
	g.Phase = board.PhaseEnding
	g.Queue = []board.Step{
		{Step: group.Step{ID: "c", Kind: group.StepChoose, Table: "red"}, State: board.StepNow, Options: []group.Option{
			{Choice: "3F", Allowed: true, Effect: "Battle Under the Trees; Bane comes"}, {Choice: "3D", Why: "taken by Lórien", Effect: "The Tower of Sorcery"},
		}},
		{Step: group.Step{ID: "f", Kind: group.StepForced, Table: "red", Stage: "3B"}, State: board.StepNow, Options: []group.Option{
			{Choice: group.ChoicePay, Allowed: true, Effect: "remove 5 progress: nothing happens"},
			{Choice: group.ChoiceSuffer, Allowed: true, Effect: "city strength +3"},
			{Choice: group.ChoiceTakeHost, Allowed: true},
			{Choice: group.ChoiceGive, Allowed: true, Effect: "give it to another player at any stage"},
		}},
		{Step: group.Step{ID: "p", Kind: group.StepResponse, Table: "red"}, State: board.StepNow, Options: []group.Option{
			{Choice: group.ChoicePass, Allowed: true, Effect: "keep it"}, {Choice: group.ChoiceDone, Allowed: true},
		}},
	}
	final := "Nobody can take this back."
	want := map[string][]string{
		"3F":                 {"Rivendell goes to 3F, Battle Under the Trees.", "Bane comes.", final},
		"3D":                 nil, // cannot be chosen
		group.ChoicePay:      {"Remove 5 progress: nothing happens.", final},
		group.ChoiceSuffer:   {"City strength +3.", final},
		group.ChoiceTakeHost: {"Take Host of Lórien (10 progress).", final},
		group.ChoiceGive:     {"Give it to another player at any stage.", final},
		group.ChoicePass:     nil, group.ChoiceDone: nil,
	}
	seen := 0
	for _, s := range table.Of(g, "red", name, events.RoleCaptain).Steps {
		for _, o := range s.Options {
			if seen++; !slices.Equal(o.Confirm, want[o.Choice]) {
				t.Errorf("%s confirms %q, want %q", o.Choice, o.Confirm, want[o.Choice])
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d answers, want %d", seen, len(want))
	}
}

// Who has declared heroes goes out with the last of them; for who has not, that is entered.
func TestAPlayerWithoutDeclaredHeroesIsEnteredAsOut(t *testing.T) {
	g := playing()
	a := action(t, table.Of(g, "red", name, events.RoleCaptain), "player-out")
	if len(a.Inputs) != 1 || len(a.Inputs[0].Choices) != 1 || a.Inputs[0].Choices[0].Value != events.PersonID("p-2") || a.Data["why"] != lotr.OutHeroes || len(a.Confirm) == 0 || a.Group != "players" {
		t.Errorf("%+v", a)
	}
	g.Phase = board.PhaseEnding
	g.Queue = []board.Step{{Step: group.Step{ID: "a", Kind: group.StepAttack, Table: "red"}, State: board.StepNow}}
	if !has(table.Of(g, "red", name, events.RoleCaptain), "player-out") {
		t.Error("an effect that takes the last hero cannot be entered")
	}
	g = playing()
	g.Tables[0].Players[1].Out = true
	if has(table.Of(g, "red", name, events.RoleCaptain), "player-out") {
		t.Error("offered for a player who is out, or who has heroes")
	}
}
