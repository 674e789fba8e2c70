package league

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events/league"
)

func (d *decision) plan(b league.PlanSession) error {
	x, err := session(b.Session)
	if err != nil {
		return err
	}
	was, is := d.s.Session(x.ID)
	switch {
	case !is && len(d.s.Sessions) >= maxSessions:
		return refuse(engine.CodeMalformed, "the season has %d sessions, and that is the most", maxSessions)
	case is && was.Session == x:
		return nil
	case is && d.s.scored(x.ID) && (was.Scenario != x.Scenario || was.Mode != x.Mode):
		return refuse(CodeSession, "something was scored in %s: only its name and date can change now", was.Name)
	}
	d.emit(league.SessionPlanned{Session: x})
	return nil
}

func session(x league.Session) (league.Session, error) {
	if err := id("session", string(x.ID)); err != nil {
		return x, err
	}
	var err error
	if x.Name, err = name("the session's name", x.Name); err != nil {
		return x, err
	}
	for _, f := range []struct {
		what string
		text *string
	}{{"the session's date", &x.Date}, {"the session's scenario", &x.Scenario}, {"the session's mode", &x.Mode}} {
		if *f.text, err = maybe(f.what, *f.text); err != nil {
			return x, err
		}
	}
	return x, nil
}

// scored tells whether anything was ever scored in a session.
func (s State) scored(id league.SessionID) bool {
	return slices.ContainsFunc(s.Results, func(r season.Result) bool { return r.Session == id })
}

func (s State) sessionName(id league.SessionID) string {
	if x, ok := s.Session(id); ok {
		return x.Name
	}
	return string(id)
}

// planned returns a session, or refuses.
func (s State) planned(id league.SessionID) (season.Session, error) {
	x, ok := s.Session(id)
	if !ok {
		return x, refuse(CodeSession, "there is no session %q: the season has %s", short(string(id)), list(s.Sessions, func(x season.Session) string { return string(x.ID) }))
	}
	return x, nil
}

// takes refuses a session in which nothing is scored; the answer says why.
func (s State) takes(id league.SessionID) (season.Session, error) {
	x, err := s.planned(id)
	switch {
	case err != nil:
		return x, err
	case x.Cancelled:
		return x, refuse(CodeFrozen, "%s was cancelled: nothing is scored in it", x.Name)
	case x.Frozen:
		return x, refuse(CodeFrozen, "%s is frozen: a ruling can open it again, with a reason", x.Name)
	}
	return x, nil
}

func (d *decision) freezeSession(b league.FreezeSession) error {
	if _, err := d.s.takes(b.Session); err != nil {
		return err
	}
	d.emit(league.SessionFrozen(b))
	return nil
}

// reopenSession opens a frozen session by a ruling and scores what was held for it.
func (d *decision) reopenSession(b league.ReopenSession) error {
	x, err := d.s.planned(b.Session)
	switch {
	case err != nil:
		return err
	case x.Cancelled:
		return refuse(CodeFrozen, "%s was cancelled: undo that instead", x.Name)
	case !x.Frozen:
		return refuse(CodeFrozen, "%s is open", x.Name)
	}
	return d.integrity(league.MarkReopen, b.Reason, b.Previewed, func(d *decision) error {
		d.emit(league.SessionReopened{Session: b.Session, Mark: d.mark})
		return d.scoreHeld(b.Session)
	})
}

func (d *decision) cancelSession(b league.CancelSession) error {
	x, err := d.s.planned(b.Session)
	switch {
	case err != nil:
		return err
	case x.Cancelled:
		return refuse(CodeFrozen, "%s was cancelled already", x.Name)
	}
	cancel := func(d *decision) error {
		d.emit(league.SessionCancelled{Session: b.Session, Mark: d.mark})
		return nil
	}
	return d.integrity(league.MarkCancel, b.Reason, b.Previewed, cancel)
}
