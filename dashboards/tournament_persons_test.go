package dashboards_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// named is an organiser's browser whose user says a name when logging in.
func (r *rig) named(name string) *visitor {
	r.t.Helper()
	v := r.visitor()
	contains(r.t, v.post("/console/login", typed("key", organiserKey, "name", name), http.StatusOK), strings.TrimSpace(name)+", organiser")
	return v
}

// Where two persons have to agree, two organisers do once both have said their names, one with two devices
// never does, and one without a name is told what to do.
func TestTwoOrganisersConfirmEachOthersResults(t *testing.T) {
	r := newRig(t)
	rules := swissRules
	rules.TwoPersons = true
	r.cup(rules, true)
	laptop, tablet, other, nobody := r.named("Ólga"), r.named("ólga "), r.named("Piet"), r.organiser()
	at := r.at(1)
	result := func(games ...int) []any {
		return []any{"round", 1, "table", 1, fmt.Sprintf("s%d", at[0]), games[0], fmt.Sprintf("s%d", at[1]), games[1]}
	}
	contains(t, laptop.post(cupDesk+"/do/result", typed(result(2, 0)...), http.StatusOK), "Confirm entry 1", "Ólga")
	confirm := []any{"round", 1, "table", 1, "entry", 1}
	contains(t, tablet.post(cupDesk+"/do/confirm", typed(confirm...), http.StatusOK), "Ólga entered this")
	contains(t, nobody.post(cupDesk+"/do/confirm", typed(confirm...), http.StatusOK), "said their names")
	contains(t, nobody.get("/console", http.StatusOK), "Who are you?")
	lacks(t, laptop.get("/console", http.StatusOK), "Who are you?")
	contains(t, other.post(cupDesk+"/do/confirm", typed(confirm...), http.StatusOK), "The entry is confirmed.")

	// Somebody who says their name at the console is asked once, also after logging out.
	contains(t, nobody.post("/console/name", typed("name", " \x01 "), http.StatusOK), "Who are you?", `role="alert"`)
	contains(t, nobody.post("/console/name", typed("name", "Quinn"), http.StatusOK), "Quinn, organiser")
	nobody.post("/logout", typed(), http.StatusOK)
	contains(t, nobody.get("/console/login?key="+organiserKey, http.StatusOK), "Quinn, organiser")
	r.visitor().post("/console/name", typed("name", "Mallory"), http.StatusForbidden)
}

// One organiser who says another name in the same browser, also after logging out, is no second person, and is
// told what was compared.
func TestAnotherNameInTheSameBrowserIsNoSecondPerson(t *testing.T) {
	r := newRig(t)
	rules := swissRules
	rules.TwoPersons = true
	r.cup(rules, true)
	laptop, other := r.named("Ólga"), r.named("Quinn")
	at := r.at(1)
	laptop.post(cupDesk+"/do/result", typed("round", 1, "table", 1, fmt.Sprintf("s%d", at[0]), 2, fmt.Sprintf("s%d", at[1]), 0), http.StatusOK)
	confirm := []any{"round", 1, "table", 1, "entry", 1}
	laptop.post("/console/name", typed("name", "Piet"), http.StatusOK)
	contains(t, laptop.post(cupDesk+"/do/confirm", typed(confirm...), http.StatusOK), "on this device, under another name", "Names and devices are compared")
	laptop.post("/logout", typed(), http.StatusOK)
	laptop.post("/console/login", typed("key", organiserKey, "name", "Rosa"), http.StatusOK)
	contains(t, laptop.post(cupDesk+"/do/confirm", typed(confirm...), http.StatusOK), "on this device, under another name")
	contains(t, other.post(cupDesk+"/do/confirm", typed(confirm...), http.StatusOK), "The entry is confirmed.")
}

// Of two judges who enter at the same moment the second is told what the first has entered, and both see
// both.
func TestTheSecondOfTwoJudgesIsToldWhatTheFirstEntered(t *testing.T) {
	r := newRig(t)
	r.cup(swissRules, true)
	one, two := r.named("Ólga"), r.named("Piet")
	at := r.at(1)
	form := func(a, b int) []any {
		return []any{"round", 1, "table", 1, fmt.Sprintf("s%d", at[0]), a, fmt.Sprintf("s%d", at[1]), b}
	}
	two.get(cupDesk+"/do/result?round=1&table=1", http.StatusOK) // both have the form open
	contains(t, one.post(cupDesk+"/do/result", typed(form(2, 0)...), http.StatusOK), "role=\"status\"")
	told := plain(two.post(cupDesk+"/do/result", typed(form(1, 2)...), http.StatusOK))
	for _, want := range []string{"Ólga was quicker and has entered", " 2, ", "You have entered", " 1, ", "The first stands until another person confirms or rejects yours."} {
		if !strings.Contains(told, want) {
			t.Errorf("the second is not told %q: %s", want, told)
		}
	}
	contains(t, r.visitor().get(cupAt, http.StatusOK), "2–0")
	contains(t, one.get(cupDesk, http.StatusOK), "Confirm entry 2", "Piet")
	v, err := r.reader.Tournament(t.Context(), autumn, cupID, true)
	must(t, err)
	if n := len(v.Rounds[0].Tables[0].Entries); n != 2 {
		t.Errorf("%d entries are recorded, want both", n)
	}
	contains(t, one.post(cupDesk+"/do/confirm", typed("round", 1, "table", 1, "entry", 2), http.StatusOK), "The entry is confirmed.", "1 on the integrity list")
	contains(t, r.visitor().get(cupAt, http.StatusOK), "1–2")
	if no := r.give(events.Tournament(autumn, cupID), boss, tournament.EnterResult{Round: 1, Table: 1, Result: tournament.Result{Kind: tournament.DoubleLoss}}); no == nil {
		t.Error("somebody unknown was let enter another result")
	}
}
