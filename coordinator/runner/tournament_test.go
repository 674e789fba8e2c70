package runner_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/events/vocabulary"
)

var judges = []events.Actor{{Role: events.RoleJudge, Person: "p-91"}, {Role: events.RoleJudge, Person: "p-92"}}

// openCup opens a tournament of eight and publishes its first round.
func openCup(t *testing.T, s runner.Doer, cup events.GroupID, r tournament.Rules) events.StreamID {
	t.Helper()
	if _, err := s.Do(t.Context(), events.Desk(gathering), command(t, organiser, desk.OpenGathering{Name: "Spring Cup"})); err != nil {
		refusedWith(t, err, "already-opened")
	}
	id := events.Tournament(gathering, cup)
	do(t, s, id, organiser, tournament.OpenTournament{Name: "Cup", Rules: r, Seed: 7})
	var all tournament.Register
	for _, p := range []events.PersonID{"p-1", "p-2", "p-3", "p-4", "p-5", "p-6", "p-7", "p-8"} {
		all.Entrants = append(all.Entrants, tournament.Entrant{Player: p})
	}
	do(t, s, id, organiser, all)
	do(t, s, id, organiser, tournament.StartTournament{})
	do(t, s, id, organiser, tournament.PairRound{Round: 1})
	do(t, s, id, organiser, tournament.PublishRound{Round: 1})
	return id
}

func cupNow(t *testing.T, s *runner.Service, id events.StreamID) decider.State {
	t.Helper()
	st, err := s.Tournament(t.Context(), id.Gathering, id.Group)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func score(seats []int, x, y int) tournament.Result {
	return tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{{Entrant: seats[0], Games: x}, {Entrant: seats[1], Games: y}}}
}

var swissOfThree = tournament.Rules{Format: tournament.FormatSwiss, Rounds: 3, SelfReport: true}

// meeting has commands of several servers meet: each has been decided before the first is stored.
type meeting struct {
	mu   sync.Mutex // guards the two below
	due  int        // how many are still to come; 0: nobody waits
	open chan struct{}
}

func (m *meeting) of(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.due, m.open = n, make(chan struct{})
}

func (m *meeting) wait() {
	m.mu.Lock()
	if m.due == 0 {
		m.mu.Unlock()
		return // decided again
	}
	if m.due--; m.due == 0 {
		close(m.open)
	}
	open := m.open
	m.mu.Unlock()
	<-open
}

// met is a store whose appends meet.
type met struct {
	store.Store
	at *meeting
}

func (m met) Append(ctx context.Context, want events.Head, d store.Draft) (store.Result, error) {
	m.at.wait()
	return m.Store.Append(ctx, want, d)
}

// atOnce sends commands through a server each, all decided before any is stored.
func (m *meeting) atOnce(t *testing.T, services []*runner.Service, id events.StreamID, cs ...events.Command) (answers []events.Answer, errs []error) {
	t.Helper()
	answers, errs = make([]events.Answer, len(cs)), make([]error, len(cs))
	m.of(len(cs))
	var wg sync.WaitGroup
	for i, c := range cs {
		wg.Go(func() { answers[i], errs[i] = services[i].Do(t.Context(), id, c) })
	}
	wg.Wait()
	return answers, errs
}

// cups runs a test on many tournaments, each with two servers whose commands can be made to meet.
func cups(t *testing.T, r tournament.Rules, n int, f func(t *testing.T, m *meeting, s []*runner.Service, id events.StreamID, again store.Store)) {
	t.Helper()
	each(t, func(t *testing.T, open func() store.Store) {
		m := &meeting{}
		services := []*runner.Service{service(met{open(), m}), service(met{open(), m})}
		for i := range n {
			id := openCup(t, services[0], events.GroupID(fmt.Sprintf("cup-%d", i)), r)
			f(t, m, services, id, open())
			checked(t, open(), id)
		}
	})
}

