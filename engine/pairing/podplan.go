package pairing

import (
	"slices"

	"github.com/muster-events/muster/events"
)

// podPerson is a player who is here, with the history counted.
type podPerson struct {
	id       events.PersonID
	group    int // score group
	clubs    []int32
	byes     int
	byeIn    int         // last round with a bye
	balance  int         // games with the Free Peoples less those with the Shadow
	met      map[int]int // at one table; with sides, on the other side
	partners map[int]int // on the same side
	seats    [maxPod + 1]int
	drawn    int
}

// podPlan is a field of pods made ready.
type podPlan struct {
	f      *PodField
	r      PodRules
	order  []Criterion
	level  map[Criterion]int
	people []podPerson // by score, then draw
	byID   map[events.PersonID]int
	pool   []int
	splits [maxPod + 1][]uint // ways to split a table of so many: bits of who has the Free Peoples
}

func newPodPlan(f *PodField, r PodRules) (*podPlan, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	base := Field{Round: f.Round, Seed: f.Seed, Players: f.Players, PastOff: f.PastOff, Asked: f.Asked}
	c, err := newCensus(&base)
	if err != nil {
		return nil, err
	}
	for _, err := range []error{c.past(), c.wishes(Rules{}), f.check(c, r)} {
		if err != nil {
			return nil, err
		}
	}
	p := &podPlan{f: f, r: r, order: r.Order, level: map[Criterion]int{}}
	if p.order == nil {
		p.order = DefaultPodOrder(r.Sides)
	}
	for i, c := range p.order {
		p.level[c] = i
	}
	// Who is here, in order, is found as for two at a table.
	two := &plan{f: &base}
	two.enter()
	p.byID = two.byID
	drawn := two.draws()
	for _, e := range two.entrants {
		p.people = append(p.people, podPerson{id: e.id, group: e.group, clubs: e.clubs, met: map[int]int{}, partners: map[int]int{}, drawn: drawn[e.id]})
	}
	if len(p.people) == 0 && len(f.Asked) == 0 {
		return nil, refuse(CodeNobody, "nobody is here to be seated in round %d: check players in first", f.Round)
	}
	p.remember()
	p.arrange()
	return p, nil
}

// arrange sets the locked players aside and lists how tables can be split.
func (p *podPlan) arrange() {
	locked := map[int]bool{}
	for _, ids := range p.f.Locked {
		for _, id := range ids {
			locked[p.byID[id]] = true
		}
	}
	for i := range p.people {
		if !locked[i] {
			p.pool = append(p.pool, i)
		}
	}
	for n := 2; n <= maxPod && p.r.Sides; n++ {
		p.splits[n] = p.r.ways(n)
	}
}

// check refuses tables, past or locked, that cannot be.
func (f *PodField) check(c census, r PodRules) error {
	seen := map[seat]bool{}
	for _, o := range f.PastOff {
		seen[seat{o.Round, o.Player}] = true
	}
	for _, pod := range f.Past {
		if pod.Round < 1 || pod.Round >= f.Round {
			return malformed("the history of round %d names round %d: earlier rounds are 1 to %d", f.Round, pod.Round, f.Round-1)
		}
		if len(pod.Seats) < 2 || len(pod.Seats) > maxPod {
			return malformed("a table of round %d has %d players: say 2 to %d", pod.Round, len(pod.Seats), maxPod)
		}
		for _, s := range pod.Seats {
			if err := c.known("the history", s.Player); err != nil {
				return err
			}
			if err := checkSide(s.Side); err != nil {
				return err
			}
			if seen[seat{pod.Round, s.Player}] {
				return refuse(CodeSeatedTwice, "player %s has two places in round %d: one of the two entries is wrong", s.Player, pod.Round)
			}
			seen[seat{pod.Round, s.Player}] = true
		}
	}
	taken := map[events.PersonID]bool{}
	for _, id := range f.Asked {
		taken[id] = true
	}
	for _, ids := range f.Locked {
		if len(ids) < 2 || len(ids) > maxPod {
			return malformed("a locked table has %d players: name 2 to %d", len(ids), maxPod)
		}
		if err := c.here("a locked table", ids...); err != nil {
			return err
		}
		for _, id := range ids {
			if taken[id] {
				return refuse(CodeSeatedTwice, "a locked table names %s, who is taken already: release one of the two", id)
			}
			taken[id] = true
		}
	}
	return nil
}

// remember counts earlier tables. Every meeting counts: who sat with the same player twice has met
// twice.
func (p *podPlan) remember() {
	for _, pod := range p.f.Past {
		for k, s := range pod.Seats {
			i, ok := p.byID[s.Player]
			if !ok {
				continue
			}
			me := &p.people[i]
			me.seats[k+1]++
			switch s.Side {
			case FreePeoples:
				me.balance++
			case Shadow:
				me.balance--
			}
			for _, o := range pod.Seats {
				j, ok := p.byID[o.Player]
				switch {
				case !ok || j == i:
				case p.r.Sides && o.Side == s.Side && s.Side != NoSide:
					me.partners[j]++
				default:
					me.met[j]++
				}
			}
		}
	}
	for _, o := range p.f.PastOff {
		if i, ok := p.byID[o.Player]; ok && o.Kind != OffAbsent {
			p.people[i].byes++
			p.people[i].byeIn = max(p.people[i].byeIn, o.Round)
		}
	}
}

