package bundle

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
)

// Summary says how a stream ends. Facts are the same whichever version of the program tells them; State and
// Words are compared only by the version that wrote them, since later ones know and say more.
type Summary struct {
	Stream  events.StreamID `json:"stream"`
	Commits events.Version  `json:"commits"`
	Head    events.Hash     `json:"head"` // of the last commit
	Facts   []Fact          `json:"facts,omitempty"`
	State   string          `json:"state"`           // hexadecimal SHA-256 of the state as JSON
	Words   []string        `json:"words,omitempty"` // people as {p-7}
	Engine  string          `json:"engine,omitempty"`
}

// Fact is one thing that a stream led to.
type Fact struct {
	Name  string `json:"name"` // "phase", "city-strength", "place 1"
	Value string `json:"value"`
}

// Summarise tells how a stream ends that was folded whole.
func Summarise(id events.StreamID, r runner.Replayed) (Summary, error) {
	out := Summary{Stream: id, Commits: r.Head.Version, Head: r.Head.Hash, Words: Words(r), Facts: facts(r)}
	var state any
	switch {
	case r.Group != nil:
		s := r.Group.Summary()
		state, out.Engine = s, s.Engine
	case r.Desk != nil:
		state = *r.Desk
	case r.Campaign != nil:
		state = r.Campaign.Log
	case r.Tournament != nil:
		state = r.Tournament.Log
	case r.League != nil:
		state = r.League.Season
	}
	b, err := json.Marshal(state)
	if err != nil {
		return Summary{}, fmt.Errorf("summarise %s: %w", id, err)
	}
	sum := sha256.Sum256(b)
	out.State = hex.EncodeToString(sum[:])
	return out, nil
}

// facts tells what a stream led to, in the form of a table.
func facts(r runner.Replayed) []Fact {
	num := func(n int) string { return strconv.Itoa(n) }
	switch {
	case r.Group != nil:
		s := r.Group.Summary()
		out := []Fact{{"scenario", s.Scenario}, {"phase", string(s.Phase)}, {"round", num(s.Round)}}
		if len(s.CityChanges) > 0 {
			out = append(out, Fact{"city-strength", num(s.City)})
		}
		if n, ok := scoreOf(*r.Group); ok {
			out = append(out, Fact{"score", num(n)})
		}
		return out
	case r.Desk != nil:
		return []Fact{{"people", num(r.Desk.People)}, {"ended", strconv.FormatBool(r.Desk.Ended)}}
	case r.Campaign != nil:
		sum, scored := r.Campaign.Score()
		return []Fact{{"score", num(sum)}, {"scenarios", num(scored)}}
	case r.Tournament != nil:
		out := []Fact{{"status", r.Tournament.Status}, {"rounds", num(len(r.Tournament.Rounds))}}
		ranked, err := r.Tournament.Final()
		if err != nil {
			return out
		}
		for _, row := range ranked {
			out = append(out, Fact{"place " + num(row.Place), string(row.Player)})
		}
		return out
	case r.League != nil:
		return leagueFacts(r.League.Season)
	}
	return nil
}

func leagueFacts(s season.Season) []Fact {
	out := []Fact{{"stage", string(s.Stage)}, {"sessions", strconv.Itoa(len(s.Sessions))}}
	tables, err := s.Compute()
	if err != nil {
		return out
	}
	for _, d := range s.DivisionIDs() {
		for _, row := range tables.Division(d) {
			out = append(out, Fact{strings.TrimSpace(d + " rank " + strconv.Itoa(season.Rank(row))), string(row.Member) + " " + season.Shown(row.Line)})
		}
	}
	return out
}

// summary folds every stream up to the size of the bundle.
func (s Source) summary(ctx context.Context, ids []events.StreamID, size events.Position) ([]Summary, error) {
	out := make([]Summary, 0, len(ids))
	for _, id := range ids {
		r, err := runner.Replay(ctx, s.Log, s.Catalog, id, size)
		if err != nil {
			return nil, fmt.Errorf("write a bundle: %w", err)
		}
		one, err := Summarise(id, r)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func enginesOf(all []Summary) []string {
	var out []string
	for _, s := range all {
		if s.Engine != "" && !slices.Contains(out, s.Engine) {
			out = append(out, s.Engine)
		}
	}
	slices.Sort(out)
	return out
}

func compareStreams(a, b events.StreamID) int { return cmp.Compare(a.String(), b.String()) }

// Words tells a folded stream to people, one fact a line; people are named as {p-7}.
func Words(r runner.Replayed) []string {
	switch {
	case r.Group != nil:
		return r.Group.Words()
	case r.Desk != nil:
		return deskWords(*r.Desk)
	case r.Campaign != nil:
		return campaignWords(r.Campaign.Log)
	case r.Tournament != nil:
		return tournamentWords(r.Tournament.Log)
	case r.League != nil:
		return leagueWords(r.League.Season)
	}
	return nil
}
