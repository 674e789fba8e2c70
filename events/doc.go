// Package events holds the words that every part of muster shares: identifiers, the commit that
// one command leaves in the log, the catalogue of event and command types, the codec and the NATS
// subjects. Start with [Commit], then [Catalogue].
//
// Invariants:
//
//  1. A commit is one command and the events it produced. It is appended whole or not at all.
//  2. The commits of one stream are numbered 1, 2, 3, … without a gap, and each names the [Hash]
//     of the one before it.
//  3. Stored bytes are never re-encoded: hashes and proofs cover them as they are. Old payload
//     versions are upcast while reading ([Upcaster]).
//  4. Commits name people by [PersonID] only; names live outside the log.
//
// The package imports the standard library only. Payload types of one domain live in the packages
// below it: events/desk, events/group and events/lotr.
//
// Next: events/group, the payloads of a group of players.
package events