// ways lists the splits of a table of n: half each, and with an odd number one fewer on the side the
// rules name, or on either.
func (r PodRules) ways(n int) []uint {
	var out []uint
	for set := uint(0); set < 1<<n; set++ {
		free := 0
		for i := range n {
			free += int(set >> i & 1)
		}
		few := n / 2
		switch {
		case n%2 == 0 && free == few,
			n%2 == 1 && r.Short != Shadow && free == few,
			n%2 == 1 && r.Short != FreePeoples && free == n-few:
			out = append(out, set)
		}
	}
	return out
}

// cost returns what a table costs and, with sides, who of it has the Free Peoples in the best split;
// of equal ones the first counts.
func (p *podPlan) cost(pod []int) (podCost, uint) {
	if !p.r.Sides {
		return p.with(pod, 0), 0
	}
	var best podCost
	var split uint
	for i, set := range p.splits[len(pod)] {
		if c := p.with(pod, set); i == 0 || c.less(&best) {
			best, split = c, set
		}
	}
	return best, split
}

// with returns what a table costs with a split.
func (p *podPlan) with(pod []int, free uint) podCost {
	var c podCost
	put := func(criterion Criterion, n int64) {
		if l, ok := p.level[criterion]; ok {
			c[l] += n
		}
	}
	for k, i := range pod {
		x := &p.people[i]
		if p.r.Sides {
			put(CriterionSides, eight(x.balance+2*int(free>>k&1)-1))
		}
		for l := range k {
			j := pod[l]
			y := &p.people[j]
			if p.r.Sides && free>>k&1 == free>>l&1 {
				put(CriterionPartner, square(x.partners[j]))
			} else {
				put(CriterionRematch, square(x.met[j]))
			}
			put(CriterionScore, square(x.group-y.group))
			put(CriterionClub, shared(x.clubs, y.clubs))
		}
	}
	return c
}

// bound returns what every way to fill tables of these sizes costs at least: each player sits with
// the cheapest others there are, as many as the smallest table has.
func (p *podPlan) bound(sizes []int) podCost {
	small := slices.Min(sizes)
	mates := map[Criterion]int{CriterionRematch: small - 1, CriterionPartner: 0, CriterionScore: small - 1, CriterionClub: small - 1}
	if p.r.Sides {
		mates[CriterionRematch], mates[CriterionPartner] = small/2, max(0, small/2-1)
	}
	var twice podCost
	for _, i := range p.pool {
		x := &p.people[i]
		lists := map[Criterion][]int64{}
		for _, j := range p.pool {
			if j == i {
				continue
			}
			lists[CriterionRematch] = append(lists[CriterionRematch], square(x.met[j]))
			lists[CriterionPartner] = append(lists[CriterionPartner], square(x.partners[j]))
			lists[CriterionScore] = append(lists[CriterionScore], square(x.group-p.people[j].group))
			lists[CriterionClub] = append(lists[CriterionClub], shared(x.clubs, p.people[j].clubs))
		}
		for c, list := range lists {
			if l, ok := p.level[c]; ok {
				slices.Sort(list)
				for _, v := range list[:min(mates[c], len(list))] {
					twice[l] += v
				}
			}
		}
	}
	for i := range twice {
		twice[i] = (twice[i] + 1) / 2
	}
	if l, ok := p.level[CriterionSides]; ok {
		twice[l] = p.sidesBound(sizes)
	}
	return twice
}

// sidesBound is the least cost of sides if everyone could have either, but no more have the Free
// Peoples than there are places for them.
func (p *podPlan) sidesBound(sizes []int) int64 {
	least, most := 0, 0 // places for the Free Peoples
	for _, n := range sizes {
		least, most = least+n/2, most+n-n/2
		if p.r.Short == FreePeoples {
			most -= n % 2
		} else if p.r.Short == Shadow {
			least += n % 2
		}
	}
	var dark int64 // the cost if all had the Shadow
	gains := make([]int64, len(p.pool))
	for k, i := range p.pool {
		x := &p.people[i]
		dark += eight(x.balance - 1)
		gains[k] = eight(x.balance+1) - eight(x.balance-1)
	}
	slices.Sort(gains)
	best, sum := int64(-1), dark
	for free := 0; free <= len(gains); free++ {
		if free >= least && free <= most && (best < 0 || sum < best) {
			best = sum
		}
		if free < len(gains) {
			sum += gains[free]
		}
	}
	return best
}
