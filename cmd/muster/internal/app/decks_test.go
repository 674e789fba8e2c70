package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	opscards "github.com/muster-events/muster/ops/cards"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/deck"
)

// oneHero is RingsDB's list of cards with one hero and one ally.
const oneHero = `[
 {"code":"01001","name":"Aragorn","type_code":"hero","sphere_code":"leadership","pack_code":"Core","pack_name":"Core Set","position":1,"is_unique":true,"threat":12,"willpower":2,"attack":3,"defense":2,"health":5},
 {"code":"04102","name":"Somebody New","type_code":"ally","sphere_code":"lore","pack_code":"FoS","pack_name":"Foundations of Stone","position":102,"is_unique":false,"cost":"3","quantity":3,"deck_limit":3}
]`

// A server that runs takes a deck of RingsDB's codes with the cards that the operator imports meanwhile,
// into its own data directory.
//
// Rule: Deck imports.
// Source: facts/README.md.
func TestAnImportOfCardsIsUsedByTheServerThatRuns(t *testing.T) {
	s := apptest.Start(t, nil)
	o := s.Organiser(t)
	ctx := t.Context()
	if err := o.OpenGathering(ctx, "spring", "Spring", group.Settings{}); err != nil {
		t.Fatal(err)
	}
	ids, err := o.Register(ctx, "spring", []roster.NewPerson{{Name: "Ana"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []events.CommandBody{
		group.OpenGroup{Name: "One", Scenario: "the-river-running", Mode: "standard", Difficulty: "standard", Seed: 1, Tables: []group.TableName{{ID: "red", Team: "Dale"}}},
		group.SeatPlayers{Seats: []group.Seat{{Player: ids[0], Table: "red"}}},
	} {
		if r, err := o.Send(ctx, "spring", "g1", client.Command{ID: events.CommandID(uuid.NewString()), Body: b}); err != nil || r.Refused != nil {
			t.Fatalf("%v, %+v", err, r.Refused)
		}
	}
	file := `{"name":"Codes","heroes":{"01001":1},"slots":{"01001":1,"04102":3}}`
	before := check(t, s, ids[0], file)
	if len(before.Unknown) != 2 || len(before.Heroes) != 1 || before.Heroes[0].Threat != "?" {
		t.Errorf("without an import: %+v", before)
	}
	if _, err := opscards.Import(s.Data, []byte(oneHero), "cards.json", time.Now()); err != nil {
		t.Fatal(err)
	}
	after := check(t, s, ids[0], file)
	if len(after.Unknown) != 0 || after.Threat != 12 || len(after.Cards) != 1 || after.Cards[0].Name != "Somebody New" {
		t.Errorf("after the import: %+v", after)
	}
}

// check has the server look at a deck.
func check(t *testing.T, s *apptest.Server, player events.PersonID, file string) deck.Report {
	t.Helper()
	jar, _ := cookiejar.New(nil) // never fails
	browser := &http.Client{Jar: jar, Timeout: apptest.Patience}
	login, err := browser.Get(s.OrganiserLink())
	if err != nil {
		t.Fatal(err)
	}
	_ = login.Body.Close()
	res, err := browser.Post(s.URL+"/api/v1/gatherings/spring/groups/g1/tables/red/decks?dry=true&player="+string(player), "application/octet-stream", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%d, %v: %s", res.StatusCode, err, b)
	}
	var r deck.Report
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return r
}
