package transfer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/transfer"
)

// played returns a log with a desk and two groups, interleaved.
func played(t *testing.T) *memory.Store {
	t.Helper()
	s := memory.New()
	heads := map[events.StreamID]events.Head{}
	put := func(id events.StreamID, p events.Payload) {
		t.Helper()
		e, err := events.Encode(p)
		if err != nil {
			t.Fatal(err)
		}
		d := store.Draft{Stream: id, Events: []events.Event{e}, Command: events.Command{
			ID: storetest.NewID(), Type: "test.v1", Data: json.RawMessage(`{"a":"<é>"}`), Actor: events.Actor{Role: events.RoleOrganiser},
		}}
		heads[id] = storetest.Append(t, s, heads[id], d).Head()
	}
	put(events.Desk("store"), desk.GatheringOpened{Name: "Friday <& 日曜"})
	for i := range 20 {
		put(events.Group("store", events.GroupID(fmt.Sprintf("g-%d", i%2))), group.NoticePosted{Text: fmt.Sprintf("notice %d", i)})
	}
	return s
}

func export(t *testing.T, s store.Follower) (transfer.Summary, []byte) {
	t.Helper()
	var b bytes.Buffer
	sum, err := transfer.Export(t.Context(), s, "store", &b)
	if err != nil {
		t.Fatal(err)
	}
	return sum, b.Bytes()
}

func all(t *testing.T, s store.Follower) []events.Recorded {
	t.Helper()
	end, err := s.End(t.Context(), "store")
	if err != nil {
		t.Fatal(err)
	}
	var out []events.Recorded
	for r, err := range s.Follow(t.Context(), "store", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if out = append(out, r); r.Position == end {
			break
		}
	}
	return out
}

func TestImportGivesTheSameCommitsPositionsAndHashes(t *testing.T) {
	from, to := played(t), memory.New()
	sum, file := export(t, from)
	got, err := transfer.Import(t.Context(), to, bytes.NewReader(file), vocabulary.All())
	if err != nil {
		t.Fatal(err)
	}
	if got != sum || sum.Commits != 21 || sum.Events != 21 {
		t.Errorf("imported %+v, exported %+v, want 21 commits", got, sum)
	}
	a, b := all(t, from), all(t, to)
	if len(a) != len(b) {
		t.Fatalf("%d commits, want %d", len(b), len(a))
	}
	for i := range a {
		if !bytes.Equal(a[i].Raw, b[i].Raw) || a[i].Position != b[i].Position || a[i].Hash != b[i].Hash {
			t.Fatalf("commit %d differs", i+1)
		}
	}
	if _, again := export(t, to); !bytes.Equal(file, again) {
		t.Error("the export of the import is another file")
	}
}

func TestASealIsKeptByExportAndImport(t *testing.T) {
	from, to := played(t), memory.New()
	e, err := events.Encode(desk.GatheringSealed{})
	if err != nil {
		t.Fatal(err)
	}
	d := storetest.Draft(events.Desk("store"), "x")
	d.Events = []events.Event{e}
	storetest.Append(t, from, all(t, from)[0].Head(), d)
	if err := from.Seal(t.Context(), "store"); err != nil {
		t.Fatal(err)
	}
	_, file := export(t, from)
	if _, err := transfer.Import(t.Context(), to, bytes.NewReader(file), vocabulary.All()); err != nil {
		t.Fatal(err)
	}
	if sealed, err := to.Sealed(t.Context(), "store"); !sealed || err != nil {
		t.Errorf("the import is sealed: %v, %v", sealed, err)
	}
	if _, again := export(t, to); !bytes.Equal(file, again) {
		t.Error("the export of the import is another file")
	}
	open := memory.New()
	_, file = export(t, played(t))
	if _, err := transfer.Import(t.Context(), open, bytes.NewReader(file), vocabulary.All()); err != nil {
		t.Fatal(err)
	}
	if sealed, _ := open.Sealed(t.Context(), "store"); sealed {
		t.Error("a gathering that was not sealed is")
	}
}

func TestImportRefusesAGatheringThatIsThere(t *testing.T) {
	from := played(t)
	_, file := export(t, from)
	for name, to := range map[string]*memory.Store{"the same": from, "another of that name": func() *memory.Store {
		s := memory.New()
		storetest.Append(t, s, events.Head{}, storetest.Draft(events.Desk("store"), "x"))
		return s
	}()} {
		before := all(t, to)
		_, err := transfer.Import(t.Context(), to, bytes.NewReader(file), vocabulary.All())
		var exists *transfer.ExistsError
		if !errors.As(err, &exists) {
			t.Errorf("%s: got %v, want an ExistsError", name, err)
		}
		if after := all(t, to); len(after) != len(before) || !bytes.Equal(after[0].Raw, before[0].Raw) {
			t.Errorf("%s: the log was changed", name)
		}
	}
}

