package season_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/muster-events/muster/engine/season"
)

// list is a list as a season keeps one, and what is in it.
type list struct {
	is   []int
	g    *season.Grown
	want []int
}

// Lists that come from one list and are added to, in whatever order and at once, have each their own; those
// from before stay as they were.
func TestWhatIsAddedToOneListIsInNoOther(t *testing.T) {
	all := []list{{}}
	for n := range 400 {
		from := all[(n*7)%len(all)]
		if n%3 == 0 {
			from = all[len(all)-1]
		}
		if n%5 == 0 { // changed in the middle: a copy, which keeps what it had grown to
			from.is = slices.Clone(from.is)
		}
		is, g := season.Added(from.is, from.g, n)
		all = append(all, list{is, g, append(slices.Clone(from.want), n)})
	}
	var wait sync.WaitGroup
	for i, from := range all {
		for n := range 2 {
			wait.Go(func() {
				is, _ := season.Added(from.is, from.g, -n)
				if len(is) != len(from.want)+1 || is[len(is)-1] != -n {
					t.Errorf("list %d with %d more: %v", i, -n, is)
				}
			})
		}
	}
	wait.Wait()
	for i, l := range all {
		if !slices.Equal(l.is, l.want) {
			t.Fatalf("list %d is %v, want %v", i, l.is, l.want)
		}
	}
}
