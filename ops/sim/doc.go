// Package sim plays whole games through the public API: captains that look at the board and enter
// what a team would, with the mistakes that people make on venue Wi-Fi. muster demo plays one group
// with it at a pace to watch, muster simulate many at once. Tournaments and seasons of leagues are played
// by their organiser, a judge and players with phones, likewise.
//
//	sim.go         groups; captain.go and quest.go are what a captain enters
//	tournament*.go tournaments: entering, rounds, tables
//	league*.go     seasons: what happens, week by week, and the slips
//	director.go    what both have in common; agenda.go is who does what when
//
// One group, tournament or season is played by one goroutine that draws everything from one seeded generator, so the same
// seed enters the same things in the same order.
package sim
