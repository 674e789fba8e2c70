package browser

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Paper is a page as it is printed: a PDF.
type Paper struct {
	PDF   []byte
	Pages int
	// Cut lists what is wider than the paper, or does not fit where it is shown, while the page is as it is
	// printed on A4.
	Cut []string
}

// paperWidth is that of A4 without the margins that the page asks for, in pixels of CSS: what it is laid out in
// when it is printed.
const paperWidth = `(() => {
	const rules = [...document.styleSheets].flatMap(s => [...s.cssRules]).filter(r => r instanceof CSSPageRule)
	const margin = rules.map(r => r.style.marginLeft).filter(Boolean).at(-1) ?? '0mm'
	return Math.floor((210 - 2 * parseFloat(margin)) * 96 / 25.4)
})()`

// what is cut off on paper: elements that reach over the right edge, and texts that are hidden in part.
const cutOff = `[...document.querySelectorAll('body *')].filter(e => {
	const s = getComputedStyle(e), r = e.getBoundingClientRect()
	if (!r.width || !r.height || s.visibility === 'hidden' || s.clip !== 'auto' || s.clipPath !== 'none') return false
	if (e.closest('.hidden')) return false
	return r.right > document.documentElement.clientWidth + 1 || s.overflow === 'hidden' && s.webkitLineClamp === 'none' && e.scrollHeight > e.clientHeight + 2
}).map(e => e.tagName + '.' + e.className + ': ' + (e.innerText ?? '').slice(0, 60)).slice(0, 10)`

var (
	pdfPage = regexp.MustCompile(`/Type\s*/Page\b[^s]`)
	pdfBox  = regexp.MustCompile(`/MediaBox\s*\[\s*0\s+0\s+([0-9.]+)\s+([0-9.]+)`)
)

// Print prints the page on A4, and keeps it as .artifacts/<name>.pdf and, as it is laid out then, .png.
func (p *Page) Print(name string) Paper {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, Patience)
	defer cancel()
	media := func(kind string) {
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind}); err != nil {
			p.t.Fatalf("emulate %q: %v", kind, err)
		}
	}
	media("print")
	p.Size(Eval[int](p, paperWidth), 1000)
	out := Paper{Cut: Eval[[]string](p, cutOff)}
	p.ScreenshotAll(name)
	media("")
	res, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: new(true), PrintBackground: new(true)})
	if err != nil {
		p.t.Fatalf("print %s: %v", name, err)
	}
	out.PDF = res.Data
	if err := os.WriteFile(filepath.Join(Root(p.t), ".artifacts", name+".pdf"), out.PDF, 0o644); err != nil {
		p.t.Fatal(err)
	}
	out.Pages = len(pdfPage.FindAll(out.PDF, -1))
	for _, box := range pdfBox.FindAllSubmatch(out.PDF, -1) {
		w, _ := strconv.ParseFloat(string(box[1]), 64)
		h, _ := strconv.ParseFloat(string(box[2]), 64)
		if w < 594 || w > 596 || h < 841 || h > 843 {
			p.t.Errorf("%s is printed on paper of %s by %s points, and A4 has 595 by 842", name, box[1], box[2])
		}
	}
	return out
}

// Links tells whether the paper links to an address: what is cut off has no link.
func (p Paper) Links(to string) bool { return bytes.Contains(p.PDF, []byte(to)) }
