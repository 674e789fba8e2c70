package dashboards_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// contest is a tournament that a test plays through the pages of its desk.
type contest struct {
	*visitor
	id       events.GroupID
	at, desk string
}

var deskLink = regexp.MustCompile(`/console/autumn/tournaments/([a-z0-9-]+)/do/`)

// contest opens a tournament by the form of the desk, enters people and starts it. The seeds are as they
// are entered.
func (r *rig) contest(fields url.Values, names ...string) *contest {
	r.t.Helper()
	r.must(events.Desk(autumn), boss, desk.OpenGathering{Name: "Autumn Muster"})
	form := typed("name", "Cup")
	maps.Copy(form, fields)
	c := &contest{visitor: r.organiser()}
	found := deskLink.FindStringSubmatch(c.post("/console/autumn/tournaments", form, http.StatusOK))
	if found == nil {
		r.t.Fatal("the tournament is not open")
	}
	c.id = events.GroupID(found[1])
	c.at, c.desk = "/tournaments/autumn/"+found[1], "/console/autumn/tournaments/"+found[1]
	for i := range names {
		names[i] += fmt.Sprintf("; ; %d", 2000-i) // rated, so that they are seeded in this order
	}
	c.do("register", "names", strings.Join(names, "\n"))
	c.do("start")
	return c
}

// do sends a form of the desk that has to be accepted, acknowledging what it does.
func (c *contest) do(action string, pairs ...any) string {
	c.t.Helper()
	form := typed(pairs...)
	page := c.post(c.desk+"/do/"+action, form, http.StatusOK)
	if ack := ackField.FindStringSubmatch(page); ack != nil {
		form.Set("ack", ack[1])
		page = c.post(c.desk+"/do/"+action, form, http.StatusOK)
	}
	if strings.Contains(page, `role="alert"`) {
		c.t.Fatalf("%s %v: %s", action, pairs, plain(page))
	}
	return page
}

func (c *contest) view() view.View {
	c.t.Helper()
	v, err := c.reader.Tournament(c.t.Context(), autumn, c.id, true)
	must(c.t, err)
	return v
}

// pair pairs, publishes and starts the next round, and returns it.
func (c *contest) pair() view.Round {
	c.t.Helper()
	for _, action := range []string{"pair", "publish", "begin"} {
		c.do(action)
	}
	v := c.view()
	return v.Rounds[len(v.Rounds)-1]
}

// win enters at every open table of the last round that who entered first wins.
func (c *contest) win() {
	c.t.Helper()
	v := c.view()
	r := v.Rounds[len(v.Rounds)-1]
	for _, t := range r.Tables {
		if t.State == view.TableOpen && len(t.Seats) > 0 {
			c.result(r, t)
		}
	}
}

// result enters that the lowest number of a table wins.
func (c *contest) result(r view.Round, t view.Table) {
	c.t.Helper()
	pairs := []any{"round", r.N, "table", t.N}
	best := slices.MinFunc(t.Seats, func(a, b view.Seat) int { return a.Entrant - b.Entrant })
	switch {
	case len(t.Seats) > 2 && best.Side != "":
		pairs = append(pairs, "side", best.Side)
	case len(t.Seats) > 2:
		pairs = append(pairs, fmt.Sprintf("s%d", best.Entrant), 1)
	default:
		for _, s := range t.Seats {
			pairs = append(pairs, fmt.Sprintf("s%d", s.Entrant), map[bool]int{true: 2}[s == best])
		}
	}
	c.do("result", pairs...)
}

// through plays until the desk says that every round is played, then to the seal.
func (c *contest) through() {
	c.t.Helper()
	for range 20 {
		if next := c.view().Next; strings.HasPrefix(next, "Every round is played") {
			break
		} else if next == "Make the cut." {
			c.do("cut", "size", c.view().Rules.Cut)
		}
		c.pair()
		c.win()
	}
	for _, action := range []string{"end", "finalise", "seal"} {
		c.do(action)
	}
	if got := c.view().Status; got != tournament.StatusSealed {
		c.t.Fatalf("the tournament is %s at its end", got)
	}
	contains(c.t, c.get(c.desk, http.StatusOK), `aria-current="step"`, "Sealed")
	for _, paper := range []string{"names", "tables", "slips", "standings"} {
		contains(c.t, c.get(c.desk+"/print/"+paper, http.StatusOK), "Ana")
	}
}

// says reads a page of the tournament as everybody sees it.
func (c *contest) says(path string, want ...string) string {
	c.t.Helper()
	page := c.rig.visitor().get(c.at+path, http.StatusOK)
	contains(c.t, plain(page), want...)
	return page
}

