package runner_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
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
	do(t, s, events.Desk(gathering), organiser, desk.OpenGathering{Name: "Spring Cup"})
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

// Issue 4, "Must show" 4.
func TestTwoJudgesEnterDifferentResultsAtOnce_OneStandsTheOtherIsTold(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		services := []*runner.Service{service(open()), service(open())}
		id := openCup(t, services[0], "cup", swissOfThree)
		r := cupNow(t, services[0], id).Rounds[0]
		for _, table := range r.Tables {
			results := []tournament.Result{score(table.Seats, 2, 0), score(table.Seats, 1, 2)}
			errs := make([]error, 2)
			var wg sync.WaitGroup
			begin := make(chan struct{})
			for i, s := range services {
				c := command(t, judges[i], tournament.EnterResult{Round: 1, Table: table.N, Result: results[i]})
				wg.Go(func() {
					<-begin
					_, errs[i] = s.Do(t.Context(), id, c)
				})
			}
			close(begin)
			wg.Wait()
			won := 0
			if errs[0] != nil {
				won = 1
			}
			if errs[won] != nil {
				t.Fatalf("both were refused: %v", errs)
			}
			refusedWith(t, errs[1-won], decider.CodeStands)
			says := engine.AsRefusal(errs[1-won]).Says
			for _, want := range []string{"{" + string(judges[won].Person) + "}", "You entered"} {
				if !strings.Contains(says, want) {
					t.Errorf("the other is told %q, want %q in it", says, want)
				}
			}
			for _, s := range services {
				tab := cupNow(t, s, id).Rounds[0].Tables[table.N-1]
				if res, _ := tab.Result(); len(tab.Entries) != 1 || res.Lines[0].Games != results[won].Lines[0].Games {
					t.Errorf("table %d holds %+v", table.N, tab)
				}
			}
		}
		finishedOnce(t, open(), id)
	})
}

// Case 2 of shared/cases/README.md: two confirmations of one result.
func TestCase2_TwoConfirmationsOfOneResultInTheSameInstant_OneCounts(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		services := []*runner.Service{service(open()), service(open())}
		id := openCup(t, services[0], "cup", swissOfThree)
		r := cupNow(t, services[0], id).Rounds[0]
		for _, table := range r.Tables {
			phone := func(seat int) events.Actor {
				e := cupNow(t, services[0], id).Entrants[table.Seats[seat]-1]
				return events.Actor{Role: events.RoleCaptain, Group: id.Group, Person: e.Player}
			}
			do(t, services[0], id, phone(0), tournament.EnterResult{Round: 1, Table: table.N, Result: score(table.Seats, 2, 1)})
			confirm := tournament.ConfirmResult{Round: 1, Table: table.N, Entry: 1}
			errs := make([]error, 2)
			var wg sync.WaitGroup
			for i, c := range []events.Command{command(t, phone(1), confirm), command(t, judges[0], confirm)} {
				wg.Go(func() { _, errs[i] = services[i].Do(t.Context(), id, c) })
			}
			wg.Wait()
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("one confirmation counts, the other is told: %v", errs)
			}
			refused := errs[0]
			if refused == nil {
				refused = errs[1]
			}
			refusedWith(t, refused, decider.CodeNoEntry)
		}
		got := finishedOnce(t, open(), id)
		if n := got[tournament.ResultStands{}.EventType()]; n != len(r.Tables) {
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
