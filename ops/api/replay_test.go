package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/projections/replay"
)

// ifNone asks for an answer only if it is another one than before.
func ifNone(tag string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("If-None-Match", tag) }
}

func TestATimelineIsSentAgainOnlyIfItHasChanged(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	anyone := r.browser(t)
	path := groupPath("spring", "red") + "/replay"
	tagOf := func() string {
		res := must[*http.Response](t)(anyone.http.Get(anyone.url + path))
		defer res.Body.Close()
		return res.Header.Get("ETag")
	}
	var tl replay.Timeline
	anyone.want(http.StatusOK, "GET", path, nil, &tl)
	if len(tl.Entries) != 3 || len(tl.Lanes) != 3 || tl.Charts.Main.Kind != replay.SeriesCity || tl.Charts.Threats[0].Name != "Ana" {
		t.Fatalf("%d entries, %d lanes, %+v", len(tl.Entries), len(tl.Lanes), tl.Charts.Threats)
	}
	first := tagOf()
	anyone.want(http.StatusNotModified, "GET", path, nil, nil, ifNone(first))
	res := o.accepted("spring", "red", cmd(lotr.ChangeThreat{Table: "red", By: 2}))
	second := tagOf()
	anyone.want(http.StatusOK, "GET", path, nil, &tl, ifNone(first))
	if last := tl.Entries[len(tl.Entries)-1]; last.Position != res.Answers[0].Position || !strings.Contains(last.Words, "Ana") || last.Table != "red" {
		t.Errorf("the last entry is %+v", last)
	}
	// A name that is erased leaves a browser's copy too, although nothing was recorded in the group.
	if err := r.people.Forget(t.Context(), "spring", events.Actor{Role: events.RoleOrganiser}, tl.Charts.Threats[0].Player); err != nil {
		t.Fatal(err)
	}
	anyone.want(http.StatusOK, "GET", path, nil, &tl, ifNone(second))
	if got := fmt.Sprint(tl.Entries, tl.Charts.Threats); strings.Contains(got, "Ana") {
		t.Error("an erased name is on the timeline")
	}
	anyone.want(http.StatusNotFound, "GET", groupPath("spring", "nobody")+"/replay", nil, nil)
}

// Everybody sees what happened; what was recorded byte for byte, with the seed of the draws to come, only
// organisers and judges while the game goes on.
func TestAPositionShowsItsBytesOnlyToOfficials(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	anyone, captain, judge := r.browser(t), r.captain(t, "spring", "red", "red"), r.judge(t, "spring")
	var tl replay.Timeline
	anyone.want(http.StatusOK, "GET", groupPath("spring", "red")+"/replay", nil, &tl)
	opened := fmt.Sprintf("%s/replay/%d", groupPath("spring", "red"), tl.Entries[0].Position)
	for _, c := range []struct {
		who string
		b   *browser
		raw bool
	}{{"a spectator", anyone, false}, {"a captain", captain, false}, {"a judge", judge, true}, {"the organiser", o, true}} {
		var f api.Frame
		c.b.want(http.StatusOK, "GET", opened, nil, &f)
		_, body := c.b.send("GET", opened, nil)
		if f.Raw != c.raw || (len(f.Command.Data) > 0) != c.raw || strings.Contains(string(body), `"seed"`) != c.raw {
			t.Errorf("%s: raw %v, command %s", c.who, f.Raw, f.Command.Data)
		}
		if f.Entry.Position != tl.Entries[0].Position || f.Wall.Name != "Group red" || f.Command.By == "" || len(f.Events) == 0 {
			t.Errorf("%s is shown %+v", c.who, f.Entry)
		}
	}
	anyone.want(http.StatusNotFound, "GET", groupPath("spring", "red")+"/replay/1", nil, nil) // the desk's
	anyone.want(http.StatusUnprocessableEntity, "GET", groupPath("spring", "red")+"/replay/0", nil, nil)
}

func TestTwoPositionsAreCompared(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	at := o.accepted("spring", "red", cmd(lotr.ChangeThreat{Table: "red", By: 2}), cmd(lotr.ChangeThreat{Table: "red", By: 3})).Answers
	var out struct{ Changes []replay.Change }
	r.browser(t).want(http.StatusOK, "GET", fmt.Sprintf("%s/replay/%d/changes?since=%d", groupPath("spring", "red"), at[1].Position, at[0].Position-1), nil, &out)
	want := replay.Change{Where: "Amon, Ana", Field: "threat", Before: "19", After: "24"}
	if len(out.Changes) != 1 || out.Changes[0] != want {
		t.Errorf("changes %+v, want %+v", out.Changes, want)
	}
}
