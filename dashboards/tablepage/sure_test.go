package tablepage_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

const askedOnce = "document.querySelector('dialog[open] [data-yes]:not([disabled])') && document.activeElement?.matches('[data-back]')"

// focus puts the keyboard on an element.
func (p *phone) focus(css string) {
	p.t.Helper()
	p.Wait("document.querySelector('" + css + "') && !document.querySelector('" + css + "').disabled && !document.querySelector('dialog[open]')")
	browser.Eval[bool](p.Page, "document.querySelector('"+css+"').focus(), document.activeElement.matches('"+css+"')")
}

// keys presses keys where the focus is.
func (p *phone) keys(keys string) {
	p.t.Helper()
	p.Type(":focus", keys)
}

// An answer that nobody can take back is asked once more, in words; a double tap is no yes, and the
// keyboard is enough for all of it.
func TestAFinalAnswerIsAskedOnceMore(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.toStage3()
	twelve := 12
	r.must(organiser, lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{Table: "rivendell", Progress: &twelve}}})
	r.endRound(4)
	p := r.join(start(t), "127.0.0.1", "rivendell")

	const pay, bonus = ".question [data-choice=pay]", ".question [data-choice=pay-bonus]"
	p.Wait("document.querySelector('" + pay + "')")
	browser.Eval[bool](p.Page, "(() => { document.querySelector('"+pay+"').click(); return true })()")
	p.Wait("document.querySelector('dialog[open] [data-yes]')")
	browser.Eval[bool](p.Page, "(() => { document.querySelector('dialog [data-yes]').click(); return true })()") // the second tap, at once
	p.Wait(askedOnce)
	if says := browser.Eval[string](p.Page, "document.querySelector('dialog').innerText"); !strings.Contains(says, "Remove 5 progress: nothing happens.") || !strings.Contains(says, "Nobody can take this back.") {
		t.Errorf("it asks:\n%s", says)
	}
	p.keys(kb.Enter) // Back
	p.focus(bonus)
	p.keys(kb.Enter)
	p.press(`dialog [data-value="p-5"]`)
	p.Wait(askedOnce)
	if says := browser.Eval[string](p.Page, "document.querySelector('dialog .sure').innerText"); !strings.Contains(says, "Remove 10 progress, good effect · Eowyn") {
		t.Errorf("it asks about what was chosen:\n%s", says)
	}
	p.keys(kb.Enter) // Back to the choice of the player, which is kept
	p.Wait(`document.querySelector('dialog [data-value="p-5"]')?.getAttribute('aria-pressed') === 'true'`)
	p.press("dialog [data-close]")
	if n := len(p.sent()); n != 0 {
		t.Fatalf("%d answers were sent before anybody said yes", n)
	}
	p.focus(pay)
	p.keys(kb.Enter)
	p.Wait(askedOnce)
	p.keys(kb.Tab)
	p.Wait("document.activeElement?.matches('[data-yes]')")
	p.keys(kb.Enter)
	p.arrived(1, "group.resolve-step.v1", map[string]any{"choice": "pay", "step": "4-forced-3d"})

	r.resolveUntil(group.StepChoose, "rivendell")
	p.press(`.question [data-choice="3B"]`)
	p.Wait(askedOnce)
	p.Wait("document.querySelector('dialog .consequence').innerText.includes('Rivendell goes to 3B, The Siege of Dol Guldur.')")
	p.Screenshot("table-sure-360")
	p.press("dialog [data-yes]")
	p.arrived(2, "group.resolve-step.v1", map[string]any{"choice": "3B"})
	if got := p.Problems(); len(got) > 0 {
		t.Errorf("the page complained: %v", got)
	}
}

// What says only that all is done is not asked twice.
func TestPassingIsNotAskedOnceMore(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.endRound(1)
	r.resolveUntil(group.StepResponse, "rivendell")
	p := r.join(start(t), "127.0.0.1", "rivendell")
	p.press(".question [data-choice=pass]")
	p.arrived(1, "group.resolve-step.v1", map[string]any{"choice": "pass"})
}
