package campaign_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/lotr"
)

var organiser = events.Actor{Role: events.RoleOrganiser}

// caleb and matt play the campaign.
const (
	caleb = events.PersonID("p-1")
	matt  = events.PersonID("p-2")
)

// table is a campaign being driven by commands.
type table struct {
	t *testing.T
	s campaign.State
	n events.Version
}

func opened(t *testing.T, change func(*words.OpenCampaign)) *table {
	t.Helper()
	open := words.OpenCampaign{
		Name: "The road goes on",
		Players: []words.Player{
			{Player: caleb, Heroes: []words.Hero{{Title: "Théoden"}, {Title: "Éowyn"}, {Title: "Merry"}}},
			{Player: matt, Heroes: []words.Hero{{Title: "Faramir"}, {Title: "Denethor"}, {Title: "Pippin"}}},
		},
	}
	if change != nil {
		change(&open)
	}
	g := &table{t: t, s: campaign.Initial()}
	g.do(open)
	return g
}

// do gives a command that has to be accepted and returns its events.
func (g *table) do(b events.CommandBody) []events.Payload {
	g.t.Helper()
	es, err := campaign.Decide(g.s, coordinator.Command{Actor: organiser, Body: b})
	if err != nil {
		g.t.Fatalf("%T is refused: %v", b, err)
	}
	g.n++
	g.s = campaign.Apply(g.s, coordinator.Applied{Version: g.n, Events: es})
	return es
}

// refused gives a command that has to be refused with a code and a word of its sentence.
func (g *table) refused(b events.CommandBody, code engine.Code, says string) {
	g.t.Helper()
	before := g.s.Version()
	es, err := campaign.Decide(g.s, coordinator.Command{Actor: organiser, Body: b})
	var r *engine.Refusal
	if !errors.As(err, &r) || len(es) != 0 {
		g.t.Fatalf("%T is not refused: %v, %d events", b, err, len(es))
	}
	if r.Code != code || !strings.Contains(r.Says, says) {
		g.t.Errorf("%T is refused with %s %q, want %s and %q", b, r.Code, r.Says, code, says)
	}
	if g.s.Version() != before {
		g.t.Errorf("the refused %T changed the state", b)
	}
}

// play begins a scenario and records that it was won.
func (g *table) play(scenario string, facts ...lotr.FactNoted) []events.Payload {
	g.t.Helper()
	g.do(words.BeginGame{Scenarios: []string{scenario}})
	score := 100
	return g.do(words.RecordResult{Scenario: scenario, Won: true, Score: &score, Rounds: 7, Facts: facts})
}

func of[E events.Payload](es []events.Payload) []E {
	var out []E
	for _, e := range es {
		if e, ok := e.(E); ok {
			out = append(out, e)
		}
	}
	return out
}

// upTo returns a campaign in which every part before a scenario is completed.
func upTo(t *testing.T, scenario string, pool ...words.PoolCard) *table {
	return opened(t, func(o *words.OpenCampaign) {
		o.Pool = pool
		for _, c := range rules.Cards() {
			if c.Scenario == scenario {
				return
			}
			o.Played = append(o.Played, c.Scenario)
		}
	})
}

// Rule: Replacing Aragorn.
func TestAPlayerWithAragornMayReplaceHimForNothing(t *testing.T) {
	g := opened(t, func(o *words.OpenCampaign) {
		o.Players[0].Heroes[0].Title = "Aragorn"
		o.Pool = []words.PoolCard{{Name: "Skilled Healer", Kind: words.Boon, Permanent: true, Hero: "Aragorn"}}
	})
	es := g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	taken := of[words.HeroTaken](es)
	if len(taken) != 1 || taken[0].Player != caleb || !slices.Equal(taken[0].Moved, []string{"Skilled Healer"}) {
		t.Fatalf("Aragorn is taken as %+v, want Caleb's with his permanent card", taken)
	}
	g.do(words.RecordResult{Scenario: rules.GreyCompany, Won: false})
	es = g.do(words.ChangeHero{Player: caleb, From: "Aragorn", To: words.Hero{Title: "Beregond"}})
	if n := len(of[words.PenaltyRaised](es)); n != 0 {
		t.Errorf("replacing Aragorn costs %d penalties, want none", n)
	}
	if p, _ := g.s.Player(caleb); p.Penalty != 0 || len(p.Heroes) != 3 {
		t.Errorf("Caleb's log is %+v, want three heroes and no penalty", p)
	}
	es = g.do(words.ChangeHero{Player: caleb, From: "Beregond", To: words.Hero{Title: "Gimli"}})
	if p := of[words.PenaltyRaised](es); len(p) != 1 || p[0].Penalty != 1 {
		t.Errorf("a change beside that raises the penalty as %+v, want +1", p)
	}
}

