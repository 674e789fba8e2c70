package lotr

import "github.com/muster-events/muster/events"

// OnTable returns the table where it happened.
func (e TableSetUp) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PhaseBegan) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e ThreatChanged) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PlayerEliminated) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PlayerReinstated) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e FirstPlayerPassed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CardRevealed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EnemyEntered) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EnemyEngaged) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EnemyReturned) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EnemyDamaged) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e EnemyDestroyed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CardLeft) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e LocationEntered) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e LocationTravelled) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e LocationProgressed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e LocationExplored) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e StageProgressed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e StageEntered) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e StageResourcePlaced) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e QuestResolved) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e ProgressCapped) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e ArcheryDue) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e ArcheryAssigned) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CharacterDamaged) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e CharacterDestroyed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e LieutenantArrived) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e LieutenantSetAside) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e HostTaken) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e HostDamaged) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e HostLost) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PowerProgressed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PowerTaken) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PowerDiscarded) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e PowerUsed) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e StageDrawn) OnTable() events.TableID { return e.Table }

// OnTable returns the table where it happened.
func (e SiegeTyped) OnTable() events.TableID { return e.Table }

// EventType implements events.Payload.
func (TableSetUp) EventType() string { return "lotr.table-set-up.v1" }

// EventType implements events.Payload.
func (PhaseBegan) EventType() string { return "lotr.phase-began.v1" }

// EventType implements events.Payload.
func (ThreatChanged) EventType() string { return "lotr.threat-changed.v1" }

// EventType implements events.Payload.
func (PlayerEliminated) EventType() string { return "lotr.player-eliminated.v1" }

// EventType implements events.Payload.
func (PlayerReinstated) EventType() string { return "lotr.player-reinstated.v1" }

// EventType implements events.Payload.
func (FirstPlayerPassed) EventType() string { return "lotr.first-player-passed.v1" }

// EventType implements events.Payload.
func (CardRevealed) EventType() string { return "lotr.card-revealed.v1" }

// EventType implements events.Payload.
func (EnemyEntered) EventType() string { return "lotr.enemy-entered.v1" }

// EventType implements events.Payload.
func (EnemyEngaged) EventType() string { return "lotr.enemy-engaged.v1" }

// EventType implements events.Payload.
func (EnemyReturned) EventType() string { return "lotr.enemy-returned.v1" }

// EventType implements events.Payload.
func (EnemyDamaged) EventType() string { return "lotr.enemy-damaged.v1" }

// EventType implements events.Payload.
func (EnemyDestroyed) EventType() string { return "lotr.enemy-destroyed.v1" }

// EventType implements events.Payload.
func (CardLeft) EventType() string { return "lotr.card-left.v1" }

// EventType implements events.Payload.
func (LocationEntered) EventType() string { return "lotr.location-entered.v1" }

// EventType implements events.Payload.
func (LocationTravelled) EventType() string { return "lotr.location-travelled.v1" }

// EventType implements events.Payload.
func (LocationProgressed) EventType() string { return "lotr.location-progressed.v1" }

// EventType implements events.Payload.
func (LocationExplored) EventType() string { return "lotr.location-explored.v1" }

// EventType implements events.Payload.
func (StageProgressed) EventType() string { return "lotr.stage-progressed.v1" }

// EventType implements events.Payload.
func (StageEntered) EventType() string { return "lotr.stage-entered.v1" }

// EventType implements events.Payload.
func (StageResourcePlaced) EventType() string { return "lotr.stage-resource-placed.v1" }

// EventType implements events.Payload.
func (QuestResolved) EventType() string { return "lotr.quest-resolved.v1" }

// EventType implements events.Payload.
func (ProgressCapped) EventType() string { return "lotr.progress-capped.v1" }

// EventType implements events.Payload.
func (ArcheryDue) EventType() string { return "lotr.archery-due.v1" }

// EventType implements events.Payload.
func (ArcheryAssigned) EventType() string { return "lotr.archery-assigned.v1" }

// EventType implements events.Payload.
func (CharacterDamaged) EventType() string { return "lotr.character-damaged.v1" }

// EventType implements events.Payload.
func (CharacterDestroyed) EventType() string { return "lotr.character-destroyed.v1" }

// EventType implements events.Payload.
func (DolGuldurAssigned) EventType() string { return "lotr.dol-guldur-assigned.v1" }

// EventType implements events.Payload.
func (LieutenantArrived) EventType() string { return "lotr.lieutenant-arrived.v1" }

// EventType implements events.Payload.
func (LieutenantSetAside) EventType() string { return "lotr.lieutenant-set-aside.v1" }

// EventType implements events.Payload.
func (HostTaken) EventType() string { return "lotr.host-taken.v1" }

// EventType implements events.Payload.
func (HostDamaged) EventType() string { return "lotr.host-damaged.v1" }

// EventType implements events.Payload.
func (HostLost) EventType() string { return "lotr.host-lost.v1" }

// EventType implements events.Payload.
func (PowerProgressed) EventType() string { return "lotr.power-progressed.v1" }

// EventType implements events.Payload.
func (PowerTaken) EventType() string { return "lotr.power-taken.v1" }

// EventType implements events.Payload.
func (PowerDiscarded) EventType() string { return "lotr.power-discarded.v1" }

// EventType implements events.Payload.
func (PowerUsed) EventType() string { return "lotr.power-used.v1" }

// EventType implements events.Payload.
func (LorienHandedOver) EventType() string { return "lotr.lorien-handed-over.v1" }

// EventType implements events.Payload.
func (EffectCarriedOut) EventType() string { return "lotr.effect-carried-out.v1" }

// EventType implements events.Payload.
func (StageDrawn) EventType() string { return "lotr.stage-drawn.v1" }

// EventType implements events.Payload.
func (SiegeTyped) EventType() string { return "lotr.siege-typed.v1" }

// EventType implements events.Payload.
func (CityStrengthSet) EventType() string { return "lotr.city-strength-set.v1" }

// EventType implements events.Payload.
func (CityStrengthReduced) EventType() string { return "lotr.city-strength-reduced.v1" }

// EventType implements events.Payload.
func (CityStrengthRaised) EventType() string { return "lotr.city-strength-raised.v1" }

// EventType implements events.Payload.
func (CityStrengthRestated) EventType() string { return "lotr.city-strength-restated.v1" }
