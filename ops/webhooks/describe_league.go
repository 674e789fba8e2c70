package webhooks

import (
	"fmt"

	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/league"
)

// seasonOf describes what happened in a league, from how it is afterwards.
type seasonOf struct {
	season.Season
	of Of
}

// tells returns what the events of a commit have to tell. What was scored at once is one message. While the
// board is frozen no result is told.
func (s seasonOf) tells(payloads []events.Payload) []told {
	var out []told
	if !s.Hidden() {
		out = s.resultsOf(payloads)
	}
	for i, e := range payloads {
		if t, ok := s.ends(e); ok {
			t.Index = i
			out = append(out, t)
		}
	}
	return out
}

// withheld returns what tells leaves out: results that were recorded while the board is frozen.
func (s seasonOf) withheld(payloads []events.Payload) []told {
	if !s.Hidden() {
		return nil
	}
	return s.resultsOf(payloads)
}

func (s seasonOf) resultsOf(payloads []events.Payload) []told {
	if t, ok := s.results(payloads); ok {
		return []told{t}
	}
	return nil
}

func (s seasonOf) results(payloads []events.Payload) (told, bool) {
	data := LeagueResults{League: s.of}
	out := told{Kind: desk.HookResults, Type: TypeLeagueResults, Index: -1}
	take := func(i int, in league.SessionID, r LeagueResult) {
		if out.Index < 0 {
			out.Index, data.Session = i, s.session(in)
		}
		if len(data.Results) == maxResults {
			data.Left++
			return
		}
		data.Results = append(data.Results, r)
		if r.Result != nil {
			out.Mentions = append(out.Mentions, r.Result.Players...)
		}
	}
	for i, e := range payloads {
		switch e := e.(type) {
		case league.ResultRecorded:
			take(i, e.Session, LeagueResult{N: e.N, Result: &e.Result})
		case league.ResultCorrected:
			take(i, s.sessionOf(e.N), LeagueResult{N: e.N, Result: e.Now, Corrected: true})
		}
	}
	if out.Index < 0 {
		return told{}, false
	}
	out.Data = data
	out.Says = fmt.Sprintf("%s, %s: %s", s.Name, data.Session, count(len(data.Results)+data.Left, "result", "results"))
	return out, true
}

func (s seasonOf) ends(e events.Payload) (told, bool) {
	data := Ending{League: &s.of}
	end := func(typ, says string, args ...any) (told, bool) {
		return told{Kind: desk.HookEnds, Type: typ, Says: fmt.Sprintf(says, args...), Data: data}, true
	}
	at := func(id league.SessionID) string {
		data.Session = s.session(id)
		return data.Session
	}
	switch e := e.(type) {
	case league.RowRevealed:
		return told{
			Kind: desk.HookResults, Type: TypeRowRevealed, Says: fmt.Sprintf("%s: {%s} with %s points", s.Name, e.Player, e.Points),
			Data: RevealedRow{League: s.of, Row: e}, Mentions: []events.PersonID{e.Player},
		}, true
	case league.BoardFrozen:
		return end(TypeBoardFrozen, "The board of %s is frozen", s.Name)
	case league.BoardThawed:
		return end(TypeBoardThawed, "The board of %s is shown again", s.Name)
	case league.SessionFrozen:
		return end(TypeSessionEnded, "%s: %s is closed", s.Name, at(e.Session))
	case league.SessionReopened:
		return end(TypeSessionReopened, "%s: %s is open again", s.Name, at(e.Session))
	case league.SessionCancelled:
		return end(TypeSessionCancelled, "%s: %s is cancelled", s.Name, at(e.Session))
	case league.SeasonEnded:
		data.Moves = e.Moves
		t, ok := end(TypeSeasonEnded, "%s has ended", s.Name)
		for _, m := range e.Moves {
			t.Mentions = append(t.Mentions, m.Player)
		}
		return t, ok
	case league.SeasonReopened:
		return end(TypeSeasonReopened, "%s is open again", s.Name)
	case league.SeasonFinal:
		return end(TypeSeasonFinal, "The tables of %s are final", s.Name)
	}
	return told{}, false
}

// session is the name of a session.
func (s seasonOf) session(id league.SessionID) string {
	for _, has := range s.Sessions {
		if has.ID == id {
			return has.Name
		}
	}
	return string(id)
}

// sessionOf is the session of a result.
func (s seasonOf) sessionOf(n int) league.SessionID {
	if n < 1 || n > len(s.Results) {
		return ""
	}
	return s.Results[n-1].Session
}
