// Package console is where organisers and judges work: gatherings and their groups at a glance,
// setting up, starting and pausing, a group's log with corrections, cards to print. What can be
// done to a group is a list of actions ([actions]); each has a page that says what will change and
// asks for what it needs, and works without script.
package console
