package coordinator_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/play"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// otherScenarios are all but Attack on Dol Guldur, which startGame plays.
var otherScenarios = append([]string{"the-mountain-of-fire"}, standardScenarios...)

// unwinnable cannot be won at a table of its own: how long the stand lasts is what counts.
//
// Source: facts/game-facts.md, "1.3 Stages".
const unwinnable = "the-black-gate-opens"

// startScenario starts a game of a scenario with 1 to 4 players at each table, whose heroes are declared
// or, now and then, not.
func startScenario(t rapid.TB, scenario string, rng *rand.Rand) *log {
	t.Helper()
	l := newLog(t)
	open := openAlone(scenario)
	if sc, _ := rules.Lookup(scenario); len(sc.Parts) > 0 {
		open = openFire(group.Settings{})
	}
	open.Seed = rng.Uint64()
	if rng.IntN(3) == 0 {
		open.Difficulty = "easy"
	}
	n := 1 + rng.IntN(4)
	if sc, _ := rules.Lookup(scenario); sc.Saga && rng.IntN(4) == 0 {
		open.Settings.Campaign, n = sagaSoFar(), 1+rng.IntN(2) // an epic game of a campaign is for 2 to 4
	}
	open.Settings.BufferGarrison = rng.IntN(4) == 0
	l.do(organiser, open)
	for i, tb := range open.Tables {
		l.do(organiser, group.SeatPlayers{Seats: heroSeats(l.s.Plays(i), tb.ID, n, rng.IntN(4) > 0)})
		n = 1 + rng.IntN(n) // never more at Mount Doom
	}
	l.do(organiser, group.StartGroup{})
	return l
}

// sagaSoFar is what a campaign brings to its last scenarios.
func sagaSoFar() *group.Campaign {
	return &group.Campaign{
		Stream: "saga", Fallen: []string{"Boromir"},
		Facts: map[string]int{"corsair-fleet": 3, "black-gate": 4, "harad/mumak": 1, "harad/Haradrim": 2},
	}
}

// heroSeats seats n players with the hero of the Fellowship sphere that the scenario wants of the first
// one, and two of their own.
func heroSeats(sc rules.Scenario, table events.TableID, n int, declared bool) []group.Seat {
	out := seats(table, n)
	if !declared {
		return out
	}
	for i := range out {
		out[i].Threat = nil
		for k := range 2 {
			out[i].Heroes = append(out[i].Heroes, group.Hero{
				Title: fmt.Sprintf("Hero %d of %s", k+1, out[i].Player), Threat: 9, HitPoints: 4, Willpower: 2, Attack: 2, Defense: 2,
			})
		}
	}
	if !sc.Saga {
		out[0].Contract, out[0].OneRing, out[0].Ring = "Fellowship", true, out[0].Heroes[0].Title
		out[n-1].Heroes = append(out[n-1].Heroes, group.Hero{Title: "Sméagol", Threat: 3, HitPoints: 3, Willpower: 2, Attack: 2, Defense: 2})
	}
	switch sc.Fellowship {
	case rules.WithAragorn:
		out[0].Heroes = append(out[0].Heroes, group.Hero{Title: "Aragorn", Threat: 0, HitPoints: 5, Sphere: group.SphereFellowship, Traits: "Dúnedain. Noble.", Willpower: 3, Attack: 3, Defense: 3})
	case rules.WithRingBearer:
		out[0].Heroes = append(out[0].Heroes, group.Hero{Title: "Frodo Baggins", Threat: 0, HitPoints: 2, Sphere: group.SphereFellowship, Traits: "Hobbit. Ring-bearer.", Willpower: 2, Attack: 1, Defense: 2})
	}
	return out
}

// aims is how many of a hundred entries go for what wins, in most games; in some none does.
func aims(n uint64) int {
	if n == 0 {
		return 0
	}
	return 60
}

