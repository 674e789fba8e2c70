package bundle

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
)

// MaxPhoneBytes bounds what a phone gives away of a log.
const MaxPhoneBytes = 32 << 20

// Phone is what a table's phone has kept of a log: every checkpoint that the server showed it. The file is
// written by the table's page; dashboards/web/src/proof/file.ts documents it.
type Phone struct {
	Name      string             `json:"-"` // of the file, for messages
	Muster    string             `json:"muster"`
	Format    int                `json:"format"`
	Gathering events.GatheringID `json:"gathering"`
	Table     string             `json:"table"` // "<group>/<table>"
	Device    events.DeviceID    `json:"device"`
	Saved     time.Time          `json:"saved"`
	Histories []PhoneHistory     `json:"histories"`
	Alarms    []PhoneAlarm       `json:"alarms"`
}

// PhoneHistory is one log as the server showed it. A phone has more than one if something did not go on from
// what it had kept.
type PhoneHistory struct {
	Key         string      `json:"key"` // verifier key that the phone had pinned
	Began       time.Time   `json:"began"`
	Dropped     int         `json:"dropped"` // checkpoints that had to go
	Checkpoints []PhoneHead `json:"checkpoints"`
}

// PhoneHead is one kept checkpoint.
type PhoneHead struct {
	Note  string          `json:"note"`
	Seen  time.Time       `json:"seen"`
	After events.Position `json:"after"` // size of the kept one that it was proven to go on from; 0: the first
}

// PhoneAlarm is something that did not fit on the phone.
type PhoneAlarm struct {
	At      time.Time `json:"at"`
	Kind    string    `json:"kind"`
	Says    string    `json:"says"`
	History int       `json:"history"`
	Kept    string    `json:"kept,omitempty"`
	Shown   string    `json:"shown,omitempty"`
	Proof   string    `json:"proof,omitempty"`
	Key     string    `json:"key,omitempty"`
	Other   string    `json:"other,omitempty"`
	Read    time.Time `json:"read,omitzero"`
	More    int       `json:"more,omitempty"`
}

// A PhoneError says that a file is not what a phone has kept of the log that is verified.
type PhoneError struct{ Name, Problem string }

// Error names the file.
func (e *PhoneError) Error() string {
	return fmt.Sprintf("%s is not what a phone has kept of this log: %s", e.Name, e.Problem)
}

// ReadPhone reads the file of a phone; name is for messages. Nothing of it is proven. Errors: *PhoneError.
func ReadPhone(name string, file []byte) (Phone, error) {
	no := func(format string, args ...any) (Phone, error) {
		return Phone{}, &PhoneError{name, fmt.Sprintf(format, args...)}
	}
	if len(file) > MaxPhoneBytes {
		return no("it has more than %d bytes", MaxPhoneBytes)
	}
	var p Phone
	if err := strictJSON(file, &p); err != nil {
		return no("%v", err)
	}
	if p.Muster != "phone-log" || p.Format != 1 {
		return no("it says that it is %q in format %d, not \"phone-log\" in format 1", clip(p.Muster), p.Format)
	}
	p.Name = name
	return p, nil
}

// PhoneReport is what came of one phone's file.
type PhoneReport struct {
	Name    string `json:"name"`
	Table   string `json:"table"`
	Kept    int    `json:"kept"`              // checkpoints that the phone has kept
	Fit     int    `json:"fit"`               // of them, heads of the bundle's tree that its key has signed
	Dropped int    `json:"dropped,omitempty"` // that the phone could not keep
	Alarms  int    `json:"alarms,omitempty"`  // that the phone raised
}

// String says it in words.
func (p PhoneReport) String() string {
	out := fmt.Sprintf("Phone %s (%s): %d of %d kept checkpoints fit", p.Name, clip(p.Table), p.Fit, p.Kept)
	if p.Alarms > 0 {
		out += fmt.Sprintf("; it raised %d alarms", p.Alarms)
	}
	return out
}

// keptHead is a checkpoint that a phone has kept and the log's key has signed.
type keptHead struct {
	phone int // of Options.Phones
	cp    audit.Checkpoint
	seen  time.Time
}

// misfit is the first kept checkpoint of a phone that does not fit.
type misfit struct {
	size            events.Position
	found, expected string
}

