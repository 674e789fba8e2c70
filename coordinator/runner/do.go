//go:build !js

package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
	"unicode/utf8"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Do decides a command against the stream it is for and records what comes of it. It returns the
// first answer, with Duplicate set, for a command that the stream holds already.
//
// Once the command has its turn it is finished even if ctx ends. Errors: *engine.Refusal (nothing
// changed, and it says why), *events.UnavailableError (nothing was recorded, unless NotKnown is
// set: send the same command again), *events.CorruptError, *events.UnknownTypeError and
// *events.FormatError for a stream that cannot be read by this program, [*InternalError].
func (s *Service) Do(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
	done, err := s.take("command")
	if err != nil {
		return events.Answer{}, s.report(id, c, 0, events.Answer{}, err)
	}
	defer done()
	began := s.o.Now()
	a, err := s.do(ctx, id, c)
	return a, s.report(id, c, s.o.Now().Sub(began), a, err)
}

func (s *Service) do(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
	ask, err := s.decode(id, c)
	if err != nil {
		return events.Answer{}, err
	}
	l, err := s.lanes.enter(ctx, id)
	if err != nil {
		return events.Answer{}, notTaken(id, err)
	}
	defer s.lanes.leave(l)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Timeout)
	defer cancel()
	return s.decideAndAppend(ctx, l, c, ask)
}

func notTaken(id events.StreamID, err error) error {
	if errors.Is(err, errFull) {
		return busy(id)
	}
	return &events.UnavailableError{Op: "command", Reason: "the sender gave up while the command waited for its turn", Err: err}
}

func busy(id events.StreamID) *engine.Refusal {
	return &engine.Refusal{
		Code: engine.CodeBusy,
		Says: fmt.Sprintf("too much is being entered for %s at this moment; the same entry will be tried again", id),
	}
}

// decode checks what can be checked without a state.
func (s *Service) decode(id events.StreamID, c events.Command) (coordinator.Command, error) {
	return decode(s.o.Catalogue, id, c)
}

func decode(cat *events.Catalogue, id events.StreamID, c events.Command) (coordinator.Command, error) {
	if err := checkIDs(id, c); err != nil {
		return coordinator.Command{}, malformed(err.Error())
	}
	if len(c.Data) == 0 {
		return coordinator.Command{}, malformed(fmt.Sprintf("the command %q has no data; send an object, {} if it has no fields", c.Type))
	}
	if !utf8.Valid(c.Data) {
		return coordinator.Command{}, malformed("the command's data is not valid UTF-8")
	}
	if len(c.Data) > events.MaxCommitBytes {
		return coordinator.Command{}, malformed(fmt.Sprintf("the command's data has %d bytes; at most %d are allowed", len(c.Data), events.MaxCommitBytes))
	}
	body, err := cat.DecodeCommand(c.Type, c.Data)
	var unknown *events.UnknownTypeError
	switch {
	case errors.As(err, &unknown):
		return coordinator.Command{}, &engine.Refusal{
			Code: engine.CodeUnknownCommand,
			Says: fmt.Sprintf("this server does not know the command %q; the page or the server is out of date: load the page again", clip(c.Type)),
		}
	case err != nil:
		return coordinator.Command{}, malformed(err.Error())
	}
	return asked(id, c, body), nil
}

func checkIDs(id events.StreamID, c events.Command) error {
	if err := id.Validate(); err != nil {
		return err
	}
	if err := c.ID.Validate(); err != nil {
		return err
	}
	if c.Device != "" {
		if err := c.Device.Validate(); err != nil {
			return err
		}
	} else if c.N != 0 {
		return errors.New("a command with a number n needs a device that counts")
	}
	if c.Sig != "" && (id.Kind != events.KindGroup || c.Actor.Role != events.RoleCaptain) {
		return errors.New("only what a table's phone enters for a group is signed; send it without sig")
	}
	return nil
}

func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

func malformed(says string) *engine.Refusal {
	return &engine.Refusal{Code: engine.CodeMalformed, Says: says}
}

// decideAndAppend is the loop. The caller has the turn of l.
func (s *Service) decideAndAppend(ctx context.Context, l *lane, c events.Command, ask coordinator.Command) (events.Answer, error) {
	fresh := !l.loaded
	if fresh {
		if err := s.load(ctx, l); err != nil {
			return events.Answer{}, err
		}
	}
	var last error
	for attempt := 0; attempt < s.o.Attempts; attempt++ {
		if attempt > 0 {
			if err := s.pause(ctx, attempt); err != nil {
				break
			}
			if err := s.load(ctx, l); err != nil {
				return events.Answer{}, notKnownIf(last, err)
			}
		}
		a, err := s.try(ctx, l, c, ask, fresh || attempt > 0)
		if !decideAgain(err) {
			return a, err
		}
		last = err
	}
	var gone *events.UnavailableError
	if errors.As(last, &gone) {
		return events.Answer{}, last
	}
	return events.Answer{}, busy(l.id)
}

// notKnownIf keeps the doubt of an earlier attempt when a later one fails: whether the command was
// stored is still not known.
func notKnownIf(before, err error) error {
	var doubt, gone *events.UnavailableError
	if errors.As(before, &doubt) && doubt.NotKnown && !(errors.As(err, &gone) && gone.NotKnown) {
		return &events.UnavailableError{Op: doubt.Op, Reason: doubt.Reason, NotKnown: true, Err: err}
	}
	return err
}