// Every scenario: random games with mistakes and officials come to an end, keep to the invariants after
// every commit, and are decided again to the same bytes.
func TestGamesOfEveryScenario(t *testing.T) {
	n := max(*games/60, 4)
	if testing.Short() {
		n = 4
	}
	var all sums
	t.Run("games", func(t *testing.T) {
		for _, scenario := range otherScenarios {
			t.Run(scenario, func(t *testing.T) {
				t.Parallel()
				playMany(t, scenario, n, &all)
			})
		}
	})
	t.Logf("%+v", all.seen)
	for what, n := range all.seen {
		if n == 0 && *games >= 600 && !testing.Short() {
			t.Errorf("no %s: the sums of conservation_test.go say nothing", what)
		}
	}
}

// playMany plays n games of a scenario.
func playMany(t *testing.T, scenario string, n int, all *sums) {
	t.Helper()
	won, lost, refused, commits := 0, 0, 0, 0
	at := uint64(0)
	defer func() {
		if t.Failed() {
			t.Logf("the generator of that game is PCG(%d, 311)", at)
		}
	}()
	for s := range uint64(n) {
		at = s
		rng := rand.New(rand.NewPCG(s, 311))
		l := startScenario(t, scenario, rng)
		refused += playBy(t, l, play.Players{Mistakes: 6, Officials: 2, LastRound: 7, Aims: aims(s % 4)}, rng, maxEntries)
		checkOver(t, l)
		checkHistory(t, l)
		if s%4 < 2 {
			checkReplay(t, l)
		}
		all.add(l)
		commits += len(l.commits)
		if l.s.Phase == coordinator.PhaseWon {
			won++
		} else {
			lost++
		}
	}
	if scenario != unwinnable && won == 0 && n >= 20 || lost == 0 && n >= 20 {
		t.Errorf("of %d games %d are won and %d lost: they do not reach what they should", n, won, lost)
	}
	t.Logf("%d games, %d commits, %d refusals: %d won, %d lost", n, commits, refused, won, lost)
}

// sums counts what has to come up in games, so that what has to add up there is not nothing.
type sums struct {
	mu   sync.Mutex // guards seen
	seen map[string]int
}

func (a *sums) add(l *log) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == nil {
		a.seen = map[string]int{"archery": 0, "successful quests": 0, "progress lost": 0, "cuts by Dire": 0, "eliminations by threat": 0, "withdrawals": 0}
	}
	for _, e := range l.all() {
		switch e := e.(type) {
		case lotr.ArcheryAssigned:
			a.seen["archery"]++
		case lotr.QuestResolved:
			if e.Outcome == "success" {
				a.seen["successful quests"]++
			}
		case lotr.ProgressLost:
			a.seen["progress lost"]++
		case lotr.ThreatChanged:
			if e.Cut > 0 {
				a.seen["cuts by Dire"]++
			}
		case lotr.PlayerEliminated:
			if e.Why == lotr.OutThreat {
				a.seen["eliminations by threat"]++
			}
		case group.EntryWithdrawn:
			a.seen["withdrawals"]++
		}
	}
}

// The same for the Mountain of Fire and any one scenario, shrunk to the least entries when it fails.
func TestPropertiesOfAnyOtherGame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(drawn{rt})
		l := startScenario(rt, rapid.SampledFrom(otherScenarios).Draw(rt, "scenario"), rng)
		people := play.Players{Mistakes: 8, Officials: 3, LastRound: 7, Aims: aims(rng.Uint64N(3))}
		playBy(rt, l, people, rng, 150)
		checkHistory(rt, l)
		checkReplay(rt, l)
	})
}

// otherEvents plays a game of every scenario and hands it to look.
func otherEvents(t *testing.T, look func(*log)) {
	t.Helper()
	for i, scenario := range otherScenarios {
		rng := rand.New(rand.NewPCG(uint64(i), 17))
		l := startScenario(t, scenario, rng)
		people := play.Players{Mistakes: 2, Officials: 4, LastRound: 9}
		for range 600 {
			if l.s.Over() {
				break
			}
			l.send(people.Next(l.s, rng))
		}
		look(l)
	}
}
