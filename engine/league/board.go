package league

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// Played is one group's game, for boards.
type Played struct {
	Group     events.GroupID     `json:"group"`
	Gathering events.GatheringID `json:"gathering,omitempty"`
	Name      string             `json:"name,omitempty"`
	Scenario  string             `json:"scenario"`
	Mode      string             `json:"mode,omitempty"`
	// Difficulty parts games that are no match for each other; empty: as usual.
	Difficulty string `json:"difficulty,omitempty"`
	Players    int    `json:"players"` // 1 or more
	Won        bool   `json:"won"`
	Rounds     int    `json:"rounds"`
	Score      *int   `json:"score,omitempty"` // of the whole group; nil: none
	// Strength is the city strength at the start, and Damage what the group has taken off it; 0 and 0 in
	// scenarios without a city.
	Strength   int    `json:"strength,omitempty"`
	Damage     int    `json:"damage,omitempty"`
	Eliminated int    `json:"eliminated,omitempty"` // players
	DeadHeroes int    `json:"deadHeroes,omitempty"`
	At         uint64 `json:"at,omitempty"` // position in the log of its end: the smaller came first
}

// BoardRules say how groups that played the same are ranked.
type BoardRules struct {
	ID      string `json:"id"`
	Edition string `json:"edition"`
	Name    string `json:"name"`
	Source  string `json:"source,omitempty"`
	// PerSize ranks groups of different size apart.
	PerSize bool        `json:"perSize,omitempty"`
	Order   []Criterion `json:"order"`
}

// The criteria of boards.
const (
	Outcome    Criterion = "outcome"          // won before lost
	Rounds     Criterion = "rounds"           // of a won game; fewer
	CityDamage Criterion = "city-damage"      // share of the city strength that a group which lost took off
	PerPlayer  Criterion = "score-per-player" // fewer
	Score      Criterion = "score"            // fewer
	Eliminated Criterion = "eliminated"       // players; fewer
	DeadHeroes Criterion = "dead-heroes"      // fewer
	Earlier    Criterion = "earlier"
)

var boardCriteria = []Criterion{Outcome, Rounds, CityDamage, PerPlayer, Score, Eliminated, DeadHeroes, Earlier}

// EpicBoard ranks epic groups. Teams inside a group are never ranked: they win or lose together.
//
// Source: facts/scoring.md, "What fits muster's formats".
func EpicBoard() BoardRules {
	return BoardRules{
		ID: "epic-groups", Edition: "1", Name: "Epic groups", Source: formats,
		Order: []Criterion{Outcome, Rounds, CityDamage, PerPlayer, Eliminated, DeadHeroes},
	}
}

// ConventionBoard ranks all groups that played the same scenario in the same mode, whatever their size.
//
// Source: issue 4, "Leagues".
func ConventionBoard() BoardRules {
	return BoardRules{
		ID: "convention", Edition: "1", Name: "Convention board", Source: `issue 4, "Leagues"`,
		Order: []Criterion{Outcome, CityDamage, PerPlayer, Rounds, Eliminated, DeadHeroes, Earlier},
	}
}

// QuestRecords ranks games of one scenario by their scores, each number of players apart.
//
// Source: issue 4, "Leagues".
func QuestRecords() BoardRules {
	return BoardRules{
		ID: "quest-records", Edition: "1", Name: "Records by scenario and number of players", Source: `issue 4, "Leagues"`, PerSize: true,
		Order: []Criterion{Outcome, Score, Rounds, Earlier},
	}
}

// Board ranks what was played the same way.
type Board struct {
	Rules      string     `json:"rules"`
	Edition    string     `json:"edition"`
	Scenario   string     `json:"scenario"`
	Mode       string     `json:"mode,omitempty"`
	Difficulty string     `json:"difficulty,omitempty"`
	Players    int        `json:"players,omitempty"` // 0: groups of any size
	Rows       []BoardRow `json:"rows"`
}

// BoardRow is one group's line. It always shows the size of the group.
type BoardRow struct {
	Line
	Played
	Rules   string `json:"rules"`
	Edition string `json:"edition"`
}

