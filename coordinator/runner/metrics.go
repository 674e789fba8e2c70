//go:build !js

package runner

import (
	"github.com/prometheus/client_golang/prometheus"
)

// Outcomes of a command, for the label "outcome".
const (
	outcomeAccepted    = "accepted"
	outcomeDuplicate   = "duplicate"
	outcomeRefused     = "refused"
	outcomeUnavailable = "unavailable"
	outcomeFailed      = "failed" // the log or the program is wrong; someone has to look
)

// metrics of one Service. The label "code" is a refusal's code: constants of the deciders, never
// anything a client sends; empty for other outcomes.
type metrics struct {
	commands  *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	appends   prometheus.Histogram
	conflicts prometheus.Counter
	loads     *prometheus.CounterVec
	barrier   prometheus.Histogram
}

func newMetrics(reg prometheus.Registerer, ls *lanes) *metrics {
	m := &metrics{
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_commands_total",
			Help: "Commands by outcome (accepted, duplicate, refused, unavailable, failed) and, if refused, code.",
		}, []string{"outcome", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "muster_command_duration_seconds",
			Help:    "Time from taking a command to its answer, by outcome.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 16),
		}, []string{"outcome"}),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "muster_append_duration_seconds",
			Help:    "Time of one append to the log, with fsync, whatever came of it.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 2, 16),
		}),
		conflicts: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "muster_append_conflicts_total",
			Help: "Appends that found the stream moved, so that the command was decided again.",
		}),
		loads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_stream_loads_total",
			Help: "Loads of a stream before deciding: whole (not cached) or tail (what others appended).",
		}, []string{"what"}),
		barrier: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "muster_barrier_wait_seconds",
			Help:    "Time from the first table's end of a round to the last table's.",
			Buckets: []float64{1, 5, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600},
		}),
	}
	if reg == nil {
		return m
	}
	reg.MustRegister(m.commands, m.seconds, m.appends, m.conflicts, m.loads, m.barrier,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "muster_cached_streams",
			Help: "Streams whose state is kept in memory.",
		}, func() float64 { n, _ := ls.size(); return float64(n) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "muster_cached_bytes",
			Help: "Stored bytes of the commits that the kept states were folded from.",
		}, func() float64 { _, b := ls.size(); return float64(b) }))
	return m
}
