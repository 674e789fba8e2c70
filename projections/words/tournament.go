package words

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Entrant returns the mark of the person behind an entrant's number, "entrant 7" if it is not known.
func (c Context) Entrant(n int) string {
	if n < 1 || n > len(c.Entrants) {
		return fmt.Sprintf("entrant %d", n)
	}
	return Person(c.Entrants[n-1])
}

func (c Context) entrants(ns []int) string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = c.Entrant(n)
	}
	return List(out)
}

// ofTournament says what happens to a tournament as a whole.
func ofTournament(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case tournament.TournamentOpened:
		return Phrase{Acted: true, Major: true, Does: "opened the tournament “" + e.Name + "”: " + Format(e.Rules.Format)}, true
	case tournament.RulesChanged:
		return Phrase{Acted: true, Major: true, Does: "changed the rules"}, true
	case tournament.TournamentStarted:
		if e.Rounds == 0 {
			return Phrase{Acted: true, Major: true, Does: "started the tournament"}, true
		}
		return Phrase{Acted: true, Major: true, Does: "started the tournament, " + count(e.Rounds, "round", "rounds")}, true
	case tournament.CutMade:
		if len(e.Entrants) == 0 {
			return Phrase{Acted: true, Major: true, Does: "took the cut back"}, true
		}
		return Phrase{Major: true, Does: fmt.Sprintf("the best %d play on: %s", len(e.Entrants), c.entrants(e.Entrants))}, true
	case tournament.StandingsFrozen:
		return Phrase{Acted: true, Major: true, Does: "froze the standings"}, true
	case tournament.TournamentEnded:
		return Phrase{Acted: true, Major: true, Does: "ended the tournament"}, true
	case tournament.StandingsThawed:
		return Phrase{Acted: true, Major: true, Does: "showed the standings again"}, true
	case tournament.TournamentFinal:
		return Phrase{Acted: true, Major: true, Does: "made the standings final"}, true
	case tournament.TournamentSealed:
		return Phrase{Acted: true, Major: true, Does: "sealed the tournament"}, true
	case tournament.TournamentReopened:
		return Phrase{Acted: true, Major: true, Does: "reopened the tournament, which was " + firstOr(e.Was, "over")}, true
	case tournament.IntegrityNoted:
		return Phrase{Acted: true, Major: true, Does: integrity(e)}, true
	default:
		return ofEntrants(c, e)
	}
}

func ofEntrants(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case tournament.EntrantRegistered:
		says := "entered as number " + fmt.Sprint(e.N)
		switch {
		case e.Waiting:
			says = "is on the waiting list"
		case e.From > 1:
			says = fmt.Sprintf("entered late and plays from round %d", e.From)
		}
		return Phrase{Subject: Person(e.Entrant.Player), Does: says}, true
	case tournament.EntrantEdited:
		return Phrase{Acted: true, Does: "corrected the entry of " + c.Entrant(e.Entrant)}, true
	case tournament.WaitingAdmitted:
		return Phrase{Subject: c.Entrant(e.Entrant), Does: "has a place, from the waiting list"}, true
	case tournament.EntrantCheckedIn:
		if e.Undone {
			return Phrase{Subject: c.Entrant(e.Entrant), Does: "is not checked in after all"}, true
		}
		return Phrase{Subject: c.Entrant(e.Entrant), Does: "checked in"}, true
	case tournament.EntrantDropped:
		return Phrase{Subject: c.Entrant(e.Entrant), Does: "left the tournament" + because(dropped(e.Why))}, true
	case tournament.EntrantReturned:
		return Phrase{Subject: c.Entrant(e.Entrant), Does: fmt.Sprintf("is back and plays from round %d", e.From)}, true
	case tournament.EntrantNoShow:
		return Phrase{Subject: c.Entrant(e.Entrant), Does: fmt.Sprintf("did not come to the table in round %d", e.Round)}, true
	case tournament.ByeGranted:
		if e.Kind == "" {
			return Phrase{Acted: true, Does: fmt.Sprintf("took the bye of %s in round %d back", c.Entrant(e.Entrant), e.Round) + because(e.Reason)}, true
		}
		return Phrase{Acted: true, Does: fmt.Sprintf("gave %s %s in round %d", c.Entrant(e.Entrant), Bye(e.Kind), e.Round) + because(e.Reason)}, true
	case tournament.EntrantsMerged:
		if e.Undone {
			return Phrase{Acted: true, Does: fmt.Sprintf("parted %s and %s again", c.Entrant(e.Keep), c.Entrant(e.Gone))}, true
		}
		return Phrase{Acted: true, Does: fmt.Sprintf("found that %s and %s are one person", c.Entrant(e.Gone), c.Entrant(e.Keep))}, true
	case tournament.EntrantsKeptApart:
		if e.Undone {
			return Phrase{Acted: true, Does: fmt.Sprintf("does not hold %s and %s for two people any more", c.Entrant(e.A), c.Entrant(e.B)) + because(e.Reason)}, true
		}
		return Phrase{Acted: true, Does: fmt.Sprintf("found that %s and %s are two people", c.Entrant(e.A), c.Entrant(e.B)) + because(e.Reason)}, true
	case tournament.EntrantsRenumbered:
		return Phrase{Does: "the seeds are " + firstOr(c.entrants(e.Now[:min(len(e.Now), 8)]), "nobody’s") + andMore(len(e.Now)-8)}, true
	default:
		return ofRounds(c, e)
	}
}

