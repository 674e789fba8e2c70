package words

import (
	"strings"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Scenario returns the title of a scenario for people.
func Scenario(key string) string {
	if key == "attack-on-dol-guldur" {
		return "Attack on Dol Guldur"
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

// stageNames of Attack on Dol Guldur.
//
// Source: facts/game-facts.md, "2.2 Stages".
var stageNames = map[string]string{
	"1B": "Assault on the Golden Wood",
	"2B": "Crossing the Anduin",
	"3B": "The Siege of Dol Guldur",
	"3D": "The Tower of Sorcery",
	"3F": "Battle Under the Trees",
	"3H": "Dungeons of the Necromancer",
}

// Stages3 are the four stages 3 in their order.
var Stages3 = []string{"3B", "3D", "3F", "3H"}

// StageName returns the name of a stage, empty if it is not known.
func StageName(stage string) string { return stageNames[stage] }

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
}
