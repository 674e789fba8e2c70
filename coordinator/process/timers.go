package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
)

// Timers: each is a scheduled message on a subject of its tournament, which the broker sends on to
// another subject of the same stream when its time has come. They have a stream of their own, because one
// with schedules can be purged, which a log must not be.
//
// Source: shared/nats-notes.md, section 1.
const (
	DueStream = "MUSTER_DUE"

	duePrefix  = "muster.due."
	setPrefix  = duePrefix + "set."  // what is to be sent later
	sentPrefix = duePrefix + "sent." // what was sent: its time has come
)

// setSubject holds the timer of a tournament: one at a time.
func setSubject(id events.StreamID) string {
	return setPrefix + string(id.Gathering) + "." + string(id.Group)
}

// dueSubject is where it is sent when it fires.
func dueSubject(id events.StreamID) string {
	return sentPrefix + string(id.Gathering) + "." + string(id.Group)
}

// fired is what the handler of timers reads.
var fired = source{stream: DueStream, filter: sentPrefix + ">", key: "due"}

func openTimers(ctx context.Context, js jetstream.JetStream, replicas int) (jetstream.Stream, error) {
	s, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: DueStream, Description: "timers", Subjects: []string{duePrefix + ">"}, Storage: jetstream.FileStorage,
		Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardOld, MaxMsgsPerSubject: 1, Replicas: max(replicas, 1),
		AllowMsgSchedules: true, AllowRollup: true,
	})
	if err != nil {
		return nil, fmt.Errorf("open the timers: %w", err)
	}
	return s, nil
}

// timers returns the stream of the timers, making it if it is gone.
func (c *clocks) timers(ctx context.Context) (jetstream.Stream, error) {
	s, err := c.js.Stream(ctx, DueStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = openTimers(ctx, c.js, c.replicas)
	}
	if err != nil {
		return nil, unsettled(err)
	}
	return s, nil
}

// pending returns the timer of a tournament that has not fired yet, and where it stands; 0: there is none.
func pending(ctx context.Context, timers jetstream.Stream, id events.StreamID) (timer, uint64, error) {
	m, err := timers.GetLastMsgForSubject(ctx, setSubject(id))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return timer{}, 0, nil
	}
	if err != nil {
		return timer{}, 0, err
	}
	var t timer
	if json.Unmarshal(m.Data, &t) != nil {
		t = timer{} // whatever it is, it is replaced
	}
	return t, m.Sequence, nil
}

// isConflict reports whether another message than the expected one is the last of its subject.
func isConflict(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == 10071 || api.ErrorCode == 10164)
}

func unsettled(err error) error {
	return &events.UnavailableError{Op: "set a timer", Reason: "the NATS server does not answer as it should", Err: err}
}
