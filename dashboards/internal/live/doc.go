// Package live pushes pages to browsers as server-sent events. A [Topic] is something many people
// look at: one group's wall, one gathering's console. The [Hub] keeps one rendered frame of every
// topic that somebody looks at, and gives each viewer the newest frame as soon as the viewer can
// take it. Frames are never queued: a slow viewer skips some, and one that does not read at all is
// dropped after [WriteTimeout].
//
// Invariants:
//  1. A frame is whole: whoever has the newest frame has missed nothing.
//  2. A topic is rendered once for all its viewers, and not at all without viewers.
//  3. A viewer hears something at least every [Beat], so silence means a dead connection.
package live
