package coordinator_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/play"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/vocabulary"
)

// midGame is a state that commands are sent to, with what was sent on the way to it.
type midGame struct {
	name  string
	s     coordinator.State
	sent  []events.Command
	words []any // ids, names and titles that mean something there
}

// midGames are states in the middle of games: before and in setup, in every scenario after some dozens
// of entries, at the round's end, in an epic game of each kind, at the end.
var midGames = sync.OnceValue(func() []midGame {
	t := quiet{}
	var out []midGame
	add := func(name string, l *log) {
		g := midGame{name: name, s: l.s, words: wordsOf(l.s)}
		for _, c := range l.commits {
			g.sent = append(g.sent, c.Command)
		}
		out = append(out, g)
	}
	l := newLog(t)
	add("nothing", l)
	l.do(organiser, openEpic(group.Settings{}))
	l.do(organiser, group.SeatPlayers{Seats: seats(lorien, 2)})
	add("setup", l)
	for i, scenario := range append([]string{"attack-on-dol-guldur"}, otherScenarios...) {
		for _, entries := range []int{30, 70} {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(entries)))
			var l *log
			if i == 0 {
				l = startGame(t, rng, uint64(entries))
			} else {
				l = startScenario(t, scenario, rng)
			}
			people := play.Players{Mistakes: 4, Officials: 4, Aims: entries % 40}
			for n := 0; n < entries || l.s.Phase != coordinator.PhaseEnding && n < entries+20; n++ {
				kept := *l
				l.send(people.Next(l.s, rng))
				switch {
				case l.s.Over() && len(out)%9 > 0:
					*l = kept // nearly all of them are in play
				case l.s.Over():
					n = entries + 20
				}
			}
			add(fmt.Sprintf("%s after %d, %s", scenario, entries, l.s.Phase), l)
		}
	}
	return out
})

// quiet makes games outside of a test.
type quiet struct{ testing.TB }

func (quiet) Helper() {}

func (quiet) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

func (quiet) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// wordsOf returns what stands in a state's summary.
func wordsOf(s coordinator.State) []any {
	raw, err := json.Marshal(s.Summary())
	if err != nil {
		panic(err)
	}
	return play.Words(raw)
}

// actors of every role, also of other tables and groups.
func actorsOf(s coordinator.State) []events.Actor {
	out := []events.Actor{
		organiser, judge,
		{Role: events.RoleSystem},
		{Role: events.RoleSpectator},
		{},
		{Role: events.RoleCaptain},
		{Role: events.RoleCaptain, Group: "morning", Table: lorien},
	}
	for _, t := range s.Tables {
		out = append(out, captain(t.ID))
	}
	return out
}

