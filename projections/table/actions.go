package table

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

// Headings of actions, for [Action].Group.
const (
	underNow       = "now"
	underQuest     = "quest"
	underThreat    = "threat"
	underEnemies   = "enemies"
	underLocations = "locations"
	underPlayers   = "players"
	underLorien    = "lorien"
	underSiege     = "siege"
	underTable     = "table"

	underFights     = "fights"
	underTests      = "tests"
	underChecks     = "checks"
	underObjectives = "objectives"
)

// roundRule is the citation of what a round is made of.
const roundRule = `facts/game-facts.md, "5.1 Round"`

// primaries are the large buttons of each phase, the most likely first. A captain who leaves the
// phases alone stays in the first one and gets the least that has to be typed.
var primaries = map[lotr.Phase][]string{
	lotr.PhaseResource:  {"explore", "destroy", "progress", "phase-next"},
	lotr.PhasePlanning:  {"phase-next", "explore", "destroy", "progress"},
	lotr.PhaseQuest:     {"reveal", "quest", "explore", "phase-next"},
	lotr.PhaseTravel:    {"travel", "phase-next", "explore", "destroy"},
	lotr.PhaseEncounter: {"engage", "check", "phase-next", "destroy"},
	lotr.PhaseCombat:    {"archery", "destroy", "damage", "phase-next"},
	lotr.PhaseRefresh:   {"explore", "destroy", "threat", "progress"},
}

// otherPrimaries are those of the scenarios whose stages change by progress.
var otherPrimaries = map[lotr.Phase][]string{
	lotr.PhaseResource:  {"phase-next"},
	lotr.PhasePlanning:  {"phase-next"},
	lotr.PhaseQuest:     {"choose-quest", "reveal", "quest", "phase-next"},
	lotr.PhaseTravel:    {"travel", "phase-next"},
	lotr.PhaseEncounter: {"engage", "check", "phase-next"},
	lotr.PhaseCombat:    {"archery", "phase-next"},
	lotr.PhaseRefresh:   {},
}

// first lists the large buttons, the most likely first: what is open at the table comes before all.
func (v view) first() []string {
	phase := v.t.Phase
	if phase == "" {
		phase = lotr.PhaseResource
	}
	first := primaries[phase]
	if v.other() {
		first = otherPrimaries[phase]
		if v.t.Quested {
			first = []string{"phase-next"}
		}
		first = append(v.openFirst(), first...)
	}
	if v.t.Unknown > 0 {
		first = append([]string{"siege"}, first...)
	}
	if v.t.Archery > 0 && (len(first) == 0 || first[0] != "archery") {
		first = append([]string{"archery"}, first...)
	}
	return first
}

// openFirst lists what has to be settled before play goes on.
func (v view) openFirst() []string {
	out := []string{"begin-test", "count-icons", "resolve-test", "raise-test"}
	if v.t.Peril != nil {
		out = append(out, "resolved")
	}
	for _, g := range v.t.Guards {
		out = append(out, fmt.Sprintf("guard-%d", g.Objective))
	}
	return out
}

// actions returns what can be entered now, the large buttons first.
func (v view) actions() []Action {
	if !v.mayRecord() || v.t.ID == "" {
		return []Action{}
	}
	var out []Action
	switch {
	case v.g.Over() || v.decided():
	case v.g.Phase == board.PhaseSetup:
		out = v.declarations()
	case v.g.Phase == board.PhaseEnding:
		out = v.consequences()
	case v.ended():
	default:
		out = v.entries()
	}
	if v.role == events.RoleCaptain && !v.g.Over() {
		out = append(out, v.takeRecorder())
	}
	for i := range out {
		out[i] = v.finish(out[i])
	}
	v.sort(out)
	return out
}

// finish gives an action the table it is for, and disables it during a pause.
func (v view) finish(a Action) Action {
	if a.Data == nil {
		a.Data = map[string]any{}
	}
	if a.Type != (group.SeatPlayers{}).CommandType() {
		a.Data["table"] = v.t.ID
	}
	if a.Inputs == nil {
		a.Inputs = []Input{}
	}
	if v.g.Paused && a.ID != "recorder" {
		a.Disabled, a.Why = true, "the game is paused: "+v.g.PauseReason
	}
	return v.grey(a)
}

// sort puts the large buttons first, in the order of the phase, and the rest in the order made.
func (v view) sort(as []Action) {
	first := v.first()
	rank := func(a Action) int {
		if i := slices.Index(first, a.ID); i >= 0 && !a.Disabled {
			return i
		}
		return len(first)
	}
	slices.SortStableFunc(as, func(a, b Action) int { return rank(a) - rank(b) })
	for i := range as {
		as[i].Primary = as[i].ID == "end-round" || rank(as[i]) < len(first) ||
			v.g.Phase == board.PhaseSetup && as[i].Group == underPlayers
	}
}

