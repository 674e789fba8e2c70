package tournament_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/tournament"
)

// notices keeps every notice once, as a screen does that was told of every commit.
type notices struct {
	key  string
	says []string
}

func (n *notices) see(is tournament.Notice) {
	if is.Key != n.key {
		n.key = is.Key
		n.says = append(n.says, is.Says)
	}
}

func TestNoticesOfARoundComeOnceEach(t *testing.T) {
	c := newCup(t, swiss, 4)
	var hall notices
	phones := map[int]*notices{1: {}, 2: {}, 3: {}, 4: {}}
	look := func() {
		t.Helper()
		v := c.view(false)
		hall.see(v.Notice())
		for n, phone := range phones {
			m, ok := tournament.MineOf(c.kept, person(n))
			if !ok {
				t.Fatalf("%d is not in it", n)
			}
			phone.see(m.Notice(v))
		}
	}
	step := func(actor events.Actor, b events.CommandBody) {
		t.Helper()
		c.do(actor, b)
		look()
	}
	look()
	step(organiser, log.StartTournament{})
	step(organiser, log.PairRound{Round: 1}) // not published: nobody sees it
	if len(hall.says) != 0 {
		t.Fatalf("before it is published the hall sees %q", hall.says)
	}
	step(organiser, log.PublishRound{Round: 1})
	step(organiser, log.StartRound{Round: 1, At: 1_000_000})
	step(organiser, log.PauseClock{Round: 1, At: 1_100_000, Reason: "fire alarm"})
	step(organiser, log.ResumeClock{Round: 1, At: 1_200_000})
	r, _ := c.state.Round(1)
	first, second := r.Tables[0], r.Tables[1]
	a, b := first.Seats[0], first.Seats[1]
	step(phone(a), log.EnterResult{Round: 1, Table: 1, Result: c.won(1, 1, 0)})
	step(phone(b), log.ConfirmResult{Round: 1, Table: 1, Entry: 1})
	step(judge, log.CallTime{Round: 1, At: 9_000_000})
	step(judge, log.EnterResult{Round: 1, Table: 2, Result: c.won(1, 2, 0)})
	step(organiser, log.EndTournament{})
	step(organiser, log.FinaliseTournament{})

	want := []string{
		"Round 1 is paired: find your table", "The round has begun", "The round is paused: fire alarm", "The round goes on",
		"Time is up in round 1", "Round 1 is over",
	}
	if have := hall.says; len(have) != len(want)+2 || !slices.Equal(have[:len(want)], want) || !strings.HasPrefix(have[len(want)], "The last round is over: ") || !strings.HasPrefix(have[len(want)+1], "The standings are final: ") {
		t.Errorf("the hall sees %q", have)
	}
	against := "table 1 against {" + string(person(a)) + "}"
	wantB := []string{
		"Round 1: " + against, "The round has begun: " + against, "The round is paused: fire alarm", "The round goes on: " + against,
		"A result was entered for you: confirm it", "The result of your table is in", "Round 1 is over", "The last round is over", "The standings are final: you have place ",
	}
	if have := phones[b].says; len(have) != len(wantB) || !slices.Equal(have[:8], wantB[:8]) || !strings.HasPrefix(have[8], wantB[8]) {
		t.Errorf("the phone of the other side sees %q, want %q", have, wantB)
	}
	if have := phones[second.Seats[0]].says; !slices.Contains(have, "Time is up: enter the result as it stands") || slices.Contains(have, "A result was entered for you: confirm it") {
		t.Errorf("a phone of the other table sees %q", have)
	}
}

// What is published differently is new; what happens elsewhere is not; while the standings are frozen the
// hall sees nothing new.
func TestNoticesOfWhatIsPublishedDifferently(t *testing.T) {
	c := newCup(t, swiss, 5)
	c.do(organiser, log.StartTournament{})
	c.do(organiser, log.PairRound{Round: 1})
	c.do(organiser, log.PublishRound{Round: 1})
	r, _ := c.state.Round(1)
	mine := func(n int) tournament.Notice {
		t.Helper()
		m, _ := tournament.MineOf(c.kept, person(n))
		return m.Notice(c.view(false))
	}
	bye := r.Byes[0].Entrant
	if says := mine(bye).Says; says != "Round 1: you have a bye" {
		t.Errorf("who has a bye sees %q", says)
	}
	stays, moves := r.Tables[0].Seats[0], r.Tables[0].Seats[1]
	hall, own, other := c.view(false).Notice(), mine(stays), mine(r.Tables[1].Seats[0])
	c.acked(judge, func(ack string) events.CommandBody {
		return log.ChangePairing{Round: 1, Tables: []log.Seating{{Table: 1, Entrants: []int{stays, bye}}}, Byes: []log.Bye{{Entrant: moves, Kind: log.ByePairing}}, Reason: "late", Ack: ack}
	})
	if c.view(false).Notice().Key == hall.Key || mine(stays).Key == own.Key || !strings.Contains(mine(stays).Says, string(person(bye))) {
		t.Errorf("after the change: %+v, %+v", c.view(false).Notice(), mine(stays))
	}
	if mine(r.Tables[1].Seats[0]) != other {
		t.Errorf("the other table sees %+v, before %+v", mine(r.Tables[1].Seats[0]), other)
	}
	c.do(organiser, log.StartRound{Round: 1, At: 1})
	c.do(organiser, log.FreezeStandings{})
	frozen := c.view(false).Notice()
	c.finish(1)
	c.do(organiser, log.EndTournament{})
	if c.view(false).Notice() != frozen {
		t.Errorf("while frozen the hall sees %+v, before %+v", c.view(false).Notice(), frozen)
	}
	c.do(organiser, log.ThawStandings{})
	if c.view(false).Notice().Key != "ended" {
		t.Errorf("after the thaw %+v", c.view(false).Notice())
	}
}
