package process

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/coordinator/runner"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
)

const spring events.GatheringID = "spring"

var saga = events.Campaign(spring, "saga")

// story is a gathering with a campaign, whose games are played by commands.
type story struct {
	rig
	t     *testing.T
	s     *runner.Service
	marks int
}

func newStory(t *testing.T, r rig) *story {
	t.Helper()
	y := &story{rig: r, t: t, s: runner.New(runner.Options{Store: r.store})}
	y.give(events.Desk(spring), desk.OpenGathering{Name: "Spring"})
	y.give(saga, words.OpenCampaign{Name: "Saga", Players: []words.Player{
		{Player: "p-1", Heroes: []words.Hero{{Title: "Gimli"}}}, {Player: "p-2", Heroes: []words.Hero{{Title: "Legolas"}}, Penalty: 2},
	}})
	return y
}

func (y *story) give(id events.StreamID, bodies ...events.CommandBody) {
	y.t.Helper()
	for _, body := range bodies {
		if _, err := y.s.Do(y.t.Context(), id, newCommand(y.t, body)); err != nil {
			y.t.Fatalf("%s: %v", body.CommandType(), err)
		}
	}
}

func newCommand(t *testing.T, body events.CommandBody) events.Command {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return events.Command{
		ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: body.CommandType(), Data: data,
		Actor: events.Actor{Role: events.RoleOrganiser},
	}
}

// begin begins the first game of the campaign and opens the group that plays it.
func (y *story) begin(id events.GroupID) events.StreamID {
	y.t.Helper()
	y.give(saga, words.BeginGame{Scenarios: []string{rules.GreyCompany}, Group: id})
	return y.open(id)
}

func (y *story) open(id events.GroupID) events.StreamID { return y.openIn("saga", id) }

func (y *story) openIn(in, id events.GroupID) events.StreamID {
	y.t.Helper()
	g := events.Group(spring, id)
	y.give(
		g,
		group.OpenGroup{
			Name: string(id), Scenario: rules.GreyCompany, Mode: "standard", Difficulty: "standard", Seed: 7,
			Tables:   []group.TableName{{ID: "t1", Team: "Oak"}},
			Settings: group.Settings{Campaign: &group.Campaign{Stream: string(in), Threat: map[events.PersonID]int{"p-2": 2}}},
		},
		group.SeatPlayers{Seats: []group.Seat{
			{Player: "p-1", Table: "t1", Heroes: []group.Hero{{Title: "Gimli", Threat: 11, HitPoints: 5}}},
			{Player: "p-2", Table: "t1", Heroes: []group.Hero{{Title: "Legolas", Threat: 9, HitPoints: 4}}},
		}},
		group.StartGroup{},
	)
	return g
}

// win takes the group to The Stone of Erech and explores it; Gimli has died on the way.
func (y *story) win(g events.StreamID) {
	y.t.Helper()
	y.give(
		g, lotr.DestroyCharacter{Table: "t1", Player: "p-1", Character: "Gimli"},
		lotr.AdvanceStage{Table: "t1", Stage: "2B"}, lotr.AdvanceStage{Table: "t1", Stage: "3B"},
	)
	now, err := y.s.Group(y.t.Context(), g.Gathering, g.Group)
	if err != nil {
		y.t.Fatal(err)
	}
	for _, l := range now.Tables[0].Locations {
		if l.Card.Name == "The Stone of Erech" {
			y.give(g, lotr.ExploreLocation{Table: "t1", Location: l.Number})
		}
	}
	if now, _ = y.s.Group(y.t.Context(), g.Gathering, g.Group); !now.Over() {
		y.t.Fatalf("the group is %s, want won", now.Phase)
	}
}

func (y *story) lose(g events.StreamID) {
	y.t.Helper()
	y.give(g, lotr.CallLoss{Table: "t1", Cause: lotr.LostAragorn, Note: "Aragorn was killed"})
}

func (y *story) log() campaign.State {
	y.t.Helper()
	s, err := y.s.Campaign(y.t.Context(), spring, "saga")
	if err != nil {
		y.t.Fatal(err)
	}
	return s
}

// results lists the commits of the campaign that record a result.
func (y *story) results() []events.Recorded {
	y.t.Helper()
	var out []events.Recorded
	for r, err := range y.store.Load(y.t.Context(), saga, events.Head{}) {
		if err != nil {
			y.t.Fatal(err)
		}
		if r.Command.Type == (words.RecordResult{}).CommandType() {
			out = append(out, r)
		}
	}
	return out
}

func (y *story) processes(do runner.Doer) *Processes {
	o := y.options()
	o.Commands, o.Loader, o.Catalogue = do, y.store, vocabulary.All()
	return New(o)
}

