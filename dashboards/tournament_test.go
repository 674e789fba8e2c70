package dashboards_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/tournament"
)

const (
	cupID   = events.GroupID("cup")
	cupAt   = "/tournaments/autumn/cup"
	cupDesk = "/console/autumn/tournaments/cup"
)

// cup opens a tournament of four, with its first round running if asked for.
func (r *rig) cup(rules tournament.Rules, running bool) {
	r.t.Helper()
	id := events.Tournament(autumn, cupID)
	r.must(events.Desk(autumn), boss, desk.OpenGathering{Name: "Autumn Muster"})
	r.must(id, boss, tournament.OpenTournament{Name: "Cup", Rules: rules, Seed: 7})
	people, err := r.people.Register(r.t.Context(), autumn, boss, []roster.NewPerson{{Name: "Ana"}, {Name: "Björk"}, {Name: "Çelik"}, {Name: "<b>Dora</b>"}})
	must(r.t, err)
	reg := tournament.Register{}
	for _, p := range people {
		reg.Entrants = append(reg.Entrants, tournament.Entrant{Player: p})
	}
	r.must(id, boss, reg)
	if running {
		for _, body := range []events.CommandBody{tournament.StartTournament{}, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1, At: 1_000_000}} {
			r.must(id, boss, body)
		}
	}
}

// phone is the phone of an entrant, by their code.
func (r *rig) phone(n int) *visitor {
	r.t.Helper()
	v, err := r.reader.Tournament(r.t.Context(), autumn, cupID, true)
	must(r.t, err)
	code, err := r.auth.PlayerCode(r.t.Context(), autumn, cupID, v.Entrants[n-1].Player)
	must(r.t, err)
	p := r.visitor()
	p.post(fmt.Sprintf("%s/phone/%d", cupAt, n), url.Values{"code": {code}}, http.StatusOK)
	return p
}

// at returns a table of the first round as entrants.
func (r *rig) at(table int) [2]int {
	r.t.Helper()
	v, err := r.reader.Tournament(r.t.Context(), autumn, cupID, true)
	must(r.t, err)
	s := v.Rounds[0].Tables[table-1].Seats
	return [2]int{s[0].Entrant, s[1].Entrant}
}

func typed(pairs ...any) url.Values {
	out := url.Values{"id": {uuid.Must(uuid.NewV7()).String()}}
	for i := 0; i < len(pairs); i += 2 {
		out.Add(fmt.Sprint(pairs[i]), fmt.Sprint(pairs[i+1]))
	}
	return out
}

var swissRules = tournament.Rules{Format: tournament.FormatSwiss, Rounds: 2, SelfReport: true}

func TestThePagesOfATournamentAreForWhoTheyAreFor(t *testing.T) {
	r := newRig(t)
	r.cup(swissRules, true)
	anyone := r.visitor()
	for _, path := range []string{cupDesk, cupDesk + "/do/pair", cupDesk + "/entrants/1/phone", "/console/autumn/tournaments", cupAt + "/me"} {
		anyone.get(path, http.StatusForbidden)
	}
	anyone.post(cupDesk+"/do/end", typed(), http.StatusForbidden)
	anyone.get(cupAt+"/qr?entrant=1", http.StatusForbidden)
	for _, path := range []string{cupAt + "x", cupAt + "/rounds/2", cupAt + "/rounds/x", cupAt + "/players/9", cupAt + "/phone/0", "/sse" + cupAt + "/nothing"} {
		anyone.get(path, http.StatusNotFound)
	}
	contains(t, anyone.get(cupAt, http.StatusOK), "Round 1 of 2", "&lt;b&gt;Dora&lt;/b&gt;", "They have not met before.")
	if strings.Contains(anyone.get("/tournaments/autumn", http.StatusOK), "<b>Dora") {
		t.Error("a name became markup")
	}
	phone := r.phone(1)
	phone.get(cupDesk, http.StatusForbidden)
	contains(t, phone.get(cupAt+"/me", http.StatusOK), "Table ", "Enter the result")
}

