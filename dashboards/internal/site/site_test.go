package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

func serve(t *testing.T, h Handler, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	s := &Site{Deps: deps.Deps{Now: time.Now}, Mux: http.NewServeMux()}
	s.Handle("/", h)
	w := httptest.NewRecorder()
	s.Guard(s.Mux).ServeHTTP(w, r)
	return w
}

func TestEveryKindOfErrorHasAPage(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		says   string
	}{
		{&engine.Refusal{Code: "round-not-over", Says: "3D is next", Source: "Siege"}, http.StatusConflict, "3D is next"},
		{fmt.Errorf("do: %w", &engine.Refusal{Code: engine.CodeNotAllowed, Says: "ask an organiser"}), http.StatusForbidden, "ask an organiser"},
		{&engine.Refusal{Code: engine.CodeMalformed, Says: "0 to 99"}, http.StatusUnprocessableEntity, "0 to 99"},
		{&engine.Refusal{Code: engine.CodeBusy, Says: "again"}, http.StatusServiceUnavailable, "again"},
		{fmt.Errorf("board: %w", deps.ErrNotFound), http.StatusNotFound, "There is no such page"},
		{events.GroupID("A B").Validate(), http.StatusUnprocessableEntity, "lower-case letters"},
		{&events.UnavailableError{Op: "append", Reason: "the disk is full"}, http.StatusServiceUnavailable, "the disk is full"},
		{context.DeadlineExceeded, http.StatusServiceUnavailable, "slow"},
		{Malformed("<b>no</b>"), http.StatusUnprocessableEntity, "&lt;b&gt;no"},
		{fmt.Errorf("secret path /var/data"), http.StatusInternalServerError, "Number to quote"},
	} {
		w := serve(t, func(http.ResponseWriter, *http.Request) error { return c.err }, httptest.NewRequest("GET", "/", nil))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%v: status %d, want %d with %q", c.err, w.Code, c.status, c.says)
		}
		if strings.Contains(w.Body.String(), "/var/data") {
			t.Error("an error of the program is shown to people")
		}
	}
}

func TestAPanicIsAPageWithANumber(t *testing.T) {
	w := serve(t, func(http.ResponseWriter, *http.Request) error { panic("a bug") }, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "Number to quote") || strings.Contains(w.Body.String(), "a bug") {
		t.Errorf("status %d: %s", w.Code, w.Body.String())
	}
}

func TestTheWayBackStaysOnThisServer(t *testing.T) {
	for back, want := range map[string]string{"/console/a": "/console/a", "//evil.example": "", "https://evil.example": "", `/\evil.example`: "", "": ""} {
		r := httptest.NewRequest("POST", "/", strings.NewReader("back="+back))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := serve(t, func(http.ResponseWriter, *http.Request) error { return Malformed("no") }, r)
		if has := strings.Contains(w.Body.String(), ">Back</a>"); has != (want != "") || strings.Contains(w.Body.String(), "evil") {
			t.Errorf("back=%s: a way back %v, want %q", back, has, want)
		}
	}
}

func TestNumbersOfFormsHaveLimits(t *testing.T) {
	for typed, want := range map[string]string{"": "", "7": "7", " 12 ": "12", "−3": "refused", "100": "refused", "1e3": "refused", "x": "refused", "99999999999999999999": "refused"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Form = map[string][]string{"n": {typed}}
		n, err := Number(r, "n", "The number", 0, 99)
		got := ""
		switch {
		case err != nil:
			got = "refused"
		case n != nil:
			got = fmt.Sprint(*n)
		}
		if got != want {
			t.Errorf("%q gives %q, want %q", typed, got, want)
		}
	}
}
