package leagues_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	state "github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/ops/leagues"
	"github.com/muster-events/muster/ops/people"
)

var (
	winter    = events.League("spring", "winter")
	organiser = events.Actor{Role: events.RoleOrganiser}
)

// names are the people of the gathering.
type names []people.Record

func (n names) Records(events.GatheringID) []people.Record { return n }

// unplugged is a server that goes away after some commands.
type unplugged struct {
	leagues.Commander
	left int
}

var errUnplugged = errors.New("unplugged")

func (u *unplugged) Do(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
	if u.left--; u.left < 0 {
		return events.Answer{}, errUnplugged
	}
	return u.Commander.Do(ctx, id, c)
}

type desk struct {
	*leagues.Importer
	t *testing.T
	s *runner.Service
}

// newDesk is a league of so many players, all of whom are known by name, with two sessions.
func newDesk(t *testing.T, players int) *desk {
	t.Helper()
	s := runner.New(runner.Options{Store: memory.New()})
	var known names
	for n := 1; n <= players; n++ {
		known = append(known, people.Record{ID: events.PersonID(fmt.Sprintf("p-%d", n)), Name: fmt.Sprintf("Player %d", n)})
	}
	d := &desk{t: t, s: s, Importer: &leagues.Importer{Commands: s, Service: s, People: known}}
	d.give(league.OpenLeague{Name: "Winter", Rules: season.Words(rules.SeasonByPlaces()), Seed: 1})
	for _, id := range []league.SessionID{"w1", "w2"} {
		d.give(league.PlanSession{Session: league.Session{ID: id, Name: "Week " + string(id)}})
	}
	var file strings.Builder
	file.WriteString("name\n")
	for _, k := range known {
		file.WriteString(k.Name + "\n")
	}
	if r, err := d.Players(t.Context(), organiser, winter, leagues.Ask{Text: []byte(file.String())}); err != nil || !r.Applied {
		t.Fatalf("players: %+v, %v", r, err)
	}
	return d
}

func (d *desk) give(b events.CommandBody) {
	d.t.Helper()
	data, err := json.Marshal(b)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.s.Do(d.t.Context(), winter, events.Command{ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: b.CommandType(), Data: data, Actor: organiser}); err != nil {
		d.t.Fatalf("%T: %v", b, err)
	}
}

