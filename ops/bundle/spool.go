package bundle

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// scratch keeps what is written to it until it is closed: a temporary file, or memory where there is none.
type scratch interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// spool keeps commits that were read once, to be read again stream by stream. In memory it keeps their
// places, 16 bytes a commit.
type spool struct {
	f       scratch
	w       *bufio.Writer
	written int64
	streams map[events.StreamID]*[]spot
}

// spot is where a commit is in the file, and in the log.
type spot struct {
	at  int64
	pos uint32
	n   uint32
}

func newSpool() (*spool, error) {
	f, err := newScratch()
	if err != nil {
		return nil, err
	}
	return &spool{f: f, w: bufio.NewWriterSize(f, 1<<20), streams: map[events.StreamID]*[]spot{}}, nil
}

func (s *spool) close() error { return s.f.Close() }

func (s *spool) add(r events.Recorded) error {
	list := s.streams[r.Stream]
	if list == nil {
		list = new([]spot)
		s.streams[r.Stream] = list
	}
	*list = append(*list, spot{at: s.written, pos: uint32(r.Position), n: uint32(len(r.Raw))})
	s.written += int64(len(r.Raw))
	_, err := s.w.Write(r.Raw)
	return err
}

// Load implements store.Loader, once everything was added.
func (s *spool) Load(ctx context.Context, id events.StreamID, after events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		list := s.streams[id]
		if list == nil {
			return
		}
		for _, at := range (*list)[min(int(after.Version), len(*list)):] {
			r, err := s.one(ctx, id, at)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func (s *spool) one(ctx context.Context, id events.StreamID, at spot) (events.Recorded, error) {
	if err := ctx.Err(); err != nil {
		return events.Recorded{}, err
	}
	raw := make([]byte, at.n)
	if _, err := s.f.ReadAt(raw, at.at); err != nil && err != io.EOF {
		return events.Recorded{}, fmt.Errorf("read the temporary file: %w", err)
	}
	return store.Open(id, events.Position(at.pos), raw)
}
