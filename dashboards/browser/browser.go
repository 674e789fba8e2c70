// Package browser drives a headless Chromium in tests of the pages: phones and walls of any size,
// accessibility checks, screenshots. Start with [Start] and [Browser.Page].
package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Patience is how long a page may take for anything, on a slow and busy machine too.
const Patience = 60 * time.Second

// Browser is a running Chromium. It ends with the test that started it.
type Browser struct {
	ctx context.Context
}

// executable finds Chromium: MUSTER_CHROMIUM, else the usual names.
func executable(t testing.TB) string {
	if p := os.Getenv("MUSTER_CHROMIUM"); p != "" {
		return p
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	t.Fatal("no Chromium found: run make browser, or set MUSTER_CHROMIUM to its path")
	return ""
}

// Start starts a browser with a fresh profile. flags are further command line flags in the form
// "name=value", such as "host-resolver-rules=MAP phone.test 127.0.0.1".
func Start(t testing.TB, flags ...string) *Browser {
	t.Helper()
	dir, err := os.MkdirTemp("", "muster-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(executable(t)),
		chromedp.UserDataDir(dir),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.WSURLReadTimeout(Patience),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true),
	)
	for _, f := range flags {
		name, value, _ := strings.Cut(f, "=")
		opts = append(opts, chromedp.Flag(name, value))
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(func() {
		cancel()
		stop()
		removeProfile(t, dir)
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return &Browser{ctx: ctx}
}

// removeProfile deletes the profile; Chromium's children may write to it for a moment longer.
func removeProfile(t testing.TB, dir string) {
	deadline := time.Now().Add(10 * time.Second)
	for {
		err := os.RemoveAll(dir)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("browser profile is left behind: %v", err)
			return
		}
		<-time.After(50 * time.Millisecond)
	}
}

// Page is one tab with cookies and storage of its own, as another person's device has.
type Page struct {
	Ctx context.Context // for chromedp calls of the test's own

	t        testing.TB
	from     *Page // the page that listens, if this one is made by For
	mu       sync.Mutex
	problems []string
}

// Page opens a tab of the given size in pixels. It closes with the test.
func (b *Browser) Page(t testing.TB, width, height int) *Page {
	t.Helper()
	return b.open(t, width, height, chromedp.WithNewBrowserContext())
}

// Tab opens a tab that shares cookies and storage with p: another tab on the same device.
func (p *Page) Tab(t testing.TB, width, height int) *Page {
	t.Helper()
	id := chromedp.FromContext(p.Ctx).BrowserContextID
	return (&Browser{ctx: p.Ctx}).open(t, width, height, chromedp.WithExistingBrowserContext(id))
}

func (b *Browser) open(t testing.TB, width, height int, opt chromedp.ContextOption) *Page {
	t.Helper()
	p := &Page{t: t}
	ctx, cancel := chromedp.NewContext(b.ctx, opt, chromedp.WithListener(p.heard))
	t.Cleanup(cancel)
	p.Ctx = ctx
	if err := chromedp.Do(ctx); err != nil { // not under a deadline: its end would close the tab
		t.Fatalf("open a tab: %v", err)
	}
	p.Size(width, height)
	return p
}

// For returns the same tab for a subtest, which failures then belong to.
func (p *Page) For(t testing.TB) *Page {
	p.Problems()
	return &Page{Ctx: p.Ctx, t: t, from: p.source()}
}

func (p *Page) source() *Page {
	if p.from != nil {
		return p.from
	}
	return p
}

// heard keeps what the page complained about: exceptions, console errors, violations of the
// content policy.
func (p *Page) heard(ev any) {
	text := ""
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		text = ev.ExceptionDetails.Text
		if e := ev.ExceptionDetails.Exception; e != nil {
			text += " " + e.Description
		}
	case *log.EventEntryAdded:
		if string(ev.Entry.Level) == "error" {
			text = ev.Entry.Text + " " + ev.Entry.URL
		}
	case *runtime.EventConsoleAPICalled:
		if string(ev.Type) == "error" || string(ev.Type) == "assert" {
			for _, a := range ev.Args {
				text += string(a.Value) + a.Description + " "
			}
		}
	}
	if text != "" {
		p.mu.Lock()
		p.problems = append(p.problems, text)
		p.mu.Unlock()
	}
}

// Problems returns what the page complained about since the last call: uncaught exceptions, console
// errors, violations of the content policy, requests that failed.
func (p *Page) Problems() []string {
	p = p.source()
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.problems
	p.problems = nil
	return out
}

// Do runs steps within [Patience] and fails the test if one of them fails.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("browser: %v (page says %q)", err, p.Problems())
	}
}

// Open goes to an address and waits until it is loaded.
func (p *Page) Open(url string) { p.t.Helper(); p.Do(chromedp.Navigate(url)) }

// Size changes the size of the page in pixels.
func (p *Page) Size(width, height int) {
	p.t.Helper()
	p.Do(chromedp.EmulateViewport(int64(width), int64(height)))
}

// Click clicks the first element that a CSS selector finds, once it is visible.
func (p *Page) Click(css string) {
	p.t.Helper()
	p.Do(chromedp.Click(chromedp.CSS(css)))
}

// Type types text into the field that a CSS selector finds.
func (p *Page) Type(css, text string) {
	p.t.Helper()
	p.Do(chromedp.SendKeys(chromedp.CSS(css), text))
}

// Wait waits until a JavaScript expression is true, also across navigations; it must survive that
// elements are not there yet.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, Patience)
	defer cancel()
	var last error
	for ctx.Err() == nil {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err == nil && ok {
			return
		}
		if ctx.Err() == nil {
			last = err // while a page is left there is nothing to ask
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	p.Screenshot("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
	text, _ := chromedp.Run(p.Ctx, chromedp.Evaluate[string]("document.body.innerText"))
	p.t.Fatalf("page never came to %s (%v)\nit says %q\nand shows %s", expression, last, p.Problems(), text)
}

// Eval evaluates a JavaScript expression, awaiting it if it is a promise.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, Patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return v
}

// Text returns the visible text of the first element that a CSS selector finds, "" if there is none.
func (p *Page) Text(css string) string {
	p.t.Helper()
	return Eval[string](p, "document.querySelector("+quote(css)+")?.innerText ?? ''")
}

// Screenshot writes what the page shows to .artifacts/<name>.png at the root of the repository.
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	p.save(name, chromedp.CaptureScreenshot())
}

// ScreenshotAll writes the whole page, also what has to be scrolled to.
func (p *Page) ScreenshotAll(name string) {
	p.t.Helper()
	p.save(name, chromedp.FullScreenshot(100))
}

func (p *Page) save(name string, shot chromedp.Action[[]byte]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.Ctx, Patience)
	defer cancel()
	b, err := chromedp.Run(ctx, shot)
	if err != nil {
		p.t.Fatalf("screenshot %s: %v", name, err)
	}
	dir := filepath.Join(Root(p.t), ".artifacts")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), b, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// Vision emulates a way of seeing: "deuteranopia", "achromatopsia", "none", ….
func (p *Page) Vision(kind string) {
	p.t.Helper()
	_, err := chromedp.Call(p.Ctx, emulation.SetEmulatedVisionDeficiency, emulation.SetEmulatedVisionDeficiencyParams{
		Type: emulation.SetEmulatedVisionDeficiencyType(kind),
	})
	if err != nil {
		p.t.Fatalf("emulate %s: %v", kind, err)
	}
}

// Prepare has every page that is opened from now on run a script before its own.
func (p *Page) Prepare(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.Ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatalf("prepare a page: %v", err)
	}
}

// Root returns the root of the repository.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}
