package auth_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/projections/catalog"
)

// listing is a catalogue that tests write.
type listing struct {
	mu      sync.Mutex
	gs      map[events.GatheringID]catalog.Gathering
	changed chan struct{}
}

func newListing(gs ...catalog.Gathering) *listing {
	l := &listing{gs: map[events.GatheringID]catalog.Gathering{}, changed: make(chan struct{})}
	for _, g := range gs {
		l.gs[g.ID] = g
	}
	return l
}

func (l *listing) set(g catalog.Gathering) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gs[g.ID] = g
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *listing) Desk(_ context.Context, g events.GatheringID) (catalog.Gathering, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cg, ok := l.gs[g]; ok {
		return cg, nil
	}
	return catalog.Gathering{}, errors.New("no such gathering")
}

func (l *listing) Listed(ctx context.Context, g events.GatheringID, group events.GroupID) (catalog.Group, error) {
	cg, err := l.Desk(ctx, g)
	for _, gr := range cg.Groups {
		if gr.ID == group {
			return gr, nil
		}
	}
	return catalog.Group{}, errors.Join(err, errors.New("no such group"))
}

func (l *listing) Gatherings(context.Context) ([]catalog.Gathering, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []catalog.Gathering
	for _, g := range l.gs {
		out = append(out, g)
	}
	return out, nil
}

func (l *listing) Changed(events.GatheringID, events.GroupID) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// folk registers names in memory.
type folk struct {
	mu    sync.Mutex
	names []string
}

func (f *folk) Find(_ context.Context, _ events.GatheringID, name string) (events.PersonID, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, n := range f.names {
		if n == name {
			return idOf(i), true, nil
		}
	}
	return "", false, nil
}

func (f *folk) Register(_ context.Context, _ events.GatheringID, _ events.Actor, names []roster.NewPerson) ([]events.PersonID, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var ids []events.PersonID
	for _, n := range names {
		f.names = append(f.names, n.Name)
		ids = append(ids, idOf(len(f.names)-1))
	}
	return ids, nil
}

func (f *folk) Alike(ctx context.Context, g events.GatheringID, name string) (events.PersonID, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, n := range f.names {
		if roster.NameKey(n) == roster.NameKey(name) {
			return idOf(i), true, nil
		}
	}
	return "", false, nil
}

func idOf(i int) events.PersonID { return events.PersonID("p-" + string(rune('1'+i))) }

func epic(id events.GatheringID) catalog.Gathering {
	tables := []catalog.Table{{ID: "red"}, {ID: "green"}, {ID: "blue"}}
	return catalog.Gathering{
		ID:     id,
		Groups: []catalog.Group{{ID: "g1", Tables: tables}, {ID: "g2", Tables: tables}},
	}
}

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Date(2026, 5, 9, 9, 55, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

type rig struct {
	*auth.Auth
	list  *listing
	folk  *folk
	clock *clock
	js    jetstream.JetStream
}

func newRig(t *testing.T, edit ...func(*auth.Options)) rig {
	t.Helper()
	return newRigOn(t, storetest.Server(t, ""), edit...)
}

func newRigOn(t *testing.T, srv *server.Server, edit ...func(*auth.Options)) rig {
	t.Helper()
	js, err := jetstream.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	r := rig{list: newListing(epic("spring"), epic("autumn")), folk: &folk{}, clock: newClock(), js: js}
	o := auth.Options{JS: js, Catalog: r.list, People: r.folk, Now: r.clock.now}
	for _, f := range edit {
		f(&o)
	}
	if r.Auth, err = auth.Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func (r rig) code(t *testing.T, g events.GatheringID, group events.GroupID, table events.TableID) string {
	t.Helper()
	c, err := r.TableCode(t.Context(), g, group, table)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// browser is a cookie jar with an address.
type browser struct {
	jar  map[string]*http.Cookie
	addr string
}

func newBrowser(addr string) *browser {
	return &browser{jar: map[string]*http.Cookie{}, addr: addr + ":40000"}
}

func (b *browser) request() *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.RemoteAddr = b.addr
	for _, c := range b.jar {
		r.AddCookie(c)
	}
	return r
}

// keep takes the cookies of a response over.
func (b *browser) keep(w *httptest.ResponseRecorder) {
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.jar, c.Name)
			continue
		}
		b.jar[c.Name] = c
	}
}

func (b *browser) copy() *browser {
	out := &browser{jar: map[string]*http.Cookie{}, addr: b.addr}
	for k, v := range b.jar {
		out.jar[k] = v
	}
	return out
}

func (b *browser) join(a *auth.Auth, code, name string) (access.Session, error) {
	w := httptest.NewRecorder()
	s, err := a.Join(w, b.request(), code, name)
	b.keep(w)
	return s, err
}

