package league

import (
	"slices"

	"github.com/muster-events/muster/engine"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

func (d *decision) freezeBoard() error {
	if d.s.Hidden() {
		return refuse(CodeBoard, "the board is frozen already")
	}
	d.emit(league.BoardFrozen{})
	return nil
}

// reveal shows the next rows of the final table.
func (d *decision) reveal(b league.RevealNext) error {
	if !d.s.Hidden() {
		return refuse(CodeBoard, "the board is not frozen: there is nothing to reveal")
	}
	if b.Rows < 0 || b.Rows > maxAtOnce {
		return refuse(engine.CodeMalformed, "%d rows: reveal 1 to %d at once", b.Rows, maxAtOnce)
	}
	for range max(b.Rows, 1) {
		row, more := d.s.Next()
		if !more {
			break
		}
		d.emit(row)
	}
	if len(d.out) == 0 {
		return refuse(CodeBoard, "every row is revealed: thaw the board")
	}
	return nil
}

// thaw shows the public everything again, and takes what was held because of the reveal.
func (d *decision) thaw() error {
	if !d.s.Hidden() {
		return refuse(CodeBoard, "the board is not frozen")
	}
	d.emit(league.BoardThawed{})
	for _, x := range d.s.Sessions {
		if d.s.holds(x.ID) == "" {
			if err := d.scoreHeld(x.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// end ends the season: open sessions are frozen, promotions and relegations are worked out. What a source
// has sent and no session has taken is dealt with first.
func (d *decision) end(choose []events.PersonID) error {
	if waits := d.s.waiting(); len(waits) > 0 {
		return refuse(CodeSource, "results wait for a frozen session, those of %s: reopen the session, or unlink them", list(waits, func(l season.Link) string { return sourceName(l.Source) }))
	}
	moves, err := d.s.moves(choose)
	if err != nil {
		return err
	}
	d.freezeAll()
	d.emit(league.SeasonEnded{Moves: moves})
	return nil
}

func (d *decision) freezeAll() {
	for _, x := range d.s.Sessions {
		if !x.Frozen && !x.Cancelled {
			d.emit(league.SessionFrozen{Session: x.ID})
		}
	}
}

// moves works out who goes up and down. Of those who share the last place that moves the organiser names
// as many as move.
func (s State) moves(choose []events.PersonID) ([]league.DivisionMove, error) {
	if again, is := twice(choose); is {
		return nil, refuse(engine.CodeMalformed, "{%s} is chosen twice", again)
	}
	var out []league.DivisionMove
	var open []events.PersonID
	left := map[[2]string]int{}
	way := func(x rule.Switch) [2]string { return [2]string{x.From, x.To} }
	for _, x := range s.Switches() {
		if _, seen := left[way(x)]; !seen {
			left[way(x)] = s.Rules.Switch
		}
		who := x.Member.Member
		if x.Open {
			open = append(open, who)
		}
		if !x.Open || slices.Contains(choose, who) {
			out = append(out, league.DivisionMove{Player: who, From: x.From, To: x.To})
			left[way(x)]--
		}
	}
	for _, x := range s.Switches() {
		if x.Open && left[way(x)] != 0 {
			return nil, refuse(CodeChoose, "%s share the last place that moves from %s to %s: name %d of them", list(open, func(p events.PersonID) string { return "{" + string(p) + "}" }), x.From, x.To, left[way(x)]+chosen(out, x, choose))
		}
	}
	for _, who := range choose {
		if !slices.Contains(open, who) {
			return nil, refuse(CodeChoose, "{%s} is none of those who share the last place that moves", short(string(who)))
		}
	}
	return out, nil
}

// chosen counts those who were named for a way up or down.
func chosen(moves []league.DivisionMove, x rule.Switch, choose []events.PersonID) int {
	n := 0
	for _, m := range moves {
		if m.From == x.From && m.To == x.To && slices.Contains(choose, m.Player) {
			n++
		}
	}
	return n
}

// waiting lists the sources of which something is held for a session that was not cancelled.
func (s State) waiting() []season.Link {
	return slices.DeleteFunc(slices.Clone(s.Links), func(l season.Link) bool {
		x, _ := s.Session(l.Session)
		return !l.Waits() || x.Cancelled
	})
}

// reopenSeason takes the end of the season back by a ruling. The badge stays; no table moves.
func (d *decision) reopenSeason(b league.ReopenSeason) error {
	return d.integrity(league.MarkSeason, b.Reason, b.Previewed, func(d *decision) error {
		d.emit(league.SeasonReopened{Was: d.s.Moves, Mark: d.mark})
		return nil
	})
}
