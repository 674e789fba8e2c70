package season

import (
	"fmt"

	"github.com/muster-events/muster/events/league"
)

// Line says in a few words what a result says: "place 3", "won with score 92". Empty: it was taken out.
func Line(r *league.Result) string {
	switch {
	case r == nil:
		return "nothing"
	case r.Game != nil:
		return gameLine(*r.Game, r.Kind == league.KindTokens)
	}
	switch r.Kind {
	case league.KindAttendance:
		return "attendance"
	case league.KindPlace:
		return fmt.Sprintf("place %d", r.Place)
	case league.KindMatches:
		return fmt.Sprintf("%d-%d-%d", r.Wins, r.Losses, r.Draws)
	case league.KindAchievement:
		return r.Achievement
	case league.KindPoints:
		return string(r.Points) + " points"
	}
	return r.Kind
}

func gameLine(g league.Game, tokens bool) string {
	says := "lost"
	if g.Won {
		says = "won"
	}
	switch {
	case tokens:
		return fmt.Sprintf("%s with %s", says, count(g.Tokens, "token"))
	case g.Score != nil:
		return fmt.Sprintf("%s with score %d", says, *g.Score)
	}
	return says
}
