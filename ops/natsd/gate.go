package natsd

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// gate decides who may connect and what they may do. A table's program may send commands on the
// one subject of its table and read the answers, nothing else.
type gate Server

// Check implements server.Authentication.
func (g *gate) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if o.Username == internalUser && same(o.Password, g.password) {
		c.RegisterUser(&server.User{Username: internalUser})
		return true
	}
	if g.opts.Table == nil || o.Username == "" {
		return false
	}
	host := hostOf(c.RemoteAddress())
	if !g.guard.may(host) {
		g.opts.Log.Warn("too many wrong NATS passwords", "address", host)
		return false
	}
	subject, ok := g.opts.Table(o.Username, o.Password)
	if !ok {
		g.guard.failed(host)
		g.opts.Log.Warn("wrong NATS password", "user", o.Username, "address", host)
		return false
	}
	c.RegisterUser(&server.User{Username: o.Username, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{subject}},
		Subscribe: &server.SubjectPermission{Allow: []string{InboxPrefix(o.Username) + ".>"}},
	}})
	return true
}

// InboxPrefix is the prefix that a table's program must give its inboxes, so that no table can read
// the answers for another.
func InboxPrefix(user string) string { return "_INBOX." + user }

// same compares in a time that does not depend on where the texts differ.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

func hostOf(a net.Addr) string {
	if a == nil {
		return "in process"
	}
	host, _, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	return host
}

// Bounds of wrong passwords from one address.
const (
	maxAttempts   = 10
	attemptWindow = time.Minute
	maxAddresses  = 10_000 // remembered; all are forgotten when there are more
)

// attempts counts wrong passwords by address.
type attempts struct {
	now func() time.Time

	mu    sync.Mutex
	wrong map[string][]time.Time
}

func newAttempts(now func() time.Time) *attempts {
	return &attempts{now: now, wrong: map[string][]time.Time{}}
}

// may tells whether an address may try once more.
func (a *attempts) may(host string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	recent := a.wrong[host][:0]
	for _, t := range a.wrong[host] {
		if a.now().Sub(t) < attemptWindow {
			recent = append(recent, t)
		}
	}
	if len(recent) == 0 {
		delete(a.wrong, host)
		return true
	}
	a.wrong[host] = recent
	return len(recent) < maxAttempts
}

// failed counts a wrong password.
func (a *attempts) failed(host string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.wrong) >= maxAddresses {
		clear(a.wrong)
	}
	a.wrong[host] = append(a.wrong[host], a.now())
}
