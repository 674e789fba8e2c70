package league_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
)

// stages are the states of a season's life, each with the step that leads there from the one named. A frozen
// board is none of the season's stages; it stands beside them.
var stages = []struct {
	name, from string
	stage      season.Stage
	frozen     bool
	by         events.CommandBody
}{
	{name: "running", stage: season.Running},
	{name: "running, frozen", from: "running", stage: season.Running, frozen: true, by: words.FreezeBoard{}},
	{name: "ended", from: "running", stage: season.Ended, by: words.EndSeason{}},
	{name: "ended, frozen", from: "running, frozen", stage: season.Ended, frozen: true, by: words.EndSeason{}},
	{name: "final", from: "ended", stage: season.Final, by: words.FinaliseSeason{}},
	{name: "final, frozen", from: "ended, frozen", stage: season.Final, frozen: true, by: words.FinaliseSeason{}},
	{name: "sealed", from: "final", stage: season.Sealed, by: words.SealSeason{}},
}

// at returns a season of two sessions, one of them scored, in a state of its life.
func at(t *testing.T, name string) *driver {
	t.Helper()
	for _, s := range stages {
		if s.name != name {
			continue
		}
		if s.from == "" {
			d := newDriver(t, places(), nil)
			d.enter(1, 4)
			d.plan(2)
			d.do(words.RecordResults{Session: "w1", Results: []words.Result{place(1, 1), place(2, 2)}})
			return d
		}
		d := at(t, s.from)
		before := len(d.log)
		d.do(s.by)
		if len(d.log) != before+1 || d.s.Stage != s.stage || d.s.Hidden() != s.frozen {
			t.Fatalf("%s: %d commits, the season is %q, frozen %v", name, len(d.log)-before, d.s.Stage, d.s.Hidden())
		}
		return d
	}
	t.Fatalf("there is no state %s", name)
	return nil
}

// What each command does in each state: the state it leads to, or the code it is refused with.
var lifecycle = []struct {
	body events.CommandBody
	then map[string]string
}{
	{words.FreezeBoard{}, map[string]string{
		"running": "running, frozen", "running, frozen": "board", "ended": "ended, frozen", "ended, frozen": "board", "final": "final, frozen", "final, frozen": "board", "sealed": "league-sealed",
	}},
	{words.ThawBoard{}, map[string]string{
		"running": "board", "running, frozen": "running", "ended": "board", "ended, frozen": "ended", "final": "board", "final, frozen": "final", "sealed": "league-sealed",
	}},
	{words.RevealNext{Rows: 1}, map[string]string{
		"running": "board", "running, frozen": "running, frozen", "ended": "board", "ended, frozen": "ended, frozen", "final": "board", "final, frozen": "final, frozen", "sealed": "league-sealed",
	}},
	{words.EndSeason{}, map[string]string{
		"running": "ended", "running, frozen": "ended, frozen", "ended": "season-ended", "ended, frozen": "season-ended", "final": "season-final", "final, frozen": "season-final", "sealed": "league-sealed",
	}},
	{words.FinaliseSeason{}, map[string]string{
		"running": "season-not-ended", "running, frozen": "season-not-ended", "ended": "final", "ended, frozen": "final, frozen", "final": "season-final", "final, frozen": "season-final", "sealed": "league-sealed",
	}},
	{words.SealSeason{}, map[string]string{
		"running": "season-not-ended", "running, frozen": "season-not-ended", "ended": "season-not-ended", "ended, frozen": "season-not-ended", "final": "sealed", "final, frozen": "board", "sealed": "league-sealed",
	}},
	{words.ReopenSeason{Reason: "week 2 was not played"}, map[string]string{
		"running": "season-not-ended", "running, frozen": "season-not-ended", "ended": "running", "ended, frozen": "running, frozen", "final": "running", "final, frozen": "running, frozen", "sealed": "league-sealed",
	}},
	// and one command of each kind of those that are no step of the life itself
	{words.PlanSession{Session: words.Session{ID: "w9", Name: "Week 9"}}, map[string]string{
		"running": "running", "running, frozen": "running, frozen", "ended": "season-ended", "ended, frozen": "season-ended", "final": "season-final", "final, frozen": "season-final", "sealed": "league-sealed",
	}},
	{words.RecordResults{Session: "w2", Results: []words.Result{place(1, 3)}}, map[string]string{
		"running": "running", "running, frozen": "running, frozen", "ended": "season-ended", "ended, frozen": "season-ended", "final": "season-final", "final, frozen": "season-final", "sealed": "league-sealed",
	}},
	{words.CorrectResult{Result: 1, Reason: "it was the other"}, map[string]string{
		"running": "running", "running, frozen": "running, frozen", "ended": "ended", "ended, frozen": "ended, frozen", "final": "season-final", "final, frozen": "season-final", "sealed": "league-sealed",
	}},
	{words.OpenLeague{Name: "Again", Rules: places()}, map[string]string{
		"running": "already-opened", "running, frozen": "already-opened", "ended": "already-opened", "ended, frozen": "already-opened", "final": "already-opened", "final, frozen": "already-opened", "sealed": "already-opened",
	}},
}

func TestEveryStepOfASeasonsLifeInEveryState(t *testing.T) {
	for _, s := range stages {
		for _, l := range lifecycle {
			want := l.then[s.name]
			t.Run(s.name+"/"+l.body.CommandType(), func(t *testing.T) {
				d := at(t, s.name)
				body := previewed(t, d.s, l.body)
				_, err := league.Decide(d.s, by(actorOf(body), body))
				if r := engine.AsRefusal(err); r != nil {
					if string(r.Code) != want || len(r.Says) < 15 || strings.Contains(r.Says, "%!") {
						t.Errorf("refused with %s %q, want %s", r.Code, r.Says, want)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				d.do(l.body)
				for _, other := range stages {
					if other.name == want && d.s.Stage == other.stage && d.s.Hidden() == other.frozen {
						d.replays()
						return
					}
				}
				t.Errorf("the season is %q, frozen %v; want %s", d.s.Stage, d.s.Hidden(), want)
			})
		}
	}
}

func TestWhoLeadsASeasonThroughItsLife(t *testing.T) {
	for _, l := range lifecycle[:7] {
		for name, then := range l.then {
			if at(t, name).s.Stage == season.Sealed || !strings.HasPrefix(then, "running") && then != "ended" && then != "ended, frozen" && !strings.HasPrefix(then, "final") && then != "sealed" {
				continue // refused anyhow
			}
			for _, actor := range []events.Actor{{Role: events.RoleCaptain, Group: "winter", Person: "p-1"}, {}, program} {
				at(t, name).refusedOf(actor, l.body, engine.CodeNotAllowed, "")
			}
			if _, rules := l.body.(words.ReopenSeason); !rules { // a judge may take the end back, with a reason
				at(t, name).refusedOf(judge, l.body, engine.CodeNotAllowed, "")
			}
		}
	}
}

// A season that is sealed while its board is frozen would hide its result for ever.
func TestAFrozenBoardIsThawedBeforeTheSeal(t *testing.T) {
	d := at(t, "final, frozen")
	d.refused(words.SealSeason{}, league.CodeBoard, "would stay hidden for ever")
	d.do(words.ThawBoard{})
	d.do(words.SealSeason{})
}
