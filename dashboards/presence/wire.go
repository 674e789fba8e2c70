package presence

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
)

// Subjects of core NATS.
const (
	prefix = "muster.presence."
	hello  = prefix + "hello" // asks every server for what it knows
	// Filter matches all of them.
	Filter = prefix + ">"
)

// maxBeat is the greatest size of a message that is read, in bytes.
const maxBeat = 16 << 10

// Bus carries messages between servers, best effort. Publish must not wait.
type Bus interface {
	Publish(subject string, data []byte) error
	// Subscribe calls f for every message on the subjects of a filter, also for the own ones, until
	// stop is called.
	Subscribe(filter string, f func(subject string, data []byte)) (stop func() error, err error)
}

// beat is what one server tells of one table.
type beat struct {
	Server string    `json:"server"`
	Phones []told    `json:"phones,omitempty"`
	seat   deps.Seat // from the subject
}

// told is one phone in a beat. Ages are in milliseconds, before the beat was sent.
type told struct {
	Device  events.DeviceID `json:"device"`
	Streams int             `json:"streams,omitempty"`
	Since   int64           `json:"since,omitempty"` // age + 1; 0: there was no stream
	Heard   int64           `json:"heard,omitempty"`
	Waiting int             `json:"waiting,omitempty"`
	Oldest  int64           `json:"oldest,omitempty"` // age + 1; 0: nothing waits
	Version string          `json:"version,omitempty"`
	Away    bool            `json:"away,omitempty"`
	Alarm   bool            `json:"alarm,omitempty"`
}

func subject(at deps.Seat) string {
	return prefix + string(at.Gathering) + "." + string(at.Group) + "." + string(at.Table)
}

// age writes a time for a beat; 0 is no time.
func age(t, now time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return max(0, now.Sub(t).Milliseconds()) + 1
}

// ago is the reverse of age.
func ago(ms int64, now time.Time) time.Time {
	if ms <= 0 {
		return time.Time{}
	}
	return now.Add(-time.Duration(min(ms-1, Keep.Milliseconds())) * time.Millisecond)
}

func (s sighting) tell(d events.DeviceID, now time.Time) told {
	return told{
		Device: d, Streams: s.streams, Since: age(s.since, now), Heard: age(s.heard, now),
		Waiting: s.waiting, Oldest: age(s.oldest, now), Version: s.version, Away: s.away, Alarm: s.alarm,
	}
}

func (t told) sighting(now time.Time) sighting {
	return sighting{
		streams: max(0, t.Streams), since: ago(t.Since, now), heard: ago(t.Heard, now), told: now,
		waiting: max(0, t.Waiting), oldest: ago(t.Oldest, now), version: clip(t.Version), away: t.Away, alarm: t.Alarm,
	}
}

// clip bounds what a phone says its version is.
func clip(version string) string { return version[:min(len(version), 64)] }

// read decodes a beat and checks it; anybody who may publish on the subject is trusted no further.
func read(subject string, data []byte) (beat, error) {
	var b beat
	parts := strings.Split(strings.TrimPrefix(subject, prefix), ".")
	if len(parts) != 3 || len(data) > maxBeat {
		return b, fmt.Errorf("a message of %d bytes on %s is no report of phones", len(data), subject)
	}
	b.seat = deps.Seat{Gathering: events.GatheringID(parts[0]), Group: events.GroupID(parts[1]), Table: events.TableID(parts[2])}
	for _, err := range []error{b.seat.Gathering.Validate(), b.seat.Group.Validate(), b.seat.Table.Validate(), json.Unmarshal(data, &b)} {
		if err != nil {
			return b, fmt.Errorf("a message on %s is no report of phones: %w", subject, err)
		}
	}
	if b.Server == "" || len(b.Server) > 64 || len(b.Phones) > MaxPhones {
		return b, fmt.Errorf("a report on %s names %d phones of server %q; at most %d of a named one are read", subject, len(b.Phones), b.Server, MaxPhones)
	}
	for _, t := range b.Phones {
		if err := t.Device.Validate(); err != nil {
			return b, fmt.Errorf("a report on %s: %w", subject, err)
		}
	}
	return b, nil
}
