// Package api is the public HTTP API below /api/v1: sessions, gatherings, people, rosters, decks,
// commands, boards, histories, tournaments and streams of them, described by /api/v1/openapi.json. Start with [New];
// commands.go is the heart.
//
// Rules of the house:
//
//  1. Who asks comes from the session, never from a path, header or body.
//  2. Every problem is application/problem+json; one table (problem.go) says which status goes with
//     which kind of error, nobody else does.
//  3. Bodies are at most 64 KiB, a deck 1 MiB, a roster 2 MiB; a field that is not known is refused.
//  4. Every refusal is counted and logged.
//
// Posts of other sites are refused by whoever mounts the API (http.CrossOriginProtection).
//
// Next: cmd/muster, which mounts it beside the pages.
package api
