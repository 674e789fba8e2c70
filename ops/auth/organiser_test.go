package auth_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/auth"
)

// sign logs a browser in as organiser by name.
func (b *browser) sign(t *testing.T, a *auth.Auth, name string) {
	t.Helper()
	key, _ := a.OrganiserKey()
	w := httptest.NewRecorder()
	if err := a.OrganiserAs(w, b.request(), key, name); err != nil {
		t.Fatal(err)
	}
	b.keep(w)
}

// in returns the session of a request that reads (GET) or changes (POST) a gathering.
func (b *browser) in(a *auth.Auth, method string, g events.GatheringID) access.Session {
	r := b.request()
	r.Method = method
	r.SetPathValue("gathering", string(g))
	return a.Session(r)
}

func TestAnOrganiserIsThePersonOfTheirNameOnEveryDevice(t *testing.T) {
	r := newRig(t)
	laptop, phone, other := newBrowser("192.0.2.1"), newBrowser("192.0.2.2"), newBrowser("192.0.2.3")
	laptop.sign(t, r.Auth, " Ana  María ")
	phone.sign(t, r.Auth, "ana maría")
	other.sign(t, r.Auth, "Björk")
	if s := laptop.in(r.Auth, http.MethodGet, "spring"); s.Person != "" || s.Name != "Ana María" || len(r.folk.names) != 0 {
		t.Fatalf("reading made %+v known: %q", s, r.folk.names)
	}
	ana := laptop.in(r.Auth, http.MethodPost, "spring")
	if ana.Role != events.RoleOrganiser || ana.Person != "p-1" || ana.Actor().Person != "p-1" {
		t.Fatalf("the organiser is %+v", ana)
	}
	if s := phone.in(r.Auth, http.MethodPost, "spring"); s.Person != ana.Person || s.Device == ana.Device {
		t.Errorf("on another device the organiser is %+v", s)
	}
	if s := other.in(r.Auth, http.MethodPost, "spring"); s.Person != "p-2" {
		t.Errorf("another organiser is %+v", s)
	}
	if s := laptop.in(r.Auth, http.MethodGet, "spring"); s.Person != "p-1" {
		t.Errorf("known now, the organiser reads as %+v", s)
	}
	if s := r.Session(laptop.request()); s.Person != "" {
		t.Errorf("in no gathering the organiser is %+v", s)
	}
}

func TestAnOrganiserWithoutANameHasAPersonOfTheirOwn(t *testing.T) {
	r := newRig(t)
	key, _ := r.OrganiserKey()
	b := newBrowser("192.0.2.1")
	if err := b.organiser(r.Auth, key); err != nil {
		t.Fatal(err)
	}
	before := b.in(r.Auth, http.MethodPost, "spring")
	if before.Person != events.Organiser || len(r.folk.names) != 0 {
		t.Fatalf("the organiser is %+v", before)
	}
	w := httptest.NewRecorder()
	if err := r.SayName(w, b.request(), "Ana"); err != nil {
		t.Fatal(err)
	}
	stolen := b.copy()
	b.keep(w)
	if s := b.in(r.Auth, http.MethodPost, "spring"); s.Person != "p-1" || s.ID == before.ID {
		t.Errorf("with a name the organiser is %+v", s)
	}
	if s := r.Session(stolen.request()); s.Role != "" {
		t.Errorf("the session of before still is %+v", s)
	}
	// The browser is asked once.
	b.logout(r.Auth)
	if err := b.organiser(r.Auth, key); err != nil {
		t.Fatal(err)
	}
	if s := b.in(r.Auth, http.MethodPost, "spring"); s.Person != "p-1" || s.Name != "Ana" {
		t.Errorf("logged in again the organiser is %+v", s)
	}
}

func TestOnlyOrganisersSayTheirNameAndItHasToBeOne(t *testing.T) {
	r := newRig(t)
	if err := r.SayName(httptest.NewRecorder(), newBrowser("192.0.2.1").request(), "Ana"); err == nil {
		t.Error("a spectator became an organiser by saying a name")
	}
	key, _ := r.OrganiserKey()
	b := newBrowser("192.0.2.1")
	w := httptest.NewRecorder()
	if err := r.OrganiserAs(w, b.request(), key, "\u202e"); err == nil || len(w.Result().Cookies()) > 1 {
		t.Errorf("logged in by no name: %v", err)
	}
	if err := r.OrganiserAs(httptest.NewRecorder(), b.request(), "wrong-key-wrong-key", "Ana"); err == nil {
		t.Error("a name was enough")
	}
}

// A gathering that has ended learns of nobody any more, and one that is not there neither.
func TestAnOrganiserDoesNotBecomeKnownToAGatheringThatHasEnded(t *testing.T) {
	r := newRig(t)
	b := newBrowser("192.0.2.1")
	b.sign(t, r.Auth, "Ana")
	over := epic("spring")
	over.Ended = true
	r.list.set(over)
	for _, g := range []events.GatheringID{"spring", "nowhere", "-no id-"} {
		if s := b.in(r.Auth, http.MethodPost, g); s.Person != "" || len(r.folk.names) != 0 {
			t.Errorf("%s: the organiser is %+v, known are %q", g, s, r.folk.names)
		}
	}
}
