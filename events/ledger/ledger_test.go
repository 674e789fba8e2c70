package ledger_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
)

func TestStoreOverMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log {
		log := memory.New()
		return storetest.Log{
			Store: ledger.Wrap(openLedger(t, filepath.Join(t.TempDir(), "a.db")), log),
			Another: func(t *testing.T) store.Store {
				return ledger.Wrap(openLedger(t, filepath.Join(t.TempDir(), "b.db")), log)
			},
			Inject: func(_ *testing.T, id events.StreamID, raw []byte) { log.Put(id, raw) },
		}
	})
}

func TestStoreOverJetStream(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log {
		dir := t.TempDir()
		srv := storetest.Server(t, dir)
		l := openLedger(t, filepath.Join(dir, ledger.FileName))
		return storetest.Log{
			Store: ledger.Wrap(l, openLog(t, srv)),
			Another: func(t *testing.T) store.Store {
				return follows(t, ledger.Wrap(openLedger(t, filepath.Join(t.TempDir(), "b.db")), openLog(t, srv)))
			},
			Restart: func(t *testing.T) store.Store {
				storetest.Stop(srv)
				if err := l.Close(); err != nil {
					t.Fatal(err)
				}
				srv = storetest.Server(t, dir)
				return ledger.Wrap(openLedger(t, filepath.Join(dir, ledger.FileName)), openLog(t, srv))
			},
			Inject: func(t *testing.T, id events.StreamID, raw []byte) {
				t.Helper()
				if _, err := storetest.Connect(t, srv).Request(events.LogSubject(id), raw, storetest.Patience); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

func openLedger(t testing.TB, path string) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func openLog(t testing.TB, srv *server.Server) *jetstream.Store {
	t.Helper()
	s, err := jetstream.Open(storetest.Context(t), jetstream.Options{
		Commands: storetest.Connect(t, srv), Reads: storetest.Connect(t, srv), AckWait: 20 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
