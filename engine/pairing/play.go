package pairing

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/events"
)

// MatchResult is the result of one match. Nobody wins if Winner is "": both have lost, and nobody
// comes to the places behind the match.
type MatchResult struct {
	Match  MatchID
	Winner events.PersonID
}

// MatchState says how a match stands.
type MatchState string

// The states.
const (
	MatchWaits   MatchState = "waits"    // for who comes
	MatchReady   MatchState = "ready"    // both are there
	MatchPlayed  MatchState = "played"   // it has a result
	MatchWalked  MatchState = "walked"   // nobody comes to one of the places, or to both
	MatchNotHeld MatchState = "not-held" // the reset of a grand final that was not needed
)

// Bout is a match as it stands. A and B are "" as long as nobody is known, and for good if nobody
// comes.
type Bout struct {
	Match
	State         MatchState
	Players       [2]events.PersonID
	Winner, Loser events.PersonID
}

// Place is where a player who is out, or has won, ends. Shared is how many have the same place.
type Place struct {
	Player events.PersonID
	Place  int
	Shared int
}

// Course is a bracket as it stands.
type Course struct {
	Bouts    []Bout // in the order of the bracket
	Champion events.PersonID
	Over     bool
	Places   []Place // of those who are out or have won, best first
}

// Play returns how a bracket stands after results. It refuses a result of a match that is not in the
// bracket, is not ready, has two results, or was won by somebody else than its players.
func (b Bracket) Play(results []MatchResult) (Course, error) {
	won := map[MatchID]events.PersonID{}
	for _, r := range results {
		if _, ok := b.match(r.Match); !ok {
			return Course{}, refuse(CodeNoSuchMatch, "there is no match %q in this bracket", r.Match)
		}
		if _, twice := won[r.Match]; twice {
			return Course{}, refuse(CodeSeatedTwice, "match %s has two results: correct the first instead", r.Match)
		}
		won[r.Match] = r.Winner
	}
	c := b.course(won)
	for _, bout := range c.Bouts {
		w, ok := won[bout.ID]
		if !ok {
			continue
		}
		if bout.State != MatchPlayed {
			return Course{}, b.refuseResult(bout, w)
		}
	}
	return c, nil
}

func (b Bracket) refuseResult(m Bout, w events.PersonID) error {
	switch m.State {
	case MatchReady:
		return refuse(CodeNotInField, "match %s is between %s and %s: %q cannot have won it", m.ID, m.Players[0], m.Players[1], w)
	case MatchNotHeld:
		return refuse(CodeNotReady, "match %s is not played: the grand final was won by who had not lost", m.ID)
	case MatchWalked:
		return refuse(CodeNotReady, "match %s is not played: nobody comes to one of its places", m.ID)
	default:
		return refuse(CodeNotReady, "match %s cannot be over: not both of its players are known yet", m.ID)
	}
}

// comes is who comes to a place: known once nothing is open, and then perhaps nobody.
type comes struct {
	who   events.PersonID
	known bool
}

// course plays as far as the results allow; results that do not fit are left out.
func (b Bracket) course(won map[MatchID]events.PersonID) Course {
	var c Course
	at := map[MatchID]int{}
	for i, m := range b.Matches {
		at[m.ID] = i
		out := Bout{Match: m, State: MatchWaits}
		x, y := b.come(m.A, c.Bouts, at), b.come(m.B, c.Bouts, at)
		if m.Part == PartFinal && m.Round == 2 {
			x, y = b.reset(&out, c.Bouts[at["f1"]])
		}
		out.Players = [2]events.PersonID{x.who, y.who}
		if out.State == MatchWaits && x.known && y.known {
			out.decide(won)
		}
		c.Bouts = append(c.Bouts, out)
	}
	b.finish(&c)
	return c
}

