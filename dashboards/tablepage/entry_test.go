package tablepage_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// press taps a real button with a real finger's events, through whatever lies over it.
func (p *phone) press(css string) {
	p.t.Helper()
	p.Wait("document.querySelector('" + css + "') && !document.querySelector('" + css + "').disabled")
	p.Click(css)
}

func (p *phone) last() (kind string, data map[string]any) {
	p.t.Helper()
	got := p.sent()
	if len(got) == 0 {
		return "", nil
	}
	c := got[len(got)-1]
	if err := json.Unmarshal(c.Data, &data); err != nil {
		p.t.Fatal(err)
	}
	return c.Type, data
}

// arrived waits until n commands of this phone are in the log, and checks the last one.
func (p *phone) arrived(n int, kind string, fields map[string]any) {
	p.t.Helper()
	p.until(fmt.Sprintf("%d commands arrived", n), func() bool { return len(p.r.commands(p.device())) >= n })
	got, data := p.last()
	if got != kind {
		p.t.Fatalf("command %d is %s %v, want %s", n, got, data, kind)
	}
	for k, v := range fields {
		if fmt.Sprint(data[k]) != fmt.Sprint(v) {
			p.t.Errorf("%s: %s is %v, want %v", kind, k, data[k], v)
		}
	}
	p.Wait("!document.querySelector('muster-table').busy && document.querySelector('muster-table').outbox.sent.length === 0")
}

func TestARoundIsEnteredWithAFinger(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.toStage3()
	r.play("rivendell")
	p := r.join(start(t), insecure, "rivendell")

	p.press(`[data-key="threat:p-3"] button:last-child`)
	p.press(`[data-key="threat:p-3"] button:last-child`)
	p.press(`[data-key="threat:p-3"] button:last-child`)
	p.Wait(`document.querySelector('[data-key="threat:p-3"] input').value === '36'`)
	p.arrived(1, "lotr.change-threat.v1", map[string]any{"player": "p-3", "by": 3, "table": "rivendell"})

	p.press("[data-raise-all]")
	p.arrived(2, "lotr.change-threat.v1", map[string]any{"by": 1, "player": nil})

	p.press("[data-action=destroy]")
	p.Type("dialog input[type=search]", "archer"+kb.Enter)
	p.Wait("document.querySelector('dialog .picked')?.innerText.includes('Amon Lanc Archer')")
	if got := browser.Eval[string](p.Page, "[...document.querySelectorAll('dialog muster-stepper input')].at(-1).value"); got != "1" {
		t.Errorf("siege value is filled in as %q, want 1", got)
	}
	p.press("dialog .field muster-stepper button:last-child")
	p.press("[data-submit]")
	p.arrived(3, "lotr.destroy-enemy.v1", map[string]any{"siege": 2})

	p.press("[data-action=explore]")
	p.press(`dialog [data-value="1"]`)
	p.press("[data-submit]")
	p.arrived(4, "lotr.explore-location.v1", map[string]any{"location": 1, "siege": nil, "card": nil})

	p.press("[data-action=explore]")
	p.Type("dialog input[type=search]", "A promo card")
	p.press(".picks li:last-child button")
	p.press("[data-submit]")
	p.arrived(5, "lotr.explore-location.v1", map[string]any{"hand": map[string]any{"kind": "location", "name": "A promo card"}})

	p.press("[data-action=end-round]")
	p.Wait("document.querySelector('dialog .confirm')?.innerText.includes('Still open') && document.querySelector('[data-submit]').disabled")
	p.press("dialog [data-close]")
	p.press("[data-action=siege]")
	p.Wait("document.querySelector('dialog .choice')")
	browser.Eval[bool](p.Page, "[...document.querySelectorAll('dialog .choice')].find(b => b.innerText.includes('promo')).click(), true")
	p.press("[data-submit]")
	p.arrived(6, "lotr.type-siege.v1", map[string]any{"siege": 0})

	p.Wait("document.querySelector('[data-undo]').innerText.includes('promo')")
	p.press("[data-undo]")
	p.arrived(7, "group.withdraw.v1", nil)
	p.press("[data-action=siege]")
	p.Wait("document.querySelector('dialog .choice')")
	browser.Eval[bool](p.Page, "[...document.querySelectorAll('dialog .choice')].find(b => b.innerText.includes('promo')).click(), true")
	p.press("dialog .field muster-stepper button:last-child")
	p.press("[data-submit]")
	p.arrived(8, "lotr.type-siege.v1", map[string]any{"siege": 1})

	p.press("[data-action=end-round]")
	p.press("[data-submit]")
	p.arrived(9, "group.end-round.v1", map[string]any{"round": 4})
	p.Wait("document.querySelector('.wait')?.innerText.includes('Waiting for Lórien and Esgaroth')")
	if got := p.Problems(); len(got) > 1 { // the one is about a header that plain HTTP ignores
		t.Errorf("the page complained: %v", got)
	}
}

