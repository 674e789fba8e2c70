// Package projections keeps the read models: it follows the log, folds it, and answers what pages
// ask. Start with [Runner] and [Reader]; what a read model is made of stands in the packages below
// it (board, history, catalog), which are pure, and in wall and table, which are views of a board.
//
// Each projection has a bbolt file of its own, in which what it keeps and how far it has read are
// committed together.
//
// Invariants:
//
//  1. What a projection keeps equals a fold of the log from position 1 to its checkpoint. A commit
//     that is delivered again changes nothing; one that is missing is never passed over.
//
//  2. The commits of one stream are applied in order, each after the one whose hash it names. What a
//     projection keeps of a stream depends on that stream alone.
//
//  3. A commit that cannot be understood stops its stream in that projection, with a message and the
//     position, also over restarts; every other stream goes on. A log that cannot be read on stops
//     its gathering. The program never stops because of either.
//
//  4. A projection that is slow or stuck holds up no other.
//
//     store.Follow ─▶ lane ──┐ one lane for each gathering
//     store.Follow ─▶ lane ──┼─▶ worker ─▶ one bbolt transaction for up to 2,000 commits
//     store.Follow ─▶ lane ──┘ one worker and one file for each projection
//
// Nothing here imports the engine: events carry the numbers.
//
// Next: projections/wall, then dashboards: how a fact reaches the wall.
package projections