func (b *browser) organiser(a *auth.Auth, key string) error {
	w := httptest.NewRecorder()
	err := a.Organiser(w, b.request(), key)
	b.keep(w)
	return err
}

func (b *browser) logout(a *auth.Auth) {
	w := httptest.NewRecorder()
	a.Logout(w, b.request())
	b.keep(w)
}

func TestACaptainJoinsWithTheTablesCodeHoweverItIsTyped(t *testing.T) {
	r := newRig(t)
	code := r.code(t, "spring", "g1", "red")
	typed := " " + strings.ToLower(code[:3]) + "-" + strings.NewReplacer("0", "o", "1", "l").Replace(code[3:])
	b := newBrowser("192.0.2.1")
	s, err := b.join(r.Auth, typed, "  Ana  María ")
	if err != nil {
		t.Fatal(err)
	}
	want := access.Session{
		ID: s.ID, Role: events.RoleCaptain, Gathering: "spring", Group: "g1", Table: "red",
		Person: "p-1", Device: s.Device,
	}
	if s != want || s.ID == "" || s.Device.Validate() != nil {
		t.Fatalf("joined as %+v", s)
	}
	if got := r.Session(b.request()); got != s {
		t.Fatalf("the cookie opens %+v, want %+v", got, s)
	}
	if r.folk.names[0] != "Ana María" {
		t.Fatalf("registered as %q", r.folk.names[0])
	}
	again, err := newBrowser("192.0.2.2").join(r.Auth, code, "Ana María")
	if err != nil || again.Person != "p-1" {
		t.Fatalf("the same name joined as %q, %v; want p-1", again.Person, err)
	}
	if again.Device == s.Device {
		t.Fatal("two phones have one device id")
	}
}

func TestTheJudgesCodeOpensItsGatheringOnly(t *testing.T) {
	r := newRig(t)
	code, err := r.JudgeCode(t.Context(), "spring")
	if err != nil {
		t.Fatal(err)
	}
	s, err := newBrowser("192.0.2.1").join(r.Auth, code, "Judge")
	if err != nil || s.Role != events.RoleJudge || s.Gathering != "spring" || s.Group != "" {
		t.Fatalf("joined as %+v, %v", s, err)
	}
	other, err := r.JudgeCode(t.Context(), "autumn")
	if err != nil || other == code {
		t.Fatalf("two gatherings have one judge's code %q, %v", other, err)
	}
}

func TestAllCodesDiffer(t *testing.T) {
	r := newRig(t)
	seen := map[string]bool{}
	for _, g := range []events.GatheringID{"spring", "autumn"} {
		for _, group := range []events.GroupID{"g1", "g2"} {
			for _, table := range []events.TableID{"red", "green", "blue"} {
				c := r.code(t, g, group, table)
				if len(c) != auth.CodeLen || seen[c] {
					t.Fatalf("code %q of %s/%s/%s", c, g, group, table)
				}
				seen[c] = true
			}
		}
	}
}

func TestARenewedCodeEndsTheSessionsOfTheOldOne(t *testing.T) {
	r := newRig(t)
	old := r.code(t, "spring", "g1", "red")
	red, green := newBrowser("192.0.2.1"), newBrowser("192.0.2.2")
	if _, err := red.join(r.Auth, old, "Ana"); err != nil {
		t.Fatal(err)
	}
	if _, err := green.join(r.Auth, r.code(t, "spring", "g1", "green"), "Bo"); err != nil {
		t.Fatal(err)
	}
	g := epic("spring")
	g.Epochs = map[string]int{"g1/red": 2}
	r.list.set(g)
	if s := r.Session(red.request()); s != (access.Session{}) {
		t.Fatalf("the old code's session is still %+v", s)
	}
	if s := r.Session(green.request()); s.Table != "green" {
		t.Fatalf("the other table's session is %+v", s)
	}
	if _, err := newBrowser("192.0.2.3").join(r.Auth, old, "Eve"); err == nil {
		t.Fatal("the old code still opens the table")
	}
	renewed := r.code(t, "spring", "g1", "red")
	if s, err := red.join(r.Auth, renewed, "Ana"); err != nil || s.Table != "red" || r.Session(red.request()) != s {
		t.Fatalf("with the new code: %+v, %v", s, err)
	}
}

func TestCodesAreValidOnlyWhileTheGatheringIsOpen(t *testing.T) {
	r := newRig(t)
	code := r.code(t, "spring", "g1", "red")
	g := epic("spring")
	g.Ended = true
	r.list.set(g)
	if _, err := newBrowser("192.0.2.1").join(r.Auth, code, "Ana"); err == nil {
		t.Fatal("the code of an ended gathering was accepted")
	}
	if _, ok := r.Table(auth.TableUser("spring", "g1", "red"), code); ok {
		t.Fatal("the code of an ended gathering was accepted over NATS")
	}
}

