package board

import (
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// dangerWithin is how near to the elimination level a player is marked.
const dangerWithin = 5

// ContextOf returns what the rules of a table need to know of the group; without the seed, since a
// board draws nothing.
func ContextOf(g Group) rules.Context {
	return rules.Context{
		Scenario: g.Scenario, Epic: g.Epic(), Easy: g.Difficulty == "easy",
		Round: g.Round, City: g.City.Strength, Campaign: g.Settings.Campaign,
	}
}

// derive works out what follows from the state of a table's game, by the rules.
func derive(t *Table, g *Group, game rules.Table) {
	t.PlayersLeft = 0
	for i := range t.Players {
		p := &t.Players[i]
		p.HeroesLeft = heroesLeft(*p)
		p.Danger = inDanger(*p)
		if !p.Out {
			t.PlayersLeft++
		}
	}
	t.SiegeRound, t.Unknown = t.Adjusted, 0
	for _, s := range t.Scored {
		if s.Siege == nil {
			t.Unknown++
		} else {
			t.SiegeRound += *s.Siege
		}
	}
	t.SiegeRound = max(0, t.SiegeRound)
	t.Points = 0
	for _, c := range t.Victory {
		t.Points += c.Victory
	}
	c := ContextOf(*g)
	deriveCards(t, c, game)
	deriveStage(t, c, game)
	deriveLists(t, c, game)
}

// deriveCards works out the numbers of the cards in play as they count now.
func deriveCards(t *Table, c rules.Context, game rules.Table) {
	t.StagingThreat, t.ArcheryTotal = rules.StagingThreat(c, game), rules.ArcheryTotal(game)
	for i, e := range game.Enemies {
		x := &t.Enemies[i]
		x.Indestructible, x.Engagement = rules.Indestructible(c, e), engagementOf(c, game, e)
		x.ThreatNow = threatOf(c, game, lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, e.Card)
	}
	for i, l := range game.Locations {
		x := &t.Locations[i]
		x.Barred = ""
		if game.Barred(l) != "" {
			x.Barred = "takes no travel and no progress except at stage " + l.Card.OnlyAt
		}
	}
}

// deriveStage works out what the stage is like.
func deriveStage(t *Table, c rules.Context, game rules.Table) {
	t.QuestPoints = nil
	if n, ok := rules.QuestPoints(c, game); ok {
		t.QuestPoints = &n
	}
	t.Dire, t.Assault = rules.Dire(c, game), false
	if sc, ok := rules.Lookup(firstOf(game.Scenario, c.Scenario)); ok {
		st, _ := sc.Stage(game.Stage)
		t.Assault = st.Assault
	}
	t.Reveals = revealer(game)
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// revealer returns whose turn it is to reveal a card in the staging step: in player order, one each.
//
// Source: The Mountain of Fire, "Staging".
func revealer(game rules.Table) events.PersonID {
	if game.Scenario == "" || game.Phase != lotr.PhaseQuest || game.Quested {
		return ""
	}
	for _, p := range game.TurnOrder() {
		if !slices.Contains(game.Reveals, p) {
			return p
		}
	}
	return ""
}

// deriveLists works out the checklist and what is offered.
func deriveLists(t *Table, c rules.Context, game rules.Table) {
	t.Checklist, t.Offers = nil, nil
	for _, tr := range rules.Checklist(c, game) {
		one := Check{ID: tr.ID, When: string(tr.When), Card: tr.Card, Says: tr.Says, Section: tr.Section, State: CheckAhead}
		switch {
		case tr.Done:
			one.State = CheckDone
		case slices.ContainsFunc(game.Due, func(d rules.Due) bool { return d.Trigger == tr.ID && d.When == string(tr.When) }):
			one.State = CheckDue
		}
		t.Checklist = append(t.Checklist, one)
	}
	for _, o := range rules.Offers(c, game) {
		t.Offers = append(t.Offers, Offer{ID: o.ID, Label: o.Label, Says: o.Says, Needs: o.Needs, Most: o.Most, Section: o.Section, Why: o.Why})
	}
}

func heroesLeft(p Player) int {
	n := 0
	for _, h := range p.Heroes {
		if h.InPlay() {
			n++
		}
	}
	return n
}

// inDanger reports whether a player is near elimination: by threat, or with the last hero.
func inDanger(p Player) bool {
	if p.Out {
		return false
	}
	return p.Threat >= p.Elimination-dangerWithin || (len(p.Heroes) > 1 && p.HeroesLeft == 1)
}
