package wall

import (
	"fmt"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// dolGuldur is the scenario whose wall is about a city.
const dolGuldur = "attack-on-dol-guldur"

func difficulty(g board.Group) string {
	switch {
	case g.Settings.Nightmare != "":
		return "Nightmare: " + g.Settings.Nightmare
	case g.Difficulty == "easy":
		return "easy"
	default:
		return ""
	}
}

// eye says where The Eye of Sauron is, what it does there, and who may keep it there at what price.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func (v view) eye() *Eye {
	e := v.g.Eye
	if e == nil {
		return nil
	}
	out := &Eye{Table: e.Table, Team: v.team(e.Table), To: v.team(e.To), Does: words.Upper(e.Does)}
	for i, t := range v.g.Tables {
		if t.ID == e.Table {
			out.Side = i
		}
	}
	out.Moves = "At the round’s end it turns to " + out.To
	if len(e.Nazgul) > 0 {
		out.Moves += " with " + words.List(e.Nazgul)
	}
	if e.May != "" {
		out.May = fmt.Sprintf("%s may keep it there: threat +%d for each player", v.name(e.May), e.Price)
	}
	switch {
	case e.Last == board.EyeHeld:
		out.Last = fmt.Sprintf("Kept here at the end of round %d", e.Round)
	case e.Last == board.EyeMoved:
		out.Last = fmt.Sprintf("Turned here at the end of round %d", e.Round)
	}
	for _, s := range v.g.Queue {
		out.Waiting = out.Waiting || v.g.Phase == board.PhaseEnding && s.Kind == group.StepEye && s.State == board.StepNow
	}
	out.Says = fmt.Sprintf("The Eye of Sauron looks at %s. %s. %s. %s.", out.Team, out.Does, out.Moves, out.May)
	return out
}

// quest is the large figure of a group of one table.
func (v view) quest() *Quest {
	if v.g.Scenario == dolGuldur || len(v.g.Tables) != 1 || v.g.Eye != nil {
		return nil
	}
	t := v.g.Tables[0]
	q := &Quest{
		Stage: t.Stage, Name: t.StageName, Progress: t.Progress, Points: t.QuestPoints, Keywords: []string{}, Phase: words.Phase(t.Phase),
	}
	for _, s := range t.SideQuests {
		if s.Number == t.Current {
			q.Current = s.Card.Name + of(s.Progress, s.QuestPoints)
		}
	}
	if t.Dire {
		q.Keywords = append(q.Keywords, "Dire")
	}
	if t.Assault {
		q.Keywords = append(q.Keywords, "Assault")
	}
	q.Says = "Not started"
	if t.Stage != "" {
		q.Says = fmt.Sprintf("Stage %s, %s: progress%s", t.Stage, t.StageName, progressOf(t))
	}
	return q
}

// progressOf writes progress and quest points: " 7 of 12".
func progressOf(t board.Table) string {
	if t.QuestPoints == nil {
		return fmt.Sprintf(" %d", t.Progress)
	}
	return fmt.Sprintf(" %d of %d", t.Progress, *t.QuestPoints)
}

func of(n, most int) string {
	if most == 0 {
		return fmt.Sprintf(" %d", n)
	}
	return fmt.Sprintf(" %d of %d", n, most)
}

// other fills in what a card shows of a scenario other than Attack on Dol Guldur.
func (v view) other(t board.Table, c *Team) {
	c.Points, c.Staging, c.EyeHere, c.Counters = t.QuestPoints, t.StagingThreat, t.EyeHere, counters(t)
	if v.g.ScenarioOf(t) != v.g.Scenario {
		c.Scenario = words.Scenario(v.g.ScenarioOf(t))
	}
	switch {
	case v.g.Over():
	case t.Pending != nil && t.Pending.Certain:
		c.Pending = "Lost when the round ends: " + words.Resolve(t.Pending.Reason, v.name)
	case t.Pending != nil:
		c.Pending = "Lost when the round ends, unless Mount Doom is won: " + words.Resolve(t.Pending.Reason, v.name)
	}
	switch {
	case t.Peril != nil:
		c.Alert = "Peril: only " + v.name(t.Peril.Player) + " acts"
	case t.Test != nil && t.Test.Counted:
		c.Alert = fmt.Sprintf("Fortitude test of %s: %d against %d", v.name(t.Test.Player), t.Test.Willpower, t.Test.Icons)
	case t.Test != nil:
		c.Alert = "Fortitude test of " + v.name(t.Test.Player)
	case len(t.Tests) > 0:
		c.Alert = "Fortitude test of " + v.name(t.Tests[0].Player) + " is due"
	}
	if c.State == TeamOver && !v.g.Over() {
		c.Says = "Out of the game"
		if t.Won != nil {
			c.Says = "Won"
		} else if t.Lost != nil {
			c.Says = "Lost"
		}
	}
}

