package lotr

import (
	"maps"
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// evolvePieces folds events about objectives, side quests and tokens.
func (t *Table) evolvePieces(e lotr.TableEvent) {
	switch e := e.(type) {
	case lotr.ObjectiveEntered:
		t.enterObjective(Objective{
			Number: e.Objective, Card: e.Card, On: e.On, Player: e.Player, Character: e.Character, Owner: e.Owner,
			Resources: e.Resources, Damage: e.Damage,
		})
	case lotr.ObjectiveMoved:
		t.objective(e.Objective, func(o *Objective) { o.On, o.Player, o.Character = e.On, e.Player, e.Character })
	case lotr.CardFlipped:
		t.flip(e.Piece, e.Card)
	case lotr.TokensPlaced:
		t.tokens(e)
	case lotr.VictoryGained:
		t.Victory = append(slices.Clip(t.Victory), e.Card)
	case lotr.VictoryReturned:
		if i := slices.IndexFunc(t.Victory, func(c lotr.Card) bool { return c.Code == e.Card.Code && c.Name == e.Card.Name }); i >= 0 {
			t.Victory = slices.Delete(slices.Clone(t.Victory), i, i+1)
		}
	case lotr.SideQuestEntered:
		t.SideQuests = append(slices.Clip(t.SideQuests), SideQuest{Number: e.SideQuest, Card: e.Card})
		t.NextSideQuest = max(t.NextSideQuest, e.SideQuest+1)
	case lotr.QuestChosen:
		t.Current = e.SideQuest
	case lotr.SideQuestDefeated:
		t.dropSideQuest(e.SideQuest)
		t.Victory = append(slices.Clip(t.Victory), e.Card)
	case lotr.GuardDue:
		t.Guards = append(slices.Clip(t.Guards), e.Objective)
	case lotr.GuardFound:
		t.Guards = slices.DeleteFunc(slices.Clone(t.Guards), func(n int) bool { return n == e.Objective })
		t.objective(e.Objective, func(o *Objective) { o.On, o.Player = e.On, "" })
	default:
		t.evolvePlay(e)
	}
}

// evolvePlay folds events about what is open at the table: Peril, tests, the checklist, outcomes.
func (t *Table) evolvePlay(e lotr.TableEvent) {
	switch e := e.(type) {
	case lotr.PerilBegan:
		t.Peril = &Peril{Player: e.Player, Card: e.Card}
	case lotr.PerilEnded:
		t.Peril = nil
	case lotr.TestsDue:
		for _, p := range e.Players {
			t.Tests = append(slices.Clip(t.Tests), TestDue{Player: p, Extra: e.Extra, Why: e.Why, Card: e.Card})
		}
	case lotr.TestBegan:
		t.beginTest(e)
	case lotr.TestCounted:
		t.test(func(o *Test) { o.Icons, o.Counted = e.Icons, true })
	case lotr.TestRaised:
		t.test(func(o *Test) { o.Willpower, o.Icons = e.Willpower, e.Icons })
	case lotr.TestResolved:
		t.Test = nil
		if !e.Passed {
			t.FailedTests = append(slices.Clip(t.FailedTests), e.Player)
		}
	case lotr.TriggerDue:
		t.Due = append(slices.Clip(t.Due), Due{Trigger: e.Trigger, When: e.When, Card: e.Card, Says: e.Says, Section: e.Section})
	case lotr.TriggerDone:
		t.triggerDone(e)
	case lotr.OptionTaken:
		t.Taken = maps.Clone(t.Taken)
		if t.Taken == nil {
			t.Taken = map[string]int{}
		}
		t.Taken[e.Option]++
		if e.N != 0 {
			t.Numbers = maps.Clone(t.Numbers)
			if t.Numbers == nil {
				t.Numbers = map[string]int{}
			}
			t.Numbers[e.Option] = e.N
		}
		if e.Player != "" {
			t.Taken[e.Option+"/"+string(e.Player)]++
		}
	case lotr.TableWon:
		t.Won = &Outcome{Reason: e.Reason, Rule: e.Rule}
	case lotr.TableLost:
		t.Lost = &Outcome{Reason: e.Reason, Rule: e.Rule, Cause: e.Cause}
	case lotr.LossPending:
		t.Pending = true
	case lotr.OutcomeTakenBack:
		t.Won, t.Lost, t.Pending, t.Facts = nil, nil, false, nil
	case lotr.FactNoted:
		t.Facts = append(slices.Clip(t.Facts), e)
	case lotr.CardDrawn:
		t.Drawn = append(slices.Clip(t.Drawn), e.Card)
	case lotr.EyePlaced:
		t.Eye = true
	case lotr.DeckDeclared:
		t.Decks = maps.Clone(t.Decks)
		if t.Decks == nil {
			t.Decks = map[events.PersonID]lotr.DeckDeclared{}
		}
		t.Decks[e.Player] = e
		t.declareDeck(e)
	default:
		t.evolvePeople(e)
	}
}

// evolvePeople folds events about players and their characters.
func (t *Table) evolvePeople(e lotr.TableEvent) {
	switch e := e.(type) {
	case lotr.EliminationChanged:
		t.player(e.Player, func(p *Player) { p.Elimination = e.To })
	case lotr.AllyEntered:
		t.player(e.Player, func(p *Player) {
			p.InPlay = append(slices.Clip(p.InPlay), Ally{
				Name: e.Name, Unique: e.Unique, Ranged: e.Ranged, Sentinel: e.Sentinel,
				Willpower: e.Willpower, Attack: e.Attack, Defense: e.Defense, HitPoints: e.HitPoints,
			})
		})
	case lotr.CharacterLeft:
		t.player(e.Player, func(p *Player) { p.leave(e) })
	case lotr.HeroEntered:
		t.player(e.Player, func(p *Player) { p.enterHero(e) })
	case lotr.HeroPassed:
		t.passHero(e)
	case lotr.CharacterExhausted:
		t.player(e.Player, func(p *Player) { p.exhaust(e.Character, !e.Ready) })
	case lotr.ContractFlipped:
		t.player(e.Player, func(p *Player) { p.ContractB = e.Side == "B" })
	case lotr.RingPut:
		t.player(e.Player, func(p *Player) { p.Ring = e.Hero })
		for _, id := range e.Removed {
			t.player(id, func(p *Player) { p.RingCopy = false })
		}
	case lotr.RingLost:
		t.player(e.Player, func(p *Player) { p.Ring = "" })
	}
}

// evolveEpic folds the events of an epic game that concern two tables.
func (t *Table) evolveEpic(e events.Payload) {
	switch e := e.(type) {
	case lotr.EyeMoved:
		switch t.ID {
		case e.From:
			t.Eye = false
		case e.To:
			t.Eye = true
		}
	case lotr.ObjectiveHandedOver:
		if t.ID == e.Table {
			t.dropObjective(e.Objective)
		}
		if t.ID == e.ToTable {
			t.enterObjective(Objective{Number: e.ToNumber, Card: e.Card, Player: e.ToPlayer, Damage: e.Damage})
		}
	}
}

func (t *Table) enterObjective(o Objective) {
	t.Objectives = append(slices.Clip(t.Objectives), o)
	t.NextObjective = max(t.NextObjective, o.Number+1)
}

func (t *Table) objective(number int, f func(*Objective)) {
	i := slices.IndexFunc(t.Objectives, func(o Objective) bool { return o.Number == number })
	if i < 0 {
		return
	}
	t.Objectives = slices.Clone(t.Objectives)
	f(&t.Objectives[i])
}

func (t *Table) dropObjective(number int) {
	if number != 0 {
		t.Objectives = slices.DeleteFunc(slices.Clone(t.Objectives), func(o Objective) bool { return o.Number == number })
		t.Guards = slices.DeleteFunc(slices.Clone(t.Guards), func(n int) bool { return n == number })
	}
}

func (t *Table) sideQuest(number int, f func(*SideQuest)) {
	i := slices.IndexFunc(t.SideQuests, func(q SideQuest) bool { return q.Number == number })
	if i < 0 {
		return
	}
	t.SideQuests = slices.Clone(t.SideQuests)
	f(&t.SideQuests[i])
}

func (t *Table) dropSideQuest(number int) {
	if number == 0 {
		return
	}
	t.SideQuests = slices.DeleteFunc(slices.Clone(t.SideQuests), func(q SideQuest) bool { return q.Number == number })
	if t.Current == number {
		t.Current = 0
	}
}

func (t *Table) flip(p lotr.Piece, card lotr.Card) {
	switch p.Kind {
	case lotr.KindEnemy:
		t.enemy(p.Number, func(e *Enemy) { e.Card = card })
	case lotr.KindLocation:
		t.location(p.Number, func(l *Location) { l.Card = card })
	case lotr.KindObjective:
		t.objective(p.Number, func(o *Objective) { o.Card = card })
	}
}

// tokens folds a change of tokens.
func (t *Table) tokens(e lotr.TokensPlaced) {
	set := func(resources, damage, progress *int) {
		switch e.Token {
		case lotr.TokenResource:
			*resources = e.Now
		case lotr.TokenDamage:
			*damage = e.Now
		case lotr.TokenProgress:
			*progress = e.Now
		}
	}
	none := 0
	switch e.Piece.Kind {
	case lotr.KindEnemy:
		t.enemy(e.Piece.Number, func(p *Enemy) { set(&p.Resources, &p.Damage, &none) })
	case lotr.KindLocation:
		t.location(e.Piece.Number, func(p *Location) { set(&p.Resources, &p.Damage, &p.Progress) })
	case lotr.KindObjective:
		t.objective(e.Piece.Number, func(p *Objective) { set(&p.Resources, &p.Damage, &p.Progress) })
	case lotr.KindSideQuest:
		t.sideQuest(e.Piece.Number, func(p *SideQuest) { set(&p.Resources, &p.Damage, &p.Progress) })
	case lotr.KindStage:
		set(&t.Resources, &none, &t.Progress)
	}
}

func (t *Table) beginTest(e lotr.TestBegan) {
	t.Test = &Test{
		Player: e.Player, Heroes: e.Heroes, Willpower: e.Willpower, Cards: e.Cards, Icons: e.Icons, Why: e.Why, Card: e.Card,
	}
	if i := slices.IndexFunc(t.Tests, func(d TestDue) bool { return d.Player == e.Player && d.Why == e.Why }); i >= 0 {
		t.Tests = slices.Delete(slices.Clone(t.Tests), i, i+1)
	}
}

func (t *Table) test(f func(*Test)) {
	if t.Test == nil {
		return
	}
	open := *t.Test
	f(&open)
	t.Test = &open
}

func (t *Table) triggerDone(e lotr.TriggerDone) {
	if i := slices.IndexFunc(t.Due, func(d Due) bool { return d.Trigger == e.Trigger && d.When == e.When }); i >= 0 {
		t.Due = slices.Delete(slices.Clone(t.Due), i, i+1)
	}
	t.Done = append(slices.Clip(t.Done), doneKey(When(e.When), e.Trigger))
	if e.Choice != "" && e.Choice != group.ChoiceDone {
		t.Answers = append(slices.Clip(t.Answers), e.Trigger+"/"+e.Choice)
	}
}

// startRoundGame forgets what belongs to one round, of the rules beyond the first scenario.
func (t *Table) startRoundGame() {
	t.Peril, t.Test, t.Tests, t.FailedTests = nil, nil, nil, nil
	t.Due = slices.DeleteFunc(slices.Clone(t.Due), func(d Due) bool { return When(d.When) != WhenAtOnce })
	t.Done, t.Taken, t.Numbers, t.Reveals = nil, nil, nil, nil
	t.StepCards, t.Surge = 0, ""
	t.Current = 0
	t.Enemies = slices.Clone(t.Enemies)
	for i := range t.Enemies {
		t.Enemies[i].Hurt = 0
	}
	for i := range t.Players {
		t.Players[i].Lowered = 0
	}
}

// stage keeps what a revealed card means for the rest of the staging step.
func (t *Table) stage(e lotr.CardRevealed) {
	if e.Step && e.StepCards > 0 {
		t.StepCards = e.StepCards
	}
	switch {
	case e.Surge:
		t.Surge = e.Player
	case e.Player == t.Surge:
		t.Surge = ""
	}
}

// passHero moves a hero, or an ally that the first player controls, to another player, with what
// muster knows of it.
func (t *Table) passHero(e lotr.HeroPassed) {
	var hero *Hero
	t.player(e.From, func(p *Player) {
		i := slices.IndexFunc(p.Heroes, func(h Hero) bool { return h.Title == e.Hero && !h.Dead && !h.Gone })
		if i < 0 {
			return
		}
		h := p.Heroes[i]
		hero = &h
		p.Heroes = slices.Delete(slices.Clone(p.Heroes), i, i+1)
	})
	if hero != nil {
		hero.Given = true
		t.player(e.To, func(p *Player) { p.Heroes = append(slices.Clip(p.Heroes), *hero) })
		return
	}
	t.passAlly(e)
}

func (t *Table) passAlly(e lotr.HeroPassed) {
	var ally *Ally
	damage := 0
	t.player(e.From, func(p *Player) {
		i := slices.IndexFunc(p.InPlay, func(a Ally) bool { return a.Name == e.Hero })
		if i < 0 {
			return
		}
		a := p.InPlay[i]
		ally, damage = &a, p.Allies[e.Hero]
		p.dropAlly(e.Hero)
	})
	if ally == nil {
		return
	}
	t.player(e.To, func(p *Player) {
		p.InPlay = append(slices.Clip(p.InPlay), *ally)
		if damage > 0 {
			p.damage(lotr.CharacterDamaged{Character: ally.Name, Damage: damage})
		}
	})
}

func (p *Player) leave(e lotr.CharacterLeft) {
	if e.Hero {
		p.hero(e.Character, func(h *Hero) { h.Gone, h.Forfeit = true, e.Why == whyForfeit })
		return
	}
	p.dropAlly(e.Character)
}

// dropAlly forgets an ally that left play, with its damage.
func (p *Player) dropAlly(name string) {
	if _, ok := p.Allies[name]; ok {
		p.Allies = maps.Clone(p.Allies)
		delete(p.Allies, name)
	}
	if i := slices.IndexFunc(p.InPlay, func(a Ally) bool { return a.Name == name }); i >= 0 {
		p.InPlay = slices.Delete(slices.Clone(p.InPlay), i, i+1)
	}
}

// enterHero puts a hero into play; one that had left play comes back without tokens.
func (p *Player) enterHero(e lotr.HeroEntered) {
	h := Hero{
		Hero: group.Hero{
			Title: e.Title, Threat: e.Threat, HitPoints: e.HitPoints, Sphere: e.Sphere, Traits: e.Traits,
			Willpower: e.Willpower, Attack: e.Attack, Defense: e.Defense, Card: e.Card, Ranged: e.Ranged, Sentinel: e.Sentinel,
		},
		Exhausted: e.Exhausted, Given: true,
	}
	p.Heroes = slices.Clone(p.Heroes)
	if i := slices.IndexFunc(p.Heroes, func(o Hero) bool { return sameName(o.Title, e.Title) && (o.Gone || o.Dead) }); i >= 0 {
		h.Hero, h.Given = p.Heroes[i].Hero, p.Heroes[i].Given
		p.Heroes[i] = h
		return
	}
	p.Heroes = append(p.Heroes, h)
}

func (p *Player) exhaust(name string, exhausted bool) {
	if i := slices.IndexFunc(p.InPlay, func(a Ally) bool { return a.Name == name }); i >= 0 {
		p.InPlay = slices.Clone(p.InPlay)
		p.InPlay[i].Exhausted = exhausted
		return
	}
	p.hero(name, func(h *Hero) { h.Exhausted = exhausted })
}

// inheritGame gives an heir what a player has open at the table.
func (t *Table) inheritGame(player, heir events.PersonID) {
	t.Objectives = slices.Clone(t.Objectives)
	for i := range t.Objectives {
		if t.Objectives[i].Player == player {
			t.Objectives[i].Player = heir
		}
		if t.Objectives[i].Owner == player {
			t.Objectives[i].Owner = heir
		}
	}
	if e, ok := t.Decks[player]; ok {
		e.Player = heir
		t.Decks = maps.Clone(t.Decks)
		delete(t.Decks, player)
		t.Decks[heir] = e
	}
	if t.Peril != nil && t.Peril.Player == player {
		t.Peril = &Peril{Player: heir, Card: t.Peril.Card}
	}
	if t.Test != nil && t.Test.Player == player {
		t.test(func(o *Test) { o.Player = heir })
	}
	if t.Surge == player {
		t.Surge = heir
	}
	t.Reveals = slices.Clone(t.Reveals)
	for i := range t.Reveals {
		if t.Reveals[i] == player {
			t.Reveals[i] = heir
		}
	}
	t.Tests = slices.Clone(t.Tests)
	for i := range t.Tests {
		if t.Tests[i].Player == player {
			t.Tests[i].Player = heir
		}
	}
}
