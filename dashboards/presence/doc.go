// Package presence knows which phones are at the tables: connected or gone, since when, and how many
// entries wait on them. Start with [New]; pages use it as deps.Presence.
//
// Every server tells the others what it sees, on subjects of core NATS that belong to no stream:
//
//	phone ── stream, reports ──▶ server A ── beat: muster.presence.<g>.<group>.<table> ──▶ server B
//	                                      ◀─ hello: muster.presence.hello ──────────────── (starts)
//
// Nothing of it is in the log, and no decision depends on it.
//
// Invariants:
//  1. A phone is connected while a server that is heard has a stream of it open, and the phone itself
//     was heard within [Silence]: a dead link breaks no connection by itself.
//  2. A server that has died takes its phones with it within [Lost] and a tick.
//  3. Ages travel, not times: the clocks of servers and phones may differ.
//  4. Memory is bounded by [MaxTables], [MaxPhones] and [MaxServers]; what is beyond is not known.
package presence
