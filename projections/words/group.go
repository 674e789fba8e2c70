package words

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
)

func ofDesk(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case desk.GatheringOpened:
		return Phrase{Acted: true, Does: "opened the gathering “" + e.Name + "”"}, true
	case desk.PeopleRegistered:
		ids := make([]events.PersonID, len(e.People))
		for i, p := range e.People {
			ids[i] = p.ID
		}
		if len(ids) > 8 {
			return Phrase{Acted: true, Does: "registered " + count(len(ids), "person", "people")}, true
		}
		return Phrase{Acted: true, Does: "registered " + People(ids)}, true
	case desk.PersonCorrected:
		return Phrase{Acted: true, Does: "corrected " + corrected(e) + " of " + Person(e.Person) + ": " + why(e.Why)}, true
	case desk.PersonForgotten:
		return Phrase{Acted: true, Does: "erased the name of " + Person(e.Person)}, true
	case desk.CodeRenewed:
		return Phrase{Acted: true, Does: fmt.Sprintf("renewed the join code of table %s of group %s", e.Table, e.Group)}, true
	case desk.LogRepaired:
		return Phrase{Acted: true, Does: "repaired the log: " + e.Says}, true
	case desk.GatheringEnded:
		return Phrase{Acted: true, Does: "ended the gathering"}, true
	case desk.GatheringSealed:
		return Phrase{Acted: true, Does: "sealed the gathering" + unfinished(e.Unfinished) + ": nothing of it changes any more"}, true
	default:
		return ofHooks(e)
	}
}

// corrected says what was corrected of a person: "the name and the contact".
func corrected(e desk.PersonCorrected) string {
	switch {
	case e.Name && e.Contact:
		return "the name and the contact"
	case e.Name:
		return "the name"
	default:
		return "the contact"
	}
}

// why says a reason for a correction, a Why… constant of events/desk.
func why(why string) string {
	switch why {
	case desk.WhyMisspelt:
		return "it was taken down wrongly"
	case desk.WhyChanged:
		return "it has changed"
	case desk.WhyAsked:
		return "they asked for it"
	case desk.WhyUnsuitable:
		return "it was not suitable"
	default:
		return why
	}
}

// unfinished says what was sealed although it was not over; empty if nothing was.
func unfinished(streams []string) string {
	const most = 8
	if n := len(streams) - most; n > 1 {
		streams = append(streams[:most:most], fmt.Sprintf("%d more", n))
	}
	if len(streams) == 0 {
		return ""
	}
	return ", unfinished as " + List(streams) + " were"
}

func ofGroup(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case group.GroupOpened:
		return opened(e), true
	case group.PlayersSeated:
		return Phrase{Acted: true, Does: "seated " + seats(c, e.Seats)}, true
	case group.PlayerUnseated:
		return Phrase{Acted: true, Does: "took " + Person(e.Player) + " out of " + c.Team(e.Table)}, true
	case group.GroupStarted:
		return Phrase{Acted: true, Major: true, Does: "started the game with " + count(e.Players, "player", "players")}, true
	case group.RoundStarted:
		return Phrase{Major: true, Does: fmt.Sprintf("round %d begins", e.Round)}, true
	case group.TableEndedRound:
		return tableEnded(c, e), true
	case group.RoundEnded:
		return Phrase{Does: fmt.Sprintf("every table has ended round %d", e.Round)}, true
	case group.EntryWithdrawn:
		return Phrase{Acted: true, Does: "took back " + Command(e.Kind)}, true
	case group.RecorderTaken:
		return recorder(c, e), true
	case group.KeyRegistered:
		return keyShown(c, e), true
	case group.NoticePosted:
		return Phrase{Acted: true, Does: "told " + tables(c, e.Tables) + ": " + e.Text}, true
	default:
		return ofEnding(c, e)
	}
}

