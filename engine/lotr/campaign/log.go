package campaign

import (
	"maps"
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
)

// Log is what a campaign's log says. It is a value: nothing in a Log that was handed out is written
// again. Slices and maps in it are read only. The zero Log is that of an empty stream.
//
// Source: facts/game-facts.md, "5.5 Campaign log".
type Log struct {
	Name    string              `json:"name"`
	Opened  bool                `json:"opened"`
	Players []campaign.Player   `json:"players"`
	Fallen  []string            `json:"fallen,omitempty"`
	Pool    []campaign.PoolCard `json:"pool,omitempty"`
	Facts   map[string]int      `json:"facts,omitempty"`
	Rows    []Row               `json:"rows"`
	Played  []string            `json:"played,omitempty"` // scenarios that were completed before the log was kept here
	// Taken lists the players who may replace a hero that the campaign took, by player.
	Taken map[events.PersonID]string `json:"taken,omitempty"`
	// Lost lists the heroes of each player that fell and were not replaced.
	Lost map[events.PersonID][]string `json:"lost,omitempty"`
	Game *campaign.GameBegun          `json:"game,omitempty"` // being prepared or played, with the scenarios that are not recorded yet; nil: none
	// Half is the scenario of the epic finale that is recorded while the other is not.
	Half *campaign.GameRecorded `json:"half,omitempty"`
	// Finale is set while the choice at the end is open.
	Finale bool                    `json:"finale,omitempty"`
	Ended  *campaign.CampaignEnded `json:"ended,omitempty"`
}

// Row is one scenario of the log.
type Row struct {
	Scenario string         `json:"scenario"`
	Title    string         `json:"title"`
	Group    events.GroupID `json:"group,omitempty"`
	Won      bool           `json:"won"`
	Tries    int            `json:"tries"`
	Score    *int           `json:"score,omitempty"`
	Rounds   int            `json:"rounds,omitempty"`
	Boons    []string       `json:"boons,omitempty"` // earned in it
	Burdens  []string       `json:"burdens,omitempty"`
}

// Over reports whether the campaign has ended.
func (l Log) Over() bool { return l.Ended != nil }

// Player returns a player's part of the log.
func (l Log) Player(id events.PersonID) (campaign.Player, bool) {
	i := slices.IndexFunc(l.Players, func(p campaign.Player) bool { return p.Player == id })
	if i < 0 {
		return campaign.Player{}, false
	}
	return l.Players[i], true
}

// Completed tells whether a scenario was won.
func (l Log) Completed(scenario string) bool {
	card, _ := CardOf(scenario)
	return slices.ContainsFunc(l.Rows, func(r Row) bool { return r.Scenario == scenario && r.Won }) ||
		slices.ContainsFunc(l.Played, func(p string) bool { return p == scenario || SameTitle(p, card.Title) })
}

// Next returns the campaign card of the first part that was not completed; false after the last.
func (l Log) Next() (Card, bool) {
	for _, c := range Cards() {
		if !l.Completed(c.Scenario) {
			return c, true
		}
	}
	return Card{}, false
}

// Has tells whether the pool has a card of that kind and name.
func (l Log) Has(kind, name string) bool {
	return slices.ContainsFunc(l.Pool, func(c campaign.PoolCard) bool { return c.Kind == kind && SameTitle(c.Name, name) })
}

// Score returns the sum of the scores on the log, and of how many scenarios; lower is better.
func (l Log) Score() (sum, of int) {
	for _, r := range l.Rows {
		if r.Won && r.Score != nil {
			sum += *r.Score
			of++
		}
	}
	return sum, of
}

// Evolve returns l with an event taken into account. It never refuses.
func (l Log) Evolve(e events.Payload) Log {
	switch e := e.(type) {
	case campaign.CampaignOpened:
		l.Name, l.Opened, l.Players, l.Fallen, l.Pool, l.Played = e.Name, true, e.Players, e.Fallen, e.Pool, e.Played
		l.Facts = maps.Clone(e.Facts)
	case campaign.HeroesRecorded:
		l = l.player(e.Player, func(p *campaign.Player) { p.Heroes = e.Heroes })
	case campaign.HeroChanged:
		l = l.heroChanged(e)
	case campaign.HeroTaken:
		l = l.player(e.Player, func(p *campaign.Player) { p.Heroes = without(p.Heroes, e.Title) })
		l.Taken = with(l.Taken, e.Player, e.Title)
	case campaign.PenaltyRaised:
		l = l.player(e.Player, func(p *campaign.Player) { p.Penalty = e.Penalty })
	case campaign.HeroFell:
		l = l.heroFell(e)
	case campaign.FallenRemoved:
		l.Fallen = slices.DeleteFunc(slices.Clone(l.Fallen), func(t string) bool { return SameTitle(t, e.Title) })
	case campaign.PoolGained:
		l.Pool = append(slices.Clip(l.Pool), e.Card)
		l = l.earned(e.Card)
	case campaign.PoolLost:
		l = l.poolLost(e)
	case campaign.FactKept:
		l.Facts = with(l.Facts, e.Fact, e.N)
		if e.N < 0 {
			delete(l.Facts, e.Fact)
		}
	default:
		l = l.evolveGames(e)
	}
	return l
}

