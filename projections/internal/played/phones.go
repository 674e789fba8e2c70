package played

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/table"
)

// Scenarios are those that are played at one table, beside the two epic modes.
var Scenarios = []string{
	"the-tower-of-cirith-ungol", "the-black-gate-opens", "mount-doom",
	"the-passing-of-the-grey-company", "the-siege-of-gondor", "the-battle-of-the-pelennor-fields",
	"the-river-running", "danger-in-dorwinion", "the-temple-of-doom",
}

// MountainOfFire is the scenario of the epic mode with two tables.
const MountainOfFire = "the-mountain-of-fire"

// OpenScenario opens and starts a group of a scenario: in the epic mode of The Mountain of Fire with
// two players at each table, else at one table with two.
func (l *Log) OpenScenario(id events.StreamID, scenario string) {
	l.t.Helper()
	open := group.OpenGroup{
		Name: "Evening of " + scenario, Scenario: scenario, Mode: "standard", Difficulty: "standard",
		Tables: []group.TableName{{ID: "gate", Team: "Gondor"}}, Seed: l.rng.Uint64() >> 12,
	}
	if scenario == MountainOfFire {
		open.Mode, open.Tables = "epic", append(open.Tables, group.TableName{ID: "doom", Team: "The Shire"})
	}
	l.Must(id, Organiser, open)
	first := 1
	for i, tb := range open.Tables {
		l.Must(id, Organiser, group.SeatPlayers{Seats: Seats(l.State(id).Plays(i), tb.ID, first)})
		first += 2
	}
	l.Must(id, Organiser, group.StartGroup{})
}

// Seats seats two players, p-<first> and the next, with two heroes each and the hero of the Fellowship
// sphere that the scenario wants.
func Seats(sc rules.Scenario, at events.TableID, first int) []group.Seat {
	var out []group.Seat
	for i := range 2 {
		seat := group.Seat{Player: events.PersonID(fmt.Sprintf("p-%d", first+i)), Table: at}
		for k, title := range []string{"Elf of p-%d", "Dwarf of p-%d"} {
			seat.Heroes = append(seat.Heroes, group.Hero{
				Title: fmt.Sprintf(title, first+i), Threat: 9, HitPoints: 4, Willpower: 3, Attack: 2, Defense: 2,
				Sphere: "Tactics", Ranged: k == 0, Sentinel: k == 1,
			})
		}
		if i == 1 && !sc.Saga {
			seat.Contract, seat.OneRing, seat.Ring = "Fellowship", true, seat.Heroes[0].Title
		}
		out = append(out, seat)
	}
	switch sc.Fellowship {
	case rules.WithAragorn:
		out[0].Heroes = append(out[0].Heroes, group.Hero{Title: "Aragorn", HitPoints: 5, Sphere: group.SphereFellowship, Traits: "Dúnedain. Noble.", Willpower: 3, Attack: 3, Defense: 3})
	case rules.WithRingBearer:
		out[0].Heroes = append(out[0].Heroes, group.Hero{Title: "Frodo Baggins", HitPoints: 2, Sphere: group.SphereFellowship, Traits: "Hobbit. Ring-bearer.", Willpower: 2, Attack: 1, Defense: 2})
	}
	return out
}

// Phones are the captains' phones of a group: they press what their pages offer.
type Phones struct {
	Board board.Stored
	// Each is called with every commit and its events, after the board has taken it in; nil: not.
	Each func(events.Recorded, []events.Payload)
	l    *Log
	id   events.StreamID
	at   events.Position
	rng  *rand.Rand
}

// Phones returns the phones of a group with the board as it is.
func (l *Log) Phones(id events.StreamID, seed uint64, each func(events.Recorded, []events.Payload)) *Phones {
	l.t.Helper()
	p := &Phones{Board: board.New(id.Gathering, id.Group), Each: each, l: l, id: id, rng: rand.New(rand.NewPCG(seed, 2))}
	p.Fold()
	return p
}

// Fold takes in what was committed since.
func (p *Phones) Fold() {
	p.l.t.Helper()
	end, err := p.l.Store.End(context.Background(), p.id.Gathering)
	p.l.must(err)
	if p.at >= end {
		return
	}
	for r, err := range p.l.Store.Follow(context.Background(), p.id.Gathering, p.at) {
		p.l.must(err)
		if p.at = r.Position; r.Stream == p.id {
			ps, err := vocabulary.All().DecodeAll(r)
			p.l.must(err)
			p.Board = board.Apply(p.Board, r, ps)
			if p.Each != nil {
				p.Each(r, ps)
			}
		}
		if p.at == end {
			return
		}
	}
}

// View is the page of a table for its captain.
func (p *Phones) View(at events.TableID) table.View {
	return table.Of(p.Board.Group, at, func(id events.PersonID) string { return strings.ToUpper(string(id)) }, events.RoleCaptain)
}

// Pressed is what somebody pressed and what came of it.
type Pressed struct {
	Action  string // its id, or "step <choice>"
	Bare    bool   // it asked for nothing
	Data    string
	Refused *engine.Refusal
}

