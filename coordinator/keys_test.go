package coordinator_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// phoneKey is the secret key of a phone in a test.
func phoneKey(n byte) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, 32)) }

func public(k ed25519.PrivateKey) string {
	return base64.StdEncoding.EncodeToString(k.Public().(ed25519.PublicKey))
}

var spring = events.Group("spring", evening)

// signed sends a command that a key has signed, changed afterwards if a change is given.
func (l *log) signed(k ed25519.PrivateKey, a events.Actor, b events.CommandBody, change ...func(*events.Command)) *engine.Refusal {
	l.t.Helper()
	l.n++
	c := events.Command{ID: commandID(l.n), Type: b.CommandType(), Data: must(json.Marshal(b))(l.t), Actor: a, Device: l.device, N: l.number}
	c = c.Signed(spring, k)
	for _, do := range change {
		do(&c)
	}
	before := l.summary()
	_, no := l.record(c)
	if no != nil && !bytes.Equal(before, l.summary()) {
		l.t.Fatalf("%s was refused and changed the state", c.Type)
	}
	return no
}

// wants fails unless a command was refused with a code; the empty code wants it accepted.
func (l *log) wants(code engine.Code, no *engine.Refusal) {
	l.t.Helper()
	switch {
	case no == nil && code != "":
		l.t.Fatalf("accepted, want refusal %s", code)
	case no != nil && no.Code != code:
		l.t.Fatalf("refused with %s (%s), want %q", no.Code, no.Says, code)
	}
}

// withKey is a game whose phone at Lórien has shown its key.
func withKey(t *testing.T) *log {
	t.Helper()
	l := epic(t, 1, group.Settings{})
	l.device = "phone-1"
	l.do(captain(lorien), group.TakeRecorder{Table: lorien})
	l.wants("", l.signed(phoneKey(1), captain(lorien), group.RegisterKey{Table: lorien, Key: public(phoneKey(1))}))
	return l
}

var up = lotr.ChangeThreat{Table: lorien, By: 1}

