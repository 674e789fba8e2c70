package league_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/league"
)

// paper is the league kept by hand: who was at which place in which week.
type paper struct {
	places  map[int]map[int]int // player, week: place
	same    map[int]int         // a duplicate and the player it is
	entered []int
}

func (p *paper) who(n int) int {
	if is, ok := p.same[n]; ok {
		return is
	}
	return n
}

// weeks are a player's points by week: 11 for the first place down to 2 for the tenth, 1 for all others
// who came.
func (p *paper) weeks(n int) map[int]int {
	out := map[int]int{}
	for m, at := range p.places {
		for w, place := range at {
			if p.who(m) == n {
				out[w] = max(0, 11-place) + 1
			}
		}
	}
	return out
}

// best adds up a player's best two of the weeks up to one.
func (p *paper) best(n, until int) int {
	var all []int
	for w, points := range p.weeks(n) {
		if w <= until {
			all = append(all, points)
		}
	}
	slices.Sort(all)
	sum := 0
	for _, points := range all[max(0, len(all)-2):] {
		sum += points
	}
	return sum
}

// ranks are one more than how many have more points in the weeks up to one.
func (p *paper) ranks(until int) map[int]int {
	totals, out := map[int]int{}, map[int]int{}
	for _, n := range p.entered {
		if p.who(n) == n {
			totals[n] = p.best(n, until)
		}
	}
	for n := range totals {
		out[n] = 1
		for _, sum := range totals {
			if sum > totals[n] {
				out[n]++
			}
		}
	}
	return out
}

// check compares the table, and every player's page, with the record on paper.
func (p *paper) check(g *rig, t *testing.T) {
	t.Helper()
	v := g.view(false)
	last := 0
	for _, x := range v.Sessions {
		if len(x.Results) > 0 {
			last = x.N
		}
	}
	ranks, before := p.ranks(3), p.ranks(last-1)
	if len(v.Tables[0].Rows) != len(ranks) {
		t.Fatalf("after %d commits the table has %d rows, want %d", len(g.commits), len(v.Tables[0].Rows), len(ranks))
	}
	for _, row := range v.Tables[0].Rows {
		var n int
		if _, err := fmt.Sscanf(string(row.Player), "p-%d", &n); err != nil || p.who(n) != n {
			t.Fatalf("%s has a row", row.Player)
		}
		got := fmt.Sprintf("%d: %s, attended %d", row.Rank, row.Points, row.Attended)
		if want := fmt.Sprintf("%d: %d, attended %d", ranks[n], p.best(n, 3), len(p.weeks(n))); got != want {
			t.Fatalf("after %d commits player %d is at %s, want %s", len(g.commits), n, got, want)
		}
		moved := league.Movement{}
		if earlier := p.weeks(n); last > 0 {
			delete(earlier, last)
			moved.New = len(earlier) == 0 && row.Attended > 0
			if len(earlier) > 0 {
				moved = league.Movement{From: before[n], By: before[n] - row.Rank}
			}
		}
		if row.Moved != moved {
			t.Fatalf("after %d commits player %d has moved %+v, want %+v", len(g.commits), n, row.Moved, moved)
		}
	}
}

// page compares a player's page with the record on paper.
func (p *paper) page(g *rig, t *testing.T, n int) {
	t.Helper()
	v := g.player(n, false)
	points := p.weeks(n)
	sum := 0
	for _, s := range v.History {
		if _, came := points[s.N]; !came || len(s.Results) == 0 {
			t.Fatalf("player %d has a history in week %d", n, s.N)
		}
		if want := fmt.Sprint(points[s.N]); s.Counts && s.Points != want || !s.Counts && s.Out != "not among the best 2" {
			t.Errorf("player %d has %q (%s) in week %d, want %s", n, s.Points, s.Out, s.N, want)
		}
		if s.Counts {
			sum += points[s.N]
		}
	}
	if sum != p.best(n, 3) || len(v.History) != len(points) {
		t.Errorf("what counts of player %d adds up to %d in %d weeks, want %d in %d", n, sum, len(v.History), p.best(n, 3), len(points))
	}
	for i, at := range v.Course {
		if want := p.ranks(i + 1)[n]; at.Rank != want || at.Shown != fmt.Sprint(p.best(n, i+1)) {
			t.Errorf("after week %d player %d is at %d with %s, want %d with %d", i+1, n, at.Rank, at.Shown, want, p.best(n, i+1))
		}
	}
}

