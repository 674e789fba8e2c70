package roster

import (
	"testing"

	"github.com/muster-events/muster/events"
)

func TestIDsAreMadeOfNames(t *testing.T) {
	taken := map[string]bool{"siege": true, "console": true}
	for _, c := range []struct{ name, want string }{
		{"Siege", "siege-2"},
		{"Siege", "siege-3"},
		{"  Gruppe Ährenfeld  3 ", "gruppe-ahrenfeld-3"},
		{"Console", "console-2"},
		{"李小龍", "group-7"},
		{"--- !!", "group-7-2"},
		{"A group with a name that is far too long for an id", "a-group-with-a-name-that-is-far-t"},
	} {
		got := freeID(c.name, "group-7", taken)
		if got != c.want {
			t.Errorf("%q gives %q, want %q", c.name, got, c.want)
		}
		if err := events.GroupID(got).Validate(); err != nil {
			t.Error(err)
		}
	}
}

func FuzzIDsAreValid(f *testing.F) {
	for _, s := range []string{"", "a", "é\u0301", "x\u00adx", "Ⅷ", "ﬁn", "\xff", "a-", "--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		taken := map[string]bool{}
		for range 3 {
			if err := events.GroupID(freeID(s, "group-1", taken)).Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
