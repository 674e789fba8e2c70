package lotr

import "github.com/muster-events/muster/events"

// OnTable returns the table where it happened.
func (e ObjectiveEntered) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e ObjectiveMoved) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CardFlipped) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TokensPlaced) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e VictoryGained) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e VictoryReturned) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e SideQuestEntered) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e QuestChosen) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e SideQuestDefeated) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e StageDefeated) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e ProgressLost) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EliminationChanged) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PerilBegan) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PerilEnded) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TestBegan) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TestCounted) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TestRaised) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TestResolved) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TestsDue) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e GuardDue) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e GuardFound) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e AllyEntered) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CharacterLeft) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e HeroEntered) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e HeroPassed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CharacterExhausted) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e ContractFlipped) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e RingPut) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e RingLost) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EnemyAttacked) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EnemyFought) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TriggerDue) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TriggerDone) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e OptionTaken) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TableWon) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e TableLost) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e OutcomeTakenBack) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e FactNoted) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CardDrawn) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EyePlaced) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EyeHeld) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e LossPending) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e DeckDeclared) OnTable() events.TableID { return e.Table }

// OnTable returns the table that the command is about.
func (c ResolveReveal) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c PlaceTokens) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c AddObjective) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c MoveObjective) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ChooseQuest) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c BeginTest) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c CountIcons) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c RaiseTest) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ResolveTest) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c FindGuard) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c EnterAlly) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c LeavePlay) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ExhaustCharacter) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c EnemyAttack) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c PlayerAttack) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c TickTrigger) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c TakeOption) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c AdvanceStage) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c FlipCard) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c FlipContract) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c CallLoss) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c PutRing) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c DeclareDeck) OnTable() events.TableID { return c.Table }

// EventType implements events.Payload.
func (ObjectiveEntered) EventType() string { return "lotr.objective-entered.v1" }

// EventType implements events.Payload.
func (ObjectiveMoved) EventType() string { return "lotr.objective-moved.v1" }

// EventType implements events.Payload.
func (CardFlipped) EventType() string { return "lotr.card-flipped.v1" }

// EventType implements events.Payload.
func (TokensPlaced) EventType() string { return "lotr.tokens-placed.v1" }

// EventType implements events.Payload.
func (VictoryGained) EventType() string { return "lotr.victory-gained.v1" }

// EventType implements events.Payload.
func (VictoryReturned) EventType() string { return "lotr.victory-returned.v1" }

// EventType implements events.Payload.
func (SideQuestEntered) EventType() string { return "lotr.side-quest-entered.v1" }

// EventType implements events.Payload.
func (QuestChosen) EventType() string { return "lotr.quest-chosen.v1" }

// EventType implements events.Payload.
func (SideQuestDefeated) EventType() string { return "lotr.side-quest-defeated.v1" }

// EventType implements events.Payload.
func (StageDefeated) EventType() string { return "lotr.stage-defeated.v1" }

// EventType implements events.Payload.
func (ProgressLost) EventType() string { return "lotr.progress-lost.v1" }

// EventType implements events.Payload.
func (EliminationChanged) EventType() string { return "lotr.elimination-changed.v1" }

// EventType implements events.Payload.
func (PerilBegan) EventType() string { return "lotr.peril-began.v1" }

// EventType implements events.Payload.
func (PerilEnded) EventType() string { return "lotr.peril-ended.v1" }

// EventType implements events.Payload.
func (TestBegan) EventType() string { return "lotr.test-began.v1" }

// EventType implements events.Payload.
func (TestCounted) EventType() string { return "lotr.test-counted.v1" }

// EventType implements events.Payload.
func (TestRaised) EventType() string { return "lotr.test-raised.v1" }

// EventType implements events.Payload.
func (TestResolved) EventType() string { return "lotr.test-resolved.v1" }

// EventType implements events.Payload.
func (TestsDue) EventType() string { return "lotr.tests-due.v1" }

// EventType implements events.Payload.
func (GuardDue) EventType() string { return "lotr.guard-due.v1" }

// EventType implements events.Payload.
func (GuardFound) EventType() string { return "lotr.guard-found.v1" }

// EventType implements events.Payload.
func (AllyEntered) EventType() string { return "lotr.ally-entered.v1" }

// EventType implements events.Payload.
func (CharacterLeft) EventType() string { return "lotr.character-left.v1" }

// EventType implements events.Payload.
func (HeroEntered) EventType() string { return "lotr.hero-entered.v1" }

// EventType implements events.Payload.
func (HeroPassed) EventType() string { return "lotr.hero-passed.v1" }

// EventType implements events.Payload.
func (CharacterExhausted) EventType() string { return "lotr.character-exhausted.v1" }

// EventType implements events.Payload.
func (ContractFlipped) EventType() string { return "lotr.contract-flipped.v1" }

