package natsd

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"

	"github.com/nats-io/nats-server/v2/server"
)

// Grant is what a connection may do: the subjects it may publish to and subscribe to.
type Grant struct {
	Publish, Subscribe []string
}

// Admitter says what a user with a password may do, and false if they are not let in. address is
// the remote end, host:port. The Admitter limits wrong passwords itself.
type Admitter func(user, password, address string) (Grant, bool)

// gate decides who may connect: this program and its tools, and whom the Admitter knows.
type gate Server

// Check implements server.Authentication.
func (g *gate) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if o.Username == internalUser {
		if !same(o.Password, g.password) {
			return false
		}
		c.RegisterUser(&server.User{Username: internalUser})
		return true
	}
	admit := g.admit.Load()
	if admit == nil || o.Username == "" {
		return false
	}
	grant, ok := (*admit)(o.Username, o.Password, addressOf(c.RemoteAddress()))
	if !ok {
		return false
	}
	c.RegisterUser(&server.User{Username: o.Username, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: grant.Publish},
		Subscribe: &server.SubjectPermission{Allow: grant.Subscribe},
	}})
	return true
}

// same compares in a time that does not depend on where the texts differ.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

func addressOf(a net.Addr) string {
	if a == nil {
		return "in process"
	}
	return a.String()
}
