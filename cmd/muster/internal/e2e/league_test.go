package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
)

// season is a league with a browser around it.
type season struct {
	*hall
	boss *page  // the organiser's laptop
	desk string // address of the desk
	at   string // address of the board
}

// look checks and takes a picture of a page.
func (s *season) look(p *page, name string, width, height int, widths ...int) {
	s.t.Helper()
	p.CheckPage("league-"+name, widths...)
	p.Size(width, height)
	p.ScreenshotAll("league-" + name)
}

// open has the organiser open a league from a ready rule set, with two divisions.
func (s *season) open() {
	s.t.Helper()
	o := s.boss
	o.Open(o.base + "/console/store/leagues")
	o.fill("input[name=name]", "Friday League")
	o.fill("input[name=season]", "Autumn")
	o.fill("textarea[name=divisions]", "Gold\nSilver")
	o.tap("details.part summary")
	o.fill("input[name=switch]", "1")
	s.look(o, "open", 1280, 900, 320, 1280)
	o.tapTo("form.stack button", "location.pathname.startsWith('/console/store/leagues/friday-league')")
	s.desk = browser.Eval[string](o.Page, "location.pathname")
	s.at = "/board/store" + strings.TrimPrefix(s.desk, "/console/store/leagues")
	o.says("Autumn", "Running")
}

// enter has the organiser enter the players.
func (s *season) enter() {
	s.t.Helper()
	o := s.boss
	o.Open(o.base + s.desk + "/do/enter")
	o.fill("textarea[name=names]", "Ana; Oak; Bree; Gold\nBjörk; Oak; Dale; Gold\n藤原; Elm; Bree; Gold\nDora {p-1}; Elm; Dale; Silver\nAnna; Ash; Bree; Silver\nEmil; Ash; Dale; Silver")
	o.tapTo("form.stack button", "location.search === '?done=enter'")
	o.says("6 players")
}

// play plans a session and enters the places of the players, by name.
func (s *season) play(name string, places map[string]int) {
	s.t.Helper()
	o := s.boss
	o.Open(o.base + s.desk + "/do/plan")
	o.fill("input[name=name]", name)
	o.tapTo("form.stack button", "location.search === '?done=plan'")
	browser.Eval[bool](o.Page, "[...document.querySelectorAll('tr[id^=s-]')].at(-1).querySelector('a.button.primary').click(), true")
	o.Wait("document.readyState === 'complete' && document.querySelector('table.evening')")
	for who, place := range places {
		field := browser.Eval[string](o.Page, fmt.Sprintf("document.querySelector('input[aria-label=%q]').name", "Place of "+who))
		o.fill("input[name="+field+"]", fmt.Sprint(place))
	}
	if name == "Week 1" {
		s.look(o, "evening", 1280, 900, 320, 1280)
	}
	o.tapTo("form.eveningform button", "location.search === '?done=results'")
}

// correct has the organiser turn the first result of the first week into another place: what moves is shown
// before it is final.
func (s *season) correct() {
	s.t.Helper()
	o := s.boss
	o.Open(o.base + s.desk)
	o.tapTo("tr[id^=s-] th a", "location.pathname.includes('/sessions/')")
	s.look(o, "session-desk", 1280, 900, 320, 768)
	o.tapTo("#result-1 a.button", "location.pathname.endsWith('/do/correct')")
	o.fill("input[name=place]", "6")
	o.fill("textarea[name=reason]", "The slip was read upside down")
	o.tap("form.stack button")
	o.says("Before it is final", "integrity list", "Ana", "→")
	s.look(o, "preview", 1280, 900, 320)
	o.tapTo("form.stack button", "location.search === '?done=correct'")
	o.says("before: place 1", "The slip was read upside down")
}

// reveal freezes the board and reveals it on the wall, row by row from the last, with the return key.
func (s *season) reveal(wall, reader *page) {
	s.t.Helper()
	o := s.boss
	o.Open(o.base + s.desk + "/do/freeze-board")
	o.tapTo("form.stack button", "location.search === '?done=freeze-board'")
	wall.says("Board frozen")
	s.play("Week 3", map[string]int{"Emil": 1, "Ana": 2})
	if strings.Contains(reader.Text("#live"), "Week 3") {
		s.t.Error("the frozen board shows what happened afterwards")
	}
	o.Open(o.base + s.desk + "/reveal")
	o.says("Next:", "6 ranks are still hidden")
	s.look(o, "reveal-desk", 1280, 900, 320)
	names := map[int]string{}
	for left := 5; left >= 0; left-- {
		o.Wait("document.readyState === 'complete' && document.activeElement && document.activeElement.id === 'reveal-next'")
		id := browser.Eval[string](o.Page, "document.querySelector('form input[name=id]').value")
		o.Type("#reveal-next", "\r")
		o.Wait("document.readyState === 'complete' && document.querySelector('input[name=id]')?.value !== " + quote(id))
		hidden := map[int]string{0: "Every rank is revealed", 1: "1 rank is still hidden"}[left]
		if hidden == "" {
			hidden = fmt.Sprintf("%d ranks are still hidden", left)
		}
		wall.says(hidden)
		names[left] = wall.Text(".latest .name")
		if shown := browser.Eval[int](wall.Page, "document.querySelectorAll('.latest, .reveal .before li').length"); shown > 3 {
			s.t.Errorf("the wall shows %d rows of a division of three", shown)
		}
		if left == 1 || left == 4 {
			s.look(wall, fmt.Sprintf("wall-reveal-%d", left), 1920, 1080, 1920)
		}
	}
	if names[3] != "Emil" || names[0] != "Ana" { // each division ends with its first
		s.t.Errorf("the reveal shows %v", names)
	}
	reader.says("final")
	o.says("Every rank is revealed.")
	o.tapTo(".league a.primary", "location.pathname.endsWith('/do/thaw')")
	o.tapTo("form.stack button", "location.search === '?done=thaw'")
	wall.says("After Week 3")
}

