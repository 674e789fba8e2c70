package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
)

// hall is a server with a browser: the place where the evening happens.
type hall struct {
	*apptest.Server
	t    *testing.T
	b    *browser.Browser
	boss *client.Client // an organiser's session of the API, to compare what pages say with
}

func newHall(t *testing.T) *hall {
	t.Helper()
	s := apptest.Start(t, nil)
	return &hall{Server: s, t: t, b: browser.Start(t), boss: s.Organiser(t)}
}

// page is a device of somebody in the hall.
type page struct {
	*browser.Page
	t    *testing.T
	link *browser.Link
	base string
}

// device is a page with a link of its own to the server.
func (h *hall) device(width, height int) *page {
	h.t.Helper()
	l := browser.NewLink(h.t, h.Addr().String())
	return &page{Page: h.b.Page(h.t, width, height), t: h.t, link: l, base: l.URL()}
}

// organiser is a laptop on which the organiser's link was opened.
func (h *hall) organiser() *page {
	h.t.Helper()
	p := h.device(1280, 900)
	p.Open(strings.Replace(h.OrganiserLink(), h.URL, p.base, 1))
	p.Wait(`location.pathname === '/console' && document.getElementById('name')`)
	return p
}

// says waits until the page says something.
func (p *page) says(words ...string) {
	p.t.Helper()
	for _, w := range words {
		p.Wait("document.body && document.body.innerText.includes(" + quote(w) + ")")
	}
}

// hits is the expression that scrolls to the element of a CSS selector and tells whether a finger in
// its middle would hit it: it is there, enabled, large enough and nothing lies over it.
func hits(css string) string {
	return fmt.Sprintf(`(() => {
		const e = document.querySelector(%s);
		if (!e || e.disabled) return false;
		e.scrollIntoView({block: 'center', inline: 'nearest'});
		const r = e.getBoundingClientRect();
		if (r.width < 1 || r.height < 1) return false;
		const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
		return top === e || e.contains(top) || (top !== null && top.closest('label')?.control === e);
	})()`, quote(css))
}

// tap taps the element of a CSS selector once a finger would hit it.
func (p *page) tap(css string) {
	p.t.Helper()
	p.Wait(hits(css))
	browser.Eval[bool](p.Page, "document.querySelector("+quote(css)+").click(), true")
}

// tapTo taps what leads to another page and waits until that is there.
func (p *page) tapTo(css, path string) {
	p.t.Helper()
	p.tap(css)
	p.Wait("document.readyState === 'complete' && " + path)
}

// fill types text into a field over what is there, as a person who has tapped into it does.
func (p *page) fill(css, text string) {
	p.t.Helper()
	p.Wait(hits(css))
	browser.Eval[bool](p.Page, "document.querySelector("+quote(css)+").focus(), document.querySelector("+quote(css)+").select?.(), true")
	p.Type(css, text)
}

// upload chooses a file in a form.
func (p *page) upload(css, name, content string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), name)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(css), []string{file}))
}

// quiet fails the test if the page complained about anything but a link that was cut.
func (p *page) quiet(who string) {
	p.t.Helper()
	for _, s := range p.Problems() {
		cut := strings.Contains(s, "htmx:error") && strings.Contains(s, "Failed to fetch")
		if cut || strings.Contains(s, "net::ERR_") || strings.Contains(s, "htmx:sse:error") {
			continue
		}
		p.t.Errorf("the page of %s complained: %s", who, s)
	}
}

// board is what the API says of a group.
func (h *hall) board(g events.GatheringID, group events.GroupID) board.Group {
	h.t.Helper()
	b, err := h.boss.Board(h.t.Context(), g, group, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

// until waits until the board of a group is as wanted.
func (h *hall) until(g events.GatheringID, group events.GroupID, what string, ok func(board.Group) bool) board.Group {
	h.t.Helper()
	deadline := time.Now().Add(browser.Patience)
	var at events.Position
	for {
		b, err := h.boss.Board(h.t.Context(), g, group, 0)
		if err != nil {
			h.t.Fatal(err)
		}
		if ok(b) {
			return b
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("it never came that %s; at position %d the group is in phase %s, round %d, city %d", what, at, b.Phase, b.Round, b.City.Strength)
		}
		at = b.Position
		<-time.After(20 * time.Millisecond)
	}
}

func table(t testing.TB, b board.Group, team string) board.Table {
	t.Helper()
	i := slices.IndexFunc(b.Tables, func(x board.Table) bool { return x.Team == team })
	if i < 0 {
		t.Fatalf("there is no team %s in %s", team, b.Name)
	}
	return b.Tables[i]
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(b)
}
