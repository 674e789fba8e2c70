package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// MaxBatch is the greatest number of commits in one transaction of a projection, and the bound of
// the queue before it; a lane waits when that is full.
const MaxBatch = 2000

// item is a commit on its way to a worker.
type item struct {
	lane     *lane
	epoch    int // of the lane when it was read
	r        events.Recorded
	payloads []events.Payload
	err      error // the commit could not be decoded
	again    bool  // read once more for a stream that had stopped
}

// worker applies commits to one projection. It is the only writer of the projection's file.
type worker struct {
	p      Projection
	f      *file
	log    *slog.Logger
	topics *topics
	meter  *meter
	in     chan item
	wake   chan struct{} // something but a commit may have completed the start
	caught chan struct{} // closed once the goal was reached

	mu      sync.Mutex // guards all below; marks are written by the worker's goroutine only
	marks   marks
	lanes   map[events.GatheringID]*lane
	goal    map[events.GatheringID]events.Position // ends of the log at the start; nil: not known yet
	trouble string                                 // why nothing can be written at the moment
}

func newWorker(p Projection, f *file, log *slog.Logger, t *topics, m *meter) *worker {
	return &worker{
		p: p, f: f, log: log.With("projection", p.Name()), topics: t, meter: m, marks: f.marks,
		in: make(chan item, MaxBatch), wake: make(chan struct{}, 1), caught: make(chan struct{}),
		lanes: map[events.GatheringID]*lane{},
	}
}

// run applies what comes in until ctx ends.
func (w *worker) run(ctx context.Context) {
	batch := make([]item, 0, MaxBatch)
	for {
		select {
		case it := <-w.in:
			batch = w.drain(append(batch[:0], it))
			w.commit(ctx, batch)
			clear(batch)
		case <-w.wake:
		case <-ctx.Done():
			return
		}
		w.arrive()
	}
}

// drain adds what is pending, up to the bound.
func (w *worker) drain(batch []item) []item {
	for len(batch) < MaxBatch {
		select {
		case it := <-w.in:
			batch = append(batch, it)
		default:
			return batch
		}
	}
	return batch
}

// commit applies a batch in one transaction. While nothing can be written it tries again, so that a
// full disk holds a read model up and loses nothing.
func (w *worker) commit(ctx context.Context, batch []item) {
	for wait := newBackoff(); ; {
		started := time.Now()
		done, err := w.try(batch)
		if err == nil {
			w.committed(done, time.Since(started))
			return
		}
		w.setTrouble(err)
		if !wait.pause(ctx) {
			return
		}
	}
}

// outcome is what a transaction did.
type outcome struct {
	layer   *layer
	batch   Batch
	touched map[topic]bool
	applied int
	gaps    map[*lane]int   // lanes that have to read again, with the epoch it was seen in
	broken  map[*lane]error // lanes that cannot be read on
	stops   []Stop
}

func (w *worker) try(batch []item) (*outcome, error) {
	var o *outcome
	err := w.f.building.Update(func(tx *bbolt.Tx) error {
		o = &outcome{layer: w.marks.layer(), touched: map[topic]bool{}, gaps: map[*lane]int{}, broken: map[*lane]error{}}
		var err error
		if o.batch, err = w.p.Begin(tx); err != nil {
			return err
		}
		for i := range batch {
			o.take(&batch[i])
		}
		if err := o.batch.Flush(); err != nil {
			return err
		}
		return o.layer.write(tx)
	})
	return o, err
}

// take decides about one commit: apply it, pass it over because it was applied before, or say that
// something before it is missing.
func (o *outcome) take(it *item) {
	g, r := it.r.Stream.Gathering, it.r
	if it.again {
		o.again(it)
		return
	}
	if it.epoch != it.lane.current() || o.broken[it.lane] != nil {
		return
	}
	at := o.layer.checkpoint(g)
	switch {
	case r.Position <= at:
		if o.layer.stop(r.Stream) == nil && r.Version > o.layer.head(r.Stream).Version {
			o.broken[it.lane] = &events.CorruptError{
				Stream: r.Stream, Position: r.Position, Hint: store.RepairHint,
				Problem: fmt.Sprintf("version %d was never delivered, but the read model has come to position %d", r.Version, at),
			}
		}
	case r.Position > at+1:
		o.gaps[it.lane] = it.epoch
	default:
		o.next(it)
	}
}

// next applies the commit after the checkpoint.
func (o *outcome) next(it *item) {
	r := it.r
	if o.layer.stop(r.Stream) == nil {
		head, err := store.Next(o.layer.head(r.Stream), r)
		if err != nil {
			o.broken[it.lane] = err
			return
		}
		o.apply(it, head)
	}
	o.layer.checkpoints[r.Stream.Gathering] = r.Position
}

