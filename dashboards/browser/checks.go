package browser

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// axe is axe-core as its npm package has it (MPL-2.0). It is used in tests only and is no part of
// the program.
//
//go:embed axe/axe.min.js
var axe string

// Axe returns what axe-core finds wrong with the page, one line for each rule and element. What is fading in
// or moving is looked at once it has come to rest.
func (p *Page) Axe() []string {
	p.t.Helper()
	if !Eval[bool](p, "typeof window.axe === 'object'") {
		Eval[bool](p, axe+"\n;true")
	}
	return Eval[[]string](p, `Promise.all(document.getAnimations()
		.filter(a => a.playState === 'running' && a.effect && isFinite(a.effect.getComputedTiming().endTime))
		.map(a => a.finished.catch(() => a)))
		.then(() => axe.run(document, {resultTypes: ['violations']})).then(r => r.violations.flatMap(v =>
		v.nodes.map(n => v.id + ': ' + n.target.join(' ') + ': ' + n.failureSummary)))`)
}

// Overflow returns the elements that make the page scroll sideways, at most ten; none if it does not.
func (p *Page) Overflow() []string {
	p.t.Helper()
	return Eval[[]string](p, `(() => {
		const w = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= w) return [];
		const wide = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > w + 0.5);
		return ['page is ' + document.documentElement.scrollWidth + ' px wide on a screen of ' + w,
			...wide.slice(-9).map(e => e.tagName + '.' + e.className + ' "' + e.textContent.trim().slice(0, 40) + '"')];
	})()`)
}

// Scrolls tells by how many pixels the page is higher than the screen.
func (p *Page) Scrolls() int {
	p.t.Helper()
	return Eval[int](p, "document.documentElement.scrollHeight - document.documentElement.clientHeight")
}

// CheckPage fails the test if axe-core finds anything, the page complained about anything, or it is
// wider than the screen at any of the widths. It leaves the page at the last width.
func (p *Page) CheckPage(name string, widths ...int) {
	p.t.Helper()
	for _, w := range widths {
		p.Size(w, 844)
		if got := p.Overflow(); len(got) > 0 {
			p.t.Errorf("%s at %d px: %s", name, w, strings.Join(got, "\n  "))
		}
	}
	if got := p.Axe(); len(got) > 0 {
		p.t.Errorf("%s: axe-core found\n  %s", name, strings.Join(got, "\n  "))
	}
	if got := p.Problems(); len(got) > 0 {
		p.t.Errorf("%s: the page complained\n  %s", name, strings.Join(got, "\n  "))
	}
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("a string does not encode: %v", err))
	}
	return string(b)
}
