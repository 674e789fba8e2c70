package lotr

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// play is one behaviour: what happened, what is asked, what comes of it or the refusal's code.
type play struct {
	name    string
	c       Context // zero: epic, round 5, city strength 40
	given   []events.Payload
	when    lotr.TableCommand
	then    []events.Payload
	refused engine.Code
}

func run(t *testing.T, plays []play) {
	t.Helper()
	for _, p := range plays {
		t.Run(p.name, func(t *testing.T) {
			t.Helper()
			got, err := DecideTable(contextOf(p.c), fold(p.given), p.when)
			if p.refused != "" {
				mustRefuse(t, err, p.refused)
				return
			}
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			same(t, got, p.then)
		})
	}
}

func contextOf(c Context) Context {
	if c == (Context{}) {
		return Context{Scenario: dolGuldurID, Epic: true, Round: 5, City: 40}
	}
	c.Scenario = dolGuldurID
	return c
}

func mustRefuse(t *testing.T, err error, code engine.Code) {
	t.Helper()
	r := engine.AsRefusal(err)
	if r == nil {
		t.Fatalf("got error %v, want refusal %s", err, code)
	}
	if r.Code != code {
		t.Fatalf("got refusal %v, want %s", r, code)
	}
	if len(r.Says) < 20 {
		t.Errorf("refusal %s says only %q", r.Code, r.Says)
	}
}

// same compares events by their recorded form.
func same(t *testing.T, got, want []events.Payload) {
	t.Helper()
	if g, w := written(t, got), written(t, want); g != w {
		t.Errorf("events:\n got %s\nwant %s", g, w)
	}
}

func written(t rapid.TB, ps []events.Payload) string {
	t.Helper()
	var b strings.Builder
	for _, p := range ps {
		raw, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n  %s %s", p.EventType(), raw)
	}
	return b.String()
}

func fold(es []events.Payload) Table {
	t := Table{ID: "t-1"}
	for _, e := range es {
		t = EvolveTable(t, e)
	}
	return t
}

const (
	dolGuldurID = "attack-on-dol-guldur"

	tid = events.TableID("t-1")
	p1  = events.PersonID("p-1")
	p2  = events.PersonID("p-2")
	p3  = events.PersonID("p-3")
	p4  = events.PersonID("p-4")
)

// decks are the heroes of the players p-1 to p-4. Starting threat: 21, 28, 29, 30.
var decks = [][]group.Hero{
	{{Title: "Aragorn", Threat: 12, HitPoints: 5}, {Title: "Legolas", Threat: 9, HitPoints: 4}},
	{{Title: "Gimli", Threat: 11, HitPoints: 5}, {Title: "Théodred", Threat: 8, HitPoints: 4}, {Title: "Éowyn", Threat: 9, HitPoints: 3}},
	{{Title: "Beravor", Threat: 10}, {Title: "Dúnhere", Threat: 8}, {Title: "Denethor", Threat: 11}},
	{{Title: "Glorfindel", Threat: 12, HitPoints: 5}, {Title: "Eleanor", Threat: 7, HitPoints: 3}, {Title: "Thalin", Threat: 11, HitPoints: 4}},
}

func seats(n int) []group.Seat {
	var out []group.Seat
	for i := range n {
		out = append(out, group.Seat{Player: events.PersonID(fmt.Sprintf("p-%d", i+1)), Table: tid, Heroes: decks[i]})
	}
	return out
}

// game is a table of n players at a stage at the start of a round, with nothing in play.
func game(n int, stage string, more ...events.Payload) []events.Payload {
	sc, _ := Lookup(dolGuldurID)
	up := SetUp(Context{}, sc, tid, "Red", seats(n), false)[:1]
	es := append([]events.Payload{group.PlayersSeated{Seats: seats(n)}}, up...)
	if stage != "1B" {
		es = append(es, lotr.StageEntered{Table: tid, From: "2B", Stage: stage})
	}
	es = append(es, group.RoundStarted{Round: 5})
	return append(es, more...)
}

func scenarioCard(code string) lotr.Card {
	sc, _ := Lookup(dolGuldurID)
	c, ok := sc.Card(code)
	if !ok {
		panic("no card " + code)
	}
	return c
}

func enemyIn(number int, code string) events.Payload {
	return lotr.EnemyEntered{Table: tid, Enemy: number, Card: scenarioCard(code), Why: "effect"}
}

func engagedWith(number int, code string, p events.PersonID) events.Payload {
	return lotr.EnemyEntered{Table: tid, Enemy: number, Card: scenarioCard(code), Player: p, Why: "effect"}
}

func locationIn(number int, code string) events.Payload {
	return lotr.LocationEntered{Table: tid, Location: number, Card: scenarioCard(code), Why: "effect"}
}

func active(number int, code string) events.Payload {
	return lotr.LocationTravelled{Table: tid, Location: number, Card: scenarioCard(code).Name}
}

func threat(p events.PersonID, from, to int, why string) lotr.ThreatChanged {
	return lotr.ThreatChanged{Table: tid, Player: p, From: from, To: to, Why: why}
}

func noted(e lotr.ThreatChanged, note string) lotr.ThreatChanged {
	e.Note = note
	return e
}

func out(p events.PersonID, why string, threat, left int) events.Payload {
	return lotr.PlayerEliminated{Table: tid, Player: p, Why: why, Threat: threat, Left: left}
}

func passed(from, to events.PersonID, why string) events.Payload {
	return lotr.FirstPlayerPassed{Table: tid, From: from, To: to, Why: why}
}

func phase(p lotr.Phase) events.Payload { return lotr.PhaseBegan{Table: tid, Phase: p} }

func onStage(stage string, by, now int, why string) events.Payload {
	return lotr.StageProgressed{Table: tid, Stage: stage, By: by, Progress: now, Why: why}
}

func num(n int) *int { return &n }
