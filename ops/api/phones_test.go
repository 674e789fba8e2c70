package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/projections/tournament"
)

// entering opens a tournament for phones.
func (r *rig) entering(t *testing.T) *browser {
	t.Helper()
	o := r.organiser(t)
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": "spring", "name": "Spring"}, nil)
	o.give(cmd(log.OpenTournament{Name: "Cup", Rules: log.Rules{Format: log.FormatSwiss, Rounds: 2, SelfReport: true}, Seed: 7}))
	return o
}

func entry(name string) map[string]any {
	return map[string]any{"id": uuid.Must(uuid.NewV7()).String(), "name": name}
}

// Source: issue 4, "Players and registration".
func TestPhonesEnterATournamentByName(t *testing.T) {
	r := newRig(t)
	o, ana, mallory := r.entering(t), r.browser(t), r.browser(t)
	asked := entry("Ana")
	var s, again access.Session
	ana.want(http.StatusOK, "POST", cup+"/enter", asked, &s)
	ana.want(http.StatusOK, "POST", cup+"/enter", asked, &again) // the answer was lost
	if s.Role != events.RoleCaptain || s.Person == "" || again.Person != s.Person {
		t.Fatalf("sessions %+v and %+v", s, again)
	}
	var mine tournament.Mine
	ana.want(http.StatusOK, "GET", cup+"/me", nil, &mine)
	if mine.Entrant.Player != s.Person || mine.Entrant.N != 1 {
		t.Errorf("own entry %+v", mine.Entrant)
	}
	var says api.Problem
	mallory.want(http.StatusConflict, "POST", cup+"/enter", entry("Ana"), &says)
	if says.Code != "already-entered" || !strings.Contains(says.Detail, "Ana") {
		t.Errorf("somebody of the same name is told %+v", says)
	}
	mallory.want(http.StatusOK, "POST", cup+"/enter", map[string]any{"id": asked["id"], "name": "Mallory"}, &again)
	if again.Person == s.Person {
		t.Fatal("an id that was seen made a phone somebody else's")
	}
	mallory.want(http.StatusNotFound, "POST", "/gatherings/spring/tournaments/none/enter", entry("Nobody"), nil)
	mallory.want(http.StatusUnprocessableEntity, "POST", cup+"/enter", map[string]any{"id": "x", "name": "Bob"}, nil)
	o.want(http.StatusForbidden, "POST", cup+"/enter", entry("Olga"), nil)
	var v tournament.View
	o.want(http.StatusOK, "GET", cup, nil, &v)
	if len(v.Entrants) != 2 {
		t.Errorf("%d entrants, want Ana and Mallory", len(v.Entrants))
	}
}

func TestAnotherPhoneBecomesAPlayersByCode(t *testing.T) {
	r := newRig(t)
	o, phone, anyone := r.entering(t), r.browser(t), r.browser(t)
	var ids struct{ IDs []events.PersonID }
	o.want(http.StatusOK, "POST", "/gatherings/spring/people", map[string]any{"people": []map[string]string{{"name": "Ana"}, {"name": "Björk"}}}, &ids)
	o.give(cmd(log.Register{Entrants: []log.Entrant{{Player: ids.IDs[0]}, {Player: ids.IDs[1]}}}))
	anyone.want(http.StatusForbidden, "GET", cup+"/codes", nil, nil)
	var list struct{ Codes []api.PlayerCode }
	o.want(http.StatusOK, "GET", cup+"/codes", nil, &list)
	if len(list.Codes) != 2 || list.Codes[1].Player != ids.IDs[1] {
		t.Fatalf("codes %+v", list.Codes)
	}
	join := func(n int) string { return fmt.Sprintf("%s/entrants/%d/join", cup, n) }
	phone.want(http.StatusUnauthorized, "POST", join(1), map[string]string{"code": list.Codes[1].Code}, nil)
	phone.want(http.StatusNotFound, "POST", join(3), map[string]string{"code": list.Codes[1].Code}, nil)
	var s access.Session
	phone.want(http.StatusOK, "POST", join(2), map[string]string{"code": list.Codes[1].Code}, &s)
	if s.Person != ids.IDs[1] {
		t.Errorf("session %+v", s)
	}
	var told runner.Response
	phone.want(http.StatusOK, "POST", cup+"/commands", map[string]any{"commands": []item{cmd(log.CheckIn{Entrant: 2})}}, &told)
	var mine tournament.Mine
	phone.want(http.StatusOK, "GET", fmt.Sprintf("%s/me?at=%d", cup, told.Answers[0].Position), nil, &mine)
	if !mine.Entrant.CheckedIn {
		t.Errorf("own entry %+v", mine.Entrant)
	}
}
