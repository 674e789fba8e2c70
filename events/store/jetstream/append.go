package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// maxTries bounds how often an append is offered when the broker says that something else is on its
// way to the same subject, but nothing new can be read yet.
const maxTries = 8

// Append implements store.Appender.
func (s *Store) Append(ctx context.Context, want events.Head, d store.Draft) (store.Result, error) {
	r, err := store.Seal(want, d, s.opts.Now())
	if err != nil {
		return store.Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return store.Result{}, unavailable("append", err)
	}
	x := s.index(d.Stream)
	if err := x.acquire(ctx); err != nil {
		return store.Result{}, err
	}
	defer x.release()
	if x.head.Version < want.Version {
		if err := s.catchUp(ctx, d.Stream, x); err != nil {
			return store.Result{}, err
		}
	}
	if r, ok, err := s.find(ctx, d.Stream, x, d.Command.ID); ok || err != nil {
		return store.Result{Recorded: r, Duplicate: ok}, err
	}
	if x.head != want {
		return s.settle(ctx, want, r, x)
	}
	if want.Version == 0 && d.Stream.Kind == events.KindDesk {
		if err := s.create(ctx, d.Stream.Gathering); err != nil {
			return store.Result{}, err
		}
	}
	return s.offer(ctx, want, r, x)
}

// offer publishes r and finds out what became of it. The caller holds the index.
func (s *Store) offer(ctx context.Context, want events.Head, r events.Recorded, x *index) (store.Result, error) {
	for try := 1; ; try++ {
		ack, err := s.publish(ctx, want, r)
		switch {
		case err == nil && !ack.Duplicate:
			r.Position = events.Position(ack.Sequence)
			x.add(r)
			return store.Result{Recorded: r}, nil
		case err == nil:
			return s.recognised(ctx, r, events.Position(ack.Sequence), x)
		case movedMeanwhile(err):
			res, err := s.settle(ctx, want, r, x)
			if !errors.Is(err, errNothingNew) {
				return res, err
			}
			if try == maxTries || !pause(ctx, try) {
				return store.Result{}, &events.UnavailableError{
					Op: "append", Reason: "the broker says that the stream has moved, but nothing new can be read from it; try again",
				}
			}
		case refused(err):
			return store.Result{}, s.explain(ctx, r, err)
		default:
			return s.lookUp(ctx, r, x, err)
		}
	}
}

// publish sends r once.
func (s *Store) publish(ctx context.Context, want events.Head, r events.Recorded) (*jetstream.PubAck, error) {
	if !s.opts.Commands.IsConnected() {
		return nil, errNotConnected // do not leave it in the client's buffer for later
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.AckWait)
	defer cancel()
	msg := &nats.Msg{Subject: events.LogSubject(r.Stream), Data: r.Raw, Header: nats.Header{}}
	return s.write.PublishMsg(ctx, msg,
		jetstream.WithMsgID(MessageID(r.Stream, r.Command.ID)),
		jetstream.WithExpectStream(events.JetStreamName(r.Stream.Gathering)),
		jetstream.WithExpectLastSequencePerSubject(uint64(want.Position)))
}

// MessageID is the id under which the broker recognises a repeated message: stream and command id.
func MessageID(id events.StreamID, cmd events.CommandID) string {
	return id.String() + " " + string(cmd)
}

// create makes the JetStream stream of a gathering if there is none. It refuses, with the reason,
// where one is known to have been.
func (s *Store) create(ctx context.Context, g events.GatheringID) error {
	_, err := s.write.Stream(ctx, events.JetStreamName(g))
	if err == nil {
		return nil
	}
	if !noStream(err) {
		return unavailable("append", err)
	}
	if s.known(g) {
		return missing(g, 1)
	}
	if s.opts.MayCreate != nil {
		if err := s.opts.MayCreate(g); err != nil {
			return err
		}
	}
	_, err = s.write.CreateStream(ctx, Config(g, s.opts.Replicas, s.opts.MaxBytes))
	if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return unavailable("append", err)
	}
	s.opts.Log.Info("log of a gathering created", "gathering", string(g), "replicas", s.opts.Replicas)
	s.created.fire()
	return nil
}

