package bench_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/muster-events/muster/ops/bench"
)

func TestEveryFigureIsMeasuredAndRatiosAreOfTheSameRun(t *testing.T) {
	var out bytes.Buffer
	figures, err := bench.Run(t.Context(), bench.Options{Dir: t.TempDir(), N: 30, Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	if len(figures) != 7 {
		t.Fatalf("%d figures, want 7", len(figures))
	}
	names := map[string]bool{}
	for _, f := range figures {
		names[f.What] = true
		if f.Took <= 0 || f.N < 30 || f.P99 < f.P50 {
			t.Errorf("%+v", f)
		}
		if f.Beside != "" && (!names[f.Beside] || f.Ratio <= 0) {
			t.Errorf("%s is compared with %q, times %f", f.What, f.Beside, f.Ratio)
		}
		if !strings.Contains(out.String(), f.What) {
			t.Errorf("%s is not printed", f.What)
		}
	}
}

func TestTooFewEntriesAreRefused(t *testing.T) {
	if _, err := bench.Run(t.Context(), bench.Options{Dir: t.TempDir(), N: 1}); err == nil {
		t.Error("one entry is measured")
	}
}
