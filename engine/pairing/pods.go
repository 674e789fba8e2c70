package pairing

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// CriterionPartner is the square of the times two have been on the same side of a pod. In pods with
// sides, [CriterionRematch] counts opponents only.
const CriterionPartner Criterion = "partner"

// PodRules are the settings of rounds at tables of 2 to 8.
type PodRules struct {
	Size int // players at a table, best
	Min  int // and at least
	Max  int // and at most; 2 to 8, Min ≤ Size ≤ Max
	// Stretch seats one more than Max at a table rather than give a bye.
	Stretch bool
	// Sides splits every pod into the Free Peoples and the Shadow.
	Sides bool
	// Short has fewer people if a pod with sides is odd; NoSide leaves it to the balance.
	Short Side
	// Order lists what counts, most important first: rematch, score and club, and with sides also
	// partner and sides. Nil is [DefaultPodOrder].
	Order  []Criterion
	Points map[OffKind]int
}

// DefaultPodOrder returns the order of the criteria of pods.
//
// Source: facts/scoring.md, "What fits muster's formats": with sides their balance, then opponents,
// then partners.
func DefaultPodOrder(sides bool) []Criterion {
	if sides {
		return []Criterion{CriterionSides, CriterionRematch, CriterionPartner, CriterionScore, CriterionClub}
	}
	return []Criterion{CriterionRematch, CriterionScore, CriterionClub}
}

// Levels of a cost of pods, whatever the order.
const podLevels = 5

// podCost is a cost by criterion, in the order of the rules.
type podCost [podLevels]int64

func (c *podCost) add(d *podCost) {
	for i := range c {
		c[i] += d[i]
	}
}

func (c *podCost) less(d *podCost) bool { return slices.Compare(c[:], d[:]) < 0 }

// PodField is all that a round of pods depends on. The order of its lists does not matter, but the
// order of seats does.
type PodField struct {
	Round   int
	Seed    uint64
	Players []Player
	Past    []PastPod
	PastOff []Off
	Locked  [][]events.PersonID // whole tables fixed by hand, of any size from 2 to 8
	Asked   []events.PersonID
}

// PastPod is a table of an earlier round, in order of seats.
type PastPod struct {
	Round int
	Seats []PastSeat
}

// PastSeat is a player at a table of an earlier round.
type PastSeat struct {
	Player events.PersonID
	Side   Side
}

// PodRound is the answer.
type PodRound struct {
	Round int
	Pods  []Pod
	Off   []Sitting
	Cost  []Value // of the pods that are not locked
	// Bound is what every way to fill the same tables costs at least, criterion by criterion; nil
	// beyond [BoundPlayers].
	Bound []Value
	// Best means that no way to fill the tables is better: all were tried, or the cost is the bound.
	Best bool
	// Tried counts the exchanges of players that were tried; 0 if all ways were.
	Tried int
}

// Pod is one table, in order of seats.
type Pod struct {
	Number int
	Seats  []PodSeat
	Locked bool
	Values []Value // what the table costs
	Met    []Meeting
}

// PodSeat is one place at a table.
type PodSeat struct {
	Player events.PersonID
	Seat   int // from 1
	Side   Side
	Decks  int // decks of the side the player controls, 0 without sides
	Before int // times the player has had this seat
}

// Meeting is two at a table who have met before.
type Meeting struct {
	A, B    events.PersonID
	Times   int
	Partner bool // as partners, and they are again
}

// Bounds of pods.
const (
	ExactPlayers = 12      // up to so many, all ways to fill the tables are compared
	BoundPlayers = 2000    // up to so many, a lower bound is computed
	maxExchanges = 400_000 // exchanges of players that are tried at most
	maxPod       = 8
)

// Partition returns the sizes of the tables for n players, largest first, and the number of byes:
// fewest byes, then fewest places missing or too many against the best size, then fewest tables.
//
// Source: facts/scoring.md, "Tables of 3 to 8".
func (r PodRules) Partition(n int) (sizes []int, byes int, err error) {
	if err := r.check(); err != nil {
		return nil, 0, err
	}
	if n < 0 || n > MaxPlayers {
		return nil, 0, malformed("%d players: say 0 to %d", n, MaxPlayers)
	}
	plan := r.fill(n, r.Max)
	for byes = 0; plan[n-byes].tables < 0; byes++ {
	}
	if byes > 0 && r.Stretch && r.Max < maxPod {
		if wide := r.fill(n, r.Max+1); wide[n].tables >= 0 {
			plan, byes = wide, 0
		}
	}
	for left := n - byes; left > 0; left -= plan[left].last {
		sizes = append(sizes, plan[left].last)
	}
	slices.SortFunc(sizes, func(a, b int) int { return cmp.Compare(b, a) })
	return sizes, byes, nil
}

// filled is the best way to seat so many: tables is −1 if there is none.
type filled struct{ off, tables, last int }

// fill finds the best tables of up to most for each number up to n.
func (r PodRules) fill(n, most int) []filled {
	out := make([]filled, n+1)
	for m := 1; m <= n; m++ {
		out[m].tables = -1
		for size := r.Min; size <= most && size <= m; size++ {
			before := out[m-size]
			if before.tables < 0 {
				continue
			}
			f := filled{before.off + max(size-r.Size, r.Size-size), before.tables + 1, size}
			if out[m].tables < 0 || f.off < out[m].off || f.off == out[m].off && f.tables < out[m].tables {
				out[m] = f
			}
		}
	}
	return out
}

