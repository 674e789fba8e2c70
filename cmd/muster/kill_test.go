package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/sim"
)

// organiserKey opens the console of servers that tests start as processes.
const organiserKey = "key-of-the-kill-test"

// program builds the real program once for all tests.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "muster-program-")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "muster")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return bin, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if bin, err := program(); err == nil {
		_ = os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}

// process is a running `muster serve`.
type process struct {
	cmd *exec.Cmd
	log *bytes.Buffer
	url string
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// serve starts the real program and waits until it is ready. It returns how long that took.
func serve(t *testing.T, dir, addr string) (*process, time.Duration) {
	t.Helper()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{log: new(bytes.Buffer), url: "http://" + addr}
	p.cmd = exec.Command(bin, "serve", "--data", dir, "--listen", addr, "--admin", "off", "--disk-warn", "2MB", "--disk-refuse", "1MB")
	p.cmd.Env = append(os.Environ(), "MUSTER_ORGANISER_KEY="+organiserKey)
	p.cmd.Stderr = p.log
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	deadline := time.After(apptest.Patience)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		res, err := http.Get(p.url + "/readyz")
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return p, time.Since(began)
			}
		}
		select {
		case <-tick.C:
		case <-deadline:
			p.kill()
			t.Fatalf("the server is not ready:\n%s", p.log)
		}
	}
}

// kill ends the process at once, as a power cut would. It may be called twice.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// acknowledged is a command that the server said it has recorded.
type acknowledged struct {
	stream events.StreamID
	id     events.CommandID
	events.Answer
}

// load is what captains enter while the server is killed again and again.
type load struct {
	mu   sync.Mutex // guards acks and sent
	acks []acknowledged
	sent int // requests, those sent again included
}

// end is the last position that was acknowledged.
func (l *load) end() events.Position {
	var end events.Position
	for _, a := range l.acks {
		end = max(end, a.Position)
	}
	return end
}

// captain enters changes of threat, one after the other, each until it is acknowledged, until ctx
// ends; the entry under way is still brought to its end.
func (l *load) captain(ctx context.Context, c *client.Client, id events.StreamID, table events.TableID) error {
	by := 1
	for n := uint64(1); ctx.Err() == nil; {
		cmd := client.Command{ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), N: n, Body: lotr.ChangeThreat{Table: table, By: by}}
		a, tries, err := enter(c, id, cmd)
		if err != nil {
			return fmt.Errorf("%s, %s, entry %d: %w", id, table, n, err)
		}
		l.mu.Lock()
		l.acks = append(l.acks, acknowledged{stream: id, id: cmd.ID, Answer: a})
		l.sent += tries
		l.mu.Unlock()
		n++
		by = -by
	}
	return nil
}

// enter sends a command until it is acknowledged, over as many restarts as it takes.
func enter(c *client.Client, id events.StreamID, cmd client.Command) (events.Answer, int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	for tries := 0; ; {
		r, err := c.Send(ctx, id.Gathering, id.Group, cmd)
		tries += r.Sent
		switch {
		case err == nil && r.Refused == nil && len(r.Answers) == 1:
			return r.Answers[0].Answer, tries, nil
		case ctx.Err() != nil:
			return events.Answer{}, tries, fmt.Errorf("not acknowledged: %w", err)
		case err == nil && r.Refused != nil && r.Refused.Code != "unavailable" && r.Refused.Code != "busy":
			return events.Answer{}, tries, fmt.Errorf("refused: %s (%s)", r.Refused.Says, r.Refused.Code)
		}
	}
}

// tablesOf makes groups of three tables in play and returns what their captains need.
func tablesOf(t *testing.T, url string, g events.GatheringID, groups int) (ids []events.StreamID, codes client.Codes) {
	t.Helper()
	ctx := t.Context()
	boss := client.New(url, nil)
	if err := boss.Login(ctx, organiserKey); err != nil {
		t.Fatal(err)
	}
	if err := boss.OpenGathering(ctx, g, "Killed", group.Settings{}); err != nil {
		t.Fatal(err)
	}
	threat := 20
	for i := range groups {
		people, err := boss.Register(ctx, g, []roster.NewPerson{{Name: fmt.Sprintf("A %d", i)}, {Name: fmt.Sprintf("B %d", i)}, {Name: fmt.Sprintf("C %d", i)}})
		if err != nil {
			t.Fatal(err)
		}
		open := group.OpenGroup{Name: fmt.Sprintf("Group %d", i), Scenario: sim.DolGuldur, Mode: "epic", Difficulty: "standard", Seed: uint64(i)}
		var seats group.SeatPlayers
		for n, p := range people {
			table := events.TableID(fmt.Sprintf("t-%d", n+1))
			open.Tables = append(open.Tables, group.TableName{ID: table, Team: "Team " + string(table)})
			seats.Seats = append(seats.Seats, group.Seat{Player: p, Table: table, Threat: &threat})
		}
		id := events.Group(g, events.GroupID(fmt.Sprintf("g-%d", i+1)))
		for _, body := range []events.CommandBody{open, seats, group.StartGroup{}} {
			if _, _, err := enter(boss, id, client.Command{ID: events.CommandID(uuid.NewString()), Body: body}); err != nil {
				t.Fatalf("%s: %v", body.CommandType(), err)
			}
		}
		ids = append(ids, id)
	}
	codes, err := boss.Codes(ctx, g)
	if err != nil {
		t.Fatal(err)
	}
	return ids, codes
}

