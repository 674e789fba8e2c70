// Package client speaks muster's public HTTP API: what a phone, a script or the simulated captains
// of muster demo and muster simulate use. It keeps the session's cookies and sends a command again,
// under the same id, when the connection was lost before the answer came.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
)

// Client is one session with a server. It is safe for concurrent use.
type Client struct {
	base string
	http *http.Client
}

// Tries is how often a request is sent before [Client] gives up on a server that does not answer.
const Tries = 40

// New returns a client of the server at base ("http://127.0.0.1:8080") without a session. transport
// may be nil.
func New(base string, transport http.RoundTripper) *Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		panic(err) // cookiejar.New has no way to fail without options
	}
	return &Client{base: base, http: &http.Client{Transport: transport, Jar: jar, Timeout: 20 * time.Second}}
}

// A StatusError is an answer other than success.
type StatusError struct {
	Method, Path string
	Status       int
	Detail       string // what the server said, for people
	Code         string // stable, for programs; may be empty
}

// Error names the request, the status and what the server said.
func (e *StatusError) Error() string {
	return fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, e.Detail)
}

// Command is a command to send. Body is encoded when it is sent.
type Command struct {
	ID   events.CommandID
	N    uint64 // the device's count, 0: not counted
	Body events.CommandBody
	// Round is the round that an entry of a table was made in; 0: not said.
	Round int
}

// Refused says which command of a batch was refused and why.
type Refused struct {
	ID     events.CommandID `json:"id"`
	Code   string           `json:"code"`
	Says   string           `json:"says"`
	Source string           `json:"source,omitempty"`
	WantN  uint64           `json:"wantN,omitempty"`
}

// Accepted is the answer to one command of a batch.
type Accepted struct {
	ID events.CommandID `json:"id"`
	events.Answer
}

// Reply is the answer to a batch: what was accepted, in order, and the refusal that ended it.
type Reply struct {
	Answers []Accepted `json:"answers"`
	Refused *Refused   `json:"refused,omitempty"`
	// Sent counts how often the batch had to be sent.
	Sent int `json:"-"`
}

// Login makes the session an organiser's.
func (c *Client) Login(ctx context.Context, key string) error {
	return c.post(ctx, "/api/v1/login", map[string]string{"key": key}, nil)
}

// LoginAs is [Client.Login] for an organiser who says their name.
func (c *Client) LoginAs(ctx context.Context, key, name string) error {
	return c.post(ctx, "/api/v1/login", map[string]string{"key": key, "name": name}, nil)
}

// Join makes the session that of a table's captain or a gathering's judge.
func (c *Client) Join(ctx context.Context, code, name string) (access.Session, error) {
	var s access.Session
	err := c.post(ctx, "/api/v1/join", map[string]string{"code": code, "name": name}, &s)
	return s, err
}

// OpenGathering makes a gathering.
func (c *Client) OpenGathering(ctx context.Context, id events.GatheringID, name string, s group.Settings) error {
	return c.post(ctx, "/api/v1/gatherings", map[string]any{"id": id, "name": name, "settings": s}, nil)
}

// Register makes people known to a gathering and returns their ids in order.
func (c *Client) Register(ctx context.Context, g events.GatheringID, people []roster.NewPerson) ([]events.PersonID, error) {
	var out struct {
		IDs []events.PersonID `json:"ids"`
	}
	err := c.post(ctx, "/api/v1/gatherings/"+string(g)+"/people", map[string]any{"people": people}, &out)
	return out.IDs, err
}

// Send sends commands to a group, in order. The error is about the connection or the server; a
// refusal is in the reply.
func (c *Client) Send(ctx context.Context, g events.GatheringID, grp events.GroupID, cmds ...Command) (Reply, error) {
	return c.sendTo(ctx, "/api/v1/gatherings/"+string(g)+"/groups/"+string(grp)+"/commands", cmds)
}

func (c *Client) sendTo(ctx context.Context, path string, cmds []Command) (Reply, error) {
	type item struct {
		ID    events.CommandID   `json:"id"`
		N     uint64             `json:"n,omitempty"`
		Round int                `json:"round,omitempty"`
		Type  string             `json:"type"`
		Data  events.CommandBody `json:"data"`
	}
	items := make([]item, len(cmds))
	for i, cmd := range cmds {
		items[i] = item{ID: cmd.ID, N: cmd.N, Round: cmd.Round, Type: cmd.Body.CommandType(), Data: cmd.Body}
	}
	var r Reply
	sent, err := c.do(ctx, http.MethodPost, path, map[string]any{"commands": items}, &r, acceptRefusal)
	r.Sent = sent
	return r, err
}

