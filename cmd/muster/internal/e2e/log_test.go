package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
	"github.com/muster-events/muster/ops/proofs"
)

// desk is an organiser's session for what the client of the API does not have.
func (h *hall) desk() *http.Client {
	h.t.Helper()
	jar, err := cookiejar.New(nil)
	must(h.t, err)
	c := &http.Client{Jar: jar}
	res, err := c.Post(h.URL+"/api/v1/login", "application/json", strings.NewReader(`{"key":`+quote(h.OrganiserKey())+`}`))
	must(h.t, err)
	must(h.t, res.Body.Close())
	return c
}

// sign signs the head of the night's log and returns its size.
func (h *hall) sign() events.Position {
	h.t.Helper()
	res, err := h.desk().Post(h.URL+"/api/v1/gatherings/night/checkpoints", "application/json", nil)
	must(h.t, err)
	defer func() { _ = res.Body.Close() }()
	var s proofs.Signed
	must(h.t, json.NewDecoder(res.Body).Decode(&s))
	if s.Size == 0 {
		h.t.Fatalf("nothing was signed: %s", res.Status)
	}
	return s.Size
}

// checks waits until the phone has checked everything that was recorded so far, and returns its size.
func (c *captain) checks(h *hall) events.Position {
	h.t.Helper()
	size := h.sign()
	c.Wait(fmt.Sprintf("document.querySelector('[data-checked]')?.innerText.startsWith('Log checked up to %d,')", size))
	return size
}

// moves starts a server on a directory as the hall's, behind the same address for the phone. What runs is
// stopped first, between before and after nothing is reached.
func (h *hall) moves(dir string, c *captain, before, after func()) {
	h.t.Helper()
	c.link.Cut()
	h.Stop()
	before()
	h.Server = apptest.StartOn(h.t, dir, nil)
	h.boss = h.Organiser(h.t)
	after()
	c.link.Mend(h.Addr().String())
	c.connected()
}

// round ends a round at which nothing happened.
func (h *hall) round(n int) {
	h.t.Helper()
	endRounds(h.enter, n, n)
	h.settle(h.enter)
}

// bundle saves the gathering's bundle, verifies it and holds what phones have kept against it.
func (h *hall) bundle(phones ...bundle.Phone) *bundle.Report {
	h.t.Helper()
	res, err := h.desk().Get(h.URL + "/api/v1/gatherings/night/bundle")
	must(h.t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	must(h.t, err)
	file := filepath.Join(h.t.TempDir(), "night.muster.zip")
	must(h.t, os.WriteFile(file, b, 0o600))
	r, err := bundle.VerifyFile(h.t.Context(), file, bundle.Options{Catalog: vocabulary.All(), Phones: phones})
	must(h.t, err)
	return r
}

// kept is what the phone gives away of the log.
func (c *captain) kept() bundle.Phone {
	c.t.Helper()
	file := browser.Eval[string](c.Page, `(async () => {
		const m = document.querySelector('muster-table'), v = m.view;
		return JSON.stringify(await m.checked.keeper.file({ gathering: v.gathering, table: v.group + '/' + v.table, device: m.shell.device }));
	})()`)
	p, err := bundle.ReadPhone("phone.json", []byte(file))
	must(c.t, err)
	return p
}

// The organiser plays on, then puts back a copy of the data from an hour ago and plays something else, with
// the same key: the phone that saw the first story does not take the second, and what it has kept convicts the
// second one's bundle.
func TestAPhoneNoticesThatThePastWasRewritten(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(plainNames)
	h.give(group.StartGroup{})
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	c := h.join(390, codes.Tables[0].Code, "Ana", "Lórien")
	h.round(1)
	c.checks(h)

	data, copied := h.Data, filepath.Join(t.TempDir(), "copy")
	h.moves(data, c, func() { must(t, os.CopyFS(copied, os.DirFS(data))) }, func() {})
	h.round(2)
	c.checks(h)
	h.round(3)
	last := c.checks(h)
	if r := h.bundle(c.kept()); !r.Proven() || r.Phones[0].Kept < 3 || r.Phones[0].Fit != r.Phones[0].Kept {
		t.Errorf("of what the phone has kept %+v fits the bundle: %v", r.Phones, r.Findings)
	}

	h.moves(copied, c, func() {}, func() {
		for h.board(night, dusk).Position <= last {
			h.give(lotr.ChangeThreat{Table: "t3", By: 1})
		}
		h.round(2)
		h.sign()
	})
	c.Wait("document.querySelector('[data-alarm=proof]')")
	c.says("The log was changed afterwards", "Call a judge")
	c.Screenshot("e2e-log-alarm")
	o := h.organiser()
	o.Open(o.base + "/console/night")
	o.Wait(phoneSays("Lórien connected alarm about the log"))
	o.says("the phone of Lórien raises the alarm")
	o.ScreenshotAll("e2e-log-alarm-console")
	c.tap("[data-alarm-read]")
	c.Wait("!document.querySelector('[data-alarm]')")
	c.says("Log: alarm at")
	r := h.bundle(c.kept())
	first, bad := r.First()
	if !bad || first.Part != bundle.PartPhones || r.Phones[0].Alarms != 1 || r.Phones[0].Fit == 0 || r.Phones[0].Fit == r.Phones[0].Kept {
		t.Errorf("of what the phone has kept %+v fits the second story: %s", r.Phones, first)
	}
	c.quiet("Lórien")
}