func (r PodRules) check() error {
	if r.Min < 2 || r.Max > maxPod || r.Size < r.Min || r.Size > r.Max {
		return malformed("tables of %d to %d, best %d: say sizes from 2 to %d with the best between least and most", r.Min, r.Max, r.Size, maxPod)
	}
	if err := checkSide(r.Short); err != nil {
		return err
	}
	if r.Short != NoSide && !r.Sides {
		return malformed("the %s has fewer people at odd tables, but the rules have no sides", r.Short)
	}
	allowed := map[Criterion]bool{}
	for _, c := range DefaultPodOrder(r.Sides) {
		allowed[c] = true
	}
	for _, c := range r.Order {
		if !allowed[c] {
			return malformed("%q does not count for these pods, or is ordered twice: order %v, each at most once", c, DefaultPodOrder(r.Sides))
		}
		delete(allowed, c)
	}
	return Rules{Points: r.Points}.check()
}

// Pods fills the tables of a round. Up to [ExactPlayers] players it compares all ways; beyond, it
// exchanges players between tables as long as that makes the round better, and tries at most a fixed
// number of exchanges. Byes, if the sizes need any, go to the lowest who had the fewest. Inside a
// pod, seats go to those who had them least often. It refuses what [Pair] refuses.
func Pods(f PodField, r PodRules) (PodRound, error) {
	p, err := newPodPlan(&f, r)
	if err != nil {
		return PodRound{}, err
	}
	sizes, byes, err := r.Partition(len(p.pool))
	if err != nil {
		return PodRound{}, err
	}
	off := p.sitOut(byes)
	out := PodRound{Round: f.Round}
	var pods [][]int
	if len(p.pool) <= ExactPlayers {
		pods, out.Best = p.everyWay(sizes), true
	} else {
		pods, out.Tried = p.exchange(sizes)
	}
	var cost podCost
	for _, pod := range pods {
		c, _ := p.cost(pod)
		cost.add(&c)
		out.Pods = append(out.Pods, p.pod(pod, false))
	}
	out.Cost = p.values(cost)
	if len(p.pool) <= BoundPlayers && len(sizes) > 0 {
		bound := p.bound(sizes)
		out.Bound = p.values(bound)
		out.Best = out.Best || bound == cost
	}
	for _, ids := range f.Locked {
		var pod []int
		for _, id := range ids {
			pod = append(pod, p.byID[id])
		}
		out.Pods = append(out.Pods, p.pod(pod, true))
	}
	p.finish(&out, off)
	return out, nil
}

// finish numbers the pods, highest players first, and lists who sits out.
func (p *podPlan) finish(out *PodRound, byes []int) {
	best := func(pod Pod) int {
		least := len(p.people)
		for _, s := range pod.Seats {
			least = min(least, p.byID[s.Player])
		}
		return least
	}
	slices.SortFunc(out.Pods, func(a, b Pod) int { return cmp.Compare(best(a), best(b)) })
	for i := range out.Pods {
		out.Pods[i].Number = i + 1
	}
	for _, i := range byes {
		out.Off = append(out.Off, p.byeOf(i))
	}
	plan := plan{f: &Field{Players: p.f.Players, Asked: p.f.Asked}, r: Rules{Points: p.r.Points}}
	out.Off = append(out.Off, plan.off()...)
	slices.SortFunc(out.Off, func(a, b Sitting) int { return cmp.Compare(a.Player, b.Player) })
}

// sitOut takes as many players out of the pool as there are byes: who had fewest, then the lowest.
func (p *podPlan) sitOut(byes int) []int {
	order := slices.Clone(p.pool)
	slices.SortFunc(order, func(a, b int) int {
		if c := cmp.Compare(p.people[a].byes, p.people[b].byes); c != 0 {
			return c
		}
		return cmp.Compare(b, a)
	})
	off := order[:byes]
	p.pool = slices.DeleteFunc(p.pool, func(i int) bool { return slices.Contains(off, i) })
	return off
}

// byeOf makes the bye of a player and says who lower was passed over for an earlier one.
func (p *podPlan) byeOf(i int) Sitting {
	s := Sitting{Player: p.people[i].id, Kind: OffBye, Points: p.r.Points[OffBye], Why: WhyOff{Had: p.people[i].byes}}
	for k := len(p.pool) - 1; k >= 0 && p.pool[k] > i; k-- {
		lower := p.people[p.pool[k]]
		s.Why.Passed = append(s.Why.Passed, Passed{Player: lower.id, Had: lower.byes, LastIn: lower.byeIn})
	}
	s.Why.Below = len(s.Why.Passed)
	return s
}

func (p *podPlan) values(c podCost) []Value {
	out := make([]Value, len(p.order))
	for i, criterion := range p.order {
		out[i] = Value{Criterion: criterion, Cost: c[i]}
	}
	return out
}

// draw returns a number below n for the kth draw of a kind in this round.
func (p *podPlan) draw(kind, k uint64, n int) int {
	return engine.Draw(p.f.Seed, uint64(p.f.Round)<<40+kind<<32+k, n)
}
