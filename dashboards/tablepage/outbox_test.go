package tablepage_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// origins are the two levels of a phone's rights.
var origins = []struct{ name, host string }{{"secure", "127.0.0.1"}, {"plain HTTP", insecure}}

// Case 16: eleven entries offline, two reconnects in the middle; all arrive, each once.
func TestCase16ElevenEntriesOfflineWithTwoReconnectsArriveOnceEach(t *testing.T) {
	t.Parallel()
	b := start(t)
	for _, o := range origins {
		t.Run(o.name, func(t *testing.T) {
			r := newGame(t)
			p := r.join(b, o.host, "rivendell")
			var want []int
			enter := func(n int) {
				for range n {
					to := 20 + len(want)
					p.threat("p-3", to)
					want = append(want, to)
				}
			}
			p.link.set(cut)
			p.Wait(words("Offline"))
			enter(4)
			p.Wait(words("Offline, 4 saved"))
			r.wire.loseNext(1) // applied, but the phone does not learn it
			p.link.set(pass)
			p.until("an answer was lost", func() bool { _, lost := r.wire.count(); return lost == 1 })
			p.link.set(cut)
			enter(4)
			r.wire.loseNext(1)
			p.link.set(pass)
			p.until("another answer was lost", func() bool { _, lost := r.wire.count(); return lost == 2 })
			p.link.set(cut)
			enter(3)
			p.link.set(pass)
			p.connected()
			p.Wait(fmt.Sprintf(`document.querySelector('[data-key="threat:p-3"] input').value === '%d'`, want[10]))
			if got := thresholds(t, p.sent()); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("threats in the log are %v, want each of %v once and in order", got, want)
			}
			if left := p.saved(); left != 0 {
				t.Errorf("%d entries are still on the phone", left)
			}
		})
	}
}

// thresholds reads the threats that were typed.
func thresholds(t *testing.T, cs []events.Command) []int {
	t.Helper()
	var out []int
	for _, c := range cs {
		var d lotr.ChangeThreat
		if err := json.Unmarshal(c.Data, &d); err != nil || d.To == nil {
			t.Fatalf("command %s holds %s", c.Type, c.Data)
		}
		out = append(out, *d.To)
	}
	return out
}

func TestEntriesOutliveAReloadWithoutANetwork(t *testing.T) {
	t.Parallel()
	b := start(t)
	t.Run("secure: the page starts from the phone", func(t *testing.T) {
		r := newGame(t)
		p := r.join(b, "127.0.0.1", "rivendell")
		p.Wait("navigator.serviceWorker?.controller || navigator.serviceWorker.getRegistration('/t/').then(x => x?.active)")
		p.Wait("caches.match(location.href).then(x => x && caches.match(document.querySelector('script[src]').src))")
		p.Wait("caches.match(document.querySelector('link[rel=stylesheet]').href)")
		p.link.set(cut)
		p.threat("p-3", 21)
		p.threat("p-3", 22)
		p.leaveAnyway()
		p.Open(p.base + p.path)
		p.Wait(words("Offline, 2 saved"))
		p.threat("p-3", 23)
		p.link.set(pass)
		p.connected()
		p.until("three entries arrived", func() bool { return len(p.sent()) == 3 })
	})
	t.Run("plain HTTP: the page does not start, the entries are kept", func(t *testing.T) {
		r := newGame(t)
		p := r.join(b, insecure, "rivendell")
		if browser.Eval[bool](p.Page, "isSecureContext || 'serviceWorker' in navigator || 'randomUUID' in crypto || 'locks' in navigator") {
			t.Fatal("this origin has more rights than a phone on plain HTTP")
		}
		p.link.set(cut)
		p.threat("p-3", 21)
		p.threat("p-3", 22)
		asked := p.leaveAnyway()
		browser.Eval[bool](p.Page, "setTimeout(() => location.reload()), true")
		<-asked
		p.until("the browser gives up", func() bool {
			return p.says("document.body?.innerText.includes('ERR_')")
		})
		p.link.set(pass)
		p.Open(p.base + p.path)
		p.connected()
		p.until("both entries arrived", func() bool { return len(p.sent()) == 2 })
	})
}

