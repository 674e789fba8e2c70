package dashboards_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

func (r *rig) entrants() []string {
	r.t.Helper()
	v, err := r.reader.Tournament(r.t.Context(), autumn, cupID, true)
	must(r.t, err)
	var out []string
	for _, e := range v.Entrants {
		out = append(out, fmt.Sprintf("%d %s %s %s", e.N, r.people.Name(autumn, e.Player), e.Code, e.Club))
	}
	return out
}

// Contact is seen by organisers only: not by judges, other players, the player's own page, or anybody's
// export; and after the erasure by nobody.
//
// Source: issue 4, "Players and registration"; issue 5.
func TestHowAPlayerIsReachedIsForOrganisersOnly(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss}, false)
	const secret = "eowyn@example.org"
	p := r.visitor()
	page := p.post(cupAt+"/enter", typed("name", "Éowyn", "code", "R7", "club", "Rohan", "contact", secret), http.StatusOK)
	contains(t, page, "You are in, as number 5")
	const five = cupDesk + "/entrants/5"
	o, j := r.organiser(), r.judge()
	contains(t, o.get(five, http.StatusOK), secret, "Only organisers see this", "Rohan", "code R7")
	for who, text := range map[string]string{
		"a judge": j.get(five, http.StatusOK), "the judges' desk": j.get(cupDesk, http.StatusOK), "the own page": p.get(cupAt+"/me", http.StatusOK),
		"everybody": r.visitor().get(cupAt+"/players/5", http.StatusOK), "the list": r.visitor().get(cupAt, http.StatusOK), "the form": r.visitor().get(cupAt+"/enter", http.StatusOK),
		"the wall": r.visitor().get(cupAt+"/wall", http.StatusOK),
	} {
		if strings.Contains(text, secret) || strings.Contains(text, "example.org") {
			t.Errorf("%s can read how somebody is reached", who)
		}
	}
	r.visitor().get(five, http.StatusForbidden)
	p.get(five, http.StatusForbidden)
	j.get(five+"/erase", http.StatusForbidden)
	j.post(five+"/erase", typed("name", "Éowyn"), http.StatusForbidden)
	contains(t, o.post(five+"/erase", typed("name", "Eowyn"), http.StatusOK), "That is not the name")
	contains(t, o.post(five+"/erase", typed("name", "Éowyn"), http.StatusOK), "Player 5", "Erased at their request")
	for _, path := range []string{five, cupDesk, cupDesk + "/duplicates", cupAt, cupAt + "/players/5", cupAt + "/standings"} {
		text := o.get(path, http.StatusOK)
		if strings.Contains(text, "owyn") || strings.Contains(text, secret) {
			t.Errorf("%s still has the name: %s", path, plain(text))
		}
	}
	contains(t, p.get(cupAt+"/me", http.StatusOK), "Player 5") // the phone still works
}

// A phone is asked before it makes a second entry of one person, and gets nobody else's.
func TestAPhoneIsAskedWhetherSomebodyOfALikeNameIsMeant(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss}, false)
	ids, err := r.people.Register(t.Context(), autumn, boss, []roster.NewPerson{{Name: "Ana Maria Silva", Contact: "ana@example.org"}, {Name: "Gimli"}})
	must(t, err)
	r.must(events.Tournament(autumn, cupID), boss, tournament.EditEntrant{Entrant: 1, To: tournament.Entrant{Player: "p-1", Rating: 1500}}) // so that pages know them
	p := r.visitor()
	page := p.post(cupAt+"/enter", typed("name", "Silva, Ana M.", "club", "Bree", "contact", "me@example.org"), http.StatusOK)
	contains(t, page, "Is this you?", "Ana Maria Silva", "known here", "No, I am somebody else")
	lacks(t, page, "ana@example.org")
	contains(t, p.post(cupAt+"/enter", typed("name", "bjork"), http.StatusOK), "Is this you?", "Björk", "entered as number 2", cupAt+"/phone/2")
	if n := len(r.entrants()); n != 4 {
		t.Fatalf("%d entered while they were asked", n)
	}
	// nobody is chosen who is not like the name, or is in the tournament
	contains(t, p.post(cupAt+"/enter", typed("name", "Silva, Ana M.", "who", ids[1]), http.StatusOK), "role=\"alert\"")
	contains(t, p.post(cupAt+"/enter", typed("name", "bjork", "who", "p-2"), http.StatusOK), "role=\"alert\"")
	if n := len(r.entrants()); n != 4 {
		t.Fatalf("a phone took somebody else's place: %q", r.entrants())
	}
	form := typed("name", "Silva, Ana M.", "club", "Bree", "who", "new", "contact", "me@example.org")
	contains(t, p.post(cupAt+"/enter", form, http.StatusOK), "You are in, as number 5", "Silva, Ana M.")
	r.visitor().post(cupAt+"/enter", form, http.StatusOK) // sent twice
	known := r.visitor()
	contains(t, known.post(cupAt+"/enter", typed("name", "Ana Silva", "who", ids[0]), http.StatusOK), "You are in, as number 6", "Ana Maria Silva")
	lacks(t, known.get(cupAt+"/me", http.StatusOK), "ana@example.org")
	if got := r.entrants(); len(got) != 6 || got[4] != "5 Silva, Ana M.  Bree" {
		t.Errorf("entered: %q", got)
	}
	contains(t, r.organiser().get(cupDesk+"/entrants/5", http.StatusOK), "me@example.org")
	// the short code of somebody else
	contains(t, r.visitor().post(cupAt+"/enter", typed("name", "Boromir", "code", "G1"), http.StatusOK), "as number 7")
	contains(t, r.visitor().post(cupAt+"/enter", typed("name", "Faramir", "code", "g1"), http.StatusOK), "Boromir’s", cupAt+"/phone/7")
	contains(t, r.visitor().post(cupAt+"/enter", typed("name", "Faramir", "code", "bad code"), http.StatusOK), "role=\"alert\"", "Faramir")
	for _, rec := range r.people.Records(autumn) {
		if rec.Name == "Faramir" {
			t.Error("somebody who could not enter is known to the gathering")
		}
	}
}

