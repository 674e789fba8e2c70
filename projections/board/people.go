package board

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// onPeople follows what the board keeps of players beside their game.
func (f *fold) onPeople(e events.Payload) bool {
	switch e := e.(type) {
	case group.PlayersSeated:
		for _, s := range e.Seats {
			f.touch(s.Table)
		}
	case group.PlayerAdmitted:
		f.touch(e.Seat.Table)
	case group.PlayerDropped:
		if e.How == group.DropHandOver {
			f.succeed(e.Player, e.Heir)
		}
		f.touch(e.Table)
	case lotr.PlayerEliminated:
		if p := f.table(e.Table).player(e.Player); p != nil {
			p.OutWhy = e.Why
		}
	default:
		return false
	}
	return true
}

// succeed puts an heir in the place of a player who has left where a step waits for them.
func (f *fold) succeed(was, heir events.PersonID) {
	for i := range f.g.Queue {
		if f.g.Queue[i].Decides == was {
			f.g.Queue[i].Decides = heir
		}
	}
}

// player returns a player that may be written, nil if there is none with that id at the table.
func (t *Table) player(id events.PersonID) *Player {
	for i := range t.Players {
		if t.Players[i].ID == id {
			return &t.Players[i]
		}
	}
	return nil
}
