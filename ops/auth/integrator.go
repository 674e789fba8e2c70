package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"github.com/muster-events/muster/events"
)

// An integrator is another program that reads the feed of a gathering. Its token is worked out like a code,
// but nobody types it: it has 192 bits, and stays good when the gathering has ended and its log is sealed.
// It is renewed like the code of a table, under these two names.
const (
	IntegratorGroup events.GroupID = "integrators"
	IntegratorTable events.TableID = "feed"
)

// tokenMark is what tokens begin with, so that they are known for what they are where they should not be.
const tokenMark = "muster_feed_"

// tokenBytes is the length of what is random in a token.
const tokenBytes = 24

// IntegratorToken returns the token with which a program reads the feed of a gathering. Errors: those of the
// catalogue.
func (a *Auth) IntegratorToken(ctx context.Context, g events.GatheringID) (string, error) {
	cg, err := a.o.Catalog.Desk(ctx, g)
	if err != nil {
		return "", err
	}
	return tokenOf(a.secrets.Codes, g, epochOf(cg, IntegratorGroup, IntegratorTable)), nil
}

// tokenOf derives the token of a gathering's integrators. Epoch counts the tokens that it has had, from 1.
func tokenOf(secret []byte, g events.GatheringID, epoch int) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "muster feed token 1:%s:%d", g, epoch)
	return tokenMark + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:tokenBytes])
}

// Integrator lets a request read the feed of a gathering whose token it carries, "Authorization: Bearer …".
// Wrong tokens are limited. Errors: [*LoginError]; those of the catalogue.
func (a *Auth) Integrator(r *http.Request, g events.GatheringID) error {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return &LoginError{Says: "the feed needs the token of the gathering's integrators, as Authorization: Bearer; the organiser finds it on the console"}
	}
	want, err := a.IntegratorToken(r.Context(), g)
	if err != nil {
		return err
	}
	right := sameText(strings.TrimSpace(given), want)
	if err := a.tried(nil, r, "feed", right); err != nil {
		return err
	}
	if !right {
		return &LoginError{Says: "that is not the token of this gathering's integrators; it may have been renewed: ask the organiser"}
	}
	return nil
}
