package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/lotr"
)

// byRuling is the reason of what a judge corrects.
const byRuling = "ruling"

// ruleFirstPlayer gives the first player token to who should have it.
func (d *entry) ruleFirstPlayer(r lotr.TableRuling) error {
	if r.FirstPlayer == "" {
		return nil
	}
	if _, err := d.inGame(r.FirstPlayer); err != nil {
		return err
	}
	if d.t.FirstPlayer != r.FirstPlayer {
		d.emit(lotr.FirstPlayerPassed{Table: d.t.ID, From: d.t.FirstPlayer, To: r.FirstPlayer, Why: byRuling})
	}
	return nil
}

// ruleRemoved takes cards out of play that should not be there.
func (d *entry) ruleRemoved(r lotr.TableRuling) error {
	for _, p := range r.Removed {
		if err := d.known(p); err != nil {
			return err
		}
		if p.Kind == lotr.KindStage {
			return refuse(engine.CodeMalformed, "", "a stage is not taken out of play: name the stage that the table is at")
		}
		d.takeOut(p, byRuling)
	}
	return nil
}

// ruleEntered puts cards into play that should be there.
func (d *entry) ruleEntered(r lotr.TableRuling) error {
	for _, c := range r.Entered {
		if err := d.ruleCard(c); err != nil {
			return err
		}
	}
	return nil
}

func (d *entry) ruleCard(r lotr.CardRuling) error {
	card, err := d.named(r.Card, r.Hand)
	if err != nil {
		return err
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	if err := d.mayHold(card.Name, r.On, r.Player); err != nil {
		return err
	}
	switch card.Kind {
	case kindEnemy:
		d.enterEnemy(card, r.Player, "effect")
	case kindLocation:
		if active, ok := d.t.ActiveLocation(); ok && r.Active {
			return refuse("already-active-location", rounds, "%s is the active location: take it out of play in the same ruling", active.Card.Name)
		}
		n := d.t.NextLocation
		d.enterLocation(card, "effect")
		if r.Active {
			d.emit(lotr.LocationTravelled{Table: d.t.ID, Location: n, Card: card.Name})
		}
	case kindSideQuest:
		d.enterSideQuest(card, "effect")
	case kindObjective:
		d.enterObjective(card, "effect", r.On, r.Player)
	default:
		return refuse("wrong-kind", "", "%s is of kind %s and does not stay in play", card.Name, card.Kind)
	}
	return nil
}

// ruleTokens sets what lies on cards in play. A number that a card reaches by it has its consequences
// as in play: an enemy is destroyed, a location explored, a side quest defeated.
func (d *entry) ruleTokens(r lotr.TableRuling) error {
	for _, t := range r.Tokens {
		if err := d.ruleToken(t); err != nil {
			return err
		}
	}
	return nil
}

func (d *entry) ruleToken(r lotr.TokenRuling) error {
	if err := d.known(r.Piece); err != nil {
		return err
	}
	card, resources, damage, progress := d.t.Tokens(r.Piece)
	if err := inRange("what lies on "+card.Name, r.To, 0, maxCount); err != nil {
		return err
	}
	now, ok := map[string]int{lotr.TokenResource: resources, lotr.TokenDamage: damage, lotr.TokenProgress: progress}[r.Token]
	if !ok {
		return refuse(engine.CodeMalformed, "", "%q is no kind of token: use %s, %s or %s", clip(r.Token), lotr.TokenResource, lotr.TokenDamage, lotr.TokenProgress)
	}
	if r.To == now {
		return nil
	}
	return d.setTokens(r, r.To-now)
}

// setTokens changes tokens on a card by a number that is not 0.
func (d *entry) setTokens(r lotr.TokenRuling, by int) error {
	p := r.Piece
	switch {
	case p.Kind == lotr.KindEnemy && r.Token == lotr.TokenDamage:
		e, err := d.enemy(p.Number)
		if err != nil {
			return err
		}
		d.setDamage(e, r.To)
		return nil
	case p.Kind == lotr.KindLocation && r.Token == lotr.TokenProgress:
		return d.setProgress(p.Number, by)
	case p.Kind == lotr.KindStage && r.Token == lotr.TokenProgress:
		d.progressStage(by, byRuling)
		return nil
	}
	if err := d.mayCarry(p, r.Token); err != nil {
		return err
	}
	if q, ok := d.t.sideQuestNo(p.Number); ok && p.Kind == lotr.KindSideQuest && r.Token == lotr.TokenProgress && by > 0 {
		d.progressLost(by-d.progressSideQuest(q, by, byRuling), "beyond the quest points of "+q.Card.Name)
		return nil
	}
	d.addTokens(p, r.Token, by, byRuling)
	return nil
}

// setProgress changes the progress on a location.
func (d *entry) setProgress(number, by int) error {
	l, err := d.location(number)
	if err != nil {
		return err
	}
	if by > 0 {
		d.progressLost(by-d.progressOn(l, by), "beyond the quest points of "+l.Card.Name)
	} else {
		d.locationProgress(l, by)
	}
	return nil
}

// ruleCharacters corrects what a player controls: the heroes, allies and the contract.
func (d *entry) ruleCharacters(r lotr.PlayerRuling) error {
	for _, h := range r.Heroes {
		if err := d.ruleHero(r, h); err != nil {
			return err
		}
	}
	for _, a := range r.Allies {
		if err := d.ruleAlly(r, a); err != nil {
			return err
		}
	}
	return d.ruleContract(r)
}

// ruleHero corrects whether a hero is in play, and its damage.
func (d *entry) ruleHero(r lotr.PlayerRuling, h lotr.HeroRuling) error {
	p, err := d.inGame(r.Player)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.Heroes, func(o Hero) bool { return sameName(o.Title, h.Title) })
	if i < 0 {
		return refuse("no-such-character", "", "%s has no hero %q: name one of the declared heroes", person(p.ID), clip(h.Title))
	}
	hero := p.Heroes[i]
	lost := hero.Dead || hero.Gone
	if h.Dead == nil && h.Damage == nil {
		return refuse(engine.CodeMalformed, "", "the ruling on %s changes nothing: say its damage, or whether it is in play", hero.Title)
	}
	if h.Dead != nil && !*h.Dead && lost {
		d.emit(lotr.HeroEntered{
			Table: d.t.ID, Player: p.ID, Title: hero.Title, Threat: hero.Threat, HitPoints: hero.HitPoints, Sphere: hero.Sphere,
			Traits: hero.Traits, Willpower: hero.Willpower, Attack: hero.Attack, Defense: hero.Defense, Why: byRuling,
		})
		lost = false
	}
	if h.Damage != nil {
		if lost {
			return refuse("character-destroyed", "", "%s of %s is not in play: bring it back in the same ruling", hero.Title, person(p.ID))
		}
		if err := d.ruleDamage(r, hero.Title, *h.Damage); err != nil {
			return err
		}
	}
	if h.Dead != nil && *h.Dead && !lost {
		if who, err := d.character(p.ID, hero.Title); err == nil {
			d.destroy(who)
		}
	}
	return nil
}

