package coordinator_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/play"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

func jsonOf(v any) ([]byte, error) { return json.Marshal(v) }

// No clock, no luck, no goroutine, no I/O in what decides.
func TestTheDecidersArePure(t *testing.T) {
	allowed := []string{
		"bytes", "cmp", "encoding/csv", "encoding/json", "errors", "fmt", "io", "iter", "maps", "math/bits", "net/url",
		"slices", "strconv", "strings", "unicode", "unicode/utf8",
	}
	for _, dir := range []string{".", "access", "desk", "roster", "internal/index"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", dir, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), f, must(os.ReadFile(f))(t), 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range file.Imports {
				path := strings.Trim(imp.Path.Value, `"`)
				own := false
				for _, prefix := range []string{"coordinator", "engine", "events"} {
					own = own || strings.HasPrefix(path, "github.com/muster-events/muster/"+prefix)
				}
				if !own && !slices.Contains(allowed, path) && !strings.HasPrefix(path, "golang.org/x/text/") {
					t.Errorf("%s imports %s", f, path)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n.(type) {
				case *ast.GoStmt, *ast.SelectStmt, *ast.ChanType:
					t.Errorf("%s starts a goroutine or uses a channel", f)
				}
				return true
			})
		}
	}
}

// Types of events that change nothing in the state of a group: they are for readers.
var withoutEffect = []string{
	"group.notice-posted.v1", "group.ruling-made.v1",
	"lotr.eye-held.v1", // its price is in events of its own
}

// Every event type of a group's stream changes the state, or is on the list above; each of them is
// seen in games.
func TestEveryEventTypeIsHandled(t *testing.T) {
	changed, seen := map[string]bool{}, map[string]bool{}
	watch := func(l *log) {
		before := coordinator.Initial()
		for _, c := range l.commits {
			s := before
			for _, e := range c.Events {
				// One event alone and none, under the same command: what differs is its doing.
				one := coordinator.Applied{Version: c.Version, Command: c.Command, Events: []events.Payload{e}}
				none := coordinator.Applied{Version: c.Version, Command: c.Command}
				seen[e.EventType()] = true
				after := coordinator.Apply(s, one)
				if !changed[e.EventType()] && !bytes.Equal(summaryOf(t, after), summaryOf(t, coordinator.Apply(s, none))) {
					changed[e.EventType()] = true
				}
				s = after
			}
			before = coordinator.Apply(before, c)
		}
	}
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 5))
		l := startGame(t, rng, 1)
		people := play.Players{Mistakes: 4, Officials: 10, LastRound: 7}
		for range 300 {
			if l.s.Over() {
				break
			}
			a, b := people.Next(l.s, rng)
			l.send(a, b)
		}
		watch(l)
	}
	for _, f := range must(filepath.Glob("testdata/*.txt"))(t) {
		l := newLog(t)
		playScript(t, l, string(must(os.ReadFile(f))(t)))
		watch(l)
	}
	watch(rareEvents(t))
	watch(reviewed(t))
	otherEvents(t, watch)
	rareCards(t, watch)
	for _, typ := range catalogue.EventTypes() {
		switch none := slices.Contains(withoutEffect, typ); {
		case !seen[typ]:
			t.Errorf("%s does not come up in any of the games here", typ)
		case none && changed[typ]:
			t.Errorf("%s is listed as without effect and has one", typ)
		case !none && !changed[typ]:
			t.Errorf("%s changes nothing and is not listed", typ)
		}
	}
	for _, typ := range desk.Catalogue().EventTypes() {
		if seen[typ] {
			t.Errorf("%s in a group's stream", typ)
		}
	}
}

