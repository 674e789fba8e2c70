package e2e

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/dashboards/browser"
)

// captain is a captain's phone on the page of their table.
type captain struct {
	*page
	team string
}

// join lets a captain join with the code on the table's card, through the pages.
func (h *hall) join(width int, code, name, team string) *captain {
	h.t.Helper()
	c := &captain{page: h.device(width, 740), team: team}
	c.Open(c.base + "/")
	c.fill("#code", strings.ToLower(code))
	c.tapTo(".joinbox button", "document.getElementById('name')")
	c.says(team)
	c.fill("#name", name)
	c.tapTo("button.primary.wide", "document.querySelector('muster-table')")
	c.connected()
	c.Wait(signs) // showing its key is the last that a phone does by itself
	return c
}

// connection is an expression that tells whether the header says something about the link.
func connection(words string) string {
	return fmt.Sprintf("document.querySelector('.conn')?.innerText.includes(%s)", quote(words))
}

// connected waits until the phone hears the server and everything entered has arrived.
func (c *captain) connected() { c.t.Helper(); c.Wait(connection("Connected")) }

// saved is how many entries wait on the phone.
func (c *captain) saved() int {
	c.t.Helper()
	return browser.Eval[int](c.Page, "(async () => { const o = document.querySelector('muster-table').outbox; await o.reload(); return o.entries.length })()")
}

// entered waits until the form is closed and what was entered has arrived.
func (c *captain) entered() {
	c.t.Helper()
	c.Wait("!document.querySelector('dialog[open]') && !document.querySelector('muster-table').busy")
	c.connected()
	c.Wait("document.querySelector('muster-table').waiting.length === 0 && document.querySelector('muster-table').outbox.sent.length === 0")
}

// enter types a number into a stepper of the page and waits until that has arrived.
func (c *captain) enter(key string, n int) {
	c.t.Helper()
	c.number(key, n)
	c.entered()
}

// number types a number into a stepper of the page.
func (c *captain) number(key string, n int) {
	c.t.Helper()
	stepper := fmt.Sprintf("[data-key=%s]", quote(key))
	c.fill(stepper+" input", fmt.Sprintf("%d\r", n))
	// its value is what the page counts, not what was typed; what is destroyed has none any more
	c.Wait(fmt.Sprintf("(document.querySelector(%s)?.value ?? %d) === %d", quote(stepper), n, n))
}

// phase begins the next phase.
func (c *captain) phase() {
	c.t.Helper()
	c.tap("[data-action=phase-next]")
	c.entered()
}

// card opens a form that asks for a card, finds it by a part of its name and enters it.
func (c *captain) card(action, part, code string) {
	c.t.Helper()
	c.tap("[data-action=" + action + "]")
	c.fill("dialog input[type=search]", part)
	c.tap("dialog [data-card=" + quote(code) + "]")
	c.Wait(hits("dialog [data-submit]"))
	c.Screenshot("evening-form-" + action)
	c.tap("dialog [data-submit]")
	c.entered()
}

// quest enters how much willpower was committed.
func (c *captain) quest(willpower int) {
	c.t.Helper()
	c.tap("[data-action=quest]")
	c.fill("dialog muster-stepper input", fmt.Sprint(willpower))
	browser.Eval[bool](c.Page, "document.activeElement.blur(), true")
	c.tap("dialog [data-submit]")
	c.entered()
}

// archery assigns all archery damage to the first character of the form.
func (c *captain) archery(damage int) {
	c.t.Helper()
	c.tap("[data-action=archery]")
	for range damage {
		c.tap("dialog .choices .field:first-of-type muster-stepper button:last-of-type")
	}
	c.Screenshot("evening-form-archery")
	c.tap("dialog [data-submit]")
	c.entered()
}

// end ends the round, which is asked once.
func (c *captain) end() {
	c.t.Helper()
	c.tap(".t-bottom [data-action=end-round]")
	c.Wait(hits("dialog [data-submit]"))
	c.Screenshot("evening-form-end")
	c.tap("dialog [data-submit]")
	c.entered()
}

// answer answers the question of the round's end that is on the page.
func (c *captain) answer(step, choice string) {
	c.t.Helper()
	c.Wait("document.querySelector('.question')?.dataset.step === " + quote(step))
	c.tap(".question [data-choice=" + quote(choice) + "]")
	if choice != "pass" && choice != "done" {
		c.tap("dialog [data-yes]") // it is final, and asked once more
	}
	c.entered()
	c.Wait("document.querySelector('.question')?.dataset.step !== " + quote(step))
}
