package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Source: facts/game-facts.md, "2.2 Stages" (1A).
func TestSetUp(t *testing.T) {
	sc, _ := Lookup(dolGuldurID)
	who := seats(2)
	who = append(who, group.Seat{Player: p3, Table: tid}, group.Seat{Player: p4, Table: tid, Threat: num(33)})
	got := SetUp(Context{}, sc, tid, "Red", who, true)
	same(t, got, []events.Payload{
		lotr.TableSetUp{Table: tid, Stage: "1B", Players: []events.PersonID{p1, p2, p3, p4}, FirstPlayer: p1, Threat: []int{21, 28, -1, 33}, Elimination: []int{50, 50, 50, 50}},
		lotr.DolGuldurAssigned{Table: tid},
		entered(1, "dol-guldur-marauder", "setup"), entered(2, "dol-guldur-marauder", "setup"),
		entered(3, "dol-guldur-marauder", "setup"), entered(4, "dol-guldur-marauder", "setup"),
	})
	table := foldOn(EvolveTable(Table{ID: tid}, group.PlayersSeated{Seats: who}), got)
	if !table.PowerInPlay || !table.DolGuldur || table.NextEnemy != 5 || len(table.Players[1].Heroes) != 3 {
		t.Errorf("set up: power %v, Dol Guldur %v, next enemy %d, heroes %v", table.PowerInPlay, table.DolGuldur, table.NextEnemy, table.Players[1].Heroes)
	}
	if other := EvolveTable(table, lotr.DolGuldurAssigned{Table: "t-2"}); other.DolGuldur {
		t.Error("Dol Guldur stayed when it was given to another table")
	}
}

// Source: facts/game-facts.md, "2.2 Stages" (stage 3, side A).
func TestEnterStage(t *testing.T) {
	stageEntered := func(from, to, name string) events.Payload {
		return lotr.StageEntered{Table: tid, From: from, Stage: to, Name: name}
	}
	arrives := func(number int, code string, attacks ...events.PersonID) events.Payload {
		return lotr.LieutenantArrived{Table: tid, Enemy: number, Card: scenarioCard(code), Attacks: attacks}
	}
	table := fold(game(3, "3B", lieutenant(1, "bane-of-amon-lanc"), enemyIn(2, "battle-warg"), onStage("3B", 6, 6, "quest"), passed(p1, p2, "refresh")))
	epic := func(city int) Context { return contextOf(Context{Epic: true, City: city, Round: 5}) }
	t.Run("tokens are wiped, the old Lieutenant is set aside, the new one arrives", func(t *testing.T) {
		got := EnterStage(epic(11), table, "3D", false)
		same(t, got, []events.Payload{
			stageEntered("3B", "3D", "The Tower of Sorcery"),
			lotr.LieutenantSetAside{Table: tid, Enemy: 1, Card: "Bane of Amon Lanc"},
			arrives(3, "sorcerer-of-dol-guldur"),
		})
		after := foldOn(table, got)
		if after.Stage != "3D" || after.Progress != 0 || len(after.Enemies) != 2 || after.Enemies[1].Damage != 0 {
			t.Errorf("stage %s, progress %d, enemies %v", after.Stage, after.Progress, after.Enemies)
		}
	})
	attack := []events.PersonID{p2, p3, p1}
	for name, tc := range map[string]struct {
		c       Context
		attacks []events.PersonID
	}{
		"epic, city strength 10: it attacks each player in turn order": {epic(10), attack},
		"epic, city strength 11: it does not":                          {epic(11), nil},
		"standard, city strength 5: it attacks":                        {contextOf(Context{City: 5}), attack},
		"standard, city strength 6: it does not":                       {contextOf(Context{City: 6}), nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := EnterStage(tc.c, table, "3H", false)
			same(t, got[2:], []events.Payload{arrives(3, "dungeon-dweller", tc.attacks...)})
		})
	}
	t.Run("one in a victory display of any team does not come", func(t *testing.T) {
		if got := EnterStage(epic(5), table, "3H", true); len(got) != 2 {
			t.Errorf("got %s", written(t, got))
		}
	})
	t.Run("nor one in the table's own", func(t *testing.T) {
		won := EvolveTable(table, destroyed(0, "dungeon-dweller", 1, ""))
		if got := EnterStage(epic(5), won, "3H", false); len(got) != 2 {
			t.Errorf("got %s", written(t, got))
		}
	})
	t.Run("a stage that there is not", func(t *testing.T) {
		if got := EnterStage(epic(5), table, "3Z", false); got != nil {
			t.Errorf("got %s", written(t, got))
		}
	})
}

