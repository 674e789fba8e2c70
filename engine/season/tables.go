package season

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Table is one of the tables of a season.
type Table struct {
	ID   string `json:"id"` // "players", "division:<id>", "teams", "stores"
	Rows []Row  `json:"rows"`
}

// Row is one line of a table: a player's, a team's or a store's.
type Row struct {
	Player   events.PersonID `json:"player,omitempty"`
	Name     string          `json:"name,omitempty"` // of a team or store
	Division string          `json:"division,omitempty"`
	Rank     int             `json:"rank"` // 0: without a rank, for want of attendance or of a score
	Total    exact.Num       `json:"total"`
	Sessions int             `json:"sessions"` // attended
	Dropped  bool            `json:"dropped,omitempty"`
	Lot      int             `json:"lot"`
	Shown    string          `json:"shown"` // the total, as people see it
}

// Tables returns every table that ranks.
func (s Season) Tables() []Table {
	var out []Table
	for _, id := range s.DivisionIDs() {
		t := Table{ID: "players", Rows: s.Table(id)}
		if id != "" {
			t.ID = "division:" + id
		}
		out = append(out, t)
	}
	return out
}

func (s Season) carry(r Row) int { return 0 }

// Table returns the rows of a division, the best first; the empty division is all players.
func (s Season) Table(division string) []Row {
	var out []Row
	for _, p := range s.Players {
		if p.Into != "" || division != "" && p.Division != division {
			continue
		}
		out = append(out, s.row(p))
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(unranked(s, a), unranked(s, b)), b.Total.Cmp(a.Total), cmp.Compare(a.Lot, b.Lot), cmp.Compare(a.Player, b.Player))
	})
	for i := range out {
		switch {
		case unranked(s, out[i]) > 0:
		case i > 0 && out[i-1].Total.Cmp(out[i].Total) == 0:
			out[i].Rank = out[i-1].Rank
		default:
			out[i].Rank = i + 1
		}
	}
	return out
}

func unranked(s Season, r Row) int {
	if r.Sessions < s.Rules.MinAttendance {
		return 1
	}
	return 0
}

func (s Season) row(p Player) Row {
	r := Row{Player: p.Player.Player, Division: p.Division, Dropped: p.Dropped, Lot: p.Lot}
	var sums []exact.Num
	for _, x := range s.Sessions {
		if x.Cancelled {
			continue
		}
		sum, there := s.points(x, p.Player.Player)
		if there {
			r.Sessions++
			sums = append(sums, sum)
		}
	}
	slices.SortFunc(sums, func(a, b exact.Num) int { return b.Cmp(a) })
	if n := s.Rules.Best; n > 0 && len(sums) > n {
		sums = sums[:n]
	}
	r.Total = exact.Sum(append(sums, exact.Int(p.Points))...)
	r.Shown = r.Total.String()
	return r
}

func (s Season) points(x Session, who events.PersonID) (exact.Num, bool) {
	sum, there := 0, false
	for _, r := range s.Results {
		if r.Session != x.ID || !s.counts(r, who) {
			continue
		}
		there = true
		switch n := r.Now; n.Kind {
		case league.KindPlace:
			if n.Place <= len(s.Rules.Place) {
				sum += s.Rules.Place[n.Place-1]
			}
		case league.KindMatches:
			sum += n.Wins*s.Rules.Win + n.Draws*s.Rules.Draw + n.Losses*s.Rules.Loss
		case league.KindPoints:
			sum += n.Points
		}
	}
	if there {
		sum += s.Rules.Attend
	}
	return exact.Int(sum * max(1, x.Weight)), there
}

func (s Season) counts(r Result, who events.PersonID) bool {
	return r.Now != nil && slices.ContainsFunc(r.Now.Players, func(p events.PersonID) bool {
		return s.Who(p) == who && !slices.Contains(r.LeftOut, p)
	})
}
