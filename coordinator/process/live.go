package process

import (
	"fmt"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/events"
)

// LiveHandler is the name of the handler that publishes every event once more.
const LiveHandler = "live"

// DeskGroup stands for the group in the live subject of a gathering's own events; no group can have
// this id.
const DeskGroup events.GroupID = "_desk"

// live publishes the events of a commit, one message each, as CloudEvents in binary mode, on
// [events.LiveSubject]. It is best effort for whoever listens, but the broker has each event before
// the next commit is looked at, so listeners see them in order.
type live struct{ nc *nats.Conn }

func (l live) handle(wm *message.Message) error {
	c, err := events.DecodeCommit(wm.Payload)
	if err != nil {
		return &poisonError{err}
	}
	position, err := strconv.ParseUint(wm.Metadata.Get(MetaPosition), 10, 64)
	if err != nil {
		return &poisonError{fmt.Errorf("a commit of %s has no position: %w", c.Stream, err)}
	}
	r := events.Recorded{Commit: c, Position: events.Position(position), Raw: wm.Payload}
	for _, e := range r.CloudEvents() {
		if err := l.nc.PublishMsg(liveMessage(c.Stream, e)); err != nil {
			return fmt.Errorf("publish live events of %s version %d: %w", c.Stream, c.Version, err)
		}
	}
	if err := l.nc.FlushWithContext(wm.Context()); err != nil {
		return fmt.Errorf("publish live events of %s version %d: %w", c.Stream, c.Version, err)
	}
	return nil
}

// liveMessage is an event as a CloudEvent in binary mode. Header names are written as they are: the
// broker tells upper from lower case.
func liveMessage(id events.StreamID, e events.CloudEvent) *nats.Msg {
	group := id.Group
	if id.Kind != events.KindGroup {
		group = DeskGroup
	}
	m := nats.NewMsg(events.LiveSubject(id.Gathering, group, e.Subject))
	m.Data = e.Data
	for _, h := range e.Headers() {
		m.Header[h.Name] = []string{h.Value}
	}
	return m
}
