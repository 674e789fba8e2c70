package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
)

// gate opens a group that plays The Black Gate Opens at one table, at which Ana and Bram sit.
func (h *hall) gate() {
	h.t.Helper()
	must(h.t, h.boss.OpenGathering(h.t.Context(), night, "A night at the gate", group.Settings{}))
	ids, err := h.boss.Register(h.t.Context(), night, []roster.NewPerson{{Name: "Ana"}, {Name: "Bram"}})
	must(h.t, err)
	h.give(group.OpenGroup{
		Name: "At the gate", Scenario: "the-black-gate-opens", Mode: "standard", Difficulty: "standard", Seed: 3,
		Tables: []group.TableName{{ID: tables[0], Team: "Gondor"}},
	})
	h.give(group.SeatPlayers{Seats: []group.Seat{{Player: ids[0], Table: tables[0]}, {Player: ids[1], Table: tables[0]}}})
}

const brokenDeck = "Riders\n\nHeroes\nThéoden (The Treason of Saruman)\n\nAllies\nthree times Gandalf\n"

// A captain takes a printed list for one player and sees what is wrong with a file of the other's; the
// organiser declares that deck at the console and sees, before the start, what the decks break together.
//
// Rule: Printed decklists.
// Rule: Deck imports.
// Source: The Mountain of Fire, "Decklists"; "Setting Up the Game".
func TestCaptainsAndOrganisersDeclareDecks(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.gate()
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	c := h.join(360, codes.Tables[0].Code, "Ana", "Gondor")
	c.says("no deck declared")
	players := h.board(night, dusk).Tables[0].Players
	ana, bram := fmt.Sprintf("[data-deck=%s]", quote(string(players[0].ID))), fmt.Sprintf("[data-deck=%s]", quote(string(players[1].ID)))

	c.tap(ana)
	c.Wait("document.querySelectorAll('dialog [data-printed]').length === 4")
	c.CheckPage("the sheet of a deck", 360, 390, 768)
	c.Size(360, 740)
	c.Screenshot("e2e-deck-choose")
	c.tap("[data-printed=leadership-spirit]")
	c.tap("[data-check]")
	c.Wait("document.querySelector('dialog [data-take]') && !document.querySelector('dialog [data-take]').disabled")
	c.says("Nothing is against it", "Gandalf", "Éomer", "Beregond", "50 cards", "Aragorn")
	c.CheckPage("the report of a deck", 360, 390, 768)
	c.Size(360, 740)
	c.Screenshot("e2e-deck-report")
	c.tap("[data-take]")
	c.Wait("!document.querySelector('dialog[open]')")
	h.until(night, dusk, "Ana has the printed list", func(b board.Group) bool {
		d := b.Tables[0].Players[0].Deck
		return d != nil && d.Source == "printed" && len(b.Tables[0].Players[0].Heroes) == 3
	})
	c.Wait("document.querySelector('.decks')?.innerText.includes('Leadership & Spirit')")
	c.Screenshot("e2e-deck-page")

	c.tap(bram)
	c.upload("dialog input[type=file]", "riders.txt", brokenDeck)
	c.Wait("document.querySelector('dialog textarea').value.includes('three times')")
	c.tap("[data-check]")
	c.Wait("document.querySelector('dialog [data-wrong]')?.innerText.includes('Line 7: \"three times Gandalf\" is neither a heading nor a card')")
	c.Screenshot("e2e-deck-malformed")
	// Ana's heroes again, for Bram: refused by the rule, and named.
	c.tap("[data-printed=leadership-spirit]")
	c.tap("[data-check]")
	c.Wait("document.querySelector('dialog [data-problems]')?.innerText.includes('Gandalf is also a hero of Ana')")
	if !browser.Eval[bool](c.Page, "document.querySelector('dialog [data-take]').disabled") {
		t.Error("a deck that a rule forbids can be taken")
	}
	c.Screenshot("e2e-deck-refused")
	c.link.Cut()
	c.Wait("document.querySelector('dialog').innerText.includes('This phone is offline')")
	c.Screenshot("e2e-deck-offline")
	c.link.Mend("")
	c.Wait("!document.querySelector('dialog').innerText.includes('This phone is offline')")
	c.tap("[data-close]")
	c.connected()

	h.organise()
	for _, says := range c.Problems() {
		refused := strings.Contains(says, "422") && strings.Contains(says, "/decks?") // the browser's word for the file that was refused
		if !refused && !strings.Contains(says, "net::ERR_") {
			t.Errorf("the page of Gondor complained: %s", says)
		}
	}
}

// organise declares the deck of Bram at the console and looks at what the decks break together.
func (h *hall) organise() {
	h.t.Helper()
	o := h.organiser()
	o.Open(o.base + "/console/night/groups/dusk")
	o.says("1 of 2 decks declared", "nothing is against them")
	o.tapTo(`a[href$="/decks"]`, "document.getElementById('d-player')")
	o.CheckPage("decks at the console", 1280, 768, 390)
	o.Size(1280, 900)
	o.pick("Bram")
	o.fill("#d-text", strings.ReplaceAll(brokenDeck, "\n", "\r"))
	o.tapTo("form.stack .primary", "document.querySelector('.refusal')")
	o.says("line 7")
	o.ScreenshotAll("e2e-console-deck-malformed")
	o.pick("Bram")
	o.tap(`input[name=printed][value="tactics-spirit"]`)
	o.tapTo("form.stack .primary", "document.getElementById('deck-h')")
	o.says("Nothing is against it", "Théoden")
	o.CheckPage("the report of a deck at the console", 1280, 768, 390)
	o.Size(1280, 900)
	o.ScreenshotAll("e2e-console-deck-report")
	o.tapTo(`button[name=take]`, "location.pathname.endsWith('/groups/dusk')")
	o.says("The deck is recorded", "2 of 2 decks declared")
	b := h.board(night, dusk)
	if d := b.Tables[0].Players[1].Deck; d == nil || d.Name != "Tactics & Spirit" {
		h.t.Errorf("Bram's deck is %+v", d)
	}
	// Bram's seat is typed anew with a contract that forbids allies of his: seats alone break no rule.
	h.give(group.SeatPlayers{Seats: []group.Seat{{
		Player: b.Tables[0].Players[1].ID, Table: tables[0], Contract: "Fellowship", Heroes: []group.Hero{{Title: "Théoden", Threat: 12}},
	}}})
	o.says("the contract Fellowship allows none")
	o.CheckPage("a group with decks that break a rule", 1280, 768, 390)
	o.Size(1280, 900)
	o.ScreenshotAll("e2e-console-decks")
	o.tapTo(`a[href$="/do/start"]`, "document.querySelector('form.stack')")
	o.says("Deck of", "the contract Fellowship allows none")
	o.ScreenshotAll("e2e-console-decks-start")
	o.quiet("the organiser")
}

// pick chooses a player in the form of a deck.
func (p *page) pick(name string) {
	p.t.Helper()
	browser.Eval[bool](p.Page, fmt.Sprintf(`(() => { const s = document.getElementById('d-player');
		s.value = [...s.options].find(o => o.text.startsWith(%s)).value; s.dispatchEvent(new Event('change')); return true })()`, quote(name)))
}
