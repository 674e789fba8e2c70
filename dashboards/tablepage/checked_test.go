package tablepage_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/ops/audit"
)

// checked is an expression that tells whether the line about the log says something.
func checked(words string) string {
	return fmt.Sprintf("document.querySelector('[data-checked]')?.innerText.includes(%q)", words)
}

// lettersOf is a fingerprint without its size.
func lettersOf(fingerprint string) string {
	_, letters, _ := strings.Cut(fingerprint, " ")
	return letters
}

// kept is what the phone gives away of the log, as a file.
type kept struct {
	Muster, Gathering, Table, Device string
	Format                           int
	Histories                        []struct {
		Key         string
		Checkpoints []struct {
			Note, Seen string
			After      int
		}
	}
	Alarms []struct {
		Kind, Says, At, Read, Kept, Shown, Proof, Key, Other string
		History                                              int
	}
}

// kept saves the file over the page's button.
func (p *phone) kept() kept {
	p.t.Helper()
	p.tap("[data-checked]")
	p.Wait("document.querySelector('dialog[open] [data-export-log]')")
	file := browser.Eval[string](p.Page, `new Promise(done => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (b) => { URL.createObjectURL = make; void b.text().then(done); return make.call(URL, b) };
		HTMLAnchorElement.prototype.click = () => {};
		document.querySelector('[data-export-log]').click();
	})`)
	p.tap("dialog [data-close]")
	var out kept
	d := json.NewDecoder(strings.NewReader(file))
	if err := d.Decode(&out); err != nil {
		p.t.Fatalf("%v in %.300s", err, file)
	}
	if out.Muster != "phone-log" || out.Format != 1 || out.Gathering != "spring" || out.Table != "fellowship/rivendell" || out.Device != "d-rivendell" {
		p.t.Errorf("the file says it is %q %d of %s, %s, %s", out.Muster, out.Format, out.Gathering, out.Table, out.Device)
	}
	return out
}

// sizes are the sizes of the kept checkpoints of a history, each opened with the history's key.
func (k kept) sizes(t *testing.T, history int) []int {
	t.Helper()
	var out []int
	for _, c := range k.Histories[history].Checkpoints {
		h, err := audit.OpenCheckpoint([]byte(c.Note), k.Histories[history].Key)
		if err != nil {
			t.Error(err)
		}
		out = append(out, int(h.Size))
	}
	return out
}

// nothingShown wants no alarm on the phone, neither shown nor kept.
func (p *phone) nothingShown() {
	p.t.Helper()
	if n := browser.Eval[int](p.Page, "document.querySelector('muster-table').checked.state.alarms.length + document.querySelectorAll('[data-alarm]').length"); n > 0 {
		p.t.Errorf("there is an alarm: %s", p.Text("[data-alarm]"))
	}
}

// The phone keeps what it is shown and checks it, on plain HTTP too; a server that does not answer, or a login
// page in between, is no alarm; two tabs ask once.
func TestThePhoneKeepsAndChecksWhatTheServerSigns(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	s := r.signed
	s.sign("truth", 5)
	b := start(t)
	p := r.join(b, insecure, "rivendell")
	p.Wait(checked("Log checked up to 5"))
	if got := s.requests(); !slices.Equal(got, []string{"/log/spring/key", "/log/spring/checkpoints/5/checkpoint"}) {
		t.Errorf("for the first checkpoint the phone asked for %v", got)
	}
	p.Wait(checked(lettersOf(s.sign("truth", 9))))
	if got := s.requests(); !slices.Equal(got, []string{"/log/spring/checkpoints/9/since/5"}) {
		t.Errorf("for the next checkpoint the phone asked for %v", got)
	}

	s.answers(func(string, []byte) any { return http.StatusServiceUnavailable })
	s.sign("truth", 16)
	p.Wait(checked("Log not checked since"))
	s.answers(func(string, []byte) any { return []byte("<!doctype html>\n<title>Hotel Wi-Fi</title>\n") })
	s.sign("truth", 17)
	p.Wait("document.querySelector('muster-table').checked.state.why.includes('that is no proof')")
	p.nothingShown()
	s.answers(nil)
	p.Wait(checked("Log checked up to 17"))
	p.link.set(cut)
	p.Wait(checked("Log not checked since"))
	p.link.set(pass)
	p.Wait(checked("Log checked up to 17"))

	s.requests()
	second := &phone{Page: p.Tab(t, 360, 740), r: r, t: t, link: p.link, base: p.base, path: p.path}
	second.Open(p.base + p.path)
	second.Wait(checked("Log checked up to 17"))
	s.sign("truth", 24)
	p.Wait(checked("Log checked up to 24"))
	second.Wait(checked("Log checked up to 24"))
	if got := s.requests(); !slices.Equal(got, []string{"/log/spring/checkpoints/24/since/17"}) {
		t.Errorf("two tabs asked for %v", got)
	}
	k := p.kept()
	if got := fmt.Sprint(k.sizes(t, 0)); got != "[5 9 17 24]" || len(k.Alarms) > 0 || len(k.Histories) != 1 {
		t.Errorf("kept are %s, with alarms %v", got, k.Alarms)
	}
	p.nothingShown()
	p.rewritten(second)
}

