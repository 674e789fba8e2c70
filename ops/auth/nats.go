package auth

import (
	"context"
	"strings"
	"time"

	"github.com/muster-events/muster/events"
)

// OrganiserUser is the user that an organiser's program connects to NATS as; the password is the
// organiser's key.
const OrganiserUser = "organiser"

// TableUser is the user that a table's program connects to NATS as; the password is the table's
// code.
func TableUser(g events.GatheringID, group events.GroupID, table events.TableID) string {
	return "table:" + string(g) + ":" + string(group) + ":" + string(table)
}

// InboxPrefix is the prefix that a program must give its inboxes, nats.CustomInboxPrefix, so that no
// table can read the answers for another.
func InboxPrefix(user string) string { return "_INBOX_" + strings.ReplaceAll(user, ":", "_") }

// Grant is what a NATS connection may do.
type Grant struct {
	Publish   []string
	Subscribe []string
}

// Grant returns what a user with a password may do on NATS, and false if that is nobody we know.
// A table's program may send commands on the one subject of its table, and read its answers and
// its group's live events. An organiser's may send commands on every subject and read every live
// event. Neither may touch the log. Wrong passwords are limited by address; address is the remote
// end as "host:port".
func (a *Auth) Grant(user, password, address string) (Grant, bool) {
	grant, ok := a.grant(user, password)
	wait := a.limits.settle("", network(address), ok)
	outcome := "right"
	switch {
	case wait > 0:
		outcome = "limited"
	case !ok:
		outcome = "wrong"
	}
	a.logins.WithLabelValues("nats", outcome).Inc()
	if outcome != "right" {
		a.o.Log.Warn("not let in", "kind", "nats", "outcome", outcome, "address", network(address))
		return Grant{}, false
	}
	return grant, true
}

func (a *Auth) grant(user, password string) (Grant, bool) {
	if user == OrganiserUser {
		if !sameText(plainKey(password), plainKey(a.secrets.Organiser)) {
			return Grant{}, false
		}
		return Grant{
			Publish:   []string{events.CommandFilter},
			Subscribe: []string{InboxPrefix(user) + ".>", "muster.live.>"},
		}, true
	}
	g, group, table, ok := a.tableUser(user, password)
	if !ok {
		return Grant{}, false
	}
	return Grant{
		Publish:   []string{events.CommandSubject(g, group, table)},
		Subscribe: []string{InboxPrefix(user) + ".>", events.LiveSubject(g, group, ">")},
	}, true
}

// Table returns the subject that a table's program may send commands to, and false if the password
// is not the table's code. The caller limits wrong passwords.
func (a *Auth) Table(user, password string) (subject string, ok bool) {
	g, group, table, ok := a.tableUser(user, password)
	if !ok {
		return "", false
	}
	return events.CommandSubject(g, group, table), true
}

func (a *Auth) tableUser(user, password string) (events.GatheringID, events.GroupID, events.TableID, bool) {
	parts := strings.Split(user, ":")
	if len(parts) != 4 || parts[0] != "table" {
		return "", "", "", false
	}
	g, group, table := events.GatheringID(parts[1]), events.GroupID(parts[2]), events.TableID(parts[3])
	if g.Validate() != nil || group.Validate() != nil || table.Validate() != nil || table == events.ConsoleTable {
		return "", "", "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	cg, there := atTable(ctx, a.o.Catalog, g, group, table)
	if !there || cg.Ended {
		return "", "", "", false
	}
	typed, ok := parseCode(password)
	right := codeOf(a.secrets.Codes, g, group, table, epochOf(cg, group, table))
	if !ok || !sameText(typed, right) {
		return "", "", "", false
	}
	return g, group, table, true
}
