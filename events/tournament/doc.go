// Package tournament holds the commands and events of a tournament's stream: who plays, the rounds with
// their pairings and clocks, results with who entered and who confirmed them, the life-cycle, and what
// touched its integrity. The stream belongs to a gathering.
//
// An entrant is named by number: 1, 2, 3, … in the order of registration, never given twice. The number
// says who it is; the seed, which may be renumbered, says where the entrant starts. Tables of a round
// are numbered from 1 without a gap, and a result names each entrant that it is about, so that no
// reader has to know who sat on the left.
//
// Moments are data: the server that takes a command writes them, and no decider reads a clock.
//
// Next: engine/tournament, which folds these events; coordinator/tournament, which decides.
package tournament
