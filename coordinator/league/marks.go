package league

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events/league"
)

// Preview is what an integrity event would do.
type Preview struct {
	Kind    string // a Mark… constant
	Effects league.Effects
	// Print stands for exactly these consequences: the command that carries it is accepted as long as
	// they are the same.
	Print string
}

// Foresee answers what a command would do if it is an integrity event; nil if it is none, and would
// simply be accepted. Errors: the [*engine.Refusal] that Decide would answer with, but for a missing
// preview.
func Foresee(s State, c coordinator.Command) (*Preview, error) {
	d := &decision{s: s, looking: true}
	if err := d.run(c); err != nil {
		return nil, err
	}
	return d.seen, nil
}

// integrity decides an integrity event: f makes its events, which carry d.mark. It is refused without a
// reason, and without a preview of what it does: then the refusal says that in words.
func (d *decision) integrity(kind, reason, previewed string, f func(*decision) error) error {
	reason, err := sentence("reason", reason)
	if err != nil {
		return err
	}
	before, n := d.s.Season, len(d.s.Marks)+1
	head := league.Marked{N: n, Kind: kind, Reason: reason}
	trial := &decision{s: d.s, mark: n}
	trial.emit(head)
	if err := f(trial); err != nil {
		return err
	}
	if len(trial.out) == 1 {
		return nil
	}
	head.Effects = season.Compare(before, trial.s.Season)
	if err := d.confirmed(kind, previewed, head.Effects); err != nil {
		return err
	}
	d.emit(head)
	d.emit(trial.out[1:]...)
	return nil
}

// confirmed refuses what was not previewed with the consequences that it has.
func (d *decision) confirmed(kind, previewed string, e league.Effects) error {
	p := Preview{Kind: kind, Effects: e, Print: season.Print(kind, e)}
	switch {
	case d.looking:
		d.seen = &p
		return nil
	case previewed == p.Print:
		return nil
	case previewed == "":
		return refuse(CodePreview, "this is recorded with a badge for good: it %s; to go ahead, send it with the preview %q", season.Says(e), p.Print)
	}
	return refuse(CodePreview, "since you looked, something has changed: now it %s; to go ahead, send it with the preview %q", season.Says(e), p.Print)
}

// undo takes an integrity event back by a ruling. The badge stays.
func (d *decision) undo(b league.UndoMark) error {
	reason, err := sentence("reason", b.Reason)
	if err != nil {
		return err
	}
	if b.Mark < 1 || b.Mark > len(d.s.Marks) {
		return refuse(CodeMark, "there is no integrity event %d: there are %d", b.Mark, len(d.s.Marks))
	}
	m := d.s.Marks[b.Mark-1]
	if m.Undone {
		return refuse(CodeMark, "integrity event %d was undone already: %s", m.N, m.Undo)
	}
	before, held := d.s.Season, d.s.letIn(m)
	head := league.MarkUndone{Mark: m.N, Reason: reason}
	trial := &decision{s: d.s}
	trial.emit(head)
	for _, c := range slices.Backward(m.Did) {
		if err := trial.back(c, reason); err != nil {
			return err
		}
	}
	for _, h := range held {
		trial.emit(h)
	}
	head.Effects = season.Compare(before, trial.s.Season)
	if err := d.confirmed("undo", b.Previewed, head.Effects); err != nil {
		return err
	}
	d.emit(head)
	d.emit(trial.out[1:]...)
	return nil
}

// back undoes one change, or says what stands in the way.
func (d *decision) back(c season.Change, reason string) error {
	switch {
	case c.Corrected != nil:
		return d.correctBack(c.Corrected.N, c.Corrected.Now, c.Corrected.Was, reason)
	case c.Recorded > 0:
		first := d.s.Results[c.Recorded-1]
		return d.correctBack(c.Recorded, recorded(first), nil, reason)
	case c.Player != nil:
		return d.playerBack(*c.Player)
	case c.Merged != nil:
		d.emit(league.PlayersParted{From: c.Merged.From, Into: c.Merged.Into})
	case c.Unlinked != nil:
		return d.linkBack(*c.Unlinked)
	case c.Reopened != nil:
		if x, _ := d.s.Session(c.Reopened.Session); !x.Frozen {
			d.emit(league.SessionFrozen{Session: c.Reopened.Session})
		}
	case c.Cancelled != nil:
		d.emit(league.SessionRestored{Session: c.Cancelled.Session})
	case c.Rules != nil:
		if !sameJSON(d.s.Rules, c.Rules.Now) {
			return later("the rules were changed")
		}
		d.emit(league.RulesChanged{Was: c.Rules.Now, Now: c.Rules.Was})
	case c.Season != nil:
		d.freezeAll()
		d.emit(league.SeasonEnded{Moves: c.Season.Was})
	}
	return nil
}

func later(what string) error {
	return refuse(CodeMark, "%s again since then: undo the later integrity event first", what)
}

// recorded is what a result said when it was recorded.
func recorded(r season.Result) *league.Result {
	if len(r.Trail) > 0 {
		return r.Trail[0].Was
	}
	return r.Now
}

// correctBack sets a result to what it said before, if nobody has changed it since.
func (d *decision) correctBack(n int, now, was *league.Result, reason string) error {
	if r := d.s.Results[n-1]; !sameJSON(r.Now, now) {
		return later(fmt.Sprintf("result %d was changed", n))
	}
	d.emit(league.ResultCorrected{N: n, Was: now, Now: was, Reason: reason})
	return nil
}

func (d *decision) playerBack(c league.PlayerChanged) error {
	if p, _ := d.s.Player(c.Now.Player); p.Player != c.Now {
		return later(fmt.Sprintf("{%s} was changed", c.Now.Player))
	}
	d.emit(league.PlayerChanged{Was: c.Now, Now: c.Was})
	return nil
}

func (d *decision) linkBack(c league.SourceUnlinked) error {
	if l, linked := d.s.Link(c.Source); linked {
		return refuse(CodeMark, "%s was linked to %s since then: take that back first", sourceName(c.Source), d.s.sessionName(l.Session))
	}
	d.emit(league.SourceLinked{Session: c.Session, Source: c.Source})
	for page, at := range c.Pages {
		d.emit(league.SourceScored{Session: c.Session, Source: c.Source, Page: page, At: at, Results: d.standing(c.Source, page)})
	}
	for _, h := range c.Held {
		d.emit(h)
	}
	return nil
}

// letIn returns what a reopening let in, as it stands now, to be held again if it is undone.
func (s State) letIn(m season.Mark) []league.SourceHeld {
	if m.Kind != league.MarkReopen {
		return nil
	}
	var out []league.SourceHeld
	for _, c := range m.Did {
		n := c.Recorded
		if c.Corrected != nil {
			n = c.Corrected.N
		}
		if n == 0 || s.Results[n-1].Source == nil {
			continue
		}
		r := s.Results[n-1]
		if slices.ContainsFunc(out, func(h league.SourceHeld) bool { return h.Source == *r.Source && h.Page == r.Page }) {
			continue
		}
		l, linked := s.Link(*r.Source)
		if !linked {
			continue
		}
		h := league.SourceHeld{Session: r.Session, Source: *r.Source, Page: r.Page, At: l.Page(r.Page).At, Because: "the reopening of the session was undone"}
		for _, x := range s.Of(h.Source, h.Page) {
			if x.Now != nil {
				h.Results = append(h.Results, *x.Now)
			}
		}
		out = append(out, h)
	}
	return out
}
