package verifypage

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
)

func TestABuildWithoutTheVerifierSaysSoAndHowToCheckOtherwise(t *testing.T) {
	var b bytes.Buffer
	if err := VerifyPage(Asked{Fingerprint: "12 K7QF-2M9X-A0BC-DEFG", Key: "muster+1+x"}).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"built without the verifier for browsers", "make build", "muster verify FILE --checkpoint &#34;12 K7QF-2M9X-A0BC-DEFG&#34; --key muster+1+x"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, never := range []string{`id="file"`, assets.URL("verify.js")} {
		if strings.Contains(b.String(), never) {
			t.Errorf("the page has %s, which does nothing without a verifier", never)
		}
	}
}

// Only the worker may run WebAssembly; the program arrives whole, packed or not.
func TestTheFilesOfTheVerifier(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte("program"))
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	b := &built{sum: "1", worker: []byte("worker"), loader: []byte("loader"), packed: packed.Bytes()}
	if strings.Contains(site.Policy, "wasm") {
		t.Errorf("every page may run WebAssembly: %s", site.Policy)
	}
	for _, c := range []struct{ name, accept, kind, body, policy string }{
		{"worker.js", "", "text/javascript; charset=utf-8", "worker", WorkerPolicy},
		{"wasm_exec.js", "", "text/javascript; charset=utf-8", "loader", ""},
		{"verifier.wasm", "", "application/wasm", "program", ""},
		{"verifier.wasm", "br, gzip", "application/wasm", "program", ""},
	} {
		r, w := httptest.NewRequestWithContext(t.Context(), "GET", "/verify/1/"+c.name, nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", c.accept)
		if err := b.serve(w, r, c.name); err != nil {
			t.Fatal(err)
		}
		body := io.Reader(w.Body)
		if strings.Contains(c.accept, "gzip") {
			if body, err = gzip.NewReader(w.Body); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		got, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		h := w.Header()
		if string(got) != c.body || h.Get("Content-Type") != c.kind || h.Get("Content-Security-Policy") != c.policy || !strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s for %q: %q with %v", c.name, c.accept, got, h)
		}
	}
	r, w := httptest.NewRequestWithContext(t.Context(), "GET", "/verify/1/README.md", nil), httptest.NewRecorder()
	if err := b.serve(w, r, "README.md"); !errors.Is(err, deps.ErrNotFound) {
		t.Errorf("another file: %v", err)
	}
}
