package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/webhooks"
)

// An organiser registers a webhook and sends it a test. Later it cannot be reached: the console says so, and
// what was to be told is tried again and given up there.
func TestAnOrganiserRegistersAWebhookAndDealsWithWhatItDidNotTake(t *testing.T) {
	t.Parallel()
	told := make(chan webhooks.Message, 10)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m webhooks.Message
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			t.Error(err)
		}
		told <- m
		w.WriteHeader(http.StatusNoContent)
	}))
	defer srv.Close()
	dir := t.TempDir()
	open := func(private bool, b *browser.Browser) (*hall, *page) {
		s := apptest.StartOn(t, dir, func(c *config.Config) { c.WebhookPrivate = private })
		h := &hall{Server: s, t: t, b: b, boss: s.Organiser(t)}
		return h, h.organiser()
	}
	h, p := open(true, browser.Start(t))
	p.fill("#name", "Spring Muster")
	p.tap("form.stack button.big")
	p.says("Setup")
	p.tapTo(`nav a[href$="/webhooks"]`, `location.pathname.endsWith('/webhooks')`)
	p.fill(`#register [name="url"]`, srv.URL+"/a-key-in-the-path")
	p.tap("#register button.big")
	p.says("The webhook is registered", "Nothing was told yet")
	p.CheckPage("webhooks", 1920, 390, 320)
	p.Size(1280, 900)
	p.tap(`form[action$="/test"] button`)
	p.says("A test is on its way")
	select {
	case m := <-told:
		if m.Type != webhooks.TypeTest {
			t.Errorf("told %s", m.Type)
		}
	case <-time.After(apptest.Patience):
		t.Fatal("the test does not come")
	}
	p.ScreenshotAll("webhooks")
	p.quiet("the organiser")
	h.Stop()

	_, p = open(false, h.b) // it cannot be reached from now on
	p.Open(p.base + "/console/spring-muster/webhooks")
	p.tap(`form[action$="/test"] button`)
	p.says("A test is on its way")
	p.Open(p.base + "/console/spring-muster")
	p.says("1 thing was not carried on", "Tell a webhook")
	p.CheckPage("console with an alert", 390)
	p.Size(1280, 900)
	p.tapTo(`a[href$="/letters"]`, `location.pathname.endsWith('/letters')`)
	p.says("Tell a webhook", "This address is not on the open internet", "webhook.test")
	p.CheckPage("letters", 1920, 390, 320)
	p.Size(1280, 900)
	p.ScreenshotAll("letters")
	p.tap(`form[action$="/retry"] button`)
	p.says("It is carried on") // put into the queue, where it fails again
	for end := time.Now().Add(apptest.Patience); !browser.Eval[bool](p.Page, `!!document.querySelector('a[href$="/discard"]')`); p.Open(p.base + "/console/spring-muster/letters") {
		if time.Now().After(end) {
			t.Fatal("it does not come back")
		}
	}
	p.tapTo(`a[href$="/discard"]`, `location.pathname.endsWith('/discard')`)
	p.tap("form.stack button.big") // without a reason
	p.Wait(`document.querySelector('[name="reason"]:invalid')`)
	p.fill(`[name="reason"]`, "the site is gone")
	p.Do(chromedp.Submit(chromedp.CSS(`[name="reason"]`)))
	p.says("It is given up", "Everything is carried on")
	p.Open(p.base + "/console/spring-muster/webhooks")
	p.tapTo(`a[href$="/remove"]`, `location.pathname.endsWith('/remove')`)
	p.says("Nothing more is told to")
	p.tap("form.stack button.big")
	p.says("The webhook is removed", "None yet")
	p.quiet("the organiser")
}