// come returns who comes from a source.
func (b Bracket) come(s Source, bouts []Bout, at map[MatchID]int) comes {
	if s.Match == "" {
		if s.Seed <= len(b.Players) {
			return comes{b.Players[s.Seed-1], true}
		}
		return comes{known: true}
	}
	from := bouts[at[s.Match]]
	if from.State == MatchWaits || from.State == MatchReady {
		return comes{}
	}
	if s.Loser {
		return comes{from.Loser, true}
	}
	return comes{from.Winner, true}
}

// reset says who plays the second grand final, if it is played.
func (b Bracket) reset(out *Bout, first Bout) (x, y comes) {
	switch {
	case first.State == MatchWaits || first.State == MatchReady:
		return comes{}, comes{}
	case first.State == MatchPlayed && first.Winner != "" && first.Winner == first.Players[1]:
		return comes{first.Players[0], true}, comes{first.Players[1], true}
	default:
		out.State = MatchNotHeld
		return comes{}, comes{}
	}
}

// decide settles a match whose players are known.
func (m *Bout) decide(won map[MatchID]events.PersonID) {
	x, y := m.Players[0], m.Players[1]
	if x == "" || y == "" {
		m.State, m.Winner = MatchWalked, max(x, y)
		return
	}
	m.State = MatchReady
	w, ok := won[m.ID]
	switch {
	case !ok || w != "" && w != x && w != y:
	case w == "":
		m.State = MatchPlayed
	case w == x:
		m.State, m.Winner, m.Loser = MatchPlayed, x, y
	default:
		m.State, m.Winner, m.Loser = MatchPlayed, y, x
	}
}

// finish finds the champion and the places.
func (b Bracket) finish(c *Course) {
	c.Over = true
	for _, m := range c.Bouts {
		if m.State == MatchWaits || m.State == MatchReady {
			c.Over = false
		}
	}
	last := c.Bouts[len(c.Bouts)-1]
	if last.Part == PartThird || last.State == MatchNotHeld {
		last = c.Bouts[len(c.Bouts)-2]
	}
	if last.State == MatchPlayed || last.State == MatchWalked {
		c.Champion = last.Winner
	}
	b.places(c)
}

// places ranks the champion and all who are out: the later the round that put them out, the better;
// the same round of the same part is the same place. Whoever is still in is before them.
func (b Bracket) places(c *Course) {
	out := b.fallen(c)
	in := len(b.Players) - len(out)
	if c.Champion != "" {
		out[c.Champion] = 1 << 30
		in--
	}
	for id, value := range out {
		p := Place{Player: id, Place: in + 1}
		if id == c.Champion {
			p.Place = 1
		}
		for _, other := range out {
			switch {
			case other > value:
				p.Place++
			case other == value:
				p.Shared++
			}
		}
		c.Places = append(c.Places, p)
	}
	slices.SortFunc(c.Places, func(a, b Place) int {
		if c := cmp.Compare(a.Place, b.Place); c != 0 {
			return c
		}
		return cmp.Compare(a.Player, b.Player)
	})
}

// fallen returns who is out, each with a number for how far they came: greater is further.
func (b Bracket) fallen(c *Course) map[events.PersonID]int {
	leads := map[MatchID]bool{} // matches whose loser goes on
	for _, m := range c.Bouts {
		if m.State == MatchNotHeld {
			continue
		}
		for _, s := range []Source{m.A, m.B} {
			if s.Loser {
				leads[s.Match] = true
			}
		}
	}
	out := map[events.PersonID]int{}
	for _, m := range c.Bouts {
		if m.State == MatchWalked && m.Part == PartThird && m.Winner != "" {
			out[m.Winner] = b.depth(m.Match) + 1
		}
		if m.State != MatchPlayed || m.Winner != "" && m.Part != PartThird && leads[m.ID] {
			continue
		}
		for _, id := range m.Players {
			if id != m.Winner {
				out[id] = b.depth(m.Match)
			} else if m.Part == PartThird {
				out[id] = b.depth(m.Match) + 1
			}
		}
	}
	return out
}

