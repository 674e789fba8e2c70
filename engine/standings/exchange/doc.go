// Package exchange writes tournaments for other programs and reads what people and programs bring: CSV and
// JSON of players, pairings, results and standings, and TRF16, FIDE's tournament report, for two-player
// Swiss. It is pure: bytes go in and come out.
//
// Start with [WritePlayers] and [ReadPlayers], [WriteMatches] and [ReadMatches], [WriteJSON] and
// [ReadJSON], [WriteTRF] and [ReadTRF]; [WriteStandings] only writes. Results of leagues have [WriteLeague]
// and [ReadLeague], [WriteLeagueJSON] and [ReadLeagueJSON]. What is read is either all there or
// refused with [Problems], each with its line, what is wrong and what would be right.
//
// Invariants:
//
//  1. What one of the writers wrote, its reader reads back as it was.
//  2. No input panics, and none makes the reader use memory out of proportion to its size.
//  3. A cell that a spreadsheet would take for a formula is written with an apostrophe before it, which
//     the readers take off again.
//
// It imports events, events/league, engine/exact, engine/standings and the standard library only.
package exchange
