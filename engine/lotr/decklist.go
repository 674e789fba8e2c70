package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Bounds of a declared deck.
const (
	maxDeckLines  = 200
	maxDeckCopies = 99
	maxDeckNotes  = 200 // unknown names, and as many warnings
	maxDeckNote   = 400 // characters of a warning
)

// deckSources are where a deck can come from.
var deckSources = []string{"printed", "ringsdb", "text", "octgn", "hand"}

// declareDeck records a player's deck as it was checked. A deck is replaced before round 2 only; one
// that was never declared may be later. What it says of contract and The One Ring counts where the seat
// said nothing.
//
// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts".
func (d *entry) declareDeck(cmd lotr.DeclareDeck) error {
	p, err := d.inGame(cmd.Player)
	if err != nil {
		return err
	}
	if _, had := d.t.Decks[p.ID]; had && d.c.Round > 1 {
		return refuse("deck-fixed", "", "the deck of %s was declared, and it is round %d: a deck is replaced before round 2 only", person(p.ID), d.c.Round)
	}
	deck, err := deckOf(cmd)
	if err != nil {
		return err
	}
	if err := d.deckContract(p, deck.Contract); err != nil {
		return err
	}
	d.emit(deck)
	return nil
}

// SeatDeck returns the event of a deck that is declared before the table is set up, for a player who has
// a seat there. It may be declared again as often as wanted.
//
// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts".
func SeatDeck(t Table, cmd lotr.DeclareDeck) ([]events.Payload, error) {
	if cmd.Table != t.ID {
		return nil, refuse(engine.CodeOtherTable, "", "this is about table %q, and this is table %q: send it to its own table", clip(string(cmd.Table)), t.ID)
	}
	i := seatAt(t.Seats, cmd.Player)
	if i < 0 {
		return nil, refuse("no-such-player", "", "%s has no seat at this table: the organiser seats players", person(cmd.Player))
	}
	deck, err := deckOf(cmd)
	if err != nil {
		return nil, err
	}
	if own := t.Seats[i].Contract; own != "" && deck.Contract != "" && !sameName(own, deck.Contract) {
		return nil, contractTwice(cmd.Player, own, deck.Contract)
	}
	return []events.Payload{deck}, nil
}

// deckOf returns the declared deck of a command, with its names cleaned.
func deckOf(cmd lotr.DeclareDeck) (lotr.DeckDeclared, error) {
	deck := lotr.DeckDeclared{Table: cmd.Table, Player: cmd.Player, Source: cmd.Source}
	var err error
	if deck.Name, err = text("the deck's name", cmd.Name, 1, maxName); err != nil {
		return deck, err
	}
	if !slices.Contains(deckSources, cmd.Source) {
		return deck, refuse(engine.CodeMalformed, "", "%q is no source of a deck: use printed, ringsdb, text, octgn or hand", clip(cmd.Source))
	}
	if deck.Contract, err = text("the contract's name", cmd.Contract, 0, maxName); err != nil {
		return deck, err
	}
	if deck.Cards, err = deckLines(cmd.Cards); err != nil {
		return deck, err
	}
	if deck.Unknown, err = deckNotes("an unknown card", cmd.Unknown, maxName); err != nil {
		return deck, err
	}
	deck.Warnings, err = deckNotes("a warning", cmd.Warnings, maxDeckNote)
	return deck, err
}

// deckContract refuses a contract beside another one, and one that comes too late.
func (d *entry) deckContract(p Player, contract string) error {
	switch {
	case contract == "" || sameName(contract, p.Contract):
		return nil
	case p.Contract != "" && d.seatContract(p):
		return contractTwice(p.ID, p.Contract, contract)
	case d.c.Round > 1:
		return refuse("setup-over", contractRule, "a contract is put into play with the heroes at the beginning of the game, and it is round %d", d.c.Round)
	}
	return nil
}

func contractTwice(player events.PersonID, own, other string) error {
	return refuse("contract-twice", contractRule, "%s has the contract %s, and the deck says %s: each player has one; change the seat or the deck", person(player), own, other)
}

// seatContract tells whether the player's seat names the contract.
func (d *entry) seatContract(p Player) bool {
	i := seatAt(d.t.Seats, p.ID)
	return i >= 0 && d.t.Seats[i].Contract != ""
}

func deckLines(lines []lotr.DeckCard) ([]lotr.DeckCard, error) {
	if n := len(lines); n < 1 || n > maxDeckLines {
		return nil, refuse(engine.CodeMalformed, "", "the deck has %d lines: 1 to %d are wanted, one for each card", n, maxDeckLines)
	}
	out := make([]lotr.DeckCard, 0, len(lines))
	for i, c := range lines {
		var err error
		if c.Name, err = text("the name of a card", c.Name, 1, maxName); err != nil {
			return nil, err
		}
		if c.Code, err = text("the code of "+c.Name, c.Code, 0, maxName); err != nil {
			return nil, err
		}
		if c.Type, err = text("the type of "+c.Name, c.Type, 0, maxName); err != nil {
			return nil, err
		}
		if c.Copies < 1 || c.Copies > maxDeckCopies {
			return nil, refuse(engine.CodeMalformed, "", "line %d of the deck has %d copies of %s: 1 to %d are possible", i+1, c.Copies, c.Name, maxDeckCopies)
		}
		out = append(out, c)
	}
	return out, nil
}

func deckNotes(what string, notes []string, most int) ([]string, error) {
	if len(notes) > maxDeckNotes {
		return nil, refuse(engine.CodeMalformed, "", "there are %d entries of %s: %d is the most", len(notes), what, maxDeckNotes)
	}
	var out []string
	for _, n := range notes {
		n, err := text(what, n, 1, most)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// declareDeck keeps a deck. Its contract and The One Ring are the player's where the seat is silent.
func (t *Table) declareDeck(e lotr.DeckDeclared) {
	i := seatAt(t.Seats, e.Player)
	silent := i < 0 || t.Seats[i].Contract == ""
	ring := i >= 0 && t.Seats[i].OneRing || slices.ContainsFunc(e.Cards, func(c lotr.DeckCard) bool { return sameName(c.Name, ringName) })
	t.player(e.Player, func(p *Player) {
		if silent {
			p.Contract = e.Contract
		}
		if p.Ring == "" {
			p.RingCopy = ring
		}
	})
}
