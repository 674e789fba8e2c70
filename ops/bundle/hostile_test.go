package bundle_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

// refused opens a hostile file, which must be refused with words, without much memory.
func refused(t *testing.T, raw []byte, says string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := verify(t, raw, bundle.Options{})
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 256<<20 {
		t.Errorf("%d MB were taken", used>>20)
	}
	var u *bundle.UnreadableError
	if !errors.As(err, &u) {
		t.Fatalf("not refused: %v, %v", r, err)
	}
	if !strings.Contains(err.Error(), says) {
		t.Errorf("refused with %q; want it to say %q", err, says)
	}
}

func keep(_ string, b []byte) []byte { return b }

func TestFault_D10_HostileArchivesAreRefused(t *testing.T) {
	whole := game(t, dolGuldur, 40).written(t, nil)
	drop := func(member string) func(string, []byte) []byte {
		return func(name string, b []byte) []byte {
			if name == member {
				return nil
			}
			return b
		}
	}
	set := func(member string, to []byte) func(string, []byte) []byte {
		return func(name string, b []byte) []byte {
			if name == member {
				return to
			}
			return b
		}
	}
	manifest, err := memberOf(whole, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	says := func(was, is string) []byte {
		return repacked(t, whole, set("manifest.json", bytes.Replace(manifest, []byte(was), []byte(is), 1)), nil)
	}
	for name, c := range map[string]struct {
		raw  []byte
		says string
	}{
		"nothing":                {nil, "0 bytes"},
		"no archive":             {bytes.Repeat([]byte("x"), 1000), "does not end as a bundle"},
		"half a file":            {whole[:len(whole)/2], "cut off"},
		"all but the last byte":  {whole[:len(whole)-1], "cut off"},
		"a path upwards":         {repacked(t, whole, keep, map[string][]byte{"../../etc/passwd": {1}}), "no member of that name"},
		"an absolute path":       {repacked(t, whole, keep, map[string][]byte{"/etc/passwd": {1}}), "no member of that name"},
		"a path with a backstep": {repacked(t, whole, keep, map[string][]byte{"tile/0/../000": {1}}), "no member of that name"},
		"a name twice":           {repacked(t, whole, keep, map[string][]byte{"checkpoint": {1}}), "twice"},
		"a tile too many":        {repacked(t, whole, keep, map[string][]byte{"tile/5/000": {1}}), "no member of that name"},
		"a long name":            {repacked(t, whole, keep, map[string][]byte{strings.Repeat("a/", 30_000) + "a": {1}}), "no member of that name"},
		"no commits":             {repacked(t, whole, drop("commits.jsonl"), nil), "missing"},
		"no manifest":            {repacked(t, whole, drop("manifest.json"), nil), "missing"},
		"a short tile":           {repacked(t, whole, set("tile/0/000.p/40", []byte{1, 2}), nil), "were expected"},
		"a tile packed well":     {repacked(t, whole, set("tile/0/000.p/40", make([]byte, 1<<20)), nil), "to 1"},
		"a manifest of another":  {repacked(t, whole, set("manifest.json", []byte(`{"format":1,"x":2}`)), nil), "unknown field"},
		"a newer format":         {says(`"format": 1`, `"format": 2`), "update muster"},
		"a huge number":          {says(`"commits": 40`, `"commits": 999999999`), "holds 1 to"},
		"a negative number":      {says(`"commits": 40`, `"commits": -1`), "cannot unmarshal"},
		"another gathering":      {says(`"gathering": "demo"`, `"gathering": "../x"`), "not allowed"},
		"many witnesses":         {says(`"streams"`, `"witnesses": 9999, "streams"`), "witnesses"},
		"checkpoints that fall":  {says(`"streams"`, `"checkpoints": [5, 4], "streams"`), "must rise"},
		"a zip bomb":             {bomb(t, 64<<20), "more than 200 to 1"},
		"members on one place":   {overlapping(t), "same bytes"},
		"a vast directory":       {vast(whole), "directory claims"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, c.raw, c.says) })
	}
}

