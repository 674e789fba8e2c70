package standings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// record is what one player has done in the stage.
type record struct {
	Player
	bouts []*bout // by round; one for each round that touched the player
	after []*bout // of other stages, for the terms of head to head only

	total   exact.Num // see score
	took    exact.Num // see weights
	totaled bool
}

// bout is one round of one player.
type bout struct {
	round     int
	weight    exact.Num
	kind      boutKind
	points    exact.Num
	says      string
	outcome   Outcome // of what was played or forfeited
	opponents []*record
	partners  []*record
	seats     int // at the table
	games     games
	margin    int // own victory points less the opponents'
}

type games struct{ won, drawn, lost int }

func (g games) all() int { return g.won + g.drawn + g.lost }

type boutKind int

const (
	open        boutKind = iota // paired, and nothing reported
	played                      // at the table
	forfeitWin                  // nobody to play against came
	forfeitLoss                 // did not come
	fullBye                     // of the pairing, or granted as one
	halfBye                     // asked for
	zeroBye                     // known to be absent
	absent                      // not paired in a round that is over
)

// counts tells whether a bout is one of the rounds a player took part in.
func (b *bout) counts() bool {
	switch b.kind {
	case open, zeroBye, absent:
		return false
	}
	return true
}

// unplayed tells whether nobody sat at the table with the player, in a round that is over.
func (b *bout) unplayed() bool { return b.kind != played && b.kind != open }

// records sorts what a tournament holds by player.
func records(t Tournament, rs Ruleset) map[events.PersonID]*record {
	all := make(map[events.PersonID]*record, len(t.Players))
	for _, p := range t.Players {
		all[p.ID] = &record{Player: p}
	}
	rounds := slices.SortedFunc(slices.Values(t.Rounds), func(a, b Round) int { return cmp.Compare(a.N, b.N) })
	for _, r := range rounds {
		for _, m := range r.Matches {
			for _, seat := range m.Seats {
				own, b := all[seat.Player], boutOf(r, m, seat, rs, all)
				if r.Stage == t.Stage {
					own.bouts = append(own.bouts, b)
				} else {
					own.after = append(own.after, b)
				}
			}
		}
		if r.Stage == t.Stage && !r.Open {
			markAbsent(r, all)
		}
	}
	return all
}

func markAbsent(r Round, all map[events.PersonID]*record) {
	for own := range maps.Values(all) {
		if n := len(own.bouts); n == 0 || own.bouts[n-1].round != r.N {
			says := "not paired"
			if r.N < own.From {
				says = "not entered yet"
			}
			own.bouts = append(own.bouts, &bout{round: r.N, weight: r.weight(), kind: absent, says: says})
		}
	}
}

func boutOf(r Round, m Match, seat Seat, rs Ruleset, all map[events.PersonID]*record) *bout {
	b := &bout{round: r.N, weight: r.weight(), seats: len(m.Seats)}
	for _, o := range m.Seats {
		switch {
		case o.Player == seat.Player:
		case o.with(seat):
			b.partners = append(b.partners, all[o.Player])
		default:
			b.opponents = append(b.opponents, all[o.Player])
		}
	}
	byID := func(a, b *record) int { return cmp.Compare(a.ID, b.ID) }
	slices.SortFunc(b.partners, byID)
	slices.SortFunc(b.opponents, byID)
	switch {
	case m.Bye != "":
		b.sitOut(m, rs)
	case m.Result == nil:
		b.says = "no result yet"
	default:
		b.finish(m, seat, rs)
	}
	return b
}

// sitOut fills in what a bye counts.
func (b *bout) sitOut(m Match, rs Ruleset) {
	switch m.Bye {
	case ByePairing, ByeFull:
		b.kind, b.points, b.says = fullBye, rs.Points.Bye, "bye"
		b.games.won = rs.Points.ByeGames
	case ByeHalf:
		b.kind, b.points, b.says = halfBye, rs.Points.HalfBye, "bye that was asked for"
	default:
		b.kind, b.says = zeroBye, "absent"
	}
	b.points = b.points.Mul(b.weight)
	if m.Grant != nil {
		b.points = *m.Grant
		b.says += fmt.Sprintf(", granted %s", m.Grant)
	}
}

