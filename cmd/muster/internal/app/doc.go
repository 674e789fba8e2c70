// Package app puts the server together: [New] takes the data directory and the addresses, [App.Run]
// starts everything in order, serves until its context ends, and stops everything in reverse.
//
//	NATS → log and its second copy (compared) → read models → deciding → logins and names → pages
//
// While it starts, every page says so. If the two copies of the log differ, what is proven can be
// read and nothing can be entered until `muster repair` has run.
//
// Next: ops/RUNBOOK.md, how it is kept running.
package app
