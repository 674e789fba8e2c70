package tournament

import (
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// official is who enters as organiser or judge, or the program: at no seat.
const official = 0

// enterResult takes an entry of a table's result.
//
// Source: cases/README.md, 2, 6 and 9.
func (d *decision) enterResult(b tournament.EnterResult) error {
	r, err := d.playedRound(b.Round)
	if err != nil {
		return err
	}
	t, err := d.tableOf(r, b.Table)
	if err != nil {
		return err
	}
	if b.Result.Kind == tournament.Open {
		return refuse(CodeResult, "to take a result back, correct it")
	}
	if b.Group != t.Group && (b.Group != "" || d.c.Actor.Role == events.RoleSystem) {
		return refuse(CodeGroup, "table %d of round %d does not play as the group %q", t.N, r.N, b.Group)
	}
	as, err := d.seat(t)
	if err != nil {
		return err
	}
	if as != official && !d.s.Rules.SelfReport {
		return refuse(CodeSelfReport, "players do not enter results in this tournament: bring the slip to a judge")
	}
	return d.enterAs(r, t, b.Result, as)
}

// seat is the entrant at the table that who asks is, or official. A judge who sits at a table is no
// judge there.
func (d *decision) seat(t rules.Table) (int, error) {
	own, ok := d.s.EntrantOf(d.c.Actor.Person)
	sits := ok && t.Has(own.N)
	switch {
	case d.c.Actor.Role == events.RoleCaptain && sits:
		return own.N, nil
	case d.c.Actor.Role == events.RoleCaptain:
		return 0, refuse(engine.CodeOtherTable, "at table %d sit %s: this phone enters for its own table", t.N, d.names(t.Seats))
	case sits:
		return 0, refuse(CodeOwnEntry, "you sit at table %d yourself: another judge enters its result, or you as a player", t.N)
	case d.s.Rules.TwoPersons && d.c.Actor.Person == "" && d.c.Actor.Role != events.RoleSystem:
		return 0, refuse(CodeWho, "results are confirmed by a second person here: sign in by name, so that it is known who entered what")
	}
	return official, nil
}

// enterAs takes an entry as a seat of the table or as an official.
func (d *decision) enterAs(r rules.Round, t rules.Table, given tournament.Result, as int) error {
	res, err := d.complete(r, t, given)
	if err != nil {
		return err
	}
	if t.Stands != 0 {
		return d.comesSecond(t, res, as)
	}
	if err := d.mayEnterAgain(t, as); err != nil {
		return err
	}
	entry := d.entered(t, res, as)
	d.emit(entry)
	switch {
	case d.c.Actor.Role == events.RoleSystem, as == official && !d.s.Rules.TwoPersons:
		d.stand(r.N, t.N, entry.Entry)
	default:
		d.compare(t, entry)
	}
	return nil
}

// complete checks a result, its note and that it is one.
func (d *decision) complete(r rules.Round, t rules.Table, given tournament.Result) (tournament.Result, error) {
	note, err := sentence("note", given.Note, 0, maxNote)
	if err != nil {
		return given, err
	}
	given.Note = note
	return d.s.Complete(r, t, given)
}

// differReason is why an entry of an official that differs from what stands is kept beside it.
const differReason = "two officials entered different results"

// comesSecond takes an entry for a table that has a result. Two officials who enter different results at the
// same moment have both seen something: the first stands, and the second is kept beside it as a correction
// that waits for another person. Whoever else comes second is told what was accepted.
//
// Source: issue 4, "Must show" 4.
func (d *decision) comesSecond(t rules.Table, res tournament.Result, as int) error {
	now, who := t.Entries[t.Stands-1], d.c.Actor
	judges := as == official && who.Role != events.RoleSystem && who.Person != ""
	another := now.Entrant == 0 && now.Role != events.RoleSystem && now.By != "" && !d.mine(now.ResultEntered, as)
	if !judges || !another || rules.Same(now.Result, res) {
		return d.alreadyStands(t, res)
	}
	if err := d.hasEntered(t, as); err != nil {
		return err
	}
	entry := d.entered(t, res, as)
	entry.Corrects, entry.Reason = t.Stands, differReason
	d.emit(entry, tournament.ResultsConflict{Round: entry.Round, Table: t.N, Entries: []int{t.Stands, entry.Entry}})
	return nil
}

// alreadyStands tells who comes second what was accepted.
func (d *decision) alreadyStands(t rules.Table, res tournament.Result) error {
	if now, _ := t.Result(); rules.Same(now, res) {
		return refuse(CodeNothing, "table %d has this result already: %s", t.N, d.standing(t))
	}
	return refuse(CodeStands, "table %d has another result already: %s. You entered %s. A judge can correct it, with a reason", t.N, d.standing(t), d.score(res))
}

// standing says the result that stands and who entered it.
func (d *decision) standing(t rules.Table) string {
	e := t.Entries[t.Stands-1]
	return d.score(e.Result) + ", entered by " + d.who(e.ResultEntered)
}

func (d *decision) who(e tournament.ResultEntered) string {
	switch {
	case e.Entrant != 0:
		return d.name(e.Entrant)
	case e.By != "":
		return "{" + string(e.By) + "}"
	case e.Role == events.RoleSystem:
		return "the program"
	default:
		return "the " + string(e.Role)
	}
}

// mayEnterAgain refuses a second entry of the same person where nobody edits their own.
func (d *decision) mayEnterAgain(t rules.Table, as int) error {
	if !d.s.Rules.TwoPersons {
		return nil
	}
	return d.hasEntered(t, as)
}

// hasEntered refuses who has an entry at a table that waits for another person.
func (d *decision) hasEntered(t rules.Table, as int) error {
	for _, e := range t.Entries {
		switch {
		case e.State != rules.EntryPending || !d.mine(e.ResultEntered, as):
		case as == official && d.anybody(e.ResultEntered):
			return unnamed()
		case d.sameDevice(e.ResultEntered) && !d.samePerson(e.By, d.c.Actor.Person):
			return oneDevice()
		default:
			return refuse(CodeOwnEntry, "you have entered %s; another person confirms or rejects it, and nobody changes their own entry", d.score(e.Result))
		}
	}
	return nil
}

// mine tells whether who asks made an entry, themselves or at the same seat.
func (d *decision) mine(e tournament.ResultEntered, as int) bool {
	if as != official && e.Entrant == as {
		return true
	}
	return e.By != "" && (d.samePerson(e.By, d.c.Actor.Person) || d.anybody(e) || d.sameDevice(e))
}

// sameDevice tells whether two officials have used one device, whatever names they have said on it: whoever
// has it in hand can say two. It is told by the session, which a browser keeps when another name is said.
func (d *decision) sameDevice(e tournament.ResultEntered) bool {
	official := func(r events.Role) bool { return r == events.RoleOrganiser || r == events.RoleJudge }
	on, _ := d.s.entered.Get(entryKey(e.Round, e.Table, e.Entry))
	return on != "" && on == d.c.Device && official(e.Role) && official(d.c.Actor.Role)
}

// oneDevice refuses a second name on the device of the first.
func oneDevice() error {
	return refuse(CodeOwnEntry, "this was entered on this device, under another name. Names and devices are compared: who confirms or rejects it does so under their own name, on a device of their own")
}

// anybody tells whether an entry and who asks are of two organisers one of whom has not said who they are:
// they may be one person.
func (d *decision) anybody(e tournament.ResultEntered) bool {
	who := d.c.Actor
	return e.Role == events.RoleOrganiser && who.Role == events.RoleOrganiser && (e.By == events.Organiser || who.Person == events.Organiser)
}

// unnamed refuses an organiser who may be the one who entered something.
func unnamed() error {
	return refuse(CodeOwnEntry, "an organiser entered this, and organisers count as different persons only once both have said their names at the console: say yours, or have a judge confirm or reject it")
}

func (d *decision) samePerson(a, b events.PersonID) bool {
	if a == b {
		return a != ""
	}
	x, okX := d.s.EntrantOf(a)
	y, okY := d.s.EntrantOf(b)
	return okX && okY && x.N == y.N
}

func (d *decision) entered(t rules.Table, res tournament.Result, as int) tournament.ResultEntered {
	return tournament.ResultEntered{
		Round: d.roundAt(t), Table: t.N, Entry: len(t.Entries) + 1, By: d.c.Actor.Person, Role: d.c.Actor.Role,
		Entrant: as, Result: res, Group: d.group(),
	}
}

// roundAt is the round that the command is about.
func (d *decision) roundAt(rules.Table) int {
	switch b := d.c.Body.(type) {
	case tournament.EnterResult:
		return b.Round
	case tournament.MarkNoShow:
		return b.Round
	case tournament.CorrectResult:
		return b.Round
	case tournament.ImportRound:
		return b.Round
	default:
		return len(d.s.Rounds)
	}
}

func (d *decision) group() events.GroupID {
	b, _ := d.c.Body.(tournament.EnterResult)
	return b.Group
}

// compare holds a new entry against those that wait: an equal one of another person confirms it, a
// different one is a matter for the judge.
//
// Source: cases/README.md, 6.
func (d *decision) compare(before rules.Table, e tournament.ResultEntered) {
	r, _ := d.s.Round(e.Round)
	t, _ := r.Table(e.Table)
	differ := []int{}
	for _, o := range t.Entries[:len(t.Entries)-1] {
		if o.State != rules.EntryPending || o.Corrects != 0 {
			continue
		}
		if !d.mayJudge(t, o.ResultEntered, e.Entrant) {
			continue // of the same side or the same person
		}
		if rules.Same(o.Result, e.Result) {
			d.emit(tournament.ResultConfirmed{Round: e.Round, Table: e.Table, Entry: o.Entry, By: e.By, Role: e.Role, Entrant: e.Entrant})
			d.stand(e.Round, e.Table, o.Entry)
			return
		}
		differ = append(differ, o.Entry)
	}
	if len(differ) > 0 {
		d.emit(tournament.ResultsConflict{Round: e.Round, Table: e.Table, Entries: append(differ, e.Entry)})
	}
}

// mayJudge tells whether who asks may confirm or reject an entry: it is not their own, nor their own
// side's.
func (d *decision) mayJudge(t rules.Table, e tournament.ResultEntered, as int) bool {
	switch {
	case d.mine(e, as):
		return false
	case as != official && e.Entrant != 0:
		return t.Opposed(as, e.Entrant)
	case as != official:
		return true
	default:
		return e.Entrant != 0 || e.Role == events.RoleSystem || e.By != "" && d.c.Actor.Person != ""
	}
}

// stand makes an entry the result, and the round over if it was the last.
func (d *decision) stand(round, table, entry int) {
	r, _ := d.s.Round(round)
	t, _ := r.Table(table)
	d.emit(tournament.ResultStands{Round: round, Table: table, Entry: entry, Was: t.Stands})
	r, _ = d.s.Round(round)
	switch open := len(r.Open()); {
	case open > 0 && r.Finished:
		d.emit(tournament.RoundReopened{Round: round})
	case open == 0:
		d.finish(round)
	}
}

// waitingEntry returns an entry that waits for another person, and as whom it is judged.
func (d *decision) waitingEntry(round, table, entry int) (rules.Table, rules.Entry, int, error) {
	r, err := d.roundOf(round)
	if err != nil {
		return rules.Table{}, rules.Entry{}, 0, err
	}
	t, err := d.tableOf(r, table)
	if err != nil {
		return t, rules.Entry{}, 0, err
	}
	if entry < 1 || entry > len(t.Entries) {
		return t, rules.Entry{}, 0, refuse(CodeNoEntry, "table %d of round %d has no entry %d", t.N, r.N, entry)
	}
	e := t.Entries[entry-1]
	if e.State != rules.EntryPending {
		return t, e, 0, refuse(CodeNoEntry, "entry %d of table %d waits for nobody any more: it is %s%s", entry, t.N, e.State, d.now(t))
	}
	as, err := d.seat(t)
	if err != nil {
		return t, e, 0, err
	}
	switch {
	case as != official && e.Corrects != 0:
		return t, e, as, refuse(engine.CodeNotAllowed, "a correction is confirmed or rejected by another judge or the organiser")
	case as != official && !d.s.Rules.SelfReport && e.Entrant != 0:
		return t, e, as, refuse(CodeSelfReport, "players do not enter results in this tournament: bring the slip to a judge")
	case as == official && d.anybody(e.ResultEntered):
		return t, e, as, unnamed()
	case as == official && d.sameDevice(e.ResultEntered) && !d.samePerson(e.By, d.c.Actor.Person):
		return t, e, as, oneDevice()
	case !d.mayJudge(t, e.ResultEntered, as):
		return t, e, as, refuse(CodeOwnEntry, "%s entered this: somebody else, of the other side or a judge, confirms or rejects it", d.who(e.ResultEntered))
	}
	return t, e, as, nil
}

func (d *decision) now(t rules.Table) string {
	if t.Stands == 0 {
		return ""
	}
	return "; the result is " + d.standing(t)
}

// confirmResult makes an entry of another person stand.
func (d *decision) confirmResult(b tournament.ConfirmResult) error {
	t, e, as, err := d.waitingEntry(b.Round, b.Table, b.Entry)
	if err != nil {
		return err
	}
	confirm := func() error {
		d.emit(tournament.ResultConfirmed{Round: b.Round, Table: t.N, Entry: e.Entry, By: d.c.Actor.Person, Role: d.c.Actor.Role, Entrant: as})
		d.stand(b.Round, t.N, e.Entry)
		return nil
	}
	if e.Corrects == 0 {
		return confirm()
	}
	if t.Stands != e.Corrects {
		return refuse(CodeNoEntry, "entry %d corrects another result than the one that stands now%s: reject it", e.Entry, d.now(t))
	}
	r, _ := d.s.Round(b.Round)
	if err := d.reaches(r, t, e.Result); err != nil {
		return err
	}
	return d.touch(touching{what: tournament.TouchResult, reason: e.Reason, round: b.Round, table: t.N, by: &e.ResultEntered, confirmed: true}, confirm)
}

func (d *decision) rejectResult(b tournament.RejectResult) error {
	t, e, as, err := d.waitingEntry(b.Round, b.Table, b.Entry)
	if err != nil {
		return err
	}
	why, err := reason(b.Reason)
	if err != nil {
		return err
	}
	d.emit(tournament.ResultRejected{Round: b.Round, Table: t.N, Entry: e.Entry, By: d.c.Actor.Person, Role: d.c.Actor.Role, Entrant: as, Reason: why})
	return nil
}
