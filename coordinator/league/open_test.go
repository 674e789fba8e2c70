package league_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/engine"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
)

func TestEveryReadyRuleSetOpensALeague(t *testing.T) {
	for _, r := range rule.Ready() {
		d := newDriver(t, season.Words(r), nil)
		if d.s.Rules.ID != r.ID || d.s.Rules.Edition != r.Edition {
			t.Errorf("%s opened a league by %s", r.ID, d.s.Rules.ID)
		}
		d.replays()
	}
}

func TestWhatCannotBeALeagueIsRefused(t *testing.T) {
	for says, change := range map[string]func(*words.OpenLeague){
		"the league's name is empty":     func(o *words.OpenLeague) { o.Name = " " },
		`the rule set "A B" is no id`:    func(o *words.OpenLeague) { o.Rules.ID = "A B" },
		"edition of the rules is empty":  func(o *words.OpenLeague) { o.Rules.Edition = "" },
		"nothing to count":               func(o *words.OpenLeague) { o.Rules.Count = "wins" },
		"is no criterion":                func(o *words.OpenLeague) { o.Rules.Order = []string{"beauty"} },
		"what a win is worth: \"three\"": func(o *words.OpenLeague) { o.Rules.Points.Win = "three" },
		"what a place is worth is 1000":  func(o *words.OpenLeague) { o.Rules.Points.Places = []words.Amount{"1000"} },
		"101 percent carry over":         func(o *words.OpenLeague) { o.Rules.Carry = 101 },
		"go up and down is 0 to 200":     func(o *words.OpenLeague) { o.Rules.Switch = -1 },
		"the achievement first is defined twice": func(o *words.OpenLeague) {
			o.Rules.Points.Extras = []words.Achievement{{ID: "first", Name: "A"}, {ID: "first", Name: "B"}}
		},
		"the achievement's name is empty":           func(o *words.OpenLeague) { o.Rules.Points.Extras = []words.Achievement{{ID: "first"}} },
		"the division a is named twice":             func(o *words.OpenLeague) { o.Divisions = []words.Division{{ID: "a", Name: "A"}, {ID: "a", Name: "B"}} },
		"{p-1} carries over twice":                  func(o *words.OpenLeague) { o.Carry = []words.Carried{{Player: "p-1"}, {Player: "p-1"}} },
		"{p-1} was at place -1":                     func(o *words.OpenLeague) { o.Carry = []words.Carried{{Player: "p-1", Place: -1}} },
		`there is no division "z"`:                  func(o *words.OpenLeague) { o.Carry = []words.Carried{{Player: "p-1", Division: "z"}} },
		"the penalty of a quest without a score is": func(o *words.OpenLeague) { n := words.Amount("99999"); o.Rules.Penalty = &n },
	} {
		open := words.OpenLeague{Name: "Winter", Rules: places()}
		change(&open)
		_, err := league.Decide(league.Initial(), by(organiser, open))
		no := engine.AsRefusal(err)
		if no == nil || !strings.Contains(no.Says, says) {
			t.Errorf("got %v, want a refusal that says %q", err, says)
		}
	}
	d := newDriver(t, places(), nil)
	d.refused(words.OpenLeague{Name: "Again", Rules: places()}, league.CodeOpened, "Store league")
	other := &driver{t: t, s: league.Initial()}
	other.refused(words.EndSeason{}, league.CodeNotOpened, "opens it first")
}

func TestSessionsArePlanned(t *testing.T) {
	d := newDriver(t, places(), nil)
	d.refused(words.PlanSession{Session: words.Session{ID: "W 1", Name: "x"}}, engine.CodeMalformed, "is no id")
	d.refused(words.PlanSession{Session: words.Session{ID: "w1"}}, engine.CodeMalformed, "the session's name is empty")
	d.do(words.PlanSession{Session: words.Session{ID: "w1", Name: "Week 1", Scenario: "passage"}})
	d.refused(words.RecordResults{Session: "w9", Results: []words.Result{place(1, 1)}}, league.CodeSession, "the season has w1")
	d.do(words.PlanSession{Session: words.Session{ID: "w1", Name: "First week", Scenario: "passage", Date: "2026-11-30"}})
	d.refused(words.PlanSession{Session: words.Session{ID: "w1", Name: "First week", Scenario: "passage", Date: "2026-11-30"}}, league.CodeNothing, "")
	d.enter(1, 1)
	d.evening(1, 1)
	d.refused(words.PlanSession{Session: words.Session{ID: "w1", Name: "First week", Scenario: "other"}}, league.CodeSession, "only its name and date")
	d.do(words.CancelSession{Session: "w1", Reason: "the hall was closed"})
	if d.shown(1) != "1: 0" {
		t.Errorf("after the session was cancelled player 1 is at %s", d.shown(1))
	}
	d.refused(words.CancelSession{Session: "w1", Reason: "x"}, league.CodeFrozen, "cancelled already")
	d.refused(words.ReopenSession{Session: "w1", Reason: "x"}, league.CodeFrozen, "undo that instead")
	d.refused(words.LinkSource{Session: "w1", Source: words.Source{Group: "red"}}, league.CodeFrozen, "was cancelled")
}

func TestSourcesAreNamed(t *testing.T) {
	d := newDriver(t, places(), nil)
	d.plan(1)
	d.refused(words.LinkSource{Session: "w1"}, league.CodeSource, "one of the two")
	d.refused(words.LinkSource{Session: "w1", Source: words.Source{Group: "a", Tournament: "b"}}, league.CodeSource, "one of the two")
	d.refused(words.LinkSource{Session: "w1", Source: words.Source{Group: "A B"}}, engine.CodeMalformed, "is no id")
	d.refused(words.UnlinkSource{Source: words.Source{Group: "a"}}, league.CodeSource, "link it first")
	d.do(words.LinkSource{Session: "w1", Source: words.Source{Group: "a"}})
	if err := d.bare(words.UnlinkSource{Source: words.Source{Group: "a"}}); err != nil {
		t.Errorf("a source that has scored nothing is not simply unlinked: %v", err)
	}
	d.refused(words.ScoreSource{Source: words.Source{Group: "a"}, At: 0}, engine.CodeMalformed, "pages 0 to")
}

// A command of 100 players fits a commit, with the longest ids and names there are.
func TestTheLargestCommandsFitACommit(t *testing.T) {
	d := newDriver(t, places(), nil)
	var all []words.Player
	for n := range 100 {
		all = append(all, words.Player{Player: events.PersonID(strings.Repeat("x", 36) + string([]byte{byte('a' + n/26), byte('a' + n%26)})), Team: strings.Repeat("ö", 40), Store: strings.Repeat("ö", 40)})
	}
	stored, err := events.EncodeAll(d.do(words.EnterPlayers{Players: all}))
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, e := range stored {
		size += len(e.Data) + len(e.Type) + 20
	}
	if size > events.MaxCommitBytes*6/10 {
		t.Errorf("the events have %d bytes", size)
	}
}
