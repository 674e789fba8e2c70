package tournament_test

import (
	"slices"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events/tournament"
)

const (
	second tournament.Moment = 1000
	minute                   = 60 * second
	noon   tournament.Moment = 1_796_040_000_000
)

func clocked(t *testing.T) *cup {
	t.Helper()
	r := swiss
	r.Minutes = 50
	c := newCup(t, r, 6)
	c.start()
	return c
}

func due(t *testing.T, c *cup, table int, want tournament.Moment) {
	t.Helper()
	got, ok := c.round().Due(table)
	if !ok || got != want {
		t.Errorf("table %d is due at %d (%v), want %d", table, got-noon, ok, want-noon)
	}
}

func TestTheClockIsDataAndReadsNoClock(t *testing.T) {
	c := clocked(t)
	c.refused(program, tournament.CallTime{Round: 1, At: noon}, decider.CodeClock, "not started")
	c.do(organiser, tournament.StartRound{Round: 1, At: noon})
	due(t, c, 1, noon+50*minute)
	c.do(ana, tournament.ExtendClock{Round: 1, Table: 2, Seconds: 300, Reason: "a ruling took long"})
	due(t, c, 1, noon+50*minute)
	due(t, c, 2, noon+55*minute)

	c.do(ana, tournament.PauseClock{Round: 1, At: noon + 10*minute, Reason: "fire alarm"})
	if _, ok := c.round().Due(1); ok {
		t.Error("a clock that stands still is due")
	}
	if left, _ := c.round().Left(1, noon+30*minute); left != 40*minute {
		t.Errorf("%d ms are left while it stands still, want 40 minutes", left)
	}
	c.refused(program, tournament.CallTime{Round: 1, At: noon + 50*minute}, decider.CodeNotDue, "stands still")
	c.do(ana, tournament.ResumeClock{Round: 1, At: noon + 25*minute})
	due(t, c, 1, noon+65*minute)
	if at, _ := c.round().NextDue(); at != noon+65*minute {
		t.Errorf("the next timer is for %d", at-noon)
	}
	// A timer that was set before the pause comes too early.
	c.refused(program, tournament.CallTime{Round: 1, At: noon + 50*minute}, decider.CodeNotDue)
	c.win(c.table(1, 3).Seats[0])
	made := c.do(program, tournament.CallTime{Round: 1, At: noon + 65*minute})
	if got := made[0].(tournament.TimeCalled).Tables; !slices.Equal(got, []int{1}) {
		t.Errorf("time was called at tables %v: 2 has more, 3 is done", got)
	}
	c.refused(program, tournament.CallTime{Round: 1, At: noon + 66*minute}, decider.CodeNotDue)
	if at, _ := c.round().NextDue(); at != noon+70*minute {
		t.Errorf("the next timer is for %d, want table 2's", at-noon)
	}
	c.do(program, tournament.CallTime{Round: 1, Table: 2, At: noon + 70*minute})
	if _, ok := c.round().NextDue(); ok {
		t.Error("a timer is left")
	}
	c.same()
}

func TestATableThatIsGivenMoreTimeAfterTheCallPlaysOn(t *testing.T) {
	c := clocked(t)
	c.do(organiser, tournament.StartRound{Round: 1, At: noon, Minutes: 10})
	c.do(program, tournament.CallTime{Round: 1, At: noon + 10*minute})
	c.do(ana, tournament.ExtendClock{Round: 1, Table: 1, Seconds: 120})
	due(t, c, 1, noon+12*minute)
	c.do(ana, tournament.ExtendClock{Round: 1, Seconds: 60})
	due(t, c, 1, noon+13*minute)
	due(t, c, 2, noon+11*minute)
	// What one table was given can be taken away again, also of what is left after less for all.
	c.do(ana, tournament.ExtendClock{Round: 1, Seconds: -659})
	c.do(ana, tournament.ExtendClock{Round: 1, Table: 1, Seconds: -121})
	due(t, c, 1, noon)
	c.refused(ana, tournament.ExtendClock{Round: 1, Table: 1, Seconds: -2}, "malformed", "1 seconds in all")
	c.same()
}

func TestWhatTheClockRefuses(t *testing.T) {
	c := clocked(t)
	c.do(organiser, tournament.StartRound{Round: 1, At: noon})
	c.refused(organiser, tournament.StartRound{Round: 1, At: noon}, decider.CodeClock)
	c.refused(organiser, tournament.ResumeClock{Round: 1, At: noon}, decider.CodeClock, "runs")
	c.refused(organiser, tournament.ExtendClock{Round: 1, Seconds: 0}, "malformed")
	c.refused(organiser, tournament.ExtendClock{Round: 1, Seconds: -3001}, "malformed")
	c.refused(organiser, tournament.ExtendClock{Round: 1, Table: 4, Seconds: 60}, decider.CodeTable)
	c.refused(organiser, tournament.PauseClock{Round: 1}, "malformed", "no time")
	c.refused(organiser, tournament.PauseClock{Round: 2, At: noon}, decider.CodeRound)
	c.firstsWin()
	c.refused(organiser, tournament.PauseClock{Round: 1, At: noon}, decider.CodeClock, "over")
}
