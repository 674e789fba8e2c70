package campaign

import (
	"maps"
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
)

// Of returns the view of what is kept of a campaign.
func Of(s Stored) View {
	l := s.Log
	v := View{
		Gathering: s.Gathering, ID: s.ID, Name: l.Name, Version: s.Version, Position: s.Position, OpenedAt: s.OpenedAt, At: s.At,
		Players: []Player{}, Fallen: append([]string{}, l.Fallen...), Boons: pool(l, campaign.Boon), Burdens: pool(l, campaign.Burden),
		Notes: notes(l), Rows: rows(l), Next: next(l), Finale: l.Finale,
	}
	for _, p := range l.Players {
		v.Players = append(v.Players, player(l, p))
	}
	v.Score, v.Scored = l.Score()
	if l.Game != nil {
		v.Game = game(s, *l.Game)
	}
	if e := l.Ended; e != nil {
		v.Ended = &Over{Won: e.Won, Choice: e.Choice}
	}
	return v
}

func pool(l rules.Log, kind string) []campaign.PoolCard {
	out := []campaign.PoolCard{}
	for _, c := range l.Pool {
		if c.Kind == kind {
			out = append(out, c)
		}
	}
	return out
}

func player(l rules.Log, p campaign.Player) Player {
	out := Player{Player: p.Player, Penalty: p.Penalty, Heroes: []Hero{}}
	for _, h := range p.Heroes {
		hero := Hero{Hero: h, Change: change(l, p.Player, h.Title)}
		for _, c := range l.Pool {
			if c.Permanent && rules.SameTitle(c.Hero, h.Title) {
				hero.Permanent = append(hero.Permanent, c.Name)
			}
		}
		out.Heroes = append(out.Heroes, hero)
	}
	if taken := l.Taken[p.Player]; taken != "" {
		c := change(l, p.Player, taken)
		c.Taken, c.Allowed = true, !l.Over()
		out.Missing = append(out.Missing, c)
	}
	for _, title := range l.Lost[p.Player] {
		c := change(l, p.Player, title)
		c.Fell = true
		out.Missing = append(out.Missing, c)
	}
	return out
}

func change(l rules.Log, who events.PersonID, title string) Change {
	c := Change{Title: title, Waived: l.Waived(who, title), Allowed: l.Game == nil && !l.Over()}
	if c.Waived == "" {
		c.Costs = rules.Penalty
	}
	return c
}

func notes(l rules.Log) []Note {
	out := []Note{}
	for _, fact := range slices.Sorted(maps.Keys(l.Facts)) {
		out = append(out, Note{Fact: fact, N: l.Facts[fact], Says: NoteSays(fact)})
	}
	return out
}

// NoteSays says what the number of a note counts.
func NoteSays(fact string) string {
	switch fact {
	case rules.FactFleet:
		return "resources on The Corsair Fleet"
	case rules.FactGate:
		return "resources on The Black Gate"
	}
	if enemy, ok := strings.CutPrefix(fact, rules.HaradFacts); ok {
		return "copies of the Harad enemy " + enemy
	}
	return fact
}

// rows are the scenarios that this program knows, and before them what was completed in other boxes.
func rows(l rules.Log) []Row {
	out := []Row{}
	for _, p := range l.Played {
		if !slices.ContainsFunc(rules.Cards(), func(c rules.Card) bool { return c.Scenario == p || rules.SameTitle(c.Title, p) }) {
			out = append(out, Row{Scenario: p, Title: p, State: RowEarlier})
		}
	}
	for _, c := range rules.Cards() {
		r := Row{Scenario: c.Scenario, Title: c.Title, Part: c.Part}
		if l.Completed(c.Scenario) {
			r.State = RowEarlier
		}
		if i := slices.IndexFunc(l.Rows, func(r rules.Row) bool { return r.Scenario == c.Scenario }); i >= 0 {
			w := l.Rows[i]
			r.State, r.Group, r.Score, r.Rounds, r.Tries, r.Boons, r.Burdens = RowLost, w.Group, w.Score, w.Rounds, w.Tries, w.Boons, w.Burdens
			if w.Won {
				r.State = RowWon
			}
		}
		if l.Game != nil && slices.Contains(l.Game.Scenarios, c.Scenario) {
			r.State = RowPlaying
		}
		out = append(out, r)
	}
	return out
}

// game is what a group is opened with for the game that was begun.
func game(s Stored, g campaign.GameBegun) *Game {
	out := &Game{
		Scenarios: g.Scenarios, Title: titles(g.Scenarios), Group: g.Group, Settings: rules.SettingsOf(s.ID, g, s.Log.Players, s.Log.Fallen),
		Seats: seats(s.Log.Players), Included: g.Included, LeftOut: g.LeftOut, Aside: g.Aside, Do: g.Do,
	}
	out.Scenario, out.Mode = rules.ScenarioOf(g)
	if h := s.Log.Half; h != nil {
		out.Half, out.Won = true, h.Won
	}
	return out
}

func titles(scenarios []string) string {
	out := make([]string, len(scenarios))
	for i, id := range scenarios {
		card, _ := rules.CardOf(id)
		out[i] = card.Title
	}
	return strings.Join(out, " and ")
}

// seats are the players' seats with the heroes of the log: all of a player's, or none where one is not
// among the cards that muster knows, since a starting threat that lacks a hero's would be wrong.
func seats(players []campaign.Player) []group.Seat {
	out := []group.Seat{}
	for _, p := range players {
		seat := group.Seat{Player: p.Player}
		for _, h := range p.Heroes {
			if hero, ok := heroOf(h); ok {
				seat.Heroes = append(seat.Heroes, hero)
			}
		}
		if len(seat.Heroes) != len(p.Heroes) {
			seat.Heroes = nil
		}
		out = append(out, seat)
	}
	return out
}

// heroOf finds a hero of the log among the cards that ship with muster: the version that the log names,
// or what all versions of the title have in common where they agree about the threat cost and the hit
// points.
func heroOf(h campaign.Hero) (group.Hero, bool) {
	if c, ok := cards.Shipped().ByCode(h.Card); ok && c.Type == cards.Hero {
		return decks.HeroOf(c), true
	}
	var found []group.Hero
	for _, c := range cards.Shipped().ByName(h.Title) {
		_, known := c.Threat.Int()
		if c.Type == cards.Hero && c.Sphere != cards.Fellowship && known {
			found = append(found, decks.HeroOf(c))
		}
	}
	if len(found) == 0 {
		return group.Hero{}, false
	}
	out := found[0]
	for _, o := range found[1:] {
		if o.Threat != out.Threat || o.HitPoints != out.HitPoints {
			return group.Hero{}, false
		}
	}
	if len(found) > 1 {
		out = group.Hero{Title: out.Title, Threat: out.Threat, HitPoints: out.HitPoints}
	}
	return out, true
}