func TestArcheryIsAssignedOverCharacters(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.must(organiser, lotr.AddEnemy{Table: "rivendell", Card: "Amon Lanc Archer"})
	r.must(organiser, lotr.BeginPhase{Table: "rivendell", Phase: lotr.PhaseCombat})
	p := r.join(start(t), insecure, "rivendell")
	p.press("[data-action=archery]")
	p.Wait("document.querySelector('dialog .hint')?.innerText.includes('0 of 2') && document.querySelector('[data-submit]').disabled")
	p.press("dialog .field:nth-of-type(1) button:last-child")
	p.press("dialog .field:nth-of-type(2) button:last-child")
	p.Wait("document.querySelector('dialog .hint').innerText.includes('2 of 2')")
	p.Page.Screenshot("table-archery-360")
	p.press("[data-submit]")
	p.arrived(1, "lotr.assign-archery.v1", nil)
	if _, data := p.last(); len(data["hits"].([]any)) != 2 {
		t.Errorf("hits are %v", data["hits"])
	}
}

func TestHeroesAreDeclaredOnThePhone(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	p := r.join(start(t), insecure, "rivendell")
	p.press("[data-action=heroes-p-4]")
	p.Wait("document.querySelector('dialog .hero input')?.value.startsWith('Aragorn')") // declared before
	browser.Eval[bool](p.Page, "(() => { const f = document.querySelector('dialog .hero input'); f.value = 'Legolas'; f.dispatchEvent(new Event('input')); return true })()")
	p.press("[data-submit]")
	p.arrived(1, "group.seat-players.v1", nil)
	if got := r.table("rivendell").Players[1].Heroes[0].Title; got != "Legolas" {
		t.Errorf("the first hero is %q", got)
	}
}

func TestARefusedEntryStaysUntilItIsRead(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.play("rivendell")
	p := r.join(start(t), insecure, "rivendell")
	p.link.set(cut)
	p.threat("p-3", 40)
	browser.Eval[bool](p.Page, `document.querySelector('muster-table').outbox.add({type: 'lotr.travel.v1', data: {table: 'rivendell', location: 77}}, 'Travel to nowhere').then(() => true)`)
	p.threat("p-4", 41)
	p.link.set(pass)
	p.Wait("document.querySelector('[data-refused]')")
	p.arrived(1, "lotr.change-threat.v1", map[string]any{"to": 40})
	if n := p.saved(); n != 2 {
		t.Errorf("%d entries are on the phone, want the refused one and the one behind it", n)
	}
	text := p.Text("[role=alert]")
	if !contains(text, "Not recorded: Travel to nowhere", "The table now: Round 1, stage 1B", "1 more entry waits behind this one") {
		t.Errorf("the refusal says %q", text)
	}
	p.Page.Screenshot("table-refused-360")
	if got := p.Axe(); len(got) > 0 {
		t.Errorf("axe-core: %v", got)
	}
	p.Open(p.base + p.path) // it is still there after a reload
	p.Wait("document.querySelector('[data-refused]')")
	browser.Eval[bool](p.Page, "[...document.querySelectorAll('[data-refused] button')].find(b => b.innerText === 'Redo').click(), true")
	p.until("it was refused again, on the person's word only", func() bool { posts, _ := r.wire.count(); return posts >= 2 })
	p.Wait("document.querySelector('[data-refused]')")
	browser.Eval[bool](p.Page, "[...document.querySelectorAll('[data-refused] button')].find(b => b.innerText === 'Drop').click(), true")
	p.Wait("!document.querySelector('[data-refused]')")
	p.arrived(2, "lotr.change-threat.v1", map[string]any{"to": 41})
}

