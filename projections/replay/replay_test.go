package replay_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/replay"
)

func marked(tl replay.Timeline, mark string) int {
	n := 0
	for _, e := range tl.Entries {
		if slices.Contains(e.Marks, mark) {
			n++
		}
	}
	return n
}

func TestATimelineTellsAWholeGame(t *testing.T) {
	log := recorded(t, dolGuldur)
	b := bookOf(t, log)
	tl := b.Timeline().Named(name)
	last, ok := b.At(tl.Position)
	if !ok || !tl.Over || len(tl.Entries) != b.Len() || len(tl.Lanes) != 3 || tl.Scenario != "Attack on Dol Guldur" {
		t.Fatalf("%d entries, %d lanes, over %v", len(tl.Entries), len(tl.Lanes), tl.Over)
	}
	rounds := last.Board.Round
	if got := marked(tl, replay.MarkRound); got != rounds {
		t.Errorf("%d rounds are marked, want %d", got, rounds)
	}
	for _, mark := range []string{replay.MarkQueue, replay.MarkEffect, replay.MarkCity, replay.MarkMoment, replay.MarkEnd} {
		if marked(tl, mark) == 0 {
			t.Errorf("nothing is marked %q", mark)
		}
	}
	for i, e := range tl.Entries {
		if e.Words == "" || e.By == "" || strings.Contains(e.Words, "{p-") || i > 0 && e.Position <= tl.Entries[i-1].Position {
			t.Errorf("entry %d: %+v", i, e)
		}
		if i%7 != 0 {
			continue
		}
		f, _ := b.At(e.Position)
		if tl.Charts.Main.Values[i] != f.Board.City.Strength && f.Board.City.Start > 0 {
			t.Errorf("position %d: the chart says %d, the board %d", e.Position, tl.Charts.Main.Values[i], f.Board.City.Strength)
		}
	}
	if tl.Charts.Main.Kind != replay.SeriesCity || len(tl.Charts.Threats) != last.Board.Players || len(tl.Charts.Waits) < rounds-1 {
		t.Errorf("charts: %s, %d threats, %d waits", tl.Charts.Main.Kind, len(tl.Charts.Threats), len(tl.Charts.Waits))
	}
	for _, w := range tl.Charts.Waits {
		if len(w.Seconds) != 3 || slices.Min(w.Seconds) < 0 {
			t.Errorf("round %d: waited %v", w.Round, w.Seconds)
		}
	}
}

func TestRulingsDangerAndOfficialsAreMarked(t *testing.T) {
	b := bookOf(t, recorded(t, lost))
	tl := b.Timeline()
	for _, mark := range []string{replay.MarkRuling, replay.MarkTaken, replay.MarkDanger, replay.MarkOfficial, replay.MarkPause, replay.MarkEnd} {
		if marked(tl, mark) == 0 {
			t.Errorf("nothing is marked %q", mark)
		}
	}
	for i, e := range tl.Entries {
		if !slices.Contains(e.Marks, replay.MarkRuling) {
			continue
		}
		f, _ := b.At(e.Position)
		if e.Actor.Role != events.RoleJudge && e.Actor.Role != events.RoleOrganiser {
			t.Errorf("entry %d: a ruling by %+v", i, e.Actor)
		}
		if f.Events[0].Type != "group.ruling-made.v1" || f.Events[0].Rule == "" || !strings.HasPrefix(f.Events[0].Rule, "Ruling 17") {
			t.Errorf("entry %d: %+v", i, f.Events[0])
		}
	}
}

func TestTheEyeIsTheChartOfTheMountainOfFire(t *testing.T) {
	tl := bookOf(t, recorded(t, mountainOfFire)).Timeline()
	values := tl.Charts.Main.Values
	if tl.Charts.Main.Kind != replay.SeriesEye || slices.Max(values) > 1 || !slices.Contains(values, 0) || marked(tl, replay.MarkEye) == 0 {
		t.Errorf("%s: %v", tl.Charts.Main.Kind, values)
	}
}

