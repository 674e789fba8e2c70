//go:build !js

package audit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	fnote "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
)

// witnessWait bounds one question to a witness.
const witnessWait = 5 * time.Second

// Asked is a witness that is asked to sign checkpoints.
type Asked struct {
	url    string
	key    note.Verifier
	vkey   string
	client *http.Client

	mu   sync.Mutex // guards the map
	size map[events.GatheringID]events.Position
}

// Ask returns a witness at an address with its verifier key, as `muster witness` prints both.
func Ask(url, vkey string) (*Asked, error) {
	v, err := fnote.NewVerifierForCosignatureV1(vkey)
	if err != nil {
		return nil, fmt.Errorf("the key %q is not that of a witness: %w", vkey, err)
	}
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return nil, fmt.Errorf("the address %q of the witness must begin with http:// or https://", url)
	}
	return &Asked{
		url: strings.TrimSuffix(url, "/") + "/add-checkpoint", key: v, vkey: vkey,
		client: &http.Client{Timeout: witnessWait}, size: map[events.GatheringID]events.Position{},
	}, nil
}

// VKey is the verifier key of the witness.
func (a *Asked) VKey() string { return a.vkey }

// Name is the name in its key.
func (a *Asked) Name() string { return a.key.Name() }

// Cosign returns a checkpoint with the witness's signature added. Errors: those of the network, and a
// refusal of the witness in its words.
func (a *Asked) Cosign(ctx context.Context, c Checkpoint, hashes tlog.HashReader) (Checkpoint, error) {
	a.mu.Lock()
	old := a.size[c.Gathering]
	a.mu.Unlock()
	for range 3 { // the witness may know of another size, once or twice while several servers ask it
		e, err := ProveExtension(old, c, hashes)
		if err != nil {
			return c, err
		}
		status, body, err := a.post(ctx, e)
		switch {
		case err != nil:
			return c, fmt.Errorf("the witness %s does not answer: %w", a.Name(), err)
		case status == http.StatusConflict:
			n, err := strconv.ParseUint(strings.TrimSpace(body), 10, 62)
			if err != nil || events.Position(n) > c.Size {
				return c, fmt.Errorf("the witness %s has signed a log of %.20q commits, more than the %d there are", a.Name(), body, c.Size)
			}
			old = events.Position(n)
			continue
		case status != http.StatusOK:
			return c, fmt.Errorf("the witness %s does not sign (status %d): %.200s", a.Name(), status, strings.TrimSpace(body))
		}
		return a.with(c, body)
	}
	return c, fmt.Errorf("the witness %s is being asked by somebody else all the time", a.Name())
}

// with adds a line to a checkpoint, if it is the witness's signature of it.
func (a *Asked) with(c Checkpoint, line string) (Checkpoint, error) {
	both := append(bytes.Clone(c.Note), line...)
	n, err := note.Open(both, note.VerifierList(a.key))
	if err != nil || len(n.Sigs) != 1 {
		return c, fmt.Errorf("what the witness %s answered is not its signature", a.Name())
	}
	c.Note = both
	a.mu.Lock()
	a.size[c.Gathering] = c.Size
	a.mu.Unlock()
	return c, nil
}

func (a *Asked) post(ctx context.Context, e Extension) (status int, body string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, bytes.NewReader(e.Marshal()))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	resp, err := a.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	b, err := io.ReadAll(io.LimitReader(resp.Body, 8<<10))
	return resp.StatusCode, string(b), err
}
