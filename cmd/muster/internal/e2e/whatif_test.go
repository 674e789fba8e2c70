package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A judge goes from a running group's replay to the what-if at a position, tries a ruling, a command that the
// rules refuse and the end of a round, sees what comes of each beside what was and what is, and the log has
// nothing of it.
func TestAJudgeTriesWhatIfAndNothingOfItIsRecorded(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(plainNames)
	h.give(group.StartGroup{})
	then := h.give(lotr.ChangeThreat{Table: "t1", By: 5})
	now := h.give(lotr.ChangeThreat{Table: "t2", By: 7})
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	judge := h.judge(codes.Judge)

	judge.Open(fmt.Sprintf("%s/replay/night/dusk#seq=%d", judge.base, then.Position))
	judge.Wait(fmt.Sprintf("document.querySelector('.rp-position')?.innerText === '%d'", then.Position))
	judge.tapTo(".rp-controls a[href*='/whatif']", "document.getElementById('city')")
	if at := browser.Eval[string](judge.Page, "document.getElementById('at').value"); at != fmt.Sprint(then.Position) {
		t.Errorf("the what-if is at %s, the replay was at %d", at, then.Position)
	}
	judge.says("Nothing on this page is recorded", "Nothing yet: choose something below.")

	judge.fill("#city", "20")
	judge.tapTo("button[value=ruling]", "document.querySelectorAll('main ol > li').length === 1")
	if got := sides(judge); got != "As it was 35, What if 20, As it is now 35" {
		t.Errorf("the ruling leads to %q", got)
	}
	if row := difference(judge, "city strength"); row != "35 | 20, different | 35, different" {
		t.Errorf("the city strength differs as %q", row)
	}
	judge.says("1 thing that play has changed since")

	judge.fill("#type", "group.start.v1") // which has started
	judge.tapTo("button[value=raw]", "document.querySelectorAll('main ol > li').length === 2")
	judge.Wait("document.querySelector('main ol > li:last-child .refusal')?.innerText.includes('Refused')")
	judge.tapTo("button[value=drop]", "document.querySelectorAll('main ol > li').length === 1")

	for _, id := range tables {
		judge.tap("#e-table")
		n := browser.Eval[int](judge.Page, fmt.Sprintf("document.querySelector('#e-table').value = '%s', document.querySelectorAll('main ol > li').length", id))
		judge.tapTo("button[value=end]", fmt.Sprintf("document.querySelectorAll('main ol > li').length === %d", n+1))
	}
	judge.Wait("document.querySelector('main ol > li:last-child').innerText.includes('Every table has ended round 1')")
	if got := sides(judge); !strings.HasPrefix(got, "As it was 35, What if ") || !strings.HasSuffix(got, ", As it is now 35") {
		t.Errorf("the end of the round leads to %q", got)
	}
	judge.CheckPage("whatif", 360, 768, 1280)
	judge.Size(1280, 900)
	judge.ScreenshotAll("whatif")
	judge.Size(360, 740)
	judge.ScreenshotAll("whatif-360")
	judge.quiet("the judge")

	after := h.board(night, dusk)
	if after.Version != now.Version || after.Position != now.Position || after.City.Strength != now.City.Strength || after.Round != now.Round {
		t.Errorf("the group was at version %d, position %d, city %d, round %d and is at %d, %d, %d, %d after what was only tried",
			now.Version, now.Position, now.City.Strength, now.Round, after.Version, after.Position, after.City.Strength, after.Round)
	}
	// The whole log has one entry more: that the judge came in.
	if next := h.give(lotr.ChangeThreat{Table: "t3", By: 1}); next.Position != now.Position+2 || next.Version != now.Version+1 {
		t.Errorf("the next entry has position %d and version %d; %d and %d were the last before the judge came in", next.Position, next.Version, now.Position, now.Version)
	}
}

// sides are the figures of the three boards beside each other.
func sides(p *page) string {
	p.t.Helper()
	return browser.Eval[string](p.Page, `[...document.querySelectorAll('section.card')].filter(s => s.querySelector('.lead b')).map(s => s.querySelector('h3').innerText + ' ' + s.querySelector('.lead b').innerText).join(', ')`)
}

// difference is the row of a field in what would have changed.
func difference(p *page, field string) string {
	p.t.Helper()
	return browser.Eval[string](p.Page, `(() => {
		const row = [...document.querySelectorAll('main > table tbody tr')].find(r => r.cells[1].textContent.trim() === `+quote(field)+`);
		return row ? [...row.cells].slice(2).map(c => c.textContent.trim()).join(' | ') : 'no such row: ' + document.querySelector('main > table')?.innerText;
	})()`)
}
