package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/bundle"
)

// signs is an expression that tells whether what a phone sends is signed.
const signs = "document.querySelector('muster-table')?.outbox?.signs && !document.querySelector('[data-other-key]')"

// A captain's phone signs what it enters without anybody doing anything for it, the server takes that, and
// whoever verifies the bundle is told. A phone that has lost its key says so and goes on with a new one.
func TestAPhoneSignsWhatItEnters(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(plainNames)
	codes, err := h.boss.Codes(t.Context(), night)
	must(t, err)
	h.give(group.StartGroup{})
	c := h.join(390, codes.Tables[0].Code, "Ana", "Lórien") // waits until it signs
	ana := "threat:" + string(table(t, h.board(night, dusk), "Lórien").Players[0].ID)
	c.enter(ana, 27)
	at := h.board(night, dusk).Position
	c.phase()
	c.flag(t, h.board(night, dusk).Version, `<b>Doomed</b> & "so" on, 👩‍👩‍👧‍👦 Lórien \u003c`)
	signsAsTheLogHasIt(t, c)
	c.tap(".conn")
	c.Wait("document.querySelector('dialog [data-key] code')?.innerText.length === 19")
	c.Screenshot("e2e-signed-key")
	c.tap("dialog [data-close]")
	own := h.give(lotr.ChangeThreat{Table: "t1", By: 1}) // the organiser's: it is not signed
	o := h.organiser()
	o.Open(fmt.Sprintf("%s/replay/night/dusk#seq=%d", o.base, at))
	o.says("signed by the phone (key ")
	o.ScreenshotAll("e2e-signed-replay")
	o.Open("about:blank")
	o.Open(fmt.Sprintf("%s/replay/night/dusk#seq=%d", o.base, own.Position))
	o.says("not signed: entered by an organiser")

	browser.Eval[bool](c.Page, `new Promise(done => {
		const open = indexedDB.open('muster keys');
		open.onsuccess = () => {
			const tx = open.result.transaction(['keys', 'shown'], 'readwrite');
			tx.objectStore('keys').clear();
			tx.objectStore('shown').clear();
			tx.oncomplete = () => done(true);
		};
	})`)
	c.Open(c.base + "/t/night/dusk/t1")
	c.says("another key than the one its entries are signed with")
	_ = c.Problems() // the server has refused the new key, which the browser notes
	c.CheckPage("a phone that has lost its key", 390, 844, 360)
	c.Screenshot("e2e-signed-lost")
	c.tap("[data-other-key] button")
	c.Wait(signs)
	c.enter(ana, 29)

	r := h.bundle()
	for _, found := range r.Findings {
		t.Error(found)
	}
	i := slices.IndexFunc(r.Entries, func(e bundle.Entries) bool { return e.Stream == events.Group(night, dusk) })
	if i < 0 {
		t.Fatalf("nothing is told of the group: %+v", r.Entries)
	}
	e := r.Entries[i]
	if e.Signed != 4 || e.Unsigned != 0 || e.Officials != 1 || len(e.Keys) != 2 || e.Keys[1].Replaces != e.Keys[0].Fingerprint {
		var says bytes.Buffer
		r.Print(&says)
		t.Errorf("want 4 signed entries, none that is not, 1 of the organiser and 2 keys:\n%s", &says)
	}
}

// flag disputes an entry of the group with words.
func (c *captain) flag(t *testing.T, entry events.Version, reason string) {
	t.Helper()
	data, err := json.Marshal(group.FlagEntry{Table: "t1", Entry: entry, Reason: reason})
	must(t, err)
	browser.Eval[bool](c.Page, "document.querySelector('muster-table').enter({type: 'group.flag-entry.v1', data: "+string(data)+"}, 'a flag').then(() => true)")
	c.entered()
}

// signsAsTheLogHasIt fails the test unless what the phone signs is what the server reads out of its log,
// whatever people typed.
func signsAsTheLogHasIt(t *testing.T, c *captain) {
	t.Helper()
	const id = "01900000-0000-7000-8000-000000000001"
	cases := browser.Eval[[]struct{ Body, Sig, Key, Device string }](c.Page, `(() => {
		const app = document.querySelector('muster-table'), signer = app.outbox.signer;
		return [
			{},
			{note: 'a <b> & c > d', more: "it's \"so\" \\ / \b\f\n\r\t"},
			{note: 'lines \u2028 and \u2029, nothing \u0000\u001f\u007f\ufeff, \ufffe'},
			{note: 'Lórien, e\u0301, العشاء, 👩‍👩‍👧‍👦, half \ud83d of one, \udc00'},
			{big: 12345678901234567890, bigger: 1e21, small: 1e-7, part: 0.1 + 0.2, none: -0, least: 5e-324, most: 2 ** 53},
			{'<key> & \u2028': [null, true, [], {z: 1, a: 2, 10: 'ten', 9: 'nine'}], left: undefined},
			{text: '\\u003c is no <, and \\u2028 no line'},
		].map((data, i) => {
			const command = {id: '`+id+`', n: i, ...(i ? {round: i} : {}), type: 'lotr.change-threat.v1', data};
			return {Body: JSON.stringify(command), Sig: signer.seal(command), Key: signer.key, Device: app.shell.device};
		});
	})()`)
	for _, one := range cases {
		var e runner.Entry
		must(t, json.Unmarshal([]byte(one.Body), &e))
		stream := events.Group(night, dusk)
		cmd := events.Command{ID: e.ID, Type: e.Type, Data: e.Data, N: e.N, Round: e.Round, Device: events.DeviceID(one.Device), Sig: one.Sig}
		stored, err := events.Commit{Stream: stream, Version: 1, Command: cmd, Events: []events.Event{{Type: "x.v1", Data: json.RawMessage("{}")}}}.Encode()
		must(t, err)
		read, err := events.DecodeCommit(stored)
		must(t, err)
		for what, text := range map[string][]byte{"as it was sent": events.SignedText(stream, cmd), "as the log holds it": events.SignedText(stream, read.Command)} {
			if !events.Verify(one.Key, one.Sig, text) {
				t.Errorf("%s: the phone has signed another text of %s than\n%s", what, one.Body, text)
			}
		}
	}
	if len(cases) != 7 {
		t.Errorf("%d texts were signed", len(cases))
	}
}
