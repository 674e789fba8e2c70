package replay

import (
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

// Where the rules stand, in the citation form of the code.
const (
	epicDolGuldur = `Attack on Dol Guldur, "Playing Epic Multiplayer Mode"`
	siegeRule     = `Attack on Dol Guldur, "Siege"`
	cityRule      = `Attack on Dol Guldur, "City Strength"`
	epicMode      = `Attack on Dol Guldur, "Epic Multiplayer Mode"`
	stagesFact    = `facts/game-facts.md, "2.2 Stages"`
	queueFact     = `facts/game-facts.md, "2.3 End of round, in order"`
	epicFire      = `facts/game-facts.md, "1.2 End of round in epic mode"`
	eyeSetup      = `The Mountain of Fire, "Setting Up Epic Multiplayer Mode"`
	fireFirst     = `The Mountain of Fire, "Multiplayer Rules - The One Ring"; "Multiplayer Rules - Aragorn"`
	fortitude     = `The Mountain of Fire, "Fortitude Tests"`
	perilRule     = `The Mountain of Fire, "Peril"`
	direRule      = `The Mountain of Fire, "Dire"`
	phantomRule   = `The Flame of the West, "Phantom Keyword"`
	checklistRule = `The Flame of the West, "Strategy Tip"`
	sideQuests    = `A Shadow in the East, "Side Quests"`
	sideInPlay    = `A Shadow in the East, "Side Quests in Play"`
	guardedRule   = `A Shadow in the East, "Guarded (X)"`
	contractRule  = `A Shadow in the East, "Contracts"`
	ringRule      = `A Shadow in the East, "The One Ring & The “Master” Trait"`
	archeryRule   = `Attack on Dol Guldur, "Archery X"`
	roundFact     = `facts/game-facts.md, "5.1 Round"`
	outFact       = `facts/game-facts.md, "5.2 Elimination"`
	campaignFact  = `facts/game-facts.md, "5.5 Campaign log"`
	correction    = "Ruling 17: a mistake found later is corrected by a judge, in the open"
	secondJudge   = "muster: a second judge looks at a ruling and signs it too, or disputes it"
	leavingRule   = "Ruling 16: a player who has to leave"
	withdrawRule  = "muster: a table may take back its latest entry of the round"
	signedRule    = group.RuleSigned
	drawRule      = "muster: drawn from the seed of the group, so that a replay draws the same"
)

// ruleByType says which rule makes an event of a type, for events that do not say it themselves. A type
// with an empty rule is what people said happened at their table, or asked for; TestEveryEventHasARule
// holds the list to the catalogue.
var ruleByType = map[string]string{
	"group.opened": "", "group.players-seated": "", "group.player-unseated": "", "group.started": "",
	"group.paused": "", "group.resumed": "", "group.abandoned": "", "group.notice-posted": "", "group.recorder-taken": "",
	"group.key-registered": signedRule,
	"group.round-started":  roundFact, "group.table-ended-round": epicDolGuldur, "group.round-ended": epicDolGuldur,
	"group.steps-added": queueFact, "group.step-opened": queueFact, "group.step-resolved": queueFact,
	"group.entry-withdrawn": withdrawRule, "group.reopened": correction, "group.ruling-made": correction,
	"group.ruling-countersigned": secondJudge, "group.ruling-disputed": secondJudge, "group.entry-flagged": "", "group.flag-taken-back": "", "group.flag-resolved": correction,
	"group.won": "", "group.lost": "", "group.player-admitted": leavingRule, "group.player-dropped": leavingRule,

	"lotr.table-set-up": stagesFact, "lotr.phase-began": roundFact, "lotr.threat-changed": "",
	"lotr.player-eliminated": outFact, "lotr.player-reinstated": correction, "lotr.first-player-passed": roundFact,
	"lotr.card-revealed": "", "lotr.enemy-entered": "", "lotr.enemy-engaged": roundFact, "lotr.enemy-returned": outFact,
	"lotr.enemy-damaged": "", "lotr.enemy-destroyed": siegeRule, "lotr.card-left": "", "lotr.location-entered": "",
	"lotr.location-travelled": roundFact, "lotr.location-progressed": roundFact, "lotr.location-explored": siegeRule,
	"lotr.stage-progressed": roundFact, "lotr.stage-entered": stagesFact, "lotr.stage-resource-placed": stagesFact,
	"lotr.quest-resolved": roundFact, "lotr.progress-capped": stagesFact, "lotr.archery-due": archeryRule,
	"lotr.archery-assigned": archeryRule, "lotr.character-damaged": "", "lotr.character-destroyed": "",
	"lotr.dol-guldur-assigned": epicMode, "lotr.lieutenant-arrived": stagesFact, "lotr.lieutenant-set-aside": stagesFact,
	"lotr.host-taken": stagesFact, "lotr.host-damaged": "", "lotr.host-lost": stagesFact, "lotr.power-progressed": stagesFact,
	"lotr.power-taken": stagesFact, "lotr.power-discarded": stagesFact, "lotr.power-used": stagesFact,
	"lotr.lorien-handed-over": epicMode, "lotr.effect-carried-out": stagesFact, "lotr.stage-drawn": drawRule,
	"lotr.siege-typed": "Ruling 7: a siege value that the captain read off the card", "lotr.city-strength-set": cityRule,
	"lotr.city-strength-reduced": siegeRule, "lotr.city-strength-raised": stagesFact, "lotr.city-strength-restated": correction,

	"lotr.objective-entered": "", "lotr.objective-moved": "", "lotr.card-flipped": "", "lotr.tokens-placed": "",
	"lotr.victory-gained": roundFact, "lotr.victory-returned": "", "lotr.side-quest-entered": sideQuests, "lotr.quest-chosen": sideInPlay,
	"lotr.side-quest-defeated": sideInPlay, "lotr.stage-defeated": roundFact, "lotr.progress-lost": sideInPlay,
	"lotr.elimination-changed": direRule, "lotr.peril-began": perilRule, "lotr.peril-ended": perilRule,
	"lotr.test-began": fortitude, "lotr.test-counted": fortitude, "lotr.test-raised": fortitude, "lotr.test-resolved": fortitude,
	"lotr.tests-due": fortitude, "lotr.guard-due": guardedRule, "lotr.guard-found": guardedRule, "lotr.ally-entered": "",
	"lotr.character-left": "", "lotr.hero-entered": "", "lotr.hero-passed": fireFirst, "lotr.character-exhausted": "",
	"lotr.contract-flipped": contractRule, "lotr.ring-put": ringRule, "lotr.ring-lost": ringRule, "lotr.enemy-attacked": phantomRule,
	"lotr.enemy-fought": roundFact, "lotr.trigger-due": checklistRule, "lotr.trigger-done": checklistRule, "lotr.option-taken": "",
	"lotr.table-won": "", "lotr.table-lost": "", "lotr.outcome-taken-back": correction, "lotr.fact-noted": campaignFact,
	"lotr.card-drawn": drawRule, "lotr.eye-placed": eyeSetup, "lotr.eye-moved": epicFire, "lotr.eye-held": epicFire,
	"lotr.loss-pending": "", "lotr.objective-handed-over": epicFire, "lotr.deck-declared": "",
}

// whyRule says which rule changes a threat, by the reason that the event gives; what is not listed people
// have said.
var whyRule = map[string]string{
	lotr.WhyRefresh: roundFact, lotr.WhyQuest: roundFact, lotr.WhyDoomed: `facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)"`,
	lotr.WhyStage: stagesFact, lotr.WhyRuling: correction, lotr.WhyPhantom: phantomRule, lotr.WhyTest: fortitude, lotr.WhyEpic: epicFire,
}

// progressRule says which rule changes the progress on a stage, by the reason that the event gives.
var progressRule = map[string]string{"entry": "", "paid": stagesFact, "moved": stagesFact, "ruling": correction}

// ruleOf returns the rule that made an event: what the event itself says, else that of its kind; empty if
// people have said that it happened.
func ruleOf(e events.Payload, before, after board.Group) string {
	if rule, ok := saidRule(e); ok {
		return rule
	}
	switch e := e.(type) {
	case lotr.ThreatChanged:
		return whyRule[e.Why]
	case group.StepOpened:
		return stepRule(e.Step, before, after)
	case group.StepResolved:
		return stepRule(e.Step, before, after)
	case lotr.CityStrengthReduced:
		if len(e.Shares) == 0 {
			return stagesFact // stage 3B's good effect
		}
	case lotr.TableSetUp, lotr.StageEntered, lotr.StageResourcePlaced, lotr.ProgressCapped:
		return stageRule(e.(lotr.TableEvent).OnTable(), after)
	case lotr.StageProgressed:
		if rule, ok := progressRule[e.Why]; ok {
			return rule
		}
	case lotr.EnemyDestroyed:
		if e.Item == 0 {
			return ""
		}
	case lotr.LocationExplored:
		if e.Item == 0 {
			return roundFact
		}
	}
	if strings.HasPrefix(e.EventType(), "group.") && after.Mode != "epic" {
		switch e.(type) {
		case group.TableEndedRound, group.RoundEnded, group.StepsAdded:
			return roundFact // there is no barrier but the end of the round
		}
	}
	name, _, _ := strings.Cut(e.EventType(), ".v")
	return ruleByType[name]
}

// saidRule returns the rule that an event carries.
func saidRule(e events.Payload) (string, bool) {
	rule := ""
	switch e := e.(type) {
	case group.GroupWon:
		rule = e.Rule
	case group.GroupLost:
		rule = e.Rule
	case lotr.TableWon:
		rule = e.Rule
	case lotr.TableLost:
		rule = e.Rule
	case lotr.LossPending:
		rule = e.Rule
	case lotr.TriggerDue:
		rule = e.Section
	}
	return rule, rule != ""
}

// stepRule returns the rule of a step of the queue: that of one of its answers, else of its kind.
func stepRule(id string, before, after board.Group) string {
	for _, g := range []board.Group{before, after} {
		for _, s := range g.Queue {
			if s.ID != id {
				continue
			}
			for _, o := range s.Options {
				if o.Section != "" {
					return o.Section
				}
			}
			return kindRule(s.Kind)
		}
	}
	return queueFact
}

func kindRule(kind string) string {
	switch kind {
	case group.StepSiege:
		return siegeRule
	case group.StepVictory:
		return `facts/game-facts.md, "2.3 End of round, in order"; Ruling 1: when the win is looked at`
	case group.StepHandOver:
		return epicMode
	case group.StepForced, group.StepResponse, group.StepCross, group.StepAbsent, group.StepChoose, group.StepAttack, group.StepDigEnemies:
		return stagesFact
	case group.StepOrder:
		return "Ruling 10: the mode card, then the Eye, unless the group chooses otherwise"
	case group.StepModeCard, group.StepGwaihir, group.StepEye, group.StepOutcome:
		return epicFire
	default:
		return roundFact
	}
}

// stageRule returns where the stages of what a table plays are told.
func stageRule(id events.TableID, g board.Group) string {
	t, ok := g.Table(id)
	if !ok {
		return stagesFact
	}
	switch g.ScenarioOf(t) {
	case "attack-on-dol-guldur":
		return stagesFact
	case "mount-doom", "the-black-gate-opens", "the-tower-of-cirith-ungol":
		return `facts/game-facts.md, "1.3 Stages"`
	case "the-passing-of-the-grey-company", "the-siege-of-gondor", "the-battle-of-the-pelennor-fields":
		return `facts/game-facts.md, "3.1 Stages"`
	default:
		return `facts/game-facts.md, "4.1 Stages"`
	}
}

// RuleTypes lists the types of event, without versions, that the table of rules knows.
func RuleTypes() []string {
	out := make([]string, 0, len(ruleByType))
	for t := range ruleByType {
		out = append(out, t)
	}
	return out
}
