package console

import (
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
)

const (
	// goneAfter is how long the phone of a table that plays may be gone before the console points at
	// it.
	goneAfter = 2 * time.Minute
	// stuckAfter is how long an entry may wait on a phone before the console points at it.
	stuckAfter = time.Minute
)

// Phone is the phone of a table as officials see it.
type Phone struct {
	deps.Phone
	Table events.TableID
	Team  string
	Old   bool // its page is of another version than the server's
}

// phones returns the phones of a group's tables; nil if nobody knows, or nobody plays any more.
func (p pages) phones(b board.Group) []Phone {
	if p.Presence == nil || b.Over() {
		return nil
	}
	out := make([]Phone, 0, len(b.Tables))
	for _, t := range b.Tables {
		is := p.Presence.Phone(deps.Seat{Gathering: b.Gathering, Group: b.ID, Table: t.ID}, t.Recorder)
		old := is.State == deps.PhoneConnected && is.Version != "" && is.Version != path.Base(assets.URL("table.js"))
		out = append(out, Phone{Phone: is, Table: t.ID, Team: t.Team, Old: old})
	}
	return out
}

// phonesChanged is the second channel of changes of pages that show phones; nil: there is none.
func (p pages) phonesChanged(g events.GatheringID) func() <-chan struct{} {
	if p.Presence == nil {
		return nil
	}
	return func() <-chan struct{} { return p.Presence.Changed(g) }
}

// phoneOf returns the phone of a table; the zero Phone if it is not known.
func phoneOf(list []Phone, t events.TableID) Phone {
	i := slices.IndexFunc(list, func(p Phone) bool { return p.Table == t })
	if i < 0 {
		return Phone{}
	}
	return list[i]
}

// phoneAlerts says what somebody should see to at the phone of a table that plays. Entries also
// arrive without the page, from programs: then nothing is wrong.
func phoneAlerts(p Phone, t board.Table, now time.Time) []string {
	var out []string
	gone := now.Sub(latest(p.Since, t.EntryAt))
	switch {
	case gone < goneAfter:
	case p.State == deps.PhoneGone && p.Others > 0:
		out = append(out, fmt.Sprintf("the phone that records for %s has been gone for %s; another one has the page open and can take over", t.Team, short(gone)))
	case p.State == deps.PhoneGone:
		out = append(out, fmt.Sprintf("the phone of %s has been gone for %s", t.Team, short(gone)))
	case p.State == deps.PhoneUnseen:
		out = append(out, fmt.Sprintf("the phone that records for %s has not had the page open for %s", t.Team, short(gone)))
	}
	if stuck := now.Sub(p.Oldest); p.Waiting > 0 && stuck >= stuckAfter {
		out = append(out, fmt.Sprintf("%s on the phone of %s, the oldest for %s", count(p.Waiting, "entry waits", "entries wait"), t.Team, short(stuck)))
	}
	return out
}

// phoneWord is the state of a phone in words; a time follows where timed says so.
func phoneWord(p Phone) (word string, timed bool) {
	switch p.State {
	case deps.PhoneConnected:
		return "connected", false
	case deps.PhoneAway:
		return "put away since", true
	case deps.PhoneGone:
		return "gone since", true
	case deps.PhoneUnseen:
		return "page not open", false
	}
	return "never joined", false
}

// phoneIcon is the shape of a phone's state.
func phoneIcon(p Phone) string {
	switch p.State {
	case deps.PhoneConnected:
		return "ended"
	case deps.PhoneAway:
		return "paused"
	case deps.PhoneGone:
		return "offline"
	}
	return "setup"
}

// phoneExtra is what else there is to say of a phone.
func phoneExtra(p Phone) []string {
	var out []string
	if p.Alarm {
		out = append(out, "alarm about the log")
	}
	if p.Waiting > 0 {
		out = append(out, fmt.Sprintf("%d waiting on the phone", p.Waiting))
	}
	if p.State != deps.PhoneConnected && p.Others > 0 {
		out = append(out, count(p.Others, "other phone is there", "other phones are there"))
	}
	if p.Old {
		out = append(out, "its page is of another version: reload it")
	}
	return out
}

// settled counts the phones of which there is nothing to say but that they are connected.
func settled(list []Phone) int {
	n := 0
	for _, p := range list {
		if plain(p) {
			n++
		}
	}
	return n
}

// plain tells whether a phone is connected and there is nothing else to say of it.
func plain(p Phone) bool { return p.State == deps.PhoneConnected && len(phoneExtra(p)) == 0 }
