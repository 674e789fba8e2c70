package dashboards_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

// Every scenario in every mode is opened from the setup page, seated and started, and its pages are
// read: a store's quest night beside an epic game.
func TestEveryGameIsOpenedFromTheSetupPage(t *testing.T) {
	r := newRig(t)
	o := r.organiser()
	o.post("/console/gatherings", form("name", "Autumn"), http.StatusOK)
	page := o.get("/console/autumn/setup", http.StatusOK)
	for n, g := range catalog.Games() {
		contains(t, page, `value="`+g.Key+`"`, g.Box)
		name, group := fmt.Sprintf("Table %d", n+1), fmt.Sprintf("table-%d", n+1)
		made := o.post("/console/autumn/groups", form("name", name, "count", "1", "play", g.Key, "difficulty", "standard"), http.StatusOK)
		contains(t, made, "Made: 1 group", g.Title)
		path := "/console/autumn/groups/" + group
		names := form("names-t1", "Ana of "+name+"\nBram of "+name)
		for i := 1; i < g.Tables; i++ {
			names.Set("names-t"+string(rune('1'+i)), "Chiara of "+name)
		}
		o.post(path+"/do/seat", names, http.StatusOK)
		start := o.get(path+"/do/start", http.StatusOK)
		if has := strings.Contains(start, "City strength"); has != g.City {
			t.Errorf("%s speaks of a city strength: %v", g.Key, has)
		}
		contains(t, o.post(path+"/do/start", form(), http.StatusOK), "The game has begun.")
		contains(t, o.get("/wall/autumn/"+group, http.StatusOK), g.Title, "Round 1")
		contains(t, o.get("/live/autumn/"+group, http.StatusOK), g.Title)
		rule := o.get(path+"/rule", http.StatusOK)
		if g.Parts != nil {
			contains(t, rule, "The Eye of Sauron", "the Nazgûl stay where they are")
		}
		b, err := r.reader.Board(t.Context(), autumn, events.GroupID(group))
		must(t, err)
		if b.Scenario != g.Scenario || b.Mode != g.Mode || len(b.Tables) != g.Tables || b.Round != 1 {
			t.Errorf("%s: %s in mode %s with %d tables, round %d", g.Key, b.Scenario, b.Mode, len(b.Tables), b.Round)
		}
	}
	contains(t, o.get("/wall/autumn", http.StatusOK), "Mount Doom", "The Temple of Doom", "playing")
	contains(t, o.get("/", http.StatusOK), "The Temple of Doom")
}

func TestANightmareDeckIsNamed(t *testing.T) {
	r := newRig(t)
	o := r.organiser()
	o.post("/console/gatherings", form("name", "Autumn"), http.StatusOK)
	play := []string{"name", "Doom", "count", "1", "play", "mount-doom/standard", "difficulty", "nightmare"}
	contains(t, o.post("/console/autumn/groups", form(play...), http.StatusOK), "name the Nightmare deck")
	page := o.post("/console/autumn/groups", form(append(play, "nightmare", "Ash <Mountains>")...), http.StatusOK)
	contains(t, page, "Mount Doom", "nightmare (Ash &lt;Mountains&gt;)")
	contains(t, o.post("/console/autumn/groups", form("name", "X", "count", "1", "play", "moria/epic", "difficulty", "easy"), http.StatusOK), "choose what is played")
}
