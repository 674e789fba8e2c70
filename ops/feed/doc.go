// Package feed gives other programs every event of a gathering, in the order of the log, as lines of JSON:
// from any position, for as long as they listen, until the log is sealed. Start with [Hub.Follow].
//
//	log ── one tail for each gathering ── ring of the latest commits ──┬── reader
//	second copy ── a page at a time, for who is further behind ────────┴── reader, reader, …
//
// Invariants:
//
//  1. A reader gets the lines of a gathering in rising order, each once, none left out, whatever it reads
//     from and whenever it comes back. What cannot be read in order ends the feed with a line that says so.
//  2. The position of a line is where to go on after it. It stays good for ever: the log is never renumbered.
//  3. The line that says that the log is sealed is the last there will ever be.
//  4. A reader holds one page at most; the ring of a gathering is bounded; pages are read a few at a time.
//     Nobody who appends waits for a reader.
//
// Next: ops/api, which serves it over HTTP and says who may read it.
package feed
