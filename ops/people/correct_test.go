package people_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	state "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/people"
)

func called(name string) roster.Correction {
	return roster.Correction{Name: &name, Why: desk.WhyMisspelt}
}

func reached(contact string) roster.Correction {
	return roster.Correction{Contact: &contact, Why: desk.WhyChanged}
}

// corrections are what the log says was corrected, and by whom.
func (r rig) corrections(t *testing.T) (out []string) {
	t.Helper()
	for c, err := range r.store.Load(t.Context(), events.Desk(spring), events.Head{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"Meier", "Mayer", "example.org"} {
			if strings.Contains(string(c.Raw), text) {
				t.Fatalf("the log holds %s: %s", text, c.Raw)
			}
		}
		ps, err := vocabulary.All().DecodeAll(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ps {
			if e, ok := p.(desk.PersonCorrected); ok {
				out = append(out, fmt.Sprintf("%s %s %v %v %s", c.Command.Actor.Role, e.Person, e.Name, e.Contact, e.Why))
			}
		}
	}
	return out
}

// proven fails unless the log has committed to what is kept.
func (r rig) proven(t *testing.T) {
	t.Helper()
	d, err := r.service.Desk(t.Context(), spring)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range r.Records(spring) {
		if c, _ := d.Commitment(rec.ID); c != rec.Commitment() {
			t.Errorf("the log has not committed to what is kept of %s", rec.ID)
		}
	}
}

// What was corrected is nowhere in the files, every server says the new name at once, and the log says who
// changed what and why, and proves it.
func TestACorrectedNameReplacesTheOldOneEverywhere(t *testing.T) {
	dir := t.TempDir()
	srv := storetest.Server(t, dir)
	r := newRig(t, srv)
	r.open(t)
	other := newRig(t, srv)
	if _, err := r.Register(t.Context(), spring, organiser, []roster.NewPerson{{Name: "Anastasia"}, {Name: "Bartholomew Meier", Contact: "meier@example.org"}, {Name: "Cornelia"}}); err != nil {
		t.Fatal(err)
	}
	if len(holding(t, dir, "Bartholomew Meier")) == 0 || len(holding(t, dir, "meier@example.org")) == 0 {
		t.Fatal("the name is in no file before: this test sees nothing")
	}
	waitUntil(t, "the other server knows the name", func() bool { return other.Name(spring, "p-2") == "Bartholomew Meier" })
	told := other.Renamed()
	if at, err := r.Correct(t.Context(), spring, organiser, "p-2", called("  Bartholomew   Mayer ")); err != nil || at == 0 {
		t.Fatal(at, err)
	}
	if got := r.Name(spring, "p-2"); got != "Bartholomew Mayer" {
		t.Fatalf("it is %q here when the call is over", got)
	}
	<-told
	waitUntil(t, "the other server knows the new one", func() bool { return other.Name(spring, "p-2") == "Bartholomew Mayer" })
	player := events.Actor{Role: events.RoleCaptain, Group: "cup", Person: "p-2"}
	if _, err := other.Correct(t.Context(), spring, player, "p-2", reached("mayer@example.org")); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"Bartholomew Meier", "meier@example.org"} {
		if files := holding(t, dir, gone); len(files) > 0 {
			t.Errorf("%s is still in %v", gone, files)
		}
	}
	if at, err := r.Correct(t.Context(), spring, organiser, "p-2", called("Bartholomew Mayer")); err != nil || at != 0 {
		t.Errorf("the same again: %d, %v", at, err)
	}
	if got, want := r.corrections(t), []string{"organiser p-2 true false misspelt", "captain p-2 false true changed"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the log says %q", got)
	}
	r.do(t, desk.EndGathering{}) // a winner's name is found to be wrong when the list is printed
	if _, err := r.Correct(t.Context(), spring, organiser, "p-2", reached("")); err != nil {
		t.Fatal(err)
	}
	again := newRig(t, srv)
	again.proven(t)
	if again.Name(spring, "p-2") != "Bartholomew Mayer" || again.Contact(spring, "p-2") != "" || again.Name(spring, "p-1") != "Anastasia" || again.Name(spring, "p-3") != "Cornelia" {
		t.Errorf("after a restart: %+v", again.Records(spring))
	}
	if files := holding(t, dir, "mayer@example.org"); len(files) > 0 {
		t.Errorf("the contact is still in %v", files)
	}
	if err := r.Forget(t.Context(), spring, organiser, "p-2"); err != nil {
		t.Fatal(err)
	}
	if files := holding(t, dir, "Mayer"); len(files) > 0 {
		t.Errorf("the erased name is still in %v", files)
	}
}

