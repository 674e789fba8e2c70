package standings

import (
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

func headTo(style string, more ...Criterion) Ruleset {
	return only(FIDE(EditionCapped), append([]Criterion{{Kind: MatchPoints}, {Kind: HeadToHead, Style: style}}, more...)...)
}

// beats adds a match that a won.
func (f *field) beats(round int, a, b events.PersonID) { f.games(round, a, b, 1, 0, 0) }

// Three are tied with two wins each; a beat b and c, who have not met.
func twoBeaten() *field {
	f := &field{}
	f.beats(1, "a", "b")
	f.beats(2, "a", "c")
	f.fill("b", 2, 0, 0)
	f.fill("c", 2, 0, 0)
	f.fill("a", 0, 1, 0)
	return f
}

// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule".
func TestHeadToHeadOnlyIfOneBeatAllOthers(t *testing.T) {
	table := twoBeaten().table(t, headTo(StyleBeatAll))
	for id, place := range map[events.PersonID]int{"a": 1, "b": 2, "c": 2} {
		if got := table.Row(id).Place; got != place {
			t.Errorf("%s is at place %d, want %d", id, got, place)
		}
	}
	f := twoBeaten()
	f.t.Rounds = f.t.Rounds[:0]
	f.beats(1, "a", "b")
	f.fill("b", 2, 0, 0)
	f.fill("c", 2, 0, 0)
	f.fill("a", 1, 1, 0) // has not met c
	for _, id := range []events.PersonID{"a", "b", "c"} {
		if row := f.table(t, headTo(StyleBeatAll)).Row(id); row.Place != 1 || row.Cell(HeadToHead).Note == "" {
			t.Errorf("%s is at place %d, note %q", id, row.Place, row.Cell(HeadToHead).Note)
		}
	}
}

func TestHeadToHeadOnlyIfAllHaveMet(t *testing.T) {
	f := twoBeaten()
	for _, id := range []events.PersonID{"a", "b", "c"} {
		if got := f.table(t, headTo(StyleAllMet)).Row(id).Place; got != 1 {
			t.Errorf("%s is at place %d: b and c have not met", id, got)
		}
	}
	f.beats(9, "b", "c")
	f.fill("a", 1, 0, 0)
	f.fill("c", 1, 0, 0)
	table := f.table(t, headTo(StyleAllMet))
	for id, place := range map[events.PersonID]int{"a": 1, "b": 2, "c": 3} {
		if got := table.Row(id).Place; got != place {
			t.Errorf("%s is at place %d, want %d", id, got, place)
		}
	}
}

// Direct encounter where not all have met: a has beaten b and c, so the game they have not played cannot
// bring either level. It says nothing of b and c.
//
// Source: facts/scoring.md, "3 FIDE C.07".
func TestDirectEncounterWhateverTheMissingGamesGive(t *testing.T) {
	table := twoBeaten().table(t, headTo(StyleDirect))
	for id, place := range map[events.PersonID]int{"a": 1, "b": 2, "c": 2} {
		if got := table.Row(id).Place; got != place {
			t.Errorf("%s is at place %d, want %d", id, got, place)
		}
	}
	var f field
	f.beats(1, "a", "b") // and has not met c, who could still come level
	f.fill("a", 0, 1, 0)
	f.fill("b", 1, 0, 0)
	f.fill("c", 1, 0, 0)
	for _, id := range []events.PersonID{"a", "b", "c"} {
		if got := f.table(t, headTo(StyleDirect)).Row(id).Place; got != 1 {
			t.Errorf("%s is at place %d", id, got)
		}
	}
}

// Those who stay level in the matches among four are ranked by the matches among themselves.
func TestDirectEncounterIsAppliedAgain(t *testing.T) {
	var f field
	f.beats(1, "a", "b")
	f.beats(2, "a", "c")
	f.beats(3, "d", "a")
	f.beats(2, "b", "d")
	f.beats(3, "b", "c")
	f.beats(1, "c", "d") // a and b have two wins of three, c and d one; a beat b, c beat d
	f.fill("c", 1, 0, 0)
	f.fill("d", 1, 0, 0)
	f.fill("a", 0, 1, 0)
	f.fill("b", 0, 1, 0)
	table := f.table(t, headTo(StyleDirect))
	for id, place := range map[events.PersonID]int{"a": 1, "b": 2, "c": 3, "d": 4} {
		if got := table.Row(id).Place; got != place {
			t.Errorf("%s is at place %d, want %d", id, got, place)
		}
	}
	if v := table.Row("a").Cell(HeadToHead).Value; v.Cmp(exact.Int(3)) != 0 {
		t.Errorf("a comes before %s others", v)
	}
}

// What was played in the cut says nothing of the standings before it, and is shown as left out.
//
// Source: issue 4, "Tournaments".
func TestNeverHeadToHeadFromALaterStage(t *testing.T) {
	var f field
	f.fill("a", 2, 0, 0)
	f.fill("b", 2, 0, 0)
	f.beats(3, "b", "a")
	f.round(3).Stage = 1
	for _, style := range []string{StyleAllMet, StyleBeatAll, StyleDirect} {
		table := f.table(t, headTo(style))
		for _, id := range []events.PersonID{"a", "b"} {
			row := table.Row(id)
			if row.Place != 1 || !row.Shared || row.Played != 2 {
				t.Errorf("%s: %s is at place %d, shared %v, after %d matches", style, id, row.Place, row.Shared, row.Played)
			}
			if terms := row.Cell(HeadToHead).Terms; len(terms) != 1 || terms[0].Out != "a match of another stage" {
				t.Errorf("%s: terms %+v", style, terms)
			}
		}
	}
	f.t.Stage = 1
	if table := f.table(t, headTo(StyleAllMet)); table.Rows[0].Player != "b" || table.Row("a").Played != 1 {
		t.Errorf("the cut: %s", order(table))
	}
}

// A player who is not tied was not asked.
func TestHeadToHeadIsNotAskedWithoutATie(t *testing.T) {
	var f field
	f.beats(1, "a", "b")
	cell := f.table(t, headTo(StyleAllMet)).Row("a").Cell(HeadToHead)
	if cell.Asked || cell.Note == "" || len(cell.Terms) != 0 {
		t.Errorf("%+v", cell)
	}
}
