package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
)

// widths at which no page may scroll sideways: small phones, usual phones, tablets, projectors.
var widths = []int{320, 360, 390, 768, 1920}

// live pages change with the game; the others look the same in every phase.
var (
	livePages  = []string{"/wall/night/dusk", "/wall/night", "/live/night/dusk"}
	deskPages  = []string{"/console/night", "/console/night/groups/dusk"}
	quietPages = []string{"/", "/join", "/status", "/console/login", "/wall/setup"}
	deskOnce   = []string{
		"/console", "/console/night/setup", "/print/night/cards", "/judge/night", "/console/night/groups/dusk/rule",
		"/console/night/groups/dusk/do/pause", "/console/night/groups/dusk/do/notice", "/console/night/groups/dusk/do/admit",
		"/console/night/groups/dusk/do/force", "/console/night/groups/dusk/do/drop", "/console/night/do/end", "/console/night/do/seal", "/log/night", "/log/night/checkpoints/999999?f=0000-0000-0000-0000", "/replay/night/dusk/whatif",
	}
)

// Every page of the server in every phase of a game whose people have names that break pages: clean
// for axe-core, no wider than the screen, no error on the console, nothing against the content
// policy, no name that runs as a script or becomes markup.
func TestEveryPageInEveryPhaseWithNastyNames(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(nasty)
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	v := &visitors{hall: h, anyone: h.device(390, 844), organiser: h.organiser()}
	for _, path := range quietPages {
		v.look(v.anyone, "quiet", path)
	}
	v.look(v.anyone, "quiet", "/join/"+codes.Tables[0].Code)
	v.look(v.organiser, "setup", "/console/night/groups/dusk/do/seat")
	v.look(v.organiser, "setup", "/console/night/groups/dusk/do/start")
	v.captain = h.join(360, codes.Tables[0].Code, `Captain "><img src=x onerror=window.__xss=1>`, "W").page
	v.phase("setup")

	h.give(group.StartGroup{})
	v.phase("playing")
	for _, path := range deskOnce {
		v.look(v.organiser, "playing", path)
	}

	h.untilAsked()
	v.phase("resolving")
	v.look(v.organiser, "resolving", "/console/night/groups/dusk/do/answer")

	h.finish(h.enter)
	if b := h.board(night, dusk); b.Phase != board.PhaseWon {
		t.Fatalf("the game is %s, want won", b.Phase)
	}
	v.phase("won")
}

func (h *hall) enter(body events.CommandBody) { h.give(body) }

// untilAsked plays up to the first question of the end of a round at stage 3.
func (h *hall) untilAsked() {
	h.t.Helper()
	for round := 1; round <= 3; round++ {
		endRounds(h.enter, round, round)
		h.settle(h.enter)
	}
	h.atStage3(h.enter)
}

// visitors are the people who look at pages.
type visitors struct {
	*hall
	anyone, organiser, captain *page
}

// phase looks at all pages that change with the game.
func (v *visitors) phase(name string) {
	v.t.Helper()
	for _, path := range livePages {
		v.look(v.anyone, name, path)
	}
	for _, path := range deskPages {
		v.look(v.organiser, name, path)
	}
	v.captain.Size(360, 740)
	v.look(v.captain, name, "/t/night/dusk/t1")
}

// look opens a page, checks it and keeps a picture of it.
func (v *visitors) look(p *page, phase, path string) {
	v.t.Helper()
	name := phase + strings.ReplaceAll(path, "/", "-")
	p.Open(p.base + path)
	p.Wait("document.readyState === 'complete' && !document.querySelector('muster-table > main.first')")
	p.CheckPage(name, widths...)
	if got := browser.Eval[[]string](p.Page, `[...('__xss' in window ? ['a name ran as a script'] : []),
		...[...document.querySelectorAll('img[src=x], [onerror]')].map(e => 'a name became markup: ' + e.outerHTML.slice(0, 80))]`); len(got) > 0 {
		v.t.Errorf("%s: %s", name, strings.Join(got, "; "))
	}
	if strings.HasPrefix(path, "/wall") {
		p.Size(1920, 1080)
		if n := p.Scrolls(); n > 0 {
			v.t.Errorf("%s is %d px higher than the screen", name, n)
		}
		p.Screenshot("e2e-" + name)
		return
	}
	w := 360
	if p == v.organiser {
		w = 1280
	}
	p.Size(w, 844)
	p.ScreenshotAll(fmt.Sprintf("e2e-%s-%d", name, w))
}
