package tournament

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Log is what a tournament's stream says. It is a value: nothing in a Log that was handed out is
// written again. Slices in it are read only. The zero Log is that of an empty stream.
type Log struct {
	Name     string           `json:"name"`
	Rules    tournament.Rules `json:"rules"`
	Seed     uint64           `json:"seed"`
	Status   string           `json:"status"`          // a tournament.Status… constant; empty: not opened
	Entrants []Entrant        `json:"entrants"`        // number n is Entrants[n−1]
	Order    []int            `json:"order,omitempty"` // entrants as they are seeded; empty: they are not yet
	Planned  int              `json:"planned,omitempty"`
	Rounds   []Round          `json:"rounds"` // round r is Rounds[r−1]
	// Cut is the cut after the Swiss rounds; nil: none was made.
	Cut       *tournament.CutMade         `json:"cut,omitempty"`
	Integrity []tournament.IntegrityNoted `json:"integrity,omitempty"` // number n is Integrity[n−1]
	// Apart are pairs of entrants that are known to be two people, the smaller number first.
	Apart [][2]int `json:"apart,omitempty"`
	// Frozen is the tournament as it was shown when the standings were frozen; nil: they are not.
	Frozen *Log `json:"frozen,omitempty"`
}

// Entrant is somebody who entered.
type Entrant struct {
	tournament.Entrant
	N         int  `json:"n"`
	Waiting   bool `json:"waiting,omitempty"` // on the waiting list
	CheckedIn bool `json:"checkedIn,omitempty"`
	Dropped   bool `json:"dropped,omitempty"`
	// DroppedAfter is the last round that was paired before; Why says why.
	DroppedAfter int    `json:"droppedAfter,omitempty"`
	Why          string `json:"why,omitempty"`
	// From is the first round that a late entrant or one who returned may play; 0: the first.
	From int `json:"from,omitempty"`
	// Late is the first round of a late entrant, and Points what the rounds before it brought.
	Late    int               `json:"late,omitempty"`
	Points  tournament.Amount `json:"points,omitempty"`
	Byes    []Grant           `json:"byes,omitempty"`    // granted, by round
	NoShows []int             `json:"noShows,omitempty"` // rounds
	// Into is the entrant that this one was found to be; 0: nobody else. Moved are the rounds that went
	// over with that.
	Into  int   `json:"into,omitempty"`
	Moved []int `json:"moved,omitempty"`
	// Admitted is set once the entrant has a place from the waiting list.
	Admitted bool `json:"admitted,omitempty"`
}

// Grant is a bye that an organiser granted.
type Grant struct {
	Round int    `json:"round"`
	Kind  string `json:"kind"`
}

// Granted returns the bye that an entrant was granted for a round; empty: none.
func (e Entrant) Granted(round int) string {
	for _, g := range e.Byes {
		if g.Round == round {
			return g.Kind
		}
	}
	return ""
}

// In reports whether the entrant is in the tournament now.
func (e Entrant) In() bool { return !e.Waiting && !e.Dropped && e.Into == 0 }

// Plays reports whether the entrant is to be paired in a round, or gets a bye there.
func (e Entrant) Plays(round int) bool { return e.In() && e.From <= round }

// Round is one round.
type Round struct {
	N         int               `json:"n"`
	Stage     int               `json:"stage"` // tournament.StageMain or StageCut
	Tables    []Table           `json:"tables"`
	Byes      []tournament.Bye  `json:"byes,omitempty"`
	Flags     []tournament.Flag `json:"flags,omitempty"`
	Published bool              `json:"published,omitempty"`
	Clock     *Clock            `json:"clock,omitempty"` // nil: the round was not started
	Finished  bool              `json:"finished,omitempty"`
	Source    string            `json:"source,omitempty"` // where it was imported from
}

