package feed

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/tournament"
)

// Line is an event as the feed gives it: a CloudEvent with three attributes more. People are named by id
// only, as in the log.
type Line struct {
	Position string `json:"position"` // where to go on after this line, "120-0"
	events.CloudEvent
	Stream  string         `json:"stream"`  // "group/red"
	Version events.Version `json:"version"` // of the commit in its stream
}

// Types of lines that are no events of the log. They begin with "muster."; no event does.
const (
	TypeKeepAlive = "muster.keep-alive.v1" // nothing new: there is nothing to do but note the position
	TypeSealed    = "muster.sealed.v1"     // the last line: nothing follows, ever
	TypeStopped   = "muster.stopped.v1"    // the log cannot be read on from here; data says why
)

// Notice is a line that is no event of the log.
type Notice struct {
	Position    string    `json:"position"`
	SpecVersion string    `json:"specversion"`
	ID          string    `json:"id"` // of an event that is sent once: type and position
	Source      string    `json:"source"`
	Type        string    `json:"type"`
	Time        time.Time `json:"time"`
	Data        any       `json:"data,omitempty"`
}

// Stopped is the data of a line of [TypeStopped].
type Stopped struct {
	Code string `json:"code"` // "log-damaged"
	Says string `json:"says"` // for people
}

// encoded is a commit as lines, encoded once for everybody who reads it.
type encoded struct {
	position events.Position
	stream   events.StreamID
	lines    [][]byte // each with its line break
	size     int
	closes   bool // nothing of its stream follows
}

// encode returns the lines of a commit.
func encode(r events.Recorded) (encoded, error) {
	out := encoded{position: r.Position, stream: r.Stream, lines: make([][]byte, 0, len(r.Events)), closes: closes(r.Commit)}
	for i, e := range r.CloudEvents() {
		b, err := json.Marshal(Line{
			Position: Position{Commit: r.Position, Event: i}.String(), CloudEvent: e, Stream: r.Stream.Name(), Version: r.Version,
		})
		if err != nil {
			return encoded{}, fmt.Errorf("encode event %d of position %d: %w", i, r.Position, err)
		}
		b = append(b, '\n')
		out.lines = append(out.lines, b)
		out.size += len(b)
	}
	return out, nil
}

// closing are the events after which a stream takes nothing.
var closing = []string{tournament.TournamentSealed{}.EventType(), league.SeasonSealed{}.EventType()}

// closes tells whether nothing of its stream follows a commit.
func closes(c events.Commit) bool {
	return slices.ContainsFunc(c.Events, func(e events.Event) bool { return slices.Contains(closing, e.Type) })
}

// notice returns a line that is no event of the log.
func notice(g events.GatheringID, kind string, at Position, now time.Time, data any) []byte {
	b, err := json.Marshal(Notice{
		Position: at.String(), SpecVersion: events.CloudEventsVersion, ID: fmt.Sprintf("%s/%s/%s", g, at, kind),
		Source: "/muster/" + string(g), Type: kind, Time: now.UTC(), Data: data,
	})
	if err != nil {
		panic(err) // strings and a time
	}
	return append(b, '\n')
}
