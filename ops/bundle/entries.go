package bundle

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Entries says how many entries of the tables of one group are signed by the phones that made them.
type Entries struct {
	Stream   events.StreamID `json:"stream"`
	Signed   int             `json:"signed"`   // entries with a good signature of their phone's key
	Unsigned int             `json:"unsigned"` // of a program, of a phone that had not shown a key yet, or made by the server out of a deck's file
	// Officials is how many entries organisers and judges made for tables; they sign nothing.
	Officials int        `json:"officials"`
	Keys      []PhoneKey `json:"keys,omitempty"` // in the order in which they were shown
}

// PhoneKey is a key that a phone has shown.
type PhoneKey struct {
	Table       events.TableID  `json:"table"`
	Device      events.DeviceID `json:"device"`
	Fingerprint string          `json:"fingerprint"`
	Position    events.Position `json:"position"`           // of the commit that shows it
	Replaces    string          `json:"replaces,omitempty"` // fingerprint of the key that the phone had before and did not sign this with
}

// signatures is a second opinion about signatures: it follows the keys of one group and looks at each signature
// itself, without the decider.
type signatures struct {
	said Entries
	held map[events.DeviceID]held
}

type held struct {
	key  string
	free bool // the recorder was taken without it since
}

func newSignatures(id events.StreamID) *signatures {
	return &signatures{said: Entries{Stream: id}, held: map[events.DeviceID]held{}}
}

// follow follows one commit of a group and notes what breaks the rule.
func (p *signatures) follow(out *Report, r events.Recorded, payloads []events.Payload) {
	if r.Stream.Kind != events.KindGroup {
		return
	}
	if r.Command.Sig != "" {
		out.count(PartEntries, 1)
	}
	id := r.Stream
	expected, found := p.commit(r, payloads)
	if found != "" {
		out.bad(Finding{
			Part: PartEntries, Position: r.Position, Stream: &id, Version: r.Version, Event: r.Command.Type,
			Rule: group.RuleSigned, Expected: expected, Found: found,
		})
	}
	for _, e := range payloads {
		if e, ok := e.(group.RecorderTaken); ok {
			h, has := p.held[e.Device]
			if h.free = r.Command.Sig == ""; has {
				p.held[e.Device] = h
			}
		}
	}
}

func (p *signatures) commit(r events.Recorded, payloads []events.Payload) (expected, found string) {
	c := r.Command
	for _, e := range payloads {
		if e, ok := e.(group.KeyRegistered); ok {
			return p.show(r, e)
		}
	}
	h, has := p.held[c.Device]
	switch {
	case c.Actor.Role != events.RoleCaptain:
		if forTable(c) {
			p.said.Officials++
		}
		if c.Sig != "" {
			return "none", "a signature of somebody who is no captain"
		}
		return "", ""
	case c.Sig == "" && (!has || group.Unsigned(c.Type)):
		p.count(c, &p.said.Unsigned)
		return "", ""
	case c.Sig == "":
		p.count(c, &p.said.Unsigned)
		return "a signature by the phone's key " + events.KeyFingerprint(h.key), "an entry that is not signed"
	case !has:
		p.count(c, &p.said.Unsigned)
		return "none, or the phone's key before it", "a signature by a key that no phone has shown"
	case !signedBy(h.key, r):
		p.count(c, &p.said.Unsigned)
		return "a signature by the phone's key " + events.KeyFingerprint(h.key), "a signature that is not by it"
	}
	p.count(c, &p.said.Signed)
	p.held[c.Device] = held{key: h.key}
	return "", ""
}

// show takes a key that a phone shows.
func (p *signatures) show(r events.Recorded, e group.KeyRegistered) (expected, found string) {
	h, has := p.held[e.Device]
	k := PhoneKey{Table: e.Table, Device: e.Device, Fingerprint: events.KeyFingerprint(e.Key), Position: r.Position}
	if has {
		k.Replaces = events.KeyFingerprint(h.key)
	}
	p.said.Keys = append(p.said.Keys, k)
	p.held[e.Device] = held{key: e.Key}
	switch {
	case e.Device != r.Command.Device || e.Table != r.Command.Actor.Table || r.Command.Actor.Role != events.RoleCaptain:
		return "a key of the phone that shows it", fmt.Sprintf("one of device %s for %s", e.Device, e.Table)
	case has && !h.free:
		return "the recorder taken anew first", "another key for a phone that has one"
	case !signedBy(e.Key, r):
		return "a signature by the key that is shown", "none, or one by another key"
	}
	return "", ""
}

// count counts an entry; who takes the recorder enters nothing.
func (*signatures) count(c events.Command, n *int) {
	if name, _, _ := strings.Cut(c.Type, ".v"); name != "group.take-recorder" {
		*n++
	}
}

// forTable reports whether an official's command enters something for a table.
func forTable(c events.Command) bool {
	switch name, _, _ := strings.Cut(c.Type, ".v"); name {
	case "lotr.rule", "lotr.assign-dol-guldur":
		return false
	case "group.end-round", "group.force-end-round", "group.resolve-step":
		return true
	default:
		return strings.HasPrefix(name, "lotr.")
	}
}

// signedBy reports whether a commit's command has a good signature of a key: what is signed is put together
// here out of the stored bytes, as it is documented with the command.
func signedBy(key string, r events.Recorded) bool {
	c := r.Command
	text := fmt.Sprintf("muster command v1\n%s\n%s\n%s\n%d\n%d\n%s\n%s", r.Stream, c.ID, c.Device, c.N, c.Round, c.Type, c.Data)
	k, err := base64.StdEncoding.Strict().DecodeString(key)
	if err != nil || len(k) != ed25519.PublicKeySize {
		return false
	}
	sig, err := base64.StdEncoding.Strict().DecodeString(c.Sig)
	return err == nil && ed25519.Verify(k, []byte(text), sig)
}

// print tells it to people.
func (p Entries) print(w io.Writer) {
	all := p.Signed + p.Unsigned
	switch {
	case all == 0:
		return
	case p.Signed == 0:
		fmt.Fprintf(w, "%s: none of %s of its tables is signed by a phone", p.Stream, number(all, "entry", "entries"))
	case p.Unsigned == 0:
		fmt.Fprintf(w, "%s: all %s of its tables are signed by their phones", p.Stream, number(all, "entry", "entries"))
	default:
		fmt.Fprintf(w, "%s: %d of %s of its tables are signed by their phones; %d not, which were sent by programs, before a phone had shown its key, or with a deck's file", p.Stream, p.Signed, number(all, "entry", "entries"), p.Unsigned)
	}
	if p.Officials > 0 {
		fmt.Fprintf(w, "; organisers and judges made %d more", p.Officials)
	}
	fmt.Fprintln(w, ".")
	for _, k := range p.Keys {
		fmt.Fprintf(w, "  key %s of the phone of %s, from commit %d on", k.Fingerprint, k.Table, k.Position)
		if k.Replaces != "" {
			fmt.Fprintf(w, ", in the place of %s, which did not sign that: ask whether the phone had lost its key", k.Replaces)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
