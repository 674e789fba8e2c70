package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// What people were called before they were corrected is nowhere afterwards, as if they had been erased: not
// on a page, in a bundle with names, in a log line, or in the data directory. The bundle is proven.
func TestACorrectedNameIsNowhere(t *testing.T) {
	e := &erasure{t: t, log: &logged{}, ids: map[string]events.PersonID{}}
	e.s = apptest.StartLogging(t, t.TempDir(), slog.New(slog.NewJSONHandler(e.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	e.boss = e.s.Organiser(t)
	e.happens()
	const newName, newContact = "Vilhelmina Zauberfisch", "vilhelmina@example.org"
	old := []string{registeredName, contact, entrantName}
	pages := e.crawl()
	for _, name := range old {
		if !strings.Contains(pages, name) || len(filesWith(t, e.s.Data, name)) == 0 {
			t.Errorf("%s is on no page or in no file before: this test sees too little", name)
		}
	}
	e.correct(registeredName, url.Values{"name": {newName}, "contact": {newContact}, "why": {desk.WhyMisspelt}})
	e.correct(entrantName, url.Values{"name": {"Yolanda Nebelkerz"}, "why": {desk.WhyChanged}})
	gone := func(where, text string) {
		for _, name := range old {
			if i := strings.Index(text, name); i >= 0 {
				t.Errorf("%s is in %s: …%s…", name, where, text[max(0, i-200):min(len(text), i+len(name)+50)])
			}
		}
	}
	inFiles := func(where string) {
		for _, name := range old {
			if found := filesWith(t, e.s.Data, name); len(found) > 0 {
				t.Errorf("%s: %s is in %v", where, name, found)
			}
		}
		if found := filesWith(t, filepath.Join(e.s.Data, "models"), newName); len(found) > 0 {
			t.Errorf("%s: the new name was written to read models: %v", where, found)
		}
	}
	pages = e.crawl()
	gone("a page", pages)
	for _, name := range []string{newName, newContact, "Yolanda Nebelkerz"} {
		if !strings.Contains(pages, name) {
			t.Errorf("no page says %q", name)
		}
	}
	inFiles("the data directory while the server runs")
	file := filepath.Join(t.TempDir(), "store.muster.zip")
	must(t, "bundle", "store", file, "--data", e.s.Data, "--with-names")
	if says := must(t, "verify", file); !strings.Contains(strings.ToLower(says), "proven") {
		t.Errorf("verify says\n%s", says)
	}
	bundled := unpack(t, file)
	gone("the bundle with names", bundled)
	if !strings.Contains(bundled, newName) {
		t.Error("the bundle with names does not have the new one")
	}
	export := must(t, "export", "store", "--data", e.s.Data)
	if n := strings.Count(export, (desk.PersonCorrected{}).EventType()); n != 2 || strings.Contains(export, newName) {
		t.Errorf("the log says %d times that somebody was corrected, or says how they are called", n)
	}
	e.s.Stop()
	inFiles("the data directory")
	gone("a log line", e.log.String())
}

// correct corrects somebody as the console does.
func (e *erasure) correct(name string, form url.Values) {
	e.t.Helper()
	form.Set("id", uuid.NewString())
	res, err := e.browser().PostForm(e.s.URL+"/console/store/people/"+string(e.ids[name]), form)
	if err != nil {
		e.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(body, []byte("It is corrected")) {
		e.t.Fatal(fmt.Errorf("%s: %v, %s", res.Status, err, body))
	}
}
