package tournament

import "github.com/muster-events/muster/events"

// Catalogue declares every command and event type of this package.
func Catalogue() *events.Catalogue {
	return events.NewCatalogue(
		events.DeclareCommand[OpenTournament](),
		events.DeclareCommand[ChangeRules](),
		events.DeclareCommand[Register](),
		events.DeclareCommand[EditEntrant](),
		events.DeclareCommand[AdmitWaiting](),
		events.DeclareCommand[CheckIn](),
		events.DeclareCommand[Drop](),
		events.DeclareCommand[Return](),
		events.DeclareCommand[MarkNoShow](),
		events.DeclareCommand[GrantBye](),
		events.DeclareCommand[MergeEntrants](),
		events.DeclareCommand[PartEntrants](),
		events.DeclareCommand[KeepApart](),
		events.DeclareCommand[Renumber](),
		events.DeclareCommand[StartTournament](),
		events.DeclareCommand[PairRound](),
		events.DeclareCommand[ChangePairing](),
		events.DeclareCommand[LockTable](),
		events.DeclareCommand[PairAgain](),
		events.DeclareCommand[PublishRound](),
		events.DeclareCommand[StartRound](),
		events.DeclareCommand[UndoRound](),
		events.DeclareCommand[PauseClock](),
		events.DeclareCommand[ResumeClock](),
		events.DeclareCommand[ExtendClock](),
		events.DeclareCommand[CallTime](),
		events.DeclareCommand[EnterResult](),
		events.DeclareCommand[ConfirmResult](),
		events.DeclareCommand[RejectResult](),
		events.DeclareCommand[CorrectResult](),
		events.DeclareCommand[LinkGroup](),
		events.DeclareCommand[ImportRound](),
		events.DeclareCommand[MakeCut](),
		events.DeclareCommand[FreezeStandings](),
		events.DeclareCommand[EndTournament](),
		events.DeclareCommand[ThawStandings](),
		events.DeclareCommand[FinaliseTournament](),
		events.DeclareCommand[SealTournament](),
		events.DeclareCommand[ReopenTournament](),
		events.DeclareCommand[Overrule](),

		events.DeclareEvent[TournamentOpened](),
		events.DeclareEvent[RulesChanged](),
		events.DeclareEvent[EntrantRegistered](),
		events.DeclareEvent[EntrantEdited](),
		events.DeclareEvent[WaitingAdmitted](),
		events.DeclareEvent[EntrantCheckedIn](),
		events.DeclareEvent[EntrantDropped](),
		events.DeclareEvent[EntrantReturned](),
		events.DeclareEvent[EntrantNoShow](),
		events.DeclareEvent[ByeGranted](),
		events.DeclareEvent[EntrantsMerged](),
		events.DeclareEvent[EntrantsKeptApart](),
		events.DeclareEvent[EntrantsRenumbered](),
		events.DeclareEvent[TournamentStarted](),
		events.DeclareEvent[RoundPaired](),
		events.DeclareEvent[PairingChanged](),
		events.DeclareEvent[TableLocked](),
		events.DeclareEvent[RoundPublished](),
		events.DeclareEvent[RoundStarted](),
		events.DeclareEvent[RoundUndone](),
		events.DeclareEvent[ClockPaused](),
		events.DeclareEvent[ClockResumed](),
		events.DeclareEvent[ClockExtended](),
		events.DeclareEvent[TimeCalled](),
		events.DeclareEvent[ResultEntered](),
		events.DeclareEvent[ResultConfirmed](),
		events.DeclareEvent[ResultRejected](),
		events.DeclareEvent[ResultsConflict](),
		events.DeclareEvent[ResultStands](),
		events.DeclareEvent[GroupLinked](),
		events.DeclareEvent[RoundFinished](),
		events.DeclareEvent[RoundReopened](),
		events.DeclareEvent[CutMade](),
		events.DeclareEvent[StandingsFrozen](),
		events.DeclareEvent[TournamentEnded](),
		events.DeclareEvent[StandingsThawed](),
		events.DeclareEvent[TournamentFinal](),
		events.DeclareEvent[TournamentSealed](),
		events.DeclareEvent[TournamentReopened](),
		events.DeclareEvent[IntegrityNoted](),
	)
}

// CommandType implements events.CommandBody.
func (OpenTournament) CommandType() string { return "tournament.open.v1" }

// CommandType implements events.CommandBody.
func (ChangeRules) CommandType() string { return "tournament.change-rules.v1" }

