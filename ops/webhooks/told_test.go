package webhooks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/webhooks"
)

var quick = process.HookRetry{First: 10 * time.Millisecond, Longest: 50 * time.Millisecond, For: patience}

// The published answer of the specification's own test.
//
// Source: Standard Webhooks 1.0.0, libraries/go, TestSymmetricWebhookSign.
func TestTheSignatureIsThatOfTheSpecification(t *testing.T) {
	const want = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	at, body := time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`)
	if have := webhooks.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", at, body, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"); have != want {
		t.Errorf("signed %s, want %s", have, want)
	}
	if have := webhooks.Sign("a", at, body, "whsec_short", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"); have != "" {
		t.Errorf("what is no secret signs %s", have)
	}
	for range 10 {
		if err := webhooks.CheckSecret(webhooks.NewSecret()); err != nil {
			t.Error(err)
		}
	}
}

func TestATournamentIsToldInOrderAndSigned(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, nil)
	r.field()
	h := r.register(v.URL + "/key-in-path")
	r.publish(1)
	r.give(cup, tournament.StartRound{Round: 1, At: 1_767_225_600_000})
	r.finish(1)
	r.give(cup, tournament.EndTournament{})
	r.give(events.Desk(spring), desk.EndGathering{})
	want := []string{
		webhooks.TypePairings, webhooks.TypeRoundStarted, webhooks.TypeResult, webhooks.TypeResult, webhooks.TypeRoundEnded,
		webhooks.TypeTournamentEnded, webhooks.TypeGatheringEnded,
	}
	var all []got
	for i, typ := range want {
		g := v.next(t)
		all = append(all, g)
		if g.Type != typ {
			t.Fatalf("message %d is %s (%s), want %s", i+1, g.Type, g.Says, typ)
		}
		if err := g.verify(r.secret(h)); err != nil {
			t.Errorf("%s: %v", g.Type, err)
		}
		if g.ID != g.header.Get("webhook-id") || g.Gathering != spring || g.Position == 0 || g.Version == 0 || g.Time.IsZero() || g.SpecVersion != "1.0" || g.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %s with %v", g.Type, g.body, g.header)
		}
		if i > 0 && g.Position < all[i-1].Position {
			t.Errorf("%s of position %d comes after %d", g.Type, g.Position, all[i-1].Position)
		}
		if g.People != nil || bytes.Contains(g.body, []byte("script")) {
			t.Errorf("%s names people: %s", g.Type, g.body)
		}
	}
	var p webhooks.Pairings
	if err := json.Unmarshal(all[0].Data, &p); err != nil || len(p.Tables) != 2 || len(p.Tables[0].Players) != 2 || p.Tournament.Name != "Cup" || all[0].Says != "Round 1 of Cup is paired: 2 tables" {
		t.Errorf("pairings %s, %v", all[0].body, err)
	}
	var round webhooks.Round
	if err := json.Unmarshal(all[1].Data, &round); err != nil || round.Ends == nil || round.Ends.Sub(time.UnixMilli(1_767_225_600_000)) != 50*time.Minute || round.Open != 2 {
		t.Errorf("round %s, %v", all[1].body, err)
	}
	var res webhooks.Result
	if err := json.Unmarshal(all[2].Data, &res); err != nil || len(res.Players) != 2 || res.Players[0].Games+res.Players[1].Games != 3 || !strings.Contains(all[2].Says, "Player ") {
		t.Errorf("result %s, %v", all[2].body, err)
	}
	var end webhooks.Ending
	if err := json.Unmarshal(all[5].Data, &end); err != nil || len(end.Standings) != 4 || end.Standings[0].Points != "3" {
		t.Errorf("end %s, %v", all[5].body, err)
	}
	list := must(r.hooks.List(t.Context(), spring))(t)
	if len(list) != 1 || list[0].Status.TakenAt.IsZero() || !list[0].Status.FailsFrom.IsZero() {
		t.Errorf("how it is doing: %+v", list)
	}
}

// Registered, changed and removed stands in the log, the address and the secret do not.
func TestTheLogSaysWhoRegisteredWhatAndHoldsNoSecret(t *testing.T) {
	r := newRig(t)
	r.open()
	defer func() { _ = r.hooks.Close() }()
	h := r.register("http://hooks.example/KEY-IN-PATH?token=KEY-IN-QUERY", desk.HookResults)
	first := r.secret(h)
	form := newID()
	for range 2 { // a form that is sent twice
		if err := r.hooks.Change(t.Context(), spring, boss, form, h.ID, webhooks.Settings{URL: "http://hooks.example/KEY-IN-PATH-2", Kinds: []string{desk.HookEnds}, NewSecret: true}); err != nil {
			t.Fatal(err)
		}
	}
	second := r.secret(h)
	if first == second {
		t.Error("the secret is still the same")
	}
	if err := r.hooks.Remove(t.Context(), spring, boss, newID(), h.ID); err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, c := range storeLoad(t, r, events.Desk(spring)) {
		for _, secret := range []string{"KEY-IN", first, second} {
			if bytes.Contains(c.Raw, []byte(secret)) {
				t.Errorf("the log holds %s: %s", secret, c.Raw)
			}
		}
		if c.Version > 1 && c.Command.Actor != boss {
			t.Errorf("%s was asked for by %+v", c.Command.Type, c.Command.Actor)
		}
		for _, e := range c.Events {
			types = append(types, e.Type)
		}
	}
	if want := []string{"desk.gathering-opened.v1", "desk.webhook-registered.v1", "desk.webhook-changed.v1", "desk.webhook-removed.v1"}; !slices.Equal(types, want) {
		t.Errorf("the log holds %v, want %v", types, want)
	}
	if _, err := r.hooks.Secret(spring, h.ID); err == nil {
		t.Error("the secret of a webhook that was removed is still kept")
	}
}

func TestOnlyWhatIsWantedIsToldAndNamesOnlyWhereTheyAre(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, nil)
	r.field()
	must(r.hooks.Register(t.Context(), spring, boss, newID(), webhooks.Settings{URL: v.URL, Kinds: []string{desk.HookResults}, Names: true}))(t)
	r.publish(1)
	r.give(cup, tournament.StartRound{Round: 1, At: 1})
	r.finish(1)
	for range 2 {
		g := v.next(t)
		if g.Type != webhooks.TypeResult || len(g.People) != 2 || !strings.Contains(g.Says, "<script>p-") {
			t.Errorf("told %s %s %v", g.Type, g.Says, g.People)
		}
		if bytes.Contains(g.body, []byte("<script>")) {
			t.Errorf("a name is not escaped: %s", g.body)
		}
	}
}

// What everybody may not see is told when it is shown again, in its order, each thing once; over a restart, and
// to whom registered meanwhile only what happened since. Before it is shown nothing is told.
func TestWhatWasWithheldWhileStandingsWereFrozenIsToldAfterwards(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	one, two := newReceiver(t, nil), newReceiver(t, nil)
	r.field()
	r.register(one.URL)
	r.publish(1)
	r.give(cup, tournament.StartRound{Round: 1, At: 1}, tournament.FreezeStandings{})
	for _, want := range []string{webhooks.TypePairings, webhooks.TypeRoundStarted, webhooks.TypeFrozen} {
		if g := one.next(t); g.Type != want {
			t.Fatalf("told %s, want %s", g.Type, want)
		}
	}
	r.finish(1)
	r.register(two.URL)
	r.give(cup, tournament.EndTournament{})
	r.stop()
	r.start(quick)
	r.give(cup, tournament.ThawStandings{}, tournament.FinaliseTournament{})
	want := []string{webhooks.TypeResult, webhooks.TypeResult, webhooks.TypeRoundEnded, webhooks.TypeTournamentEnded, webhooks.TypeThawed, webhooks.TypeTournamentFinal}
	ids := map[string]bool{}
	last := events.Position(0)
	for i, typ := range want {
		g := one.next(t)
		if g.Type != typ || ids[g.ID] || g.Position < last {
			t.Fatalf("message %d is %s (%s) of position %d after %d, again %v; want %s", i+1, g.Type, g.ID, g.Position, last, ids[g.ID], typ)
		}
		ids[g.ID], last = true, g.Position
		if typ == webhooks.TypeTournamentEnded {
			var end webhooks.Ending
			if err := json.Unmarshal(g.Data, &end); err != nil || len(end.Standings) != 4 {
				t.Errorf("end %s, %v", g.body, err)
			}
		}
	}
	for i, typ := range want[3:] {
		if g := two.next(t); g.Type != typ {
			t.Fatalf("who came later is told %s as message %d, want %s", g.Type, i+1, typ)
		}
	}
}

// Two servers that are asked about the same thaw, in whatever state they are, put the same into the queues; and
// an earlier freeze is not told of again.
func TestWhatWasWithheldIsTheSameWhoeverIsAsked(t *testing.T) {
	r := newRig(t)
	r.open()
	defer func() { _ = r.hooks.Close() }()
	r.field()
	r.register("http://one.example")
	r.publish(1)
	r.give(cup, tournament.StartRound{Round: 1, At: 1}, tournament.FreezeStandings{}, tournament.ThawStandings{}, tournament.FreezeStandings{})
	r.finish(1)
	r.give(cup, tournament.ThawStandings{})
	commits := storeLoad(t, r, cup)
	ask := func(h *webhooks.Hooks, cs []events.Recorded) (out []string) {
		for _, c := range cs {
			for _, d := range must(h.Deliveries(t.Context(), c))(t) {
				out = append(out, d.ID+" "+d.Type)
			}
		}
		return out
	}
	all := ask(r.hooks, commits)
	seen := map[string]bool{}
	for _, d := range all {
		if seen[d] {
			t.Errorf("%s is told twice", d)
		}
		seen[d] = true
	}
	var other rig = *r
	other.open() // knows nothing yet
	defer func() { _ = other.hooks.Close() }()
	end := commits[len(commits)-1:]
	if a, b := ask(r.hooks, end), ask(other.hooks, end); len(a) != 4 || !slices.Equal(a, b) || !slices.Equal(a, all[len(all)-4:]) {
		t.Errorf("told %v by one, %v by the other, %v at first", a, b, all)
	}
}

// The same event has the same id, whoever asks again, and whoever is told.
func TestTheSameEventHasTheSameID(t *testing.T) {
	r := newRig(t)
	r.open()
	defer func() { _ = r.hooks.Close() }()
	r.field()
	one, two := r.register("http://one.example"), r.register("http://two.example")
	r.publish(1)
	ask := func() []process.Delivery {
		var out []process.Delivery
		for _, c := range storeLoad(t, r, cup) {
			out = append(out, must(r.hooks.Deliveries(t.Context(), c))(t)...)
		}
		return out
	}
	first := ask()
	if len(first) != 2 || first[0].ID != first[1].ID || first[0].Hook != one.ID || first[1].Hook != two.ID {
		t.Fatalf("told %+v", first)
	}
	again := ask()
	if len(again) != 2 || again[0].ID != first[0].ID || !bytes.Equal(again[0].Body, first[0].Body) {
		t.Errorf("asked again: %+v, before %+v", again, first)
	}
}

func TestAGroupIsTold(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, nil)
	r.register(v.URL, desk.HookEnds)
	g := events.Group(spring, "evening")
	r.give(g, group.OpenGroup{
		Name: "Evening", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Seed: 7,
		Tables: []group.TableName{{ID: "t1", Team: "Oak"}, {ID: "t2", Team: "Ash"}, {ID: "t3", Team: "Elm"}},
	}, group.Abandon{Reason: "the fire alarm"})
	m := v.next(t)
	var end webhooks.GroupEnding
	if err := json.Unmarshal(m.Data, &end); err != nil || m.Type != webhooks.TypeGroupAbandoned || end.Group.Name != "Evening" || end.Reason != "the fire alarm" || m.Says != "Evening has ended without a result: the fire alarm" {
		t.Errorf("told %s, %v", m.body, err)
	}
}

// An endpoint of the operator is told of every gathering what happens after the first start with it.
func TestAnEndpointOfTheOperatorIsToldOfEveryGathering(t *testing.T) {
	r := newRig(t)
	v := newReceiver(t, nil)
	fixed := webhooks.Fixed{URL: v.URL, Kinds: []string{desk.HookEnds}, Secret: webhooks.NewSecret()}
	with := func(o *webhooks.Options) { o.Fixed = []webhooks.Fixed{fixed} }
	r.field()
	r.give(cup, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1, At: 1})
	r.finish(1)
	r.give(cup, tournament.EndTournament{}) // before
	r.start(quick, with)
	r.stop()
	r.give(events.Desk("autumn"), desk.OpenGathering{Name: "Autumn"}, desk.EndGathering{})
	r.start(quick, with)
	g := v.next(t)
	if g.Type != webhooks.TypeGatheringEnded || g.Gathering != "autumn" {
		t.Errorf("told %s of %s first", g.Type, g.Gathering)
	}
	if err := g.verify(fixed.Secret); err != nil {
		t.Error(err)
	}
}

// For a day after a change of the secret both sign.
func TestASecretIsReplacedWithoutAGap(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, nil)
	h := r.register(v.URL)
	old := r.secret(h)
	if err := r.hooks.Change(t.Context(), spring, boss, newID(), h.ID, webhooks.Settings{Kinds: desk.HookKinds(), NewSecret: true}); err != nil {
		t.Fatal(err)
	}
	d := must(r.hooks.Test(spring, h.ID))(t)
	if err := r.proc.Tell(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	g := v.next(t)
	if err := errors.Join(g.verify(old), g.verify(r.secret(h))); err != nil || g.Type != webhooks.TypeTest {
		t.Errorf("%s: %v", g.Type, err)
	}
}

func TestCertificatesAreChecked(t *testing.T) {
	r := newRig(t)
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer srv.Close()
	send := func(change func(*webhooks.Options)) error {
		r.open(change)
		defer func() { _ = r.hooks.Close() }()
		h := r.register(srv.URL)
		return r.hooks.Send(context.Background(), must(r.hooks.Test(spring, h.ID))(t))
	}
	if err := send(func(*webhooks.Options) {}); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a certificate that nobody knows: %v", err)
	}
	roots := srv.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	if err := send(func(o *webhooks.Options) { o.Roots = roots }); err != nil {
		t.Errorf("a certificate that is known: %v", err)
	}
}
