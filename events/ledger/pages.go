package ledger

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// bbolt maps its file into memory and follows what it finds there, so a damaged page can end the
// program. CheckPages therefore reads the file by itself first, and believes nothing.

// The layout of a bbolt file, version 2.
const (
	boltMagic      = 0xED0CDAED
	boltVersion    = 2
	pageHeader     = 16 // id u64, flags u16, count u16, overflow u32
	elementSize    = 16
	branchPage     = 0x01
	leafPage       = 0x02
	freelistPage   = 0x10
	bucketElement  = 0x01
	bucketHeader   = 16 // root u64, sequence u64
	metaSize       = 64
	noFreelist     = ^uint64(0)
	countIsFirstID = 0xFFFF
	maxDepth       = 64
)

type meta struct {
	pageSize           uint64
	root, free, end, n uint64 // root page, freelist page, first unused page, transaction
}

// CheckPages reads every page of a bbolt file and checks that all of them fit together: each page is
// reached once or free, keys are in order, nothing points outside. It returns a [*FileError] if not.
// It does not look at what the keys and values mean. One damaged header page is no error, since
// bbolt keeps two and a power cut may tear the one being written.
func CheckPages(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open ledger: %w", err)
	}
	defer f.Close()
	w := walker{f: f, seen: map[uint64]bool{0: true, 1: true}}
	if err := w.file(); err != nil {
		return &FileError{Path: path, Problem: err.Error()}
	}
	return nil
}

type walker struct {
	f    *os.File
	meta meta
	seen map[uint64]bool
}

func (w *walker) file() error {
	info, err := w.f.Stat()
	if err != nil {
		return err
	}
	if w.meta, err = newestMeta(w.f, uint64(info.Size())); err != nil {
		return err
	}
	if have := uint64(info.Size()) / w.meta.pageSize; have < w.meta.end {
		return fmt.Errorf("the file has %d pages, but %d were written: it was cut off", have, w.meta.end)
	}
	if err := w.tree(w.meta.root, nil, nil, 0); err != nil {
		return err
	}
	return w.freelist()
}

// newestMeta returns the header with the higher transaction number of those that are whole.
func newestMeta(f io.ReaderAt, size uint64) (meta, error) {
	var best meta
	for _, offset := range []uint64{0, pageSizeOf(f, size)} {
		b := make([]byte, pageHeader+metaSize)
		if _, err := f.ReadAt(b, int64(offset)); err != nil {
			continue
		}
		if m, ok := parseMeta(b[pageHeader:]); ok && m.n >= best.n {
			best = m
		}
	}
	if best.pageSize == 0 {
		return meta{}, errors.New("neither of its two header pages is whole")
	}
	return best, nil
}

// pageSizeOf finds where the second header page is: after the first one, whose own statement may be
// damaged.
func pageSizeOf(f io.ReaderAt, size uint64) uint64 {
	b := make([]byte, pageHeader+metaSize)
	for s := uint64(1024); s <= 1<<16 && s < size; s *= 2 {
		if _, err := f.ReadAt(b, int64(s)); err != nil {
			break
		}
		if m, ok := parseMeta(b[pageHeader:]); ok && m.pageSize == s {
			return s
		}
	}
	return uint64(os.Getpagesize())
}

func parseMeta(b []byte) (meta, bool) {
	le := binary.LittleEndian
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8])
	if le.Uint32(b) != boltMagic || le.Uint32(b[4:]) != boltVersion || le.Uint64(b[56:]) != sum.Sum64() {
		return meta{}, false
	}
	return meta{
		pageSize: uint64(le.Uint32(b[8:])), root: le.Uint64(b[16:]),
		free: le.Uint64(b[32:]), end: le.Uint64(b[40:]), n: le.Uint64(b[48:]),
	}, true
}