// CommandType implements events.CommandBody.
func (Register) CommandType() string { return "tournament.register.v1" }

// CommandType implements events.CommandBody.
func (EditEntrant) CommandType() string { return "tournament.edit-entrant.v1" }

// CommandType implements events.CommandBody.
func (AdmitWaiting) CommandType() string { return "tournament.admit-waiting.v1" }

// CommandType implements events.CommandBody.
func (CheckIn) CommandType() string { return "tournament.check-in.v1" }

// CommandType implements events.CommandBody.
func (Drop) CommandType() string { return "tournament.drop.v1" }

// CommandType implements events.CommandBody.
func (Return) CommandType() string { return "tournament.return.v1" }

// CommandType implements events.CommandBody.
func (MarkNoShow) CommandType() string { return "tournament.mark-no-show.v1" }

// CommandType implements events.CommandBody.
func (GrantBye) CommandType() string { return "tournament.grant-bye.v1" }

// CommandType implements events.CommandBody.
func (MergeEntrants) CommandType() string { return "tournament.merge-entrants.v1" }

// CommandType implements events.CommandBody.
func (PartEntrants) CommandType() string { return "tournament.part-entrants.v1" }

// CommandType implements events.CommandBody.
func (KeepApart) CommandType() string { return "tournament.keep-apart.v1" }

// CommandType implements events.CommandBody.
func (Renumber) CommandType() string { return "tournament.renumber.v1" }

// CommandType implements events.CommandBody.
func (StartTournament) CommandType() string { return "tournament.start.v1" }

// CommandType implements events.CommandBody.
func (PairRound) CommandType() string { return "tournament.pair-round.v1" }

// CommandType implements events.CommandBody.
func (ChangePairing) CommandType() string { return "tournament.change-pairing.v1" }

// CommandType implements events.CommandBody.
func (LockTable) CommandType() string { return "tournament.lock-table.v1" }

// CommandType implements events.CommandBody.
func (PairAgain) CommandType() string { return "tournament.pair-again.v1" }

// CommandType implements events.CommandBody.
func (PublishRound) CommandType() string { return "tournament.publish-round.v1" }

// CommandType implements events.CommandBody.
func (StartRound) CommandType() string { return "tournament.start-round.v1" }

// CommandType implements events.CommandBody.
func (UndoRound) CommandType() string { return "tournament.undo-round.v1" }

// CommandType implements events.CommandBody.
func (PauseClock) CommandType() string { return "tournament.pause-clock.v1" }

// CommandType implements events.CommandBody.
func (ResumeClock) CommandType() string { return "tournament.resume-clock.v1" }

// CommandType implements events.CommandBody.
func (ExtendClock) CommandType() string { return "tournament.extend-clock.v1" }

// CommandType implements events.CommandBody.
func (CallTime) CommandType() string { return "tournament.call-time.v1" }

// CommandType implements events.CommandBody.
func (EnterResult) CommandType() string { return "tournament.enter-result.v1" }

// CommandType implements events.CommandBody.
func (ConfirmResult) CommandType() string { return "tournament.confirm-result.v1" }

// CommandType implements events.CommandBody.
func (RejectResult) CommandType() string { return "tournament.reject-result.v1" }

// CommandType implements events.CommandBody.
func (CorrectResult) CommandType() string { return "tournament.correct-result.v1" }

// CommandType implements events.CommandBody.
func (LinkGroup) CommandType() string { return "tournament.link-group.v1" }

// CommandType implements events.CommandBody.
func (ImportRound) CommandType() string { return "tournament.import-round.v1" }

// CommandType implements events.CommandBody.
func (MakeCut) CommandType() string { return "tournament.make-cut.v1" }

// CommandType implements events.CommandBody.
func (FreezeStandings) CommandType() string { return "tournament.freeze.v1" }

// CommandType implements events.CommandBody.
func (EndTournament) CommandType() string { return "tournament.end.v1" }

// CommandType implements events.CommandBody.
func (ThawStandings) CommandType() string { return "tournament.thaw.v1" }

// CommandType implements events.CommandBody.
func (FinaliseTournament) CommandType() string { return "tournament.finalise.v1" }

// CommandType implements events.CommandBody.
func (SealTournament) CommandType() string { return "tournament.seal.v1" }

// CommandType implements events.CommandBody.
func (ReopenTournament) CommandType() string { return "tournament.reopen.v1" }

// CommandType implements events.CommandBody.
func (Overrule) CommandType() string { return "tournament.overrule.v1" }

// EventType implements events.Payload.
func (TournamentOpened) EventType() string { return "tournament.opened.v1" }

