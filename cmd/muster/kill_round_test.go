package main_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
	cup "github.com/muster-events/muster/projections/tournament"
)

const (
	killedStore events.GatheringID = "store"
	killedCup   events.GroupID     = "cup"
)

// evening is a tournament on the real program, with an organiser who has said her name and a phone for each
// player.
type evening struct {
	t      *testing.T
	boss   *client.Client
	phones map[events.PersonID]*client.Client
	at     events.Position // of the last entry that was acknowledged
}

// give sends commands as somebody, each to be accepted.
func (e *evening) give(who *client.Client, bodies ...events.CommandBody) {
	e.t.Helper()
	for _, body := range bodies {
		r, err := who.SendTournament(e.t.Context(), killedStore, killedCup, client.Command{ID: events.CommandID(uuid.NewString()), Body: body})
		if err != nil || r.Refused != nil {
			e.t.Fatalf("%s: %v %+v", body.CommandType(), err, r.Refused)
		}
		e.at = r.Answers[0].Position
	}
}

// shown is what officials see.
func (e *evening) shown() cup.View {
	e.t.Helper()
	v, err := e.boss.Tournament(e.t.Context(), killedStore, killedCup, true, e.at)
	if err != nil {
		e.t.Fatal(err)
	}
	return v
}

func (e *evening) own(p events.PersonID) cup.Mine {
	e.t.Helper()
	m, err := e.phones[p].OwnEntry(e.t.Context(), killedStore, killedCup, e.at)
	if err != nil {
		e.t.Fatal(err)
	}
	return m
}

// called waits until time was called at tables of the round, and returns which.
func (e *evening) called(tables ...int) {
	e.t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	var got []int
	for end := time.After(apptest.Patience); !slices.Equal(got, tables); {
		select {
		case <-tick.C:
		case <-end:
			e.t.Fatalf("time was called at tables %v, want %v", got, tables)
		}
		got = nil
		for _, t := range e.shown().Rounds[0].Tables {
			if t.Called {
				got = append(got, t.N)
			}
		}
	}
}

// newEvening has six phones enter and publishes the first round.
func newEvening(t *testing.T, url string) *evening {
	t.Helper()
	e := &evening{t: t, boss: client.New(url, nil), phones: map[events.PersonID]*client.Client{}}
	if err := e.boss.LoginAs(t.Context(), organiserKey, "Olga"); err != nil {
		t.Fatal(err)
	}
	if err := e.boss.OpenGathering(t.Context(), killedStore, "Store", group.Settings{}); err != nil {
		t.Fatal(err)
	}
	e.give(e.boss, tournament.OpenTournament{Name: "Cup", Rules: tournament.Rules{Format: tournament.FormatSwiss, Rounds: 2, SelfReport: true}, Seed: 7})
	e.shown() // phones come after the tournament can be seen
	for i := range 6 {
		phone := client.New(url, nil)
		s, err := phone.EnterTournament(t.Context(), killedStore, killedCup, events.CommandID(uuid.NewString()), fmt.Sprintf("Player %c", 'A'+i))
		if err != nil {
			t.Fatal(err)
		}
		e.phones[s.Person] = phone
	}
	e.give(e.boss, tournament.StartTournament{}, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1})
	return e
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Issue 4, "Must show" 5: the program is killed in the middle of a round and started again. Clocks, pairings
// and half-entered results are as before, every phone goes on, and the time is called when it is due: also
// one that came while nothing ran.
func TestARestartInTheMiddleOfARoundChangesNothing(t *testing.T) {
	dir, addr := t.TempDir(), freeAddress(t)
	p, _ := serve(t, dir, addr)
	e := newEvening(t, p.url)
	seats := e.shown().Rounds[0].Tables[0].Seats
	first, second := e.phones[seats[0].Player], e.phones[seats[1].Player]
	e.give(
		e.boss, tournament.StartRound{Round: 1, At: tournament.Moment(time.Now().UnixMilli()), Minutes: 50},
		tournament.ExtendClock{Round: 1, Table: 3, Seconds: 300, Reason: "a ruling took long"},
	)
	e.give(first, tournament.EnterResult{Round: 1, Table: 1, Result: tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{{Entrant: seats[0].Entrant, Games: 2}, {Entrant: seats[1].Entrant, Games: 1}}}})
	desk, phone := text(t, e.shown()), text(t, e.own(seats[1].Player))

	p.kill()
	p, _ = serve(t, dir, addr)
	if got := text(t, e.shown()); got != desk {
		t.Errorf("after the restart the desk shows\n%s\nwant\n%s", got, desk)
	}
	if got := text(t, e.own(seats[1].Player)); got != phone {
		t.Errorf("after the restart the phone shows\n%s\nwant\n%s", got, phone)
	}
	if r := e.shown().Rounds[0]; !r.Clock.Running() || r.Tables[2].Extra != 300 || r.Tables[0].State != cup.TableEntered {
		t.Fatalf("the round was not in its middle: %+v", r)
	}
	e.give(second, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}) // what was half entered is entered whole

	// A timer that was set before the program is killed fires after the next start.
	left := int(time.Until(e.shown().Rounds[0].Ends()) / time.Second)
	e.give(e.boss, tournament.ExtendClock{Round: 1, Seconds: 2 - left, Reason: "time flies in tests"})
	p.kill()
	p, _ = serve(t, dir, addr)
	e.called(2)

	// One whose moment comes while nothing runs fires at the start.
	more := int(time.Until(e.shown().Rounds[0].Ends().Add(300*time.Second)) / time.Second)
	e.give(e.boss, tournament.ExtendClock{Round: 1, Table: 3, Seconds: 2 - more})
	r := e.shown().Rounds[0]
	p.kill()
	<-time.After(time.Until(r.Ends().Add(time.Duration(r.Tables[2].Extra) * time.Second)))
	serve(t, dir, addr)
	e.called(2, 3)
	if r = e.shown().Rounds[0]; r.Tables[0].Called || r.Tables[0].State != cup.TableStands {
		t.Errorf("table 1 was done: %+v", r.Tables[0])
	}
}
