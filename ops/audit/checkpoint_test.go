package audit_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/ops/audit"
)

var key = audit.NewKey(bytes.Repeat([]byte{7}, 32))

func sign(t *testing.T, size int64) audit.Checkpoint {
	t.Helper()
	root, err := tlog.TreeHash(size, tree(t, size))
	if err != nil {
		t.Fatal(err)
	}
	c, err := key.Sign("dol-guldur", 5, root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestACheckpointOpensWithItsKeyOnly(t *testing.T) {
	c := sign(t, 5)
	got, err := audit.OpenCheckpoint(c.Note, key.VKey("dol-guldur"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Gathering != "dol-guldur" || got.Size != 5 || got.Root != c.Root {
		t.Errorf("opened %+v, want what was signed: %+v", got, c)
	}
	if _, err := audit.OpenCheckpoint(c.Note, key.PublicKey().String()); err != nil {
		t.Errorf("with the key of the server as a whole: %v", err)
	}
	other := audit.NewKey(bytes.Repeat([]byte{8}, 32))
	for name, vkey := range map[string]string{
		"another key": other.VKey("dol-guldur"), "another server": other.PublicKey().String(), "another gathering": key.VKey("mordor"), "no key": "x",
	} {
		if _, err := audit.OpenCheckpoint(c.Note, vkey); err == nil {
			t.Errorf("opened with %s", name)
		}
	}
	for i := range c.Note {
		bad := bytes.Clone(c.Note)
		bad[i] ^= 1
		if got, err := audit.OpenCheckpoint(bad, key.VKey("dol-guldur")); err == nil {
			t.Errorf("byte %d (%q) changed: opened as %+v", i, c.Note[i], got)
		}
	}
	if _, err := audit.OpenCheckpoint(bytes.Repeat(c.Note, 200), key.VKey("dol-guldur")); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a checkpoint of many bytes: %v", err)
	}
}

func TestTheKeyIsOneThatOtherToolsRead(t *testing.T) {
	v, err := note.NewVerifier(key.VKey("dol-guldur"))
	if err != nil {
		t.Fatal(err)
	}
	if v.Name() != "muster/gatherings/dol-guldur" {
		t.Errorf("the key is named %q", v.Name())
	}
	if _, err := note.Open(sign(t, 5).Note, note.VerifierList(v)); err != nil {
		t.Error(err)
	}
}

func TestAFingerprintIsReadByPeople(t *testing.T) {
	c := sign(t, 5)
	f := c.Fingerprint()
	for _, same := range []string{f, strings.ToLower(f), strings.ReplaceAll(f, "-", " "), " " + strings.ReplaceAll(f, "0", "O") + "\n"} {
		if !c.Matches(same) {
			t.Errorf("%q is not taken for %q", same, f)
		}
	}
	if other := sign(t, 6); other.Matches(f) {
		t.Errorf("another tree has the fingerprint %q too", f)
	}
	if c.Matches("") || c.Matches(f[:len(f)-1]) {
		t.Error("a part of the fingerprint is enough")
	}
}
