package tournament

import (
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// correctResult replaces the result that stands; both stay on the table's trail. With two-person
// confirmation it waits for another official.
//
// Source: cases/README.md, 5.
func (d *decision) correctResult(b tournament.CorrectResult) error {
	r, err := d.roundOf(b.Round)
	if err != nil {
		return err
	}
	t, err := d.tableOf(r, b.Table)
	if err != nil {
		return err
	}
	why, err := reason(b.Reason)
	if err != nil {
		return err
	}
	if t.Stands == 0 {
		return refuse(CodeNoEntry, "table %d of round %d has no result to correct: enter it", t.N, r.N)
	}
	if _, err := d.seat(t); err != nil {
		return err
	}
	if b.Was != t.Stands {
		return refuse(CodeStands, "the result of table %d was changed meanwhile: it is %s now. You entered %s", t.N, d.standing(t), d.score(b.Result))
	}
	res, err := d.complete(r, t, b.Result)
	if err != nil {
		return err
	}
	if err := d.mayCorrect(r, t, res); err != nil {
		return err
	}
	return d.correct(r, t, res, touching{what: tournament.TouchResult, reason: why, ack: b.Ack, round: r.N, table: t.N})
}

func (d *decision) correct(r rules.Round, t rules.Table, res tournament.Result, about touching) error {
	entry := d.entered(t, res, official)
	entry.Corrects, entry.Reason = t.Stands, about.reason
	apply := func() error {
		d.emit(entry)
		d.stand(r.N, t.N, entry.Entry)
		return nil
	}
	if d.s.Rules.TwoPersons {
		return d.propose(about, entry, apply)
	}
	return d.touch(about, apply)
}

// mayCorrect refuses a correction that would change what later rounds cannot be without.
func (d *decision) mayCorrect(r rules.Round, t rules.Table, res tournament.Result) error {
	now, _ := t.Result()
	if rules.Same(now, res) && now.Note == res.Note {
		return refuse(CodeNothing, "that is the result of table %d: %s", t.N, d.standing(t))
	}
	if e, ok := t.Pending(); ok && e.Corrects != 0 {
		return refuse(CodeStands, "a correction of table %d waits already, by %s: %s; confirm or reject it first", t.N, d.who(e.ResultEntered), d.score(e.Result))
	}
	return d.reaches(r, t, res)
}

// reaches refuses a result in the place of the one that stands if later rounds cannot be without that.
func (d *decision) reaches(r rules.Round, t rules.Table, res tournament.Result) error {
	now, _ := t.Result()
	later := d.s.Rounds[r.N:]
	if res.Kind == tournament.Open && (len(later) > 0 || d.s.Cut != nil && r.Stage == tournament.StageMain || !d.s.Playing()) {
		return refuse(CodeRound, "round %d is in the past: every table of it needs a result; enter the right one", r.N)
	}
	was, _ := rules.Winner(now)
	is, _ := rules.Winner(res)
	if d.s.Eliminates(r) && was != is && slices.ContainsFunc(later, func(o rules.Round) bool { return o.Stage == r.Stage }) {
		return refuse(CodeRound, "who goes on would change, and round %d is paired on it: undo that round first", later[0].N)
	}
	return nil
}
