package tournament_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-events/muster/engine/exact"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Random tournaments of all formats, with everything that people do to them, keep the invariants after
// every commit, and a replay gives the same tournament.
func TestRandomTournamentsKeepTheInvariants(t *testing.T) {
	seeds := 24
	if testing.Short() {
		seeds = 6
	}
	played := map[string]int{}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWorld(t, uint64(seed))
			w.play(120)
			w.c.same()
			for _, r := range w.c.s.Rounds {
				if r.Finished {
					played[w.c.s.Rules.Format]++
				}
			}
		})
	}
	for _, f := range []string{
		tournament.FormatSwiss, tournament.FormatRoundRobin, tournament.FormatSingle, tournament.FormatDouble,
		tournament.FormatSwissCut, tournament.FormatPods,
	} {
		if played[f] == 0 {
			t.Errorf("no round of a %s was finished: nothing was tested", f)
		}
	}
}

// world is a tournament with people who do what comes into their heads.
type world struct {
	c      *cup
	r      *rand.Rand
	people int
	frozen string // the public view when the standings were frozen
}

func newWorld(t *testing.T, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 3))
	formats := []string{
		tournament.FormatSwiss, tournament.FormatRoundRobin, tournament.FormatSingle, tournament.FormatDouble,
		tournament.FormatSwissCut, tournament.FormatPods,
	}
	x := tournament.Rules{Format: formats[seed%6], SelfReport: r.IntN(2) == 0, TwoPersons: r.IntN(3) == 0, CheckIn: r.IntN(4) == 0, Minutes: 50}
	switch x.Format {
	case tournament.FormatSwissCut:
		x.Cut, x.Rounds, x.LateUntil = 4, 3, 2
	case tournament.FormatSwiss:
		x.LateUntil, x.LatePoints = 4, "1"
	case tournament.FormatPods:
		x.Rounds = 3
	case tournament.FormatSingle:
		x.ThirdPlace = r.IntN(2) == 0
	}
	if r.IntN(2) == 0 {
		x.Sides = []string{"Free Peoples", "Shadow"}
	}
	n := 6 + r.IntN(9)
	if x.Format == tournament.FormatRoundRobin {
		n = 4 + r.IntN(4)
	}
	w := &world{c: newCup(t, x, n), r: r, people: n}
	if x.CheckIn {
		for i := range n {
			w.c.do(organiser, tournament.CheckIn{Entrant: i + 1})
		}
	}
	w.c.do(organiser, tournament.StartTournament{})
	return w
}

func (w *world) play(steps int) {
	for range steps {
		actor, body := w.next()
		w.try(actor, body)
	}
	for range 40 { // to its end
		if r, ok := w.c.s.Round(len(w.c.s.Rounds)); ok && !r.Finished {
			w.finish(r)
			continue
		}
		if _, left := w.c.s.Next(); !left {
			break
		}
		w.try(organiser, tournament.PairRound{Round: len(w.c.s.Rounds) + 1})
	}
	w.try(organiser, tournament.EndTournament{})
	w.try(organiser, tournament.ThawStandings{})
	w.try(organiser, tournament.FinaliseTournament{})
}

// finish publishes a round and settles its tables.
func (w *world) finish(r rules.Round) {
	w.try(organiser, tournament.PublishRound{Round: r.N})
	for _, n := range r.Open() {
		t := r.Tables[n-1]
		res := w.winner(t)
		w.try(ana, tournament.EnterResult{Round: r.N, Table: n, Result: res})
		w.settle(r.N, n)
	}
}

// settle has another judge confirm what waits.
func (w *world) settle(round, table int) {
	t := w.c.table(round, table)
	if e, ok := t.Pending(); ok {
		w.try(bo, tournament.ConfirmResult{Round: round, Table: table, Entry: e.Entry})
		w.try(ana, tournament.ConfirmResult{Round: round, Table: table, Entry: e.Entry})
	}
}

// try gives a command, acknowledged if that is asked for, and looks at the invariants if it is taken.
func (w *world) try(actor events.Actor, body events.CommandBody) {
	w.c.t.Helper()
	made, err := w.c.try(actor, body)
	if err != nil {
		if body, made, err = w.again(actor, body); err != nil {
			return
		}
	}
	for _, e := range made {
		switch e.(type) {
		case tournament.StandingsFrozen:
			w.frozen = w.public()
		case tournament.StandingsThawed:
			w.frozen = ""
		}
	}
	w.check(body)
}

func (w *world) public() string {
	b, err := json.Marshal(w.c.s.Public())
	if err != nil {
		w.c.t.Fatal(err)
	}
	return string(b)
}

// again gives a command once more that needs its preview.
func (w *world) again(actor events.Actor, body events.CommandBody) (events.CommandBody, []events.Payload, error) {
	says, err := preview(w.c, actor, body)
	if err != nil || says.Ack == "" {
		return body, nil, fmt.Errorf("refused")
	}
	body = withAck(w.c.t, body, says.Ack)
	made, err := w.c.try(actor, body)
	return body, made, err
}

