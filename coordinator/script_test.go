package coordinator_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
)

var update = flag.Bool("update", false, "rewrite the events in testdata/*.txt by what comes out now")

// Scripts in testdata say in a form that a judge can review what is entered and exactly what comes
// of it.
//
//	# a comment
//	organiser> start
//	  group.started players=6
//	lorien> end-round round=1
//	  refused table-ended: Lórien has ended round 1 already and waits for the others
//	~judge> rule …        accepted, its events not shown
//	show                  the state in words follows
//
// Who enters is organiser, judge, spectator or a table for its captain. Commands and events are
// named without their version, commands also without "group." and "lotr."; a captain's table is
// filled in. Values are words or JSON.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			want := must(os.ReadFile(f))(t)
			got := runScript(t, string(want))
			if string(want) == got {
				return
			}
			if *update {
				if err := os.WriteFile(f, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s: %s\n(run with -update to rewrite it)", f, firstDifference(string(want), got))
		})
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\ngot  %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}

// runScript returns the script with what comes out of each line below it.
func runScript(t *testing.T, script string) string {
	l := newLog(t)
	var out bytes.Buffer
	for n, line := range strings.Split(strings.TrimSuffix(script, "\n"), "\n") {
		if strings.HasPrefix(line, "  ") {
			continue // what came out when it was written
		}
		fmt.Fprintln(&out, line)
		switch {
		case line == "" || line[0] == '#':
		case line == "show":
			for _, w := range l.s.Words() {
				fmt.Fprintln(&out, "  "+w)
			}
		default:
			runLine(t, l, n+1, line, &out)
		}
	}
	return out.String()
}

// playScript enters what a script says and looks at nothing.
func playScript(t *testing.T, l *log, script string) {
	for line := range strings.SplitSeq(script, "\n") {
		who, what, ok := strings.Cut(line, ">")
		if !ok || strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "#") {
			continue
		}
		actor := actorOf(events.TableID(strings.TrimPrefix(who, "~")))
		body, err := parseCommand(strings.TrimSpace(what), actor)
		if err != nil {
			t.Fatal(err)
		}
		l.send(actor, body)
	}
}

func runLine(t *testing.T, l *log, n int, line string, out *bytes.Buffer) {
	who, what, ok := strings.Cut(line, ">")
	if !ok {
		t.Fatalf("line %d: %q is not understood", n, line)
	}
	who, quiet := strings.CutPrefix(who, "~")
	actor := actorOf(events.TableID(who))
	body, err := parseCommand(strings.TrimSpace(what), actor)
	if err != nil {
		t.Fatalf("line %d: %v", n, err)
	}
	es, refused := l.send(actor, body)
	switch {
	case refused != nil && quiet:
		t.Fatalf("line %d: refused: %s (%s)", n, refused.Says, refused.Code)
	case refused != nil:
		fmt.Fprintf(out, "  refused %s: %s\n", refused.Code, refused.Says)
	case !quiet:
		for _, e := range es {
			fmt.Fprintln(out, "  "+showEvent(t, e))
		}
	}
}

func actorOf(who events.TableID) events.Actor {
	switch who {
	case "organiser":
		return organiser
	case "judge":
		return judge
	case "spectator":
		return events.Actor{Role: events.RoleSpectator}
	default:
		return captain(who)
	}
}

// parseCommand reads "end-round round=3".
func parseCommand(s string, a events.Actor) (events.CommandBody, error) {
	name, rest, _ := strings.Cut(s, " ")
	var typ string
	for _, prefix := range []string{"group.", "lotr."} {
		if _, ok := catalogue.Zero(prefix + name + ".v1"); ok {
			typ = prefix + name + ".v1"
		}
	}
	if typ == "" {
		return nil, fmt.Errorf("no command %q", name)
	}
	fields := map[string]json.RawMessage{}
	zero, _ := catalogue.Zero(typ)
	if f, ok := reflect.TypeOf(zero).FieldByName("Table"); ok && a.Table != "" && f.Type == reflect.TypeFor[events.TableID]() {
		fields["table"] = json.RawMessage(`"` + string(a.Table) + `"`)
	}
	for _, part := range splitFields(rest) {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q is no key=value", part)
		}
		raw := json.RawMessage(value)
		if !json.Valid(raw) {
			raw, _ = json.Marshal(value)
		}
		fields[key] = raw
	}
	data, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	return catalogue.DecodeCommand(typ, data)
}

// splitFields cuts at spaces outside of quotes, brackets and braces.
func splitFields(s string) []string {
	var out []string
	depth, quoted, start := 0, false, 0
	for i, c := range s + " " {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ' ' && depth == 0:
			if i > start {
				out = append(out, s[start:i])
			}
			start = i + 1
		}
	}
	return out
}

// showEvent writes "group.round-ended round=1 steps=[…]".
func showEvent(t *testing.T, e events.Payload) string {
	stored := must(events.Encode(e))(t)
	dec := json.NewDecoder(bytes.NewReader(stored.Data))
	out := strings.TrimSuffix(e.EventType(), ".v1")
	must(dec.Token())(t)
	for dec.More() {
		key := must(dec.Token())(t)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
		var word string
		if json.Unmarshal(value, &word) != nil || word == "" || strings.ContainsAny(word, " \"=") {
			word = string(value)
		}
		out += fmt.Sprintf(" %v=%s", key, word)
	}
	return out
}
