package lotr

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// withoutEffect are the event types of events/lotr that leave every table as it is: they are about
// the group, or they say in words what other events do.
var withoutEffect = map[string]bool{
	"lotr.effect-carried-out.v1":     true,
	"lotr.stage-drawn.v1":            true,
	"lotr.city-strength-set.v1":      true,
	"lotr.city-strength-reduced.v1":  true,
	"lotr.city-strength-raised.v1":   true,
	"lotr.city-strength-restated.v1": true,
	"lotr.enemy-attacked.v1":         true,
	"lotr.enemy-fought.v1":           true,
	"lotr.stage-defeated.v1":         true,
	"lotr.progress-lost.v1":          true,
	"lotr.eye-held.v1":               true,
}

// rich is a table with something of everything, so that any event can show an effect.
func rich() Table {
	return fold(append(game(2, "1B",
		enemyIn(1, "battle-warg"), engagedWith(2, "mirkwood-olog-hai", p1), locationIn(1, "dungeon-door"), onStage("1B", 3, 3, "quest"),
		lotr.StageResourcePlaced{Table: tid, Stage: "1B", Resources: 1},
		lotr.HostTaken{Table: tid, Player: p1}, lotr.PowerProgressed{Table: tid, By: 4, Progress: 4}, lotr.PowerTaken{Table: tid, Player: p2},
		lotr.ProgressCapped{Table: tid, Cap: 5}, lotr.ArcheryDue{Table: tid, Total: 2},
		lotr.LocationExplored{Table: tid, Card: lotr.Card{Name: "Cairn"}, Item: 1},
		lotr.PlayerEliminated{Table: tid, Player: p2, Left: 1},
	), gameOpen()...))
}

// samples fills in what an event needs to have an effect on the rich table.
func samples() map[string]events.Payload {
	warg := scenarioCard("battle-warg")
	all := []events.Payload{
		lotr.DolGuldurAssigned{Table: tid},
		lotr.TableSetUp{Table: tid, Stage: "1B", Players: []events.PersonID{p3}, FirstPlayer: p3, Threat: []int{20}, Elimination: []int{50}},
		phase(lotr.PhaseTravel), threat(p1, 21, 30, lotr.WhyEntry), out(p1, "threat", 50, 0),
		lotr.PlayerReinstated{Table: tid, Player: p2, Threat: 30},
		passed(p1, p2, "entry"),
		lotr.CardRevealed{Table: tid, Card: warg, Enemy: 3},
		entered(3, "battle-warg", "effect"),
		lotr.EnemyEngaged{Table: tid, Enemy: 1, Player: p1, How: "optional"},
		lotr.EnemyReturned{Table: tid, Enemy: 2},
		damaged(1, "battle-warg", 1, 1), destroyed(1, "battle-warg", 2, ""),
		lotr.CardLeft{Table: tid, Enemy: 1},
		locationIn(2, "dungeon-door"), active(1, "dungeon-door"), onLocation(1, "dungeon-door", 1, 1), explored(1, "dungeon-door", 2),
		onStage("1B", 1, 4, "entry"),
		lotr.StageEntered{Table: tid, From: "1B", Stage: "2B"},
		lotr.StageResourcePlaced{Table: tid, Resources: 2},
		lotr.QuestResolved{Table: tid},
		lotr.ProgressCapped{Table: tid, Cap: 4},
		lotr.ArcheryDue{Table: tid, Total: 5},
		lotr.ArcheryAssigned{Table: tid, Total: 2},
		lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Gandalf", By: 1, Damage: 1},
		lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Aragorn", Hero: true, HeroesUp: 1},
		lieutenant(3, "dungeon-dweller"),
		lotr.LieutenantSetAside{Table: tid, Enemy: 1},
		lotr.HostTaken{Table: tid, Player: p2},
		lotr.HostDamaged{Table: tid, Player: p1, By: 1, Damage: 1},
		lotr.HostLost{Table: tid, Player: p1},
		lotr.PowerProgressed{Table: tid, By: 1, Progress: 5},
		lotr.PowerTaken{Table: tid, Player: p1},
		lotr.PowerDiscarded{Table: tid, Player: p2},
		lotr.PowerUsed{Table: tid, Player: p2},
		lotr.LorienHandedOver{Card: Host, Table: tid, Player: p1, ToTable: "t-2", ToPlayer: p4},
		lotr.SiegeTyped{Table: tid, Item: 1, Siege: 2},
	}
	all = append(all, gameSamples()...)
	m := map[string]events.Payload{}
	for _, e := range all {
		m[e.EventType()] = e
	}
	return m
}

