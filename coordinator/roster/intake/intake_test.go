package intake_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/roster/intake"
	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

const cupID events.GroupID = "cup"

var boss = events.Actor{Role: events.RoleOrganiser, Person: "p-900"}

// cup is a tournament with the people of its gathering.
type cup struct {
	t     *testing.T
	s     decider.State
	names map[events.PersonID]string
	next  int // number of the next person
	made  []string
}

func newCup(t *testing.T, r tournament.Rules, first int) *cup {
	t.Helper()
	c := &cup{t: t, s: decider.Initial(), names: map[events.PersonID]string{}, next: first}
	c.do(tournament.OpenTournament{Name: "Cup", Rules: r, Seed: 7})
	return c
}

func (c *cup) person(name string) events.PersonID {
	id := events.PersonID(fmt.Sprintf("p-%d", c.next))
	c.next++
	c.names[id] = name
	return id
}

func (c *cup) try(body events.CommandBody) error {
	made, err := decider.Decide(c.s, coordinator.Command{Group: cupID, Actor: boss, Body: body})
	if err != nil {
		return err
	}
	v := c.s.Version() + 1
	c.s = decider.Apply(c.s, coordinator.Applied{Version: v, Command: events.Command{ID: events.CommandID(fmt.Sprint(v))}, Events: made})
	c.made = append(c.made, body.CommandType())
	return nil
}

func (c *cup) do(body events.CommandBody) {
	c.t.Helper()
	if err := c.try(body); err != nil {
		c.t.Fatalf("%s: %v", body.CommandType(), err)
	}
}

// acked gives a command with the acknowledgement of its preview, if it needs one.
func (c *cup) acked(body func(ack string) events.CommandBody) {
	c.t.Helper()
	says, err := decider.Preview(c.s, coordinator.Command{Group: cupID, Actor: boss, Body: body("")})
	if err != nil {
		c.t.Fatal(err)
	}
	c.do(body(says.Ack))
}

func (c *cup) enter(names ...string) {
	c.t.Helper()
	reg := tournament.Register{}
	for i, n := range names {
		reg.Entrants = append(reg.Entrants, tournament.Entrant{Player: c.person(n), Club: []string{"Bree", "", "=Dale"}[i%3], Rating: 1500 + 10*i, Code: fmt.Sprintf("C%d", c.next)})
	}
	c.do(reg)
}

// play pairs and publishes the next round, with results of every kind.
func (c *cup) play() {
	c.t.Helper()
	n := len(c.s.Rounds) + 1
	c.do(tournament.PairRound{Round: n})
	c.do(tournament.PublishRound{Round: n})
	for i, t := range c.s.Rounds[n-1].Tables {
		a, b := t.Seats[0], t.Seats[1]
		res := []tournament.Result{
			{Kind: tournament.Played, Lines: []tournament.Line{{Entrant: a, Games: 2}, {Entrant: b, Games: 1}}},
			{Kind: tournament.Unfinished, Lines: []tournament.Line{{Entrant: a, Games: 1}, {Entrant: b, Games: 1}}, Drawn: 1},
			{Kind: tournament.IntentionalDraw},
			{Kind: tournament.Forfeit, Lines: []tournament.Line{{Entrant: b, Forfeits: true}}},
			{Kind: tournament.DoubleLoss},
		}[(i+n)%5]
		c.do(tournament.EnterResult{Round: n, Table: t.N, Result: res})
	}
}

func (c *cup) known() []intake.Known {
	var out []intake.Known
	for n := 1; n < c.next; n++ {
		id := events.PersonID(fmt.Sprintf("p-%d", n))
		if name, ok := c.names[id]; ok {
			k := intake.Known{ID: id, Name: name}
			if e, in := c.s.EntrantOf(id); in {
				k.N, k.Club, k.Code = e.N, e.Club, e.Code
			}
			out = append(out, k)
		}
	}
	return out
}

