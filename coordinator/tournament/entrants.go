package tournament

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/exact"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// register enters people: before the start, on the waiting list beyond the cap; after it, as the rules
// for late entries say. An import after the start needs acknowledged consequences.
func (d *decision) register(b tournament.Register) error {
	if len(b.Entrants) < 1 || len(b.Entrants) > maxBatch {
		return malformed("%d entrants: register 1 to %d at a time", len(b.Entrants), maxBatch)
	}
	source, err := sentence("source of the import", b.Source, 0, maxName)
	if err != nil {
		return err
	}
	if d.s.Started() {
		if err := d.mayEnterLate(); err != nil {
			return err
		}
	}
	enter := func() error {
		for i, e := range b.Entrants {
			if err := d.enter(e); err != nil {
				return inRow(err, i, len(b.Entrants))
			}
		}
		return nil
	}
	if source != "" && d.s.Started() {
		return d.touch(touching{what: tournament.TouchImport, reason: b.Reason, ack: b.Ack, source: source}, enter)
	}
	return enter()
}

// mayEnterLate refuses a late entry that the rules do not allow.
func (d *decision) mayEnterLate() error {
	round, last := d.nextRound(), d.s.Rules.LateUntil
	switch {
	case d.c.Actor.Role == events.RoleCaptain:
		return refuse(CodeLate, "the tournament has started: ask the organiser, who can enter you late")
	case d.s.Rules.Format != tournament.FormatSwiss && d.s.Rules.Format != tournament.FormatSwissCut && d.s.Rules.Format != tournament.FormatPods:
		return refuse(CodeLate, "nobody enters a %s late: who meets whom is drawn", d.s.Rules.Format)
	case last == 0:
		return refuse(CodeLate, "the rules of this tournament have no late entries")
	case round > last || d.s.Cut != nil:
		return refuse(CodeLate, "late entries are over: the last were before round %d, and round %d is next", last, round)
	}
	return nil
}

// nextRound is the first round that somebody who comes now may play: the one that is not published.
func (d *decision) nextRound() int {
	n := len(d.s.Rounds)
	if n > 0 && !d.s.Rounds[n-1].Published {
		return n
	}
	return n + 1
}

// enter registers one entrant.
func (d *decision) enter(e tournament.Entrant) error {
	e, err := d.checkEntrant(e, 0)
	if err != nil {
		return err
	}
	if old, ok := d.s.EntrantOf(e.Player); ok {
		if old.Dropped {
			return refuse(CodeEntered, "%s was in the tournament as number %d and left: let them return", d.name(old.N), old.N)
		}
		return refuse(CodeEntered, "%s is in the tournament already, as number %d", d.name(old.N), old.N)
	}
	in := tournament.EntrantRegistered{N: len(d.s.Entrants) + 1, Entrant: e}
	full := d.s.Rules.Cap > 0 && d.s.In() >= d.s.Rules.Cap
	if !d.s.Started() {
		in.Waiting = full
		d.emit(in)
		return nil
	}
	if full {
		return refuse(CodeFull, "the tournament is full: %d play, and its cap is %d", d.s.In(), d.s.Rules.Cap)
	}
	if in.From = d.nextRound(); in.From > 1 {
		in.Points = d.latePoints(in.From)
	} else {
		in.From = 0
	}
	d.emit(in)
	return nil
}

// latePoints is what the rounds before a late entry bring.
//
// Source: cases/README.md, 10.
func (d *decision) latePoints(from int) tournament.Amount {
	each, err := exact.Parse(string(d.s.Rules.LatePoints))
	if err != nil || each.IsZero() {
		return ""
	}
	return tournament.Amount(each.Times(from - 1).String())
}

