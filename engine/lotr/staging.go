package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

const stagingRule = `The Flame of the West, "Campaign Staging Rules"`

// revealCard reveals a card of the encounter deck: an enemy, location or side quest enters the staging
// area, an objective enters play, a treachery is discarded; then Doomed raises every threat, Surge asks
// for another card, and Peril leaves the rest to the player who revealed it.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func (d *entry) revealCard(cmd lotr.RevealCard) error {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if err := d.inDeck(card); err != nil {
		return err
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	player, step, err := d.whoReveals(cmd)
	if err != nil {
		return err
	}
	if f := d.sc.rules().asRevealed; f != nil {
		card = f(d.c, d.t, card)
	}
	if card.Doomed > 0 {
		if err := d.declared(d.t.TurnOrder(), "what Doomed does"); err != nil {
			return err
		}
	}
	if !cmd.Effect {
		d.endPerilOf(player)
	}
	d.revealBy(card, player, step)
	return nil
}

// whoReveals tells who reveals a card, "" if that is not known, and whether the card counts for the
// staging step. A card that no effect reveals is one of the staging step: it begins the quest phase if
// that has not begun.
func (d *entry) whoReveals(cmd lotr.RevealCard) (player events.PersonID, step bool, err error) {
	if cmd.Player != "" {
		if _, err := d.inGame(cmd.Player); err != nil {
			return "", false, err
		}
	}
	player = cmd.Player
	if in := d.t.TurnOrder(); player == "" && len(in) == 1 && !d.dolGuldur() {
		player = in[0]
	}
	if d.dolGuldur() || cmd.Effect || d.t.Quested || d.t.Phase != lotr.PhaseQuest && !d.before(lotr.PhaseQuest) {
		return player, false, nil
	}
	if d.before(lotr.PhaseQuest) {
		if err := d.beginQuest(); err != nil {
			return "", false, err
		}
	}
	if err := d.testsFirst("a card is revealed"); err != nil {
		return "", false, err
	}
	d.fire(WhenStaging)
	return d.inStep(player)
}

// inStep tells who reveals the next card of the staging step, and whether it counts: a card that Surge
// asks for is revealed by whoever revealed the one before it, and is none of the step's own. In the
// saga expansions everybody reveals in player order.
//
// Rule: Staging in player order.
// Source: The Flame of the West, "Campaign Staging Rules".
func (d *entry) inStep(player events.PersonID) (events.PersonID, bool, error) {
	turn, surge := d.t.surges(), true
	if turn == "" {
		turn, surge = d.nextToReveal(), false
	}
	switch {
	case !d.sc.Saga && surge:
		return events.PersonID(firstOf(string(player), string(turn))), false, nil
	case !d.sc.Saga:
		return player, true, nil
	case turn == "":
		return "", false, refuse("staging-done", stagingRule,
			"all %d cards of this staging step are revealed: resolve the quest, or say that an effect reveals this one", d.t.StepCards)
	case player != "" && player != turn:
		return "", false, refuse("not-their-turn", stagingRule,
			"cards are revealed one at a time in player order, and %s is next: reveal theirs first, or say that an effect reveals this one", person(turn))
	}
	return turn, !surge, nil
}

// surges returns who has to reveal another card because of Surge; empty: nobody. For one who is out
// by now the next player does.
//
// Rule: Surge.
// Source: The Flame of the West, "Campaign Staging Rules".
func (t Table) surges() events.PersonID {
	if p, ok := t.Player(t.Surge); ok && p.Out {
		return t.nextPlayer(t.Surge)
	}
	return t.Surge
}

// nextToReveal returns who reveals the next card of the staging step; empty if all were revealed. The
// number of cards is fixed when the step begins: what a player who has gone out since would have
// revealed is revealed by the others, in order.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func (d *entry) nextToReveal() events.PersonID {
	n := d.t.StepCards
	if len(d.t.Reveals) == 0 {
		n = d.stepCards()
	}
	order := d.t.TurnOrder()
	if len(d.t.Reveals) >= n || len(order) == 0 {
		return ""
	}
	for _, id := range order {
		if d.revealedBy(id) < d.cardsOf(id) {
			return id
		}
	}
	return order[len(d.t.Reveals)%len(order)]
}

func (d *entry) revealedBy(id events.PersonID) int {
	n := 0
	for _, by := range d.t.Reveals {
		if by == id {
			n++
		}
	}
	return n
}

// cardsOf returns how many cards a player reveals in a staging step.
func (d *entry) cardsOf(id events.PersonID) int {
	if f := d.sc.rules().reveals; f != nil {
		return f(d.c, d.t, id)
	}
	return 1
}