// decideAgain reports whether an attempt ended in a way that another may settle: the stream moved,
// or whether the commit was stored is not known. The append is idempotent by command id, so trying
// again cannot store it twice.
func decideAgain(err error) bool {
	var moved *events.ConflictError
	var gone *events.UnavailableError
	return errors.As(err, &moved) || errors.As(err, &gone) && gone.NotKnown
}

// try makes one attempt. current says that l's past has just been read to the end of the stream.
func (s *Service) try(ctx context.Context, l *lane, c events.Command, ask coordinator.Command, current bool) (events.Answer, error) {
	for {
		if a, ok := l.past.answered(c.ID); ok {
			return a, nil
		}
		made, err := s.decide(l, ask)
		if err == nil {
			return s.append(ctx, l, c, made)
		}
		if current || engine.AsRefusal(err) == nil {
			return events.Answer{}, err
		}
		// Refused against a state that may be old: look again before saying so.
		if err := s.load(ctx, l); err != nil {
			return events.Answer{}, err
		}
		current = true
	}
}

// decide asks the rules. A panic there stops this command and forgets the stream's state, nothing
// else.
func (s *Service) decide(l *lane, ask coordinator.Command) (made []events.Event, err error) {
	defer func() {
		if p := recover(); p != nil {
			l.forget()
			err = s.internal(l.id, fmt.Errorf("decide %s: %v", ask.Body.CommandType(), p), debug.Stack())
		}
	}()
	payloads, err := l.past.machine.decide(ask)
	if err != nil {
		return nil, err
	}
	if len(payloads) == 0 {
		return nil, s.internal(l.id, fmt.Errorf("decide %s: neither events nor a refusal", ask.Body.CommandType()), nil)
	}
	return events.EncodeAll(payloads)
}

// append stores what was decided and folds it in.
func (s *Service) append(ctx context.Context, l *lane, c events.Command, made []events.Event) (events.Answer, error) {
	began := s.o.Now()
	res, err := s.o.Store.Append(ctx, l.past.head, store.Draft{Stream: l.id, Command: c, Events: made})
	s.metrics.appends.Observe(s.o.Now().Sub(began).Seconds())
	var moved *events.ConflictError
	var size *events.SizeError
	switch {
	case errors.As(err, &moved):
		s.metrics.conflicts.Inc()
		return events.Answer{}, err
	case errors.As(err, &size):
		return events.Answer{}, malformed(size.Error())
	case err != nil:
		return events.Answer{}, err
	}
	a := answerTo(res.Recorded)
	a.Duplicate = res.Duplicate
	if res.Duplicate || res.Version != l.past.head.Version+1 {
		// Another Service stored it; the next command reads what else is new.
		return a, nil
	}
	s.fold(l, res.Recorded)
	return a, nil
}

// clockSlack is how far the clocks of servers may differ before it is worth a line in the log.
const clockSlack = 2 * time.Second

// fold takes a commit that was just stored into the lane's past. If that is not possible the state
// is forgotten, and the next command finds out why when it loads.
func (s *Service) fold(l *lane, r events.Recorded) {
	defer func() {
		if p := recover(); p != nil {
			l.forget()
			_ = s.internal(l.id, fmt.Errorf("apply version %d: %v", r.Version, p), debug.Stack())
		}
	}()
	next, err := l.past.with(s.o.Catalogue, r)
	if err != nil {
		l.forget()
		s.o.Log.Error("what was just recorded cannot be read back", "stream", l.id, "version", r.Version, "position", r.Position, "err", err)
		return
	}
	if back := l.past.at.Sub(r.At); back > clockSlack {
		s.o.Log.Warn("the server's clock went back: times and durations are off, the order of entries is not", "stream", l.id.String(), "version", r.Version, "by", back.String())
	}
	l.past = next
	if next.waited > 0 {
		s.metrics.barrier.Observe(next.waited.Seconds())
	}
}

// load brings l's past to the end of the stream. On an error the state is forgotten, so that
// nothing is decided on part of a stream.
func (s *Service) load(ctx context.Context, l *lane) (err error) {
	what := "tail"
	if !l.loaded {
		l.past, l.loaded, what = begin(l.id), true, "whole"
	}
	s.metrics.loads.WithLabelValues(what).Inc()
	defer func() {
		if p := recover(); p != nil {
			err = s.internal(l.id, fmt.Errorf("apply: %v", p), debug.Stack())
		}
		if err != nil {
			l.forget()
		}
	}()
	l.past, err = l.past.catchUp(ctx, s.o.Store, s.o.Catalogue, l.id)
	return err
}

func (l *lane) forget() { l.past, l.loaded = past{}, false }

// pause waits a little longer with every attempt: 1 ms doubled, at most 250 ms, half of it at
// random.
func (s *Service) pause(ctx context.Context, attempt int) error {
	d := min(time.Millisecond<<min(attempt, 20), 250*time.Millisecond)
	d = d/2 + time.Duration(s.o.Jitter()*float64(d/2))
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) internal(id events.StreamID, err error, stack []byte) error {
	e := newInternalError(id, err)
	s.o.Log.Error("a command could not be decided: the program is wrong", "number", e.Number, "stream", id, "err", err, slog.String("stack", string(stack)))
	return e
}
