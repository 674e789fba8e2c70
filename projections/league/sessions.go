package league

import (
	"slices"

	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

func (b *builder) session(n int, x season.Session) Session {
	out := Session{
		ID: x.ID, N: n, Name: x.Name, Date: x.Date, Scenario: x.Scenario, Mode: x.Mode, Frozen: x.Frozen, Cancelled: x.Cancelled,
		Provisional: b.provisional(x), Sources: []Source{}, Results: []Result{},
	}
	came := map[events.PersonID]bool{}
	for _, r := range b.s.Results {
		if r.Session != x.ID {
			continue
		}
		out.Results = append(out.Results, b.result(r))
		if r.Now != nil {
			for _, p := range b.players(r.Now) {
				came[p] = true
			}
		}
	}
	out.Attended = len(came)
	for _, l := range b.s.Links {
		if l.Session == x.ID {
			out.Sources = append(out.Sources, b.source(l))
		}
	}
	return out
}

func (b *builder) source(l season.Link) Source {
	out := Source{Group: l.Source.Group, Tournament: l.Source.Tournament}
	for _, r := range b.s.Results {
		if r.Source != nil && *r.Source == l.Source && r.Now != nil {
			out.Results++
		}
	}
	for _, p := range l.Pages {
		if b.staff && p.Held != nil {
			out.Held = p.Held.Because
		}
	}
	return out
}

func (b *builder) result(r season.Result) Result {
	out := Result{
		N: r.N, Session: r.Session, Players: b.players(r.Now), LeftOut: r.LeftOut, Says: b.line(r.Now), Result: r.Now, Source: r.Source,
		Mark: r.Mark,
	}
	if x, ok := b.s.Session(r.Session); ok {
		out.Provisional = r.Now != nil && b.provisional(x)
	}
	if r.Mark > 0 && r.Mark <= len(b.s.Marks) {
		out.Imported = b.s.Marks[r.Mark-1].Kind == league.MarkImport
	}
	out.By, out.At = who(b.stored.Results, r.N, 0)
	for i, t := range r.Trail {
		was := Was{Says: b.line(t.Was), Reason: t.Reason, Mark: t.Mark}
		was.By, was.At = who(b.stored.Results, r.N, i+1)
		out.Trail = append(out.Trail, was)
		if r.Now == nil && t.Was != nil {
			out.Players = b.players(t.Was) // whose it was
		}
	}
	return out
}

// line says what a result says, achievements by their names.
func (b *builder) line(r *league.Result) string {
	if r != nil && r.Kind == league.KindAchievement {
		for _, a := range b.s.Rules.Points.Extras {
			if a.ID == r.Achievement {
				return a.Name
			}
		}
	}
	return season.Line(r)
}

// players lists whose a result is, each once.
func (b *builder) players(r *league.Result) []events.PersonID {
	out := []events.PersonID{}
	if r == nil {
		return out
	}
	for _, p := range r.Players {
		if p = b.people.Who(p); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func (b *builder) achievements() []Achievement {
	out := []Achievement{}
	for _, a := range b.s.Rules.Points.Extras {
		one := Achievement{ID: a.ID, Name: a.Name, Points: a.Points, Once: a.Once, Holders: []Holder{}}
		for _, r := range b.s.Results {
			x, _ := b.s.Session(r.Session)
			if r.Now == nil || r.Now.Achievement != a.ID || x.Cancelled || len(r.LeftOut) > 0 {
				continue
			}
			for _, p := range b.players(r.Now) {
				one.Holders = append(one.Holders, Holder{Player: p, Session: r.Session, Result: r.N})
			}
		}
		out = append(out, one)
	}
	return out
}

// marks lists the integrity events, the latest first.
func (b *builder) marks() []Mark {
	out := []Mark{}
	for _, m := range slices.Backward(b.s.Marks) {
		out = append(out, b.mark(m))
	}
	return out
}

func (b *builder) mark(m season.Mark) Mark {
	out := Mark{
		N: m.N, Kind: m.Kind, Title: markTitle(m.Kind), Says: "It " + season.Says(m.Effects) + ".", Reason: m.Reason, Effects: m.Effects,
		Undone: m.Undone, Undo: m.Undo,
	}
	out.By, out.At = who(b.stored.Marks, m.N, 0)
	if m.Undone {
		out.UndoneBy, out.UndoneAt = who(b.stored.Marks, m.N, 1)
	}
	for _, c := range m.Did {
		switch {
		case c.Corrected != nil:
			out.Results = append(out.Results, c.Corrected.N)
		case c.Recorded > 0:
			out.Results = append(out.Results, c.Recorded)
		}
	}
	return out
}
