package person

import (
	"cmp"
	"fmt"
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/league"
	"github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// Sources are all read models of a gathering that a history is put together from.
type Sources struct {
	Tournaments []tournament.Stored
	Leagues     []league.View // as everybody sees them
	Groups      []board.Group
}

// Of puts the history of a person together. An error says that a tournament contradicts itself, which no
// log that was decided does.
func Of(g events.GatheringID, p events.PersonID, in Sources) (History, error) {
	out := History{Gathering: g, Player: p, Tournaments: []Tournament{}, Leagues: []League{}, Groups: []Group{}}
	same := in.same()
	out.Also, out.Into = same.of(p), same[p]
	ids := append([]events.PersonID{p}, out.Also...)
	for _, s := range in.Tournaments {
		one, is, err := tournamentOf(s, ids)
		if err != nil {
			return out, fmt.Errorf("tournament %s: %w", s.ID, err)
		}
		if is {
			out.Tournaments = append(out.Tournaments, one)
		}
	}
	for _, v := range in.Leagues {
		if one, is := leagueOf(v, ids); is {
			out.Leagues = append(out.Leagues, one)
		}
	}
	for _, b := range in.Groups {
		if one, is := groupOf(b, ids); is {
			out.Groups = append(out.Groups, one)
		}
	}
	slices.SortFunc(out.Tournaments, func(a, b Tournament) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	slices.SortFunc(out.Leagues, func(a, b League) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	slices.SortFunc(out.Groups, func(a, b Group) int { return cmp.Or(b.StartedAt.Compare(a.StartedAt), cmp.Compare(a.ID, b.ID)) })
	return out, nil
}

// merges leads from an id to the person that it was found to be.
type merges map[events.PersonID]events.PersonID

// same collects what tournaments and leagues say about who is one person, as everybody sees it.
func (in Sources) same() merges {
	out := merges{}
	for _, s := range in.Tournaments {
		l := s.Log.Public()
		for _, e := range l.Entrants {
			if to, ok := l.Entrant(e.Into); ok && to.Player != e.Player {
				out[e.Player] = to.Player
			}
		}
	}
	for _, v := range in.Leagues {
		for _, p := range v.Players {
			if p.Into != "" {
				out[p.Player] = p.Into
			}
		}
	}
	return out
}

// of lists the ids that were found to be a person, in order.
func (m merges) of(p events.PersonID) []events.PersonID {
	var out []events.PersonID
	for id := range m {
		for at, n := m[id], 0; n <= len(m); at, n = m[at], n+1 { // bounded: two streams may say it either way round
			if at == p && id != p {
				out = append(out, id)
				break
			}
		}
	}
	slices.Sort(out)
	return out
}

// tournamentOf is what everybody sees of a person in a tournament; false if they did not enter.
func tournamentOf(s tournament.Stored, ids []events.PersonID) (Tournament, bool, error) {
	l := s.Log.Public()
	var e rules.Entrant
	for _, id := range ids {
		if found, ok := l.EntrantOf(id); ok {
			e = found
			break
		}
	}
	if e.N == 0 {
		return Tournament{}, false, nil
	}
	out := Tournament{
		ID: s.ID, Name: l.Name, Format: l.Rules.Format, Status: l.Status, Entered: e.Player, Waiting: e.Waiting, Dropped: e.Dropped,
		Provisional: !slices.Contains([]string{log.StatusEnded, log.StatusThawed, log.StatusFinal, log.StatusSealed}, l.Status),
	}
	if len(l.Rounds) == 0 {
		return out, true, nil
	}
	all, err := l.Final()
	if err != nil {
		return out, true, err
	}
	out.Of = len(all)
	for _, r := range all {
		if r.Player != e.Player {
			continue
		}
		out.Place, out.Shared, out.Says = r.Place, r.Shared, r.Says
		out.Won, out.Drawn, out.Lost, out.Byes = r.Won, r.Drawn, r.Lost, r.Byes
		if len(r.Row.Cells) > 0 {
			out.Points = r.Row.Cells[0].Value.String()
		}
	}
	return out, true, nil
}

// leagueOf is what everybody sees of a person in a league; false if they have no row.
func leagueOf(v league.View, ids []events.PersonID) (League, bool) {
	for _, t := range v.Tables {
		for _, r := range t.Rows {
			if !slices.Contains(ids, r.Player) {
				continue
			}
			out := League{
				ID: v.ID, Name: v.Name, Season: v.Season, Stage: v.Stage, Entered: r.Player, Rank: r.Rank, Of: len(t.Rows), Points: r.Points,
				Attended: r.Attended, Dropped: r.Dropped, Provisional: r.Provisional,
			}
			if t.Division != "" {
				out.Division = t.Name
			}
			return out, true
		}
	}
	return League{}, false
}

// groupOf is the part of a person in a group; false if they sat at none of its tables.
func groupOf(b board.Group, ids []events.PersonID) (Group, bool) {
	for _, t := range b.Tables {
		for _, p := range t.Players {
			if !slices.Contains(ids, p.ID) {
				continue
			}
			out := Group{
				ID: b.ID, Name: b.Name, Team: t.Team, Table: t.ID, Scenario: b.Scenario, ScenarioName: words.Scenario(b.Scenario), Mode: b.Mode,
				Difficulty: b.Difficulty, Phase: b.Phase, Size: b.Players, Rounds: b.Round, Out: p.Out, StartedAt: b.StartedAt, EndedAt: b.EndedAt,
			}
			if b.Score != nil && b.Score.Scored {
				out.Score = &b.Score.Total
			}
			return out, true
		}
	}
	return Group{}, false
}