func TestWaitingEntriesCanBeSeenRemovedAndSaved(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	p := r.join(start(t), insecure, "rivendell")
	p.link.set(cut)
	p.threat("p-3", 40)
	p.threat("p-4", 41)
	p.press(".conn")
	p.Wait("document.querySelectorAll('dialog ol li').length === 2")
	p.Page.Screenshot("table-entries-360")
	file := browser.Eval[string](p.Page, `(async () => {
		let saved;
		const make = URL.createObjectURL;
		URL.createObjectURL = (b) => { saved = b; return make.call(URL, b) };
		HTMLAnchorElement.prototype.click = () => {};
		document.querySelector('[data-export]').click();
		return await saved.text();
	})()`)
	if !contains(file, `"muster": "waiting-entries"`, `"table": "rivendell"`, `"to": 40`, `"to": 41`) {
		t.Errorf("the file holds %s", file)
	}
	browser.Eval[bool](p.Page, "document.querySelector('dialog ol li button').click(), true")
	p.Wait("document.querySelectorAll('dialog ol li').length === 1")
	p.link.set(pass)
	p.arrived(1, "lotr.change-threat.v1", map[string]any{"to": 41})
}

// reliability.md, C4 and C5: one recorder; the other phone sees and can take over; what the first
// one enters later is refused and kept.
func TestFault_C4_AnotherPhoneTakesOverAndNothingVanishes(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	other := r.sessions["rivendell"]
	other.ID, other.Device = "s-second", "d-second"
	r.sessions["second"] = other
	b := start(t)
	first := r.join(b, insecure, "rivendell")
	r.mustFrom(r.sessions["rivendell"], group.TakeRecorder{Table: "rivendell"})
	second := &phone{Page: b.Page(t, 360, 740), r: r, t: t, link: newLink(t, r.url[len("http://"):]), path: first.path}
	second.base = "http://" + second.link.addr
	second.Open(second.base + "/as/second")
	second.Open(second.base + second.path)
	second.connected()
	second.Wait("document.body.innerText.includes('Another phone records for this table')")
	if browser.Eval[bool](second.Page, "document.querySelector('[data-action], [data-undo], .stepper') !== null") {
		t.Error("a phone that only watches has buttons to record with")
	}
	second.Page.Screenshot("table-take-over-360")
	first.link.set(cut)
	first.Wait(words("Offline"))
	first.threat("p-3", 40)
	browser.Eval[bool](second.Page, "[...document.querySelectorAll('.alert button')].find(b => b.innerText === 'Take over recording').click(), true")
	second.Wait("!document.body.innerText.includes('Another phone records')")

	first.link.set(pass)
	first.Wait("document.body.innerText.includes('Another phone records for this table')")
	first.Wait("document.querySelector('[data-refused=not-the-recorder]')")
	if n := first.saved(); n != 1 {
		t.Errorf("%d entries are on the first phone, want the refused one", n)
	}
	browser.Eval[bool](first.Page, "[...document.querySelectorAll('[data-refused] button')].find(b => b.innerText === 'Take over and send').click(), true")
	first.until("it arrived", func() bool {
		kind, data := first.last()
		return kind == "lotr.change-threat.v1" && fmt.Sprint(data["to"]) == "40"
	})
}

func TestASessionThatIsGoneKeepsItsEntries(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	p := r.join(start(t), insecure, "rivendell")
	p.link.set(cut)
	p.threat("p-3", 40)
	me := r.sessions["rivendell"]
	r.end("rivendell", access.Session{})
	p.link.set(pass)
	p.Wait(words("Signed out, 1 saved"))
	p.Wait("document.querySelector('.alert a[href=\"/join\"]')")
	if n := len(p.sent()); n != 0 {
		t.Errorf("%d commands arrived without a session", n)
	}
	r.end("rivendell", me)
	p.leaveAnyway()
	p.Open(p.base + p.path)
	p.arrived(1, "lotr.change-threat.v1", map[string]any{"to": 40})
}

func TestAKeyboardIsEnough(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	p := r.join(start(t), "127.0.0.1", "rivendell")
	browser.Eval[bool](p.Page, "document.querySelector('[data-action=phase-next]').focus(), true")
	p.Do(chromedp.KeyEvent(kb.Enter))
	p.arrived(1, "lotr.begin-phase.v1", map[string]any{"phase": "quest"})
	browser.Eval[bool](p.Page, "document.querySelector('[data-action=quest]').focus(), true")
	p.Do(chromedp.KeyEvent(kb.Enter))
	p.Wait("document.querySelector('dialog[open]')?.contains(document.activeElement)")
	p.Do(chromedp.KeyEvent(kb.Escape))
	p.Wait("!document.querySelector('dialog[open]') && document.activeElement.dataset.action === 'quest'")
}