// Case 15: the connection drops; the last picture stays, muted and dated, and goes on afterwards.
func TestCase15TheLastPictureStaysWhenTheConnectionDrops(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.play("rivendell")
	p := r.join(start(t), insecure, "rivendell")
	city := p.Text("[data-city]")
	p.link.set(cut)
	p.Wait(words("Offline"))
	p.Wait("/as of \\d\\d:\\d\\d, reconnecting since 0:\\d\\d/.test(document.querySelector('.asof')?.innerText)")
	if got := p.Text("[data-city]"); got != city || got != "35" {
		t.Errorf("city strength shows %q offline, want the last one, %q", got, city)
	}
	if got := p.Text("main"); !contains(got, "Mirkwood Olog-hai") || !contains(got, "Dmitri", "Çağla") {
		t.Errorf("the last picture is gone: %s", got)
	}
	if !browser.Eval[bool](p.Page, "document.querySelector('main').classList.contains('stale')") {
		t.Error("old numbers look fresh")
	}
	for _, w := range []int{320, 390, 360} {
		p.Size(w, 740)
		if got := p.Overflow(); len(got) > 0 {
			t.Errorf("offline at %d px: %v", w, got)
		}
	}
	if got := p.Axe(); len(got) > 0 {
		t.Errorf("offline: %v", got)
	}
	p.ScreenshotAll("table-offline-360")
	r.must(organiser, lotr.AddEnemy{Table: "rivendell", Card: "Beast of Taur-nu-Fuin"})
	p.link.set(pass)
	p.connected()
	p.Wait("document.querySelector('main').innerText.includes('Beast of Taur-nu-Fuin') && !document.querySelector('.asof')")
}

func TestFault_C1_TwoHundredEntriesOfflineWithAReloadArriveInOrder(t *testing.T) {
	t.Parallel()
	const half = 100
	r := newGame(t)
	p := r.join(start(t), "127.0.0.1", "rivendell")
	p.Wait("navigator.serviceWorker.getRegistration('/t/').then(x => x?.active)")
	p.Wait("caches.match(location.href).then(x => x && caches.match(document.querySelector('script[src]').src))")
	p.Wait("caches.match(document.querySelector('link[rel=stylesheet]').href)")
	enter := func(from int) {
		browser.Eval[bool](p.Page, fmt.Sprintf(`(async () => {
			for (let i = %d; i < %d; i++)
				await document.querySelector('muster-table').outbox.add({type: 'lotr.change-threat.v1', data: {table: 'rivendell', player: 'p-3', to: i %% 40}}, 'entry ' + i);
			return true;
		})()`, from, from+half))
	}
	p.link.set(cut)
	enter(0)
	p.leaveAnyway()
	p.Open(p.base + p.path)
	p.Wait(words(fmt.Sprintf("Offline, %d saved", half)))
	enter(half)
	p.link.set(pass)
	healed := time.Now()
	p.until("all entries arrived", func() bool { return len(r.commands(p.device())) == 2*half })
	took := time.Since(healed)
	for i, to := range thresholds(t, p.sent()) {
		if to != i%40 {
			t.Fatalf("entry %d in the log is %d, want %d", i, to, i%40)
		}
	}
	t.Logf("fault C1: %d entries and a reload offline, all arrived in order %.1f s after the link healed (target 5), 0 lost, 0 doubled", 2*half, took.Seconds())
}

