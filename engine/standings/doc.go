// Package standings works out the standings of a tournament. It is pure: players, rounds with their
// matches and results go in as a [Tournament], a [Ruleset] says as data what counts, and [Compute]
// answers with a [Table] in which every number opens to its terms: which opponent or round, what
// counted, what was left out and why.
//
// Start with [Tournament], [Ruleset] and [Compute]; [Rulesets] lists the rulesets that ship. [Check]
// refuses a result that does not fit the table it was played at; [Settle] says what stands when several
// people reported. Tables for other programs are written and read by engine/standings/exchange.
//
// Invariants:
//
//  1. Numbers are exact; whoever shows them rounds them.
//  2. The order of players, rounds, matches and seats in the input never matters.
//  3. Places are shared by those whose numbers are equal in every criterion: 1, 2, 2, 4.
//  4. The terms of a cell that was summed or averaged give its value again, see [Cell.Again].
//  5. Matches of another stage never count, head to head least of all.
//  6. What was not reported is not a draw: it counts nowhere until it is reported.
//
// It imports events, engine, engine/exact and the standard library only.
package standings
