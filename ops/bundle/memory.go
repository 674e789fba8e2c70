package bundle

import (
	"fmt"
	"io"
)

// slab is the size of the pieces in which memory grows, so that growing copies nothing.
const slab = 1 << 20

// memory is a scratch without a file. At its limit writing fails with an *UnreadableError.
type memory struct {
	limit int64
	slabs [][]byte
	size  int64
}

// Write adds p at the end.
func (m *memory) Write(p []byte) (int, error) {
	if m.size+int64(len(p)) > m.limit {
		return 0, unreadable(commitsName, "it has more than %d MiB, which are too many to be checked in a browser: check the file with muster verify", m.limit>>20)
	}
	n := len(p)
	for len(p) > 0 {
		if m.size%slab == 0 {
			m.slabs = append(m.slabs, make([]byte, slab))
		}
		k := copy(m.slabs[len(m.slabs)-1][m.size%slab:], p)
		m.size += int64(k)
		p = p[k:]
	}
	return n, nil
}

// ReadAt reads what was written at a place.
func (m *memory) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, fmt.Errorf("read at %d", at)
	}
	for n < len(p) {
		if at >= m.size {
			return n, io.EOF
		}
		held := m.slabs[at/slab][at%slab : min(slab, m.size-at/slab*slab)]
		k := copy(p[n:], held)
		n, at = n+k, at+int64(k)
	}
	return n, nil
}

// Close lets go of everything.
func (m *memory) Close() error {
	m.slabs = nil
	return nil
}
