package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// HasInPlay tells whether a card with this code is in play at the table, of whatever kind.
func (t Table) HasInPlay(code string) bool {
	_, ok := t.PieceOf(code)
	return ok
}

// PieceOf returns the first card in play with this code; false if there is none.
func (t Table) PieceOf(code string) (lotr.Piece, bool) {
	if code == "" {
		return lotr.Piece{}, false
	}
	for _, e := range t.Enemies {
		if e.Card.Code == code {
			return lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, true
		}
	}
	for _, l := range t.Locations {
		if l.Card.Code == code {
			return lotr.Piece{Kind: lotr.KindLocation, Number: l.Number}, true
		}
	}
	for _, o := range t.Objectives {
		if o.Card.Code == code {
			return lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, true
		}
	}
	for _, q := range t.SideQuests {
		if q.Card.Code == code {
			return lotr.Piece{Kind: lotr.KindSideQuest, Number: q.Number}, true
		}
	}
	return lotr.Piece{}, false
}

// Tokens returns what lies on a card in play; zero for one that is not.
func (t Table) Tokens(p lotr.Piece) (card lotr.Card, resources, damage, progress int) {
	switch p.Kind {
	case lotr.KindEnemy:
		for _, e := range t.Enemies {
			if e.Number == p.Number {
				return e.Card, e.Resources, e.Damage, 0
			}
		}
	case lotr.KindLocation:
		for _, l := range t.Locations {
			if l.Number == p.Number {
				return l.Card, l.Resources, l.Damage, l.Progress
			}
		}
	case lotr.KindObjective:
		for _, o := range t.Objectives {
			if o.Number == p.Number {
				return o.Card, o.Resources, o.Damage, o.Progress
			}
		}
	case lotr.KindSideQuest:
		for _, q := range t.SideQuests {
			if q.Number == p.Number {
				return q.Card, q.Resources, q.Damage, q.Progress
			}
		}
	case lotr.KindStage:
		return lotr.Card{Name: "stage " + t.Stage, Kind: lotr.KindStage}, t.Resources, 0, t.Progress
	}
	return lotr.Card{}, 0, 0, 0
}

// Resources returns the resources on the first card in play with this code.
func (t Table) ResourcesOn(code string) int {
	p, ok := t.PieceOf(code)
	if !ok {
		return 0
	}
	_, n, _, _ := t.Tokens(p)
	return n
}

// DamageOn returns the damage on the first card in play with this code.
func (t Table) DamageOn(code string) int {
	p, ok := t.PieceOf(code)
	if !ok {
		return 0
	}
	_, _, n, _ := t.Tokens(p)
	return n
}

// InVictoryWith returns how many cards of the victory display meet a condition.
func (t Table) InVictoryWith(is func(lotr.Card) bool) int {
	n := 0
	for _, c := range t.Victory {
		if is(c) {
			n++
		}
	}
	return n
}

// addTokens changes the tokens on a card in play, not below 0, and returns by how much.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.43).
func (d *entry) addTokens(p lotr.Piece, token string, by int, why string) int {
	card, resources, damage, progress := d.t.Tokens(p)
	if card.Name == "" {
		return 0
	}
	now := map[string]int{lotr.TokenResource: resources, lotr.TokenDamage: damage, lotr.TokenProgress: progress}[token]
	by = max(by, -now)
	if by == 0 {
		return 0
	}
	d.emit(lotr.TokensPlaced{Table: d.t.ID, Piece: p, Card: card.Name, Token: token, By: by, Now: now + by, Why: why})
	return by
}

// addOn changes the tokens on the first card in play with a code.
func (d *entry) addOn(code, token string, by int, why string) int {
	p, ok := d.t.PieceOf(code)
	if !ok {
		return 0
	}
	return d.addTokens(p, token, by, why)
}

// putEnemy puts an enemy of the scenario's cards into play: into the staging area, or engaged with a
// player.
func (d *entry) putEnemy(code, why string, player events.PersonID) int {
	card, ok := d.sc.find(code)
	if !ok {
		return 0
	}
	n := d.t.NextEnemy
	d.enterEnemy(ownSiege(card.Card), player, why)
	return n
}

// putLocation puts a location of the scenario's cards into the staging area.
func (d *entry) putLocation(code, why string) int {
	card, ok := d.sc.find(code)
	if !ok {
		return 0
	}
	n := d.t.NextLocation
	d.enterLocation(ownSiege(card.Card), why)
	return n
}

// putObjective puts an objective of the scenario's cards into play.
func (d *entry) putObjective(code, why string, on lotr.Piece, player events.PersonID) int {
	card, ok := d.sc.find(code)
	if !ok {
		return 0
	}
	return d.enterObjective(ownSiege(card.Card), why, on, player)
}

