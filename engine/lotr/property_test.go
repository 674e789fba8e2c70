package lotr

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// machine is a table that anything is done to: by captains, by the coordinator, by the judge.
type machine struct {
	c     Context
	live  Table
	log   []events.Payload
	kept  []keptState // states seen before, which must never change
	moves int
}

type keptState struct {
	t    Table
	text string
}

func textOf(t rapid.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func newMachine(rt *rapid.T) *machine {
	m := &machine{c: contextOf(Context{Epic: rapid.Bool().Draw(rt, "epic"), City: rapid.IntRange(0, 12).Draw(rt, "city"), Round: 4})}
	m.live.ID = tid
	n := rapid.IntRange(1, 4).Draw(rt, "players")
	stage := rapid.SampledFrom([]string{"1B", "3B", "3D", "3F", "3H"}).Draw(rt, "stage")
	for _, e := range game(n, stage) {
		m.fold(e)
	}
	return m
}

func (m *machine) fold(e events.Payload) {
	m.log = append(m.log, e)
	m.live = EvolveTable(m.live, e)
}

// do decides a command and takes its events into account.
func (m *machine) do(rt *rapid.T, cmd lotr.TableCommand) {
	before, asked := textOf(rt, m.live), textOf(rt, cmd)
	got, err := DecideTable(m.c, m.live, cmd)
	if after := textOf(rt, m.live); after != before {
		rt.Fatalf("%T changed the state it was given:\nfrom %s\nto   %s", cmd, before, after)
	}
	if now := textOf(rt, cmd); now != asked {
		rt.Fatalf("%T was changed: from %s to %s", cmd, asked, now)
	}
	if err != nil {
		if r := engine.AsRefusal(err); r == nil || r.Code == "" || r.Says == "" {
			rt.Fatalf("%T failed without a refusal: %v", cmd, err)
		}
		return
	}
	if len(got) == 0 {
		rt.Fatalf("%T was accepted and nothing came of it", cmd)
	}
	m.checkProgress(rt, cmd, got)
	m.take(rt, got)
}

// take folds events that a rule returned.
func (m *machine) take(rt *rapid.T, got []events.Payload) {
	m.kept = append(m.kept, keptState{m.live, textOf(rt, m.live)})
	for _, e := range got {
		m.fold(e)
	}
	m.moves++
}

// checkProgress: what was to be placed is on the active location, on the stage, or was left over by
// a limit.
func (m *machine) checkProgress(rt *rapid.T, cmd lotr.TableCommand, got []events.Payload) {
	placed, capped := 0, m.live.StageCap
	for _, e := range got {
		switch e := e.(type) {
		case lotr.LocationProgressed:
			placed += e.By
		case lotr.StageProgressed:
			placed += e.By
		}
	}
	want := 0
	switch cmd := cmd.(type) {
	case lotr.PlaceProgress:
		if cmd.By < 0 || cmd.Location != 0 {
			return
		}
		want = cmd.By
	case lotr.ResolveQuest:
		for _, e := range got {
			if q, ok := e.(lotr.QuestResolved); ok && q.Outcome == success {
				want = q.By
			}
		}
	default:
		return
	}
	after := foldOn(m.live, got)
	if lost := want - placed; lost < 0 || lost > 0 && (capped < 0 || after.StageCap != 0) {
		rt.Fatalf("%d progress to place, %d placed, limit %d before and %d after", want, placed, capped, after.StageCap)
	}
}

// check is what always holds.
func (m *machine) check(rt *rapid.T) {
	t := m.live
	in := 0
	for _, p := range t.Players {
		if p.Threat < -1 || !p.Out && p.Threat >= p.Elimination {
			rt.Fatalf("threat %d of %s, who is out: %v", p.Threat, p.ID, p.Out)
		}
		if !p.Out {
			in++
		}
		for _, h := range p.Heroes {
			if h.Damage < 0 || h.HitPoints > 0 && h.Damage >= h.HitPoints && !h.Dead {
				rt.Fatalf("hero %+v", h)
			}
		}
		if len(p.Heroes) > 0 && p.HeroesUp() == 0 && !p.Out {
			rt.Fatalf("%s has no hero left and is in the game", p.ID)
		}
	}
	if first, ok := t.Player(t.FirstPlayer); in > 0 && (!ok || first.Out) {
		rt.Fatalf("first player %q is not in the game", t.FirstPlayer)
	}
	if t.Progress < 0 || t.PowerProgress < 0 || t.StageCap < -1 || t.Archery < 0 {
		rt.Fatalf("progress %d, on Power %d, limit %d, archery %d", t.Progress, t.PowerProgress, t.StageCap, t.Archery)
	}
	m.checkCards(rt)
}

func (m *machine) checkCards(rt *rapid.T) {
	numbers, actives := map[int]bool{}, 0
	for _, e := range m.live.Enemies {
		if e.Damage < 0 || numbers[e.Number] || e.Number >= m.live.NextEnemy {
			rt.Fatalf("enemy %+v, next number %d", e, m.live.NextEnemy)
		}
		numbers[e.Number] = true
		if p, ok := m.live.Player(e.Player); e.Player != "" && (!ok || p.Out) {
			rt.Fatalf("%s is engaged with %s, who is not in the game", e.Card.Name, e.Player)
		}
	}
	for _, l := range m.live.Locations {
		if l.Active {
			actives++
		}
		if l.Progress < 0 || l.Card.QuestPoints > 0 && l.Progress >= l.Card.QuestPoints {
			rt.Fatalf("location %+v", l)
		}
	}
	if actives > 1 {
		rt.Fatalf("%d active locations", actives)
	}
	for _, l := range m.live.Lorien {
		if p, ok := m.live.Player(l.Player); !ok || p.Out || l.Card == Host && l.Damage >= HostHitPoints {
			rt.Fatalf("Lórien card %+v", l)
		}
	}
}

// finish replays the log from its recorded form and looks at the states kept.
func (m *machine) finish(rt *rapid.T) {
	c := events.Merge(lotr.Catalogue(), group.Catalogue())
	replayed := Table{ID: tid}
	for _, e := range m.log {
		rec, err := events.Encode(e)
		if err != nil {
			rt.Fatal(err)
		}
		back, err := c.Decode(rec)
		if err != nil {
			rt.Fatal(err)
		}
		replayed = EvolveTable(replayed, back)
	}
	if got, want := textOf(rt, replayed), textOf(rt, m.live); got != want {
		rt.Fatalf("replaying the log:\n got %s\nwant %s", got, want)
	}
	for _, k := range m.kept {
		if now := textOf(rt, k.t); now != k.text {
			rt.Fatalf("an earlier state changed:\nfrom %s\nto   %s", k.text, now)
		}
	}
}

// TestAnything does random things to a table in a random order: nothing panics, originals stay, the
// log replays to the live state, and the invariants hold after every step.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(rt)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			if rapid.IntRange(0, 5).Draw(rt, "kind") == 0 {
				m.coordinate(rt)
			} else {
				m.do(rt, command(rt, m.live))
			}
			m.check(rt)
		}
		m.finish(rt)
	})
}

