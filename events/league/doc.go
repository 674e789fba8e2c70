// Package league holds the commands and events of a league's stream: a season of sessions, its players,
// its scoring rules, what was scored, corrections, the frozen board and its reveal. The stream belongs
// to a gathering. Sessions are fed by groups and tournaments of the same gathering, or by hand.
//
// What a season comes to is worked out from its events by engine/season: nothing in the log is a sum.
// Integrity events ([Marked]) are what was done by hand after the start; each carries what it moved.
//
// Next: engine/season, which folds; coordinator/league, which decides.
package league
