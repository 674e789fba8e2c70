// Package league works out league tables and score boards. It is pure: a [Season] of sessions goes in,
// [Rules] say as data what counts, and [Compute] answers with a [Table] in which every number opens to its
// terms: which session, what it gave, what was left out and why. A correction of an earlier session is
// the season with that entry corrected, worked out again.
//
// Start with [Season], [Rules] and [Compute]; [Ready] lists the rules that ship. [Groups] makes team and
// store tables of a table, [Divide] and [Switches] divisions with promotion and relegation, [Boards] ranks
// groups that played the same scenario in the same mode. [CheckAttempt] and [TokenScore] are the rule of
// handicap tokens.
//
// Invariants:
//
//  1. Numbers are exact; whoever shows them rounds them.
//  2. The order of members, sessions and entries in the input never matters: what came first is told by
//     the position in the log.
//  3. Places are shared by those whose numbers are equal in every criterion: 1, 2, 2, 4.
//  4. The terms that count add up to the value, see [Cell.Again].
//  5. No score is not 0: who has none comes after everybody who has one.
//
// It imports events, engine, engine/exact, engine/scoring, engine/standings and the standard library
// only.
package league
