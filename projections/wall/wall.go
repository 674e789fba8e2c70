package wall

import (
	"fmt"
	"slices"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/words"
)

// Bounds of what the wall shows.
const (
	maxRecent   = 8
	momentLasts = 6 * time.Second
)

// view is a wall being made.
type view struct {
	g    board.Group
	name func(events.PersonID) string
	now  time.Time
}

// Of returns the wall of a group. lines is the group's history, latest first, as far back as the
// wall shows; name gives the display name of a person; now is the time that durations run to.
func Of(g board.Group, lines []history.Line, name func(events.PersonID) string, now time.Time) View {
	v := view{g: g, name: name, now: now}
	out := View{
		Gathering: g.Gathering, Group: g.ID, Name: g.Name, Scenario: words.Scenario(g.Scenario), Mode: g.Mode,
		Version: g.Version, Position: g.Position, At: g.At,
		Phase: g.Phase, Status: Status(g), Paused: g.Paused, PauseReason: g.PauseReason,
		Round: g.Round, Players: g.Players, PlayersLeft: g.Left(),
		StartedAt: g.StartedAt, RoundAt: g.RoundAt, Playing: v.playing(),
		City: v.city(), Barrier: v.barrier(), Teams: v.teams(), Steps: v.strip(),
		Turns: v.turns(), Changes: v.changes(), Stages: v.stages(), Notices: v.notices(), Result: v.result(),
		Recent: v.recent(lines), Moment: v.moment(lines),
		HasCity: g.Scenario == dolGuldur, Difficulty: difficulty(g), Eye: v.eye(), Quest: v.quest(), Score: v.score(),
	}
	if len(out.Turns) > 0 {
		out.Turn = &out.Turns[0]
	}
	some(&out.Steps)
	some(&out.Turns)
	some(&out.Changes)
	some(&out.Stages)
	some(&out.Recent)
	some(&out.Notices)
	some(&out.City.Series)
	some(&out.Barrier.Waiting)
	return out
}