func dropped(why string) string {
	switch why {
	case "no-show":
		return "did not come"
	case "not-checked-in":
		return "not checked in"
	default:
		return why
	}
}

func andMore(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

func ofRounds(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case tournament.RoundPaired:
		says := fmt.Sprintf("paired round %d, %s", e.Round, count(len(e.Tables), "table", "tables"))
		if e.Again {
			says = fmt.Sprintf("paired round %d again", e.Round)
		}
		return Phrase{Acted: true, Does: says + because(e.Reason)}, true
	case tournament.PairingChanged:
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("set %s of round %d by hand", seatings(c, e.Now), e.Round)}, true
	case tournament.TableLocked:
		if e.Undone {
			return Phrase{Acted: true, Does: fmt.Sprintf("let table %d of round %d go", e.Table, e.Round)}, true
		}
		return Phrase{Acted: true, Does: fmt.Sprintf("locked table %d of round %d", e.Table, e.Round)}, true
	case tournament.RoundPublished:
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("published round %d", e.Round)}, true
	case tournament.RoundUndone:
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("took the %s of round %d back", undoneStep(e.Step), e.Round) + because(e.Reason)}, true
	case tournament.GroupLinked:
		if e.Group == "" {
			return Phrase{Acted: true, Does: fmt.Sprintf("table %d of round %d plays as no group any more", e.Table, e.Round)}, true
		}
		return Phrase{Does: fmt.Sprintf("table %d of round %d plays as the group %s", e.Table, e.Round, e.Group)}, true
	case tournament.RoundFinished:
		return Phrase{Major: true, Does: fmt.Sprintf("every table of round %d has a result", e.Round)}, true
	case tournament.RoundReopened:
		return Phrase{Does: fmt.Sprintf("round %d waits for a result again", e.Round)}, true
	default:
		return ofClock(e, c)
	}
}

func undoneStep(step string) string {
	switch step {
	case tournament.StepStart:
		return "start"
	case tournament.StepPublish:
		return "publishing"
	default:
		return "pairing"
	}
}

func seatings(c Context, ss []tournament.Seating) string {
	var out []string
	for _, s := range ss[:min(len(ss), 4)] {
		who := "nobody"
		if len(s.Entrants) > 0 {
			who = c.entrants(s.Entrants)
		}
		out = append(out, fmt.Sprintf("table %d (%s)", s.Table, who))
	}
	if len(out) == 0 {
		return "the byes"
	}
	return List(out) + andMore(len(ss)-4)
}

func ofClock(e events.Payload, c Context) (Phrase, bool) {
	switch e := e.(type) {
	case tournament.RoundStarted:
		says := fmt.Sprintf("started round %d", e.Round)
		if e.Seconds > 0 {
			says += ", " + Seconds(e.Seconds)
		}
		return Phrase{Acted: true, Major: true, Does: says}, true
	case tournament.ClockPaused:
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("stopped the clock of round %d", e.Round) + because(e.Reason)}, true
	case tournament.ClockResumed:
		return Phrase{Acted: true, Major: true, Does: fmt.Sprintf("let the clock of round %d run again", e.Round)}, true
	case tournament.ClockExtended:
		return Phrase{Acted: true, Does: extended(e) + because(e.Reason)}, true
	case tournament.TimeCalled:
		tables := make([]string, len(e.Tables))
		for i, n := range e.Tables {
			tables[i] = fmt.Sprint(n)
		}
		return Phrase{Major: true, Does: fmt.Sprintf("time in round %d, table %s", e.Round, firstOr(List(tables), "none"))}, true
	default:
		return ofResults(c, e)
	}
}

func extended(e tournament.ClockExtended) string {
	who, verb, secs := "every table", "gave", e.Seconds
	if e.Table != 0 {
		who = fmt.Sprintf("table %d", e.Table)
	}
	more := "more"
	if secs < 0 {
		secs, more = -secs, "less"
	}
	return fmt.Sprintf("%s %s of round %d %s %s", verb, who, e.Round, Seconds(secs), more)
}

// Seconds says a length of time: "50 min", "1 min 30 s".
func Seconds(n int) string {
	switch m, s := n/60, n%60; {
	case m == 0:
		return fmt.Sprintf("%d s", s)
	case s == 0:
		return fmt.Sprintf("%d min", m)
	default:
		return fmt.Sprintf("%d min %d s", m, s)
	}
}