// phones opens what phones have kept, with the key that is the log's.
func (v *verifier) phones(vkey string) error {
	v.misfits = make([]*misfit, len(v.o.Phones))
	for i, p := range v.o.Phones {
		if p.Gathering != v.f.Manifest.Gathering {
			return &PhoneError{p.Name, fmt.Sprintf("it is of gathering %q, the bundle of %q", clip(string(p.Gathering)), v.f.Manifest.Gathering)}
		}
		r := PhoneReport{Name: p.Name, Table: p.Table}
		for _, a := range p.Alarms {
			r.Alarms += 1 + max(a.More, 0)
		}
		v.report.Phones = append(v.report.Phones, r)
		for _, h := range p.Histories {
			v.report.Phones[i].Dropped += h.Dropped
			for _, k := range h.Checkpoints {
				v.keepOne(i, h.Key, k, vkey)
			}
		}
	}
	slices.SortStableFunc(v.kept, func(a, b keptHead) int { return cmp.Compare(a.cp.Size, b.cp.Size) })
	return nil
}

// keepOne opens one kept checkpoint.
func (v *verifier) keepOne(phone int, pinned string, k PhoneHead, vkey string) {
	v.report.Phones[phone].Kept++
	v.report.count(PartPhones, 1)
	cp, err := audit.OpenCheckpoint([]byte(k.Note), vkey)
	seen := k.Seen.UTC().Format("2006-01-02 15:04:05 MST")
	switch {
	case err != nil:
		found := fmt.Sprintf("a checkpoint, kept at %s, that nobody has signed whose key is known", seen)
		size := events.Position(1 << 62) // what proves nothing is named last
		if other, err := audit.OpenCheckpoint([]byte(k.Note), pinned); err == nil {
			found, size = fmt.Sprintf("%q, shown at %s, signed with another key: %s", other.Fingerprint(), seen, clip(pinned)), other.Size
		}
		v.unfit(phone, misfit{size, found, "a checkpoint that " + clip(vkey) + " has signed"})
	case cp.Gathering != v.f.Manifest.Gathering || cp.Size < 1:
		v.unfit(phone, misfit{cp.Size, fmt.Sprintf("a checkpoint of %s at %d", cp.Gathering, cp.Size), "one of " + string(v.f.Manifest.Gathering)})
	case cp.Size > v.f.Manifest.Commits:
		v.unfit(phone, misfit{
			cp.Size, fmt.Sprintf("%q, shown at %s and signed by the log's key", cp.Fingerprint(), seen),
			fmt.Sprintf("a log of at most %d commits, which the bundle holds; take one that was made later", v.f.Manifest.Commits),
		})
	default:
		v.kept = append(v.kept, keptHead{phone, cp, k.Seen})
	}
}

// comparePhones holds what phones have kept of the first n commits against their root.
func (v *verifier) comparePhones(n events.Position, root func() audit.Checkpoint) {
	for ; v.nextKept < len(v.kept) && v.kept[v.nextKept].cp.Size == n; v.nextKept++ {
		k := v.kept[v.nextKept]
		if have := root(); have.Root != k.cp.Root {
			v.unfit(k.phone, misfit{
				n, fmt.Sprintf("%q, shown at %s and signed by the log's key", k.cp.Fingerprint(), k.seen.UTC().Format("2006-01-02 15:04:05 MST")),
				fmt.Sprintf("%q, as the first %d commits of the bundle have it", have.Fingerprint(), n),
			})
			continue
		}
		v.report.Phones[k.phone].Fit++
	}
}

// unfit notes a kept checkpoint that does not fit; the one of the smallest size is told in words.
func (v *verifier) unfit(phone int, m misfit) {
	v.report.check(PartPhones).Bad++
	if was := v.misfits[phone]; was == nil || m.size < was.size {
		v.misfits[phone] = &m
	}
}

// judgePhones says of every phone what the first is that does not fit.
func (v *verifier) judgePhones() {
	if v.nextKept < len(v.kept) {
		v.report.skip(PartPhones, "the commits cannot be read to their end")
	}
	for i, m := range v.misfits {
		if m == nil {
			continue
		}
		r := v.report.Phones[i]
		v.report.check(PartPhones).Bad-- // bad counts it again
		v.report.bad(Finding{Part: PartPhones, Found: fmt.Sprintf("on %s, where %d of %d kept checkpoints fit: %s", r.Name, r.Fit, r.Kept, m.found), Expected: m.expected})
	}
}
