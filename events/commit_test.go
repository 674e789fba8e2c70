package events_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
)

// sample is a commit with every field set.
func sample() events.Commit {
	return events.Commit{
		Format: events.CommitFormat, Stream: events.Group("bree", "red"), Version: 7, Prev: events.HashOf([]byte("before")),
		At: time.Date(2026, 11, 30, 9, 55, 0, 123e6, time.UTC),
		Command: events.Command{
			ID: "01938a5e-7c3f-7b2a-9d4e-0123456789ab", Type: "group.end-round.v1", Data: json.RawMessage(`{"table":"t1"}`),
			Actor:  events.Actor{Role: events.RoleCaptain, Person: "p-1", Group: "red", Table: "t1"},
			Device: "phone-1", N: 12,
		},
		Events: []events.Event{
			{Type: "group.table-ended-round.v1", Data: json.RawMessage(`{"table":"t1"}`)},
			{Type: "group.round-ended.v1", Data: json.RawMessage(`{"round":3}`)},
		},
	}
}

// storedSample is what sample looks like in a log. It never changes: logs hold it.
const storedSample = `{"format":1,"stream":"bree/g/red","version":7,` +
	`"prev":"2f4cb6916fa42005660d363b5da123f6afda6e64f0297462c1e61352215d5ac9",` +
	`"at":"2026-11-30T09:55:00.123Z","command":{"id":"01938a5e-7c3f-7b2a-9d4e-0123456789ab","type":"group.end-round.v1",` +
	`"data":{"table":"t1"},"actor":{"role":"captain","person":"p-1","group":"red","table":"t1"},"device":"phone-1","n":12},` +
	`"events":[{"type":"group.table-ended-round.v1","data":{"table":"t1"}},{"type":"group.round-ended.v1","data":{"round":3}}]}`

func TestCommitIsStoredAsItAlwaysWas(t *testing.T) {
	raw, err := sample().Encode()
	if err != nil {
		t.Fatal(err)
	}
	if string(raw) != storedSample {
		t.Errorf("got  %s\nwant %s", raw, storedSample)
	}
	c, err := events.DecodeCommit([]byte(storedSample))
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Encode()
	if err != nil || string(again) != storedSample {
		t.Errorf("decoded and encoded again: %s, %v", again, err)
	}
}

