package tournament

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Pair pairs the next round. The event is decided by what the log says and its seed alone.
func (l Log) Pair() (tournament.RoundPaired, error) {
	return l.pair(Round{N: len(l.Rounds) + 1})
}

// PairAgain pairs the last round again: tables that are locked or at which something was entered stay.
func (l Log) PairAgain() (tournament.RoundPaired, error) {
	now := l.Rounds[len(l.Rounds)-1]
	paired, err := l.upTo(len(l.Rounds) - 1).pair(now)
	paired.Again = true
	return paired, err
}

// pair pairs a round after those of l; now holds what is fixed of it.
func (l Log) pair(now Round) (tournament.RoundPaired, error) {
	stage, _ := l.Next()
	now.Stage = stage
	switch {
	case l.Eliminates(now):
		return l.pairBracket(now)
	case l.Rules.Format == tournament.FormatRoundRobin:
		return l.pairRoundRobin(now)
	case l.Rules.Format == tournament.FormatPods:
		return l.pairPods(now)
	default:
		return l.pairSwiss(now)
	}
}

// kept lists the tables of a round that stay when it is paired again.
func (r Round) kept() []Table {
	var out []Table
	for _, t := range r.Tables {
		_, waits := t.Pending()
		if len(t.Seats) > 0 && (t.Locked || t.Stands != 0 && !t.walkover() || waits || t.Conflict) {
			out = append(out, t)
		}
	}
	return out
}

// walkover tells whether the table's result came with its pairing.
func (t Table) walkover() bool {
	return t.Stands == 1 && t.Entries[0].Role == events.RoleSystem && t.Entries[0].Group == ""
}

// pairSwiss pairs a Swiss round by a cheapest perfect matching.
func (l Log) pairSwiss(now Round) (tournament.RoundPaired, error) {
	f, err := l.field(now)
	if err != nil {
		return tournament.RoundPaired{}, err
	}
	round, err := pairing.Pair(f, l.swiss())
	if err != nil {
		return tournament.RoundPaired{}, err
	}
	at := l.byPlayer()
	out := tournament.RoundPaired{Round: now.N, Stage: now.Stage}
	var free []Table
	for _, t := range round.Tables {
		a, b := at[t.A], at[t.B]
		if t.Side == pairing.Shadow {
			a, b = b, a
		}
		if !t.Locked {
			free = append(free, Table{Seats: []int{a, b}})
		}
	}
	for _, t := range numbered(now.kept(), free) {
		out.Tables = append(out.Tables, t.Seats)
	}
	out.Byes = l.byes(now.N, round.Off)
	out.Flags = problems(round, func(a, b events.PersonID) int {
		return 1 + slices.IndexFunc(out.Tables, func(seats []int) bool { return sameMembers(seats, []int{at[a], at[b]}) })
	})
	return out, nil
}

// swiss are the rules of a Swiss.
func (l Log) swiss() pairing.Rules {
	r := pairing.Rules{Sides: len(l.Rules.Sides) == 2, Within: pairing.Within(l.Rules.Within), Points: map[pairing.OffKind]int{}}
	if rs, err := RulesetOf(l.Rules); err == nil {
		if n, whole := integer(rs.Points.Bye); whole {
			r.Points[pairing.OffBye], r.Points[pairing.OffAsked] = n, n
		}
	}
	for _, c := range l.Rules.Criteria {
		r.Order = append(r.Order, pairing.Criterion(c))
	}
	return r
}

// CheckSwiss refuses a way to pair that there is not.
func CheckSwiss(r tournament.Rules) error {
	l := Log{Rules: r}
	probe := pairing.Field{Round: 1, Players: []pairing.Player{{ID: "a"}, {ID: "b"}}}
	_, err := pairing.Pair(probe, l.swiss())
	return err
}

