package bundle_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

func open(t *testing.T, raw []byte) *bundle.File {
	t.Helper()
	f, err := bundle.Open(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func diff(t *testing.T, a, b []byte) []bundle.Difference {
	t.Helper()
	ds, err := bundle.Diff(t.Context(), open(t, a), open(t, b), vocabulary.All())
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func TestDiffSaysWhereHistoriesPartAndHowResultsDiffer(t *testing.T) {
	whole := game(t, dolGuldur, 0)
	a := whole.written(t, nil)
	if ds := diff(t, a, a); len(ds) != 0 {
		t.Errorf("a bundle differs from itself: %v", ds)
	}
	ds := diff(t, a, whole[:300].written(t, nil))
	if len(ds) == 0 || !slices.ContainsFunc(ds, func(d bundle.Difference) bool {
		return d.Severity == bundle.SeverityNote && strings.Contains(d.Says, "after commit 300")
	}) {
		t.Errorf("one is the beginning of the other: %v", ds)
	}
	changed := game(t, dolGuldur, 0)
	i, j := changed.at(t, 0, "lotr.city-strength-reduced.v1")
	changed.edit(t, i, j, func(m map[string]any) { m["strength"] = 1 })
	ds = diff(t, a, changed.chained(t).written(t, nil))
	if len(ds) == 0 || ds[0].Severity != bundle.SeverityError || !strings.Contains(ds[0].Says, "the histories part") {
		t.Errorf("a changed history: %v", ds)
	}
	if want := whole[i].Position; len(ds) > 0 && ds[0].Row != "commit "+strconv.FormatUint(uint64(want), 10) {
		t.Errorf("they part at %s, want commit %d", ds[0].Row, want)
	}
	other := diff(t, a, game(t, mountainOfFire, 0).written(t, nil))
	if len(other) == 0 || other[0].Severity != bundle.SeverityError {
		t.Errorf("another game: %v", other)
	}
}

func TestDiffWithAPublishedTable(t *testing.T) {
	raw := game(t, dolGuldur, 0).written(t, nil)
	ts, err := bundle.Tables(t.Context(), open(t, raw), vocabulary.All())
	if err != nil {
		t.Fatal(err)
	}
	if len(ts) != 1 || ts[0].Name != "groups" || len(ts[0].Rows) != 2 {
		t.Fatalf("tables: %+v", ts)
	}
	row := ts[0].Rows[1]
	publish := func(change func(head, row []string)) string {
		head, row := slices.Clone(ts[0].Rows[0]), slices.Clone(row)
		change(head, row)
		return strings.Join(head, ",") + "\n" + strings.Join(row, ",") + "\n"
	}
	for name, c := range map[string]struct {
		csv  string
		want bundle.Severity
	}{
		"the same":           {publish(func(_, _ []string) {}), ""},
		"another round":      {publish(func(_, r []string) { r[5] = "99" }), bundle.SeverityError},
		"written otherwise":  {publish(func(_, r []string) { r[5] += ".0" }), ""},
		"another name":       {publish(func(_, r []string) { r[1] = "The best group" }), bundle.SeverityNote},
		"a column more":      {publish(func(h, r []string) { h[8], r[8] = "stars", "5" }), ""},
		"capitals, spaces":   {publish(func(h, _ []string) { h[0], h[5] = " Group", "ROUND" }), ""},
		"a group nobody has": {publish(func(_, r []string) { r[0] = "group-9" }), bundle.SeverityWarn},
	} {
		ds, err := bundle.DiffTable(t.Context(), open(t, raw), []byte(c.csv), "", vocabulary.All())
		if err != nil {
			t.Fatal(err)
		}
		got := bundle.Severity("")
		if len(ds) > 0 {
			got = ds[0].Severity
		}
		if got != c.want {
			t.Errorf("%s: %v, want %q", name, ds, c.want)
		}
	}
	for name, bad := range map[string]string{"nothing": "", "no names of rows": "x,y\n1,2\n", "a broken quote": "group,round\n\"a,1\n"} {
		if ds, err := bundle.DiffTable(t.Context(), open(t, raw), []byte(bad), "", vocabulary.All()); err == nil {
			t.Errorf("%s: %v", name, ds)
		}
	}
}
