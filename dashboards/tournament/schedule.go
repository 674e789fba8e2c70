package tournament

import (
	"net/http"
	"strings"

	view "github.com/muster-events/muster/projections/tournament"
)

// GET /tournaments/{gathering}/{tournament}/schedule
func (p pages) schedule(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, SchedulePage(v, "/sse"+v.Path("/schedule")))
}

// meeting is a game of two in a round robin.
type meeting struct {
	Round, Table int // Table 0: it is not paired yet
	Says, Score  string
	Played       bool
}

// crossed are the players of a round robin in the order of the schedule, by their first round.
func (s Shown) crossed() []view.Entrant {
	seen := map[int]bool{}
	for _, r := range s.Schedule {
		for _, p := range r.Pairs {
			seen[p[0]], seen[p[1]] = true, true
		}
		seen[r.Off] = true
	}
	var out []view.Entrant
	for _, e := range s.Entrants {
		if seen[e.N] {
			out = append(out, e)
		}
	}
	return out
}

// meetings are the games of one entrant against another, as the first of them has them.
func (s Shown) meetings(a, b int) []meeting {
	var out []meeting
	for _, r := range s.Schedule {
		for _, p := range r.Pairs {
			if p[0] == a && p[1] == b || p[0] == b && p[1] == a {
				out = append(out, s.meeting(r.N, a, b))
			}
		}
	}
	return out
}

func (s Shown) meeting(round, a, b int) meeting {
	out := meeting{Round: round}
	if round > len(s.Rounds) {
		return out
	}
	for _, t := range s.Rounds[round-1].Tables {
		if len(t.Seats) == 2 && (t.Seats[0].Entrant == a && t.Seats[1].Entrant == b || t.Seats[0].Entrant == b && t.Seats[1].Entrant == a) {
			out.Table = t.N
			if t.Result != nil {
				out.Says, out.Played = ownScore(t, a), true
				out.Score, _, _ = strings.Cut(out.Says, ",")
			}
		}
	}
	return out
}