// EventType implements events.Payload.
func (RulesChanged) EventType() string { return "tournament.rules-changed.v1" }

// EventType implements events.Payload.
func (EntrantRegistered) EventType() string { return "tournament.entrant-registered.v1" }

// EventType implements events.Payload.
func (EntrantEdited) EventType() string { return "tournament.entrant-edited.v1" }

// EventType implements events.Payload.
func (WaitingAdmitted) EventType() string { return "tournament.waiting-admitted.v1" }

// EventType implements events.Payload.
func (EntrantCheckedIn) EventType() string { return "tournament.entrant-checked-in.v1" }

// EventType implements events.Payload.
func (EntrantDropped) EventType() string { return "tournament.entrant-dropped.v1" }

// EventType implements events.Payload.
func (EntrantReturned) EventType() string { return "tournament.entrant-returned.v1" }

// EventType implements events.Payload.
func (EntrantNoShow) EventType() string { return "tournament.entrant-no-show.v1" }

// EventType implements events.Payload.
func (ByeGranted) EventType() string { return "tournament.bye-granted.v1" }

// EventType implements events.Payload.
func (EntrantsMerged) EventType() string { return "tournament.entrants-merged.v1" }

// EventType implements events.Payload.
func (EntrantsKeptApart) EventType() string { return "tournament.entrants-kept-apart.v1" }

// EventType implements events.Payload.
func (EntrantsRenumbered) EventType() string { return "tournament.entrants-renumbered.v1" }

// EventType implements events.Payload.
func (TournamentStarted) EventType() string { return "tournament.started.v1" }

// EventType implements events.Payload.
func (RoundPaired) EventType() string { return "tournament.round-paired.v1" }

// EventType implements events.Payload.
func (PairingChanged) EventType() string { return "tournament.pairing-changed.v1" }

// EventType implements events.Payload.
func (TableLocked) EventType() string { return "tournament.table-locked.v1" }

// EventType implements events.Payload.
func (RoundPublished) EventType() string { return "tournament.round-published.v1" }

// EventType implements events.Payload.
func (RoundStarted) EventType() string { return "tournament.round-started.v1" }

// EventType implements events.Payload.
func (RoundUndone) EventType() string { return "tournament.round-undone.v1" }

// EventType implements events.Payload.
func (ClockPaused) EventType() string { return "tournament.clock-paused.v1" }

// EventType implements events.Payload.
func (ClockResumed) EventType() string { return "tournament.clock-resumed.v1" }

// EventType implements events.Payload.
func (ClockExtended) EventType() string { return "tournament.clock-extended.v1" }

// EventType implements events.Payload.
func (TimeCalled) EventType() string { return "tournament.time-called.v1" }

// EventType implements events.Payload.
func (ResultEntered) EventType() string { return "tournament.result-entered.v1" }

// EventType implements events.Payload.
func (ResultConfirmed) EventType() string { return "tournament.result-confirmed.v1" }

// EventType implements events.Payload.
func (ResultRejected) EventType() string { return "tournament.result-rejected.v1" }

// EventType implements events.Payload.
func (ResultsConflict) EventType() string { return "tournament.results-conflict.v1" }

// EventType implements events.Payload.
func (ResultStands) EventType() string { return "tournament.result-stands.v1" }

// EventType implements events.Payload.
func (GroupLinked) EventType() string { return "tournament.group-linked.v1" }

// EventType implements events.Payload.
func (RoundFinished) EventType() string { return "tournament.round-finished.v1" }

// EventType implements events.Payload.
func (RoundReopened) EventType() string { return "tournament.round-reopened.v1" }

// EventType implements events.Payload.
func (CutMade) EventType() string { return "tournament.cut-made.v1" }

// EventType implements events.Payload.
func (StandingsFrozen) EventType() string { return "tournament.frozen.v1" }

// EventType implements events.Payload.
func (TournamentEnded) EventType() string { return "tournament.ended.v1" }

// EventType implements events.Payload.
func (StandingsThawed) EventType() string { return "tournament.thawed.v1" }

// EventType implements events.Payload.
func (TournamentFinal) EventType() string { return "tournament.final.v1" }

// EventType implements events.Payload.
func (TournamentSealed) EventType() string { return "tournament.sealed.v1" }

// EventType implements events.Payload.
func (TournamentReopened) EventType() string { return "tournament.reopened.v1" }

// EventType implements events.Payload.
func (IntegrityNoted) EventType() string { return "tournament.integrity-noted.v1" }
