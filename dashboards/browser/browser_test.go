package browser

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestChecksFindWhatIsWrong(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "script-src 'self'")
		if r.URL.Path == "/good" {
			_, _ = w.Write([]byte(`<!doctype html><html lang="en"><title>Good</title><main><h1>Good</h1></main></html>`))
			return
		}
		_, _ = w.Write([]byte(`<!doctype html><title>Bad</title><img src="/nothing.png"><script>1</script><pre>` +
			"wide                                                                                            wide</pre>"))
	}))
	defer srv.Close()
	p := Start(t).Page(t, 360, 640)

	p.Open(srv.URL + "/good")
	p.CheckPage("good page", 320, 1920)

	p.Open(srv.URL + "/bad")
	p.Size(320, 640)
	if len(p.Overflow()) == 0 {
		t.Error("a page wider than the screen was not noticed")
	}
	if len(p.Axe()) == 0 {
		t.Error("a page without language and alternative text was not noticed")
	}
	if len(p.Problems()) == 0 {
		t.Error("an inline script against the content policy was not noticed")
	}
}