// Beyond the cap is a waiting list; the phone says where on it, and when there is a place.
func TestAPhoneWaitsForAPlace(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss, Cap: 4}, false)
	o := r.organiser()
	one, two := r.visitor(), r.visitor()
	contains(t, one.get(cupAt+"/enter", http.StatusOK), "Every place is taken")
	contains(t, one.post(cupAt+"/enter", typed("name", "Eowyn"), http.StatusOK), "Place 1 of 1", "waiting list")
	contains(t, two.post(cupAt+"/enter", typed("name", "Faramir"), http.StatusOK), "Place 2 of 2")
	contains(t, o.get(cupDesk, http.StatusOK), "Waiting list", "waits, 2 of 2", "Give a place")
	contains(t, o.post(cupDesk+"/do/drop", typed("entrant", 2), http.StatusOK), "waits, 1 of 1")
	contains(t, one.get(cupAt+"/me", http.StatusOK), "You have a place", "I am here")
	contains(t, two.get(cupAt+"/me", http.StatusOK), "Place 1 of 1")
	// by hand
	contains(t, o.post(cupDesk+"/do/places", typed("cap", 4, "byHand", "yes"), http.StatusOK), "The places are changed.", "Places are given by hand")
	o.post(cupDesk+"/do/drop", typed("entrant", 1), http.StatusOK)
	contains(t, two.get(cupAt+"/me", http.StatusOK), "Place 1 of 1", "The organiser gives the places")
	contains(t, o.post(cupDesk+"/do/admit", typed("entrant", 6), http.StatusOK), "The player has a place.")
	contains(t, two.get(cupAt+"/me", http.StatusOK), "You have a place")
	// a higher cap
	late := r.visitor()
	contains(t, late.post(cupAt+"/enter", typed("name", "Beregond"), http.StatusOK), "Place 1 of 1")
	contains(t, o.post(cupDesk+"/do/places", typed("cap", 9), http.StatusOK), "The places are changed.")
	contains(t, late.get(cupAt+"/me", http.StatusOK), "You have a place")
	contains(t, late.post(cupAt+"/me/drop", typed(), http.StatusOK), "You have left")
	contains(t, o.post(cupDesk+"/do/return-one", typed("entrant", 7), http.StatusOK), "The player is back.")
	contains(t, o.post(cupDesk+"/do/check-in", typed("entrant", 7), http.StatusOK), "Not here after all")
	contains(t, late.get(cupAt+"/me", http.StatusOK), "You are checked in")
}

