package dashboards_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// rule sets the city strength, as the quickest way to change what a wall shows.
func (r *rig) rule(strength int) {
	r.t.Helper()
	r.must(events.Group(autumn, fellowship), boss, lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, City: &strength})
}

func shows(strength int) string {
	return fmt.Sprintf(`document.querySelector('siege-tracker')?.shadowRoot?.querySelector('.number')?.textContent === '%d'`, strength)
}

// Case 15: when the connection drops the last picture stays, dimmed, and says since when; then the
// wall goes on with the newest.
func TestCase15AWallWithoutAConnectionKeepsItsLastPicture(t *testing.T) {
	r := newRig(t)
	r.start()
	p := browser.Start(t).Page(t, 1920, 1080)
	p.Open(r.url + "/wall/autumn/fellowship")
	r.rule(33)
	p.Wait(shows(33))
	p.Do(chromedp.Evaluate[chromedp.Void]("window.kept = document.querySelector('siege-tracker'); undefined"))

	r.line.cut()
	p.Wait(`!document.getElementById('link').hidden && /^Reconnecting since 0:0[1-9]/.test(document.getElementById('link').innerText)`)
	if !browser.Eval[bool](p, shows(33)) {
		t.Error("the last picture is gone")
	}
	if got := browser.Eval[float64](p, "Number(getComputedStyle(document.getElementById('live')).opacity)"); got >= 1 {
		t.Error("the last picture is not dimmed")
	}
	lacks(t, p.Text("body"), "No groups", "There is no such page", "not started")
	p.Screenshot("case-15-cut")
	r.rule(27)

	r.line.mend()
	p.Wait(shows(27) + ` && document.getElementById('link').hidden && !document.documentElement.classList.contains('stale')`)
	if !browser.Eval[bool](p, "window.kept === document.querySelector('siege-tracker')") {
		t.Error("the tracker was made anew instead of being changed in place")
	}
	if got := p.Problems(); len(policy(got)) > 0 {
		t.Errorf("the page complained: %q", got)
	}
}

// policy leaves out what a cut connection makes the browser say.
func policy(problems []string) []string {
	var out []string
	for _, s := range problems {
		if !strings.Contains(s, "net::ERR_") && !strings.Contains(s, "htmx:sse:error") {
			out = append(out, s)
		}
	}
	return out
}

func TestAWallFollowsTheGameAndFitsItsScreen(t *testing.T) {
	r := newRig(t)
	r.start()
	p := browser.Start(t).Page(t, 1920, 1080)
	p.Open(r.url + "/wall/autumn/fellowship")
	p.Wait(shows(35))
	r.must(events.Group(autumn, fellowship), boss, group.EndRound{Table: "t2", Round: 1})
	p.Wait(`document.querySelector('.barrier .count')?.innerText.startsWith('1') && document.querySelector('.barrier [data-since]')`)
	contains(t, p.Text(".barrier"), "Oak", "Elm", "playing")
	r.must(events.Group(autumn, fellowship), boss, group.Pause{Reason: "Lunch"})
	p.Wait(`document.querySelector('.bar .paused')?.innerText.includes('Lunch')`)
	if got := p.Scrolls(); got > 0 {
		t.Errorf("the wall is %d px higher than the screen", got)
	}
	p.Screenshot("real-wall")
	p.CheckPage("wall", 1920)
}

func TestAnOrganiserOpensAGatheringInTheBrowser(t *testing.T) {
	r := newRig(t)
	// a name that is no localhost: what phones and laptops in a venue use, without HTTPS
	b := browser.Start(t, "host-resolver-rules=MAP muster.test 127.0.0.1")
	_, port, _ := strings.Cut(r.line.addr(), ":")
	r.url = "http://muster.test:" + port
	p := b.Page(t, 1280, 900)
	p.Open(r.url + "/console/login?key=" + organiserKey)
	p.Type("#name", "Autumn Muster")
	p.Do(chromedp.Submit(chromedp.CSS("#name")))
	p.Wait(`location.pathname === '/console/autumn-muster/setup'`)
	p.Do(chromedp.SetValue(chromedp.CSS("#g-name"), "Fellowship"))
	p.Type("#team1", "Lórien")
	p.Do(chromedp.Submit(chromedp.CSS("#g-name")))
	p.Wait(`document.body.innerText.includes('Made: 1 group')`)
	p.CheckPage("setup", 1920, 360)
	p.Size(1280, 900)
	p.Click(`a[href$="/groups/fellowship/do/seat"]`)
	p.Wait(`document.querySelectorAll('textarea').length === 3`)
	for i, names := range []string{"Ana\nمريم", `<script>window.__xss=1</script>`, "Elif\nFarid"} {
		p.Type(fmt.Sprintf("#f%d", i), names)
	}
	p.Do(chromedp.Submit(chromedp.CSS("#f0")))
	p.Wait(`document.body.innerText.includes('The players are seated.')`)
	p.Click(`a[href$="/do/start"]`)
	p.Wait(`document.body.innerText.includes('City strength: 30')`)
	p.Click("form.stack button")
	p.Wait(`document.body.innerText.includes('The game has begun.')`)
	for _, path := range []string{"", "/groups/fellowship", "/groups/fellowship/rule", "/setup"} {
		p.Open(r.url + "/console/autumn-muster" + path)
		p.Wait("document.readyState === 'complete'")
		p.CheckPage("console"+path, 1920, 768, 390, 360, 320)
		if browser.Eval[bool](p, "'__xss' in window") {
			t.Errorf("a name ran as a script at %s", path)
		}
		p.Size(1280, 900)
		p.ScreenshotAll("real-console" + strings.ReplaceAll(path, "/", "-"))
	}
	if got := policy(p.Problems()); len(got) > 0 {
		t.Errorf("the pages complained: %q", got)
	}
}