// ruleDamage sets the damage on a character; it is destroyed as by any damage.
func (d *entry) ruleDamage(r lotr.PlayerRuling, name string, to int) error {
	if err := inRange("the damage on "+clip(name), to, 0, maxCount); err != nil {
		return err
	}
	who, err := d.character(r.Player, name)
	if err != nil {
		return err
	}
	if err := d.roomToWound(who); err != nil {
		return err
	}
	d.wound(who, to-who.damage)
	return nil
}

// ruleAlly corrects whether an ally is in play, and its damage.
func (d *entry) ruleAlly(r lotr.PlayerRuling, a lotr.AllyRuling) error {
	p, err := d.inGame(r.Player)
	if err != nil {
		return err
	}
	name, err := text("the ally's name", a.Name, 1, maxName)
	if err != nil {
		return err
	}
	if a.In == nil && a.Damage == nil {
		return refuse(engine.CodeMalformed, "", "the ruling on %s changes nothing: say its damage, or whether it is in play", name)
	}
	here := slices.ContainsFunc(p.InPlay, func(o Ally) bool { return sameName(o.Name, name) })
	if a.In != nil && *a.In && !here {
		if len(p.InPlay) >= maxAllies {
			return refuse("too-many-allies", "", "%s has %d allies: take out those that have left play", person(p.ID), len(p.InPlay))
		}
		d.emit(lotr.AllyEntered{Table: d.t.ID, Player: p.ID, Name: name, Unique: a.Unique})
	}
	if a.Damage != nil {
		if err := d.ruleDamage(r, name, *a.Damage); err != nil {
			return err
		}
	}
	if who := ally(p, name); a.In != nil && !*a.In && (here || who.damage > 0) {
		d.emit(lotr.CharacterLeft{Table: d.t.ID, Player: p.ID, Character: who.name, HeroesUp: p.HeroesUp(), Why: byRuling})
	}
	return nil
}

// ruleContract says which side of a player's contract is up.
func (d *entry) ruleContract(r lotr.PlayerRuling) error {
	if r.Contract == "" {
		return nil
	}
	p, err := d.inGame(r.Player)
	if err != nil {
		return err
	}
	if p.Contract == "" {
		return refuse("no-contract", "", "%s has no contract", person(p.ID))
	}
	if r.Contract != sideA && r.Contract != sideB {
		return refuse(engine.CodeMalformed, "", "%q is no side of a contract: use %s or %s", clip(r.Contract), sideA, sideB)
	}
	if p.ContractB != (r.Contract == sideB) {
		d.turnContract(p, r.Contract)
	}
	return nil
}
