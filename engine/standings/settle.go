package standings

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/events"
)

// Entry is one report of a match's result, as somebody made it.
type Entry struct {
	ID     string          `json:"id"` // of the event that recorded it
	By     events.PersonID `json:"by"`
	Judge  bool            `json:"judge,omitempty"` // entered as a judge or organiser, who need not play
	Result Result          `json:"result"`
	Reason string          `json:"reason,omitempty"` // of a correction
}

// Settled says what stands of what was reported.
type Settled struct {
	State State `json:"state"`
	// Result is what stands: agreed, ruled, or reported by one side and not confirmed yet. It is nil if
	// nobody reported, and while reports contradict each other.
	Result *Result `json:"result,omitempty"`
	// Trail holds every entry in order, and what became of it.
	Trail []Trail `json:"trail,omitempty"`
}

// State is how far a result has come.
type State string

// The states of a result.
const (
	NotReported State = "not-reported"
	Reported    State = "reported" // by one side; the other has yet to confirm
	Agreed      State = "agreed"   // both sides reported the same
	Conflict    State = "conflict" // reports differ: a judge decides
	Ruled       State = "ruled"    // a judge entered it
)

// Trail is one entry and what became of it.
type Trail struct {
	Entry
	Stands bool `json:"stands"`
	// SupersededBy is the entry that took its place; empty: none.
	SupersededBy string `json:"supersededBy,omitempty"`
	// Because is the reason of that entry.
	Because string `json:"because,omitempty"`
}

// From is a report from one's own side of a match of two: by's score first, then the other's. Whichever
// side reports, the same match gives the same result.
//
// Source: cases/README.md, 6.
func From(m Match, by events.PersonID, mine, theirs Score) Result {
	r := Result{Ending: Played}
	for _, s := range m.Seats {
		score := theirs
		if s.Player == by {
			score = mine
		}
		score.Player = s.Player
		r.Scores = append(r.Scores, score)
	}
	return r
}

// Same tells whether two results say the same, whatever the order of their scores.
func (r Result) Same(o Result) bool {
	if r.Ending != o.Ending || r.Drawn != o.Drawn || r.Unfinished != o.Unfinished || len(r.Scores) != len(o.Scores) {
		return false
	}
	byPlayer := func(a, b Score) int { return cmp.Compare(a.Player, b.Player) }
	mine, theirs := slices.SortedFunc(slices.Values(r.Scores), byPlayer), slices.SortedFunc(slices.Values(o.Scores), byPlayer)
	return slices.EqualFunc(mine, theirs, func(a, b Score) bool {
		if (a.Points == nil) != (b.Points == nil) || a.Points != nil && a.Points.Cmp(*b.Points) != 0 {
			return false
		}
		a.Points, b.Points = nil, nil
		return a == b
	})
}

// Settle says what stands of the entries of a match, given in the order they were made. Each player's
// latest counts; sides that report the same agree, sides that differ wait for a judge. The latest entry of
// a judge stands above all, and what players report afterwards changes nothing. An entry that does not
// fit the table is refused with the entry's place in err; nothing is settled then.
//
// Source: cases/README.md, 5, 6 and 9; issue 4, "Tournaments".
func Settle(m Match, entries []Entry) (Settled, error) {
	s := Settled{State: NotReported}
	latest := map[int]int{} // by side: index of the latest entry that stands
	ruled := -1
	for i, e := range entries {
		if err := checkEntry(m, e); err != nil {
			return Settled{}, err
		}
		s.Trail = append(s.Trail, Trail{Entry: e, Stands: ruled < 0 || e.Judge})
		if e.Judge {
			s.supersede(i, e)
			ruled = i
			continue
		}
		if ruled >= 0 {
			s.Trail[i].SupersededBy, s.Trail[i].Because = entries[ruled].ID, "a judge has ruled"
			continue
		}
		side := m.sideOf(e.By)
		if k, again := latest[side]; again {
			s.Trail[k].Stands, s.Trail[k].SupersededBy, s.Trail[k].Because = false, e.ID, e.Reason
		}
		latest[side] = i
	}
	s.conclude(entries, latest, ruled)
	return s, nil
}

func checkEntry(m Match, e Entry) error {
	if !e.Judge && !slices.ContainsFunc(m.Seats, func(s Seat) bool { return s.Player == e.By }) {
		return refuse(CodeNotAtTable, "{%s} does not sit at this table and is no judge. %s", e.By, m.sits())
	}
	return Check(m, e.Result)
}

// sideOf numbers the side a player is on.
func (m Match) sideOf(id events.PersonID) int {
	own := slices.IndexFunc(m.Seats, func(s Seat) bool { return s.Player == id })
	return slices.IndexFunc(m.Seats, func(s Seat) bool { return s.Player == id || s.with(m.Seats[own]) })
}

// supersede puts all entries before i behind it.
func (s *Settled) supersede(i int, e Entry) {
	for k := range s.Trail[:i] {
		if s.Trail[k].Stands {
			s.Trail[k].Stands, s.Trail[k].SupersededBy, s.Trail[k].Because = false, e.ID, e.Reason
		}
	}
}

func (s *Settled) conclude(entries []Entry, latest map[int]int, ruled int) {
	if ruled >= 0 {
		s.State, s.Result = Ruled, &entries[ruled].Result
		return
	}
	var standing []int
	for _, i := range latest {
		standing = append(standing, i)
	}
	slices.Sort(standing)
	for k, i := range standing {
		switch {
		case k == 0:
			s.State, s.Result = Reported, &entries[i].Result
		case !entries[i].Result.Same(entries[standing[0]].Result):
			s.State, s.Result = Conflict, nil
			return
		default:
			s.State = Agreed
		}
	}
}
