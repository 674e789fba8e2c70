package main

import (
	"fmt"

	"github.com/muster-events/muster/dashboards/browser"
)

// A replay plays as fast as it says: whatever the speed, a second of the game takes a second divided by it. The
// page's clock is the test's.
func speeds(w walker) {
	w.t.Helper()
	browser.Eval[bool](w.Page, `(() => {
		const real = [performance.now, window.setInterval, window.clearInterval];
		window.test = {now: performance.now(), step: () => {}, real: () => { delete performance.now; [, window.setInterval, window.clearInterval] = real; }};
		performance.now = () => window.test.now;
		window.setInterval = f => { window.test.step = f; return 1; };
		window.clearInterval = () => { window.test.step = () => {}; };
		return true;
	})()`)
	const within = 1000 // milliseconds of the game
	want := browser.Eval[int](w.Page, fmt.Sprintf(`fetch(JSON.parse(document.querySelector('#muster-shell').textContent).api).then(r => r.json()).then(t =>
		t.entries.filter(e => Date.parse(e.at) <= Date.parse(t.entries[0].at) + %d).length)`, within))
	if want < 20 {
		w.t.Fatalf("only %d entries are in the first second of the game", want)
	}
	seen := 0
	for _, speed := range browser.Eval[[]int](w.Page, "[...document.querySelectorAll('.rp-speed option')].map(o => Number(o.value))") {
		seen++
		w.slide(0)
		got := browser.Eval[int](w.Page, fmt.Sprintf(`(async () => {
			const page = document.querySelector('muster-replay'), select = document.querySelector('.rp-speed select'), button = document.querySelector('.rp-play');
			select.value = '%d';
			select.dispatchEvent(new Event('change', {bubbles: true}));
			button.click();
			for (let i = 0; i < 10; i++) {
				window.test.now += %d / %d / 10 + (i === 9 ? 1e-6 : 0); // a sum of tenths may fall short
				window.test.step();
			}
			await page.updateComplete;
			const here = Number(document.querySelector('#rp-slider').value) + 1;
			button.click();
			await page.updateComplete;
			return here;
		})()`, speed, within, speed))
		if got != want {
			w.t.Errorf("at %d× a second of the game leads to entry %d, want %d", speed, got, want)
		}
	}
	lowest, highest := browser.Eval[int](w.Page, "Number(document.querySelector('.rp-speed option').value)"), browser.Eval[int](w.Page, "Number(document.querySelector('.rp-speed option:last-child').value)")
	if lowest != 1 || highest != 100 || seen < 5 {
		w.t.Errorf("%d speeds from %d to %d", seen, lowest, highest)
	}
	browser.Eval[bool](w.Page, "window.test.real(), true")
	browser.Eval[bool](w.Page, `(() => { const s = document.querySelector('.rp-speed select'); s.value = '10'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })()`)
}
