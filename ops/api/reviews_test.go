package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/api"
)

// enter sends a command to the group, waits until it is seen, and returns where the group's log ends.
func (b *browser) enter(it item) events.Version {
	b.t.Helper()
	a := b.accepted("spring", "g1", it).Answers[0]
	b.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", groupPath("spring", "g1"), a.Position), nil, nil)
	return a.Version
}

// A flag, the ruling that answers it and its second signature over the API; what waits is listed.
func TestWhatJudgesShouldLookAtIsListed(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	reviews := func(b *browser) []api.Reviews {
		var out struct{ Groups []api.Reviews }
		b.want(http.StatusOK, "GET", "/gatherings/spring/reviews", nil, &out)
		return out.Groups
	}
	if got := reviews(r.browser(t)); len(got) != 0 {
		t.Fatalf("before anything: %+v", got)
	}
	captain := r.captain(t, "spring", "g1", "red")
	entry := captain.enter(cmd(group.TakeRecorder{Table: "red"}))
	flag := captain.enter(cmd(group.FlagEntry{Table: "red", Entry: entry, Reason: "really?"}))
	if got := reviews(o); len(got) != 1 || got[0].Group != "g1" || len(got[0].Flags) != 1 || got[0].Flags[0].Version != flag || len(got[0].Rulings) != 0 {
		t.Fatalf("after the flag: %+v", got)
	}
	judge := r.judge(t, "spring")
	ruling := judge.enter(cmd(lotr.Rule{Reason: "looked at", Verdict: group.VerdictStands, Corrects: entry, Flag: flag}))
	if got := reviews(o); len(got) != 1 || len(got[0].Flags) != 0 || len(got[0].Rulings) != 1 || got[0].Rulings[0].Version != ruling {
		t.Fatalf("after the ruling: %+v", got)
	}
	var res runner.Response
	judge.want(http.StatusConflict, "POST", groupPath("spring", "g1")+"/commands", map[string]any{"commands": []item{cmd(group.Countersign{Ruling: ruling})}}, &res)
	if res.Refused == nil || res.Refused.Code != "own-ruling" {
		t.Errorf("the judge's own signature: %+v", res.Refused)
	}
	o.enter(cmd(group.Countersign{Ruling: ruling}))
	if got := reviews(o); len(got) != 0 {
		t.Errorf("after both: %+v", got)
	}
	o.want(http.StatusNotFound, "GET", "/gatherings/nowhere/reviews", nil, nil)
}
