package auth

import (
	"net/http"
	"time"

	"github.com/gorilla/securecookie"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
)

// Bounds of sessions.
const (
	// Idle is how long a session lives without a request.
	Idle = 12 * time.Hour
	// renewAfter is the age from which a request renews the cookie's time.
	renewAfter = 10 * time.Minute
	revokedFor = Idle + time.Hour
	deviceFor  = 400 * 24 * time.Hour
)

const (
	sessionCookie = "muster-session"
	deviceCookie  = "muster-device"
	nameCookie    = "muster-name" // what organisers of this browser are called
)

// ticket is what a session cookie holds.
type ticket struct {
	ID        string             `json:"i"`
	Role      events.Role        `json:"r"`
	Gathering events.GatheringID `json:"g,omitempty"`
	Group     events.GroupID     `json:"u,omitempty"`
	Table     events.TableID     `json:"t,omitempty"`
	Person    events.PersonID    `json:"p,omitempty"`
	Device    events.DeviceID    `json:"d,omitempty"`
	Name      string             `json:"n,omitempty"` // of an organiser who has said it
	Epoch     int                `json:"e,omitempty"` // of the code that opened it
	Seen      int64              `json:"s"`           // Unix seconds
}

func (t ticket) session() access.Session {
	return access.Session{
		ID: t.ID, Role: t.Role, Gathering: t.Gathering, Group: t.Group, Table: t.Table,
		Person: t.Person, Device: t.Device, Name: t.Name,
	}
}

func newTicket(s access.Session, epoch int, at time.Time) ticket {
	return ticket{
		ID: s.ID, Role: s.Role, Gathering: s.Gathering, Group: s.Group, Table: s.Table,
		Person: s.Person, Device: s.Device, Name: s.Name, Epoch: epoch, Seen: at.Unix(),
	}
}

// cookies seals and opens cookies. Times are inside what is sealed and checked against our clock,
// so securecookie's own limit is off.
type cookies struct {
	codec  *securecookie.SecureCookie
	secure bool
}

func newCookies(s Secrets, secure bool) *cookies {
	codec := securecookie.New(s.CookieHash, s.CookieBlock)
	codec.MaxAge(0).SetSerializer(securecookie.JSONEncoder{})
	return &cookies{codec: codec, secure: secure}
}

// name returns a cookie's name on the wire. On HTTPS the prefix makes browsers take it from this
// host and path only.
func (c *cookies) name(plain string) string {
	if c.secure {
		return "__Host-" + plain
	}
	return plain
}

func (c *cookies) put(w http.ResponseWriter, name string, value any, lives time.Duration) error {
	sealed, err := c.codec.Encode(name, value)
	if err != nil {
		return err
	}
	c.set(w, name, sealed, int(lives.Seconds()))
	return nil
}

func (c *cookies) drop(w http.ResponseWriter, name string) { c.set(w, name, "", -1) }

func (c *cookies) set(w http.ResponseWriter, name, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: c.name(name), Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode,
	})
}

func (c *cookies) get(r *http.Request, name string, into any) bool {
	k, err := r.Cookie(c.name(name))
	return err == nil && c.codec.Decode(name, k.Value, into) == nil
}