// players lists who is in the round to pair, with points and seeds.
func (l Log) players(now Round) (pairing.Field, error) {
	f := pairing.Field{Round: now.N, Seed: l.Seed}
	scores, err := l.pairingScores()
	if err != nil {
		return f, err
	}
	seeds := map[int]int{}
	for i, n := range l.Order {
		seeds[n] = i + 1
	}
	for _, e := range l.Entrants {
		if e.Waiting || e.Into != 0 {
			continue
		}
		p := pairing.Player{ID: e.Player, Score: scores[e.N-1], Seed: seeds[e.N], Away: !e.Plays(now.N)}
		if e.Club != "" && (l.Rules.ClubRounds == 0 || now.N <= l.Rules.ClubRounds) {
			p.Clubs = []string{e.Club}
		}
		switch e.Granted(now.N) {
		case tournament.ByeFull, tournament.ByeHalf:
			if !p.Away {
				f.Asked = append(f.Asked, e.Player)
			}
		case tournament.ByeZero:
			p.Away = true
		}
		f.Players = append(f.Players, p)
	}
	return f, nil
}

// field is what the pairing of a Swiss round depends on.
func (l Log) field(now Round) (pairing.Field, error) {
	f, err := l.players(now)
	if err != nil {
		return f, err
	}
	for _, t := range now.kept() {
		lock := pairing.Lock{A: l.Entrants[t.Seats[0]-1].Player, B: l.Entrants[t.Seats[1]-1].Player, Number: t.N}
		if len(l.Rules.Sides) == 2 {
			lock.Side = pairing.FreePeoples
		}
		f.Locked = append(f.Locked, lock)
	}
	return f, l.past(&f)
}

// past fills in who met and who sat out.
func (l Log) past(f *pairing.Field) error {
	rs, err := RulesetOf(l.Rules)
	if err != nil {
		return err
	}
	for _, r := range l.Rounds {
		if r.Stage != tournament.StageMain {
			continue
		}
		for _, t := range r.Tables {
			if len(t.Seats) != 2 || !rs.ForfeitMeets && t.forfeited() {
				continue
			}
			g := pairing.Game{Round: r.N, A: l.Entrants[t.Seats[0]-1].Player, B: l.Entrants[t.Seats[1]-1].Player, Ahead: t.Ahead}
			if t.First != 0 {
				g.Side = pairing.FreePeoples
			}
			f.Past = append(f.Past, g)
		}
	}
	f.PastOff = l.pastOff()
	return nil
}

// pastOff lists who sat out the rounds of the main stage, and how.
func (l Log) pastOff() []pairing.Off {
	var out []pairing.Off
	for _, r := range l.Rounds {
		if r.Stage != tournament.StageMain {
			continue
		}
		placed := map[int]bool{}
		for _, t := range r.Tables {
			for _, n := range t.Seats {
				placed[n] = true
			}
		}
		for _, b := range r.Byes {
			placed[b.Entrant] = true
			out = append(out, pairing.Off{Round: r.N, Player: l.Entrants[b.Entrant-1].Player, Kind: offs[b.Kind]})
		}
		for _, e := range l.Entrants {
			if !placed[e.N] && !e.Waiting && e.Into == 0 {
				out = append(out, pairing.Off{Round: r.N, Player: e.Player, Kind: pairing.OffAbsent})
			}
		}
	}
	return out
}

var offs = map[string]pairing.OffKind{
	tournament.ByePairing: pairing.OffBye, tournament.ByeFull: pairing.OffAsked, tournament.ByeHalf: pairing.OffAsked,
	tournament.ByeZero: pairing.OffAbsent,
}

// forfeited tells whether nobody played at the table.
func (t Table) forfeited() bool {
	r, ok := t.Result()
	return ok && r.Kind == tournament.Forfeit
}

// byes are the byes of a paired round, in order of the entrants.
func (l Log) byes(n int, off []pairing.Sitting) []tournament.Bye {
	kinds := map[int]string{}
	at := l.byPlayer()
	for _, o := range off {
		e := l.Entrants[at[o.Player]-1]
		switch granted := e.Granted(n); {
		case o.Kind == pairing.OffBye:
			kinds[e.N] = tournament.ByePairing
		case granted != "":
			kinds[e.N] = granted
		}
	}
	var out []tournament.Bye
	for _, e := range l.Entrants {
		if k := kinds[e.N]; k != "" {
			out = append(out, tournament.Bye{Entrant: e.N, Kind: k})
		}
	}
	return out
}

// problems flags the rules that a round breaks, with the reason why there was no way without.
//
// Source: cases/README.md, 8.
func problems(round pairing.Round, table func(a, b events.PersonID) int) []tournament.Flag {
	var out []tournament.Flag
	for _, p := range round.Problems {
		f := tournament.Flag{Code: tournament.FlagBye, Says: saysProblem(p)}
		if len(p.Players) == 2 {
			f.Code, f.Table = tournament.FlagRepeat, table(p.Players[0], p.Players[1])
		}
		out = append(out, f)
	}
	return out
}

