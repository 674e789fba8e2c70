package coordinator_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

var (
	judy = events.Actor{Role: events.RoleJudge, Person: "p-90"}
	omar = events.Actor{Role: events.RoleJudge, Person: "p-91"}
	boss = events.Actor{Role: events.RoleOrganiser, Person: events.Organiser}
)

// ruled is a game in round 4 in which Judy has corrected the city strength; its last commit is the ruling.
func ruled(t *testing.T) *log {
	l := inRound4(t)
	l.device = "judy"
	l.do(judy, lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, City: intp(20)})
	return l
}

// flagged is a game in round 4 in which Lórien disputes entry 5; its last commit is the flag.
func flagged(t *testing.T) *log {
	l := inRound4(t)
	l.do(captain(lorien), group.FlagEntry{Table: lorien, Entry: 5, Reason: "it was theirs"})
	return l
}

// last is the number of the latest commit.
func (l *log) lastVersion() events.Version { return l.s.Version() }

func TestASecondJudgeLooksAtARuling(t *testing.T) {
	for _, c := range []struct {
		name   string
		given  func(*testing.T) *log
		device events.DeviceID
		who    events.Actor
		when   func(n events.Version) events.CommandBody // n: the last commit
		then   func(n events.Version) []events.Payload
		code   engine.Code
	}{
		{
			name: "who agrees countersigns", given: ruled, who: omar, device: "omar",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} },
			then: func(n events.Version) []events.Payload { return []events.Payload{group.RulingCountersigned{Ruling: n}} },
		},
		{
			name: "two names on one device are not two people", given: ruled, who: omar, device: "judy",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} }, code: coordinator.CodeOwnRuling,
		},
		{
			name: "nobody countersigns their own, on whatever device", given: ruled, who: judy, device: "other",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} }, code: coordinator.CodeOwnRuling,
		},
		{
			name: "nor in another role", given: ruled, who: events.Actor{Role: events.RoleOrganiser, Person: judy.Person}, device: "other",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} }, code: coordinator.CodeOwnRuling,
		},
		{
			name: "an organiser without a name is not told from her on the same device", given: ruled, who: boss, device: "judy",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} }, code: coordinator.CodeOwnRuling,
		},
		{
			name: "nor without a device", given: ruled, who: boss,
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} }, code: coordinator.CodeOwnRuling,
		},
		{
			name: "but on a device of their own", given: ruled, who: boss, device: "console",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} },
			then: func(n events.Version) []events.Payload { return []events.Payload{group.RulingCountersigned{Ruling: n}} },
		},
		{
			name: "who does not agree disputes it, with a reason", given: ruled, who: omar, device: "omar",
			when: func(n events.Version) events.CommandBody {
				return group.DisputeRuling{Ruling: n, Reason: " it was 21 "}
			},
			then: func(n events.Version) []events.Payload {
				return []events.Payload{group.RulingDisputed{Ruling: n, Reason: "it was 21"}}
			},
		},
		{
			name: "that has to be there", given: ruled, who: omar, device: "omar",
			when: func(n events.Version) events.CommandBody { return group.DisputeRuling{Ruling: n} }, code: engine.CodeMalformed,
		},
		{
			name: "nobody disputes their own: they correct it", given: ruled, who: judy, device: "judy",
			when: func(n events.Version) events.CommandBody { return group.DisputeRuling{Ruling: n, Reason: "x"} }, code: coordinator.CodeOwnRuling,
		},
		{
			name: "only rulings are countersigned", given: ruled, who: omar, device: "omar",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n - 1} }, code: coordinator.CodeNoRuling,
		},
		{
			name: "captains do not countersign", given: ruled, who: captain(lorien), device: "phone",
			when: func(n events.Version) events.CommandBody { return group.Countersign{Ruling: n} }, code: engine.CodeNotAllowed,
		},
	} {
		t.Run(c.name, func(t *testing.T) { reviewCase(t, c.given(t), c.device, c.who, c.when, c.then, c.code) })
	}
}

