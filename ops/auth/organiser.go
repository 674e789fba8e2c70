package auth

import (
	"context"
	"net/http"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
)

// Organiser logs the browser in as organiser if the key is right, by the name that somebody has said in this
// browser before, if any. Wrong keys are limited. Errors: [*LoginError].
func (a *Auth) Organiser(w http.ResponseWriter, r *http.Request, key string) error {
	return a.OrganiserAs(w, r, key, "")
}

// OrganiserAs is [Auth.Organiser] for somebody who says their name, so that what they do is recorded as
// theirs: in each gathering they are the person of that name, whichever device they use. An empty name is
// none. Errors: [*LoginError], [*NameError].
func (a *Auth) OrganiserAs(w http.ResponseWriter, r *http.Request, key, name string) error {
	right := sameText(plainKey(key), plainKey(a.secrets.Organiser))
	if err := a.tried(w, r, "organiser", right); err != nil {
		return err
	}
	if !right {
		return &LoginError{Says: "that is not the organiser's key; it was printed in the terminal when muster started"}
	}
	if name != "" {
		return a.named(w, r, name)
	}
	a.cookies.get(r, nameCookie, &name)
	_, err := a.let(w, r, access.Session{Role: events.RoleOrganiser, Name: name}, 0)
	return err
}

// SayName gives the organiser's session of a request the name of whoever uses it. Errors: [*NameError], or
// a [*LoginError] if it is no organiser's.
func (a *Auth) SayName(w http.ResponseWriter, r *http.Request, name string) error {
	if t, ok := a.ticket(r); !ok || t.Role != events.RoleOrganiser {
		return &LoginError{Says: "only organisers say their name here: log in with the organiser's key first"}
	}
	return a.named(w, r, name)
}

// named makes a session of an organiser who has a name, and has the browser remember it.
func (a *Auth) named(w http.ResponseWriter, r *http.Request, name string) error {
	name, err := cleanName(name)
	if err != nil {
		return err
	}
	if err := a.cookies.put(w, nameCookie, name, deviceFor); err != nil {
		return err
	}
	_, err = a.let(w, r, access.Session{Role: events.RoleOrganiser, Name: name}, 0)
	return err
}

// organiser returns who an organiser is in the gathering of a request's path: [events.Organiser] if they have
// not said their name; else the person of that name, who becomes known to the gathering when they first
// change something. Empty: nobody yet.
func (a *Auth) organiser(r *http.Request, name string) events.PersonID {
	g := events.GatheringID(r.PathValue("gathering"))
	if name == "" {
		return events.Organiser
	}
	if g.Validate() != nil {
		return ""
	}
	p, ok, err := a.o.People.Alike(r.Context(), g, name)
	if err == nil && !ok && changes(r) {
		p, err = a.become(r.Context(), g, name)
	}
	if err != nil {
		a.o.Log.Warn("an organiser is recorded without their name", "gathering", string(g), "err", err)
	}
	return p
}

// become makes an organiser known to a gathering that is open, once, and returns who they are there.
func (a *Auth) become(ctx context.Context, g events.GatheringID, name string) (events.PersonID, error) {
	if known, err := a.o.Catalog.Desk(ctx, g); err != nil || known.Ended {
		return "", nil // what they want to change is refused
	}
	a.naming.Lock()
	defer a.naming.Unlock()
	if p, ok, err := a.o.People.Alike(ctx, g, name); ok || err != nil {
		return p, err // by another request of theirs
	}
	return a.person(ctx, g, name)
}

// changes tells whether a request may change something.
func changes(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return false
	}
	return true
}
