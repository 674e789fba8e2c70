package webhooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/projections/words"
)

// refusedFor is how long a message is tried that an endpoint does not understand. Others wait behind it.
const refusedFor = 10 * time.Minute

// clipped is how much of an answer is shown to organisers, in bytes.
const clipped = 200

// Send implements process.Hooks.
func (h *Hooks) Send(ctx context.Context, d process.Delivery) error {
	n := name{d.Gathering, d.Hook}
	if d.Every {
		n.gathering = ""
	}
	r, ok := h.record(n)
	if !ok {
		return &process.GiveUpError{Err: errors.New("there is no such webhook any more")}
	}
	body, err := h.body(d, r)
	if err != nil {
		return &process.GiveUpError{Err: err}
	}
	began := time.Now()
	err = h.post(ctx, d, r, body)
	if ctx.Err() != nil && errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err() // we stop: nothing is known about the endpoint
	}
	h.meter.tried(time.Since(began), err)
	h.note(ctx, n, err)
	var gone *goneError
	if errors.As(err, &gone) && !d.Every {
		if failed := h.pause(ctx, d, r, gone); failed != nil {
			h.o.Log.Warn("a webhook that wants nothing any more is not paused", "gathering", d.Gathering, "webhook", d.Hook, "err", failed)
		}
	}
	return err
}

// body is what is sent: the names are those of now, if any are sent.
func (h *Hooks) body(d process.Delivery, r record) ([]byte, error) {
	var m draft
	if err := json.Unmarshal(d.Body, &m); err != nil {
		return nil, fmt.Errorf("the message %s cannot be read: %w", d.ID, err)
	}
	called := func(p events.PersonID) string { return "Player " + strings.TrimPrefix(string(p), "p-") }
	if r.Webhook.Names {
		called = func(p events.PersonID) string { return h.o.Names.Name(d.Gathering, p) }
		m.People = map[events.PersonID]string{}
		for _, p := range m.Mentions {
			m.People[p] = called(p)
		}
	}
	m.Says = words.Resolve(m.Says, called)
	return json.Marshal(m.Message)
}

// goneError says that an endpoint wants nothing any more.
type goneError struct{ says string }

func (e *goneError) Error() string { return e.says }

// post sends a message once.
func (h *Hooks) post(ctx context.Context, d process.Delivery, r record, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, bytes.NewReader(body))
	if err != nil {
		return &process.GiveUpError{Err: errors.New("the address of this webhook is no web address; change it")}
	}
	now := h.o.Now()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "muster/"+h.o.Version)
	req.Header.Set(HeaderID, d.ID)
	req.Header.Set(HeaderTimestamp, strconv.FormatInt(now.Unix(), 10))
	req.Header.Set(HeaderSignature, Sign(d.ID, now, body, r.secrets(now)...))
	res, err := h.http.Do(req)
	if err != nil {
		return h.unreachable(err)
	}
	defer func() { _ = res.Body.Close() }()
	start, _ := io.ReadAll(io.LimitReader(res.Body, maxAnswer)) // what is read of it counts; the rest is not waited for
	return judge(res, start, now)
}

// unreachable says why no answer came, without the address, which may hold a key.
func (h *Hooks) unreachable(err error) error {
	if errors.Is(err, errPrivate) {
		return &process.GiveUpError{Err: errPrivate}
	}
	var u *url.Error
	if errors.As(err, &u) {
		if u.Timeout() {
			return fmt.Errorf("no answer within %s", h.o.Timeout)
		}
		err = u.Err
	}
	return fmt.Errorf("no connection: %w", err)
}

// judge says what an answer means.
//
// Source: Standard Webhooks 1.0.0, "Delivery success and failure".
func judge(res *http.Response, body []byte, now time.Time) error {
	says := fmt.Errorf("it answers %s", strings.TrimSpace(res.Status+" "+plain(body)))
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return nil
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return errors.New("it answers " + res.Status + ": redirects are not followed; give the address that it leads to")
	case res.StatusCode == http.StatusGone:
		return &goneError{says: says.Error()}
	case res.StatusCode == http.StatusBadRequest, res.StatusCode == http.StatusRequestEntityTooLarge,
		res.StatusCode == http.StatusUnsupportedMediaType, res.StatusCode == http.StatusUnprocessableEntity:
		return &process.GiveUpError{Err: says, After: refusedFor}
	}
	if in := retryAfter(res.Header.Get("Retry-After"), now); in > 0 {
		return &process.LaterError{Err: says, In: in}
	}
	return says
}

// retryAfter reads the header of the same name; 0: it says nothing that can be read.
//
// Source: RFC 9110, section 10.2.3.
func retryAfter(value string, now time.Time) time.Duration {
	if n, err := strconv.Atoi(value); err == nil && n > 0 && n < 1_000_000 {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now)
	}
	return 0
}

// plain is the beginning of an answer, on one line and without what is no text.
func plain(body []byte) string {
	s := strings.ToValidUTF8(string(body[:min(len(body), clipped)]), "")
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// pauseSpace is the name space of the ids of commands that pause an endpoint.
var pauseSpace = uuid.MustParse("5f9b2f8e-31d5-5a0c-9c2f-6b8f3c1d7a44")

// pause stops telling an endpoint that says that it wants nothing any more. What was not taken waits.
func (h *Hooks) pause(ctx context.Context, d process.Delivery, r record, gone *goneError) error {
	w := r.Webhook
	w.Paused = true
	form := uuid.NewSHA1(pauseSpace, []byte(string(d.Gathering)+"\n"+string(d.Hook)+"\n"+d.ID+"\n"+strconv.FormatUint(r.revision, 10)))
	err := h.do(ctx, d.Gathering, events.Actor{Role: events.RoleSystem}, events.CommandID(form.String()), desk.ChangeWebhook{Webhook: w, Reason: gone.says})
	if err != nil {
		return err
	}
	r.Webhook = w
	_, err = h.keep(ctx, name{d.Gathering, d.Hook}, r)
	return err
}

// note keeps how an endpoint is doing. That it cannot be kept is no matter.
func (h *Hooks) note(ctx context.Context, n name, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	s := h.statusOf(ctx, n)
	s.TriedAt = h.o.Now().UTC()
	if err == nil {
		s.TakenAt, s.FailsFrom, s.Says = s.TriedAt, time.Time{}, ""
	} else {
		s.Says = err.Error()
		if s.FailsFrom.IsZero() {
			s.FailsFrom = s.TriedAt
		}
		h.o.Log.Warn("a webhook did not take a message", "gathering", n.gathering, "webhook", n.hook, "err", err)
	}
	b, _ := json.Marshal(s) // times and a string
	if _, err := h.status.Put(ctx, n.key(), b); err != nil {
		h.o.Log.Debug("how a webhook is doing is not kept", "err", err)
	}
}

func (h *Hooks) statusOf(ctx context.Context, n name) Status {
	var s Status
	if e, err := h.status.Get(ctx, n.key()); err == nil {
		_ = json.Unmarshal(e.Value(), &s) // what cannot be read is not shown
	}
	return s
}