func ofEnding(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case group.GroupPaused:
		return Phrase{Acted: true, Major: true, Does: "paused the game" + because(e.Reason)}, true
	case group.GroupResumed:
		return Phrase{Acted: true, Major: true, Does: "resumed the game"}, true
	case group.GroupAbandoned:
		return Phrase{Acted: true, Major: true, Does: "ended the game without a result" + because(e.Reason)}, true
	case group.GroupWon:
		return Phrase{Major: true, Does: "the group has won" + because(e.Reason)}, true
	case group.GroupLost:
		return Phrase{Major: true, Does: "the group has lost" + because(e.Reason)}, true
	case group.GroupReopened:
		return Phrase{Acted: true, Major: true, Does: "took the result “" + e.Was + "” back; play goes on"}, true
	case group.RulingMade:
		return Phrase{Acted: true, Major: true, Does: "ruled (" + verdict(e.Verdict) + ")" + because(e.Reason)}, true
	case group.RulingCountersigned, group.RulingDisputed, group.EntryFlagged, group.FlagTakenBack, group.FlagResolved:
		return ofReviews(c, e)
	case group.PlayerAdmitted:
		return Phrase{Acted: true, Major: true, Does: "admitted " + seats(c, []group.Seat{e.Seat}) + because(e.Reason)}, true
	case group.PlayerDropped:
		if e.How == group.DropHandOver {
			return Phrase{Subject: Person(e.Player), Major: true, Does: "left " + c.Team(e.Table) + "; " + Person(e.Heir) + " plays on" + because(e.Reason)}, true
		}
		return Phrase{Subject: Person(e.Player), Major: true, Does: "left " + c.Team(e.Table) + because(e.Reason)}, true
	default:
		return Phrase{}, false
	}
}

func opened(e group.GroupOpened) Phrase {
	p := Phrase{Acted: true, Does: fmt.Sprintf("opened the group “%s”: %s, %s", e.Name, Scenario(e.Scenario), Mode(e.Mode))}
	switch {
	case e.Difficulty == "easy":
		p.Does += ", easy"
	case e.Settings.Nightmare != "":
		p.Does += ", Nightmare (" + e.Settings.Nightmare + ")"
	case e.Difficulty == "nightmare":
		p.Does += ", Nightmare"
	}
	if e.Settings.Campaign != nil {
		p.Does += ", in a campaign"
	}
	return p
}

func verdict(v string) string {
	switch v {
	case group.VerdictStands:
		return "what happened stands"
	case group.VerdictCorrected:
		return "corrected from here"
	case group.VerdictReplayed:
		return "to be replayed"
	default:
		return v
	}
}

func tableEnded(c Context, e group.TableEndedRound) Phrase {
	if e.Forced {
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("ended round %d for %s", e.Round, c.Team(e.Table)) + because(e.Reason)}
	}
	return Phrase{Subject: c.Team(e.Table), Major: true, Does: fmt.Sprintf("ended round %d", e.Round)}
}

func recorder(c Context, e group.RecorderTaken) Phrase {
	if e.By != "" {
		return Phrase{Subject: Person(e.By), Does: "records for " + c.Team(e.Table) + " now"}
	}
	return Phrase{Does: "another device records for " + c.Team(e.Table) + " now"}
}

// keyShown says that a phone signs what it enters from now on.
func keyShown(c Context, e group.KeyRegistered) Phrase {
	says := fmt.Sprintf("the phone of %s signs its entries from now on (key %s)", c.Team(e.Table), events.KeyFingerprint(e.Key))
	if e.Was != "" {
		says += fmt.Sprintf(", with another key than before (%s)", events.KeyFingerprint(e.Was))
	}
	return Phrase{Does: says}
}

func tables(c Context, ts []events.TableID) string {
	if len(ts) == 0 {
		return "every table"
	}
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = c.Team(t)
	}
	return List(names)
}

// seats says who sits where, table by table in the order given.
func seats(c Context, ss []group.Seat) string {
	var order []events.TableID
	by := map[events.TableID][]string{}
	for _, s := range ss {
		if by[s.Table] == nil {
			order = append(order, s.Table)
		}
		by[s.Table] = append(by[s.Table], seat(s))
	}
	parts := make([]string, len(order))
	for i, t := range order {
		parts[i] = List(by[t]) + " at " + c.Team(t)
	}
	return strings.Join(parts, "; ")
}

func seat(s group.Seat) string {
	titles := make([]string, len(s.Heroes))
	for i, h := range s.Heroes {
		titles[i] = h.Title
	}
	return Person(s.Player) + brackets(strings.Join(titles, ", "))
}
