// Package people knows the names behind the person ids of the log. Names live in a NATS key-value
// bucket; the log holds a salted commitment to each, which proves the name for as long as the salt
// exists. Forgetting a person deletes name, contact and salt; the log stays as it was and still
// proves itself, and pages say "Player 7". Start with [People].
//
// Invariants:
//
//  1. Names are normalised before anything is made of them.
//  2. A name is kept before the log says that its person is known, so that nobody is known whose
//     name was lost.
//  3. No two programs hand out the same id: taking an id is an insert that succeeds once.
//  4. What is erased is overwritten in the bucket's file at once. Several servers that keep the bucket
//     together (replicas) also have it in their journals until they are next compacted, which is theirs to do.
//     What is corrected is overwritten too; until the log has said it, the correction is kept beside the record.
//  5. Names, contacts and salts are never logged.
//
// Next: ops/roster, which registers a whole list of players.
package people
