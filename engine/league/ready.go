package league

import (
	"fmt"

	"github.com/muster-events/muster/engine/exact"
)

const formats = `facts/scoring.md, "What fits muster's formats"`

// Ready returns the rules that ship, in the order a page lists them. The caller owns them.
//
// Source: facts/scoring.md, "What fits muster's formats".
func Ready() []Rules {
	return []Rules{QuestLeague(), GraceOfTheValar(), SeasonByPlaces(), BestOf(2), BestOf(3), BestOf(5), StoreLeague()}
}

// Find returns the rules with an id and edition.
func Find(id, edition string) (Rules, bool) {
	for _, r := range Ready() {
		if r.ID == id && r.Edition == edition {
			return r, true
		}
	}
	return Rules{}, false
}

// QuestLeague adds up each quest's best official score; fewer is better. A lost quest has no score, and
// whoever lacks a score comes after those who lack fewer: totals of fewer quests are not comparable.
//
// Source: facts/scoring.md, "What fits muster's formats".
func QuestLeague() Rules {
	return Rules{
		ID: "lotr-quest-league", Edition: "1", Name: "Quest league, official score", Source: formats,
		Count: CountScore, Unit: ByScenario, Repeat: RepeatBest,
		Order: []Criterion{Unscored, Total, Completed, BestSingle, Tries, Earliest},
	}
}

// GraceOfTheValar adds up the handicap tokens each quest needed; fewer is better. A member's first entry
// counts.
//
// Source: facts/scoring.md, "What fits muster's formats".
func GraceOfTheValar() Rules {
	return Rules{
		ID: "lotr-grace-of-the-valar", Edition: "1", Name: "Handicap tokens, Grace of the Valar", Source: formats,
		Count: CountTokens, Unit: ByScenario, Repeat: RepeatFirst,
		Order: []Criterion{Unscored, Total, Outside, CycleHeroes, BoxHeroes, OutsideCore, OutsideThat, LastPlace, Lots},
	}
}

// firstPlaces is for how many places a season gives points.
const firstPlaces = 10

// SeasonByPlaces gives 10, 9, … 1 points for the first ten places of each session, all of which count.
//
// Source: facts/scoring.md, "What fits muster's formats".
func SeasonByPlaces() Rules {
	r := Rules{
		ID: "season-places", Edition: "10-to-1", Name: "Season, points for places", Source: formats,
		Count: CountPoints, Unit: BySession, Repeat: RepeatBest,
		Order: []Criterion{Total, Won, BestPlace, LastSession},
	}
	for n := firstPlaces; n > 0; n-- {
		r.Points.Places = append(r.Points.Places, exact.Int(n))
	}
	return r
}

// BestOf is [SeasonByPlaces] in which the best n sessions count, n from 1.
//
// Source: facts/scoring.md, "What fits muster's formats".
func BestOf(n int) Rules {
	r := SeasonByPlaces()
	r.ID, r.Edition, r.Name = "season-best-of", fmt.Sprintf("best-%d", n), fmt.Sprintf("Season, points for places, best %d", n)
	r.Best = n
	return r
}

// StoreLeague gives a point for coming and three for each match that was won, one for a draw.
//
// Source: issue 4, "Leagues".
func StoreLeague() Rules {
	return Rules{
		ID: "store-league", Edition: "1", Name: "Store league, attendance and wins", Source: `issue 4, "Leagues"`,
		Count: CountPoints, Unit: BySession, Repeat: RepeatAll,
		Points: Points{Attend: exact.Int(1), Win: exact.Int(3), Draw: exact.Int(1)},
		Order:  []Criterion{Total, MatchWins, BestPlace, Attended},
	}
}
