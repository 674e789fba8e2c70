package webhooks

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// KindTest is the kind of a message that an organiser sends to try an endpoint.
const KindTest = "test"

// Message is the body of what an endpoint is told: an event in the structured mode of CloudEvents, with the
// timestamp that Standard Webhooks has beside it. What Data holds is told by Type.
type Message struct {
	SpecVersion string    `json:"specversion"` // "1.0"
	ID          string    `json:"id"`          // the header webhook-id holds the same
	Source      string    `json:"source"`      // "/muster/spring/t/cup"
	Type        string    `json:"type"`        // a Type… constant
	Time        time.Time `json:"time"`        // when it happened
	Timestamp   time.Time `json:"timestamp"`   // the same
	ContentType string    `json:"datacontenttype"`

	Kind      string             `json:"kind"` // pairings, results, rounds, ends or test
	Gathering events.GatheringID `json:"gathering"`
	Stream    string             `json:"stream"`   // in which it is recorded: "spring/t/cup", "spring/desk"
	Version   events.Version     `json:"version"`  // of the commit in its stream; 0 for a test
	Position  events.Position    `json:"position"` // of the commit in the gathering's log; 0 for a test
	Says      string             `json:"says"`     // in a sentence for people
	// People names who is mentioned, by id. It is there for endpoints that names are sent to.
	People map[events.PersonID]string `json:"people,omitempty"`
	Data   json.RawMessage            `json:"data"`
}

// draft is a message as it waits: without names, which are put in when it is sent.
type draft struct {
	Message
	Mentions []events.PersonID `json:"mentions,omitempty"`
}

// told is something that a commit has to tell.
type told struct {
	Index    int // of its event in the commit
	Kind     string
	Type     string
	Says     string // people are in braces, by id
	Data     any
	Mentions []events.PersonID
}

// messageID names what is told of an event: the same for ever, and without a full stop.
func messageID(g events.GatheringID, at events.Position, index int) string {
	return fmt.Sprintf("msg_%s_%d_%d", g, at, index)
}

// delivery is what one endpoint is told of a commit.
func (t told) delivery(r events.Recorded) (process.Delivery, error) {
	data, err := json.Marshal(t.Data)
	if err != nil {
		return process.Delivery{}, fmt.Errorf("encode %s: %w", t.Type, err)
	}
	d := draft{Mentions: t.Mentions, Message: Message{
		SpecVersion: events.CloudEventsVersion, ID: messageID(r.Stream.Gathering, r.Position, t.Index),
		Source: "/muster/" + r.Stream.String(), Type: t.Type, Time: r.At.UTC(), Timestamp: r.At.UTC(), ContentType: "application/json",
		Kind: t.Kind, Gathering: r.Stream.Gathering, Stream: r.Stream.String(), Version: r.Version, Position: r.Position, Says: t.Says, Data: data,
	}}
	return d.delivery()
}

func (d draft) delivery() (process.Delivery, error) {
	body, err := json.Marshal(d)
	if err != nil {
		return process.Delivery{}, fmt.Errorf("encode %s: %w", d.Type, err)
	}
	return process.Delivery{
		Gathering: d.Gathering, ID: d.ID, Type: d.Type, Stream: d.Stream, Position: d.Position, Body: body,
	}, nil
}

// wants tells whether a webhook is to be told something of a kind.
func wants(kinds []string, kind string) bool {
	for _, k := range kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// everything is what an endpoint of the operator is told if nothing else is said.
func everything() []string { return desk.HookKinds() }