// readers looks at the pages for everybody.
func (s *season) readers() {
	s.t.Helper()
	r := s.device(390, 844)
	for _, x := range []struct {
		name, path string
		widths     []int
	}{
		{"board", "", []int{320, 360, 390, 768, 1920}}, {"player", "/players/p-1", []int{320, 768}}, {"records", "/records", []int{320}},
	} {
		r.Open(r.base + s.at + x.path)
		r.Wait("document.readyState === 'complete'")
		s.look(r, x.name, 390, 844, x.widths...)
	}
	r.Open(r.base + s.at)
	r.tapTo("#r-p-1 .pts a", "location.search.includes('open=p-1') && document.querySelector('#r-p-1-terms')")
	r.says("Points of", "place 6")
	r.tapTo(".sortby a[href*='sort=best-place']", "location.search.includes('sort=best-place')")
	r.Size(1280, 900)
	r.tapTo("th[aria-sort=ascending] a", "location.search.includes('dir=desc') && document.querySelector('th[aria-sort=descending]')")
	r.dark()
	s.look(r, "terms-dark", 1920, 1080, 320, 1920)
	r.quiet("a reader")
	s.embedded(r)
}

// dark has the browser prefer dark pages.
func (p *page) dark() {
	p.t.Helper()
	_, err := chromedp.Call(p.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
	})
	must(p.t, err)
}

// embedded loads the board in a frame of a page of another origin, as it is for that, and as it is not.
func (s *season) embedded(r *page) {
	s.t.Helper()
	frame := ""
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>A club</title><link rel="icon" href="data:,"><h1>Our club</h1><iframe title="League" width="380" height="700" src="%s"></iframe>`, frame)
	}))
	s.t.Cleanup(other.Close)
	r.Size(420, 860)
	frame = r.base + s.at + "?embed=1"
	r.Open(other.URL)
	r.Screenshot("league-embedded")
	if got := r.Problems(); len(got) > 0 {
		s.t.Errorf("the embedded board complained: %v", got)
	}
	frame = r.base + s.at // not made for it: refused, which the browser complains about
	r.Open(other.URL)
	if got := strings.Join(r.Problems(), " "); !strings.Contains(got, "frame-ancestors") {
		s.t.Errorf("another site can show a page that is not made for it; the browser says: %s", got)
	}
}

// A league is opened from the desk, two weeks are entered, the board shows who moved and what a number is
// made of, week 1 is corrected after its consequences were shown, and the end is revealed on the wall.
//
// Source: issue 4, "Leagues".
func TestALeagueFromTheDeskToTheReveal(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	must(t, h.boss.OpenGathering(t.Context(), store, "Corner Store", group.Settings{}))
	s := &season{hall: h, boss: h.organiser()}
	s.open()
	s.enter()
	wall, reader := h.device(1920, 1080), h.device(1280, 900)
	wall.Open(wall.base + strings.Replace(s.at, "/board/", "/wall/", 1) + "/standings")
	reader.Open(reader.base + s.at)
	s.play("Week 1", map[string]int{"Ana": 1, "Björk": 2, "藤原": 3, "Emil": 4, "Anna": 5})
	wall.says("After Week 1")
	s.play("Week 2", map[string]int{"Björk": 1, "Ana": 3, "藤原": 2, "Anna": 1, "Dora {p-1}": 4})
	reader.says("provisional", "Movement is since the session before Week 2")
	reader.Wait("document.querySelectorAll('.moved').length > 0")
	wall.Wait("document.querySelectorAll('.moved').length > 0")
	s.look(wall, "wall", 1920, 1080, 1920)
	s.boss.Open(s.boss.base + s.desk)
	s.look(s.boss, "desk", 1280, 900, 320, 768, 1280)
	s.correct()
	reader.says("1 on the integrity list")
	s.reveal(wall, reader)
	s.readers()
	s.boss.quiet("the organiser")
	wall.quiet("the wall")
	reader.quiet("the reader")
}