// page reads a page with its overflow and notes that it was reached.
func (w *walker) page(id uint64) ([]byte, error) {
	if id < 2 || id >= w.meta.end {
		return nil, fmt.Errorf("page %d is named, but the file has pages 2 to %d", id, w.meta.end-1)
	}
	head := make([]byte, pageHeader)
	if _, err := w.f.ReadAt(head, int64(id*w.meta.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	more := uint64(binary.LittleEndian.Uint32(head[12:]))
	if got := binary.LittleEndian.Uint64(head); got != id || more >= w.meta.end-id {
		return nil, fmt.Errorf("page %d calls itself page %d with %d more", id, got, more)
	}
	for i := id; i <= id+more; i++ {
		if w.seen[i] {
			return nil, fmt.Errorf("page %d is used twice", i)
		}
		w.seen[i] = true
	}
	b := make([]byte, (more+1)*w.meta.pageSize)
	if _, err := w.f.ReadAt(b, int64(id*w.meta.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	return b, nil
}

// tree checks a page and everything below it. Keys must be at least low and below high, if set.
func (w *walker) tree(id uint64, low, high []byte, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("page %d: the tree is deeper than %d", id, maxDepth)
	}
	b, err := w.page(id)
	if err != nil {
		return err
	}
	return w.node(id, b, low, high, depth)
}

func (w *walker) node(id uint64, b, low, high []byte, depth int) error {
	le := binary.LittleEndian
	flags, count := le.Uint16(b[8:]), int(le.Uint16(b[10:]))
	if flags != branchPage && flags != leafPage {
		return fmt.Errorf("page %d is of kind %#x where a branch or leaf is expected", id, flags)
	}
	if flags == branchPage && count == 0 {
		return fmt.Errorf("page %d is a branch without elements", id)
	}
	keys := make([][]byte, count)
	for i := range keys {
		if pageHeader+(i+1)*elementSize > len(b) {
			return fmt.Errorf("page %d has no room for %d elements", id, count)
		}
		e := b[pageHeader+i*elementSize:]
		var err error
		if flags == branchPage {
			keys[i], err = cut(e, le.Uint32(e), le.Uint32(e[4:]), 0)
		} else {
			keys[i], err = cut(e, le.Uint32(e[4:]), le.Uint32(e[8:]), le.Uint32(e[12:]))
		}
		if err != nil {
			return fmt.Errorf("page %d, element %d: %w", id, i, err)
		}
	}
	if err := inOrder(keys, low, high); err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	for i := range keys {
		e := b[pageHeader+i*elementSize:]
		if err := w.below(id, e, flags, keys, i, high, depth); err != nil {
			return err
		}
	}
	return nil
}

// below checks what element e of a page points to.
func (w *walker) below(id uint64, e []byte, flags uint16, keys [][]byte, i int, high []byte, depth int) error {
	le := binary.LittleEndian
	if flags == branchPage {
		if i+1 < len(keys) {
			high = keys[i+1]
		}
		return w.tree(le.Uint64(e[8:]), keys[i], high, depth+1)
	}
	switch le.Uint32(e) {
	case 0:
		return nil
	case bucketElement:
		start := int(le.Uint32(e[4:]) + le.Uint32(e[8:]))
		return w.bucket(id, e[start:start+int(le.Uint32(e[12:]))], depth)
	}
	return fmt.Errorf("page %d, element %d is of kind %#x", id, i, le.Uint32(e))
}

// bucket checks a bucket, which is a tree of its own or, if small, a leaf inside its value.
func (w *walker) bucket(id uint64, v []byte, depth int) error {
	if len(v) < bucketHeader {
		return fmt.Errorf("page %d: a bucket of %d bytes", id, len(v))
	}
	if root := binary.LittleEndian.Uint64(v); root != 0 {
		return w.tree(root, nil, nil, depth+1)
	}
	if len(v) < bucketHeader+pageHeader {
		return fmt.Errorf("page %d: a small bucket of %d bytes", id, len(v))
	}
	if got := binary.LittleEndian.Uint64(v[bucketHeader:]); got != 0 {
		return fmt.Errorf("page %d: a small bucket calls itself page %d", id, got)
	}
	return w.node(id, v[bucketHeader:], nil, nil, depth+1)
}

// cut returns the key of an element and checks that key and value lie inside the page.
func cut(e []byte, pos, key, value uint32) ([]byte, error) {
	if uint64(pos)+uint64(key)+uint64(value) > uint64(len(e)) || pos < elementSize || key == 0 {
		return nil, fmt.Errorf("key (%d bytes) and value (%d bytes) at %d do not lie in the page", key, value, pos)
	}
	return e[pos : pos+key], nil
}

func inOrder(keys [][]byte, low, high []byte) error {
	for i, k := range keys {
		if i > 0 && bytes.Compare(keys[i-1], k) >= 0 {
			return fmt.Errorf("key %d is not after key %d", i, i-1)
		}
		if low != nil && bytes.Compare(k, low) < 0 || high != nil && bytes.Compare(k, high) >= 0 {
			return fmt.Errorf("key %d is not in the range that the page above names", i)
		}
	}
	return nil
}

// freelist checks that the pages that are not reached are exactly those noted as free.
func (w *walker) freelist() error {
	if w.meta.free == noFreelist {
		return nil
	}
	b, err := w.page(w.meta.free)
	if err != nil {
		return err
	}
	le := binary.LittleEndian
	if flags := le.Uint16(b[8:]); flags != freelistPage {
		return fmt.Errorf("page %d is of kind %#x where the list of free pages is expected", w.meta.free, flags)
	}
	ids, count := b[pageHeader:], uint64(le.Uint16(b[10:]))
	if count == countIsFirstID {
		count, ids = le.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		return fmt.Errorf("page %d has no room for %d free pages", w.meta.free, count)
	}
	for i := range count {
		id := le.Uint64(ids[8*i:])
		if id < 2 || id >= w.meta.end || w.seen[id] {
			return fmt.Errorf("page %d is noted as free, but is in use or outside the file", id)
		}
		w.seen[id] = true
	}
	if missing := w.meta.end - uint64(len(w.seen)); missing != 0 {
		return fmt.Errorf("%d pages are neither used nor free", missing)
	}
	return nil
}
