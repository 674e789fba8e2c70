package e2e

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A captain without network flags what another table has entered; a judge sees it on the desk and rules; a
// second person countersigns; the captain reads the answer.
func TestADisputedEntryFromThePhoneToTheSecondJudge(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(plainNames)
	h.give(group.StartGroup{})
	h.give(lotr.ChangeThreat{Table: "t1", By: 5})
	entry := h.board(night, dusk).Version
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	code := map[events.TableID]string{}
	for _, c := range codes.Tables {
		code[c.Table] = c.Code
	}
	captain := h.join(360, code["t2"], "Captain of t2", "Rivendell")
	judge, second := h.judge(codes.Judge), h.organiser()

	captain.link.Cut()
	captain.tap("[data-log] summary")
	captain.tap(fmt.Sprintf("[data-entry='%d'] [data-do-flag]", entry))
	captain.fill("dialog input[type=text]", "It was two, not five")
	captain.Screenshot("review-flag-form")
	captain.tap("dialog [data-submit]")
	captain.Wait(fmt.Sprintf("document.querySelector(\"[data-entry='%d']\").innerText.includes('flagged')", entry))
	captain.link.Mend(h.Addr().String())
	captain.Wait("document.querySelector('[data-flag]')?.innerText.includes('A judge will look at it')")

	judge.Wait("document.querySelector('a[href*=\"#flag-\"]')")
	judge.CheckPage("review-desk", 320, 390, 768, 1280)
	judge.ScreenshotAll("review-desk")
	judge.tapTo("a[href*='#flag-']", "document.querySelector('.review.waits a[href*=\"&flag=\"]')")
	judge.tapTo(".review.waits a[href*='&flag=']", "document.getElementById('reason')")
	judge.fill("#reason", "The captain of t1 confirms it")
	judge.fill("#city", "33")
	judge.tapTo("form button.primary.big", "document.querySelector('button[name=sure]')")
	judge.tapTo("button[name=sure]", "location.search === '?done=rule'")
	judge.says("Awaiting a second pair of eyes", "Corrected by ruling")

	second.Open(second.base + "/console/night/groups/dusk")
	second.CheckPage("review-group", 320, 390, 768, 1280, 1920)
	second.ScreenshotAll("review-group")
	second.tapTo(".review.waits a[href*='/do/countersign']", "document.querySelector('form.stack')")
	second.says("City strength: 35 → 33")
	second.tapTo("form.stack button.big", "location.search === '?done=countersign'")
	second.says("Countersigned by")
	judge.says("Countersigned by")
	captain.Wait("document.querySelector('[data-flag]').innerText.includes('Corrected by ruling')")
	captain.quiet("the captain") // the network was away
	captain.CheckPage("review-phone", 320, 360)
	captain.ScreenshotAll("review-phone")
	for who, p := range map[string]*page{"the captain": captain.page, "the judge": judge, "the second": second} {
		p.quiet(who)
	}
}

// judge is a judge's tablet, on the judges' desk.
func (h *hall) judge(code string) *page {
	h.t.Helper()
	p := h.device(768, 900)
	p.Open(p.base + "/join/" + code)
	p.fill("#name", "Judge Judy")
	p.tapTo("button.primary.wide", "location.pathname === '/judge/night'")
	return p
}
