// Package convention is the convention board: all groups that played the same scenario in the same mode and
// difficulty, ranked together whatever their size, which every row shows. It is pure, and takes what it
// ranks from the boards of groups; the ranking itself is engine/league's.
//
// Start with [Boards].
package convention

import (
	"cmp"
	"slices"
	"time"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/league"
	"github.com/muster-events/muster/projections/words"
)

// Board ranks the groups that played the same.
type Board struct {
	Scenario   string          `json:"scenario"` // id
	Name       string          `json:"name"`     // of the scenario, for people
	Mode       string          `json:"mode"`     // "epic" or "standard"
	ModeName   string          `json:"modeName"` // for people
	Difficulty string          `json:"difficulty,omitempty"`
	Rules      string          `json:"rules"` // id of the rules of the board
	Edition    string          `json:"edition"`
	Columns    []league.Column `json:"columns"` // as the cells of every row
	Rows       []Row           `json:"rows"`
	// Playing are groups of the kind that have not finished yet.
	Playing int `json:"playing"`
}

// Row is one group.
type Row struct {
	Rank      int                `json:"rank"`
	Shared    bool               `json:"shared,omitempty"`
	Gathering events.GatheringID `json:"gathering"`
	Group     events.GroupID     `json:"group"`
	Name      string             `json:"name"` // of the group
	Size      int                `json:"size"` // players
	Tables    int                `json:"tables"`
	Won       bool               `json:"won"`
	Rounds    int                `json:"rounds"`
	Score     *int               `json:"score,omitempty"` // of the whole group, fewer is better; nil: none
	Start     int                `json:"start,omitempty"` // city strength at the start; 0: no city
	Damage    int                `json:"damage,omitempty"`
	Out       int                `json:"out,omitempty"`  // players
	Dead      int                `json:"dead,omitempty"` // heroes
	Players   []events.PersonID  `json:"players"`
	EndedAt   time.Time          `json:"endedAt,omitzero"`
	Reason    string             `json:"reason,omitempty"` // why it ended
	Cells     []league.Cell      `json:"cells"`
}

// Boards ranks the finished groups of some gatherings, one board for each scenario, mode and difficulty, by
// name; groups that were abandoned are in none. A kind that is only being played has a board without rows.
// The error is that of engine/league, which no board that the log gave causes.
func Boards(groups []board.Group) ([]Board, error) {
	var games []rules.Played
	at := map[key]board.Group{}
	playing := map[kind]int{}
	for _, g := range groups {
		switch g.Phase {
		case board.PhaseWon, board.PhaseLost:
			games = append(games, played(g))
			at[key{g.Gathering, g.ID}] = g
		case board.PhaseAbandoned:
		default:
			playing[kindOf(g)]++
		}
	}
	ranked, err := rules.Boards(games, rules.ConventionBoard())
	if err != nil {
		return nil, err
	}
	var out []Board
	for _, b := range ranked {
		k := kind{b.Scenario, b.Mode, b.Difficulty}
		one := newBoard(k)
		one.Playing = playing[k]
		delete(playing, k)
		for _, r := range b.Rows {
			one.Rows = append(one.Rows, row(r, at[key{r.Gathering, r.Group}]))
		}
		out = append(out, one)
	}
	for k, n := range playing {
		one := newBoard(k)
		one.Playing = n
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b Board) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Difficulty, b.Difficulty))
	})
	return out, nil
}

// key names a group among those of several gatherings.
type key struct {
	gathering events.GatheringID
	group     events.GroupID
}

// kind is what groups have in common that are ranked together.
type kind struct{ scenario, mode, difficulty string }

// usual is the difficulty that most games have; it is not told.
const usual = "standard"

func kindOf(g board.Group) kind {
	k := kind{g.Scenario, g.Mode, g.Difficulty}
	if k.difficulty == usual {
		k.difficulty = ""
	}
	return k
}

func newBoard(k kind) Board {
	by := rules.ConventionBoard()
	return Board{
		Scenario: k.scenario, Name: words.Scenario(k.scenario), Mode: k.mode, ModeName: words.Mode(k.mode), Difficulty: k.difficulty,
		Rules: by.ID, Edition: by.Edition, Columns: league.BoardColumns(by), Rows: []Row{},
	}
}

// played is the game of a finished group as boards rank it: the numbers are those that the group scores in
// a league, see coordinator/league.ResultsOf.
//
// Rule: Score.
// Source: facts/scoring.md, "What fits muster's formats".
func played(g board.Group) rules.Played {
	k := kindOf(g)
	p := rules.Played{
		Gathering: g.Gathering, Group: g.ID, Name: g.Name, Scenario: k.scenario, Mode: k.mode, Difficulty: k.difficulty,
		Won: g.Phase == board.PhaseWon, Strength: g.City.Start,
	}
	if g.EndedAt.After(time.UnixMilli(0)) {
		p.At = uint64(g.EndedAt.UnixMilli())
	}
	for _, t := range g.Tables {
		p.Players += len(t.Players)
		p.Rounds = max(p.Rounds, lotr.ScoreInput(g.Games[t.ID], p.Won).Rounds)
		for _, one := range t.Players {
			if one.Out {
				p.Eliminated++
			}
			for _, h := range one.Heroes {
				if h.Dead {
					p.DeadHeroes++
				}
			}
		}
	}
	p.Players = max(p.Players, 1) // a group that was won by a ruling before anybody sat down
	p.Damage = min(p.Strength, max(0, p.Strength-g.City.Strength))
	if g.Score != nil && g.Score.Scored {
		total := g.Score.Total
		p.Score = &total
	}
	return p
}

func row(r rules.BoardRow, g board.Group) Row {
	out := Row{
		Rank: r.Place, Shared: r.Shared, Gathering: r.Gathering, Group: r.Group, Name: r.Name, Size: r.Players, Tables: len(g.Tables),
		Won: r.Won, Rounds: r.Rounds, Score: r.Score, Start: r.Strength, Damage: r.Damage, Out: r.Eliminated, Dead: r.DeadHeroes,
		Players: []events.PersonID{}, EndedAt: g.EndedAt, Reason: g.Result.Reason, Cells: league.BoardCells(r),
	}
	for _, t := range g.Tables {
		for _, p := range t.Players {
			out.Players = append(out.Players, p.ID)
		}
	}
	for i := range out.Cells {
		if out.Cells[i].Kind == string(rules.Earlier) && !g.EndedAt.IsZero() {
			out.Cells[i].Shown = g.EndedAt.UTC().Format("2006-01-02 15:04")
			out.Cells[i].Terms = nil
		}
	}
	return out
}