// Issue 4, "Must show" 4.
func TestTwoJudgesEnterDifferentResultsAtOnce_OneStandsTheOtherIsTold(t *testing.T) {
	cups(t, swissOfThree, 6, func(t *testing.T, m *meeting, services []*runner.Service, id events.StreamID, again store.Store) {
		for _, table := range cupNow(t, services[0], id).Rounds[0].Tables {
			results := []tournament.Result{score(table.Seats, 2, 0), score(table.Seats, 1, 2)}
			var cs []events.Command
			for i, r := range results {
				cs = append(cs, command(t, judges[i], tournament.EnterResult{Round: 1, Table: table.N, Result: r}))
			}
			answers, errs := m.atOnce(t, services, id, cs...)
			if errs[0] != nil || errs[1] != nil {
				t.Fatalf("table %d: %v", table.N, errs)
			}
			won := slices.IndexFunc(answers, func(a events.Answer) bool { return happened(a, tournament.ResultStands{}) })
			if won < 0 || happened(answers[1-won], tournament.ResultStands{}) || !happened(answers[1-won], tournament.ResultsConflict{}) {
				t.Fatalf("table %d: one stands and the other is told that they differ; the answers are %+v", table.N, answers)
			}
			for _, s := range append(services, service(again)) {
				tab := cupNow(t, s, id).Rounds[0].Tables[table.N-1]
				if len(tab.Entries) != 2 || tab.Stands != 1 || !tab.Conflict {
					t.Fatalf("table %d holds %+v, want both entries, and the first standing", table.N, tab)
				}
				for i, judge := range []int{won, 1 - won} {
					e := tab.Entries[i]
					if e.By != judges[judge].Person || e.Result.Lines[0].Games != results[judge].Lines[0].Games {
						t.Errorf("table %d: entry %d is %+v", table.N, e.Entry, e)
					}
				}
			}
		}
		finishedOnce(t, again, id)
	})
}

func happened(a events.Answer, e events.Payload) bool {
	return slices.Contains(a.Events, e.EventType())
}

// Where two persons have to agree neither stands, and both entries wait for the third.
func TestTwoJudgesWhoMustAgreeAndDoNot_BothWaitForAnother(t *testing.T) {
	rules := swissOfThree
	rules.TwoPersons = true
	cups(t, rules, 3, func(t *testing.T, m *meeting, services []*runner.Service, id events.StreamID, again store.Store) {
		for _, table := range cupNow(t, services[0], id).Rounds[0].Tables {
			answers, errs := m.atOnce(
				t, services, id,
				command(t, judges[0], tournament.EnterResult{Round: 1, Table: table.N, Result: score(table.Seats, 2, 0)}),
				command(t, judges[1], tournament.EnterResult{Round: 1, Table: table.N, Result: score(table.Seats, 1, 2)}),
			)
			if errs[0] != nil || errs[1] != nil {
				t.Fatalf("table %d: %v", table.N, errs)
			}
			if happened(answers[0], tournament.ResultsConflict{}) == happened(answers[1], tournament.ResultsConflict{}) {
				t.Fatalf("table %d: one of them is told that they differ; the answers are %+v", table.N, answers)
			}
			tab := cupNow(t, service(again), id).Rounds[0].Tables[table.N-1]
			if len(tab.Entries) != 2 || tab.Stands != 0 || !tab.Conflict {
				t.Fatalf("table %d holds %+v, want both entries and neither standing", table.N, tab)
			}
			do(t, services[1], id, organiserNamed, tournament.ConfirmResult{Round: 1, Table: table.N, Entry: 2})
		}
		finishedOnce(t, again, id)
	})
}

var organiserNamed = events.Actor{Role: events.RoleOrganiser, Person: "p-93"}