func TestASingleEliminationThroughThePages(t *testing.T) {
	c := newRig(t).contest(url.Values{"format": {tournament.FormatSingle}, "thirdPlace": {"yes"}, "cut": {"8"}, "pod": {"5"}, "selfReport": {"yes"}}, "Ana", "Björk", "Çelik", "Dora", "Emil", "Filo")
	if r := c.view().Rules; r.Cut != 0 || r.Pod != 0 || !r.ThirdPlace {
		t.Fatalf("the rules are %+v: what other formats have has no place in them", r)
	}
	c.says("/bracket", "Quarter-final", "winner of match 1", "Match for third place")
	c.pair()
	c.says("", "Goes on without a match: the bracket has 8 places", "Emil is seed 5 and Dora is seed 4")
	c.says("/wall", "Quarter-final", "Final")
	if form := c.get(c.desk+"/do/result?round=1&table=1", http.StatusOK); strings.Contains(form, "Draw by agreement") {
		t.Error("an elimination takes a draw by agreement")
	}
	c.win()
	c.pair()
	c.says("", "Match 3 of the bracket, semi-final: Ana came through without a match", "Dora won match 1")
	c.win()
	c.through()
	c.says("/bracket", "Winner: Ana", "round 3, table 1")
	c.says("/standings", "Ranking", "The bracket is played to its end.", "1 Ana", "2 Björk", "3 Çelik", "5= Emil")
	c.says("/wall", "Ranking", "Ana")
}

func TestADoubleEliminationThroughThePages(t *testing.T) {
	c := newRig(t).contest(url.Values{"format": {tournament.FormatDouble}}, "Ana", "Björk", "Çelik", "Dora")
	c.says("/bracket", "Winners’ bracket", "Losers’ bracket", "Grand final", "loser of match 1", "if it is needed")
	for range 2 {
		c.pair()
		c.win()
	}
	c.pair()
	c.says("", "lost match", "who loses here is out")
	c.win()
	// the grand final: who came through the losers' part wins it, and they play again
	r := c.pair()
	seats := r.Tables[0].Seats
	contains(t, plain(c.get(c.at, http.StatusOK)), "has not lost a match", "If Björk wins, they play again.")
	c.do("result", "round", r.N, "table", 1, fmt.Sprintf("s%d", seats[0].Entrant), map[bool]int{true: 2}[seats[0].Entrant == 2], fmt.Sprintf("s%d", seats[1].Entrant), map[bool]int{true: 2}[seats[1].Entrant == 2])
	c.through()
	c.says("", "both have lost once now, so they play again")
	c.says("/bracket", "Winner: Ana", "Second grand final")
	c.says("/standings", "1 Ana", "2 Björk", "3 Çelik", "4 Dora")
}

func TestARoundRobinThroughThePages(t *testing.T) {
	c := newRig(t).contest(url.Values{"format": {tournament.FormatRoundRobin}, "laps": {"1"}, "rounds": {"9"}, "sides": {"Free Peoples, Shadow"}, "tb1": {"head-to-head"}, "tb3": {"sonneborn-berger"}}, "Ana", "Björk", "Çelik", "Dora", "Emil")
	if r := c.view().Rules; r.Rounds != 1 || !slices.Equal(r.TieBreaks, []string{"head-to-head", "sonneborn-berger"}) {
		t.Fatalf("the rules are %+v", r)
	}
	c.says("/schedule", "Round 5", "sits out")
	c.pair()
	c.says("", "Round 1 of the schedule in which everybody meets everybody", "empty chair", "sides change from round to round")
	c.win()
	c.through()
	c.says("/schedule", "2–0, won", "0–2, lost")
	c.says("/standings", "1 Ana", "Free Peoples against", "Sides so far: Free Peoples 2, Shadow 2.", "Behind Ana by points: 9, and 12 there.", "Head to head : what they did against each other")
}

// The line of the cut stands in the standings from the first result on, and the ranking joins the bracket
// with the Swiss rounds.
func TestASwissIntoACutThroughThePages(t *testing.T) {
	c := newRig(t).contest(url.Values{"format": {tournament.FormatSwissCut}, "rounds": {"2"}, "cut": {"2"}, "cutFormat": {tournament.FormatSingle}}, "Ana", "Björk", "Çelik", "Dora", "Emil", "Filo")
	c.says("/bracket", "The bracket is drawn when the cut is made: the first 2 after 2 Swiss rounds play on.")
	c.pair()
	c.win()
	c.says("/standings", "As it stands the first 2 of 6 play on.")
	c.through()
	c.says("/standings", "Ranking", "The first 2 of 6 played on.", "1 Ana", "Matches of the cut")
	c.says("/bracket", "The cut", "Winner: Ana")
	c.says("/rounds/3", "Seeds are the standings when the cut was made.")
}