// exported are the entrants as an export writes them.
func (c *cup) exported() []exchange.Entrant {
	var out []exchange.Entrant
	for _, e := range c.s.Entrants {
		if e.Waiting || e.Into != 0 {
			continue
		}
		x := exchange.Entrant{ID: e.Player, Name: c.names[e.Player], Code: e.Code, Club: e.Club, Rating: e.Rating, Dropped: e.Dropped}
		if e.Late > 1 {
			x.From, x.Missed = e.Late, e.Late-1
		}
		out = append(out, x)
	}
	return out
}

func (c *cup) look(ask intake.Ask) (intake.File, []intake.Row) {
	f := intake.Read(ask.Text, c.exported())
	return f, intake.Resolve(f, c.s.Log, c.known(), ask.Choices)
}

// take takes a file in up to a number of steps, as a program does that shows consequences and acknowledges
// them; it returns how many steps that were.
func (c *cup) take(ask intake.Ask, most int) int {
	c.t.Helper()
	for n := range most {
		f, rows := c.look(ask)
		step, left := intake.Next(c.s.Log, f, rows, ask)
		if !left {
			return n
		}
		if step.Says == "" {
			c.t.Error("a step without words")
		}
		body := step.Command
		if body == nil {
			reg := tournament.Register{Source: "a file", Reason: ask.Reason}
			for _, i := range step.Enter {
				r := rows[i]
				if r.State == intake.RowNew {
					r.Person = c.person(r.Name)
				}
				reg.Entrants = append(reg.Entrants, tournament.Entrant{Player: r.Person, Code: r.Code, Club: r.Club, Rating: r.Rating})
			}
			body = reg
		}
		c.acked(func(ack string) events.CommandBody {
			switch b := body.(type) {
			case tournament.Register:
				b.Ack = ack
				return b
			case tournament.ImportRound:
				b.Ack = ack
				return b
			default:
				return b
			}
		})
	}
	return most
}

