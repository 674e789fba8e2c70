// Package natsd runs the NATS server that is part of muster, or connects to one that is not, and
// hands out connections: one for commands, one for reading the log.
//
// The embedded server syncs every write before it acknowledges it, keeps everything below the data
// directory, listens on the loopback interface only unless it is told otherwise, and lets nobody in
// without credentials. Commands travel over an in-process connection, which has half the latency
// of a socket; reading goes over loopback TCP, which streams faster. It can be restarted in place: connections find
// the new server by themselves.
//
// Source: shared/nats-notes.md, sections 2 and 8; shared/reliability.md, section 1.
package natsd
