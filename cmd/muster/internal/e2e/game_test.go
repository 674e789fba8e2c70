package e2e

import (
	"strings"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
)

// The gathering of the games that are entered over the API, and its group.
const (
	night = events.GatheringID("night")
	dusk  = events.GroupID("dusk")
)

var tables = []events.TableID{"t1", "t2", "t3"}

// names are what a game is set up with.
type names struct {
	gathering, group string
	teams            []string   // of t1, t2 and t3
	players          [][]string // at each
}

var plainNames = names{
	gathering: "Night of the Siege", group: "Dusk", teams: []string{"Lórien", "Rivendell", "Esgaroth"},
	players: [][]string{{"Ana", "Bram"}, {"Chiara"}, {"Dmitri", "Elif", "Farid"}},
}

// nasty are names as people type them to see what happens.
var nasty = names{
	gathering: `Muster <img src=x onerror="window.__xss=1"> & Co`,
	group:     "العشاء الأخير 👩‍👩‍👧‍👦",
	teams:     []string{strings.Repeat("W", 80), `"><script>window.__xss=1</script>`, "Z\u0337\u0301a\u0336\u0302l\u0335\u0308g\u0334\u030ao\u0337\u0331"},
	players: [][]string{
		{"مريم عبد الله", "👩‍👩‍👧‍👦🧙🏽‍♂️ Zoë"},
		{`<script>window.__xss=1</script>`, strings.Repeat("M", 80)},
		{"e\u0301\u0323\u0308\u0302 x\u0336y\u0336", "{{.}} ${1} %s \\u003c", "名無しの権兵衛", "Ana"},
	},
}

// open opens the night's gathering with one group and seats everybody; each has declared heroes.
func (h *hall) open(n names) {
	h.t.Helper()
	must(h.t, h.boss.OpenGathering(h.t.Context(), night, n.gathering, group.Settings{}))
	o := group.OpenGroup{Name: n.group, Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Seed: 3}
	var people []roster.NewPerson
	var seats []group.Seat
	for i, id := range tables {
		o.Tables = append(o.Tables, group.TableName{ID: id, Team: n.teams[i]})
		for j, name := range n.players[i] {
			people = append(people, roster.NewPerson{Name: name})
			seats = append(seats, group.Seat{Table: id, Heroes: []group.Hero{
				{Title: []string{"Warden of the Ford", "Rider of the Vale", "Singer of the Shore", "Archer of the Wall"}[j], Threat: 10, HitPoints: 5},
				{Title: []string{"Scout of the Eaves", "Smith of the Hill", "Hunter of the Downs", "Mariner of the Quays"}[j], Threat: 9, HitPoints: 4},
			}})
		}
	}
	ids, err := h.boss.Register(h.t.Context(), night, people)
	must(h.t, err)
	for i := range seats {
		seats[i].Player = ids[i]
	}
	h.give(o)
	h.give(group.SeatPlayers{Seats: seats})
}

// give enters something in the night's group as the organiser and waits until pages show it.
func (h *hall) give(body events.CommandBody) board.Group {
	h.t.Helper()
	r := h.try(h.boss, body)
	if r.Refused != nil {
		h.t.Fatalf("%s refused: %s", body.CommandType(), r.Refused.Says)
	}
	b, err := h.boss.Board(h.t.Context(), night, dusk, r.Answers[0].Position)
	must(h.t, err)
	return b
}

// try enters something in the night's group with a session.
func (h *hall) try(c *client.Client, body events.CommandBody) client.Reply {
	h.t.Helper()
	r, err := c.Send(h.t.Context(), night, dusk, client.Command{ID: events.CommandID(uuid.NewString()), Body: body})
	must(h.t, err)
	return r
}

// endRounds ends rounds in which nothing is entered, passing all Responses, up to the given one.
func endRounds(enter func(events.CommandBody), from, to int) {
	for round := from; round <= to; round++ {
		for _, id := range tables {
			enter(group.EndRound{Table: id, Round: round})
		}
	}
}

// shortGame is a whole game, won in round 4, as the entries of its tables. The team names of
// [plainNames] decide the order at stage 1B.
func (h *hall) shortGame(enter func(events.CommandBody)) {
	h.t.Helper()
	h.toStage3(enter)
	h.atStage3(enter)
	h.finish(enter)
}

// toStage3 starts the game and plays three rounds to the choice of the stages 3.
func (h *hall) toStage3(enter func(events.CommandBody)) {
	h.t.Helper()
	enter(group.StartGroup{})
	ana := h.board(night, dusk).Tables[0].Players[0].ID
	enter(lotr.ChangeThreat{Table: "t1", Player: ana, By: 3})
	enter(lotr.PlaceProgress{Table: "t1", By: 4, Direct: true})
	enter(lotr.DamageEnemy{Table: "t2", Enemy: 1, By: 3})
	enter(lotr.ChangeThreat{Table: "t3", By: 1})
	for round := 1; round <= 3; round++ {
		endRounds(enter, round, round)
		h.settle(enter)
	}
}

// settle answers everything that is asked: the stages 3B, 3D and 3H for t1, t2 and t3, else the
// first answer that needs nothing.
func (h *hall) settle(enter func(events.CommandBody)) {
	h.t.Helper()
	want := map[events.TableID]string{"t1": "3B", "t2": "3D", "t3": "3H"}
	for {
		b := h.board(night, dusk)
		s, ok := openStep(b)
		if !ok {
			return
		}
		choice := ""
		for _, o := range s.Options {
			if o.Allowed && o.Needs == "" && (choice == "" || o.Choice == "pass" || o.Choice == want[s.Table]) {
				choice = o.Choice
			}
		}
		enter(group.ResolveStep{Table: s.Table, Step: s.ID, Choice: choice})
	}
}

func openStep(b board.Group) (board.Step, bool) {
	for _, s := range b.Queue {
		if b.Phase == board.PhaseEnding && s.State == board.StepNow && len(s.Options) > 0 {
			return s, true
		}
	}
	return board.Step{}, false
}

// atStage3 plays round 4 up to the first question of its end, that of 3B.
func (h *hall) atStage3(enter func(events.CommandBody)) {
	h.t.Helper()
	for _, t := range h.board(night, dusk).Tables {
		enter(lotr.PlaceProgress{Table: t.ID, By: 10, Direct: true})
		for _, e := range t.Enemies {
			if e.Card.Lieutenant {
				enter(lotr.DamageEnemy{Table: t.ID, Enemy: e.Number, By: e.Card.HitPoints})
			}
		}
	}
	enter(lotr.DestroyEnemy{Table: "t1", Card: "Host of Dol Guldur"})
	enter(lotr.ExploreLocation{Table: "t3", Card: "Dungeon Door"})
	siege := 40
	enter(lotr.DestroyEnemy{Table: "t2", Card: "Battle Warg", Siege: &siege})
	endRounds(enter, 4, 4)
}

// finish answers 3B, 3D and 3H; then the siege takes the city and the Lieutenants with it.
func (h *hall) finish(enter func(events.CommandBody)) {
	h.t.Helper()
	enter(group.ResolveStep{Table: "t1", Step: "4-forced-3b", Choice: "pay-bonus"})
	enter(group.ResolveStep{Table: "t2", Step: "4-forced-3d", Choice: "pay"})
	enter(group.ResolveStep{Table: "t3", Step: "4-forced-3h", Choice: "pay"})
}