// EventType implements events.Payload.
func (RingPut) EventType() string { return "lotr.ring-put.v1" }

// EventType implements events.Payload.
func (RingLost) EventType() string { return "lotr.ring-lost.v1" }

// EventType implements events.Payload.
func (EnemyAttacked) EventType() string { return "lotr.enemy-attacked.v1" }

// EventType implements events.Payload.
func (EnemyFought) EventType() string { return "lotr.enemy-fought.v1" }

// EventType implements events.Payload.
func (TriggerDue) EventType() string { return "lotr.trigger-due.v1" }

// EventType implements events.Payload.
func (TriggerDone) EventType() string { return "lotr.trigger-done.v1" }

// EventType implements events.Payload.
func (OptionTaken) EventType() string { return "lotr.option-taken.v1" }

// EventType implements events.Payload.
func (TableWon) EventType() string { return "lotr.table-won.v1" }

// EventType implements events.Payload.
func (TableLost) EventType() string { return "lotr.table-lost.v1" }

// EventType implements events.Payload.
func (OutcomeTakenBack) EventType() string { return "lotr.outcome-taken-back.v1" }

// EventType implements events.Payload.
func (FactNoted) EventType() string { return "lotr.fact-noted.v1" }

// EventType implements events.Payload.
func (CardDrawn) EventType() string { return "lotr.card-drawn.v1" }

// EventType implements events.Payload.
func (EyePlaced) EventType() string { return "lotr.eye-placed.v1" }

// EventType implements events.Payload.
func (EyeMoved) EventType() string { return "lotr.eye-moved.v1" }

// EventType implements events.Payload.
func (EyeHeld) EventType() string { return "lotr.eye-held.v1" }

// EventType implements events.Payload.
func (LossPending) EventType() string { return "lotr.loss-pending.v1" }

// EventType implements events.Payload.
func (ObjectiveHandedOver) EventType() string { return "lotr.objective-handed-over.v1" }

// EventType implements events.Payload.
func (DeckDeclared) EventType() string { return "lotr.deck-declared.v1" }

// CommandType implements events.CommandBody.
func (ResolveReveal) CommandType() string { return "lotr.resolve-reveal.v1" }

// CommandType implements events.CommandBody.
func (PlaceTokens) CommandType() string { return "lotr.place-tokens.v1" }

// CommandType implements events.CommandBody.
func (AddObjective) CommandType() string { return "lotr.add-objective.v1" }

// CommandType implements events.CommandBody.
func (MoveObjective) CommandType() string { return "lotr.move-objective.v1" }

// CommandType implements events.CommandBody.
func (ChooseQuest) CommandType() string { return "lotr.choose-quest.v1" }

// CommandType implements events.CommandBody.
func (BeginTest) CommandType() string { return "lotr.begin-test.v1" }

// CommandType implements events.CommandBody.
func (CountIcons) CommandType() string { return "lotr.count-icons.v1" }

// CommandType implements events.CommandBody.
func (RaiseTest) CommandType() string { return "lotr.raise-test.v1" }

// CommandType implements events.CommandBody.
func (ResolveTest) CommandType() string { return "lotr.resolve-test.v1" }

// CommandType implements events.CommandBody.
func (FindGuard) CommandType() string { return "lotr.find-guard.v1" }

// CommandType implements events.CommandBody.
func (EnterAlly) CommandType() string { return "lotr.enter-ally.v1" }

// CommandType implements events.CommandBody.
func (LeavePlay) CommandType() string { return "lotr.leave-play.v1" }

// CommandType implements events.CommandBody.
func (ExhaustCharacter) CommandType() string { return "lotr.exhaust-character.v1" }

// CommandType implements events.CommandBody.
func (EnemyAttack) CommandType() string { return "lotr.enemy-attack.v1" }

// CommandType implements events.CommandBody.
func (PlayerAttack) CommandType() string { return "lotr.player-attack.v1" }

// CommandType implements events.CommandBody.
func (TickTrigger) CommandType() string { return "lotr.tick-trigger.v1" }

// CommandType implements events.CommandBody.
func (TakeOption) CommandType() string { return "lotr.take-option.v1" }

// CommandType implements events.CommandBody.
func (AdvanceStage) CommandType() string { return "lotr.advance-stage.v1" }

// CommandType implements events.CommandBody.
func (FlipCard) CommandType() string { return "lotr.flip-card.v1" }

// CommandType implements events.CommandBody.
func (FlipContract) CommandType() string { return "lotr.flip-contract.v1" }

// CommandType implements events.CommandBody.
func (CallLoss) CommandType() string { return "lotr.call-loss.v1" }

// CommandType implements events.CommandBody.
func (PutRing) CommandType() string { return "lotr.put-ring.v1" }

// CommandType implements events.CommandBody.
func (DeclareDeck) CommandType() string { return "lotr.declare-deck.v1" }
