package wall_test

import (
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/wall"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

func name(p events.PersonID) string { return strings.ToUpper(string(p)) }

// playing is a group in round 7 at 3B, 3D and 3F; two of three tables have ended it.
func playing() board.Group {
	return board.Group{
		Name: "The Grey Company", Scenario: "attack-on-dol-guldur", Mode: "epic", Phase: board.PhasePlaying, Round: 7,
		Players: 4, StartedAt: noon.Add(-2 * time.Hour), At: noon, DolGuldurAt: "green", Absent: "3H",
		City: board.City{
			Strength: 33, Start: 65,
			Rounds: []board.CityRound{{Round: 6, Strength: 39}, {Round: 7, Strength: 33}},
			Changes: []board.CityChange{
				{Kind: board.ChangeSet, To: 65},
				{Kind: board.ChangeSiege, Round: 6, From: 39, To: 33, Shares: []lotr.Share{{Table: "green", Siege: 4, Items: []lotr.SiegeItem{{Card: "Gate", Siege: two()}, {Card: "Warg"}}}, {Table: "red", Siege: 2}, {Table: "blue"}}},
			},
		},
		Barrier: board.Barrier{Ended: []events.TableID{"green", "blue"}, Waiting: []events.TableID{"red"}, Since: noon.Add(-4 * time.Minute)},
		Tables: []board.Table{
			{
				ID: "green", Team: "Lórien", Stage: "3B", Stages: []string{"3B"}, Ended: 7, SiegeRound: 4, PlayersLeft: 1, FirstPlayer: "p-1",
				Players: []board.Player{{ID: "p-1", Threat: 46, Elimination: 50, Danger: true, HeroesLeft: 2}, {ID: "p-2", Threat: 50, Out: true}},
				Enemies: []board.Enemy{{Number: 1, Card: lotr.Card{Name: "Bane", HitPoints: 9, Lieutenant: true}, Damage: 4, Indestructible: true, Player: "p-1"}},
			},
			{ID: "red", Team: "Rivendell", Stage: "3D", Stages: []string{"3D"}, SiegeRound: 2, Unknown: 1, PlayersLeft: 1, Players: []board.Player{{ID: "p-3", Threat: -1}}},
			{ID: "blue", Team: "Esgaroth", Stage: "3F", Stages: []string{"3F"}, Ended: 7, PlayersLeft: 1, Players: []board.Player{{ID: "p-4", Threat: 20}}},
		},
	}
}

func two() *int { n := 2; return &n }

func TestTheCityIsTheOneBigNumberWithItsHistory(t *testing.T) {
	c := wall.Of(playing(), nil, name, noon).City
	if c.Strength != 33 || c.Start != 65 || c.Mark != 10 || c.AtMark || c.Fallen {
		t.Errorf("%+v", c)
	}
	if c.Scored != 6 || c.Ghost != 27 || c.Unknown != 1 {
		t.Errorf("scored %d, ghost %d, unknown %d; want 6, 27, 1", c.Scored, c.Ghost, c.Unknown)
	}
	if c.LastSay != "Last round −6" || !c.HasLast || c.Greatest != 65 || len(c.Series) != 3 || !c.Series[2].Now {
		t.Errorf("%+v", c)
	}
}

func TestMoreSiegeThanStrengthLeavesNothing(t *testing.T) {
	g := playing()
	g.City.Strength, g.Tables[0].SiegeRound = 20, 33
	if c := wall.Of(g, nil, name, noon).City; c.Ghost != 0 || c.Scored != 35 {
		t.Errorf("ghost %d of %d scored", c.Ghost, c.Scored)
	}
}

func TestTheBarrierSaysWhoAndHowLong(t *testing.T) {
	b := wall.Of(playing(), nil, name, noon).Barrier
	if b.Ended != 2 || b.Of != 3 || b.For != 4*time.Minute || b.Says != "2 of 3 ended the round; Rivendell is playing" || b.AllEnded {
		t.Errorf("%+v", b)
	}
}

func TestTeamsShowThreatDangerAndTheLieutenant(t *testing.T) {
	teams := wall.Of(playing(), nil, name, noon).Teams
	g := teams[0]
	if g.State != wall.TeamEnded || teams[1].State != wall.TeamPlaying || !g.LastOne || teams[1].LastOne || !g.HoldsCity {
		t.Errorf("%+v", g)
	}
	if g.Lieutenant == nil || g.Lieutenant.Says != "Bane 4/9, indestructible, engaged with P-1" {
		t.Errorf("%+v", g.Lieutenant)
	}
	for i, want := range []string{"P-1, threat 46, in danger, first player", "P-2, eliminated"} {
		if have := g.Players[i].Says; have != want {
			t.Errorf("%q, want %q", have, want)
		}
	}
	if have := teams[1].Players[0].Says; have != "P-3, threat not declared" {
		t.Errorf("%q", have)
	}
}

func TestEveryChangeListsEveryTablesShare(t *testing.T) {
	cs := wall.Of(playing(), nil, name, noon).Changes
	if len(cs) != 2 || cs[0].By != -6 || len(cs[0].Shares) != 3 || cs[0].Shares[0].Team != "Lórien" {
		t.Fatalf("%+v", cs)
	}
	if items := cs[0].Shares[0].Items; items[0] != "Gate 2" || items[1] != "Warg (not known)" {
		t.Errorf("%q", items)
	}
}

func TestTheStripShowsWhatTheRoundsEndBrings(t *testing.T) {
	labels := func(g board.Group) string {
		var out []string
		for _, s := range wall.Of(g, nil, name, noon).Steps {
			out = append(out, s.Label+" "+s.State)
		}
		return strings.Join(out, ", ")
	}
	g := playing()
	if have, want := labels(g), "2 of 3 ended now, 3B Lórien pending, 3D Rivendell pending, 3F Esgaroth pending, City 33 to 27 pending, 3H absent (Lórien) pending, New stages pending, Victory pending"; have != want {
		t.Errorf("got  %s\nwant %s", have, want)
	}
	g.Phase, g.Barrier.Ended, g.Barrier.Waiting = board.PhaseEnding, []events.TableID{"green", "red", "blue"}, nil
	step := func(kind, state string, table events.TableID, stage string) board.Step {
		return board.Step{Step: group.Step{ID: kind + string(table), Kind: kind, Table: table, Stage: stage}, State: state}
	}
	g.City.Changes = append(g.City.Changes, board.CityChange{Kind: board.ChangeSiege, Round: 7, From: 33, To: 27})
	g.City.Strength = 27
	g.Queue = []board.Step{
		step(group.StepForced, board.StepDone, "green", "3B"),
		step(group.StepForced, board.StepSkipped, "red", "3D"),
		step(group.StepSiege, board.StepDone, "", ""),
		step(group.StepAbsent, board.StepDone, "green", "3H"),
		step(group.StepChoose, board.StepDone, "green", "3B"),
		step(group.StepChoose, board.StepNow, "red", "3D"),
		step(group.StepChoose, board.StepNow, "blue", "3F"),
		step(group.StepVictory, board.StepPending, "", ""),
	}
	// A ruling has moved Lórien to 3H after it had chosen 3D.
	g.Queue[4].Choice, g.Queue[5].Decides, g.Tables[0].Stage = "3D", "p-3", "3H"
	if have, want := labels(g), "All ended done, 3B Lórien done, 3D Rivendell skipped, City 33 to 27 done, 3H absent (Lórien) done, Stages 1 of 3 chosen now, Victory pending"; have != want {
		t.Errorf("got  %s\nwant %s", have, want)
	}
	v := wall.Of(g, nil, name, noon)
	if v.Turn == nil || v.Turn.Says != "Rivendell: new stage, P-3 decides" || len(v.Turns) != 2 || v.Status != "End of round 7, step 6 of 8" {
		t.Errorf("%+v, status %q", v.Turn, v.Status)
	}
	if v.Stages[3].Next != "Lórien" || v.Stages[3].Team != "" || v.Stages[1].Team != "Rivendell" {
		t.Errorf("%+v", v.Stages)
	}
	if v.City.Scored != 0 || v.City.Ghost != 27 {
		t.Errorf("siege that was taken off is taken off again: %+v", v.City)
	}
}

func TestRecentHistoryAndMoments(t *testing.T) {
	lines := []history.Line{
		{Words: "{p-1} won", Major: true, Moment: history.MomentWon, At: noon.Add(-5 * time.Second)},
		{Words: "small"},
		{Words: "taken back", Major: true, Withdrawn: true},
		{Words: "{p-2} explored", Major: true},
	}
	v := wall.Of(playing(), lines, name, noon)
	if len(v.Recent) != 2 || v.Recent[0].Words != "P-1 won" || v.Recent[1].Words != "P-2 explored" {
		t.Errorf("%+v", v.Recent)
	}
	if v.Moment == nil || v.Moment.Kind != history.MomentWon {
		t.Errorf("%+v", v.Moment)
	}
	if v = wall.Of(playing(), lines, name, noon.Add(2*time.Second)); v.Moment != nil {
		t.Errorf("after six seconds: %+v", v.Moment)
	}
}

func TestTheOverviewPutsWhatNeedsAttentionFirst(t *testing.T) {
	late, fine, over, setup := playing(), playing(), playing(), playing()
	late.Name, late.Barrier.Since = "Z late", noon.Add(-12*time.Minute)
	fine.Name, fine.Tables, fine.Barrier = "A fine", fine.Tables[2:], board.Barrier{}
	over.Name, over.Phase = "B over", board.PhaseWon
	setup.Name, setup.Phase, setup.Round = "C setup", board.PhaseSetup, 0
	all := wall.Overview([]board.Group{over, fine, setup, late}, noon)
	var names []string
	for _, c := range all.Groups {
		names = append(names, c.Name)
	}
	if have := strings.Join(names, ", "); have != "Z late, A fine, C setup, B over" {
		t.Errorf("%s", have)
	}
	if c := all.Groups[0]; c.Attention != "The others have waited 12 min for Rivendell" || c.Wait != 12*time.Minute {
		t.Errorf("%+v", c)
	}
	if all.Won != 1 || all.Finished != 1 || all.Playing != 2 || all.Setup != 1 {
		t.Errorf("%+v", all)
	}
}

func TestAnEmptyBoardMakesAWall(t *testing.T) {
	v := wall.Of(board.New("spring", "one").Group, nil, name, noon)
	if v.Status != "Setting up" || v.Moment != nil || v.Steps == nil || v.Playing != 0 {
		t.Errorf("%+v", v)
	}
}
