package league

import (
	"encoding/json"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events/league"
)

func sourceName(src league.Source) string {
	if src.Tournament != "" {
		return "the tournament " + string(src.Tournament)
	}
	return "the group " + string(src.Group)
}

func checkSource(src league.Source) error {
	if (src.Group == "") == (src.Tournament == "") {
		return refuse(CodeSource, "name a group or a tournament, one of the two")
	}
	return id("source", string(src.Group+src.Tournament))
}

func (d *decision) linkSource(b league.LinkSource) error {
	if err := checkSource(b.Source); err != nil {
		return err
	}
	if _, err := d.s.takes(b.Session); err != nil {
		return err
	}
	if l, linked := d.s.Link(b.Source); linked {
		return refuse(CodeSource, "%s scores in %s already: a source scores once", sourceName(b.Source), d.s.sessionName(l.Session))
	}
	if len(d.s.Links) >= maxLinks {
		return refuse(engine.CodeMalformed, "%d groups and tournaments are linked, and that is the most", maxLinks)
	}
	d.emit(league.SourceLinked(b))
	return nil
}

// linked returns the link of a source, or refuses.
func (s State) linked(src league.Source) (season.Link, error) {
	if err := checkSource(src); err != nil {
		return season.Link{}, err
	}
	l, ok := s.Link(src)
	if !ok {
		return l, refuse(CodeSource, "%s scores in no session of this league: link it first", sourceName(src))
	}
	return l, nil
}

// unlink takes a source away from its session with all that it has scored there; then it is an integrity
// event.
func (d *decision) unlink(b league.UnlinkSource) error {
	l, err := d.s.linked(b.Source)
	if err != nil {
		return err
	}
	unlink := func(d *decision) error {
		gone := league.SourceUnlinked{Session: l.Session, Source: b.Source, Mark: d.mark}
		for _, p := range l.Pages {
			gone.Pages = append(gone.Pages, p.At)
			if p.Held != nil {
				gone.Held = append(gone.Held, *p.Held)
			}
		}
		d.emit(gone)
		for page := range l.Pages {
			for _, r := range d.s.Of(b.Source, page) {
				if r.Now != nil {
					d.emit(league.ResultCorrected{N: r.N, Was: r.Now, Reason: b.Reason, Mark: d.mark})
				}
			}
		}
		return nil
	}
	for page := range l.Pages {
		if d.standing(b.Source, page) > 0 {
			return d.integrity(league.MarkUnlink, b.Reason, b.Previewed, unlink)
		}
	}
	return unlink(d)
}

// standing counts the results of a page of a source that stand.
func (d *decision) standing(src league.Source, page int) int {
	n := 0
	for _, r := range d.s.Of(src, page) {
		if r.Now != nil {
			n++
		}
	}
	return n
}

// score takes what a source scores, or holds it while its session takes nothing. What is older than
// what it has scored, or the same, is refused.
func (d *decision) score(b league.ScoreSource) error {
	l, err := d.s.linked(b.Source)
	if err != nil {
		return err
	}
	b, err = d.s.checkScored(b)
	if err != nil {
		return err
	}
	if d.s.Scores(b) {
		return refuse(CodeNothing, "%s has scored just that already", sourceName(b.Source))
	}
	if last := l.Page(b.Page).At; b.At <= last {
		return refuse(CodeOld, "%s has scored up to its entry %d; this is of entry %d", sourceName(b.Source), last, b.At)
	}
	if because := d.s.holds(l.Session); because != "" {
		d.emit(league.SourceHeld{
			Session: l.Session, Source: b.Source, Page: b.Page, At: b.At, Results: b.Results, Why: b.Why, Because: because,
		})
		return nil
	}
	return d.take(l.Session, b)
}

func (s State) checkScored(b league.ScoreSource) (league.ScoreSource, error) {
	if len(b.Results) > maxAtOnce || b.Page < 0 || b.Page > maxPage || b.At < 1 {
		return b, refuse(engine.CodeMalformed, "%d results on page %d of entry %d: a page has at most %d, and there are pages 0 to %d", len(b.Results), b.Page, b.At, maxAtOnce, maxPage)
	}
	var err error
	if b.Why, err = optional("reason", b.Why); err != nil {
		return b, err
	}
	b.Results = slices.Clone(b.Results)
	for i := range b.Results {
		if b.Results[i], err = s.result(b.Results[i]); err != nil {
			return b, err
		}
	}
	return b, nil
}

