package explain_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
	"github.com/muster-events/muster/ops/explain"
)

// played is the log of a whole game that was played through the server.
type played []events.Recorded

func (p played) Load(_ context.Context, id events.StreamID, _ events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		for _, r := range p {
			if r.Stream == id && !yield(r, nil) {
				return
			}
		}
	}
}

func game(t *testing.T, name string) played {
	t.Helper()
	f, done, err := bundle.OpenFile(filepath.Join("..", "bundle", "testdata", name+".muster.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	}()
	var out played
	for r, err := range f.Commits() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

var group1 = events.Group("demo", "group-1")

// The moves are one chain from nothing to what the log leads to, and every one is a commit that says so.
func TestEveryMoveOfTheCityStrengthIsToldWithItsReason(t *testing.T) {
	log := game(t, "dol-guldur")
	moves, err := explain.Explain(t.Context(), log, vocabulary.All(), group1, "city-strength")
	if err != nil {
		t.Fatal(err)
	}
	end, err := runner.Replay(t.Context(), log, vocabulary.All(), group1, 0)
	if err != nil {
		t.Fatal(err)
	}
	was := ""
	for _, m := range moves {
		if m.Before != was || m.After == was {
			t.Errorf("commit %d: from %q to %q, after %q", m.Position, m.Before, m.After, was)
		}
		if len(m.Words) == 0 || !strings.Contains(strings.Join(m.Words, "\n"), "ity strength") {
			t.Errorf("commit %d does not say that the city strength moved: %v", m.Position, m.Words)
		}
		at, err := runner.Replay(t.Context(), log, vocabulary.All(), group1, m.Position)
		if err != nil {
			t.Fatal(err)
		}
		if got := at.Group.Summary().City; m.After != strconv.Itoa(got) {
			t.Errorf("commit %d: %s, the rules say %d", m.Position, m.After, got)
		}
		was = m.After
	}
	if got := end.Group.Summary().City; was != strconv.Itoa(got) {
		t.Errorf("the moves end at %s, the game at %d", was, got)
	}
	if moves[0].After != "35" {
		t.Errorf("six players begin at %s, want 35", moves[0].After)
	}
}

func TestEveryFieldOfAGroupIsExplained(t *testing.T) {
	log := game(t, "mountain-of-fire")
	end, err := runner.Replay(t.Context(), log, vocabulary.All(), group1, 0)
	if err != nil {
		t.Fatal(err)
	}
	table := end.Group.Tables[0]
	moved := 0
	for _, f := range explain.Fields(events.KindGroup) {
		f = strings.ReplaceAll(f, "TABLE", string(table.ID))
		f = strings.ReplaceAll(f, "PERSON", string(table.Players[0].ID))
		moves, err := explain.Explain(t.Context(), log, vocabulary.All(), group1, f)
		if err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if len(moves) > 0 {
			moved++
		}
	}
	if moved < 12 {
		t.Errorf("only %d fields moved in a whole game", moved)
	}
}

func TestAFieldThatIsNotThereSaysWhatThereIs(t *testing.T) {
	log := game(t, "dol-guldur")
	var f *explain.FieldError
	if _, err := explain.Explain(t.Context(), log, vocabulary.All(), group1, "luck"); !errors.As(err, &f) || !strings.Contains(err.Error(), "city-strength") {
		t.Errorf("an unknown field: %v", err)
	}
	if _, err := explain.Explain(t.Context(), log, vocabulary.All(), group1, "threat"); !errors.As(err, &f) {
		t.Errorf("a field without the player: %v", err)
	}
	if _, err := explain.Explain(t.Context(), log, vocabulary.All(), group1, "threat/p-99"); err == nil || !strings.Contains(err.Error(), "p-99") {
		t.Errorf("a player who is not there: %v", err)
	}
}
