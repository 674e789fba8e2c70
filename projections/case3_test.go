package projections_test

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/table"
	"github.com/muster-events/muster/projections/wall"
)

// Case 3: two pages show one match. All pages are compared after every event: city strength, stage,
// threat, progress, siege, round, who has ended it and who is out have to be the same on each.
func TestCase3_AllPagesShowTheSameAfterEveryEvent(t *testing.T) {
	f := foldAll(t, nil)
	shown := 0
	for _, r := range recorded(t) {
		ps := must(decode(r))(t)
		f.apply(r, ps)
		if f.board.Group.Version == 0 {
			continue
		}
		g := f.board.Group
		if diff := pagesDiffer(g, f); diff != "" {
			t.Fatalf("after version %d (%s): %s", r.Version, r.Command.Type, diff)
		}
		shown++
	}
	if shown < 500 {
		t.Fatalf("only %d commits were compared", shown)
	}
}

// The same through the running projections, on what the reader answers at each position.
func TestCase3_TheReadersAnswersAgreeAtEveryPosition(t *testing.T) {
	l := game(t, 54, 1, 0)
	r := start(t, t.TempDir(), l.Store)
	r.ready()
	for range 250 {
		before := end(t, l)
		l.Step(evening())
		if end(t, l) == before {
			continue
		}
		r.await(spring, end(t, l))
		g, err := r.read.Board(r.ctx(), spring, "evening")
		if err != nil {
			t.Fatal(err)
		}
		all, err := r.read.Gatherings(r.ctx())
		if err != nil {
			t.Fatal(err)
		}
		lines, err := r.read.History(r.ctx(), spring, "evening", 0, 20)
		if err != nil {
			t.Fatal(err)
		}
		if diff := listDiffers(g, all[0].Groups[0]); diff != "" || lines[0].Position != g.Position && lines[0].Round > g.Round {
			t.Fatalf("position %d: %s; last line %+v", g.Position, diff, lines[0])
		}
	}
}

// pagesDiffer compares the wall, the overview, the list and every table's page with the board.
func pagesDiffer(g board.Group, f *folded) string {
	w := wall.Of(g, f.latestFirst(), name, g.At)
	card := wall.Overview([]board.Group{g}, g.At).Groups[0]
	key := func(city, round, left int, phase string) string { return fmt.Sprint(city, round, left, phase) }
	want := key(g.City.Strength, g.Round, g.Left(), g.Phase)
	if have := key(w.City.Strength, w.Round, w.PlayersLeft, w.Phase); have != want || w.Position != g.Position {
		return "wall: " + have + ", board: " + want
	}
	if have := key(card.City, card.Round, card.Left, card.Phase); have != want || card.Position != g.Position {
		return "overview: " + have + ", board: " + want
	}
	if diff := listDiffers(g, catalog.Of(g)); diff != "" {
		return diff
	}
	scored := 0
	for i, b := range g.Tables {
		p := table.Of(g, b.ID, name, events.RoleCaptain)
		if p.City.Strength != g.City.Strength || p.Round != g.Round || p.Position != g.Position || p.City.Scored != w.City.Scored {
			return fmt.Sprintf("table %s: city %d (%d scored) round %d", b.ID, p.City.Strength, p.City.Scored, p.Round)
		}
		if diff := teamDiffers(b, w.Teams[i], p); diff != "" {
			return fmt.Sprintf("table %s: %s", b.ID, diff)
		}
		if b.SiegeCounts() && !g.SiegeDone() {
			scored += p.Siege.Round
		}
	}
	if scored != w.City.Scored {
		return fmt.Sprintf("wall takes off %d siege, the tables scored %d", w.City.Scored, scored)
	}
	return ""
}

func teamDiffers(b board.Table, w wall.Team, p table.View) string {
	want := fmt.Sprint(b.Stage, b.Progress, b.SiegeRound, b.SiegeTotal, b.PlayersLeft, b.Unknown)
	if have := fmt.Sprint(w.Stage, w.Progress, w.Siege, w.SiegeTotal, w.Left, w.Unknown); have != want {
		return "wall " + have + ", board " + want
	}
	left := 0
	for i, x := range b.Players {
		on, at := w.Players[i], p.Players[i]
		if on.Threat != x.Threat || at.Threat != x.Threat || on.Out != x.Out || at.Out != x.Out || on.Danger != at.Danger || on.First != at.First {
			return fmt.Sprintf("player %s: wall %+v, table %+v, board %+v", x.ID, on, at, x)
		}
		if !x.Out {
			left++
		}
	}
	if have := fmt.Sprint(p.Quest.Stage, p.Quest.Progress, p.Siege.Round, p.Siege.Total, left, p.Siege.Unknown); have != want {
		return "table page " + have + ", board " + want
	}
	return ""
}

func listDiffers(g board.Group, l catalog.Group) string {
	if l.City != g.City.Strength || l.Round != g.Round || l.Phase != g.Phase || l.Left != g.Left() || l.Players != g.Players {
		return fmt.Sprintf("list: %+v", l)
	}
	for i, t := range g.Tables {
		if x := l.Tables[i]; x.Stage != t.Stage || x.Team != t.Team || x.Ended != (g.Round > 0 && t.Ended >= g.Round) {
			return fmt.Sprintf("list, table %s: %+v", t.ID, x)
		}
	}
	return ""
}
