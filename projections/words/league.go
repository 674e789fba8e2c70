package words

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// ofLeague says what happens to a league as a whole: its season, its rules, its board.
func ofLeague(c Context, e events.Payload) (Phrase, bool) {
	major := func(does string, args ...any) (Phrase, bool) {
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf(does, args...)}, true
	}
	switch e := e.(type) {
	case league.LeagueOpened:
		return major("opened the league “%s”", e.Name)
	case league.RulesChanged:
		return major("changed the scoring rules")
	case league.Marked:
		return major("changed by hand what counts (%s): %s", e.Kind, e.Reason)
	case league.MarkUndone:
		return major("undid change %d: %s", e.Mark, e.Reason)
	case league.BoardFrozen:
		return major("froze the scoreboard")
	case league.RowRevealed:
		if e.Rank == 0 {
			return Phrase{Does: fmt.Sprintf("%s is without a rank, with %s", Person(e.Player), e.Points)}, true
		}
		return Phrase{Does: fmt.Sprintf("%s is number %d, with %s", Person(e.Player), e.Rank, e.Points)}, true
	case league.BoardThawed:
		return major("showed the whole scoreboard again")
	case league.SeasonEnded:
		return major("ended the season, %s", count(len(e.Moves), "change of division", "changes of division"))
	case league.SeasonReopened:
		return major("reopened the season")
	case league.SeasonFinal:
		return major("made the tables final")
	case league.SeasonSealed:
		return major("sealed the league")
	default:
		return ofLeaguePlayers(c, e)
	}
}

// ofLeaguePlayers says what happens to the players of a league.
func ofLeaguePlayers(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case league.PlayerEntered:
		switch {
		case e.Walkin:
			return Phrase{Does: Person(e.Player.Player) + " is in the league by playing"}, true
		case e.Late:
			return Phrase{Does: Person(e.Player.Player) + " is in the league from now on"}, true
		}
		return Phrase{Does: Person(e.Player.Player) + " is in the league"}, true
	case league.PlayerChanged:
		return Phrase{Acted: true, Does: "changed division, team or store of " + Person(e.Now.Player)}, true
	case league.PlayerDropped:
		return Phrase{Does: Person(e.Player) + " has dropped out of the season"}, true
	case league.PlayerReturned:
		return Phrase{Does: Person(e.Player) + " is back in the season"}, true
	case league.PlayersMerged:
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("merged %s into %s: they are one player", Person(e.From), Person(e.Into))}, true
	case league.PlayersParted:
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("parted %s and %s again", Person(e.From), Person(e.Into))}, true
	default:
		return ofLeagueSessions(c, e)
	}
}

// ofLeagueSessions says what happens in the sessions of a league.
func ofLeagueSessions(_ Context, e events.Payload) (Phrase, bool) {
	acted := func(does string, args ...any) (Phrase, bool) {
		return Phrase{Acted: true, Does: fmt.Sprintf(does, args...)}, true
	}
	switch e := e.(type) {
	case league.SessionPlanned:
		return acted("planned the session “%s”", e.Session.Name)
	case league.SessionFrozen:
		return acted("froze the session %s", e.Session)
	case league.SessionReopened:
		return acted("reopened the session %s", e.Session)
	case league.SessionCancelled:
		return acted("took the session %s out of the season", e.Session)
	case league.SessionRestored:
		return acted("put the session %s back into the season", e.Session)
	case league.SourceLinked:
		return acted("let %s score in the session %s", feeding(e.Source), e.Session)
	case league.SourceUnlinked:
		return acted("took %s out of the session %s", feeding(e.Source), e.Session)
	case league.SourceScored:
		return Phrase{Does: fmt.Sprintf("%s has scored in the session %s: %s", feeding(e.Source), e.Session, count(e.Results, "result", "results"))}, true
	case league.SourceHeld:
		return Phrase{Does: fmt.Sprintf("what %s scores in the session %s waits: %s", feeding(e.Source), e.Session, e.Because)}, true
	case league.ResultRecorded:
		return Phrase{Does: fmt.Sprintf("result %d counts in the session %s", e.N, e.Session)}, true
	case league.ResultCorrected:
		if e.Now == nil {
			return Phrase{Major: e.Mark != 0, Does: fmt.Sprintf("result %d is taken out%s", e.N, forReason(e.Reason))}, true
		}
		return Phrase{Major: e.Mark != 0, Does: fmt.Sprintf("result %d is corrected%s", e.N, forReason(e.Reason))}, true
	default:
		return Phrase{}, false
	}
}

// feeding names the group or tournament that scores in a session, by its id.
func feeding(s league.Source) string {
	if s.Tournament != "" {
		return "the tournament " + string(s.Tournament)
	}
	return "the group " + string(s.Group)
}

// forReason puts a reason behind what was done; nothing if there is none.
func forReason(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}
