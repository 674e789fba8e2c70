package events_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
)

func TestCloudEvent(t *testing.T) {
	r := events.Recorded{Commit: sample(), Position: 31}
	all := r.CloudEvents()
	if len(all) != 2 {
		t.Fatalf("got %d events, want 2", len(all))
	}
	got, err := json.Marshal(all[1])
	if err != nil {
		t.Fatal(err)
	}
	want := `{"specversion":"1.0","id":"bree/31/1","source":"/muster/bree/red","type":"group.round-ended.v1","subject":"t1",` +
		`"time":"2026-11-30T09:55:00.123Z","datacontenttype":"application/json","sequence":"00000000000000000031.0001",` +
		`"streamversion":"7","commandid":"01938a5e-7c3f-7b2a-9d4e-0123456789ab","commandtype":"group.end-round.v1",` +
		`"actorrole":"captain","data":{"round":3}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	r.Stream = events.Desk("bree")
	r.Command.Actor = events.Actor{Role: events.RoleOrganiser}
	if e := r.CloudEvent(0); e.Source != "/muster/bree/desk" || e.Subject != events.CoordinatorEmitter {
		t.Errorf("desk: source %q, subject %q", e.Source, e.Subject)
	}
}

// Source: CloudEvents 1.0.2, "Naming Conventions": lower-case ASCII letters and digits, at most 20.
func TestCloudEventAttributesAreNamedAsAllowed(t *testing.T) {
	e := events.Recorded{Commit: sample(), Position: 31}.CloudEvent(0)
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		t.Fatal(err)
	}
	headers := map[string]string{}
	for _, h := range e.Headers() {
		headers[h.Name] = h.Value
	}
	for name, raw := range fields {
		if len(name) > 20 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			t.Errorf("attribute %q", name)
		}
		if name == "data" {
			continue
		}
		var value string
		if err := json.Unmarshal(raw, &value); err != nil {
			t.Errorf("attribute %s is not text: %s", name, raw)
		}
		if headers["ce-"+name] != value {
			t.Errorf("header ce-%s is %q, the attribute %q", name, headers["ce-"+name], value)
		}
	}
	if len(headers) != len(fields) { // all but data, and the content type once more
		t.Errorf("%d headers for %d attributes", len(headers), len(fields)-1)
	}
	if _, err := time.Parse(time.RFC3339, headers["ce-time"]); err != nil {
		t.Error(err)
	}
}
