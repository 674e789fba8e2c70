package bundle

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWhatIsKeptInMemoryIsReadAgainAcrossItsPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	m := &memory{limit: 8 * slab}
	var all []byte
	for len(all) < 3*slab {
		p := make([]byte, rng.IntN(slab/3))
		for i := range p {
			p[i] = byte(rng.Uint32())
		}
		if n, err := m.Write(p); n != len(p) || err != nil {
			t.Fatalf("%d of %d bytes were written: %v", n, len(p), err)
		}
		all = append(all, p...)
	}
	for range 200 {
		at := rng.IntN(len(all))
		got := make([]byte, rng.IntN(2*slab))
		n, err := m.ReadAt(got, int64(at))
		want := all[at:min(len(all), at+len(got))]
		if !bytes.Equal(got[:n], want) || (err != nil) != (len(want) < len(got)) || err != nil && err != io.EOF {
			t.Fatalf("%d bytes at %d of %d: %d were read, %v", len(got), at, len(all), n, err)
		}
	}
}

func TestMemoryHasABound(t *testing.T) {
	m := &memory{limit: slab + 10}
	if _, err := m.Write(make([]byte, slab+10)); err != nil {
		t.Fatal(err)
	}
	_, err := m.Write([]byte{1})
	var u *UnreadableError
	if !errors.As(err, &u) || !strings.Contains(err.Error(), "muster verify") {
		t.Errorf("one byte more than the bound: %v", err)
	}
}
