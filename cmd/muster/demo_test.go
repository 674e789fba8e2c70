package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/sim"
)

// demoGame plays the demo at full speed and returns what it printed and the decisions of its log:
// every commit without what differs from run to run, the clock and the phones' random ids.
func demoGame(t *testing.T, seed string) (string, []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	out := must(t, "demo", "--fast", "--seed", seed, "--data", dir, "--listen", "127.0.0.1:0")
	return out, decisions(t, must(t, "export", "demo", "--data", dir))
}

func decisions(t *testing.T, file string) []string {
	t.Helper()
	return decisionsOf(t, file, events.KindGroup)
}

// decisionsOf returns the decisions of the streams of a kind.
func decisionsOf(t *testing.T, file string, kind events.Kind) []string {
	t.Helper()
	var lines []string
	for line := range strings.Lines(file) {
		var c events.Commit
		if err := json.Unmarshal([]byte(line), &c); err != nil || c.Stream.Kind != kind {
			continue
		}
		var evs []string
		for _, e := range c.Events {
			evs = append(evs, e.Type+string(e.Data))
		}
		lines = append(lines, fmt.Sprintf("%d %s %s %s %s", c.Version, c.Command.ID, c.Command.Type, c.Command.Data, evs))
	}
	return lines
}

func TestTheSameSeedPlaysTheSameDemo(t *testing.T) {
	out1, game1 := demoGame(t, "2")
	_, game2 := demoGame(t, "2")
	_, other := demoGame(t, "3")
	if !strings.Contains(out1, "games finished   1") {
		t.Errorf("the demo printed no result:\n%s", out1)
	}
	if len(game1) < 100 {
		t.Fatalf("the game has %d commits, want 100 at the least", len(game1))
	}
	for i := range min(len(game1), len(game2)) {
		if game1[i] != game2[i] {
			t.Fatalf("commit %d differs:\n%s\n%s", i+1, game1[i], game2[i])
		}
	}
	if len(game1) != len(game2) {
		t.Errorf("one game has %d commits, the other %d", len(game1), len(game2))
	}
	if strings.Join(game1, "\n") == strings.Join(other, "\n") {
		t.Error("another seed played the same game")
	}
}

// Must show 3: a whole game of the epic mode of The Mountain of Fire, and of each of the ten scenarios
// at one table, to an end.
func TestTheDemoPlaysEveryGameToAnEnd(t *testing.T) {
	flags := [][]string{{"--mode", "mountain-of-fire"}}
	for _, id := range sim.Games() {
		if id != sim.MountainOfFire {
			flags = append(flags, []string{"--scenario", id})
		}
	}
	if len(flags) != 11 {
		t.Fatalf("there are %d games, want the ten scenarios and the epic mode", len(flags))
	}
	for _, f := range flags {
		t.Run(f[1], func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			out := must(t, append([]string{"demo", "--fast", "--seed", "5", "--data", dir, "--listen", "127.0.0.1:0"}, f...)...)
			if !strings.Contains(out, "games finished   1") {
				t.Errorf("the demo printed no result:\n%s", out)
			}
			check := must(t, "replay", "demo", "--check", "--data", dir)
			if !strings.Contains(check, " 0 different") {
				t.Errorf("the game is not decided again as it was recorded:\n%s", check)
			}
		})
	}
}

func TestWhatTheDemoDoesNotPlay(t *testing.T) {
	for _, c := range []struct {
		flags []string
		says  string
	}{
		{[]string{"--scenario", "journey-along-the-anduin"}, "give one of"},
		{[]string{"--mode", "solo"}, "mountain-of-fire"},
		{[]string{"--mode", "mountain-of-fire", "--scenario", "mount-doom"}, "give one of them"},
	} {
		code, _, errs := muster(t, append([]string{"demo", "--fast"}, c.flags...)...)
		if code == exitDone || !strings.Contains(errs, c.says) {
			t.Errorf("demo %v: exit code %d and %q, want a refusal that says %q", c.flags, code, errs, c.says)
		}
	}
}