// some makes an empty list of none, for who reads the view as JSON.
func some[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

// Status says where a group is, in a few words: "Round 7", "End of round 7, step 2 of 6", "Won".
func Status(g board.Group) string {
	s := ""
	switch g.Phase {
	case board.PhaseSetup:
		s = "Setting up"
	case board.PhasePlaying:
		s = fmt.Sprintf("Round %d", g.Round)
	case board.PhaseEnding:
		s = fmt.Sprintf("End of round %d", g.Round)
		if k, n := stepOf(g); n > 0 {
			s += fmt.Sprintf(", step %d of %d", k, n)
		}
	case board.PhaseWon:
		s = "Won"
	case board.PhaseLost:
		s = "Lost"
	case board.PhaseAbandoned:
		s = "Ended without a result"
	}
	if g.Paused {
		s += " (paused)"
	}
	return s
}

// stepOf returns which step of the queue is resolved now, from 1, and how many there are.
func stepOf(g board.Group) (k, n int) {
	n = len(g.Queue)
	for i, s := range g.Queue {
		if s.State == board.StepNow || s.State == board.StepPending {
			return i + 1, n
		}
	}
	return n, n
}

// playing returns how long the game has lasted.
func (v view) playing() time.Duration {
	if v.g.StartedAt.IsZero() {
		return 0
	}
	end := v.now
	if !v.g.EndedAt.IsZero() {
		end = v.g.EndedAt
	}
	return max(0, end.Sub(v.g.StartedAt))
}

func (v view) city() City {
	g := v.g
	c := City{Strength: g.City.Strength, Start: g.City.Start, Mark: g.Mark(), Greatest: max(1, g.City.Strength, g.City.Start)}
	c.AtMark = g.Round > 0 && !g.Over() && c.Strength <= c.Mark
	c.Fallen = g.Round > 0 && !g.Over() && c.Strength == 0
	if !g.SiegeDone() {
		for _, t := range g.Tables {
			if t.SiegeCounts() {
				c.Scored += t.SiegeRound
				c.Unknown += t.Unknown
			}
		}
	}
	c.Ghost = max(0, c.Strength-c.Scored)
	for _, r := range g.City.Rounds {
		c.Series = append(c.Series, Point{Round: r.Round, Strength: r.Strength})
		c.Greatest = max(c.Greatest, r.Strength)
	}
	if g.Round > 0 {
		c.Series = append(c.Series, Point{Round: g.Round, Strength: c.Strength, Now: true})
	}
	if n := len(g.City.Rounds); n > 1 {
		c.HasLast = true
		c.Last = g.City.Rounds[n-1].Strength - g.City.Rounds[n-2].Strength
		c.LastSay = "Last round " + words.Signed(c.Last)
	}
	return c
}

func (v view) barrier() Barrier {
	g := v.g
	b := Barrier{Of: len(g.Tables), Ended: len(g.Barrier.Ended), Since: g.Barrier.Since}
	b.AllEnded = b.Of > 0 && b.Ended == b.Of
	for _, id := range g.Barrier.Waiting {
		if b.Ended > 0 {
			b.Waiting = append(b.Waiting, v.team(id))
		}
	}
	if !b.Since.IsZero() && g.Phase == board.PhasePlaying {
		b.For = max(0, v.now.Sub(b.Since))
	}
	b.Says = v.barrierSays(b)
	return b
}

func (v view) barrierSays(b Barrier) string {
	switch {
	case v.g.Over():
		return Status(v.g)
	case v.g.Round == 0:
		return "The game has not started"
	case b.AllEnded:
		return "All ended"
	case b.Ended == 0 && b.Of == 1:
		return "Playing"
	case b.Ended == 0:
		return "All playing"
	default:
		verb := "is"
		if len(b.Waiting) > 1 {
			verb = "are"
		}
		return fmt.Sprintf("%d of %d ended the round; %s %s playing", b.Ended, b.Of, words.List(b.Waiting), verb)
	}
}

func (v view) team(id events.TableID) string {
	if t, ok := v.g.Table(id); ok {
		return t.Team
	}
	return string(id)
}

func (v view) changes() []Change {
	var out []Change
	for _, c := range slices.Backward(v.g.City.Changes) {
		one := Change{
			Version: c.Version, Round: c.Round, From: c.From, To: c.To, By: c.To - c.From, Kind: c.Kind,
			Why: words.Resolve(c.Why, v.name),
		}
		for _, s := range c.Shares {
			share := Share{Team: v.team(s.Table), Siege: s.Siege}
			for _, it := range s.Items {
				if it.Siege == nil {
					share.Items = append(share.Items, it.Card+" (not known)")
				} else {
					share.Items = append(share.Items, fmt.Sprintf("%s %d", it.Card, *it.Siege))
				}
			}
			one.Shares = append(one.Shares, share)
		}
		out = append(out, one)
	}
	return out
}

// stages returns the four stages 3 of the round, once somebody is at one.
func (v view) stages() []Stage {
	if !slices.ContainsFunc(v.g.Tables, func(t board.Table) bool { return t.AtSiege() }) {
		return nil
	}
	var out []Stage
	for _, stage := range words.Stages3 {
		s := Stage{Stage: stage, Name: words.StageName(stage)}
		for _, t := range v.g.Tables {
			if n := len(t.Stages); n > 0 && t.Stages[n-1] == stage {
				s.Team = t.Team
			}
		}
		for _, q := range v.g.Queue {
			// A ruling may have moved the team after its choice.
			if t, _ := v.g.Table(q.Table); v.g.Phase == board.PhaseEnding && q.Kind == group.StepChoose && q.State == board.StepDone && t.Stage == stage {
				s.Next = t.Team
			}
		}
		out = append(out, s)
	}
	return out
}

func (v view) notices() []string {
	var out []string
	for _, n := range v.g.Notices {
		if len(n.Tables) == 0 {
			out = append(out, n.Text)
		}
	}
	return out
}

func (v view) recent(lines []history.Line) []Recent {
	var out []Recent
	for _, l := range lines {
		if l.Major && !l.Withdrawn && len(out) < maxRecent {
			out = append(out, Recent{Position: l.Position, At: l.At, Words: history.Name(l, v.name)})
		}
	}
	return out
}

// moment returns what takes the whole wall now.
func (v view) moment(lines []history.Line) *Moment {
	for _, l := range lines {
		age := v.now.Sub(l.At)
		if l.Moment == "" || l.Withdrawn || age < 0 || age >= momentLasts {
			continue
		}
		title := map[string]string{
			history.MomentLieutenant: "Lieutenant defeated",
			history.MomentMark:       fmt.Sprintf("City strength %d", v.g.City.Strength),
			history.MomentFallen:     "City strength 0",
			history.MomentWon:        "Dol Guldur is captured",
			history.MomentLost:       "The siege has failed",
			history.MomentPending:    "A game is lost",
		}[l.Moment]
		if v.g.Scenario != dolGuldur && (l.Moment == history.MomentWon || l.Moment == history.MomentLost) {
			title = map[string]string{history.MomentWon: "Won", history.MomentLost: "Lost"}[l.Moment]
		}
		return &Moment{Kind: l.Moment, Title: title, Says: history.Name(l, v.name), At: l.At}
	}
	return nil
}

func (v view) result() *Result {
	g := v.g
	if !g.Over() {
		return nil
	}
	r := &Result{
		Won: g.Phase == board.PhaseWon, Lost: g.Phase == board.PhaseLost, Title: Status(g),
		Reason: words.Resolve(g.Result.Reason, v.name), Rule: g.Result.Rule, Rounds: g.Round, Took: v.playing(),
	}
	if g.Result.Table != "" {
		r.Team = v.team(g.Result.Table)
	}
	return r
}