func (d *entry) enterObjective(card lotr.Card, why string, on lotr.Piece, player events.PersonID) int {
	n := max(d.t.NextObjective, 1)
	d.emit(lotr.ObjectiveEntered{Table: d.t.ID, Objective: n, Card: card, On: on, Player: player, Why: why})
	if card.Guarded != "" && on == (lotr.Piece{}) && player == "" {
		d.guard(n, card)
	}
	d.hasArrived(lotr.Piece{Kind: lotr.KindObjective, Number: n}, card, why)
	return n
}

// putSideQuest puts a side quest of the scenario's cards into the staging area.
func (d *entry) putSideQuest(code, why string) int {
	card, ok := d.sc.find(code)
	if !ok {
		return 0
	}
	return d.enterSideQuest(ownSiege(card.Card), why)
}

func (d *entry) enterSideQuest(card lotr.Card, why string) int {
	n := max(d.t.NextSideQuest, 1)
	d.emit(lotr.SideQuestEntered{Table: d.t.ID, SideQuest: n, Card: card, Why: why})
	d.hasArrived(lotr.Piece{Kind: lotr.KindSideQuest, Number: n}, card, why)
	return n
}

// takeOut takes a card out of play that is neither destroyed nor explored.
func (d *entry) takeOut(p lotr.Piece, note string) {
	card, _, _, _ := d.t.Tokens(p)
	left := lotr.CardLeft{Table: d.t.ID, Card: card.Name, Note: note}
	switch p.Kind {
	case lotr.KindEnemy:
		left.Enemy = p.Number
	case lotr.KindLocation:
		left.Location = p.Number
	case lotr.KindObjective:
		left.Objective = p.Number
	case lotr.KindSideQuest:
		left.SideQuest = p.Number
	default:
		return
	}
	d.was = d.t
	d.emit(left)
	d.hasLeft(p, card, "left")
}

// toVictory takes a card out of play and puts it into the victory display.
func (d *entry) toVictory(p lotr.Piece, note string) {
	card, _, _, _ := d.t.Tokens(p)
	d.takeOut(p, note)
	d.emit(lotr.VictoryGained{Table: d.t.ID, Card: card})
}

// hasLeft carries out what follows when a card has left play: objectives attached to it are free.
func (d *entry) hasLeft(p lotr.Piece, card lotr.Card, why string) {
	for _, o := range d.t.Objectives {
		if o.On == p && p.Number != 0 {
			d.emit(lotr.ObjectiveMoved{Table: d.t.ID, Objective: o.Number, Card: o.Card.Name, Why: "freed"})
		}
	}
	if f := d.sc.rules().left; f != nil {
		f(d, p, card, why)
	}
}

// flip turns a double-sided card over.
func (d *entry) flip(p lotr.Piece) {
	card, _, _, _ := d.t.Tokens(p)
	side, ok := d.sc.find(card.Code)
	if !ok || side.Flip == "" {
		return
	}
	other, ok := d.sc.find(side.Flip)
	if !ok {
		return
	}
	d.emit(lotr.CardFlipped{Table: d.t.ID, Piece: p, From: card.Name, Card: ownSiege(other.Card)})
}

// flipCard turns a double-sided card over because the captain says so.
func (d *entry) flipCard(cmd lotr.FlipCard) error {
	card, _, _, _ := d.t.Tokens(cmd.Piece)
	if card.Name == "" {
		return refuse("not-in-play", "", "no such card is in play at this table: choose one that is")
	}
	side, _ := d.sc.find(card.Code)
	other, ok := d.sc.find(side.Flip)
	if side.Flip == "" || !ok || other.Kind != card.Kind {
		return refuse("one-sided", "", "%s has no other side that it turns to by itself: take it out of play, or enter the other card", card.Name)
	}
	d.flip(cmd.Piece)
	return nil
}

// draw chooses one of the codes at random from the group's seed and records the draw; "" if there is
// none.
func (d *entry) draw(codes []string, why string) string {
	switch len(codes) {
	case 0:
		return ""
	case 1:
		return codes[0]
	}
	made := d.c.Draws
	for _, e := range d.out {
		if _, ok := e.(lotr.CardDrawn); ok {
			made++
		}
	}
	k := made + 1
	card := codes[engine.Draw(d.c.Seed, k, len(codes))]
	d.emit(lotr.CardDrawn{Table: d.t.ID, From: slices.Clone(codes), Card: card, Draw: k, Why: why})
	return card
}

// tell says what people at the table now have to do with their cards.
func (d *entry) tell(do string, players ...events.PersonID) {
	d.emit(lotr.EffectCarriedOut{
		Table: d.t.ID, Stage: d.t.Stage, Half: lotr.HalfWhole, Tables: []events.TableID{d.t.ID}, Players: players, Do: do,
	})
}
