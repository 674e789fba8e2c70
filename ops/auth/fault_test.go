package auth_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/ops/auth"
)

func TestFault_D2_GuessingJoinCodes(t *testing.T) {
	const guesses = 10_000
	for _, attacker := range []struct {
		name    string
		browser func(i int) *browser
		perDay  int // looked at in a day, at most
	}{
		{"one phone", func() func(int) *browser { b := newBrowser("192.0.2.9"); return func(int) *browser { return b } }(), 96}, // one in 15 minutes,
		{"a new browser for every guess", func(int) *browser { return newBrowser("192.0.2.9") }, 1440},                          // one a minute
		{"addresses of one IPv6 network", func(i int) *browser {
			b := newBrowser("")
			b.addr = fmt.Sprintf("[2001:db8::%x]:4000", i+1)
			return b
		}, 1440},
	} {
		t.Run(attacker.name, func(t *testing.T) {
			r := newRig(t)
			rnd := rand.New(rand.NewPCG(1, 2))
			began := r.clock.now()
			hits, looked, limited := 0, 0, 0
			for i := range guesses {
				_, err := attacker.browser(i).join(r.Auth, randomCode(rnd), "Mallory")
				var le *auth.LoginError
				switch {
				case err == nil:
					hits++
				case errors.As(err, &le) && le.RetryAfter > 0:
					limited++
					r.clock.add(le.RetryAfter / 4) // impatient
				default:
					looked++
				}
			}
			days := r.clock.now().Sub(began).Hours() / 24
			t.Logf("fault D2: %s: %d guesses in %.1f virtual days, %d looked at, %d held back, %d hits", attacker.name, guesses, days, looked, limited, hits)
			if hits != 0 {
				t.Fatalf("%d of %d guesses opened a table", hits, guesses)
			}
			if most := int(float64(attacker.perDay)*days) + 60; looked > most {
				t.Fatalf("%d guesses were looked at in %.1f days, want at most %d", looked, days, most)
			}
		})
	}
}

// randomCode returns a code with a right check character, as a guesser who knows the scheme would.
func randomCode(r *rand.Rand) string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	var b strings.Builder
	for range auth.CodeLen {
		b.WriteByte(alphabet[r.IntN(32)])
	}
	s := b.String()
	for _, c := range alphabet {
		if full := s[:auth.CodeLen-1] + string(c); auth.Plausible(full) {
			return full
		}
	}
	panic("no check character fits " + s)
}

func TestFault_D2_WrongTriesOfOthersDoNotLockAPhoneOutForLong(t *testing.T) {
	r := newRig(t)
	code := r.code(t, "spring", "g1", "red")
	guesser := newBrowser("192.0.2.9")
	for range 6 {
		_, _ = guesser.join(r.Auth, "ZZZZZZZ", "Mallory")
	}
	var le *auth.LoginError
	if _, err := guesser.join(r.Auth, code, "Mallory"); !errors.As(err, &le) || le.RetryAfter == 0 || le.Status() != http.StatusTooManyRequests {
		t.Fatalf("after too many wrong tries even the right code: %v", err)
	}
	neighbour := newBrowser("192.0.2.9") // the same venue network
	if _, err := neighbour.join(r.Auth, code, "Ana"); err != nil {
		t.Fatalf("a neighbour on the same network: %v", err)
	}
	r.clock.add(le.RetryAfter)
	if _, err := guesser.join(r.Auth, code, "Mallory"); err != nil {
		t.Fatalf("after the wait: %v", err)
	}
}

func TestFault_D2_OrganisersKeyIsLimitedToo(t *testing.T) {
	r := newRig(t)
	key, _ := r.OrganiserKey()
	b := newBrowser("192.0.2.9")
	for range 6 {
		_ = b.organiser(r.Auth, "AAAAA-AAAAA-AAAAA-AAAAA")
	}
	var le *auth.LoginError
	if err := b.organiser(r.Auth, key); !errors.As(err, &le) || le.RetryAfter == 0 {
		t.Fatalf("the right key after six wrong ones: %v", err)
	}
}

func TestFault_D7_SessionFixationLogoutAndChangeOfRights(t *testing.T) {
	srv := storetest.Server(t, "")
	r, elsewhere := newRigOn(t, srv), newRigOn(t, srv)
	key, _ := r.OrganiserKey()
	b := newBrowser("192.0.2.1")
	captain, err := b.join(r.Auth, r.code(t, "spring", "g1", "red"), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	asCaptain := b.copy()
	if err := b.organiser(r.Auth, key); err != nil {
		t.Fatal(err)
	}
	organiser := r.Session(b.request())
	if organiser.ID == captain.ID || organiser.Device == captain.Device || organiser.Role != events.RoleOrganiser {
		t.Fatalf("a change of rights made %+v of %+v", organiser, captain)
	}
	if s := r.Session(asCaptain.request()); s != (access.Session{}) {
		t.Fatalf("the session before the change of rights is still %+v", s)
	}
	stolen := b.copy()
	b.logout(r.Auth)
	if s := r.Session(b.request()); s != (access.Session{}) {
		t.Fatalf("after logout: %+v", s)
	}
	if s := r.Session(stolen.request()); s != (access.Session{}) {
		t.Fatalf("a cookie stolen before logout is still %+v", s)
	}
	waitUntil(t, "the other server knows of the logout", func() bool {
		return elsewhere.Session(stolen.request()) == access.Session{}
	})
	forged := newBrowser("192.0.2.1")
	for name, c := range asCaptain.jar {
		k := *c
		k.Value = flip(k.Value)
		forged.jar[name] = &k
	}
	if s := r.Session(forged.request()); s != (access.Session{}) {
		t.Fatalf("a changed cookie is %+v", s)
	}
	t.Log("fault D7: old ids dead after login, logout (both servers) and change; changed cookie refused: 0 violations")
}

func flip(s string) string {
	i := len(s) / 2
	c := byte('A')
	if s[i] == c {
		c = 'B'
	}
	return s[:i] + string(c) + s[i+1:]
}

// waitUntil waits for something that another server has to hear about.
func waitUntil(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not within 20 s: %s", what)
		}
	}
}

func TestASessionEndsAfterTwelveIdleHoursAndNotBefore(t *testing.T) {
	r := newRig(t)
	b := newBrowser("192.0.2.1")
	s, err := b.join(r.Auth, r.code(t, "spring", "g1", "red"), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	h := r.Keep(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for range 5 {
		r.clock.add(auth.Idle - time.Hour)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, b.request())
		b.keep(w)
		if got := r.Session(b.request()); got != s {
			t.Fatalf("in use: %+v, want %+v", got, s)
		}
	}
	r.clock.add(auth.Idle + time.Minute)
	if got := r.Session(b.request()); got != (access.Session{}) {
		t.Fatalf("idle for more than 12 h: %+v", got)
	}
}

func TestAnEndedSessionStaysEndedAfterARestart(t *testing.T) {
	srv := storetest.Server(t, "")
	r := newRigOn(t, srv)
	b := newBrowser("192.0.2.1")
	if _, err := b.join(r.Auth, r.code(t, "spring", "g1", "red"), "Ana"); err != nil {
		t.Fatal(err)
	}
	stolen := b.copy()
	b.logout(r.Auth)
	restarted := newRigOn(t, srv)
	if s := restarted.Session(stolen.request()); s != (access.Session{}) {
		t.Fatalf("after a restart the ended session is %+v", s)
	}
}
