package tournament

import (
	"slices"
	"time"

	"github.com/muster-events/muster/events/tournament"
)

// mostRecent is how many of the latest results are kept.
const mostRecent = 12

// Recent is a result that came in.
type Recent struct {
	Round int       `json:"round"`
	Table int       `json:"table"`
	At    time.Time `json:"at"`
}

// came adds a result to those that came in lately, the latest first.
func came(list []Recent, e tournament.ResultStands, at time.Time) []Recent {
	out := []Recent{{Round: e.Round, Table: e.Table, At: at}}
	for _, r := range list {
		if (r.Round != e.Round || r.Table != e.Table) && len(out) < mostRecent {
			out = append(out, r)
		}
	}
	return out
}

// recent are the latest results that stand, the latest first.
func (b builder) recent(list []Recent) []Recent {
	return slices.DeleteFunc(slices.Clone(list), func(r Recent) bool {
		round, ok := b.l.Round(r.Round)
		t, at := round.Table(r.Table)
		return !ok || !at || t.Stands == 0
	})
}
