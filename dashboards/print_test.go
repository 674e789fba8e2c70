package dashboards_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/tournament"
)

// signedOnce knows one checkpoint of every log.
type signedOnce struct{ size events.Position }

const fingerprint = "K7QF-2M9X-A0BC-DEFG"

func (s signedOnce) Last(g events.GatheringID) (deps.Checkpoint, bool) {
	return deps.Checkpoint{
		Gathering: g, Size: s.size, Fingerprint: fmt.Sprintf("%d %s", s.size, fingerprint), At: time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC), By: []string{"muster/autumn", "witness.example.org"},
	}, true
}

func (s signedOnce) Signed(events.GatheringID) <-chan struct{} { return nil }

func (s signedOnce) All(_ context.Context, g events.GatheringID) ([]deps.Checkpoint, error) {
	c, _ := s.Last(g)
	return []deps.Checkpoint{c}, nil
}

func (s signedOnce) Sign(_ context.Context, g events.GatheringID) (deps.Checkpoint, error) {
	c, _ := s.Last(g)
	return c, nil
}

func (s signedOnce) Key(events.GatheringID) string {
	return "muster.example.org/autumn+1a2b3c4d+AZbmQk7Zq2uZk8yq1nUo6r3kF0hYb5dWc9sXe4tGv2uL"
}

// contain tells whether a text has all of some others in it, with or without places where it may break.
func contain(text string, all ...string) bool {
	text = strings.ReplaceAll(text, "\u200b", "")
	for _, one := range all {
		if !strings.Contains(text, one) {
			return false
		}
	}
	return true
}

// big opens a tournament of so many, with its first round published and half of it played.
func (r *rig) big(players int) {
	r.t.Helper()
	id := events.Tournament(autumn, cupID)
	r.must(id, boss, tournament.OpenTournament{Name: "Friday Cup of the Corner Store and its Friends", Rules: swissRules, Seed: 7})
	var names []roster.NewPerson
	for n := range players {
		names = append(names, roster.NewPerson{Name: fmt.Sprintf("Wilhelmina Featherstonehaugh-Brandybuck %d", n+1)})
	}
	people, err := r.people.Register(r.t.Context(), autumn, boss, names)
	must(r.t, err)
	reg := tournament.Register{}
	for _, p := range people {
		reg.Entrants = append(reg.Entrants, tournament.Entrant{Player: p})
	}
	for _, body := range []events.CommandBody{reg, tournament.StartTournament{}, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1}} {
		r.must(id, boss, body)
	}
	v, err := r.reader.Tournament(r.t.Context(), autumn, cupID, true)
	must(r.t, err)
	for _, t := range v.Rounds[0].Tables[:players/4] {
		r.must(id, boss, tournament.EnterResult{Round: 1, Table: t.N, Result: tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{{Entrant: t.Seats[0].Entrant, Games: 2}, {Entrant: t.Seats[1].Entrant}}}})
	}
}

// Everything that is printed fits on A4: the pages that are expected, nothing cut off, the last row on them.
//
// Source: ui.md, 7.7 and 7.10.
func TestWhatIsPrintedFitsOnA4(t *testing.T) {
	r := newRig(t)
	r.start()
	all := r.great(60, 2)
	r.big(40)
	d := r.deps()
	d.Proofs = signedOnce{size: 4321}
	signed := dashboards.New(d)
	srv := httptest.NewServer(r.auth.Keep(signed))
	t.Cleanup(func() { srv.CloseClientConnections(); srv.Close(); signed.Close() })

	p := browser.Start(t).Page(t, 1000, 900)
	p.Open(srv.URL + "/console/login?key=" + organiserKey)
	printed := func(name, path, last string, least, most int) browser.Paper {
		t.Helper()
		p.Size(1000, 900)
		p.Open(srv.URL + path)
		p.Wait(fmt.Sprintf("document.body.innerText.includes(%q) && document.fonts.status === 'loaded' && [...document.images].every(i => i.complete)", last))
		got := p.Print("print-" + name)
		if got.Pages < least || got.Pages > most {
			t.Errorf("%s has %d pages, want %d to %d", name, got.Pages, least, most)
		}
		if len(got.Cut) > 0 {
			t.Errorf("%s is cut off: %q", name, got.Cut)
		}
		return got
	}
	printed("cards", "/print/autumn/cards", "Elm", 1, 1)
	desk := cupDesk + "/print/"
	const last = "Brandybuck 40"
	printed("slips", desk+"slips", last, 3, 5)
	printed("names", desk+"names", last, 1, 3)
	printed("tables", desk+"tables", last, 1, 2)
	printed("results", desk+"results", last, 1, 4)
	printed("standings", desk+"standings", last, 1, 4)
	board := printed("board", leagueAt, "Nummer 50", 2, 4)
	if !board.Links("/players/"+string(all[49])) || !board.Links("/sessions/week-2") {
		t.Error("the board is printed without its last row or its sessions")
	}
	r.must(events.Group(autumn, fellowship), boss, group.Abandon{Reason: "the hall closes"})
	printed("sheet", "/print/autumn/results", "Dmitri", 1, 1)
	printed("certificate", "/print/autumn/certificate", fingerprint, 1, 1)
	if got := p.Text("#played"); !contain(got, "abandoned in round 1", "Friday Cup", "Great League") {
		t.Errorf("was played: %s", got)
	}
	if text := p.Text("body"); !contain(text, "Newest checkpoint", "covers all of it", "muster verify FILE --checkpoint", "AZbmQk7Z") {
		t.Errorf("the certificate says: %s", text)
	}
	p.CheckPage("certificate", 1280, 360)
	p.Open(srv.URL + "/print/autumn/results")
	p.CheckPage("results sheet", 1280, 360)
	if got := p.Problems(); len(got) > 0 {
		t.Errorf("the pages complained: %q", got)
	}
	anyone := r.visitor()
	anyone.get("/print/autumn/results", http.StatusForbidden)
	anyone.get("/print/autumn/certificate", http.StatusNotFound) // nothing is signed here
}
