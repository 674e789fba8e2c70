package dashboards_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

func swissOf(pairs ...string) url.Values {
	out := url.Values{"format": {tournament.FormatSwiss}, "rounds": {"3"}, "selfReport": {"yes"}}
	for i := 0; i < len(pairs); i += 2 {
		out.Set(pairs[i], pairs[i+1])
	}
	return out
}

// commits is how many commits the tournament's stream has.
func (c *contest) commits() events.Version {
	c.t.Helper()
	return c.view().Version
}

// A form that corrects a result begins with what stands, and leaving it leaves nothing in the log; so does
// sending it as it is.
//
// Source: cases/README.md, 4.
func TestCase04_OpeningACorrectionAndLeavingItChangesNothing(t *testing.T) {
	c := newRig(t).contest(swissOf(), "Ana", "Björk", "Çelik", "Dora")
	tab := c.pair().Tables[0]
	one, two := tab.Seats[0].Entrant, tab.Seats[1].Entrant
	c.do("result", "round", 1, "table", 1, fmt.Sprintf("s%d", one), 60, fmt.Sprintf("s%d", two), 40)
	before := c.commits()
	form := c.get(c.desk+"/do/correct?round=1&table=1", http.StatusOK)
	for n, want := range map[int]string{one: "60", two: "40"} {
		if !strings.Contains(form, fmt.Sprintf(`name="s%d" type="number" inputmode="numeric" min="0" max="99" value="%s"`, n, want)) {
			t.Errorf("the form does not begin with %s for %d: %s", want, n, plain(form))
		}
	}
	contains(t, form, "Back, change nothing", `href="`+c.desk+`"`)
	c.get(c.desk, http.StatusOK)
	page := c.post(c.desk+"/do/correct", typed("round", 1, "table", 1, "was", 1, fmt.Sprintf("s%d", one), 60, fmt.Sprintf("s%d", two), 40, "reason", "nothing"), http.StatusOK)
	contains(t, page, `role="alert"`)
	if got := c.commits(); got != before {
		t.Errorf("%d commits were made by looking", got-before)
	}
	c.says("", "60–40")
}

// One side enters 6-0: it is 6-0 from there and 0-6 from the other.
//
// Source: cases/README.md, 6.
func TestCase06_SixToNothingIsNothingToSixFromTheOtherSide(t *testing.T) {
	c := newRig(t).contest(swissOf(), "Ana", "Björk", "Çelik", "Dora")
	tab := c.pair().Tables[0]
	one, two := tab.Seats[0].Entrant, tab.Seats[1].Entrant
	a, b := c.phone(one), c.phone(two)
	six := func() url.Values { return typed(fmt.Sprintf("s%d", one), 6, fmt.Sprintf("s%d", two), 0) }
	a.post(c.at+"/me/result", six(), http.StatusOK)
	contains(t, plain(b.post(c.at+"/me/result", six(), http.StatusOK)), "0–6, lost")
	contains(t, plain(a.get(c.at+"/me", http.StatusOK)), "6–0, won")
	c.says("", "6–0")
	c.says(fmt.Sprintf("/players/%d", one), "6–0, won")
	c.says(fmt.Sprintf("/players/%d", two), "0–6, lost")
	if n := len(c.view().Rounds[0].Tables[0].Entries); n != 2 || c.view().Rounds[0].Tables[0].State != view.TableStands {
		t.Errorf("two equal reports are %d entries", n)
	}
}

// Every ending that a settings allows can be chosen, and is said in words wherever the result is shown.
func TestEveryEndingIsSaidInWords(t *testing.T) {
	c := newRig(t).contest(swissOf(), "Ana", "Björk", "Çelik", "Dora", "Emil", "Filo", "Gita", "Hugo", "Ida")
	r := c.pair()
	contains(t, plain(c.get(c.desk+"/do/result?round=1&table=1", http.StatusOK)), "Time was called: as it stands", "Draw by agreement, not played", "Everybody loses", "Those ticked below forfeit")
	s := func(table, seat int) int { return r.Tables[table-1].Seats[seat].Entrant }
	c.do("result", "round", 1, "table", 1, "kind", tournament.Unfinished, fmt.Sprintf("s%d", s(1, 0)), 1, fmt.Sprintf("s%d", s(1, 1)), 0)
	c.do("result", "round", 1, "table", 2, "kind", tournament.IntentionalDraw)
	c.do("result", "round", 1, "table", 3, "kind", tournament.DoubleLoss)
	c.do("result", "round", 1, "table", 4, "forfeits", s(4, 1))
	words := []string{"1–0 (time called)", "Draw by agreement", "Loss for all", "win – forfeit", "A bye"}
	c.says("", words...)
	c.says("/wall", words...)
	contains(t, plain(c.get(c.desk, http.StatusOK)), words...)
	contains(t, plain(c.phone(s(4, 0)).get(c.at+"/me", http.StatusOK)), "Won by forfeit")
	contains(t, plain(c.phone(s(2, 0)).get(c.at+"/me", http.StatusOK)), "Draw by agreement")
	c.says("/standings", "won by forfeit", "forfeited", "loss for all")
}