func TestWhoMayNotCorrectANameChangesNothing(t *testing.T) {
	r := newRig(t, storetest.Server(t, ""))
	r.open(t)
	r.register(t, "Ana Meier", "Bo", "Cy")
	if err := r.Forget(t.Context(), spring, organiser, "p-3"); err != nil {
		t.Fatal(err)
	}
	bad := "a\u202eb"
	for name, c := range map[string]struct {
		who  events.Actor
		id   events.PersonID
		c    roster.Correction
		code engine.Code
	}{
		"a judge":                     {events.Actor{Role: events.RoleJudge}, "p-1", called("Ana Mayer"), engine.CodeNotAllowed},
		"a spectator, the same name":  {events.Actor{}, "p-1", called("Ana Meier"), engine.CodeNotAllowed},
		"another player":              {events.Actor{Role: events.RoleCaptain, Group: "cup", Person: "p-2"}, "p-1", reached("x"), engine.CodeNotAllowed},
		"a captain who has a table":   {events.Actor{Role: events.RoleCaptain, Group: "red", Table: "t1", Person: "p-1"}, "p-1", reached("x"), engine.CodeNotAllowed},
		"a player their own name":     {events.Actor{Role: events.RoleCaptain, Group: "cup", Person: "p-1"}, "p-1", called("Ana Mayer"), engine.CodeNotAllowed},
		"somebody who was erased":     {organiser, "p-3", called("Cyrus"), state.CodeForgotten},
		"somebody who was never here": {organiser, "p-9", called("Cyrus"), state.CodeUnknown},
		"no reason":                   {organiser, "p-1", roster.Correction{Name: called("Ana Mayer").Name}, engine.CodeMalformed},
		"no id":                       {organiser, "P 1", called("Ana Mayer"), engine.CodeMalformed},
		"no name":                     {organiser, "p-1", called(" "), engine.CodeMalformed},
		"a text direction":            {organiser, "p-1", called(bad), engine.CodeMalformed},
		"too long":                    {organiser, "p-1", called(strings.Repeat("x", roster.MaxNameLen+1)), engine.CodeMalformed},
		"a contact that is none":      {organiser, "p-1", reached(bad), engine.CodeMalformed},
	} {
		_, err := r.Correct(t.Context(), spring, c.who, c.id, c.c)
		if refusal := engine.AsRefusal(err); refusal == nil || refusal.Code != c.code || refusal.Says == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r.Name(spring, "p-1") != "Ana Meier" || len(r.corrections(t)) != 0 || r.Name(spring, "p-3") != "Player 3" {
		t.Error("something was changed")
	}
	r.do(t, desk.EndGathering{})
	r.do(t, desk.SealGathering{})
	if _, err := r.Correct(t.Context(), spring, organiser, "p-1", called("Ana Mayer")); engine.AsRefusal(err) == nil || r.Name(spring, "p-1") != "Ana Meier" {
		t.Errorf("a sealed gathering: %v, %s", err, r.Name(spring, "p-1"))
	}
	r.proven(t)
	if keys, err := r.kv.Keys(t.Context()); err != nil || len(keys) != 2 {
		t.Errorf("left behind: %v, %v", keys, err)
	}
}

// cut is a Commander whose server goes down around the log's answer.
type cut struct {
	people.Commander
	before bool
}

var errCut = &events.UnavailableError{Op: "append", Reason: "the connection is gone", NotKnown: true}

func (c cut) Do(ctx context.Context, id events.StreamID, cmd events.Command) (events.Answer, error) {
	if !c.before {
		if _, err := c.Commander.Do(ctx, id, cmd); err != nil {
			return events.Answer{}, err
		}
	}
	return events.Answer{}, errCut
}

// A server that goes down in the middle leaves neither the old name in the log's place nor two of them: the
// next one goes on from there, also if somebody has corrected or erased the person meanwhile.
func TestACorrectionThatWasCutOffIsCarriedOut(t *testing.T) {
	for _, before := range []bool{true, false} {
		for _, gone := range []bool{false, true} { // the old record was overwritten, the new one not written
			if before && gone {
				continue // the record goes after the log has said so
			}
			t.Run(fmt.Sprintf("before the log %v, record gone %v", before, gone), func(t *testing.T) {
				dir := t.TempDir()
				srv := storetest.Server(t, dir)
				r := newRig(t, srv)
				r.open(t)
				r.register(t, "Ana Meier", "Bo")
				js, err := jetstream.New(storetest.Connect(t, srv))
				if err != nil {
					t.Fatal(err)
				}
				down, err := people.Open(t.Context(), people.Options{JS: js, Commands: cut{r.service, before}, Desk: r.service, Catalog: order{r.store}})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := down.Correct(t.Context(), spring, organiser, "p-1", called("Ana Mayer")); !errors.Is(err, errCut) {
					t.Fatal(err)
				}
				if err := down.Close(); err != nil {
					t.Fatal(err)
				}
				if gone {
					e, err := r.kv.Get(t.Context(), "spring.p-1")
					if err != nil {
						t.Fatal(err)
					}
					s, err := js.Stream(t.Context(), "KV_"+people.Bucket)
					if err != nil {
						t.Fatal(err)
					}
					if err := s.SecureDeleteMsg(t.Context(), e.Revision()); err != nil {
						t.Fatal(err)
					}
				}
				next := newRig(t, srv)
				waitUntil(t, "the next server carries it out", func() bool { return next.Name(spring, "p-1") == "Ana Mayer" })
				waitUntil(t, "nothing is left of it", func() bool { keys, err := next.kv.Keys(t.Context()); return err == nil && len(keys) == 2 })
				next.proven(t)
				if files := holding(t, dir, "Ana Meier"); len(files) > 0 {
					t.Errorf("the old name is in %v", files)
				}
				if got := next.corrections(t); len(got) != 1 {
					t.Errorf("the log says %q", got)
				}
			})
		}
	}
}

// A correction that was cut off and is found after the person was erased brings nothing back.
func TestWhatIsErasedDoesNotComeBackByACorrection(t *testing.T) {
	dir := t.TempDir()
	srv := storetest.Server(t, dir)
	r := newRig(t, srv)
	r.open(t)
	r.register(t, "Ana Meier", "Bo")
	js, err := jetstream.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	down, err := people.Open(t.Context(), people.Options{JS: js, Commands: cut{r.service, true}, Desk: r.service, Catalog: order{r.store}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = down.Correct(t.Context(), spring, organiser, "p-1", called("Ana Mayer"))
	if !errors.Is(err, errCut) {
		t.Fatal(err)
	}
	if err := down.Close(); err != nil {
		t.Fatal(err)
	}
	held, err := r.kv.Get(t.Context(), "spring.p-1.next")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Forget(t.Context(), spring, organiser, "p-1"); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"Meier", "Mayer"} {
		if files := holding(t, dir, gone); len(files) > 0 {
			t.Errorf("%s is in %v", gone, files)
		}
	}
	// a slow server writes its correction when everything is over
	var plan map[string]any
	if err := json.Unmarshal(held.Value(), &plan); err != nil {
		t.Fatal(err)
	}
	if _, err := r.kv.Put(t.Context(), "spring.p-1.next", held.Value()); err != nil {
		t.Fatal(err)
	}
	next := newRig(t, srv)
	waitUntil(t, "it is cleared away", func() bool { keys, err := next.kv.Keys(t.Context()); return err == nil && len(keys) == 1 })
	if got := next.Name(spring, "p-1"); got != "Player 1" {
		t.Errorf("p-1 is %q", got)
	}
	if files := holding(t, dir, "Mayer"); len(files) > 0 {
		t.Errorf("the new name is in %v", files)
	}
}

// Organisers at two servers correct one person at once: one name stands at both, and it is the last of the log.
func TestTwoServersAgreeOnTheNameThatStands(t *testing.T) {
	srv := storetest.Server(t, "")
	rigs := []rig{newRig(t, srv), newRig(t, srv)}
	rigs[0].open(t)
	rigs[0].register(t, "Ana Meier", "Bo")
	const each = 6
	var wait sync.WaitGroup
	for i, r := range rigs {
		wait.Go(func() {
			for n := range each {
				for {
					_, err := r.Correct(t.Context(), spring, organiser, "p-1", called(fmt.Sprintf("Ana Mayer %d-%d", i, n)))
					if refusal := engine.AsRefusal(err); refusal != nil && refusal.Code == engine.CodeBusy {
						continue
					}
					if err != nil {
						t.Error(err)
					}
					break
				}
			}
		})
	}
	wait.Wait()
	if got := rigs[0].corrections(t); len(got) != 2*each {
		t.Errorf("%d corrections", len(got))
	}
	waitUntil(t, "both say the same", func() bool { return rigs[0].Name(spring, "p-1") == rigs[1].Name(spring, "p-1") })
	for _, r := range rigs {
		r.proven(t)
	}
	if keys, err := rigs[0].kv.Keys(t.Context()); err != nil || len(keys) != 2 {
		t.Errorf("left behind: %v, %v", keys, err)
	}
}

func TestWhoIsCalledAlikeIsFound(t *testing.T) {
	r := newRig(t, storetest.Server(t, ""))
	r.open(t)
	r.register(t, "Ana Maria Silva", "Bo", "ana maria silva")
	if got := r.Like(spring, "p-2", "Silva, Ana Maria"); len(got) != 2 || got[0].Person.ID != "p-1" {
		t.Errorf("%+v", got)
	}
	if got := r.Like(spring, "p-1", "Bo Peep"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
