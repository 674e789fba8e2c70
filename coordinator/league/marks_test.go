package league_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/league"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
)

// started is a league of four players in which one week was played.
func started(t *testing.T, change func(*words.OpenLeague)) *driver {
	t.Helper()
	d := newDriver(t, places(), change)
	d.plan(2)
	d.enter(1, 4)
	d.evening(1, 1, 2, 3, 4)
	return d
}

// bare is a command as somebody sends it who has not looked at the preview.
func (d *driver) bare(b events.CommandBody) error {
	_, err := league.Decide(d.s, by(actorOf(b), b))
	return err
}

func TestAnIntegrityEventNeedsAReasonAndAPreview(t *testing.T) {
	d := started(t, nil)
	now := place(1, 4)
	d.refused(words.CorrectResult{Result: 1, Now: &now}, league.CodeReason, "type 1 to 400")
	correct := words.CorrectResult{Result: 1, Now: &now, Reason: "misread"}
	d.refused(correct, league.CodePreview, "moves {p-1} 3 places, from 1 to 4")
	p, err := league.Foresee(d.s, by(organiser, correct))
	if err != nil || p == nil || p.Effects.Moved == 0 {
		t.Fatalf("the preview is %+v, %v", p, err)
	}
	// Something changes in between: the preview does not hold any more, and says what it is now.
	d.do(words.RecordResults{Session: "w2", Results: []words.Result{place(2, 5)}})
	correct.Previewed = p.Print
	d.refused(correct, league.CodePreview, "since you looked, something has changed")
	d.do(words.CorrectResult{Result: 1, Now: &now, Reason: "misread"})
	if m := d.s.Marks; len(m) != 1 || m[0].Kind != words.MarkCorrection || m[0].Reason != "misread" {
		t.Errorf("the marks are %+v", m)
	}
	// What is no integrity event has no preview.
	if p, err := league.Foresee(d.s, by(organiser, words.FreezeBoard{})); p != nil || err != nil {
		t.Errorf("freezing the board has the preview %+v, %v", p, err)
	}
}

// Each kind of integrity event can be undone: every table, session, link and rule is as before, and the
// badge stays.
func TestEveryIntegrityEventIsUndoneByARuling(t *testing.T) {
	changed := places()
	changed.Best = 1
	moved := place(1, 4)
	for kind, b := range map[string]events.CommandBody{
		words.MarkCorrection: words.CorrectResult{Result: 1, Now: &moved, Reason: "misread"},
		words.MarkVoid:       words.CorrectResult{Result: 2, Reason: "never played"},
		words.MarkImport:     words.RecordResults{Session: "w4", Import: true, Results: []words.Result{place(3, 1), place(4, 2)}, Reason: "from a file"},
		words.MarkPoints:     words.RecordResults{Session: "w4", Results: []words.Result{{Kind: words.KindPoints, Players: []events.PersonID{"p-4"}, Points: "-1.5"}}, Reason: "came late"},
		words.MarkRules:      words.ChangeRules{Rules: changed, Reason: "agreed by all"},
		words.MarkMerge:      words.MergePlayers{From: "p-5", Into: "p-4", Reason: "one person"},
		words.MarkPlayer:     words.ChangePlayer{Player: words.Player{Player: "p-1", Team: "Oak", Division: "b"}, Reason: "wrong list"},
		words.MarkReopen:     words.ReopenSession{Session: "w3", Reason: "a table was still playing"},
		words.MarkCancel:     words.CancelSession{Session: "w1", Reason: "the hall was closed"},
		words.MarkUnlink:     words.UnlinkSource{Source: words.Source{Group: "red"}, Reason: "another league's"},
	} {
		t.Run(kind, func(t *testing.T) {
			d := started(t, func(o *words.OpenLeague) {
				o.Divisions = []words.Division{{ID: "a", Name: "First"}, {ID: "b", Name: "Second"}}
			})
			d.enter(5, 5)
			red, late := words.Source{Group: "red"}, words.Source{Group: "late"}
			d.do(words.LinkSource{Session: "w2", Source: red})
			d.do(words.ScoreSource{Source: red, At: 7, Results: []words.Result{quest("x", 9, 1, 2)}})
			d.do(words.FreezeSession{Session: "w2"})
			d.do(words.ScoreSource{Source: red, At: 8, Results: []words.Result{quest("x", 8, 1, 2)}})
			d.do(words.PlanSession{Session: words.Session{ID: "w3", Name: "Week 3"}})
			d.do(words.LinkSource{Session: "w3", Source: late})
			d.do(words.PlanSession{Session: words.Session{ID: "w4", Name: "Week 4"}})
			d.do(words.FreezeSession{Session: "w3"})
			d.do(words.ScoreSource{Source: late, At: 7, Results: []words.Result{quest("x", 9, 3, 5)}})
			tables, state := tablesOf(t, d.s), without(d.s.Season)
			d.do(b)
			if m := d.s.Marks; len(m) != 1 || m[0].Kind != kind {
				t.Fatalf("the marks are %+v", m)
			}
			d.do(words.UndoMark{Mark: 1, Reason: "a mistake"})
			if got := tablesOf(t, d.s); got != tables {
				t.Errorf("after the undoing the tables are\n%s\nwant\n%s", got, tables)
			}
			if got := without(d.s.Season); got != state {
				t.Errorf("after the undoing the season is\n%s\nwant\n%s", got, state)
			}
			if m := d.s.Marks[0]; !m.Undone || m.Undo != "a mistake" {
				t.Errorf("the badge is %+v", m)
			}
			d.refused(words.UndoMark{Mark: 1, Reason: "again"}, league.CodeMark, "was undone already")
			d.replays()
		})
	}
}

