// Package decks holds decks of The Lord of the Rings: The Card Game: reading them from the files that
// players bring, the decks that the rulebooks print, and the checks of a deck against the scenario,
// the mode, the campaign and the other decks of the table. Start with [Parse], which reads any of the
// known kinds of file; [Check], which says what is wrong with a deck; and [Scenario], the facts of a
// scenario that decide it, taken from the scenario itself. [Game] knows the decks of a table: what a deck
// is checked against there, and what the declared ones break together.
//
// Invariants:
//
//  1. A card that is not known, or could be one of several, is listed and never guessed.
//  2. A problem names the rule in a sentence, has a stable code and cites its source.
//  3. The same deck and situation give the same problems in the same order.
//  4. A file of any content gives a deck or an error with a line; it never panics.
//
// It imports events, engine, engine/lotr, engine/lotr/cards and the standard library only.
//
// Next: ops/decks, which takes decks at a running server, and cmd/muster/decks.go, which shows them to
// people.
package decks
