package whatif_test

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/whatif"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/replay"
)

// game is the log of the game of Attack on Dol Guldur that is kept with package bundle.
type game struct {
	commits []events.Recorded // of the group
	id      events.StreamID
}

// Load implements store.Loader.
func (g game) Load(_ context.Context, id events.StreamID, after events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		for _, r := range g.commits {
			if id == g.id && r.Version > after.Version && !yield(r, nil) {
				return
			}
		}
	}
}

func newGame(t *testing.T) game {
	t.Helper()
	z, err := zip.OpenReader(filepath.Join("..", "bundle", "testdata", "dol-guldur.muster.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	in, err := z.Open("commits.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var g game
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, events.MaxCommitBytes+1)
	for n := events.Position(1); lines.Scan(); n++ {
		r, err := store.Open(events.StreamID{}, n, append([]byte(nil), lines.Bytes()...))
		if err != nil {
			t.Fatal(err)
		}
		if r.Stream.Kind == events.KindGroup {
			g.id = r.Stream
			g.commits = append(g.commits, r)
		}
	}
	if lines.Err() != nil || len(g.commits) < 300 {
		t.Fatalf("the game has %d commits: %v", len(g.commits), lines.Err())
	}
	return g
}

func (g game) try(t *testing.T, at events.Position, commands ...replay.Trial) replay.WhatIf {
	t.Helper()
	w, err := whatif.New(g, vocabulary.All()).Try(t.Context(), g.id.Gathering, g.id.Group, "", replay.Try{At: at, Commands: commands})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// boardAt is the real board at a commit.
func (g game) boardAt(t *testing.T, i int) board.Group {
	t.Helper()
	s := board.New(g.id.Gathering, g.id.Group)
	for _, r := range g.commits[:i+1] {
		payloads, err := vocabulary.All().DecodeAll(r)
		if err != nil {
			t.Fatal(err)
		}
		s = board.Apply(s, r, payloads)
	}
	return s.Group
}

// asTrial tries what was really given.
func asTrial(r events.Recorded) replay.Trial {
	return replay.Trial{Type: r.Command.Type, Data: r.Command.Data, Role: r.Command.Actor.Role, Table: r.Command.Actor.Table, Round: r.Command.Round}
}

// What was really given next, tried anywhere in the game, comes to what it really came to.
func TestRealCommandsTriedComeToTheRealBoard(t *testing.T) {
	g := newGame(t)
	const run = 12
	for from := 40; from+run < len(g.commits); from += 61 {
		var trials []replay.Trial
		for _, r := range g.commits[from+1 : from+1+run] {
			if r.Command.Actor.Role == events.RoleSystem {
				break
			}
			trials = append(trials, asTrial(r))
		}
		w := g.try(t, g.commits[from].Position, trials...)
		for i, c := range w.Commands {
			if c.Refused != nil || len(c.Events) == 0 {
				t.Fatalf("from %d: trial %d, %s, was refused: %+v", from, i, c.Type, c.Refused)
			}
		}
		want := g.boardAt(t, from+len(trials))
		if got := replay.Compare(want, w.Imagined.Board); len(got) > 0 {
			t.Errorf("from %d, after %d trials the board is another one: %+v", from, len(trials), got)
		}
		if got := replay.Compare(g.boardAt(t, from), w.Then.Board); len(got) > 0 {
			t.Errorf("the board at %d: %+v", from, got)
		}
		if got := replay.Compare(g.boardAt(t, len(g.commits)-1), w.Real.Board); len(got) > 0 {
			t.Errorf("the board at the end, from %d: %+v", from, got)
		}
	}
}

func ruling(t *testing.T, city int) replay.Trial {
	t.Helper()
	data, err := json.Marshal(map[string]any{"reason": "counted twice", "verdict": "corrected", "city": city})
	if err != nil {
		t.Fatal(err)
	}
	return replay.Trial{Type: "lotr.rule.v1", Data: data, Role: events.RoleJudge}
}

func TestARulingIsSetBesideWhatWas(t *testing.T) {
	g := newGame(t)
	mid := len(g.commits) / 2
	before := g.boardAt(t, mid).City.Strength
	w := g.try(t, g.commits[mid].Position, ruling(t, before+7))
	if got := w.Imagined.Board.City.Strength; got != before+7 {
		t.Errorf("city strength %d, want %d", got, before+7)
	}
	if w.Then.Board.City.Strength != before || len(w.Commands) != 1 || len(w.Commands[0].Events) == 0 || w.Commands[0].Events[0].Words == "" {
		t.Errorf("then %d; %+v", w.Then.Board.City.Strength, w.Commands)
	}
	d := w.Differences[0]
	if !d.Tried || d.Field != "city strength" {
		t.Errorf("the first difference is %+v", d)
	}
	for _, d := range w.Differences {
		if d.Then == d.Imagined && d.Imagined == d.Real {
			t.Errorf("%+v is none", d)
		}
	}
	again := g.try(t, g.commits[mid].Position, ruling(t, before+7))
	if !reflect.DeepEqual(w, again) {
		t.Error("the same question has another answer")
	}
}

// A refused trial says why, changes nothing, and the next one is tried nevertheless.
func TestARefusedTrialChangesNothing(t *testing.T) {
	g := newGame(t)
	mid := len(g.commits) / 2
	at := g.commits[mid].Position
	bad := []replay.Trial{
		{Type: "lotr.rule.v1", Data: json.RawMessage(`{"reason":"r","verdict":"corrected","city":9}`), Role: events.RoleCaptain, Table: g.boardAt(t, mid).Tables[0].ID},
		{Type: "no.such.v1", Data: json.RawMessage(`{}`), Role: events.RoleJudge},
		{Type: "lotr.rule.v1", Data: json.RawMessage(`{"reason":"r","verdict":"corrected","nonsense":9}`), Role: events.RoleJudge},
		{Type: "lotr.rule.v1", Data: nil, Role: events.RoleJudge},
		asTrial(g.commits[0]),
	}
	w := g.try(t, at, append(bad, ruling(t, 33))...)
	for i := range bad {
		if c := w.Commands[i]; c.Refused == nil || c.Refused.Says == "" || len(c.Events) > 0 {
			t.Errorf("trial %d, %s: %+v", i, c.Type, c)
		}
	}
	if only := g.try(t, at, ruling(t, 33)); len(replay.Compare(only.Imagined.Board, w.Imagined.Board)) > 0 || w.Commands[len(bad)].Refused != nil {
		t.Error("refused trials have changed the board")
	}
}

func TestWhatIsTriedIsBounded(t *testing.T) {
	g := newGame(t)
	d := whatif.New(g, vocabulary.All())
	many := make([]replay.Trial, replay.MaxTrials+1)
	for i := range many {
		many[i] = ruling(t, 1)
	}
	large := ruling(t, 1)
	large.Data = json.RawMessage(`"` + strings.Repeat("x", replay.MaxTrialBytes) + `"`)
	for name, c := range map[string][]replay.Trial{"many": many, "large": {large}, "as the system": {{Type: "lotr.rule.v1", Role: events.RoleSystem}}} {
		_, err := d.Try(t.Context(), g.id.Gathering, g.id.Group, "", replay.Try{At: g.commits[9].Position, Commands: c})
		if no := engine.AsRefusal(err); no == nil || no.Code != engine.CodeMalformed {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, at := range map[string]events.Position{"before the group": g.commits[0].Position - 1, "nowhere": 0} {
		if _, err := d.Try(t.Context(), g.id.Gathering, g.id.Group, "", replay.Try{At: at}); !errors.Is(err, projections.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