func braced(id events.PersonID) string { return "{" + string(id) + "}" }

func saysProblem(p pairing.Problem) string {
	var says string
	switch p.Kind {
	case pairing.ProblemBye:
		says = fmt.Sprintf("%s has a bye again, after %d", braced(p.Players[0]), p.Times)
	default:
		says = fmt.Sprintf("%s and %s meet again, after %d", braced(p.Players[0]), braced(p.Players[1]), p.Times)
	}
	switch {
	case p.Manual:
		return says + ": that was set by hand"
	case p.Because == nil:
		return says + ": no complete pairing avoids it"
	default:
		return says + ": no complete pairing of those who are here avoids it"
	}
}

// scale makes whole numbers of points for the pairing; equal points stay equal and the order too.
func scale(points []exact.Num) []int {
	for _, k := range []int{1, 2, 3, 4, 6, 12, 60, 840} {
		out, whole := make([]int, len(points)), true
		for i, p := range points {
			if out[i], whole = integer(p.Times(k)); !whole {
				break
			}
		}
		if whole {
			return out
		}
	}
	return ranks(points)
}

// integer returns a number as an int; false if it is not whole.
func integer(n exact.Num) (int, bool) {
	var i int
	if _, err := fmt.Sscanf(n.String(), "%d", &i); err != nil {
		return 0, false
	}
	return i, n.Cmp(exact.Int(i)) == 0
}

// ranks numbers different points from the lowest.
func ranks(points []exact.Num) []int {
	order := slices.Clone(points)
	slices.SortFunc(order, exact.Num.Cmp)
	order = slices.CompactFunc(order, func(a, b exact.Num) bool { return a.Cmp(b) == 0 })
	out := make([]int, len(points))
	for i, p := range points {
		out[i], _ = slices.BinarySearchFunc(order, p, exact.Num.Cmp)
	}
	return out
}

// pairingScores are the points of the main stage as the pairing takes them, by number less one.
func (l Log) pairingScores() ([]int, error) {
	rs, err := RulesetOf(l.Rules)
	if err != nil {
		return nil, err
	}
	rs.Order = rs.Order[:1]
	table, err := standings.Compute(l.Played(tournament.StageMain), rs)
	if err != nil {
		return nil, err
	}
	at := l.byPlayer()
	points := make([]exact.Num, len(l.Entrants))
	for _, row := range table.Rows {
		points[at[row.Player]-1] = row.Cells[0].Value
	}
	return scale(points), nil
}

// Met lists the rounds before a round in which two entrants sat at one table against each other.
func (l Log) Met(a, b, before int) []int {
	var out []int
	for _, r := range l.Rounds {
		if r.N >= before {
			break
		}
		if t, ok := r.At(a); ok && t.Opposed(a, b) && t.Has(b) {
			out = append(out, r.N)
		}
	}
	return out
}

// CutSeeds returns who plays on after the Swiss rounds, in the order in which they are seeded: the best
// of the standings who are still in. Those whom nothing parts are in the order of a lot.
func (l Log) CutSeeds(size int) ([]int, error) {
	table, err := l.Standings(tournament.StageMain)
	if err != nil {
		return nil, err
	}
	at := l.byPlayer()
	type ranked struct{ n, place int }
	var in []ranked
	for _, row := range table.Rows {
		if e := l.Entrants[at[row.Player]-1]; e.In() {
			in = append(in, ranked{e.N, row.Place})
		}
	}
	if len(in) < size {
		return nil, refuse(CodeCut, "%d play on, and %d are still in the tournament: make a smaller cut", size, len(in))
	}
	lot := func(n int) int { return engine.Draw(l.Seed, 1<<32+uint64(n), 1<<31) }
	slices.SortStableFunc(in, func(a, b ranked) int {
		if a.place != b.place {
			return a.place - b.place
		}
		return lot(a.n) - lot(b.n)
	})
	out := make([]int, size)
	for i := range out {
		out[i] = in[i].n
	}
	return out, nil
}

// CodeCut refuses a cut of more than are there.
const CodeCut engine.Code = "cut"
