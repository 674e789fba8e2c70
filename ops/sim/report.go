package sim

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
)

// Report is what came of a run.
type Report struct {
	Game       string // what was played, see [Options].Game
	Took       time.Duration
	Games      []Game
	Accepted   int
	Refused    map[string]int    // by code
	Example    map[string]string // what the first refusal of a code said
	DoubleTaps int
	Resent     int             // requests sent again after a lost connection
	Lost       int             // requests or answers that the network lost
	Duplicates int             // answers that said the command was known already
	Latencies  []time.Duration // of every entry, sorted
}

// Game is the end of one group's game.
type Game struct {
	Group  string
	Phase  string // "won", "lost", "abandoned"
	Rounds int
	City   int
	Reason string
}

// Percentile returns the latency that pct of a hundred entries did not exceed.
func (r Report) Percentile(pct int) time.Duration {
	if len(r.Latencies) == 0 {
		return 0
	}
	return r.Latencies[min(len(r.Latencies)-1, len(r.Latencies)*pct/100)]
}

// Count returns how many games ended in the given phase.
func (r Report) Count(phase string) int {
	n := 0
	for _, g := range r.Games {
		if g.Phase == phase {
			n++
		}
	}
	return n
}

// Print writes the report for people.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "games finished   %d (%d won, %d lost) in %s\n",
		len(r.Games), r.Count(board.PhaseWon), r.Count(board.PhaseLost), r.Took.Round(time.Millisecond))
	r.PrintEntries(w)
}

// PrintEntries writes what was entered and how fast, for people.
func (r Report) PrintEntries(w io.Writer) {
	perSecond := 0.0
	if r.Took > 0 {
		perSecond = float64(r.Accepted) / r.Took.Seconds()
	}
	fmt.Fprintf(w, "entries accepted %d, %.0f a second\n", r.Accepted, perSecond)
	fmt.Fprintf(w, "latency          p50 %s, p95 %s, p99 %s, greatest %s\n",
		r.Percentile(50).Round(10*time.Microsecond), r.Percentile(95).Round(10*time.Microsecond),
		r.Percentile(99).Round(10*time.Microsecond), r.Percentile(100).Round(10*time.Microsecond))
	fmt.Fprintf(w, "double taps      %d\nlost on the way  %d\nsent again       %d\nanswered twice   %d\n", r.DoubleTaps, r.Lost, r.Resent, r.Duplicates)
	total := 0
	for _, n := range r.Refused {
		total += n
	}
	fmt.Fprintf(w, "refused          %d\n", total)
	for _, code := range slices.Sorted(maps.Keys(r.Refused)) {
		fmt.Fprintf(w, "  %-22s %-5d %s\n", code, r.Refused[code], r.Example[code])
	}
}

// recorder collects what the players do; every field is guarded by mu.
type recorder struct {
	mu  sync.Mutex
	rep Report
}

func newRecorder() *recorder { return &recorder{rep: Report{Refused: map[string]int{}}} }

func (rec *recorder) entered(took time.Duration, r client.Reply, twice bool) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rec.rep.Latencies = append(rec.rep.Latencies, took)
	rec.rep.Resent += r.Sent - 1
	if twice {
		rec.rep.DoubleTaps++
	}
	if r.Refused != nil {
		rec.rep.Refused[r.Refused.Code]++
		if rec.rep.Example == nil {
			rec.rep.Example = map[string]string{}
		}
		if rec.rep.Example[r.Refused.Code] == "" {
			rec.rep.Example[r.Refused.Code] = r.Refused.Says
		}
	}
	for _, a := range r.Answers {
		rec.rep.Accepted++
		if a.Duplicate {
			rec.rep.Duplicates++
		}
	}
}

func (rec *recorder) finished(g board.Group, lost int) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rec.rep.Lost += lost
	rec.rep.Games = append(rec.rep.Games, Game{
		Group: string(g.ID), Phase: g.Phase, Rounds: g.Round, City: g.City.Strength, Reason: g.Result.Reason,
	})
}

func (rec *recorder) report(took time.Duration) Report {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rep := rec.rep
	rep.Took = took
	slices.Sort(rep.Latencies)
	slices.SortFunc(rep.Games, func(a, b Game) int { return compareIDs(a.Group, b.Group) })
	return rep
}

// compareIDs orders "group-2" before "group-10".
func compareIDs(a, b string) int {
	return cmp.Or(len(a)-len(b), strings.Compare(a, b))
}
