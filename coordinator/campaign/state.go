// Package campaign decides about the log of a campaign: the players' heroes and threat penalties, the
// fallen, the pool of boons and burdens, a row for each scenario, notes. It is pure, in the same form
// as package coordinator: [Decide] answers a command with events or a refusal, [Apply] folds a commit.
//
// Invariants:
//
//  1. OpenCampaign is the first command; after CampaignEnded only corrections are accepted.
//  2. A hero is on one player's list at most once, and never while it is on the list of the fallen.
//     Who lost a hero, because it fell or because the campaign took it, may name another.
//  3. A card is in the pool only after it was earned; a setup includes no other.
//  4. A change of hero costs a permanent +1 unless the log says why not.
//  5. A scenario that was lost changes nothing in the log but its row.
//
// Next: engine/lotr/campaign, the campaign cards; coordinator/runner, which runs this.
package campaign

import (
	"maps"
	"slices"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/index"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
)

// State is what a campaign's log says. It is a value: nothing in a State that was handed out is
// written again. Slices and maps in it are read only.
type State struct {
	Name    string
	Opened  bool
	Players []campaign.Player
	Fallen  []string
	Pool    []campaign.PoolCard
	Facts   map[string]int
	Rows    []Row
	Played  []string // scenarios that were completed before the log was kept here
	// Taken lists the players who may replace a hero that the campaign took, by player.
	Taken map[events.PersonID]string
	// Lost lists the heroes of each player that fell and were not replaced.
	Lost map[events.PersonID][]string
	Game *campaign.GameBegun // being prepared or played, with the scenarios that are not recorded yet; nil: none
	// Half is the scenario of the epic finale that is recorded while the other is not.
	Half *campaign.GameRecorded
	// Finale is set while the choice at the end is open.
	Finale bool
	Ended  *campaign.CampaignEnded

	version events.Version
	seen    index.Index[events.CommandID, events.Version]
	devices index.Index[events.DeviceID, uint64]
}

// Row is one scenario of the log.
type Row struct {
	Scenario string
	Title    string
	Group    events.GroupID
	Won      bool
	Tries    int
	Score    *int
	Rounds   int
	Boons    []string // earned in it
	Burdens  []string
}

// Initial returns the state of an empty stream.
func Initial() State { return State{} }

// Version returns the number of commits that the state holds.
func (s State) Version() events.Version { return s.version }

// Seen returns the version of the commit that holds a command, and whether there is one.
func (s State) Seen(id events.CommandID) (events.Version, bool) { return s.seen.Get(id) }

// Over reports whether the campaign has ended.
func (s State) Over() bool { return s.Ended != nil }

// Player returns a player's part of the log.
func (s State) Player(id events.PersonID) (campaign.Player, bool) {
	i := slices.IndexFunc(s.Players, func(p campaign.Player) bool { return p.Player == id })
	if i < 0 {
		return campaign.Player{}, false
	}
	return s.Players[i], true
}

// Completed tells whether a scenario was won.
func (s State) Completed(scenario string) bool {
	card, _ := rules.CardOf(scenario)
	return slices.ContainsFunc(s.Rows, func(r Row) bool { return r.Scenario == scenario && r.Won }) ||
		slices.ContainsFunc(s.Played, func(p string) bool { return p == scenario || rules.SameTitle(p, card.Title) })
}

// Next returns the campaign card of the first part that was not completed; false after the last.
func (s State) Next() (rules.Card, bool) {
	for _, c := range rules.Cards() {
		if !s.Completed(c.Scenario) {
			return c, true
		}
	}
	return rules.Card{}, false
}

// Has tells whether the pool has a card of that kind and name.
func (s State) Has(kind, name string) bool {
	return slices.ContainsFunc(s.Pool, func(c campaign.PoolCard) bool { return c.Kind == kind && rules.SameTitle(c.Name, name) })
}

// Score returns the sum of the scores on the log, and of how many scenarios; lower is better.
func (s State) Score() (sum, of int) {
	for _, r := range s.Rows {
		if r.Won && r.Score != nil {
			sum += *r.Score
			of++
		}
	}
	return sum, of
}

