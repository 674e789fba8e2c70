package coordinator

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// dolGuldur is Attack on Dol Guldur, in epic multiplayer mode (three tables) and standard mode
// (one). Both share the effect queue; standard mode draws the absent stage and hands nothing over.
type dolGuldur struct{}

const attackOnDolGuldur = "attack-on-dol-guldur"

// Citations of what this file and its neighbours decide.
const (
	stagesFact  = `facts/game-facts.md, "2.2 Stages"`
	endFact     = `facts/game-facts.md, "2.3 End of round, in order"`
	faqRule     = `Attack on Dol Guldur, "Frequently Asked Questions"`
	epicCard    = `Attack on Dol Guldur, "Epic Multiplayer Mode"`
	standardMod = `Attack on Dol Guldur, "Standard Game Mode"`
)

func scenarioOf(s State) rules.Scenario {
	sc, _ := rules.Lookup(s.Scenario)
	return sc
}

// card returns the citation of the mode's setup card.
func modeCard(s State) string {
	if s.Mode == modeEpic {
		return epicCard
	}
	return standardMod
}

// setUp puts Dol Guldur into play at one table, sets the siege tracker and sets up every table.
//
// Rule: Epic: Attack on Dol Guldur.
// Rule: City strength.
// Source: Attack on Dol Guldur, "City Strength"; facts/game-facts.md, "2.1 Setup and strength".
func (dolGuldur) setUp(d *decision) {
	sc := scenarioOf(d.s)
	if d.s.DolGuldurAt == "" {
		d.emit(lotr.DolGuldurAssigned{Table: d.s.Tables[0].ID})
	}
	n := d.s.Players()
	d.emit(lotr.CityStrengthSet{Strength: sc.CityStrength(n), Players: n})
	for _, t := range d.s.Tables {
		d.emit(rules.SetUp(d.s.ContextOf(t), sc, t.ID, t.Team, t.Seats, false)...)
	}
	if d.s.Difficulty == difficultyEasy {
		d.emit(lotr.EffectCarriedOut{
			Table: d.s.DolGuldurAt, Stage: sc.Start, Half: lotr.HalfWhole, Tables: d.s.tableIDs(),
			Do: fmt.Sprintf("Easy mode: put %d more resource on each hero.", sc.EasyResources),
		})
	}
}

// seats: any number at each stage within its limits.
func (dolGuldur) seats(State, bool) error { return nil }

func (dolGuldur) order() string { return orderRule }

// limits cites how many tables and players a mode takes.
func (dolGuldur) limits(mode string) string {
	if mode == modeEpic {
		return teamsRule
	}
	return modesRule
}

// conclude: the group has lost when the last player at a stage is out, at any moment, or when a player
// card says that the players lose: The One Ring, the attachment, left play.
//
// Rule: Epic: Attack on Dol Guldur.
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode". Ruling: 2.
func (dolGuldur) conclude(d *decision) {
	t, out := emptyStage(d.s)
	if !out {
		for _, t := range d.s.Tables {
			if t.Lost != nil {
				d.emit(group.GroupLost{Round: d.s.Round, Table: t.ID, Reason: t.Lost.Reason, Rule: t.Lost.Rule})
				return
			}
		}
		return
	}
	d.emit(group.GroupLost{
		Round: d.s.Round, Table: t.ID, Rule: modeCard(d.s),
		Reason: fmt.Sprintf("The last player at stage %s (%s) is out of the game: the siege has failed.", t.Stage, t.Team),
	})
}

// look ends the group if Dol Guldur is captured.
//
// Rule: Epic: Attack on Dol Guldur.
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode". Ruling: 1.
func (dolGuldur) look(d *decision) {
	if d.s.City > 0 {
		return
	}
	for _, t := range d.s.Tables {
		if len(t.Lieutenants()) > 0 {
			return
		}
	}
	d.emit(group.GroupWon{
		Round: d.s.Round, Rule: modeCard(d.s),
		Reason: "The city strength is 0 and no Lieutenant is in play: Dol Guldur is captured.",
	})
}

func (m dolGuldur) barrier(d *decision) { m.chance(d) }

func (m dolGuldur) after(d *decision, st Step) {
	switch st.Kind {
	case group.StepSiege:
		m.chance(d)
	case group.StepVictory:
		m.look(d)
	}
}

// chance looks at the victory where the default ruling does and the strict one does not.
//
// Ruling: 1.
func (m dolGuldur) chance(d *decision) {
	if d.s.Settings.WinCheck != group.WinStrict {
		m.look(d)
	}
}

// mayFollow: while a table resolves an effect it may enter what the effect does.
func (dolGuldur) mayFollow(t Table, b lotr.TableCommand) bool {
	switch b.(type) {
	case lotr.ChangeThreat, lotr.DamageCharacter, lotr.DestroyCharacter, lotr.PlayerOut, lotr.AddEnemy, lotr.Engage:
		return true
	case lotr.AddLocation: // stage 2B puts locations into the staging area
		return t.Stage == "2B"
	default:
		return false
	}
}

