//go:build !js

package runner

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// An InternalError says that the program itself is wrong. Nothing was recorded. The cause is in the
// log under its Number.
type InternalError struct {
	Number string // to quote, 8 hexadecimal digits
	Stream events.StreamID
	err    error
}

func newInternalError(id events.StreamID, err error) *InternalError {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return &InternalError{Number: hex.EncodeToString(b[:]), Stream: id, err: err}
}

// Error names the number to quote; the cause is for the log only.
func (e *InternalError) Error() string {
	return fmt.Sprintf("the server has made a mistake with %s and recorded nothing; tell the organiser number %s", e.Stream, e.Number)
}

// Unwrap returns the cause.
func (e *InternalError) Unwrap() error { return e.err }

// report counts and logs the outcome of a command and returns err.
func (s *Service) report(id events.StreamID, c events.Command, took time.Duration, a events.Answer, err error) error {
	outcome, code := outcomeOf(a, err)
	s.metrics.commands.WithLabelValues(outcome, code).Inc()
	s.metrics.seconds.WithLabelValues(outcome).Observe(took.Seconds())
	facts := []any{
		"stream", id.String(), "command_id", string(c.ID), "type", clip(c.Type),
		"actor", string(c.Actor.Role), "table", string(c.Actor.Table),
	}
	switch outcome {
	case outcomeAccepted, outcomeDuplicate:
		s.o.Log.Debug("command "+outcome, append(facts, "version", a.Version)...)
	case outcomeRefused:
		s.o.Log.Info("command refused", append(facts, "code", code)...)
	case outcomeUnavailable:
		s.o.Log.Warn("command not recorded", append(facts, "err", err)...)
	default:
		s.o.Log.Error("command failed", append(facts, "err", err)...)
	}
	return err
}

func outcomeOf(a events.Answer, err error) (outcome, code string) {
	var gone *events.UnavailableError
	switch r := engine.AsRefusal(err); {
	case r != nil:
		return outcomeRefused, string(r.Code)
	case err == nil && a.Duplicate:
		return outcomeDuplicate, ""
	case err == nil:
		return outcomeAccepted, ""
	case errors.As(err, &gone):
		return outcomeUnavailable, ""
	default:
		return outcomeFailed, ""
	}
}