// Case 2 of shared/cases/README.md: two confirmations of one result.
func TestCase2_TwoConfirmationsOfOneResultInTheSameInstant_OneCounts(t *testing.T) {
	cups(t, swissOfThree, 6, func(t *testing.T, m *meeting, services []*runner.Service, id events.StreamID, again store.Store) {
		r := cupNow(t, services[0], id).Rounds[0]
		for _, table := range r.Tables {
			phone := func(seat int) events.Actor {
				e := cupNow(t, services[0], id).Entrants[table.Seats[seat]-1]
				return events.Actor{Role: events.RoleCaptain, Group: id.Group, Person: e.Player}
			}
			do(t, services[0], id, phone(0), tournament.EnterResult{Round: 1, Table: table.N, Result: score(table.Seats, 2, 1)})
			confirm := tournament.ConfirmResult{Round: 1, Table: table.N, Entry: 1}
			_, errs := m.atOnce(t, services, id, command(t, phone(1), confirm), command(t, judges[0], confirm))
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("one confirmation counts, the other is told: %v", errs)
			}
			refused := errs[0]
			if refused == nil {
				refused = errs[1]
			}
			refusedWith(t, refused, decider.CodeNoEntry)
		}
		if n := finishedOnce(t, again, id)[tournament.ResultStands{}.EventType()]; n != len(r.Tables) {
			t.Errorf("%d results stand, want %d", n, len(r.Tables))
		}
	})
}

// finishedOnce checks that round 1 was finished once and that the log decides the same again.
func finishedOnce(t *testing.T, st store.Store, id events.StreamID) map[string]int {
	t.Helper()
	got := count(recorded(t, st, id))
	if n := got[tournament.RoundFinished{}.EventType()]; n != 1 {
		t.Errorf("round 1 was finished %d times", n)
	}
	checked(t, st, id)
	return got
}

// Issue 4, "Must show" 5, as far as the log goes: another server knows clocks, pairings and half-entered
// results.
func TestATournamentIsAsBeforeAfterARestart(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		s := service(open())
		id := openCup(t, s, "cup", swissOfThree)
		before := cupNow(t, s, id)
		seats := before.Rounds[0].Tables[0].Seats
		who := events.Actor{Role: events.RoleCaptain, Group: id.Group, Person: before.Entrants[seats[0]-1].Player}
		do(t, s, id, organiser, tournament.StartRound{Round: 1, At: 1_796_040_000_000, Minutes: 50})
		do(t, s, id, judges[0], tournament.ExtendClock{Round: 1, Table: 2, Seconds: 300})
		do(t, s, id, who, tournament.EnterResult{Round: 1, Table: 1, Result: score(seats, 2, 1)})
		was, is := cupNow(t, s, id).Rounds[0], cupNow(t, service(open()), id).Rounds[0]
		for n := range is.Tables {
			a, _ := was.Due(n + 1)
			b, ok := is.Due(n + 1)
			if a != b || !ok {
				t.Errorf("table %d is due at %d, before the restart at %d", n+1, b, a)
			}
		}
		if e, ok := is.Tables[0].Pending(); !ok || e.Entry != 1 {
			t.Error("the report that waits is gone")
		}
		re, err := runner.Replay(t.Context(), open(), vocabulary.All(), id, 0)
		if err != nil || re.Tournament == nil || len(re.Tournament.Rounds) != 1 {
			t.Errorf("a replay gives %+v, %v", re, err)
		}
	})
}

func TestATournamentPreviewsWhatItIsAsked(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		s := service(open())
		id := openCup(t, s, "cup", swissOfThree)
		seats := cupNow(t, s, id).Rounds[0].Tables[0].Seats
		do(t, s, id, judges[0], tournament.EnterResult{Round: 1, Table: 1, Result: score(seats, 2, 1)})
		body := tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Result: score(seats, 1, 2), Reason: "turned"}
		says, err := s.PreviewTournament(t.Context(), id, command(t, judges[0], body))
		if err != nil || says.Ack == "" || len(says.Says) == 0 {
			t.Fatalf("the preview is %+v, %v", says, err)
		}
		if n := len(recorded(t, open(), id)); n != 6 {
			t.Errorf("a preview wrote something: %d commits", n)
		}
		body.Ack = says.Ack
		do(t, s, id, judges[0], body)
		_, err = s.PreviewTournament(t.Context(), id, command(t, judges[0], body))
		refusedWith(t, err, decider.CodeStands)
	})
}
