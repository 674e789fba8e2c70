package table

import (
	"fmt"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// view is a table's view being made.
type view struct {
	g    board.Group
	t    board.Table
	name func(events.PersonID) string
	role events.Role
}

// Of returns the view of a table for somebody who acts in a role there; the caller has checked that
// a captain is that table's. name gives the display name of a person. A table that the group does
// not have gives a view with nothing on it.
func Of(g board.Group, id events.TableID, name func(events.PersonID) string, role events.Role) View {
	t, _ := g.Table(id)
	v := view{g: g, t: t, name: name, role: role}
	out := View{
		Gathering: g.Gathering, Group: g.ID, Table: id, Version: g.Version, Position: g.Position, At: g.At, Role: role,
		GroupName: g.Name, Scenario: g.ScenarioOf(t), Title: words.Scenario(g.ScenarioOf(t)), Mode: g.Mode,
		Team: t.Team, Phase: g.Phase, Paused: g.Paused, PauseSays: g.PauseReason, Round: g.Round,
		Headline: v.headline(), Ended: v.ended(), MayRecord: v.mayRecord(), Result: v.result(), ResultRule: g.Result.Rule,
		City: v.city(), Quest: v.quest(), Players: v.players(), Enemies: v.enemies(), Locations: v.locations(),
		Scored: v.scored(), Siege: v.siege(), Victory: v.victory(), Lorien: v.lorien(), Stages: v.stageNames(),
		RoundPhase: t.Phase, RoundPhases: v.phases(),
		Steps: v.steps(), Others: v.others(), Undo: v.undo(), Summary: v.summary(), Open: v.open(),
		Rules: v.rules(), ToDo: v.resolveAll(t.ToDo), Notices: v.notices(), Targets: v.targets(),
		Record: v.recorder(), Barrier: v.barrier(),
		HasCity: g.City.Start > 0 || g.Scenario == dolGuldur, Objectives: v.objectives(), SideQuests: v.sideQuests(), Peril: v.peril(), Test: v.test(),
		Checklist: v.checklist(), Eye: v.eye(), Pending: v.pending(), Score: v.score(), Flags: v.flags(),
	}
	if len(out.Steps) > 0 {
		out.Step = &out.Steps[0]
	}
	out.Now = v.now(out)
	out.Actions = v.actions()
	return out
}

func (v view) resolve(s string) string { return words.Resolve(s, v.name) }

func (v view) resolveAll(ss []string) []string {
	out := make([]string, 0, len(ss))
	for _, s := range ss {
		out = append(out, v.resolve(s))
	}
	return out
}

func (v view) headline() string {
	switch {
	case v.g.Round == 0:
		return "Setting up"
	case v.t.Stage == "":
		return fmt.Sprintf("Round %d", v.g.Round)
	default:
		return fmt.Sprintf("Round %d, stage %s", v.g.Round, v.t.Stage)
	}
}

// ended tells whether the table has ended the round that is played or being ended.
func (v view) ended() bool { return v.g.Round > 0 && v.t.Ended >= v.g.Round }

// decided tells whether this table's own game is won or lost while the group plays on.
func (v view) decided() bool { return v.other() && !v.g.Over() && v.t.Decided() }

// decision says how this table's own game ended.
func (v view) decision() string {
	if v.t.Won != nil {
		return "This table’s game is won: " + v.resolve(v.t.Won.Reason)
	}
	if v.t.Lost == nil {
		return "Everybody at this table is out of the game."
	}
	return "This table’s game is lost: " + v.resolve(v.t.Lost.Reason) + " If that is wrong, take the entry back or ask a judge."
}

func (v view) mayRecord() bool {
	return v.role == events.RoleCaptain || v.role == events.RoleOrganiser || v.role == events.RoleJudge
}

func (v view) result() string {
	if !v.g.Over() {
		return ""
	}
	says := map[string]string{board.PhaseWon: "Won", board.PhaseLost: "Lost", board.PhaseAbandoned: "Ended without a result"}[v.g.Phase]
	if v.g.Result.Reason == "" {
		return says
	}
	return says + ": " + v.resolve(v.g.Result.Reason)
}

// now says what happens, in a sentence.
func (v view) now(out View) string {
	switch {
	case out.Result != "":
		return out.Result
	case v.g.Paused:
		return "Paused: " + v.g.PauseReason
	case v.g.Phase == board.PhaseSetup:
		return "The game has not started. Heroes can be declared."
	case out.Step == nil && v.decided():
		return v.decision()
	case out.Step != nil:
		return out.Step.Title + ": " + out.Step.Text
	case out.Others.Waiting:
		return out.Others.Says
	case len(out.Open) > 0:
		return "Before the round can be ended: " + strings.Join(out.Open, "; ")
	default:
		return fmt.Sprintf("Play the round, enter what changes, then end round %d.", v.g.Round)
	}
}

func (v view) city() City {
	c := City{
		Strength: v.g.City.Strength, Start: v.g.City.Start, Mark: v.g.Mark(),
		Fallen: v.g.Round > 0 && !v.g.Over() && v.g.City.Strength == 0,
	}
	if v.g.SiegeDone() {
		return c
	}
	for _, t := range v.g.Tables {
		if t.SiegeCounts() {
			c.Scored += t.SiegeRound
		}
	}
	return c
}

func (v view) quest() Quest {
	t := v.t
	q := Quest{
		Stage: t.Stage, Name: t.StageName, Progress: t.Progress, Cap: t.ProgressCap, Resources: t.Resources,
		StagingThreat: t.StagingThreat, Archery: t.Archery, ArcheryTotal: t.ArcheryTotal,
		Revealed: t.Revealed, SurgeOwed: t.SurgeOwed, Power: t.PowerProgress, PowerInPlay: t.PowerInPlay && t.PowerBy == "",
		HoldsCity: v.g.DolGuldurAt == t.ID, Points: t.QuestPoints, Keywords: v.keywords(), Current: v.current(),
	}
	if t.Reveals != "" {
		q.Reveals = v.name(t.Reveals)
	}
	if l := v.active(); l != nil {
		q.Active, q.ActiveNumber, q.ActiveAt, q.ActiveOf = l.Card.Name, l.Number, l.Progress, questPoints(*l)
	}
	return q
}

// questPoints are a location's as they count now; 0: not known.
func questPoints(l board.Location) int {
	if l.QuestPoints != nil {
		return *l.QuestPoints
	}
	return l.Card.QuestPoints
}

// current names the side quest that is the current quest; empty: the main quest is.
func (v view) current() string {
	for _, q := range v.t.SideQuests {
		if q.Number == v.t.Current {
			return q.Card.Name
		}
	}
	return ""
}

// active returns the active location, nil if there is none.
func (v view) active() *board.Location {
	for i := range v.t.Locations {
		if v.t.Locations[i].Active {
			return &v.t.Locations[i]
		}
	}
	return nil
}

func (v view) players() []Player {
	out := make([]Player, 0, len(v.t.Players))
	for _, p := range v.t.Players {
		one := Player{
			Player: p.ID, Name: v.name(p.ID), Threat: p.Threat, Elimination: p.Elimination, Danger: p.Danger,
			Out: p.Out, OutWhy: outWhy[p.OutWhy], First: v.t.FirstPlayer == p.ID, HeroesLeft: p.HeroesLeft,
			Heroes: make([]Hero, 0, len(p.Heroes)), Allies: allies(p), Notes: v.playerNotes(p),
		}
		if p.Deck != nil {
			one.Deck = p.Deck.Name
		}
		for _, h := range p.Heroes {
			one.Heroes = append(one.Heroes, Hero{
				Title: h.Title, Threat: h.Threat, HitPoints: h.HitPoints, Damage: h.Damage, Dead: h.Dead,
				Gone: h.Gone, Exhausted: h.Exhausted, Sphere: h.Sphere, Willpower: h.Willpower, Attack: h.Attack, Defense: h.Defense,
				Ranged: h.Ranged, Sentinel: h.Sentinel, Traits: h.Traits,
			})
		}
		for _, e := range v.t.Enemies {
			if e.Player == p.ID {
				one.Engaged++
			}
		}
		out = append(out, one)
	}
	return out
}

var outWhy = map[string]string{
	lotr.OutThreat:    "threat reached the elimination level",
	lotr.OutHeroes:    "no heroes left",
	lotr.OutOrganiser: "left the game",
	lotr.OutPassed:    "the last hero went on with the first player token",
}

func (v view) enemies() []Enemy {
	out := make([]Enemy, 0, len(v.t.Enemies))
	for _, e := range v.t.Enemies {
		one := Enemy{
			Number: e.Number, Name: e.Card.Name, Engaged: e.Player, Damage: e.Damage,
			HitPoints: e.Card.HitPoints, Attack: e.Card.Attack, Defense: e.Card.Defense,
			Threat: e.ThreatNow, Engagement: e.Engagement, Siege: e.Card.Siege,
			Lieutenant: e.Card.Lieutenant, Indestructible: e.Indestructible, Immune: e.Card.Immune || e.Immune, Says: v.enemySays(e),
			Resources: e.Resources,
		}
		for _, n := range []struct {
			now *int
			to  *int
		}{{e.HitPoints, &one.HitPoints}, {e.AttackNow, &one.Attack}, {e.DefenseNow, &one.Defense}} {
			if n.now != nil {
				*n.to = *n.now
			}
		}
		if e.Player != "" {
			one.EngagedName = v.name(e.Player)
		}
		out = append(out, one)
	}
	return out
}

// enemySays puts an enemy's keywords into words.
func (v view) enemySays(e board.Enemy) string {
	var s []string
	switch {
	case e.Indestructible && !e.Card.Lieutenant:
		s = append(s, "indestructible")
	case e.Indestructible:
		s = append(s, "Lieutenant, cannot be destroyed while the city has strength")
	case e.Card.Lieutenant:
		s = append(s, "Lieutenant, can be destroyed now")
	}
	if e.Card.Immune || e.Immune {
		s = append(s, "immune to player card effects")
	}
	if e.Card.Phantom {
		s = append(s, "Phantom: its damage becomes threat")
	}
	if e.Card.ArcheryPerPlayer {
		s = append(s, fmt.Sprintf("Archery %d", v.t.PlayersLeft))
	} else if e.Card.Archery > 0 {
		s = append(s, fmt.Sprintf("Archery %d", e.Card.Archery))
	}
	if e.Card.Victory > 0 {
		s = append(s, fmt.Sprintf("Victory %d", e.Card.Victory))
	}
	return words.Upper(strings.Join(s, ", "))
}

func (v view) locations() []Location {
	out := make([]Location, 0, len(v.t.Locations))
	for _, l := range v.t.Locations {
		out = append(out, Location{
			Number: l.Number, Name: l.Card.Name, Active: l.Active, Progress: l.Progress,
			QuestPoints: questPoints(l), Threat: l.ThreatNow, Siege: l.Card.Siege, Barred: l.Barred,
			Resources: l.Resources, Damage: l.Damage, Says: v.locationSays(l),
		})
	}
	return out
}

// locationSays puts a location's keywords into words; those of Attack on Dol Guldur have none.
func (v view) locationSays(l board.Location) string {
	var s []string
	if l.Card.Immune {
		s = append(s, "immune to player card effects")
	}
	if l.Card.Victory > 0 && v.other() {
		s = append(s, fmt.Sprintf("Victory %d", l.Card.Victory))
	}
	return words.Upper(strings.Join(s, ", "))
}

func (v view) scored() []Scored {
	out := make([]Scored, 0, len(v.t.Scored))
	for i, s := range v.t.Scored {
		out = append(out, Scored{Item: i + 1, Card: s.Card, Siege: s.Siege, Printed: s.Printed, Typed: s.Typed})
	}
	return out
}

func (v view) siege() Siege {
	return Siege{Round: v.t.SiegeRound, Total: v.t.SiegeTotal, Unknown: v.t.Unknown, Counts: v.t.SiegeCounts()}
}

func (v view) victory() []string {
	out := make([]string, 0, len(v.t.Victory))
	for _, c := range v.t.Victory {
		out = append(out, c.Name)
	}
	return out
}

func (v view) lorien() []Lorien {
	out := make([]Lorien, 0, len(v.t.Lorien))
	for _, l := range v.t.Lorien {
		out = append(out, Lorien{
			Card: l.Card, Name: words.Lorien(l.Card), Player: l.Player, By: v.name(l.Player), Damage: l.Damage, Progress: l.Progress,
		})
	}
	return out
}

func (v view) stageNames() map[string]string {
	out := map[string]string{}
	sc, ok := rules.Lookup(v.g.ScenarioOf(v.t))
	if !ok {
		return out
	}
	for _, s := range sc.Stages {
		out[s.ID] = s.Name
	}
	return out
}

// order is the order of the phases of a round.
//
// Source: facts/game-facts.md, "5.1 Round".
var order = []lotr.Phase{
	lotr.PhaseResource, lotr.PhasePlanning, lotr.PhaseQuest, lotr.PhaseTravel,
	lotr.PhaseEncounter, lotr.PhaseCombat, lotr.PhaseRefresh,
}

// phaseAt returns the place of a phase in the round, −1 before the first.
func phaseAt(p lotr.Phase) int {
	for i, o := range order {
		if o == p {
			return i
		}
	}
	return -1
}

func (v view) phases() []PhaseStep {
	at := phaseAt(v.t.Phase)
	out := make([]PhaseStep, 0, len(order))
	for i, p := range order {
		s := PhaseStep{Phase: p, Label: words.Phase(p), State: "ahead"}
		switch {
		case i < at || v.ended():
			s.State = "done"
		case i == at:
			s.State = "now"
		}
		out = append(out, s)
	}
	return out
}

func (v view) notices() []string {
	out := []string{}
	for _, n := range v.g.Notices {
		mine := len(n.Tables) == 0
		for _, t := range n.Tables {
			mine = mine || t == v.t.ID
		}
		if mine {
			out = append(out, n.Text)
		}
	}
	return out
}

func (v view) undo() *Undo {
	e := v.t.LastEntry
	if e == nil || !v.mayRecord() {
		return nil
	}
	return &Undo{
		Entry: e.Command, Words: v.resolve(e.Words), Type: group.Withdraw{}.CommandType(),
		Data: map[string]any{"table": v.t.ID, "entry": e.Command},
	}
}

func (v view) recorder() Recorder {
	r := Recorder{Device: v.t.Recorder}
	if v.t.Captain != "" {
		r.Captain = v.name(v.t.Captain)
	}
	return r
}

func (v view) barrier() []TeamLine {
	out := make([]TeamLine, 0, len(v.g.Tables))
	for _, t := range v.g.Tables {
		l := TeamLine{Table: t.ID, Team: t.Team, Stage: t.Stage, Own: t.ID == v.t.ID, Ended: v.g.Round > 0 && t.Ended >= v.g.Round, Says: "playing"}
		switch {
		case v.g.Round == 0:
			l.Says = "getting ready"
		case l.Ended:
			l.Says = "ended the round"
		}
		out = append(out, l)
	}
	return out
}
