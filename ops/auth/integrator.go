package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

// An integrator is another program that reads the feed of a gathering. A gathering has at most one token for
// them, which an organiser makes, renews and revokes at any time: the feed can be read for ever, so this does
// not end with the gathering, nor with its log. What is kept does not give the token away.

// FeedTokenBucket is the key-value bucket of what is kept of the tokens, by gathering.
const FeedTokenBucket = "muster_feed_tokens"

// tokenMark is what tokens begin with, so that they are known for what they are where they should not be.
const tokenMark = "muster_feed_"

// tokenBytes is the length of what is random in a token.
const tokenBytes = 24

// keptToken is what is kept of a token.
type keptToken struct {
	Hash []byte           `json:"hash"` // SHA-256
	Made time.Time        `json:"made"`
	By   events.PersonID  `json:"by,omitempty"`
	Form events.CommandID `json:"form,omitempty"` // of the form that asked for it
}

func (k keptToken) is(given string) bool {
	h := sha256.Sum256([]byte(given))
	return len(k.Hash) == len(h) && subtle.ConstantTimeCompare(k.Hash, h[:]) == 1
}

func openFeedTokens(ctx context.Context, o Options) (jetstream.KeyValue, error) {
	return openBucket(ctx, o.JS, jetstream.KeyValueConfig{
		Bucket: FeedTokenBucket, Description: "tokens of programs that read feeds, hashed", Replicas: o.Replicas, Storage: jetstream.FileStorage,
	})
}

// FeedToken returns what is known of a gathering's token; zero if there is none. Errors: those of the
// catalogue, *events.UnavailableError.
func (a *Auth) FeedToken(ctx context.Context, g events.GatheringID) (catalog.FeedToken, error) {
	if _, err := a.o.Catalog.Desk(ctx, g); err != nil {
		return catalog.FeedToken{}, err
	}
	k, err := a.keptToken(ctx, g)
	return catalog.FeedToken{Made: k.Made, By: k.By}, err
}

// keptToken is zero if there is none.
func (a *Auth) keptToken(ctx context.Context, g events.GatheringID) (keptToken, error) {
	e, err := a.feeds.Get(ctx, string(g))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return keptToken{}, nil
	}
	if err != nil {
		return keptToken{}, unavailable("read a token", err)
	}
	return decodeToken(e.Value())
}

func decodeToken(b []byte) (k keptToken, err error) {
	if err := json.Unmarshal(b, &k); err != nil {
		return keptToken{}, fmt.Errorf("what is kept of a token is not what muster wrote: %w", err)
	}
	return k, nil
}

// MakeFeedToken makes a token for a gathering in the place of the one before, and returns it: nobody can see
// it again. form, if it is not empty, is the id of the form that asks: sent again it is refused, since the
// token that it made was shown. Errors: *engine.Refusal; those of [Auth.FeedToken].
func (a *Auth) MakeFeedToken(ctx context.Context, g events.GatheringID, by events.PersonID, form events.CommandID) (string, error) {
	if _, err := a.o.Catalog.Desk(ctx, g); err != nil {
		return "", err
	}
	was, err := a.keptToken(ctx, g)
	if err != nil {
		return "", err
	}
	if form != "" && was.Form == form {
		return "", &engine.Refusal{Code: engine.CodeMalformed, Says: "this token was made and shown already, and cannot be shown again; if nobody has noted it, make a new one"}
	}
	b := make([]byte, tokenBytes)
	_, _ = rand.Read(b) // never fails
	token := tokenMark + base64.RawURLEncoding.EncodeToString(b)
	h := sha256.Sum256([]byte(token))
	kept, err := json.Marshal(keptToken{Hash: h[:], Made: a.o.Now().UTC(), By: by, Form: form})
	if err != nil {
		return "", fmt.Errorf("encode a token: %w", err)
	}
	if _, err := a.feeds.Put(ctx, string(g), kept); err != nil {
		return "", unavailable("keep a token", err)
	}
	return token, nil
}

// RevokeFeedToken makes the token of a gathering invalid; programs that read by it are cut off. There need not
// be one. Errors: those of [Auth.FeedToken].
func (a *Auth) RevokeFeedToken(ctx context.Context, g events.GatheringID) error {
	if _, err := a.o.Catalog.Desk(ctx, g); err != nil {
		return err
	}
	if err := a.feeds.Purge(ctx, string(g)); err != nil {
		return unavailable("revoke a token", err)
	}
	return nil
}

func bearer(r *http.Request) (string, bool) {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(given), strings.EqualFold(scheme, "Bearer")
}

// Integrator lets a request read the feed of a gathering whose token it carries, "Authorization: Bearer …".
// Wrong tokens are limited. Errors: [*LoginError]; those of [Auth.FeedToken].
func (a *Auth) Integrator(r *http.Request, g events.GatheringID) error {
	given, ok := bearer(r)
	if !ok {
		return &LoginError{Says: "the feed needs the token of the gathering's integrators, as Authorization: Bearer; an organiser makes it on the console, under Webhooks"}
	}
	if _, err := a.o.Catalog.Desk(r.Context(), g); err != nil {
		return err
	}
	k, err := a.keptToken(r.Context(), g)
	if err != nil {
		return err
	}
	right := k.is(given)
	if err := a.tried(nil, r, "feed", right); err != nil {
		return err
	}
	if !right {
		return &LoginError{Says: "that is not the token of this gathering's integrators; it may have been renewed or revoked: ask the organiser"}
	}
	return nil
}

// IntegratorUntil returns a channel that is closed when the token that a request carries is none any more, at
// whichever server it was renewed or revoked. It looks until ctx ends. Errors: *events.UnavailableError.
func (a *Auth) IntegratorUntil(ctx context.Context, r *http.Request, g events.GatheringID) (<-chan struct{}, error) {
	given, _ := bearer(r)
	w, err := a.feeds.Watch(ctx, string(g))
	if err != nil {
		return nil, unavailable("watch a token", err)
	}
	over := make(chan struct{})
	go func() {
		defer func() { _ = w.Stop() }()
		for {
			select {
			case <-ctx.Done():
				return
			case e, ok := <-w.Updates():
				if !ok {
					return
				}
				if e == nil {
					continue
				}
				if k, err := decodeToken(e.Value()); e.Operation() != jetstream.KeyValuePut || err != nil || !k.is(given) {
					close(over)
					return
				}
			}
		}
	}()
	return over, nil
}