// Source: facts/game-facts.md, "2.2 Stages" (1B).
func TestForcedStage1(t *testing.T) {
	resource := func(n int) events.Payload {
		return lotr.StageResourcePlaced{Table: tid, Stage: "1B", Resources: n}
	}
	c := contextOf(Context{City: 40, Epic: true})
	table := fold(game(2, "1B", onStage("1B", 7, 7, "quest"), lotr.PowerProgressed{Table: tid, By: 4, Progress: 4}))
	got := ForcedStage1(c, table)
	same(t, got, []events.Payload{
		resource(1), onStage("1B", -7, 0, "moved"),
		lotr.PowerProgressed{Table: tid, By: 7, Progress: 11, Why: "stage"},
	})
	table = fold(game(2, "1B", resource(2)))
	got = ForcedStage1(c, table)
	same(t, got, []events.Payload{resource(3), lotr.StageEntered{Table: tid, From: "1B", Stage: "2B", Name: "Crossing the Anduin"}})
	if after := foldOn(table, got); after.Stage != "2B" || after.Resources != 0 {
		t.Errorf("stage %s with %d resources", after.Stage, after.Resources)
	}
	if got := ForcedStage1(c, fold(game(2, "3B"))); got != nil {
		t.Errorf("at stage 3: %s", written(t, got))
	}
}

func TestPayAndRaise(t *testing.T) {
	c := contextOf(Context{})
	table := fold(game(2, "3B", onStage("3B", 9, 9, "quest"), threat(p2, 28, 49, lotr.WhyEntry)))
	got, err := PayProgress(c, table, 5)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []events.Payload{onStage("3B", -5, 4, "paid")})
	_, err = PayProgress(c, table, 10)
	mustRefuse(t, err, "too-little-progress")
	same(t, RaiseThreat(c, table, 1, "Assault"), []events.Payload{
		noted(threat(p1, 21, 22, lotr.WhyStage), "Assault"), noted(threat(p2, 49, 50, lotr.WhyStage), "Assault"), out(p2, lotr.OutThreat, 50, 1),
	})
}

// Source: facts/game-facts.md, "2.2 Stages" (2A): 10 progress for Host of Lórien, 20 more to keep
// Power of Lórien.
func TestCross(t *testing.T) {
	c := contextOf(Context{})
	spent := func(by, left int) events.Payload {
		return lotr.PowerProgressed{Table: tid, By: -by, Progress: left, Why: "spent"}
	}
	at := func(progress int) Table {
		return fold(game(2, "2B", lotr.PowerProgressed{Table: tid, By: progress, Progress: progress}))
	}
	for progress, want := range map[int][]string{
		9: {group.ChoicePass}, 10: {group.ChoicePass, group.ChoiceTakeHost}, 29: {group.ChoicePass, group.ChoiceTakeHost},
		30: {group.ChoicePass, group.ChoiceTakeHost, group.ChoiceTakeBoth},
	} {
		if got := crossChoices(at(progress)); !slices.Equal(got, want) {
			t.Errorf("with %d progress: %v, want %v", progress, got, want)
		}
	}
	discarded := lotr.PowerDiscarded{Table: tid, Why: "stage"}
	host := lotr.HostTaken{Table: tid, Player: p1, Paid: 10}
	for _, tc := range []struct {
		progress int
		choice   string
		want     []events.Payload
	}{
		{30, group.ChoicePass, []events.Payload{discarded}},
		{31, group.ChoiceTakeHost, []events.Payload{spent(10, 21), host, discarded}},
		{31, group.ChoiceTakeBoth, []events.Payload{spent(10, 21), host, spent(20, 1), lotr.PowerTaken{Table: tid, Player: p1, Paid: 20}}},
	} {
		got, err := Cross(c, at(tc.progress), tc.choice)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, tc.want)
	}
	_, err := Cross(c, at(9), group.ChoiceTakeHost)
	mustRefuse(t, err, "too-little-progress")
	_, err = Cross(c, at(9), "3B")
	mustRefuse(t, err, engine.CodeMalformed)
}

