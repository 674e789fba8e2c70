package tournament

import (
	"slices"

	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/events/tournament"
)

// Scheduled is a round of a round robin as it is drawn.
type Scheduled struct {
	N     int      `json:"n"`
	Pairs [][2]int `json:"pairs"` // entrants; with sides, the first has the first side
	Off   int      `json:"off,omitempty"`
}

// Schedule returns every round of a round robin as it will be paired; nil in other formats, and before the
// start.
func (l Log) Schedule() []Scheduled {
	if l.Rules.Format != tournament.FormatRoundRobin || len(l.Order) == 0 {
		return nil
	}
	all, err := l.schedule()
	if err != nil {
		return nil
	}
	at := l.byPlayer()
	var out []Scheduled
	for n := 1; n <= l.Planned; n++ {
		fixed := all[(n-1)%len(all)]
		r := Scheduled{N: n}
		for _, f := range fixed.Tables {
			pair := []int{at[f.A], at[f.B]}
			if f.Side == pairing.Shadow {
				slices.Reverse(pair)
			}
			r.Pairs = append(r.Pairs, [2]int(pair))
		}
		if fixed.Off != "" {
			r.Off = at[fixed.Off]
		}
		out = append(out, r)
	}
	return out
}