// coordinate does what the coordinator or a judge does to a table.
func (m *machine) coordinate(rt *rapid.T) {
	c, t := m.c, m.live
	who := person1to5(rt)
	var got []events.Payload
	var err error
	switch rapid.IntRange(0, 16).Draw(rt, "coordinator") {
	case 0:
		got, err = EndTableRound(c, t)
	case 1:
		got = []events.Payload{group.RoundStarted{Round: 5}}
	case 2:
		got = EnterStage(c, t, rapid.SampledFrom([]string{"2B", "3B", "3D", "3F", "3H", "9Z"}).Draw(rt, "stage"), rapid.Bool().Draw(rt, "barred"))
	case 3:
		got = ForcedStage1(c, t)
	case 4:
		m.c.City = rapid.IntRange(0, 6).Draw(rt, "city")
		got = AfterCity(m.c, t)
	case 5:
		got, err = Cross(c, t, rapid.SampledFrom([]string{"pass", "take-host", "take-both"}).Draw(rt, "choice"))
	case 6:
		got, err = HandOver(c, t, t, rapid.SampledFrom([]string{Host, Power, "x"}).Draw(rt, "card"), who, person1to5(rt))
	case 7:
		got = Eliminate(c, t, who, lotr.OutOrganiser)
	case 8:
		got, err = DestroyByStage(c, t, rapid.IntRange(-1, 9).Draw(rt, "enemy"), cardName(rt), number(rt))
	case 9:
		got, err = Admit(c, t, group.Seat{Player: "p-5", Table: tid, Heroes: heroes("Haldir")}, "late")
	case 10:
		got, err = PayProgress(c, t, rapid.IntRange(-1, 10).Draw(rt, "pay"))
	case 11:
		got = RaiseThreat(c, t, 1, "1B")
	case 12:
		got = Refresh(c, t)
	case 13:
		got, err = DeclareHeroes(c, t, []group.Seat{{Player: who, Table: tid, Heroes: heroes(rapid.SampledFrom([]string{"Boromir", "Gimli", "Haldir"}).Draw(rt, "hero"))}})
	case 14:
		if _, here := t.Player("p-6"); !here && t.playerAt(who) >= 0 {
			got = []events.Payload{group.PlayerDropped{Player: who, Table: tid, How: group.DropHandOver, Heir: "p-6"}}
		}
	case 15:
		got, err = RuleTable(c, t, lotr.TableRuling{Table: tid, Players: []lotr.PlayerRuling{{Player: who, Threat: number(rt), Reinstate: rapid.Bool().Draw(rt, "back")}}})
	case 16:
		got, err = RuleTable(c, t, lotr.TableRuling{Table: tid, Progress: number(rt), Resources: number(rt), Power: number(rt), Lieutenant: number(rt)})
	case 17:
		got, err = RuleStage(c, t, rapid.SampledFrom([]string{"3B", "3D", "3F", "3H", "2B", ""}).Draw(rt, "stage"), rapid.Bool().Draw(rt, "barred"))
	default:
		got = []events.Payload{lotr.HostTaken{Table: tid, Player: t.FirstPlayer}, lotr.PowerTaken{Table: tid, Player: t.FirstPlayer}}
		if t.PowerBy != "" || t.PlayersIn() == 0 {
			got = nil
		}
	}
	if err != nil && engine.AsRefusal(err) == nil {
		rt.Fatalf("an error that is no refusal: %v", err)
	}
	m.take(rt, got)
}

// TestSameAnswer decides the same command fifty times and compares the bytes.
func TestSameAnswer(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(rt)
		for range 12 {
			m.do(rt, command(rt, m.live))
		}
		cmd := command(rt, m.live)
		first, err := DecideTable(m.c, m.live, cmd)
		for range 49 {
			again, errAgain := DecideTable(m.c, m.live, cmd)
			if !reflect.DeepEqual(err, errAgain) || written(rt, again) != written(rt, first) {
				rt.Fatalf("%+v was decided differently:\n%s %v\n%s %v", cmd, written(rt, first), err, written(rt, again), errAgain)
			}
		}
	})
}
