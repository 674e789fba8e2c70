package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/sim"
)

// muster runs the program in this process and returns what it printed.
func muster(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// must runs the program and fails the test if it does not succeed.
func must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := muster(t, args...)
	if code != exitDone {
		t.Fatalf("muster %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return out
}

// played returns a running server on which one game was played.
func played(t *testing.T) *apptest.Server {
	t.Helper()
	s := apptest.Start(t, nil)
	_, err := sim.Run(t.Context(), sim.Options{Base: s.URL, Key: s.OrganiserKey(), Gathering: "store", Name: "Store", Groups: 1, Seed: 11})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The commands that look at a log give the same answers from a running server and from its files.
// What is exported is imported into an empty server: the same commits, hashes and states.
func TestLookingAtALogAndTakingItElsewhere(t *testing.T) {
	s := played(t)
	from := []string{"--data", s.Data}
	look := map[string][]string{
		"words": {"replay", "store/group-1"},
		"json":  {"replay", "store", "--json"},
		"check": {"replay", "store", "--check"},
		"early": {"replay", "store/group-1", "--at", "40"},
		"file":  {"export", "store"},
		"cloud": {"export", "store", "--cloudevents"},
	}
	running := map[string]string{}
	for name, args := range look {
		running[name] = must(t, append(args, from...)...)
	}
	codes := must(t, append([]string{"codes", "store"}, from...)...)
	if strings.Count(codes, "\n") != 5 || !strings.Contains(codes, "rivendell") {
		t.Errorf("the codes of three tables and the judges are\n%s", codes)
	}
	if code, _, errs := muster(t, append([]string{"repair"}, from...)...); code != exitWrong || !strings.Contains(errs, "stop it first") {
		t.Errorf("repair beside a running server: %d %s", code, errs)
	}
	s.Stop()
	for name, args := range look {
		if got := must(t, append(args, from...)...); got != running[name] {
			t.Errorf("%s from the files is not what the running server gave", name)
		}
	}
	checkLooks(t, running)
	file := filepath.Join(t.TempDir(), "store.jsonl")
	must(t, append([]string{"export", "store", file}, from...)...)
	importElsewhere(t, file, look, running)
}

func checkLooks(t *testing.T, got map[string]string) {
	t.Helper()
	for name, want := range map[string]string{
		"words": "City strength", "check": "0 different", "early": "at version", "file": `{"muster":"end"`, "cloud": `"specversion":"1.0"`,
	} {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s does not say %q:\n%.400s", name, want, got[name])
		}
	}
	if got["early"] == got["words"] {
		t.Error("the state at position 40 is that of the end")
	}
	for line := range strings.Lines(got["json"]) {
		var r replayed
		if err := json.Unmarshal([]byte(line), &r); err != nil || r.Stream.Gathering != "store" {
			t.Errorf("a line of JSON: %v, %+v", err, r.Stream)
		}
	}
}

func importElsewhere(t *testing.T, file string, look map[string][]string, want map[string]string) {
	t.Helper()
	there := filepath.Join(t.TempDir(), "other")
	must(t, "import", file, "--data", there)
	for name, args := range look {
		if got := must(t, append(args, "--data", there)...); got != want[name] {
			t.Errorf("%s of the import is not that of the original", name)
		}
	}
	if code, _, errs := muster(t, "import", file, "--data", there); code != exitWrong || !strings.Contains(errs, "is here already") {
		t.Errorf("a second import: %d %s", code, errs)
	}
	s := apptest.StartOn(t, there, nil)
	b, err := s.Organiser(t).Board(t.Context(), "store", "group-1", 0)
	if err != nil || b.Round == 0 {
		t.Errorf("the board on the other server: %v, round %d", err, b.Round)
	}
	s.Stop()
	if code, _, errs := muster(t, "import", file, "--data", there); code != exitWrong || !strings.Contains(errs, "is here already") {
		t.Errorf("an import after the server ran: %d %s", code, errs)
	}
	must(t, "repair", "--data", there)
}

// A log that was lost although its second copy is there is damage, never a place to import to.
func TestImportIsNoWayAroundARepair(t *testing.T) {
	s := played(t)
	s.Stop()
	file := filepath.Join(t.TempDir(), "store.jsonl")
	must(t, "export", "store", file, "--data", s.Data)
	stream := filepath.Join(s.Data, logs.StreamDir, "jetstream", "$G", "streams", events.JetStreamName("store"))
	if err := os.RemoveAll(stream); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := muster(t, "import", file, "--data", s.Data); code != exitWrong || !strings.Contains(errs, "is here already") {
		t.Errorf("import over a lost log: %d %s", code, errs)
	}
	if out := must(t, "repair", "--data", s.Data); !strings.Contains(out, "store") {
		t.Errorf("the repair says nothing of the gathering:\n%s", out)
	}
	must(t, "replay", "store", "--check", "--data", s.Data)
}

func TestWrongCommandLinesAndConfigurations(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "c.jsonc")
	if err := os.WriteFile(file, []byte(`{"lisen": ":1"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"sreve"}, exitUsage, "serve"},
		{[]string{"serve", "--lisen", ":1"}, exitUsage, "--lisen"},
		{[]string{"serve", "--listen", "x", "--tls", "on"}, exitUsage, "tls"},
		{[]string{"serve", "--config", file}, exitUsage, "did you mean listen?"},
		{[]string{"serve", "--config", filepath.Join(dir, "none")}, exitUsage, "none"},
		{[]string{"replay", "Store/x", "--data", dir}, exitWrong, "not allowed"},
		{[]string{"replay", "store/x", "--data", dir}, exitWrong, "no gathering store"},
		{[]string{"replay", "store/x", "--data", filepath.Join(dir, "none")}, exitWrong, "no data directory"},
		{[]string{"replay", "store", "--at", "3", "--check", "--data", dir}, exitWrong, "--at"},
		{[]string{"export", "store", "--data", dir}, exitWrong, "no gathering store"},
		{[]string{"import", file, "--data", dir}, exitWrong, "not a gathering exported by muster"},
		{[]string{"codes", "store", "--data", dir}, exitWrong, "no server is running"},
	} {
		code, _, errs := muster(t, c.args...)
		if code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("muster %s: exit code %d, want %d that says %q:\n%s", strings.Join(c.args, " "), code, c.code, c.says, errs)
		}
	}
}

func TestHelpExplainsEverySetting(t *testing.T) {
	help := must(t, "serve", "--help")
	flat := strings.Join(strings.Fields(help), " ")
	for _, s := range config.Settings() {
		first := strings.TrimSuffix(s.Help, ".") // kong puts the variable before the full stop
		if !strings.Contains(flat, "--"+s.Key) && !strings.Contains(flat, "--[no-]"+s.Key) || !strings.Contains(flat, first) || !strings.Contains(flat, "$"+s.Env) {
			t.Errorf("the help does not explain %s (%s)", s.Key, s.Env)
		}
	}
	if all := must(t); !strings.Contains(all, "serve") || !strings.Contains(all, "replay") || !strings.Contains(all, "repair") {
		t.Errorf("muster alone does not list its commands:\n%s", all)
	}
}

func TestSampleConfigurationAndVersion(t *testing.T) {
	if out := must(t, "sample-config"); out != string(config.Sample()) {
		t.Error("sample-config prints something else")
	}
	if out := must(t, "version"); !strings.HasPrefix(out, "muster ") {
		t.Errorf("version prints %q", out)
	}
}

func TestTLSInit(t *testing.T) {
	dir := t.TempDir()
	out := must(t, "tls", "init", "--data", dir, "--tls-host", "games.example")
	for _, want := range []string{"BEGIN CERTIFICATE", "ca.pem", "iPhone", "Android", "games.example", "--tls self"} {
		if !strings.Contains(out, want) {
			t.Errorf("tls init does not say %q", want)
		}
	}
}

func TestServeTellsWhereItIsAndStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out := &signalled{want: "Ctrl-C", found: make(chan struct{})}
	var errs bytes.Buffer
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"}, nil, out, &errs)
	}()
	select {
	case <-out.found:
	case code := <-done:
		t.Fatalf("exit code %d\n%s", code, errs.String())
	}
	for _, want := range []string{"http://127.0.0.1:", "/console/login?key=", "Data directory", "/metrics"} {
		if !strings.Contains(out.text.String(), want) {
			t.Errorf("serve does not say %q:\n%s", want, out.text.String())
		}
	}
	cancel()
	if code := <-done; code != exitDone {
		t.Errorf("exit code %d after a stop, want 0\n%s", code, errs.String())
	}
}

// signalled closes found once the text that is wanted was written.
type signalled struct {
	text  bytes.Buffer
	want  string
	found chan struct{}
}

func (s *signalled) Write(b []byte) (int, error) {
	had := strings.Contains(s.text.String(), s.want)
	n, err := s.text.Write(b)
	if !had && strings.Contains(s.text.String(), s.want) {
		close(s.found)
	}
	return n, err
}
