package main

// benchCmd measures this machine.
type benchCmd struct{}

// Run implements the command.
func (benchCmd) Run(t *terminal) error { return nil }
