package main

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
)

// Captains who tap twice, lose connections and enter what they may not play every game to its end,
// and every decision of them is made again with the same outcome.
func TestSimulatedGamesEndAndAreDecidedAgainTheSame(t *testing.T) {
	s := apptest.Start(t, nil)
	out := must(t, "simulate", "--data", s.Data, "--gathering", "many", "--groups", "3", "--seed", "7", "--games")
	if !strings.Contains(out, "games finished   3 (") {
		t.Errorf("not every game was finished:\n%s", out)
	}
	if !strings.Contains(out, "other-table") || strings.Contains(out, "sent again       0\n") {
		t.Errorf("the captains made no mistakes or lost no connection:\n%s", out)
	}
	checked := must(t, "replay", "many", "--check", "--data", s.Data)
	if got := strings.Count(checked, " decided again, 0 different"); got != 4 { // three groups and the desk
		t.Errorf("%d streams were decided again without a difference, want 4:\n%s", got, checked)
	}
}

// Phones that lose connections enter and confirm nothing twice, and every tournament ends.
func TestSimulatedTournamentsEndAndAreDecidedAgainTheSame(t *testing.T) {
	s := apptest.Start(t, nil)
	out := must(t, "simulate", "--data", s.Data, "--gathering", "cups", "--tournaments", "2", "--format", "single-elimination", "--seed", "3", "--games")
	if !strings.Contains(out, "tournaments      2 finished in") || strings.Count(out, "the winner is") != 2 {
		t.Errorf("not every tournament was finished:\n%s", out)
	}
	if strings.Contains(out, "sent again       0\n") {
		t.Errorf("no phone lost a connection:\n%s", out)
	}
	checked := must(t, "replay", "cups-2/t/cup", "--check", "--data", s.Data)
	if !strings.Contains(checked, " decided again, 0 different") {
		t.Errorf("a tournament is not decided again as it was recorded:\n%s", checked)
	}
}

func TestSimulateRefusesWhatItCannotPlay(t *testing.T) {
	for _, args := range [][]string{{"--groups", "0"}, {"--groups", "501"}, {"--workers", "0"}, {"--tournaments", "201"}, {"--format", "swiss"}, {"--gathering", "No Id"}} {
		code, _, errs := muster(t, append([]string{"simulate", "--data", t.TempDir()}, args...)...)
		if code != exitUsage || !strings.Contains(errs, args[1]) {
			t.Errorf("simulate %v: exit code %d, %q", args, code, errs)
		}
	}
}