// again applies a commit of a stream that had stopped, up to the checkpoint.
func (o *outcome) again(it *item) {
	id := it.r.Stream
	if o.layer.stop(id) != nil && it.r.Version != o.layer.head(id).Version+1 {
		return
	}
	head, err := store.Next(o.layer.head(id), it.r)
	if err != nil {
		return // was applied in between
	}
	o.layer.stopped[id] = nil
	o.apply(it, head)
}

// apply hands a commit to the projection; one that cannot be understood stops its stream.
func (o *outcome) apply(it *item, head events.Head) {
	r, err := it.r, it.err
	if err == nil {
		err = safely(o.batch, r, it.payloads)
	}
	o.touched[topic{r.Stream.Gathering, r.Stream.Group}] = true
	if err != nil {
		s := Stop{Stream: r.Stream, Position: r.Position, Version: r.Version, Message: err.Error(), After: o.layer.head(r.Stream)}
		o.layer.stopped[r.Stream] = &s
		o.stops = append(o.stops, s)
		return
	}
	o.layer.heads[r.Stream] = head
	o.applied++
}

// safely applies a commit; a panic is an error of that commit.
func safely(b Batch, r events.Recorded, ps []events.Payload) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("position %d: the program failed on this commit: %v", r.Position, p)
		}
	}()
	return b.Apply(r, ps)
}

// committed takes over what is on disk now.
func (w *worker) committed(o *outcome, took time.Duration) {
	o.batch.Committed()
	w.mu.Lock()
	w.marks.merge(o.layer)
	if w.trouble != "" {
		w.trouble = ""
		w.log.Info("read model can be written again")
	}
	w.mu.Unlock()
	w.meter.batch(w.p.Name(), o.applied, took)
	for _, s := range o.stops {
		w.log.Error("stream is not read on by this read model", "stream", s.Stream.String(), "position", s.Position, "err", s.Message)
	}
	for l, err := range o.broken {
		l.stop(err)
	}
	for l, epoch := range o.gaps {
		l.readAgain(epoch)
	}
	if len(o.touched) > 0 {
		w.topics.fire(o.touched)
	}
}

func (w *worker) setTrouble(err error) {
	w.mu.Lock()
	first := w.trouble == ""
	w.trouble = err.Error()
	w.mu.Unlock()
	if first {
		w.log.Error("read model cannot be written; it is tried again and falls behind", "err", err)
	}
}

// setGoal says where the log ended at the start.
func (w *worker) setGoal(goal map[events.GatheringID]events.Position) {
	w.mu.Lock()
	w.goal = goal
	w.mu.Unlock()
	if w.f.fresh && len(goal) > 0 {
		w.meter.rebuild(w.p.Name())
		w.log.Info("read model is made anew from the log", "gatherings", len(goal))
	}
	w.nudge()
}

// nudge makes the worker look whether the goal is reached.
func (w *worker) nudge() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// arrive looks whether the goal is reached, and if so reads the file of this number from now on.
func (w *worker) arrive() {
	select {
	case <-w.caught:
		return
	default:
	}
	if !w.reached() {
		return
	}
	swapped := w.f.rebuilding()
	if err := w.f.finish(); err != nil {
		w.setTrouble(err)
		time.AfterFunc(firstPause, w.nudge)
		return
	}
	if swapped {
		w.topics.fireAll()
	}
	close(w.caught)
}

func (w *worker) reached() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.goal == nil {
		return false
	}
	for g, end := range w.goal {
		l := w.lanes[g]
		if w.marks.checkpoints[g] < end && (l == nil || l.failed == nil) {
			return false
		}
	}
	return true
}

// behind tells whether the read model has not come to a position of a gathering yet. The error says
// that it never will.
func (w *worker) behind(g events.GatheringID, at events.Position) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.marks.checkpoints[g] >= at {
		return w.f.rebuilding(), nil
	}
	if l := w.lanes[g]; l != nil && l.failed != nil {
		return true, fmt.Errorf("read model %s of gathering %s has stopped: %w", w.p.Name(), g, l.failed)
	}
	return true, nil
}

// fatal tells whether reading again cannot help.
func fatal(err error) bool {
	var corrupt *events.CorruptError
	var format *events.FormatError
	var unknown *events.UnknownTypeError
	var id *events.IDError
	return errors.As(err, &corrupt) || errors.As(err, &format) || errors.As(err, &unknown) || errors.As(err, &id)
}
