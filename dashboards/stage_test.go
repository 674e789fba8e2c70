package dashboards_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
)

// toStage3 plays to round 4 with the tables at 3B, 3D and 3F.
func (r *rig) toStage3() {
	r.t.Helper()
	stream := events.Group(autumn, fellowship)
	stages := map[events.TableID]string{"t1": "3B", "t2": "3D", "t3": "3F"}
	for round := 1; round <= 3; round++ {
		for id := range stages {
			r.must(stream, boss, group.EndRound{Table: id, Round: round})
		}
		for b := r.board(); b.Phase == board.PhaseEnding; b = r.board() {
			for _, s := range b.Queue {
				if s.State != board.StepNow {
					continue
				}
				choice := group.ChoicePass
				if s.Kind == group.StepChoose {
					choice = stages[s.Table]
				}
				r.must(stream, boss, group.ResolveStep{Table: s.Table, Step: s.ID, Choice: choice})
				break
			}
		}
	}
}

// A team that went to a wrong stage is moved by a judge, who sees before what that brings; a stage
// where another team is is refused in words.
func TestAJudgeMovesATeamToAnotherStage(t *testing.T) {
	r := newRig(t)
	r.start()
	judge := r.judge()
	lacks(t, judge.get(fellowshipPath+"/rule", http.StatusOK), `name="stage-t2"`) // at stage 1 there is no other
	r.toStage3()
	team := r.board().Tables[1].Team
	contains(t, judge.get(fellowshipPath+"/rule", http.StatusOK), `name="stage-t2"`, "3D is right", "3H, Dungeons of the Necromancer")

	f := form("reason", "They tapped the wrong one", "verdict", group.VerdictCorrected, "stage-t2", "3F", "version", fmt.Sprint(r.board().Version), "sure", "yes")
	contains(t, judge.post(fellowshipPath+"/rule", f, http.StatusOK), "cannot go to stage 3F", "is there")
	f.Set("stage-t2", "3Z")
	contains(t, judge.post(fellowshipPath+"/rule", f, http.StatusOK), "there is no stage 3")
	f.Set("stage-t2", "3H")
	f.Set("city", "10")
	f.Set("progress-t2", "2")
	f.Del("sure")
	contains(t, plain(judge.post(fellowshipPath+"/rule", f, http.StatusOK)), "This will change", team, "stage: 3D → 3H, Dungeons of the Necromancer; no progress is on it",
		"Sorcerer of Dol Guldur is set aside", "The Lieutenant of 3H comes", "attacks each player there at once", "progress on 3H: 0 → 2")
	if got := r.board().Tables[1].Stage; got != "3D" {
		t.Fatalf("looking at a correction has moved the team to %s", got)
	}
	f.Set("sure", "yes")
	contains(t, judge.post(fellowshipPath+"/rule", f, http.StatusOK), "The correction is recorded.", "goes to stage 3H")
	if b := r.board(); b.Tables[1].Stage != "3H" || b.Tables[1].Progress != 2 || b.Absent != "3D" {
		t.Errorf("%+v, absent %s", b.Tables[1], b.Absent)
	}
}