// depth orders the rounds of all parts.
func (b Bracket) depth(m Match) int {
	switch {
	case m.Part == PartFinal:
		return 1000 + 10*m.Round
	case m.Part == PartWinners && b.Rules.Double && m.Round > 1:
		return 10 * (2*m.Round - 2) // where the loser would have come in
	case m.Part == PartThird:
		return 10*b.rounds() - 5
	default:
		return 10 * m.Round
	}
}

// rounds returns the number of rounds of the winners' part.
func (b Bracket) rounds() int {
	n := 1
	for 1<<n < len(b.Players) {
		n++
	}
	return n
}

// Correct replaces or, if it had none, adds the result of a match, and says which later results that
// undoes: those of matches that would have other players now, and what hangs on them. It returns the
// results that stand, in the order they had, and the undone ones. It refuses what [Bracket.Play]
// refuses.
func (b Bracket) Correct(results []MatchResult, to MatchResult) (stand, undone []MatchResult, err error) {
	before, err := b.Play(results)
	if err != nil {
		return nil, nil, err
	}
	rest := slices.DeleteFunc(slices.Clone(results), func(r MatchResult) bool { return r.Match == to.Match })
	won := map[MatchID]events.PersonID{to.Match: to.Winner}
	for _, r := range rest {
		won[r.Match] = r.Winner
	}
	for changed := true; changed; {
		changed = false
		after := b.course(won)
		for i, m := range after.Bouts {
			if _, ok := won[m.ID]; !ok || m.ID == to.Match || same(m, before.Bouts[i]) {
				continue
			}
			delete(won, m.ID)
			changed = true
			break
		}
	}
	for _, r := range rest {
		if _, ok := won[r.Match]; ok {
			stand = append(stand, r)
		} else {
			undone = append(undone, r)
		}
	}
	stand = append(stand, to)
	_, err = b.Play(stand)
	if err != nil {
		return nil, nil, err
	}
	return stand, undone, nil
}

// same tells whether a match has the players it had.
func same(m, before Bout) bool {
	return m.State == MatchPlayed && (m.Players == before.Players || m.Players == [2]events.PersonID{before.Players[1], before.Players[0]})
}

// Ranked is a player with the place of a standing.
type Ranked struct {
	Player events.PersonID
	Place  int // 1 is best; equal places are a tie the standing could not break
}

// Cut returns the bracket of the best n of a standing, seeded by it. It refuses a standing with fewer
// than n players, and a tie between the last who is in and the first who is not: the standing has to
// decide that, by another criterion or a draw. Ties among those who are in keep the order given.
func Cut(standing []Ranked, n int, e Elimination) (Bracket, error) {
	if n < 2 || n > len(standing) {
		return Bracket{}, malformed("a cut to %d of %d players: say 2 to %d", n, len(standing), len(standing))
	}
	sorted := slices.Clone(standing)
	slices.SortStableFunc(sorted, func(a, b Ranked) int { return cmp.Compare(a.Place, b.Place) })
	if n < len(sorted) && sorted[n].Place == sorted[n-1].Place {
		var tied []events.PersonID
		for _, r := range sorted {
			if r.Place == sorted[n].Place {
				tied = append(tied, r.Player)
			}
		}
		return Bracket{}, refuse(CodeTieAtCut, "the cut to %d falls between %s, who share place %d: let another criterion or a draw decide", n, Names(nil).list(tied), sorted[n].Place)
	}
	players := make([]events.PersonID, len(sorted))
	for i, r := range sorted {
		if r.Place < 1 {
			return Bracket{}, malformed("player %s has place %d: say 1 or more", r.Player, r.Place)
		}
		players[i] = r.Player
	}
	if err := distinct(players); err != nil {
		return Bracket{}, err
	}
	return NewBracket(players[:n], e)
}