// Boards ranks games: one board for each scenario, mode and difficulty, and for each number of players if the rules say
// so, in this order. Rules or games that cannot be are refused.
//
// Source: facts/scoring.md, "What fits muster's formats".
func Boards(games []Played, rules BoardRules) ([]Board, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	type key struct {
		scenario, mode, difficulty string
		players                    int
	}
	by := map[key]*Board{}
	for _, g := range games {
		if err := g.check(); err != nil {
			return nil, err
		}
		k := key{g.Scenario, g.Mode, g.Difficulty, 0}
		if rules.PerSize {
			k.players = g.Players
		}
		if by[k] == nil {
			by[k] = &Board{Rules: rules.ID, Edition: rules.Edition, Scenario: k.scenario, Mode: k.mode, Difficulty: k.difficulty, Players: k.players}
		}
		row := BoardRow{Played: g, Rules: rules.ID, Edition: rules.Edition}
		for _, c := range rules.Order {
			row.Cells = append(row.Cells, g.cell(c))
		}
		by[k].Rows = append(by[k].Rows, row)
	}
	var out []Board
	for _, b := range by {
		b.Rows = placed(b.Rows, func(r *BoardRow) *Line { return &r.Line }, func(BoardRow) int { return 0 }, BoardRow.name)
		out = append(out, *b)
	}
	slices.SortFunc(out, func(a, b Board) int {
		return cmp.Or(cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Difficulty, b.Difficulty), cmp.Compare(a.Players, b.Players))
	})
	return out, nil
}

// name tells games apart that share a place.
func (r BoardRow) name() string {
	return fmt.Sprintf("%s/%s/%020d/%s/%d/%d", r.Gathering, r.Group, r.At, r.Name, r.Players, r.Rounds)
}

func (r BoardRules) check() error {
	if r.ID == "" || r.Edition == "" || len(r.Order) == 0 {
		return refuse(CodeRules, "The rules of a board need an id, an edition and a criterion.")
	}
	for _, c := range r.Order {
		if !slices.Contains(boardCriteria, c) {
			return refuse(CodeRules, "%q is no criterion of a board: use one of %q.", c, boardCriteria)
		}
	}
	return nil
}

func (g Played) check() error {
	switch {
	case g.Scenario == "" || g.Players < 1 || g.Players > MostCount:
		return refuse(CodeSeason, "Group %q played scenario %q with %d players: name the scenario, and 1 player or more.", g.Group, g.Scenario, g.Players)
	case g.Rounds < 0 || g.Rounds > MostCount || g.Eliminated < 0 || g.DeadHeroes < 0 || g.Damage < 0 || g.Strength < 0 || g.At > mostAt:
		return refuse(CodeSeason, "Group %q has a number below 0, or %d rounds.", g.Group, g.Rounds)
	case g.Score != nil && (*g.Score < -MostScore || *g.Score > MostScore):
		return refuse(CodeSeason, "Group %q has the score %d: at most %d is possible.", g.Group, *g.Score, MostScore)
	}
	return nil
}

// cell is one number of a game.
func (g Played) cell(c Criterion) Cell {
	cell := Cell{Kind: c, Less: c != Outcome && c != CityDamage}
	set := func(n exact.Num, format string, args ...any) {
		cell.Value = n
		cell.Terms = []Term{{Says: fmt.Sprintf(format, args...), Value: n}}
	}
	none := func(why string) { cell.None, cell.Note = true, why }
	switch c {
	case Outcome:
		set(exact.Int(one(g.Won)), "%s", map[bool]string{true: "won", false: "lost"}[g.Won])
	case Rounds:
		if !g.Won {
			none("The rounds of a lost game do not count.")
			break
		}
		set(exact.Int(g.Rounds), "%d rounds", g.Rounds)
	case CityDamage:
		if g.Won || g.Strength == 0 {
			none("Only a group that lost is measured by the city.")
			break
		}
		set(exact.Frac(int64(min(g.Damage, g.Strength)), int64(g.Strength)), "%d of %d city strength", g.Damage, g.Strength)
	case PerPlayer, Score:
		if g.Score == nil {
			none("No score.")
			break
		}
		per := g.Players
		if c == Score {
			per = 1
		}
		set(exact.Frac(int64(*g.Score), int64(per)), "score %d of %d players", *g.Score, g.Players)
	case Eliminated:
		set(exact.Int(g.Eliminated), "%d players out", g.Eliminated)
	case DeadHeroes:
		set(exact.Int(g.DeadHeroes), "%d dead heroes", g.DeadHeroes)
	case Earlier:
		set(exact.Frac(int64(g.At), 1), "position %d of the log", g.At)
	}
	return cell
}
