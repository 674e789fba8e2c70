package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/feed"
	"github.com/muster-events/muster/ops/transfer"
)

// integrator reads the feed of the store as another program does.
type integrator struct {
	t     *testing.T
	token string
	lines []feed.Line
}

func newIntegrator(t *testing.T, s *apptest.Server) *integrator {
	t.Helper()
	c := browserOf(t, s, "/api/v1/login", map[string]string{"key": s.OrganiserKey()})
	res, err := c.Post(s.URL+"/api/v1/gatherings/store/feed/token", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var made struct{ Token string }
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || made.Token == "" {
		t.Fatalf("token: %+v, %v", made, err)
	}
	return &integrator{t: t, token: made.Token}
}

// read goes on where it was until the server ends the answer, the line that enough wants has come, or nothing
// comes for a long time. It returns the last line.
func (i *integrator) read(s *apptest.Server, enough func(feed.Line) bool) feed.Line {
	i.t.Helper()
	after := ""
	if n := len(i.lines); n > 0 {
		after = i.lines[n-1].Position
	}
	ctx, cancel := context.WithTimeout(i.t.Context(), apptest.Patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/v1/gatherings/store/feed?after="+after, nil)
	if err != nil {
		i.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+i.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		i.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		b, _ := io.ReadAll(res.Body)
		i.t.Fatalf("feed: %s %s", res.Status, b)
	}
	var last feed.Line
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		last = feed.Line{}
		if err := json.Unmarshal(lines.Bytes(), &last); err != nil {
			i.t.Fatalf("line %q: %v", lines.Text(), err)
		}
		if last.Type != feed.TypeKeepAlive {
			i.lines = append(i.lines, last)
		}
		if enough(last) {
			break
		}
	}
	if ctx.Err() != nil {
		i.t.Fatal("the feed did not come as far as it should")
	}
	return last
}

// whole fails unless the lines are those of positions 1, 2, 3, … with every event of each, and the last line.
func (i *integrator) whole(file []byte) {
	i.t.Helper()
	var want []string
	at := events.Position(0)
	for _, line := range bytes.Split(file, []byte("\n")) {
		c, err := events.DecodeCommit(line)
		if err != nil || c.Version == 0 {
			continue // header and trailer
		}
		at++
		for n := range c.Events {
			want = append(want, events.Recorded{Commit: c, Position: at}.CloudEvent(n).ID)
		}
	}
	if len(want) == 0 || len(i.lines) != len(want)+1 {
		i.t.Fatalf("%d lines, want %d and the last", len(i.lines), len(want))
	}
	for n, id := range want {
		if i.lines[n].ID != id {
			i.t.Fatalf("line %d is %s, want %s", n, i.lines[n].ID, id)
		}
	}
}

func seal(c *client.Client, t *testing.T, unfinished ...string) (client.Reply, error) {
	return c.SendDesk(t.Context(), "store", client.Command{ID: events.CommandID(uuid.NewString()), Body: desk.SealGathering{Unfinished: unfinished}})
}

// A gathering from its first entry to its seal, over restarts, a damaged stream, and on another server. A
// program that reads its feed gets every line once, and the last.
func TestASealedGatheringStaysSealed(t *testing.T) {
	dir := t.TempDir()
	s := apptest.StartOn(t, dir, nil)
	boss := s.Organiser(t)
	openStore(t, boss)
	if _, err := boss.Register(t.Context(), "store", []roster.NewPerson{{Name: "Zsófia"}}); err != nil {
		t.Fatal(err)
	}
	in := newIntegrator(t, s)
	in.read(s, func(l feed.Line) bool { return l.Type == (desk.PeopleRegistered{}).EventType() })
	s.Stop()

	s = apptest.StartOn(t, dir, nil) // over a restart
	boss = s.Organiser(t)
	if r, err := seal(boss, t); err != nil || r.Refused == nil || r.Refused.Code != "unfinished" || !strings.Contains(r.Refused.Says, "Red has not begun to play") {
		t.Fatalf("sealed while a group is open: %+v, %v", r, err)
	}
	sealOnTheConsole(t, s)
	if last := in.read(s, func(feed.Line) bool { return false }); last.Type != feed.TypeSealed {
		t.Errorf("the last line is %+v", last)
	}
	if r, err := notice(t, boss, "store", "red"); err != nil || r.Refused == nil || r.Refused.Code != "gathering-sealed" {
		t.Errorf("an entry after the seal: %+v, %v", r, err)
	}
	board := boardJSON(t, boss, "store", "red")
	s.Stop()

	if err := os.RemoveAll(filepath.Join(dir, logs.StreamDir, "jetstream", "$G", "streams", events.JetStreamName("store"))); err != nil {
		t.Fatal(err)
	}
	if r := repair(t, dir); len(r.Did) == 0 || !strings.Contains(r.Words(), "is sealed: nothing is added") {
		t.Fatalf("the repair says:\n%s", r.Words())
	}
	file := exported(t, dir)
	in.whole(file)

	other := t.TempDir()
	imported(t, other, file)
	for _, at := range []string{dir, other} {
		s := apptest.StartOn(t, at, nil)
		boss := s.Organiser(t)
		if now := boardJSON(t, boss, "store", "red"); !bytes.Equal(board, now) {
			t.Errorf("the board after the seal was\n%s\nand is\n%s", board, now)
		}
		if r, err := notice(t, boss, "store", "red"); err != nil || r.Refused == nil || r.Refused.Code != "gathering-sealed" {
			t.Errorf("an entry after a restart: %+v, %v", r, err)
		}
		again := newIntegrator(t, s)
		if again.read(s, func(feed.Line) bool { return false }).Type != feed.TypeSealed {
			t.Error("the feed does not end with its last line")
		}
		again.whole(file)
		s.Stop()
		if b := exported(t, at); !bytes.Equal(b, file) {
			t.Error("the export has changed")
		}
	}
}

// sealOnTheConsole does what an organiser does: look, be told that something is open, tick it, confirm.
func sealOnTheConsole(t *testing.T, s *apptest.Server) {
	t.Helper()
	c := browserOf(t, s, "/api/v1/login", map[string]string{"key": s.OrganiserKey()})
	at := s.URL + "/console/store/do/seal"
	page := func(res *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(b)), " ")
	}
	asked := page(c.Get(at))
	for _, says := range []string{"This cannot be undone", "tick what stays so for ever", "Red has not begun to play", `value="group/red"`, "Type the name of the gathering"} {
		if !strings.Contains(asked, says) {
			t.Errorf("the console does not say %q:\n%s", says, asked)
		}
	}
	form := url.Values{"id": {uuid.NewString()}, "name": {"Shop"}, "unfinished": {"group/red"}}
	if again := page(c.PostForm(at, form)); !strings.Contains(again, "that is not the name") {
		t.Errorf("with a wrong name:\n%s", again)
	}
	form.Set("name", "Store")
	form.Del("unfinished")
	if again := page(c.PostForm(at, form)); !strings.Contains(again, "not everything of Store is over") {
		t.Errorf("without a tick:\n%s", again)
	}
	form.Set("unfinished", "group/red")
	form.Set("id", uuid.NewString())
	for deadline := time.Now().Add(apptest.Patience); ; { // results may still be looked at by a process
		done := page(c.PostForm(at, form))
		if strings.Contains(done, "The gathering is sealed.") {
			break
		}
		if !strings.Contains(done, "still being looked at") && !strings.Contains(done, "has not read the gathering yet") || time.Now().After(deadline) {
			t.Fatalf("the console says\n%s", done)
		}
	}
	console(t, s, c, "This gathering is sealed")
	if left := page(c.Get(s.URL + "/console/store")); strings.Contains(left, "End the gathering") || strings.Contains(left, "do/seal") || !strings.Contains(left, "Erase a name") {
		t.Errorf("the console of a sealed gathering offers\n%s", left)
	}
}

func exported(t *testing.T, dir string) []byte {
	t.Helper()
	o, err := logs.Where{Data: dir}.Open(t.Context(), true, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = o.Close() }()
	if sealed, err := o.Sealed(t.Context(), "store"); !sealed || err != nil {
		t.Errorf("the stream is sealed: %v, %v", sealed, err)
	}
	var b bytes.Buffer
	if _, err := transfer.Export(t.Context(), o, "store", &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func imported(t *testing.T, dir string, file []byte) {
	t.Helper()
	o, err := logs.Where{Data: dir}.OpenNew(t.Context(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = o.Close() }()
	if _, err := transfer.Import(t.Context(), o, bytes.NewReader(file), vocabulary.All()); err != nil {
		t.Fatal(err)
	}
}
