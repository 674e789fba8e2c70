package auth_test

import (
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/projections/catalog"
)

const cup = events.GroupID("cup")

// as makes a request with the browser and keeps the cookies of the answer.
func (b *browser) as(ask func(w *httptest.ResponseRecorder) (access.Session, error)) (access.Session, error) {
	w := httptest.NewRecorder()
	s, err := ask(w)
	b.keep(w)
	return s, err
}

func TestAPlayersPhone(t *testing.T) {
	r := newRig(t)
	r.list.set(catalog.Gathering{ID: "spring"})
	id, err := r.Named(t.Context(), "spring", "  Ana ")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.Named(t.Context(), "spring", "Ana"); err != nil || again != id {
		t.Errorf("the same name is %s, not %s: %v", again, id, err)
	}
	var bad *auth.NameError
	if _, err := r.Named(t.Context(), "spring", "\x00"); !errors.As(err, &bad) {
		t.Errorf("a name of nothing: %v", err)
	}
	b := newBrowser("192.0.2.7:1")
	s, err := b.as(func(w *httptest.ResponseRecorder) (access.Session, error) {
		return r.Player(w, b.request(), "spring", cup, id)
	})
	if err != nil {
		t.Fatal(err)
	}
	if now := r.Session(b.request()); now != s || now.Role != events.RoleCaptain || now.Group != cup || now.Person != id || now.Table != "" {
		t.Errorf("session %+v, opened %+v", now, s)
	}

	code, err := r.PlayerCode(t.Context(), "spring", cup, id)
	if err != nil {
		t.Fatal(err)
	}
	other := newBrowser("192.0.2.8:1")
	join := func(code string) error {
		_, err := other.as(func(w *httptest.ResponseRecorder) (access.Session, error) {
			return r.JoinPlayer(w, other.request(), "spring", cup, id, code)
		})
		return err
	}
	var login *auth.LoginError
	if err := join("AAAAAAA"); !errors.As(err, &login) {
		t.Errorf("a wrong code: %v", err)
	}
	if err := join(code[:3] + " " + code[3:]); err != nil {
		t.Errorf("the right code: %v", err)
	}
	if r.Session(other.request()).Person != id {
		t.Error("the right code did not open a session")
	}

	// a new code ends the sessions of the old one
	r.list.set(catalog.Gathering{ID: "spring", Epochs: map[string]int{"cup/" + string(id): 2}})
	if s := r.Session(b.request()); s.Role != "" {
		t.Errorf("after a new code the old phone is %+v", s)
	}
	if err := join(code); !errors.As(err, &login) {
		t.Errorf("the old code still opens: %v", err)
	}
	r.list.set(catalog.Gathering{ID: "spring", Ended: true})
	if s := r.Session(other.request()); s.Role != "" {
		t.Errorf("after the end the phone is %+v", s)
	}
}

// Phones that enter a tournament are limited, so that nobody floods it.
func TestEnteringATournamentIsLimited(t *testing.T) {
	r := newRig(t)
	r.list.set(catalog.Gathering{ID: "spring"})
	var login *auth.LoginError
	for i := range auth.EntriesPerMinute {
		if err := r.Entering("spring", cup); err != nil {
			t.Fatalf("entry %d: %v", i+1, err)
		}
	}
	if err := r.Entering("spring", cup); !errors.As(err, &login) || login.RetryAfter <= 0 {
		t.Errorf("one more: %v", err)
	}
	if err := r.Entering("spring", "other"); err != nil {
		t.Errorf("another tournament is held back too: %v", err)
	}
}