// Rule: Replacing Aragorn.
func TestAFallenAragornComesBackAtAPrice(t *testing.T) {
	g := opened(t, func(o *words.OpenCampaign) { o.Fallen = []string{"Aragorn", "Boromir"} })
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	if !slices.Equal(g.s.Fallen, []string{"Boromir"}) {
		t.Errorf("the fallen are %v, want Boromir alone", g.s.Fallen)
	}
	for _, p := range g.s.Players {
		if p.Penalty != 1 {
			t.Errorf("%s has a penalty of %d, want 1", p.Player, p.Penalty)
		}
	}
}

// Rule: Barring Frodo.
func TestNoFrodoInTheFlameOfTheWest(t *testing.T) {
	g := opened(t, func(o *words.OpenCampaign) { o.Players[1].Heroes[0].Title = "Frodo Baggins" })
	g.refused(words.BeginGame{Scenarios: []string{rules.GreyCompany}}, campaign.CodeHero, "Frodo Baggins")
	g.do(words.ChangeHero{Player: matt, From: "Frodo Baggins", To: words.Hero{Title: "Gimli"}})
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
}

// Rule: Boons and burdens.
func TestCalebAndMattPlaceTheirBurdens(t *testing.T) {
	grievous := words.PoolCard{Name: "Grievous Wound", Kind: words.Burden, Set: "The Breaking of the Fellowship"}
	overcome := words.PoolCard{Name: "Overcome by Grief", Kind: words.Burden, Set: "The Uruk-hai"}
	g := upTo(t, rules.BlackGate, grievous, overcome)
	both := []string{rules.BlackGate, rules.MountDoom}
	g.refused(words.BeginGame{Scenarios: both, RingBearer: matt}, campaign.CodePlace, "{p-2}, who controls the Ring-bearer,")
	es := g.do(words.BeginGame{Scenarios: both, RingBearer: matt, Place: map[string]string{
		grievous.Name: rules.BlackGate, overcome.Name: rules.MountDoom,
	}})
	begun := of[words.GameBegun](es)[0]
	if len(begun.Included) != 2 || begun.Place[grievous.Name] != rules.BlackGate || begun.Place[overcome.Name] != rules.MountDoom {
		t.Errorf("the finale is set up as %+v", begun)
	}
}