// Board returns the board of a group once it has reached position at.
func (c *Client) Board(ctx context.Context, g events.GatheringID, grp events.GroupID, at events.Position) (board.Group, error) {
	var b board.Group
	q := url.Values{"at": {strconv.FormatUint(uint64(at), 10)}}
	err := c.get(ctx, "/api/v1/gatherings/"+string(g)+"/groups/"+string(grp)+"?"+q.Encode(), &b)
	return b, err
}

// Gathering returns a gathering with its list of groups.
func (c *Client) Gathering(ctx context.Context, g events.GatheringID) (catalog.Gathering, error) {
	var out catalog.Gathering
	err := c.get(ctx, "/api/v1/gatherings/"+string(g), &out)
	return out, err
}

// TableCode is the join code of one table.
type TableCode struct {
	Group events.GroupID `json:"group"`
	Table events.TableID `json:"table"`
	Team  string         `json:"team"`
	Code  string         `json:"code"`
}

// Codes lists what opens the tables of a gathering, for organisers.
type Codes struct {
	Judge  string      `json:"judge"`
	Tables []TableCode `json:"tables"`
}

// Codes returns the join codes of a gathering. It needs an organiser's session.
func (c *Client) Codes(ctx context.Context, g events.GatheringID) (Codes, error) {
	var out Codes
	err := c.get(ctx, "/api/v1/gatherings/"+string(g)+"/codes", &out)
	return out, err
}

func (c *Client) get(ctx context.Context, path string, out any) error {
	_, err := c.do(ctx, http.MethodGet, path, nil, out, nil)
	return err
}

func (c *Client) post(ctx context.Context, path string, in, out any) error {
	_, err := c.do(ctx, http.MethodPost, path, in, out, nil)
	return err
}

// acceptRefusal tells that a body is a reply although the status is not success: the first command
// of the batch was refused.
func acceptRefusal(body []byte) bool {
	var r Reply
	return json.Unmarshal(body, &r) == nil && r.Refused != nil
}

// do sends a request until it is answered, at most [Tries] times: a lost connection and a busy or
// unavailable server are tried again, any other answer is final. It returns how often it was sent.
func (c *Client) do(ctx context.Context, method, path string, in, out any, accept func([]byte) bool) (int, error) {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return 0, fmt.Errorf("encode request for %s: %w", path, err)
		}
	}
	var last error
	for try := 1; try <= Tries; try++ {
		status, answer, err := c.once(ctx, method, path, body)
		switch {
		case ctx.Err() != nil:
			return try, ctx.Err()
		case err != nil:
			last = err
		case status < 300 || (accept != nil && accept(answer)):
			if out == nil {
				return try, nil
			}
			if err := json.Unmarshal(answer, out); err != nil {
				return try, fmt.Errorf("decode answer of %s: %w", path, err)
			}
			return try, nil
		default:
			problem := statusError(method, path, status, answer)
			if status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests {
				return try, problem
			}
			last = problem
		}
		if err := Wait(ctx, backoff(try)); err != nil {
			return try, err
		}
	}
	return Tries, fmt.Errorf("no answer after %d tries: %w", Tries, last)
}

func (c *Client) once(ctx context.Context, method, path string, body []byte) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := c.http.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, 16<<20))
	return res.StatusCode, answer, err
}

func statusError(method, path string, status int, answer []byte) error {
	var p struct{ Title, Detail, Code string }
	if err := json.Unmarshal(answer, &p); err != nil || (p.Detail == "" && p.Title == "") {
		p.Detail = http.StatusText(status)
	}
	if p.Detail == "" {
		p.Detail = p.Title
	}
	return &StatusError{Method: method, Path: path, Status: status, Detail: p.Detail, Code: p.Code}
}

// backoff is 20 ms after the first try, doubling up to 1 s.
func backoff(try int) time.Duration {
	return min(20*time.Millisecond<<min(try-1, 6), time.Second)
}

// Wait returns nil after d, or the error of ctx if that ends before.
func Wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// IsStatus reports whether err is an answer with the given HTTP status.
func IsStatus(err error, status int) bool {
	var s *StatusError
	return errors.As(err, &s) && s.Status == status
}
