package bundle

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/scoring"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	played "github.com/muster-events/muster/events/tournament"
)

// Table is a table of results that a log leads to. The first row names the columns.
type Table struct {
	Name string // "groups", or the kind and id of a tournament or league, "t/spring"
	Rows [][]string
}

// Tables folds every stream of a bundle and returns its results: all groups in one table, each tournament's
// standings and each league's divisions in one of its own. Nothing is proven by that: verify the bundle too.
func Tables(ctx context.Context, f *File, cat *events.Catalogue) ([]Table, error) {
	sp, err := newSpool()
	if err != nil {
		return nil, err
	}
	out, err := tables(ctx, f, cat, sp)
	if err2 := sp.close(); err == nil {
		err = err2
	}
	return out, err
}

func tables(ctx context.Context, f *File, cat *events.Catalogue, sp *spool) ([]Table, error) {
	for r, err := range f.Commits() {
		if err != nil {
			return nil, err
		}
		if err := sp.add(r); err != nil {
			return nil, err
		}
	}
	if err := sp.w.Flush(); err != nil {
		return nil, err
	}
	groups := Table{Name: "groups", Rows: [][]string{{"group", "name", "scenario", "mode", "players", "round", "phase", "city-strength", "score"}}}
	var others []Table
	for _, id := range slices.SortedFunc(maps.Keys(sp.streams), compareStreams) {
		r, err := runner.Replay(ctx, sp, cat, id, 0)
		if err != nil {
			return nil, err
		}
		switch {
		case r.Group != nil:
			groups.Rows = append(groups.Rows, groupRow(id, *r.Group))
		case r.Tournament != nil:
			t, err := tournamentTable(id, r.Tournament.Log)
			if err != nil {
				return nil, err
			}
			others = append(others, t)
		case r.League != nil:
			t, err := leagueTable(id, r.League.Season)
			if err != nil {
				return nil, err
			}
			others = append(others, t)
		}
	}
	if len(groups.Rows) > 1 {
		others = append([]Table{groups}, others...)
	}
	return others, nil
}

func groupRow(id events.StreamID, s coordinator.State) []string {
	sum := s.Summary()
	players := 0
	for _, t := range sum.Tables {
		players += len(t.Game.Players)
	}
	city := ""
	if len(sum.CityChanges) > 0 {
		city = strconv.Itoa(sum.City)
	}
	score := ""
	if n, ok := scoreOf(s); ok {
		score = strconv.Itoa(n)
	}
	return []string{
		string(id.Group), sum.Name, sum.Scenario, sum.Mode, strconv.Itoa(players), strconv.Itoa(sum.Round), string(sum.Phase), city, score,
	}
}

// scoreOf is the score of a group that has won or lost, if it has one.
//
// Source: facts/game-facts.md, "5.4 Score of a finished game".
func scoreOf(s coordinator.State) (int, bool) {
	won := s.Phase == coordinator.PhaseWon
	if !won && s.Phase != coordinator.PhaseLost {
		return 0, false
	}
	games := make([]scoring.Game, 0, len(s.Tables))
	for _, t := range s.Tables {
		games = append(games, lotr.ScoreInput(t.Table, won))
	}
	score := scoring.Of(scoring.Join(games...), s.Settings.Score)
	return score.Total, score.Scored
}

// tournamentTable is the table that the server exports as CSV, without names.
func tournamentTable(id events.StreamID, l tournament.Log) (Table, error) {
	out := Table{Name: string(id.Kind) + "/" + string(id.Group)}
	table, err := l.Standings(played.StageMain)
	if err != nil {
		return out, fmt.Errorf("standings of %s: %w", id, err)
	}
	if out.Rows, err = csv.NewReader(bytes.NewReader(bytes.TrimPrefix(exchange.WriteStandings(table, nil), bom))).ReadAll(); err != nil {
		return out, fmt.Errorf("standings of %s: %w", id, err)
	}
	return out, nil
}

// bom begins a CSV file for spreadsheets.
var bom = []byte("\ufeff")

func leagueTable(id events.StreamID, s season.Season) (Table, error) {
	out := Table{Name: string(id.Kind) + "/" + string(id.Group), Rows: [][]string{{"rank", "player", "division", "points"}}}
	all, err := s.Compute()
	if err != nil {
		return out, fmt.Errorf("tables of %s: %w", id, err)
	}
	for _, d := range s.DivisionIDs() {
		for _, row := range all.Division(d) {
			out.Rows = append(out.Rows, []string{strconv.Itoa(season.Rank(row)), string(row.Member), d, season.Shown(row.Line)})
		}
	}
	return out, nil
}
