package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-events/muster/ops/sim"
)

// contested plays the demo at full speed in a directory and returns what it printed; every stream of it
// must be decided again as it was recorded.
func contested(t *testing.T, dir string, streams int, flags ...string) string {
	t.Helper()
	out := must(t, append([]string{"demo", "--fast", "--seed", "5", "--data", dir, "--listen", "127.0.0.1:0"}, flags...)...)
	check := must(t, "replay", "demo", "--check", "--data", dir)
	if n := strings.Count(check, " decided again, 0 different"); n != streams {
		t.Errorf("%d streams are decided again as they were recorded, want %d:\n%s", n, streams, check)
	}
	return out
}

// Must show 7: a whole tournament of every format, from the first phone to the winner.
func TestTheDemoPlaysATournamentOfEveryFormatToAnEnd(t *testing.T) {
	for _, format := range sim.Formats() {
		t.Run(format, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			flags := []string{"--mode", "tournament", "--format", format}
			if format != "swiss-cut" { // which is played as the demo plays it
				flags = append(flags, "--players", "9")
			}
			out := contested(t, dir, 2, flags...)
			won := regexp.MustCompile(`the winner is (.+)`).FindStringSubmatch(out)
			if won == nil || !strings.Contains(out, " 1  "+won[1]) {
				t.Fatalf("nobody won:\n%s", out)
			}
			if len(flags) > 4 {
				return
			}
			told := must(t, "replay", "demo/t/friday-cup", "--data", dir)
			if !strings.Contains(told, "Friday Cup, ") || !strings.Contains(told, "final") {
				t.Errorf("the tournament is not at its end:\n%s", told)
			}
		})
	}
}

// Must show 7: a whole season by ready rule sets: points for places with a tournament, official scores of
// quests, handicap tokens.
func TestTheDemoPlaysALeagueToAnEnd(t *testing.T) {
	for _, c := range []struct {
		rules, players string
		streams        int // the desk, the league, the group of a quest, the tournament
	}{
		{sim.DefaultLeague, "16", 4}, {"lotr-quest-league", "16", 3}, {"lotr-grace-of-the-valar", "40", 2},
	} {
		t.Run(c.rules, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			out := contested(t, dir, c.streams, "--mode", "league", "--rules", c.rules, "--players", c.players)
			won := regexp.MustCompile(`3 sessions of ` + c.players + ` players in .*; the winner is (.+)`).FindStringSubmatch(out)
			if won == nil || !strings.Contains(out, " 1. ") {
				t.Fatalf("nobody won:\n%s", out)
			}
			told := must(t, "replay", "demo/l/spring-league", "--data", dir)
			for _, mark := range []string{"merge", "correction", "Stage: final"} {
				if !strings.Contains(told, mark) {
					t.Errorf("nothing is told of %q:\n%s", mark, told)
				}
			}
		})
	}
}

// A league with divisions: at the end two of each go up or down to its neighbour, as the log has it too.
func TestTheDemoPlaysALeagueWithDivisions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	out := contested(t, dir, 4, "--mode", "league", "--divisions", "2", "--players", "20")
	if up, down := strings.Count(out, "goes up to First division"), strings.Count(out, "goes down to Second division"); up != 2 || down != 2 {
		t.Errorf("%d go up and %d down, want 2 and 2:\n%s", up, down, out)
	}
	if !strings.Contains(out, "Second division\n 1. ") {
		t.Errorf("the second division has no table:\n%s", out)
	}
	if log := must(t, "export", "demo", "--data", dir); !strings.Contains(log, `"from":"division-2","to":"division-1"`) {
		t.Error("the log does not tell who goes up")
	}
}

// What a tournament decides, without the clock and what phones draw.
func TestTheSameSeedPlaysTheSameTournament(t *testing.T) {
	play := func(seed string) string {
		dir := filepath.Join(t.TempDir(), "data")
		must(t, "demo", "--fast", "--mode", "tournament", "--format", "swiss", "--players", "8", "--seed", seed, "--data", dir, "--listen", "127.0.0.1:0")
		lines := decisionsOf(t, must(t, "export", "demo", "--data", dir), "t")
		if len(lines) < 50 {
			t.Fatalf("the tournament has %d commits, want 50 at the least", len(lines))
		}
		return regexp.MustCompile(`"at":[0-9]+`).ReplaceAllString(strings.Join(lines, "\n"), "")
	}
	first := play("7")
	if again := play("7"); again != first {
		t.Errorf("the same seed played another tournament:\n%s", firstDifference(first, again))
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("commit %d\n%s\n%s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d commits", len(x), len(y))
}

func TestWhichContestsTheDemoDoesNotPlay(t *testing.T) {
	for _, c := range []struct {
		flags []string
		says  string
	}{
		{[]string{"--mode", "tournament", "--format", "ladder"}, "give one of"},
		{[]string{"--mode", "tournament", "--players", "5"}, "give 6 to 100"},
		{[]string{"--mode", "tournament", "--scenario", "mount-doom"}, "leave --mode out"},
		{[]string{"--format", "swiss"}, "for --mode tournament"},
		{[]string{"--mode", "league", "--format", "swiss"}, "for --mode tournament"},
		{[]string{"--mode", "tournament", "--rules", "store-league"}, "for --mode league"},
		{[]string{"--mode", "league", "--rules", "ladder"}, "give one of"},
		{[]string{"--mode", "league", "--players", "15"}, "give 16 to 100"},
		{[]string{"--mode", "league", "--divisions", "5"}, "give 2 to 4"},
		{[]string{"--mode", "league", "--divisions", "3", "--players", "20"}, "--players 24 or more"},
		{[]string{"--mode", "tournament", "--divisions", "2"}, "for --mode league"},
		{[]string{"--players", "24"}, "for --mode tournament and --mode league"},
	} {
		code, _, errs := muster(t, append([]string{"demo", "--fast"}, c.flags...)...)
		if code == exitDone || !strings.Contains(errs, c.says) {
			t.Errorf("demo %v: exit code %d and %q, want a refusal that says %q", c.flags, code, errs, c.says)
		}
	}
}