// Press presses one enabled button of a random table's page, filling in what it asks for; false if
// there was none.
func (p *Phones) Press() (Pressed, bool) {
	p.l.t.Helper()
	tables := p.Board.Group.Tables
	at := tables[p.rng.IntN(len(tables))].ID
	v := p.View(at)
	var out Pressed
	var typ string
	var data map[string]any
	switch a := p.choose(v); {
	case len(v.Steps) > 0 && (a == nil || p.rng.IntN(10) < 7):
		s := v.Steps[p.rng.IntN(len(v.Steps))]
		o := s.Options[p.rng.IntN(len(s.Options))]
		if !o.Allowed {
			return out, false
		}
		out.Action, out.Bare, typ, data = "step "+o.Choice, len(o.Inputs) == 0, o.Type, p.fill(o.Data, o.Inputs, v)
	case a != nil:
		out.Action, out.Bare, typ, data = a.ID, len(a.Inputs) == 0, a.Type, p.fill(a.Data, a.Inputs, v)
	default:
		return out, false
	}
	raw, err := json.Marshal(data)
	p.l.must(err)
	out.Data = string(raw)
	body, err := vocabulary.All().DecodeCommand(typ, raw)
	if err != nil {
		p.l.t.Fatalf("%s %s: %v", typ, raw, err)
	}
	out.Refused = p.l.Do(p.id, events.Actor{Role: events.RoleCaptain, Group: p.id.Group, Table: at}, body)
	p.Fold()
	return out, true
}

// choose picks one of the enabled buttons, the large ones three times out of four. What ends the game
// or moves the page on is seldom.
func (p *Phones) choose(v table.View) *table.Action {
	var large, all []table.Action
	for _, a := range v.Actions {
		seldom := a.ID == "call-loss" || a.ID == "recorder" || a.ID == "player-out" || a.ID == "advance" || a.ID == "phase" || strings.HasPrefix(a.ID, "heroes-")
		if a.Disabled || seldom && p.rng.IntN(60) > 0 || a.ID == "end-round" && p.rng.IntN(6) > 0 {
			continue
		}
		all = append(all, a)
		if a.Primary {
			large = append(large, a)
		}
	}
	if len(large) > 0 && p.rng.IntN(4) > 0 {
		return &large[p.rng.IntN(len(large))]
	}
	if len(all) == 0 {
		return nil
	}
	return &all[p.rng.IntN(len(all))]
}

// fill puts answers to what is asked into a command's data, as the page does.
func (p *Phones) fill(known map[string]any, inputs []table.Input, v table.View) map[string]any {
	data := map[string]any{}
	for k, x := range known {
		data[k] = x
	}
	for _, in := range inputs {
		if in.Optional && p.rng.IntN(3) > 0 || strings.Contains(in.Field, "heroes") && in.Kind == table.InputHeroes {
			continue
		}
		switch in.Kind {
		case table.InputNumber:
			data[in.Field] = min(max(in.Start, in.Min)+p.rng.IntN(3), max(in.Max, in.Min))
		case table.InputText:
			data[in.Field] = "something"
		case table.InputFlag:
			data[in.Field] = true
		case table.InputCard:
			data[in.Field] = p.card(v.Scenario, in.CardKind)
		case table.InputIcons:
			cards := []any{}
			for range in.Max {
				cards = append(cards, map[string]any{"icons": p.rng.IntN(3)})
			}
			data[in.Field] = cards
		default:
			p.pick(data, in)
		}
	}
	return data
}

// pick answers an input that has choices.
func (p *Phones) pick(data map[string]any, in table.Input) {
	var may []table.Choice
	for _, c := range in.Choices {
		if !c.Disabled {
			may = append(may, c)
		}
	}
	if len(may) == 0 {
		return
	}
	c := may[p.rng.IntN(len(may))]
	switch in.Kind {
	case table.InputSeveral:
		data[in.Field] = []any{c.Value}
	case table.InputHits:
		hit := map[string]any{"character": c.Value, "damage": in.Max}
		for k, x := range c.Data {
			hit[k] = x
		}
		data[in.Field] = []any{hit}
	default:
		data[in.Field] = c.Value
		for k, x := range c.Data {
			data[k] = x
		}
	}
}

// card is a card of the scenario's encounter deck, of a kind or any.
func (p *Phones) card(scenario, kind string) string {
	sc, _ := rules.Lookup(scenario)
	var codes []string
	for _, c := range sc.Cards {
		if kind == "" && c.InDeck(false) > 0 || kind != "" && c.Kind == kind {
			codes = append(codes, c.Code)
		}
	}
	if len(codes) == 0 {
		return "Something"
	}
	return codes[p.rng.IntN(len(codes))]
}

// Agreed returns the decider's state and the board of the group for comparison.
func (p *Phones) Agreed() (coordinator.State, board.Stored) { return p.l.State(p.id), p.Board }
