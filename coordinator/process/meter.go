package process

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// meterWait bounds how long a reading of the metrics waits for the broker.
const meterWait = time.Second

// meter counts, when metrics are read, what could not be carried on and what waits for webhooks.
type meter struct {
	p                *Processes
	letters, waiting *prometheus.Desc
}

func newMeter(p *Processes) meter {
	return meter{
		p:       p,
		letters: prometheus.NewDesc("muster_dead_letters", "Dead letters: what a process could not carry on and nobody has dealt with.", []string{"handler"}, nil),
		waiting: prometheus.NewDesc("muster_webhook_waiting", "Messages that wait for webhooks.", nil, nil),
	}
}

// Describe implements prometheus.Collector.
func (m meter) Describe(to chan<- *prometheus.Desc) {
	to <- m.letters
	to <- m.waiting
}

// Collect implements prometheus.Collector. What the broker does not say is left out.
func (m meter) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), meterWait)
	defer cancel()
	if list, err := m.p.DeadLetters(ctx); err == nil {
		has := map[string]int{}
		for _, w := range list {
			has[w.Handler] = w.Count
		}
		for name := range m.p.carryOn() {
			to <- prometheus.MustNewConstMetric(m.letters, prometheus.GaugeValue, float64(has[name]), name)
		}
	}
	if s, err := m.p.o.JS.Stream(ctx, HookStream); err == nil && m.p.hooks != nil {
		to <- prometheus.MustNewConstMetric(m.waiting, prometheus.GaugeValue, float64(s.CachedInfo().State.Msgs))
	}
}