// Two entries that may be one are on a list; merging shows what it does once the tournament has begun, and
// is taken back by a ruling; who is two people is not asked about again.
func TestDuplicatesAreMergedOrKeptApartAtTheDesk(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss, Rounds: 3, LateUntil: 3}, false)
	o, j := r.organiser(), r.judge()
	const list = cupDesk + "/duplicates"
	r.visitor().get(list, http.StatusForbidden)
	contains(t, o.get(list, http.StatusOK), "Nobody is on the list")
	o.post(cupDesk+"/do/register", typed("names", "Bjork\nAna Silva; Bree\nAna Sliva; Bree"), http.StatusOK)
	contains(t, o.get(cupDesk, http.StatusOK), "2 pairs of entries may be one person each")
	contains(t, o.get(list, http.StatusOK), "The same name but for capitals", "of the same club", "Merge", "Not the same")
	page := j.get(list, http.StatusOK) // judges may tell two people apart, not merge them
	lacks(t, page, "do/merge")
	r.visitor().post(list, typed("a", 6, "b", 7), http.StatusForbidden)
	contains(t, j.post(list, typed("a", 6, "b", 7), http.StatusOK), "Two people each", "Ana Sliva")
	contains(t, o.get(cupDesk, http.StatusOK), "Two entries may be one person")
	contains(t, o.post(list, typed("a", 6, "b", 7, "undo", "yes"), http.StatusOK), "of the same club")
	o.post(list, typed("a", 6, "b", 7), http.StatusOK)
	// before the start
	contains(t, o.get(cupDesk+"/do/merge?keep=2&gone=5", http.StatusOK), `<option value="2" selected`, `<option value="5" selected`)
	contains(t, o.post(cupDesk+"/do/merge", typed("keep", 2, "gone", 5, "reason", "typed twice"), http.StatusOK), "The entries are one.")
	contains(t, o.get(list, http.StatusOK), "Nobody is on the list", "Bjork", "They are two")
	contains(t, o.post(cupDesk+"/do/part", typed("gone", 5, "reason", "brothers"), http.StatusOK), "The entries are two again.", "Two entries may be one person")
	o.post(cupDesk+"/do/merge", typed("keep", 2, "gone", 5, "reason", "one after all"), http.StatusOK)
	// after the start
	for _, action := range []string{"start", "pair", "publish"} {
		o.post(cupDesk+"/do/"+action, typed(), http.StatusOK)
	}
	v, err := r.reader.Tournament(t.Context(), autumn, cupID, true)
	must(t, err)
	for _, tab := range v.Rounds[0].Tables {
		a, b := tab.Seats[0].Entrant, tab.Seats[1].Entrant
		o.post(cupDesk+"/do/result", typed("round", 1, "table", tab.N, fmt.Sprintf("s%d", a), 1, fmt.Sprintf("s%d", b), 0), http.StatusOK)
	}
	o.post(cupDesk+"/do/drop", typed("entrant", 3), http.StatusOK)
	o.post(cupDesk+"/do/register", typed("names", "Celik"), http.StatusOK)
	merge := typed("keep", 8, "gone", 3, "reason", "the same face")
	page = o.post(cupDesk+"/do/merge", merge, http.StatusOK)
	contains(t, page, "Before it is final", "moves round 1 from Çelik to Celik")
	merge.Set("ack", ackField.FindStringSubmatch(page)[1])
	contains(t, o.post(cupDesk+"/do/merge", merge, http.StatusOK), "The entries are one.", "1 on the integrity list")
	contains(t, o.post(cupDesk+"/do/part", typed("gone", 3, "reason", "x"), http.StatusOK), "number 1 of the integrity list")
	undo := typed("entry", 1, "reason", "twins")
	undo.Set("ack", ackField.FindStringSubmatch(j.post(cupDesk+"/do/overrule", undo, http.StatusOK))[1])
	j.post(cupDesk+"/do/overrule", undo, http.StatusOK)
	contains(t, r.visitor().get(cupAt+"/players/3", http.StatusOK), "Çelik", "Rounds")
}

var hiddenText = regexp.MustCompile(`(?s)<textarea name="text" hidden[^>]*>\n?(.*?)</textarea>`)

