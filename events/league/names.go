package league

import "github.com/muster-events/muster/events"

// Catalogue declares every command and event type of this package.
func Catalogue() *events.Catalogue {
	return events.NewCatalogue(
		events.DeclareCommand[OpenLeague](),
		events.DeclareCommand[EnterPlayers](),
		events.DeclareCommand[ChangePlayer](),
		events.DeclareCommand[DropPlayer](),
		events.DeclareCommand[ReturnPlayer](),
		events.DeclareCommand[MergePlayers](),
		events.DeclareCommand[PlanSession](),
		events.DeclareCommand[LinkSource](),
		events.DeclareCommand[UnlinkSource](),
		events.DeclareCommand[RecordResults](),
		events.DeclareCommand[ScoreSource](),
		events.DeclareCommand[CorrectResult](),
		events.DeclareCommand[FreezeSession](),
		events.DeclareCommand[ReopenSession](),
		events.DeclareCommand[CancelSession](),
		events.DeclareCommand[ChangeRules](),
		events.DeclareCommand[FreezeBoard](),
		events.DeclareCommand[RevealNext](),
		events.DeclareCommand[ThawBoard](),
		events.DeclareCommand[EndSeason](),
		events.DeclareCommand[ReopenSeason](),
		events.DeclareCommand[FinaliseSeason](),
		events.DeclareCommand[SealSeason](),
		events.DeclareCommand[UndoMark](),

		events.DeclareEvent[LeagueOpened](),
		events.DeclareEvent[PlayerEntered](),
		events.DeclareEvent[PlayerChanged](),
		events.DeclareEvent[PlayerDropped](),
		events.DeclareEvent[PlayerReturned](),
		events.DeclareEvent[PlayersMerged](),
		events.DeclareEvent[PlayersParted](),
		events.DeclareEvent[SessionPlanned](),
		events.DeclareEvent[SourceLinked](),
		events.DeclareEvent[SourceUnlinked](),
		events.DeclareEvent[ResultRecorded](),
		events.DeclareEvent[ResultCorrected](),
		events.DeclareEvent[SourceScored](),
		events.DeclareEvent[SourceHeld](),
		events.DeclareEvent[SessionFrozen](),
		events.DeclareEvent[SessionReopened](),
		events.DeclareEvent[SessionCancelled](),
		events.DeclareEvent[SessionRestored](),
		events.DeclareEvent[RulesChanged](),
		events.DeclareEvent[Marked](),
		events.DeclareEvent[MarkUndone](),
		events.DeclareEvent[BoardFrozen](),
		events.DeclareEvent[RowRevealed](),
		events.DeclareEvent[BoardThawed](),
		events.DeclareEvent[SeasonEnded](),
		events.DeclareEvent[SeasonReopened](),
		events.DeclareEvent[SeasonFinal](),
		events.DeclareEvent[SeasonSealed](),
	)
}

// CommandType implements events.CommandBody.
func (OpenLeague) CommandType() string { return "league.open.v1" }

// CommandType implements events.CommandBody.
func (EnterPlayers) CommandType() string { return "league.enter-players.v1" }

// CommandType implements events.CommandBody.
func (ChangePlayer) CommandType() string { return "league.change-player.v1" }

// CommandType implements events.CommandBody.
func (DropPlayer) CommandType() string { return "league.drop-player.v1" }

// CommandType implements events.CommandBody.
func (ReturnPlayer) CommandType() string { return "league.return-player.v1" }

// CommandType implements events.CommandBody.
func (MergePlayers) CommandType() string { return "league.merge-players.v1" }

// CommandType implements events.CommandBody.
func (PlanSession) CommandType() string { return "league.plan-session.v1" }

// CommandType implements events.CommandBody.
func (LinkSource) CommandType() string { return "league.link-source.v1" }

// CommandType implements events.CommandBody.
func (UnlinkSource) CommandType() string { return "league.unlink-source.v1" }

// CommandType implements events.CommandBody.
func (RecordResults) CommandType() string { return "league.record-results.v1" }

// CommandType implements events.CommandBody.
func (ScoreSource) CommandType() string { return "league.score-source.v1" }

// CommandType implements events.CommandBody.
func (CorrectResult) CommandType() string { return "league.correct-result.v1" }

// CommandType implements events.CommandBody.
func (FreezeSession) CommandType() string { return "league.freeze-session.v1" }

