package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/dashboards/browser"
)

// checker is a browser on the page that checks bundles.
type checker struct {
	*browser.Page
	t    *testing.T
	link *browser.Link
}

// ready opens the page and waits for the verifier.
func (c checker) ready(url string) {
	c.t.Helper()
	c.Open(url)
	if browser.Eval[bool](c.Page, "document.querySelector('#no-verifier') !== null") {
		c.t.Fatal("this build has no verifier: run make verifier before the tests, as make test does")
	}
	c.Wait("document.querySelector('#state')?.innerText.startsWith('The verifier is ready')")
}

// choose takes a file by the button.
func (c checker) choose(file string) {
	c.t.Helper()
	browser.Eval[bool](c.Page, "document.querySelector('#result').hidden = true")
	c.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
}

// drop drops the file that the button has taken last, somewhere on the page.
func (c checker) drop() {
	c.t.Helper()
	browser.Eval[bool](c.Page, `(() => {
		document.querySelector('#result').hidden = true;
		const d = new DataTransfer();
		d.items.add(document.querySelector('#file').files[0]);
		document.querySelector('h2').dispatchEvent(new DragEvent('drop', {dataTransfer: d, bubbles: true, cancelable: true}));
		return true;
	})()`)
}

// verdict waits for the end of a check and returns its title.
func (c checker) verdict() string {
	c.t.Helper()
	c.Wait("!document.querySelector('#result').hidden && document.querySelector('#result .verdict h2')")
	return strings.TrimSpace(c.Text("#result .verdict h2"))
}

// printed is what the page says that muster verify prints.
func (c checker) printed() string {
	c.t.Helper()
	return browser.Eval[string](c.Page, "document.querySelector('#printed').textContent")
}

// Section 7.9 of the pages' design: a bundle is checked in the browser, with the network gone, and the page says
// what the command says.
func TestABundleIsCheckedInTheBrowserAsByTheCommand(t *testing.T) {
	dir, group := recordedGame(t)
	s := apptest.StartOn(t, dir, nil)
	link := browser.NewLink(t, s.Addr().String())
	c := checker{browser.Start(t).Page(t, 1280, 900), t, link}
	c.Open(strings.Replace(s.OrganiserLink(), s.URL, link.URL(), 1))
	c.Wait("location.pathname === '/console'")
	whole := c.download("/api/v1/gatherings/" + string(group.Gathering) + "/bundle")
	good, bad := filepath.Join(t.TempDir(), "whole.muster.zip"), filepath.Join(t.TempDir(), "flipped.muster.zip")
	write(t, good, whole)
	write(t, bad, flipped(t, whole, 100))

	// From a checkpoint of the log, as somebody comes who has scanned the code of a wall.
	c.Open(link.URL() + "/log/" + string(group.Gathering))
	c.Click(`a[href*="/checkpoints/"]`)
	c.Wait(`document.querySelector('a[href^="/verify?"]')`)
	c.ready(browser.Eval[string](c.Page, `document.querySelector('a[href^="/verify?"]').href`))
	fingerprint := browser.Eval[string](c.Page, "document.querySelector('#checkpoints').value")
	key := browser.Eval[string](c.Page, "document.querySelector('#key').value")
	c.CheckPage("verify", 360, 1280)
	c.Size(1280, 900)

	link.Cut() // whatever the page would ask of the server fails from here on, and is a problem of the page
	asked := browser.Eval[int](c.Page, "performance.getEntriesByType('resource').length")
	c.choose(good)
	if says := c.verdict(); says != "Proven" {
		t.Fatalf("the page says %q of a whole bundle:\n%s", says, c.printed())
	}
	if got, want := c.printed(), must(t, "verify", good, "--checkpoint", fingerprint, "--key", key); got != want {
		t.Errorf("the page says\n%s\nmuster verify says\n%s", got, want)
	}
	c.ScreenshotAll("verify-proven")
	c.CheckPage("verify proven", 360, 1280)
	c.Size(1280, 900)

	c.choose(bad)
	if says := c.verdict(); says != "Contradicted" {
		t.Errorf("the page says %q of a flipped byte", says)
	}
	code, out, _ := muster(t, "verify", bad, "--checkpoint", fingerprint, "--key", key)
	if got := c.printed(); got != out || code != exitWrong {
		t.Errorf("exit code %d; the page says\n%s\nmuster verify says\n%s", code, got, out)
	}
	first := regexp.MustCompile(`The first:\n  \w+, commit (\d+)`).FindStringSubmatch(out)
	if len(first) != 2 || c.Text("#first-bad") != first[1] || first[1] != "100" {
		t.Errorf("the first bad entry is number %s on the page; the command says\n%s", c.Text("#first-bad"), out)
	}
	replay := fmt.Sprintf("/replay/%s/%s#seq=100", group.Gathering, group.Group)
	if !browser.Eval[bool](c.Page, "document.querySelector('.verdict a.button')?.getAttribute('href') === '"+replay+"'") {
		t.Errorf("no link leads to %s", replay)
	}
	c.ScreenshotAll("verify-contradicted")
	browser.Eval[bool](c.Page, "document.documentElement.dataset.theme = 'dark', true")
	c.CheckPage("verify contradicted, dark", 360, 1280)
	c.Size(360, 740)
	c.ScreenshotAll("verify-contradicted-360-dark")
	c.Size(1280, 900)

	// A check that is stopped says nothing, and the next one is as good as the first.
	c.choose(good)
	c.verdict()
	browser.Eval[bool](c.Page, "document.querySelector('#check').click(), document.querySelector('#stop').click(), true")
	if says := c.Text("#state"); !strings.HasPrefix(says, "Stopped") {
		t.Errorf("after the stop the page says %q", says)
	}
	c.Wait("document.querySelector('#state').innerText.startsWith('The verifier is ready')")
	c.drop()
	if says := c.verdict(); says != "Proven" {
		t.Errorf("after a stop the page says %q of a dropped bundle", says)
	}
	other := filepath.Join(t.TempDir(), "letter.zip")
	write(t, other, bytes.Repeat([]byte("no bundle "), 40))
	c.choose(other)
	if says := c.verdict(); says != "Nothing can be said about this file" {
		t.Errorf("the page says %q of a letter", says)
	}
	_, _, errs := muster(t, "verify", other)
	if says := c.Text(".verdict bdi"); !strings.Contains(errs, says) {
		t.Errorf("the page says %q, muster verify %q", says, errs)
	}
	c.Do(chromedp.SetUploadFiles(chromedp.CSS("#phones"), []string{other}))
	c.choose(good)
	c.verdict()
	_, _, errs = muster(t, "verify", good, "--phone", other)
	if says := c.Text(".verdict bdi"); !strings.HasPrefix(says, "letter.zip is not what a phone has kept") || !strings.Contains(errs, says) {
		t.Errorf("with a letter for the file of a phone the page says %q, muster verify %q", says, errs)
	}
	if n := browser.Eval[int](c.Page, "performance.getEntriesByType('resource').length"); n > asked+1 {
		t.Errorf("the page has loaded %d things while it checked; only the worker after the stop was expected", n-asked)
	}
	if got := c.Problems(); len(got) > 0 {
		t.Errorf("the page complained: %s", strings.Join(got, "\n"))
	}
}

