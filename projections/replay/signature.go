package replay

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Who vouches for a command, for [Signature].Kind.
const (
	SignedPhone    = "phone"    // the phone that sent it has signed it with its key
	SignedNot      = "no"       // nobody: a program sent it, or a phone that had not shown a key
	SignedWrong    = "wrong"    // its signature is missing or not the phone's, though the phone has a key
	SignedOfficial = "official" // an organiser or a judge, who sign nothing
	SignedSystem   = "system"   // it is muster's own doing
)

// Signature says who vouches for a command.
type Signature struct {
	Kind string `json:"kind"`          // a Signed… constant
	Key  string `json:"key,omitempty"` // fingerprint of the phone's key
	Says string `json:"says"`
}

// keep notes the keys that a commit's device has shown by then.
func (b *Book) keep(r events.Recorded, payloads []events.Payload) {
	for _, e := range payloads {
		if e, ok := e.(group.KeyRegistered); ok {
			b.keys[e.Device] = e.Key
		}
	}
	b.signers = append(b.signers, b.keys[r.Command.Device])
}

// signature looks at the signature of the i-th commit.
func (b *Book) signature(i int) Signature {
	c, key := b.commits[i].Command, b.signers[i]
	short := events.KeyFingerprint(key)
	switch {
	case c.Actor.Role == events.RoleSystem:
		return Signature{Kind: SignedSystem, Says: "not signed: muster did it by itself"}
	case c.Actor.Role != events.RoleCaptain:
		return Signature{Kind: SignedOfficial, Says: fmt.Sprintf("not signed: entered by %s, not by the table's phone", official(c.Actor.Role))}
	case key == "" && c.Sig == "":
		return Signature{Kind: SignedNot, Says: "not signed: sent by a program, or by a phone that had not shown a key"}
	case c.Sig == "" && group.Unsigned(c.Type):
		return Signature{Kind: SignedNot, Key: short, Says: fmt.Sprintf("not signed: it needs no signature of the phone (key %s)", short)}
	case key == "" || !events.Verify(key, c.Sig, events.SignedText(b.id, c)):
		return Signature{Kind: SignedWrong, Key: short, Says: fmt.Sprintf("NOT signed by the phone (key %s), as it has to be: verify the bundle", short)}
	}
	return Signature{Kind: SignedPhone, Key: short, Says: fmt.Sprintf("signed by the phone (key %s)", short)}
}

func official(r events.Role) string {
	if r == events.RoleJudge {
		return "a judge"
	}
	return "an organiser"
}