// evolveGames folds what is about games and corrections.
func (l Log) evolveGames(e events.Payload) Log {
	switch e := e.(type) {
	case campaign.GameBegun:
		l.Game = &e
	case campaign.GameCancelled:
		l.Game, l.Half = nil, nil
	case campaign.GameRecorded:
		l = l.recorded(e)
	case campaign.ResultCorrected:
		l = l.resultCorrected(e)
	case campaign.CampaignReopened:
		l.Ended, l.Finale = nil, true
	case campaign.ScoreCorrected:
		l.Rows = slices.Clone(l.Rows)
		for i := range l.Rows {
			if l.Rows[i].Scenario == e.Scenario {
				l.Rows[i].Score = &e.Score
			}
		}
	case campaign.PlayerCorrected:
		l = l.player(e.Now.Player, func(p *campaign.Player) { *p = e.Now })
		l = l.replaced(e.Now)
	case campaign.FallenCorrected:
		l.Fallen = e.Now
	case campaign.CampaignEnded:
		l.Ended, l.Finale = &e, false
	}
	return l
}

func (l Log) player(id events.PersonID, f func(*campaign.Player)) Log {
	i := slices.IndexFunc(l.Players, func(p campaign.Player) bool { return p.Player == id })
	if i < 0 {
		return l
	}
	l.Players = slices.Clone(l.Players)
	f(&l.Players[i])
	return l
}

func (l Log) heroChanged(e campaign.HeroChanged) Log {
	l = l.player(e.Player, func(p *campaign.Player) { p.Heroes = append(without(p.Heroes, e.From), e.To) })
	return l.notMissing(e.Player, e.From)
}

// notMissing says that a hero who was taken or fell is no longer to be replaced.
func (l Log) notMissing(who events.PersonID, title string) Log {
	if taken := l.Taken[who]; taken != "" && SameTitle(taken, title) {
		l.Taken = maps.Clone(l.Taken)
		delete(l.Taken, who)
	}
	if i := slices.IndexFunc(l.Lost[who], func(t string) bool { return SameTitle(t, title) }); i >= 0 {
		l.Lost = with(l.Lost, who, slices.Delete(slices.Clone(l.Lost[who]), i, i+1))
	}
	return l
}

// replaced says that of a player whose heroes were corrected none is to be replaced but those for whom
// there is room.
func (l Log) replaced(p campaign.Player) Log {
	for _, h := range p.Heroes {
		l = l.notMissing(p.Player, h.Title)
	}
	if len(p.Heroes) < MaxHeroes {
		return l
	}
	l = l.notMissing(p.Player, l.Taken[p.Player])
	l.Lost = with(l.Lost, p.Player, nil)
	return l
}

func (l Log) heroFell(e campaign.HeroFell) Log {
	l.Fallen = append(slices.Clip(l.Fallen), e.Title)
	l = l.player(e.Player, func(p *campaign.Player) { p.Heroes = without(p.Heroes, e.Title) })
	l.Lost = with(l.Lost, e.Player, append(slices.Clip(l.Lost[e.Player]), e.Title))
	return l
}

func (l Log) resultCorrected(e campaign.ResultCorrected) Log {
	l.Rows = slices.Clone(l.Rows)
	for i := range l.Rows {
		if r := &l.Rows[i]; r.Scenario == e.Scenario {
			if r.Won = e.Won; !e.Won {
				r.Score = nil
			}
		}
	}
	if e.Scenario == MountDoom {
		l.Finale = e.Won
	}
	return l
}

func (l Log) poolLost(e campaign.PoolLost) Log {
	i := slices.IndexFunc(l.Pool, func(c campaign.PoolCard) bool {
		return c.Kind == e.Kind && c.Name == e.Name && (e.Player == "" || c.Player == e.Player)
	})
	if i >= 0 {
		l.Pool = slices.Delete(slices.Clone(l.Pool), i, i+1)
	}
	return l
}

// earned writes a card into the row of the scenario that was recorded last.
func (l Log) earned(c campaign.PoolCard) Log {
	if len(l.Rows) == 0 {
		return l
	}
	l.Rows = slices.Clone(l.Rows)
	r := &l.Rows[len(l.Rows)-1]
	if c.Kind == campaign.Boon {
		r.Boons = append(slices.Clip(r.Boons), c.Name)
	} else {
		r.Burdens = append(slices.Clip(r.Burdens), c.Name)
	}
	return l
}

func (l Log) recorded(e campaign.GameRecorded) Log {
	card, _ := CardOf(e.Scenario)
	row := Row{Scenario: e.Scenario, Title: card.Title, Group: e.Group, Won: e.Won, Tries: 1, Score: e.Score, Rounds: e.Rounds}
	l.Rows = slices.Clone(l.Rows)
	if i := slices.IndexFunc(l.Rows, func(r Row) bool { return r.Scenario == e.Scenario && !r.Won }); i >= 0 {
		row.Tries += l.Rows[i].Tries
		l.Rows = slices.Delete(l.Rows, i, i+1)
	}
	l.Rows = append(l.Rows, row)
	if e.Scenario == MountDoom && e.Won {
		l.Finale = true
	}
	return l.gameAfter(e)
}

// gameAfter takes a scenario off the game being played when it is recorded: the epic finale has two.
func (l Log) gameAfter(e campaign.GameRecorded) Log {
	if l.Game == nil || !slices.Contains(l.Game.Scenarios, e.Scenario) {
		return l
	}
	left := slices.DeleteFunc(slices.Clone(l.Game.Scenarios), func(o string) bool { return o == e.Scenario })
	if len(left) == 0 {
		l.Game, l.Half = nil, nil
		return l
	}
	g := *l.Game
	g.Scenarios = left
	l.Game, l.Half = &g, &e
	return l
}

func without(heroes []campaign.Hero, title string) []campaign.Hero {
	return slices.DeleteFunc(slices.Clone(heroes), func(h campaign.Hero) bool { return SameTitle(h.Title, title) })
}

func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	m = maps.Clone(m)
	if m == nil {
		m = map[K]V{}
	}
	m[k] = v
	return m
}
