package tablepage_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// theme makes the phone prefer dark or light pages.
func (p *phone) theme(name string) {
	p.t.Helper()
	_, err := chromedp.Call(p.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// look checks what the phone shows in both themes and keeps pictures of it.
func (p *phone) look(name string) {
	p.t.Helper()
	for _, theme := range []string{"light", "dark"} {
		p.theme(theme)
		p.CheckPage(name+" "+theme, 320, 768, 390, 360)
		p.Size(360, 740)
		p.Screenshot(fmt.Sprintf("table-%s-360-%s", name, theme))
		p.Size(390, browser.Eval[int](p.Page, "Math.max(844, document.documentElement.scrollHeight)"))
		p.Screenshot(fmt.Sprintf("table-%s-390-%s", name, theme))
	}
}

func TestThePhoneIsReadableInEveryState(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	p := r.join(start(t), "127.0.0.1", "rivendell")
	p.look("round-1")

	r.toStage3()
	r.play("rivendell")
	p.Wait("document.querySelector('main').innerText.includes('Mirkwood Olog-hai')")
	p.look("playing")
	p.targets()

	p.tap("[data-action=destroy]")
	p.Wait("document.querySelector('dialog[open] [data-card]')")
	p.look("destroy")
	p.tap("dialog [data-close]")

	p.tap("[data-more]")
	p.Wait("document.querySelector('dialog[open] [data-action]')")
	p.look("everything")
	p.tap("dialog [data-close]")

	p.tap("[data-action=end-round]")
	p.Wait("document.querySelector('dialog[open] .confirm')")
	p.look("end-round")
	p.tap("dialog [data-submit]")
	p.Wait("document.querySelector('.wait')")
	p.look("waiting")

	five := 7
	r.must(organiser, lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{Table: "rivendell", Progress: &five}}})
	r.must(organiser, group.EndRound{Table: "lorien", Round: 4})
	r.must(organiser, group.EndRound{Table: "esgaroth", Round: 4})
	p.Wait("document.querySelector('.question [data-choice=pay]')")
	p.look("question")
	if !browser.Eval[bool](p.Page, "document.querySelector('[data-choice=pay-bonus]').disabled && document.querySelector('[data-choice=pay-bonus] .why') !== null") {
		t.Error("an answer that is not allowed is not greyed with its reason")
	}
	p.tap("[data-choice=pay]")
	p.Wait("document.querySelector('dialog[open] [data-yes]:not([disabled])')")
	p.look("sure")
	p.tap("dialog [data-yes]")
	p.Wait("document.querySelector('.question')?.dataset.step !== '4-forced-3d'")
	p.look("after-answer")

	r.must(organiser, group.Abandon{Reason: "the hall closes"})
	p.Wait("document.querySelector('.result')")
	p.look("over")
	if !browser.Eval[bool](p.Page, "globalThis.__xss === undefined") {
		t.Error("a name ran as a script")
	}
}

// targets fails the test if something to be tapped is smaller than a finger.
func (p *phone) targets() {
	p.t.Helper()
	small := browser.Eval[[]string](p.Page, `[...document.querySelectorAll('muster-table :is(button, a, input)')]
		.map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 0 && (r.width < 48 || r.height < 48))
		.map(([e, r]) => e.outerHTML.slice(0, 80) + ' is ' + r.width + ' x ' + r.height)`)
	for _, s := range small {
		p.t.Errorf("smaller than 48 px: %s", s)
	}
}
