package ledger_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/storetest"
)

var errCrash = errors.New("the process died")

// The process dies at each point of an append; after the restart both copies are equal, and the
// command, sent again, is there exactly once.
func TestFault_A3_KilledBetweenLogAndLedger(t *testing.T) {
	points := []ledger.Point{ledger.BeforeAppend, ledger.AfterAppend, ledger.AfterLedger}
	rounds := 4
	if full() {
		rounds = 40
	}
	w := newWorld(t, t.TempDir())
	if _, err := w.start(); err != nil {
		t.Fatal(err)
	}
	all := fill(t, w.store(), 4)
	crashes := 0
	for i := range rounds * len(points) {
		s := w.store()
		s.Crash = func(p ledger.Point) error {
			if p == points[i%len(points)] {
				return errCrash
			}
			return nil
		}
		last := all[len(all)-1]
		d := storetest.Draft(last.Stream, "cut short")
		if _, err := s.Append(storetest.Context(t), last.Head(), d); !errors.Is(err, errCrash) {
			t.Fatalf("append: %v", err)
		}
		crashes++
		w.stop()
		if _, err := w.start(); err != nil {
			t.Fatalf("after a crash %s: %v", points[i%len(points)], err)
		}
		res, err := w.store().Append(storetest.Context(t), last.Head(), d)
		if err != nil {
			t.Fatalf("the command again, after a crash %s: %v", points[i%len(points)], err)
		}
		all = append(all, res.Recorded)
		if w.whole(all) != 0 {
			t.Fatal("something was repaired that was not damaged")
		}
	}
	w.stop()
	t.Logf("fault A3: %d crashes around an append, 0 differences after the start, 0 lost, 0 doubled", crashes)
}

// The reverse of a crash between log and ledger: the broker lost its last commits, which the ledger
// has. This cannot heal by itself, since another program might have appended meanwhile.
func TestFault_A3_LedgerAheadOfTheLog(t *testing.T) {
	base, all := filled(t, 20)
	w := copied(t, base)
	edit(t, w.blockFile(), func(b []byte) []byte { return b[:bytes.LastIndex(b, all[17].Raw)-60] })
	_, err := w.start()
	f := damageOf(t, err)
	if len(f.StreamBad) != 1 || f.StreamBad[0].To != 20 || f.Proven != 20 || len(f.LedgerBad) > 0 {
		t.Fatalf("found %+v", f)
	}
	w.refuses(all)
	w.mended(all)
	w.stop()
	t.Logf("fault A3: stream behind the ledger by %d commits, refused, all restored", f.StreamBad[0].Len())
}

// The last record of the broker's file is torn at every byte.
func TestFault_A4_TornLogFile(t *testing.T) {
	base, all := filled(t, 12)
	last := all[len(all)-1]
	size := len(last.Raw) + 120 // with its header, subject and checksum
	step := 29
	if full() {
		step = 1
	}
	torn, missing := 0, 0
	for cut := 1; cut <= size; cut += step {
		w := copied(t, base)
		edit(t, w.blockFile(), func(b []byte) []byte { return b[:len(b)-cut] })
		_, err := w.start()
		f := damageOf(t, err)
		if f.Proven != last.Position || len(f.Lost) > 0 {
			t.Fatalf("cut by %d: %s", cut, f.Words())
		}
		w.refuses(all)
		w.mended(all)
		w.stop()
		torn++
		missing += f.StreamBad[0].Len()
	}
	t.Logf("fault A4: broker's file torn at %d of the last %d bytes (every %d.), %d commits missing, all restored, 0 answered commits lost", torn, size, step, missing)
}

// The ledger's file is torn at every byte of its last record, by cutting it off and by a page that
// was only half written.
func TestFault_A4_TornLedgerFile(t *testing.T) {
	base, all := filled(t, 12)
	last := all[len(all)-1]
	step := 23
	if full() {
		step = 1
	}
	torn := 0
	original, err := os.ReadFile(filepath.Join(base, ledger.FileName))
	if err != nil {
		t.Fatal(err)
	}
	start := bytes.LastIndex(original, last.Raw)
	page := os.Getpagesize()
	for cut := start; cut <= start+len(last.Raw); cut += step {
		for _, tear := range []func([]byte) []byte{
			func(b []byte) []byte { return b[:cut] },
			func(b []byte) []byte { clear(b[cut : (cut/page+1)*page]); return b },
		} {
			w := inMemory(t, tear(bytes.Clone(original)), all)
			if n := noticedAndMended(t, w, all); n == 0 && cut < start+len(last.Raw) {
				t.Fatalf("torn at byte %d of %d: not noticed", cut-start, len(last.Raw))
			}
			torn++
		}
	}
	t.Logf("fault A4: ledger torn in %d ways over the %d bytes of its last record (every %d.), 0 answered commits lost", torn, len(last.Raw), step)
}