// checkEntrant returns what is kept about an entrant; except is the entrant whose own code may stay.
func (d *decision) checkEntrant(e tournament.Entrant, except int) (tournament.Entrant, error) {
	if err := e.Player.Validate(); err != nil {
		return e, malformed("%v", err)
	}
	var err error
	if e.Club != "" {
		if e.Club, err = clean("the club", e.Club); err != nil {
			return e, err
		}
	}
	if e.Rating < 0 || e.Rating > maxRating {
		return e, malformed("the rating of {%s} is %d: type 0 to %d", e.Player, e.Rating, maxRating)
	}
	if len(e.Code) > maxCode || strings.ContainsFunc(e.Code, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) {
		return e, malformed("the short code %q of {%s}: use 1 to %d letters and digits without accents", short(e.Code), e.Player, maxCode)
	}
	for _, o := range d.s.Entrants {
		if e.Code != "" && o.N != except && o.Into == 0 && strings.EqualFold(o.Code, e.Code) {
			return e, refuse(CodeCode, "the short code %s is %s's already", e.Code, d.name(o.N))
		}
	}
	return e, nil
}

// entrant returns an entrant by number, or says that there is none.
func (d *decision) entrant(n int) (rules.Entrant, error) {
	e, ok := d.s.Entrant(n)
	switch {
	case !ok:
		return e, refuse(CodeEntrant, "there is no entrant %d: numbers go from 1 to %d", n, len(d.s.Entrants))
	case e.Into != 0:
		return e, refuse(CodeEntrant, "entrant %d was found to be %s, number %d: use that one", n, d.name(e.Into), e.Into)
	}
	return e, nil
}

func (d *decision) editEntrant(b tournament.EditEntrant) error {
	e, err := d.entrant(b.Entrant)
	if err != nil {
		return err
	}
	if b.To.Player != e.Player {
		return malformed("entrant %d is %s and stays so; to join two entries of one person, merge them", e.N, d.name(e.N))
	}
	now, err := d.checkEntrant(b.To, e.N)
	if err != nil {
		return err
	}
	if now != e.Entrant {
		d.emit(tournament.EntrantEdited{Entrant: e.N, Was: e.Entrant, Now: now})
	}
	return nil
}

func (d *decision) admitWaiting(b tournament.AdmitWaiting) error {
	e, err := d.entrant(b.Entrant)
	if err != nil {
		return err
	}
	if !e.Waiting || e.Dropped {
		return refuse(CodeEntrant, "%s is not on the waiting list", d.name(e.N))
	}
	d.emit(tournament.WaitingAdmitted{Entrant: e.N})
	return nil
}

func (d *decision) checkIn(b tournament.CheckIn) error {
	e, err := d.entrant(b.Entrant)
	if err != nil {
		return err
	}
	if e.Dropped {
		return refuse(CodeLeft, "%s has left the tournament: let them return first", d.name(e.N))
	}
	if e.CheckedIn != !b.Undo {
		d.emit(tournament.EntrantCheckedIn{Entrant: e.N, Undone: b.Undo})
	}
	return nil
}

// drop takes an entrant out of the rounds to come. Before the start their place goes to the waiting
// list.
func (d *decision) drop(b tournament.Drop) error {
	e, err := d.entrant(b.Entrant)
	if err != nil {
		return err
	}
	why, err := sentence("reason", b.Reason, 0, maxReason)
	if err != nil {
		return err
	}
	if e.Dropped {
		return refuse(CodeLeft, "%s has left already", d.name(e.N))
	}
	d.emit(tournament.EntrantDropped{Entrant: e.N, Round: len(d.s.Rounds), Why: why})
	if !d.s.Started() {
		d.moveUp()
	}
	return nil
}

// comeBack lets an entrant play again. The rounds missed bring no points: only a grant does.
//
// Source: cases/README.md, 11.
func (d *decision) comeBack(b tournament.Return) error {
	e, err := d.entrant(b.Entrant)
	if err != nil {
		return err
	}
	switch {
	case !e.Dropped:
		return refuse(CodeNothing, "%s is in the tournament", d.name(e.N))
	case !e.Waiting && d.s.Rules.Cap > 0 && d.s.In() >= d.s.Rules.Cap:
		return refuse(CodeFull, "the tournament is full: %d play, and its cap is %d", d.s.In(), d.s.Rules.Cap)
	}
	if d.drawn() && !slices.Contains(d.s.Order, e.N) {
		return refuse(CodeLate, "nobody enters a %s once it is drawn", d.s.Rules.Format)
	}
	d.emit(tournament.EntrantReturned{Entrant: e.N, From: d.nextRound()})
	return nil
}

