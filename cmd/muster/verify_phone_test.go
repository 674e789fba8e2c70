package main

import (
	"archive/zip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/bundle"
)

// member reads a member of a bundle.
func member(t *testing.T, file, name string) string {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	in, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestVerifyHoldsAPhonesFileAgainstABundle(t *testing.T) {
	file := filepath.Join("..", "..", "ops", "bundle", "testdata", "dol-guldur.muster.zip")
	note, vkey := member(t, file, "checkpoint"), strings.TrimSpace(member(t, file, "keys/log.vkey"))
	var manifest struct{ Gathering events.GatheringID }
	if err := json.Unmarshal([]byte(member(t, file, "manifest.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	phone := func(name, note string, g events.GatheringID) string {
		p := bundle.Phone{
			Muster: "phone-log", Format: 1, Gathering: g, Table: "group-1/t1",
			Histories: []bundle.PhoneHistory{{Key: vkey, Checkpoints: []bundle.PhoneHead{{Note: note}}}},
		}
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := phone("good.json", note, manifest.Gathering)
	if out := must(t, "verify", file, "--phone", good); !strings.Contains(out, "good.json (group-1/t1): 1 of 1 kept checkpoints fit") || !strings.Contains(out, "Proven") {
		t.Errorf("verify says\n%s", out)
	}
	changed := phone("changed.json", strings.Replace(note, "\n381\n", "\n380\n", 1), manifest.Gathering)
	code, out, errs := muster(t, "verify", file, "--phone", good, "--phone", changed)
	if code != exitWrong || !strings.Contains(out, "CONTRADICTED") || !strings.Contains(errs, "changed.json, where 0 of 1") {
		t.Errorf("a changed checkpoint: exit code %d\n%s%s", code, out, errs)
	}
	elsewhere := phone("elsewhere.json", note, "autumn")
	for _, bad := range []string{elsewhere, file} {
		if code, _, errs := muster(t, "verify", file, "--phone", bad); code != exitUsage || !strings.Contains(errs, "is not what a phone has kept") {
			t.Errorf("%s: exit code %d, %s", bad, code, errs)
		}
	}
}
