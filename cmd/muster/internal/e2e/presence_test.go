package e2e

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
)

// phoneSays is an expression that tells whether the console says something of the phone of a table.
func phoneSays(words string) string {
	return fmt.Sprintf("[...document.querySelectorAll('.phones li')].some(l => l.innerText.replace(/\\s+/g, ' ').includes(%s))", quote(words))
}

// The organiser sees, without reloading, which captain's phone is connected, gone since when and back,
// and what waits on it; spectators see nothing of it.
func TestTheConsoleShowsAPhoneThatIsCutAsGoneAndBack(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(plainNames)
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	o := h.organiser()
	o.Open(o.base + "/console/night")
	for _, team := range plainNames.teams {
		o.Wait(phoneSays(team + " never joined"))
	}
	h.give(group.StartGroup{})
	one := h.join(390, codes.Tables[0].Code, "Ana", "Lórien")
	two := h.join(390, codes.Tables[1].Code, "Chiara", "Rivendell")
	o.Wait(phoneSays("2 connected"))
	o.Wait(phoneSays("Esgaroth never joined"))

	chiara := table(t, h.board(night, dusk), "Rivendell").Players[0]
	browser.Eval[bool](two.Page, `(() => { const f = window.fetch; window.letThrough = () => window.fetch = f;
		window.fetch = (to, o) => String(to).includes('/commands') ? Promise.reject(new TypeError('held back')) : f(to, o); return true })()`)
	two.number("threat:"+string(chiara.ID), 27)
	o.Wait(phoneSays("Rivendell connected 1 waiting on the phone"))
	browser.Eval[bool](two.Page, "window.letThrough(), document.querySelector('muster-table').outbox.wake(), true")
	o.Wait(phoneSays("2 connected"))

	two.link.Cut()
	o.Wait(phoneSays("Rivendell gone since"))
	o.Wait(phoneSays("1 connected"))
	o.CheckPage("console with a phone that is gone", 1280, 768, 390, 360)
	o.Size(1280, 900)
	o.ScreenshotAll("e2e-console-phones")
	g := o.Tab(t, 1280, 900)
	g.Open(o.base + "/console/night/groups/dusk")
	g.Wait(phoneSays("Lórien connected"))
	g.Wait(phoneSays("Rivendell gone since"))
	g.ScreenshotAll("e2e-console-group-phones")
	spectator := h.device(390, 844)
	spectator.Open(spectator.base + "/live/night/dusk")
	spectator.says("Rivendell")
	if device := table(t, h.board(night, dusk), "Rivendell").Recorder; device == "" || browser.Eval[bool](spectator.Page, "document.documentElement.outerHTML.includes("+quote(string(device))+")") {
		t.Errorf("the page for everybody names the device %q", device)
	}

	two.link.Mend("")
	o.Wait(phoneSays("2 connected"))
	g.Wait(phoneSays("Rivendell connected"))

	one.connected()
	one.Open("about:blank") // closed by its captain, not lost
	o.Wait(phoneSays("Lórien put away since"))
	one.quiet("Lórien")
	o.quiet("the organiser")
}
