package process

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/desk"
)

// carriers are the handlers that record in a gathering's own log what follows from it. Once that is sealed
// nothing can be recorded in it, so that nothing may wait for it either.
var carriers = []string{CampaignHandler, LeagueHandler}

// untilSealed wraps a handler that records: after the gathering was sealed its dead letters are taken away,
// because they could never be carried on.
func (p *Processes) untilSealed(name string, h handlerFunc) handlerFunc {
	return func(wm *message.Message) error {
		if err := h(wm); err != nil {
			return err
		}
		id, err := events.ParseLogSubject(wm.Metadata.Get(MetaSubject))
		if err != nil || id.Kind != events.KindDesk {
			return nil
		}
		commit, err := events.DecodeCommit(wm.Payload)
		if err != nil || !words.Seals(commit) {
			return nil
		}
		return eachLetter(wm.Context(), p.o.JS, name, func(m *jetstream.RawStreamMsg) bool {
			return strings.HasPrefix(m.Header.Get(headerUUID), string(id.Gathering)+":")
		})
	}
}

// tooLate tells whether a command was refused because its gathering is sealed: there is nothing left to
// carry on.
func tooLate(refused *engine.Refusal) bool { return refused != nil && refused.Code == desk.CodeSealed }

// Behind says which results of a gathering are recorded and not yet where they belong; empty: none. An
// error says that the broker does not answer.
func (p *Processes) Behind(ctx context.Context, g events.GatheringID) (says string, err error) {
	for _, name := range carriers {
		c, err := p.o.JS.Consumer(ctx, events.JetStreamName(g), name)
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			return fmt.Sprintf("%s has not read the gathering yet", name), nil
		}
		if err != nil {
			return "", &events.UnavailableError{Op: "look what is carried on", Reason: "the NATS server does not answer as it should", Err: err}
		}
		info := c.CachedInfo()
		if n := info.NumPending + uint64(info.NumAckPending); n > 0 {
			return fmt.Sprintf("%d entries are still being looked at by %s", n, name), nil
		}
	}
	return "", nil
}

// isCarrier tells whether a handler records in the log that it reads.
func isCarrier(name string) bool { return slices.Contains(carriers, name) }