// said are the standings by name.
func (c *cup) said() string {
	c.t.Helper()
	table, err := c.s.Standings(tournament.StageMain)
	if err != nil {
		c.t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range table.Rows {
		fmt.Fprintf(&b, "%s %v %d %d-%d-%d+%d", c.names[r.Player], r.Dropped, r.Played, r.Won, r.Drawn, r.Lost, r.Byes)
		for _, cell := range r.Cells {
			if cell.Kind != standings.Lots {
				fmt.Fprintf(&b, " %s", cell.Value)
			}
		}
		b.WriteByte('\n')
	}
	lines := strings.Split(b.String(), "\n") // lots, and so equal places, may differ
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// paired are the pairings by name.
func (c *cup) paired() string {
	var out []string
	for _, r := range c.s.Rounds {
		for _, t := range r.Tables {
			var names []string
			for _, n := range t.Seats {
				names = append(names, c.names[c.s.Entrants[n-1].Player])
			}
			res, _ := t.Result()
			out = append(out, fmt.Sprint(r.N, t.N, names, res.Kind, res.Drawn))
		}
		for _, b := range r.Byes {
			out = append(out, fmt.Sprint(r.N, c.names[c.s.Entrants[b.Entrant-1].Player], b.Kind))
		}
	}
	return strings.Join(out, "\n")
}

func (c *cup) rounds() []standings.Round { return c.s.Played(tournament.StageMain).Rounds }

var swiss = tournament.Rules{Format: tournament.FormatSwiss, Rounds: 4, BestOf: 3, LateUntil: 3, LatePoints: "1", Sides: []string{"Free Peoples", "Shadow"}}

// eventful is a tournament with a late entry, drops, a return, an odd number and a grant.
func eventful(t *testing.T) *cup {
	t.Helper()
	c := newCup(t, swiss, 1)
	c.enter("Ana Silva", "Björk", "=1+1", "Ана", "李小龍", "Silva, Ana", "Gimli", "Never Came", "Hana")
	c.do(tournament.Drop{Entrant: 8})
	c.do(tournament.StartTournament{})
	c.do(tournament.GrantBye{Entrant: 9, Round: 2, Kind: tournament.ByeHalf, Reason: "a train"})
	c.play()
	c.do(tournament.Drop{Entrant: 3, Reason: "tired"})
	c.do(tournament.Drop{Entrant: 5})
	c.play()
	c.do(tournament.Return{Entrant: 5})
	c.enter("Late Larry")
	c.play()
	c.do(tournament.Drop{Entrant: 1})
	return c
}

// Export, then import into a new tournament of another gathering, where everybody has another id: the same
// players, pairings and standings.
//
// Source: issue 4, "Players and registration", "Tournaments".
func TestATournamentGoesOutAndComesInAsItWas(t *testing.T) {
	old := eventful(t)
	text, err := exchange.WriteJSON(old.exported(), old.rounds())
	if err != nil {
		t.Fatal(err)
	}
	c := newCup(t, swiss, 100)
	c.person("Björk") // somebody is known already
	c.take(intake.Ask{Text: string(text), Source: "cup.json", Reason: "played elsewhere"}, 100)
	if got, want := c.paired(), old.paired(); got != want {
		t.Errorf("paired\n%s\nwant\n%s", got, want)
	}
	if got, want := c.said(), old.said(); got != want {
		t.Errorf("the standings are\n%s\nwant\n%s", got, want)
	}
	if got, want := players(c), players(old); got != want {
		t.Errorf("players\n%s\nwant\n%s", got, want)
	}
	if len(c.s.Integrity) != 4 { // the late entry and three rounds
		t.Errorf("%d integrity entries", len(c.s.Integrity))
	}
	f, rows := c.look(intake.Ask{Text: string(text)})
	if got := intake.ReportOf(c.s.Log, f, rows, intake.Ask{Text: string(text)}); got.Next != "" || got.Done != got.Total || got.Total == 0 {
		t.Errorf("after it is in there is left: %+v", got)
	}
}

func players(c *cup) string {
	var out []string
	for _, e := range c.exported() {
		e.ID = ""
		b, err := json.Marshal(e)
		if err != nil {
			c.t.Fatal(err)
		}
		out = append(out, string(b))
	}
	return strings.Join(out, "\n")
}

func TestPlayersGoOutAndComeInAsCSV(t *testing.T) {
	old := newCup(t, swiss, 1)
	old.enter("Ana Silva", "Björk", "=1+1", "Ана", "李小龍", "\u2019", "'=x")
	c := newCup(t, swiss, 50)
	text := exchange.WritePlayers(old.exported())
	if !strings.Contains(string(text), ",'=1+1,") || !strings.Contains(string(text), ",'=Dale,") {
		t.Errorf("a spreadsheet would take that for a formula:\n%s", text)
	}
	if n := c.take(intake.Ask{Text: string(text)}, 9); n != 1 {
		t.Errorf("%d steps", n)
	}
	if got, want := players(c), players(old); got != want {
		t.Errorf("players\n%s\nwant\n%s", got, want)
	}
}

func TestAReportOfATwoPlayerSwissComesIn(t *testing.T) {
	plain := swiss
	plain.Sides, plain.BestOf = nil, 0
	old := newCup(t, plain, 1)
	old.enter("Ana", "Björk", "Chiara", "Dmitri", "Elif")
	old.do(tournament.StartTournament{})
	old.play()
	old.play()
	table, err := old.s.Standings(tournament.StageMain)
	if err != nil {
		t.Fatal(err)
	}
	text, err := exchange.WriteTRF(exchange.Event{Name: "Cup", Rounds: 4}, old.exported(), old.rounds(), table)
	if err != nil {
		t.Fatal(err)
	}
	c := newCup(t, plain, 30)
	ask := intake.Ask{Text: string(text), Source: "cup.trf", Reason: "from the old program"}
	c.take(ask, 30)
	points := func(c *cup) string {
		var out []string
		table, err := c.s.Standings(tournament.StageMain)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range table.Rows {
			out = append(out, fmt.Sprint(c.names[r.Player], r.Cells[0].Value, r.Won, r.Drawn, r.Lost, r.Byes))
		}
		slices.Sort(out)
		return strings.Join(out, "; ")
	}
	if got, want := points(c), points(old); got != want {
		t.Errorf("points %s, want %s", got, want)
	}
}

func TestResultsComeInByNameWhereIdsAreThoseOfAnotherGathering(t *testing.T) {
	old := eventful(t)
	results := exchange.WriteMatches(old.exported(), old.rounds()[:1])
	c := newCup(t, swiss, 3) // p-3 is somebody else here
	c.enter("Hana", "Gimli", "李小龍", "Silva, Ana", "Ана", "=1+1", "Björk", "Ana Silva")
	c.take(intake.Ask{Text: string(results), Reason: "by paper"}, 10)
	first := func(c *cup) []string {
		lines := strings.Split(c.paired(), "\n")
		return lines[:4]
	}
	if got, want := first(c), first(old); !slices.Equal(got, want) {
		t.Errorf("paired %q, want %q", got, want)
	}
}

// An import that stops in the middle goes on where it stopped, also as a new import of the same file.
func TestABigImportGoesInBySeveralCommandsAndGoesOnAfterAnError(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,club\n")
	for i := range 250 {
		fmt.Fprintf(&b, "Player %d of %d,Bree\n", i*i+11, i+300)
	}
	c := newCup(t, tournament.Rules{Format: tournament.FormatSwiss}, 1)
	ask := intake.Ask{Text: b.String()}
	if n := c.take(ask, 2); n != 2 || len(c.s.Entrants) != 200 {
		t.Fatalf("after %d steps %d are entered", n, len(c.s.Entrants))
	}
	f, rows := c.look(ask)
	if r := intake.ReportOf(c.s.Log, f, rows, ask); r.Done != 200 || r.Total != 250 || r.Next != "enters 50 players" {
		t.Errorf("%d of %d, next %q", r.Done, r.Total, r.Next)
	}
	if n := c.take(ask, 9); n != 1 || len(c.s.Entrants) != 250 || c.next != 251 {
		t.Errorf("after %d steps more %d are entered, %d are known", n, len(c.s.Entrants), c.next-1)
	}
	if n := c.take(ask, 9); n != 0 {
		t.Errorf("the same file again: %d steps", n)
	}
}

func TestEveryLineIsSaidWhatBecomesOfIt(t *testing.T) {
	c := newCup(t, tournament.Rules{Format: tournament.FormatSwiss}, 1)
	c.enter("Ana Maria Silva", "Björk")
	c.person("Known Karl")
	text := "name,code,club,rating,dropped,contact\n" +
		"bjork,,,,,\n" + // 2 like number 2
		"Silva Ana M.,,,,,ana@example.org\n" + // 3 like number 1
		"known karl,K1,,,,\n" + // 4 known
		"BJÖRK,,,,,\n" + // 5 in
		"\u202eevil,,,,,\n" + // 6 refused
		"Dora,bad code,,,,\n" + // 7 refused
		"Elif,K1,,,,\n" + // 8 the code of line 4
		"Farid,,,99999,,\n" + // 9 refused by the reader
		"Gone,,,,yes,\n" + // 10 left out
		"Hana,c2,,,,\n" + // 11 the code of number 1
		"Known Karl,,,,,\n" // 12 like line 4
	f, rows := c.look(intake.Ask{Text: text})
	if len(f.Refused) != 2 || f.Refused[0].Line != 8 || f.Refused[1].Line != 9 {
		t.Errorf("refused: %v", f.Refused)
	}
	want := map[int]string{2: "new", 3: "new", 4: "known p-3", 5: "in p-2", 6: "refused", 7: "refused", 10: "out", 11: "refused", 12: "new"}
	likes := map[int]string{2: "p-2", 3: "p-1", 11: "p-1", 12: "p-3"}
	for _, r := range rows {
		got := strings.TrimSpace(r.State + " " + string(r.Person))
		if got != want[r.Line] {
			t.Errorf("line %d, %s: %s (%s), want %s", r.Line, r.Name, got, r.Says, want[r.Line])
		}
		if (r.State == intake.RowRefused || r.State == intake.RowOut) != (r.Says != "") {
			t.Errorf("line %d is told %q", r.Line, r.Says)
		}
		got = ""
		if len(r.Alike) > 0 {
			got = string(r.Alike[0].Person.ID)
		}
		if got != likes[r.Line] {
			t.Errorf("line %d is like %q, want %q", r.Line, got, likes[r.Line])
		}
	}
	ask := intake.Ask{Text: text, Choices: map[int]string{2: "p-2", 3: intake.ChooseNew, 10: intake.ChooseNew, 12: intake.ChooseOut}}
	_, rows = c.look(ask)
	for _, r := range rows {
		want := map[int]string{2: "refused", 3: "new", 5: "in p-2", 10: "new", 12: "out"}[r.Line]
		if got := strings.TrimSpace(r.State + " " + string(r.Person)); want != "" && r.Line != 2 && r.Line != 5 && got != want || len(r.Alike) > 0 && r.Line == 3 {
			t.Errorf("line %d: %s, want %s", r.Line, got, want)
		}
	}
}

// Nothing of the rounds is taken in while somebody whom they name is not entered.
func TestRoundsWaitForTheirPlayers(t *testing.T) {
	old := newCup(t, swiss, 1)
	old.enter("Ana", "Björk", "Chiara", "Dmitri")
	old.do(tournament.StartTournament{})
	old.play()
	list := old.exported()
	list[2].Code = "not a code"
	text, err := exchange.WriteJSON(list, old.rounds())
	if err != nil {
		t.Fatal(err)
	}
	c := newCup(t, swiss, 1)
	ask := intake.Ask{Text: string(text), Reason: "x"}
	c.take(ask, 9)
	f, rows := c.look(ask)
	r := intake.ReportOf(c.s.Log, f, rows, ask)
	if c.s.Started() || len(c.s.Entrants) != 3 || len(r.Notes) != 1 || r.Next != "" {
		t.Errorf("started %v, %d entered, notes %q", c.s.Started(), len(c.s.Entrants), r.Notes)
	}
	ask.Choices = map[int]string{3: "p-77"}
	if _, rows = c.look(ask); rows[2].State != intake.RowRefused {
		t.Errorf("a choice makes line 3 %s", rows[2].State)
	}
}

func TestARoundThatIsHereOtherwiseIsSaidAndLeftAlone(t *testing.T) {
	old := eventful(t)
	text, err := exchange.WriteJSON(old.exported(), old.rounds())
	if err != nil {
		t.Fatal(err)
	}
	c := eventful(t)
	table := c.s.Rounds[0].Tables[0]
	c.acked(func(ack string) events.CommandBody {
		return tournament.CorrectResult{Round: 1, Table: 1, Was: table.Stands, Result: tournament.Result{Kind: tournament.DoubleLoss}, Reason: "x", Ack: ack}
	})
	ask := intake.Ask{Text: string(text), Reason: "x"}
	f, rows := c.look(ask)
	r := intake.ReportOf(c.s.Log, f, rows, ask)
	if !strings.Contains(r.Rounds[0].Says, "has another result at table 1") || r.Rounds[1].Says != "" || r.Rounds[1].Done != r.Rounds[1].Results {
		t.Errorf("%+v", r.Rounds)
	}
	if n := c.take(ask, 9); n != 0 {
		t.Errorf("%d steps", n)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("name,code\nAna,A1\nAna,A1\n,\n")
	f.Add("round,player,table\n1,p-1,1\n1,p-2,1\n")
	f.Add("001    1      Ana                                                           0.0    1\n")
	f.Add(`{"format":"muster.tournament.v1","players":[{"id":"p-1","name":"A"}],"rounds":[{"n":1,"matches":[{"bye":"half","seats":[{"player":"p-1"}]}]}]}`)
	c := &cup{t: nil, s: decider.Initial(), names: map[events.PersonID]string{}, next: 1}
	if err := c.try(tournament.OpenTournament{Name: "Cup", Rules: swiss, Seed: 1}); err != nil {
		f.Fatal(err)
	}
	if err := c.try(tournament.Register{Entrants: []tournament.Entrant{{Player: c.person("Ana")}, {Player: c.person("Björk")}}}); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ask := intake.Ask{Text: text}
		file, rows := c.look(ask)
		intake.Next(c.s.Log, file, rows, ask)
		intake.ReportOf(c.s.Log, file, rows, ask)
	})
}
