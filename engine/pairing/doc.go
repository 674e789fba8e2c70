// Package pairing decides who meets whom: Swiss rounds by a cheapest perfect matching, round robins,
// single and double elimination, a Swiss into a cut, and pods of 2 to 8 with or without sides.
//
// Start with [Field] (the players and what was played), [Rules] and [Pair]. The other formats start
// at [RoundRobin], [NewBracket], [Cut] and [Pods].
//
// Invariants:
//
//  1. The answer depends on what the field holds, never on the order in which it is listed.
//  2. Nothing is drawn but through [engine.Draw] from the field's seed.
//  3. The pairing of a Swiss round is the best of all complete pairings by the rules' criteria in
//     their order; package matching proves it with every round.
//  4. A field that cannot be paired as it stands is refused in words; what can be paired only by
//     breaking a rule is paired with the least harm, and says what was broken and why it had to be.
//
// It must not import anything but engine, the ids of events and the standard library.
//
// Next: internal/matching.
package pairing
