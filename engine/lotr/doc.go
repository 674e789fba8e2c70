// Package lotr holds the rules of The Lord of the Rings: The Card Game as they work at one table.
// It is pure. Start with [Table], the state; [DecideTable], which answers a captain's command with
// events or a refusal; [EvolveTable], which folds events into the state; and [Scenario], the data of
// a scenario. What looks across tables (the round barrier, the effect queue, the city strength) is
// the coordinator's; it calls [SetUp], [EnterStage], [ForcedStage1], [EndTableRound] and their
// neighbours, each of which returns events and changes nothing.
//
// Feed a table every event of its group, from the opening on: events of other tables are ignored,
// and the seats with their heroes come from the group's own events.
//
// Invariants:
//
//  1. A value that was passed in is never changed; maps and slices are cloned before a write.
//  2. Threat, progress, damage and resources are never below 0; threat −1 means not declared.
//  3. A number of an enemy or location is not used twice at a table.
//  4. Folding the events that Decide returned gives the state the rules went on with.
//  5. Refusals name people by their id in braces, {p-3}; pages put the name there.
//
// It imports events, engine and the standard library only.
//
// Next: coordinator, which puts tables together into a group.
package lotr
