package table_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/table"
)

// lines is a history, latest first: an entry of two events, one that was taken back, a flag, and what came
// before round 1.
func lines() []history.Line {
	return []history.Line{
		{Version: 13, Table: "red", Type: "group.flag-entry.v1", Words: "flagged", Round: 4},
		{Version: 12, Index: 1, Table: "red", Type: "lotr.explore-location.v1", Words: "{p-1} scored", Round: 4},
		{Version: 12, Table: "red", Type: "lotr.explore-location.v1", Words: "{p-1} explored", Round: 4},
		{Version: 11, Table: "green", Type: "lotr.change-threat.v1", Words: "threat", Round: 4, Withdrawn: true},
		{Version: 2, Type: "group.seat-players.v1", Words: "seated"},
	}
}

func TestACaptainSeesTheLatestEntriesAndWhatTheTableHasFlagged(t *testing.T) {
	g := playing()
	g.Flags = []board.Flag{
		{Version: 8, Table: "red", Entry: 5, Reason: "why?", Outcome: group.FlagCorrected, Ruling: 9, Answer: "miscounted"},
		{Version: 10, Table: "green", Entry: 12, Reason: "not theirs"},
		{Version: 13, Table: "red", Entry: 12, Reason: "twice"},
	}
	v := table.WithLog(table.Of(g, "red", name, events.RoleCaptain), lines(), g, name)
	if len(v.Log) != 2 {
		t.Fatalf("%+v", v.Log)
	}
	if l := v.Log[0]; l.Entry != 12 || !strings.HasSuffix(l.Says, " explored") || strings.Contains(l.Says, "{") || !l.Own || !l.Flagged {
		t.Errorf("%+v", l)
	}
	if l := v.Log[1]; l.Entry != 11 || l.Own || l.Flagged || !l.Withdrawn {
		t.Errorf("%+v", l)
	}
	if len(v.Flags) != 2 || !v.Flags[0].Open || v.Flags[0].Flag != 13 || v.Flags[1].Says != "Corrected by ruling 9: miscounted" {
		t.Errorf("%+v", v.Flags)
	}
}
