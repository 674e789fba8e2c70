package board

import (
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// dangerWithin is how near to the elimination level a player is marked.
const dangerWithin = 5

// ContextOf returns what the rules of a table need to know of the group; without the seed, since a
// board draws nothing.
func ContextOf(g Group, t Table) rules.Context {
	return rules.Context{
		Scenario: g.Scenario, Epic: g.Epic(), Easy: g.Difficulty == "easy", Round: g.Round, City: g.City.Strength,
		Campaign: campaignAt(g, t), BufferGarrison: g.Settings.BufferGarrison,
	}
}

// campaignAt returns what of the campaign is in play at a table: not the boons and burdens that were
// placed at the other one of an epic game.
//
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
func campaignAt(g Group, t Table) *group.Campaign {
	c := g.Settings.Campaign
	if c == nil || len(c.Place) == 0 {
		return c
	}
	here := g.ScenarioOf(t)
	away := func(code string) bool { return c.Place[code] != "" && c.Place[code] != here }
	out := *c
	out.Boons = slices.DeleteFunc(slices.Clone(c.Boons), away)
	out.Burdens = slices.DeleteFunc(slices.Clone(c.Burdens), away)
	return &out
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
	c := ContextOf(*g, *t)
	deriveCards(t, c, game)
	deriveStage(t, c, game)
	deriveLists(t, c, game)
}

// deriveCards works out the numbers of the cards in play as they count now.
func deriveCards(t *Table, c rules.Context, game rules.Table) {
	t.StagingThreat, t.ArcheryTotal = rules.StagingThreat(c, game), rules.ArcheryTotal(game)
	for i, e := range game.Enemies {
		x, p := &t.Enemies[i], lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}
		x.Indestructible, x.Engagement = rules.Indestructible(c, e), rules.EngagementOf(c, game, e)
		x.ThreatNow = rules.ThreatOf(c, game, p)
		x.HitPoints = changed(rules.HitPointsOf(c, game, p), e.Card.HitPoints)
		x.AttackNow = changed(rules.AttackOf(c, game, e), e.Card.Attack)
		x.DefenseNow = changed(rules.DefenseOf(c, game, e), e.Card.Defense)
		x.Immune = rules.Immune(c, game, p) && !e.Card.Immune
	}
	for i, l := range game.Locations {
		x, p := &t.Locations[i], lotr.Piece{Kind: lotr.KindLocation, Number: l.Number}
		x.Barred = ""
		if game.Barred(l) != "" {
			x.Barred = "takes no travel and no progress except at stage " + l.Card.OnlyAt
		}
		x.ThreatNow, x.QuestPoints = rules.ThreatOf(c, game, p), changed(rules.QuestPointsOf(c, game, p), l.Card.QuestPoints)
	}
	for i, o := range game.Objectives {
		t.Objectives[i].HitPoints = rules.HitPointsOf(c, game, lotr.Piece{Kind: lotr.KindObjective, Number: o.Number})
	}
	for i, q := range game.SideQuests {
		t.SideQuests[i].QuestPoints = rules.QuestPointsOf(c, game, lotr.Piece{Kind: lotr.KindSideQuest, Number: q.Number})
	}
}

// changed returns a number where it is not the printed one; nil where it is.
func changed(now, printed int) *int {
	if now == printed {
		return nil
	}
	return &now
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
	t.Reveals = rules.ToReveal(c, game)
	level := rules.ValourLevel(c, game)
	for i := range t.Players {
		t.Players[i].Valour = t.Scenario != "" && t.Players[i].Threat >= level
	}
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
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