// Must show 6: whatever decodes as a command is decided or refused in the middle of any game. Nothing
// panics, a refusal says why and changes nothing, what is accepted folds, adds up and decides the same
// again. What a command holds is altered by the bytes that the fuzzer makes, and by twist: so many
// changes of single values, by a generator that begins with it.
func FuzzDecide(f *testing.F) {
	types := vocabulary.All().CommandTypes()
	for i, typ := range types { // one of every type, as its golden file has it
		raw, err := os.ReadFile(filepath.Join("..", "events", "vocabulary", "testdata", "golden", typ+".json"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(len(midGames())-1-i%20), uint8(i), uint16(i), uint64(0), bytes.TrimSpace(raw))
	}
	for i, g := range midGames() { // one of every type that was sent in each game, altered
		seen := map[string]bool{}
		for k, c := range slices.Backward(g.sent) {
			if !seen[c.Type] {
				seen[c.Type] = true
				f.Add(uint8(i), uint8(actorAt(g.s, c.Actor)), uint16(slices.Index(types, c.Type)), uint64(k%4), []byte(c.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, at, who uint8, kind uint16, twist uint64, data []byte) {
		g := midGames()[int(at)%len(midGames())]
		if twist > 0 {
			data = play.Twist(data, rand.New(rand.NewPCG(twist, 1)), g.words)
		}
		body, err := vocabulary.All().DecodeCommand(types[int(kind)%len(types)], data)
		if err != nil {
			return
		}
		actors := actorsOf(g.s)
		answerTo(t, g, actors[int(who)%len(actors)], body)
	})
}

var twists = flag.Int("twists", 2000, "altered commands that TestTwistedCommands sends")

// The same without a fuzzer, which seldom makes something that decodes: what people might enter next, and
// what they entered in this game or another, with some values altered.
func TestTwistedCommands(t *testing.T) {
	all := midGames()
	decoded, accepted := 0, 0
	for n := range uint64(*twists) {
		rng := rand.New(rand.NewPCG(n, 6))
		g := all[rng.IntN(len(all))]
		a, c := g.next(rng)
		if rng.IntN(4) == 0 {
			a, c = all[rng.IntN(len(all))].before(rng)
		}
		body, err := vocabulary.All().DecodeCommand(c.Type, play.Twist(c.Data, rng, g.words))
		if err != nil {
			continue
		}
		decoded++
		if actors := actorsOf(g.s); rng.IntN(8) == 0 {
			a = actors[rng.IntN(len(actors))]
		}
		if answerTo(t, g, a, body) {
			accepted++
		}
	}
	t.Logf("%d decoded, %d accepted", decoded, accepted)
	if *twists >= 1000 && (decoded < *twists/4 || accepted < *twists/50) {
		t.Errorf("of %d altered commands %d decode and %d are accepted: too few to say anything", *twists, decoded, accepted)
	}
}

// next is what people might enter next.
func (g midGame) next(rng *rand.Rand) (events.Actor, events.Command) {
	if g.s.Phase == coordinator.PhasePlaying || g.s.Phase == coordinator.PhaseEnding {
		if a, b := (play.Players{Mistakes: 5, Officials: 15, Aims: 40}).Next(g.s, rng); b != nil {
			if raw, err := json.Marshal(b); err == nil {
				return a, events.Command{Type: b.CommandType(), Data: raw}
			}
		}
	}
	return g.before(rng)
}

// before is something that was entered on the way.
func (g midGame) before(rng *rand.Rand) (events.Actor, events.Command) {
	if len(g.sent) == 0 {
		return organiser, events.Command{Type: group.OpenGroup{}.CommandType(), Data: must(json.Marshal(openEpic(group.Settings{})))(quiet{})}
	}
	c := g.sent[rng.IntN(len(g.sent))]
	return c.Actor, c
}

func actorAt(s coordinator.State, a events.Actor) int {
	return max(slices.Index(actorsOf(s), a), 0)
}

// answerTo decides a command, looks at what comes of it, and reports whether it was accepted.
func answerTo(t *testing.T, g midGame, a events.Actor, body events.CommandBody) bool {
	cmd := coordinator.Command{ID: commandID(999_999), Group: evening, Actor: a, Body: body}
	before := summaryOf(t, g.s)
	made, err := coordinator.Decide(g.s, cmd)
	if !bytes.Equal(before, summaryOf(t, g.s)) {
		t.Fatalf("%s: deciding %T changed the state", g.name, body)
	}
	if err != nil {
		if r := engine.AsRefusal(err); r == nil || r.Says == "" || r.Code == "" || len(r.Says) > 4000 || made != nil {
			t.Fatalf("%s: %T: %d events and the error %.600v\n%.4000s", g.name, body, len(made), err, fmt.Sprintf("%+v", body))
		}
		return false
	}
	again, err := coordinator.Decide(g.s, cmd)
	got, want := must(json.Marshal(must(events.EncodeAll(again))(t)))(t), must(json.Marshal(must(events.EncodeAll(made))(t)))(t)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%s: %+v decided again: %v\n%s\n%s", g.name, body, err, got, want)
	}
	if len(made) == 0 || len(want) > 1<<20 {
		t.Fatalf("%s: %T: %d events of %d bytes", g.name, body, len(made), len(want))
	}
	raw := must(json.Marshal(body))(t)
	rec := events.Recorded{Commit: events.Commit{
		Version: g.s.Version() + 1, Events: must(events.EncodeAll(made))(t),
		Command: events.Command{ID: cmd.ID, Type: body.CommandType(), Data: raw, Actor: a},
	}}
	applied := must(coordinator.Recorded(vocabulary.All(), rec))(t)
	after := coordinator.Apply(g.s, applied)
	if !bytes.Equal(before, summaryOf(t, g.s)) {
		t.Fatalf("%s: applying what came of %T changed the state before", g.name, body)
	}
	(&books{}).audit(t, g.s, cmd, applied.Events, after)
	checkInvariants(t, after)
	checkUndo(t, after, applied.Events)
	return true
}