// TestEveryEventIsHandled walks the catalogue: each event type changes the table, or is on the list
// of those without effect and does not. What happens at another table changes nothing.
func TestEveryEventIsHandled(t *testing.T) {
	have, c := samples(), lotr.Catalogue()
	for _, typ := range c.EventTypes() {
		zero, _ := c.Zero(typ)
		e, isSample := have[typ]
		if !isSample {
			e = reflect.Indirect(reflect.ValueOf(zero)).Interface().(events.Payload)
		}
		changed := !reflect.DeepEqual(rich(), EvolveTable(rich(), e))
		if changed == withoutEffect[typ] {
			t.Errorf("%s: changes the table: %v, is on the list of those without effect: %v", typ, changed, withoutEffect[typ])
		}
		other := rich()
		other.ID = "t-9"
		if _, about := e.(lotr.TableEvent); about && !reflect.DeepEqual(other, EvolveTable(other, e)) {
			t.Errorf("%s of table %s changed table %s", typ, tid, other.ID)
		}
	}
}

func TestEvolveGroupEvents(t *testing.T) {
	table := Table{ID: tid}
	for _, e := range []events.Payload{
		group.GroupOpened{Tables: []group.TableName{{ID: "t-2", Team: "Blue"}, {ID: tid, Team: "Red"}}},
		group.PlayersSeated{Seats: []group.Seat{{Player: p1, Table: tid}, {Player: p2, Table: tid}, {Player: p3, Table: "t-2"}}},
		group.PlayersSeated{Seats: []group.Seat{{Player: p2, Table: "t-2"}}},
	} {
		table = EvolveTable(table, e)
	}
	if table.Team != "Red" || len(table.Seats) != 1 || table.Seats[0].Player != p1 {
		t.Errorf("team %q, seats %v", table.Team, table.Seats)
	}
	if table = EvolveTable(table, group.PlayerUnseated{Player: p1}); len(table.Seats) != 0 {
		t.Errorf("seats %v after the last left", table.Seats)
	}
	table = EvolveTable(Table{}, group.PlayersSeated{Seats: []group.Seat{{Player: p1}}})
	if len(table.Seats) != 0 {
		t.Errorf("a table without an id took seats %v", table.Seats)
	}
	end := EvolveTable(rich(), group.TableEndedRound{Table: tid, Round: 5})
	if end.Ended != 5 || EvolveTable(rich(), group.TableEndedRound{Table: "t-2", Round: 5}).Ended != 0 {
		t.Errorf("ended round %d", end.Ended)
	}
	start := EvolveTable(rich(), group.RoundStarted{Round: 6})
	if start.Archery != 0 || start.Scored != nil || start.StageCap != -1 || start.Phase != lotr.PhaseResource {
		t.Errorf("a new round keeps something of the old: %+v", start)
	}
}

// A player reinstated after the last hero fell has them back.
func TestReinstatedHeroes(t *testing.T) {
	table := fold(game(1, "3B",
		lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Aragorn", Hero: true}, lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Legolas", Hero: true},
		out(p1, lotr.OutHeroes, 21, 0), lotr.PlayerReinstated{Table: tid, Player: p1, Threat: 33}))
	if p := table.Players[0]; p.Out || p.Threat != 33 || p.HeroesUp() != 2 {
		t.Errorf("reinstated: %+v", p)
	}
}