// A file is looked at, with every line that cannot go in and why, and everybody who may be somebody else;
// then it goes in, and again without harm.
func TestAFileOfPlayersIsLookedAtAndTakenIn(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss}, false)
	o := r.organiser()
	const at = cupDesk + "/import"
	r.visitor().get(at, http.StatusForbidden)
	r.judge().get(at, http.StatusForbidden)
	r.judge().post(at, typed("text", "name\nX"), http.StatusForbidden)
	contains(t, o.get(at, http.StatusOK), "Look at it", "pasted text")
	contains(t, o.post(at, typed("text", " "), http.StatusOK), "role=\"alert\"")
	var b strings.Builder
	b.WriteString("name,code,club,rating,contact\n")
	for i := range 120 {
		fmt.Fprintf(&b, "Guest%d Of%d,,Bree,%d,\n", i*31, i*17, 1000+i)
	}
	b.WriteString("bjork,,,,\n=cmd|x,,,,x@example.org\nAna,,,,\nBad Rating,,,high,\n\u202eEvil,,,,\n")
	page := o.post(at, typed("text", b.String(), "source", "guests.csv"), http.StatusOK)
	contains(t, page, "1 of 123 players", "1 thing cannot be read", "is not a whole number", "text direction mark", "May be Björk, number 2", "Is in already, as number 1", "Enter 122 players")
	if len(r.entrants()) != 4 {
		t.Fatal("looking has entered somebody")
	}
	text := hiddenText.FindStringSubmatch(page)
	if text == nil || !strings.Contains(text[1], "=cmd|x") {
		t.Fatal("the page does not carry the file on")
	}
	form := typed("text", b.String(), "source", "guests.csv", "row-122", "p-2", "go", "yes")
	page = o.post(at, form, http.StatusOK)
	contains(t, page, "102 of 123", "data-go-on", "Go on: enters 21 players", `name="row-122" value="p-2"`)
	page = o.post(at, form, http.StatusOK)
	contains(t, page, "Everything that can be taken in is in.", "123 of 123")
	got := r.entrants()
	if len(got) != 4+121 || got[len(got)-1] != fmt.Sprintf("%d =cmd|x  ", len(got)) {
		t.Errorf("%d entered, the last %q", len(got), got[len(got)-1])
	}
	contains(t, o.post(at, form, http.StatusOK), "Everything that can be taken in is in.")
	if again := r.entrants(); len(again) != len(got) {
		t.Errorf("the same file again makes %d of %d", len(again), len(got))
	}
	contains(t, o.get(fmt.Sprintf("%s/entrants/%d", cupDesk, len(got)), http.StatusOK), "x@example.org")
}

// After the start an import shows what it does before it is final, and is on the integrity list.
func TestAnImportAfterTheStartIsPreviewed(t *testing.T) {
	r := newRig(t)
	r.cup(tournament.Rules{Format: tournament.FormatSwiss, Rounds: 3, LateUntil: 2, LatePoints: "1"}, true)
	o := r.organiser()
	const at = cupDesk + "/import"
	text := "name\nBoromir\n"
	contains(t, o.post(at, typed("text", text), http.StatusOK), "Enter 1 player", "Why")
	page := o.post(at, typed("text", text, "go", "yes", "reason", "came by train"), http.StatusOK)
	contains(t, page, "integrity list for good", "enters Boromir from round 2 on", "Do it")
	if len(r.entrants()) != 4 {
		t.Fatal("it was final before it was looked at")
	}
	ack := ackField.FindStringSubmatch(page)[1]
	page = o.post(at, typed("text", text, "go", "yes", "reason", "came by train", "ack", ack), http.StatusOK)
	contains(t, page, "Everything that can be taken in is in.")
	contains(t, o.get(cupDesk, http.StatusOK), "1 on the integrity list", "came by train", "Boromir")
	contains(t, o.post(at, typed("text", text+"Late Larry\n", "go", "yes"), http.StatusOK), "role=\"alert\"", "reason") // none was given
}

// A player's page has rounds with opponents, sides, points after each round, and what else they play.
func TestAPlayersPageHasTheirHistory(t *testing.T) {
	r := newRig(t)
	rules := swissRules
	rules.Sides = []string{"Free Peoples", "Shadow"}
	r.cup(rules, true)
	other := events.Tournament(autumn, "second")
	r.must(other, boss, tournament.OpenTournament{Name: "Sunday Pods", Rules: tournament.Rules{Format: tournament.FormatPods}, Seed: 1})
	v, err := r.reader.Tournament(t.Context(), autumn, cupID, true)
	must(t, err)
	seats := v.Rounds[0].Tables[0].Seats
	r.must(other, boss, tournament.Register{Entrants: []tournament.Entrant{{Player: seats[0].Player}}})
	o := r.organiser()
	o.post(cupDesk+"/do/result", typed("round", 1, "table", 1, fmt.Sprintf("s%d", seats[0].Entrant), 2, fmt.Sprintf("s%d", seats[1].Entrant), 1), http.StatusOK)
	page := r.visitor().get(fmt.Sprintf("%s/players/%d", cupAt, seats[0].Entrant), http.StatusOK)
	contains(t, page, "Against", r.people.Name(autumn, seats[1].Player), "Free Peoples", "Points", "Also at this gathering", "Sunday Pods")
	lacks(t, page, "The page for officials")
	contains(t, o.get(fmt.Sprintf("%s/players/%d", cupAt, seats[0].Entrant), http.StatusOK), "The page for officials")
}