// Before a round is published its pairing is looked at: tables are locked, the rest is paired again, its
// steps are taken back; sides are turned and players moved, also afterwards, with what that does shown.
func TestThePairingIsChangedByHandAtTheDesk(t *testing.T) {
	c := newRig(t).contest(swissOf("sides", "Free Peoples, Shadow"), "Ana", "Björk", "Çelik", "Dora", "Emil")
	c.do("pair")
	first := c.view().Rounds[0]
	c.do("lock", "table", 1)
	contains(t, plain(c.get(c.desk, http.StatusOK)), "locked", "Let go")
	c.do("lock", "table", 1, "unlock", "yes")
	c.do("undo", "reason", "somebody comes")
	if len(c.view().Rounds) != 0 {
		t.Fatal("the pairing is still there")
	}
	c.do("pair")
	c.do("publish")
	c.do("begin")
	c.do("undo", "reason", "too early")
	if c.view().Rounds[0].Clock != nil || !c.view().Rounds[0].Published {
		t.Fatal("not the start was taken back")
	}
	c.do("begin")
	before := c.view().Rounds[0].Tables[0].Seats
	c.do("sides", "table", 1, "reason", "agreed")
	after := c.view().Rounds[0].Tables[0].Seats
	if after[0].Entrant != before[1].Entrant || after[0].Side != "Free Peoples" {
		t.Errorf("the sides are %+v, were %+v", after, before)
	}
	bye := c.view().Rounds[0].Byes[0].Entrant
	// both of table 2 go home, and the bye has nobody to play with: refused, as table 3 would be of one
	page := c.post(c.desk+"/do/move", typed("who", bye, "to", "new", "reason", "x"), http.StatusOK)
	contains(t, page, `role="alert"`, "1 sit at table 3")
	mate := c.view().Rounds[0].Tables[1].Seats[1].Entrant
	c.do("swap", "a", bye, "b", mate, "reason", "has to leave early")
	if got := c.view().Rounds[0].Byes[0].Entrant; got != mate {
		t.Errorf("the bye is of %d, want %d", got, mate)
	}
	contains(t, plain(c.get(c.at, http.StatusOK)), "2 on the integrity list", "set by hand")
	if len(first.Tables) != 2 {
		t.Errorf("%d tables", len(first.Tables))
	}
}

// A result of the last round is corrected while the next is played: the desk says which pairing was made
// on it, and what is not locked is paired again.
func TestALateResultIsRepairedAtTheDesk(t *testing.T) {
	c := newRig(t).contest(swissOf(), "Ana", "Björk", "Çelik", "Dora", "Emil", "Filo", "Gita", "Hugo")
	tab := c.pair().Tables[0]
	c.win()
	c.do("pair")
	c.do("publish")
	low, high := tab.Seats[0].Entrant, tab.Seats[1].Entrant
	if low > high {
		low, high = high, low
	}
	page := c.do("correct", "round", 1, "table", 1, "was", 1, fmt.Sprintf("s%d", low), 0, fmt.Sprintf("s%d", high), 2, "reason", "upside down")
	contains(t, plain(page), "Number 1 of the integrity list changed what round 2 was paired on.")
	was := c.view().Rounds[1].Tables
	// of the two tables of those who had won, the one at which nobody's points have changed stays
	kept := slices.IndexFunc(was[:2], func(t view.Table) bool {
		return !slices.ContainsFunc(t.Seats, func(s view.Seat) bool { return s.Entrant == low })
	})
	c.do("lock", "table", kept+1)
	page = c.do("again", "reason", "by the right points")
	if strings.Contains(page, "changed what round 2 was paired on") {
		t.Error("the desk still asks to look at the pairing")
	}
	now := c.view().Rounds[1].Tables
	same := func(a, b view.Table) bool {
		return slices.EqualFunc(a.Seats, b.Seats, func(x, y view.Seat) bool { return x.Entrant == y.Entrant })
	}
	if !same(was[kept], now[kept]) || slices.EqualFunc(was, now, same) {
		t.Errorf("the round is paired again as %+v, was %+v", now, was)
	}
	c.says("", "2 on the integrity list")
}