// noticedAndMended opens the ledger of a world whose log can be used. If it is damaged it must be noticed
// and repaired, and 1 is returned; if nothing was noticed everything must be as it was.
func noticedAndMended(t testing.TB, w *world, all []events.Recorded) int {
	t.Helper()
	var file *ledger.FileError
	l, err := ledger.Open(w.ledgerPath(), nil)
	switch {
	case errors.As(err, &file):
	case err != nil:
		t.Fatal(err)
	default:
		w.l = l
		report, err := ledger.Compare(storetest.Context(t), l, w.log, nil)
		if err != nil {
			t.Fatal(err)
		}
		if report.Err() == nil {
			if n := w.whole(all); n != 0 {
				t.Fatalf("%d commits too many", n)
			}
			closeLedger(t, w)
			return 0
		}
	}
	report, err := w.repair()
	if err != nil {
		t.Fatalf("repair: %v\n%s", err, report.Words())
	}
	if w.l, err = ledger.Open(w.ledgerPath(), nil); err != nil {
		t.Fatal(err)
	}
	if n := w.whole(all); n != 1 {
		t.Fatalf("%d repairs are recorded, want 1\n%s", n, report.Words())
	}
	closeLedger(t, w)
	return 1
}

func closeLedger(t testing.TB, w *world) {
	t.Helper()
	if err := w.l.Close(); err != nil {
		t.Fatal(err)
	}
	w.l = nil
}

// One bit anywhere in the used pages of the ledger.
func TestFault_A5_BitFlipInTheLedger(t *testing.T) {
	base, all := filled(t, 60)
	flips := 300
	if full() {
		flips = 1000
	}
	original, err := os.ReadFile(filepath.Join(base, ledger.FileName))
	if err != nil {
		t.Fatal(err)
	}
	used := len(bytes.TrimRight(original, "\x00"))
	rng := rand.New(rand.NewPCG(5, 1))
	noticed, unused := 0, 0
	for range flips {
		b := bytes.Clone(original)
		b[rng.IntN(used)] ^= 1 << rng.IntN(8)
		if noticedAndMended(t, inMemory(t, b, all), all) == 1 {
			noticed++
		} else {
			unused++
		}
	}
	t.Logf("fault A5: %d bit flips in the ledger, %d noticed and repaired, %d in unused bytes (every commit checked equal), 0 silent", flips, noticed, unused)
}

// One bit anywhere in the broker's files of the gathering.
func TestFault_A5_BitFlipInTheLog(t *testing.T) {
	base, all := filled(t, 60)
	flips := 40
	if full() {
		flips = 1000
	}
	rng := rand.New(rand.NewPCG(5, 2))
	noticed, unused := 0, 0
	for range flips {
		w := copied(t, base)
		name := pickByte(t, w.streamDir(), rng)
		_, err := w.start()
		if err != nil {
			f := damageOf(t, err)
			if len(f.Lost) > 0 || f.Proven != events.Position(len(all)) {
				t.Fatalf("flip in %s: %s", name, f.Words())
			}
			w.refuses(all)
			w.mended(all)
			noticed++
		} else {
			if n := w.whole(all); n != 0 {
				t.Fatalf("flip in %s: %d commits too many", name, n)
			}
			w.takesMore()
			unused++
		}
		w.stop()
	}
	t.Logf("fault A5: %d bit flips in the broker's files, %d noticed and repaired, %d without effect (every commit checked equal), 0 silent", flips, noticed, unused)
}

// pickByte flips a random bit in one of the files below dir, chosen by size, and returns its name.
func pickByte(t testing.TB, dir string, rng *rand.Rand) string {
	t.Helper()
	var names []string
	var sizes []int
	total := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		names, sizes = append(names, path), append(sizes, int(info.Size()))
		total += int(info.Size())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	at := rng.IntN(total)
	for i, size := range sizes {
		if at < size {
			edit(t, names[i], func(b []byte) []byte { b[at] ^= 1 << rng.IntN(8); return b })
			return names[i]
		}
		at -= size
	}
	return ""
}

