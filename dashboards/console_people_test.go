package dashboards_test

import (
	"net/http"
	"testing"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/tournament"
)

// An organiser corrects a name on the console; every page says it at once, the old one is on none, and an
// organiser is asked before two people are called nearly the same.
func TestANameIsCorrectedOnTheConsole(t *testing.T) {
	r := newRig(t)
	r.cup(swissRules, true)
	const list, ana = "/console/autumn/people", "/console/autumn/people/p-1"
	o := r.organiser()
	contains(t, o.get(list, http.StatusOK), "Ana", "Björk", "Correct")
	contains(t, o.get(list+"?find=bjÖ", http.StatusOK), "Björk")
	lacks(t, o.get(list+"?find=bjÖ", http.StatusOK), "Çelik")
	contains(t, o.get(cupDesk+"/entrants/1", http.StatusOK), ana+"?back="+cupDesk+"/entrants/1")
	for _, v := range []*visitor{r.judge(), r.visitor(), r.phone(1)} {
		v.get(list, http.StatusForbidden)
		v.get(ana, http.StatusForbidden)
		v.post(ana, typed("name", "Eve", "why", desk.WhyAsked), http.StatusForbidden)
	}

	// what is no name, what is no reason, and a name that others nearly have change nothing
	contains(t, o.post(ana, typed("name", " ", "why", desk.WhyAsked), http.StatusOK), `role="alert"`, "The name is empty")
	contains(t, o.post(ana, typed("name", "Anna", "why", "Ana was wrong"), http.StatusOK), `role="alert"`, "The reason")
	contains(t, o.post(ana, typed("name", "bjork", "why", desk.WhyMisspelt), http.StatusOK), `role="alert"`, "Others are called nearly so", "Björk: the same name")
	if got := r.people.Name(autumn, "p-1"); got != "Ana" {
		t.Fatalf("it is %q", got)
	}
	contains(t, o.post(ana, typed("name", "bjork", "why", desk.WhyMisspelt, "sure", "bjork"), http.StatusOK), "It is corrected")

	page := o.post(ana, typed("name", "Siobhán", "contact", "siobhan@example.org", "why", desk.WhyMisspelt, "back", cupDesk+"/entrants/1"), http.StatusOK)
	contains(t, page, "Siobhán", "siobhan@example.org", "Code for another phone") // back at the entrant's page
	contains(t, o.post(ana, typed("name", "Siobhán", "contact", "siobhan@example.org", "why", desk.WhyMisspelt, "back", "//evil.example"), http.StatusOK), "It is corrected")
	for _, path := range []string{cupAt, cupAt + "/wall", cupAt + "/standings", cupAt + "/players/1"} {
		text := r.visitor().get(path, http.StatusOK)
		contains(t, text, "Siobhán")
		lacks(t, text, "siobhan@example.org", "bjork")
	}
	contains(t, r.phone(1).get(cupAt+"/me", http.StatusOK), "Siobhán")

	// erased: nothing comes back
	must(t, r.people.Forget(t.Context(), autumn, boss, "p-1"))
	o.post(ana, typed("name", "Siobhán", "why", desk.WhyMisspelt), http.StatusConflict)
	contains(t, o.get(list, http.StatusOK), "Player 1", "Erased at their request")
	lacks(t, o.get(list, http.StatusOK), "Siobhán")
	o.get("/console/autumn/people/p-99", http.StatusNotFound)
}

// Entries that were found to be one person are corrected together if they were called the same.
func TestWhoWasMergedIsCorrectedToo(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss}, false)
	ids, err := r.people.Register(t.Context(), autumn, boss, []roster.NewPerson{{Name: "ana"}})
	must(t, err)
	id := events.Tournament(autumn, cupID)
	r.must(id, boss, tournament.Register{Entrants: []tournament.Entrant{{Player: ids[0]}}})
	r.must(id, boss, tournament.MergeEntrants{Keep: 1, Gone: 5, Reason: "the same person"})
	o := r.organiser()
	contains(t, o.get("/console/autumn/people/p-1", http.StatusOK), "Found to be the same person", `value="p-5" checked`)
	o.post("/console/autumn/people/p-1", typed("name", "Siobhán", "why", desk.WhyMisspelt, "also", "p-5"), http.StatusOK)
	if one, two := r.people.Name(autumn, "p-1"), r.people.Name(autumn, "p-5"); one != "Siobhán" || two != one {
		t.Errorf("they are %q and %q", one, two)
	}
}

// A player says on the own phone how organisers reach them; nobody reads there what was said before.
func TestAPlayerChangesTheOwnContactOnThePhone(t *testing.T) {
	r := newRig(t)
	r.cup(swissRules, true)
	p := r.phone(2)
	page := p.post(cupAt+"/me/contact", typed("contact", "  bjork@example.org "), http.StatusOK)
	contains(t, page, "It is kept", "How organisers reach you")
	lacks(t, page, "bjork@example.org")
	if got := r.people.Contact(autumn, "p-2"); got != "bjork@example.org" {
		t.Errorf("kept is %q", got)
	}
	contains(t, p.post(cupAt+"/me/contact", typed("contact", "a\u202eb"), http.StatusOK), `role="alert"`, "text direction")
	p.post(cupAt+"/me/contact", typed("contact", ""), http.StatusOK)
	if got := r.people.Contact(autumn, "p-2"); got != "" {
		t.Errorf("kept is %q", got)
	}
	r.visitor().post(cupAt+"/me/contact", typed("contact", "x"), http.StatusForbidden)
}
