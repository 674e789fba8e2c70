package bundle_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"testing"
)

func memberOf(raw []byte, name string) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	f, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(f)
}

// repacked returns an archive with every member passed through change, which returns nil to leave one
// out; more are added behind. Its digest is right.
func repacked(t testing.TB, raw []byte, change func(name string, b []byte) []byte, more map[string][]byte) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	put := func(name string, b []byte) {
		m, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range z.File {
		b, err := memberOf(raw, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if b = change(f.Name, b); b != nil {
			put(f.Name, b)
		}
	}
	for name, b := range more {
		put(name, b)
	}
	if err := w.SetComment("sha256 " + hex.EncodeToString(make([]byte, 32))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return redigested(out.Bytes())
}

// redigested writes the right digest into an archive's comment, as whoever changes a bundle can.
func redigested(raw []byte) []byte {
	const comment = 7 + 64
	out := bytes.Clone(raw)
	h := sha256.Sum256(out[:len(out)-comment-2])
	copy(out[len(out)-64:], hex.EncodeToString(h[:]))
	return out
}
