// Package webhooks tells web addresses that an organiser has registered what happens in a gathering:
// pairings, results, rounds, ends. Which endpoint is told what stands in the log of the gathering's desk;
// its address and its secret in a NATS key-value bucket. coordinator/process keeps the queues and tries
// again; this package says what there is to tell ([Hooks.Deliveries]) and tells it ([Hooks.Send]).
//
// Invariants:
//
//  1. What everybody may not see is not told: no pairing before it is published, nothing of a tournament
//     while its standings are frozen, no result of a league while its board is. When they are shown again,
//     what was withheld is told first, in the order of the log and under the ids that it has for ever.
//  2. The id of a message derives from the event that it is about: told twice, it has the same id, and
//     every endpoint is told it under the same one.
//  3. Contacts are never told, and names only to an endpoint that an organiser has chosen for that.
//  4. No private address is connected to unless the operator allows it; that is decided about the address
//     that is connected to, not about its name. No redirect is followed.
//  5. An address or a secret is never logged and never in the log.
//
// Messages of one endpoint are told in the order of the log, one after the other: a later one waits until
// the earlier one was taken or given up. An endpoint is told everything at least once.
//
// Source: Standard Webhooks 1.0.0; CloudEvents 1.0.2, "JSON Event Format".
package webhooks
