package board

import (
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// play folds an event into the games of the tables that it concerns, by the rules themselves, and
// takes over what the board shows of them.
func (f *fold) play(e events.Payload) {
	only := events.TableID("")
	if te, ok := e.(lotr.TableEvent); ok {
		only = te.OnTable()
	}
	for i := range f.g.Tables {
		id := f.g.Tables[i].ID
		if only != "" && only != id {
			continue
		}
		game := rules.EvolveTable(f.Games[id], e)
		if d, ok := e.(lotr.DeckDeclared); ok && d.Table == id {
			game.Decks = withoutCards(game.Decks, d.Player)
		}
		f.Games[id] = game
		f.table(id).mirror(game)
	}
}

// withoutCards keeps what the board shows of a deck: its lines would be stored with every entry that
// can be taken back. How many cards it has stays as one line, beside those that the rules ask for.
func withoutCards(decks map[events.PersonID]lotr.DeckDeclared, player events.PersonID) map[events.PersonID]lotr.DeckDeclared {
	d := decks[player]
	n := 0
	var kept []lotr.DeckCard
	for _, c := range d.Cards {
		if strings.EqualFold(c.Name, theOneRing) {
			kept = append(kept, c)
		} else {
			n += c.Copies
		}
	}
	d.Cards = append(kept, lotr.DeckCard{Copies: n})
	decks[player] = d
	return decks
}

// theOneRing is the attachment that is looked for in decks.
//
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
const theOneRing = "The One Ring"

// mirror takes over the state of a table's game.
func (t *Table) mirror(g rules.Table) {
	t.Stage, t.Progress, t.Resources, t.Placed = g.Stage, g.Progress, g.Resources, g.StagePlaced
	if g.Stage != "" {
		t.ProgressCap = g.StageCap
	}
	t.Phase, t.Refreshed, t.Quested, t.FirstPlayer = g.Phase, g.Refreshed, g.Quested, g.FirstPlayer
	t.Archery, t.Ended = g.Archery, g.Ended
	t.Revealed = ""
	if g.Revealed != nil {
		t.Revealed = g.Revealed.Card.Name
	}
	t.Scored, t.Victory = slices.Clone(g.Scored), slices.Clone(g.Victory)
	t.PowerInPlay, t.PowerBy, t.PowerProgress = g.PowerInPlay, g.PowerBy, g.PowerProgress
	t.Lorien = make([]Lorien, 0, len(g.Lorien))
	for _, l := range g.Lorien {
		t.Lorien = append(t.Lorien, Lorien(l))
	}
	t.Scenario, t.EyeHere, t.Drawn = g.Scenario, g.Eye, g.Drawn
	t.mirrorPlayers(g)
	t.mirrorCards(g)
	t.mirrorOpen(g)
}

// mirrorPlayers takes over the players: before setup those who are seated, then those who play.
func (t *Table) mirrorPlayers(g rules.Table) {
	was := t.Players
	t.Players = make([]Player, 0, max(len(g.Players), len(g.Seats)))
	if g.Stage == "" {
		for _, s := range g.Seats {
			one := seated(s)
			one.Deck = deckOf(g.Decks, s.Player)
			t.Players = append(t.Players, one)
		}
		return
	}
	for _, p := range g.Players {
		one := playing(p)
		one.Deck = deckOf(g.Decks, p.ID)
		if i := slices.IndexFunc(was, func(o Player) bool { return o.ID == p.ID }); i >= 0 && p.Out {
			one.OutWhy = was[i].OutWhy
		}
		t.Players = append(t.Players, one)
	}
}

func seated(s group.Seat) Player {
	p := Player{
		ID: s.Player, Threat: rules.StartingThreat(s), Elimination: rules.EliminationLevel,
		Contract: s.Contract, Ring: s.Ring, RingCopy: s.OneRing, Heroes: make([]Hero, 0, len(s.Heroes)),
	}
	for _, h := range s.Heroes {
		p.Heroes = append(p.Heroes, heroOf(rules.Hero{Hero: h}))
	}
	return p
}

func playing(p rules.Player) Player {
	out := Player{
		ID: p.ID, Threat: p.Threat, Elimination: p.Elimination, Out: p.Out, HeroesLeft: p.HeroesUp(),
		Contract: p.Contract, SideB: p.ContractB, Ring: p.Ring, RingCopy: p.RingCopy, Lowered: p.Lowered,
		Heroes: make([]Hero, 0, len(p.Heroes)),
	}
	for _, h := range p.Heroes {
		out.Heroes = append(out.Heroes, heroOf(h))
	}
	for _, a := range p.InPlay {
		out.Allies = append(out.Allies, Ally{
			Name: a.Name, Unique: a.Unique, Ranged: a.Ranged, Sentinel: a.Sentinel, Exhausted: a.Exhausted,
			Willpower: a.Willpower, Attack: a.Attack, Defense: a.Defense, HitPoints: a.HitPoints, Damage: p.Allies[a.Name],
		})
	}
	return out
}

func heroOf(h rules.Hero) Hero {
	return Hero{
		Title: strings.TrimSpace(h.Title), Threat: h.Threat, HitPoints: h.HitPoints, Damage: h.Damage, Dead: h.Dead,
		Gone: h.Gone, Exhausted: h.Exhausted, Sphere: h.Sphere, Traits: h.Traits,
		Willpower: h.Willpower, Attack: h.Attack, Defense: h.Defense, Ranged: h.Ranged, Sentinel: h.Sentinel,
	}
}

func deckOf(decks map[events.PersonID]lotr.DeckDeclared, player events.PersonID) *Deck {
	d, ok := decks[player]
	if !ok {
		return nil
	}
	n := 0
	for _, c := range d.Cards {
		n += c.Copies
	}
	return &Deck{Name: d.Name, Source: d.Source, Cards: n, Unknown: d.Unknown, Warnings: d.Warnings}
}

// mirrorCards takes over the cards in play.
func (t *Table) mirrorCards(g rules.Table) {
	t.Enemies = make([]Enemy, 0, len(g.Enemies))
	for _, e := range g.Enemies {
		t.Enemies = append(t.Enemies, Enemy{Number: e.Number, Card: e.Card, Player: e.Player, Damage: e.Damage, Resources: e.Resources})
	}
	t.Locations = make([]Location, 0, len(g.Locations))
	for _, l := range g.Locations {
		t.Locations = append(t.Locations, Location{
			Number: l.Number, Card: l.Card, Active: l.Active, Progress: l.Progress, Resources: l.Resources, Damage: l.Damage,
		})
	}
	t.Objectives, t.SideQuests, t.Current = nil, nil, g.Current
	for _, o := range g.Objectives {
		one := Objective{
			Number: o.Number, Card: o.Card, On: o.On, Player: o.Player, Character: o.Character,
			Resources: o.Resources, Damage: o.Damage, Progress: o.Progress,
		}
		if o.On.Kind != "" {
			on, _, _, _ := g.Tokens(o.On)
			one.OnCard = on.Name
		}
		t.Objectives = append(t.Objectives, one)
	}
	for _, q := range g.SideQuests {
		t.SideQuests = append(t.SideQuests, SideQuest{
			Number: q.Number, Card: q.Card, Progress: q.Progress, Resources: q.Resources, Damage: q.Damage,
		})
	}
}

// mirrorOpen takes over what is open at the table, and how its game ended.
func (t *Table) mirrorOpen(g rules.Table) {
	t.Peril, t.Test, t.Tests, t.Guards, t.Won, t.Lost = nil, nil, nil, nil, nil, nil
	if g.Peril != nil {
		t.Peril = &Peril{Player: g.Peril.Player, Card: g.Peril.Card}
	}
	if o := g.Test; o != nil {
		t.Test = &Test{
			Player: o.Player, Heroes: o.Heroes, Willpower: o.Willpower, Cards: o.Cards, Icons: o.Icons, Counted: o.Counted, Card: o.Card,
		}
	}
	for _, d := range g.Tests {
		t.Tests = append(t.Tests, TestDue{Player: d.Player, Extra: d.Extra, Card: d.Card})
	}
	for _, n := range g.Guards {
		one := Guard{Objective: n}
		for _, o := range g.Objectives {
			if o.Number == n {
				one.Card, one.Kinds = o.Card.Name, o.Card.Guarded
			}
		}
		t.Guards = append(t.Guards, one)
	}
	if g.Won != nil {
		t.Won = &Outcome{Reason: g.Won.Reason, Rule: g.Won.Rule}
	}
	if g.Lost != nil {
		t.Lost = &Outcome{Reason: g.Lost.Reason, Rule: g.Lost.Rule, Cause: g.Lost.Cause}
	}
	if !g.Pending {
		t.Pending = nil
	}
	t.Facts = g.Facts
}

// ScenarioOf returns the key of the scenario that a table plays.
func (g Group) ScenarioOf(t Table) string {
	if t.Scenario != "" {
		return t.Scenario
	}
	return g.Scenario
}

// StageNameOf returns the name of a stage of the scenario that a table plays.
func (g Group) StageNameOf(t Table, stage string) string {
	return words.StageOf(g.ScenarioOf(t), stage)
}
