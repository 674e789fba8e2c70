package events_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
)

func TestIDs(t *testing.T) {
	good := []string{"a", "0", "a-b", "helms-deep-2026", strings.Repeat("x", events.MaxIDLen)}
	bad := []string{
		"", "-", "-a", "a-", "a--b", "A", "a b", "a.b", "a/b", "*", ">", "ä", "a_b", "a\n", "a\x00",
		"..", "%41", strings.Repeat("x", events.MaxIDLen+1),
	}
	for _, s := range good {
		for kind, err := range validated(s) {
			if err != nil {
				t.Errorf("%s id %q: %v", kind, s, err)
			}
		}
	}
	for _, s := range bad {
		for kind, err := range validated(s) {
			var id *events.IDError
			if !errors.As(err, &id) || id.Kind != kind || id.Value != s {
				t.Errorf("%s id %q: got %v, want an IDError that names it", kind, s, err)
			}
		}
	}
}

func validated(s string) map[string]error {
	return map[string]error{
		"gathering": events.GatheringID(s).Validate(), "group": events.GroupID(s).Validate(),
		"table": events.TableID(s).Validate(), "person": events.PersonID(s).Validate(), "device": events.DeviceID(s).Validate(),
	}
}

func TestCommandIDs(t *testing.T) {
	good := events.CommandID("01938a5e-7c3f-7b2a-9d4e-0123456789ab")
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for i := range len(good) {
		for _, c := range []byte{'g', 'A', ' ', 0, 0xff, '-', '0'} {
			b := []byte(good)
			if b[i] == c || (c == '0' && b[i] != '-') {
				continue // still well formed
			}
			b[i] = c
			if err := events.CommandID(b).Validate(); err == nil {
				t.Errorf("%q is accepted", b)
			}
		}
	}
	for _, s := range []events.CommandID{"", good[:35], good + "0"} {
		if err := s.Validate(); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
}

func TestStreamIDsAndSubjects(t *testing.T) {
	for id, want := range map[events.StreamID][2]string{
		events.Desk("bree"):         {"bree/desk", "muster.log.bree.desk"},
		events.Group("bree", "red"): {"bree/g/red", "muster.log.bree.g.red"},
		events.Group("g", "desk"):   {"g/g/desk", "muster.log.g.g.desk"},
		events.Group("desk", "g"):   {"desk/g/g", "muster.log.desk.g.g"},
	} {
		if id.String() != want[0] || events.LogSubject(id) != want[1] {
			t.Errorf("got %q and %q, want %q", id, events.LogSubject(id), want)
		}
		if got, err := events.ParseStreamID(want[0]); got != id || err != nil {
			t.Errorf("parse %q: got %v, %v", want[0], got, err)
		}
		if got, err := events.ParseLogSubject(want[1]); got != id || err != nil {
			t.Errorf("parse %q: got %v, %v", want[1], got, err)
		}
		if prefix := strings.TrimSuffix(events.LogFilter(id.Gathering), ">"); !strings.HasPrefix(want[1], prefix) {
			t.Errorf("%q is not matched by %q", want[1], events.LogFilter(id.Gathering))
		}
	}
	for _, s := range []string{"", "bree", "bree/", "/desk", "bree/g", "bree/g/", "bree/g/red/x", "bree/h/red", "bree/league", "BREE/desk", "bree.desk", "bree/g/a.b"} {
		var id *events.IDError
		if _, err := events.ParseStreamID(s); !errors.As(err, &id) {
			t.Errorf("parse stream %q: got %v, want an IDError", s, err)
		}
		if _, err := events.ParseLogSubject("muster.log." + strings.ReplaceAll(s, "/", ".")); s != "bree.desk" && !errors.As(err, &id) {
			t.Errorf("parse subject of %q: got %v, want an IDError", s, err)
		}
	}
	if _, err := events.ParseLogSubject("muster.cmd.bree.desk"); err == nil {
		t.Error("a command subject is read as one of the log")
	}
}

func TestStreamsHaveNames(t *testing.T) {
	for name, id := range map[string]events.StreamID{
		"desk": events.Desk("bree"), "group/red": events.Group("bree", "red"), "campaign/saga": events.Campaign("bree", "saga"),
		"tournament/cup": events.Tournament("bree", "cup"), "league/winter": events.League("bree", "winter"),
	} {
		if got := id.Name(); got != name {
			t.Errorf("%s is called %q, want %q", id, got, name)
		}
		if got, err := events.ParseStreamName("bree", name); got != id || err != nil {
			t.Errorf("%q is %s, %v; want %s", name, got, err, id)
		}
	}
	for _, name := range []string{"", "red", "group", "group/", "group/Red", "group/red/x", "g/red", "desk/", "desk/red", "GROUP/red"} {
		var id *events.IDError
		if got, err := events.ParseStreamName("bree", name); !errors.As(err, &id) {
			t.Errorf("%q is read as %s, %v", name, got, err)
		}
	}
	if _, err := events.ParseStreamName("Bree", "desk"); err == nil {
		t.Error("a stream of a gathering that cannot be")
	}
}

func TestCommandSubjects(t *testing.T) {
	s := events.CommandSubject("bree", "red", "table-1")
	if s != "muster.cmd.bree.red.table-1" {
		t.Errorf("got %q", s)
	}
	g, group, table, err := events.ParseCommandSubject(s)
	if g != "bree" || group != "red" || table != "table-1" || err != nil {
		t.Errorf("got %q, %q, %q, %v", g, group, table, err)
	}
	for _, s := range []string{"", "muster.cmd.", "muster.cmd.a.b", "muster.cmd.a.b.c.d", "muster.cmd.a.b.C", "muster.log.a.b.c", "a.b.c"} {
		if _, _, _, err := events.ParseCommandSubject(s); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
	if got := events.LiveSubject("bree", "red", "coordinator"); got != "muster.live.bree.red.coordinator" {
		t.Errorf("got %q", got)
	}
	if got := events.JetStreamName("bree"); got != "MUSTER_LOG_bree" {
		t.Errorf("got %q", got)
	}
}
