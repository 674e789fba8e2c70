// Package runner runs the deciders: it loads a stream, decides a command against its state, appends
// the commit under the condition that nobody else appended meanwhile, and decides again if somebody
// did. Start with [Service] and its Do; [Serve] answers the same commands over NATS; [Check]
// decides a recorded stream again and compares.
//
//	command → lane of the stream → seen before? → decide → append → fold → answer
//	                                    ↑                     │ conflict, or not known
//	                                    └── load what is new ─┘ (a bounded number of times)
//
// Invariants:
//
//  1. What is right is decided by the condition of the append alone. Lanes, cached states and
//     queues only save work: any number of Services may run on one log.
//  2. A command that was accepted is answered with its first answer, however often and to whichever
//     Service it is sent; that is settled before anything else is looked at.
//  3. A refusal is only given against the end of the stream as it is when it is given, never
//     against a cached state that may be old.
//  4. Nothing is decided on a stream that cannot be read to its end.
//  5. Every wait, queue, retry and cache has a bound; at the bound the sender is told to try again.
//
// The package is the only part of the coordinator with I/O, clocks and goroutines, beside
// coordinator/process.
//
// For a browser (GOOS=js), which verifies bundles, only what decides a stream again is built: [Replay],
// [Again] and [Check], without a store to append to, NATS and metrics.
//
// Next: coordinator/process, which carries on from what was recorded.
package runner
