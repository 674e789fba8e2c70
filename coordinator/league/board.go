package league

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
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
func (d *decision) end() error {
	if waits := d.s.waiting(); len(waits) > 0 {
		return refuse(CodeSource, "results wait for a frozen session, those of %s: reopen the session, or unlink them", list(waits, func(l season.Link) string { return sourceName(l.Source) }))
	}
	for _, x := range d.s.Sessions {
		if !x.Frozen && !x.Cancelled {
			d.emit(league.SessionFrozen{Session: x.ID})
		}
	}
	d.emit(league.SeasonEnded{Moves: d.s.Promotions()})
	return nil
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
		d.emit(league.SeasonReopened{Mark: d.mark})
		return nil
	})
}