// bomb is an archive with a member of n zeros.
func bomb(t *testing.T, n int64) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	m, err := z.CreateHeader(&zip.FileHeader{Name: "commits.jsonl", Method: zip.Deflate})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(m, zeros{}, n); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(z.SetComment("sha256 "+strings.Repeat("0", 64)), z.Close()); err != nil {
		t.Fatal(err)
	}
	return redigested(out.Bytes())
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// overlapping is an archive whose two members share their bytes.
func overlapping(t *testing.T) []byte {
	t.Helper()
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, 9)
	if err != nil {
		t.Fatal(err)
	}
	content := []byte("content")
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	head := func(sign uint32, name string, central bool) []byte {
		b := le.AppendUint32(nil, sign)
		if central {
			b = le.AppendUint16(b, 20)
		}
		b = le.AppendUint16(b, 20)
		b = append(b, 0, 0, 8, 0, 0, 0, 0, 0)
		b = le.AppendUint32(b, crc32.ChecksumIEEE(content))
		b = le.AppendUint32(b, uint32(packed.Len()))
		b = le.AppendUint32(b, uint32(len(content)))
		b = le.AppendUint16(b, uint16(len(name)))
		b = append(b, 0, 0)
		if central {
			b = append(b, make([]byte, 14)...)
		}
		return append(b, name...)
	}
	out := append(head(0x04034b50, "a", false), packed.Bytes()...)
	dir := append(head(0x02014b50, "a", true), head(0x02014b50, "b", true)...)
	at := len(out)
	out = append(out, dir...)
	out = le.AppendUint32(out, 0x06054b50)
	out = append(out, 0, 0, 0, 0, 2, 0, 2, 0)
	out = le.AppendUint32(out, uint32(len(dir)))
	out = le.AppendUint32(out, uint32(at))
	out = le.AppendUint16(out, 71)
	return redigested(append(out, "sha256 "+strings.Repeat("0", 64)...))
}

// vast claims a directory of nearly 4 GiB.
func vast(raw []byte) []byte {
	out := bytes.Clone(raw)
	binary.LittleEndian.PutUint32(out[len(out)-71-10:], 0xfffffff0)
	return redigested(out)
}

// A line that never ends, and numbers of commits that are not there, are contradictions of what was signed.
func TestHugeAndMissingLinesAreContradictions(t *testing.T) {
	whole := game(t, dolGuldur, 40).written(t, nil)
	line := func(b []byte) []byte {
		return repacked(t, whole, func(name string, was []byte) []byte {
			if name == "commits.jsonl" {
				return b
			}
			return was
		}, nil)
	}
	stored, err := memberOf(whole, "commits.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var noise strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&noise, "%x", i*2654435761)
	}
	for name, c := range map[string]struct {
		raw  []byte
		says string
	}{
		"a huge line":       {line(append([]byte(noise.String()), stored...)), "a line of more than"},
		"no end of a line":  {line(stored[:len(stored)-1]), ""},
		"nothing at all":    {line([]byte{}), "the end of commits.jsonl"},
		"one commit more":   {line(append(bytes.Clone(stored), stored[:bytes.IndexByte(stored, '\n')+1]...)), "a further commit"},
		"half the commits":  {line(stored[:bytes.IndexByte(stored, '\n')+1]), "the end of commits.jsonl"},
		"lines of nothing":  {line(bytes.Repeat([]byte("\n"), 40)), ""},
		"lines of the dark": {line(bytes.Repeat([]byte("{}\n"), 40)), ""},
	} {
		if f := found(t, c.raw, bundle.Options{}); !strings.Contains(f.Found, c.says) {
			t.Errorf("%s: %s", name, f)
		}
	}
}

func TestVerifyingLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	file := filepath.Join(t.TempDir(), "x.muster.zip")
	if err := os.WriteFile(file, game(t, dolGuldur, 40).written(t, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bundle.VerifyFile(t.Context(), file, bundle.Options{Catalog: vocabulary.All()}); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func FuzzOpen(f *testing.F) {
	raw := game(f, dolGuldur, 3).written(f, nil)
	f.Add(raw)
	f.Add(raw[:100])
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := bundle.Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			var u *bundle.UnreadableError
			if !errors.As(err, &u) {
				t.Fatalf("not said in words: %v", err)
			}
			return
		}
		if file.Manifest.Gathering.Validate() != nil || file.Manifest.Commits == events.Position(0) {
			t.Fatalf("opened with %+v", file.Manifest)
		}
	})
}
