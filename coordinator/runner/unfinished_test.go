package runner_test

import (
	"context"
	"strings"
	"testing"

	deciderdesk "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/tournament"
)

// left lists what is not over: "group/g1: Group is in round 1".
func left(t *testing.T, s *runner.Service) string {
	t.Helper()
	all, err := s.Unfinished(t.Context(), gathering)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, u := range all {
		if u.Name != u.Stream.Name() {
			t.Errorf("%s is called %s", u.Stream, u.Name)
		}
		out = append(out, u.Name+": "+u.Says)
	}
	return strings.Join(out, "; ")
}

func TestAGatheringIsSealedWithWhatIsUnfinishedNamed(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		s := service(open())
		id := openEpic(t, s, "g1")
		c, elsewhere := runner.NewClosed(s), runner.NewClosed(service(open()))
		before := command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1})
		if _, err := c.Do(t.Context(), id, before); err != nil {
			t.Fatal(err)
		}
		own := events.Desk(gathering)
		for _, named := range [][]string{nil, {"group/g2"}, {"group/g1", "group/g2"}} {
			_, err := c.Do(t.Context(), own, command(t, organiser, desk.SealGathering{Unfinished: named}))
			refusedWith(t, err, runner.CodeUnfinished)
			if says := engine.AsRefusal(err).Says; !strings.Contains(says, "is in round 1") {
				t.Errorf("%v: the organiser is told %q", named, says)
			}
		}
		_, err := c.Do(t.Context(), own, command(t, judge, desk.SealGathering{}))
		refusedWith(t, err, engine.CodeNotAllowed)
		_, err = c.Do(t.Context(), own, command(t, organiser, desk.SealGathering{Unfinished: []string{"red"}}))
		refusedWith(t, err, runner.CodeUnfinished)

		seal := command(t, organiser, desk.SealGathering{Unfinished: []string{"group/g1"}})
		first, err := c.Do(t.Context(), own, seal)
		if err != nil {
			t.Fatal(err)
		}
		for name, d := range map[string]runner.Doer{"where it was sealed": c, "on another server": elsewhere} {
			for _, b := range []struct {
				on  events.StreamID
				cmd events.Command
			}{
				{id, command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1})},
				{id, command(t, judge, city(7, "counted again"))},
				{own, command(t, organiser, desk.EndGathering{})},
				{own, command(t, organiser, desk.SealGathering{})},
				{events.Tournament(gathering, "new"), command(t, organiser, tournament.OpenTournament{Name: "New", Rules: swissOfThree})},
			} {
				_, err := d.Do(t.Context(), b.on, b.cmd)
				refusedWith(t, err, deciderdesk.CodeSealed)
				if says := engine.AsRefusal(err).Says; !strings.Contains(says, "is sealed") || !strings.Contains(says, "cannot be undone") {
					t.Errorf("%s, %s: %q", name, b.cmd.Type, says)
				}
			}
			for _, b := range []struct {
				on  events.StreamID
				cmd events.Command
			}{{own, seal}, {id, before}} {
				if again, err := d.Do(t.Context(), b.on, b.cmd); err != nil || !again.Duplicate {
					t.Errorf("%s, %s sent again: %+v, %v", name, b.cmd.Type, again, err)
				}
			}
		}
		if n := len(recorded(t, open(), own)); events.Version(n) != first.Version {
			t.Errorf("%d commits at the desk, want %d", n, first.Version)
		}
	})
}

func TestAGatheringIsNotSealedWhileResultsAreOnTheirWay(t *testing.T) {
	s := service(memory.New())
	do(t, s, events.Desk(gathering), organiser, desk.OpenGathering{Name: "Spring"})
	c := runner.NewClosed(s)
	says := "2 entries are still being looked at by league"
	c.Behind = func(context.Context, events.GatheringID) (string, error) { return says, nil }
	_, err := c.Do(t.Context(), events.Desk(gathering), command(t, organiser, desk.SealGathering{}))
	refusedWith(t, err, engine.CodeBusy)
	if got := engine.AsRefusal(err).Says; !strings.Contains(got, says) {
		t.Errorf("the organiser is told %q", got)
	}
	says = ""
	do(t, c, events.Desk(gathering), organiser, desk.SealGathering{})
}

func TestWhatIsNotOverIsSaidOfEveryKindOfStream(t *testing.T) {
	s := service(memory.New())
	do(t, s, events.Desk(gathering), organiser, desk.OpenGathering{Name: "Spring"})
	then := func(want string) {
		t.Helper()
		if got := left(t, s); got != want {
			t.Errorf("left is %q, want %q", got, want)
		}
	}
	then("")
	g := events.Group(gathering, "g1")
	do(t, s, g, organiser, openGroup())
	then("group/g1: " + openGroup().Name + " has not begun to play")
	do(t, s, g, organiser, group.Abandon{Reason: "nobody came"})
	then("")

	saga := events.Campaign(gathering, "saga")
	do(t, s, saga, organiser, campaign.OpenCampaign{Name: "Saga", Players: []campaign.Player{{Player: "p-1"}}})
	then("campaign/saga: the campaign Saga goes on: no further game of it can be recorded")

	s = service(memory.New())
	do(t, s, events.Desk(gathering), organiser, desk.OpenGathering{Name: "Spring"})
	winter := events.League(gathering, "winter")
	rules := season.Words(rule.QuestLeague())
	do(t, s, winter, organiser, league.OpenLeague{Name: "Winter", Rules: rules})
	then("league/winter: the season of Winter goes on")
	do(t, s, winter, organiser, league.FreezeBoard{})
	then("league/winter: the board of Winter is frozen and would stay hidden for ever")
	do(t, s, winter, organiser, league.EndSeason{})
	do(t, s, winter, organiser, league.FinaliseSeason{})
	then("league/winter: the board of Winter is frozen and would stay hidden for ever")
	do(t, s, winter, organiser, league.ThawBoard{})
	then("")
}

func TestWhatIsNotOverOfATournament(t *testing.T) {
	s := service(memory.New())
	do(t, s, events.Desk(gathering), organiser, desk.OpenGathering{Name: "Spring"})
	id := events.Tournament(gathering, "cup")
	then := func(want string) {
		t.Helper()
		if want != "" {
			want = "tournament/cup: " + want
		}
		if got := left(t, s); got != want {
			t.Errorf("left is %q, want %q", got, want)
		}
	}
	give := func(b events.CommandBody) { t.Helper(); do(t, s, id, organiser, b) }
	give(tournament.OpenTournament{Name: "Cup", Rules: tournament.Rules{Format: tournament.FormatSwiss, Rounds: 1}, Seed: 7})
	then("Cup has not started")
	give(tournament.Register{Entrants: []tournament.Entrant{{Player: "p-1"}, {Player: "p-2"}}})
	give(tournament.StartTournament{})
	then("Cup has no round yet")
	give(tournament.PairRound{Round: 1})
	give(tournament.PublishRound{Round: 1})
	then("Cup is in round 1")
	seats := cupNow(t, s, id).Rounds[0].Tables[0].Seats
	do(t, s, id, judges[0], tournament.EnterResult{Round: 1, Table: 1, Result: score(seats, 2, 0)})
	give(tournament.FreezeStandings{})
	then("the standings of Cup are frozen and would stay hidden for ever")
	give(tournament.EndTournament{})
	then("the standings of Cup are frozen and would stay hidden for ever")
	give(tournament.ThawStandings{})
	then("Cup has ended, but its standings are not final")
	give(tournament.FinaliseTournament{})
	then("")
}
