package people_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store/storetest"
)

// holding returns the files under a folder that hold a text.
func holding(t *testing.T, dir, text string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A backup that is made after somebody was erased holds nothing of them, whatever else lies in the same file.
func TestWhatIsErasedLeavesTheFiles(t *testing.T) {
	dir := t.TempDir()
	r := newRig(t, storetest.Server(t, dir))
	r.open(t)
	r.register(t, "Anastasia")
	if _, err := r.Register(t.Context(), spring, organiser, []roster.NewPerson{{Name: "Bartholomew", Contact: "barty@example.org"}}); err != nil {
		t.Fatal(err)
	}
	r.register(t, "Cornelia")
	if len(holding(t, dir, "Bartholomew")) == 0 || len(holding(t, dir, "barty@example.org")) == 0 {
		t.Fatal("the name is in no file before: this test sees nothing")
	}
	if err := r.Forget(t.Context(), spring, organiser, "p-2"); err != nil {
		t.Fatal(err)
	}
	if err := r.Forget(t.Context(), spring, organiser, "p-3"); err != nil { // the last of the file
		t.Fatal(err)
	}
	for _, gone := range []string{"Bartholomew", "barty@example.org", "Cornelia"} {
		if files := holding(t, dir, gone); len(files) > 0 {
			t.Errorf("%s is still in %v", gone, files)
		}
	}
	if again := newRig(t, r.server); again.Name(spring, "p-1") != "Anastasia" || again.Name(spring, "p-2") != "Player 2" {
		t.Errorf("%q, %q", again.Name(spring, "p-1"), again.Name(spring, "p-2"))
	}
}

// Records of a data directory from before are taken over, and their files are gone.
func TestRecordsOfAnEarlierBucketAreTakenOver(t *testing.T) {
	dir := t.TempDir()
	srv := storetest.Server(t, dir)
	js, err := jetstream.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	old, err := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "muster_people"})
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range map[string]string{"spring.p-1": `{"name":"Anastasia","salt":"c2FsdA=="}`, "spring.p-2": `{"name":"Bartholomew","salt":"c2FsdA=="}`} {
		if _, err := old.Put(t.Context(), k, []byte(v)); err != nil {
			t.Fatal(err)
		}
	}
	if err := old.Purge(t.Context(), "spring.p-2"); err != nil {
		t.Fatal(err)
	}
	if len(holding(t, dir, "Bartholomew")) == 0 {
		t.Fatal("a purge erases the bytes by itself now: the bucket of our own is needless")
	}
	for range 2 { // the second finds it done
		r := newRig(t, srv)
		if got := r.Name(spring, "p-1"); got != "Anastasia" {
			t.Errorf("p-1 is %q", got)
		}
		if got := r.Records(spring); len(got) != 1 || got[0].ID != events.PersonID("p-1") {
			t.Errorf("%d records", len(got))
		}
	}
	if files := holding(t, dir, "Bartholomew"); len(files) > 0 {
		t.Errorf("still in %v", files)
	}
}
