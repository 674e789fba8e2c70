package gallery

import (
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/a-h/templ"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/qr"
	"github.com/muster-events/muster/dashboards/internal/site"
)

// Picture is one page in one state.
type Picture struct {
	Name string // in its path and file name
	Wall bool   // a page for a projector: must not scroll at 1920 x 1080
	Page templ.Component
}

// Pictures returns all of them.
func Pictures() []Picture {
	return slices.Concat(walls(), lives(), fronts(), consoles())
}

// Handler serves the pictures under /gallery/<name>, with the headers of the real pages.
func Handler() http.Handler {
	s := &site.Site{Deps: deps.Deps{Now: time.Now, Log: slog.New(slog.DiscardHandler)}, Mux: http.NewServeMux()}
	s.Mux.Handle(assets.Prefix, assets.Handler())
	s.Mux.HandleFunc("GET /icon.svg", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	s.Mux.HandleFunc("GET /qr", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3H1zM5 5h3v3H5z"/></svg>`))
	})
	s.Mux.HandleFunc("GET /log/{gathering}/checkpoints/{size}/qr", func(w http.ResponseWriter, _ *http.Request) {
		svg, err := qr.SVG("HTTP://192.168.178.20:8080/LOG/AUTUMN/123456/K7QF-2M9X-A0BC-DEFG")
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write(svg)
	})
	s.Mux.HandleFunc("GET /sse/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_ = http.NewResponseController(w).Flush() // a recorder cannot; a browser's connection can
		<-r.Context().Done()
	})
	for _, p := range Pictures() {
		s.Handle("GET /gallery/"+p.Name, func(w http.ResponseWriter, r *http.Request) error {
			return s.Page(w, r, p.Page)
		})
	}
	return s.Guard(s.Mux)
}