// Rule: Campaign setup and resolution.
func TestSetupsLeaveOutTheBurdensOfTheirLists(t *testing.T) {
	deep := words.PoolCard{Name: "The Long Night", Kind: words.Burden, Set: "Helm's Deep"}
	ford := words.PoolCard{Name: "Pursued by the Enemy", Kind: words.Burden, Set: "Flight to the Ford"}
	fear := words.PoolCard{Name: rules.BurdenFear, Kind: words.Burden, Set: "The Passing of the Grey Company", Player: caleb}
	for scenario, want := range map[string][]string{
		rules.CirithUngol: {ford.Name}, rules.BlackGate: {deep.Name, fear.Name}, rules.MountDoom: {ford.Name},
	} {
		g := upTo(t, scenario, deep, ford, fear)
		var got []string
		for _, c := range of[words.GameBegun](g.do(words.BeginGame{Scenarios: []string{scenario}}))[0].Included {
			got = append(got, c.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s includes %v, want %v", scenario, got, want)
		}
	}
}

// Rule: Campaign setup and resolution.
func TestTheGateCountsDownAtMountDoom(t *testing.T) {
	g := upTo(t, rules.BlackGate)
	g.play(rules.BlackGate, lotr.FactNoted{Fact: rules.FactGate, N: 6})
	begun := of[words.GameBegun](g.do(words.BeginGame{Scenarios: []string{rules.MountDoom}}))[0]
	if begun.Facts[rules.FactGate] != 6 || !slices.ContainsFunc(begun.Do, func(s string) bool { return strings.Contains(s, "6 tokens") }) {
		t.Errorf("Mount Doom is set up with %v and %q, want 6 tokens", begun.Facts, begun.Do)
	}
	epic := upTo(t, rules.BlackGate)
	both := of[words.GameBegun](epic.do(words.BeginGame{Scenarios: []string{rules.BlackGate, rules.MountDoom}}))[0]
	if len(both.Facts) != 0 {
		t.Errorf("the epic finale has the countdown %v, want none", both.Facts)
	}
}

// Rule: Campaign setup and resolution.
func TestHeroesWhoDiedFallButNotAtTheBlackGate(t *testing.T) {
	dead := []lotr.Character{{Player: caleb, Name: "Merry"}, {Player: matt, Name: "Aragorn"}}
	g := upTo(t, rules.SiegeGondor)
	g.do(words.BeginGame{Scenarios: []string{rules.SiegeGondor}})
	es := g.do(words.RecordResult{Scenario: rules.SiegeGondor, Won: true, Fallen: dead})
	if fell := of[words.HeroFell](es); len(fell) != 1 || fell[0].Title != "Merry" {
		t.Errorf("after the siege %+v fell, want Merry alone", fell)
	}
	g.refused(words.ChangeHero{Player: matt, From: "Pippin", To: words.Hero{Title: "Merry"}}, campaign.CodeHero, "fallen")
	gate := upTo(t, rules.BlackGate)
	gate.do(words.BeginGame{Scenarios: []string{rules.BlackGate}})
	if fell := of[words.HeroFell](gate.do(words.RecordResult{Scenario: rules.BlackGate, Won: true, Fallen: dead})); len(fell) != 0 {
		t.Errorf("after The Black Gate Opens %+v fell, want nobody", fell)
	}
}

// Rule: Campaign setup and resolution.
func TestResolutionsOfTheFlameOfTheWest(t *testing.T) {
	g := opened(t, nil)
	g.play(rules.GreyCompany, lotr.FactNoted{Fact: rules.FactFear, Player: matt}, lotr.FactNoted{Fact: rules.FactArmy})
	if !g.s.Has(words.Boon, rules.BoonArmy) || !g.s.Has(words.Burden, rules.BurdenFear) {
		t.Fatalf("the pool after the Grey Company is %+v", g.s.Pool)
	}
	g.play(rules.SiegeGondor, lotr.FactNoted{Fact: rules.FactFleet, N: 4})
	if g.s.Has(words.Boon, rules.BoonArmy) || g.s.Facts[rules.FactFleet] != 4 {
		t.Fatalf("after the siege the pool is %+v and the notes %v", g.s.Pool, g.s.Facts)
	}
	begun := of[words.GameBegun](g.do(words.BeginGame{Scenarios: []string{rules.Pelennor}}))[0]
	if begun.Facts[rules.FactFleet] != 4 {
		t.Errorf("the Pelennor Fields begin with %v, want the fleet's 4", begun.Facts)
	}
	g.do(words.RecordResult{Scenario: rules.Pelennor, Won: true, Facts: []lotr.FactNoted{{Fact: rules.FactEsquireRohan, Text: "Merry"}}})
	wraiths := 0
	for _, c := range g.s.Pool {
		if c.Name == rules.BurdenWraith {
			wraiths++
		}
	}
	if wraiths != 2 || !g.s.Has(words.Boon, "Esquire of Rohan") {
		t.Errorf("the pool after the Pelennor Fields is %+v, want a wraith for each player and the esquire", g.s.Pool)
	}
}

func TestALostGameChangesNothingButItsRow(t *testing.T) {
	g := opened(t, nil)
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	es := g.do(words.RecordResult{Scenario: rules.GreyCompany, Fallen: []lotr.Character{{Player: caleb, Name: "Merry"}}, Facts: []lotr.FactNoted{{Fact: rules.FactArmy}}})
	if len(es) != 1 || len(g.s.Pool) != 0 || len(g.s.Fallen) != 0 {
		t.Errorf("a lost game brings %d events, pool %v, fallen %v", len(es), g.s.Pool, g.s.Fallen)
	}
	g.play(rules.GreyCompany)
	if r := g.s.Rows[0]; len(g.s.Rows) != 1 || !r.Won || r.Tries != 2 {
		t.Errorf("the rows are %+v, want one, won at the second try", g.s.Rows)
	}
}

func TestScenariosComeInTheirOrder(t *testing.T) {
	g := opened(t, nil)
	g.refused(words.BeginGame{Scenarios: []string{rules.Pelennor}}, campaign.CodeOrder, "after The Siege of Gondor (part 14)")
	g.refused(words.RecordResult{Scenario: rules.GreyCompany, Won: true}, campaign.CodeNoGame, "begin the game first")
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	g.refused(words.BeginGame{Scenarios: []string{rules.GreyCompany}}, campaign.CodePlaying, "record its result")
	g.refused(words.ChangeHero{Player: caleb, From: "Merry", To: words.Hero{Title: "Gimli"}}, campaign.CodePlaying, "being played")
}

// Rule: The finale.
func TestTheRingIsDestroyedOrKept(t *testing.T) {
	for choice, won := range map[string]bool{words.FinaleDestroy: true, words.FinaleKeep: false} {
		g := upTo(t, rules.MountDoom)
		g.refused(words.ChooseFinale{Choice: choice}, campaign.CodeFinale, "when Mount Doom is won")
		g.play(rules.MountDoom)
		g.refused(words.ChooseFinale{Choice: "sell"}, engine.CodeMalformed, "destroy")
		es := g.do(words.ChooseFinale{Choice: choice})
		if ended := of[words.CampaignEnded](es); len(ended) != 1 || ended[0].Won != won || ended[0].Score != 100 {
			t.Errorf("%s ends the campaign as %+v, want won %v with 100", choice, ended, won)
		}
		g.refused(words.BeginGame{Scenarios: []string{rules.GreyCompany}}, campaign.CodeEnded, "has ended")
		g.do(words.CorrectLog{Reason: "the penalty was forgotten", Players: []words.Player{{Player: caleb, Heroes: g.s.Players[0].Heroes, Penalty: 2}}})
	}
}

// Rule: Campaign setup and resolution.
func TestBoonsAreSetAsideAndFetched(t *testing.T) {
	item := func(name string) words.PoolCard { return words.PoolCard{Name: name, Kind: words.Boon, Item: true} }
	g := upTo(t, rules.CirithUngol, item("Andúril"), item("Mithril Shirt"), item("Sting"), item("Phial of Galadriel"))
	g.refused(words.BeginGame{Scenarios: []string{rules.CirithUngol}}, campaign.CodePool, "name 2")
	g.refused(words.BeginGame{Scenarios: []string{rules.CirithUngol}, Aside: map[events.PersonID]string{caleb: "Andúril", matt: "Sting"}}, campaign.CodePool, "not Andúril")
	g.do(words.BeginGame{Scenarios: []string{rules.CirithUngol}, Aside: map[events.PersonID]string{caleb: "Mithril Shirt", matt: "Sting"}})
	g.do(words.RecordResult{Scenario: rules.CirithUngol, Won: true, Facts: []lotr.FactNoted{{Fact: rules.FactShagrat, N: 1, Text: "Sting"}}})
	if g.s.Has(words.Boon, "Sting") || !g.s.Has(words.Boon, "Mithril Shirt") {
		t.Errorf("the pool is %+v, want Sting lost", g.s.Pool)
	}
	es := g.do(words.BeginGame{Scenarios: []string{rules.BlackGate}, Fetch: []events.PersonID{caleb}})
	if begun := of[words.GameBegun](es)[0]; begun.Threat[caleb] != 1 {
		t.Errorf("fetching Andúril costs %v, want 1 for Caleb", begun.Threat)
	}
}

func TestWhatALogDoesNotTake(t *testing.T) {
	g := opened(t, nil)
	g.refused(words.OpenCampaign{Name: "Again"}, campaign.CodeOpened, "another id")
	g.refused(words.RecordHeroes{Player: caleb, Heroes: []words.Hero{{Title: "Gimli"}}}, campaign.CodeHero, "on the log")
	g.refused(words.ChangeHero{Player: caleb, From: "Merry", To: words.Hero{Title: "Pippin"}}, campaign.CodeHero, "{p-2} has Pippin")
	g.refused(words.ChangeHero{Player: "p-9", From: "Merry", To: words.Hero{Title: "Gimli"}}, campaign.CodePlayer, "not on this campaign's log")
	g.refused(words.EarnCard{Card: words.PoolCard{Name: "Sting", Kind: "gift"}, Reason: "found"}, engine.CodeMalformed, "boon or burden")
	g.refused(words.EarnCard{Card: words.PoolCard{Name: "Sting", Kind: words.Boon}, Lose: true, Reason: "lost"}, campaign.CodePool, "has no boon Sting")
	g.refused(words.CorrectLog{Reason: ""}, engine.CodeMalformed, "reason")
	g.refused(words.CorrectLog{Reason: "as it was"}, "nothing-changes", "changes nothing")
	g.refused(words.BeginGame{Scenarios: []string{rules.BlackGate, rules.GreyCompany}}, engine.CodeMalformed, "name one")
	if _, err := campaign.Decide(g.s, coordinator.Command{Actor: events.Actor{Role: events.RoleSpectator}, Body: words.ChooseFinale{}}); err == nil {
		t.Error("a spectator may choose the finale")
	}
}
