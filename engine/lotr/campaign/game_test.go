package campaign_test

import (
	"reflect"
	"testing"

	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
)

// Rule: Boons and burdens.
func TestAGroupKnowsOfItsCampaignWhatTheSetupIncluded(t *testing.T) {
	fear := log.PoolCard{Name: campaign.BurdenFear, Kind: log.Burden, Player: "p-2"}
	grievous := log.PoolCard{Name: "Grievous Wound", Kind: log.Burden}
	g := log.GameBegun{
		Scenarios: []string{campaign.BlackGate}, Facts: map[string]int{campaign.FactFleet: 4},
		Included: []log.PoolCard{{Name: "Andúril", Kind: log.Boon}, fear, grievous},
		LeftOut:  []log.PoolCard{{Name: "Pursued by the Enemy", Kind: log.Burden}},
		Threat:   map[events.PersonID]int{"p-1": 1}, Do: []string{"Put Andúril into play."},
	}
	got := campaign.SettingsOf("saga", g, []log.Player{{Player: "p-1", Penalty: 2}, {Player: "p-2"}, {Player: "p-3", Penalty: 3}}, []string{"Boromir"})
	want := group.Campaign{
		Stream: "saga", Boons: []string{"Andúril"}, Burdens: []string{campaign.BurdenFear, "Grievous Wound"}, Fallen: []string{"Boromir"},
		Facts:  map[string]int{campaign.FactFleet: 4, lotr.FearFact("p-2"): 1},
		Threat: map[events.PersonID]int{"p-1": 3, "p-3": 3}, Do: []string{"Put Andúril into play."},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if len(g.Facts) != 1 {
		t.Errorf("the event of the log was changed: %v", g.Facts)
	}
}

// Rule: Epic: The Mountain of Fire.
func TestTheFinaleIsOneGroup(t *testing.T) {
	both := log.GameBegun{
		Scenarios: []string{campaign.BlackGate, campaign.MountDoom},
		Included:  []log.PoolCard{{Name: "Grievous Wound", Kind: log.Burden}}, Place: map[string]string{"Grievous Wound": campaign.BlackGate},
	}
	if id, mode := campaign.ScenarioOf(both); id != "the-mountain-of-fire" || mode != "epic" {
		t.Errorf("the finale is %s in %s mode", id, mode)
	}
	if got := campaign.SettingsOf("saga", both, nil, nil); got.Place["Grievous Wound"] != campaign.BlackGate {
		t.Errorf("placed %v", got.Place)
	}
	if id, mode := campaign.ScenarioOf(log.GameBegun{Scenarios: []string{campaign.MountDoom}}); id != campaign.MountDoom || mode != "standard" {
		t.Errorf("Mount Doom alone is %s in %s mode", id, mode)
	}
	for _, c := range campaign.Cards() {
		if sc, ok := lotr.Lookup(c.Scenario); !ok || sc.Name != c.Title || sc.Part != c.Part {
			t.Errorf("%s (part %d) is no scenario of that name and part: %s, %d", c.Title, c.Part, sc.Name, sc.Part)
		}
	}
}

func TestTitlesAreComparedAsPeopleWriteThem(t *testing.T) {
	for _, same := range [][2]string{{"The Passing of the Grey Company", "Grey Company"}, {"Passage of the Marshes", "the passage of the marshes"}, {"Helm’s Deep", "Helm's Deep"}} {
		if !campaign.SameTitle(same[0], same[1]) {
			t.Errorf("%q and %q are told apart", same[0], same[1])
		}
	}
	if campaign.SameTitle("Mount Doom", "The Black Gate Opens") {
		t.Error("two scenarios are taken for one")
	}
}
