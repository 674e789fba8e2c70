package process

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Dead letters: commits that a handler could not take, each with the reason in its headers.
const (
	DeadLetterStream = "MUSTER_DLQ"
	// DeadLettersKept is how long a dead letter waits for somebody.
	DeadLettersKept = 30 * 24 * time.Hour
	deadSubject     = "muster.dlq."
)

// DeadLetterSubject is where the dead letters of a handler go.
func DeadLetterSubject(handler string) string { return deadSubject + handler }

func openDeadLetters(ctx context.Context, js jetstream.JetStream, replicas int) (jetstream.Stream, error) {
	s, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: DeadLetterStream, Description: "commits that a process could not take", Subjects: []string{deadSubject + ">"},
		Storage: jetstream.FileStorage, Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardOld,
		MaxAge: DeadLettersKept, MaxBytes: 256 << 20, Replicas: max(replicas, 1), Duplicates: 10 * time.Minute,
	})
	if err != nil {
		return nil, fmt.Errorf("open the dead letters: %w", err)
	}
	return s, nil
}

// deadLetters is the Watermill publisher behind the poison queue. Publish returns once the broker
// has stored the letter.
type deadLetters struct{ js jetstream.JetStream }

func (d deadLetters) Publish(topic string, msgs ...*message.Message) error {
	for _, wm := range msgs {
		// The message's own context may have ended: that may be why it is here.
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		_, err := d.js.PublishMsg(ctx, fromWatermill(topic, wm), jetstream.WithMsgID(topic+" "+wm.UUID))
		cancel()
		if err != nil {
			return fmt.Errorf("store a dead letter: %w", err)
		}
	}
	return nil
}

func (deadLetters) Close() error { return nil }

const headerUUID = "Muster-Message"

func fromWatermill(subject string, wm *message.Message) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Data = wm.Payload
	for k, v := range wm.Metadata {
		if !natsHeader(k) {
			m.Header.Set(k, v)
		}
	}
	m.Header.Set(headerUUID, wm.UUID)
	return m
}

// natsHeader reports whether a header steers the broker and must not be sent on.
func natsHeader(k string) bool { return len(k) > 5 && k[:5] == "Nats-" }

// Waiting are the dead letters of one handler.
type Waiting struct {
	Handler string
	Count   int
	Reason  string // of the latest
}

// Says returns the reason in words for people.
func (w Waiting) Says() string { return inWords(w.Reason) }

// DeadLetters returns how many dead letters of each handler wait for somebody, by name of the handler;
// a handler without any is left out. An error says that the broker does not answer.
func (p *Processes) DeadLetters(ctx context.Context) ([]Waiting, error) {
	stream, err := p.o.JS.Stream(ctx, DeadLetterStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the dead letters: %w", err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(deadSubject+">"))
	if err != nil {
		return nil, fmt.Errorf("count the dead letters: %w", err)
	}
	var out []Waiting
	for _, name := range slices.Sorted(maps.Keys(p.carryOn())) {
		n := info.State.Subjects[DeadLetterSubject(name)]
		if n == 0 {
			continue
		}
		w := Waiting{Handler: name, Count: int(n)}
		if last, err := stream.GetLastMsgForSubject(ctx, DeadLetterSubject(name)); err == nil {
			w.Reason = last.Header.Get(middleware.ReasonForPoisonedKey)
		}
		out = append(out, w)
	}
	return out, nil
}

// Requeued says what became of the dead letters that were handled again.
type Requeued struct {
	Done int // handled; they are gone
	Left int // failed again; they are still there
}

// Requeue handles the dead letters of a handler once more, oldest first, in this process. Those that
// succeed are deleted. Errors: no such handler, or the broker does not answer; what was done before
// is counted.
func (p *Processes) Requeue(ctx context.Context, handler string) (Requeued, error) {
	h, ok := p.carryOn()[handler]
	if !ok {
		return Requeued{}, fmt.Errorf("there is no process %q", handler)
	}
	return p.requeue(ctx, handler, h)
}

func (p *Processes) requeue(ctx context.Context, handler string, h handlerFunc) (Requeued, error) {
	var out Requeued
	err := eachLetter(ctx, p.o.JS, handler, func(m *jetstream.RawStreamMsg) bool {
		if err := handleAgain(ctx, h, m); err != nil {
			out.Left++
			p.o.Log.Warn("a dead letter failed again", "handler", handler, "letter", m.Sequence, "err", err)
			return false
		}
		out.Done++
		return true
	})
	return out, err
}

// eachLetter looks at the dead letters of a handler, oldest first, and deletes those that look says are
// done with.
func eachLetter(ctx context.Context, js jetstream.JetStream, handler string, look func(*jetstream.RawStreamMsg) (done bool)) error {
	stream, err := js.Stream(ctx, DeadLetterStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open the dead letters: %w", err)
	}
	for seq := uint64(1); ; seq++ {
		m, err := stream.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(DeadLetterSubject(handler)))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the dead letters: %w", err)
		}
		seq = m.Sequence
		if !look(m) {
			continue
		}
		if err := stream.DeleteMsg(ctx, seq); err != nil {
			return fmt.Errorf("delete a dead letter: %w", err)
		}
	}
}

func handleAgain(ctx context.Context, h handlerFunc, m *jetstream.RawStreamMsg) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the handler panicked: %v", p)
		}
	}()
	wm := message.NewMessage(m.Header.Get(headerUUID), m.Data)
	for k, vs := range m.Header {
		wm.Metadata.Set(k, vs[0])
	}
	ctx, cancel := context.WithTimeout(ctx, HandlerTimeout)
	defer cancel()
	wm.SetContext(ctx)
	return h(wm)
}
