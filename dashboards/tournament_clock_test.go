package dashboards_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// clocked opens a tournament of four whose first round is published, with a clock of 50 minutes.
func (r *rig) clocked() {
	r.t.Helper()
	rules := swissRules
	rules.Minutes = 50
	r.cup(rules, false)
	for _, body := range []events.CommandBody{tournament.StartTournament{}, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1}} {
		r.must(events.Tournament(autumn, cupID), boss, body)
	}
}

// Everything that a clock needs is done from the desk, and everybody sees it.
func TestTheDeskKeepsTheClockOfARound(t *testing.T) {
	r := newRig(t)
	r.clocked()
	o, anyone, phone := r.organiser(), r.visitor(), r.phone(r.at(2)[0])
	do := func(action string, form url.Values, done string) {
		t.Helper()
		contains(t, o.get(cupDesk, http.StatusOK), cupDesk+"/do/"+action)
		o.get(cupDesk+"/do/"+action, http.StatusOK)
		contains(t, o.post(cupDesk+"/do/"+action, form, http.StatusOK), done)
	}
	lacks(t, anyone.get(cupAt+"/wall", http.StatusOK), "data-until")
	do("begin", typed(), "The round has begun.")
	for _, page := range []string{anyone.get(cupAt, http.StatusOK), anyone.get(cupAt+"/wall", http.StatusOK), phone.get(cupAt+"/me", http.StatusOK), o.get(cupDesk, http.StatusOK)} {
		contains(t, page, `role="timer"`, `<meta name="server-time"`)
	}

	contains(t, o.get(cupDesk, http.StatusOK), "/do/extend?round=1&amp;table=2")
	contains(t, o.get(cupDesk+"/do/extend?round=1&table=2", http.StatusOK), `value="2" selected`)
	do("extend", typed("table", 2, "minutes", 5, "reason", "a ruling took long"), "The time is given.")
	ends := regexpUntil(t, anyone.get(cupAt, http.StatusOK))
	if len(ends) != 2 || ends[1].Sub(ends[0]) != 5*time.Minute {
		t.Errorf("the page counts down to %v, want one for the round and one five minutes later for table 2", ends)
	}
	if mine := regexpUntil(t, phone.get(cupAt+"/me", http.StatusOK)); len(mine) != 1 || !mine[0].Equal(ends[1]) {
		t.Errorf("the phone at table 2 counts down to %v, want %v", mine, ends[1])
	}
	contains(t, plain(phone.get(cupAt+"/me", http.StatusOK)), "Your table: 5:00 more than the others")

	do("pause", typed("reason", "Fire alarm"), "The clock stands still.")
	for name, page := range map[string]string{"pairings": anyone.get(cupAt, http.StatusOK), "wall": anyone.get(cupAt+"/wall", http.StatusOK), "phone": phone.get(cupAt+"/me", http.StatusOK)} {
		contains(t, plain(page), "Fire alarm")
		if strings.Contains(page, "data-until") {
			t.Errorf("%s: the clock runs on", name)
		}
	}
	lacks(t, o.get(cupDesk, http.StatusOK), "/do/pause", "/do/time")
	do("resume", typed(), "The clock runs.")

	do("time", typed("table", 0), "Time is called.")
	contains(t, plain(anyone.get(cupAt, http.StatusOK)), "Time was called")
	contains(t, plain(anyone.get(cupAt+"/wall", http.StatusOK)), "Time")
	lacks(t, phone.get(cupAt+"/me", http.StatusOK), "Time is up at your table") // it was given more
	do("time", typed("table", 2), "Time is called.")
	contains(t, phone.get(cupAt+"/me", http.StatusOK), "Time is up at your table", "Enter the result")
	contains(t, o.post(cupDesk+"/do/time", typed("table", 0), http.StatusOK), "no table of round 1 has reached its time")
}

// regexpUntil returns the moments that a page counts down to.
func regexpUntil(t *testing.T, page string) []time.Time {
	t.Helper()
	var out []time.Time
	for _, part := range strings.Split(page, `data-until="`)[1:] {
		at, err := time.Parse(time.RFC3339, part[:strings.Index(part, `"`)])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, at)
	}
	return out
}

// Calling the time right after the start, and of a round longer than one command takes away.
func TestTimeIsCalledWhateverIsLeft(t *testing.T) {
	for _, minutes := range []int{1, 600} {
		r := newRig(t)
		r.clocked()
		o := r.organiser()
		o.post(cupDesk+"/do/begin", typed("minutes", minutes), http.StatusOK)
		contains(t, o.post(cupDesk+"/do/time", typed("table", 0), http.StatusOK), "Time is called.")
		v, err := r.reader.Tournament(t.Context(), autumn, cupID, true)
		must(t, err)
		if slices.ContainsFunc(v.Rounds[0].Tables, func(t view.Table) bool { return !t.Called }) {
			t.Errorf("%d minutes: a table was left out: %+v", minutes, v.Rounds[0].Tables)
		}
	}
}

// A phone whose own clock is three hours off shows what is left as every other does, before the stream has
// said anything, and counts on without a connection.
func TestAClockIsRightOnAPhoneWhoseOwnIsWrong(t *testing.T) {
	r := newRig(t)
	r.clocked()
	b := browser.Start(t)
	r.must(events.Tournament(autumn, cupID), boss, tournament.StartRound{Round: 1, At: tournament.Moment(time.Now().UnixMilli())})
	const left = `(() => { const [m, s] = document.querySelector('[data-until]').textContent.split(':').map(Number); return 60 * m + s })()`
	for _, hours := range []int{-3, 3} {
		p := b.Page(t, 390, 844)
		p.Prepare(fmt.Sprintf(`{ const real = Date.now; Date.now = () => real() + %d * 3600000 }`, hours))
		p.Prepare(`{ const real = window.fetch; window.fetch = (...a) => String(a[0]?.url ?? a[0]).includes('/sse/') ? (window.held = true, new Promise(() => {})) : real(...a) }`)
		p.Open(r.url + cupAt)
		p.Wait("window.held && document.querySelector('[data-until]')?.textContent.includes(':')")
		ends := regexpUntil(t, r.visitor().get(cupAt, http.StatusOK))
		before := time.Until(ends[0]).Seconds()
		got := browser.Eval[float64](p, left)
		after := time.Until(ends[0]).Seconds()
		if got < after-3 || got > before+2 {
			t.Errorf("a phone that is %d hours off shows %.0f s, want %.0f to %.0f", hours, got, after, before)
		}
		r.line.cut()
		p.Wait(fmt.Sprintf("%s <= %f", left, got-2))
		r.line.mend()
	}
}
