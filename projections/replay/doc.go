// Package replay is the read model of a game that is walked through afterwards, or while it goes on: a
// timeline of a group's commits, and at each of them the board as the wall showed it, what changed, what was
// asked by whom, and which rule made the consequence.
//
// A [Book] is the pure half: it takes commits in order and answers for every position. A [Keeper] keeps the
// books that were asked for last and reads what is new from the log; it is the only part that does anything.
//
// Invariants:
//
//  1. The board of a [Frame] is the one that the live read model had at that version: both are the same fold
//     (package projections/board) of the same commits.
//  2. Any position is answered by folding at most [Every] commits.
//  3. People are named by their marks, "{p-7}"; [Frame.Named] and [Timeline.Named] put names in.
//
// Refusals leave nothing in the log, so no replay shows them.
package replay