// Source: Attack on Dol Guldur, "Epic Multiplayer Mode".
func TestHandOver(t *testing.T) {
	c := contextOf(Context{})
	from := fold(game(2, "3B", lotr.HostTaken{Table: tid, Player: p1}, lotr.HostDamaged{Table: tid, Player: p1, By: 2, Damage: 2}, lotr.PowerTaken{Table: tid, Player: p1}))
	to := foldOn(Table{ID: "t-2"}, []events.Payload{
		lotr.TableSetUp{Table: "t-2", Stage: "1B", Players: []events.PersonID{p3}, FirstPlayer: p3, Threat: []int{30}, Elimination: []int{50}},
		lotr.HostTaken{Table: "t-2", Player: p3},
	})
	for _, card := range []string{Host, Power} {
		got, err := HandOver(c, from, to, card, p1, p3)
		if err != nil {
			t.Fatal(err)
		}
		from, to = foldOn(from, got), foldOn(to, got)
	}
	if len(from.Lorien) != 0 || from.PowerInPlay {
		t.Errorf("the giver still has %v, Power in play %v", from.Lorien, from.PowerInPlay)
	}
	want := []LorienCard{{Card: Host, Player: p3}, {Card: Host, Player: p3, Damage: 2}, {Card: Power, Player: p3}}
	if !slices.Equal(to.Lorien, want) {
		t.Errorf("the heir has %v, want %v", to.Lorien, want)
	}
	// The first copy takes damage until it is lost, then the second.
	for range 2 {
		got, err := DecideTable(c, to, lotr.DamageCharacter{Table: "t-2", Player: p3, Character: lotr.HostName, By: 6})
		if err != nil {
			t.Fatal(err)
		}
		to = foldOn(to, got)
	}
	if len(to.Lorien) != 1 || to.Lorien[0].Card != Power {
		t.Errorf("after both hosts fell: %v", to.Lorien)
	}
	_, err := HandOver(c, from, to, Host, p1, p3)
	mustRefuse(t, err, "nothing-to-give")
	_, err = HandOver(c, to, from, Power, p3, p4)
	mustRefuse(t, err, "no-such-player")
	_, err = HandOver(c, to, to, Power, p3, p3)
	mustRefuse(t, err, "nothing-changes")
	_, err = HandOver(c, to, from, "ring", p3, p1)
	mustRefuse(t, err, engine.CodeMalformed)
}

func TestProgressPower(t *testing.T) {
	run(t, []play{
		{name: "placed by an effect", given: game(1, "1B"), when: lotr.ProgressPower{Table: tid, By: 3}, then: []events.Payload{lotr.PowerProgressed{Table: tid, By: 3, Progress: 3, Why: "entry"}}},
		{
			name: "removed, no further than to 0", given: game(1, "1B", lotr.PowerProgressed{Table: tid, By: 3, Progress: 3}),
			when: lotr.ProgressPower{Table: tid, By: -9}, then: []events.Payload{lotr.PowerProgressed{Table: tid, By: -3, Progress: 0, Why: "entry"}},
		},
		{name: "nothing to remove", given: game(1, "1B"), when: lotr.ProgressPower{Table: tid, By: -9}, refused: "nothing-to-remove"},
		{name: "not in play any more", given: game(1, "3B", lotr.PowerDiscarded{Table: tid, Why: "stage"}), when: lotr.ProgressPower{Table: tid, By: 1}, refused: "power-not-in-play"},
		{name: "a change of 0", given: game(1, "1B"), when: lotr.ProgressPower{Table: tid}, refused: engine.CodeMalformed},
	})
}
