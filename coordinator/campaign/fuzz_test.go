package campaign_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/coordinator/internal/play"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/vocabulary"
)

// logs are campaigns at their start, on their way, with a game begun, before and after the finale.
func logs(t *testing.T) []campaign.State {
	out := []campaign.State{campaign.Initial(), opened(t, nil).s}
	pool := words.PoolCard{Name: "Grievous Wound", Kind: words.Burden, Set: rules.GreyCompany}
	for i, c := range rules.Cards() {
		g := upTo(t, c.Scenario, pool)
		out = append(out, g.s)
		if i%2 == 0 {
			g.do(words.BeginGame{Scenarios: []string{c.Scenario}})
			out = append(out, g.s)
		}
	}
	over := upTo(t, rules.MountDoom)
	over.play(rules.MountDoom)
	out = append(out, over.s)
	over.do(words.ChooseFinale{Choice: words.FinaleDestroy})
	return append(out, over.s)
}

// golden are the commands of a campaign as their golden files have them.
func golden(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, typ := range words.Catalogue().CommandTypes() {
		files, err := filepath.Glob(filepath.Join("..", "..", "events", "vocabulary", "testdata", "golden", typ+".json"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s has %d golden files: %v", typ, len(files), err)
		}
		raw, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		out[typ] = bytes.TrimSpace(raw)
	}
	return out
}

var actors = []events.Actor{organiser, {Role: events.RoleJudge}, {Role: events.RoleSystem}, {Role: events.RoleCaptain, Group: "g", Table: "t"}, {}}

// Must show 6: whatever decodes as a command is decided or refused in any campaign: nothing panics, a
// refusal says why and changes nothing, what is accepted folds and decides the same again.
func FuzzDecide(f *testing.F) {
	types := vocabulary.All().CommandTypes()
	for typ, raw := range golden(f) {
		for at := range uint8(4) {
			f.Add(at*7, uint8(0), uint16(slices.Index(types, typ)), uint64(at), raw)
		}
	}
	var all []campaign.State
	f.Fuzz(func(t *testing.T, at, who uint8, kind uint16, twist uint64, data []byte) {
		if all == nil {
			all = logs(t)
		}
		s := all[int(at)%len(all)]
		if twist > 0 {
			data = play.Twist(data, rand.New(rand.NewPCG(twist, 2)), wordsOf(t, s))
		}
		if body, err := vocabulary.All().DecodeCommand(types[int(kind)%len(types)], data); err == nil {
			answerTo(t, s, actors[int(who)%len(actors)], body)
		}
	})
}

var twists = flag.Int("twists", 1500, "altered commands that TestTwistedCommands sends")

// The same without a fuzzer, which seldom makes something that decodes.
func TestTwistedCommands(t *testing.T) {
	all, asked := logs(t), golden(t)
	types := words.Catalogue().CommandTypes()
	decoded, accepted := 0, 0
	for n := range uint64(*twists) {
		rng := rand.New(rand.NewPCG(n, 9))
		s, typ := all[rng.IntN(len(all))], types[rng.IntN(len(types))]
		data := asked[typ]
		for range rng.IntN(4) {
			data = play.Twist(data, rng, wordsOf(t, s))
		}
		body, err := vocabulary.All().DecodeCommand(typ, data)
		if err != nil {
			continue
		}
		decoded++
		a := organiser
		if rng.IntN(8) == 0 {
			a = actors[rng.IntN(len(actors))]
		}
		if answerTo(t, s, a, body) {
			accepted++
		}
	}
	t.Logf("%d decoded, %d accepted", decoded, accepted)
	if *twists >= 1000 && (decoded < *twists/4 || accepted < *twists/100) {
		t.Errorf("of %d altered commands %d decode and %d are accepted: too few to say anything", *twists, decoded, accepted)
	}
}

func wordsOf(t *testing.T, s campaign.State) []any {
	t.Helper()
	return play.Words(jsonOf(t, s.Log))
}

func jsonOf(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// answerTo decides a command, looks at what comes of it, and reports whether it was accepted.
func answerTo(t *testing.T, s campaign.State, a events.Actor, body events.CommandBody) bool {
	t.Helper()
	cmd := coordinator.Command{ID: "00000000-0000-7000-8000-000000999999", Actor: a, Body: body}
	before := jsonOf(t, s.Log)
	made, err := campaign.Decide(s, cmd)
	if !bytes.Equal(before, jsonOf(t, s.Log)) {
		t.Fatalf("deciding %T changed the log", body)
	}
	if err != nil {
		if r := engine.AsRefusal(err); r == nil || r.Says == "" || r.Code == "" || len(r.Says) > 4000 || made != nil {
			t.Fatalf("%T: %d events and the error %.600v", body, len(made), err)
		}
		return false
	}
	stored, err := events.EncodeAll(made)
	if err != nil || len(made) == 0 || len(jsonOf(t, stored)) > 1<<20 {
		t.Fatalf("%T: %d events of %d bytes: %v", body, len(made), len(jsonOf(t, stored)), err)
	}
	again, err := campaign.Decide(s, cmd)
	if err != nil || !bytes.Equal(jsonOf(t, again), jsonOf(t, made)) {
		t.Fatalf("%+v decided again: %v", body, err)
	}
	rec := events.Recorded{Commit: events.Commit{
		Version: s.Version() + 1, Events: stored,
		Command: events.Command{ID: cmd.ID, Type: body.CommandType(), Data: jsonOf(t, body), Actor: a},
	}}
	applied, err := coordinator.Recorded(vocabulary.All(), rec)
	if err != nil {
		t.Fatal(err)
	}
	checkLog(t, campaign.Apply(s, applied))
	if !bytes.Equal(before, jsonOf(t, s.Log)) {
		t.Fatalf("applying what came of %T changed the log before", body)
	}
	return true
}

// checkLog looks at the invariants of a campaign's log.
func checkLog(t *testing.T, s campaign.State) {
	t.Helper()
	seen := map[string]bool{}
	for _, title := range s.Fallen {
		seen[title] = true
	}
	for _, p := range s.Players {
		if p.Penalty < 0 || p.Penalty > 40 {
			t.Fatalf("the penalty of %s is %d", p.Player, p.Penalty)
		}
		for _, h := range p.Heroes {
			if seen[h.Title] || h.Title == "" {
				t.Fatalf("%q is on the log twice, or on a list and fallen: %+v, %v", h.Title, s.Players, s.Fallen)
			}
			seen[h.Title] = true
		}
	}
	for fact, n := range s.Facts {
		if n < 0 || fact == "" {
			t.Fatalf("the note %q is %d", fact, n)
		}
	}
}