func TestANameEntersOnceByPhoneAndTheCodeOpensItAgain(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss, Cap: 5}, false)
	p := r.visitor()
	contains(t, p.post(cupAt+"/enter", typed("name", "Ana"), http.StatusOK), "has entered already", cupAt+"/phone/1")
	contains(t, p.post(cupAt+"/enter", typed("name", " \x01 "), http.StatusOK), "role=\"alert\"")
	contains(t, p.post(cupAt+"/enter", typed("name", "Eowyn"), http.StatusOK), "You are in, as number 5")
	contains(t, p.post(cupAt+"/me/check-in", typed(), http.StatusOK), "You are checked in")
	late := r.visitor()
	contains(t, late.post(cupAt+"/enter", typed("name", "Faramir"), http.StatusOK), "waiting list")
	contains(t, p.post(cupAt+"/me/drop", typed(), http.StatusOK), "You have left the tournament")
	contains(t, late.get(cupAt+"/me", http.StatusOK), "You are in, as number 6") // moved up
	other := r.visitor()
	contains(t, other.post(cupAt+"/phone/1", typed("code", "AAAAAAA"), http.StatusOK), "not this player&#39;s code")
	contains(t, r.phone(1).get(cupAt+"/me", http.StatusOK), "You are in, as number 1")
}

// An entry is confirmed by the other side; a different one is a matter for the judge, who sees both.
//
// Source: cases/README.md, 6.
func TestTwoPhonesDisagreeAndTheJudgeDecides(t *testing.T) {
	r := newRig(t)
	r.cup(swissRules, true)
	at := r.at(1)
	one, two := r.phone(at[0]), r.phone(at[1])
	mine, theirs := fmt.Sprintf("s%d", at[0]), fmt.Sprintf("s%d", at[1])
	contains(t, one.post(cupAt+"/me/result", typed(mine, 2, theirs, 0), http.StatusOK), "The other side has to confirm it")
	contains(t, one.post(cupAt+"/me/confirm", typed("entry", 1), http.StatusOK), "role=\"alert\"")
	if strings.Contains(r.visitor().get(cupAt, http.StatusOK), "2–0") {
		t.Error("everybody sees an entry that waits")
	}
	contains(t, two.post(cupAt+"/me/result", typed(mine, "x"), http.StatusOK), "must be a whole number")
	contains(t, two.post(cupAt+"/me/result", typed(mine, 1, theirs, 2), http.StatusOK), "A judge comes to you")
	judge := r.judge()
	contains(t, judge.get(cupDesk, http.StatusOK), "A judge is asked", "Confirm entry 1", "Confirm entry 2")
	contains(t, judge.get(cupDesk+"/do/confirm?round=1&table=1&entry=2", http.StatusOK), " 1, ", " 2")
	contains(t, judge.post(cupDesk+"/do/confirm", typed("round", 1, "table", 1, "entry", 2), http.StatusOK), "The entry is confirmed.")
	contains(t, r.visitor().get(cupAt, http.StatusOK), "1–2")
	contains(t, one.get(cupAt+"/me", http.StatusOK), "A judge can correct it")
}

var ackField = regexp.MustCompile(`name="ack" value="([0-9a-f]+)"`)