func TestTheConsoleIsLiveAndWorksByKeyboard(t *testing.T) {
	r := newRig(t)
	r.start()
	r.must(events.Group(autumn, "second"), boss, group.OpenGroup{
		Name: "Second", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "t1", Team: "Ivy"}},
	})
	p := browser.Start(t).Page(t, 1280, 900)
	p.Open(r.url + "/console/login?key=" + organiserKey)
	p.Open(r.url + "/console/autumn")
	p.Wait(`document.querySelectorAll('[data-row]').length === 2`)
	p.Do(chromedp.KeyEvent("/"))
	p.Type("#filter", "ivy")
	p.Wait(`document.querySelectorAll('[data-row]:not([hidden])').length === 1`)
	r.must(events.Group(autumn, fellowship), boss, group.EndRound{Table: "t1", Round: 1})
	p.Wait(`document.getElementById('row-fellowship').innerText.includes('Ash')`)
	if !browser.Eval[bool](p, `document.activeElement.id === 'filter' && document.activeElement.value === 'ivy' && document.getElementById('row-fellowship').hidden`) {
		t.Error("the stream took focus, text or filter away")
	}
	p.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#filter').value = ''; document.querySelector('#filter').dispatchEvent(new Event('input', {bubbles: true})); document.activeElement.blur(); undefined`))
	p.Do(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"), chromedp.KeyEvent("k"))
	p.Wait(`document.querySelector('.picked') && document.activeElement.closest('.picked')`)
	p.Do(chromedp.KeyEvent("\r"))
	p.Wait(`location.pathname.startsWith('/console/autumn/groups/')`)
}

func TestAWallSeenByDifferentEyes(t *testing.T) {
	r := newRig(t)
	r.start()
	r.must(events.Group(autumn, fellowship), boss, group.EndRound{Table: "t1", Round: 1})
	b := browser.Start(t)
	for _, theme := range []string{"dark", "light"} {
		p := b.Page(t, 1920, 1080)
		p.Open(r.url + "/wall/autumn/fellowship?theme=" + theme)
		p.Wait(shows(35))
		for _, eyes := range []string{"deuteranopia", "achromatopsia"} {
			p.Vision(eyes)
			p.Screenshot("wall-" + theme + "-" + eyes)
		}
		// told by shape and word, not by colour alone
		contains(t, p.Text("#team-t1"), "Ended the round")
		contains(t, p.Text("#team-t2"), "Playing")
		if got := browser.Eval[[]string](p, `['t1','t2'].map(t => document.querySelector('#team-' + t + ' .state use').getAttribute('href'))`); got[0] == got[1] {
			t.Errorf("both states have the shape %s", got[0])
		}
	}
}

// Seven tabs of one browser on plain HTTP would use up its six connections: hidden tabs give theirs
// up, so the one that is looked at stays live.
func TestFault_C14_EightTabsOfOneBrowser(t *testing.T) {
	r := newRig(t)
	r.start()
	b := browser.Start(t)
	first := b.Page(t, 800, 600)
	first.Open(r.url + "/live/autumn/fellowship")
	for range 6 {
		tab := first.Tab(t, 800, 600)
		tab.Open(r.url + "/live/autumn/fellowship")
		tab.Do(chromedp.Evaluate[chromedp.Void](`Object.defineProperty(document, 'hidden', {get: () => true, configurable: true}); document.dispatchEvent(new Event('visibilitychange')); undefined`))
	}
	last := first.Tab(t, 800, 600)
	last.Open(r.url + "/live/autumn/fellowship")
	r.rule(21)
	last.Wait(shows(21))
	t.Log("fault C14: 8 tabs of one browser on plain HTTP, 7 of them hidden: the one that is looked at is live")
}