// maxCounters bounds what a card shows of the cards in play.
const maxCounters = 4

// counters lists what to look at at a table: what is defended, what gathers resources, the active
// location, side quests.
func counters(t board.Table) []Counter {
	var out []Counter
	add := func(name, says string) {
		if len(out) < maxCounters {
			out = append(out, Counter{Name: name, Says: says})
		}
	}
	for _, o := range t.Objectives {
		switch {
		case o.Player != "": // an ally: it is no more than that
		case o.HitPoints > 0:
			add(o.Card.Name, fmt.Sprintf("%d of %d", max(o.HitPoints-o.Damage, 0), o.HitPoints))
		case o.Resources > 0:
			add(o.Card.Name, count(o.Resources, "resource"))
		case o.Damage > 0:
			add(o.Card.Name, fmt.Sprintf("%d damage", o.Damage))
		}
	}
	for _, l := range t.Locations {
		switch {
		case l.Resources > 0 || l.Card.Code == "the-black-gate":
			add(l.Card.Name, count(l.Resources, "resource"))
		case l.Card.Code == "mount-doom" && !l.Active:
			add(l.Card.Name, strings.TrimSpace(of(l.Progress, l.Card.QuestPoints)))
		}
	}
	for _, l := range t.Locations {
		points := l.Card.QuestPoints
		if l.QuestPoints != nil {
			points = *l.QuestPoints
		}
		if l.Active {
			add(l.Card.Name, strings.TrimSpace(of(l.Progress, points)))
		}
	}
	for _, e := range t.Enemies {
		if e.Resources > 0 {
			add(e.Card.Name, count(e.Resources, "resource"))
		}
	}
	for _, q := range t.SideQuests {
		add(q.Card.Name, strings.TrimSpace(of(q.Progress, q.QuestPoints)))
	}
	if t.Resources > 0 {
		add("Stage", count(t.Resources, "resource"))
	}
	return out
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// aheadOther returns the steps that the end of the round will bring in another scenario: the effects
// that are active now, then those of the epic mode.
func (v view) aheadOther() []Step {
	var out []Step
	for _, t := range v.g.Tables {
		for _, c := range t.Checklist {
			if c.When != string(rules.WhenRoundEnd) || c.State == board.CheckDone {
				continue
			}
			out = append(out, Step{
				ID: "ahead-" + string(t.ID) + "-" + c.ID, Kind: group.StepTrigger, Label: c.Card, State: StepPending, Table: t.ID, Stage: t.Stage,
				Outcome: words.Resolve(c.Says, v.name),
			})
		}
	}
	if v.g.Eye != nil {
		out = append(
			out,
			Step{ID: "ahead-card", Kind: group.StepModeCard, Label: "Mode card", State: StepPending},
			Step{ID: "ahead-eye", Kind: group.StepEye, Label: "Eye to " + v.team(v.g.Eye.To), State: StepPending},
			Step{ID: "ahead-outcome", Kind: group.StepOutcome, Label: "Won or lost?", State: StepPending},
		)
	}
	return out
}

// score says the score of a finished game; empty while it has none.
func (v view) score() string {
	s := v.g.Score
	switch {
	case s == nil:
		return ""
	case s.Scored:
		return fmt.Sprintf("Score %d", s.Total)
	case v.g.Phase == board.PhaseWon:
		return "No score: " + strings.TrimSuffix(words.Resolve(s.Why, v.name), ".")
	default:
		return ""
	}
}

// figure is the large figure of a group in the overview, and what it is.
func figure(g board.Group) (figure, says string) {
	switch {
	case g.Phase == board.PhaseSetup:
		return "–", "not started"
	case g.Scenario == dolGuldur:
		return fmt.Sprint(g.City.Strength), "city strength"
	case g.Eye != nil:
		for _, t := range g.Tables {
			if t.ID == g.Eye.Table {
				return t.Stage, "stage where The Eye of Sauron is"
			}
		}
		return "–", "where The Eye of Sauron is"
	case len(g.Tables) == 1 && g.Tables[0].QuestPoints != nil:
		return fmt.Sprintf("%d/%d", g.Tables[0].Progress, *g.Tables[0].QuestPoints), "progress of the stage"
	case len(g.Tables) == 1:
		return fmt.Sprint(g.Tables[0].Progress), "progress of the stage"
	default:
		return fmt.Sprint(g.Round), "round"
	}
}