// Apply returns s with a commit taken into account, and remembers its command. It never refuses.
func Apply(s State, a coordinator.Applied) State {
	for _, e := range a.Events {
		s = s.evolve(e)
	}
	s.version = a.Version
	s.seen = s.seen.With(a.Command.ID, a.Version)
	if a.Command.N > 0 && a.Command.Device != "" {
		s.devices = s.devices.With(a.Command.Device, a.Command.N)
	}
	return s
}

func (s State) evolve(e events.Payload) State {
	switch e := e.(type) {
	case campaign.CampaignOpened:
		s.Name, s.Opened, s.Players, s.Fallen, s.Pool, s.Played = e.Name, true, e.Players, e.Fallen, e.Pool, e.Played
		s.Facts = maps.Clone(e.Facts)
	case campaign.HeroesRecorded:
		s = s.player(e.Player, func(p *campaign.Player) { p.Heroes = e.Heroes })
	case campaign.HeroChanged:
		s = s.heroChanged(e)
	case campaign.HeroTaken:
		s = s.player(e.Player, func(p *campaign.Player) { p.Heroes = without(p.Heroes, e.Title) })
		s.Taken = with(s.Taken, e.Player, e.Title)
	case campaign.PenaltyRaised:
		s = s.player(e.Player, func(p *campaign.Player) { p.Penalty = e.Penalty })
	case campaign.HeroFell:
		s = s.heroFell(e)
	case campaign.FallenRemoved:
		s.Fallen = slices.DeleteFunc(slices.Clone(s.Fallen), func(t string) bool { return rules.SameTitle(t, e.Title) })
	case campaign.PoolGained:
		s.Pool = append(slices.Clip(s.Pool), e.Card)
		s = s.earned(e.Card)
	case campaign.PoolLost:
		s = s.poolLost(e)
	case campaign.FactKept:
		s.Facts = with(s.Facts, e.Fact, e.N)
		if e.N < 0 {
			delete(s.Facts, e.Fact)
		}
	default:
		s = s.evolveGames(e)
	}
	return s
}

// evolveGames folds what is about games and corrections.
func (s State) evolveGames(e events.Payload) State {
	switch e := e.(type) {
	case campaign.GameBegun:
		s.Game = &e
	case campaign.GameCancelled:
		s.Game, s.Half = nil, nil
	case campaign.GameRecorded:
		s = s.recorded(e)
	case campaign.ResultCorrected:
		s = s.resultCorrected(e)
	case campaign.CampaignReopened:
		s.Ended, s.Finale = nil, true
	case campaign.ScoreCorrected:
		s.Rows = slices.Clone(s.Rows)
		for i := range s.Rows {
			if s.Rows[i].Scenario == e.Scenario {
				s.Rows[i].Score = &e.Score
			}
		}
	case campaign.PlayerCorrected:
		s = s.player(e.Now.Player, func(p *campaign.Player) { *p = e.Now })
		s = s.replaced(e.Now)
	case campaign.FallenCorrected:
		s.Fallen = e.Now
	case campaign.CampaignEnded:
		s.Ended, s.Finale = &e, false
	}
	return s
}

func (s State) player(id events.PersonID, f func(*campaign.Player)) State {
	i := slices.IndexFunc(s.Players, func(p campaign.Player) bool { return p.Player == id })
	if i < 0 {
		return s
	}
	s.Players = slices.Clone(s.Players)
	f(&s.Players[i])
	return s
}

func (s State) heroChanged(e campaign.HeroChanged) State {
	s = s.player(e.Player, func(p *campaign.Player) { p.Heroes = append(without(p.Heroes, e.From), e.To) })
	return s.notMissing(e.Player, e.From)
}

// notMissing says that a hero who was taken or fell is no longer to be replaced.
func (s State) notMissing(who events.PersonID, title string) State {
	if taken := s.Taken[who]; taken != "" && rules.SameTitle(taken, title) {
		s.Taken = maps.Clone(s.Taken)
		delete(s.Taken, who)
	}
	if i := slices.IndexFunc(s.Lost[who], func(t string) bool { return rules.SameTitle(t, title) }); i >= 0 {
		s.Lost = with(s.Lost, who, slices.Delete(slices.Clone(s.Lost[who]), i, i+1))
	}
	return s
}