func TestHashIsALeafOfRFC6962(t *testing.T) {
	if got, want := events.HashOf([]byte("abc")), events.Hash(sha256.Sum256([]byte("\x00abc"))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// The leaf hash of an empty entry.
	if got := events.HashOf(nil).String(); got != "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d" {
		t.Errorf("got %s", got)
	}
	var h events.Hash
	if !h.IsZero() || events.HashOf(nil).IsZero() {
		t.Error("only the zero hash is zero")
	}
	if err := h.UnmarshalText([]byte(events.HashOf(nil).String())); err != nil || h != events.HashOf(nil) {
		t.Errorf("read back: %s, %v", h, err)
	}
	for _, s := range []string{"", "00", strings.Repeat("g", 64), strings.Repeat("0", 65)} {
		if err := h.UnmarshalText([]byte(s)); err == nil {
			t.Errorf("%q is read as a hash", s)
		}
	}
}

func TestCommitsThatCannotBeStored(t *testing.T) {
	var id *events.IDError
	var size *events.SizeError
	c := sample()
	c.Stream.Group = "Red"
	if _, err := c.Encode(); !errors.As(err, &id) {
		t.Errorf("malformed stream: got %v", err)
	}
	c = sample()
	c.Command.ID = "1"
	if _, err := c.Encode(); !errors.As(err, &id) {
		t.Errorf("malformed command id: got %v", err)
	}
	c = sample()
	c.Events = nil
	if _, err := c.Encode(); err == nil {
		t.Error("a commit without events is encoded")
	}
	c = sample()
	c.Events[0].Data = json.RawMessage(`"` + strings.Repeat("x", events.MaxCommitBytes) + `"`)
	if _, err := c.Encode(); !errors.As(err, &size) || size.Limit != events.MaxCommitBytes || size.Bytes <= size.Limit {
		t.Errorf("too large: got %v", err)
	}
	c = sample()
	c.Events[0].Data = json.RawMessage(`{`)
	if _, err := c.Encode(); err == nil {
		t.Error("data that is not JSON is encoded")
	}
}

func TestCommitsThatCannotBeRead(t *testing.T) {
	for what, stored := range map[string]string{
		"nothing":          "",
		"half":             storedSample[:100],
		"no version":       strings.Replace(storedSample, `"version":7`, `"version":0`, 1),
		"negative version": strings.Replace(storedSample, `"version":7`, `"version":-7`, 1),
		"no format":        strings.Replace(storedSample, `"format":1,`, ``, 1),
		"no events":        storedSample[:strings.Index(storedSample, `"events"`)] + `"events":[]}`,
		"a bad stream":     strings.Replace(storedSample, `bree/g/red`, `bree/g/Red`, 1),
		"no stream":        strings.Replace(storedSample, `"stream":"bree/g/red",`, ``, 1),
		"a year too late":  strings.Replace(storedSample, `2026-11-30T09:55:00.123Z`, `9999-12-31T23:59:59-01:00`, 1),
		"a bad command id": strings.Replace(storedSample, `01938a5e-`, `01938A5E-`, 1),
		"a bad hash":       strings.Replace(storedSample, `2f4cb6`, `2f4cb`, 1),
		"two values":       storedSample + storedSample,
		"trailing bytes":   storedSample + "x",
	} {
		if _, err := events.DecodeCommit([]byte(stored)); err == nil {
			t.Errorf("%s: read as a commit", what)
		}
	}
	var newer *events.FormatError
	_, err := events.DecodeCommit([]byte(strings.Replace(storedSample, `"format":1`, `"format":2`, 1)))
	if !errors.As(err, &newer) || newer.Format != 2 || newer.Known != events.CommitFormat {
		t.Errorf("a newer format: got %v", err)
	}
	shape := strings.Replace(strings.Replace(storedSample, `"format":1`, `"format":3`, 1), `"version":7`, `"version":{"n":7}`, 1)
	if _, err := events.DecodeCommit([]byte(shape)); !errors.As(err, &newer) || newer.Format != 3 {
		t.Errorf("a newer format of another shape: got %v", err)
	}
	c, err := events.DecodeCommit([]byte(strings.Replace(storedSample, `{"format"`, `{"later":true,"format"`, 1)))
	if err != nil || c.Version != 7 {
		t.Errorf("a field of a later program: %v", err)
	}
}

// What decodes encodes again, to something that decodes to the same.
func FuzzDecodeCommit(f *testing.F) {
	f.Add([]byte(storedSample))
	f.Add([]byte(`{"format":1,"version":1,"events":[{}]}`))
	f.Fuzz(func(t *testing.T, stored []byte) {
		c, err := events.DecodeCommit(stored)
		if err != nil {
			return
		}
		raw, err := c.Encode()
		var size *events.SizeError
		if errors.As(err, &size) {
			return
		}
		if err != nil {
			t.Fatalf("decoded, but not encoded: %v\n%s", err, stored)
		}
		again, err := events.DecodeCommit(raw)
		if err != nil {
			t.Fatalf("encoded, but not decoded: %v\n%s", err, raw)
		}
		twice, err := again.Encode()
		if err != nil || !bytes.Equal(raw, twice) {
			t.Fatalf("encoded differently the second time: %v\n%s\n%s", err, raw, twice)
		}
	})
}

func BenchmarkEncodeCommit(b *testing.B) {
	c := sample()
	for b.Loop() {
		if _, err := c.Encode(); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(storedSample)))
}

func BenchmarkDecodeCommit(b *testing.B) {
	raw := []byte(storedSample)
	for b.Loop() {
		if _, err := events.DecodeCommit(raw); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(raw)))
}

func BenchmarkHash(b *testing.B) {
	raw := []byte(storedSample)
	for b.Loop() {
		events.HashOf(raw)
	}
	b.SetBytes(int64(len(raw)))
}