func TestAnInterruptedImportIsFinished(t *testing.T) {
	from := played(t)
	_, file := export(t, from)
	to := memory.New()
	part := all(t, from)[:7]
	err := to.Replace(t.Context(), "store", func(yield func(events.Recorded, error) bool) {
		for _, r := range part {
			if !yield(r, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Import(t.Context(), to, bytes.NewReader(file), vocabulary.All()); err != nil {
		t.Fatal(err)
	}
	if got := len(all(t, to)); got != 21 {
		t.Errorf("%d commits, want 21", got)
	}
}

// recorder fails the test if anything is written.
type recorder struct {
	*memory.Store
	t *testing.T
}

func (r recorder) Replace(context.Context, events.GatheringID, iter.Seq2[events.Recorded, error]) error {
	r.t.Error("something was written")
	return nil
}

// Every change of one byte, every cut, every lost, doubled or swapped line is refused before
// anything is written.
func TestAChangedFileIsRefusedWhole(t *testing.T) {
	_, file := export(t, played(t))
	refuse := func(name string, changed []byte) {
		t.Helper()
		_, err := transfer.Import(t.Context(), recorder{memory.New(), t}, bytes.NewReader(changed), vocabulary.All())
		var bad *transfer.FileError
		if !errors.As(err, &bad) {
			t.Errorf("%s: got %v, want a FileError", name, err)
		}
	}
	lines := strings.SplitAfter(string(file), "\n")
	for i := 0; i < len(file)-1; i += 97 {
		c := bytes.Clone(file)
		c[i] ^= 1
		refuse(fmt.Sprintf("byte %d flipped", i), c)
		refuse(fmt.Sprintf("cut at byte %d", i), file[:i])
	}
	join := func(ls ...[]string) []byte {
		var b strings.Builder
		for _, l := range ls {
			b.WriteString(strings.Join(l, ""))
		}
		return []byte(b.String())
	}
	refuse("a line lost", join(lines[:5], lines[6:]))
	refuse("a line doubled", join(lines[:6], lines[5:]))
	refuse("two lines swapped", join(lines[:5], []string{lines[6], lines[5]}, lines[7:]))
	refuse("more after the end", append(bytes.Clone(file), "{}\n"...))
	refuse("empty", nil)
	refuse("a newer format", []byte(strings.Replace(string(file), `"format":1`, `"format":2`, 1)))
	refuse("a long line", join(lines[:1], []string{strings.Repeat("x", 1<<17) + "\n"}, lines[1:]))
}

func TestAnEventThatThisProgramDoesNotKnowIsRefused(t *testing.T) {
	s := memory.New()
	d := storetest.Draft(events.Desk("store"), "x")
	d.Events = []events.Event{{Type: "desk.from-the-future.v9", Data: json.RawMessage(`{}`)}}
	storetest.Append(t, s, events.Head{}, d)
	_, file := export(t, s)
	_, err := transfer.Import(t.Context(), recorder{memory.New(), t}, bytes.NewReader(file), vocabulary.All())
	if err == nil || !strings.Contains(err.Error(), "desk.from-the-future.v9") || !strings.Contains(err.Error(), "update muster") {
		t.Errorf("got %v, want a refusal that names the type and says to update", err)
	}
}

func TestExportOfAGatheringThatIsNotThere(t *testing.T) {
	var b bytes.Buffer
	if _, err := transfer.Export(t.Context(), memory.New(), "store", &b); err == nil || !strings.Contains(err.Error(), "no gathering store") {
		t.Errorf("got %v", err)
	}
}

func TestCloudEvents(t *testing.T) {
	var b bytes.Buffer
	sum, err := transfer.ExportCloudEvents(t.Context(), played(t), "store", &b)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if uint64(len(lines)) != sum.Events || sum.Events != 21 {
		t.Fatalf("%d lines, %d events; want 21", len(lines), sum.Events)
	}
	ids := map[string]bool{}
	for i, l := range lines {
		var e events.CloudEvent
		if err := json.Unmarshal([]byte(l), &e); err != nil {
			t.Fatal(err)
		}
		if e.SpecVersion != "1.0" || e.Source == "" || e.Type == "" || e.ID == "" || ids[e.ID] || e.Sequence != fmt.Sprintf("%020d.0000", i+1) {
			t.Errorf("line %d: %+v", i+1, e)
		}
		ids[e.ID] = true
	}
	var first struct{ Data desk.GatheringOpened }
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Data.Name != "Friday <& 日曜" {
		t.Errorf("the name came out as %q, %v", first.Data.Name, err)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"muster":"gathering","format":1,"gathering":"store"}` + "\n"))
	f.Add([]byte(`{"muster":"end"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if sum, err := transfer.Check(bytes.NewReader(b), vocabulary.All()); err == nil && sum.Commits == 0 {
			t.Error("a file without commits was accepted")
		}
	})
}