// replaced says that of a player whose heroes were corrected none is to be replaced but those for whom
// there is room.
func (s State) replaced(p campaign.Player) State {
	for _, h := range p.Heroes {
		s = s.notMissing(p.Player, h.Title)
	}
	if len(p.Heroes) < maxHeroes {
		return s
	}
	s = s.notMissing(p.Player, s.Taken[p.Player])
	s.Lost = with(s.Lost, p.Player, nil)
	return s
}

func (s State) heroFell(e campaign.HeroFell) State {
	s.Fallen = append(slices.Clip(s.Fallen), e.Title)
	s = s.player(e.Player, func(p *campaign.Player) { p.Heroes = without(p.Heroes, e.Title) })
	s.Lost = with(s.Lost, e.Player, append(slices.Clip(s.Lost[e.Player]), e.Title))
	return s
}

func (s State) resultCorrected(e campaign.ResultCorrected) State {
	s.Rows = slices.Clone(s.Rows)
	for i := range s.Rows {
		if r := &s.Rows[i]; r.Scenario == e.Scenario {
			if r.Won = e.Won; !e.Won {
				r.Score = nil
			}
		}
	}
	if e.Scenario == rules.MountDoom {
		s.Finale = e.Won
	}
	return s
}

func (s State) poolLost(e campaign.PoolLost) State {
	i := slices.IndexFunc(s.Pool, func(c campaign.PoolCard) bool {
		return c.Kind == e.Kind && c.Name == e.Name && (e.Player == "" || c.Player == e.Player)
	})
	if i >= 0 {
		s.Pool = slices.Delete(slices.Clone(s.Pool), i, i+1)
	}
	return s
}

// earned writes a card into the row of the scenario that was recorded last.
func (s State) earned(c campaign.PoolCard) State {
	if len(s.Rows) == 0 {
		return s
	}
	s.Rows = slices.Clone(s.Rows)
	r := &s.Rows[len(s.Rows)-1]
	if c.Kind == campaign.Boon {
		r.Boons = append(slices.Clip(r.Boons), c.Name)
	} else {
		r.Burdens = append(slices.Clip(r.Burdens), c.Name)
	}
	return s
}

func (s State) recorded(e campaign.GameRecorded) State {
	card, _ := rules.CardOf(e.Scenario)
	row := Row{Scenario: e.Scenario, Title: card.Title, Group: e.Group, Won: e.Won, Tries: 1, Score: e.Score, Rounds: e.Rounds}
	s.Rows = slices.Clone(s.Rows)
	if i := slices.IndexFunc(s.Rows, func(r Row) bool { return r.Scenario == e.Scenario && !r.Won }); i >= 0 {
		row.Tries += s.Rows[i].Tries
		s.Rows = slices.Delete(s.Rows, i, i+1)
	}
	s.Rows = append(s.Rows, row)
	if e.Scenario == rules.MountDoom && e.Won {
		s.Finale = true
	}
	return s.gameAfter(e)
}

// gameAfter takes a scenario off the game being played when it is recorded: the epic finale has two.
func (s State) gameAfter(e campaign.GameRecorded) State {
	if s.Game == nil || !slices.Contains(s.Game.Scenarios, e.Scenario) {
		return s
	}
	left := slices.DeleteFunc(slices.Clone(s.Game.Scenarios), func(o string) bool { return o == e.Scenario })
	if len(left) == 0 {
		s.Game, s.Half = nil, nil
		return s
	}
	g := *s.Game
	g.Scenarios = left
	s.Game, s.Half = &g, &e
	return s
}

func without(heroes []campaign.Hero, title string) []campaign.Hero {
	return slices.DeleteFunc(slices.Clone(heroes), func(h campaign.Hero) bool { return rules.SameTitle(h.Title, title) })
}

func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	m = maps.Clone(m)
	if m == nil {
		m = map[K]V{}
	}
	m[k] = v
	return m
}
