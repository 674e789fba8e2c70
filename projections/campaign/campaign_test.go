package campaign_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/projections/campaign"
)

const (
	caleb = events.PersonID("p-1")
	matt  = events.PersonID("p-2")
)

func opening() log.CampaignOpened {
	return log.CampaignOpened{
		Name: "Saga", Fallen: []string{"Boromir"}, Facts: map[string]int{rules.HaradFacts + "Southron Commander": 2},
		Players: []log.Player{
			{Player: caleb, Heroes: []log.Hero{{Title: "Aragorn"}, {Title: "Beregond"}, {Title: "Gimli"}}, Penalty: 1},
			{Player: matt, Heroes: []log.Hero{{Title: "Faramir"}, {Title: "Nobody Known"}}},
		},
		Pool:   []log.PoolCard{{Name: "Sting", Kind: log.Boon, Item: true, Permanent: true, Hero: "Gimli"}, {Name: "Andúril", Kind: log.Boon, Item: true}, {Name: "Grievous Wound", Kind: log.Burden}},
		Played: []string{"Shelob's Lair"},
	}
}

func fold(s campaign.Stored, es ...events.Payload) campaign.Stored {
	for _, e := range es {
		s = campaign.Apply(s, events.Recorded{Commit: events.Commit{Version: s.Version + 1}, Position: s.Position + 3}, []events.Payload{e})
	}
	return s
}

func TestTheLogAsOnPaper(t *testing.T) {
	s := fold(campaign.New("spring", "saga"), opening())
	v := campaign.Of(s)
	if v.Name != "Saga" || len(v.Boons) != 2 || len(v.Burdens) != 1 || v.Version != 1 || v.Position != 3 {
		t.Errorf("%+v", v)
	}
	if v.Players[0].Heroes[2].Permanent[0] != "Sting" || v.Players[0].Heroes[0].Change.Costs != 1 || !v.Players[0].Heroes[0].Change.Allowed {
		t.Errorf("Caleb's part is %+v", v.Players[0])
	}
	if v.Notes[0].Says != "copies of the Harad enemy Southron Commander" || v.Notes[0].N != 2 {
		t.Errorf("notes %+v", v.Notes)
	}
	if v.Rows[0].State != campaign.RowEarlier || v.Rows[0].Title != "Shelob's Lair" || len(v.Rows) != 7 || v.Rows[1].Part != 13 {
		t.Errorf("rows %+v", v.Rows)
	}
	if len(v.Next) != 1 || !slices.ContainsFunc(v.Next[0].Before, func(s string) bool { return strings.Contains(s, "own Aragorn") }) {
		t.Errorf("next %+v", v.Next)
	}
}

// Rule: Replacing Aragorn.
func TestAHeroTheCampaignTookIsReplacedForNothing(t *testing.T) {
	s := fold(
		campaign.New("spring", "saga"), opening(), log.HeroTaken{Player: caleb, Title: "Aragorn"},
		log.GameBegun{Scenarios: []string{rules.GreyCompany}, Group: "g1", Included: opening().Pool[:2], Threat: map[events.PersonID]int{matt: 1}, Do: []string{"Look."}},
	)
	v := campaign.Of(s)
	if m := v.Players[0].Missing; len(m) != 1 || !m[0].Taken || m[0].Costs != 0 || !m[0].Allowed {
		t.Errorf("to be replaced: %+v", m)
	}
	if v.Players[0].Heroes[0].Change.Allowed || len(v.Next) != 0 {
		t.Errorf("while a game is played, %+v may be changed and %+v begun", v.Players[0].Heroes[0], v.Next)
	}
	g := v.Game
	if g == nil || g.Scenario != rules.GreyCompany || g.Mode != "standard" || g.Settings.Threat[caleb] != 1 || g.Settings.Threat[matt] != 1 || !slices.Equal(g.Settings.Boons, []string{"Sting", "Andúril"}) {
		t.Fatalf("game %+v", g)
	}
	// Beregond's and Gimli's versions agree about the threat cost; nobody knows one of Matt's heroes.
	if h := g.Seats[0].Heroes; len(h) != 2 || h[0].Title != "Beregond" || h[0].Threat != 10 {
		t.Errorf("Caleb's seat is %+v", g.Seats[0])
	}
	if len(g.Seats[1].Heroes) != 0 {
		t.Errorf("Matt's seat is %+v, want no heroes", g.Seats[1])
	}
	if v.Rows[1].State != campaign.RowPlaying {
		t.Errorf("row %+v", v.Rows[1])
	}
}

func TestWhatIsRecordedIsShown(t *testing.T) {
	score := 120
	s := fold(
		campaign.New("spring", "saga"), opening(), log.GameBegun{Scenarios: []string{rules.GreyCompany}},
		log.GameRecorded{Scenario: rules.GreyCompany, Won: true, Score: &score, Rounds: 7}, log.HeroFell{Player: caleb, Title: "Gimli"},
		log.PoolGained{Card: log.PoolCard{Name: rules.BurdenFear, Kind: log.Burden, Player: matt}},
	)
	v := campaign.Of(s)
	if r := v.Rows[1]; r.State != campaign.RowWon || *r.Score != 120 || r.Burdens[0] != rules.BurdenFear {
		t.Errorf("row %+v", r)
	}
	if m := v.Players[0].Missing; len(m) != 1 || !m[0].Fell || m[0].Costs != 1 {
		t.Errorf("to be replaced: %+v", m)
	}
	if v.Score != 120 || v.Scored != 1 || v.Game != nil || v.Next[0].Part != 14 {
		t.Errorf("score %d of %d, next %+v", v.Score, v.Scored, v.Next)
	}
}

// Rule: Boons and burdens.
func TestTheFinaleAsksWhereABurdenIs(t *testing.T) {
	o := opening()
	for _, c := range rules.Cards()[:4] {
		o.Played = append(o.Played, c.Scenario)
	}
	v := campaign.Of(fold(campaign.New("spring", "saga"), o))
	if len(v.Next) != 2 || !v.Next[1].Epic() || v.Next[0].Epic() || !slices.Equal(v.Next[1].Place, []string{"Grievous Wound"}) || !v.Next[1].Fetch || len(v.Next[0].Place) != 0 {
		t.Errorf("next %+v", v.Next)
	}
	o.Played = o.Played[:4]
	v = campaign.Of(fold(campaign.New("spring", "saga"), o))
	if n := v.Next[0]; n.SetAside != 1 || !slices.Equal(n.MayAside, []string{"Sting"}) || !n.FreeChange {
		t.Errorf("the tower asks %+v", n)
	}
}

func TestTheFoldIsTheSameFromDiskAndLeavesTheStateAsItWas(t *testing.T) {
	s := fold(campaign.New("spring", "saga"), opening(), log.HeroTaken{Player: caleb, Title: "Aragorn"})
	before, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var again campaign.Stored
	if err := json.Unmarshal(before, &again); err != nil {
		t.Fatal(err)
	}
	next := []events.Payload{log.HeroChanged{Player: caleb, From: "Aragorn", To: log.Hero{Title: "Legolas"}}, log.FactKept{Fact: "x", N: 1}, log.PoolLost{Name: "Sting", Kind: log.Boon}}
	if a, b := campaign.Of(fold(s, next...)), campaign.Of(fold(again, next...)); !reflect.DeepEqual(a, b) {
		t.Errorf("in memory %+v\nfrom disk %+v", a, b)
	}
	if after, _ := json.Marshal(s); string(after) != string(before) {
		t.Errorf("%s became %s", before, after)
	}
}
