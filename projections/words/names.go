package words

import (
	"fmt"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/scoring"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Scenario returns the title of a scenario for people.
func Scenario(key string) string {
	if sc, ok := rules.Lookup(key); ok {
		return sc.Name
	}
	return Upper(strings.ReplaceAll(key, "-", " "))
}

// Mode returns a mode with its article-free name for people.
func Mode(mode string) string {
	switch mode {
	case "epic":
		return "epic multiplayer mode"
	case "standard":
		return "standard game mode"
	default:
		return mode
	}
}

// Stages3 are the four stages 3 of Attack on Dol Guldur in their order.
var Stages3 = []string{"3B", "3D", "3F", "3H"}

// StageName returns the name of a stage of Attack on Dol Guldur, empty if it is not known.
func StageName(stage string) string { return StageOf("attack-on-dol-guldur", stage) }

// StageOf returns the name of a stage of a scenario, empty if it is not known.
func StageOf(scenario, stage string) string {
	sc, ok := rules.Lookup(scenario)
	if !ok {
		return ""
	}
	st, _ := sc.Stage(stage)
	return st.Name
}

// StagesOf returns the stages of a scenario in their order; none if it is not known.
func StagesOf(scenario string) []string {
	sc, _ := rules.Lookup(scenario)
	var out []string
	for _, st := range sc.Stages {
		out = append(out, st.ID)
	}
	return out
}

// Lorien returns the name of a card that may change hands, "host" or "power".
func Lorien(card string) string {
	if card == "power" {
		return lotr.PowerName
	}
	return lotr.HostName
}

// Phase returns the name of a phase of the round, "Quest".
func Phase(p lotr.Phase) string { return Upper(string(p)) }

var choices = map[string]string{
	group.ChoicePay:      "removed 5 progress",
	group.ChoicePayBonus: "removed 10 progress for the good effect",
	group.ChoiceSuffer:   "took the bad effect",
	group.ChoiceUse:      "used the Response",
	group.ChoicePass:     "passed",
	group.ChoiceTakeHost: "took Host of Lórien",
	group.ChoiceTakeBoth: "took Host of Lórien and kept Power of Lórien",
	group.ChoiceDone:     "done",
	group.ChoiceGive:     "gave a Lórien card away",

	group.ChoiceGate:      "chose that The Black Gate Opens draws and Mount Doom lowers its threat",
	group.ChoiceDoom:      "chose that Mount Doom draws and The Black Gate Opens lowers its threat",
	group.ChoiceCancel:    "cancelled it",
	group.ChoiceLet:       "let it happen",
	group.ChoiceCardFirst: "chose the mode card first, then the Eye",
	group.ChoiceEyeFirst:  "chose the Eye first, then the mode card",
}

// Choice returns what choosing an answer of a step did, "removed 5 progress".
func Choice(kind, choice string) string {
	if kind == group.StepChoose && choice != "" {
		return "chose " + choice
	}
	if choice == "none" {
		return "nothing to choose"
	}
	if w := choices[choice]; w != "" {
		return w
	}
	return choice
}

// Step returns the label of a step, "3D Forced effect". It leaves the team out.
func Step(kind, stage string) string {
	switch kind {
	case group.StepForced:
		return strings.TrimSpace(stage + " Forced effect")
	case group.StepResponse:
		return strings.TrimSpace(stage + " Response")
	case group.StepCross:
		return "Crossing the Anduin"
	case group.StepSiege:
		return "Siege of Dol Guldur"
	case group.StepAbsent:
		return strings.TrimSpace("absent stage " + stage)
	case group.StepChoose:
		return "new stage"
	case group.StepAttack:
		return "attack of the Lieutenant"
	case group.StepHandOver:
		return "Lórien cards"
	case group.StepVictory:
		return "victory check"
	case group.StepDigEnemies:
		return "digging for enemies"
	case group.StepTrigger:
		return "effect of the round’s end"
	case group.StepOrder:
		return "which effect comes first"
	case group.StepModeCard:
		return "who draws, who lowers threat"
	case group.StepGwaihir:
		return "Gwaihir"
	case group.StepEye:
		return "The Eye of Sauron"
	case group.StepOutcome:
		return "won or lost"
	default:
		return kind
	}
}

// Command returns what kind of entry a command type is, for "took back …".
func Command(typ string) string {
	if w := commands[typ]; w != "" {
		return w
	}
	name, _, _ := strings.Cut(typ, ".v")
	_, name, ok := strings.Cut(name, ".")
	if !ok {
		return "an entry"
	}
	return "the entry “" + strings.ReplaceAll(name, "-", " ") + "”"
}

var commands = map[string]string{
	lotr.BeginPhase{}.CommandType():       "the start of a phase",
	lotr.ChangeThreat{}.CommandType():     "a change of threat",
	lotr.PassFirstPlayer{}.CommandType():  "passing the first player token",
	lotr.RevealCard{}.CommandType():       "a revealed card",
	lotr.AddEnemy{}.CommandType():         "an added enemy",
	lotr.AddLocation{}.CommandType():      "an added location",
	lotr.Engage{}.CommandType():           "an engagement",
	lotr.CheckEngagement{}.CommandType():  "the engagement checks",
	lotr.ReturnToStaging{}.CommandType():  "a return to the staging area",
	lotr.RemoveCard{}.CommandType():       "the removal of a card",
	lotr.Travel{}.CommandType():           "a travel",
	lotr.ResolveQuest{}.CommandType():     "the result of the quest",
	lotr.PlaceProgress{}.CommandType():    "placed progress",
	lotr.ExploreLocation{}.CommandType():  "an explored location",
	lotr.DamageEnemy{}.CommandType():      "damage on an enemy",
	lotr.DestroyEnemy{}.CommandType():     "a destroyed enemy",
	lotr.AssignArchery{}.CommandType():    "archery damage",
	lotr.DamageCharacter{}.CommandType():  "damage on a character",
	lotr.DestroyCharacter{}.CommandType(): "a destroyed character",
	lotr.PlayerOut{}.CommandType():        "a player who is out of the game",
	lotr.UsePower{}.CommandType():         "the use of Power of Lórien",
	lotr.ProgressPower{}.CommandType():    "progress on Power of Lórien",
	lotr.TypeSiege{}.CommandType():        "a typed siege value",
	group.SeatPlayers{}.CommandType():     "the heroes of a player",
	lotr.Rule{}.CommandType():             "a ruling",
	group.RegisterKey{}.CommandType():     "the key of a phone",

	lotr.ResolveReveal{}.CommandType():    "a card that was resolved",
	lotr.PlaceTokens{}.CommandType():      "tokens on a card",
	lotr.AddObjective{}.CommandType():     "an added objective",
	lotr.MoveObjective{}.CommandType():    "the move of an objective",
	lotr.ChooseQuest{}.CommandType():      "the choice of the current quest",
	lotr.BeginTest{}.CommandType():        "the start of a Fortitude test",
	lotr.CountIcons{}.CommandType():       "the Eyes of a Fortitude test",
	lotr.RaiseTest{}.CommandType():        "an action in a Fortitude test",
	lotr.ResolveTest{}.CommandType():      "the result of a Fortitude test",
	lotr.FindGuard{}.CommandType():        "a guard that was found",
	lotr.EnterAlly{}.CommandType():        "an ally that entered play",
	lotr.LeavePlay{}.CommandType():        "a character that left play",
	lotr.ExhaustCharacter{}.CommandType(): "a character that exhausted or readied",
	lotr.EnemyAttack{}.CommandType():      "an attack of an enemy",
	lotr.PlayerAttack{}.CommandType():     "an attack on an enemy",
	lotr.TickTrigger{}.CommandType():      "a tick on the checklist",
	lotr.TakeOption{}.CommandType():       "the use of an effect",
	lotr.AdvanceStage{}.CommandType():     "a change of the stage",
	lotr.FlipCard{}.CommandType():         "a card that was turned over",
	lotr.FlipContract{}.CommandType():     "a contract that was turned over",
	lotr.CallLoss{}.CommandType():         "the loss of the game",
	lotr.PutRing{}.CommandType():          "the choice of The One Ring",
	lotr.DeclareDeck{}.CommandType():      "a player’s deck",
}

// EyeDoes says what The Eye of Sauron does at a table, by the scenario that is played there.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func EyeDoes(scenario string) string {
	if scenario == "mount-doom" {
		return "every Fortitude test has one Eye more"
	}
	return "every enemy in the staging area has +1 threat and −10 engagement cost"
}

// ScoreTerm says one term of a score: whose, what, how many points.
func ScoreTerm(term string, player events.PersonID, n, points int) string {
	what := map[string]string{
		scoring.TermThreat:  "final threat %d",
		scoring.TermLevel:   "out of the game, elimination level %d",
		scoring.TermHeroes:  "lost heroes, threat cost %d",
		scoring.TermDamage:  "damage on heroes %d",
		scoring.TermRounds:  "rounds %d",
		scoring.TermVictory: "victory points %d",
	}[term]
	if what == "" {
		what = term + " %d"
	}
	says := fmt.Sprintf(what, n)
	if player != "" {
		says = Person(player) + ": " + says
	}
	return Upper(says) + ", " + Signed(points)
}
