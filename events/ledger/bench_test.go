package ledger_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/storetest"
)

// BenchmarkAppend appends commits of about 600 bytes, synced, one after another, to the log alone and
// to the log with its ledger. In the same run the same bytes are published to a plain JetStream
// stream; x-raw is how many times longer the append takes, raw-us/op what the publish takes.
func BenchmarkAppend(b *testing.B) {
	b.Run("jetstream", func(b *testing.B) {
		srv := storetest.Server(b, "", storetest.Synced)
		benchmarkAppend(b, srv, openLog(b, srv))
	})
	b.Run("jetstream+ledger", func(b *testing.B) {
		srv := storetest.Server(b, "", storetest.Synced)
		l := openLedger(b, filepath.Join(b.TempDir(), ledger.FileName))
		benchmarkAppend(b, srv, ledger.Wrap(l, openLog(b, srv)))
	})
}

func benchmarkAppend(b *testing.B, srv *server.Server, s store.Store) {
	ctx := storetest.Context(b)
	head := storetest.Append(b, s, events.Head{}, storetest.Draft(events.Desk(minas), "opened")).Head()
	raw := rawStream(b, srv)
	note := strings.Repeat("the beacons are lit ", 8)
	var plain time.Duration
	size := 0
	for b.Loop() {
		res, err := s.Append(ctx, head, storetest.Draft(events.Desk(minas), note))
		if err != nil {
			b.Fatal(err)
		}
		head, size = res.Head(), len(res.Raw)
		b.StopTimer()
		began := time.Now()
		if _, err := raw.Publish(ctx, "raw.commits", res.Raw); err != nil {
			b.Fatal(err)
		}
		plain += time.Since(began)
		b.StartTimer()
	}
	b.StopTimer()
	b.SetBytes(int64(size))
	b.ReportMetric(float64(plain.Microseconds())/float64(b.N), "raw-us/op")
	b.ReportMetric(float64(b.Elapsed())/float64(plain), "x-raw")
}

// BenchmarkAppendTogether is the same with 16 streams at once.
func BenchmarkAppendTogether(b *testing.B) {
	srv := storetest.Server(b, "", storetest.Synced)
	l := openLedger(b, filepath.Join(b.TempDir(), ledger.FileName))
	s := ledger.Wrap(l, openLog(b, srv))
	storetest.Append(b, s, events.Head{}, storetest.Draft(events.Desk(minas), "opened"))
	ids := make(chan events.StreamID, 64)
	for i := range cap(ids) {
		ids <- events.Group(minas, events.GroupID(fmt.Sprint("group-", i)))
	}
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		id, head := <-ids, events.Head{}
		for pb.Next() {
			res, err := s.Append(storetest.Context(b), head, storetest.Draft(id, "the beacons are lit"))
			if err != nil {
				b.Error(err)
				return
			}
			head = res.Head()
		}
	})
}

// rawStream makes a JetStream stream without anything of ours.
func rawStream(b *testing.B, srv *server.Server) natsjs.JetStream {
	b.Helper()
	js, err := natsjs.New(storetest.Connect(b, srv))
	if err != nil {
		b.Fatal(err)
	}
	_, err = js.CreateStream(storetest.Context(b), natsjs.StreamConfig{Name: "RAW", Subjects: []string{"raw.>"}, Storage: natsjs.FileStorage})
	if err != nil {
		b.Fatal(err)
	}
	return js
}

// BenchmarkFollow replays a log from the beginning, with all checks; x-raw compares it with reading
// the same messages through the client library's own ordered consumer in the same run.
func BenchmarkFollow(b *testing.B) {
	const commits = 5000
	srv := storetest.Server(b, "", storetest.Listening)
	s := openLog(b, srv)
	fill(b, s, commits)
	var plain time.Duration
	for b.Loop() {
		storetest.Follow(b, s, minas, 0, commits)
		b.StopTimer()
		began := time.Now()
		readRaw(b, storetest.Connect(b, srv), commits)
		plain += time.Since(began)
		b.StartTimer()
	}
	b.StopTimer()
	b.ReportMetric(float64(commits)*float64(b.N)/b.Elapsed().Seconds(), "commits/s")
	b.ReportMetric(float64(b.Elapsed())/float64(plain), "x-raw")
}

func readRaw(b *testing.B, nc *nats.Conn, n int) {
	b.Helper()
	js, err := natsjs.New(nc)
	if err != nil {
		b.Fatal(err)
	}
	cons, err := js.OrderedConsumer(storetest.Context(b), events.JetStreamName(minas), natsjs.OrderedConsumerConfig{})
	if err != nil {
		b.Fatal(err)
	}
	it, err := cons.Messages(natsjs.PullMaxMessages(1000))
	if err != nil {
		b.Fatal(err)
	}
	defer it.Stop()
	for range n {
		if _, err := it.Next(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompare compares both copies, as at every start.
func BenchmarkCompare(b *testing.B) {
	const commits = 2000
	srv := storetest.Server(b, "", storetest.Listening)
	log := openLog(b, srv)
	l := openLedger(b, filepath.Join(b.TempDir(), ledger.FileName))
	fill(b, ledger.Wrap(l, log), commits)
	for b.Loop() {
		report, err := ledger.Compare(storetest.Context(b), l, log, nil)
		if err != nil || report.Err() != nil {
			b.Fatal(err, report.Err())
		}
	}
	b.ReportMetric(float64(commits)*float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}
