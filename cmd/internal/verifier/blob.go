//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall/js"
)

// A blob reads a file of the browser in windows: the file is never in memory as a whole, and the few places
// that are read in turn do not throw each other out.
type blob struct {
	file, reader js.Value
	size         int64

	mu      sync.Mutex
	windows [8]window
	next    int // the window that is given up next
}

const windowLen = 256 << 10

type window struct {
	at    int64
	bytes []byte // nil: not read yet
}

func newBlob(file js.Value) *blob {
	return &blob{file: file, reader: js.Global().Get("FileReaderSync").New(), size: int64(file.Get("size").Float())}
}

// ReadAt implements io.ReaderAt.
func (b *blob) ReadAt(p []byte, at int64) (n int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at < 0 {
		return 0, fmt.Errorf("read at %d", at)
	}
	for n < len(p) {
		if at >= b.size {
			return n, io.EOF
		}
		held, err := b.holding(at)
		if err != nil {
			return n, err
		}
		k := copy(p[n:], held)
		n, at = n+k, at+int64(k)
	}
	return n, nil
}

// holding returns what is held from a place on, at least one byte.
func (b *blob) holding(at int64) ([]byte, error) {
	from := at / windowLen * windowLen
	for _, w := range b.windows {
		if w.bytes != nil && w.at == from {
			return w.bytes[at-from:], nil
		}
	}
	got, err := b.read(from, min(from+windowLen, b.size))
	if err != nil {
		return nil, err
	}
	b.windows[b.next] = window{at: from, bytes: got}
	b.next = (b.next + 1) % len(b.windows)
	return got[at-from:], nil
}

// read fetches a piece. The browser throws if the file was changed or taken away meanwhile.
func (b *blob) read(from, to int64) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			var thrown js.Error
			if e, ok := p.(error); !ok || !errors.As(e, &thrown) {
				panic(p)
			}
			err = fmt.Errorf("the browser cannot read it any more: it was changed or taken away since it was chosen (%w)", thrown)
		}
	}()
	piece := b.reader.Call("readAsArrayBuffer", b.file.Call("slice", float64(from), float64(to)))
	out = make([]byte, to-from)
	if n := js.CopyBytesToGo(out, js.Global().Get("Uint8Array").New(piece)); n != len(out) {
		return nil, fmt.Errorf("the browser gave %d of %d bytes", n, len(out))
	}
	return out, nil
}