// rewritten rewrites the log, and wants the alarm on every tab until it was read, and in the phone's records
// for ever.
func (p *phone) rewritten(second *phone) {
	p.t.Helper()
	s := p.r.signed
	s.rewrite()
	s.sign("lie", 31)
	for _, tab := range []*phone{p, second} {
		tab.Wait("document.querySelector('[data-alarm=proof]')?.innerText.includes('The log was changed afterwards')")
	}
	p.fair()
	p.look("log-alarm")
	p.tap("[data-checked]")
	p.Wait("document.querySelectorAll('dialog[open] [data-kept] li').length === 5")
	p.look("log-kept")
	p.tap("dialog [data-close]")
	s.sign("lie", 40) // the new story, gone on with
	p.Wait("document.querySelector('muster-table').checked.state.count === 6")
	p.leaveAnyway()
	p.Open(p.base + p.path)
	p.tap("[data-alarm-read]")
	for _, tab := range []*phone{p, second} {
		tab.Wait("!document.querySelector('[data-alarm]')")
		tab.Wait(checked("Log: alarm at"))
	}
	k := p.kept()
	if fmt.Sprint(k.sizes(p.t, 0), k.sizes(p.t, 1)) != "[5 9 17 24] [31 40]" {
		p.t.Errorf("kept are %v and %v", k.sizes(p.t, 0), k.sizes(p.t, 1))
	}
	if len(k.Alarms) != 1 || k.Alarms[0].Kind != "proof" || k.Alarms[0].History != 1 || k.Alarms[0].Read == "" || k.Alarms[0].Proof == "" || k.Alarms[0].Key == "" {
		p.t.Fatalf("alarms: %+v", k.Alarms)
	}
	if !strings.Contains(k.Alarms[0].Kept, "\n24\n") || !strings.Contains(k.Alarms[0].Shown, "\n31\n") {
		p.t.Errorf("the alarm holds %q and %q", k.Alarms[0].Kept, k.Alarms[0].Shown)
	}
	p.fair()
}

// fair fails the test if the page complained about anything but a log that was not to be had and a cut link.
func (p *phone) fair() {
	p.t.Helper()
	for _, s := range p.Problems() {
		if !strings.Contains(s, "/log/spring/") && !strings.Contains(s, "net::ERR_") {
			p.t.Errorf("the page complained: %s", s)
		}
	}
}

// Everything that contradicts what a phone keeps is an alarm of its own kind.
func TestEveryContradictionOfTheLogIsAnAlarm(t *testing.T) {
	t.Parallel()
	flip := func(path string, b []byte) any {
		if !strings.Contains(path, "/since/") {
			return nil
		}
		out := bytes.Clone(b)
		out[len(out)-10] ^= 1 // a letter of the signature
		return out
	}
	cases := []struct {
		kind   string
		lie    func(s *signedLog)
		titled string
	}{
		{"root", func(s *signedLog) { s.rewrite(); s.sign("lie", 13) }, "changed afterwards"},
		{"proof", func(s *signedLog) { s.rewrite(); s.sign("lie", 20) }, "changed afterwards"},
		{"shorter", func(s *signedLog) { s.rewrite(); s.sign("truth", 11) }, "changed afterwards"},
		{"signature", func(s *signedLog) { s.answers(flip); s.sign("truth", 20) }, "not signed as it was"},
		{"key", func(s *signedLog) { s.rewrite(otherKey); s.sign("truth", 20) }, "not signed as it was"},
		{"shown", func(s *signedLog) { s.shows("truth", 20) }, "not signed as it was"},
	}
	b := start(t)
	var phones []*phone
	for range cases { // all of them wait at the same time
		r := newGame(t)
		r.signed.sign("truth", 7)
		phones = append(phones, r.join(b, "127.0.0.1", "rivendell"))
	}
	for _, p := range phones {
		p.Wait(checked("up to 7"))
		p.r.signed.sign("truth", 13)
	}
	for i, p := range phones {
		p.Wait(checked("up to 13"))
		cases[i].lie(p.r.signed)
	}
	for i, c := range cases {
		p := phones[i]
		p.Wait("document.querySelector('[data-alarm=" + c.kind + "]')?.innerText.includes('" + c.titled + "')")
		k := p.kept()
		if len(k.Alarms) != 1 || k.Alarms[0].Kind != c.kind || k.Alarms[0].Shown == "" {
			t.Errorf("%s: alarms %+v", c.kind, k.Alarms)
		}
		if got := k.sizes(t, 0); got[0] != 7 || got[1] != 13 {
			t.Errorf("%s: kept are %v", c.kind, got)
		}
		if c.kind == "key" && (k.Alarms[0].Other == k.Alarms[0].Key || k.Histories[1].Key != k.Alarms[0].Other) {
			t.Errorf("the alarm about the key holds %+v", k.Alarms[0])
		}
	}
}

// A second server that has not yet read the newest shows an earlier state for a moment: that is no lie.
func TestAnEarlierStateOfTheSameLogIsNoAlarm(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	s := r.signed
	s.sign("truth", 7)
	p := r.join(start(t), "127.0.0.1", "rivendell")
	p.Wait(checked("up to 7"))
	s.sign("truth", 13)
	p.Wait(checked("up to 13"))
	s.sign("truth", 10) // never shown to this phone before
	p.until("the earlier state was looked at", func() bool {
		return slices.Contains(s.requests(), "/log/spring/checkpoints/13/since/10")
	})
	s.sign("truth", 15)
	p.Wait(checked("up to 15"))
	p.nothingShown()
	s.requests()
	s.sign("truth", 13)
	s.sign("truth", 17)
	p.Wait(checked("up to 17"))
	p.nothingShown()
}
