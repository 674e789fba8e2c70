package projections_test

import (
	"context"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/table"
	"github.com/muster-events/muster/projections/wall"
)

type decodedCommit struct {
	r  events.Recorded
	ps []events.Payload
}

func decodedLog(b *testing.B) []decodedCommit {
	b.Helper()
	var out []decodedCommit
	for _, r := range recorded(b) {
		if r.Stream.Kind == events.KindGroup {
			out = append(out, decodedCommit{r, must(decode(r))(b)})
		}
	}
	return out
}

// One commit folded into a board, over a whole recorded game.
func BenchmarkBoardFoldPerCommit(b *testing.B) {
	log := decodedLog(b)
	b.ReportAllocs()
	s, at := board.New(spring, "evening"), 0
	for b.Loop() {
		if at == len(log) {
			s, at = board.New(spring, "evening"), 0
		}
		s = board.Apply(s, log[at].r, log[at].ps)
		at++
	}
}

func BenchmarkHistoryFoldPerCommit(b *testing.B) {
	log := decodedLog(b)
	b.ReportAllocs()
	s, at := history.State{}, 0
	for b.Loop() {
		if at == len(log) {
			s, at = history.State{}, 0
		}
		s, _ = history.Apply(s, log[at].r, log[at].ps)
		at++
	}
}

func BenchmarkViewsOfABoard(b *testing.B) {
	f := foldAll(b, recorded(b)[:300])
	g, lines := f.board.Group, f.latestFirst()
	b.Run("wall", func(b *testing.B) {
		for b.Loop() {
			wall.Of(g, lines, name, g.At)
		}
	})
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			table.Of(g, "lorien", name, events.RoleCaptain)
		}
	})
}

// All read models made from an empty folder, to disk, beside a plain read of the same log (with
// decoding) in the same run. 200 groups in one gathering.
func BenchmarkRebuild(b *testing.B) {
	l := game(b, 40, 200, 30_000)
	n, evs := float64(end(b, l)), 0.0
	for _, r := range l.All(spring) {
		evs += float64(len(r.Events))
	}
	var plain, made time.Duration
	for b.Loop() {
		plain += plainRead(b, l.Store)
		began := time.Now()
		r := start(b, b.TempDir(), l.Store)
		r.ready()
		made += time.Since(began)
		r.stop()
	}
	runs := float64(b.N)
	b.ReportMetric(n*runs/made.Seconds(), "commits/s")
	b.ReportMetric(evs*runs/made.Seconds(), "events/s")
	b.ReportMetric(n*runs/plain.Seconds(), "plain-commits/s")
	b.ReportMetric(float64(made)/float64(plain), "x-plain-read")
}

// From the append of a commit to the moment when every read model has it on disk.
func BenchmarkLiveCommit(b *testing.B) {
	l := game(b, 386, 1, 0)
	r := start(b, b.TempDir(), l.Store)
	r.ready()
	var waited time.Duration
	commits := 0
	for b.Loop() {
		at := end(b, l)
		if l.State(evening()).Over() {
			b.StopTimer()
			l = game(b, 386, 1, 0)
			r.stop()
			r = start(b, b.TempDir(), l.Store)
			r.ready()
			at = end(b, l)
			b.StartTimer()
		}
		l.Step(evening())
		if end(b, l) == at {
			continue
		}
		began := time.Now()
		if err := r.Await(context.Background(), spring, end(b, l)); err != nil {
			b.Fatal(err)
		}
		waited += time.Since(began)
		commits++
	}
	b.ReportMetric(float64(waited.Microseconds())/float64(max(1, commits)), "µs/commit")
}
