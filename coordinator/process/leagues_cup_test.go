package process

import (
	"fmt"
	"strings"
	"testing"

	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
	cup "github.com/muster-events/muster/events/tournament"
)

var friday = events.Tournament(spring, "friday")

// played is a tournament of four that is linked to a league of places, after two rounds in which the
// smaller number won.
func played(t *testing.T, y seasonStory) {
	t.Helper()
	y.give(
		events.League(spring, "places"),
		words.OpenLeague{Name: "Places", Rules: season.Words(rule.SeasonByPlaces()), Walkins: true},
		words.PlanSession{Session: words.Session{ID: "w1", Name: "Week 1"}},
		words.LinkSource{Session: "w1", Source: words.Source{Tournament: "friday"}},
	)
	open := cup.OpenTournament{Name: "Friday", Rules: cup.Rules{Format: cup.FormatSwiss, Rounds: 2}, Seed: 3}
	enter := cup.Register{}
	for n := 1; n <= 4; n++ {
		enter.Entrants = append(enter.Entrants, cup.Entrant{Player: events.PersonID(fmt.Sprintf("p-%d", n))})
	}
	y.give(friday, open, enter, cup.StartTournament{})
	for round := 1; round <= 2; round++ {
		y.give(friday, cup.PairRound{Round: round}, cup.PublishRound{Round: round}, cup.StartRound{Round: round, At: 1})
		now, err := y.s.Tournament(t.Context(), spring, "friday")
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range now.Rounds[round-1].Tables {
			a, b := table.Seats[0], table.Seats[1]
			y.give(friday, cup.EnterResult{Round: round, Table: table.N, Result: cup.Result{
				Kind: cup.Played, Lines: []cup.Line{{Entrant: min(a, b), Games: 2}, {Entrant: max(a, b), Games: 0}},
			}})
		}
	}
}

// placed lists what the league of places has: "p-1 1 (2-0)".
func (y seasonStory) placed() string {
	y.t.Helper()
	s, err := y.s.League(y.t.Context(), spring, "places")
	if err != nil {
		y.t.Fatal(err)
	}
	var out []string
	for _, r := range s.Results {
		if r.Now != nil {
			out = append(out, fmt.Sprintf("%s %d (%d-%d)", r.Now.Players[0], r.Now.Place, r.Now.Wins, r.Now.Losses))
		}
	}
	return strings.Join(out, ", ")
}

func TestAFinishedTournamentScoresInItsSession(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	played(t, y)
	if got := y.placed(); got != "" {
		t.Fatalf("while it is played the league has %q", got)
	}
	y.give(friday, cup.EndTournament{})
	if err := receive(t, told, "the tournament scores"); err != nil {
		t.Fatal(err)
	}
	got := y.placed()
	if !strings.HasPrefix(got, "p-1 1 (2-0)") || strings.Count(got, "(1-1)") != 2 || !strings.Contains(got, "(0-2)") {
		t.Fatalf("the league has %q", got)
	}
	// Its end is taken back: it scores nothing until it ends again.
	back := cup.ReopenTournament{Reason: "a slip was found"}
	says, err := y.s.PreviewTournament(t.Context(), friday, newCommand(t, back))
	if err != nil {
		t.Fatal(err)
	}
	back.Ack = says.Ack
	y.give(friday, back)
	if err := receive(t, told, "the end is taken back"); err != nil {
		t.Fatal(err)
	}
	if now := y.placed(); now != "" {
		t.Fatalf("after the end was taken back the league has %q", now)
	}
	y.give(friday, cup.EndTournament{})
	if err := receive(t, told, "the tournament scores again"); err != nil {
		t.Fatal(err)
	}
	if now := y.placed(); now != got {
		t.Errorf("the league has %q, want %q", now, got)
	}
}

// While the standings of a tournament are frozen its league does not tell how it ended.
func TestAFrozenTournamentScoresWhenItIsThawed(t *testing.T) {
	y := newSeason(t, newRig(t))
	do, told := y.handled()
	y.run(do)
	played(t, y)
	y.give(friday, cup.FreezeStandings{}, cup.EndTournament{})
	g := y.begin("g1") // a mark behind it
	y.link("w1", g)
	y.lose(g)
	if err := receive(t, told, "the mark is scored"); err != nil {
		t.Fatal(err)
	}
	if got := y.placed(); got != "" {
		t.Fatalf("while the standings are frozen the league has %q", got)
	}
	y.give(friday, cup.ThawStandings{})
	if err := receive(t, told, "the tournament scores"); err != nil {
		t.Fatal(err)
	}
	if got := y.placed(); !strings.HasPrefix(got, "p-1 1 (2-0)") {
		t.Errorf("the league has %q", got)
	}
}
