package metrics

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Web counts requests to the pages and who watches them.
type Web struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	viewers  *prometheus.GaugeVec
}

// NewWeb returns a Web that is registered.
func NewWeb(reg prometheus.Registerer) *Web {
	w := &Web{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_http_requests_total", Help: "Requests by area (page, asset, api, stream) and status class.",
		}, []string{"area", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "muster_http_request_duration_seconds", Help: "Time to answer a request, by area; streams are not counted.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 14),
		}, []string{"area"}),
		viewers: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "muster_viewers", Help: "Live pages that are open, by kind of page.",
		}, []string{"page"}),
	}
	reg.MustRegister(w.requests, w.seconds, w.viewers)
	for _, area := range []string{"page", "asset", "api", "stream"} {
		w.requests.WithLabelValues(area, "2xx")
	}
	w.viewers.WithLabelValues("wall")
	return w
}

// Viewers is told when a stream of a page opens (+1) and closes (−1). page is a fixed word.
func (w *Web) Viewers(page string, by int) { w.viewers.WithLabelValues(page).Add(float64(by)) }

// Count wraps what serves requests.
func (w *Web) Count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		area, began := areaOf(r), time.Now()
		c := &coded{ResponseWriter: rw, code: http.StatusOK}
		next.ServeHTTP(c, r)
		w.requests.WithLabelValues(area, strconv.Itoa(c.code/100)+"xx").Inc()
		if area != "stream" {
			w.seconds.WithLabelValues(area).Observe(time.Since(began).Seconds())
		}
	})
}

func areaOf(r *http.Request) string {
	switch {
	case strings.Contains(r.Header.Get("Accept"), "text/event-stream"):
		return "stream"
	case strings.HasPrefix(r.URL.Path, "/api/"):
		return "api"
	case strings.HasPrefix(r.URL.Path, "/assets/"):
		return "asset"
	}
	return "page"
}

// coded remembers the status.
type coded struct {
	http.ResponseWriter
	code  int
	wrote bool
}

// WriteHeader implements http.ResponseWriter.
func (c *coded) WriteHeader(code int) {
	if !c.wrote && code >= http.StatusOK { // others only announce the real one
		c.code, c.wrote = code, true
	}
	c.ResponseWriter.WriteHeader(code)
}

// Write implements http.ResponseWriter.
func (c *coded) Write(b []byte) (int, error) {
	c.wrote = true
	return c.ResponseWriter.Write(b)
}

// Flush implements http.Flusher.
func (c *coded) Flush() { _ = http.NewResponseController(c.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController find the writer below.
func (c *coded) Unwrap() http.ResponseWriter { return c.ResponseWriter }
