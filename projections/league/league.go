// Package league is the read model of a league: what everybody sees of a season, what its staff see, the
// page of a player and the course of the season. It is pure; what the log says is folded by engine/season.
//
// Invariants:
//
//  1. While the board is frozen the public view does not change by one byte, but by a revealed row.
//  2. Every number of a table has the terms that it is made of, with why those do not count that do not.
//  3. What is shown depends on the commits of the stream alone: a read model that is made anew is the same.
//
// Start with [Apply], then [Of], [PlayerOf] and [ChartOf].
package league

import (
	"slices"
	"time"

	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Stored is what is kept of a league. Nothing in it is written again once it was handed out.
type Stored struct {
	Gathering events.GatheringID `json:"gathering"`
	ID        events.GroupID     `json:"id"`
	OpenedAt  time.Time          `json:"openedAt"`
	Season    season.Season      `json:"season"`
	Last      Shown              `json:"last"`
	// Public is the last commit that everybody sees something of: while the board is frozen that is
	// where it was frozen, or where a row was revealed.
	Public   Shown     `json:"public"`
	FrozenAt time.Time `json:"frozenAt,omitzero"`
	// Results say of result n, at n−1, who recorded it, and then who corrected it each time.
	Results [][]Made `json:"results,omitempty"`
	// Marks say of integrity event n, at n−1, who made it, and then who undid it.
	Marks [][]Made `json:"marks,omitempty"`

	grown *season.Grown // of Results
}

// Shown is the place in the log that a view is true for.
type Shown struct {
	Version  events.Version  `json:"version"`
	Position events.Position `json:"position"` // in the gathering's log
	At       time.Time       `json:"at"`       // of the commit
}

// Made is who did something, and when.
type Made struct {
	By events.Actor `json:"by"`
	At time.Time    `json:"at"`
}

// New returns what is kept of a league before its first commit.
func New(g events.GatheringID, id events.GroupID) Stored { return Stored{Gathering: g, ID: id} }

// Apply returns s after a commit of its stream. It never refuses, and leaves s as it was.
func Apply(s Stored, r events.Recorded, payloads []events.Payload) Stored {
	if s.Last.Version == 0 {
		s.OpenedAt = r.At
	}
	made := Made{By: r.Command.Actor, At: r.At}
	seen := false // by everybody
	for _, e := range payloads {
		switch e := e.(type) {
		case league.ResultRecorded:
			s.Results, s.grown = noted(s.Results, s.grown, e.N, made)
		case league.ResultCorrected:
			s.Results, s.grown = noted(s.Results, s.grown, e.N, made)
		case league.Marked:
			s.Marks, _ = noted(s.Marks, nil, e.N, made)
		case league.MarkUndone:
			s.Marks, _ = noted(s.Marks, nil, e.Mark, made)
		case league.BoardFrozen:
			s.FrozenAt, seen = r.At, true
		case league.RowRevealed:
			seen = true
		case league.BoardThawed:
			s.FrozenAt = time.Time{}
		}
		s.Season = s.Season.Evolve(e)
	}
	s.Last = Shown{Version: r.Version, Position: r.Position, At: r.At}
	if seen || !s.Season.Hidden() {
		s.Public = s.Last
	}
	return s
}

// noted adds who did something to thing n of a list.
func noted(all [][]Made, g *season.Grown, n int, m Made) ([][]Made, *season.Grown) {
	if n < 1 || n > len(all)+1 {
		return all, g
	}
	if n == len(all)+1 {
		return season.Added(all, g, []Made{m})
	}
	all = slices.Clone(all)
	all[n-1] = append(slices.Clip(all[n-1]), m)
	return all, g
}
