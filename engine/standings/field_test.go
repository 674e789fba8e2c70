package standings

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// field builds tournaments: whoever is named in a match is entered.
type field struct {
	t       Tournament
	fillers int
}

func (f *field) enter(ids ...events.PersonID) {
next:
	for _, id := range ids {
		for _, p := range f.t.Players {
			if p.ID == id {
				continue next
			}
		}
		f.t.Players = append(f.t.Players, Player{ID: id})
	}
}

func (f *field) player(id events.PersonID) *Player {
	f.enter(id)
	for i := range f.t.Players {
		if f.t.Players[i].ID == id {
			return &f.t.Players[i]
		}
	}
	return nil
}

func (f *field) round(n int) *Round {
	for i := range f.t.Rounds {
		if f.t.Rounds[i].N == n {
			return &f.t.Rounds[i]
		}
	}
	f.t.Rounds = append(f.t.Rounds, Round{N: n})
	return &f.t.Rounds[len(f.t.Rounds)-1]
}

func (f *field) add(round int, m Match) {
	for _, s := range m.Seats {
		f.enter(s.Player)
	}
	r := f.round(round)
	r.Matches = append(r.Matches, m)
}

func seats(ids ...events.PersonID) []Seat {
	var out []Seat
	for _, id := range ids {
		out = append(out, Seat{Player: id})
	}
	return out
}

// games adds a match of a's and b's won games and drawn ones.
func (f *field) games(round int, a, b events.PersonID, won, lost, drawn int) {
	f.add(round, Match{Seats: seats(a, b), Result: &Result{
		Ending: Played, Drawn: drawn, Scores: []Score{{Player: a, Games: won}, {Player: b, Games: lost}},
	}})
}

// points adds a match that gives points.
func (f *field) points(round int, a, b events.PersonID, x, y int) {
	nx, ny := exact.Int(x), exact.Int(y)
	f.add(round, Match{Seats: seats(a, b), Result: &Result{Ending: Played, Scores: []Score{{Player: a, Points: &nx}, {Player: b, Points: &ny}}}})
}

func (f *field) bye(round int, id events.PersonID, kind Bye) {
	f.add(round, Match{Seats: seats(id), Bye: kind})
}

// absent adds a match that b did not come to.
func (f *field) absent(round int, a, b events.PersonID) {
	f.add(round, Match{Seats: seats(a, b), Result: &Result{Ending: Forfeit, Scores: []Score{{Player: a}, {Player: b, Absent: true}}}})
}

// fill gives a player won, lost and drawn matches against players nobody else meets, in rounds that are
// free for the player.
func (f *field) fill(id events.PersonID, won, lost, drawn int) {
	f.enter(id)
	for n := 1; won+lost+drawn > 0; n++ {
		if f.busy(n, id) {
			continue
		}
		f.fillers++
		o := events.PersonID(fmt.Sprintf("filler-%d", f.fillers))
		switch {
		case won > 0:
			f.games(n, id, o, 2, 0, 0)
			won--
		case lost > 0:
			f.games(n, id, o, 0, 2, 0)
			lost--
		default:
			f.games(n, id, o, 1, 1, 0)
			drawn--
		}
	}
}

func (f *field) busy(n int, id events.PersonID) bool {
	for _, m := range f.round(n).Matches {
		for _, s := range m.Seats {
			if s.Player == id {
				return true
			}
		}
	}
	return false
}

func (f *field) table(t testing.TB, rs Ruleset) Table {
	t.Helper()
	out, err := Compute(f.t, rs)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// wants compares a number with digits as they are shown.
func wants(t *testing.T, table Table, id events.PersonID, kind Kind, want string) {
	t.Helper()
	row := table.Row(id)
	if row == nil {
		t.Fatalf("%s is not in the table", id)
	}
	cell := row.Cell(kind)
	if cell == nil {
		t.Fatalf("the table has no %s", kind)
	}
	digits := 0
	for i := len(want) - 1; i >= 0; i-- {
		if want[i] == '.' {
			digits = len(want) - 1 - i
			break
		}
	}
	if got := cell.Value.Decimal(digits); got != want {
		t.Errorf("%s of %s is %s (%s), want %s: %+v", kind, id, got, cell.Value, want, cell.Terms)
	}
}

func order(t Table) string {
	s := ""
	for _, r := range t.Rows {
		s += fmt.Sprintf("%d %s ", r.Place, r.Player)
	}
	return s
}

// only makes a ruleset of some criteria of another.
func only(rs Ruleset, order ...Criterion) Ruleset {
	rs.Order = order
	return rs
}
