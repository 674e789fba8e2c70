// Package sim plays whole games through the public API: captains that look at the board and enter
// what a team would, with the mistakes that people make on venue Wi-Fi. muster demo plays one group
// with it at a pace to watch, muster simulate many at once.
//
// One group is played by one goroutine that draws everything from one seeded generator, so the same
// seed enters the same things in the same order.
package sim
