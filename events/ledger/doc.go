// Package ledger is the second copy of the log: a bbolt file that holds every commit's bytes by
// gathering and position, the Merkle tree over them, and where each command id stands.
//
// JetStream alone is not enough on one server: one flipped bit can shorten a stream at restart without
// an error. So a command is answered only when its commit is in both copies, and both are compared
// when the server starts. Start with [Open], [Compare] and [Wrap]; [Repair] mends one copy from the
// other, [Scrub] looks for damage while the server runs, [ReadOnly] serves what is proven.
//
// Invariants:
//
//  1. For each gathering the positions are 1, 2, 3, … without a gap, and each commit follows the one
//     before it in its stream by version and hash.
//  2. Hash number n of level 0 of the tree is events.HashOf of the commit at position n+1; the tree
//     is that of RFC 6962, stored as golang.org/x/mod/sumdb/tlog lays it out, so that checkpoints
//     and proofs can be made at any time.
//  3. Every command id of every commit is in the index, and nothing else is.
//  4. A gathering that was sealed has a seal: its end and the root of its tree. Nothing is added after it.
//  5. A transaction holds whole commits with their hashes and index entries, and is synced before
//     anybody is answered.
//
// One process at a time has a ledger open. Several processes that serve the same NATS each keep a
// ledger of their own.
package ledger