// CommandType implements events.CommandBody.
func (ReopenSession) CommandType() string { return "league.reopen-session.v1" }

// CommandType implements events.CommandBody.
func (CancelSession) CommandType() string { return "league.cancel-session.v1" }

// CommandType implements events.CommandBody.
func (ChangeRules) CommandType() string { return "league.change-rules.v1" }

// CommandType implements events.CommandBody.
func (FreezeBoard) CommandType() string { return "league.freeze-board.v1" }

// CommandType implements events.CommandBody.
func (RevealNext) CommandType() string { return "league.reveal-next.v1" }

// CommandType implements events.CommandBody.
func (ThawBoard) CommandType() string { return "league.thaw-board.v1" }

// CommandType implements events.CommandBody.
func (EndSeason) CommandType() string { return "league.end-season.v1" }

// CommandType implements events.CommandBody.
func (ReopenSeason) CommandType() string { return "league.reopen-season.v1" }

// CommandType implements events.CommandBody.
func (FinaliseSeason) CommandType() string { return "league.finalise-season.v1" }

// CommandType implements events.CommandBody.
func (SealSeason) CommandType() string { return "league.seal-season.v1" }

// CommandType implements events.CommandBody.
func (UndoMark) CommandType() string { return "league.undo-mark.v1" }

// EventType implements events.Payload.
func (LeagueOpened) EventType() string { return "league.opened.v1" }

// EventType implements events.Payload.
func (PlayerEntered) EventType() string { return "league.player-entered.v1" }

// EventType implements events.Payload.
func (PlayerChanged) EventType() string { return "league.player-changed.v1" }

// EventType implements events.Payload.
func (PlayerDropped) EventType() string { return "league.player-dropped.v1" }

// EventType implements events.Payload.
func (PlayerReturned) EventType() string { return "league.player-returned.v1" }

// EventType implements events.Payload.
func (PlayersMerged) EventType() string { return "league.players-merged.v1" }

// EventType implements events.Payload.
func (PlayersParted) EventType() string { return "league.players-parted.v1" }

// EventType implements events.Payload.
func (SessionPlanned) EventType() string { return "league.session-planned.v1" }

// EventType implements events.Payload.
func (SourceLinked) EventType() string { return "league.source-linked.v1" }

// EventType implements events.Payload.
func (SourceUnlinked) EventType() string { return "league.source-unlinked.v1" }

// EventType implements events.Payload.
func (ResultRecorded) EventType() string { return "league.result-recorded.v1" }

// EventType implements events.Payload.
func (ResultCorrected) EventType() string { return "league.result-corrected.v1" }

// EventType implements events.Payload.
func (SourceScored) EventType() string { return "league.source-scored.v1" }

// EventType implements events.Payload.
func (SourceHeld) EventType() string { return "league.source-held.v1" }

// EventType implements events.Payload.
func (SessionFrozen) EventType() string { return "league.session-frozen.v1" }

// EventType implements events.Payload.
func (SessionReopened) EventType() string { return "league.session-reopened.v1" }

// EventType implements events.Payload.
func (SessionCancelled) EventType() string { return "league.session-cancelled.v1" }

// EventType implements events.Payload.
func (SessionRestored) EventType() string { return "league.session-restored.v1" }

// EventType implements events.Payload.
func (RulesChanged) EventType() string { return "league.rules-changed.v1" }

// EventType implements events.Payload.
func (Marked) EventType() string { return "league.marked.v1" }

// EventType implements events.Payload.
func (MarkUndone) EventType() string { return "league.mark-undone.v1" }

// EventType implements events.Payload.
func (BoardFrozen) EventType() string { return "league.board-frozen.v1" }

// EventType implements events.Payload.
func (RowRevealed) EventType() string { return "league.row-revealed.v1" }

// EventType implements events.Payload.
func (BoardThawed) EventType() string { return "league.board-thawed.v1" }

// EventType implements events.Payload.
func (SeasonEnded) EventType() string { return "league.season-ended.v1" }

// EventType implements events.Payload.
func (SeasonReopened) EventType() string { return "league.season-reopened.v1" }

// EventType implements events.Payload.
func (SeasonFinal) EventType() string { return "league.season-final.v1" }

// EventType implements events.Payload.
func (SeasonSealed) EventType() string { return "league.season-sealed.v1" }
