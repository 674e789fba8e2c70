package gallery

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
)

// Every page in every state: accessible, never wider than the screen, nothing injected, nothing
// against the content policy, and walls fit their screen.
func TestEveryPageInEveryState(t *testing.T) {
	srv := httptest.NewServer(Handler())
	defer srv.Close()
	page := browser.Start(t).Page(t, 1920, 1080)
	for _, pic := range Pictures() {
		t.Run(pic.Name, func(t *testing.T) { look(t, page.For(t), srv.URL, pic) })
	}
}

func look(t *testing.T, p *browser.Page, url string, pic Picture) {
	p.Size(1920, 1080)
	p.Open(url + "/gallery/" + pic.Name)
	p.Wait("document.fonts.status === 'loaded' && !document.querySelector('siege-tracker:not(:defined)')")
	if browser.Eval[bool](p, "'__xss' in window") {
		t.Error("a name ran as a script")
	}
	if pic.Wall {
		if got := p.Scrolls(); got > 0 {
			t.Errorf("the wall is %d px higher than the screen", got)
		}
		if got := clipped(p); len(got) > 0 {
			t.Errorf("the wall cuts off %s", strings.Join(got, "; "))
		}
		p.Screenshot(pic.Name)
	} else {
		p.ScreenshotAll(pic.Name + "-wide")
	}
	p.CheckPage(pic.Name, 1920, 768, 390, 360, 320)
	p.Size(360, 780)
	p.ScreenshotAll(pic.Name + "-360")
}

// clipped finds panels of a wall whose content is higher than they are.
func clipped(p *browser.Page) []string {
	return browser.Eval[[]string](p, `[...document.querySelectorAll('.stage, .hero, .barrier, .team, .turn, .result, .testcard, .gcard, .step')]
		.filter(e => e.offsetParent && e.scrollHeight > e.clientHeight + 9 /* ink below a tight line */)
		.map(e => e.className + ' by ' + (e.scrollHeight - e.clientHeight) + ' px')`)
}
