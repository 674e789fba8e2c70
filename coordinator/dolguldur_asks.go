package coordinator

import (
	"fmt"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Progress that a stage 3's Forced effect costs, and costs once more for its good half.
//
// Source: facts/game-facts.md, "2.2 Stages".
const (
	forcedPrice = 5
	bonusPrice  = 10
)

// What an answer needs besides the choice, for [group.Option].Needs.
const (
	needsPlayer     = "player"
	needsEnemy      = "enemy"
	needsTable      = "table"
	needsCardPlayer = "card-player"
)

// takenBy begins the reason why a stage cannot be chosen that another team has chosen.
const takenBy = "taken by "

func (m dolGuldur) asks(s State, st Step) question {
	t, ok := s.Table(st.Table)
	if !ok {
		return question{}
	}
	switch st.Kind {
	case group.StepForced:
		return askForced(s, t, st)
	case group.StepResponse:
		return askResponse(s, t)
	case group.StepCross:
		return askCross(s, t)
	case group.StepChoose:
		return m.askChoose(s, t)
	case group.StepAttack:
		return question{t.FirstPlayer, []group.Option{{
			Choice: group.ChoiceDone, Allowed: true, Effect: "the attacks are over; enter damage and threat first", Section: stagesFact,
		}}}
	case group.StepDigEnemies:
		return question{t.FirstPlayer, []group.Option{{
			Choice: group.ChoiceDone, Allowed: true, Effect: "each player here has an enemy or found none; add the enemies first", Section: stagesFact,
		}}}
	case group.StepHandOver:
		return askHandOver(t)
	default:
		return question{}
	}
}

// askForced: with too little progress the bad half happens by itself.
func askForced(s State, t Table, st Step) question {
	if st.Stage == scenarioOf(s).Start || t.Progress < forcedPrice {
		return question{}
	}
	bonus := group.Option{
		Choice: group.ChoicePayBonus, Allowed: t.Progress >= bonusPrice, Needs: bonusNeeds[st.Stage],
		Effect: fmt.Sprintf("remove %d progress: %s", bonusPrice, bonusEffect[st.Stage]), Section: stagesFact,
	}
	if !bonus.Allowed {
		bonus.Why = fmt.Sprintf("the stage has %d progress, this costs %d", t.Progress, bonusPrice)
	}
	return question{t.FirstPlayer, []group.Option{
		{Choice: group.ChoicePay, Allowed: true, Effect: fmt.Sprintf("remove %d progress: nothing happens", forcedPrice), Section: stagesFact},
		bonus,
		{Choice: group.ChoiceSuffer, Allowed: true, Effect: badEffect[st.Stage], Section: stagesFact},
	}}
}

var bonusNeeds = map[string]string{"3D": needsPlayer, "3F": needsEnemy, "3H": needsPlayer}

// The halves of the stages in a few words for people.
//
// Source: facts/game-facts.md, "2.2 Stages".
var (
	bonusEffect = map[string]string{
		"3B": "city strength −3",
		"3D": "one player at any stage takes a card of their choice from their deck",
		"3F": "an enemy at any stage that is not unique is destroyed",
		"3H": "one player at any stage looks for an ally and puts it into play",
	}
	badEffect = map[string]string{
		"3B": "city strength +3",
		"3D": "every player at every stage keeps 1 card in hand",
		"3F": "every player at every stage meets another enemy",
		"3H": "every player at every stage loses an ally",
	}
)

func askResponse(s State, t Table) question {
	if t.Stage != scenarioOf(s).Start {
		return question{}
	}
	return question{t.FirstPlayer, []group.Option{
		{
			Choice: group.ChoiceUse, Allowed: true, Needs: needsTable, Section: stagesFact,
			Effect: "threat of each player here +1; each player at a stage you name draws a card and adds a resource to a hero",
		},
		{Choice: group.ChoicePass, Allowed: true, Section: stagesFact},
	}}
}

// askCross: with less than Host of Lórien costs there is nothing to choose.
func askCross(s State, t Table) question {
	if t.Stage != scenarioOf(s).Crossing || !t.PowerInPlay || t.PowerProgress < rules.HostPrice {
		return question{}
	}
	both := group.Option{
		Choice: group.ChoiceTakeBoth, Allowed: t.PowerProgress >= rules.HostPrice+rules.PowerPrice, Section: stagesFact,
		Effect: fmt.Sprintf("spend %d progress: take %s and keep %s", rules.HostPrice+rules.PowerPrice, lotr.HostName, lotr.PowerName),
	}
	if !both.Allowed {
		both.Why = fmt.Sprintf("%s has %d progress, this costs %d", lotr.PowerName, t.PowerProgress, rules.HostPrice+rules.PowerPrice)
	}
	return question{t.FirstPlayer, []group.Option{
		{Choice: group.ChoicePass, Allowed: true, Effect: lotr.PowerName + " is discarded", Section: stagesFact},
		{
			Choice: group.ChoiceTakeHost, Allowed: true, Section: stagesFact,
			Effect: fmt.Sprintf("spend %d progress: take %s; %s is discarded", rules.HostPrice, lotr.HostName, lotr.PowerName),
		},
		both,
	}}
}

// askChoose: a new stage 3, not the old one, and not one that another team has.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode". Ruling: 6.
func (m dolGuldur) askChoose(s State, t Table) question {
	q := question{decides: t.FirstPlayer}
	for _, st := range scenarioOf(s).SiegeStages() {
		o := group.Option{Choice: st.ID, Allowed: true, Section: modeCard(s), Effect: m.arrival(s, st)}
		for _, other := range s.Tables {
			if other.ID != t.ID && chosen(s, other) == st.ID {
				o.Allowed, o.Why = false, takenBy+other.Team
			}
		}
		if o.Allowed && !s.Settings.MayStay && s.played(t) == st.ID {
			o.Allowed, o.Why = false, "the team was there this round and has to go to a new one"
		}
		q.options = append(q.options, o)
	}
	return q
}

// chosen returns the stage to which a table has gone in this round's end, by its choice or a ruling
// after it; empty if it has not chosen.
func chosen(s State, t Table) string {
	if hasChosen(s, t) {
		return t.Stage
	}
	return ""
}

func hasChosen(s State, t Table) bool {
	for _, st := range s.Queue {
		if st.Kind == group.StepChoose && st.Table == t.ID && st.State == StepDone {
			return true
		}
	}
	return false
}

// arrival says what going to a stage brings.
func (m dolGuldur) arrival(s State, st rules.Stage) string {
	name := nameOf(scenarioOf(s), st.Lieutenant)
	if inVictory(s, st.Lieutenant) {
		return fmt.Sprintf("%s; %s lies in a victory display and does not come", st.Name, name)
	}
	return fmt.Sprintf("%s; %s comes", st.Name, name)
}

// nameOf returns the name of the card with a code.
func nameOf(sc rules.Scenario, code string) string {
	for _, c := range sc.Cards {
		if c.Code == code {
			return c.Name
		}
	}
	return code
}

// inVictory reports whether a card lies in the victory display of any team.
//
// Source: Attack on Dol Guldur, "Frequently Asked Questions".
func inVictory(s State, code string) bool {
	for _, t := range s.Tables {
		if t.InVictory(code) {
			return true
		}
	}
	return false
}

func askHandOver(t Table) question {
	if len(t.Lorien) == 0 {
		return question{}
	}
	return question{t.Lorien[0].Player, []group.Option{
		{Choice: group.ChoicePass, Allowed: true, Effect: "keep it", Section: epicCard},
		{Choice: group.ChoiceGive, Allowed: true, Needs: needsCardPlayer, Effect: "give it to another player at any stage", Section: epicCard},
	}}
}
