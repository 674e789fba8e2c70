// Package release says which version a program of this module is.
package release

import "runtime/debug"

// number is set when a release is built:
// -ldflags "-X github.com/muster-events/muster/cmd/internal/release.number=1.2.3".
var number string

// Version returns the release, or the commit that the program was built from.
func Version() string {
	if number != "" {
		return number
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
