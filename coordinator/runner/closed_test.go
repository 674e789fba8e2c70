package runner_test

import (
	"testing"

	deciderdesk "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/tournament"
)

func TestAGatheringThatHasEndedTakesNoMoreEntries(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		s := service(open())
		id := openEpic(t, s, "g1")
		c, elsewhere := runner.NewClosed(s), runner.NewClosed(service(open()))
		before := command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1})
		first, err := c.Do(t.Context(), id, before)
		if err != nil {
			t.Fatal(err)
		}
		do(t, c, events.Desk(gathering), organiser, desk.EndGathering{})
		for name, d := range map[string]runner.Doer{"where it was ended": c, "on another server": elsewhere} {
			for who, actor := range map[string]events.Actor{"captain": captain("g1", "red"), "judge": judge} {
				_, err := d.Do(t.Context(), id, command(t, actor, city(7, "counted again")))
				if who == "captain" {
					_, err = d.Do(t.Context(), id, command(t, actor, lotr.ChangeThreat{Table: "red", By: 1}))
				}
				refusedWith(t, err, deciderdesk.CodeEnded)
			}
			again, err := d.Do(t.Context(), id, before)
			if err != nil || !again.Duplicate || again.Version != first.Version {
				t.Errorf("%s, an entry of before sent again: %+v, %v; want the answer of version %d", name, again, err, first.Version)
			}
		}
		if n := len(recorded(t, open(), id)); events.Version(n) != first.Version {
			t.Errorf("%d commits, want %d", n, first.Version)
		}
	})
}

func TestACampaignOfAGatheringThatHasEndedTakesNoMore(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		s := service(open())
		openEpic(t, s, "g1")
		id := events.Campaign(gathering, "saga")
		c := runner.NewClosed(s)
		begin := command(t, organiser, campaign.OpenCampaign{Name: "Saga", Players: []campaign.Player{{Player: "p-1"}}})
		if _, err := c.Do(t.Context(), id, begin); err != nil {
			t.Fatal(err)
		}
		do(t, c, events.Desk(gathering), organiser, desk.EndGathering{})
		for name, d := range map[string]runner.Doer{"where it was ended": c, "on another server": runner.NewClosed(service(open()))} {
			_, err := d.Do(t.Context(), id, command(t, judge, campaign.CorrectLog{Reason: "late"}))
			refusedWith(t, err, deciderdesk.CodeEnded)
			if again, err := d.Do(t.Context(), id, begin); err != nil || !again.Duplicate {
				t.Errorf("%s, sent again: %+v, %v", name, again, err)
			}
		}
		if n := len(recorded(t, open(), id)); n != 1 {
			t.Errorf("%d commits, want 1", n)
		}
	})
}

func TestATournamentOfAGatheringThatHasEndedTakesNoMore(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		s := service(open())
		id := openCup(t, s, "cup", swissOfThree)
		do(t, s, events.Desk(gathering), organiser, desk.EndGathering{})
		_, err := runner.NewClosed(s).Do(t.Context(), id, command(t, judge, tournament.UndoRound{Round: 1, Reason: "late"}))
		refusedWith(t, err, deciderdesk.CodeEnded)
	})
}
