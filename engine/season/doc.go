// Package season folds the events of a league's stream into a [Season] and works out from it what the
// tables say: for the decider, for read models and for previews alike. It is pure.
//
//	events/league → Season.Evolve → Season.Tables → engine/league
//	                       └→ Season.Public: the same, or what stood there when the board was frozen
//
// Invariants:
//
//  1. Nothing is added up while folding: tables are worked out from the results as they stand, so a
//     correction of an old week moves everything that rests on it.
//  2. A result is never removed: what it said before stays with the reason.
//  3. While the board is frozen Public does not depend on any event but a revealed row.
//  4. Results keep the player they were entered for; a merge only says whose they are.
//
// Next: coordinator/league, which decides.
package season
