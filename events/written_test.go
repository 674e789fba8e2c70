package events

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// full is a commit with every field set, and data of every shape.
func full() Commit {
	return Commit{
		Format: CommitFormat, Stream: Group("bree", "red"), Version: 7, Prev: HashOf([]byte("before")),
		At: time.Date(2026, 11, 30, 9, 55, 0, 123e6, time.UTC),
		Command: Command{
			ID: "01938a5e-7c3f-7b2a-9d4e-0123456789ab", Type: "group.end-round.v1", Data: json.RawMessage(`{"table":"t1","by":-12,"says":"a \u003c b, \"Sméagol\" …\n"}`),
			Actor:  Actor{Role: RoleCaptain, Person: "p-1", Group: "red", Table: "t1"},
			Device: "phone-1", N: 12, Round: 3, Sig: "c2lnbmVkLCBzbyB0byBzYXk+/w==",
		},
		Events: []Event{
			{Type: "group.table-ended-round.v1", Data: json.RawMessage(`{}`)},
			{Type: "group.round-ended.v1", Data: json.RawMessage(`{"round":3,"steps":[{"id":"a","skip":true},{"id":"b","skip":false}],"more":[],"at":null,"x":[0.5e-7,1E+3,-0,10]}`)},
		},
	}
}

// A field that is added to a commit has to be read here too, or every commit with it is read slowly.
func TestWhatIsWrittenIsReadWithEveryField(t *testing.T) {
	c := full()
	for _, v := range []any{c, c.Command, c.Command.Actor, c.Events[0]} {
		for i := range reflect.ValueOf(v).NumField() {
			if reflect.ValueOf(v).Field(i).IsZero() {
				t.Fatalf("%T.%s is not set in the test", v, reflect.TypeOf(v).Field(i).Name)
			}
		}
	}
	alike(t, encoded(t, c), true)
	c.Command.Actor = Actor{Role: RoleSystem}
	c.Command.Device, c.Command.N, c.Command.Round, c.Command.Sig = "", 0, 0, ""
	c.Stream, c.Prev, c.At = Desk("bree"), Hash{}, c.At.Truncate(time.Second)
	alike(t, encoded(t, c), true)
}

func encoded(t *testing.T, c Commit) []byte {
	t.Helper()
	raw, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// alike holds what is read the short way to what encoding/json says; sure: it has to be read that way.
func alike(t *testing.T, stored []byte, sure bool) bool {
	t.Helper()
	want, err := decodeAny(stored)
	got, ok := readWritten(stored)
	if !ok {
		if sure {
			t.Fatalf("not read, though written so: %s", stored)
		}
		again, err2 := want.Encode()
		exact := err == nil && err2 == nil && string(again) == string(stored)
		if r := (Recorded{Commit: want, Raw: stored}); err == nil && r.Exact() != exact {
			t.Fatalf("exact is %v, want %v: %s", !exact, exact, stored)
		}
		return false
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("read as %+v, want %+v, %v: %s", got, want, err, stored)
	}
	if again := encoded(t, got); string(again) != string(stored) {
		t.Fatalf("read, but written as %s: %s", again, stored)
	}
	return true
}

// spoilers are put in place of bytes; each is a way to write JSON that is not that of a commit, or is near one.
var spoilers = []string{
	"", " ", `"`, `\`, `\u0041`, `\u12`, `\x`, "<", "&", "\u2028", "é", "\xff", "\x00", "\x7f", "0", "00", "-", "-1", "1.", ".5", "e", "1e", "E+", "9999999999999999999",
	"A", "{", "}", "[", "]", ",", ":", "{}", "[]", "null", "true", "tru", `""`, `,"n":0`, `,"person":""`, `,"later":1`, `,"n":1`, "Z", "+01:00", "T", "/", "/desk", "-0",
}

func TestWhatIsReadTheShortWayIsWhatJSONSays(t *testing.T) {
	read, not := 0, 0
	raw := encoded(t, full())
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 3))
		bad := string(raw)
		for range 1 + r.IntN(2) {
			at := r.IntN(len(bad))
			cut := min(r.IntN(3), len(bad)-at)
			bad = bad[:at] + spoilers[r.IntN(len(spoilers))] + bad[at+cut:]
		}
		if alike(t, []byte(bad), false) {
			read++
		} else {
			not++
		}
	}
	if read < 500 || not < 500 {
		t.Errorf("%d were read and %d were not: that says little", read, not)
	}
}

func TestWhatIsOnlyNearlyWritten(t *testing.T) {
	raw := string(encoded(t, full()))
	for _, change := range [][2]string{
		{`"format":1`, `"format":2`},
		{`bree/g/red`, `bree/desk/`},
		{`bree/g/red`, `bree/desk`},
		{`"version":7`, `"version":07`},
		{`"version":7`, `"version":1234567890123456789012`},
		{`09:55:00.123Z`, `09:55:00.120Z`},
		{`09:55:00.123Z`, `09:55:00.123+00:00`},
		{`09:55:00.123Z`, `09:55:60Z`},
		{`"prev":"`, `"prev":"A`},
		{`,"n":12`, `,"n":0`},
		{`,"round":3,"sig"`, `,"round":-3,"sig"`},
		{`,"table":"t1"},"device"`, `,"table":""},"device"`},
		{`"device":"phone-1","n":12`, `"n":12,"device":"phone-1"`},
		{`\u003c`, `<`},
		{`\u003c`, "\u2028"},
		{`{"round":3,`, `{"deep":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `,`},
		{`{"round":3,`, `{"deep":` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `,`},
		{`{"round":3,`, `{"round":3,"round":4,`},
		{`{"round":3,`, `{"big":"` + strings.Repeat("x", MaxCommitBytes) + `",`},
	} {
		bad := strings.Replace(raw, change[0], change[1], 1)
		if bad == raw {
			t.Fatalf("%q is not in the sample", change[0])
		}
		alike(t, []byte(bad), false)
	}
	for i := range raw {
		alike(t, []byte(raw[:i]), false)
	}
}

func FuzzReadWritten(f *testing.F) {
	raw, err := full().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Fuzz(func(t *testing.T, stored []byte) { alike(t, stored, false) })
}
