package coordinator_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/play"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

var (
	games = flag.Int("games", 600, "random games that TestNobodyReachesTheNextRoundEarly plays, a tenth with -short, and a sixtieth of them in every other scenario; more for a longer run")
	seed  = flag.Uint64("seed", 1, "of the first of these games; a failure prints the one to give here with -games 1")
)

// maxEntries is far more than a game needs.
const maxEntries = 4000

// Must show 4: random interleavings of three tables, with mistakes and officials, over thousands of
// games; the invariants are looked at after every commit (newLog's record).
func TestNobodyReachesTheNextRoundEarly(t *testing.T) {
	n := *games
	if testing.Short() {
		n /= 10
	}
	var sum tally
	t.Run("shards", func(t *testing.T) {
		for shard := range uint64(4) {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for s := *seed + shard; s < *seed+uint64(n); s += 4 {
					playOne(t, s, &sum)
				}
			})
		}
	})
	t.Logf("%d games, %d commits, %d refusals: %d won, %d lost", n, sum.commits, sum.refused, sum.won, sum.lost)
	if n >= 100 && !t.Failed() && (sum.won == 0 || sum.lost == 0 || sum.refused == 0) {
		t.Errorf("the games do not reach what they should: %+v", &sum)
	}
}

// tally adds up what the games were like.
type tally struct {
	mu                          sync.Mutex // guards the rest
	commits, refused, won, lost int
}

func playOne(t *testing.T, s uint64, sum *tally) {
	defer func() {
		if t.Failed() {
			t.Logf("give -seed %d -games 1", s)
		}
	}()
	rng := rand.New(rand.NewPCG(s, 99))
	l := startGame(t, rng, s)
	refused := playOn(t, l, rng, maxEntries)
	checkOver(t, l)
	checkHistory(t, l)
	if s%8 == 0 {
		checkReplay(t, l)
	}
	sum.mu.Lock()
	defer sum.mu.Unlock()
	sum.commits += len(l.commits)
	sum.refused += refused
	if l.s.Phase == coordinator.PhaseWon {
		sum.won++
	} else {
		sum.lost++
	}
}

// startGame starts a game; which mode and settings it has depends on s.
func startGame(t rapid.TB, rng *rand.Rand, s uint64) *log {
	t.Helper()
	l := newLog(t)
	open := openEpic(group.Settings{MayStay: s%5 == 0})
	if s%3 == 0 {
		open.Settings.WinCheck = group.WinStrict
	}
	if s%7 == 0 {
		open.Mode, open.Tables = "standard", epicTables[:1]
	}
	open.Seed = s
	l.do(organiser, open)
	for _, tb := range open.Tables {
		l.do(organiser, group.SeatPlayers{Seats: seats(tb.ID, 1+rng.IntN(4))})
	}
	l.do(organiser, group.StartGroup{})
	return l
}

// playOn plays a game on for up to n entries and returns how many of them were refused.
func playOn(t rapid.TB, l *log, rng *rand.Rand, n int) int {
	t.Helper()
	return playBy(t, l, play.Players{Mistakes: 8, Officials: 3, LastRound: 7}, rng, n)
}

// playBy is playOn with people of one's own.
func playBy(t rapid.TB, l *log, people play.Players, rng *rand.Rand, n int) int {
	t.Helper()
	refused := 0
	for i := 0; i < n && !l.s.Over(); i++ {
		a, b := people.Next(l.s, rng)
		if b == nil {
			t.Fatalf("I10: nobody has anything to enter: %v", l.s.Words())
		}
		if _, no := l.send(a, b); no != nil {
			refused++
		}
	}
	return refused
}

// checkOver: I9, after the end only corrections are accepted.
func checkOver(t rapid.TB, l *log) {
	t.Helper()
	if !l.s.Over() {
		t.Fatalf("I10: the game does not end: %v", l.s.Words())
	}
	for _, b := range []events.CommandBody{
		group.EndRound{Table: l.s.Tables[0].ID, Round: l.s.Round},
		group.Pause{Reason: "x"},
		group.PostNotice{Text: "x"},
		group.AdmitPlayer{Seat: group.Seat{Player: "z", Table: l.s.Tables[0].ID}, Reason: "x"},
	} {
		l.refused(organiser, b, coordinator.CodeOver)
	}
}

