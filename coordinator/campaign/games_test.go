package campaign_test

import (
	"reflect"
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

func yes(b bool) *bool { return &b }
func num(n int) *int   { return &n }

func TestAGameThatWasBegunCanBeTakenBack(t *testing.T) {
	g := opened(t, func(o *words.OpenCampaign) { o.Players[0].Heroes[0].Title = "Aragorn" })
	g.refused(words.CancelGame{Reason: "wrong box"}, campaign.CodeNoGame, "nothing to take back")
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	g.do(words.ChangeHero{Player: caleb, From: "Aragorn", To: words.Hero{Title: "Beregond"}})
	g.refused(words.CancelGame{Reason: " "}, engine.CodeMalformed, "reason")
	es := g.do(words.CancelGame{Reason: "the store closes early"})
	if c := of[words.GameCancelled](es); len(c) != 1 || c[0].Reason == "" || g.s.Game != nil {
		t.Fatalf("taken back as %+v, game %+v", c, g.s.Game)
	}
	if p, _ := g.s.Player(caleb); len(p.Heroes) != 3 || p.Penalty != 0 || len(g.s.Rows) != 0 {
		t.Errorf("the heroes changed before do not stay: %+v, rows %+v", p, g.s.Rows)
	}
	if es := g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}}); len(of[words.HeroTaken](es)) != 0 {
		t.Error("begun again, Aragorn is taken again")
	}
}

// Who has Aragorn on the log names another hero while the scenario is set up: that is when he is taken.
//
// Rule: Replacing Aragorn.
// Source: The Flame of the West, "Campaign Mode Rules - Aragorn".
func TestAragornIsReplacedDuringSetup(t *testing.T) {
	g := opened(t, func(o *words.OpenCampaign) { o.Players[0].Heroes[0].Title = "Aragorn" })
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	g.refused(words.ChangeHero{Player: caleb, From: "Merry", To: words.Hero{Title: "Gimli"}}, campaign.CodePlaying, "being played")
	es := g.do(words.ChangeHero{Player: caleb, From: "Aragorn", To: words.Hero{Title: "Beregond"}})
	if n := len(of[words.PenaltyRaised](es)); n != 0 {
		t.Errorf("%d penalties, want none", n)
	}
	g.refused(words.ChangeHero{Player: caleb, From: "Aragorn", To: words.Hero{Title: "Gimli"}}, campaign.CodePlaying, "being played")
}

// Rule: Campaign log.
func TestAFallenHeroIsReplacedAtAPrice(t *testing.T) {
	g := opened(t, nil)
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	// p-9 played Caleb's deck to the end.
	es := g.do(words.RecordResult{Scenario: rules.GreyCompany, Won: true, Fallen: []lotr.Character{{Player: "p-9", Name: "Merry"}, {Player: matt, Name: "Aragorn"}}})
	if fell := of[words.HeroFell](es); len(fell) != 1 || fell[0].Player != caleb {
		t.Fatalf("fell %+v, want Caleb's Merry", fell)
	}
	if p, _ := g.s.Player(caleb); len(p.Heroes) != 2 {
		t.Errorf("the fallen hero is still among %+v", p.Heroes)
	}
	// A judge who corrects something else of Caleb's is not refused because of Merry.
	p, _ := g.s.Player(caleb)
	p.Penalty = 1
	g.do(words.CorrectLog{Reason: "forgotten", Players: []words.Player{p}})
	es = g.do(words.ChangeHero{Player: caleb, From: "Merry", To: words.Hero{Title: "Gimli"}})
	if up := of[words.PenaltyRaised](es); len(up) != 1 || up[0].Penalty != 2 {
		t.Errorf("replacing a fallen hero raises the penalty as %+v, want to 2", up)
	}
	g.refused(words.ChangeHero{Player: caleb, From: "Merry", To: words.Hero{Title: "Legolas"}}, campaign.CodeHero, "no hero Merry")
}

