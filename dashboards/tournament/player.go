package tournament

import (
	"fmt"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/person"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// against are the others at a table who are not on an entrant's side.
func against(t view.Table, n int) []view.Seat {
	own := sideIn(t, n)
	var out []view.Seat
	for _, s := range t.Seats {
		if s.Entrant != n && (own == "" || len(t.Seats) == 2 || s.Side != own) {
			out = append(out, s)
		}
	}
	return out
}

// sideIn is the side of an entrant at a table; empty if there are none.
func sideIn(t view.Table, n int) string {
	for _, s := range t.Seats {
		if s.Entrant == n {
			return s.Side
		}
	}
	return ""
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// pointsAfter are the match points of an entrant after a round: what its terms give up to then.
func pointsAfter(v Shown, e view.Entrant, round int) string {
	stage := v.Rounds[round-1].Stage
	for _, s := range v.Standings {
		row, ok := rowOf(s, e.Player)
		if !ok || s.Stage != stage || len(row.Cells) == 0 || row.Cells[0].Kind != standings.MatchPoints {
			continue
		}
		sum := exact.Num{}
		for _, t := range row.Cells[0].Terms {
			if t.Round <= round && t.Out == "" {
				sum = exact.Sum(sum, t.Value)
			}
		}
		return figure(sum)
	}
	return "–"
}

// otherThan leaves this tournament out.
func otherThan(list []person.Tournament, v Shown) []person.Tournament {
	var out []person.Tournament
	for _, t := range list {
		if t.ID != v.ID {
			out = append(out, t)
		}
	}
	return out
}

func tournamentSays(t person.Tournament) string {
	says := words.Upper(words.Format(t.Format)) + " · "
	switch {
	case t.Waiting:
		return says + "on the waiting list"
	case t.Place == 0:
		says += words.Status(t.Status)
	default:
		says += fmt.Sprintf("place %d of %d, %d–%d–%d", t.Place, t.Of, t.Won, t.Drawn, t.Lost)
	}
	if t.Dropped {
		says += " · left"
	}
	if t.Provisional && t.Place > 0 {
		says += " · so far"
	}
	return says
}

func leagueSays(l person.League) string {
	says := "League"
	if l.Season != "" {
		says += " · " + l.Season
	}
	if l.Rank > 0 {
		says += fmt.Sprintf(" · place %d of %d, %s points", l.Rank, l.Of, l.Points)
	}
	if l.Provisional {
		says += " · so far"
	}
	return says
}

func groupSays(g person.Group) string {
	says := g.ScenarioName
	if g.Team != "" {
		says += " · " + g.Team
	}
	if g.Phase != "" {
		says += " · " + g.Phase
	}
	if g.Score != nil {
		says += fmt.Sprintf(" · score %d", *g.Score)
	}
	return says
}

// staff tells whether an organiser or judge looks.
func staff(v Shown) bool {
	return v.Me.Role == events.RoleOrganiser || v.Me.Role == events.RoleJudge && v.Me.Gathering == v.Gathering
}
