package site

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
)

// Limits of what a browser may send.
const (
	// BodyLimit is the greatest size of a form in bytes.
	BodyLimit = 64 << 10
	// UploadLimit is the greatest size of an uploaded file in bytes.
	UploadLimit = 2 << 20
)

// Policy is the content policy of every page: everything comes from this server, and no script or
// style stands in a page.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Guard wraps all pages: it sets the security headers, refuses cross-site requests, limits what may
// be sent, and turns a panic into an error page.
func (s *Site) Guard(next http.Handler) http.Handler {
	s.Log = logged(s.Log)
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Log.Warn("a cross-site request was refused", "path", r.URL.Path, "origin", r.Header.Get("Origin"))
		s.Fail(w, r, &Problem{Status: http.StatusForbidden, Title: "That was refused", Says: "The request came from another site. Open the page on this server and try again."})
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.headers(w.Header())
		limit := int64(BodyLimit)
		if slices.ContainsFunc([]string{"/roster", "/import", "/decks"}, func(end string) bool { return strings.HasSuffix(r.URL.Path, end) }) {
			limit = UploadLimit + BodyLimit // the file in its form
		}
		if r.Body != nil {
			r.Body = http.MaxBytesReader(w, r.Body, limit)
		}
		defer s.recover(w, r)
		inner.ServeHTTP(w, r)
	})
}

func (s *Site) recover(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v)
	}
	s.Log.Error("a page panicked", "path", r.URL.Path, "panic", v, "stack", string(debug.Stack()))
	s.Fail(w, r, fmt.Errorf("panic: %v", v))
}

func (s *Site) headers(h http.Header) {
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer: browsers would then post forms with "Origin: null", and on plain HTTP there
	// is nothing else to tell a form of ours from a foreign one.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	if s.Secure { // browsers complain about it on plain HTTP
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}
