// Package tournament is what a tournament's stream says, and what follows from it by rule: who plays,
// the rounds, the standings, who may be paired, what a change would do. It is pure. [Log] is the fold of
// the events; [Log.Public] is what everybody may see, and while the standings are frozen it is exactly
// what it was when they were.
//
// Invariants:
//
//  1. In a round an entrant is at one table at most, or has one bye, never both.
//  2. A table has at most one result that stands; every entry that was made stays on its trail.
//  3. Integrity entries are only ever added.
//
// Next: coordinator/tournament, which decides; engine/pairing and engine/standings, the rules used here.
package tournament
