package main

import (
	"fmt"
	"runtime"

	"github.com/muster-events/muster/cmd/internal/release"
)

// version returns the release, or the commit that the program was built from.
func version() string { return release.Version() }

// versionCmd prints the version.
type versionCmd struct{}

// Run implements the command.
func (versionCmd) Run(t *terminal) error {
	_, err := fmt.Fprintf(t.Out, "muster %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