func TestFault_C2_ADeadLinkIsNoticedAndShown(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	p := r.join(start(t), insecure, "rivendell")
	p.link.set(swallow)
	dead := time.Now()
	p.threat("p-3", 41)
	p.Wait(words("Offline, 1 saved"))
	shown := time.Since(dead)
	p.link.set(pass)
	healed := time.Now()
	p.connected()
	back := time.Since(healed)
	p.until("the entry arrived", func() bool { return len(p.sent()) == 1 })
	if left := p.saved(); left != 0 {
		t.Errorf("%d entries are still on the phone", left)
	}
	t.Logf("fault C2: shown after %.1f s (target 30), back %.1f s after it healed (target 10), 0 lost, 0 doubled", shown.Seconds(), back.Seconds())
}

func TestFault_C3_LostDoubledAndLateRequestsCountOnceInOrder(t *testing.T) {
	t.Parallel()
	const entries, faults = 2000, 200
	r := newGame(t)
	p := r.join(start(t), insecure, "rivendell")
	r.wire.unreliable(3, faults)
	browser.Eval[bool](p.Page, fmt.Sprintf(`(() => {
		const box = document.querySelector('muster-table').outbox;
		const rest = () => new Promise((next) => setTimeout(next, 10));
		setInterval(() => box.wake(), 100); // an impatient phone
		(async () => {
			for (let i = 0; i < %d; i++) {
				while (box.entries.length >= 60) await rest();
				await box.add({type: 'lotr.change-threat.v1', data: {table: 'rivendell', player: 'p-3', to: i %% 40}}, 'entry ' + i);
			}
		})();
		return true;
	})()`, entries))
	for last, since := 0, time.Now(); len(r.commands(p.device())) < entries || p.saved() > 0; {
		if n := len(r.commands(p.device())); n > last {
			last, since = n, time.Now()
		}
		if time.Since(since) > browser.Patience {
			t.Fatalf("nothing more arrives after %d of %d entries; the phone says %q", last, entries, p.Text(".conn"))
		}
		<-time.After(100 * time.Millisecond)
	}
	got := thresholds(t, p.sent())
	if len(got) != entries {
		t.Fatalf("%d of %d entries arrived", len(got), entries)
	}
	for i, to := range got {
		if to != i%40 {
			t.Fatalf("entry %d in the log is %d, want %d: not in the phone's order", i, to, i%40)
		}
	}
	posts, happened := r.wire.count()
	if happened < faults {
		t.Errorf("only %d of %d faults happened in %d requests", happened, faults, posts)
	}
	t.Logf("fault C3: %d entries in %d requests, %d faults, 0 lost, 0 doubled, 0 out of order", entries, posts, happened)
}

func TestFault_C9_DoubleTapBackButtonAndTwoTabsMakeOneEntry(t *testing.T) {
	t.Parallel()
	b := start(t)
	for _, o := range origins {
		t.Run(o.name, func(t *testing.T) {
			r := newGame(t)
			p := r.join(b, o.host, "rivendell")
			second := p.Tab(t, 360, 740)
			second.Open(p.base + p.path)
			second.Wait(words("Connected"))

			p.link.set(cut)
			p.Wait("document.querySelector('[data-action=phase-next]')")
			browser.Eval[bool](p.Page, `(() => { const b = document.querySelector('[data-action=phase-next]'); b.click(); b.click(); b.click(); return true })()`)
			p.until("the tap is kept", func() bool { return p.saved() > 0 })
			if n := p.saved(); n != 1 {
				t.Fatalf("three taps made %d entries, want 1", n)
			}
			p.link.set(pass) // both tabs wake and want to send
			p.until("it arrived", func() bool { return len(p.sent()) > 0 })
			p.connected()
			p.Open(p.base + "/as/rivendell")
			browser.Eval[bool](p.Page, "setTimeout(() => history.back()), true")
			p.until("the page is back", func() bool { return p.says(words("Connected")) })
			if n := len(p.sent()) + p.saved(); n != 1 {
				t.Errorf("%d entries, want 1", n)
			}
			t.Logf("fault C9: %s: 3 taps, 2 tabs, back button: 1 event", o.name)
		})
	}
}