func TestOncePhoneHasShownItsKeyItsEntriesAreSigned(t *testing.T) {
	l := withKey(t)
	got := l.last[0].(group.KeyRegistered)
	if want := (group.KeyRegistered{Table: lorien, Device: "phone-1", Key: public(phoneKey(1))}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	l.wants("", l.signed(phoneKey(1), captain(lorien), up))
	no := l.refused(captain(lorien), up, coordinator.CodeNotSigned)
	if no.Source != group.RuleSigned || !strings.Contains(no.Says, events.KeyFingerprint(public(phoneKey(1)))) {
		t.Errorf("%+v", no)
	}
	l.wants(coordinator.CodeBadSignature, l.signed(phoneKey(2), captain(lorien), up))
	for what, change := range map[string]func(*events.Command){
		"another id":        func(c *events.Command) { c.ID = commandID(9999) },
		"another number":    func(c *events.Command) { c.N = 1 },
		"another round":     func(c *events.Command) { c.Round = 1 },
		"other data":        func(c *events.Command) { c.Data = []byte(`{"table":"lorien","by":2}`) },
		"an altered letter": func(c *events.Command) { c.Sig = "A" + c.Sig[1:] },
		"a longer text":     func(c *events.Command) { c.Sig += "A" },
		"no base64":         func(c *events.Command) { c.Sig = strings.Repeat("!", 88) },
	} {
		if no := l.signed(phoneKey(1), captain(lorien), up, change); no == nil || no.Code != coordinator.CodeBadSignature {
			t.Errorf("%s: %v", what, no)
		}
	}
	l.device = ""
	l.do(judge, up) // officials sign nothing
	l.do(captain(rivendell), lotr.ChangeThreat{Table: rivendell, By: 1})
}

func TestAKeyIsSignedWithItself(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	one, two := phoneKey(1), phoneKey(2)
	show := group.RegisterKey{Table: lorien, Key: public(one)}
	l.device = "phone-1"
	l.wants(engine.CodeNotRecorder, l.signed(one, captain(lorien), show)) // nobody records yet
	l.do(captain(lorien), group.TakeRecorder{Table: lorien})
	l.wants(coordinator.CodeBadSignature, l.signed(two, captain(lorien), show))
	l.refused(captain(lorien), show, coordinator.CodeBadSignature)
	l.refused(captain(lorien), group.RegisterKey{Table: lorien, Key: "none"}, engine.CodeMalformed)
	l.wants(engine.CodeMalformed, l.signed(one, captain(lorien), group.RegisterKey{Table: lorien, Key: public(one)[:43] + "!"}))
	l.wants(engine.CodeOtherTable, l.signed(one, captain(lorien), group.RegisterKey{Table: rivendell, Key: public(one)}))
	l.wants(coordinator.CodeNoKey, l.signed(one, captain(lorien), up)) // signed too early
	l.do(captain(lorien), up)                                          // unsigned, before the key
	l.wants("", l.signed(one, captain(lorien), show))
	l.wants(coordinator.CodeNothing, l.signed(one, captain(lorien), show)) // from its second tab
	l.device = ""
	l.wants(engine.CodeNotRecorder, l.signed(one, captain(lorien), show))
}

func TestALostKeyIsReplacedByTakingOverAnew(t *testing.T) {
	l := withKey(t)
	old, fresh := phoneKey(1), phoneKey(2)
	show := group.RegisterKey{Table: lorien, Key: public(fresh)}
	l.wants(coordinator.CodeKeyHeld, l.signed(fresh, captain(lorien), show))
	l.wants(coordinator.CodeKeyHeld, l.signed(old, captain(lorien), show))
	l.do(captain(lorien), group.TakeRecorder{Table: lorien}) // without the key
	l.refused(captain(lorien), up, coordinator.CodeNotSigned)
	l.wants("", l.signed(old, captain(lorien), up)) // it was there after all: that settles it
	l.wants(coordinator.CodeKeyHeld, l.signed(fresh, captain(lorien), show))
	l.wants("", l.signed(old, captain(lorien), group.TakeRecorder{Table: lorien})) // a signature opens nothing
	l.wants(coordinator.CodeKeyHeld, l.signed(fresh, captain(lorien), show))
	l.wants(coordinator.CodeBadSignature, l.signed(fresh, captain(lorien), group.TakeRecorder{Table: lorien}))
	l.do(captain(lorien), group.TakeRecorder{Table: lorien})
	l.wants("", l.signed(fresh, captain(lorien), show))
	if e := l.last[0].(group.KeyRegistered); e.Was != public(old) || e.Key != public(fresh) {
		t.Errorf("%+v", e)
	}
	l.wants(coordinator.CodeBadSignature, l.signed(old, captain(lorien), up))
	l.wants("", l.signed(fresh, captain(lorien), up))
}

func TestEachDeviceHasItsKey(t *testing.T) {
	l := withKey(t)
	l.device = "phone-2"
	l.do(captain(lorien), group.TakeRecorder{Table: lorien, Confirm: true})
	l.do(captain(lorien), up) // it has shown none
	l.wants("", l.signed(phoneKey(2), captain(lorien), group.RegisterKey{Table: lorien, Key: public(phoneKey(2))}))
	l.refused(captain(lorien), up, coordinator.CodeNotSigned)
	l.device = "phone-1"
	l.wants(engine.CodeNotRecorder, l.signed(phoneKey(1), captain(lorien), up))
	l.wants("", l.signed(phoneKey(1), captain(lorien), group.TakeRecorder{Table: lorien, Confirm: true}))
	l.refused(captain(lorien), up, coordinator.CodeNotSigned)
	l.wants("", l.signed(phoneKey(1), captain(lorien), up)) // its key is known from before
}

func TestAKeyIsNoEntryOfTheGame(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	l.device = "phone-1"
	l.do(captain(lorien), group.TakeRecorder{Table: lorien})
	l.do(captain(lorien), up)
	entry := commandID(l.n)
	before := l.game(lorien)
	l.wants("", l.signed(phoneKey(1), captain(lorien), group.RegisterKey{Table: lorien, Key: public(phoneKey(1))}))
	if !bytes.Equal(before, l.game(lorien)) {
		t.Error("showing a key changed the game")
	}
	if top, ok := l.s.Withdrawable(lorien); !ok || top != entry {
		t.Errorf("%s can be taken back, not %s", top, entry)
	}
	l.wants("", l.signed(phoneKey(1), captain(lorien), group.Withdraw{Table: lorien, Entry: entry}))
	if k, ok := l.s.Key("phone-1"); !ok || k.Public != public(phoneKey(1)) {
		t.Error("taking an entry back took the key with it")
	}
}

func TestWhatNeedsNoSignature(t *testing.T) {
	l := withKey(t)
	seat := l.table(lorien).Seats[0]
	l.do(captain(lorien), group.SeatPlayers{Seats: []group.Seat{seat}}) // as the server writes it out of a deck's file
	if no := l.signed(phoneKey(1), judge, up); no == nil || no.Code != engine.CodeMalformed {
		t.Errorf("a judge's signature: %v", no)
	}
	c := events.Command{ID: commandID(7777), Type: up.CommandType(), Data: []byte(`{"table":"lorien","by":1}`), Actor: captain(lorien), Device: "phone-1"}
	asked := must(coordinator.Asked(catalogue, spring, c))(t)
	asked.Imagined = true
	if _, err := coordinator.Decide(l.s, asked); err != nil {
		t.Errorf("what if: %v", err)
	}
}

func TestAPhoneShowsItsKeyWhileNothingElseGoes(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	l.device = "phone-1"
	l.do(captain(lorien), group.TakeRecorder{Table: lorien})
	l.do(organiser, group.Pause{Reason: "lunch"})
	l.wants("", l.signed(phoneKey(1), captain(lorien), group.RegisterKey{Table: lorien, Key: public(phoneKey(1))}))
}
