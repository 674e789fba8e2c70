// Package process carries on from what was recorded: it reads the log of every gathering in order
// and lets handlers react. "live" publishes every event once more for screens and integrations;
// "campaign" writes what became of a group's game into the log of its campaign; "league" scores what
// ended in the leagues that it is linked to; "clock" sets a durable timer for the next table of a
// tournament whose time will be up, and "due" calls that time; "webhook" queues what somebody
// outside is to be told, and "delivery" tells it. Start with [Processes].
//
//	log of a gathering → Feed (one ordered lane each) → CorrelationID → PoisonQueue → Retry
//	                                                     → Timeout → Recoverer → handler
//
// Invariants:
//
//  1. A lane hands out one commit at a time, in order of position, across restarts and across all
//     processes that run on the same NATS: the broker delivers the next only when the last is
//     acknowledged.
//  2. A handler sees every commit at least once. After a crash it may see the last one again.
//  3. A commit that a handler cannot take goes to the dead letters with the reason, and the lane
//     goes on. If even that fails the lane waits and tries again; nothing is skipped. A handler that
//     records something also waits while nothing can be recorded.
//  4. Watermill stays inside: no signature of ours names its types but [Feed], which has to.
//
// Watermill's own NATS adapter is not used: it can crash the process, and reorders after a nack.
// Its Deduplicator is not used: it marks before the handler has succeeded.
//
// Source: shared/nats-notes.md, section 5.
package process