// errNothingNew says that the log, read again, still ends where the append expected it to.
var errNothingNew = errors.New("nothing new in the stream")

// settle is for an append whose expectation does not hold: it reads what is new and answers with
// the commit that holds the command, if it is there, or with the conflict.
func (s *Store) settle(ctx context.Context, want events.Head, r events.Recorded, x *index) (store.Result, error) {
	if err := s.catchUp(ctx, r.Stream, x); err != nil {
		return store.Result{}, err
	}
	got, ok, err := s.find(ctx, r.Stream, x, r.Command.ID)
	if ok || err != nil {
		return store.Result{Recorded: got, Duplicate: ok}, err
	}
	if err := store.Fits(r.Stream, want, x.head); err != nil {
		return store.Result{}, err
	}
	return store.Result{}, errNothingNew
}

// recognised is for a message that the broker says it has already: what is stored is read and must
// hold the command.
func (s *Store) recognised(ctx context.Context, r events.Recorded, pos events.Position, x *index) (store.Result, error) {
	got, err := s.at(ctx, r.Stream, pos)
	if err != nil {
		return store.Result{}, err
	}
	if got.Command.ID != r.Command.ID {
		return store.Result{}, &events.CorruptError{
			Stream: r.Stream, Position: pos, Hint: store.RepairHint,
			Problem: fmt.Sprintf("the broker recognises command %s there, but it holds %s", r.Command.ID, got.Command.ID),
		}
	}
	x.add(got)
	return store.Result{Recorded: got, Duplicate: true}, nil
}

// lookUp is for an append that got no answer. The log is asked for the command id, also when the
// request has been given up meanwhile, for as long as an answer would have been waited for.
func (s *Store) lookUp(ctx context.Context, r events.Recorded, x *index, cause error) (store.Result, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.opts.AckWait)
	defer cancel()
	for try := 1; ; try++ {
		err := s.catchUp(ctx, r.Stream, x)
		if err == nil {
			got, ok, err := s.find(ctx, r.Stream, x, r.Command.ID)
			if err != nil {
				return store.Result{}, err
			}
			if ok { // the same bytes: it was this append that stored them
				return store.Result{Recorded: got, Duplicate: !bytes.Equal(got.Raw, r.Raw)}, nil
			}
		}
		if isDamage(err) {
			return store.Result{}, err
		}
		if try == maxTries || s.opts.Commands.IsClosed() || !pause(ctx, try) {
			e := unavailable("append", cause)
			e.NotKnown = true
			return store.Result{}, e
		}
	}
}

// explain turns the broker's refusal into an error for the caller. Nothing was stored.
func (s *Store) explain(ctx context.Context, r events.Recorded, err error) error {
	if apiCode(err) == jetstream.JSErrCodeStreamMessageExceedsMaximum || errors.Is(err, nats.ErrMaxPayload) {
		return &events.SizeError{Stream: r.Stream, Bytes: len(r.Raw), Limit: int(s.opts.Commands.MaxPayload()) - headerRoom}
	}
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) || noStream(err) {
		if _, missErr := s.write.Stream(ctx, events.JetStreamName(r.Stream.Gathering)); noStream(missErr) {
			return s.noLog(r)
		}
	}
	return unavailable("append", err)
}

// noLog is the error for an append to a gathering that has no JetStream stream.
func (s *Store) noLog(r events.Recorded) error {
	if r.Version > 1 || s.known(r.Stream.Gathering) {
		return missing(r.Stream.Gathering, max(1, events.Position(r.Version-1)))
	}
	return &events.UnavailableError{
		Op:     "append",
		Reason: fmt.Sprintf("gathering %s has no log here: it begins with the first entry of its desk", r.Stream.Gathering),
	}
}

// pause waits a little longer at each try, with jitter, and reports whether ctx still holds.
func pause(ctx context.Context, try int) bool {
	d := min(time.Duration(1<<try)*5*time.Millisecond, 500*time.Millisecond)
	t := time.NewTimer(d/2 + rand.N(d/2))
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
