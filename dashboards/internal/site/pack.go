package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"

	"github.com/a-h/templ"
)

// Packed answers with a page like [Site.Page], compressed if the browser takes that. It is for pages that
// hold nothing secret and no form: what is typed beside a secret can be guessed from the size of both.
func (s *Site) Packed(w http.ResponseWriter, r *http.Request, c templ.Component) error {
	var b bytes.Buffer
	if err := c.Render(r.Context(), &b); err != nil {
		return fmt.Errorf("render the page: %w", err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return s.Pack(w, r, b.Bytes())
}

// Pack writes an answer, compressed if the browser takes that. Its headers are set already.
func (s *Site) Pack(w http.ResponseWriter, r *http.Request, b []byte) error {
	w.Header().Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		var small bytes.Buffer
		z := gzip.NewWriter(&small)
		_, err := z.Write(b)
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			return fmt.Errorf("compress an answer: %w", err)
		}
		w.Header().Set("Content-Encoding", "gzip")
		b = small.Bytes()
	}
	_, _ = w.Write(b) // the browser has gone if this fails
	return nil
}