// entries are what a captain can enter while the round is played.
func (v view) entries() []Action {
	out := []Action{v.endRound()}
	out = append(out, v.phaseActions()...)
	out = append(out, v.questActions()...)
	out = append(out, v.locationActions()...)
	out = append(out, v.enemyActions()...)
	out = append(out, v.threatActions()...)
	out = append(out, v.characterActions()...)
	out = append(out, v.lorienActions()...)
	out = append(out, v.peopleActions()...)
	out = append(out, v.fights()...)
	if v.other() {
		out = append(out, v.stageActions()...)
		out = append(out, v.testActions()...)
		out = append(out, v.cardActions()...)
		out = append(out, v.lowerThreat(), v.callLoss())
	}
	if v.g.Round == 1 {
		out = append(out, v.declarations()...)
	}
	return out
}

// consequences are what an effect may bring about while the table resolves it.
func (v view) consequences() []Action {
	if len(v.steps()) == 0 {
		return nil
	}
	out := v.threatActions()[:3]
	out = append(out, v.characterActions()...)
	out = append(out, v.addEnemy(), v.engage(false))
	if v.t.Stage == "2B" || v.other() {
		out = append(out, v.addLocation())
	}
	if v.other() {
		out = append(out, v.testActions()...)
		out = append(out, v.cardActions()...)
		out = append(out, v.fights()...)
		out = append(out, v.callLoss())
		for _, a := range v.questActions() {
			if a.ID != "quest" {
				out = append(out, a)
			}
		}
	}
	return slices.DeleteFunc(out, func(a Action) bool { return a.ID == "archery" })
}

func (v view) endRound() Action {
	a := Action{
		ID: "end-round", Label: fmt.Sprintf("End round %d", v.g.Round), Type: group.EndRound{}.CommandType(),
		Data: map[string]any{"round": v.g.Round}, Group: underNow, Confirm: v.summary(),
		Section: `Attack on Dol Guldur, "Playing Epic Multiplayer Mode"`,
	}
	if v.other() {
		a.Section = roundRule
	}
	if open := v.open(); len(open) > 0 {
		a.Disabled, a.Why = true, open[0]
	}
	return a
}

func (v view) takeRecorder() Action {
	return Action{
		ID: "recorder", Label: "This device records for the table", Type: group.TakeRecorder{}.CommandType(),
		Data: map[string]any{"confirm": true}, Group: underTable,
		Why: "the device that records now can enter nothing any more until it takes over again",
	}
}

// declarations let a captain say which heroes their players have.
func (v view) declarations() []Action {
	var out []Action
	for _, p := range v.t.Players {
		if p.Out {
			continue
		}
		out = append(out, Action{
			ID: "heroes-" + string(p.ID), Label: "Heroes of " + v.name(p.ID), Type: group.SeatPlayers{}.CommandType(),
			Data:    map[string]any{"seats": []any{map[string]any{"player": p.ID, "table": v.t.ID}}},
			Inputs:  []Input{v.heroesInput()},
			Section: v.heroesRule(), Group: underPlayers,
		})
	}
	return out
}

func (v view) heroesInput() Input {
	in := Input{Field: "seats.0.heroes", Kind: InputHeroes, Label: "Up to three heroes; no two players here may have the same unique hero."}
	if v.g.Scenario != dolGuldur {
		in.Full = true
	}
	return in
}

// heroesRule cites what heroes players may have together.
func (v view) heroesRule() string {
	if v.g.Scenario == dolGuldur {
		return `Attack on Dol Guldur, "Playing Epic Multiplayer Mode"`
	}
	return roundRule
}

// dolGuldur is the scenario whose page keeps to what it needs of a hero.
const dolGuldur = "attack-on-dol-guldur"

func (v view) phaseActions() []Action {
	at := phaseAt(v.t.Phase)
	if at+1 >= len(order) {
		return nil
	}
	next := order[at+1]
	if at < phaseAt(lotr.PhasePlanning) && !v.other() {
		next = lotr.PhaseQuest // nothing is entered in the two phases before
	}
	var later []Choice
	for _, p := range order[at+1:] {
		later = append(later, Choice{Value: p, Label: v.phaseLabel(p)})
	}
	kind := lotr.BeginPhase{}.CommandType()
	return []Action{
		{ID: "phase-next", Label: v.phaseLabel(next), Type: kind, Data: map[string]any{"phase": next}, Group: underNow, Section: roundRule},
		{ID: "phase", Label: "Go on to a later phase", Type: kind, Group: underTable, Section: roundRule, Inputs: []Input{{Field: "phase", Kind: InputChoice, Label: "Phase", Choices: later}}},
	}
}

func (v view) phaseLabel(p lotr.Phase) string {
	if p == lotr.PhaseRefresh && v.other() && !v.raises() {
		return "Refresh phase"
	}
	if p == lotr.PhaseRefresh {
		return "Refresh phase: every threat +1"
	}
	return "Begin the " + string(p) + " phase"
}
