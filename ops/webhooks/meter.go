package webhooks

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/process"
)

// meter counts what is told. Endpoints are no label: organisers make them.
type meter struct {
	tries *prometheus.CounterVec
	took  prometheus.Histogram
}

func newMeter(r prometheus.Registerer) meter {
	m := meter{
		tries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_webhook_tries_total", Help: "Tries to tell a webhook something, by what came of it: taken, failed, refused.",
		}, []string{"outcome"}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "muster_webhook_try_seconds", Help: "Time that a try to tell a webhook something took.",
			Buckets: []float64{.01, .03, .1, .3, 1, 3, 10},
		}),
	}
	if r != nil {
		r.MustRegister(m.tries, m.took)
	}
	return m
}

func (m meter) tried(took time.Duration, err error) {
	outcome := "taken"
	var gaveUp *process.GiveUpError
	switch {
	case errors.As(err, &gaveUp):
		outcome = "refused"
	case err != nil:
		outcome = "failed"
	}
	m.tries.WithLabelValues(outcome).Inc()
	m.took.Observe(took.Seconds())
}