func (d *desk) league() state.State {
	d.t.Helper()
	s, err := d.s.League(d.t.Context(), winter.Gathering, winter.Group)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// evening is a file of so many places.
func evening(players int) leagues.Ask {
	var file strings.Builder
	file.WriteString("name,place\n")
	for n := 1; n <= players; n++ {
		fmt.Fprintf(&file, "Player %d,%d\n", n, n)
	}
	return leagues.Ask{Text: []byte(file.String()), Format: leagues.FormatCSV, Session: "w1", Reason: "the paper of the evening"}
}

func (d *desk) results(ask leagues.Ask) leagues.Report {
	d.t.Helper()
	r, err := d.Results(d.t.Context(), organiser, winter, ask)
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// A file of which only a part was recorded goes on where it stopped when it is sent again.
func TestAFileThatWasCutOffGoesOn(t *testing.T) {
	const players = 230
	d := newDesk(t, players)
	ask := evening(players)
	looked := d.results(ask)
	if looked.Commands != 3 || looked.Applied || len(d.league().Results) != 0 {
		t.Fatalf("looked: %+v", looked)
	}
	ask.Previewed = looked.Previewed
	d.Commands = &unplugged{Commander: d.s, left: 1}
	_, err := d.Results(t.Context(), organiser, winter, ask)
	if !errors.Is(err, errUnplugged) || !strings.Contains(err.Error(), "1 of 3 parts") {
		t.Fatalf("cut off: %v", err)
	}
	if n := len(d.league().Results); n != leagues.AtOnce {
		t.Fatalf("%d results are recorded, want those of the first part", n)
	}
	d.Commands = d.s
	if r := d.results(ask); !r.Applied || r.Already {
		t.Fatalf("sent again: %+v", r)
	}
	if r := d.results(ask); !r.Applied || !r.Already {
		t.Errorf("sent a third time: %+v", r)
	}
	s := d.league()
	if len(s.Results) != players || len(s.Marks) != 3 {
		t.Errorf("%d results and %d integrity events, want %d and 3", len(s.Results), len(s.Marks), players)
	}
}

// What has changed since the file was looked at is looked at again.
func TestAPreviewThatIsOutOfDateIsShownAgain(t *testing.T) {
	d := newDesk(t, 3)
	ask := evening(2)
	ask.Previewed = d.results(ask).Previewed
	d.give(league.RecordResults{Session: "w2", Results: []league.Result{{Kind: league.KindPlace, Players: []events.PersonID{"p-3"}, Place: 1}}})
	again := d.results(ask)
	if again.Applied || again.Previewed == ask.Previewed {
		t.Fatalf("recorded with an old preview: %+v", again)
	}
	ask.Previewed = again.Previewed
	if r := d.results(ask); !r.Applied {
		t.Errorf("with the new one: %+v", r)
	}
}

// A file may hold a whole season, session by session; a line of another session than the one asked for is wrong.
func TestAFileMayNameItsSessions(t *testing.T) {
	d := newDesk(t, 2)
	ask := leagues.Ask{
		Text:   []byte(`{"format":"muster.league-results.v1","results":[{"session":"w2","kind":"place","players":["p-1"],"place":1},{"session":"w1","kind":"attendance","players":["Player 2"]}]}`),
		Format: leagues.FormatJSON, Reason: "from last year’s program",
	}
	looked := d.results(ask)
	if looked.Commands != 2 || len(looked.Problems) != 0 {
		t.Fatalf("looked: %+v", looked)
	}
	wrong := ask
	wrong.Session = "w1"
	if r := d.results(wrong); len(r.Problems) != 1 || r.Problems[0].Column != "session" {
		t.Errorf("for one session: %+v", r.Problems)
	}
	ask.Previewed = looked.Previewed
	if r := d.results(ask); !r.Applied || len(d.league().Results) != 2 {
		t.Errorf("done: %+v", r)
	}
}

// Every line that cannot be recorded is told at once, and what is wrong with all of it once.
func TestEveryWrongLineIsTold(t *testing.T) {
	d := newDesk(t, 4)
	d.give(league.DropPlayer{Player: "p-4"})
	ask := evening(4)
	ask.Text = append(ask.Text, "Player 1,2\n"...)
	r := d.results(ask)
	if len(r.Problems) != 2 || r.Problems[0].Line != 5 || !strings.Contains(r.Problems[0].Says, "has dropped") || r.Problems[1].Line != 6 {
		t.Errorf("the problems are %+v", r.Problems)
	}
	ask = evening(3)
	ask.Session = "w9"
	if r := d.results(ask); len(r.Problems) != 1 || r.Problems[0].Line != 0 || !strings.Contains(r.Problems[0].Says, "w9") {
		t.Errorf("no such session: %+v", r.Problems)
	}
	_, err := d.Results(t.Context(), organiser, events.League("spring", "none"), evening(1))
	if no := engine.AsRefusal(err); no == nil || no.Code != state.CodeNotOpened {
		t.Errorf("no such league: %v", err)
	}
	if len(d.league().Results) != 0 {
		t.Error("something was recorded")
	}
}

// Whoever was merged into another is that one, under the name that both have.
func TestAMergedPlayerIsWhoStays(t *testing.T) {
	d := newDesk(t, 3)
	known := d.People.(names)
	known[2].Name = known[0].Name
	d.give(league.DropPlayer{Player: "p-2"})
	ask := leagues.Ask{Text: []byte("name,place\nPlayer 1,1\n"), Format: leagues.FormatCSV, Session: "w1", Reason: "paper"}
	if r := d.results(ask); len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Says, "more than one") {
		t.Fatalf("two of one name: %+v", r)
	}
	merge := league.MergePlayers{From: "p-3", Into: "p-1", Reason: "one person"}
	data, err := json.Marshal(merge)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := d.s.ForeseeLeague(t.Context(), winter, events.Command{ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: merge.CommandType(), Data: data, Actor: organiser})
	if err != nil {
		t.Fatal(err)
	}
	if seen != nil {
		merge.Previewed = seen.Print
	}
	d.give(merge)
	ask.Previewed = d.results(ask).Previewed
	if r := d.results(ask); !r.Applied {
		t.Fatalf("merged: %+v", r)
	}
	if s := d.league(); len(s.Results) != 1 || s.Results[0].Now.Players[0] != "p-1" {
		t.Errorf("recorded %+v", s.Results)
	}
}
