// Package lotr holds the commands and events of games of The Lord of the Rings: The Card Game: what
// happens at one table, and what scenarios keep across the tables of a group.
//
// Every event carries the numbers that a reader needs, before and after, so that no reader has to
// know the rules. Enemies and locations in play are numbered per table from 1; a number is not used
// again. Number 0 stands for a card that was never entered as being in play.
//
// Next: package engine, the contract of the rules.
package lotr

import "github.com/muster-events/muster/events"

// Catalogue declares every command and event type of this package.
func Catalogue() *events.Catalogue {
	return events.NewCatalogue(
		events.DeclareCommand[AssignDolGuldur](),
		events.DeclareCommand[BeginPhase](),
		events.DeclareCommand[ChangeThreat](),
		events.DeclareCommand[PassFirstPlayer](),
		events.DeclareCommand[RevealCard](),
		events.DeclareCommand[AddEnemy](),
		events.DeclareCommand[AddLocation](),
		events.DeclareCommand[Engage](),
		events.DeclareCommand[CheckEngagement](),
		events.DeclareCommand[ReturnToStaging](),
		events.DeclareCommand[RemoveCard](),
		events.DeclareCommand[Travel](),
		events.DeclareCommand[ResolveQuest](),
		events.DeclareCommand[PlaceProgress](),
		events.DeclareCommand[ExploreLocation](),
		events.DeclareCommand[DamageEnemy](),
		events.DeclareCommand[DestroyEnemy](),
		events.DeclareCommand[AssignArchery](),
		events.DeclareCommand[DamageCharacter](),
		events.DeclareCommand[DestroyCharacter](),
		events.DeclareCommand[PlayerOut](),
		events.DeclareCommand[UsePower](),
		events.DeclareCommand[ProgressPower](),
		events.DeclareCommand[TypeSiege](),
		events.DeclareCommand[Rule](),

		events.DeclareEvent[DolGuldurAssigned](),
		events.DeclareEvent[TableSetUp](),
		events.DeclareEvent[PhaseBegan](),
		events.DeclareEvent[ThreatChanged](),
		events.DeclareEvent[PlayerEliminated](),
		events.DeclareEvent[PlayerReinstated](),
		events.DeclareEvent[FirstPlayerPassed](),
		events.DeclareEvent[CardRevealed](),
		events.DeclareEvent[EnemyEntered](),
		events.DeclareEvent[EnemyEngaged](),
		events.DeclareEvent[EnemyReturned](),
		events.DeclareEvent[EnemyDamaged](),
		events.DeclareEvent[EnemyDestroyed](),
		events.DeclareEvent[CardLeft](),
		events.DeclareEvent[LocationEntered](),
		events.DeclareEvent[LocationTravelled](),
		events.DeclareEvent[LocationProgressed](),
		events.DeclareEvent[LocationExplored](),
		events.DeclareEvent[StageProgressed](),
		events.DeclareEvent[StageEntered](),
		events.DeclareEvent[StageResourcePlaced](),
		events.DeclareEvent[QuestResolved](),
		events.DeclareEvent[ProgressCapped](),
		events.DeclareEvent[ArcheryDue](),
		events.DeclareEvent[ArcheryAssigned](),
		events.DeclareEvent[CharacterDamaged](),
		events.DeclareEvent[CharacterDestroyed](),
		events.DeclareEvent[LieutenantArrived](),
		events.DeclareEvent[LieutenantSetAside](),
		events.DeclareEvent[HostTaken](),
		events.DeclareEvent[HostDamaged](),
		events.DeclareEvent[HostLost](),
		events.DeclareEvent[PowerProgressed](),
		events.DeclareEvent[PowerTaken](),
		events.DeclareEvent[PowerDiscarded](),
		events.DeclareEvent[PowerUsed](),
		events.DeclareEvent[LorienHandedOver](),
		events.DeclareEvent[EffectCarriedOut](),
		events.DeclareEvent[StageDrawn](),
		events.DeclareEvent[SiegeTyped](),
		events.DeclareEvent[CityStrengthSet](),
		events.DeclareEvent[CityStrengthReduced](),
		events.DeclareEvent[CityStrengthRaised](),
		events.DeclareEvent[CityStrengthRestated](),
	)
}
