package coordinator_test

import (
	"bytes"
	"encoding/json"
	"fmt"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

var catalogue = events.Merge(group.Catalogue(), lotr.Catalogue())

var (
	organiser = events.Actor{Role: events.RoleOrganiser}
	judge     = events.Actor{Role: events.RoleJudge}
)

const evening = events.GroupID("evening")

func captain(t events.TableID) events.Actor {
	return events.Actor{Role: events.RoleCaptain, Group: evening, Table: t}
}

// log is a group's stream in a test: what was recorded, and the state it gives.
type log struct {
	t       rapid.TB
	s       coordinator.State
	commits []coordinator.Applied
	last    []events.Payload
	n       int
	device  events.DeviceID // of the commands sent from now on
	number  uint64
	books   books
}

func newLog(t rapid.TB) *log {
	t.Helper()
	return &log{t: t, s: coordinator.Initial()}
}

func commandID(n int) events.CommandID {
	return events.CommandID(fmt.Sprintf("00000000-0000-7000-8000-%012d", n))
}

// send decides a command, records what comes of it and folds it, all by way of stored bytes.
func (l *log) send(a events.Actor, b events.CommandBody) ([]events.Payload, *engine.Refusal) {
	l.n++
	raw := must(json.Marshal(b))(l.t)
	c := events.Command{ID: commandID(l.n), Type: b.CommandType(), Data: raw, Actor: a, Device: l.device, N: l.number}
	return l.record(c)
}

func (l *log) record(c events.Command) ([]events.Payload, *engine.Refusal) {
	asked := must(coordinator.Asked(catalogue, events.Group("spring", evening), c))(l.t)
	made, err := coordinator.Decide(l.s, asked)
	if err != nil {
		r := engine.AsRefusal(err)
		if r == nil || r.Says == "" || r.Code == "" {
			l.t.Fatalf("%s: %v is no refusal that says why", c.Type, err)
		}
		return nil, r
	}
	if len(made) == 0 {
		l.t.Fatalf("%s: neither events nor a refusal", c.Type)
	}
	stored := must(events.EncodeAll(made))(l.t)
	rec := events.Recorded{Commit: events.Commit{Version: l.s.Version() + 1, Command: c, Events: stored}}
	applied := must(coordinator.Recorded(catalogue, rec))(l.t)
	before := l.s
	l.s = coordinator.Apply(l.s, applied)
	l.books.audit(l.t, before, asked, applied.Events, l.s)
	l.commits = append(l.commits, applied)
	l.last = applied.Events
	checkInvariants(l.t, l.s)
	checkUndo(l.t, l.s, l.last)
	return applied.Events, nil
}

func must[T any](v T, err error) func(rapid.TB) T {
	return func(t rapid.TB) T {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v
	}
}

// do sends a command that has to be accepted.
func (l *log) do(a events.Actor, b events.CommandBody) []events.Payload {
	l.t.Helper()
	es, r := l.send(a, b)
	if r != nil {
		l.t.Fatalf("%s %+v as %s: refused: %s (%s)", b.CommandType(), b, a.Role, r.Says, r.Code)
	}
	return es
}

// refused sends a command that has to be refused.
func (l *log) refused(a events.Actor, b events.CommandBody, code engine.Code) *engine.Refusal {
	l.t.Helper()
	before := l.summary()
	es, r := l.send(a, b)
	if r == nil {
		l.t.Fatalf("%s %+v as %s: accepted with %d events, want refusal %s", b.CommandType(), b, a.Role, len(es), code)
	}
	if r.Code != code {
		l.t.Fatalf("%s %+v as %s: refused with %s (%s), want %s", b.CommandType(), b, a.Role, r.Code, r.Says, code)
	}
	if !bytes.Equal(before, l.summary()) {
		l.t.Fatalf("%s was refused and changed the state", b.CommandType())
	}
	return r
}

func (l *log) summary() []byte { return summaryOf(l.t, l.s) }

func summaryOf(t rapid.TB, s coordinator.State) []byte {
	t.Helper()
	return must(json.Marshal(s.Summary()))(t)
}

func (l *log) table(id events.TableID) coordinator.Table {
	l.t.Helper()
	t, ok := l.s.Table(id)
	if !ok {
		l.t.Fatalf("no table %s", id)
	}
	return t
}

// Three teams in alphabetical order of their names.
const (
	esgaroth  = events.TableID("esgaroth")
	lorien    = events.TableID("lorien")
	rivendell = events.TableID("rivendell")
)

var epicTables = []group.TableName{{ID: lorien, Team: "Lórien"}, {ID: rivendell, Team: "Rivendell"}, {ID: esgaroth, Team: "Esgaroth"}}

// seats makes n seats at a table, "lorien-1" and so on, with 20 starting threat.
func seats(t events.TableID, n int) []group.Seat {
	var out []group.Seat
	for i := range n {
		threat := 20
		out = append(out, group.Seat{Player: player(t, i+1), Table: t, Threat: &threat})
	}
	return out
}

func player(t events.TableID, n int) events.PersonID {
	return events.PersonID(fmt.Sprintf("%s-%d", t, n))
}

func openEpic(settings group.Settings) group.OpenGroup {
	return group.OpenGroup{
		Name: "Evening", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard",
		Tables: epicTables, Settings: settings, Seed: 7,
	}
}

// epic starts an epic game with n players at each table.
func epic(t rapid.TB, n int, settings group.Settings) *log {
	t.Helper()
	l := newLog(t)
	l.do(organiser, openEpic(settings))
	for _, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.do(organiser, group.SeatPlayers{Seats: seats(id, n)})
	}
	l.do(organiser, group.StartGroup{})
	return l
}

