package jetstream

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
)

// copiesOf is a JetStream stream of which only the number of copies is known.
type copiesOf struct {
	jetstream.Stream
	n int
}

func (c copiesOf) CachedInfo() *jetstream.StreamInfo {
	return &jetstream.StreamInfo{Config: jetstream.StreamConfig{Replicas: c.n}}
}

// A server of a cluster that was cut off answers from the past for a while: that is no damage.
func TestAnAnswerFromThePastIsNoDamage(t *testing.T) {
	damage := &events.CorruptError{Position: 7, Problem: "version 170 was read before, but the log ends at version 10"}
	asked := 0
	behind := func(answers int) func() (bool, error) {
		asked = 0
		return func() (bool, error) {
			if asked++; asked <= answers {
				return true, damage
			}
			return false, nil
		}
	}
	on := func(copies int) *Store {
		return &Store{
			opts:    Options{Log: slog.New(slog.DiscardHandler), BehindWait: time.Minute},
			handles: map[events.GatheringID]jetstream.Stream{"spring": copiesOf{n: copies}},
		}
	}
	if err := on(3).certain(t.Context(), "spring", "load", behind(2)); err != nil || asked != 3 {
		t.Errorf("three copies: %v after %d questions, want none after 3", err, asked)
	}
	if err := on(1).certain(t.Context(), "spring", "load", behind(2)); !errors.Is(err, damage) || asked != 1 {
		t.Errorf("one copy: %v after %d questions, want the damage at once", err, asked)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var gone *events.UnavailableError
	if err := on(3).certain(ctx, "spring", "load", behind(99)); !errors.As(err, &gone) {
		t.Errorf("given up meanwhile: %v, want an UnavailableError: whether there is damage is not known", err)
	}
}
