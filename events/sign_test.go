package events_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
)

var (
	signer = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	signed = base64.StdEncoding.EncodeToString(signer.Public().(ed25519.PublicKey))
	red    = events.Group("spring", "red")
)

func asked(data string) events.Command {
	return events.Command{
		ID: "01938a5e-7c3f-7b2a-9d4e-0123456789ab", Type: "lotr.change-threat.v1", Data: json.RawMessage(data),
		Actor: events.Actor{Role: events.RoleCaptain, Group: "red", Table: "t1"}, Device: "phone-7", N: 12, Round: 3,
	}
}

func TestWhatIsSigned(t *testing.T) {
	got := string(events.SignedText(red, asked(`{ "table": "t1", "by": 1e21, "note":"<b> & \u003c`+"\u2028"+` é" }`)))
	want := "muster command v1\nspring/g/red\n01938a5e-7c3f-7b2a-9d4e-0123456789ab\nphone-7\n12\n3\nlotr.change-threat.v1\n" +
		`{"table":"t1","by":1e21,"note":"\u003cb\u003e \u0026 \u003c\u2028 é"}`
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// What is signed before a command is stored is what is signed of the stored one, and everything else of the
// command is covered.
func TestASignatureHoldsInTheLog(t *testing.T) {
	c := asked("{\n \"note\": \"a < b & c > d \u2029\" }").Signed(red, signer)
	stored, err := events.Commit{Stream: red, Version: 1, Command: c, Events: []events.Event{{Type: "x.v1", Data: json.RawMessage("{}")}}}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := events.DecodeCommit(stored)
	if err != nil {
		t.Fatal(err)
	}
	if read.Command.Sig != c.Sig || !events.Verify(signed, read.Command.Sig, events.SignedText(red, read.Command)) {
		t.Error("the signature does not hold in the log")
	}
	for what, change := range map[string]func(*events.Command){
		"id":     func(c *events.Command) { c.ID = "01938a5e-7c3f-7b2a-9d4e-0123456789ac" },
		"type":   func(c *events.Command) { c.Type = "lotr.travel.v1" },
		"data":   func(c *events.Command) { c.Data = json.RawMessage(`{"note":"a"}`) },
		"device": func(c *events.Command) { c.Device = "phone-8" },
		"n":      func(c *events.Command) { c.N = 1 },
		"round":  func(c *events.Command) { c.Round = 1 },
	} {
		other := read.Command
		if change(&other); events.Verify(signed, other.Sig, events.SignedText(red, other)) {
			t.Errorf("with another %s the signature still holds", what)
		}
	}
	if events.Verify(signed, c.Sig, events.SignedText(events.Group("spring", "blue"), c)) {
		t.Error("the signature holds in another group")
	}
}

// A signature and a key can each be written in one way, and what is malformed is none.
func TestSignaturesAndKeysAreReadStrictly(t *testing.T) {
	c := asked(`{}`).Signed(red, signer)
	text := events.SignedText(red, c)
	if !events.Verify(signed, c.Sig, text) || events.CheckKey(signed) != nil {
		t.Fatal("a good signature does not hold")
	}
	raw, err := base64.StdEncoding.DecodeString(c.Sig)
	if err != nil {
		t.Fatal(err)
	}
	last := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", c.Sig[85])
	for _, sig := range []string{
		"", "A", c.Sig + "=", c.Sig + "\n", c.Sig[:86], strings.TrimRight(c.Sig, "="), base64.URLEncoding.EncodeToString(append([]byte{0xff, 0xff, 0xff}, raw[3:]...)),
		c.Sig[:85] + string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[last|1]) + "==",
		c.Sig[:40] + "\n" + c.Sig[41:], base64.StdEncoding.EncodeToString(raw[:63]), base64.StdEncoding.EncodeToString(append(raw, 0)),
	} {
		if sig != c.Sig && events.Verify(signed, sig, text) {
			t.Errorf("%q holds", sig)
		}
	}
	for _, key := range []string{"", "none", signed + "=", signed[:43], signed[:43] + "\n", strings.Repeat("!", 44), base64.StdEncoding.EncodeToString(make([]byte, 31)), strings.Repeat("A", 44)} {
		if err := events.CheckKey(key); err == nil || !strings.Contains(err.Error(), "is none") {
			t.Errorf("the key %q: %v", key, err)
		}
		if events.Verify(key, c.Sig, text) {
			t.Errorf("the key %q verifies", key)
		}
	}
	if a, b := events.KeyFingerprint(signed), events.KeyFingerprint("x"); len(a) != 19 || strings.Count(a, " ") != 3 || b != "none" {
		t.Errorf("fingerprints %q and %q", a, b)
	}
}

func BenchmarkVerify(b *testing.B) {
	c := asked(`{"table":"t1","by":1}`).Signed(red, signer)
	for b.Loop() {
		if !events.Verify(signed, c.Sig, events.SignedText(red, c)) {
			b.Fatal("it does not hold")
		}
	}
}