func TestPeekTellsWhatACodeOpensAndNothingElse(t *testing.T) {
	r := newRig(t)
	b := newBrowser("192.0.2.1")
	s, err := r.Peek(b.request(), r.code(t, "spring", "g2", "blue"))
	if err != nil || s.Role != events.RoleCaptain || s.Group != "g2" || s.Table != "blue" || s.ID != "" {
		t.Fatalf("peek: %+v, %v", s, err)
	}
	if len(r.folk.names) != 0 {
		t.Fatal("peeking registered somebody")
	}
}

func TestAMalformedNameIsRefusedInWords(t *testing.T) {
	r := newRig(t)
	code := r.code(t, "spring", "g1", "red")
	for _, name := range []string{"", "  ", "a\x00b", "\u202eevil", "\xff", strings.Repeat("x", 81)} {
		_, err := newBrowser("192.0.2.1").join(r.Auth, code, name)
		var ne *auth.NameError
		if !errors.As(err, &ne) || !strings.HasPrefix(ne.Says, "the name ") {
			t.Errorf("name %q: %v", name, err)
		}
	}
	if len(r.folk.names) != 0 {
		t.Fatalf("registered %q", r.folk.names)
	}
}

func TestTheOrganisersKey(t *testing.T) {
	srv := storetest.Server(t, "")
	one, two := newRigOn(t, srv), newRigOn(t, srv)
	key, first := one.OrganiserKey()
	again, second := two.OrganiserKey()
	if !first || second || key != again || len(key) != 23 {
		t.Fatalf("keys %q (first %v), %q (first %v)", key, first, again, second)
	}
	b := newBrowser("192.0.2.1")
	if err := b.organiser(one.Auth, strings.ToLower(strings.ReplaceAll(key, "-", " "))+" "); err != nil {
		t.Fatal(err)
	}
	if s := two.Session(b.request()); s.Role != events.RoleOrganiser || s.Gathering != "" {
		t.Fatalf("the other server sees %+v", s)
	}
	if err := newBrowser("192.0.2.2").organiser(one.Auth, key[:22]); err == nil {
		t.Fatal("a key with a character missing was accepted")
	}
}

func TestAKeyFromTheConfigurationReplacesTheMadeOne(t *testing.T) {
	r := newRig(t, func(o *auth.Options) { o.OrganiserKey = "correct horse battery" })
	if err := newBrowser("192.0.2.1").organiser(r.Auth, "Correct horse battery"); err != nil {
		t.Fatal(err)
	}
	_, err := auth.Open(t.Context(), auth.Options{JS: r.js, Catalog: r.list, People: r.folk, OrganiserKey: "short"})
	if err == nil {
		t.Fatal("a key of five characters was accepted")
	}
}

func TestCookiesAreClosedToScriptsAndOtherSites(t *testing.T) {
	for _, secure := range []bool{false, true} {
		r := newRig(t, func(o *auth.Options) { o.Secure = secure })
		key, _ := r.OrganiserKey()
		w := httptest.NewRecorder()
		if err := r.Organiser(w, newBrowser("192.0.2.1").request(), key); err != nil {
			t.Fatal(err)
		}
		if len(w.Result().Cookies()) < 2 {
			t.Fatalf("cookies: %v", w.Result().Cookies())
		}
		for _, c := range w.Result().Cookies() {
			if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Secure != secure ||
				strings.HasPrefix(c.Name, "__Host-") != secure {
				t.Errorf("secure %v: cookie %s is %q", secure, c.Name, c.String())
			}
		}
	}
}

func TestConcurrentFirstStartsShareOneSetOfSecrets(t *testing.T) {
	srv := storetest.Server(t, "")
	js, err := jetstream.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	const starts = 8
	var wg sync.WaitGroup
	got, firsts := make([]auth.Secrets, starts), make([]bool, starts)
	errs := make([]error, starts)
	for i := range starts {
		wg.Go(func() { got[i], firsts[i], errs[i] = auth.OpenSecrets(t.Context(), js, 1) })
	}
	wg.Wait()
	made := 0
	for i := range starts {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if firsts[i] {
			made++
		}
		if got[i].Organiser != got[0].Organiser || string(got[i].Codes) != string(got[0].Codes) {
			t.Fatal("two starts have different secrets")
		}
	}
	if made != 1 {
		t.Fatalf("%d starts made the secrets, want 1", made)
	}
}