// stepCards returns how many cards the staging step has that begins now.
func (d *entry) stepCards() int {
	n := 0
	for _, id := range d.t.TurnOrder() {
		n += d.cardsOf(id)
	}
	return n
}

// ToReveal returns who reveals the next card of the staging step at a table: by Surge, or in player
// order where that matters. Empty: nobody, or anybody may.
//
// Source: The Flame of the West, "Campaign Staging Rules".
func ToReveal(c Context, t Table) events.PersonID {
	d, err := begin(c, t)
	if err != nil || t.Phase != lotr.PhaseQuest || t.Quested {
		return ""
	}
	if by := t.surges(); by != "" {
		return by
	}
	if !d.sc.Saga {
		return ""
	}
	return d.nextToReveal()
}

// reveal reveals a card that an effect reveals for nobody in particular.
func (d *entry) reveal(card lotr.Card) { d.revealBy(card, "", false) }

// revealBy reveals a card for a player; step says that it counts for the staging step.
//
// Rule: Surge.
// Rule: Doomed X.
// Source: The Flame of the West, "Campaign Staging Rules".
func (d *entry) revealBy(card lotr.Card, player events.PersonID, step bool) {
	shown := lotr.CardRevealed{Table: d.t.ID, Card: card, Surge: d.sc.surges(d.c, card), Player: player, Step: step}
	if step && len(d.t.Reveals) == 0 {
		shown.StepCards = d.stepCards()
	}
	d.showsUp(shown)
	if card.Peril {
		d.beginPeril(card, player)
	}
	d.sc.revealed(d, card)
	if card.Doomed > 0 {
		d.raise(d.t.TurnOrder(), card.Doomed, lotr.WhyDoomed, card.Name)
	}
}

// showsUp records the revealed card, and where it enters play.
func (d *entry) showsUp(shown lotr.CardRevealed) {
	card := shown.Card
	switch {
	case card.Kind == kindEnemy:
		shown.Enemy = d.t.NextEnemy
		d.emit(shown)
		d.enterEnemy(card, "", "revealed")
	case card.Kind == kindLocation:
		shown.Location = d.t.NextLocation
		d.emit(shown)
		d.enterLocation(card, "revealed")
	case card.Kind == kindObjective && !d.dolGuldur():
		shown.Objective = max(d.t.NextObjective, 1)
		d.emit(shown)
		d.enterObjective(card, "revealed", lotr.Piece{}, "")
	case card.Kind == kindSideQuest:
		shown.SideQuest = max(d.t.NextSideQuest, 1)
		d.emit(shown)
		d.enterSideQuest(card, "revealed")
	default:
		d.emit(shown)
	}
}

// inDeck refuses to reveal what is not in the encounter deck.
func (d *entry) inDeck(card lotr.Card) error {
	if c, ok := d.sc.find(card.Code); ok && card.Code != "" && c.Aside && !d.joined(c) {
		return refuse("not-in-deck", stages,
			"%s is not in the encounter deck: it comes into play by setup or by its stage", card.Name)
	}
	return nil
}

// joined tells whether a card that is set aside is in the encounter deck now: by an effect of a stage
// that was entered, or because the game is epic.
func (d *entry) joined(c ScenarioCard) bool {
	return c.Epic && d.c.Epic || c.DeckFrom != "" && d.t.Stage >= c.DeckFrom
}

// mayEnter refuses a second copy of a unique card at the table, a Lieutenant that has no business
// there, and more cards than a table can hold.
//
// Source: Attack on Dol Guldur, "Playing Epic Multiplayer Mode".
func (d *entry) mayEnter(card lotr.Card) error {
	if card.Lieutenant {
		if err := d.mayServe(card); err != nil {
			return err
		}
	}
	if card.Unique && d.uniqueHere(card) {
		return refuse("unique-in-play", epicRule, "%s is unique and in play at this table already: a second copy cannot enter", card.Name)
	}
	full := map[string]int{
		kindEnemy: len(d.t.Enemies), kindLocation: len(d.t.Locations),
		kindObjective: len(d.t.Objectives), kindSideQuest: len(d.t.SideQuests),
	}
	if full[card.Kind] >= maxInPlay {
		return refuse("table-full", "", "%d cards of that kind are in play: enter which of them have left play first", maxInPlay)
	}
	return nil
}

