package deps

import (
	"time"

	"github.com/muster-events/muster/events"
)

// Seat is the place of a table.
type Seat struct {
	Gathering events.GatheringID
	Group     events.GroupID
	Table     events.TableID
}

// Presence knows which phones are at the tables now. It is not part of the log and starts empty with
// the server: what it says is a help for the organiser and decides nothing. Its methods never wait.
type Presence interface {
	// Opened is told that a captain's phone has opened the live stream of its table; the function it
	// returns, that the stream is closed.
	Opened(at Seat, d events.DeviceID, r Report) (closed func())
	// Heard is told what a phone reports of itself.
	Heard(at Seat, d events.DeviceID, r Report)
	// Phone returns what is known of the phone of a table: the one that records (empty: not known),
	// else the one that was there last.
	Phone(at Seat, recorder events.DeviceID) Phone
	// Changed returns a channel that is closed at the next change at any table of a gathering.
	Changed(g events.GatheringID) <-chan struct{}
}

// Report is what a phone says of itself.
type Report struct {
	Waiting int           // entries that have not arrived yet, 0 or more
	Oldest  time.Duration // how long ago the oldest of them was made, by the phone's clock
	Version string        // file name of the page's script; empty: not told
	Alarm   bool          // the log that it was shown contradicts what it has kept
	Away    bool          // the page was put away: the screen is off, or another page is in front
}

// States of a table's phone.
const (
	PhoneConnected = "connected"
	PhoneAway      = "away"   // put away by its captain
	PhoneGone      = "gone"   // the connection was lost
	PhoneUnseen    = "unseen" // one records, but has not had the page open since the server started
	PhoneNever     = "never"  // none was there
)

// Phone is what is known of the phone of a table. It names no device.
type Phone struct {
	State   string    // a Phone… constant
	Since   time.Time // of the state; PhoneUnseen: the server's start; PhoneNever: zero
	Waiting int       // entries on the phone when it was heard last
	Oldest  time.Time // when the oldest of them was made; zero: none
	Version string    // file name of the page's script; empty: not known
	Alarm   bool      // it has kept an alarm about the log
	Others  int       // further phones that have the table's page open
}