// A change of the city strength is told with the figure before and after, what was asked by whom, and the
// rule.
func TestAFrameSaysWhatChangedAndWhy(t *testing.T) {
	b := bookOf(t, recorded(t, dolGuldur))
	sieges := 0
	for _, e := range b.Timeline().Entries {
		if !slices.Contains(e.Marks, replay.MarkCity) {
			continue
		}
		f, _ := b.At(e.Position)
		f = f.Named(name)
		at := slices.IndexFunc(f.Events, func(h replay.Happened) bool { return h.Type == "lotr.city-strength-reduced.v1" })
		if at < 0 {
			continue
		}
		sieges++
		if !strings.HasPrefix(f.Events[at].Rule, "Attack on Dol Guldur, \"Siege\"") && !strings.Contains(f.Events[at].Rule, "2.2 Stages") {
			t.Errorf("position %d: rule %q", e.Position, f.Events[at].Rule)
		}
		if !slices.ContainsFunc(f.Changes, func(c replay.Change) bool { return c.Field == "city strength" && c.Before != c.After && c.Where == "" }) {
			t.Errorf("position %d: changes %+v", e.Position, f.Changes)
		}
		if f.Command.By == "" || f.Command.Words == "" || len(f.Command.Data) == 0 || len(f.WithoutRaw().Command.Data) != 0 {
			t.Errorf("position %d: command %+v", e.Position, f.Command)
		}
	}
	if sieges == 0 {
		t.Error("the city strength was never reduced")
	}
}

// What a frame says has no ids of people left, no name of a field of the program, and no empty line.
func TestEveryChangeIsSaidInWords(t *testing.T) {
	for _, file := range []string{dolGuldur, mountainOfFire, lost} {
		b := bookOf(t, recorded(t, file))
		quiet := 0
		for i, e := range b.Timeline().Entries {
			if i%6 != 0 {
				continue
			}
			f, _ := b.At(e.Position)
			f = f.Named(name)
			if len(f.Changes) == 0 {
				quiet++
			}
			for _, c := range f.Changes {
				text := strings.Join([]string{c.Where, c.Field, c.Before, c.After}, "|")
				if c.Before == c.After || c.Field == "" || c.Before == "" || c.After == "" || strings.Contains(text, "{p-") || strings.Contains(text, "map[") || strings.Contains(text, "0x") {
					t.Errorf("%s, position %d: %s", file, e.Position, text)
				}
			}
		}
		if quiet > len(b.Timeline().Entries)/24 {
			t.Errorf("%s: %d commits change nothing that is told", file, quiet)
		}
	}
}

func TestEveryEventHasARule(t *testing.T) {
	known := replay.RuleTypes()
	for _, typ := range vocabulary.All().EventTypes() {
		bare, _, _ := strings.Cut(typ, ".v")
		if !strings.HasPrefix(bare, "group.") && !strings.HasPrefix(bare, "lotr.") {
			continue
		}
		if !slices.Contains(known, bare) {
			t.Errorf("%s has no line in the table of rules", bare)
		}
	}
}

// A line that was taken back is struck through from the commit on that took it back, not before.
func TestWhatIsTakenBackStandsUntilThen(t *testing.T) {
	b := bookOf(t, recorded(t, lost))
	tl := b.Timeline()
	i := slices.IndexFunc(tl.Entries, func(e replay.Entry) bool { return slices.Contains(e.Marks, replay.MarkTaken) })
	if i < 1 {
		t.Fatal("nothing was taken back in this game")
	}
	j := i - 1 // the entry that it takes back is the latest one of its table
	for ; !tl.Entries[j].Withdrawn && j > 0; j-- {
	}
	was := tl.Entries[j]
	if !was.Withdrawn || was.Table != tl.Entries[i].Table {
		t.Fatalf("%+v is not marked as taken back by %+v", was, tl.Entries[i])
	}
	for _, c := range []struct {
		at   events.Position
		want bool
	}{{was.Position, false}, {tl.Entries[i].Position, true}} {
		f, _ := b.At(c.at)
		for _, l := range f.Lines {
			if l.Position == was.Position && l.Withdrawn != c.want {
				t.Errorf("at %d the line of %d is struck through: %v", c.at, was.Position, l.Withdrawn)
			}
		}
	}
}

func TestCheckpointsAreMarkedOnTheEntryTheyCover(t *testing.T) {
	b := bookOf(t, recorded(t, dolGuldur))
	tl := b.Timeline()
	tl = tl.Sign([]events.Position{1, tl.Entries[9].Position, tl.Entries[9].Position + 1_000_000})
	if got := marked(tl, replay.MarkSigned); got != 2 || !slices.Contains(tl.Entries[9].Marks, replay.MarkSigned) {
		t.Errorf("%d entries are marked as signed", got)
	}
	if marked(b.Timeline(), replay.MarkSigned) != 0 {
		t.Error("marking one timeline has marked the book")
	}
}
