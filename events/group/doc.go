// Package group holds the commands and events of a group that do not depend on the game it plays:
// seating, the round barrier, the effect queue, withdrawal, pauses, endings.
//
// A group goes
//
//	setup → playing(1) → ending(1) → playing(2) → … → won | lost
//
// with paused and abandoned from anywhere. Commands are imperative ([EndRound]), events past tense
// ([RoundEnded]).
//
// Next: events/lotr, the payloads of The Lord of the Rings: The Card Game.
package group

import "github.com/muster-events/muster/events"

// Catalogue declares every command and event type of this package.
func Catalogue() *events.Catalogue {
	return events.NewCatalogue(
		events.DeclareCommand[OpenGroup](),
		events.DeclareCommand[SeatPlayers](),
		events.DeclareCommand[UnseatPlayer](),
		events.DeclareCommand[StartGroup](),
		events.DeclareCommand[EndRound](),
		events.DeclareCommand[ForceEndRound](),
		events.DeclareCommand[ResolveStep](),
		events.DeclareCommand[Withdraw](),
		events.DeclareCommand[Pause](),
		events.DeclareCommand[Resume](),
		events.DeclareCommand[Abandon](),
		events.DeclareCommand[AdmitPlayer](),
		events.DeclareCommand[DropPlayer](),
		events.DeclareCommand[TakeRecorder](),
		events.DeclareCommand[RegisterKey](),
		events.DeclareCommand[PostNotice](),
		events.DeclareCommand[Countersign](),
		events.DeclareCommand[DisputeRuling](),
		events.DeclareCommand[FlagEntry](),
		events.DeclareCommand[TakeBackFlag](),
		events.DeclareCommand[ResolveFlag](),

		events.DeclareEvent[GroupOpened](),
		events.DeclareEvent[PlayersSeated](),
		events.DeclareEvent[PlayerUnseated](),
		events.DeclareEvent[GroupStarted](),
		events.DeclareEvent[RoundStarted](),
		events.DeclareEvent[TableEndedRound](),
		events.DeclareEvent[RoundEnded](),
		events.DeclareEvent[StepsAdded](),
		events.DeclareEvent[StepOpened](),
		events.DeclareEvent[StepResolved](),
		events.DeclareEvent[EntryWithdrawn](),
		events.DeclareEvent[GroupPaused](),
		events.DeclareEvent[GroupResumed](),
		events.DeclareEvent[GroupAbandoned](),
		events.DeclareEvent[GroupWon](),
		events.DeclareEvent[GroupLost](),
		events.DeclareEvent[GroupReopened](),
		events.DeclareEvent[RulingMade](),
		events.DeclareEvent[PlayerAdmitted](),
		events.DeclareEvent[PlayerDropped](),
		events.DeclareEvent[RecorderTaken](),
		events.DeclareEvent[KeyRegistered](),
		events.DeclareEvent[NoticePosted](),
		events.DeclareEvent[RulingCountersigned](),
		events.DeclareEvent[RulingDisputed](),
		events.DeclareEvent[EntryFlagged](),
		events.DeclareEvent[FlagTakenBack](),
		events.DeclareEvent[FlagResolved](),
	)
}
