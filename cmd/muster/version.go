package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is set when a release is built: -ldflags "-X main.release=1.2.3".
var release string

// version returns the release, or the commit that the program was built from.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	rev, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			rev = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	if rev == "" {
		return "development"
	}
	return rev + changed
}

// versionCmd prints the version.
type versionCmd struct{}

// Run implements the command.
func (versionCmd) Run(t *terminal) error {
	_, err := fmt.Fprintf(t.Out, "muster %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
