package league_test

import (
	"encoding/json"
	"testing"

	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/league"
)

// What is written in pieces comes back as it was after every commit, though each writes only what it has changed;
// also if the one before is read from the file.
func TestALeagueInPiecesComesBackAsItWas(t *testing.T) {
	const players = 150
	g := newRig(t, places(), nil)
	file, doc := map[string][]byte{}, []byte(nil)
	var before *league.Stored
	written := 0
	g.after = func() {
		whole, changed := league.Part(before, g.kept)
		for name, piece := range changed {
			b, err := json.Marshal(piece)
			if err != nil {
				t.Fatal(err)
			}
			file[name] = b
		}
		written = len(changed)
		var err error
		if doc, err = json.Marshal(whole); err != nil {
			t.Fatal(err)
		}
		back, err := league.Join(doc, func(name string) []byte { return file[name] })
		if err != nil {
			t.Fatal(err)
		}
		if got, want := text(t, back), text(t, g.kept); got != want {
			t.Fatalf("after commit %d %d bytes came back, and not the %d that were written", len(g.commits), len(got), len(want))
		}
		if kept := g.kept; len(g.commits)%5 == 0 {
			before, g.kept = &back, back
		} else {
			before = &kept
		}
	}
	wrote := func(what string, want int) {
		t.Helper()
		if written != want {
			t.Errorf("%s writes %d pieces, want %d", what, written, want)
		}
	}
	g.enter(1, 100)
	g.enter(101, players)
	g.plan(4)
	for w := 1; w <= 3; w++ {
		var order []int
		for n := range players {
			order = append(order, 1+(n*w)%players)
		}
		if w == 2 {
			order = nil
			for n := range players {
				order = append(order, players-n)
			}
		}
		if w == 3 {
			order = []int{}
			for n := range players {
				order = append(order, 1+(n+7)%players)
			}
		}
		g.evening(w, order[:100]...)
		var late []log.Result
		for i, n := range order[100:] {
			late = append(late, place(n, 101+i))
		}
		g.do(log.RecordResults{Session: week(w), Results: late})
	}
	wrote("the end of a week", 1)
	fixed := place(1, 2)
	g.do(log.CorrectResult{Result: 1, Now: &fixed, Reason: "upside down"})
	wrote("a correction", 1)
	g.do(log.FreezeBoard{})
	wrote("freezing the board", 3)
	g.do(log.RecordResults{Session: week(4), Results: []log.Result{place(5, 1)}})
	wrote("a result while it is frozen", 1)
	g.do(log.ThawBoard{})
	g.do(log.CorrectResult{Result: 250, Reason: "was not there"})
	wrote("another correction", 1)
	g.do(log.FreezeBoard{})
	g.do(log.DropPlayer{Player: person(3)})
	wrote("a drop", 0)

	if _, err := league.Join(doc, func(string) []byte { return nil }); err == nil {
		t.Error("a league is read without its pieces")
	}
	whole, err := json.Marshal(g.kept) // as older programs wrote it
	if err != nil {
		t.Fatal(err)
	}
	if back, err := league.Join(whole, nil); err != nil || text(t, back) != text(t, g.kept) {
		t.Errorf("a league that was written as a whole comes back otherwise: %v", err)
	}
}
