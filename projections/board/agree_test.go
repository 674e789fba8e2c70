package board_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/internal/played"
)

// The board is a fold of its own; this holds it against the decider's state after every commit of
// games in which everything happens.
func TestTheBoardAgreesWithTheDeciderAfterEveryCommit(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(24) {
		mode := []string{"epic", "epic", "standard"}[seed%3]
		t.Run(fmt.Sprintf("%s-%d", mode, seed), func(t *testing.T) {
			l := played.New(t, seed)
			id := events.Group("spring", "one")
			l.Open(id, "One", mode, 1)
			l.Play(id, 450)
			review(l, id)
			l.Play(id, 450)
			review(l, id)
			agree(t, l, seen)
		})
	}
	for i, scenario := range append([]string{played.MountainOfFire}, played.Scenarios...) {
		t.Run(scenario, func(t *testing.T) {
			for seed := range uint64(2) {
				l := played.New(t, 100*uint64(i)+seed)
				id := events.Group("spring", "one")
				l.OpenScenario(id, scenario)
				phones := l.Phones(id, seed, nil)
				for range 220 {
					phones.Press()
				}
				agree(t, l, seen)
			}
		})
	}
	unseen := 0
	for _, typ := range vocabulary.All().EventTypes() {
		if seen[typ] == 0 && (strings.HasPrefix(typ, "group.") || strings.HasPrefix(typ, "lotr.")) {
			t.Logf("never happened: %s", typ)
			unseen++
		}
	}
	if unseen > 14 {
		t.Errorf("%d event types of a group never happened: the games are too poor to compare by", unseen)
	}
}

func agree(t *testing.T, l *played.Log, seen map[string]int) {
	t.Helper()
	s, b := coordinator.Initial(), board.New("spring", "one")
	for _, r := range l.All("spring") {
		ps, err := vocabulary.All().DecodeAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ps {
			seen[p.EventType()]++
		}
		s = coordinator.Apply(s, coordinator.Applied{Version: r.Version, Command: r.Command, Events: ps})
		b = board.Apply(b, r, ps)
		if diff := compare(s, b.Group); diff != "" {
			t.Fatalf("after commit %d (%s %s): %s", r.Version, r.Command.Type, r.Command.Data, diff)
		}
		for _, want := range s.Tables {
			if have := b.Games[want.ID]; !reflect.DeepEqual(plain(have), plain(want.Table)) {
				t.Fatalf("after commit %d (%s): the game at %s is\n%+v\ndecider\n%+v", r.Version, r.Command.Type, want.ID, have, want.Table)
			}
		}
	}
}

// plain returns a game without what differs between a value and its stored form: lists that are empty
// or nil, and the lines of decks.
func plain(t rules.Table) any {
	t.Decks = nil
	b, err := json.Marshal(t)
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(string(b), "[]", "null")
}

func compare(s coordinator.State, g board.Group) string {
	switch {
	case string(s.Phase) != g.Phase:
		return fmt.Sprintf("phase: board %s, decider %s", g.Phase, s.Phase)
	case s.Round != g.Round, s.City != g.City.Strength, s.Paused != g.Paused, s.DolGuldurAt != g.DolGuldurAt:
		return fmt.Sprintf("group: board round %d city %d paused %v at %s, decider %d %d %v %s",
			g.Round, g.City.Strength, g.Paused, g.DolGuldurAt, s.Round, s.City, s.Paused, s.DolGuldurAt)
	case s.Result.Reason != g.Result.Reason || len(s.Queue) != len(g.Queue):
		return fmt.Sprintf("result %q, decider %q; %d steps, decider %d", g.Result.Reason, s.Result.Reason, len(g.Queue), len(s.Queue))
	case s.Round > 0 && !slices.Equal(s.Waiting(), g.Barrier.Waiting):
		return fmt.Sprintf("waiting: board %v, decider %v", g.Barrier.Waiting, s.Waiting())
	}
	if diff := compareReviews(s, g); diff != "" {
		return diff
	}
	for i, st := range s.Queue {
		if q := g.Queue[i]; q.ID != st.ID || state(st.State) != q.State || q.Choice != st.Choice {
			return fmt.Sprintf("step %d: board %s %s %s, decider %s %s %s", i, q.ID, q.State, q.Choice, st.ID, st.State, st.Choice)
		}
	}
	for i, t := range s.Tables {
		if diff := compareTable(s, t, g.Tables[i]); diff != "" {
			return "table " + string(t.ID) + ": " + diff
		}
	}
	return ""
}

// review has judges rule, sign and disagree, and tables flag entries; what the state of the game does not
// allow is refused.
func review(l *played.Log, id events.StreamID) {
	judy, omar := events.Actor{Role: events.RoleJudge, Person: "p-90"}, events.Actor{Role: events.RoleJudge, Person: "p-91"}
	table := l.State(id).Tables[0].ID
	l.Do(id, judy, lotr.Rule{Reason: "looked at", Verdict: group.VerdictStands})
	ruling := l.State(id).Version()
	l.Do(id, omar, group.Countersign{Ruling: ruling})
	l.Do(id, omar, group.DisputeRuling{Ruling: ruling, Reason: "on second thoughts"})
	for range 4 {
		n := l.State(id).Version()
		l.Do(id, judy, group.FlagEntry{Table: table, Entry: n, Reason: "why?"})
	}
	n := l.State(id).Version()
	l.Do(id, judy, group.TakeBackFlag{Table: table, Flag: n})
	l.Do(id, judy, group.ResolveFlag{Flag: n - 1, Outcome: group.FlagDismissed, Reason: "no"})
	l.Do(id, judy, lotr.Rule{Reason: "looked at", Verdict: group.VerdictStands, Corrects: ruling, Flag: n - 2})
}