// rareEvents is a game with the events that games seldom have.
func rareEvents(t *testing.T) *log {
	l := epic(t, 2, group.Settings{})
	p := player(lorien, 1)
	l.device = "phone-1"
	l.do(captain(lorien), group.TakeRecorder{Table: lorien})
	l.wants("", l.signed(phoneKey(1), captain(lorien), group.RegisterKey{Table: lorien, Key: public(phoneKey(1))}))
	l.device = "phone-2"
	l.do(captain(lorien), group.TakeRecorder{Table: lorien, Confirm: true})
	l.do(captain(lorien), lotr.AddEnemy{Table: lorien, Card: "Battle Warg", Player: p})
	l.do(captain(lorien), lotr.ReturnToStaging{Table: lorien, Enemy: l.table(lorien).NextEnemy - 1})
	l.do(captain(lorien), lotr.Engage{Table: lorien, Enemy: l.table(lorien).NextEnemy - 1, Player: p})
	l.do(captain(lorien), lotr.RemoveCard{Table: lorien, Enemy: l.table(lorien).NextEnemy - 1})
	l.do(captain(lorien), lotr.AddLocation{Table: lorien, Card: "Blackened Woods"})
	l.do(captain(lorien), lotr.Travel{Table: lorien, Location: 1})
	l.do(captain(lorien), lotr.PlaceProgress{Table: lorien, By: 1})
	l.do(captain(lorien), lotr.DestroyCharacter{Table: lorien, Player: p, Character: "Guard"})
	l.do(captain(lorien), lotr.AddEnemy{Table: lorien, Card: "Amon Lanc Archer"})
	l.do(captain(lorien), lotr.BeginPhase{Table: lorien, Phase: lotr.PhaseCombat})
	l.do(captain(lorien), lotr.AssignArchery{Table: lorien, Hits: []lotr.Hit{{Player: p, Character: "Guard", Damage: 2}}})
	l.do(captain(lorien), lotr.RemoveCard{Table: lorien, Enemy: l.table(lorien).NextEnemy - 1})
	l.do(judge, ruling(lorien, lotr.TableRuling{Power: intp(30)}))
	for l.s.Round < 3 {
		l.endRound()
		for _, id := range []events.TableID{esgaroth, lorien, rivendell} {
			l.answer(id, group.ChoicePass)
		}
	}
	l.endRound()
	l.answer(lorien, group.ChoiceTakeBoth)
	for i, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.answer(id, []string{"3B", "3D", "3H"}[i])
	}
	owner := l.table(lorien).Lorien[0].Player
	l.answer(lorien, group.ChoicePass)
	l.do(captain(lorien), lotr.RevealCard{Table: lorien, Card: "Fastness of Mirkwood"})
	l.do(captain(lorien), lotr.UsePower{Table: lorien, Player: owner})
	l.do(captain(lorien), lotr.ResolveQuest{Table: lorien, Willpower: 40})
	l.do(captain(lorien), lotr.DamageCharacter{Table: lorien, Player: owner, Character: lotr.HostName, By: 2})
	l.do(captain(lorien), lotr.DestroyCharacter{Table: lorien, Player: owner, Character: lotr.HostName})
	l.do(organiser, group.Abandon{Reason: "the hall closes"})
	return l
}

func TestTheSameQuestionHasTheSameAnswer(t *testing.T) {
	l := ending(t)
	cmd := coordinator.Command{ID: commandID(999), Group: evening, Actor: captain(lorien), Body: l.reply(lorien, group.ChoicePay)}
	before := l.summary()
	var first []byte
	for i := range 50 {
		made := must(coordinator.Decide(l.s, cmd))(t)
		got := must(json.Marshal(must(events.EncodeAll(made))(t)))(t)
		if i == 0 {
			first = got
		}
		if !bytes.Equal(got, first) {
			t.Fatalf("answer %d differs:\n%s\n%s", i, got, first)
		}
		// A branch that nobody follows leaves the state as it is.
		coordinator.Apply(l.s, coordinator.Applied{Version: 1000, Command: events.Command{ID: cmd.ID}, Events: made})
	}
	if !bytes.Equal(before, l.summary()) {
		t.Error("deciding and applying changed the state they began with")
	}
}

// Two branches from every state of a game do not disturb each other.
func TestStatesAreValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	l := startGame(t, rng, 1)
	people := play.Players{Mistakes: 4, Officials: 8, LastRound: 8}
	type kept struct {
		s    coordinator.State
		want []byte
	}
	var all []kept
	for range 400 {
		if l.s.Over() {
			break
		}
		all = append(all, kept{l.s, l.summary()})
		for range 2 { // other entries, decided and applied to nowhere
			a, b := people.Next(l.s, rng)
			made, err := coordinator.Decide(l.s, coordinator.Command{ID: commandID(7777), Group: evening, Actor: a, Body: b})
			if err == nil {
				coordinator.Apply(l.s, coordinator.Applied{
					Version: l.s.Version() + 1, Events: made,
					Command: events.Command{ID: commandID(7777), Type: b.CommandType(), Actor: a},
				})
			}
		}
		l.send(people.Next(l.s, rng))
	}
	for i, k := range all {
		if got := summaryOf(t, k.s); !bytes.Equal(got, k.want) {
			t.Fatalf("state %d has changed since:\ngot  %s\nwant %s", i, got, k.want)
		}
	}
}