// Table is a table of a round.
type Table struct {
	N        int            `json:"n"`
	Seats    []int          `json:"seats"`           // entrants; empty: the number is free, nobody sits there
	First    int            `json:"first,omitempty"` // how many of them are on the first side; 0: no sides
	Slot     string         `json:"slot,omitempty"`  // match of the bracket
	Locked   bool           `json:"locked,omitempty"`
	Group    events.GroupID `json:"group,omitempty"`
	Entries  []Entry        `json:"entries,omitempty"`  // number n is Entries[n−1]
	Stands   int            `json:"stands,omitempty"`   // number of the entry that counts; 0: none
	Conflict bool           `json:"conflict,omitempty"` // the sides disagree: a judge is asked
	Ahead    int            `json:"ahead,omitempty"`    // points of the first seat less the second's when they were paired, as the pairing counts
	Extra    int            `json:"extra,omitempty"`    // seconds more than the round
	Called   bool           `json:"called,omitempty"`   // time was called
}

// EntryState says what became of an entry.
type EntryState string

// The states of an entry.
const (
	EntryPending    EntryState = "pending"    // waits for another person
	EntryStands     EntryState = "stands"     // it counts
	EntryRejected   EntryState = "rejected"   // by another person
	EntrySuperseded EntryState = "superseded" // another entry counts, or the same person entered again
)

// Entry is one entry of a result at a table.
type Entry struct {
	tournament.ResultEntered
	State     EntryState                   `json:"state"`
	Confirmed []tournament.ResultConfirmed `json:"confirmed,omitempty"`
	Rejected  *tournament.ResultRejected   `json:"rejected,omitempty"`
}

// Result returns the result that stands; false if there is none.
func (t Table) Result() (tournament.Result, bool) {
	if t.Stands == 0 {
		return tournament.Result{}, false
	}
	return t.Entries[t.Stands-1].Result, true
}

// Pending returns the entry that waits for another person; false if there is none.
func (t Table) Pending() (Entry, bool) {
	for i := len(t.Entries) - 1; i >= 0; i-- {
		if t.Entries[i].State == EntryPending {
			return t.Entries[i], true
		}
	}
	return Entry{}, false
}

// Has tells whether an entrant sits at the table.
func (t Table) Has(entrant int) bool { return slices.Contains(t.Seats, entrant) }

// Side returns the side of an entrant at the table: 1 or 2, or 0 if there are none.
func (t Table) Side(entrant int) int {
	i := slices.Index(t.Seats, entrant)
	switch {
	case t.First == 0 || i < 0:
		return 0
	case i < t.First:
		return 1
	default:
		return 2
	}
}

// Opposed reports whether two entrants at the table play against each other.
func (t Table) Opposed(a, b int) bool {
	return a != b && (t.First == 0 || len(t.Seats) == 2 || t.Side(a) != t.Side(b))
}

// Opened reports whether the stream has its first event.
func (l Log) Opened() bool { return l.Status != "" }

// Started reports whether registration has ended.
func (l Log) Started() bool { return l.Opened() && l.Status != tournament.StatusOpen }

// Playing reports whether rounds are played.
func (l Log) Playing() bool {
	return l.Status == tournament.StatusRunning || l.Status == tournament.StatusFrozen
}

// Sealed reports whether nothing is accepted any more.
func (l Log) Sealed() bool { return l.Status == tournament.StatusSealed }

// Badge reports whether something touched the tournament's integrity. Once it does, it always does.
func (l Log) Badge() bool { return len(l.Integrity) > 0 }

// Entrant returns an entrant by number.
func (l Log) Entrant(n int) (Entrant, bool) {
	if n < 1 || n > len(l.Entrants) {
		return Entrant{}, false
	}
	return l.Entrants[n-1], true
}

// EntrantOf returns the entrant that a person is; false if the person did not enter.
func (l Log) EntrantOf(p events.PersonID) (Entrant, bool) {
	i := slices.IndexFunc(l.Entrants, func(e Entrant) bool { return e.Player == p && p != "" })
	if i < 0 {
		return Entrant{}, false
	}
	if into := l.Entrants[i].Into; into != 0 {
		return l.Entrants[into-1], true
	}
	return l.Entrants[i], true
}

