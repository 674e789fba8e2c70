package coordinator

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Key is the key that a device signs with.
type Key struct {
	Public string // standard base64 of an Ed25519 public key
	// Open is set when the device has taken the recorder without a signature of the key: it may show another
	// one, because it may have lost this one. Its next signature closes that.
	Open bool `json:",omitempty"`
}

// Key returns the key that a device has shown, and whether it has.
func (s State) Key(d events.DeviceID) (Key, bool) { return s.keys.Get(d) }

// signature refuses what a captain's device has not signed with the key that it has shown. Devices that have
// shown none go unsigned: programs, and phones before they have come so far. Officials sign nothing: the log
// says that it was them.
func (d *decision) signature() error {
	c := d.c
	if c.Imagined {
		return nil
	}
	if c.Actor.Role != events.RoleCaptain {
		if c.Sig != "" {
			return malformed("only what a table's phone enters is signed")
		}
		return nil
	}
	if _, shows := c.Body.(group.RegisterKey); shows {
		return nil // signed with the key that it shows
	}
	key, has := d.s.keys.Get(c.Device)
	switch {
	case c.Sig == "" && has && !group.Unsigned(c.Body.CommandType()):
		return refuseBy(group.RuleSigned, CodeNotSigned, "this entry is not signed by the phone that records for %s (key %s); take over recording with this phone if it has lost its key", d.team(), events.KeyFingerprint(key.Public))
	case c.Sig == "":
		return nil
	case !has:
		return refuseBy(group.RuleSigned, CodeNoKey, "this entry is signed, but this phone has not shown its key for %s; it is shown and sent again by itself", d.team())
	case !events.Verify(key.Public, c.Sig, c.Text):
		return refuseBy(group.RuleSigned, CodeBadSignature, "the signature of this entry is not one of the phone that records for %s (key %s)", d.team(), events.KeyFingerprint(key.Public))
	}
	return nil
}

// team names the table of the captain who asks.
func (d *decision) team() string {
	t, ok := d.s.Table(d.c.Actor.Table)
	if !ok {
		return "this table"
	}
	return t.Team
}

// registerKey takes the key that the recording device of a table shows. A device holds on to its key: another
// one is only taken after the recorder was taken anew without it, which the log shows.
func (d *decision) registerKey(b group.RegisterKey) error {
	t, err := d.onTable(b.Table)
	if err != nil {
		return err
	}
	if d.c.Device == "" {
		return malformed("the command names no device whose key this could be")
	}
	if t.Recorder != d.c.Device {
		return refuse(engine.CodeNotRecorder, "this device does not record for %s; take over first, then show its key", t.Team)
	}
	if err := events.CheckKey(b.Key); err != nil {
		return malformed("%v", err)
	}
	was, has := d.s.keys.Get(d.c.Device)
	switch {
	case has && was.Public == b.Key:
		return refuse(CodeNothing, "this phone has shown that key already")
	case has && !was.Open:
		return refuseBy(group.RuleSigned, CodeKeyHeld, "this phone signs with the key %s; take over recording with it anew to show another one", events.KeyFingerprint(was.Public))
	case !events.Verify(b.Key, d.c.Sig, d.c.Text):
		return refuseBy(group.RuleSigned, CodeBadSignature, "the key is not signed with itself: whoever shows it has to hold its secret half")
	}
	d.emit(group.KeyRegistered{Table: t.ID, Device: d.c.Device, Key: b.Key, Was: was.Public, By: d.c.Actor.Person})
	return nil
}
