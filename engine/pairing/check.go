package pairing

import (
	"github.com/muster-events/muster/events"
)

// census knows who is in a field and refuses who is not.
type census struct {
	at map[events.PersonID]int // place in Players
	f  *Field
}

func newCensus(f *Field) (census, error) {
	c := census{at: make(map[events.PersonID]int, len(f.Players)), f: f}
	if f.Round < 1 || f.Round > MaxRounds {
		return c, malformed("round %d cannot be paired: say a round from 1 to %d", f.Round, MaxRounds)
	}
	if len(f.Players) > MaxPlayers {
		return c, malformed("%d players are more than %d: split the field", len(f.Players), MaxPlayers)
	}
	for i, p := range f.Players {
		if err := c.player(p); err != nil {
			return c, err
		}
		c.at[p.ID] = i
	}
	return c, nil
}

func (c census) player(p Player) error {
	if err := p.ID.Validate(); err != nil {
		return malformed("%v", err)
	}
	if _, twice := c.at[p.ID]; twice {
		return refuse(CodeTwice, "player %s is in the field twice: merge the two or take one out", p.ID)
	}
	switch {
	case p.Score < 0 || p.Score > MaxScore:
		return malformed("player %s has %d points: say a number from 0 to %d", p.ID, p.Score, MaxScore)
	case p.Seed < 0 || p.Seed > MaxScore:
		return malformed("player %s has seed %d: say 1 or more, or 0 for none", p.ID, p.Seed)
	case len(p.Clubs) > MaxClubs:
		return malformed("player %s has %d clubs: name at most %d", p.ID, len(p.Clubs), MaxClubs)
	case p.Granted && !p.Away:
		return malformed("player %s is granted the points of an absence but is here: take the grant back, or mark the player absent", p.ID)
	}
	return nil
}

// known refuses a person who is not in the field.
func (c census) known(where string, ids ...events.PersonID) error {
	for _, id := range ids {
		if _, ok := c.at[id]; !ok {
			return refuse(CodeNotInField, "%s names %q, who is not in the field: add the player first", where, id)
		}
	}
	return nil
}

// here refuses a person who is not in the field or is away.
func (c census) here(where string, ids ...events.PersonID) error {
	if err := c.known(where, ids...); err != nil {
		return err
	}
	for _, id := range ids {
		if c.f.Players[c.at[id]].Away {
			return refuse(CodeNotPresent, "%s names %s, who is away this round: bring the player back first", where, id)
		}
	}
	return nil
}

// seat is one player's place in one round.
type seat struct {
	round  int
	player events.PersonID
}

// past refuses a history that cannot have been.
func (c census) past() error {
	seen := map[seat]bool{}
	take := func(round int, ids ...events.PersonID) error {
		if round < 1 || round >= c.f.Round {
			return malformed("the history of round %d names round %d: earlier rounds are 1 to %d", c.f.Round, round, c.f.Round-1)
		}
		if err := c.known("the history", ids...); err != nil {
			return err
		}
		for _, id := range ids {
			if s := (seat{round, id}); seen[s] {
				return refuse(CodeSeatedTwice, "player %s has two places in round %d: one of the two entries is wrong", id, round)
			}
			seen[seat{round, id}] = true
		}
		return nil
	}
	for _, g := range c.f.Past {
		if err := checkSide(g.Side); err != nil {
			return err
		}
		if g.Ahead < -MaxScore || g.Ahead > MaxScore {
			return malformed("a game of round %d has a lead of %d points: say at most %d", g.Round, g.Ahead, MaxScore)
		}
		if err := take(g.Round, g.A, g.B); err != nil {
			return err
		}
	}
	for _, o := range c.f.PastOff {
		if !o.Kind.known() {
			return malformed("%q is no way to sit out a round: say bye, asked, granted or absent", o.Kind)
		}
		if err := take(o.Round, o.Player); err != nil {
			return err
		}
	}
	return nil
}

func (k OffKind) known() bool {
	return k == OffBye || k == OffAsked || k == OffGranted || k == OffAbsent
}

func checkSide(s Side) error {
	if s != NoSide && s != FreePeoples && s != Shadow {
		return malformed("%q is no side: say %q or %q", s, FreePeoples, Shadow)
	}
	return nil
}

// wishes refuses locks, requests and orders that contradict each other.
func (c census) wishes(r Rules) error {
	seated := map[events.PersonID]string{}
	take := func(where string, ids ...events.PersonID) error {
		if err := c.here(where, ids...); err != nil {
			return err
		}
		for _, id := range ids {
			if other, twice := seated[id]; twice {
				return refuse(CodeSeatedTwice, "%s names %s, who is taken already by %s: release one of the two", where, id, other)
			}
			seated[id] = where
		}
		return nil
	}
	numbers := map[int]bool{}
	for _, l := range c.f.Locked {
		if err := take("a locked table", l.A, l.B); err != nil {
			return err
		}
		if err := checkSide(l.Side); err != nil {
			return err
		}
		if l.Side != NoSide && !r.Sides {
			return malformed("the locked table of %s and %s has sides, but the rules have none", l.A, l.B)
		}
		if l.Number < 0 || l.Number > MaxPlayers {
			return malformed("a locked table has the number %d: say 1 to %d", l.Number, MaxPlayers)
		}
		if l.Number > 0 && numbers[l.Number] {
			return malformed("two locked tables have the number %d: change one", l.Number)
		}
		numbers[l.Number] = true
	}
	for _, id := range c.f.Asked {
		if err := take("a bye on request", id); err != nil {
			return err
		}
	}
	for _, pair := range c.f.Apart {
		if err := c.known("an order to keep two apart", pair[:]...); err != nil {
			return err
		}
		if pair[0] == pair[1] {
			return malformed("an order keeps %s apart from the same player: name two", pair[0])
		}
	}
	return nil
}

// order returns the soft criteria of the rules.
func (r Rules) order() ([]Criterion, error) {
	order := r.Order
	if order == nil {
		order = DefaultOrder()
	}
	soft := map[Criterion]bool{}
	for _, c := range DefaultOrder() {
		soft[c] = true
	}
	for _, c := range order {
		if !soft[c] {
			return nil, malformed("%q cannot be ordered, or is ordered twice: order score, float, sides, turn and club, each at most once", c)
		}
		delete(soft, c)
	}
	return order, nil
}

func (r Rules) check() error {
	if _, err := r.order(); err != nil {
		return err
	}
	switch r.Within {
	case "", WithinDraw, WithinFold, WithinHighLow, WithinAdjacent:
	default:
		return malformed("%q is no way to pair a score group: say draw, fold, high-low or adjacent", r.Within)
	}
	for k, n := range r.Points {
		if !k.known() || n < 0 || n > MaxScore {
			return malformed("%d points for sitting out as %q: say 0 to %d for bye, asked, granted or absent", n, k, MaxScore)
		}
	}
	return nil
}