// Must show 3 of issue 4, as its pages show it: a three-week league of 40 players with drops, late entries, a merged duplicate, a
// correction of week 1 after week 3, best 2 of 3. The read model is compared with a record on paper after every
// commit, and with itself when it is made anew from nothing.
func TestAThreeWeekLeagueOfFortyAsItsPagesShowIt(t *testing.T) {
	rules := places()
	rules.Repeat, rules.Best, rules.Order = "all", 2, []string{"total"}
	g := newRig(t, rules, nil)
	p := &paper{places: map[int]map[int]int{}, same: map[int]int{}}
	rng := rand.New(rand.NewPCG(40, 3))
	play := func(w int, without ...int) {
		var who []int
		for _, n := range p.entered {
			if !slices.Contains(without, n) {
				who = append(who, n)
			}
		}
		rng.Shuffle(len(who), func(i, j int) { who[i], who[j] = who[j], who[i] })
		for at := 0; at < len(who); at += 10 { // slip by slip, as they are handed in
			var all []log.Result
			for i, n := range who[at:min(at+10, len(who))] {
				if p.places[n] == nil {
					p.places[n] = map[int]int{}
				}
				p.places[n][w] = at + i + 1
				all = append(all, place(n, at+i+1))
			}
			g.do(log.RecordResults{Session: week(w), Results: all})
			p.check(g, t)
		}
		g.do(log.FreezeSession{Session: week(w)})
	}
	enter := func(from, to int) {
		g.enter(from, to)
		for n := from; n <= to; n++ {
			p.entered = append(p.entered, n)
		}
	}
	var seen []string
	g.after = func() { seen = append(seen, text(t, g.view(false))+text(t, g.view(true))) }

	g.plan(3)
	enter(1, 36)
	p.check(g, t)
	play(1)
	g.do(log.DropPlayer{Player: "p-7", Reason: "moved away"})
	g.do(log.DropPlayer{Player: "p-19", Reason: "moved away"})
	enter(37, 41)
	play(2, 7, 19, 5)
	p.same[41] = 5
	g.do(log.MergePlayers{From: "p-41", Into: "p-5", Reason: "one person, two spellings"})
	p.check(g, t)
	g.do(log.ReturnPlayer{Player: "p-19"})
	play(3, 7, 5)

	// Week 1 is corrected after week 3: who was last was second, and everybody between moves down.
	last := g.state.Results[35].Now.Players[0]
	for _, r := range g.state.Results[:36] {
		now := *r.Now
		switch {
		case now.Players[0] == last:
			now.Place = 2
		case now.Place >= 2:
			now.Place++
		default:
			continue
		}
		var n int
		if _, err := fmt.Sscanf(string(now.Players[0]), "p-%d", &n); err != nil {
			t.Fatal(err)
		}
		p.places[n][1] = now.Place
		g.do(log.CorrectResult{Result: r.N, Now: &now, Reason: "the slip was read upside down"})
		p.check(g, t)
	}
	g.do(log.EndSeason{})
	for _, body := range []events.CommandBody{log.FinaliseSeason{}, log.SealSeason{}} {
		g.do(body)
		p.check(g, t)
	}
	for _, n := range []int{1, 5, 7, 19, 36, 37, 40} {
		p.page(g, t, n)
	}
	if five := g.player(5, false); !slices.Equal(five.Also, []events.PersonID{"p-41"}) || len(five.History) != 3 {
		t.Errorf("the page of who was merged is %+v", five)
	}
	if v := g.view(false); len(v.Integrity) != 36 || v.Stage != league.StageSealed || v.In != 39 {
		t.Errorf("%d integrity events, %s, %d in", len(v.Integrity), v.Stage, v.In)
	}
	g.again(t, func(i int, s league.Stored) {
		if i == 0 {
			return // before the test has looked
		}
		pub, err := league.Of(s, false)
		if err != nil {
			t.Fatal(err)
		}
		staff, err := league.Of(s, true)
		if err != nil {
			t.Fatal(err)
		}
		if text(t, pub)+text(t, staff) != seen[i-1] {
			t.Fatalf("made anew, after commit %d the league is another", i+1)
		}
	})
}