func compareReviews(s coordinator.State, g board.Group) string {
	for i, have := range g.Rulings {
		want := s.Rulings[len(s.Rulings)-1-i]
		if want.Version != have.Version || want.Awaits() != have.Awaits() || want.Replaced != have.Replaced {
			return fmt.Sprintf("ruling %+v, decider %+v", have, want)
		}
	}
	var open, want []events.Version
	for _, f := range g.OpenFlags() {
		open = append(open, f.Version)
	}
	for _, f := range s.Flags {
		if f.Outcome == "" {
			want = append(want, f.Version)
		}
	}
	if !slices.Equal(open, want) {
		return fmt.Sprintf("open flags %v, decider %v", open, want)
	}
	return ""
}

func state(s coordinator.StepState) string {
	if s == coordinator.StepOpen {
		return board.StepNow
	}
	return string(s)
}

func compareTable(s coordinator.State, t coordinator.Table, b board.Table) string {
	c := rules.Context{Scenario: s.Scenario, Epic: s.Mode == "epic", Round: s.Round, City: s.City}
	entry, _ := s.Withdrawable(t.ID)
	var last events.CommandID
	if b.LastEntry != nil {
		last = b.LastEntry.Command
	}
	revealed := ""
	if t.Revealed != nil {
		revealed = t.Revealed.Card.Name
	}
	limit := t.StageCap
	if t.Stage == "" {
		limit = b.ProgressCap
	}
	want := fmt.Sprint(t.Stage, t.Progress, limit, t.Resources, t.Phase, t.Refreshed, t.FirstPlayer, t.Archery,
		t.PowerInPlay, t.PowerProgress, t.PowerBy, t.Ended, t.Recorder, t.Captain, entry, revealed, len(t.Victory), t.Stages)
	have := fmt.Sprint(b.Stage, b.Progress, b.ProgressCap, b.Resources, b.Phase, b.Refreshed, b.FirstPlayer, b.Archery,
		b.PowerInPlay, b.PowerProgress, b.PowerBy, b.Ended, b.Recorder, b.Captain, last, b.Revealed, len(b.Victory), b.Stages)
	if want != have {
		return fmt.Sprintf("\nboard   %s\ndecider %s", have, want)
	}
	if t.Stage == "" {
		return ""
	}
	if st, ar := rules.StagingThreat(c, t.Table), rules.ArcheryTotal(t.Table); st != b.StagingThreat || ar != b.ArcheryTotal {
		return fmt.Sprintf("staging threat %d archery %d, decider %d %d", b.StagingThreat, b.ArcheryTotal, st, ar)
	}
	if siege := siegeNow(t); siege != b.SiegeRound {
		return fmt.Sprintf("siege of this round %d, decider %d", b.SiegeRound, siege)
	}
	if diff := compareCards(c, t, b); diff != "" {
		return diff
	}
	return comparePlayers(t, b)
}

func siegeNow(t coordinator.Table) int {
	n := t.Adjusted
	for _, it := range t.Scored {
		if it.Siege != nil {
			n += *it.Siege
		}
	}
	return max(0, n)
}

func compareCards(c rules.Context, t coordinator.Table, b board.Table) string {
	if len(t.Enemies) != len(b.Enemies) || len(t.Locations) != len(b.Locations) || len(t.Lorien) != len(b.Lorien) {
		return fmt.Sprintf("%d enemies %d locations %d Lórien, decider %d %d %d",
			len(b.Enemies), len(b.Locations), len(b.Lorien), len(t.Enemies), len(t.Locations), len(t.Lorien))
	}
	for i, e := range t.Enemies {
		x := b.Enemies[i]
		if e.Number != x.Number || e.Player != x.Player || e.Damage != x.Damage || rules.Indestructible(c, e) != x.Indestructible {
			return fmt.Sprintf("enemy %+v, decider %+v", x, e)
		}
	}
	for i, l := range t.Locations {
		x := b.Locations[i]
		if l.Number != x.Number || l.Active != x.Active || l.Progress != x.Progress || (t.Barred(l) != "") != (x.Barred != "") {
			return fmt.Sprintf("location %+v, decider %+v", x, l)
		}
	}
	for i, l := range t.Lorien {
		if x := b.Lorien[i]; x != (board.Lorien{Card: l.Card, Player: l.Player, Damage: l.Damage, Progress: l.Progress}) {
			return fmt.Sprintf("Lórien card %+v, decider %+v", x, l)
		}
	}
	return ""
}

func comparePlayers(t coordinator.Table, b board.Table) string {
	if len(t.Players) != len(b.Players) || t.PlayersIn() != b.PlayersLeft {
		return fmt.Sprintf("%d players, %d left; decider %d and %d", len(b.Players), b.PlayersLeft, len(t.Players), t.PlayersIn())
	}
	for i, p := range t.Players {
		x := b.Players[i]
		if p.ID != x.ID || p.Threat != x.Threat || p.Out != x.Out || p.Elimination != x.Elimination || p.HeroesUp() != x.HeroesLeft {
			return fmt.Sprintf("player %+v, decider %+v", x, p)
		}
		for j, h := range p.Heroes {
			if y := x.Heroes[j]; h.Title != y.Title || h.Damage != y.Damage || h.Dead != y.Dead {
				return fmt.Sprintf("hero %+v, decider %+v", y, h)
			}
		}
	}
	return ""
}