// Queue returns the place of an entrant on the waiting list, counted from 1, and how many wait; 0 if the
// entrant does not.
func (l Log) Queue(n int) (place, of int) {
	for _, e := range l.Entrants {
		if !e.Waiting || e.Dropped || e.Into != 0 {
			continue
		}
		if of++; e.N == n {
			place = of
		}
	}
	return place, of
}

// In counts the entrants that are in the tournament.
func (l Log) In() int {
	n := 0
	for _, e := range l.Entrants {
		if e.In() {
			n++
		}
	}
	return n
}

// Round returns a round by number.
func (l Log) Round(n int) (Round, bool) {
	if n < 1 || n > len(l.Rounds) {
		return Round{}, false
	}
	return l.Rounds[n-1], true
}

// Table returns a table of a round.
func (r Round) Table(n int) (Table, bool) {
	if n < 1 || n > len(r.Tables) {
		return Table{}, false
	}
	return r.Tables[n-1], true
}

// At returns the table at which an entrant sits; false if at none.
func (r Round) At(entrant int) (Table, bool) {
	for _, t := range r.Tables {
		if t.Has(entrant) {
			return t, true
		}
	}
	return Table{}, false
}

// Bye returns the kind of bye that an entrant has in the round; empty: none.
func (r Round) Bye(entrant int) string {
	for _, b := range r.Byes {
		if b.Entrant == entrant {
			return b.Kind
		}
	}
	return ""
}

// Open returns the numbers of the tables that have no result.
func (r Round) Open() []int {
	var out []int
	for _, t := range r.Tables {
		if t.Stands == 0 && len(t.Seats) > 0 {
			out = append(out, t.N)
		}
	}
	return out
}

// Standing tells whether any table has a result.
func (r Round) Standing() bool {
	return slices.ContainsFunc(r.Tables, func(t Table) bool { return t.Stands != 0 })
}

// Own returns where an entrant sits in the last published round, or the bye that they have there: what
// their own phone shows, also while the standings are frozen. False if they have no place in it.
func (l Log) Own(entrant int) (round int, table Table, bye string, ok bool) {
	for i := len(l.Rounds) - 1; i >= 0; i-- {
		r := l.Rounds[i]
		if !r.Published {
			continue
		}
		t, at := r.At(entrant)
		b := r.Bye(entrant)
		return r.N, t, b, at || b != ""
	}
	return 0, Table{}, "", false
}

// Public returns what everybody may see: rounds once they are published, results once they stand. While
// the standings are frozen it is what it was when they were, whatever happens.
//
// Source: cases/README.md, 14.
func (l Log) Public() Log {
	if l.Frozen != nil {
		return *l.Frozen
	}
	n := len(l.Rounds)
	for n > 0 && !l.Rounds[n-1].Published {
		n--
	}
	rounds := make([]Round, n)
	for i, r := range l.Rounds[:n] {
		rounds[i] = r.public()
	}
	l.Rounds = rounds
	return l
}

func (r Round) public() Round {
	hides := func(e Entry) bool { return e.State == EntryPending || e.State == EntryRejected }
	var tables []Table
	for i, t := range r.Tables {
		if !t.Conflict && !slices.ContainsFunc(t.Entries, hides) {
			continue
		}
		if tables == nil {
			tables = slices.Clone(r.Tables)
		}
		entries := slices.Clone(t.Entries)
		for j, e := range entries {
			if hides(e) {
				entries[j] = Entry{ResultEntered: tournament.ResultEntered{Round: e.Round, Table: e.Table, Entry: e.Entry}, State: e.State}
			}
		}
		tables[i].Entries, tables[i].Conflict = entries, false
	}
	if tables != nil {
		r.Tables = tables
	}
	return r
}
