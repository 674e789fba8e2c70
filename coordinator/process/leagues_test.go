package process

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/runner"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	words "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
)

// quests are the rules of the leagues of these tests.
func quests() words.Rules { return season.Words(rule.QuestLeague()) }

var winter = events.League(spring, "winter")

// season is a gathering with a league of two sessions, beside the campaign that its groups belong to.
type seasonStory struct{ *story }

func newSeason(t *testing.T, r rig) seasonStory {
	t.Helper()
	y := seasonStory{newStory(t, r)}
	y.give(
		winter,
		words.OpenLeague{Name: "Winter", Rules: quests(), Walkins: true},
		words.PlanSession{Session: words.Session{ID: "w1", Name: "Week 1"}},
		words.PlanSession{Session: words.Session{ID: "w2", Name: "Week 2"}},
	)
	return y
}

func (y seasonStory) link(session words.SessionID, g events.StreamID) {
	y.t.Helper()
	y.give(winter, words.LinkSource{Session: session, Source: words.Source{Group: g.Group}})
}

func (y seasonStory) league() league.State {
	y.t.Helper()
	s, err := y.s.League(y.t.Context(), spring, "winter")
	if err != nil {
		y.t.Fatal(err)
	}
	return s
}

func (y seasonStory) handler(do runner.Doer) *leagues {
	return &leagues{do: do, log: y.store, list: y.store, cat: vocabulary.All()}
}

// run runs the league handler alone, and returns what becomes of each command and of each commit.
func (y seasonStory) run(do runner.Doer) *Processes {
	y.t.Helper()
	p := y.processes(do)
	y.rig.start(y.t, p, map[string]handlerFunc{LeagueHandler: y.handler(do).handle})
	return p
}

// standing lists the games that stand in the league: "g1 won 92".
func (y seasonStory) standing() string {
	y.t.Helper()
	var out []string
	for _, r := range y.league().Results {
		if r.Now == nil || r.Now.Game == nil {
			continue
		}
		says := fmt.Sprintf("%s lost", r.Source.Group)
		if r.Now.Game.Won {
			says = fmt.Sprintf("%s won %d", r.Source.Group, *r.Now.Game.Score)
		}
		out = append(out, says)
	}
	return strings.Join(out, ", ")
}

// scoreCommands counts the commits of the league that tell it what a source scores.
func (y seasonStory) scoreCommands() int {
	y.t.Helper()
	n := 0
	for r, err := range y.store.Load(y.t.Context(), winter, events.Head{}) {
		if err != nil {
			y.t.Fatal(err)
		}
		if r.Command.Type == (words.ScoreSource{}).CommandType() {
			n++
		}
	}
	return n
}

// scoreOf is the score that a won group shows.
func (y seasonStory) scoreOf(g events.StreamID) int {
	y.t.Helper()
	s, err := y.s.Group(y.t.Context(), g.Gathering, g.Group)
	if err != nil {
		y.t.Fatal(err)
	}
	r := league.ResultsOf(s)
	if len(r) != 1 || r[0].Game == nil || r[0].Game.Score == nil {
		y.t.Fatalf("the group %s scores %+v", g, r)
	}
	return *r[0].Game.Score
}

func TestAFinishedGroupScoresInItsSession(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	g := y.begin("g1")
	y.link("w1", g)
	y.win(g)
	if err := receive(t, told, "the group scores"); err != nil {
		t.Fatal(err)
	}
	if got, want := y.standing(), fmt.Sprintf("g1 won %d", y.scoreOf(g)); got != want {
		t.Errorf("the league has %q, want %q", got, want)
	}
	if n := len(y.league().Players); n != 2 {
		t.Errorf("%d players were entered by playing, want 2", n)
	}
	if again, err := runner.Check(t.Context(), y.store, vocabulary.All(), winter); err != nil || len(again) != 0 {
		t.Errorf("decided again the league is different: %v, %v", again, err)
	}
}

