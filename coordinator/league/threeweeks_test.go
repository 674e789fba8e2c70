package league_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
)

// paper is the league kept by hand: a slow, plain record of who was at which place in which week.
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

// total adds up a player's best two weeks: 11 points for the first place down to 2 for the tenth, and 1
// for everybody else who was there.
func (p *paper) total(n int) int {
	var weeks []int
	for w := 1; w <= 3; w++ {
		for m, at := range p.places {
			if p.who(m) != n || at[w] == 0 {
				continue
			}
			weeks = append(weeks, max(0, 11-at[w])+1)
		}
	}
	slices.Sort(weeks)
	sum := 0
	for i := len(weeks) - 1; i >= max(0, len(weeks)-2); i-- {
		sum += weeks[i]
	}
	return sum
}

// rank is one more than the number of players with more points.
func rank(totals map[int]int, n int) int {
	better := 1
	for _, sum := range totals {
		if sum > totals[n] {
			better++
		}
	}
	return better
}

func (p *paper) check(d *driver) {
	d.t.Helper()
	rows := d.s.Table("")
	got := map[events.PersonID]string{}
	for _, r := range rows {
		got[r.Member] = fmt.Sprintf("%d: %s", season.Rank(r), season.Shown(r.Line))
	}
	totals := map[int]int{}
	for _, n := range p.entered {
		if p.who(n) == n {
			totals[n] = p.total(n)
		}
	}
	people := 0
	for _, n := range p.entered {
		if p.who(n) != n {
			if says, still := got[person(n)]; still {
				d.t.Fatalf("%d was merged and is still in the table: %s", n, says)
			}
			continue
		}
		people++
		if got, want := got[person(n)], fmt.Sprintf("%d: %d", rank(totals, n), totals[n]); got != want {
			d.t.Fatalf("after %d commits player %d is at %s, want %s", len(d.log), n, got, want)
		}
	}
	if len(rows) != people {
		d.t.Fatalf("the table has %d rows, want %d", len(rows), people)
	}
}

// Must show 3 of issue 4: a three-week league of 40 players with drops, late entries, a merged duplicate,
// a correction of week 1 after week 3, best 2 of 3. The standings are compared with a record on paper
// after every single commit, and again after replay.
func TestAThreeWeekLeagueOfFortyPlayers(t *testing.T) {
	rules := places()
	rules.Best, rules.Order = 2, []string{"total"}
	d := newDriver(t, rules, nil)
	p := &paper{places: map[int]map[int]int{}, same: map[int]int{}}
	rng := rand.New(rand.NewPCG(40, 3))
	play := func(w int, who []int) {
		who = slices.Clone(who)
		rng.Shuffle(len(who), func(i, j int) { who[i], who[j] = who[j], who[i] })
		for at := 0; at < len(who); at += 10 { // slip by slip, as they are handed in
			slip := who[at:min(at+10, len(who))]
			for i, n := range slip {
				if p.places[n] == nil {
					p.places[n] = map[int]int{}
				}
				p.places[n][w] = at + i + 1
			}
			var all []words.Result
			for _, n := range slip {
				all = append(all, place(n, p.places[n][w]))
			}
			d.do(words.RecordResults{Session: week(w), Results: all})
			p.check(d)
		}
		d.do(words.FreezeSession{Session: week(w)})
		p.check(d)
	}
	upTo := func(n int, without ...int) []int {
		var out []int
		for i := 1; i <= n; i++ {
			if !slices.Contains(without, i) {
				out = append(out, i)
			}
		}
		return out
	}
	enter := func(from, to int) {
		d.enter(from, to)
		for n := from; n <= to; n++ {
			p.entered = append(p.entered, n)
		}
		p.check(d)
	}

	d.plan(3)
	enter(1, 36)
	play(1, upTo(36))

	// Two drop, four come late; 41 is player 5 under another name, and only one of them plays this week.
	for _, n := range []int{7, 19} {
		d.do(words.DropPlayer{Player: person(n), Reason: "moved away"})
		p.check(d)
	}
	enter(37, 41)
	if late, _ := d.s.Player(person(37)); !late.Late {
		t.Error("a player who enters after week 1 is not marked as late")
	}
	play(2, upTo(41, 7, 19, 5))

	// The duplicate is found: points follow.
	d.refused(words.MergePlayers{From: person(41), Into: person(4), Reason: "same phone"}, league.CodeMerge, "both have a place")
	p.same[41] = 5
	d.do(words.MergePlayers{From: person(41), Into: person(5), Reason: "one person, two spellings"})
	p.check(d)

	// A dropped player returns for the last week, which the duplicate's card still names.
	d.do(words.ReturnPlayer{Player: person(19)})
	p.check(d)
	play(3, upTo(41, 7, 5))

	// Week 1 is corrected after week 3: who was last was second, and everybody between moves down.
	corrections := 0
	last := d.s.Results[35].Now.Players[0]
	for _, r := range d.s.Results[:36] {
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
		d.do(words.CorrectResult{Result: r.N, Now: &now, Reason: "the slip was read upside down"})
		p.check(d)
		corrections++
	}
	if corrections != 35 || len(d.s.Marks) != 36 {
		t.Errorf("%d corrections and %d integrity events, want 35 and 36", corrections, len(d.s.Marks))
	}
	d.do(words.EndSeason{})
	p.check(d)
	d.do(words.FinaliseSeason{})
	p.check(d)
	d.do(words.SealSeason{})
	p.check(d)
	if len(d.s.Table("")) != 40 {
		t.Errorf("%d players at the end, want 40", len(d.s.Table("")))
	}
	dropped := 0
	for _, r := range d.s.Table("") {
		if r.Dropped {
			dropped++
		}
	}
	if dropped != 1 {
		t.Errorf("%d rows are marked as dropped, want 1", dropped)
	}
	d.replays()
}
