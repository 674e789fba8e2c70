package table

import (
	"fmt"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// other tells whether the table plays another scenario than Attack on Dol Guldur, which has stages of
// its own kind.
func (v view) other() bool { return v.t.Scenario != "" }

func (v view) objectives() []Objective {
	var out []Objective
	for _, o := range v.t.Objectives {
		out = append(out, Objective{
			Number: o.Number, Name: o.Card.Name, Where: v.whereIs(o), Resources: o.Resources, Damage: o.Damage,
			Progress: o.Progress, HitPoints: o.HitPoints, Says: objectiveSays(o),
		})
	}
	return out
}

func (v view) whereIs(o board.Objective) string {
	switch {
	case o.Character != "":
		return "on " + o.Character + " of " + v.name(o.Player)
	case o.Player != "":
		return "with " + v.name(o.Player)
	case o.OnCard != "":
		return "on " + o.OnCard
	default:
		return "in the staging area"
	}
}

func objectiveSays(o board.Objective) string {
	var s []string
	if o.Card.Guarded != "" && o.Player == "" {
		s = append(s, "guarded ("+o.Card.Guarded+")")
	}
	if o.Card.Victory > 0 {
		s = append(s, fmt.Sprintf("Victory %d", o.Card.Victory))
	}
	return words.Upper(strings.Join(s, ", "))
}

func (v view) sideQuests() []SideQuest {
	var out []SideQuest
	for _, q := range v.t.SideQuests {
		out = append(out, SideQuest{
			Number: q.Number, Name: q.Card.Name, Progress: q.Progress, QuestPoints: q.QuestPoints,
			Resources: q.Resources, Damage: q.Damage, Current: q.Number == v.t.Current,
		})
	}
	return out
}

func (v view) peril() *Peril {
	p := v.t.Peril
	if p == nil {
		return nil
	}
	return &Peril{
		Player: p.Player, Name: v.name(p.Player), Card: p.Card,
		Says: "Only " + v.name(p.Player) + " acts and decides, without advice, until the card is resolved.",
	}
}

// test is the Fortitude test that is open, or the next one that somebody has to take.
func (v view) test() *Test {
	switch o := v.t.Test; {
	case o != nil:
		return v.openTest(*o)
	case len(v.t.Tests) > 0:
		d := v.t.Tests[0]
		t := &Test{Title: "Fortitude test of " + v.name(d.Player), Card: d.Card, More: len(v.t.Tests) - 1}
		t.Says = []string{"Choose the heroes that exhaust and commit to it."}
		if d.Extra > 0 {
			t.Says = append(t.Says, fmt.Sprintf("%d cards more than the threat says are discarded.", d.Extra))
		}
		return t
	default:
		return nil
	}
}

func (v view) openTest(o board.Test) *Test {
	t := &Test{
		Title: "Fortitude test of " + v.name(o.Player), Card: o.Card, Open: true, Counted: o.Counted,
		Willpower: o.Willpower, Icons: o.Icons, Cards: o.Cards, More: len(v.t.Tests),
	}
	who := "Nobody commits"
	if len(o.Heroes) > 0 {
		who = words.List(o.Heroes)
	}
	t.Says = []string{fmt.Sprintf("%s: willpower %d.", who, o.Willpower)}
	switch {
	case !o.Counted && o.Icons > 0:
		t.Says = append(t.Says, fmt.Sprintf("Discard %d from the encounter deck and count their Eyes; %d more come from effects.", o.Cards, o.Icons))
	case !o.Counted:
		t.Says = append(t.Says, fmt.Sprintf("Discard %d from the encounter deck and count their Eyes.", o.Cards))
	default:
		t.Says = append(t.Says, fmt.Sprintf("%d Eyes. Players may act now; then the result: willpower has to be greater.", o.Icons))
	}
	return t
}

// whenLabels name the points of a round.
var whenLabels = map[rules.When]string{
	rules.WhenPlanning:     "Start of the planning phase",
	rules.WhenPlanningEnd:  "End of the planning phase",
	rules.WhenQuest:        "Start of the quest phase",
	rules.WhenStaging:      "Start of the staging step",
	rules.WhenQuestEnd:     "End of the quest phase",
	rules.WhenTravel:       "Start of the travel phase",
	rules.WhenTravelEnd:    "End of the travel phase",
	rules.WhenEncounter:    "Start of the encounter phase",
	rules.WhenEncounterEnd: "End of the encounter phase",
	rules.WhenCombat:       "Start of the combat phase",
	rules.WhenCombatEnd:    "End of the combat phase",
	rules.WhenRefresh:      "Refresh phase",
	rules.WhenRoundEnd:     "End of the round",
}

// checklist groups the effects of the round by the point at which they come.
//
// Source: The Flame of the West, "Strategy Tip".
func (v view) checklist() []Checks {
	var out []Checks
	for _, c := range v.t.Checklist {
		if len(out) == 0 || out[len(out)-1].When != c.When {
			label := whenLabels[rules.When(c.When)]
			if label == "" {
				label = "At once"
			}
			out = append(out, Checks{When: c.When, Label: label})
		}
		at := &out[len(out)-1]
		at.Items = append(at.Items, Check{ID: c.ID, Card: c.Card, Says: v.resolve(c.Says), Section: c.Section, State: c.State})
	}
	return out
}

// eye says where The Eye of Sauron is, what it does there, and who may keep it from moving.
func (v view) eye() *Eye {
	e := v.g.Eye
	if e == nil {
		return nil
	}
	at, to := v.team(e.Table), v.team(e.To)
	out := &Eye{Here: e.Table == v.t.ID, Title: "The Eye of Sauron looks at " + at, Does: words.Upper(e.Does) + ".", With: e.Nazgul}
	if out.Here {
		out.Title = "The Eye of Sauron looks at this table"
	}
	out.Moves = "When the round ends it turns to " + to + "."
	if out.Here {
		out.Moves = "When the round ends it turns to " + to + companions(e.Nazgul) + "."
	}
	if e.May != "" {
		out.May = fmt.Sprintf("%s may keep it there for %d threat of each player at that table.", v.name(e.May), e.Price)
	}
	return out
}

func companions(nazgul []string) string {
	if len(nazgul) == 0 {
		return ""
	}
	return ", and with it " + words.List(nazgul)
}

// pending lists the losses that wait for the end of the round, at any table.
//
// Ruling: 8.
func (v view) pending() []Pending {
	var out []Pending
	if v.g.Over() {
		return nil
	}
	for _, t := range v.g.Tables {
		if t.Pending == nil {
			continue
		}
		p := Pending{Title: "Lost when the round ends, unless Mount Doom is won before", Says: v.resolve(t.Pending.Reason), Rule: t.Pending.Rule}
		if t.Pending.Certain {
			p.Title = "Lost when the round ends"
		}
		if t.ID != v.t.ID {
			p.Says = t.Team + ": " + p.Says
		}
		out = append(out, p)
	}
	return out
}

func (v view) score() *Score {
	s := v.g.Score
	if s == nil {
		return nil
	}
	if !s.Scored {
		out := &Score{Says: "No score: " + v.resolve(s.Why)}
		for _, m := range s.Missing {
			out.Lines = append(out.Lines, "Not known: "+v.resolve(m))
		}
		return out
	}
	out := &Score{Says: fmt.Sprintf("Score %d (fewer is better)", s.Total)}
	for _, l := range s.Lines {
		if l.Points != 0 {
			out.Lines = append(out.Lines, v.resolve(words.ScoreTerm(l.Term, l.Player, l.N, l.Points)))
		}
	}
	return out
}

// playerNotes says what else is worth knowing of a player.
func (v view) playerNotes(p board.Player) []string {
	var out []string
	if p.Valour {
		out = append(out, "Valour")
	}
	if p.Elimination != rules.EliminationLevel && !p.Out {
		out = append(out, fmt.Sprintf("out at %d", p.Elimination))
	}
	if v.t.Dire && p.Lowered > 0 {
		out = append(out, "player cards have lowered this threat this round")
	}
	if p.Contract != "" {
		side := "side A"
		if p.SideB {
			side = "side B"
		}
		out = append(out, p.Contract+", "+side)
	}
	switch {
	case p.Ring != "" && v.g.Phase != board.PhaseSetup:
		out = append(out, "The One Ring on "+p.Ring)
	case p.RingCopy:
		out = append(out, "has The One Ring in the deck")
	}
	if p.Deck != nil {
		out = append(out, "deck “"+p.Deck.Name+"”")
		out = append(out, v.resolveAll(p.Deck.Warnings)...)
	}
	return out
}

func allies(p board.Player) []Ally {
	var out []Ally
	for _, a := range p.Allies {
		out = append(out, Ally{Name: a.Name, HitPoints: a.HitPoints, Damage: a.Damage, Exhausted: a.Exhausted, Says: allySays(a)})
	}
	return out
}

func allySays(a board.Ally) string {
	var s []string
	for _, n := range []struct {
		name string
		n    int
	}{{"willpower", a.Willpower}, {"attack", a.Attack}, {"defense", a.Defense}} {
		if n.n > 0 {
			s = append(s, fmt.Sprintf("%s %d", n.name, n.n))
		}
	}
	for _, k := range []struct {
		name string
		has  bool
	}{{"Ranged", a.Ranged}, {"Sentinel", a.Sentinel}, {"unique", a.Unique}} {
		if k.has {
			s = append(s, k.name)
		}
	}
	return strings.Join(s, ", ")
}

// keywords puts the keywords of the stage into words.
func (v view) keywords() []string {
	var out []string
	if v.t.Dire {
		out = append(out, "Dire: out at 99, and player cards lower a threat by 1 a round at most, boons apart")
	}
	if v.t.Assault {
		out = append(out, "Assault: no progress on the stage; a failed quest damages Minas Tirith instead of raising threat")
	}
	return out
}

// piece names a card in play.
func piece(kind string, number int) lotr.Piece { return lotr.Piece{Kind: kind, Number: number} }