func ofResults(c Context, e events.Payload) (Phrase, bool) {
	at := func(round, table int) string { return fmt.Sprintf(" at table %d of round %d", table, round) }
	switch e := e.(type) {
	case tournament.ResultEntered:
		verb := "entered "
		if e.Corrects != 0 {
			verb = "wants the result corrected to "
		}
		p := Phrase{Acted: true, Does: verb + Result(c, e.Result) + at(e.Round, e.Table) + because(e.Reason)}
		return by(c, p, e.Entrant), true
	case tournament.ResultConfirmed:
		return by(c, Phrase{Acted: true, Does: "confirmed the result" + at(e.Round, e.Table)}, e.Entrant), true
	case tournament.ResultRejected:
		return by(c, Phrase{Acted: true, Does: "rejected the result" + at(e.Round, e.Table) + because(e.Reason)}, e.Entrant), true
	case tournament.ResultsConflict:
		return Phrase{Major: true, Does: fmt.Sprintf("the entries%s differ: a judge is asked", at(e.Round, e.Table))}, true
	case tournament.ResultStands:
		return Phrase{Does: fmt.Sprintf("entry %d%s stands", e.Entry, at(e.Round, e.Table))}, true
	default:
		return Phrase{}, false
	}
}

// by names the player of the table who acted; their session need not.
func by(c Context, p Phrase, entrant int) Phrase {
	if entrant != 0 {
		p.Acted, p.Subject = false, c.Entrant(entrant)
	}
	return p
}

// Result says a result: "{p-1} 2, {p-2} 0".
func Result(c Context, r tournament.Result) string {
	switch r.Kind {
	case tournament.IntentionalDraw:
		return "an intentional draw"
	case tournament.DoubleLoss:
		return "a loss for everybody"
	case tournament.Open:
		return "no result"
	}
	victory := !slices.ContainsFunc(r.Lines, func(l tournament.Line) bool { return l.Games != 0 })
	var out []string
	for _, l := range r.Lines {
		says := fmt.Sprint(l.Games)
		switch {
		case l.Forfeits:
			says = "forfeits"
		case l.Score != "":
			says = string(l.Score)
		case victory && l.Victory != 0:
			says = fmt.Sprint(l.Victory)
		case r.Kind == tournament.Forfeit:
			says = "wins"
		}
		switch {
		case len(r.Lines) < 3 || l.Place == 0:
		case says == "0":
			says = fmt.Sprintf("place %d", l.Place)
		default:
			says += fmt.Sprintf(" (place %d)", l.Place)
		}
		out = append(out, c.Entrant(l.Entrant)+" "+says)
	}
	says := firstOr(strings.Join(out, ", "), "a result")
	if r.Drawn > 0 {
		says += fmt.Sprintf(", %d drawn", r.Drawn)
	}
	if r.Kind == tournament.Unfinished {
		says += " (unfinished, time was called)"
	}
	return says
}

var touches = map[string]string{
	tournament.TouchPairing: "changed pairings", tournament.TouchImport: "imported", tournament.TouchNumbers: "renumbered the seeds",
	tournament.TouchResult: "corrected a result", tournament.TouchRules: "changed the rules after the start",
	tournament.TouchEntrants: "merged two entries", tournament.TouchEnd: "reopened the tournament", tournament.TouchRuling: "ruled on an earlier change",
}

// Touch says what an integrity entry is about: "corrected a result".
func Touch(what string) string { return firstOr(touches[what], "changed the tournament") }

func integrity(e tournament.IntegrityNoted) string {
	says := Touch(e.What)
	switch {
	case e.Undoes != 0:
		says = fmt.Sprintf("undid number %d of the integrity list by a ruling", e.Undoes)
	case e.Round != 0 && e.Table != 0:
		says += fmt.Sprintf(" at table %d of round %d", e.Table, e.Round)
	case e.Round != 0:
		says += fmt.Sprintf(" in round %d", e.Round)
	}
	if e.Source != "" {
		says += " from " + e.Source
	}
	if len(e.Says) > 0 {
		says += " (this " + List(e.Says) + ")"
	}
	return says + because(e.Reason)
}

var formats = map[string]string{
	tournament.FormatSwiss: "Swiss", tournament.FormatRoundRobin: "round robin", tournament.FormatSingle: "single elimination",
	tournament.FormatDouble: "double elimination", tournament.FormatSwissCut: "Swiss with a cut", tournament.FormatPods: "pods",
}

// Format names a format for people: "Swiss with a cut".
func Format(f string) string { return firstOr(formats[f], firstOr(plain(f), "no format")) }

var byes = map[string]string{
	tournament.ByePairing: "a bye", tournament.ByeFull: "a full bye", tournament.ByeHalf: "half a bye", tournament.ByeZero: "a bye without points",
}

// Bye names a kind of bye: "half a bye".
func Bye(kind string) string { return firstOr(byes[kind], "a bye") }

var statuses = map[string]string{
	tournament.StatusOpen: "registration", tournament.StatusRunning: "running", tournament.StatusFrozen: "running, standings frozen",
	tournament.StatusEnded: "ended", tournament.StatusThawed: "ended", tournament.StatusFinal: "final", tournament.StatusSealed: "sealed",
}

// Status names the state of a tournament's life: "running, standings frozen".
func Status(s string) string { return firstOr(statuses[s], s) }
