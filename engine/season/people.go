package season

import (
	"slices"

	"github.com/muster-events/muster/events"
)

// People are the players of a season by id, for whoever asks about many of them: [Season.Player] and
// [Season.Who] walk through all. Players who enter later are not in it.
type People struct {
	players []Player
	at      map[events.PersonID]int
}

// People returns the players of the season by id.
func (s Season) People() People {
	p := People{players: s.Players, at: make(map[events.PersonID]int, len(s.Players))}
	for i, one := range s.Players {
		if _, twice := p.at[one.Player.Player]; !twice {
			p.at[one.Player.Player] = i
		}
	}
	return p
}

// Player is [Season.Player].
func (p People) Player(id events.PersonID) (Player, bool) {
	i, ok := p.at[id]
	if !ok {
		return Player{}, false
	}
	return p.players[i], true
}

// Who is [Season.Who].
func (p People) Who(id events.PersonID) events.PersonID {
	for range p.players {
		i, ok := p.at[id]
		if !ok || p.players[i].Into == "" {
			return id
		}
		id = p.players[i].Into
	}
	return id
}

// counts tells whether a result counts for who is named in it: they are players of the season, and had not
// dropped when it was scored.
func (p People) counts(r Result, named events.PersonID) bool {
	_, in := p.at[p.Who(named)]
	return in && !slices.Contains(r.LeftOut, named)
}