// checkHistory looks at the events themselves: I1, rounds start one after the other and only after
// every table has ended the one before; I2, steps are resolved once, in rising order; I3, the city
// strength is what its changes say.
func checkHistory(t rapid.TB, l *log) {
	t.Helper()
	round, city := 0, 0
	ended := map[events.TableID]int{}
	var orders map[string]int
	last := 0
	for _, e := range l.all() {
		switch e := e.(type) {
		case group.TableEndedRound:
			if e.Round != round || ended[e.Table] >= round {
				t.Fatalf("I1: %s ended round %d in round %d after %d", e.Table, e.Round, round, ended[e.Table])
			}
			ended[e.Table] = e.Round
		case group.RoundEnded:
			orders, last = map[string]int{}, 0
			for _, st := range e.Steps {
				orders[st.ID] = st.Order
			}
		case group.StepsAdded:
			for _, st := range e.Steps {
				orders[st.ID] = st.Order
			}
		case group.StepResolved:
			order, known := orders[e.Step]
			if !known || order < last {
				t.Fatalf("I2: step %s (order %d) resolved after order %d, or twice", e.Step, order, last)
			}
			last = order
			delete(orders, e.Step)
		case group.RoundStarted:
			if e.Round != round+1 || len(orders) > 0 {
				t.Fatalf("I1: round %d started after round %d with steps left: %v", e.Round, round, orders)
			}
			for id := range ended {
				if ended[id] != round {
					t.Fatalf("I1: round %d started, %s ended round %d", e.Round, id, ended[id])
				}
			}
			if round > 0 && len(ended) != len(l.s.Tables) {
				t.Fatalf("I1: round %d started, only %d tables had ended round %d", e.Round, len(ended), round)
			}
			round = e.Round
		default:
			city = cityAfter(t, e, city)
		}
	}
	if city != l.s.City {
		t.Fatalf("I3: city strength %d, its events say %d", l.s.City, city)
	}
}

// checkReplay: I12, folding the log again gives the same state, byte for byte; and every command
// decided again gives the same events.
func checkReplay(t rapid.TB, l *log) {
	t.Helper()
	s := coordinator.Initial()
	for _, c := range l.commits {
		asked := must(coordinator.Asked(catalogue, events.Group("spring", evening), c.Command))(t)
		made, err := coordinator.Decide(s, asked)
		if err != nil {
			t.Fatalf("version %d decided again: %v", c.Version, err)
		}
		got := must(json.Marshal(must(events.EncodeAll(made))(t)))(t)
		want := must(json.Marshal(must(events.EncodeAll(c.Events))(t)))(t)
		if !bytes.Equal(got, want) {
			t.Fatalf("version %d decided again:\ngot  %s\nwant %s", c.Version, got, want)
		}
		s = coordinator.Apply(s, c)
		if v, ok := s.Seen(c.Command.ID); !ok || v != c.Version {
			t.Fatalf("command of version %d is not remembered", c.Version)
		}
	}
	if got := summaryOf(t, s); !bytes.Equal(got, l.summary()) {
		t.Fatalf("I12: replayed state\n%s\nlive state\n%s", got, l.summary())
	}
}

// drawn is a source of random words that rapid can shrink.
type drawn struct{ t *rapid.T }

func (d drawn) Uint64() uint64 { return rapid.Uint64().Draw(d.t, "") }

func TestPropertiesOfAnyGame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(drawn{rt})
		l := startGame(rt, rng, rapid.Uint64Range(1, 100).Draw(rt, "settings"))
		playOn(rt, l, rng, 150)
		checkHistory(rt, l)
		checkReplay(rt, l)
	})
}

func cityAfter(t rapid.TB, e events.Payload, city int) int {
	check := func(from, strength, want int) int {
		if from != city || strength != want || strength < 0 {
			t.Fatalf("I3: at strength %d: %+v, want strength %d", city, e, want)
		}
		return strength
	}
	switch e := e.(type) {
	case lotr.CityStrengthSet:
		return e.Strength
	case lotr.CityStrengthRaised:
		return check(e.From, e.Strength, city+e.By)
	case lotr.CityStrengthReduced:
		sum := 0
		for _, s := range e.Shares {
			sum += s.Siege
		}
		if len(e.Shares) > 0 && sum != e.By {
			t.Fatalf("the shares add up to %d: %+v", sum, e)
		}
		return check(e.From, e.Strength, max(0, city-e.By))
	case lotr.CityStrengthRestated:
		return check(e.From, e.Strength, e.Strength)
	}
	return city
}