// uniqueHere tells whether a card of that name is in play at the table, whatever its kind: a card with
// two sides is one card. Attack on Dol Guldur looks at enemies only, as its old logs do.
func (d *entry) uniqueHere(card lotr.Card) bool {
	if _, here := d.inPlay(card.Name); here || d.dolGuldur() {
		return here
	}
	same := func(c lotr.Card) bool { return sameName(c.Name, card.Name) }
	return slices.ContainsFunc(d.t.Locations, func(l Location) bool { return same(l.Card) }) ||
		slices.ContainsFunc(d.t.Objectives, func(o Objective) bool { return same(o.Card) }) ||
		slices.ContainsFunc(d.t.SideQuests, func(q SideQuest) bool { return same(q.Card) })
}

// mayServe refuses a Lieutenant of another stage, and one in the victory display.
func (d *entry) mayServe(card lotr.Card) error {
	if st, _ := d.sc.Stage(d.t.Stage); st.Lieutenant != card.Code {
		return refuse("wrong-stage", stages, "%s does not serve at stage %s: it comes with its own stage", card.Name, d.t.Stage)
	}
	if d.t.InVictory(card.Code) {
		return refuse("in-victory-display", stages, "%s lies in the victory display: it does not come back", card.Name)
	}
	return nil
}

func (d *entry) addEnemy(cmd lotr.AddEnemy) error {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if card.Kind != kindEnemy {
		return refuse("wrong-kind", "", "%s is no enemy but a card of kind %s: enter it as what it is", card.Name, card.Kind)
	}
	if cmd.Player != "" {
		if _, err := d.inGame(cmd.Player); err != nil {
			return err
		}
		if err := d.mayEngage(Enemy{Card: card}); err != nil {
			return err
		}
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	d.enterEnemy(card, cmd.Player, "effect")
	return nil
}

func (d *entry) addLocation(cmd lotr.AddLocation) error {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if card.Kind != kindLocation {
		return refuse("wrong-kind", "", "%s is no location but a card of kind %s: enter it as what it is", card.Name, card.Kind)
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	d.enterLocation(card, "effect")
	return nil
}

func (d *entry) enterEnemy(card lotr.Card, player events.PersonID, why string) {
	e := Enemy{Number: d.t.NextEnemy, Card: card, Player: player}
	d.emit(lotr.EnemyEntered{Table: d.t.ID, Enemy: e.Number, Card: card, Player: player, Why: why})
	d.hasArrived(e.piece(), card, why)
	if player != "" {
		d.hasEngaged(e)
	}
}

func (d *entry) enterLocation(card lotr.Card, why string) {
	l := Location{Number: d.t.NextLocation}
	d.emit(lotr.LocationEntered{Table: d.t.ID, Location: l.Number, Card: card, Why: why})
	d.hasArrived(l.piece(), card, why)
}

// hasArrived carries out what follows when a card has entered play.
func (d *entry) hasArrived(p lotr.Piece, card lotr.Card, why string) {
	if f := d.sc.rules().arrived; f != nil {
		f(d, p, card, why)
	}
}

// removeCard takes a card out of play by an effect that neither destroys, explores nor defeats it. A
// Lieutenant that is immune to player card effects stays until its stage is left.
func (d *entry) removeCard(cmd lotr.RemoveCard) error {
	note, err := text("the note", cmd.Note, 0, maxNote)
	if err != nil {
		return err
	}
	p, err := d.theOne(cmd)
	if err != nil {
		return err
	}
	if err := d.mayTarget(cmd.Source, p); err != nil {
		return err
	}
	card, _, _, _ := d.t.Tokens(p)
	if card.Lieutenant && card.Immune {
		return refuse("immune", immuneRule, "%s is immune to player card effects: it stays in play until it is destroyed or the stage is left", card.Name)
	}
	d.takeOut(p, note)
	return nil
}

// theOne returns the one card in play that is to be taken out.
func (d *entry) theOne(cmd lotr.RemoveCard) (lotr.Piece, error) {
	var named []lotr.Piece
	for _, p := range []lotr.Piece{
		{Kind: lotr.KindEnemy, Number: cmd.Enemy},
		{Kind: lotr.KindLocation, Number: cmd.Location},
		{Kind: lotr.KindObjective, Number: cmd.Objective},
		{Kind: lotr.KindSideQuest, Number: cmd.SideQuest},
	} {
		if p.Number != 0 {
			named = append(named, p)
		}
	}
	if len(named) != 1 {
		return lotr.Piece{}, refuse(engine.CodeMalformed, "", "name one enemy, location, objective or side quest to take out of play")
	}
	return named[0], d.known(named[0])
}
