// Package tournament is the read model of a tournament: what everybody sees, what its officials see, and
// what the phone of a player shows. It is pure; what the log says is folded by engine/tournament.
//
// Invariants:
//
//  1. While the standings are frozen the view of everybody does not change by one byte.
//  2. Every number of the standings has the terms that it is made of.
//
// Start with [Apply], then [Of] and [MineOf].
package tournament

import (
	"slices"
	"time"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Stored is what is kept of a tournament.
type Stored struct {
	Gathering events.GatheringID `json:"gathering"`
	ID        events.GroupID     `json:"id"`
	OpenedAt  time.Time          `json:"openedAt"`
	Log       rules.Log          `json:"log"`
	Shown
	// Frozen is what stood beside the log when the standings were frozen; nil: they are not.
	Frozen *Shown `json:"frozenAs,omitempty"`
}

// Shown is what a view shows beside what the log says.
type Shown struct {
	Version  events.Version  `json:"version"`
	Position events.Position `json:"position"` // in the gathering's log
	At       time.Time       `json:"at"`       // of the last commit
	Why      []Reasons       `json:"why"`      // of round r at r−1
	Recent   []Recent        `json:"recent,omitempty"`
}

// Reasons say why a round is paired as it is. People are in braces, by id.
type Reasons struct {
	Tables [][]string       `json:"tables,omitempty"` // sentences for each table of the pairing, table 1 first
	Byes   map[int][]string `json:"byes,omitempty"`   // by entrant
	// Seats are who sat where when that was said: a table that was changed since has no reasons.
	Seats [][]int `json:"seats,omitempty"`
}

// New returns what is kept of a tournament before its first commit.
func New(g events.GatheringID, id events.GroupID) Stored { return Stored{Gathering: g, ID: id} }

// Apply returns s after a commit of its stream. It never refuses, and leaves s as it was.
func Apply(s Stored, r events.Recorded, payloads []events.Payload) Stored {
	if s.Version == 0 {
		s.OpenedAt = r.At
	}
	s.Version, s.Position, s.At = r.Version, r.Position, r.At
	for _, e := range payloads {
		switch e := e.(type) {
		case tournament.RoundPaired:
			s.Why = explained(s.Log, s.Why, e)
		case tournament.ResultStands:
			s.Recent = came(s.Recent, e, r.At)
		case tournament.StandingsFrozen:
			shown := s.Shown
			s.Frozen = &shown
		case tournament.StandingsThawed:
			s.Frozen = nil
		}
		s.Log = s.Log.Evolve(e)
	}
	return s
}

// explained adds why a round is paired as it is. A round that cannot be explained has no reasons: it was
// imported, or set by hand.
func explained(before rules.Log, why []Reasons, e tournament.RoundPaired) []Reasons {
	why = slices.Clone(why)
	for len(why) < e.Round {
		why = append(why, Reasons{})
	}
	why = why[:e.Round]
	x, err := before.Explain(e)
	if err != nil {
		why[e.Round-1] = Reasons{}
		return why
	}
	why[e.Round-1] = Reasons{Tables: x.Tables, Byes: x.Byes, Seats: e.Tables}
	return why
}

// of returns the reasons for a table; none if others sit there now.
func (r Reasons) of(t rules.Table) []string {
	i := t.N - 1
	if i >= len(r.Tables) || i >= len(r.Seats) || !slices.Equal(r.Seats[i], t.Seats) {
		return nil
	}
	return r.Tables[i]
}