func tablesOf(t *testing.T, s league.State) string {
	t.Helper()
	tables := s.Tables()
	for i := range tables.Players.Rows {
		forget(&tables.Players.Rows[i])
	}
	for _, d := range tables.Divisions {
		for i := range d.Rows {
			forget(&d.Rows[i])
		}
	}
	b, err := json.Marshal(tables)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// forget leaves a row without its terms: they tell of a correction and of its undoing.
func forget(r *rule.Row) {
	for i := range r.Cells {
		r.Cells[i].Terms = nil
	}
}

// without is a season but for its marks and trails, and for results that were taken out for good.
func without(s season.Season) string {
	s.Marks = nil
	var standing []season.Result
	for _, r := range s.Results {
		if r.Now != nil {
			r.Trail = nil
			standing = append(standing, r)
		}
	}
	s.Results = standing
	links := append([]season.Link{}, s.Links...)
	for i, l := range links {
		links[i].Pages = append([]season.Page{}, l.Pages...)
		for j := range l.Pages {
			if held := l.Pages[j].Held; held != nil {
				h := *held
				h.Because = ""
				links[i].Pages[j].Held = &h
			}
		}
	}
	slices.SortFunc(links, func(a, b season.Link) int { return strings.Compare(string(a.Source.Group), string(b.Source.Group)) })
	s.Links = links
	b, _ := json.Marshal(s)
	return string(b)
}

func TestALaterChangeIsUndoneFirst(t *testing.T) {
	d := started(t, nil)
	one, two := place(1, 3), place(1, 4)
	d.do(words.CorrectResult{Result: 1, Now: &one, Reason: "misread"})
	d.do(words.CorrectResult{Result: 1, Now: &two, Reason: "misread again"})
	d.refused(words.UndoMark{Mark: 1, Reason: "no"}, league.CodeMark, "undo the later integrity event first")
	d.do(words.UndoMark{Mark: 2, Reason: "no"})
	d.do(words.UndoMark{Mark: 1, Reason: "no"})
	if d.shown(1) != "1: 11" || len(d.s.Marks) != 2 {
		t.Errorf("player 1 is at %s with %d marks", d.shown(1), len(d.s.Marks))
	}
	d.refused(words.UndoMark{Mark: 3, Reason: "no"}, league.CodeMark, "there are 2")
}

func TestTwoWhoHaveMetAreNotOne(t *testing.T) {
	d := started(t, nil)
	d.refused(words.MergePlayers{From: "p-1", Into: "p-2", Reason: "same name"}, league.CodeMerge, "both have a place in Week 1")
	d.refused(words.MergePlayers{From: "p-1", Into: "p-1", Reason: "same name"}, league.CodeMerge, "one player already")
	d.refused(words.MergePlayers{From: "p-1", Into: "p-9", Reason: "same name"}, league.CodePlayer, "not in the league")
	d.enter(5, 6)
	d.do(words.RecordResults{Session: "w2", Results: []words.Result{quest("x", 80, 1, 5), quest("x", 81, 6)}})
	d.refused(words.MergePlayers{From: "p-5", Into: "p-1", Reason: "same name"}, league.CodeMerge, "played together in Week 2")
	d.do(words.MergePlayers{From: "p-5", Into: "p-6", Reason: "same phone"})
	d.refused(words.MergePlayers{From: "p-5", Into: "p-4", Reason: "same phone"}, league.CodeMerge, "merged into {p-6}")
	d.do(words.MergePlayers{From: "p-6", Into: "p-4", Reason: "same phone"})
	if got := d.s.Who("p-5"); got != "p-4" {
		t.Errorf("p-5 is %s, want p-4", got)
	}
	if n := len(d.s.History("p-4")); n != 3 {
		t.Errorf("the history of p-4 has %d results, want 3", n)
	}
}

// Before anything is scored, changes are just changes.
func TestBeforeTheStartNothingIsMarked(t *testing.T) {
	d := newDriver(t, places(), nil)
	d.enter(1, 2)
	r := places()
	r.Best = 2
	if err := d.bare(words.ChangeRules{Rules: r}); err != nil {
		t.Error(err)
	}
	if err := d.bare(words.MergePlayers{From: "p-1", Into: "p-2"}); err != nil {
		t.Error(err)
	}
	if err := d.bare(words.ChangePlayer{Player: words.Player{Player: "p-1", Team: "Oak"}}); err != nil {
		t.Error(err)
	}
	d.refused(words.ChangeRules{Rules: places()}, league.CodeNothing, "changes nothing")
}