// Fault A1: SIGKILL of the whole program under load of 30 tables, at random moments, again and
// again. MUSTER_FAULTS=full kills it 100 times.
func TestFault_A1_KillUnderLoad(t *testing.T) {
	kills := 6
	if os.Getenv("MUSTER_FAULTS") == "full" {
		kills = 100
	}
	dir, addr := t.TempDir(), freeAddress(t)
	p, _ := serve(t, dir, addr)
	ids, codes := tablesOf(t, p.url, "killed", 10)
	var l load
	ctx, stop := context.WithCancel(t.Context())
	failed := make(chan error, len(codes.Tables))
	for _, c := range codes.Tables {
		s := client.New(p.url, nil)
		if _, err := s.Join(ctx, c.Code, "Captain"); err != nil {
			t.Fatal(err)
		}
		go func() { failed <- l.captain(ctx, s, events.Group("killed", c.Group), c.Table) }()
	}
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 1))
	slowest := time.Duration(0)
	for range kills {
		<-time.After(time.Duration(50+rng.IntN(700)) * time.Millisecond) // the random moment
		p.kill()
		var took time.Duration
		p, took = serve(t, dir, addr)
		slowest = max(slowest, took)
	}
	stop()
	for range codes.Tables {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	end := l.end()
	before := everything(t, p.url, ids, end)
	p.kill()
	log := recorded(t, dir, ids)
	lost, doubled, moved := compare(log, l.acks)
	if lost+doubled+moved > 0 {
		t.Errorf("seed %d: of %d acknowledged commands %d are not in the log, %d more than once, %d elsewhere than acknowledged", seed, len(l.acks), lost, doubled, moved)
	}
	if err := os.RemoveAll(filepath.Join(dir, "models")); err != nil {
		t.Fatal(err)
	}
	p, _ = serve(t, dir, addr)
	if after := everything(t, p.url, ids, end); !bytes.Equal(before, after) {
		t.Errorf("seed %d: the read models differ from those made anew: %s", seed, difference(before, after))
	}
	t.Logf("fault A1: %d kills under %d tables, %d commands acknowledged (%d sent), %d lost, %d doubled, read models equal a rebuild, serving again after at most %v",
		kills, len(codes.Tables), len(l.acks), l.sent, lost, doubled, slowest.Round(time.Millisecond))
}

// place is where a command stands.
type place struct {
	version  events.Version
	position events.Position
}

// recorded reads the log of a stopped server: where each command of each stream stands.
func recorded(t *testing.T, dir string, ids []events.StreamID) map[events.StreamID]map[events.CommandID][]place {
	t.Helper()
	o, err := logs.Where{Data: dir}.Open(t.Context(), true, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}()
	out := map[events.StreamID]map[events.CommandID][]place{}
	for _, id := range ids {
		out[id] = commandsOf(t, o, id)
	}
	return out
}

func commandsOf(t *testing.T, from store.Loader, id events.StreamID) map[events.CommandID][]place {
	t.Helper()
	out := map[events.CommandID][]place{}
	for r, err := range from.Load(t.Context(), id, events.Head{}) {
		if err != nil {
			t.Fatal(err)
		}
		out[r.Command.ID] = append(out[r.Command.ID], place{r.Version, r.Position})
	}
	return out
}

func compare(log map[events.StreamID]map[events.CommandID][]place, acks []acknowledged) (lost, doubled, moved int) {
	for _, a := range acks {
		switch at := log[a.stream][a.id]; {
		case len(at) == 0:
			lost++
		case len(at) > 1:
			doubled++
		case at[0] != place{a.Version, a.Position}:
			moved++
		}
	}
	return lost, doubled, moved
}

// difference shows where two texts begin to differ.
func difference(a, b []byte) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(x []byte) []byte { return x[max(0, i-200):min(len(x), i+200)] }
	return fmt.Sprintf("at byte %d:\n…%s…\nanew\n…%s…", i, around(a), around(b))
}

// everything returns what all read models say of the groups once they have reached a position, as
// JSON.
func everything(t *testing.T, url string, ids []events.StreamID, at events.Position) []byte {
	t.Helper()
	boss := client.New(url, nil)
	if err := boss.Login(t.Context(), organiserKey); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	for _, id := range ids {
		b, err := boss.Board(t.Context(), id.Gathering, id.Group, at)
		if err != nil {
			t.Fatal(err)
		}
		if err := enc.Encode(b); err != nil {
			t.Fatal(err)
		}
		out.WriteString(body(t, fmt.Sprintf("%s/api/v1/gatherings/%s/groups/%s/history?limit=500", url, id.Gathering, id.Group)))
	}
	g, err := boss.Gathering(t.Context(), ids[0].Gathering)
	if err == nil {
		err = enc.Encode(g)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func body(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var b bytes.Buffer
	if _, err := b.ReadFrom(res.Body); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s, %v\n%s", url, res.Status, err, b.String())
	}
	return b.String()
}
