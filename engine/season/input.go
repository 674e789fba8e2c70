package season

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// RulesOf returns the rules by which the tables of a league are worked out. The error says what they lack.
func RulesOf(r league.Rules) (rules.Rules, error) {
	var out rules.Rules
	b, err := json.Marshal(r)
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(b, &out); err != nil { // an amount that is no number
		return out, err
	}
	return out, out.Check()
}

// Words returns rules of engine/league as a league records them.
func Words(r rules.Rules) league.Rules {
	var out league.Rules
	b, err := json.Marshal(r)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil { // both are stored alike, which a test holds
		panic(err)
	}
	return out
}

// Amount returns an amount as a number; 0 for one that is none.
func Amount(a league.Amount) exact.Num {
	n, err := exact.Parse(string(a))
	if err != nil {
		return exact.Num{}
	}
	return n
}

// Input returns the season as engine/league takes it: entries of players by session, in the order in which
// the sessions were planned. Sessions that were cancelled are left out.
func (s Season) Input() rules.Season {
	out := rules.Season{Seed: s.Seed, Merged: map[events.PersonID]events.PersonID{}}
	for _, p := range s.Players {
		out.Members = append(out.Members, rules.Member{
			ID: p.Player.Player, Team: p.Team, Store: p.Store, Division: p.Division, Dropped: p.Dropped,
			Carry: Amount(p.Points), LastPlace: p.Place,
		})
		if p.Into != "" {
			out.Merged[p.Player.Player] = p.Into
		}
	}
	by, people := s.bySession(), s.People()
	tries := s.tries(people)
	for i, x := range s.Sessions {
		if x.Cancelled {
			continue
		}
		session := rules.Session{N: i + 1, Name: x.Name}
		for _, e := range s.entries(by[x.ID], people, tries) {
			session.Entries = append(session.Entries, e.Entry)
		}
		out.Sessions = append(out.Sessions, session)
	}
	return out
}

func (s Season) bySession() map[league.SessionID][]Result {
	out := map[league.SessionID][]Result{}
	for _, r := range s.Results {
		if r.Now != nil {
			out[r.Session] = append(out[r.Session], r)
		}
	}
	return out
}

// made is an entry being put together: what goes with it joins it.
type made struct {
	rules.Entry
	source league.Source
}

// entries puts the results of a session into entries: one for each place and each game, which what else
// the player has brought from the same source joins, or else the first. Where scenarios have the values
// only games are entries: who played none of them has not come.
func (s Season) entries(all []Result, people People, tries map[int][]rules.Attempt) []made {
	var out []made
	at := map[events.PersonID][]int{} // a player's entries
	each := func(standing bool, f func(Result, events.PersonID)) {
		for _, r := range all {
			if stands(r.Now) != standing {
				continue
			}
			for _, named := range r.Now.Players {
				if people.counts(r, named) {
					f(r, named)
				}
			}
		}
	}
	each(true, func(r Result, named events.PersonID) {
		if r.Now.Game == nil && s.Rules.Unit == string(rules.ByScenario) {
			return
		}
		if r.Now.Kind == league.KindTokens && tries[r.N] == nil {
			return // told with the first try of the quest
		}
		who := people.Who(named)
		e := made{Entry: entry(r, named)}
		e.Attempts = tries[r.N]
		if r.Source != nil {
			e.source = *r.Source
		}
		at[who] = append(at[who], len(out))
		out = append(out, e)
	})
	each(false, func(r Result, named events.PersonID) {
		who := people.Who(named)
		if len(at[who]) == 0 && s.Rules.Unit == string(rules.ByScenario) {
			return
		}
		if len(at[who]) == 0 {
			at[who] = append(at[who], len(out))
			out = append(out, made{Entry: rules.Entry{ID: entryID(r.N), Member: named, At: uint64(r.N)}})
		}
		into := at[who][0]
		for _, i := range at[who] {
			if r.Source != nil && out[i].source == *r.Source {
				into = i
				break
			}
		}
		join(&out[into].Entry, r)
	})
	return out
}

func entryID(n int) string { return fmt.Sprintf("result %d", n) }

// entry is a result that is an entry by itself.
func entry(r Result, named events.PersonID) rules.Entry {
	e := rules.Entry{ID: entryID(r.N), Member: named, At: uint64(r.N), Place: r.Now.Place, Wins: r.Now.Wins, Draws: r.Now.Draws, Losses: r.Now.Losses}
	if g := r.Now.Game; g != nil {
		e.Scenario, e.Mode, e.Players, e.Score = g.Scenario, g.Mode, g.Size, g.Score
		if g.Won {
			e.Wins = 1
		} else {
			e.Losses = 1
		}
		if d := g.Deck; d != nil {
			e.Deck = rules.Deck{
				Outside: d.Outside, OutsideCore: d.OutsideCore, OutsideThat: d.Beyond, CycleHeroes: d.CycleHeroes, BoxHeroes: d.BoxHeroes,
			}
		}
	}
	corrected(&e, r)
	return e
}

// join adds what a result says to an entry of the same player.
func join(e *rules.Entry, r Result) {
	e.Wins, e.Draws, e.Losses = e.Wins+r.Now.Wins, e.Draws+r.Now.Draws, e.Losses+r.Now.Losses
	if r.Now.Achievement != "" {
		e.Achievements = append(slices.Clip(e.Achievements), r.Now.Achievement)
	}
	e.Points = e.Points.Add(Amount(r.Now.Points))
	corrected(e, r)
}

// corrected tells with an entry that it was corrected, what it said before and why.
func corrected(e *rules.Entry, r Result) {
	if len(r.Trail) == 0 {
		return
	}
	last := r.Trail[len(r.Trail)-1]
	e.Was, e.Reason = Line(last.Was), last.Reason
}

// tries puts the tries of each player at each quest with handicap tokens together, with the result that
// brought the first: they are one entry. Tries that a correction or a merge has left against the token rule
// do not count.
//
// Source: facts/scoring.md, "What fits muster's formats".
func (s Season) tries(people People) map[int][]rules.Attempt {
	type quest struct {
		who      events.PersonID
		scenario string
	}
	first := map[quest]int{}
	out := map[int][]rules.Attempt{}
	for _, r := range s.Results {
		x, planned := s.Session(r.Session)
		if r.Now == nil || !planned || r.Now.Kind != league.KindTokens || x.Cancelled {
			continue
		}
		for _, named := range r.Now.Players {
			if !people.counts(r, named) {
				continue
			}
			q := quest{people.Who(named), r.Now.Game.Scenario}
			if first[q] == 0 {
				first[q] = r.N
			}
			try := rules.Attempt{Tokens: r.Now.Game.Tokens, Won: r.Now.Game.Won}
			if done := out[first[q]]; rules.CheckAttempt(done, try) == nil {
				out[first[q]] = append(done, try)
			}
		}
	}
	return out
}
