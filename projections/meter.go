package projections

import (
	"maps"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
)

// meter counts for Prometheus. The lag and what has stopped are worked out when they are asked for.
type meter struct {
	workers      []*worker
	batches      *prometheus.HistogramVec
	transactions *prometheus.HistogramVec
	commits      *prometheus.CounterVec
	rebuilds     *prometheus.CounterVec
	lag, stopped *prometheus.Desc

	mu   sync.Mutex // guards ends
	ends map[events.GatheringID]events.Position
}

func newMeter() *meter {
	labels := []string{"projection"}
	return &meter{
		batches: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "muster_projection_batch_commits", Help: "Commits applied in one transaction.",
			Buckets: []float64{1, 2, 5, 10, 50, 100, 500, 1000, 2000},
		}, labels),
		transactions: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "muster_projection_transaction_seconds", Help: "Duration of a transaction, to disk.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
		}, labels),
		commits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_projection_commits_total", Help: "Commits applied.",
		}, labels),
		rebuilds: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_projection_rebuilds_total", Help: "Read models made anew from the log.",
		}, labels),
		lag: prometheus.NewDesc("muster_projection_lag_commits",
			"Commits in the log that a projection has not applied yet, of all gatherings.", labels, nil),
		stopped: prometheus.NewDesc("muster_projection_stopped",
			"Gatherings and streams that a projection cannot read on.", labels, nil),
		ends: map[events.GatheringID]events.Position{},
	}
}

// derived shows the numbers that are worked out when they are asked for.
type derived struct{ *meter }

// Describe implements prometheus.Collector.
func (m derived) Describe(c chan<- *prometheus.Desc) {
	c <- m.lag
	c <- m.stopped
}

// Collect implements prometheus.Collector.
func (m derived) Collect(c chan<- prometheus.Metric) {
	for _, w := range m.workers {
		lag, stopped := 0.0, 0.0
		for _, s := range w.status() {
			lag += float64(s.End - s.Position)
			stopped += float64(len(s.Streams))
			if s.State == StateStopped {
				stopped++
			}
		}
		c <- prometheus.MustNewConstMetric(m.lag, prometheus.GaugeValue, lag, w.p.Name())
		c <- prometheus.MustNewConstMetric(m.stopped, prometheus.GaugeValue, stopped, w.p.Name())
	}
}

func (m *meter) collectors() []prometheus.Collector {
	return []prometheus.Collector{m.batches, m.transactions, m.commits, m.rebuilds, derived{m}}
}

func (m *meter) register(to prometheus.Registerer) error {
	for _, c := range m.collectors() {
		if err := to.Register(c); err != nil {
			return err
		}
	}
	for _, w := range m.workers {
		m.rebuilds.WithLabelValues(w.p.Name())
	}
	return nil
}

func (m *meter) unregister(from prometheus.Registerer) {
	for _, c := range m.collectors() {
		from.Unregister(c)
	}
}

func (m *meter) batch(projection string, commits int, took time.Duration) {
	m.batches.WithLabelValues(projection).Observe(float64(commits))
	m.transactions.WithLabelValues(projection).Observe(took.Seconds())
	m.commits.WithLabelValues(projection).Add(float64(commits))
}

func (m *meter) rebuild(projection string) { m.rebuilds.WithLabelValues(projection).Inc() }

// seen notes that the log of a gathering goes at least to a position.
func (m *meter) seen(g events.GatheringID, at events.Position) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ends[g] = max(m.ends[g], at)
}

func (m *meter) known() map[events.GatheringID]events.Position {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.ends)
}