// Places, points and forfeits at tables of several; whoever moves is told what it does before; and the two
// rounds of the case count six opponents.
//
// Source: cases/README.md, 12.
func TestPodsThroughThePages(t *testing.T) {
	c := newRig(t).contest(url.Values{"format": {tournament.FormatPods}, "pod": {"4"}, "rounds": {"2"}, "places": {"3, 2, 1, 0"}, "tb1": {"opp-match-win"}, "selfReport": {"yes"}}, "Ana", "Björk", "Çelik", "Dora", "Emil", "Filo", "Gita", "Hugo")
	c.pair()
	c.says("", "Seat 1", "Seats: 1 ", "They are of 1 score group.", "No other way to fill the tables of the round is better")
	c.seat([]int{1, 2, 3, 4})
	c.do("result", "round", 1, "table", 1, "s1", 1, "s2", 2, "s3", 2, "s4", 4)
	c.do("result", "round", 1, "table", 2, "v5", 12, "v6", 9, "v7", 7, "forfeits", 8)
	c.says("", "Ana won", "Emil won", "place 2", "forfeit")
	c.pair()
	c.seat([]int{1, 2, 5, 6})
	if page := plain(c.says("")); !metBefore.MatchString(page) {
		t.Errorf("nothing says that Ana and Björk have met: %s", page)
	}
	c.win()
	terms := c.says("/players/1", "Round 2", "won, place 1 of 4")
	opponents := regexp.MustCompile(`(?s)Opponents’ match wins.*?</dd>`).FindString(terms)
	if n := strings.Count(opponents, "<li"); n != 6 || strings.Count(opponents, "Björk") != 2 {
		t.Errorf("the opponents of Ana are %d entries: %s", n, plain(opponents))
	}
	c.through()
}

var metBefore = regexp.MustCompile(`(Ana and Björk|Björk and Ana) have met (in round 1|before)`)

// seat moves people at the desk until the table of the first of them holds exactly these four.
func (c *contest) seat(want []int) {
	c.t.Helper()
	for range 4 {
		v := c.view()
		r := v.Rounds[len(v.Rounds)-1]
		at := map[int]int{}
		for _, t := range r.Tables {
			for _, s := range t.Seats {
				at[s.Entrant] = t.N
			}
		}
		in := slices.IndexFunc(want, func(n int) bool { return at[n] != 1 })
		if in < 0 {
			return
		}
		out := slices.IndexFunc(r.Tables[0].Seats, func(s view.Seat) bool { return !slices.Contains(want, s.Entrant) })
		page := c.do("swap", "a", want[in], "b", r.Tables[0].Seats[out].Entrant, "reason", "as in the case")
		contains(c.t, page, "on the integrity list")
	}
}

// Two teams at a table win and lose together, entered by a phone of one and confirmed by one of the other.
func TestTeamsOfAPodThroughThePhones(t *testing.T) {
	r := newRig(t)
	c := r.contest(url.Values{"format": {tournament.FormatPods}, "pod": {"4"}, "rounds": {"1"}, "sides": {"Free Peoples, Shadow"}, "selfReport": {"yes"}}, "Ana", "Björk", "Çelik", "Dora")
	tab := c.pair().Tables[0]
	one, mate, other := c.phone(tab.Seats[0].Entrant), c.phone(tab.Seats[1].Entrant), c.phone(tab.Seats[2].Entrant)
	contains(t, plain(one.get(c.at+"/me", http.StatusOK)), "Which side won?", "Free Peoples", "Points of the sides")
	contains(t, plain(one.post(c.at+"/me/result", typed("p1", 6, "p2", 0), http.StatusOK)), "The other side has to confirm it.")
	if strings.Contains(mate.get(c.at+"/me", http.StatusOK), "That is right") {
		t.Error("a team confirms its own entry")
	}
	contains(t, plain(other.post(c.at+"/me/confirm", typed("entry", 1), http.StatusOK)), "Lost")
	contains(t, plain(one.get(c.at+"/me", http.StatusOK)), "Won")
	c.says("", "Free Peoples won")
	c.says("/standings", "Free Peoples with")
}

func (c *contest) phone(n int) *visitor {
	c.t.Helper()
	code, err := c.auth.PlayerCode(c.t.Context(), autumn, c.id, c.view().Entrants[n-1].Player)
	must(c.t, err)
	p := c.rig.visitor()
	p.post(fmt.Sprintf("%s/phone/%d", c.at, n), url.Values{"code": {code}}, http.StatusOK)
	return p
}
