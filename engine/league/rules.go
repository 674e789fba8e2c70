package league

import (
	"slices"

	"github.com/muster-events/muster/engine/exact"
)

// Rules say as data what a season counts. Their ID and Edition stand on every row.
type Rules struct {
	ID      string `json:"id"`
	Edition string `json:"edition"`
	Name    string `json:"name"`
	Source  string `json:"source,omitempty"`
	// Count tells what is added up.
	Count Measure `json:"count"`
	// Unit tells of what: a value for each session, or for each scenario.
	Unit Unit `json:"unit"`
	// Repeat tells what several entries of one member for one unit are.
	Repeat Repeat `json:"repeat"`
	Points Points `json:"points,omitzero"`
	// Best is how many units count, the best of all; 0: all of them.
	Best int `json:"best,omitempty"`
	// Quests are the scenarios everybody is to play; none: those that were played.
	Quests []string `json:"quests,omitempty"`
	// Penalty is what a quest without a score counts; nil: nothing, and whoever lacks one comes after
	// those who do not.
	Penalty *exact.Num `json:"penalty,omitempty"`
	// MinAttendance is how many sessions a member has to come to. Who has not comes after who has.
	MinAttendance int         `json:"minAttendance,omitempty"`
	Order         []Criterion `json:"order"` // from the first that decides
}

// Measure is what a league adds up. It is stored.
type Measure string

// The measures.
const (
	CountPoints Measure = "points" // more is better
	CountScore  Measure = "score"  // official scores; fewer is better
	CountTokens Measure = "tokens" // handicap tokens; fewer is better
)

// Unit is what has one value.
type Unit string

// The units.
const (
	BySession  Unit = "session"
	ByScenario Unit = "scenario"
)

// Repeat is how several entries of one member for one unit count.
type Repeat string

// The ways to count several entries.
const (
	RepeatAll   Repeat = "all"   // all of them, together; for points only
	RepeatBest  Repeat = "best"  // the best
	RepeatFirst Repeat = "first" // the first that was made
)

// Points say what an entry is worth.
type Points struct {
	Places  []exact.Num `json:"places,omitempty"` // from the first; those who share a place have its points
	Win     exact.Num   `json:"win,omitzero"`
	Draw    exact.Num   `json:"draw,omitzero"`
	Loss    exact.Num   `json:"loss,omitzero"`
	Attend  exact.Num   `json:"attend,omitzero"` // for coming, once a session
	Extras  []Extra     `json:"extras,omitempty"`
	MostExt exact.Num   `json:"mostExtras,omitzero"` // of all achievements of a session; 0: no bound
}

// Extra is an achievement that the organiser defines.
type Extra struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"` // in words
	Points exact.Num `json:"points"`
	// Once lets it count only the first time in a season.
	Once bool `json:"once,omitempty"`
}

// Criterion is one number of a table. It is stored.
type Criterion string

// The criteria. Where fewer is better, the comment says so.
const (
	Total       Criterion = "total"       // fewer is better for scores and tokens
	Unscored    Criterion = "unscored"    // quests without a score; fewer
	Completed   Criterion = "completed"   // quests completed
	BestSingle  Criterion = "best-single" // best value of one unit; fewer for scores and tokens
	Tries       Criterion = "attempts"    // entries for quests; fewer
	Earliest    Criterion = "earliest"    // when the last entry that counts was made; earlier
	Won         Criterion = "sessions-won"
	BestPlace   Criterion = "best-place"    // fewer
	LastSession Criterion = "last-session"  // place in the last session; fewer
	Attended    Criterion = "attended"      // sessions
	Outside     Criterion = "outside-cards" // fewer
	OutsideCore Criterion = "outside-cards-with-core"
	OutsideThat Criterion = "outside-the-boxes"
	CycleHeroes Criterion = "cycle-heroes"
	BoxHeroes   Criterion = "box-heroes"
	LastPlace   Criterion = "worse-last-season" // whoever did worse in the season before comes first
	Lots        Criterion = "lots"              // drawn by the seed; the greater first
	MatchWins   Criterion = "match-wins"
)

var criteria = []Criterion{
	Total, Unscored, Completed, BestSingle, Tries, Earliest, Won, BestPlace, LastSession, Attended, Outside, OutsideCore,
	OutsideThat, CycleHeroes, BoxHeroes, LastPlace, Lots, MatchWins,
}

// less tells whether fewer is better.
func (r Rules) less(c Criterion) bool {
	switch c {
	case Total, BestSingle:
		return r.Count != CountPoints
	case Unscored, Tries, Earliest, BestPlace, LastSession, Outside, OutsideCore, OutsideThat:
		return true
	}
	return false
}

// Less tells whether fewer is better in a table by some rules.
func (c Criterion) Less(r Rules) bool { return r.less(c) }

// mostExtras bounds the lists of rules.
const mostExtras = 200

// Check refuses rules that cannot be followed, and says what would be right.
func (r Rules) Check() error {
	switch {
	case r.ID == "" || r.Edition == "":
		return refuse(CodeRules, "Rules need an id and an edition: they stand on every row.")
	case !slices.Contains([]Measure{CountPoints, CountScore, CountTokens}, r.Count):
		return refuse(CodeRules, "%q is nothing to count: use %q, %q or %q.", r.Count, CountPoints, CountScore, CountTokens)
	case r.Unit != BySession && r.Unit != ByScenario:
		return refuse(CodeRules, "%q is no unit: use %q or %q.", r.Unit, BySession, ByScenario)
	case !slices.Contains([]Repeat{RepeatAll, RepeatBest, RepeatFirst}, r.Repeat):
		return refuse(CodeRules, "%q is no way to count several entries: use %q, %q or %q.", r.Repeat, RepeatAll, RepeatBest, RepeatFirst)
	case r.Repeat == RepeatAll && r.Count != CountPoints:
		return refuse(CodeRules, "Only points are added up over several entries of one quest: use %q or %q.", RepeatBest, RepeatFirst)
	case r.Best < 0 || r.MinAttendance < 0:
		return refuse(CodeRules, "Best %d and at least %d sessions: 0 and more are possible.", r.Best, r.MinAttendance)
	case len(r.Order) == 0:
		return refuse(CodeRules, "Rules %s have no criterion: begin with %q.", r.ID, Total)
	}
	for i, c := range r.Order {
		if !slices.Contains(criteria, c) {
			return refuse(CodeRules, "%q is no criterion: use one of %q.", c, criteria)
		}
		if slices.Contains(r.Order[:i], c) {
			return refuse(CodeRules, "Rules %s list %q twice.", r.ID, c)
		}
	}
	return r.Points.check()
}

func (p Points) check() error {
	if len(p.Places) > mostExtras || len(p.Extras) > mostExtras {
		return refuse(CodeRules, "There are %d places and %d achievements: %d are possible.", len(p.Places), len(p.Extras), mostExtras)
	}
	seen := map[string]bool{}
	for _, x := range p.Extras {
		if x.ID == "" || x.Name == "" || seen[x.ID] {
			return refuse(CodeRules, "The achievement %q needs an id of its own and a name.", x.ID)
		}
		seen[x.ID] = true
	}
	return nil
}

// extra returns the achievement with an id.
func (p Points) extra(id string) (Extra, bool) {
	i := slices.IndexFunc(p.Extras, func(x Extra) bool { return x.ID == id })
	if i < 0 {
		return Extra{}, false
	}
	return p.Extras[i], true
}
