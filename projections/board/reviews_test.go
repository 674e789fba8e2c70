package board_test

import (
	"reflect"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

func TestARulingShowsBeforeAndAfterAndWhatFollows(t *testing.T) {
	l := started(t)
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "a card was overlooked", Verdict: group.VerdictCorrected, Corrects: 7},
		lotr.CityStrengthRestated{From: 25, Strength: 27, Table: "red", Round: 4, WasSiege: 5, NowSiege: 3, Reason: "a card was overlooked"},
		lotr.ThreatChanged{Table: "red", Player: "p-1", From: 30, To: 28, Why: lotr.WhyRuling})
	r := l.s.Group.Rulings[0]
	red := l.table("red").Team
	want := []board.Effect{
		{What: red + ": siege of round 4", Before: "5", After: "3"},
		{What: "City strength", Before: "25", After: "27", Follows: true},
		{What: "{p-1}: threat", Before: "30", After: "28"},
	}
	if !reflect.DeepEqual(r.Effects, want) || r.Corrects != 7 {
		t.Errorf("got  %+v\nwant %+v", r.Effects, want)
	}
}

func TestRulingsAwaitASecondPairOfEyes(t *testing.T) {
	l := started(t)
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "looked at", Verdict: group.VerdictStands})
	n := l.s.Group.Version
	state := func() (signed, disputed, awaits bool) {
		r := l.s.Group.Rulings[0]
		_, signed = r.Signed()
		_, disputed = r.Disputed()
		if r.Awaits() != (len(l.s.Group.Unsigned()) > 0) {
			t.Errorf("%+v", r)
		}
		return signed, disputed, r.Awaits()
	}
	for _, c := range []struct {
		e                        events.Payload
		signed, disputed, awaits bool
	}{
		{group.NoticePosted{Text: "lunch"}, false, false, true},
		{group.RulingCountersigned{Ruling: n}, true, false, false},
		{group.RulingDisputed{Ruling: n, Reason: "no"}, false, true, true},
		{group.RulingCountersigned{Ruling: n}, true, false, false},
	} {
		l.by("x.v1", `{}`, c.e)
		if signed, disputed, awaits := state(); signed != c.signed || disputed != c.disputed || awaits != c.awaits {
			t.Errorf("after %+v: signed %v, disputed %v, awaits %v", c.e, signed, disputed, awaits)
		}
	}
	l.by("x.v1", `{}`, group.RulingDisputed{Ruling: n, Reason: "no"})
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "so", Verdict: group.VerdictStands, Corrects: n})
	if g := l.s.Group; g.Rulings[1].Replaced != g.Version || len(g.Unsigned()) != 1 {
		t.Errorf("%+v", g.Rulings)
	}
}

func TestOpenFlagsStayAndSettledOnesAreForgottenInTime(t *testing.T) {
	l := started(t)
	var first events.Version
	for i := range 60 {
		l.by("group.flag-entry.v1", `{}`, group.EntryFlagged{Table: "red", Entry: events.Version(i + 1), Reason: "why?"})
		if i == 0 {
			first = l.s.Group.Version
			continue
		}
		if flag := l.s.Group.Version; i%2 == 0 {
			l.by("group.resolve-flag.v1", `{}`, group.FlagResolved{Flag: flag, Table: "red", Outcome: group.FlagStands, Reason: "seen"})
		} else {
			l.by("group.take-back-flag.v1", `{}`, group.FlagTakenBack{Flag: flag, Table: "red"})
		}
	}
	g := l.s.Group
	open := g.OpenFlags()
	if len(open) != 1 || open[0].Version != first || open[0].Reason != "why?" || open[0].Entry != 1 {
		t.Errorf("open: %+v", open)
	}
	if last := g.Flags[len(g.Flags)-1]; len(g.Flags) != 21 || last.Outcome != board.FlagTakenBack || last.Settled.IsZero() {
		t.Errorf("%d flags, the last is %+v", len(g.Flags), last)
	}
}
