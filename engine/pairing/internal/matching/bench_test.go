package matching

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkComplete(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		for _, groups := range []int{1, 9, 28} {
			b.Run(fmt.Sprintf("n=%d/groups=%d", n, groups), func(b *testing.B) {
				p := line(rand.New(rand.NewPCG(1, 2)), n, groups, 64)
				for b.Loop() {
					sol, err := Complete(p)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(sol.Rounds), "rounds")
					b.ReportMetric(float64(sol.Edges), "edges")
				}
			})
		}
	}
}
