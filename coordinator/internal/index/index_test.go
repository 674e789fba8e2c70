package index

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// A plain map is the slow, obvious version.
func TestAnIndexIsAMapThatIsAValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type kept struct {
		x    Index[int, int]
		want map[int]int
	}
	var old []kept
	var x Index[int, int]
	want := map[int]int{}
	for i := range 3000 {
		k := rng.IntN(1500)
		x = x.With(k, i)
		want[k] = i
		if i%300 == 0 {
			old = append(old, kept{x, maps.Clone(want)})
			x.With(k, -1) // a branch that nobody follows
		}
	}
	old = append(old, kept{x, want})
	for n, o := range old {
		for k := range 1500 {
			v, ok := o.x.Get(k)
			if w, has := o.want[k]; ok != has || v != w {
				t.Fatalf("state %d, key %d: got %d, %v; want %d, %v", n, k, v, ok, w, has)
			}
		}
		if got := maps.Collect(o.x.All()); !maps.Equal(got, o.want) {
			t.Fatalf("state %d: all has %d pairs, want %d", n, len(got), len(o.want))
		}
	}
	if len(x.runs) > 14 {
		t.Errorf("%d runs for %d keys: a lookup would not be quick", len(x.runs), len(want))
	}
}

func TestAllIsInOrderOfTheKeys(t *testing.T) {
	var x Index[string, int]
	for _, k := range []string{"c", "a", "b", "a"} {
		x = x.With(k, len(k))
	}
	got := ""
	for k := range x.All() {
		got += k
	}
	if got != "abc" {
		t.Errorf("got %q", got)
	}
}

func BenchmarkWith(b *testing.B) {
	b.ReportAllocs()
	var x Index[int, int]
	for i := range b.N {
		x = x.With(i*7919%1000003, i)
	}
}
