package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// touching is what is noted about a command that touches the tournament's integrity.
type touching struct {
	what, reason, ack string
	round, table      int
	source            string
	undoes            int
	// by is who proposed the change, if another person confirms it now; that needs no acknowledgement
	// of its own.
	by        *tournament.ResultEntered
	confirmed bool
}

// touch carries a change out if its consequences were acknowledged, and notes it for good. change
// emits the events of the change, at least one.
//
// Source: issue 4, "Integrity events".
func (d *decision) touch(t touching, change func() error) error {
	why, err := reason(t.reason)
	if err != nil {
		return err
	}
	says, err := d.weigh(t, change)
	if err != nil {
		return err
	}
	note := tournament.IntegrityNoted{
		N: len(d.s.Integrity) + 1, What: t.what, Reason: why, Says: says.Says, By: d.c.Actor.Person, Role: d.c.Actor.Role,
		Undoes: t.undoes, Round: t.round, Table: t.table, Source: t.source,
	}
	if t.by != nil {
		note.By, note.Role = t.by.By, t.by.Role
	}
	d.emit(note)
	return change()
}

// weigh works out what a change would do, on the side, and refuses it unless exactly that was
// acknowledged.
func (d *decision) weigh(t touching, change func() error) (tournament.Consequences, error) {
	before, kept := d.s, len(d.out)
	if err := change(); err != nil {
		return tournament.Consequences{}, err
	}
	after, made := d.s.Log, slices.Clone(d.out[kept:])
	d.s, d.out = before, d.out[:kept:kept]
	if len(made) == 0 {
		return tournament.Consequences{}, refuse(CodeNothing, "that changes nothing")
	}
	says, err := rules.Weigh(before.Log, after, made)
	if err != nil {
		return says, err
	}
	says.Ack = ack(d.c.Body, says.Says)
	d.shown = &says
	switch {
	case d.previews || t.confirmed || says.Ack == t.ack:
		return says, nil
	case t.ack == "":
		return says, refuse(CodePreview, "this %s: look at it first, then confirm it", list(says.Says))
	default:
		return says, refuse(CodeConsequence, "something changed meanwhile; now this %s: look at it again, then confirm it", list(says.Says))
	}
}

// propose enters a correction that another official has to confirm. The consequences are acknowledged
// now and worked out again then; it is noted when it is carried out.
func (d *decision) propose(t touching, entry tournament.ResultEntered, apply func() error) error {
	if _, err := reason(t.reason); err != nil {
		return err
	}
	if _, err := d.weigh(t, apply); err != nil {
		return err
	}
	d.emit(entry)
	return nil
}

// ack binds an acknowledgement to the command and to what was said about it.
func ack(b events.CommandBody, says []string) string {
	body, err := json.Marshal(unacknowledged(b))
	if err != nil {
		return ""
	}
	h := sha256.New()
	h.Write([]byte(b.CommandType()))
	h.Write([]byte{0})
	h.Write(body)
	for _, s := range says {
		h.Write([]byte{0})
		h.Write([]byte(s))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// unacknowledged is the command without the acknowledgement.
func unacknowledged(b events.CommandBody) events.CommandBody {
	switch b := b.(type) {
	case tournament.ChangeRules:
		b.Ack = ""
		return b
	case tournament.Register:
		b.Ack = ""
		return b
	case tournament.MergeEntrants:
		b.Ack = ""
		return b
	case tournament.PartEntrants:
		b.Ack = ""
		return b
	case tournament.Renumber:
		b.Ack = ""
		return b
	case tournament.ChangePairing:
		b.Ack = ""
		return b
	case tournament.PairAgain:
		b.Ack = ""
		return b
	case tournament.CorrectResult:
		b.Ack = ""
		return b
	case tournament.ImportRound:
		b.Ack = ""
		return b
	case tournament.ReopenTournament:
		b.Ack = ""
		return b
	case tournament.Overrule:
		b.Ack = ""
		return b
	default:
		return b
	}
}
