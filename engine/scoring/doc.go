// Package scoring works out the score of a finished game of The Lord of the Rings: The Card Game. It is
// pure: what was played goes in as a [Game], with the terms of the group, and a [Score] comes out with
// a line for every term, so that whoever asks how a number came about is shown it. Fewer points are
// better.
//
// Start with [Of]. [Join] puts the tables of one group together. What a table counts for is worked out
// by engine/lotr.
//
// Invariants:
//
//  1. Numbers are exact integers, and the points of the lines add up to the total.
//  2. What is not known is never taken as 0: a game with something missing has no score, and says what
//     is missing.
//
// It imports events and the standard library only.
package scoring
