package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	_ "unsafe" // for the times of the cluster below

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
)

// A cluster elects a leader after 4 to 9 s of silence. Here it is under one second, so that a test can
// wait for many elections; what is tested does not depend on it.
//
//go:linkname minElectionTimeout github.com/nats-io/nats-server/v2/server.minElectionTimeout
var minElectionTimeout time.Duration

//go:linkname maxElectionTimeout github.com/nats-io/nats-server/v2/server.maxElectionTimeout
var maxElectionTimeout time.Duration

//go:linkname heartbeat github.com/nats-io/nats-server/v2/server.hbInterval
var heartbeat time.Duration

// asMember makes this test binary one server of a cluster.
const asMember = "MUSTER_FAULTS_MEMBER"

func TestMain(m *testing.M) {
	if spec := os.Getenv(asMember); spec != "" {
		if err := beMember(spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// member is one server of a cluster: a process of its own, so that it can be killed.
type member struct {
	Name    string
	Dir     string
	Client  int      // port
	Cluster int      // port
	Routes  []string // of the others
	Hidden  string   // what it tells others its cluster address is; empty: the real one

	cmd *exec.Cmd
}

// beMember runs a server until its standard input ends, which is when the test has gone.
func beMember(spec string) error {
	var m member
	if err := json.Unmarshal([]byte(spec), &m); err != nil {
		return err
	}
	minElectionTimeout, maxElectionTimeout, heartbeat = 400*time.Millisecond, 900*time.Millisecond, 60*time.Millisecond
	o := &server.Options{
		ServerName: m.Name, Host: "127.0.0.1", Port: m.Client, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: m.Dir, SyncAlways: true, DisableJetStreamBanner: true,
		Cluster: server.ClusterOpts{Name: "faults", Host: "127.0.0.1", Port: m.Cluster, Advertise: m.Hidden, PoolSize: -1, NoAdvertise: true},
	}
	for _, r := range m.Routes {
		u, err := url.Parse(r)
		if err != nil {
			return err
		}
		o.Routes = append(o.Routes, u)
	}
	srv, err := server.NewServer(o)
	if err != nil {
		return err
	}
	srv.Start()
	_, _ = os.Stdin.Read(make([]byte, 1))
	srv.Shutdown()
	srv.WaitForShutdown()
	return nil
}

func (m *member) start(t testing.TB) {
	t.Helper()
	spec, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	m.cmd = exec.Command(os.Args[0])
	m.cmd.Env = append(os.Environ(), asMember+"="+string(spec))
	m.cmd.Stderr = os.Stderr
	if _, err = m.cmd.StdinPipe(); err == nil { // stays open while this process lives
		err = m.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// kill ends a server at once, as SIGKILL does.
func (m *member) kill() {
	if m.cmd.ProcessState == nil {
		_ = m.cmd.Process.Kill()
		_ = m.cmd.Wait()
	}
}

func (m *member) url() string { return fmt.Sprintf("nats://127.0.0.1:%d", m.Client) }

// cluster is three servers on loopback that keep three copies of a log.
type cluster struct {
	t       testing.TB
	members []*member
	js      natsjs.JetStream // of the test itself
}

// newCluster starts three servers. through, if not nil, returns the address by which one reaches the
// cluster port of another.
func newCluster(t testing.TB, through func(from, to int, port int) string) *cluster {
	t.Helper()
	c := &cluster{t: t}
	ports := freePorts(t, 6)
	for i := range 3 {
		m := &member{Name: fmt.Sprintf("server-%d", i+1), Dir: filepath.Join(t.TempDir(), "nats"), Client: ports[i], Cluster: ports[3+i]}
		for j := range 3 {
			at := fmt.Sprintf("127.0.0.1:%d", ports[3+j])
			if through != nil {
				m.Hidden = "127.0.0.1:1" // nobody answers there: all routes go through
				if j != i {
					at = through(i, j, ports[3+j])
				}
			}
			if j != i {
				m.Routes = append(m.Routes, "nats://"+at)
			}
		}
		m.start(t)
		t.Cleanup(m.kill)
		c.members = append(c.members, m)
	}
	var err error
	// A question that nobody leads to answer is asked again soon.
	if c.js, err = natsjs.New(c.connect(0, 1, 2), natsjs.WithDefaultTimeout(400*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	c.await("a stream with three copies can be made", func() bool {
		_, err := c.js.CreateStream(t.Context(), natsjs.StreamConfig{Name: "READY", Replicas: 3})
		return err == nil
	})
	if err := c.js.DeleteStream(t.Context(), "READY"); err != nil {
		t.Fatal(err)
	}
	return c
}

// freePorts returns ports that were free a moment ago.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var out []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		out = append(out, l.Addr().(*net.TCPAddr).Port)
	}
	return out
}

// connect connects to some of the servers, as `muster serve --nats` does.
func (c *cluster) connect(to ...int) *nats.Conn {
	c.t.Helper()
	var urls []string
	for _, i := range to {
		urls = append(urls, c.members[i].url())
	}
	nc, err := nats.Connect(strings.Join(urls, ","), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond),
		nats.RetryOnFailedConnect(true), nats.IgnoreDiscoveredServers(), nats.Timeout(10*time.Second))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(nc.Close)
	c.await("a connection", nc.IsConnected)
	return nc
}

// open opens the log by way of some of the servers.
func (c *cluster) open(ackWait time.Duration, by ...int) store.Store {
	c.t.Helper()
	log, err := jetstream.Open(c.t.Context(), jetstream.Options{Commands: c.connect(by...), Replicas: 3, AckWait: ackWait})
	if err != nil {
		c.t.Fatal(err)
	}
	return log
}

// await waits until something is so.
func (c *cluster) await(what string, so func() bool) {
	c.t.Helper()
	until(c.t, what, so)
}

func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(patience); !so(); {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// leader returns who leads the log of the gathering; −1: nobody, or not known.
func (c *cluster) leader() int {
	info := c.info()
	if info == nil || info.Cluster == nil {
		return -1
	}
	return slices.IndexFunc(c.members, func(m *member) bool { return m.Name == info.Cluster.Leader })
}

func (c *cluster) info() *natsjs.StreamInfo {
	s, err := c.js.Stream(c.t.Context(), events.JetStreamName(spring))
	if err != nil {
		return nil
	}
	return s.CachedInfo()
}

// whole waits until all three copies are at the same point.
func (c *cluster) whole() {
	c.t.Helper()
	c.await("all copies are up to date", func() bool {
		info := c.info()
		if info == nil || info.Cluster == nil || info.Cluster.Leader == "" || len(info.Cluster.Replicas) != 2 {
			return false
		}
		for _, r := range info.Cluster.Replicas {
			if !r.Current || r.Offline || r.Lag > 0 {
				return false
			}
		}
		return true
	})
}

// copies reads what each server holds, by making each the leader in turn.
func (c *cluster) copies() map[string][]events.Hash {
	c.t.Helper()
	out := map[string][]events.Hash{}
	for i, m := range c.members {
		c.whole()
		c.await(m.Name+" leads", func() bool {
			if c.leader() == i {
				return true
			}
			req := fmt.Sprintf(`{"placement":{"preferred":%q}}`, m.Name)
			_, _ = c.js.Conn().Request("$JS.API.STREAM.LEADER.STEPDOWN."+events.JetStreamName(spring), []byte(req), time.Second)
			return c.leader() == i
		})
		s, err := c.js.Stream(c.t.Context(), events.JetStreamName(spring))
		if err != nil {
			c.t.Fatal(err)
		}
		for seq := uint64(1); seq <= s.CachedInfo().State.LastSeq; seq++ {
			var msg *natsjs.RawStreamMsg
			c.await(fmt.Sprintf("position %d of %s", seq, m.Name), func() bool {
				msg, err = s.GetMsg(c.t.Context(), seq)
				return err == nil
			})
			out[m.Name] = append(out[m.Name], events.HashOf(msg.Data))
		}
	}
	return out
}

// equalCopies checks that all servers hold the same, and returns how much that is.
func (c *cluster) equalCopies() int {
	c.t.Helper()
	all := c.copies()
	first := all[c.members[0].Name]
	for name, leaves := range all {
		if !slices.Equal(leaves, first) {
			c.t.Errorf("%s holds %d commits that are not those of %s (%d)", name, len(leaves), c.members[0].Name, len(first))
		}
	}
	return len(first)
}

// entries are what phones enter at the tables of a group until they are told to stop.
type entries struct {
	t    testing.TB
	id   events.StreamID
	s    runner.Doer
	stop chan struct{}
	done sync.WaitGroup

	mu    sync.Mutex // guards the fields below
	acks  map[events.CommandID]events.Answer
	sent  int
	again int       // sent once more with the same id, because the outcome was not known or it was refused as unavailable
	last  time.Time // when the latest acknowledgement came
	pause time.Duration
}

func enter(t testing.TB, s runner.Doer, id events.StreamID) *entries {
	e := &entries{t: t, id: id, s: s, stop: make(chan struct{}), acks: map[events.CommandID]events.Answer{}, last: time.Now()}
	for _, table := range tables {
		e.done.Go(func() { e.phone(table) })
	}
	return e
}

// phone enters changes of threat in its own order, each again and again until it is acknowledged.
func (e *entries) phone(table events.TableID) {
	pace := time.NewTicker(5 * time.Millisecond)
	defer pace.Stop()
	for n := uint64(1); ; n++ {
		c := command(e.t, captain(e.id.Group, table), lotrThreat(table, n))
		c.Device, c.N = events.DeviceID("phone-"+table), n
		for {
			a, err := e.s.Do(e.t.Context(), e.id, c)
			if e.took(c, a, err) {
				break
			}
			if !temporary(err) {
				e.t.Errorf("%s, entry %d: %v", table, n, err)
				return
			}
		}
		select {
		case <-e.stop:
			return
		case <-pace.C:
		}
	}
}

func (e *entries) took(c events.Command, a events.Answer, err error) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sent++
	if err != nil {
		e.again++
		return false
	}
	now := time.Now()
	e.pause = max(e.pause, now.Sub(e.last))
	e.acks[c.ID], e.last = a, now
	return true
}

// pauseSince returns the longest time without an acknowledgement since it was asked last.
func (e *entries) pauseSince() time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := e.pause
	e.pause = 0
	return p
}

func (e *entries) acknowledged() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.acks)
}

// finish lets the entries under way come to their end.
func (e *entries) finish() {
	close(e.stop)
	e.done.Wait()
}

// check compares a log with what was acknowledged: lost, stored twice, elsewhere than said, and out
// of a phone's order.
func (e *entries) check(from store.Loader) {
	e.t.Helper()
	at := map[events.CommandID][]events.Version{}
	next := map[events.DeviceID]uint64{}
	var prev events.Recorded
	for _, r := range storetest.Load(e.t, from, e.id) {
		at[r.Command.ID] = append(at[r.Command.ID], r.Version)
		if r.Version != prev.Version+1 || r.Prev != prev.Hash || r.Position <= prev.Position {
			e.t.Errorf("version %d at position %d follows version %d at position %d", r.Version, r.Position, prev.Version, prev.Position)
		}
		if d := r.Command.Device; d != "" {
			if next[d]++; r.Command.N != next[d] {
				e.t.Errorf("version %d is entry %d of %s, want %d", r.Version, r.Command.N, d, next[d])
			}
		}
		prev = r
	}
	for id, a := range e.acks {
		if got := at[id]; len(got) != 1 || got[0] != a.Version {
			e.t.Errorf("command %s was acknowledged as version %d and is in the log at %v", id, a.Version, got)
		}
	}
}

// Fault B1: the leader of a cluster is killed under load, again and again.
func TestFault_B1_LeaderOfAClusterKilled(t *testing.T) {
	kills := 3
	if full() {
		kills = 20
	}
	c := newCluster(t, nil)
	log := c.open(2*time.Second, 0, 1, 2) // longer than an election, as it has to be
	s := runner.New(runner.Options{Store: log})
	id := begin(t, s, "g1", 20)
	e := enter(t, s, id)
	var pauses []time.Duration
	for range kills {
		c.whole()
		c.await("a leader", func() bool { return c.leader() >= 0 })
		victim := c.members[c.leader()]
		e.pauseSince()
		victim.kill()
		so := e.acknowledged()
		c.await("entries are acknowledged without it", func() bool { return e.acknowledged() > so+10 })
		pauses = append(pauses, e.pauseSince())
		victim.start(t)
	}
	c.whole()
	e.finish()
	e.check(log)
	decidedAgain(t, log, id)
	n := c.equalCopies()
	slices.Sort(pauses)
	t.Logf("fault B1: leader killed %d times under load, %d entries acknowledged (%d sent), 0 lost, 0 doubled, order kept, %d commits equal on all three; pause at most %v, median %v (elections here take 0.4-0.9 s and an answer is waited for 2 s; as installed 4-9 s and 5 s)",
		kills, len(e.acks), e.sent, n, pauses[len(pauses)-1].Round(time.Millisecond), pauses[len(pauses)/2].Round(time.Millisecond))
}

// Fault B2: two of three servers are killed.
func TestFault_B2_NoMajorityIsNoAnswer(t *testing.T) {
	c := newCluster(t, nil)
	log := c.open(time.Second, 0, 1, 2)
	s := runner.New(runner.Options{Store: log, Timeout: 2 * time.Second, Attempts: 3})
	id := begin(t, s, "g1", 20)
	c.whole()
	before := len(storetest.Load(t, log, id))
	c.members[0].kill()
	c.members[1].kill()
	var asked []events.Command
	said := map[string]bool{}
	for i := range 3 {
		cmd := command(t, captain("g1", tables[i]), lotrThreat(tables[i], 1))
		asked = append(asked, cmd)
		a, err := s.Do(t.Context(), id, cmd)
		if err == nil {
			t.Fatalf("without a majority an entry was answered with %+v", a)
		}
		said[plainly(t, err)] = true
	}
	c.members[0].start(t)
	c.members[1].start(t)
	c.whole()
	for _, cmd := range asked { // the phones send them again
		until(t, "the entry is taken after the cluster is back", func() bool {
			_, err := s.Do(t.Context(), id, cmd)
			if err != nil && !temporary(err) {
				t.Fatal(err)
			}
			return err == nil
		})
	}
	got := map[events.CommandID]int{}
	all := storetest.Load(t, log, id)
	for _, r := range all {
		got[r.Command.ID]++
	}
	for _, cmd := range asked {
		if got[cmd.ID] != 1 {
			t.Errorf("command %s is in the log %d times", cmd.ID, got[cmd.ID])
		}
	}
	if len(all) != before+len(asked) {
		t.Errorf("%d commits, want %d", len(all), before+len(asked))
	}
	n := c.equalCopies()
	t.Logf("fault B2: two of three down: %d entries, 0 false answers, said %q; sent again afterwards: each once, %d commits equal on all three", len(asked), keys(said), n)
}

// Fault B3: a server is cut off with those connected to it, the others go on, and it comes back.
func TestFault_B3_ServerCutOffAndBack(t *testing.T) {
	var lines [3][3]*wire
	c := newCluster(t, func(from, to, port int) string {
		lines[from][to] = newWire(t, fmt.Sprintf("127.0.0.1:%d", port))
		return lines[from][to].addr()
	})
	all := c.open(0, 0, 1, 2)
	id := begin(t, runner.New(runner.Options{Store: all}), "g1", 20)
	c.whole()
	alone := c.leader()
	if alone < 0 {
		t.Fatal("no leader")
	}
	others := slices.DeleteFunc([]int{0, 1, 2}, func(i int) bool { return i == alone })
	// Two programs: one sees only the server that is to be cut off, the other the rest.
	cutLog := c.open(time.Second, alone)
	cut := runner.New(runner.Options{Store: cutLog, Timeout: 2 * time.Second, Attempts: 3})
	restLog := c.open(0, others...)
	rest := runner.New(runner.Options{Store: restLog})
	stateOf(t, cut, id)
	e := enter(t, rest, id)
	c.await("entries before the cut", func() bool { return e.acknowledged() > 5 })
	cutOff := func(how bool) {
		for i := range 3 {
			for j := range 3 {
				if i != j && (i == alone || j == alone) {
					lines[i][j].cut(how)
				}
			}
		}
	}
	cutOff(true)
	var asked []events.Command
	said := map[string]bool{}
	for i := range 3 {
		cmd := command(t, judge, rulingOf(i))
		asked = append(asked, cmd)
		if a, err := cut.Do(t.Context(), id, cmd); err == nil {
			t.Errorf("the server that was cut off has answered %+v", a)
		} else {
			said[plainly(t, err)] = true
		}
	}
	so := e.acknowledged()
	c.await("the others go on", func() bool { return e.acknowledged() > so+10 })
	// Whoever knows what came meanwhile is not told that it was lost.
	known := stateOf(t, rest, id).Version()
	head := storetest.Load(t, restLog, id)[known-1].Head()
	brief, done := context.WithTimeout(t.Context(), time.Second)
	for _, err := range cutLog.Load(brief, id, head) {
		said[plainly(t, err)] = true
	}
	done()
	during := e.acknowledged()
	cutOff(false)
	c.whole()
	e.finish()
	for _, cmd := range asked {
		until(t, "what was entered at the server that was cut off is taken", func() bool {
			_, err := cut.Do(t.Context(), id, cmd)
			if err != nil && !temporary(err) {
				t.Fatal(err)
			}
			return err == nil
		})
	}
	e.check(restLog)
	decidedAgain(t, restLog, id)
	n := c.equalCopies()
	t.Logf("fault B3: the leader cut off with its clients: %d entries there, 0 answered, said %q; %d entries elsewhere meanwhile; after it is back 0 lost, 0 doubled, %d leaves equal on all three", len(asked), keys(said), during, n)
}

func keys(m map[string]bool) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// wire carries connections to an address until it is cut. A cut wire swallows what is sent and
// accepts nothing new.
type wire struct {
	l  net.Listener
	to string

	mu    sync.Mutex // guards the fields below
	off   bool
	conns []net.Conn
}

func newWire(t testing.TB, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{l: l, to: to}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() { w.carry(c) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		w.cut(true)
		running.Wait()
	})
	return w
}

func (w *wire) addr() string { return w.l.Addr().String() }

// cut cuts the wire or mends it. Connections that were there are gone either way.
func (w *wire) cut(off bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.off = off
	for _, c := range w.conns {
		_ = c.Close()
	}
	w.conns = nil
}

func (w *wire) carry(from net.Conn) {
	defer func() { _ = from.Close() }()
	to, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer func() { _ = to.Close() }()
	w.mu.Lock()
	if w.off {
		w.mu.Unlock()
		return
	}
	w.conns = append(w.conns, from, to)
	w.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { pump(to, from) })
	both.Go(func() { pump(from, to) })
	both.Wait()
}

func pump(to, from net.Conn) {
	var b bytes.Buffer
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		b.Write(buf[:n])
		if n > 0 {
			if _, werr := b.WriteTo(to); werr != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_ = to.Close()
	_ = from.Close()
}
