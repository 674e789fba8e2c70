package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
)

// People knows names; ops/people is one.
type People interface {
	// Find returns the person of a gathering who has exactly this name.
	Find(ctx context.Context, g events.GatheringID, name string) (events.PersonID, bool, error)
	// Alike is Find for a name that people would take for the same.
	Alike(ctx context.Context, g events.GatheringID, name string) (events.PersonID, bool, error)
	// Register makes people known to a gathering and returns their ids.
	Register(ctx context.Context, g events.GatheringID, actor events.Actor, names []roster.NewPerson) ([]events.PersonID, error)
}

// Options are what [Open] needs.
type Options struct {
	JS       jetstream.JetStream
	Catalog  Catalog
	People   People
	Replicas int  // of the buckets; 0: 1
	Secure   bool // the server speaks HTTPS
	// OrganiserKey replaces the key that is made at the first start, if it is set; 12 characters or
	// more.
	OrganiserKey string
	Log          *slog.Logger          // nil: nothing is logged
	Registerer   prometheus.Registerer // nil: nothing is counted
	Now          func() time.Time      // nil: time.Now
}

// Auth knows who is asking. It is safe for concurrent use.
type Auth struct {
	o       Options
	secrets Secrets
	first   bool
	codes   *codes
	limits  *limits
	cookies *cookies
	revoked *revoked
	feeds   jetstream.KeyValue // what is kept of the tokens of feeds
	logins  *prometheus.CounterVec
	naming  sync.Mutex // held while an organiser becomes known to a gathering
	stop    context.CancelFunc
	watched chan error
}

// Open reads the secrets, making them at the first start, and returns once the sessions that were
// ended are known. Close stops what it started. Errors: *events.UnavailableError.
func Open(ctx context.Context, o Options) (*Auth, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.OrganiserKey != "" && len(plainKey(o.OrganiserKey)) < 12 {
		return nil, errors.New("the organiser's key is too short: use 12 characters or more")
	}
	s, first, err := OpenSecrets(ctx, o.JS, o.Replicas)
	if err != nil {
		return nil, err
	}
	if o.OrganiserKey != "" {
		s.Organiser, first = o.OrganiserKey, false
	}
	a := &Auth{
		o: o, secrets: s, first: first,
		codes:   &codes{secret: s.Codes, catalog: o.Catalog},
		limits:  newLimits(o.Now),
		cookies: newCookies(s, o.Secure),
		logins: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "muster_logins_total",
			Help: "Tries to log in, by what was typed (organiser, code, peek, player, nats) and outcome (right, wrong, limited).",
		}, []string{"kind", "outcome"}),
	}
	if a.revoked, err = openRevoked(ctx, o.JS, o); err != nil {
		return nil, err
	}
	if a.feeds, err = openFeedTokens(ctx, o); err != nil {
		return nil, err
	}
	if o.Registerer != nil {
		o.Registerer.MustRegister(a.logins)
	}
	return a, a.startWatch(ctx)
}

func (a *Auth) startWatch(ctx context.Context) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop = stop
	a.watched = make(chan error, 1)
	ready := make(chan struct{})
	go func() { a.watched <- a.revoked.watch(background, func() { close(ready) }) }()
	select {
	case <-ready:
		return nil
	case err := <-a.watched:
		stop()
		return unavailable("watch ended sessions", err)
	case <-ctx.Done():
		stop()
		return unavailable("watch ended sessions", ctx.Err())
	}
}

// Close stops watching for sessions that other servers end.
func (a *Auth) Close() error {
	a.stop()
	return <-a.watched
}

// OrganiserKey returns the key that opens the console, and whether it was made at this start.
func (a *Auth) OrganiserKey() (key string, first bool) { return a.secrets.Organiser, a.first }

// Session returns the session of a request; the zero Session, a spectator's, if there is none that
// is valid. An organiser is the person that they are in the gathering of the request's path.
func (a *Auth) Session(r *http.Request) access.Session {
	t, ok := a.ticket(r)
	if !ok {
		return access.Session{}
	}
	s := t.session()
	if s.Role == events.RoleOrganiser {
		s.Person = a.organiser(r, s.Name)
	}
	return s
}

