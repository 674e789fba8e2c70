package jetstream

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Error codes of the server that nats.go does not name.
const (
	codeNoMajority            jetstream.ErrorCode = 10008 // "JetStream system temporarily unavailable"
	codeInsufficientResources jetstream.ErrorCode = 10023 // limits of the server
	codeStorageExceeded       jetstream.ErrorCode = 10047
	codeStoreFailed           jetstream.ErrorCode = 10077 // "maximum bytes exceeded" and I/O errors
	codeSealed                jetstream.ErrorCode = 10109
	codeMaximumStreams        jetstream.ErrorCode = 10027
)

// errNotConnected says that nothing was sent, because there is no connection at the moment.
var errNotConnected = errors.New("not connected")

func apiCode(err error) jetstream.ErrorCode {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.ErrorCode
	}
	var js jetstream.JetStreamError
	if errors.As(err, &js) && js.APIError() != nil {
		return js.APIError().ErrorCode
	}
	return 0
}

// movedMeanwhile reports whether the broker refused an append because the stream is not where the
// append expects it, or (second code, replicated streams) because another append is on its way.
func movedMeanwhile(err error) bool {
	c := apiCode(err)
	return c == jetstream.JSErrCodeStreamWrongLastSequence || c == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}

// refused reports whether the broker answered and did not store: anything but silence.
func refused(err error) bool {
	return apiCode(err) != 0 || errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, errNotConnected) ||
		errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

func noStream(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || apiCode(err) == jetstream.JSErrCodeStreamNotFound
}

// unavailable wraps what the broker or the connection said, with a sentence for people.
func unavailable(op string, err error) *events.UnavailableError {
	return &events.UnavailableError{Op: op, Reason: reason(err), Err: err}
}

func reason(err error) string {
	switch apiCode(err) {
	case codeInsufficientResources, codeStorageExceeded, codeStoreFailed:
		return "the log is full or its disk does not take any more; free space on the server's disk or raise its limit"
	case codeNoMajority:
		return "no majority of the NATS cluster can be reached; it takes entries again when most of its servers are up"
	case codeMaximumStreams:
		return "the broker allows no further gathering; raise its limit of streams"
	case codeSealed:
		return store.SealedReason
	case jetstream.JSErrCodeJetStreamNotEnabled, jetstream.JSErrCodeJetStreamNotEnabledForAccount:
		return "the NATS server runs without JetStream; turn it on"
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "the request was given up"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return "the log did not answer in time; its disk may be full, its server overloaded, or too few servers of its cluster up"
	case errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrDisconnected), errors.Is(err, errNotConnected):
		return "the connection to the NATS server is gone"
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse):
		return "no NATS server answers for the log at the moment; a cluster may be choosing a leader, or too few of its servers are up"
	}
	return "the log cannot be used at the moment"
}

// missing is the error for a log that must exist, because something was read from it, and does not.
func missing(g events.GatheringID, read events.Position) error {
	return &events.CorruptError{
		Position: 1, Hint: store.RepairHint,
		Problem: fmt.Sprintf("the log of %s does not exist, but position %d was read from it before", g, read),
	}
}

// readFailed is the error of a read that could not go on.
func readFailed(ctx context.Context, op string, err error) error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return unavailable(op, err)
}
