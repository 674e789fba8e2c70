package tournament_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/tournament"
)

var update = flag.Bool("update", false, "write the golden views anew")

var swiss = log.Rules{Format: log.FormatSwiss, Rounds: 3, BestOf: 3, Minutes: 50, SelfReport: true}

// golden compares with a file that is kept for ever.
func golden(t *testing.T, name, have string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(have+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSuffix(string(want), "\n") != have {
		t.Errorf("%s differs; look at it, and write it anew with -update if the change is meant", name)
	}
}

// played is a tournament with a bye, a drop, a corrected result, a freeze and a half-entered third round.
func played(t *testing.T) *cup {
	t.Helper()
	c := newCup(t, swiss, 7)
	c.do(organiser, log.StartTournament{})
	c.begin(1)
	c.finish(1)
	c.begin(2)
	c.finish(2)
	r, _ := c.state.Round(2)
	c.acked(judge, func(ack string) events.CommandBody {
		return log.CorrectResult{Round: 2, Table: 1, Was: r.Tables[0].Stands, Result: c.won(2, 1, 1), Reason: "the slip was read upside down", Ack: ack}
	})
	c.do(organiser, log.Drop{Entrant: 7, Reason: "train"})
	c.begin(3)
	r, _ = c.state.Round(3)
	c.do(phone(r.Tables[0].Seats[0]), log.EnterResult{Round: 3, Table: 1, Result: c.won(3, 1, 0)})
	return c
}

func TestAPlayedTournamentGivesItsViews(t *testing.T) {
	c := played(t)
	golden(t, "public.json", text(t, c.view(false)))
	golden(t, "officials.json", text(t, c.view(true)))
}

// What is folded commit by commit, kept on disk in between, or folded at once is the same.
func TestFoldingAgainGivesTheSame(t *testing.T) {
	c := played(t)
	c.do(organiser, log.FreezeStandings{})
	c.finish(3)
	again, disk := tournament.New("spring", id), tournament.New("spring", id)
	for _, r := range c.commits {
		again = tournament.Apply(again, r, c.decode(r))
		b, err := json.Marshal(tournament.Apply(disk, r, c.decode(r)))
		if err != nil {
			t.Fatal(err)
		}
		disk = tournament.Stored{}
		if err := json.Unmarshal(b, &disk); err != nil {
			t.Fatal(err)
		}
	}
	want := text(t, c.kept)
	for name, have := range map[string]tournament.Stored{"again": again, "from disk": disk} {
		if text(t, have) != want {
			t.Errorf("folded %s, the tournament is another", name)
		}
		for _, officials := range []bool{false, true} {
			have, err := tournament.Of(have, officials)
			if err != nil || text(t, have) != text(t, c.view(officials)) {
				t.Errorf("folded %s, the view (officials %v) is another: %v", name, officials, err)
			}
		}
	}
}

// Source: cases/README.md, 14.
func TestWhileFrozenTheViewOfEverybodyDoesNotChangeByOneByte(t *testing.T) {
	c := played(t)
	c.do(organiser, log.FreezeStandings{})
	shown, line := text(t, c.view(false)), text(t, tournament.LineOf(c.kept))
	name := func(p events.PersonID) string { return string(p) }
	export := func() string {
		x, err := tournament.ExportOf(c.kept, false, name)
		if err != nil {
			t.Fatal(err)
		}
		return text(t, x)
	}
	given := export()
	steps := []func(){
		func() { c.finish(3) },
		func() {
			r, _ := c.state.Round(1)
			c.acked(judge, func(ack string) events.CommandBody {
				return log.CorrectResult{Round: 1, Table: 2, Was: r.Tables[1].Stands, Result: c.won(1, 2, 1), Reason: "swapped", Ack: ack}
			})
		},
		func() { c.do(organiser, log.Drop{Entrant: 2}) },
		func() {
			rules := swiss
			rules.Rounds = 4
			c.acked(organiser, func(ack string) events.CommandBody {
				return log.ChangeRules{Rules: rules, Reason: "a fourth round", Ack: ack}
			})
		},
		func() { c.begin(4) },
		func() { c.do(organiser, log.PauseClock{Round: 4, At: 1_100_000, Reason: "fire alarm"}) },
		func() { c.do(organiser, log.ResumeClock{Round: 4, At: 1_200_000}) },
		func() { c.finish(4) },
		func() { c.do(organiser, log.EndTournament{}) },
	}
	for i, step := range steps {
		before := text(t, c.view(true))
		step()
		if text(t, c.view(false)) != shown || text(t, tournament.LineOf(c.kept)) != line || export() != given {
			t.Fatalf("after step %d everybody sees something else than when the standings were frozen", i+1)
		}
		if text(t, c.view(true)) == before {
			t.Fatalf("step %d changed nothing for officials", i+1)
		}
		if v := c.view(true); !v.Hidden || !v.Badge {
			t.Fatalf("officials are not told that the view of others stands still: %+v", v.Status)
		}
	}
	c.do(organiser, log.ThawStandings{})
	if v := c.view(false); v.Status != log.StatusThawed || v.Rounds[3].Open != 0 || v.Hidden {
		t.Errorf("after the thaw: status %s", v.Status)
	}
}

// What only waits is seen by officials and at the table, not by everybody.
func TestAnEntryThatWaitsIsForTheTableAndOfficials(t *testing.T) {
	c := played(t)
	if v := c.view(false).Rounds[2].Tables[0]; v.State != tournament.TableOpen || len(v.Entries) != 0 {
		t.Errorf("everybody sees %+v", v)
	}
	if v := c.view(true).Rounds[2].Tables[0]; v.State != tournament.TableEntered || len(v.Entries) != 1 {
		t.Errorf("officials see %+v", v)
	}
	r, _ := c.state.Round(3)
	seats := r.Tables[0].Seats
	own, ok := tournament.MineOf(c.kept, person(seats[0]))
	if !ok || own.MayConfirm || !own.MayEnter || own.Table.State != tournament.TableEntered {
		t.Errorf("who entered sees %+v", own)
	}
	other, ok := tournament.MineOf(c.kept, person(seats[1]))
	if !ok || !other.MayConfirm || other.Pending != 1 {
		t.Errorf("the other side sees %+v", other)
	}
	c.do(phone(seats[1]), log.ConfirmResult{Round: 3, Table: 1, Entry: other.Pending})
	if own, _ = tournament.MineOf(c.kept, person(seats[0])); own.Table.State != tournament.TableStands || own.MayEnter {
		t.Errorf("after the confirmation: %+v", own)
	}
	if _, ok := tournament.MineOf(c.kept, "p-999"); ok {
		t.Error("somebody who did not enter has an entry")
	}
}

func TestStandingsSayWhoMovedAndWhatEveryNumberIsMadeOf(t *testing.T) {
	c := played(t)
	st := c.view(false).Standings[0]
	if st.Since != 2 || len(st.Moved) == 0 {
		t.Fatalf("moved since %d: %v", st.Since, st.Moved)
	}
	sum := 0
	for _, row := range st.Table.Rows {
		for _, cell := range row.Cells {
			if cell.Again().Cmp(cell.Value) != 0 {
				t.Errorf("%s: %s is %s by its terms and %s as shown", row.Player, cell.Kind, cell.Again(), cell.Value)
			}
			sum += len(cell.Terms)
		}
	}
	if sum == 0 {
		t.Error("no number has terms")
	}
}

// Whoever is paired by the rules is told why; a table set by hand has no reasons of the rules.
func TestEveryTableOfAPairingSaysWhy(t *testing.T) {
	c := played(t)
	for _, r := range c.view(true).Rounds {
		for _, tb := range r.Tables {
			if len(tb.Why) == 0 {
				t.Errorf("round %d, table %d does not say why", r.N, tb.N)
			}
		}
		for _, b := range r.Byes {
			if len(b.Why) == 0 {
				t.Errorf("round %d: the bye of %s does not say why", r.N, b.Player)
			}
		}
	}
	c.finish(3)
	rules := swiss
	rules.Rounds = 4
	c.acked(organiser, func(ack string) events.CommandBody { return log.ChangeRules{Rules: rules, Reason: "more", Ack: ack} })
	c.do(organiser, log.PairRound{Round: 4})
	r, _ := c.state.Round(4)
	a, b := slices.Clone(r.Tables[0].Seats), slices.Clone(r.Tables[1].Seats)
	a[1], b[1] = b[1], a[1]
	c.acked(organiser, func(ack string) events.CommandBody {
		return log.ChangePairing{Round: 4, Tables: []log.Seating{{Table: 1, Entrants: a}, {Table: 2, Entrants: b}}, Reason: "brothers", Ack: ack}
	})
	now := c.view(true).Rounds[3]
	if len(now.Tables[0].Why) != 0 || len(now.Tables[1].Why) != 0 || len(now.Tables[2].Why) == 0 {
		t.Errorf("after a change by hand: %q, %q, %q", now.Tables[0].Why, now.Tables[1].Why, now.Tables[2].Why)
	}
}

func TestWhatComesNextIsSaid(t *testing.T) {
	c := newCup(t, swiss, 4)
	says := func(want string) {
		t.Helper()
		if have := c.view(true).Next; !strings.Contains(have, want) {
			t.Errorf("next is %q, want %q", have, want)
		}
	}
	says("start the tournament")
	c.do(organiser, log.StartTournament{})
	says("Pair round 1")
	c.do(organiser, log.PairRound{Round: 1})
	says("publish it")
	c.do(organiser, log.PublishRound{Round: 1})
	says("Start round 1")
	c.do(organiser, log.StartRound{Round: 1, At: 1_000_000})
	says("table 1 and 2")
	c.finish(1)
	says("Pair round 2")
	c.begin(2)
	c.finish(2)
	c.begin(3)
	c.finish(3)
	says("End the tournament")
	c.do(organiser, log.EndTournament{})
	says("final")
	c.do(organiser, log.FinaliseTournament{})
	says("Seal")
	c.do(organiser, log.SealTournament{})
	says("over")
}
