package e2e

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Case 15: the connection of a wall drops, and then the server itself is restarted. The last picture
// stays, dimmed and dated; then the wall continues with what happened meanwhile.
func TestCase15TheWallKeepsItsPictureWhileTheServerIsAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := apptest.StartOn(t, dir, nil)
	h := &hall{Server: s, t: t, b: browser.Start(t), boss: s.Organiser(t)}
	h.open(plainNames)
	h.give(group.StartGroup{})
	p := h.device(1920, 1080)
	p.Open(p.base + "/wall/night/dusk")
	p.Wait(city(35))

	p.link.Cut()
	s.Stop()
	p.Wait(`!document.getElementById('link').hidden && /^Reconnecting since 0:0[1-9]/.test(document.getElementById('link').innerText)`)
	if !browser.Eval[bool](p.Page, city(35)) {
		t.Error("the last picture is gone")
	}
	if got := p.Text("body"); strings.Contains(got, "No groups") || strings.Contains(got, "no such page") {
		t.Errorf("the wall says that there is no game: %s", got)
	}
	if browser.Eval[float64](p.Page, "Number(getComputedStyle(document.getElementById('live')).opacity)") >= 1 {
		t.Error("the last picture is not dimmed")
	}

	h.Server = apptest.StartOn(t, dir, nil)
	h.boss = h.Organiser(t)
	thirty := 30
	h.give(lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, City: &thirty})
	p.link.Mend(h.Addr().String())
	p.Wait(city(30) + ` && document.getElementById('link').hidden && !document.documentElement.classList.contains('stale')`)
	h.give(group.EndRound{Table: "t1", Round: 1})
	p.Wait(`document.querySelector('.barrier .count').innerText.startsWith('1')`)
	p.quiet("the wall")
}
