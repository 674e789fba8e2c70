package tablepage_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
)

// insecure is a host name that the browser of these tests takes for another machine: pages from it
// have plain HTTP's rights only.
const insecure = "phone.test"

// start starts a browser that finds the insecure host here.
func start(t *testing.T) *browser.Browser {
	t.Helper()
	return browser.Start(t, "host-resolver-rules=MAP "+insecure+" 127.0.0.1")
}

// phone is a captain's phone on the table page, with a link that can be cut.
type phone struct {
	*browser.Page
	r    *rig
	t    *testing.T
	link *link
	base string // http://host:port of the link
	path string
}

// join opens the table page of who's table on a phone. host is 127.0.0.1 (a secure origin) or
// insecure.
func (r *rig) join(b *browser.Browser, host, who string) *phone {
	r.t.Helper()
	l := newLink(r.t, strings.TrimPrefix(r.url, "http://"))
	_, port, _ := strings.Cut(l.addr, ":")
	p := &phone{Page: b.Page(r.t, 360, 740), r: r, t: r.t, link: l, base: "http://" + host + ":" + port, path: "/t/spring/fellowship/" + who}
	p.Open(p.base + "/as/" + who)
	p.Problems() // the page before has no icon
	p.Open(p.base + p.path)
	p.connected()
	return p
}

func (p *phone) connected() { p.t.Helper(); p.Wait(words("Connected")) }

// words is an expression that tells whether the connection says something.
func words(s string) string {
	return fmt.Sprintf("document.querySelector('.conn')?.innerText.includes(%q)", s)
}

// tap taps a button without waiting for anything.
func (p *phone) tap(css string) {
	p.t.Helper()
	p.Wait("document.querySelector('" + css + "') && !document.querySelector('" + css + "').disabled")
	browser.Eval[bool](p.Page, "document.querySelector('"+css+"').click(), true")
}

// threat types a player's threat, and waits until the entry is on the phone.
func (p *phone) threat(player string, to int) {
	p.t.Helper()
	before := p.saved() + len(p.r.commands(p.device()))
	field := fmt.Sprintf(`[data-key="threat:%s"] input`, player)
	p.Wait("!document.querySelector('" + field + "')?.disabled && !document.querySelector('muster-table').busy")
	browser.Eval[bool](p.Page, fmt.Sprintf(`(() => { const f = document.querySelector('%s'); f.value = '%d'; f.dispatchEvent(new Event('change')); return true })()`, field, to))
	p.until("the entry is kept", func() bool { return p.saved()+len(p.r.commands(p.device())) > before })
}

// leaveAnyway answers the browser's question whether to leave the page although entries wait. The
// channel it returns is closed when the question was asked.
func (p *phone) leaveAnyway() <-chan struct{} {
	p.t.Helper()
	p.Click("h1") // browsers ask nothing on pages that nobody has touched
	asked := make(chan struct{})
	opening := chromedp.Events(p.Ctx, page.JavascriptDialogOpening)
	go func() {
		for e, err := range opening {
			if err != nil || e.Type != page.DialogTypeBeforeunload {
				return
			}
			go func() {
				_, _ = chromedp.Call(p.Ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
				close(asked)
			}()
			return
		}
	}()
	return asked
}

// says evaluates an expression while a page may be coming or going.
func (p *phone) says(expression string) bool {
	ok, err := chromedp.Run(p.Ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
	return err == nil && ok
}

// saved is how many entries wait on the phone.
func (p *phone) saved() int {
	p.t.Helper()
	return browser.Eval[int](p.Page, "(async () => { const o = document.querySelector('muster-table').outbox; await o.reload(); return o.entries.length })()")
}

func (p *phone) device() events.DeviceID {
	return events.DeviceID("d-" + p.path[strings.LastIndexByte(p.path, '/')+1:])
}

// until waits for something that the server knows.
func (p *phone) until(what string, ok func() bool) {
	p.t.Helper()
	deadline := time.Now().Add(browser.Patience)
	for !ok() {
		if time.Now().After(deadline) {
			p.Screenshot("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.t.Fatalf("it never came that %s; the phone says %q", what, p.Text(".conn"))
		}
		<-time.After(20 * time.Millisecond)
	}
}

// sent returns the ids of the commands that arrived from this phone; the test fails if one arrived
// twice or without its id.
func (p *phone) sent() []events.Command {
	p.t.Helper()
	got := p.r.commands(p.device())
	seen := map[events.CommandID]bool{}
	for _, c := range got {
		if seen[c.ID] {
			p.t.Errorf("command %s is in the log twice", c.ID)
		}
		seen[c.ID] = true
	}
	return got
}
