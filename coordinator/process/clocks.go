package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/runner"
	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/tournament"
)

// The handlers of the clocks of rounds.
const (
	ClockHandler = "clock" // sets the timer of a tournament after every commit of it
	DueHandler   = "due"   // calls the time when a timer fires
)

// Tournaments says how a tournament is, as of the end of its stream; [runner.Service] is one.
type Tournaments interface {
	Tournament(ctx context.Context, g events.GatheringID, id events.GroupID) (decider.State, error)
}

// clocks keeps one durable timer for each tournament: at the moment at which the time of the next of its
// tables is up. The broker keeps it, so that it fires whichever server is there then; one that was due
// while nothing ran fires at the next start. A timer is worked out anew after every commit and at every
// start, and says as of which version that was: an older one never takes the place of a newer one. What it
// leads to is a command whose id derives from it, so that it may fire twice; and one that is out of date is
// refused as not due, and worked out again.
type clocks struct {
	do          runner.Doer
	tournaments Tournaments
	list        store.Lister
	js          jetstream.JetStream
	replicas    int
	log         *slog.Logger
}

// timer is what is sent when the time of a table is up.
type timer struct {
	Stream  events.StreamID   `json:"stream"`
	Version events.Version    `json:"version"` // of the tournament that it was worked out from
	Round   int               `json:"round"`
	At      tournament.Moment `json:"at"`
}

// attempts bounds how often a timer is worked out again because somebody else set it at the same moment.
const attempts = 8

// handle sets the timer of the tournament whose commit came.
func (c *clocks) handle(wm *message.Message) error {
	id, err := events.ParseLogSubject(wm.Metadata.Get(MetaSubject))
	if err != nil {
		return &poisonError{err}
	}
	if id.Kind != events.KindTournament {
		return nil
	}
	return c.set(wm.Context(), id)
}

// set makes the timer of a tournament what it has to be now.
func (c *clocks) set(ctx context.Context, id events.StreamID) error {
	timers, err := c.timers(ctx)
	if err != nil {
		return err
	}
	for range attempts {
		now, err := c.tournaments.Tournament(ctx, id.Gathering, id.Group)
		if err != nil {
			return fmt.Errorf("clock of %s: %w", id, err)
		}
		due, ok := next(now.Log)
		due.Stream, due.Version = id, now.Version()
		moved, err := c.replace(ctx, timers, id, due, ok)
		if err != nil || !moved {
			return err
		}
	}
	return unsettled(errors.New("the timer is set by others all the time"))
}

// next returns the timer that a tournament needs; false if no table's time runs.
func next(l rules.Log) (timer, bool) {
	var first timer
	found := false
	if !l.Playing() {
		return first, false
	}
	for _, r := range l.Rounds {
		if at, ok := r.NextDue(); ok && !r.Finished && (!found || at < first.At) {
			first, found = timer{Round: r.N, At: at}, true
		}
	}
	return first, found
}

// replace puts a timer in the place of the one that is set, or with ok false takes that away. moved says
// that somebody else set it meanwhile.
func (c *clocks) replace(ctx context.Context, timers jetstream.Stream, id events.StreamID, due timer, ok bool) (moved bool, err error) {
	was, seq, err := pending(ctx, timers, id)
	switch {
	case err != nil:
		return false, unsettled(err)
	case was.Version > due.Version:
		return false, nil // worked out from more than we know
	case ok && seq != 0 && was.Round == due.Round && was.At == due.At:
		return false, nil
	case ok:
		return c.publish(ctx, id, due, seq)
	case seq == 0:
		return false, nil
	}
	// what is set after that stays
	if err := timers.Purge(ctx, jetstream.WithPurgeSubject(setSubject(id)), jetstream.WithPurgeSequence(seq+1)); err != nil {
		return false, unsettled(err)
	}
	return false, nil
}

// publish stores a timer, unless another than that at seq is set.
func (c *clocks) publish(ctx context.Context, id events.StreamID, due timer, seq uint64) (moved bool, err error) {
	data, err := json.Marshal(due)
	if err != nil {
		return false, &poisonError{fmt.Errorf("timer of %s: %w", id, err)}
	}
	m := nats.NewMsg(setSubject(id))
	m.Data = data
	_, err = c.js.PublishMsg(ctx, m, jetstream.WithScheduleAt(fires(due.At)), jetstream.WithScheduleTarget(dueSubject(id)), jetstream.WithExpectLastSequencePerSubject(seq))
	if isConflict(err) {
		return true, nil
	}
	if err != nil {
		return false, unsettled(err)
	}
	c.log.Debug("a timer is set", "stream", due.Stream.String(), "version", uint64(due.Version), "round", due.Round, "at", fires(due.At))
	return false, nil
}

// fires is when a timer for a moment fires: the broker counts whole seconds, and too early would be in
// vain.
func fires(at tournament.Moment) time.Time {
	return time.UnixMilli(int64(at)).Add(time.Second - time.Millisecond).Truncate(time.Second).UTC()
}

// call calls the time that a timer was set for.
func (c *clocks) call(wm *message.Message) error {
	var due timer
	if err := json.Unmarshal(wm.Payload, &due); err != nil {
		return &poisonError{fmt.Errorf("a timer says nothing that can be read: %w", err)}
	}
	body := tournament.CallTime{Round: due.Round, At: due.At}
	data, err := json.Marshal(body)
	if err != nil {
		return &poisonError{fmt.Errorf("timer of %s: %w", due.Stream, err)}
	}
	_, err = c.do.Do(wm.Context(), due.Stream, events.Command{
		ID: callID(due), Type: body.CommandType(), Data: data, Actor: events.Actor{Role: events.RoleSystem},
	})
	refused := engine.AsRefusal(err)
	switch {
	case refused == nil || refused.Code == engine.CodeBusy:
		return err
	case refused.Code == decider.CodeNotDue:
		return c.set(wm.Context(), due.Stream) // the clock was stopped or given more, or the time was called already
	}
	c.log.Debug("a timer came in vain", "stream", due.Stream.String(), "round", due.Round, "code", string(refused.Code))
	return nil
}

// callSpace is the name space of the ids of commands that call the time.
var callSpace = uuid.MustParse("8f4f2c55-9d3c-5a35-8a0b-5d9a2f1c7e60")

// callID derives the id of a command from the timer that leads to it.
func callID(t timer) events.CommandID {
	name := fmt.Sprintf("%s\n%d\n%d\n%d", t.Stream, t.Version, t.Round, t.At)
	return events.CommandID(uuid.NewSHA1(callSpace, []byte(name)).String())
}

// wind sets the timers of all tournaments, for whatever happened to those that were set. It tries until
// ctx ends.
func (c *clocks) wind(ctx context.Context) {
	for try := 0; ctx.Err() == nil; try++ {
		err := c.all(ctx)
		if err == nil {
			return
		}
		if ctx.Err() == nil {
			c.log.Warn("the clocks of tournaments are not all set yet", "err", err)
			rest(ctx, backoff(try))
		}
	}
}

func (c *clocks) all(ctx context.Context) error {
	gatherings, err := c.list.Gatherings(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, g := range gatherings {
		streams, err := c.list.Streams(ctx, g)
		errs = append(errs, err)
		for _, s := range streams {
			if s.ID.Kind == events.KindTournament {
				errs = append(errs, c.set(ctx, s.ID))
			}
		}
	}
	return errors.Join(errs...)
}
