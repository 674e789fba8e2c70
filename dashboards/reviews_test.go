package dashboards_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// flag has the captain of table t1 dispute the latest entry, and returns the numbers of both.
func (r *rig) flag(reason string) (entry, flag events.Version) {
	r.t.Helper()
	captain := events.Actor{Role: events.RoleCaptain, Group: fellowship, Table: "t1"}
	r.must(events.Group(autumn, fellowship), captain, lotr.ChangeThreat{Table: "t1", By: 1})
	entry = r.board().Version
	r.must(events.Group(autumn, fellowship), captain, group.FlagEntry{Table: "t1", Entry: entry, Reason: reason})
	return entry, r.board().Version
}

// From a captain's flag to the ruling that answers it, and to the second judge who signs it; the page shows
// before and after all along, and the desks what waits.
func TestAFlagIsCorrectedAndTheRulingCountersigned(t *testing.T) {
	r := newRig(t)
	r.start()
	entry, flag := r.flag("<i>it was theirs</i>")
	judge, second := r.judge(), r.organiser()
	for _, desk := range []string{"/judge/autumn", "/console/autumn"} {
		contains(t, second.get(desk, http.StatusOK), "1 entry is flagged as disputed", "For a judge", fmt.Sprintf("disputes entry %d", entry), "&lt;i&gt;it was theirs&lt;/i&gt;", fmt.Sprintf("fellowship#flag-%d", flag))
	}
	page := judge.get(fellowshipPath, http.StatusOK)
	correct := fmt.Sprintf("%s/rule?corrects=%d&amp;flag=%d", fellowshipPath, entry, flag)
	contains(t, page, fmt.Sprintf("Entry %d flagged by", entry), "it was theirs", correct, "Answer without correcting")

	f := form("reason", "Counted again", "verdict", group.VerdictCorrected, "city", "30", "corrects", fmt.Sprint(entry), "flag", fmt.Sprint(flag), "version", fmt.Sprint(flag))
	contains(t, judge.post(fellowshipPath+"/rule", f, http.StatusOK), fmt.Sprintf("Flag %d is answered with it.", flag))
	f.Set("sure", "yes")
	page = judge.post(fellowshipPath+"/rule", f, http.StatusOK)
	ruling := r.board().Version
	contains(t, page, fmt.Sprintf("Ruling %d: corrected from here", ruling), "City strength", "35", "30", "Awaiting a second pair of eyes", fmt.Sprintf("Corrected by ruling %d, Judge Judy (judge): Counted again", ruling))
	desk := second.get("/judge/autumn", http.StatusOK)
	contains(t, desk, "1 ruling awaits a second pair of eyes", fmt.Sprintf("ruling %d by", ruling))
	lacks(t, desk, "flagged as disputed")

	sign := form("ruling", fmt.Sprint(ruling))
	contains(t, judge.get(fmt.Sprintf("%s/do/countersign?ruling=%d", fellowshipPath, ruling), http.StatusOK), "Counted again", "City strength: 35 → 30")
	contains(t, judge.post(fellowshipPath+"/do/countersign", sign, http.StatusOK), "you made ruling", "somebody else")
	contains(t, second.post(fellowshipPath+"/do/countersign", form("ruling", fmt.Sprint(ruling)), http.StatusOK), "The ruling is countersigned.", "Countersigned by")
	lacks(t, second.get("/judge/autumn", http.StatusOK), "second pair of eyes", "For a judge")
	contains(t, second.post(fellowshipPath+"/do/dispute", form("ruling", fmt.Sprint(ruling), "reason", "On second thoughts"), http.StatusOK), "does not agree: On second thoughts")
	contains(t, judge.get("/judge/autumn", http.StatusOK), "does not agree: On second thoughts")
}

func TestAFlagIsAnsweredWithoutARuling(t *testing.T) {
	r := newRig(t)
	r.start()
	entry, flag := r.flag("really?")
	judge := r.judge()
	contains(t, judge.get(fmt.Sprintf("%s/do/answer-flag?flag=%d", fellowshipPath, flag), http.StatusOK), "really?", fmt.Sprintf("Entry %d", entry), "The entry stands", "Dismissed")
	contains(t, judge.post(fellowshipPath+"/do/answer-flag", form("flag", fmt.Sprint(flag), "outcome", group.FlagStands), http.StatusOK), "reason")
	contains(t, judge.post(fellowshipPath+"/do/answer-flag", form("flag", fmt.Sprint(flag), "outcome", group.FlagStands, "reason", "Seen on the table"), http.StatusOK), "The flag is answered.", "The entry stands, Judge Judy (judge): Seen on the table")
	if got := plain(judge.post(fellowshipPath+"/do/answer-flag", form("flag", fmt.Sprint(flag), "outcome", group.FlagDismissed, "reason", "x"), http.StatusOK)); !strings.Contains(got, "settled already") {
		t.Errorf("a second answer: %s", got)
	}
	contains(t, judge.get(fellowshipPath+"/do/countersign?ruling=3", http.StatusOK), "Number 3 is no ruling of this group.")
}