// Rule: Epic: The Mountain of Fire.
func TestBothScenariosOfTheFinaleAreRecorded(t *testing.T) {
	for _, won := range []bool{true, false} {
		g := upTo(t, rules.BlackGate)
		g.do(words.BeginGame{Scenarios: []string{rules.BlackGate, rules.MountDoom}, Group: "finale"})
		g.do(words.RecordResult{Scenario: rules.BlackGate, Group: "finale", Won: won})
		g.refused(words.RecordResult{Scenario: rules.MountDoom, Group: "finale", Won: !won}, campaign.CodeNoGame, "win or lose together")
		g.refused(words.CancelGame{Reason: "no"}, campaign.CodePlaying, "recorded already")
		g.refused(words.RecordResult{Scenario: rules.MountDoom, Group: "other", Won: won}, campaign.CodeNoGame, "played by the group finale")
		g.do(words.RecordResult{Scenario: rules.MountDoom, Group: "finale", Won: won})
		if g.s.Game != nil || g.s.Half != nil || len(g.s.Rows) != 2 || g.s.Finale != won {
			t.Errorf("won %v: game %+v, rows %+v, choice open %v", won, g.s.Game, g.s.Rows, g.s.Finale)
		}
	}
}

// Rule: Campaign setup and resolution.
func TestAllBoonsOnShagratAreLost(t *testing.T) {
	item := func(name string) words.PoolCard { return words.PoolCard{Name: name, Kind: words.Boon, Item: true} }
	for _, alive := range []bool{true, false} {
		g := upTo(t, rules.CirithUngol, item("Mithril Shirt"), item("Sting"), item("Andúril"))
		begun := of[words.GameBegun](g.do(words.BeginGame{Scenarios: []string{rules.CirithUngol}, Aside: map[events.PersonID]string{caleb: "Mithril Shirt", matt: "Sting"}}))[0]
		if begun.Aside[matt] != "Sting" {
			t.Fatalf("set aside are %v", begun.Aside)
		}
		var facts []lotr.FactNoted
		if alive {
			facts = []lotr.FactNoted{{Fact: rules.FactShagrat, N: 1}}
		}
		g.do(words.RecordResult{Scenario: rules.CirithUngol, Won: true, Facts: facts})
		if kept := g.s.Has(words.Boon, "Sting"); kept == alive || g.s.Has(words.Boon, "Mithril Shirt") == alive || !g.s.Has(words.Boon, "Andúril") {
			t.Errorf("Shagrat in play %v: the pool is %+v", alive, g.s.Pool)
		}
	}
}

// Rule: Boons and burdens.
func TestOvercomeByFearGoesOnInTheFlameOfTheWest(t *testing.T) {
	fear := words.PoolCard{Name: rules.BurdenFear, Kind: words.Burden, Set: "The Passing of the Grey Company", Player: caleb}
	other := words.PoolCard{Name: "The Searching Eye", Kind: words.Burden, Set: "Helm's Deep"}
	g := upTo(t, rules.SiegeGondor, fear, other)
	begun := of[words.GameBegun](g.do(words.BeginGame{Scenarios: []string{rules.SiegeGondor}}))[0]
	if len(begun.Included) != 1 || begun.Included[0].Player != caleb || len(begun.LeftOut) != 1 {
		t.Errorf("in %+v, out %+v", begun.Included, begun.LeftOut)
	}
	if !slices.ContainsFunc(begun.Do, func(s string) bool { return strings.Contains(s, "its list is not known here") }) {
		t.Errorf("nobody is told to look at the campaign card: %q", begun.Do)
	}
}

// Rule: Campaign setup and resolution.
func TestTheHaradOfAnEarlierBoxComesToThePelennor(t *testing.T) {
	g := opened(t, func(o *words.OpenCampaign) {
		o.Played = []string{rules.GreyCompany, rules.SiegeGondor}
		o.Facts = map[string]int{rules.HaradFacts + "Southron Commander": 2, rules.FactFleet: 3, rules.FactGate: 9}
	})
	begun := of[words.GameBegun](g.do(words.BeginGame{Scenarios: []string{rules.Pelennor}}))[0]
	want := map[string]int{rules.HaradFacts + "Southron Commander": 2, rules.FactFleet: 3}
	if !reflect.DeepEqual(begun.Facts, want) {
		t.Errorf("notes %v, want %v", begun.Facts, want)
	}
}

