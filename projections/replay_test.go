package projections_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/internal/played"
	"github.com/muster-events/muster/projections/table"
	"github.com/muster-events/muster/projections/wall"
)

var update = flag.Bool("update", false, "write the golden read models anew; a log that is missing is played first")

const goldenLog = "testdata/logs/epic-lost-in-round-9.jsonl"

// A whole recorded game, kept for ever, gives the read models that it gave when it was recorded.
func TestARecordedGameGivesItsReadModels(t *testing.T) {
	f := foldAll(t, recorded(t))
	now := f.board.Group.At.Add(2 * time.Second)
	g, lines := f.board.Group, f.latestFirst()
	golden(t, "board.json", pretty(t, g))
	golden(t, "history.txt", f.text())
	list := f.gathering
	list.Groups = []catalog.Group{catalog.Of(g)}
	golden(t, "catalog.json", pretty(t, list))
	golden(t, "wall.json", pretty(t, wall.Of(g, lines, name, now)))
	for _, tb := range g.Tables {
		golden(t, "table-"+string(tb.ID)+".json", pretty(t, table.Of(g, tb.ID, name, events.RoleCaptain)))
	}
}

// The same game: today's rules decide every recorded command as it was decided then.
func TestARecordedGameIsDecidedAgainAsItWasRecorded(t *testing.T) {
	s, n := coordinator.Initial(), 0
	for _, r := range recorded(t) {
		if r.Stream.Kind != events.KindGroup {
			continue
		}
		asked := must(coordinator.Asked(vocabulary.All(), r.Stream, r.Command))(t)
		made, err := coordinator.Decide(s, asked)
		if err != nil {
			t.Fatalf("version %d, %s: recorded, and refused now: %v", r.Version, r.Command.Type, err)
		}
		have, want := pretty(t, must(events.EncodeAll(made))(t)), pretty(t, r.Events)
		if !bytes.Equal(have, want) {
			t.Fatalf("version %d, %s: decided now\n%s\nrecorded\n%s", r.Version, r.Command.Type, have, want)
		}
		s = coordinator.Apply(s, must(coordinator.Recorded(vocabulary.All(), r))(t))
		n++
	}
	if n < 500 || !s.Over() {
		t.Fatalf("only %d commits of the group, over %v: the recorded game is not a whole one", n, s.Over())
	}
}

// The same game while the ends of rounds 1, 3, 5 and 7 are resolved and a step waits for people.
func TestARecordedGameGivesItsPagesOnTheWay(t *testing.T) {
	f := foldAll(t, nil)
	next := 1
	for _, r := range recorded(t) {
		f.apply(r, must(decode(r))(t))
		g := f.board.Group
		if g.Round < next || g.Phase != board.PhaseEnding || len(wall.Of(g, nil, name, g.At).Turns) == 0 {
			continue
		}
		golden(t, fmt.Sprintf("ending-%d-wall.json", g.Round), pretty(t, wall.Of(g, f.latestFirst(), name, g.At)))
		for _, tb := range g.Tables {
			golden(t, fmt.Sprintf("ending-%d-%s.json", g.Round, tb.ID), pretty(t, table.Of(g, tb.ID, name, events.RoleCaptain)))
		}
		next += 2
	}
	if next < 9 {
		t.Fatalf("only the ends of rounds before %d were looked at", next)
	}
}

// name gives people names that need care.
func name(p events.PersonID) string {
	known := map[events.PersonID]string{"p-1": "Ana", "p-2": "Björk {p-1}", "p-3": "Çağla", "p-4": "藤原", "p-5": "D'Arcy", "p-6": "<b>Eo</b>"}
	if n, ok := known[p]; ok {
		return n
	}
	return "Player " + strings.TrimPrefix(string(p), "p-")
}

// folded is every read model of one group, by plain folds.
type folded struct {
	board     board.Stored
	state     history.State
	lines     []history.Line
	gathering catalog.Gathering
}

func foldAll(t testing.TB, log []events.Recorded) *folded {
	t.Helper()
	f := &folded{board: board.New(spring, "evening"), gathering: catalog.Gathering{ID: spring}}
	for _, r := range log {
		ps, err := vocabulary.All().DecodeAll(r)
		if err != nil {
			t.Fatal(err)
		}
		f.apply(r, ps)
	}
	return f
}

func (f *folded) apply(r events.Recorded, ps []events.Payload) {
	if r.Stream.Kind == events.KindDesk {
		f.gathering = catalog.Apply(f.gathering, r, ps)
		return
	}
	f.board = board.Apply(f.board, r, ps)
	var added history.Added
	f.state, added = history.Apply(f.state, r, ps)
	for _, v := range added.Withdrawn {
		for i := range f.lines {
			if f.lines[i].Version == v {
				f.lines[i].Withdrawn = true
			}
		}
	}
	f.lines = append(f.lines, added.Lines...)
}

func (f *folded) latestFirst() []history.Line {
	out := make([]history.Line, 0, len(f.lines))
	for i := range f.lines {
		out = append(out, f.lines[len(f.lines)-1-i])
	}
	return out
}

func (f *folded) text() []byte {
	var b bytes.Buffer
	for _, l := range f.lines {
		mark := " "
		if l.Major {
			mark = "*"
		}
		if l.Withdrawn {
			mark = "x"
		}
		fmt.Fprintf(&b, "%4d %s %s%s\n", l.Version, mark, l.Words, strings.TrimRight("  "+l.Moment, " "))
	}
	return b.Bytes()
}

func pretty(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

func golden(t *testing.T, file string, have []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", file)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, have, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, have) {
		w, h := strings.Split(string(want), "\n"), strings.Split(string(have), "\n")
		for i := range min(len(w), len(h)) {
			if w[i] != h[i] {
				t.Fatalf("%s, line %d: got %q, want %q (run with -update once the cause is understood)", file, i+1, h[i], w[i])
			}
		}
		t.Fatalf("%s has %d lines, want %d", file, len(h), len(w))
	}
}

// recorded returns the commits of the recorded game as they were stored.
func recorded(t testing.TB) []events.Recorded {
	t.Helper()
	if _, err := os.Stat(goldenLog); os.IsNotExist(err) && *update {
		record(t)
	}
	b, err := os.ReadFile(goldenLog)
	if err != nil {
		t.Fatal(err)
	}
	var out []events.Recorded
	chain := store.NewChain(spring, 0)
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		raw := bytes.Clone(lines.Bytes())
		c, err := events.DecodeCommit(raw)
		if err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		r := events.Recorded{Commit: c, Position: events.Position(len(out) + 1), Raw: raw, Hash: events.HashOf(raw)}
		if err := chain.Check(r); err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		out = append(out, r)
	}
	return out
}

// record plays the game that is kept.
func record(t testing.TB) {
	t.Helper()
	l := played.New(t, 386)
	l.OpenGathering(spring, 40)
	l.Open(evening(), "The Grey Company", "epic", 1)
	l.Play(evening(), 3000)
	var b bytes.Buffer
	for _, r := range l.All(spring) {
		b.Write(r.Raw)
		b.WriteByte('\n')
	}
	if err := os.MkdirAll(filepath.Dir(goldenLog), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(goldenLog, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