// A worker that dies is said, and so is a verifier that cannot be loaded.
func TestAVerifierThatDiesIsSaid(t *testing.T) {
	s := apptest.Start(t, nil)
	c := checker{Page: browser.Start(t).Page(t, 360, 740), t: t}
	c.Prepare(`window.Worker = class extends EventTarget {
		constructor() { super(); setTimeout(() => this.dispatchEvent(new MessageEvent('message', {data: {kind: 'ready'}}))); }
		postMessage() { setTimeout(() => this.dispatchEvent(new MessageEvent('message', {data: {kind: 'died', says: 'fatal error: out of memory'}}))); }
		terminate() {}
	}`)
	c.ready(s.URL + "/verify")
	file := filepath.Join(t.TempDir(), "a.muster.zip")
	write(t, file, []byte("x"))
	c.choose(file)
	if says := c.verdict(); says != "The check has died" {
		t.Errorf("the page says %q", says)
	}
	if says := c.Text(".verdict"); !strings.Contains(says, "not have enough memory") || !strings.Contains(says, "muster verify") {
		t.Errorf("the page says %q", says)
	}
	c.CheckPage("verify died", 360)
}

// download returns the bytes of a path, as the session of the page gets them.
func (c checker) download(path string) []byte {
	c.t.Helper()
	text := browser.Eval[string](c.Page, `fetch('`+path+`').then(r => r.blob()).then(b => new Promise(done => {
		const r = new FileReader();
		r.onload = () => done(r.result.split(',')[1]);
		r.readAsDataURL(b);
	}))`)
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) < 1000 {
		c.t.Fatalf("%s has %d bytes: %v", path, len(b), err)
	}
	return b
}

func write(t *testing.T, file string, b []byte) {
	t.Helper()
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// flipped changes one byte of a commit, and makes the archive whole again as whoever changes a bundle can.
func flipped(t *testing.T, whole []byte, commit int) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == "commits.jsonl" {
			lines := bytes.SplitAfter(b, []byte("\n"))
			line := lines[commit-1]
			at := bytes.Index(line, []byte(`"at":"2`)) + len(`"at":"20`)
			line[at] ^= 1 // a year
			b = bytes.Join(lines, nil)
		}
		m, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetComment("sha256 " + strings.Repeat("0", 64)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	made := out.Bytes()
	sum := sha256.Sum256(made[:len(made)-2-len("sha256 ")-64])
	return append(made[:len(made)-64], hex.EncodeToString(sum[:])...)
}