func reviewCase(t *testing.T, l *log, device events.DeviceID, who events.Actor, when func(events.Version) events.CommandBody, then func(events.Version) []events.Payload, code engine.Code) {
	t.Helper()
	n := l.lastVersion()
	l.device = device
	if code != "" {
		l.refused(who, when(n), code)
		return
	}
	if got, want := l.do(who, when(n)), then(n); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestCaptainsFlagAndJudgesAnswer(t *testing.T) {
	for _, c := range []struct {
		name  string
		given func(*testing.T) *log
		who   events.Actor
		when  func(n events.Version) events.CommandBody
		then  func(n events.Version) []events.Payload
		code  engine.Code
	}{
		{
			name: "any entry of the group", given: inRound4, who: captain(lorien),
			when: func(n events.Version) events.CommandBody {
				return group.FlagEntry{Table: lorien, Entry: n, Reason: " not ours "}
			},
			then: func(n events.Version) []events.Payload {
				return []events.Payload{group.EntryFlagged{Table: lorien, Entry: n, Reason: "not ours"}}
			},
		},
		{
			name: "also while play is paused", given: paused, who: captain(lorien),
			when: func(n events.Version) events.CommandBody {
				return group.FlagEntry{Table: lorien, Entry: n, Reason: "why?"}
			},
			then: func(n events.Version) []events.Payload {
				return []events.Payload{group.EntryFlagged{Table: lorien, Entry: n, Reason: "why?"}}
			},
		},
		{name: "with a reason", given: inRound4, who: captain(lorien), when: func(n events.Version) events.CommandBody {
			return group.FlagEntry{Table: lorien, Entry: n, Reason: " "}
		}, code: engine.CodeMalformed},
		{name: "that is there", given: inRound4, who: captain(lorien), when: func(n events.Version) events.CommandBody {
			return group.FlagEntry{Table: lorien, Entry: n + 1, Reason: "x"}
		}, code: engine.CodeMalformed},
		{name: "for their own table", given: inRound4, who: captain(lorien), when: func(n events.Version) events.CommandBody {
			return group.FlagEntry{Table: rivendell, Entry: n, Reason: "x"}
		}, code: engine.CodeOtherTable},
		{name: "each entry once", given: flagged, who: captain(lorien), when: func(events.Version) events.CommandBody {
			return group.FlagEntry{Table: lorien, Entry: 5, Reason: "again"}
		}, code: coordinator.CodeFlagged},
		{
			name: "another table may flag it too", given: flagged, who: captain(rivendell),
			when: func(events.Version) events.CommandBody {
				return group.FlagEntry{Table: rivendell, Entry: 5, Reason: "it was ours"}
			},
			then: func(events.Version) []events.Payload {
				return []events.Payload{group.EntryFlagged{Table: rivendell, Entry: 5, Reason: "it was ours"}}
			},
		},
		{name: "not once the group has ended", given: over, who: captain(lorien), when: func(n events.Version) events.CommandBody {
			return group.FlagEntry{Table: lorien, Entry: n, Reason: "x"}
		}, code: coordinator.CodeOver},
		{
			name: "the table takes it back", given: flagged, who: captain(lorien),
			when: func(n events.Version) events.CommandBody { return group.TakeBackFlag{Table: lorien, Flag: n} },
			then: func(n events.Version) []events.Payload {
				return []events.Payload{group.FlagTakenBack{Table: lorien, Flag: n}}
			},
		},
		{name: "no other table does", given: flagged, who: captain(rivendell), when: func(n events.Version) events.CommandBody {
			return group.TakeBackFlag{Table: rivendell, Flag: n}
		}, code: engine.CodeOtherTable},
		{name: "what is no flag is not taken back", given: flagged, who: captain(lorien), when: func(n events.Version) events.CommandBody {
			return group.TakeBackFlag{Table: lorien, Flag: n - 1}
		}, code: coordinator.CodeNoFlag},
		{
			name: "a judge lets the entry stand", given: flagged, who: judy,
			when: func(n events.Version) events.CommandBody {
				return group.ResolveFlag{Flag: n, Outcome: group.FlagStands, Reason: "seen"}
			},
			then: func(n events.Version) []events.Payload {
				return []events.Payload{group.FlagResolved{Flag: n, Table: lorien, Outcome: group.FlagStands, Reason: "seen"}}
			},
		},
		{
			name: "or dismisses the flag", given: flagged, who: judy,
			when: func(n events.Version) events.CommandBody {
				return group.ResolveFlag{Flag: n, Outcome: group.FlagDismissed, Reason: "a joke"}
			},
			then: func(n events.Version) []events.Payload {
				return []events.Payload{group.FlagResolved{Flag: n, Table: lorien, Outcome: group.FlagDismissed, Reason: "a joke"}}
			},
		},
		{
			name: "or corrects the entry, which answers the flag", given: flagged, who: judy,
			when: func(n events.Version) events.CommandBody {
				return lotr.Rule{Reason: "20 it is", Verdict: group.VerdictCorrected, Corrects: 5, City: intp(20), Flag: n}
			},
			then: func(n events.Version) []events.Payload {
				return []events.Payload{
					group.RulingMade{Reason: "20 it is", Verdict: group.VerdictCorrected, Corrects: 5},
					group.FlagResolved{Flag: n, Table: lorien, Outcome: group.FlagCorrected, Ruling: n + 1, Reason: "20 it is"},
					lotr.CityStrengthRestated{From: 35, Strength: 20, Reason: "20 it is"},
				}
			},
		},
		{
			name: "or rules that it stands", given: flagged, who: judy,
			when: func(n events.Version) events.CommandBody {
				return lotr.Rule{Reason: "as it was", Verdict: group.VerdictStands, Corrects: 5, Flag: n}
			},
			then: func(n events.Version) []events.Payload {
				return []events.Payload{
					group.RulingMade{Reason: "as it was", Verdict: group.VerdictStands, Corrects: 5},
					group.FlagResolved{Flag: n, Table: lorien, Outcome: group.FlagStands, Ruling: n + 1, Reason: "as it was"},
				}
			},
		},
		{name: "a ruling answers flags that are there", given: flagged, who: judy, when: func(n events.Version) events.CommandBody {
			return lotr.Rule{Reason: "x", Verdict: group.VerdictStands, Flag: n - 1}
		}, code: coordinator.CodeNoFlag},
		{name: "corrected by no ruling is not corrected", given: flagged, who: judy, when: func(n events.Version) events.CommandBody {
			return group.ResolveFlag{Flag: n, Outcome: group.FlagCorrected, Ruling: n, Reason: "x"}
		}, code: coordinator.CodeNoRuling},
		{name: "outcomes are known ones", given: flagged, who: judy, when: func(n events.Version) events.CommandBody {
			return group.ResolveFlag{Flag: n, Outcome: "won", Reason: "x"}
		}, code: engine.CodeMalformed},
		{name: "a judge says why", given: flagged, who: judy, when: func(n events.Version) events.CommandBody {
			return group.ResolveFlag{Flag: n, Outcome: group.FlagStands}
		}, code: engine.CodeMalformed},
		{name: "captains do not answer", given: flagged, who: captain(rivendell), when: func(n events.Version) events.CommandBody {
			return group.ResolveFlag{Flag: n, Outcome: group.FlagStands, Reason: "x"}
		}, code: engine.CodeNotAllowed},
	} {
		t.Run(c.name, func(t *testing.T) { reviewCase(t, c.given(t), "", c.who, c.when, c.then, c.code) })
	}
}

func over(t *testing.T) *log {
	l := inRound4(t)
	l.do(organiser, group.Abandon{Reason: "the hall closes"})
	return l
}

// What a judge still has to see to goes on after the end, and what was looked at is not asked again.
func TestReviewsGoOnAfterTheEnd(t *testing.T) {
	l := reviewed(t)
	l.do(organiser, group.Abandon{Reason: "the hall closes"})
	open := l.s.Flags[len(l.s.Flags)-1]
	l.device = "judy"
	l.do(judy, group.ResolveFlag{Flag: open.Version, Outcome: group.FlagDismissed, Reason: "too late"})
	l.refused(judy, group.ResolveFlag{Flag: open.Version, Outcome: group.FlagStands, Reason: "x"}, coordinator.CodeNoFlag)
	l.do(judy, lotr.Rule{Reason: "looked at", Verdict: group.VerdictStands})
	last := l.s.Rulings[len(l.s.Rulings)-1]
	if !last.Awaits() {
		t.Fatal("a new ruling awaits nobody")
	}
	l.device = "omar"
	l.do(omar, group.Countersign{Ruling: last.Version})
	l.refused(omar, group.Countersign{Ruling: last.Version}, coordinator.CodeNothing)
	if l.s.Rulings[len(l.s.Rulings)-1].Awaits() {
		t.Error("a countersigned ruling awaits somebody")
	}
}

// A ruling that is disputed awaits somebody until it is countersigned or another ruling corrects it; then
// nobody signs it any more.
func TestADisputedRulingIsCorrectedByAnother(t *testing.T) {
	l := ruled(t)
	first := l.lastVersion()
	l.device = "omar"
	l.do(omar, group.Countersign{Ruling: first})
	l.do(omar, group.DisputeRuling{Ruling: first, Reason: "on second thoughts"})
	l.refused(omar, group.DisputeRuling{Ruling: first, Reason: "again"}, coordinator.CodeNothing)
	if !l.s.Rulings[0].Awaits() {
		t.Error("a disputed ruling awaits nobody")
	}
	l.do(omar, lotr.Rule{Reason: "it was 21", Verdict: group.VerdictCorrected, City: intp(21), Corrects: first})
	if l.s.Rulings[0].Awaits() || !l.s.Rulings[1].Awaits() {
		t.Errorf("%+v", l.s.Rulings)
	}
	l.device = "judy"
	r := l.refused(judy, group.Countersign{Ruling: first}, coordinator.CodeNoRuling)
	if !strings.Contains(r.Says, "corrected by ruling") {
		t.Errorf("%q", r.Says)
	}
}

func TestFlagsOfATableAreLimited(t *testing.T) {
	l := inRound4(t)
	n := l.lastVersion()
	for i := range events.Version(20) {
		l.do(captain(lorien), group.FlagEntry{Table: lorien, Entry: n - i, Reason: "x"})
	}
	l.refused(captain(lorien), group.FlagEntry{Table: lorien, Entry: n - 20, Reason: "x"}, coordinator.CodeTooManyFlags)
	l.do(captain(rivendell), group.FlagEntry{Table: rivendell, Entry: n, Reason: "x"})
}

// reviewed is a game with a countersigned and a disputed ruling, and with flags that were taken back,
// answered and left open.
func reviewed(t *testing.T) *log {
	l := ruled(t)
	first := l.lastVersion()
	l.device = "omar"
	l.do(omar, group.Countersign{Ruling: first})
	l.do(omar, group.DisputeRuling{Ruling: first, Reason: "on second thoughts"})
	l.device = ""
	for i := range events.Version(3) {
		l.do(captain(lorien), group.FlagEntry{Table: lorien, Entry: 5 + i, Reason: "why?"})
	}
	l.do(captain(lorien), group.TakeBackFlag{Table: lorien, Flag: l.lastVersion() - 2})
	l.do(judy, group.ResolveFlag{Flag: l.lastVersion() - 2, Outcome: group.FlagStands, Reason: "seen"})
	return l
}
