package campaign

import "github.com/muster-events/muster/events"

// Catalogue declares every command and event type of this package.
func Catalogue() *events.Catalogue {
	return events.NewCatalogue(
		events.DeclareCommand[OpenCampaign](),
		events.DeclareCommand[RecordHeroes](),
		events.DeclareCommand[ChangeHero](),
		events.DeclareCommand[BeginGame](),
		events.DeclareCommand[CancelGame](),
		events.DeclareCommand[RecordResult](),
		events.DeclareCommand[EarnCard](),
		events.DeclareCommand[ChooseFinale](),
		events.DeclareCommand[CorrectLog](),

		events.DeclareEvent[CampaignOpened](),
		events.DeclareEvent[HeroesRecorded](),
		events.DeclareEvent[HeroChanged](),
		events.DeclareEvent[HeroTaken](),
		events.DeclareEvent[PenaltyRaised](),
		events.DeclareEvent[HeroFell](),
		events.DeclareEvent[FallenRemoved](),
		events.DeclareEvent[PoolGained](),
		events.DeclareEvent[PoolLost](),
		events.DeclareEvent[FactKept](),
		events.DeclareEvent[GameBegun](),
		events.DeclareEvent[GameCancelled](),
		events.DeclareEvent[GameRecorded](),
		events.DeclareEvent[ScoreCorrected](),
		events.DeclareEvent[ResultCorrected](),
		events.DeclareEvent[CampaignReopened](),
		events.DeclareEvent[LogCorrected](),
		events.DeclareEvent[PlayerCorrected](),
		events.DeclareEvent[FallenCorrected](),
		events.DeclareEvent[CampaignEnded](),
	)
}

// CommandType implements events.CommandBody.
func (OpenCampaign) CommandType() string { return "campaign.open.v1" }

// CommandType implements events.CommandBody.
func (RecordHeroes) CommandType() string { return "campaign.record-heroes.v1" }

// CommandType implements events.CommandBody.
func (ChangeHero) CommandType() string { return "campaign.change-hero.v1" }

// CommandType implements events.CommandBody.
func (BeginGame) CommandType() string { return "campaign.begin-game.v1" }

// CommandType implements events.CommandBody.
func (CancelGame) CommandType() string { return "campaign.cancel-game.v1" }

// CommandType implements events.CommandBody.
func (RecordResult) CommandType() string { return "campaign.record-result.v1" }

// CommandType implements events.CommandBody.
func (EarnCard) CommandType() string { return "campaign.earn-card.v1" }

// CommandType implements events.CommandBody.
func (ChooseFinale) CommandType() string { return "campaign.choose-finale.v1" }

// CommandType implements events.CommandBody.
func (CorrectLog) CommandType() string { return "campaign.correct-log.v1" }

// EventType implements events.Payload.
func (CampaignOpened) EventType() string { return "campaign.opened.v1" }

// EventType implements events.Payload.
func (HeroesRecorded) EventType() string { return "campaign.heroes-recorded.v1" }

// EventType implements events.Payload.
func (HeroChanged) EventType() string { return "campaign.hero-changed.v1" }

// EventType implements events.Payload.
func (HeroTaken) EventType() string { return "campaign.hero-taken.v1" }

// EventType implements events.Payload.
func (PenaltyRaised) EventType() string { return "campaign.penalty-raised.v1" }

// EventType implements events.Payload.
func (HeroFell) EventType() string { return "campaign.hero-fell.v1" }

// EventType implements events.Payload.
func (FallenRemoved) EventType() string { return "campaign.fallen-removed.v1" }

// EventType implements events.Payload.
func (PoolGained) EventType() string { return "campaign.pool-gained.v1" }

// EventType implements events.Payload.
func (PoolLost) EventType() string { return "campaign.pool-lost.v1" }

// EventType implements events.Payload.
func (FactKept) EventType() string { return "campaign.fact-kept.v1" }

// EventType implements events.Payload.
func (GameBegun) EventType() string { return "campaign.game-begun.v1" }

// EventType implements events.Payload.
func (GameRecorded) EventType() string { return "campaign.game-recorded.v1" }

// EventType implements events.Payload.
func (ScoreCorrected) EventType() string { return "campaign.score-corrected.v1" }

// EventType implements events.Payload.
func (LogCorrected) EventType() string { return "campaign.log-corrected.v1" }

// EventType implements events.Payload.
func (PlayerCorrected) EventType() string { return "campaign.player-corrected.v1" }

// EventType implements events.Payload.
func (FallenCorrected) EventType() string { return "campaign.fallen-corrected.v1" }

// EventType implements events.Payload.
func (CampaignEnded) EventType() string { return "campaign.ended.v1" }

// EventType implements events.Payload.
func (GameCancelled) EventType() string { return "campaign.game-cancelled.v1" }

// EventType implements events.Payload.
func (ResultCorrected) EventType() string { return "campaign.result-corrected.v1" }

// EventType implements events.Payload.
func (CampaignReopened) EventType() string { return "campaign.reopened.v1" }
