package presence

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
)

// sighting is what one server knows of one phone.
type sighting struct {
	streams int       // of the phone that are open at the server
	since   time.Time // the first of them was opened or the last one closed; zero: there was none
	heard   time.Time // the phone gave a sign of life
	told    time.Time // the server told so; of the own server unused
	waiting int
	oldest  time.Time // zero: nothing waits
	version string
	away    bool
	alarm   bool
}

// take takes a report into account and tells whether it says anything new.
func (s *sighting) take(r deps.Report, now time.Time) bool {
	was := *s
	s.heard, s.waiting, s.away, s.alarm = now, max(0, r.Waiting), r.Away, r.Alarm
	if r.Version != "" {
		s.version = clip(r.Version)
	}
	s.oldest = time.Time{}
	if s.waiting > 0 {
		s.oldest = now.Add(-min(max(r.Oldest, 0), Keep))
	}
	return was.waiting != s.waiting || was.away != s.away || was.alarm != s.alarm || was.version != s.version ||
		s.oldest.Sub(was.oldest).Abs() > time.Second
}

// sightings are what the servers know of one phone, by server.
type sightings map[string]*sighting

// latest returns the sighting of the server that heard the phone last.
func (ss sightings) latest() *sighting {
	var out *sighting
	for _, s := range ss {
		if out == nil || s.heard.After(out.heard) {
			out = s
		}
	}
	return out
}

// state works out from all servers how a phone is. own is the name of this server, which is always
// heard.
func (ss sightings) state(own string, now time.Time) deps.Phone {
	last := ss.latest()
	out := deps.Phone{State: deps.PhoneConnected, Waiting: last.waiting, Oldest: last.oldest, Version: last.version, Alarm: last.alarm}
	var ended, lost time.Time
	open := false
	for server, s := range ss {
		switch dead := server != own && now.Sub(s.told) > Lost; {
		case s.streams > 0 && !dead:
			if !open || s.since.Before(out.Since) {
				out.Since = s.since
			}
			open = true
		case s.streams > 0:
			lost = later(lost, s.told)
		default:
			ended = later(ended, s.since)
		}
	}
	switch {
	case open && now.Sub(last.heard) <= Silence:
		return out
	case open:
		out.Since = last.heard
	default:
		out.Since = later(ended, lost)
	}
	if out.Since.IsZero() {
		out.Since = last.heard
	}
	out.State = deps.PhoneGone
	if last.away {
		out.State = deps.PhoneAway
	}
	return out
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// table holds the phones of one table.
type table map[events.DeviceID]sightings

// heard returns when any phone of the table was heard last.
func (t table) heard() time.Time {
	var out time.Time
	for _, ss := range t {
		out = later(out, ss.latest().heard)
	}
	return out
}

// busy tells whether a phone must not be forgotten: it is connected, here or elsewhere.
func (ss sightings) busy(own string, now time.Time) bool {
	s := ss[own]
	return s != nil && s.streams > 0 || ss.state(own, now).State == deps.PhoneConnected
}

// makeRoom forgets the server that told of the phone least recently, if there are too many.
func (ss sightings) makeRoom(own string) {
	if len(ss) < MaxServers {
		return
	}
	oldest := ""
	for server, s := range ss {
		if server != own && (oldest == "" || s.told.Before(ss[oldest].told)) {
			oldest = server
		}
	}
	delete(ss, oldest)
}

// busy tells whether any phone of the table is.
func (t table) busy(own string, now time.Time) bool {
	for _, ss := range t {
		if ss.busy(own, now) {
			return true
		}
	}
	return false
}

// idle returns the phone that is not busy and was heard least recently; empty: there is none.
func (t table) idle(own string, now time.Time) (out events.DeviceID) {
	var at time.Time
	for d, ss := range t {
		if heard := ss.latest().heard; !ss.busy(own, now) && (out == "" || heard.Before(at)) {
			out, at = d, heard
		}
	}
	return out
}

// forget forgets phones that have been gone for long.
func (t table) forget(own string, now time.Time) {
	for d, ss := range t {
		if now.Sub(ss.latest().heard) > Keep && !ss.busy(own, now) {
			delete(t, d)
		}
	}
}

// says is equal for two moments between which no page has to change.
func (t table) says(own string, now time.Time) string {
	var b strings.Builder
	for _, d := range slices.Sorted(maps.Keys(t)) {
		p := t[d].state(own, now)
		fmt.Fprintf(&b, "%s %s %d %s %t\n", d, p.State, p.Waiting, p.Version, p.Alarm)
	}
	return b.String()
}

// phone returns how the phone of the table is: the recorder's, else one that is connected, else the
// one that was there last. Not known: none of them is here; then Others counts those connected.
func (t table) phone(recorder events.DeviceID, own string, now time.Time) (out deps.Phone, known bool) {
	connected := 0
	for d, ss := range t {
		p := ss.state(own, now)
		if p.State == deps.PhoneConnected {
			connected++
		}
		if d == recorder || recorder == "" && (!known || better(p, out)) {
			out, known = p, true
		}
	}
	if out.State == deps.PhoneConnected {
		connected--
	}
	out.Others = connected
	return out, known
}

// better tells whether a says more of a table than b, where none of them is known to record.
func better(a, b deps.Phone) bool {
	if c := a.State == deps.PhoneConnected; c != (b.State == deps.PhoneConnected) {
		return c
	}
	return a.Since.After(b.Since)
}