// check holds the tournament against its invariants.
func (w *world) check(after events.CommandBody) {
	t := w.c.t
	t.Helper()
	s := w.c.s
	if w.frozen != "" && w.public() != w.frozen {
		t.Fatalf("%s shows while the standings are frozen", after.CommandType())
	}
	byes := map[int]int{}
	for _, r := range s.Rounds {
		place := map[int]string{}
		sit := func(n int, where string) {
			if place[n] != "" {
				t.Fatalf("after %s: entrant %d is at %s and %s of round %d", after.CommandType(), n, place[n], where, r.N)
			}
			place[n] = where
			if e := s.Entrants[n-1]; e.Into != 0 {
				t.Fatalf("after %s: entrant %d sits in round %d and is %d", after.CommandType(), n, r.N, e.Into)
			}
		}
		for i, x := range r.Tables {
			if x.N != i+1 || len(x.Seats) == 1 {
				t.Fatalf("after %s: table %d of round %d is number %d with %d seats", after.CommandType(), i+1, r.N, x.N, len(x.Seats))
			}
			for _, n := range x.Seats {
				sit(n, fmt.Sprint("table ", x.N))
			}
			w.checkTable(r, x)
		}
		for _, b := range r.Byes {
			sit(b.Entrant, "a bye")
			flagged := slices.ContainsFunc(r.Flags, func(f tournament.Flag) bool { return f.Code == tournament.FlagBye })
			if byes[b.Entrant]++; b.Kind == tournament.ByePairing && byes[b.Entrant] > 1 && !flagged && s.Rules.Format == tournament.FormatSwiss && !s.Badge() {
				t.Fatalf("entrant %d has %d byes by round %d, and nothing says so", b.Entrant, byes[b.Entrant], r.N)
			}
		}
		if open := len(r.Open()); r.Finished != (open == 0 && r.Published) {
			t.Fatalf("after %s: round %d is finished %v with %d open tables", after.CommandType(), r.N, r.Finished, open)
		}
	}
	w.checkRematches()
	w.checkPoints(after)
}

func (w *world) checkTable(r rules.Round, x rules.Table) {
	stand := 0
	for i, e := range x.Entries {
		if e.Entry != i+1 {
			w.c.t.Fatalf("entry %d of table %d is number %d", i+1, x.N, e.Entry)
		}
		if e.State == rules.EntryStands {
			stand++
		}
		for _, c := range e.Confirmed {
			if c.Entrant != 0 && c.Entrant == e.Entrant || c.By != "" && c.By == e.By {
				w.c.t.Fatalf("entry %d of table %d of round %d was confirmed by who made it", e.Entry, x.N, r.N)
			}
		}
	}
	if want := min(1, x.Stands); stand != want {
		w.c.t.Fatalf("%d entries of table %d of round %d stand, want %d", stand, x.N, r.N, want)
	}
}

// checkRematches holds that nobody meets twice in a Swiss without a flag that says so.
func (w *world) checkRematches() {
	s := w.c.s
	if s.Rules.Format != tournament.FormatSwiss && s.Rules.Format != tournament.FormatSwissCut || s.Badge() {
		return
	}
	for _, r := range s.Rounds {
		for _, x := range r.Tables {
			if r.Stage != tournament.StageMain || len(x.Seats) == 0 || len(s.Met(x.Seats[0], x.Seats[1], r.N)) == 0 {
				continue
			}
			if !slices.ContainsFunc(r.Flags, func(f tournament.Flag) bool { return f.Table == x.N && f.Code == tournament.FlagRepeat }) {
				w.c.t.Fatalf("%v meet again in round %d, and nothing says so", x.Seats, r.N)
			}
		}
	}
}

// checkPoints adds the points of the tables of two up in the plain way.
func (w *world) checkPoints(after events.CommandBody) {
	s := w.c.s
	if s.Rules.Format == tournament.FormatPods || !s.Started() {
		return
	}
	want := map[events.PersonID]exact.Num{}
	add := func(n, points int) {
		id := s.Entrants[n-1].Player
		want[id] = want[id].Add(exact.Int(points))
	}
	for _, r := range s.Rounds {
		if r.Stage != tournament.StageMain || !r.Published {
			continue
		}
		for _, b := range r.Byes {
			add(b.Entrant, map[string]int{tournament.ByePairing: 3, tournament.ByeFull: 3, tournament.ByeHalf: 1}[b.Kind])
		}
		for _, x := range r.Tables {
			res, ok := x.Result()
			if !ok || res.Kind == tournament.DoubleLoss {
				continue
			}
			if who, won := rules.Winner(res); won {
				add(who, 3)
				continue
			}
			for _, l := range res.Lines {
				if !l.Forfeits {
					add(l.Entrant, 1)
				}
			}
		}
	}
	table, err := s.Standings(tournament.StageMain)
	if err != nil {
		w.c.t.Fatalf("after %s: %v", after.CommandType(), err)
	}
	for _, row := range table.Rows {
		e, _ := s.EntrantOf(row.Player)
		start, _ := exact.Parse(string(e.Points))
		if got := row.Cells[0].Value; got.Cmp(want[row.Player].Add(start)) != 0 {
			w.c.t.Fatalf("after %s: %s has %s points, want %s", after.CommandType(), row.Player, got, want[row.Player].Add(start))
		}
	}
}