// A ruling on the finished group restates what it scored, in place of scoring it twice.
func TestARulingOnAFinishedGroupRestatesWhatItScored(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	g := y.begin("g1")
	y.link("w1", g)
	y.win(g)
	if err := receive(t, told, "the group scores"); err != nil {
		t.Fatal(err)
	}
	was := y.scoreOf(g)
	threat := 30
	y.give(g, lotr.Rule{Reason: "the dial was read wrongly", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{Table: "t1", Players: []lotr.PlayerRuling{{Player: "p-2", Threat: &threat}}}}})
	if err := receive(t, told, "the ruling is carried over"); err != nil {
		t.Fatal(err)
	}
	now := y.scoreOf(g)
	if was == now {
		t.Fatal("the ruling did not change the score: the test shows nothing")
	}
	if got, want := y.standing(), fmt.Sprintf("g1 won %d", now); got != want {
		t.Errorf("the league has %q, want %q", got, want)
	}
	r := y.league().Results[0]
	if len(r.Trail) != 1 || *r.Trail[0].Was.Game.Score != was || r.Trail[0].Reason != "the dial was read wrongly" {
		t.Errorf("the trail is %+v", r.Trail)
	}
}

// A result that is taken back scores nothing until the group ends again.
func TestAResultThatIsTakenBackScoresNothing(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	g := y.begin("g1")
	y.link("w1", g)
	y.lose(g)
	if err := receive(t, told, "the loss is scored"); err != nil {
		t.Fatal(err)
	}
	if got := y.standing(); got != "g1 lost" {
		t.Fatalf("the league has %q", got)
	}
	y.give(g, lotr.Rule{Reason: "it was another card", Reopen: true, Verdict: group.VerdictCorrected})
	if err := receive(t, told, "the loss is taken back"); err != nil {
		t.Fatal(err)
	}
	if got := y.standing(); got != "" {
		t.Fatalf("the league has %q while the group plays on", got)
	}
	y.win(g)
	if err := receive(t, told, "the win is scored"); err != nil {
		t.Fatal(err)
	}
	if got, want := y.standing(), fmt.Sprintf("g1 won %d", y.scoreOf(g)); got != want {
		t.Errorf("the league has %q, want %q", got, want)
	}
	if n := len(y.league().Results); n != 1 {
		t.Errorf("%d results are on record, want 1 that was changed", n)
	}
}

// A group that had ended before somebody links it scores when it is linked.
func TestAGroupThatIsLinkedLateScoresAtOnce(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	g := y.begin("g1")
	y.lose(g)
	y.link("w2", g)
	if err := receive(t, told, "the group scores"); err != nil {
		t.Fatal(err)
	}
	if r := y.league().Results; len(r) != 1 || r[0].Session != "w2" {
		t.Fatalf("the league has %+v", r)
	}
}

// An abandoned group scores that its players were there.
func TestAnAbandonedGroupWasAttended(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	g := y.begin("g1")
	y.link("w1", g)
	y.give(g, group.Abandon{Reason: "the hall closes"})
	if err := receive(t, told, "the group scores"); err != nil {
		t.Fatal(err)
	}
	r := y.league().Results
	if len(r) != 2 || r[0].Now.Kind != words.KindAttendance || r[1].Now.Players[0] != "p-2" {
		t.Fatalf("the league has %+v", r)
	}
}

// What ends while its session is frozen waits, and is scored by the ruling that opens the session.
func TestWhatEndsInAFrozenSessionWaits(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	g := y.begin("g1")
	y.link("w1", g)
	y.give(winter, words.FreezeSession{Session: "w1"})
	y.lose(g)
	if err := receive(t, told, "the group is held"); err != nil {
		t.Fatal(err)
	}
	l, _ := y.league().Link(words.Source{Group: "g1"})
	if got := y.standing(); got != "" || !l.Waits() {
		t.Fatalf("the league has %q, the link %+v", got, l)
	}
	open := words.ReopenSession{Session: "w1", Reason: "one table was still playing"}
	p, err := y.s.ForeseeLeague(t.Context(), winter, newCommand(t, open))
	if err != nil {
		t.Fatal(err)
	}
	open.Previewed = p.Print
	y.give(winter, open)
	if got := y.standing(); got != "g1 lost" {
		t.Errorf("the league has %q", got)
	}
}