// ticket returns the ticket of a request if it is valid: made by us, used within [Idle], not ended,
// and for a captain, of the code that the table has now.
func (a *Auth) ticket(r *http.Request) (ticket, bool) {
	var t ticket
	if !a.cookies.get(r, sessionCookie, &t) || t.ID == "" {
		return ticket{}, false
	}
	if a.o.Now().Sub(time.Unix(t.Seen, 0)) > Idle || a.revoked.has(t.ID) {
		return ticket{}, false
	}
	if t.Role != events.RoleCaptain {
		return t, true
	}
	if t.Table == "" {
		return t, a.player(r.Context(), t)
	}
	g, ok := atTable(r.Context(), a.o.Catalog, t.Gathering, t.Group, t.Table)
	if !ok || epochOf(g, t.Group, t.Table) != t.Epoch {
		return ticket{}, false
	}
	return t, true
}

// Keep wraps what serves requests so that a session in use does not go idle.
func (a *Auth) Keep(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if t, ok := a.ticket(r); ok {
			if now := a.o.Now(); now.Sub(time.Unix(t.Seen, 0)) > renewAfter {
				t.Seen = now.Unix()
				if err := a.cookies.put(w, sessionCookie, t, Idle); err != nil {
					a.o.Log.Error("a session could not be renewed", "err", err)
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// Join logs the browser in with a table's or a judge's code. name is what the person calls
// themselves: 1 to 80 characters of any script. Somebody of that name is taken to be them; otherwise
// they become known to the gathering. Wrong codes are limited. Errors: [*LoginError],
// *engine.Refusal, *events.UnavailableError.
func (a *Auth) Join(w http.ResponseWriter, r *http.Request, code, name string) (access.Session, error) {
	o, plain, err := a.open(w, r, "code", code)
	if err != nil {
		return access.Session{}, err
	}
	if name, err = cleanName(name); err != nil {
		return access.Session{}, err
	}
	if wait := a.limits.join(plain); wait > 0 {
		return access.Session{}, &LoginError{
			Says: "many phones have just joined with this code; wait a moment and try again", RetryAfter: wait,
		}
	}
	s := o.Session
	if s.Person, err = a.person(r.Context(), s.Gathering, name); err != nil {
		return access.Session{}, err
	}
	return a.let(w, r, s, o.epoch)
}

func cleanName(name string) (string, error) {
	clean, err := roster.CleanName(name)
	if err != nil {
		return "", &NameError{Says: "the name " + err.Error()}
	}
	return clean, nil
}

// NameError says to people what is wrong with the name they typed.
type NameError struct{ Says string }

// Error returns what is said to people.
func (e *NameError) Error() string { return e.Says }

func (a *Auth) person(ctx context.Context, g events.GatheringID, name string) (events.PersonID, error) {
	if p, ok, err := a.o.People.Find(ctx, g, name); ok || err != nil {
		return p, err
	}
	ids, err := a.o.People.Register(ctx, g, events.Actor{Role: events.RoleSystem}, []roster.NewPerson{{Name: name}})
	if err != nil {
		return "", fmt.Errorf("register who joins: %w", err)
	}
	return ids[0], nil
}

// Peek tells what a code opens without logging in. It counts as a try. Errors: [*LoginError].
func (a *Auth) Peek(r *http.Request, code string) (access.Session, error) {
	o, _, err := a.open(nil, r, "peek", code)
	return o.Session, err
}

// open finds what a code opens and counts the try.
func (a *Auth) open(w http.ResponseWriter, r *http.Request, kind, typed string) (opens, string, error) {
	plain, ok := parseCode(typed)
	var o opens
	if ok {
		var err error
		if o, ok, err = a.codes.find(r.Context(), plain); err != nil {
			return opens{}, "", unavailable("look the code up", err)
		}
	}
	if err := a.tried(w, r, kind, ok); err != nil {
		return opens{}, "", err
	}
	if !ok {
		return opens{}, "", &LoginError{Says: "no open table has that code; compare it with the card on the table, seven characters"}
	}
	if o.twice {
		return opens{}, "", &LoginError{Says: "two tables have this code by chance; ask the organiser to renew it"}
	}
	return o, plain, nil
}

// tried counts a try and returns a [*LoginError] if there were too many wrong ones.
func (a *Auth) tried(w http.ResponseWriter, r *http.Request, kind string, right bool) error {
	wait := a.limits.settle(a.device(w, r), network(r.RemoteAddr), right)
	outcome := "right"
	switch {
	case wait > 0:
		outcome = "limited"
	case !right:
		outcome = "wrong"
	}
	a.logins.WithLabelValues(kind, outcome).Inc()
	if outcome != "right" {
		a.o.Log.Warn("not let in", "kind", kind, "outcome", outcome, "address", network(r.RemoteAddr))
	}
	if wait > 0 {
		return tooMany(wait)
	}
	return nil
}

// device returns the id that a browser is counted under, empty at its first request, when it gets
// one if w is not nil.
func (a *Auth) device(w http.ResponseWriter, r *http.Request) string {
	var id string
	if a.cookies.get(r, deviceCookie, &id) {
		return id
	}
	if w != nil {
		if err := a.cookies.put(w, deviceCookie, uuid.NewString(), deviceFor); err != nil {
			a.o.Log.Error("a device could not be marked", "err", err)
		}
	}
	return ""
}

// deviceSpace is the name space of the devices of officials.
var deviceSpace = uuid.MustParse("2f9a3c1e-58f4-5d0b-9a6f-1c7d0e4b8a35")

// officialsDevice returns the device of an organiser or judge: the same in a browser whatever names are said in
// it, since where two people have to agree two names on one device are not two people.
func (a *Auth) officialsDevice(w http.ResponseWriter, r *http.Request) events.DeviceID {
	var id string
	if !a.cookies.get(r, deviceCookie, &id) {
		id = uuid.NewString()
		if err := a.cookies.put(w, deviceCookie, id, deviceFor); err != nil {
			a.o.Log.Error("a device could not be marked", "err", err)
		}
	}
	return events.DeviceID(uuid.NewSHA1(deviceSpace, []byte(id)).String())
}

// let makes a session with a new id and device, and ends the one that the browser had. The device of an
// official is that of the browser.
func (a *Auth) let(w http.ResponseWriter, r *http.Request, s access.Session, epoch int) (access.Session, error) {
	var before ticket
	if a.cookies.get(r, sessionCookie, &before) {
		a.revoked.end(r.Context(), before.ID)
	}
	s.ID, s.Device = uuid.NewString(), events.DeviceID(uuid.NewString())
	if s.Role == events.RoleOrganiser || s.Role == events.RoleJudge {
		s.Device = a.officialsDevice(w, r)
	}
	if err := a.cookies.put(w, sessionCookie, newTicket(s, epoch, a.o.Now()), Idle); err != nil {
		return access.Session{}, fmt.Errorf("seal a session: %w", err)
	}
	a.o.Log.Info("let in", "role", string(s.Role), "gathering", string(s.Gathering), "group", string(s.Group), "table", string(s.Table))
	return s, nil
}

// Logout ends the session of a request, at every server.
func (a *Auth) Logout(w http.ResponseWriter, r *http.Request) {
	var t ticket
	if a.cookies.get(r, sessionCookie, &t) {
		a.revoked.end(r.Context(), t.ID)
	}
	a.cookies.drop(w, sessionCookie)
}

// TableCode returns the join code of a table. Errors: those of the catalogue; one for people if the
// gathering has no such table.
func (a *Auth) TableCode(ctx context.Context, g events.GatheringID, group events.GroupID, table events.TableID) (string, error) {
	cg, err := a.o.Catalog.Desk(ctx, g)
	if err != nil {
		return "", err
	}
	return codeOf(a.secrets.Codes, g, group, table, epochOf(cg, group, table)), nil
}

// JudgeCode returns the code of a gathering's judges.
func (a *Auth) JudgeCode(ctx context.Context, g events.GatheringID) (string, error) {
	if _, err := a.o.Catalog.Desk(ctx, g); err != nil {
		return "", err
	}
	return codeOf(a.secrets.Codes, g, "", judgeTable, 1), nil
}

// plainKey is a key without what people add or lose when they type it.
func plainKey(key string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(strings.TrimSpace(key)))
}

// sameText compares in a time that does not depend on where the texts differ.
func sameText(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