// Both copies are damaged. Where the damage is in different places everything can be brought back;
// where it is in the same place the log is read-only up to there, and the place is named.
func TestFault_A6_BothCopiesDamaged(t *testing.T) {
	base, all := filled(t, 30)
	rng := rand.New(rand.NewPCG(6, 6))
	rounds := 3
	if full() {
		rounds = 20
	}
	for range rounds {
		w := copied(t, base)
		inLog := 20 + rng.IntN(10) // the broker loses this and everything after it
		inLedger := rng.IntN(inLog)
		flipIn(t, w.blockFile(), all[inLog].Raw, rng)
		flipIn(t, w.ledgerPath(), all[inLedger].Raw, rng)
		_, err := w.start()
		if f := damageOf(t, err); len(f.Lost) > 0 || f.StreamOK() || f.LedgerOK() || int(f.Proven) != len(all) {
			t.Fatalf("found %s", f.Words())
		}
		w.refuses(all)
		w.mended(all)
		w.stop()
	}
	for range rounds {
		w := copied(t, base)
		lost := 5 + rng.IntN(20)
		flipIn(t, w.blockFile(), all[lost].Raw, rng)
		flipIn(t, w.ledgerPath(), all[lost].Raw, rng)
		report, err := w.start()
		f := damageOf(t, err)
		gone := ledger.Range{From: all[lost].Position, To: all[lost].Position}
		if len(f.Lost) != 1 || f.Lost[0] != gone || f.Proven != gone.From-1 {
			t.Fatalf("position %d is gone in both, found %s", lost+1, f.Words())
		}
		w.refuses(all)
		readsProven(t, ledger.ReadOnly(w.l, w.log, report), all[:lost])
		if _, err = w.repair(); len(damageOf(t, err).Lost) != 1 {
			t.Fatalf("repair: %v", err)
		}
		if w.l, err = ledger.Open(w.ledgerPath(), nil); err != nil {
			t.Fatal(err)
		}
		report, err = ledger.Compare(storetest.Context(t), w.l, w.log, nil)
		if err != nil || report.Err() == nil {
			t.Fatalf("a repair hid what is lost: %v", err)
		}
		readsProven(t, ledger.ReadOnly(w.l, w.log, report), all[:lost])
		w.stop()
	}
	t.Logf("fault A6: damage in both copies, %d times in different places: all restored; %d times in the same place: read-only up to it, exactly that position named, 0 writes taken", rounds, rounds)
}

// readsProven checks that a read-only store shows exactly these commits and takes nothing.
func readsProven(t testing.TB, s store.Store, want []events.Recorded) {
	t.Helper()
	storetest.Same(t, storetest.Follow(t, s, minas, 0, len(want)), want)
	if n, err := s.End(storetest.Context(t), minas); err != nil || int(n) != len(want) {
		t.Errorf("end: %d, %v", n, err)
	}
	last := want[len(want)-1]
	var red []events.Recorded
	for _, r := range want {
		if r.Stream == last.Stream {
			red = append(red, r)
		}
	}
	storetest.Same(t, storetest.Load(t, s, last.Stream), red)
	_, err := s.Append(storetest.Context(t), last.Head(), storetest.Draft(last.Stream, "on damaged history"))
	var u *events.UnavailableError
	if !errors.As(err, &u) {
		t.Errorf("append: got %v, want an UnavailableError", err)
	}
}

// The broker's files are gone, wholly or in part: no new history is begun, and all comes back.
func TestFault_A7_StreamFilesGone(t *testing.T) {
	base, all := filled(t, 30)
	remove := func(paths ...string) func(w *world) {
		return func(w *world) {
			for _, p := range paths {
				if err := os.RemoveAll(filepath.Join(w.dir, p)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	stream := filepath.Join("jetstream", "$G", "streams", events.JetStreamName(minas))
	cases := map[string]func(w *world){
		"the whole folder of the server":     remove("jetstream"),
		"the folder of the stream":           remove(stream),
		"the messages of the stream":         remove(filepath.Join(stream, "msgs")),
		"the block file":                     remove(filepath.Join(stream, "msgs", "1.blk")),
		"the description of the stream":      remove(filepath.Join(stream, "meta.inf")),
		"the description's checksum":         remove(filepath.Join(stream, "meta.sum")),
		"an emptied description":             func(w *world) { edit(t, filepath.Join(w.dir, stream, "meta.inf"), func([]byte) []byte { return nil }) },
		"an emptied block file":              func(w *world) { edit(t, w.blockFile(), func([]byte) []byte { return nil }) },
		"a block file cut in half":           func(w *world) { edit(t, w.blockFile(), func(b []byte) []byte { return b[:len(b)/2] }) },
		"one bit in the middle of the block": func(w *world) { edit(t, w.blockFile(), func(b []byte) []byte { b[len(b)/2] ^= 4; return b }) },
	}
	for name, harm := range cases {
		t.Run(name, func(t *testing.T) {
			w := copied(t, base)
			harm(w)
			if _, err := w.start(); err == nil {
				t.Fatal("nothing was noticed")
			} else if f := damageOf(t, err); int(f.Proven) != len(all) || len(f.Lost) > 0 || f.LedgerBad != nil {
				t.Fatal(f.Words())
			}
			w.refuses(all)
			w.mended(all)
			w.stop()
			if _, err := w.start(); err != nil {
				t.Fatalf("after the repair: %v", err)
			}
			w.stop()
		})
	}
	t.Logf("fault A7: broker's files gone or emptied in %d ways, 0 new histories, all restored", len(cases))
}
