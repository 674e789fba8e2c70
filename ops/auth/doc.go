// Package auth knows who is asking: it keeps sessions in signed cookies, opens them with the
// organiser's key, a table's code or a judge's code, and lets table programs connect to NATS.
// Start with [Auth] and its Session and Join.
//
// Invariants:
//
//  1. A session is what the server made it: a browser holds it sealed and cannot change it.
//  2. Codes are worked out, not stored: an HMAC over gathering, group, table and the epoch of the
//     code. A renewed code is another epoch, and the sessions of the old one are dead.
//  3. A code is valid only while its gathering is open.
//  4. Every change of rights makes a new session with a new id and ends the old one.
//  5. Wrong keys and codes are limited by device and by address before the next is looked at.
//  6. Keys and the ends of sessions live in NATS buckets, so that every muster serve on the same
//     NATS agrees about them. Codes, keys and cookies are never logged.
//
// Next: ops/people, which knows the names behind the ids.
package auth