// What touches the integrity is done only after its consequences were shown, and only if they still hold.
//
// Source: issue 4, "Integrity events".
func TestTheDeskShowsConsequencesBeforeTheyAreFinal(t *testing.T) {
	r := newRig(t)
	r.cup(swissRules, true)
	o := r.organiser()
	a, b := r.at(1), r.at(2)
	swap := typed("a", a[1], "b", b[1], "reason", "brothers")
	page := o.post(cupDesk+"/do/swap", swap, http.StatusOK)
	contains(t, page, "Before it is final", "integrity list", `name="reason" value="brothers"`)
	if r.at(1) != a {
		t.Fatal("the pairing was changed before its consequences were acknowledged")
	}
	swap.Set("ack", ackField.FindStringSubmatch(page)[1])
	other := typed("round", 1, "table", 2, fmt.Sprintf("s%d", b[0]), 2, fmt.Sprintf("s%d", b[1]), 0)
	contains(t, o.post(cupDesk+"/do/result", other, http.StatusOK), "The result is entered.")
	// table 2 has a result now: what was shown does not hold any more
	contains(t, o.post(cupDesk+"/do/swap", swap, http.StatusOK), "role=\"alert\"")
	if r.at(1) != a {
		t.Fatal("the pairing was changed although something else happened meanwhile")
	}
	fix := typed("round", 1, "table", 2, "was", 1, fmt.Sprintf("s%d", b[0]), 0, fmt.Sprintf("s%d", b[1]), 2, "reason", "upside down")
	page = o.post(cupDesk+"/do/correct", fix, http.StatusOK)
	contains(t, page, "Before it is final", "moves")
	fix.Set("ack", ackField.FindStringSubmatch(page)[1])
	contains(t, o.post(cupDesk+"/do/correct", fix, http.StatusOK), "The correction is recorded.", "1 on the integrity list", "upside down")
	contains(t, o.post(cupDesk+"/do/correct", fix, http.StatusOK), "role=\"alert\"") // it stands already
	contains(t, r.visitor().get(cupAt+"/standings", http.StatusOK), "1. Corrected a result, round 1, table 2", "upside down")
}

var serverTime = regexp.MustCompile(`<meta name="server-time" content="[^"]*"/?>`)

// timeless is a page without the time at the server, by which its clocks run.
func timeless(page string) string { return serverTime.ReplaceAllString(page, "") }

// While the standings are frozen the pages of everybody do not change by one byte.
//
// Source: cases/README.md, 14.
func TestFrozenPagesDoNotChange(t *testing.T) {
	r := newRig(t)
	r.cup(swissRules, true)
	o, anyone := r.organiser(), r.visitor()
	contains(t, o.post(cupDesk+"/do/freeze", typed(), http.StatusOK), "The standings are frozen", "Others see the standings as they were frozen")
	paths := []string{"", "/rounds/1", "/standings", "/players/1", "/wall"}
	before := map[string]string{}
	for _, p := range paths {
		before[p] = timeless(anyone.get(cupAt+p, http.StatusOK))
	}
	for table := 1; table <= 2; table++ {
		at := r.at(table)
		o.post(cupDesk+"/do/result", typed("round", 1, "table", table, fmt.Sprintf("s%d", at[0]), 2, fmt.Sprintf("s%d", at[1]), 1), http.StatusOK)
	}
	o.post(cupDesk+"/do/pair", typed(), http.StatusOK)
	o.post(cupDesk+"/do/publish", typed(), http.StatusOK)
	for _, p := range paths {
		if timeless(anyone.get(cupAt+p, http.StatusOK)) != before[p] {
			t.Errorf("the page %q has changed while the standings are frozen", p)
		}
	}
	contains(t, r.phone(1).get(cupAt+"/me", http.StatusOK), "Round 2") // but players find their table
	contains(t, o.post(cupDesk+"/do/thaw", typed(), http.StatusOK), "Everybody sees the standings as they are.")
	contains(t, anyone.get(cupAt, http.StatusOK), "Round 2 of 2")
}

func TestPeopleAreEnteredAtTheDeskByLinesAndByCSV(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss}, false)
	o := r.organiser()
	contains(t, o.post(cupDesk+"/do/register", typed("names", "Eowyn; Rohan; 1500\n\nFaramir"), http.StatusOK), "They are entered.", "Rohan", "6 players")
	contains(t, o.post(cupDesk+"/do/register", typed("names", "name,club,rating\nGimli,Erebor,1800\n"), http.StatusOK), "Erebor", "7 players")
	contains(t, o.post(cupDesk+"/do/register", typed("names", "Legolas; Mirkwood; high"), http.StatusOK), "line 1", "is no rating")
	contains(t, o.post(cupDesk+"/do/register", typed("names", "Eowyn"), http.StatusOK), "role=\"alert\"")
}
