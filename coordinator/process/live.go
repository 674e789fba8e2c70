package process

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/events"
)

// LiveHandler is the name of the handler that publishes every event once more.
const LiveHandler = "live"

// Emitters of live events that are no table.
const (
	EmitterCoordinator = "coordinator"
	// DeskGroup stands for the group in the live subject of a gathering's own events; no group can
	// have this id.
	DeskGroup events.GroupID = "_desk"
)

// live publishes the events of a commit, one message each, as CloudEvents in binary mode, on
// [events.LiveSubject]. It is best effort for whoever listens, but the broker has each event before
// the next commit is looked at, so listeners see them in order. The emitter is the table that an
// event is about, or "coordinator".
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
	for i := range c.Events {
		if err := l.nc.PublishMsg(liveMessage(c, events.Position(position), i)); err != nil {
			return fmt.Errorf("publish live events of %s version %d: %w", c.Stream, c.Version, err)
		}
	}
	if err := l.nc.FlushWithContext(wm.Context()); err != nil {
		return fmt.Errorf("publish live events of %s version %d: %w", c.Stream, c.Version, err)
	}
	return nil
}

// liveMessage is event i of a commit as a CloudEvent.
//
// Source: CloudEvents 1.0.2, "NATS Protocol Binding", section 3.1 (binary content mode).
func liveMessage(c events.Commit, at events.Position, i int) *nats.Msg {
	group := c.Stream.Group
	if c.Stream.Kind != events.KindGroup {
		group = DeskGroup
	}
	e := c.Events[i]
	m := nats.NewMsg(events.LiveSubject(c.Stream.Gathering, group, emitter(e)))
	m.Data = e.Data
	m.Header["ce-specversion"] = []string{"1.0"}
	m.Header["ce-id"] = []string{fmt.Sprintf("%s/%d/%d", c.Stream, c.Version, i+1)}
	m.Header["ce-source"] = []string{"/muster/" + c.Stream.String()}
	m.Header["ce-type"] = []string{e.Type}
	m.Header["ce-subject"] = []string{emitter(e)}
	m.Header["ce-time"] = []string{c.At.Format(time.RFC3339Nano)}
	m.Header["content-type"] = []string{"application/json"}
	m.Header["ce-musterposition"] = []string{strconv.FormatUint(uint64(at), 10)}
	m.Header["ce-musterversion"] = []string{strconv.FormatUint(uint64(c.Version), 10)}
	m.Header["ce-mustercommand"] = []string{string(c.Command.ID)}
	return m
}

// emitter is the table that an event is about, or the coordinator.
func emitter(e events.Event) string {
	var about struct {
		Table events.TableID `json:"table"`
	}
	if json.Unmarshal(e.Data, &about) != nil || about.Table.Validate() != nil {
		return EmitterCoordinator
	}
	return string(about.Table)
}