// The process that scored is killed before the broker knows that it is done; another one gets the group's
// commit again and scores nothing twice.
func TestAGroupScoresOnceThoughTheProcessIsKilled(t *testing.T) {
	srv := storetest.Server(t, "")
	one, two := on(t, srv), on(t, srv)
	y := newSeason(t, two)
	g := y.begin("g1")
	y.link("w1", g)
	y.lose(g)
	recorded, never := make(chan error, 1), make(chan struct{})
	t.Cleanup(func() { close(never) })
	stuck := doer(func(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
		a, err := y.s.Do(ctx, id, c)
		select {
		case recorded <- err:
		default:
		}
		<-never
		return a, err
	})
	first := &Feed{JS: one.js, List: one.store, Name: LeagueHandler, Log: New(one.options()).o.Log}
	out, err := first.Subscribe(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	h := y.handler(stuck)
	go func() {
		for wm := range out {
			if h.handle(wm) == nil {
				wm.Ack()
			}
		}
	}()
	if err := receive(t, recorded, "the first process scores"); err != nil {
		t.Fatal(err)
	}
	one.nc.Close() // killed: it never says that it is done

	do, told := y.handled()
	y.run(do)
	after := y.open("g2") // a mark behind everything: once it is scored, the other commit was handled again
	y.link("w1", after)
	y.lose(after)
	if err := receive(t, told, "the mark is scored"); err != nil {
		t.Fatal(err)
	}
	if got, n := y.standing(), y.scoreCommands(); got != "g1 lost, g2 lost" || n != 2 {
		t.Errorf("the league has %q by %d commands, want each group once", got, n)
	}
}

// The same commit twice, and an older one after a newer one, change nothing: the ids of the commands
// derive from the commits, and the league knows how far it has read.
func TestACommitThatComesTwiceScoresOnce(t *testing.T) {
	y := newSeason(t, newRig(t))
	g := y.begin("g1")
	y.link("w1", g)
	y.lose(g)
	y.give(g, lotr.Rule{Reason: "it was another card", Reopen: true, Verdict: group.VerdictCorrected})
	y.win(g)
	var all []events.Recorded
	for r, err := range y.store.Load(t.Context(), g, events.Head{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	h := y.handler(y.s)
	for range 3 {
		for _, r := range all {
			if !scores(r.Commit) {
				continue
			}
			if err := h.ended(t.Context(), r.Commit, r.Position); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := y.standing(), fmt.Sprintf("g1 won %d", y.scoreOf(g)); got != want {
		t.Errorf("the league has %q, want %q", got, want)
	}
	if n := y.scoreCommands(); n != 3 {
		t.Errorf("%d commands were recorded, want 3: lost, taken back, won", n)
	}
}

// What a sealed league does not take goes where people see it.
func TestASealedLeagueTakesNothingAndPeopleSeeIt(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	g := y.begin("g1")
	y.link("w1", g)
	y.give(winter, words.EndSeason{}, words.FinaliseSeason{}, words.SealSeason{})
	y.lose(g)
	p := y.run(do)
	if err := receive(t, told, "the group is refused"); err == nil {
		t.Fatal("a sealed league has taken something")
	}
	// A second league, linked afterwards, shows that the lane has gone on.
	y.give(events.League(spring, "summer"), words.OpenLeague{Name: "Summer", Rules: quests(), Walkins: true},
		words.PlanSession{Session: words.Session{ID: "s1", Name: "One"}}, words.LinkSource{Session: "s1", Source: words.Source{Group: "g1"}})
	err := receive(t, told, "the second league has it")
	for err != nil && strings.Contains(err.Error(), "is sealed") { // a further try of what was refused
		err = receive(t, told, "the second league has it")
	}
	if err != nil {
		t.Fatal(err)
	}
	w, err := p.DeadLetters(t.Context())
	if err != nil || len(w) != 1 || w[0].Handler != LeagueHandler || !strings.Contains(w[0].Reason, "is sealed") {
		t.Fatalf("dead letters %+v, %v", w, err)
	}
}
