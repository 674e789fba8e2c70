package people_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	jsstore "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/projections/catalog"
)

const spring events.GatheringID = "spring"

var organiser = events.Actor{Role: events.RoleOrganiser}

// order is a catalogue read straight from the log.
type order struct{ store *jsstore.Store }

func (o order) Desk(ctx context.Context, g events.GatheringID) (catalog.Gathering, error) {
	out := catalog.Gathering{ID: g}
	for r, err := range o.store.Load(ctx, events.Desk(g), events.Head{}) {
		if err != nil {
			return out, err
		}
		ps, err := vocabulary.All().DecodeAll(r)
		if err != nil {
			return out, err
		}
		for _, p := range ps {
			if e, ok := p.(desk.PeopleRegistered); ok {
				for _, person := range e.People {
					out.People = append(out.People, person.ID)
				}
			}
		}
	}
	return out, nil
}

type rig struct {
	*people.People
	store   *jsstore.Store
	service *runner.Service
	kv      jetstream.KeyValue
	log     *bytes.Buffer
	server  *server.Server
}

func newRig(t *testing.T, srv *server.Server) rig {
	t.Helper()
	nc := storetest.Connect(t, srv)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	r := rig{log: &bytes.Buffer{}, server: srv}
	if r.store, err = jsstore.Open(t.Context(), jsstore.Options{Commands: nc}); err != nil {
		t.Fatal(err)
	}
	r.service = runner.New(runner.Options{Store: r.store})
	r.People, err = people.Open(t.Context(), people.Options{
		JS: js, Commands: r.service, Desk: r.service, Catalog: order{r.store}, Log: slog.New(slog.NewTextHandler(r.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	if r.kv, err = js.KeyValue(t.Context(), people.Bucket); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r rig) open(t *testing.T) {
	t.Helper()
	r.do(t, desk.OpenGathering{Name: "Spring"})
}

func (r rig) do(t *testing.T, body events.CommandBody) {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.service.Do(t.Context(), events.Desk(spring), events.Command{
		ID: events.CommandID(uuid.NewString()), Type: body.CommandType(), Data: data, Actor: organiser,
	})
	if err != nil {
		t.Fatal(err)
	}
}

func names(ns ...string) []roster.NewPerson {
	out := make([]roster.NewPerson, len(ns))
	for i, n := range ns {
		out[i].Name = n
	}
	return out
}

func (r rig) register(t *testing.T, ns ...string) []events.PersonID {
	t.Helper()
	ids, err := r.Register(t.Context(), spring, organiser, names(ns...))
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func waitUntil(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(time.Minute)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

func TestPeopleAreRegisteredInOrderAndKnownEverywhere(t *testing.T) {
	srv := storetest.Server(t, "")
	r := newRig(t, srv)
	r.open(t)
	other := newRig(t, srv)
	if ids := r.register(t, "Ana", "  Zoë  ", "李小龍", "=1+1", "Ana"); fmt.Sprint(ids) != "[p-1 p-2 p-3 p-4 p-5]" {
		t.Fatalf("ids %v", ids)
	}
	if ids := r.register(t, "Bo"); ids[0] != "p-6" {
		t.Fatalf("ids %v", ids)
	}
	for _, p := range []rig{r, other, newRig(t, srv)} {
		waitUntil(t, "the names are known", func() bool { return p.Name(spring, "p-6") == "Bo" })
		if got := p.Name(spring, "p-2"); got != "Zoë" {
			t.Errorf("p-2 is %q", got)
		}
		if got := p.Name("autumn", "p-2"); got != "Player 2" {
			t.Errorf("p-2 of another gathering is %q", got)
		}
	}
	if id, ok, err := r.Find(t.Context(), spring, "Ana"); id != "p-1" || !ok || err != nil {
		t.Errorf("Ana is %s, %v, %v", id, ok, err)
	}
	if id, ok, err := r.Find(t.Context(), spring, "ana"); ok || err != nil {
		t.Errorf("ana is %s, %v", id, err)
	}
}

func TestTheLogHoldsACommitmentThatProvesTheNameAndNothingElse(t *testing.T) {
	r := newRig(t, storetest.Server(t, ""))
	r.open(t)
	if _, err := r.Register(t.Context(), spring, organiser, []roster.NewPerson{{Name: "Ana", Contact: "ana@example.org"}}); err != nil {
		t.Fatal(err)
	}
	d, err := r.service.Desk(t.Context(), spring)
	if err != nil {
		t.Fatal(err)
	}
	in, _ := d.Commitment("p-1")
	rec := r.Records(spring)[0]
	h := sha256.New()
	for _, part := range []string{string(rec.Salt), "Ana", "ana@example.org"} { // by the words of the contract
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	if got := events.Hash(h.Sum(nil)); got != in || len(rec.Salt) != people.SaltLen {
		t.Fatalf("the log holds %s, the record gives %s", in, got)
	}
	for c, err := range r.store.Load(t.Context(), events.Desk(spring), events.Head{}) {
		if err != nil || strings.Contains(string(c.Raw), "Ana") || strings.Contains(string(c.Raw), "example.org") {
			t.Fatalf("%v: %s", err, c.Raw)
		}
	}
	if got := r.Contact(spring, "p-1"); got != "ana@example.org" {
		t.Fatalf("contact %q", got)
	}
}

func TestAMalformedNameFailsTheWholeCall(t *testing.T) {
	r := newRig(t, storetest.Server(t, ""))
	r.open(t)
	for _, bad := range []string{"", "\u202eevil", "a\x00", "\xff", strings.Repeat("x", 81)} {
		_, err := r.Register(t.Context(), spring, organiser, names("Ana", bad, "Bo"))
		var row *people.RowError
		if !errors.As(err, &row) || row.Row != 2 || row.Field != "name" {
			t.Errorf("%q: %v", bad, err)
		}
	}
	_, err := r.Register(t.Context(), spring, organiser, []roster.NewPerson{{Name: "Ana", Contact: "a\nb\x01"}})
	var row *people.RowError
	if !errors.As(err, &row) || row.Field != "contact" {
		t.Errorf("contact: %v", err)
	}
	if d, err := r.service.Desk(t.Context(), spring); err != nil || d.People != 0 {
		t.Fatalf("%d people are registered, %v", d.People, err)
	}
}

func TestARefusedRegistrationLeavesNoNameBehind(t *testing.T) {
	r := newRig(t, storetest.Server(t, ""))
	r.open(t)
	_, err := r.Register(t.Context(), spring, events.Actor{Role: events.RoleCaptain, Group: "g1", Table: "red"}, names("Ana"))
	if no := engine.AsRefusal(err); no == nil || no.Code != engine.CodeNotAllowed {
		t.Fatalf("by a captain: %v", err)
	}
	if _, err := r.Register(t.Context(), "nowhere", organiser, names("Ana")); engine.AsRefusal(err) == nil {
		t.Fatalf("in a gathering that does not exist: %v", err)
	}
	if keys, err := r.kv.ListKeys(t.Context()); err == nil {
		for k := range keys.Keys() {
			t.Errorf("the bucket still holds %s", k)
		}
	}
}

func TestConcurrentServersGiveNoIDTwice(t *testing.T) {
	srv := storetest.Server(t, "")
	rigs := []rig{newRig(t, srv), newRig(t, srv)}
	rigs[0].open(t)
	const callers, each = 8, 5
	var mu sync.Mutex
	got := map[events.PersonID]string{}
	var wg sync.WaitGroup
	for c := range callers {
		wg.Go(func() {
			for i := range each {
				ns := []string{fmt.Sprintf("A %d %d", c, i), fmt.Sprintf("B %d %d", c, i)}
				ids, err := rigs[c%2].Register(t.Context(), spring, organiser, names(ns...))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				for j, id := range ids {
					if other, twice := got[id]; twice {
						t.Errorf("%s is %s and %s", id, other, ns[j])
					}
					got[id] = ns[j]
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	d, err := rigs[1].service.Desk(t.Context(), spring)
	if err != nil || d.People != callers*each*2 || len(got) != d.People {
		t.Fatalf("%d people in the log, %d ids given, %v", d.People, len(got), err)
	}
	waitUntil(t, "every name is known", func() bool { return len(rigs[0].Records(spring)) == len(got) })
	for id, name := range got {
		if rigs[0].Name(spring, id) != name {
			t.Errorf("%s is %q, want %q", id, rigs[0].Name(spring, id), name)
		}
	}
}

func TestManyPeopleAreRegisteredInSeveralCommands(t *testing.T) {
	r := newRig(t, storetest.Server(t, ""))
	r.open(t)
	many := make([]string, 450)
	for i := range many {
		many[i] = fmt.Sprintf("Player %04d", i+1)
	}
	ids := r.register(t, many...)
	for i, id := range ids {
		if want := events.PersonID(fmt.Sprintf("p-%d", i+1)); id != want || r.Name(spring, id) != many[i] {
			t.Fatalf("person %d is %s, %q", i+1, id, r.Name(spring, id))
		}
	}
	if _, err := r.Register(t.Context(), spring, organiser, make([]roster.NewPerson, people.MaxRegister+1)); engine.AsRefusal(err) == nil {
		t.Fatalf("more than the limit: %v", err)
	}
}

// The right to be forgotten does not end with the gathering, nor with its log.
func TestANameIsErasedAfterTheGatheringHasEndedAndWasSealed(t *testing.T) {
	r := newRig(t, storetest.Server(t, ""))
	r.open(t)
	r.register(t, "Ana", "Bo")
	judge := events.Actor{Role: events.RoleJudge}
	for i, b := range []events.CommandBody{desk.EndGathering{}, desk.SealGathering{}} {
		r.do(t, b)
		id := events.PersonID(fmt.Sprintf("p-%d", i+1))
		before := r.Name(spring, id)
		if err := r.Forget(t.Context(), spring, judge, id); engine.AsRefusal(err) == nil || r.Name(spring, id) != before {
			t.Fatalf("by a judge: %v, the name is %q", err, r.Name(spring, id))
		}
		if err := r.Forget(t.Context(), spring, organiser, id); err != nil {
			t.Fatal(err)
		}
		if got, want := r.Name(spring, id), fmt.Sprintf("Player %d", i+1); got != want {
			t.Errorf("the name is %q, want %q", got, want)
		}
		if _, err := r.kv.Get(t.Context(), "spring."+string(id)); !errors.Is(err, jetstream.ErrKeyNotFound) {
			t.Errorf("the bucket: %v", err)
		}
		if err := r.Forget(t.Context(), spring, organiser, "p-99"); engine.AsRefusal(err) == nil {
			t.Errorf("nobody: %v", err)
		}
	}
}

func TestForgettingErasesNameContactAndSaltForGood(t *testing.T) {
	srv := storetest.Server(t, "")
	r := newRig(t, srv)
	r.open(t)
	r.register(t, "Ana", "Bo", "Cy")
	captain := events.Actor{Role: events.RoleCaptain, Group: "g1", Table: "red"}
	if err := r.Forget(t.Context(), spring, captain, "p-2"); engine.AsRefusal(err) == nil || r.Name(spring, "p-2") != "Bo" {
		t.Fatalf("by a captain: %v, the name is %q", err, r.Name(spring, "p-2"))
	}
	for range 2 { // a second time in case erasing failed
		if err := r.Forget(t.Context(), spring, organiser, "p-2"); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []rig{r, newRig(t, srv)} {
		if got := p.Name(spring, "p-2"); got != "Player 2" {
			t.Errorf("the name is %q", got)
		}
		if id, ok, _ := p.Find(t.Context(), spring, "Bo"); ok {
			t.Errorf("Bo is still %s", id)
		}
	}
	if _, err := r.kv.Get(t.Context(), "spring.p-2"); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Errorf("the bucket: %v", err)
	}
	if ids := r.register(t, "Di"); ids[0] != "p-4" {
		t.Errorf("the next person is %s: an id was given twice", ids[0])
	}
	if err := r.Forget(t.Context(), spring, organiser, "p-99"); engine.AsRefusal(err) == nil {
		t.Errorf("somebody who is not registered: %v", err)
	}
	if log := r.log.String(); strings.Contains(log, "Bo") {
		t.Errorf("the server's log holds the name: %s", log)
	}
}

func TestANameWhoseRegistrationDidNotEndIsNobodys(t *testing.T) {
	srv := storetest.Server(t, "")
	r := newRig(t, srv)
	r.open(t)
	if _, err := r.kv.Create(t.Context(), "spring.p-1", []byte(`{"name":"Ghost","salt":"AAAA"}`)); err != nil { // then the program died
		t.Fatal(err)
	}
	waitUntil(t, "the name is seen", func() bool { return r.Name(spring, "p-1") == "Ghost" })
	if id, ok, err := r.Find(t.Context(), spring, "Ghost"); ok || err != nil {
		t.Fatalf("Ghost is %s, %v", id, err)
	}
	if ids := r.register(t, "Ana"); ids[0] != "p-2" || r.Name(spring, "p-2") != "Ana" {
		t.Fatalf("ids %v", ids)
	}
}
