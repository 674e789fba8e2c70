package listen

import (
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// Streams bounds the requests that ask for a live stream and stay open. Others are not counted.
type Streams struct {
	max     int64
	open    atomic.Int64
	refused prometheus.Counter
}

// NewStreams returns a bound of max streams. reg may be nil.
func NewStreams(maximum int, reg prometheus.Registerer) *Streams {
	s := &Streams{max: int64(maximum), refused: prometheus.NewCounter(prometheus.CounterOpts{
		Name: "muster_streams_refused_total", Help: "Live streams of pages refused because there were too many.",
	})}
	if reg != nil {
		reg.MustRegister(s.refused, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "muster_streams", Help: "Live streams of pages that are open.",
		}, func() float64 { return float64(s.open.Load()) }))
	}
	return s
}

// Bound answers streams over the bound with 503 and passes everything else on.
func (s *Streams) Bound(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
			next.ServeHTTP(w, r)
			return
		}
		defer s.open.Add(-1)
		if s.open.Add(1) > s.max {
			s.refused.Inc()
			w.Header().Set("Retry-After", "10")
			http.Error(w, "too many people are watching at the moment; this page tries again", http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}
