// Package letters deals with dead letters on behalf of people: what a process manager could not carry on is
// listed, tried again, or given up with a reason that the log keeps. Start with [Desk].
package letters

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	state "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// Codes of refusals.
const (
	CodeNoLetter   engine.Code = "no-such-letter" // somebody has dealt with it
	CodeStillFails engine.Code = "still-fails"    // it could not be carried on this time either
)

// Processes hold the dead letters; process.Processes are some.
type Processes interface {
	Letters(ctx context.Context, g events.GatheringID) (list []process.DeadLetter, more bool, err error)
	Letter(ctx context.Context, number uint64) (process.DeadLetter, error)
	Again(ctx context.Context, number uint64) error
	Discard(ctx context.Context, number uint64) error
}

// Commander sends a command to the stream it is for; coordinator/runner.Service is one.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Desk deals with the dead letters of gatherings.
type Desk struct {
	Processes Processes
	Commands  Commander
	Log       *slog.Logger // nil: nothing is logged
}

// List returns the dead letters of a gathering, oldest first; more says that there are others. Errors:
// *events.UnavailableError.
func (d *Desk) List(ctx context.Context, g events.GatheringID) (list []process.DeadLetter, more bool, err error) {
	list, more, err = d.Processes.Letters(ctx, g)
	return list, more, orUnavailable("list what was not carried on", err)
}

// Again carries a dead letter of a gathering on. Errors: *engine.Refusal with [CodeNoLetter] or
// [CodeStillFails], *events.UnavailableError.
func (d *Desk) Again(ctx context.Context, g events.GatheringID, number uint64) error {
	if _, err := d.letter(ctx, g, number); err != nil {
		return err
	}
	err := d.Processes.Again(ctx, number)
	var still *process.StillFailsError
	switch {
	case errors.Is(err, process.ErrNoLetter):
		return nil // somebody else was faster
	case errors.As(err, &still):
		return &engine.Refusal{Code: CodeStillFails, Says: "it could not be carried on this time either: " + still.Error()}
	}
	return orUnavailable("carry something on", err)
}

// Discard gives a dead letter of a gathering up, which the log of its desk records with the reason. form is
// the id of that command. In a gathering that is sealed nothing can be recorded; it is given up all the
// same. Errors: *engine.Refusal, *events.UnavailableError.
func (d *Desk) Discard(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, number uint64, reason string) error {
	l, err := d.letter(ctx, g, number)
	if err != nil {
		return err
	}
	body := desk.DiscardLetter{Reason: strings.TrimSpace(reason), Letter: desk.Letter{
		Handler: l.Handler, Stream: l.Stream, Position: l.Position, Webhook: l.Hook, Said: clip(l.Reason, desk.MaxLetterWords),
	}}
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode %s: %w", body.CommandType(), err)
	}
	_, err = d.Commands.Do(ctx, events.Desk(g), events.Command{ID: form, Type: body.CommandType(), Data: data, Actor: actor})
	if no := engine.AsRefusal(err); no != nil && no.Code == state.CodeSealed && body.Reason != "" {
		d.log().Warn("a dead letter of a sealed gathering is given up", "gathering", g, "handler", l.Handler, "position", uint64(l.Position), "reason", body.Reason)
		err = nil
	}
	if err != nil {
		return err
	}
	if err := d.Processes.Discard(ctx, number); !errors.Is(err, process.ErrNoLetter) {
		return orUnavailable("give something up", err)
	}
	return nil
}

func (d *Desk) log() *slog.Logger {
	if d.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return d.Log
}

// letter returns a dead letter if it is one of the gathering's.
func (d *Desk) letter(ctx context.Context, g events.GatheringID, number uint64) (process.DeadLetter, error) {
	l, err := d.Processes.Letter(ctx, number)
	if errors.Is(err, process.ErrNoLetter) || err == nil && l.Gathering != g {
		return l, &engine.Refusal{Code: CodeNoLetter, Says: process.ErrNoLetter.Error()}
	}
	return l, orUnavailable("read what was not carried on", err)
}

func orUnavailable(op string, err error) error {
	if err == nil {
		return nil
	}
	return &events.UnavailableError{Op: op, Reason: "the NATS server does not answer as it should", Err: err}
}

// clip cuts a text to a number of bytes, between characters.
func clip(s string, n int) string {
	if len(s) > n {
		s = s[:n]
	}
	return strings.ToValidUTF8(s, "")
}
