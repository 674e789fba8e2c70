package bench_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-events/muster/ops/bench"
)

// Must show 3: the bundle that is measured is a real one, and the memory does not grow with it.
func TestVerifyingIsMeasuredAndTakesNoMoreMemoryForMoreEvents(t *testing.T) {
	sample := filepath.Join("..", "bundle", "testdata", "dol-guldur.muster.zip")
	var out strings.Builder
	small, err := bench.Verify(t.Context(), bench.VerifyOptions{Bundle: sample, Events: 2_000, Dir: t.TempDir(), Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	large, err := bench.Verify(t.Context(), bench.VerifyOptions{Bundle: sample, Events: 20_000, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if small.Events < 2_000 || large.Events < 20_000 || large.Commits < 7*small.Commits {
		t.Errorf("verified %+v and %+v", small, large)
	}
	if large.Heap > small.Heap+32<<20 {
		t.Errorf("%d events took %d MB, %d took %d MB", small.Events, small.Heap>>20, large.Events, large.Heap>>20)
	}
	if s := out.String(); !strings.Contains(s, "events/s") || !strings.Contains(s, "times as long") {
		t.Errorf("it was told as %q", s)
	}
}
