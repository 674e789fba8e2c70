package tablepage

import (
	"net/http"
	"strconv"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
)

// POST /t/{gathering}/{group}/{table}/presence
//
// Form: waiting, oldest (ms since it was made), v (file name of the page's script), away=1, alarm=1 (about the
// log). Told by
// the page when its outbox changes, when it is put away, and every 15 s as a sign of life.
func (p pages) presence(w http.ResponseWriter, r *http.Request) error {
	at, me, err := p.reader(w, r)
	if err != nil || at == (seat{}) {
		return err
	}
	if p.counts(me) {
		p.Presence.Heard(deps.Seat{Gathering: at.gathering, Group: at.group, Table: at.table}, me.Device, report(r))
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// arrived tells that a phone has opened its stream; what it returns, that the stream has ended.
func (p pages) arrived(r *http.Request, at seat, me access.Session) func() {
	if !p.counts(me) {
		return func() {}
	}
	return p.Presence.Opened(deps.Seat{Gathering: at.gathering, Group: at.group, Table: at.table}, me.Device, report(r))
}

// counts tells whether a session is that of a table's phone: officials only look in.
func (p pages) counts(me access.Session) bool {
	return p.Presence != nil && me.Role == events.RoleCaptain && me.Device != ""
}

// report reads what a phone says of itself; what makes no sense counts as not said.
func report(r *http.Request) deps.Report {
	number := func(name string) int {
		n, err := strconv.ParseInt(r.FormValue(name), 10, 32)
		if err != nil || n < 0 {
			return 0
		}
		return int(n)
	}
	oldest, _ := strconv.ParseInt(r.FormValue("oldest"), 10, 64) // not a number: 0
	oldest = min(max(oldest, 0), (24 * time.Hour).Milliseconds())
	return deps.Report{
		Waiting: number("waiting"), Oldest: time.Duration(oldest) * time.Millisecond,
		Version: r.FormValue("v"), Away: r.FormValue("away") == "1", Alarm: r.FormValue("alarm") == "1",
	}
}
