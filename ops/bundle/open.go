package bundle

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Bounds of the archive itself.
const (
	endLen       = 22 // bytes of the end of the central directory, without its comment
	endSign      = 0x06054b50
	maxDirectory = 8 << 20 // bytes of the central directory
)

// commentMark begins the archive's comment; the hexadecimal SHA-256 of what stands before follows.
const commentMark = "sha256 "

const commentLen = len(commentMark) + 2*sha256.Size

// File is an opened bundle. Nothing of it has been proven.
type File struct {
	Manifest Manifest
	// Intact is false if the file's bytes are not those that were written, by the digest in its comment.
	Intact  bool
	size    int64
	members map[string]*zip.File
	in      io.ReaderAt
}

// Open looks at a bundle of size bytes: its archive, its manifest, and that it has exactly the members
// that the manifest implies. It reads no more than the directory, the manifest and, once, all bytes for
// the digest. Errors: *UnreadableError.
func Open(in io.ReaderAt, size int64) (*File, error) {
	intact, err := container(in, size)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(in, size)
	if err != nil {
		return nil, unreadable("", "it is not a whole ZIP archive: %v", err)
	}
	f := &File{in: in, size: size, Intact: intact, members: map[string]*zip.File{}}
	if err := f.list(z); err != nil {
		return nil, err
	}
	b, err := f.read(manifestName, maxManifest)
	if err != nil {
		return nil, err
	}
	if err := strictJSON(b, &f.Manifest); err != nil {
		return nil, unreadable(manifestName, "%v", err)
	}
	if err := f.Manifest.check(); err != nil {
		return nil, err
	}
	return f, f.complete()
}

// container checks the end of the archive before any of its directory is read, and the digest.
func container(in io.ReaderAt, size int64) (intact bool, err error) {
	if size < endLen+int64(commentLen) {
		return false, unreadable("", "it has %d bytes; it was cut off, or is no bundle", size)
	}
	if size > MaxFile {
		return false, unreadable("", "it has %d bytes; at most %d are read", size, int64(MaxFile))
	}
	end := make([]byte, endLen+commentLen)
	at := size - int64(len(end))
	if _, err := in.ReadAt(end, at); err != nil {
		return false, unreadable("", "%v", err)
	}
	le := binary.LittleEndian
	comment := string(end[endLen:])
	if le.Uint32(end) != endSign || int(le.Uint16(end[20:])) != commentLen || !strings.HasPrefix(comment, commentMark) {
		return false, unreadable("", "it does not end as a bundle does; it was cut off, or is no bundle")
	}
	length, offset := int64(le.Uint32(end[12:])), int64(le.Uint32(end[16:]))
	if length > maxDirectory || offset > at || offset+length > at {
		return false, unreadable("", "its directory claims %d bytes at %d; at most %d bytes before the end are read", length, offset, maxDirectory)
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(in, 0, at+endLen-2)); err != nil {
		return false, unreadable("", "%v", err)
	}
	return comment == commentMark+hex.EncodeToString(h.Sum(nil)), nil
}

// list takes the directory: every name once, no two members on the same bytes, no more than a size
// and a ratio that a bundle has.
func (f *File) list(z *zip.Reader) error {
	type span struct {
		from, to int64
		name     string
	}
	var spans []span
	total := uint64(0)
	for _, m := range z.File {
		if f.members[m.Name] != nil {
			return unreadable(clip(m.Name), "it is in the archive twice")
		}
		f.members[m.Name] = m
		total += m.UncompressedSize64
		if m.UncompressedSize64 > MaxFile || total > MaxFile {
			return unreadable(clip(m.Name), "the members claim more than %d bytes", int64(MaxFile))
		}
		if m.UncompressedSize64 > 64<<10 && m.UncompressedSize64 > MaxRatio*m.CompressedSize64 {
			return unreadable(clip(m.Name), "%d bytes are packed into %d, more than %d to 1", m.UncompressedSize64, m.CompressedSize64, MaxRatio)
		}
		if m.Method != zip.Deflate && m.Method != zip.Store {
			return unreadable(clip(m.Name), "it is packed by method %d, which a bundle does not use", m.Method)
		}
		at, err := m.DataOffset()
		if err != nil || m.CompressedSize64 > uint64(f.size) {
			return unreadable(clip(m.Name), "its place in the archive cannot be read: %v", err)
		}
		spans = append(spans, span{at, at + int64(m.CompressedSize64), m.Name})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return unreadable(clip(spans[i].name), "it stands on the same bytes as %s", clip(spans[i-1].name))
		}
	}
	return nil
}

// complete checks that the members are those that the manifest implies.
func (f *File) complete() error {
	want := f.Manifest.names()
	for name, l := range want {
		m := f.members[name]
		if m == nil {
			return unreadable(name, "it is missing")
		}
		if n := int64(m.UncompressedSize64); n > l.size || l.exact && n != l.size {
			return unreadable(name, "it has %d bytes; %s%d were expected", n, map[bool]string{false: "at most "}[l.exact], l.size)
		}
	}
	for name := range f.members {
		if _, ok := want[name]; !ok {
			return unreadable(clip(name), "a bundle has no member of that name")
		}
	}
	return nil
}

// read returns a whole member of at most limit bytes.
func (f *File) read(name string, limit int64) ([]byte, error) {
	m := f.members[name]
	if m == nil {
		return nil, unreadable(name, "it is missing")
	}
	if int64(m.UncompressedSize64) > limit {
		return nil, unreadable(name, "it has %d bytes; at most %d are read", m.UncompressedSize64, limit)
	}
	r, err := f.open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // what it would say, reading has said
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, unreadable(name, "%v", err)
	}
	return b, nil
}

func (f *File) open(name string) (io.ReadCloser, error) {
	m := f.members[name]
	if m == nil {
		return nil, unreadable(name, "it is missing")
	}
	r, err := m.Open()
	if err != nil {
		return nil, unreadable(name, "%v", err)
	}
	return r, nil
}

// strictJSON reads one JSON value with no field that is not known, and nothing behind it.
func strictJSON(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("there is more behind the end")
	}
	return nil
}

// clip shortens what somebody else wrote, for a message.
func clip(s string) string {
	if len(s) > 80 {
		s = s[:80] + "…"
	}
	return strings.ToValidUTF8(s, "?")
}
