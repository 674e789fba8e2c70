package league

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/season"
)

// perPiece is how many results are kept together in a piece of their own.
const perPiece = 200

// parted is what is kept of a league beside its results.
type parted struct {
	Stored
	Count  int `json:"count"`            // results
	Frozen int `json:"frozen,omitempty"` // results of the season as it was frozen
}

// kept is a result with who recorded and corrected it.
type kept struct {
	season.Result
	Made []Made `json:"made,omitempty"`
}

// Part returns what is kept of a league as a document without its results, and pieces with those results that
// are not as before; of an unknown before, nil, all. [Join] is the reverse.
func Part(before *Stored, now Stored) (doc any, changed map[string]any) {
	if before == nil {
		before = &Stored{}
	}
	changed = map[string]any{}
	for from := 0; from < len(now.Season.Results); from += perPiece {
		to := min(from+perPiece, len(now.Season.Results))
		if sameResults(before.Season.Results, now.Season.Results, from, to) && sameMade(before.Results, now.Results, from, to) {
			continue
		}
		piece := make([]kept, 0, to-from)
		for i := from; i < to; i++ {
			one := kept{Result: now.Season.Results[i]}
			if i < len(now.Results) {
				one.Made = now.Results[i]
			}
			piece = append(piece, one)
		}
		changed[pieceName("result", from)] = piece
	}
	out := parted{Stored: now, Count: len(now.Season.Results)}
	out.Stored.Results, out.Season.Results = nil, nil
	if f := now.Season.Frozen; f != nil {
		var was []season.Result
		if before.Season.Frozen != nil {
			was = before.Season.Frozen.Results
		}
		for from := 0; from < len(f.Results); from += perPiece {
			if to := min(from+perPiece, len(f.Results)); !sameResults(was, f.Results, from, to) {
				changed[pieceName("frozen", from)] = f.Results[from:to]
			}
		}
		bare := *f
		bare.Results = nil
		out.Season.Frozen, out.Frozen = &bare, len(f.Results)
	}
	return out, changed
}

func pieceName(kind string, from int) string { return fmt.Sprintf("%s %06d", kind, from/perPiece) }

// sameResults tells whether two lists have the same results at some places. What a result says is never
// written again: who corrects it puts another in its place.
func sameResults(a, b []season.Result, from, to int) bool {
	if len(a) < to || len(b) < to {
		return false
	}
	return slices.EqualFunc(a[from:to], b[from:to], func(x, y season.Result) bool {
		return x.N == y.N && x.Session == y.Session && x.Now == y.Now && len(x.Trail) == len(y.Trail)
	})
}

func sameMade(a, b [][]Made, from, to int) bool {
	if len(a) < to || len(b) < to {
		return false
	}
	return slices.EqualFunc(a[from:to], b[from:to], func(x, y []Made) bool { return len(x) == len(y) })
}

// Join puts together what [Part] has parted, or reads what an older program has written as a whole. piece returns
// a piece, nil for one that is not there.
func Join(doc []byte, piece func(name string) []byte) (Stored, error) {
	var in parted
	if err := json.Unmarshal(doc, &in); err != nil {
		return in.Stored, err
	}
	s := in.Stored
	results, err := joined[kept]("result", in.Count, piece)
	if err != nil {
		return s, err
	}
	for _, r := range results {
		s.Season.Results = append(s.Season.Results, r.Result)
		s.Results = append(s.Results, r.Made)
	}
	if s.Season.Frozen != nil && in.Frozen > 0 {
		s.Season.Frozen.Results, err = joined[season.Result]("frozen", in.Frozen, piece)
	}
	return s, err
}

// joined reads so many results from their pieces.
func joined[T any](kind string, count int, piece func(name string) []byte) ([]T, error) {
	var out []T
	for from := 0; from < count; from += perPiece {
		var some []T
		if err := json.Unmarshal(piece(pieceName(kind, from)), &some); err != nil {
			return nil, fmt.Errorf("piece %s: %w", pieceName(kind, from), err)
		}
		out = append(out, some...)
	}
	if len(out) != count {
		return nil, fmt.Errorf("there are %d results in the pieces %q, and %d were written", len(out), kind, count)
	}
	return out, nil
}
