package faults_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
)

// full reports whether the long versions are asked for.
func full() bool { return os.Getenv("MUSTER_FAULTS") == "full" }

// patience bounds every wait; it is long, so that a slow machine is no reason to fail.
const patience = 2 * time.Minute

const spring events.GatheringID = "spring"

var (
	organiser = events.Actor{Role: events.RoleOrganiser}
	judge     = events.Actor{Role: events.RoleJudge, Person: "p-90"}
	tables    = []events.TableID{"red", "green", "blue"}
)

func captain(g events.GroupID, t events.TableID) events.Actor {
	return events.Actor{Role: events.RoleCaptain, Group: g, Table: t}
}

// world is a data folder as `muster serve` has it, with what runs on it.
type world struct {
	t      testing.TB
	dir    string
	srv    *server.Server
	ledger *ledger.Ledger
	store  *ledger.Store
	*runner.Service
}

// open starts a server, the ledger and the decisions on a folder, and finds both copies equal.
func open(t testing.TB, dir string) *world {
	t.Helper()
	w := &world{t: t, dir: dir, srv: storetest.Server(t, filepath.Join(dir, "nats"), storetest.Synced)}
	var err error
	if w.ledger, err = ledger.Open(filepath.Join(dir, ledger.FileName), nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.ledger.Close() })
	log, err := jetstream.Open(storetest.Context(t), jetstream.Options{Commands: storetest.Connect(t, w.srv), MayCreate: w.ledger.MayCreate})
	if err != nil {
		t.Fatal(err)
	}
	report, err := ledger.Compare(storetest.Context(t), w.ledger, log, nil)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		t.Fatalf("compare both copies of the log: %v", err)
	}
	w.store = ledger.Wrap(w.ledger, log)
	w.Service = runner.New(runner.Options{Store: w.store})
	return w
}

// killed returns what starts on the files as they are at this moment, as after a SIGKILL.
func (w *world) killed() *world {
	w.t.Helper()
	dir := copied(w.t, w.dir)
	w.stop()
	if err := os.RemoveAll(w.dir); err != nil {
		w.t.Fatal(err)
	}
	return open(w.t, dir)
}

