package league

import (
	"reflect"
	"slices"

	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
)

// Worked is a league as somebody sees it, with its tables worked out, from which its pages are made. Nothing in
// it changes.
type Worked struct{ b *builder }

// WorkOut works the tables of a league out, for everybody or for staff. An error is that of [Of].
func WorkOut(s Stored, staff bool) (Worked, error) {
	b, err := newBuilder(s, staff)
	return Worked{b}, err
}

// Shown is the place in the log that it is true for.
func (w Worked) Shown() Shown { return w.b.shown }

// View is [Of].
func (w Worked) View() (View, error) { return w.b.view() }

// Player is [PlayerOf], with the chart of the same league.
func (w Worked) Player(id events.PersonID, c Chart) (PlayerView, bool) { return w.b.playerView(id, c) }

// Chart is [ChartOf]. Columns of sessions that are as they were in a league from before, with its chart, are
// taken from that; before may be the zero Worked.
func (w Worked) Chart(before Worked, was Chart) (Chart, error) {
	same := 0
	if before.b != nil {
		same = sameUntil(before.b.s, w.b.s)
	}
	return w.b.chart(was, same)
}

// sameUntil is how many of the first sessions have the same tables in two seasons, after each of them.
func sameUntil(a, b season.Season) int {
	if !slices.Equal(a.Players, b.Players) || !slices.Equal(a.Divisions, b.Divisions) || a.Seed != b.Seed || !reflect.DeepEqual(a.Rules, b.Rules) {
		return 0
	}
	same := 0
	at := map[string]int{} // of sessions
	for same < min(len(a.Sessions), len(b.Sessions)) && a.Sessions[same].ID == b.Sessions[same].ID && a.Sessions[same].Name == b.Sessions[same].Name &&
		a.Sessions[same].Cancelled == b.Sessions[same].Cancelled {
		at[string(a.Sessions[same].ID)] = same
		same++
	}
	differs := func(r season.Result) {
		if i, in := at[string(r.Session)]; in {
			same = min(same, i)
		}
	}
	for i := range max(len(a.Results), len(b.Results)) {
		switch {
		case i >= len(a.Results):
			differs(b.Results[i])
		case i >= len(b.Results):
			differs(a.Results[i])
		case a.Results[i].Now != b.Results[i].Now || len(a.Results[i].Trail) != len(b.Results[i].Trail) || !slices.Equal(a.Results[i].LeftOut, b.Results[i].LeftOut):
			differs(a.Results[i])
			differs(b.Results[i])
		}
	}
	return same
}
