package main

import "github.com/muster-events/muster/ops/config"

// sampleCmd prints a configuration file.
type sampleCmd struct{}

// Run implements the command.
func (sampleCmd) Run(t *terminal) error {
	_, err := t.Out.Write(config.Sample())
	return err
}
