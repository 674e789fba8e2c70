package tournament

import (
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// overrule undoes what an integrity entry did, by a ruling: it is not taken off the list. What was built
// on it since has to be undone first.
//
// Source: issue 4, "Integrity events".
func (d *decision) overrule(b tournament.Overrule) error {
	was, ok := d.s.touches.Get(b.Entry)
	if !ok || b.Entry < 1 || b.Entry > len(d.s.Integrity) {
		return refuse(CodeIntegrity, "there is no integrity entry %d: numbers go from 1 to %d", b.Entry, len(d.s.Integrity))
	}
	note := d.s.Integrity[b.Entry-1]
	for _, n := range d.s.Integrity {
		if n.Undoes == b.Entry {
			return refuse(CodeIntegrity, "entry %d was undone by entry %d already", b.Entry, n.N)
		}
	}
	about := touching{what: tournament.TouchRuling, reason: b.Reason, ack: b.Ack, undoes: b.Entry, round: note.Round, table: note.Table}
	return d.touch(about, func() error { return d.undo(note, was) })
}

func (d *decision) undo(note tournament.IntegrityNoted, was touch) error {
	switch note.What {
	case tournament.TouchPairing:
		return d.undoPairing(note.Round, was)
	case tournament.TouchResult:
		return d.undoCorrection(note.Round, note.Table, was)
	case tournament.TouchRules:
		if !sameRules(d.s.Rules, was.after.Rules) {
			return refuse(CodeIntegrity, "the rules were changed again since: undo that first")
		}
		d.emit(tournament.RulesChanged{Was: d.s.Rules, Now: was.before.Rules})
	case tournament.TouchNumbers:
		return d.undoNumbers(was)
	case tournament.TouchEntrants:
		return d.undoMerge(was)
	case tournament.TouchImport:
		return d.undoImport(note.Round, was)
	case tournament.TouchEnd:
		return d.end()
	default:
		return refuse(CodeIntegrity, "a ruling is not undone by another: make the change again, with its own reason")
	}
	return nil
}

// undoPairing seats the tables as they were before. Tables that have a result since stay in the way.
func (d *decision) undoPairing(round int, was touch) error {
	r, err := d.lastRound(round)
	if err != nil {
		return err
	}
	before, _ := was.before.Round(round)
	e := tournament.PairingChanged{Round: round, WasByes: r.Byes, Byes: before.Byes}
	for i := range max(len(r.Tables), len(before.Tables)) {
		now, then := tournament.Seating{Table: i + 1}, tournament.Seating{Table: i + 1}
		if i < len(r.Tables) {
			now.Entrants, now.First = r.Tables[i].Seats, r.Tables[i].First
		}
		if i < len(before.Tables) {
			then.Entrants, then.First = before.Tables[i].Seats, before.Tables[i].First
		}
		if slices.Equal(now.Entrants, then.Entrants) && now.First == then.First {
			continue
		}
		if t, ok := r.Table(i + 1); ok && t.Stands != 0 {
			return refuse(CodeHasResult, "table %d has a result since: %s; it would be lost", t.N, d.standing(t))
		}
		e.Was, e.Now = append(e.Was, now), append(e.Now, then)
	}
	if len(e.Now) == 0 && slices.Equal(r.Byes, before.Byes) {
		return refuse(CodeNothing, "round %d is as it was before", round)
	}
	if err := d.checkPlaces(r, e); err != nil {
		return err
	}
	d.emit(e)
	d.finish(round)
	return nil
}

// undoCorrection lets the result stand again that was corrected.
func (d *decision) undoCorrection(round, table int, was touch) error {
	r, err := d.roundOf(round)
	if err != nil {
		return err
	}
	t, err := d.tableOf(r, table)
	if err != nil {
		return err
	}
	before, _ := was.before.Round(round)
	after, _ := was.after.Round(round)
	then, _ := before.Table(table)
	now, _ := after.Table(table)
	if t.Stands != now.Stands {
		return refuse(CodeIntegrity, "the result of table %d was changed again since%s: correct it as it should be", table, d.now(t))
	}
	res, ok := then.Result()
	if !ok {
		return refuse(CodeIntegrity, "table %d had no result before", table)
	}
	if t.Stands != 0 {
		if err := d.mayCorrect(r, t, res); err != nil {
			return err
		}
	}
	if res, err = d.complete(r, t, res); err != nil {
		return err
	}
	entry := d.entered(t, res, official)
	entry.Round, entry.Corrects, entry.Reason = round, t.Stands, d.c.Body.(tournament.Overrule).Reason
	d.emit(entry)
	d.stand(round, table, entry.Entry)
	return nil
}

func (d *decision) undoNumbers(was touch) error {
	if !slices.Equal(d.s.Order, was.after.Order) {
		return refuse(CodeIntegrity, "the entrants were numbered again since, or somebody came: number them as they should be")
	}
	d.emit(tournament.EntrantsRenumbered{Was: d.s.Order, Now: was.before.Order})
	return nil
}

func (d *decision) undoMerge(was touch) error {
	for _, e := range was.events {
		m, ok := e.(tournament.EntrantsMerged)
		if !ok {
			continue
		}
		if m.Undone {
			return refuse(CodeIntegrity, "that parted two entries: merge them again, with its own reason")
		}
		if gone := d.s.Entrants[m.Gone-1]; gone.Into != m.Keep {
			return refuse(CodeIntegrity, "the two entries are apart already")
		}
		d.emit(tournament.EntrantsMerged{Keep: m.Keep, Gone: m.Gone, Moved: m.Moved, Undone: true})
	}
	return nil
}

// undoImport takes an imported round, imported results or imported entrants back.
func (d *decision) undoImport(round int, was touch) error {
	if round == 0 {
		return d.undoRegistered(was)
	}
	r, err := d.lastRound(round)
	if err != nil {
		return err
	}
	if d.s.Cut != nil && d.s.Cut.After == round {
		return refuse(CodeRound, "the cut is made on this round: take it back first")
	}
	if _, paired := was.before.Round(round); !paired {
		if r.Finished {
			d.emit(tournament.RoundReopened{Round: round})
		}
		d.emit(tournament.RoundUndone{Round: round, Step: tournament.StepPair, Reason: d.c.Body.(tournament.Overrule).Reason})
		return nil
	}
	return d.undoResults(r, was)
}

// undoResults takes imported results back; those corrected since stay in the way.
func (d *decision) undoResults(r rules.Round, was touch) error {
	for _, e := range was.events {
		s, ok := e.(tournament.ResultStands)
		if !ok {
			continue
		}
		now, _ := d.s.Round(r.N)
		t, _ := now.Table(s.Table)
		if t.Stands != s.Entry {
			return refuse(CodeIntegrity, "the result of table %d was corrected since%s: take that back first", t.N, d.now(t))
		}
		entry := d.entered(t, tournament.Result{Kind: tournament.Open}, official)
		entry.Round, entry.Corrects, entry.Reason = r.N, t.Stands, d.c.Body.(tournament.Overrule).Reason
		d.emit(entry)
		d.stand(r.N, t.N, entry.Entry)
	}
	return nil
}

// undoRegistered takes imported entrants out of the rounds to come.
func (d *decision) undoRegistered(was touch) error {
	for _, e := range was.events {
		in, ok := e.(tournament.EntrantRegistered)
		if !ok {
			continue
		}
		if x, _ := d.s.Entrant(in.N); x.In() {
			d.emit(tournament.EntrantDropped{Entrant: in.N, Round: len(d.s.Rounds), Why: "import undone"})
		}
	}
	return nil
}
