package season

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Evolve returns s with an event taken into account. It never refuses.
func (s Season) Evolve(e events.Payload) Season {
	switch e := e.(type) {
	case league.LeagueOpened:
		s.Opened, s.Name, s.Season, s.Rules = true, e.Name, e.Season, e.Rules
		s.Divisions, s.Walkins, s.Before, s.Carry, s.Seed = e.Divisions, e.Walkins, e.Before, e.Carry, e.Seed
	case league.RulesChanged:
		s.Rules = e.Now
		s = s.did(e.Mark, Change{Rules: &e})
	case league.Marked:
		s.Marks = append(slices.Clip(s.Marks), Mark{N: e.N, Kind: e.Kind, Reason: e.Reason, Effects: e.Effects})
	case league.MarkUndone:
		s = s.mark(e.Mark, func(m *Mark) { m.Undone, m.Undo = true, e.Reason })
	default:
		s = s.evolvePlayers(e)
	}
	return s
}

func (s Season) evolvePlayers(e events.Payload) Season {
	switch e := e.(type) {
	case league.PlayerEntered:
		s.Players, s.players = Added(s.Players, s.players, Player{Player: e.Player, Late: e.Late, Walkin: e.Walkin, Points: e.Points, Place: e.Place})
	case league.PlayerChanged:
		s = s.player(e.Now.Player, func(p *Player) { p.Player = e.Now })
		s = s.did(e.Mark, Change{Player: &e})
	case league.PlayerDropped:
		s = s.player(e.Player, func(p *Player) { p.Dropped, p.Reason = true, e.Reason })
	case league.PlayerReturned:
		s = s.player(e.Player, func(p *Player) { p.Dropped, p.Reason = false, "" })
	case league.PlayersMerged:
		s = s.player(e.From, func(p *Player) { p.Into = e.Into })
		s = s.did(e.Mark, Change{Merged: &e})
	case league.PlayersParted:
		s = s.player(e.From, func(p *Player) { p.Into = "" })
	default:
		s = s.evolveSessions(e)
	}
	return s
}

func (s Season) evolveSessions(e events.Payload) Season {
	switch e := e.(type) {
	case league.SessionPlanned:
		if i := s.sessionAt(e.Session.ID); i < 0 {
			s.Sessions = append(slices.Clip(s.Sessions), Session{Session: e.Session})
		} else {
			s = s.session(e.Session.ID, func(x *Session) { x.Session = e.Session })
		}
	case league.SessionFrozen:
		s = s.session(e.Session, func(x *Session) { x.Frozen = true })
	case league.SessionReopened:
		s = s.session(e.Session, func(x *Session) { x.Frozen = false })
		s = s.did(e.Mark, Change{Reopened: &e})
	case league.SessionCancelled:
		s = s.session(e.Session, func(x *Session) { x.Cancelled = true })
		s = s.did(e.Mark, Change{Cancelled: &e})
	case league.SessionRestored:
		s = s.session(e.Session, func(x *Session) { x.Cancelled = false })
	default:
		s = s.evolveResults(e)
	}
	return s
}

func (s Season) evolveResults(e events.Payload) Season {
	switch e := e.(type) {
	case league.SourceLinked:
		s.Links = append(slices.Clip(s.Links), Link{Source: e.Source, Session: e.Session})
	case league.SourceUnlinked:
		s.Links = slices.DeleteFunc(slices.Clone(s.Links), func(l Link) bool { return l.Source == e.Source })
		s = s.did(e.Mark, Change{Unlinked: &e})
	case league.SourceScored:
		s = s.page(e.Source, e.Page, Page{At: e.At})
	case league.SourceHeld:
		s = s.page(e.Source, e.Page, Page{At: e.At, Held: &e})
	case league.ResultRecorded:
		s.Results, s.results = Added(s.Results, s.results, Result{
			N: e.N, Session: e.Session, Source: e.Source, Page: e.Page, Now: &e.Result, LeftOut: e.LeftOut, Mark: e.Mark,
		})
		s = s.did(e.Mark, Change{Recorded: e.N})
	case league.ResultCorrected:
		s = s.corrected(e)
	default:
		s = s.evolveSeason(e)
	}
	return s
}

func (s Season) evolveSeason(e events.Payload) Season {
	switch e := e.(type) {
	case league.BoardFrozen:
		before := s
		s.Frozen, s.Revealed = &before, nil
	case league.RowRevealed:
		s.Revealed = append(slices.Clip(s.Revealed), e)
	case league.BoardThawed:
		s.Frozen, s.Revealed = nil, nil
	case league.SeasonEnded:
		s.Stage, s.Moves = Ended, e.Moves
	case league.SeasonReopened:
		s.Stage, s.Moves = Running, nil
		s = s.did(e.Mark, Change{Season: &e})
	case league.SeasonFinal:
		s.Stage = Final
	case league.SeasonSealed:
		s.Stage = Sealed
	}
	return s
}

func (s Season) corrected(e league.ResultCorrected) Season {
	if e.N < 1 || e.N > len(s.Results) {
		return s
	}
	s.Results = slices.Clone(s.Results)
	r := &s.Results[e.N-1]
	r.Now = e.Now
	r.Trail = append(slices.Clip(r.Trail), Superseded{Was: e.Was, Reason: e.Reason, Mark: e.Mark})
	return s.did(e.Mark, Change{Corrected: &e})
}

// did notes with an integrity event what it changed; mark 0 is none.
func (s Season) did(mark int, c Change) Season {
	return s.mark(mark, func(m *Mark) { m.Did = append(slices.Clip(m.Did), c) })
}

func (s Season) mark(n int, f func(*Mark)) Season {
	if n < 1 || n > len(s.Marks) {
		return s
	}
	s.Marks = slices.Clone(s.Marks)
	f(&s.Marks[n-1])
	return s
}

func (s Season) player(id events.PersonID, f func(*Player)) Season {
	if i := s.playerAt(id); i >= 0 {
		s.Players = slices.Clone(s.Players)
		f(&s.Players[i])
	}
	return s
}

func (s Season) session(id league.SessionID, f func(*Session)) Season {
	if i := s.sessionAt(id); i >= 0 {
		s.Sessions = slices.Clone(s.Sessions)
		f(&s.Sessions[i])
	}
	return s
}

// mostPages bounds the pages of a source.
const mostPages = 100

func (s Season) page(src league.Source, n int, p Page) Season {
	i := s.linkAt(src)
	if i < 0 || n < 0 || n >= mostPages {
		return s
	}
	s.Links = slices.Clone(s.Links)
	pages := slices.Clone(s.Links[i].Pages)
	for len(pages) <= n {
		pages = append(pages, Page{})
	}
	pages[n] = p
	s.Links[i].Pages = pages
	return s
}
