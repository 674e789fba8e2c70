package events

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// CloudEventsVersion is the version of the CloudEvents specification that export and live feed speak.
const CloudEventsVersion = "1.0"

// CoordinatorEmitter stands where an event has no single table behind it.
const CoordinatorEmitter = "coordinator"

// CloudEvent is one event of a commit in the form of CloudEvents 1.0. Encoded as JSON it is the
// structured mode; [CloudEvent.Headers] with Data as the body is the binary mode.
//
// Source: CloudEvents 1.0.2, "Context Attributes"; "JSON Event Format".
type CloudEvent struct {
	SpecVersion string    `json:"specversion"`
	ID          string    `json:"id"`      // "<gathering>/<position>/<index>", index from 0 within the commit
	Source      string    `json:"source"`  // "/muster/<gathering>/<group>" or "/muster/<gathering>/desk"
	Type        string    `json:"type"`    // the event's type as in the log
	Subject     string    `json:"subject"` // the table that caused it, or "coordinator"
	Time        time.Time `json:"time"`
	ContentType string    `json:"datacontenttype"`

	// Extension attributes.
	Sequence      string `json:"sequence"`      // position and index in fixed width: sorts as text
	StreamVersion string `json:"streamversion"` // version of the commit in its stream
	CommandID     string `json:"commandid"`
	CommandType   string `json:"commandtype"`
	ActorRole     string `json:"actorrole"`

	Data json.RawMessage `json:"data"`
}

// Emitter is the table on whose behalf a commit was made, or [CoordinatorEmitter].
func (c Commit) Emitter() string {
	if c.Command.Actor.Table != "" {
		return string(c.Command.Actor.Table)
	}
	return CoordinatorEmitter
}

// CloudEvent returns event i of the commit, counted from 0. It panics if there is none.
func (r Recorded) CloudEvent(i int) CloudEvent {
	e := r.Events[i]
	from := string(KindDesk)
	switch r.Stream.Kind {
	case KindGroup:
		from = string(r.Stream.Group)
	case KindCampaign, KindTournament, KindLeague:
		from = string(r.Stream.Kind) + "/" + string(r.Stream.Group)
	}
	return CloudEvent{
		SpecVersion:   CloudEventsVersion,
		ID:            fmt.Sprintf("%s/%d/%d", r.Stream.Gathering, r.Position, i),
		Source:        fmt.Sprintf("/muster/%s/%s", r.Stream.Gathering, from),
		Type:          e.Type,
		Subject:       r.Emitter(),
		Time:          r.At.UTC(),
		ContentType:   "application/json",
		Sequence:      fmt.Sprintf("%020d.%04d", r.Position, i),
		StreamVersion: strconv.FormatUint(uint64(r.Version), 10),
		CommandID:     string(r.Command.ID),
		CommandType:   r.Command.Type,
		ActorRole:     string(r.Command.Actor.Role),
		Data:          e.Data,
	}
}

// CloudEvents returns all events of the commit in order.
func (r Recorded) CloudEvents() []CloudEvent {
	out := make([]CloudEvent, len(r.Events))
	for i := range out {
		out[i] = r.CloudEvent(i)
	}
	return out
}

// Header is one header of the binary mode.
type Header struct{ Name, Value string }

// Headers returns the attributes as the headers of the binary mode, "ce-" before each name; the
// content type also stands under its own name, as HTTP has it. All values are ASCII.
//
// Source: NATS Protocol Binding for CloudEvents, "Binary Content Mode".
func (e CloudEvent) Headers() []Header {
	return []Header{
		{"ce-specversion", e.SpecVersion},
		{"ce-id", e.ID},
		{"ce-source", e.Source},
		{"ce-type", e.Type},
		{"ce-subject", e.Subject},
		{"ce-time", e.Time.UTC().Format(time.RFC3339Nano)},
		{"ce-datacontenttype", e.ContentType},
		{"content-type", e.ContentType},
		{"ce-sequence", e.Sequence},
		{"ce-streamversion", e.StreamVersion},
		{"ce-commandid", e.CommandID},
		{"ce-commandtype", e.CommandType},
		{"ce-actorrole", e.ActorRole},
	}
}