// Scores tells whether what a source scores is what it has scored or what is held of it, so that there
// is nothing to record.
func (s State) Scores(b league.ScoreSource) bool {
	l, linked := s.Link(b.Source)
	if !linked {
		return false
	}
	p := l.Page(b.Page)
	if p.Held != nil {
		return sameJSON(p.Held.Results, b.Results) || len(p.Held.Results) == 0 && len(b.Results) == 0
	}
	var now []league.Result
	for _, r := range s.Of(b.Source, b.Page) {
		if r.Now != nil {
			now = append(now, *r.Now)
		}
	}
	return sameAll(now, b.Results) && (p.At > 0 || len(b.Results) == 0)
}

// sameAll compares results in any order.
func sameAll(a, b []league.Result) bool {
	if len(a) != len(b) {
		return false
	}
	left := slices.Clone(b)
	for _, x := range a {
		i := slices.IndexFunc(left, func(y league.Result) bool { return sameJSON(x, y) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// holds says why a session takes nothing now; empty: it does.
func (s State) holds(id league.SessionID) string {
	if s.Stage != season.Running {
		return "the season has ended"
	}
	if s.Revealing() {
		return "the board is being revealed"
	}
	if _, err := s.takes(id); err != nil {
		return engine.AsRefusal(err).Says
	}
	return ""
}

// take scores the results of a source: those that it had before are corrected where they differ, in
// place of being counted twice.
func (d *decision) take(to league.SessionID, b league.ScoreSource) error {
	d.emit(league.SourceScored{Session: to, Source: b.Source, Page: b.Page, At: b.At, Results: len(b.Results), Why: b.Why})
	had := d.s.Of(b.Source, b.Page)
	used := make([]bool, len(had))
	var fresh []league.Result
	for _, r := range b.Results {
		i := -1
		for j, o := range had {
			if !used[j] && sameLine(o, r) {
				i = j
				break
			}
		}
		if i < 0 {
			fresh = append(fresh, r)
			continue
		}
		used[i] = true
		if !sameJSON(had[i].Now, r) {
			d.emit(league.ResultCorrected{N: had[i].N, Was: had[i].Now, Now: &r, Reason: b.Why, Mark: d.mark})
		}
	}
	for j, o := range had {
		if !used[j] && o.Now != nil {
			d.emit(league.ResultCorrected{N: o.N, Was: o.Now, Reason: b.Why, Mark: d.mark})
		}
	}
	for _, r := range fresh {
		if err := d.takeOne(to, b, r); err != nil {
			return err
		}
	}
	return nil
}

// sameLine tells whether a line of a source is the one that a recorded result came of: the same kind and
// players, whatever it says now.
func sameLine(o season.Result, r league.Result) bool {
	first := recorded(o)
	return first != nil && first.Kind == r.Kind && slices.Equal(first.Players, r.Players) && first.Achievement == r.Achievement
}

// takeOne scores a new line of a source. Players who are not in the league are entered if whoever plays
// is, and otherwise count once they are entered; those who have dropped are left out for good.
func (d *decision) takeOne(to league.SessionID, b league.ScoreSource, r league.Result) error {
	e := league.ResultRecorded{Session: to, Source: &b.Source, Page: b.Page, Result: r, Mark: d.mark}
	for _, who := range r.Players {
		p, in := d.s.Player(d.s.Who(who))
		switch {
		case !in && d.s.Walkins:
			if err := d.enterOne(league.Player{Player: who}, true); err != nil {
				return err
			}
		case in && p.Dropped:
			e.LeftOut = append(e.LeftOut, who)
		}
	}
	e.N = len(d.s.Results) + 1
	d.emit(e)
	return nil
}

// scoreHeld scores everything that was held for a session.
func (d *decision) scoreHeld(id league.SessionID) error {
	for _, l := range d.s.Links {
		if l.Session != id {
			continue
		}
		for n, p := range l.Pages {
			if p.Held == nil {
				continue
			}
			h := p.Held
			if err := d.take(id, league.ScoreSource{Source: l.Source, Page: n, At: h.At, Results: h.Results, Why: h.Why}); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameJSON compares two values by how they are stored.
func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