// Ruling: 17.
func TestAJudgeCorrectsARow(t *testing.T) {
	g := upTo(t, rules.MountDoom)
	g.play(rules.MountDoom)
	g.do(words.ChooseFinale{Choice: words.FinaleDestroy})
	g.refused(words.CorrectLog{Reason: "it was lost", Scenario: rules.MountDoom, Won: yes(false)}, campaign.CodeFinale, "take its end back")
	es := g.do(words.CorrectLog{Reason: "it was lost", Scenario: rules.MountDoom, Won: yes(false), Reopen: true})
	if len(of[words.CampaignReopened](es)) != 1 || len(of[words.ResultCorrected](es)) != 1 || g.s.Finale || g.s.Over() {
		t.Fatalf("%+v, choice open %v", es, g.s.Finale)
	}
	g.refused(words.CorrectLog{Reason: "again", Reopen: true}, campaign.CodeFinale, "has not ended")
	g.refused(words.CorrectLog{Reason: "score", Scenario: rules.MountDoom, Score: num(90)}, campaign.CodeNoGame, "was lost")
	g.refused(words.CorrectLog{Reason: "score", Scenario: rules.Pelennor, Score: num(90)}, campaign.CodeNoGame, "has no game")
	g.do(words.CorrectLog{Reason: "it was won after all", Scenario: rules.MountDoom, Won: yes(true), Score: num(120)})
	if sum, of := g.s.Score(); sum != 120 || of != 1 || !g.s.Finale {
		t.Errorf("score %d of %d, choice open %v", sum, of, g.s.Finale)
	}
}

// Ruling: 17.
func TestAJudgeBringsAHeroBack(t *testing.T) {
	g := opened(t, nil)
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	g.do(words.RecordResult{Scenario: rules.GreyCompany, Won: true, Fallen: []lotr.Character{{Player: caleb, Name: "Merry"}}})
	whole := words.Player{Player: caleb, Heroes: []words.Hero{{Title: "Théoden"}, {Title: "Éowyn"}, {Title: "Merry"}}}
	g.refused(words.CorrectLog{Reason: "Merry lived", Players: []words.Player{whole}}, campaign.CodeHero, "fallen")
	none := []string{}
	g.do(words.CorrectLog{Reason: "Merry lived", Players: []words.Player{whole}, Fallen: &none})
	g.refused(words.ChangeHero{Player: caleb, From: "Boromir", To: words.Hero{Title: "Gimli"}}, campaign.CodeHero, "no hero Boromir")
	dead := []string{"Merry"}
	g.refused(words.CorrectLog{Reason: "no", Fallen: &dead}, campaign.CodeHero, "correct both")
}

func TestAJudgeCorrectsAndDoesNotPlay(t *testing.T) {
	g := opened(t, nil)
	judge := events.Actor{Role: events.RoleJudge}
	for _, c := range []struct {
		body events.CommandBody
		may  bool
	}{
		{words.EarnCard{Card: words.PoolCard{Name: "Sting", Kind: words.Boon}, Reason: "forgotten"}, true},
		{words.CancelGame{Reason: "begun twice"}, true},
		{words.CorrectLog{}, true},
		{words.BeginGame{}, false},
		{words.ChooseFinale{}, false},
	} {
		_, err := campaign.Decide(g.s, coordinator.Command{Actor: judge, Body: c.body})
		if r := engine.AsRefusal(err); (r != nil && r.Code == engine.CodeNotAllowed) == c.may {
			t.Errorf("%T by a judge: %v", c.body, err)
		}
	}
}

func TestWhatIsTooMuchForALog(t *testing.T) {
	many := make([]string, 100)
	for i := range many {
		many[i] = "Boromir"
	}
	g := &table{t: t, s: campaign.Initial()}
	players := []words.Player{{Player: caleb}}
	g.refused(words.OpenCampaign{Name: "A", Players: players, Fallen: many}, engine.CodeMalformed, "at most 60")
	g.refused(words.OpenCampaign{Name: "A", Players: players, Played: many}, engine.CodeMalformed, "at most 60")
	g.refused(words.OpenCampaign{Name: "A", Players: players, Pool: []words.PoolCard{{Name: "Fear", Kind: words.Burden, Player: matt}}}, campaign.CodePlayer, "not on this campaign's log")
	g.refused(words.OpenCampaign{Name: "A", Players: players, Facts: map[string]int{"fleet": 1000}}, engine.CodeMalformed, "0 to 999")
	g.do(words.OpenCampaign{Name: "A", Players: players})
	g.do(words.BeginGame{Scenarios: []string{rules.GreyCompany}})
	g.refused(words.RecordResult{Scenario: rules.GreyCompany, Won: true, Facts: []lotr.FactNoted{{Fact: rules.FactFleet, N: -4}}}, engine.CodeMalformed, "0 to 999")
	g.refused(words.RecordResult{Scenario: rules.GreyCompany, Won: true, Fallen: make([]lotr.Character, 61)}, engine.CodeMalformed, "at most 60")
}