// drawn reports whether who meets whom was fixed at the start.
func (d *decision) drawn() bool {
	switch d.s.Rules.Format {
	case tournament.FormatRoundRobin, tournament.FormatSingle, tournament.FormatDouble:
		return d.s.Started()
	default:
		return false
	}
}

// noShow records who did not come: the table is forfeited if nobody is left to play against.
func (d *decision) noShow(b tournament.MarkNoShow) error {
	r, err := d.playedRound(b.Round)
	if err != nil {
		return err
	}
	e, err := d.entrant(b.Entrant)
	if err != nil {
		return err
	}
	t, ok := r.At(e.N)
	switch {
	case !ok:
		return refuse(CodeTable, "%s sits at no table in round %d", d.name(e.N), r.N)
	case t.Stands != 0:
		return refuse(CodeHasResult, "table %d has a result already: %s; correct it", t.N, d.standing(t))
	case slices.Contains(e.NoShows, r.N):
		return refuse(CodeNothing, "that %s did not come to round %d is recorded already", d.name(e.N), r.N)
	}
	if _, err := d.seat(t); err != nil {
		return err
	}
	d.emit(tournament.EntrantNoShow{Entrant: e.N, Round: r.N})
	if res, ends := d.forfeited(r, t); ends {
		if err := d.enterAs(r, t, res, official); err != nil {
			return err
		}
	}
	if !b.Keep && !e.Dropped {
		d.emit(tournament.EntrantDropped{Entrant: e.N, Round: len(d.s.Rounds), Why: "no-show"})
	}
	return nil
}

// forfeited is the result of a table at which those who did not come leave one side alone.
func (d *decision) forfeited(r rules.Round, t rules.Table) (tournament.Result, bool) {
	res := tournament.Result{Kind: tournament.Forfeit}
	var here []int
	for _, n := range t.Seats {
		if slices.Contains(d.s.Entrants[n-1].NoShows, r.N) {
			res.Lines = append(res.Lines, tournament.Line{Entrant: n, Forfeits: true})
		} else {
			here = append(here, n)
		}
	}
	for _, a := range here {
		if slices.ContainsFunc(here, func(b int) bool { return t.Opposed(a, b) }) {
			return res, false
		}
	}
	return res, true
}

// grantBye gives a bye in a round to come, or points for a round that was missed.
//
// Source: cases/README.md, 7 and 11.
func (d *decision) grantBye(b tournament.GrantBye) error {
	e, err := d.entrant(b.Entrant)
	if err != nil {
		return err
	}
	why, err := sentence("reason", b.Reason, 0, maxReason)
	if err != nil {
		return err
	}
	if b.Kind != "" && b.Kind != tournament.ByeFull && b.Kind != tournament.ByeHalf && b.Kind != tournament.ByeZero {
		return malformed("%q is no bye: use %s, %s or %s", short(b.Kind), tournament.ByeFull, tournament.ByeHalf, tournament.ByeZero)
	}
	if d.drawn() {
		return refuse(CodeSeating, "nobody has a bye in a %s: who meets whom is drawn", d.s.Rules.Format)
	}
	last := max(d.s.Planned, len(d.s.Rounds))
	if !d.s.Started() {
		last = 30
	}
	if b.Round < 1 || b.Round > last {
		return refuse(CodeRound, "there is no round %d: byes are for rounds 1 to %d", b.Round, last)
	}
	if r, ok := d.s.Round(b.Round); ok {
		if why == "" {
			return malformed("round %d is paired: say why %s gets points for it", r.N, d.name(e.N))
		}
		if t, at := r.At(e.N); at {
			return refuse(CodeSeating, "%s sits at table %d in round %d: change the pairing", d.name(e.N), t.N, r.N)
		}
		if r.Bye(e.N) == tournament.ByePairing {
			return refuse(CodeNothing, "%s has the bye of round %d already", d.name(e.N), r.N)
		}
		if r.Stage == tournament.StageCut || e.Late > r.N && b.Kind != "" && e.Points != "" {
			return refuse(CodeRound, "%s has what round %d brings already", d.name(e.N), r.N)
		}
	}
	if was := e.Granted(b.Round); was != b.Kind {
		d.emit(tournament.ByeGranted{Entrant: e.N, Round: b.Round, Kind: b.Kind, Was: was, Reason: why})
	}
	return nil
}