// mayCome: a Lieutenant that lies in the victory display of any team stays there. The table's own
// display is looked at by its rules.
//
// Source: Attack on Dol Guldur, "Frequently Asked Questions".
func (dolGuldur) mayCome(s State, es []events.Payload) error {
	for _, e := range es {
		if came, ok := e.(lotr.EnemyEntered); ok && came.Card.Lieutenant && inVictory(s, came.Card.Code) {
			return refuseBy(faqRule, CodeInVictory, "%s lies in a victory display of the group: it does not come back", came.Card.Name)
		}
	}
	return nil
}

// queue builds the steps of a round's end: the Forced effects in alphabetical stage order, tables
// at one stage by team name; then what follows for all. A Forced effect is there only if it was
// active when the round ended.
//
// Rule: Epic: Attack on Dol Guldur.
// Source: facts/game-facts.md, "2.3 End of round, in order". Ruling: 3, 4.
func (m dolGuldur) queue(s State) []group.Step {
	sc := scenarioOf(s)
	q := &steps{round: s.Round}
	tables := s.inOrder()
	var first, crossing, siege []Table
	for _, t := range tables {
		q.one(group.StepForced, t)
		switch {
		case t.Stage != sc.Start:
			siege = append(siege, t)
		case t.Resources+1 >= sc.Resources:
			crossing = append(crossing, t)
		default:
			first = append(first, t)
		}
	}
	// Forced effects come before Responses: facts/game-facts.md, "5.3 Ordering rules worth encoding" (1.09).
	for _, t := range first {
		q.one(group.StepResponse, t)
	}
	for _, t := range crossing {
		q.one(group.StepCross, t)
	}
	if len(siege) > 0 {
		q.add(group.Step{Kind: group.StepSiege})
		q.add(group.Step{Kind: group.StepAbsent, Table: s.DolGuldurAt, Stage: onlyOne(m.absent(s))})
	}
	q.together(group.StepChoose, append(siege, crossing...))
	for _, t := range tables {
		q.order++ // kept free for a hand-over that only becomes possible on the way
		if s.Mode == modeEpic && len(t.Lorien) > 0 {
			q.at(q.order, group.StepHandOver, t)
		}
	}
	q.add(group.Step{Kind: group.StepVictory})
	return q.out
}

func onlyOne(stages []string) string {
	if len(stages) == 1 {
		return stages[0]
	}
	return ""
}

// inOrder returns the tables by the stage at which they played this round, then team name.
//
// Ruling: 3.
func (s State) inOrder() []Table {
	out := slices.Clone(s.Tables)
	slices.SortStableFunc(out, func(a, b Table) int {
		return cmp.Or(
			strings.Compare(s.played(a), s.played(b)),
			strings.Compare(foldName(a.Team), foldName(b.Team)),
			strings.Compare(string(a.ID), string(b.ID)))
	})
	return out
}

// played returns the stage at which a table played this round.
func (s State) played(t Table) string {
	if s.Round >= 1 && s.Round <= len(t.Stages) {
		return t.Stages[s.Round-1]
	}
	return t.Stage
}

// absent returns the stages 3 that no table played at this round, in alphabetical order.
func (dolGuldur) absent(s State) []string {
	var out []string
	for _, st := range scenarioOf(s).SiegeStages() {
		if !slices.ContainsFunc(s.Tables, func(t Table) bool { return s.played(t) == st.ID }) {
			out = append(out, st.ID)
		}
	}
	return out
}

func (s State) tableIDs() []events.TableID {
	out := make([]events.TableID, len(s.Tables))
	for i, t := range s.Tables {
		out[i] = t.ID
	}
	return out
}

// steps is an effect queue being built.
type steps struct {
	round, order int
	out          []group.Step
}

func (q *steps) add(st group.Step) {
	q.order++
	st.Order = q.order
	st.ID = stepID(q.round, st)
	q.out = append(q.out, st)
}

func (q *steps) one(kind string, t Table) {
	q.add(group.Step{Kind: kind, Table: t.ID, Stage: t.Stage})
}

func (q *steps) at(order int, kind string, t Table) {
	st := group.Step{Kind: kind, Order: order, Table: t.ID, Stage: t.Stage}
	st.ID = stepID(q.round, st)
	q.out = append(q.out, st)
}

// together adds steps that may be answered in any order.
func (q *steps) together(kind string, ts []Table) {
	q.order++
	for _, t := range ts {
		q.at(q.order, kind, t)
	}
}

// stepID names a step: round, kind, and the stage 3 whose effect it is or else the table.
func stepID(round int, st group.Step) string {
	id := fmt.Sprintf("%d-%s", round, st.Kind)
	switch {
	case (st.Kind == group.StepForced || st.Kind == group.StepAbsent) && strings.HasPrefix(st.Stage, "3"):
		return id + "-" + strings.ToLower(st.Stage)
	case st.Table != "":
		return id + "-" + string(st.Table)
	default:
		return id
	}
}
