package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
)

// Boards answers what [Play] asks; projections.Reader does.
type Boards interface {
	Gatherings(ctx context.Context) ([]catalog.Gathering, error)
	Boards(ctx context.Context, g events.GatheringID) ([]board.Group, error)
}

// scrapeTimeout bounds the reading of the boards for one scrape.
const scrapeTimeout = 5 * time.Second

// Play says whether play is held up, worked out from the boards when Prometheus asks.
type Play struct {
	boards Boards
	now    func() time.Time

	groups, waiting, oldest, steps *prometheus.Desc
}

// phases are the values of the label phase.
var phases = []string{
	board.PhaseSetup, board.PhasePlaying, board.PhaseEnding, board.PhaseWon, board.PhaseLost, board.PhaseAbandoned,
}

// NewPlay returns a collector over the boards of the gatherings that have not ended.
func NewPlay(b Boards, now func() time.Time) *Play {
	return &Play{
		boards: b, now: now,
		groups:  prometheus.NewDesc("muster_groups", "Groups of open gatherings by phase.", []string{"phase"}, nil),
		waiting: prometheus.NewDesc("muster_barrier_tables_missing", "Tables still playing a round that another table of their group has ended.", nil, nil),
		oldest:  prometheus.NewDesc("muster_barrier_oldest_wait_seconds", "Longest time that a table has waited at a round's end; 0 if none waits.", nil, nil),
		steps:   prometheus.NewDesc("muster_steps_open", "Groups whose end of a round waits for an answer from a table.", nil, nil),
	}
}

// Describe implements prometheus.Collector.
func (p *Play) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{p.groups, p.waiting, p.oldest, p.steps} {
		c <- d
	}
}

// held is what holds groups up.
type held struct {
	phases         map[string]int
	waiting, steps int
	oldest         time.Duration
}

// Collect implements prometheus.Collector.
func (p *Play) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	h, err := p.look(ctx)
	if err != nil {
		c <- prometheus.NewInvalidMetric(p.groups, err)
		return
	}
	for _, phase := range phases {
		c <- prometheus.MustNewConstMetric(p.groups, prometheus.GaugeValue, float64(h.phases[phase]), phase)
	}
	c <- prometheus.MustNewConstMetric(p.waiting, prometheus.GaugeValue, float64(h.waiting))
	c <- prometheus.MustNewConstMetric(p.oldest, prometheus.GaugeValue, h.oldest.Seconds())
	c <- prometheus.MustNewConstMetric(p.steps, prometheus.GaugeValue, float64(h.steps))
}

func (p *Play) look(ctx context.Context) (held, error) {
	h := held{phases: map[string]int{}}
	gs, err := p.boards.Gatherings(ctx)
	if err != nil {
		return h, err
	}
	for _, g := range gs {
		if g.Ended {
			continue
		}
		boards, err := p.boards.Boards(ctx, g.ID)
		if err != nil {
			return h, err
		}
		for _, b := range boards {
			h.add(b, p.now())
		}
	}
	return h, nil
}

func (h *held) add(b board.Group, now time.Time) {
	h.phases[b.Phase]++
	if b.Paused {
		return // nobody is waited for
	}
	if b.Phase == board.PhaseEnding {
		h.steps++
	}
	if b.Phase == board.PhasePlaying && len(b.Barrier.Ended) > 0 && len(b.Barrier.Waiting) > 0 {
		h.waiting += len(b.Barrier.Waiting)
		h.oldest = max(h.oldest, now.Sub(b.Barrier.Since))
	}
}
