package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// ErrNoLetter says that a dead letter is not there (any more): somebody has dealt with it.
var ErrNoLetter = errors.New("this is not waiting any more: somebody has dealt with it, or it was carried on")

// MaxLetters is how many dead letters are listed at most.
const MaxLetters = 200

// DeadLetter is something that a handler could not carry on, and that waits for somebody.
type DeadLetter struct {
	Number    uint64             `json:"number"` // its name, as long as it waits
	Handler   string             `json:"handler"`
	Gathering events.GatheringID `json:"gathering,omitempty"` // empty: it is about none that can be read
	// Stream, Version and Position name the commit that it is about, as far as that can be read; Type is
	// what that commit was asked for by, or what the webhook was to be told.
	Stream   string          `json:"stream,omitempty"`
	Version  events.Version  `json:"version,omitempty"`
	Position events.Position `json:"position,omitempty"`
	Type     string          `json:"type,omitempty"`
	Hook     desk.WebhookID  `json:"webhook,omitempty"` // that was to be told
	Reason   string          `json:"reason"`            // in words
	At       time.Time       `json:"at"`                // since when it waits
}

// Letters returns the dead letters of a gathering, or with an empty one all, oldest first and at most
// [MaxLetters]; more says that there are others. An error says that the broker does not answer.
func (p *Processes) Letters(ctx context.Context, g events.GatheringID) (list []DeadLetter, more bool, err error) {
	stream, err := p.o.JS.Stream(ctx, DeadLetterStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("open the dead letters: %w", err)
	}
	for seq := uint64(1); ; seq++ {
		m, err := stream.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(deadSubject+">"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return list, false, nil
		}
		if err != nil {
			return nil, false, fmt.Errorf("read the dead letters: %w", err)
		}
		seq = m.Sequence
		l := letterOf(m)
		if g != "" && l.Gathering != g {
			continue
		}
		if len(list) == MaxLetters {
			return list, true, nil
		}
		list = append(list, l)
	}
}

// Letter returns a dead letter by its number, or [ErrNoLetter].
func (p *Processes) Letter(ctx context.Context, number uint64) (DeadLetter, error) {
	_, m, err := p.letter(ctx, number)
	if err != nil {
		return DeadLetter{}, err
	}
	return letterOf(m), nil
}

func (p *Processes) letter(ctx context.Context, number uint64) (jetstream.Stream, *jetstream.RawStreamMsg, error) {
	stream, err := p.o.JS.Stream(ctx, DeadLetterStream)
	if err != nil {
		return nil, nil, orNoLetter("open the dead letters", err)
	}
	m, err := stream.GetMsg(ctx, number)
	if err != nil {
		return nil, nil, orNoLetter("read a dead letter", err)
	}
	return stream, m, nil
}

func orNoLetter(what string, err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrMsgNotFound) {
		return ErrNoLetter
	}
	return fmt.Errorf("%s: %w", what, err)
}

// StillFailsError says that a dead letter could not be carried on this time either.
type StillFailsError struct{ Err error }

// Error says why, in words.
func (e *StillFailsError) Error() string { return inWords(e.Err.Error()) }

// Unwrap returns the reason.
func (e *StillFailsError) Unwrap() error { return e.Err }

// Again carries a dead letter on, in this process: what succeeds is deleted. What a webhook was to be told
// goes back into its queue. Errors: [ErrNoLetter], *StillFailsError, or the broker does not answer.
func (p *Processes) Again(ctx context.Context, number uint64) error {
	stream, m, err := p.letter(ctx, number)
	if err != nil {
		return err
	}
	name := strings.TrimPrefix(m.Subject, deadSubject)
	h, ok := p.carryOn()[name]
	if !ok {
		return &StillFailsError{fmt.Errorf("there is no process %q in this program", name)}
	}
	if err := handleAgain(ctx, h, m); err != nil {
		p.o.Log.Warn("a dead letter failed again", "handler", name, "letter", number, "err", err)
		return &StillFailsError{err}
	}
	return orGone(stream.DeleteMsg(ctx, number))
}

// Discard deletes a dead letter. Errors: [ErrNoLetter], or the broker does not answer.
func (p *Processes) Discard(ctx context.Context, number uint64) error {
	stream, _, err := p.letter(ctx, number)
	if err != nil {
		return err
	}
	return orGone(stream.DeleteMsg(ctx, number))
}

func orGone(err error) error {
	if err == nil || errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return fmt.Errorf("delete a dead letter: %w", err)
}

// letterOf reads a dead letter. What cannot be read is left out: it may be here because of that.
func letterOf(m *jetstream.RawStreamMsg) DeadLetter {
	out := DeadLetter{
		Number: m.Sequence, Handler: strings.TrimPrefix(m.Subject, deadSubject), At: m.Time,
		Reason: inWords(m.Header.Get(middleware.ReasonForPoisonedKey)),
	}
	subject := m.Header.Get(MetaSubject)
	if d := (Delivery{}); out.Handler == DeliveryHandler && json.Unmarshal(m.Data, &d) == nil {
		out.Gathering, out.Stream, out.Position, out.Type, out.Hook = d.Gathering, d.Stream, d.Position, d.Type, d.Hook
		return out
	}
	if t := (timer{}); out.Handler == DueHandler && json.Unmarshal(m.Data, &t) == nil {
		out.Gathering, out.Stream, out.Version, out.Type = t.Stream.Gathering, t.Stream.String(), t.Version, "timer"
		return out
	}
	if id, err := events.ParseLogSubject(subject); err == nil {
		out.Gathering, out.Stream = id.Gathering, id.String()
	}
	if c, err := events.DecodeCommit(m.Data); err == nil {
		out.Stream, out.Version, out.Type = c.Stream.String(), c.Version, c.Command.Type
	}
	at, _ := strconv.ParseUint(m.Header.Get(MetaPosition), 10, 64) // 0 if it has none
	out.Position = events.Position(at)
	return out
}

// inWords returns the part of a reason that is for people.
func inWords(reason string) string {
	says, _, _ := strings.Cut(reason, refusedMark)
	return says
}
