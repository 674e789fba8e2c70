//go:build !js

package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
)

// Where checkpoints are kept: one message each, on a subject of their gathering. Nothing is ever
// deleted.
const (
	HistoryStream  = "MUSTER_CHECKPOINTS"
	historySubject = "muster.checkpoint."
	historyWait    = 5 * time.Second // for one answer of the broker
)

// History holds every checkpoint that was signed, for all servers of a NATS. It is safe for concurrent
// use.
type History struct {
	js jetstream.JetStream
	s  jetstream.Stream
}

// OpenHistory opens the checkpoints of a NATS, and makes room for them at the first start. Errors:
// *events.UnavailableError.
func OpenHistory(ctx context.Context, js jetstream.JetStream, replicas int) (*History, error) {
	s, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: HistoryStream, Description: "signed heads of the logs", Subjects: []string{historySubject + "*"},
		Storage: jetstream.FileStorage, Retention: jetstream.LimitsPolicy, DenyDelete: true, DenyPurge: true,
		MaxMsgSize: MaxCheckpointBytes, Replicas: max(replicas, 1),
	})
	if err != nil {
		return nil, unavailable("open the checkpoints", err)
	}
	return &History{js: js, s: s}, nil
}

// Kept is a checkpoint as the history holds it.
type Kept struct {
	Note []byte // as signed, see [OpenCheckpoint]
	At   time.Time
	seq  uint64
}

// Last returns the newest checkpoint of a gathering, nil if there is none. Errors:
// *events.UnavailableError.
func (h *History) Last(ctx context.Context, g events.GatheringID) (*Kept, error) {
	ctx, cancel := context.WithTimeout(ctx, historyWait)
	defer cancel()
	m, err := h.s.GetLastMsgForSubject(ctx, historySubject+string(g))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, unavailable("read the last checkpoint of "+string(g), err)
	}
	return &Kept{Note: m.Data, At: m.Time, seq: m.Sequence}, nil
}

// Add keeps a checkpoint after the one that was the last when after was read; nil: there was none. It
// reports false if another server has added one meanwhile: read the last one again. Errors:
// *events.UnavailableError.
func (h *History) Add(ctx context.Context, c Checkpoint, after *Kept) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, historyWait)
	defer cancel()
	seq := uint64(0)
	if after != nil {
		seq = after.seq
	}
	m := nats.NewMsg(historySubject + string(c.Gathering))
	m.Data = c.Note
	_, err := h.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(seq))
	var api *jetstream.APIError
	if errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == 10164) {
		return false, nil
	}
	if err != nil {
		return false, unavailable("keep the checkpoint of "+string(c.Gathering), err)
	}
	return true, nil
}

// All returns every checkpoint of a gathering that was kept, the oldest first. A checkpoint may be there
// more than once with the same size, with further signatures. Errors: *events.UnavailableError.
func (h *History) All(ctx context.Context, g events.GatheringID) ([]Kept, error) {
	return h.Since(ctx, g, nil)
}

// Since returns those that were kept after one, as All does; nil: all of them.
func (h *History) Since(ctx context.Context, g events.GatheringID, after *Kept) ([]Kept, error) {
	last, err := h.Last(ctx, g)
	if err != nil || last == nil || after != nil && last.seq <= after.seq {
		return nil, err
	}
	cfg := jetstream.OrderedConsumerConfig{FilterSubjects: []string{historySubject + string(g)}}
	if after != nil {
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, after.seq+1
	}
	cons, err := h.s.OrderedConsumer(ctx, cfg)
	if err != nil {
		return nil, unavailable("read the checkpoints of "+string(g), err)
	}
	var out []Kept
	for {
		m, err := cons.Next(jetstream.FetchMaxWait(historyWait))
		if err != nil {
			return nil, unavailable("read the checkpoints of "+string(g), err)
		}
		meta, err := m.Metadata()
		if err != nil {
			return nil, fmt.Errorf("read the checkpoints of %s: %w", g, err)
		}
		out = append(out, Kept{Note: m.Data(), At: meta.Timestamp, seq: meta.Sequence.Stream})
		if meta.Sequence.Stream >= last.seq {
			return out, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}
