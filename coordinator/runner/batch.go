//go:build !js

package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// MaxBatch is the greatest number of commands in one request.
const MaxBatch = 50

// Request is a batch of commands for one stream, as it comes over HTTP and over NATS. Who asks, and
// from which device, is never in it: the server knows that from the session or the connection.
type Request struct {
	Commands []Entry `json:"commands" minItems:"1" maxItems:"50" doc:"applied in order, up to the first refusal"`
}

// Entry is one command of a [Request].
type Entry struct {
	ID    events.CommandID `json:"id" doc:"UUID made where the command was typed; sending it again is harmless"`
	N     uint64           `json:"n,omitempty" doc:"the device's own count of its commands to this stream, 1, 2, 3, …; 0: it does not count"`
	Round int              `json:"round,omitempty" minimum:"0" doc:"the round of the group that an entry of a table was made in; in another round it is refused. 0: it counts for the round it arrives in"`
	Type  string           `json:"type" maxLength:"80" doc:"command type with version, group.end-round.v1"`
	Data  json.RawMessage  `json:"data" doc:"the command's fields; one that is not known is refused"`
	Sig   string           `json:"sig,omitempty" maxLength:"88" doc:"signature of the command by the key that the device has shown (group.register-key.v1), standard base64 of an Ed25519 signature. Signed are the lines 'muster command v1', stream (spring/g/red), id, device, n, round and type, each with an end of line, and then the data as compact JSON with <, >, &, U+2028 and U+2029 escaped. Once a device has shown a key, what it enters for its table has to be signed; everybody else leaves this out"`
}

// Response answers a [Request]: one answer for each command up to the first that was refused.
type Response struct {
	Answers []Answered `json:"answers"`
	Refused *Refused   `json:"refused,omitempty"` // why the command after the answered ones was not done
	Kind    Kind       `json:"-"`                 // of Refused
}

// Answered is the answer to one accepted command.
type Answered struct {
	ID events.CommandID `json:"id"`
	events.Answer
}

// Refused says why a command was not done.
type Refused struct {
	ID     events.CommandID `json:"id"`
	Code   engine.Code      `json:"code"`
	Says   string           `json:"says"`             // for people
	Source string           `json:"source,omitempty"` // rulebook and section, when a rule is the reason
	WantN  uint64           `json:"wantN,omitempty"`  // the number wanted from the device, for device-gap
}

// Codes of answers that no decider gives.
const (
	CodeUnavailable engine.Code = "unavailable" // the log cannot be used; send again later
	CodeDamaged     engine.Code = "log-damaged" // the log of this stream cannot be trusted or read
	CodeInternal    engine.Code = "internal"    // the program is wrong
)

// Kind says what kind of failure a refused command is, for callers that have to choose a status.
type Kind int

// The kinds.
const (
	KindNone        Kind = iota
	KindRefusal          // a rule or the state does not allow it
	KindMalformed        // the command itself is wrong
	KindNotAllowed       // the actor may not do it
	KindBusy             // too much at once; try again
	KindUnavailable      // try later
	KindInternal         // somebody has to look
)

// Doer does one command; [Service] is one.
type Doer interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// DoAll applies the commands of a request in order and stops at the first that is not accepted.
func DoAll(ctx context.Context, d Doer, id events.StreamID, actor events.Actor, device events.DeviceID, req Request) Response {
	out := Response{Answers: []Answered{}}
	if n := len(req.Commands); n < 1 || n > MaxBatch {
		out.refuse("", malformed(fmt.Sprintf("a request has 1 to %d commands, not %d", MaxBatch, n)))
		return out
	}
	for _, e := range req.Commands {
		c := events.Command{ID: e.ID, Type: e.Type, Data: e.Data, Actor: actor, Device: device, N: e.N, Round: e.Round, Sig: e.Sig}
		if actor.Role != events.RoleCaptain {
			c.Sig = "" // the browser has another session by now than when its page signed
		}
		a, err := d.Do(ctx, id, c)
		if err != nil {
			out.refuse(e.ID, err)
			return out
		}
		out.Answers = append(out.Answers, Answered{ID: e.ID, Answer: a})
	}
	return out
}

func (r *Response) refuse(id events.CommandID, err error) {
	refused, kind := Refuse(err)
	refused.ID = id
	r.Refused, r.Kind = &refused, kind
}

// Refuse puts an error of [Service.Do] into words and says what kind it is.
func Refuse(err error) (Refused, Kind) {
	if r := engine.AsRefusal(err); r != nil {
		return Refused{Code: r.Code, Says: r.Says, Source: r.Source, WantN: r.WantN}, kindOf(r.Code)
	}
	var (
		gone    *events.UnavailableError
		damaged *events.CorruptError
		unknown *events.UnknownTypeError
		newer   *events.FormatError
		broken  *InternalError
	)
	switch {
	case errors.As(err, &gone):
		says := gone.Reason
		if gone.NotKnown {
			says += "; whether it was recorded is not known, it will be sent again"
		}
		return Refused{Code: CodeUnavailable, Says: says}, KindUnavailable
	case errors.As(err, &damaged), errors.As(err, &unknown), errors.As(err, &newer):
		return Refused{Code: CodeDamaged, Says: "nothing more is recorded here until an organiser has looked: " + err.Error()}, KindInternal
	case errors.As(err, &broken):
		return Refused{Code: CodeInternal, Says: broken.Error()}, KindInternal
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Refused{Code: CodeUnavailable, Says: "it took too long; send it again"}, KindUnavailable
	}
	return Refused{Code: CodeInternal, Says: "the server could not do this; its log says why"}, KindInternal
}

func kindOf(c engine.Code) Kind {
	switch c {
	case engine.CodeMalformed, engine.CodeUnknownCommand:
		return KindMalformed
	case engine.CodeNotAllowed, engine.CodeOtherTable:
		return KindNotAllowed
	case engine.CodeBusy:
		return KindBusy
	default:
		return KindRefusal
	}
}