// handled returns a Doer that tells of every command it has passed on.
func (y *story) handled() (runner.Doer, <-chan error) {
	told := make(chan error, 100)
	return doer(func(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
		a, err := y.s.Do(ctx, id, c)
		told <- err
		return a, err
	}), told
}

type doer func(context.Context, events.StreamID, events.Command) (events.Answer, error)

func (d doer) Do(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
	return d(ctx, id, c)
}

// until waits for the campaign lane to have come past every commit there is now: it follows a mark, a
// lost game of a campaign of its own.
func (y *story) until(told <-chan error) {
	y.t.Helper()
	y.marks++
	name := events.GroupID(fmt.Sprintf("mark-%d", y.marks))
	y.give(events.Campaign(spring, name), words.OpenCampaign{Name: "Mark", Players: []words.Player{{Player: "p-1"}}}, words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	y.lose(y.openIn(name, name))
	if err := receive(y.t, told, "the mark is recorded"); err != nil {
		y.t.Fatal(err)
	}
}

func TestAWonGroupIsRecordedInItsCampaign(t *testing.T) {
	y := newStory(t, newRig(t))
	do, told := y.handled()
	y.start(t, y.processes(do), nil)
	y.win(y.begin("g1"))
	if err := receive(t, told, "the result is recorded"); err != nil {
		t.Fatal(err)
	}
	s := y.log()
	if len(s.Rows) != 1 || !s.Rows[0].Won || s.Rows[0].Group != "g1" || s.Rows[0].Rounds != 1 || s.Game != nil {
		t.Fatalf("the log has %+v, game %+v", s.Rows, s.Game)
	}
	if s.Rows[0].Score == nil {
		t.Error("the row has no score")
	}
	if len(s.Fallen) != 1 || s.Fallen[0] != "Gimli" {
		t.Errorf("fallen are %v, want Gimli", s.Fallen)
	}
	fears := 0
	for _, c := range s.Pool {
		if c.Name == rules.BurdenFear && c.Player != "" {
			fears++
		}
	}
	if fears != 2 {
		t.Errorf("the pool is %+v, want Overcome by Fear of both players", s.Pool)
	}
	if r := y.results(); len(r) != 1 || r[0].Command.Actor.Role != events.RoleSystem {
		t.Errorf("recorded by %+v", r)
	}
}

func TestALostGroupIsRecordedAndPlayedAgain(t *testing.T) {
	y := newStory(t, newRig(t))
	do, told := y.handled()
	y.start(t, y.processes(do), nil)
	for try := 1; try <= 2; try++ {
		y.lose(y.begin(events.GroupID([]string{"", "g1", "g2"}[try])))
		if err := receive(t, told, "the result is recorded"); err != nil {
			t.Fatal(err)
		}
		if s := y.log(); len(s.Rows) != 1 || s.Rows[0].Won || s.Rows[0].Tries != try {
			t.Fatalf("try %d: %+v", try, s.Rows)
		}
	}
}

// The process that recorded a result is killed before the broker knows that it is done; another one gets
// the group's commit again and records nothing twice.
func TestAResultIsRecordedOnceThoughTheProcessIsKilled(t *testing.T) {
	srv := storetest.Server(t, "")
	one, two := on(t, srv), on(t, srv)
	y := newStory(t, two)
	y.win(y.begin("g1"))
	recorded, never := make(chan error, 1), make(chan struct{})
	t.Cleanup(func() { close(never) })
	stuck := doer(func(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
		a, err := y.s.Do(ctx, id, c)
		select {
		case recorded <- err:
		default:
		}
		<-never
		return a, err
	})
	first := &Feed{JS: one.js, List: one.store, Name: CampaignHandler, Log: New(one.options()).o.Log}
	out, err := first.Subscribe(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	h := campaigns{do: stuck, js: one.js, log: two.store, cat: vocabulary.All()}
	go func() {
		for wm := range out {
			if h.handle(wm) == nil {
				wm.Ack()
			}
		}
	}()
	if err := receive(t, recorded, "the first process records the result"); err != nil {
		t.Fatal(err)
	}
	one.nc.Close() // killed: it never says that it is done
	do, told := y.handled()
	y.start(t, y.processes(do), nil)
	if err := receive(t, told, "the second process has the commit again"); err != nil {
		t.Fatal(err)
	}
	if r := y.results(); len(r) != 1 {
		t.Fatalf("%d results are recorded, want 1", len(r))
	}
}

// While nothing can be stored the lane waits; no letter is written, and the result comes in the end.
func TestAResultWaitsUntilItCanBeStored(t *testing.T) {
	y := newStory(t, newRig(t))
	y.win(y.begin("g1"))
	var tries atomic.Int32
	do, told := y.handled()
	away := doer(func(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
		if tries.Add(1) <= 2*(MaxRetries+1) { // through all retries in place, twice
			return events.Answer{}, &events.UnavailableError{Op: "append", Reason: "the disk is full"}
		}
		return do.Do(ctx, id, c)
	})
	p := y.processes(away)
	y.start(t, p, nil)
	if err := receive(t, told, "the result is recorded"); err != nil {
		t.Fatal(err)
	}
	if w, err := p.DeadLetters(t.Context()); err != nil || len(w) != 0 {
		t.Errorf("dead letters %+v, %v", w, err)
	}
}

func TestARefusedResultGoesWherePeopleSeeItAndIsSettled(t *testing.T) {
	y := newStory(t, newRig(t))
	do, told := y.handled()
	p := y.processes(do)
	y.start(t, p, nil)
	g := y.open("stray") // nobody has begun this game in the log
	y.win(g)
	if err := receive(t, told, "the result is refused"); err == nil {
		t.Fatal("it is recorded although no game was begun")
	}
	y.until(told)
	w, err := p.DeadLetters(t.Context())
	if err != nil || len(w) != 1 || w[0].Handler != CampaignHandler || w[0].Count != 1 || !strings.Contains(w[0].Reason, "was not begun on this log") {
		t.Fatalf("dead letters %+v, %v", w, err)
	}
	r, err := p.RefusedResults(t.Context(), spring, "saga")
	if err != nil || len(r) != 1 || r[0].Group != "stray" || !r[0].Won || r[0].Scenario != rules.GreyCompany {
		t.Fatalf("refused %+v, %v", r, err)
	}
	if res, err := p.Requeue(t.Context(), CampaignHandler); err != nil || res.Left != 1 {
		t.Errorf("requeued %+v, %v", res, err)
	}
	<-told
	// Somebody records it by hand: the letter has had its say.
	y.give(saga, words.BeginGame{Scenarios: []string{rules.GreyCompany}, Group: "stray"}, words.RecordResult{Scenario: rules.GreyCompany, Group: "stray", Won: true})
	y.until(told) // the lane has come past that
	if r, err := p.RefusedResults(t.Context(), spring, "saga"); err != nil || len(r) != 0 {
		t.Fatalf("refused %+v, %v", r, err)
	}
}

func TestSomebodyDecidesThatAResultIsNotRecorded(t *testing.T) {
	y := newStory(t, newRig(t))
	do, told := y.handled()
	p := y.processes(do)
	y.start(t, p, nil)
	y.lose(y.open("stray"))
	<-told
	y.until(told)
	if err := p.Dismiss(t.Context(), spring, "saga", "other"); err != nil {
		t.Fatal(err)
	}
	if r, err := p.RefusedResults(t.Context(), spring, "saga"); err != nil || len(r) != 1 {
		t.Fatalf("refused %+v, %v", r, err)
	}
	if err := p.Dismiss(t.Context(), spring, "saga", "stray"); err != nil {
		t.Fatal(err)
	}
	if w, err := p.DeadLetters(t.Context()); err != nil || len(w) != 0 {
		t.Fatalf("dead letters %+v, %v", w, err)
	}
}

// A result that is taken back by a ruling and comes out the same again is in the log already.
func TestAReopenedResultIsNotRecordedTwice(t *testing.T) {
	y := newStory(t, newRig(t))
	do, told := y.handled()
	p := y.processes(do)
	y.start(t, p, nil)
	g := y.begin("g1")
	y.lose(g)
	if err := receive(t, told, "the result is recorded"); err != nil {
		t.Fatal(err)
	}
	y.give(g, lotr.Rule{Reason: "it was another card", Reopen: true, Verdict: group.VerdictCorrected})
	y.lose(g)
	if err := receive(t, told, "the second end is looked at"); err == nil {
		t.Fatal("it is recorded again")
	}
	y.until(told)
	if w, err := p.DeadLetters(t.Context()); err != nil || len(w) != 0 {
		t.Errorf("dead letters %+v, %v", w, err)
	}
	if s := y.log(); len(s.Rows) != 1 || s.Rows[0].Tries != 1 {
		t.Errorf("the log has %+v", s.Rows)
	}
}

func TestTheIDOfAResultDerivesFromTheCommitThatCausedIt(t *testing.T) {
	from := events.Commit{Stream: events.Group(spring, "finale"), Version: 40}
	gate, doom := resultID(from, rules.BlackGate), resultID(from, rules.MountDoom)
	if gate == doom || gate != resultID(from, rules.BlackGate) || gate.Validate() != nil {
		t.Errorf("ids %s and %s", gate, doom)
	}
	from.Version++
	if gate == resultID(from, rules.BlackGate) {
		t.Error("another commit has the same id")
	}
}