type foreign struct{}

func (foreign) CommandType() string     { return "lotr.foreign.v9" }
func (foreign) OnTable() events.TableID { return tid }

func TestDecideTableRefusesWhatIsNotItsOwn(t *testing.T) {
	set := fold(game(1, "3B"))
	for name, tc := range map[string]struct {
		c    Context
		t    Table
		cmd  lotr.TableCommand
		code engine.Code
	}{
		"no command":              {contextOf(Context{}), set, nil, engine.CodeUnknownCommand},
		"a command not known":     {contextOf(Context{}), set, foreign{}, engine.CodeUnknownCommand},
		"another table":           {contextOf(Context{}), set, lotr.CheckEngagement{Table: "t-2"}, engine.CodeOtherTable},
		"not set up":              {contextOf(Context{}), Table{ID: tid}, lotr.CheckEngagement{Table: tid}, "not-set-up"},
		"a scenario not known":    {Context{Scenario: "bag-end"}, set, lotr.CheckEngagement{Table: tid}, "unknown-scenario"},
		"a scenario very unknown": {Context{Scenario: strings.Repeat("\xff", 99)}, set, lotr.CheckEngagement{Table: tid}, "unknown-scenario"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := DecideTable(tc.c, tc.t, tc.cmd)
			mustRefuse(t, err, tc.code)
		})
	}
}

// TestEveryCommandIsDecided walks the catalogue: each command about a table is known to DecideTable.
func TestEveryCommandIsDecided(t *testing.T) {
	c := lotr.Catalogue()
	decided := 0
	for _, typ := range c.CommandTypes() {
		body, err := c.DecodeCommand(typ, json.RawMessage(`{"table":"t-1"}`))
		if err != nil {
			continue // not about a table
		}
		cmd, ok := body.(lotr.TableCommand)
		if !ok {
			continue
		}
		decided++
		if _, err := DecideTable(contextOf(Context{}), rich(), cmd); err != nil && engine.AsRefusal(err).Code == engine.CodeUnknownCommand {
			t.Errorf("%s is not decided", typ)
		}
	}
	if decided < 22 {
		t.Errorf("only %d commands about a table were found", decided)
	}
}

// TestPurity parses the package: no clock, no randomness, no goroutine, no context.
func TestPurity(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		seen++
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range f.Imports {
			switch path := strings.Trim(imp.Path.Value, `"`); path {
			case "time", "math/rand", "math/rand/v2", "crypto/rand", "context", "os", "net", "sync":
				t.Errorf("%s imports %s", name, path)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s starts a goroutine", name)
			}
			return true
		})
	}
	if seen < 20 {
		t.Errorf("only %d files were looked at", seen)
	}
}

// TestForks grows two different tables out of one, at every size up to some: what one gets does not
// show in the other.
func TestForks(t *testing.T) {
	grow := func(name string, n int) []events.Payload {
		c := lotr.Card{Name: name, Victory: 1}
		return []events.Payload{
			lotr.EnemyEntered{Table: tid, Enemy: n, Card: c},
			lotr.LocationEntered{Table: tid, Location: n, Card: c},
			lotr.EnemyDestroyed{Table: tid, Card: c, Item: n, Siege: num(len(name))},
			lotr.HostTaken{Table: tid, Player: events.PersonID(name)},
			group.PlayerAdmitted{Seat: group.Seat{Player: events.PersonID(name), Table: tid}},
		}
	}
	base := rich()
	for n := range 9 {
		one := foldOn(base, grow("one", 10+n))
		before := textOf(t, one)
		foldOn(base, grow("three", 10+n))
		if after := textOf(t, one); after != before {
			t.Fatalf("growing another table changed this one:\nfrom %s\nto   %s", before, after)
		}
		base = foldOn(base, grow("base"+string(rune('a'+n)), 10+n))
	}
}
