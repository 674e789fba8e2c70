//go:build !js

package runner

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// MaxRequestBytes is the greatest size of an encoded [Request].
const MaxRequestBytes = 64 << 10

// MaxRequests bounds the requests that one [Serve] works on at once; more are refused as busy.
const MaxRequests = 256

// flushWait bounds the wait for the broker to know the service.
const flushWait = 10 * time.Second

// ServiceName is the name of the command service among the micro services of a NATS.
const ServiceName = "muster-commands"

// An Authorizer says who speaks on a command subject. The broker has already decided who may
// publish there, so the subject is all there is to go by; nothing in the message is trusted. An
// error refuses the request; *engine.Refusal is shown as it is.
type Authorizer func(g events.GatheringID, group events.GroupID, table events.TableID) (events.Actor, events.DeviceID, error)

// BySubject is the [Authorizer] for a broker that lets a table's credentials publish on that
// table's subject only, and none but the organiser's on the console's: the table's subject speaks
// for its captain, the console's for the organiser. Each subject counts as one device.
func BySubject(g events.GatheringID, group events.GroupID, table events.TableID) (events.Actor, events.DeviceID, error) {
	device := subjectDevice(g, group, table)
	if table == events.ConsoleTable {
		return events.Actor{Role: events.RoleOrganiser}, device, nil
	}
	return events.Actor{Role: events.RoleCaptain, Group: group, Table: table}, device, nil
}

// TablesOnly is [BySubject] without the console, for a broker that is not known to guard it.
func TablesOnly(g events.GatheringID, group events.GroupID, table events.TableID) (events.Actor, events.DeviceID, error) {
	if table == events.ConsoleTable {
		return events.Actor{}, "", &engine.Refusal{
			Code: engine.CodeNotAllowed,
			Says: "this server takes no organiser's commands over NATS; use its pages or its HTTP API",
		}
	}
	return BySubject(g, group, table)
}

func subjectDevice(g events.GatheringID, group events.GroupID, table events.TableID) events.DeviceID {
	h := sha256.Sum256([]byte(events.CommandSubject(g, group, table)))
	return events.DeviceID("nats-" + hex.EncodeToString(h[:8]))
}

// Serve answers requests on [events.CommandFilter] with d until ctx ends, then answers those it has
// taken and returns nil. Several Serves on one NATS share the requests between them. Each request
// is a [Request] in JSON and each reply a [Response].
func Serve(ctx context.Context, nc *nats.Conn, d Doer, who Authorizer, log *slog.Logger) error {
	h := &requests{doer: d, who: who, log: log, room: make(chan struct{}, MaxRequests)}
	// Requests that were taken are answered even if ctx ends meanwhile.
	h.ctx = context.WithoutCancel(ctx)
	svc, err := micro.AddService(nc, micro.Config{
		Name:        ServiceName,
		Version:     "1.0.0",
		Description: "decides commands of muster's groups and records what comes of them",
		Endpoint:    &micro.EndpointConfig{Subject: events.CommandFilter, Handler: micro.HandlerFunc(h.handle)},
	})
	if err != nil {
		return fmt.Errorf("serve commands over NATS: %w", err)
	}
	if err := nc.FlushTimeout(flushWait); err != nil && ctx.Err() == nil {
		return errors.Join(fmt.Errorf("serve commands over NATS: %w", err), svc.Stop())
	}
	<-ctx.Done()
	err = svc.Stop()
	h.fill() // what arrived meanwhile is told that it is busy here, and is sent again
	if err != nil && !nc.IsClosed() {
		return fmt.Errorf("stop serving commands over NATS: %w", err)
	}
	return nil
}

// requests hands each request to a goroutine, since a micro endpoint calls its handler for one at
// a time.
type requests struct {
	ctx  context.Context
	doer Doer
	who  Authorizer
	log  *slog.Logger
	room chan struct{} // one token for each request being worked on
}

// fill takes all the room, which returns once every request that had some is answered.
func (h *requests) fill() {
	for range cap(h.room) {
		h.room <- struct{}{}
	}
}

func (h *requests) handle(r micro.Request) {
	select {
	case h.room <- struct{}{}:
	default:
		h.reply(r, refusedResponse(&engine.Refusal{Code: engine.CodeBusy, Says: "too much is being entered at this moment; send it again"}))
		return
	}
	go func() {
		defer func() { <-h.room }()
		h.reply(r, h.answer(r))
	}()
}

func (h *requests) answer(r micro.Request) Response {
	g, group, table, err := events.ParseCommandSubject(r.Subject())
	if err != nil {
		return refusedResponse(malformed(err.Error()))
	}
	actor, device, err := h.who(g, group, table)
	if err != nil {
		return refusedResponse(err)
	}
	req, err := DecodeRequest(r.Data())
	if err != nil {
		return refusedResponse(malformed(err.Error()))
	}
	return DoAll(h.ctx, h.doer, events.Group(g, group), actor, device, req)
}

func (h *requests) reply(r micro.Request, res Response) {
	if err := r.RespondJSON(res); err != nil {
		h.log.Warn("a reply could not be sent; the sender will ask again", "subject", r.Subject(), "err", err)
	}
}

func refusedResponse(err error) Response {
	out := Response{Answers: []Answered{}}
	out.refuse("", err)
	return out
}

// DecodeRequest reads a [Request]. The error is for people: what is wrong and where.
func DecodeRequest(data []byte) (Request, error) {
	var req Request
	if len(data) > MaxRequestBytes {
		return req, fmt.Errorf("the request has %d bytes; at most %d are allowed", len(data), MaxRequestBytes)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&req); err != nil {
		return req, fmt.Errorf("the request is not as it should be: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return req, errors.New("the request is not as it should be: more follows after it")
	}
	return req, nil
}