// finish fills in what a reported match counts.
func (b *bout) finish(m Match, seat Seat, rs Ruleset) {
	own := m.Result.score(seat.Player)
	b.kind, b.outcome = played, m.outcome(seat)
	if m.Result.Ending == Forfeit {
		switch _, decided := m.forfeited(seat, own); {
		case own.Absent:
			b.kind = forfeitLoss
		case decided:
			b.kind = forfeitWin
		}
	}
	b.points = pointsOf(m, seat, own, b.outcome, rs).Mul(b.weight)
	if own.Points != nil && b.kind == played {
		b.points = *own.Points
	}
	b.countGames(m, seat, own, rs)
	b.says = b.told(m, own)
}

// pointsOf is what a match is worth at weight 1.
func pointsOf(m Match, seat Seat, own Score, o Outcome, rs Ruleset) exact.Num {
	if places := rs.Points.places(len(m.Seats)); own.Place > 0 && places != nil && m.Result.Ending != DoubleLoss && m.Result.Ending != IntentionalDraw {
		return placePoints(m, own.Place, places, rs.Points.Averaged)
	}
	switch o {
	case Win:
		return rs.Points.Win
	case Draw:
		return rs.Points.Draw
	}
	return rs.Points.Loss
}

// placePoints is what a place at a table is worth. Those who share places from this one on have the mean
// of what these are worth, or all the best of it.
func placePoints(m Match, place int, points []exact.Num, averaged bool) exact.Num {
	at := func(i int) exact.Num {
		if i < 1 || i > len(points) {
			return exact.Num{}
		}
		return points[i-1]
	}
	if !averaged {
		return at(place)
	}
	var shared []exact.Num
	for _, s := range m.Result.Scores {
		if s.Place == place {
			shared = append(shared, at(place+len(shared)))
		}
	}
	return exact.Sum(shared...).Div(exact.Int(len(shared)))
}

// countGames fills in games and the difference of victory points.
func (b *bout) countGames(m Match, seat Seat, own Score, rs Ruleset) {
	switch b.kind {
	case forfeitWin:
		b.games.won = rs.Points.ByeGames
		return
	case forfeitLoss:
		b.games.lost = rs.Points.ByeGames
		return
	}
	b.games = games{won: own.Games, drawn: m.Result.drawn()}
	theirs := 0
	for i, o := range m.Seats {
		if o.Player == seat.Player || o.with(seat) || slices.ContainsFunc(m.Seats[:i], o.with) {
			continue // a side is counted once
		}
		s := m.Result.score(o.Player)
		b.games.lost += s.Games
		theirs = max(theirs, s.Victory)
	}
	b.margin = own.Victory - theirs
}

// told says in words how the bout ended.
func (b *bout) told(m Match, own Score) string {
	switch {
	case m.Result.Ending == DoubleLoss:
		return "double loss"
	case m.Result.Ending == IntentionalDraw:
		return "intentional draw"
	case b.kind == forfeitWin:
		return "won: nobody came"
	case b.kind == forfeitLoss:
		return "lost: did not come"
	case own.Place > 0 && b.seats > 2:
		return fmt.Sprintf("place %d of %d", own.Place, b.seats)
	}
	verb := map[Outcome]string{Win: "won", Draw: "drew", Loss: "lost"}[b.outcome]
	if b.games.all() == 0 {
		return verb
	}
	verb += fmt.Sprintf(" %d-%d", b.games.won, b.games.lost)
	if b.games.drawn > 0 {
		verb += fmt.Sprintf("-%d", b.games.drawn)
	}
	return verb
}

// score is what a player has, with what a late entrant started with.
func (r *record) score() exact.Num {
	r.add()
	return r.total
}

// weights is how many rounds a player took part in, by weight, with those that count as missed.
func (r *record) weights() exact.Num {
	r.add()
	return r.took
}

// add adds up score and weights, once all bouts are there.
func (r *record) add() {
	if r.totaled {
		return
	}
	r.total, r.took, r.totaled = r.Start, exact.Int(r.Missed), true
	for _, b := range r.bouts {
		r.total = r.total.Add(b.points)
		if b.counts() {
			r.took = r.took.Add(b.weight)
		}
	}
}

// meets tells whether the opponents of a bout count as met.
func (b *bout) meets(rs Ruleset) bool {
	return b.kind == played || rs.ForfeitMeets && (b.kind == forfeitWin || b.kind == forfeitLoss)
}

// unmet says why the opponents of a bout do not count.
func (b *bout) unmet() string {
	switch b.kind {
	case open:
		return "no result yet"
	case forfeitWin, forfeitLoss:
		return "a forfeit is no opponent that was met"
	case absent, zeroBye:
		return "absent: no opponent"
	}
	return "a bye has no opponent"
}