// endRound lets every table end the round.
func (l *log) endRound() {
	l.t.Helper()
	for _, id := range l.s.Waiting() {
		l.do(captain(id), group.EndRound{Table: id, Round: l.s.Round})
	}
}

// answer answers the open step of a table.
func (l *log) answer(id events.TableID, choice string) []events.Payload {
	l.t.Helper()
	return l.do(captain(id), l.reply(id, choice))
}

func (l *log) reply(id events.TableID, choice string) group.ResolveStep {
	l.t.Helper()
	for _, st := range l.s.Queue {
		if st.State == coordinator.StepOpen && st.Table == id {
			return group.ResolveStep{Table: id, Step: st.ID, Choice: choice}
		}
	}
	l.t.Fatalf("%s has no open step: %v", id, l.s.Words())
	return group.ResolveStep{}
}

// toCrossing plays an epic game on to the end of round 3.
func (l *log) toCrossing() {
	l.t.Helper()
	for l.s.Round < 3 {
		l.endRound()
		for _, id := range []events.TableID{esgaroth, lorien, rivendell} {
			l.answer(id, group.ChoicePass)
		}
	}
	l.endRound()
}

// siege brings an epic game to round 4 with the tables at the stages named, Lórien first, then
// Rivendell, then Esgaroth.
func siege(t rapid.TB, settings group.Settings, stages ...string) *log {
	t.Helper()
	l := epic(t, 2, settings)
	l.toCrossing()
	for i, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.answer(id, stages[i])
	}
	if l.s.Round != 4 || l.s.Phase != coordinator.PhasePlaying {
		t.Fatalf("not in round 4: %v", l.s.Words())
	}
	return l
}

// city makes a judge set the city strength.
func (l *log) city(n int) {
	l.t.Helper()
	if l.s.City != n {
		l.do(judge, lotr.Rule{Reason: "set for the test", Verdict: group.VerdictCorrected, City: &n})
	}
}

// progress makes a judge set the progress on a table's stage.
func (l *log) progress(id events.TableID, n int) {
	l.t.Helper()
	l.do(judge, lotr.Rule{Reason: "set for the test", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{Table: id, Progress: &n}}})
}

func find[E events.Payload](es []events.Payload) (E, bool) {
	for _, e := range es {
		if one, ok := e.(E); ok {
			return one, true
		}
	}
	var none E
	return none, false
}

func count[E events.Payload](es []events.Payload) int {
	n := 0
	for _, e := range es {
		if _, ok := e.(E); ok {
			n++
		}
	}
	return n
}

// all returns every event recorded so far.
func (l *log) all() []events.Payload {
	var out []events.Payload
	for _, c := range l.commits {
		out = append(out, c.Events...)
	}
	return out
}

// sameGame compares two summaries without what counts commits.
func sameGame(t rapid.TB, a, b []byte) bool {
	t.Helper()
	var x, y coordinator.Summary
	for raw, to := range map[*[]byte]*coordinator.Summary{&a: &x, &b: &y} {
		if err := json.Unmarshal(*raw, to); err != nil {
			t.Fatal(err)
		}
		to.Version, to.Commands = 0, nil
		for i := range to.Tables {
			to.Tables[i].Undo = nil
		}
	}
	return bytes.Equal(must(json.Marshal(x))(t), must(json.Marshal(y))(t))
}