func (w *world) stop() {
	w.t.Helper()
	storetest.Stop(w.srv)
	if err := w.ledger.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// copied returns a copy of a folder.
func copied(t testing.TB, from string) string {
	t.Helper()
	to, err := os.MkdirTemp(t.TempDir(), "data-")
	if err == nil {
		err = os.CopyFS(to, os.DirFS(from))
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// command makes a command with a new id.
func command(t testing.TB, by events.Actor, body events.CommandBody) events.Command {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return events.Command{ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: body.CommandType(), Data: data, Actor: by}
}

func do(t testing.TB, s runner.Doer, id events.StreamID, by events.Actor, body events.CommandBody) events.Answer {
	t.Helper()
	a, err := s.Do(t.Context(), id, command(t, by, body))
	if err != nil {
		t.Fatalf("%s: %v", body.CommandType(), err)
	}
	return a
}

// refused checks that an error is a refusal of that code with a sentence for people.
func refused(t testing.TB, err error, code engine.Code) *engine.Refusal {
	t.Helper()
	r := engine.AsRefusal(err)
	if r == nil || r.Code != code || r.Says == "" {
		t.Fatalf("got %v, want a refusal with code %s that says why", err, code)
	}
	return r
}

// begin opens a gathering, unless it is there, and starts an epic group of three tables with one
// player each: p-1 at red, who has that threat, p-2 at green and p-3 at blue with 20.
func begin(t testing.TB, s runner.Doer, g events.GroupID, threat int) events.StreamID {
	t.Helper()
	_, err := s.Do(t.Context(), events.Desk(spring), command(t, organiser, desk.OpenGathering{Name: "Spring Siege"}))
	if err != nil {
		refused(t, err, "already-opened")
	}
	id := events.Group(spring, g)
	do(t, s, id, organiser, group.OpenGroup{
		Name: "Siege " + string(g), Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Seed: 7,
		Tables: []group.TableName{{ID: "red", Team: "Amon"}, {ID: "green", Team: "Bree"}, {ID: "blue", Team: "Celduin"}},
	})
	var b group.SeatPlayers
	for i, threat := range []int{threat, 20, 20} {
		b.Seats = append(b.Seats, group.Seat{Player: events.PersonID(fmt.Sprintf("p-%d", i+1)), Table: tables[i], Threat: &threat})
	}
	do(t, s, id, organiser, b)
	do(t, s, id, organiser, group.StartGroup{})
	return id
}

func stateOf(t testing.TB, s *runner.Service, id events.StreamID) coordinator.State {
	t.Helper()
	st, err := s.Group(t.Context(), id.Gathering, id.Group)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// endRound lets every table that plays end its round.
func endRound(t testing.TB, s *runner.Service, id events.StreamID) {
	t.Helper()
	st := stateOf(t, s, id)
	for _, table := range st.Waiting() {
		do(t, s, id, captain(id.Group, table), group.EndRound{Table: table, Round: st.Round})
	}
}

// reply answers the first open step of a round's end in a way that does as much as possible; false
// if nothing is open.
func reply(s coordinator.State) (events.TableID, group.ResolveStep, bool) {
	for _, st := range s.Queue {
		if st.State != coordinator.StepOpen {
			continue
		}
		for _, o := range slices.Backward(st.Options) {
			c := group.ResolveStep{Table: st.Table, Step: st.ID, Choice: o.Choice}
			switch {
			case !o.Allowed:
				continue
			case o.Needs == "player":
				t, _ := s.Table(st.Table)
				c.Player = t.Players[0].ID
			case o.Needs != "":
				continue
			}
			return st.Table, c, true
		}
	}
	return "", group.ResolveStep{}, false
}

// settle answers all steps of a round's end.
func settle(t testing.TB, s *runner.Service, id events.StreamID) coordinator.State {
	t.Helper()
	for range 100 {
		st := stateOf(t, s, id)
		table, c, ok := reply(st)
		if !ok {
			return st
		}
		do(t, s, id, captain(id.Group, table), c)
	}
	t.Fatal("the end of a round does not end")
	return coordinator.State{}
}

// roundFour brings a group to round 4, where every table is at a stage 3, with that much progress on
// the stages by table.
func roundFour(t testing.TB, s *runner.Service, id events.StreamID, progress ...int) {
	t.Helper()
	for range 3 {
		endRound(t, s, id)
		settle(t, s, id)
	}
	r := lotr.Rule{Reason: "as counted at the tables", Verdict: group.VerdictCorrected}
	for i, p := range progress {
		r.Tables = append(r.Tables, lotr.TableRuling{Table: tables[i], Progress: &p})
	}
	do(t, s, id, judge, r)
	if st := stateOf(t, s, id); st.Round != 4 || st.Phase != coordinator.PhasePlaying {
		t.Fatalf("the group is %s in round %d, want round 4", st.Phase, st.Round)
	}
}

// fold folds a stream from zero and looks at the invariants after every commit. see, if not nil, is
// given the state before and after each commit.
func fold(t testing.TB, from store.Loader, id events.StreamID, see func(before, after coordinator.State, c coordinator.Applied)) coordinator.State {
	t.Helper()
	s := coordinator.Initial()
	for _, r := range storetest.Load(t, from, id) {
		a, err := coordinator.Recorded(vocabulary.All(), r)
		if err != nil {
			t.Fatal(err)
		}
		next := coordinator.Apply(s, a)
		invariants(t, next)
		if see != nil {
			see(s, next, a)
		}
		s = next
	}
	return s
}

// decidedAgain checks that one server deciding alone would have recorded the same.
func decidedAgain(t testing.TB, from store.Loader, id events.StreamID) {
	t.Helper()
	diffs, err := runner.Check(t.Context(), from, vocabulary.All(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diffs {
		t.Errorf("decided again: %s", d)
	}
}

// invariants looks at I1 to I4 of reliability.md, "Invariants".
func invariants(t testing.TB, s coordinator.State) {
	t.Helper()
	at := map[string]bool{}
	for _, tb := range s.Tables {
		if s.Round > 0 && (tb.Ended > s.Round || tb.Ended < s.Round-1) {
			t.Errorf("I1: version %d: the group is in round %d, and %s has ended round %d", s.Version(), s.Round, tb.ID, tb.Ended)
		}
		if s.Phase == coordinator.PhasePlaying && s.Round > 3 {
			if at[tb.Stage] {
				t.Errorf("I4: version %d: two teams are at %s", s.Version(), tb.Stage)
			}
			at[tb.Stage] = true
		}
	}
	waiting := 0
	for _, st := range s.Queue {
		done := st.State == coordinator.StepDone || st.State == coordinator.StepSkipped
		switch {
		case !done && waiting == 0:
			waiting = st.Order
		case (done || st.State == coordinator.StepOpen) && waiting > 0 && st.Order > waiting:
			t.Errorf("I2: version %d: step %s is %s before those of order %d are done", s.Version(), st.ID, st.State, waiting)
		}
	}
	sum := 0
	for _, c := range s.CityChanges {
		sum = max(0, sum+c.By)
	}
	if s.City != sum {
		t.Errorf("I3: version %d: the city strength is %d, its changes add up to %d", s.Version(), s.City, sum)
	}
}

// lotrThreat raises and lowers the threat of the one player of a table by turns.
func lotrThreat(table events.TableID, n uint64) events.CommandBody {
	return lotr.ChangeThreat{Table: table, By: 1 - 2*int(n%2)}
}

// rulingOf is the i-th of different rulings of the city strength.
func rulingOf(i int) events.CommandBody {
	city := 100 + i
	return lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, City: &city}
}

// temporary reports whether an entry may be sent again as it is.
func temporary(err error) bool {
	var gone *events.UnavailableError
	r := engine.AsRefusal(err)
	return errors.As(err, &gone) || r != nil && r.Code == engine.CodeBusy
}

// plainly returns what people are told by an error that means "not now".
func plainly(t testing.TB, err error) string {
	t.Helper()
	var gone *events.UnavailableError
	if !errors.As(err, &gone) || gone.Reason == "" {
		t.Fatalf("got %v, want an UnavailableError with a sentence", err)
	}
	return gone.Reason
}
