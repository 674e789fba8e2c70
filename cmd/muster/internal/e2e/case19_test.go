package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/client"
)

// Case 19: a spectator's link and another table's captain. Neither has a button, and the request is
// refused with a reason; nothing changes.
func TestCase19SpectatorsAndOtherCaptainsHaveNoButtonsAndAreRefused(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(plainNames)
	h.give(group.StartGroup{})
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	code := map[events.TableID]string{}
	for _, c := range codes.Tables {
		code[c.Table] = c.Code
	}
	spectator := h.device(390, 740)
	captain := h.join(390, code["t2"], "Captain of t2", "Rivendell").page
	before := h.head() // joining records who records, and the phone its key
	for _, who := range []struct {
		name string
		page *page
	}{{"a spectator", spectator}, {"the captain of another table", captain}} {
		t.Run(who.name, func(t *testing.T) {
			for _, path := range []string{"/live/night/dusk", "/wall/night/dusk", "/wall/night", "/t/night/dusk/t1", "/console", "/console/night", "/console/night/groups/dusk", "/console/night/groups/dusk/do/pause", "/judge/night"} {
				noButtons(t, who.page, path)
			}
			who.page.Open(who.page.base + "/t/night/dusk/t1")
			who.page.says("for its captain only", "You cannot record for this table")
			who.page.Problems() // the browser notes the refused pages
			for _, body := range []string{
				`{"type": "lotr.change-threat.v1", "data": {"table": "t1", "by": 5}}`,
				`{"type": "group.end-round.v1", "data": {"table": "t1", "round": 1}}`,
				`{"type": "group.pause.v1", "data": {"reason": "because"}}`,
				`{"type": "lotr.rule.v1", "data": {"reason": "because", "verdict": "corrected", "city": 0}}`,
			} {
				refused(t, who.page, body)
			}
		})
	}
	if after := h.head(); !bytes.Equal(before, after) {
		t.Errorf("something was accepted: %s, was %s", after, before)
	}

	judge := client.New(h.URL, nil)
	_, err = judge.Join(t.Context(), codes.Judge, "Judge")
	must(t, err)
	if r := h.try(judge, group.Abandon{Reason: "because"}); r.Refused == nil || r.Refused.Code != "not-allowed" || !strings.Contains(r.Refused.Says, "organiser") {
		t.Errorf("a judge who abandons the game is answered %+v, want a refusal that names the organiser", r)
	}
	if r := h.try(judge, lotr.ChangeThreat{Table: "t1", By: 1}); r.Refused != nil {
		t.Errorf("a judge may enter for a table, but is refused: %s", r.Refused.Says)
	}
}

// head is where the group's log ends.
func (h *hall) head() []byte {
	b := h.board(night, dusk)
	return fmt.Appendf(nil, "version %d", b.Version)
}

// noButtons fails the test if a page offers something that would be recorded.
func noButtons(t *testing.T, p *page, path string) {
	t.Helper()
	p.Open(p.base + path)
	p.Wait("document.readyState === 'complete'")
	got := browser.Eval[[]string](p.Page, `[...document.querySelectorAll('muster-table, [data-action], form[method=post], a[href*="/do/"], a[href*="/rule"]')]
		.filter(e => !(e.action ?? '').endsWith('/console/login') && !(e.action ?? '').endsWith('/logout'))
		.map(e => e.outerHTML.slice(0, 120))`)
	for _, b := range got {
		t.Errorf("%s offers %s", path, b)
	}
}

// refused sends a command as the page's session and fails the test unless it is refused with a reason.
func refused(t *testing.T, p *page, command string) {
	t.Helper()
	got := browser.Eval[struct {
		Status  int    `json:"status"`
		Code    string `json:"code"`
		Says    string `json:"says"`
		Answers int    `json:"answers"`
	}](p.Page, fmt.Sprintf(`fetch('/api/v1/gatherings/night/groups/dusk/commands', {
		method: 'POST', headers: {'Content-Type': 'application/json'},
		body: JSON.stringify({commands: [{id: '%s', ...%s}]}),
	}).then(async r => { const b = await r.json(); return {status: r.status, code: b.refused?.code ?? '', says: b.refused?.says ?? '', answers: b.answers?.length ?? 0} })`, uuid.NewString(), command))
	if got.Status != 403 || got.Code != "not-allowed" && got.Code != "other-table" || len(got.Says) < 20 || got.Answers != 0 {
		t.Errorf("%s is answered %+v, want 403 with a reason", command, got)
	}
}
