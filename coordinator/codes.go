package coordinator

import (
	"fmt"

	"github.com/muster-events/muster/engine"
)

// Codes of refusals about a group; those about one table are engine/lotr's.
const (
	CodeNotOpened      engine.Code = "not-opened"      // the group does not exist yet
	CodeOpened         engine.Code = "already-opened"  // the group exists already
	CodeStarted        engine.Code = "already-started" // setup is over
	CodeNotStarted     engine.Code = "not-started"     // still in setup
	CodeOver           engine.Code = "group-over"      // won, lost or abandoned
	CodeNotOver        engine.Code = "group-not-over"  // nothing to take back
	CodePaused         engine.Code = "paused"          // the organiser or a judge stopped play
	CodeNotPaused      engine.Code = "not-paused"      // nothing to resume
	CodeRoundEnding    engine.Code = "round-ending"    // end-of-round effects are being resolved
	CodeTableEnded     engine.Code = "table-ended"     // this table has ended the round
	CodeOtherRound     engine.Code = "other-round"     // the group is in another round
	CodeNoStep         engine.Code = "no-such-step"    // no step of that id in this round's end
	CodeStepDone       engine.Code = "step-done"       // it has been answered
	CodeOutOfTurn      engine.Code = "out-of-turn"     // another step comes first
	CodeNotAnOption    engine.Code = "not-an-option"   // no such answer to this step
	CodeBarred         engine.Code = "choice-barred"   // an answer that is not allowed now
	CodeStageTaken     engine.Code = "stage-taken"     // another team has chosen it
	CodeTarget         engine.Code = "bad-target"      // the target does not fit the choice
	CodeInVictory      engine.Code = "in-victory-display"
	CodeUnknownTable   engine.Code = "unknown-table"  // no such table in the group
	CodeUnknownPlayer  engine.Code = "no-such-player" // not seated in the group
	CodeSeated         engine.Code = "already-seated" // has a seat in the group
	CodePlayerOut      engine.Code = "player-out"     // eliminated
	CodeFull           engine.Code = "team-full"      // more players than a stage takes
	CodeEmptyStage     engine.Code = "team-empty"     // a stage without a player
	CodeTables         engine.Code = "wrong-number-of-tables"
	CodeNameTaken      engine.Code = "name-taken"       // an id or team name is there twice
	CodeScenario       engine.Code = "unknown-scenario" // no data for it, or not in that mode
	CodeNotLatest      engine.Code = "not-the-latest"   // only the latest entry can be taken back
	CodeNothing        engine.Code = "nothing-to-do"    // the command would change nothing
	CodeStillLost      engine.Code = "still-lost"       // a stage would still have no player
	CodeSiegeNotKnown  engine.Code = "siege-not-known"  // a siege value is missing
	CodeDecided        engine.Code = "table-decided"    // the table's own game is won or lost
	CodeUnfinished     engine.Code = "unfinished"       // something is open at the table that comes first
	CodeUneven         engine.Code = "teams-uneven"     // more players at Mount Doom than at The Black Gate Opens
	CodeCampaign       engine.Code = "bad-campaign"     // what a campaign does not allow
	CodeDifficulty     engine.Code = "no-such-difficulty"
	CodeNoCity         engine.Code = "no-city-strength" // the scenario has none
	CodeNoRuling       engine.Code = "no-such-ruling"   // no ruling of that number, or another has replaced it
	CodeOwnRuling      engine.Code = "own-ruling"       // nobody countersigns or disputes what they ruled themselves
	CodeNoFlag         engine.Code = "no-such-flag"     // no flag of that number is open
	CodeFlagged        engine.Code = "already-flagged"  // the table disputes that entry already
	CodeTooManyFlags   engine.Code = "too-many-flags"   // a judge has to come to the table
	CodeNotSigned      engine.Code = "not-signed"       // the device has shown a key, and the entry is not signed
	CodeBadSignature   engine.Code = "bad-signature"    // not by the key that the device has shown
	CodeNoKey          engine.Code = "no-key"           // signed, but the group knows no key of the device
	CodeKeyHeld        engine.Code = "key-held"         // the device signs with another key
	CodeRecorderActive engine.Code = "recorder-active"  // another device records; confirm to take over
)

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}

func refuseBy(source string, code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...), Source: source}
}

func malformed(format string, args ...any) error {
	return refuse(engine.CodeMalformed, format, args...)
}
