package console

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

func TestIdsAreMadeFromNames(t *testing.T) {
	for name, want := range map[string]string{
		"Autumn Muster '26": "autumn-muster-26", "Übungs-Spiel!": "ubungs-spiel", "日本": "gathering", "--": "gathering", "": "gathering",
		strings.Repeat("ab ", 40): strings.Trim(strings.Repeat("ab-", 14)[:events.MaxIDLen], "-"),
	} {
		got := slug(name, "gathering")
		if got != want {
			t.Errorf("slug(%q) = %q, want %q", name, got, want)
		}
		if err := events.GatheringID(got).Validate(); err != nil {
			t.Errorf("slug(%q) is no id: %v", name, err)
		}
	}
}

func TestGroupsOfLikeNamesGetIdsOfTheirOwn(t *testing.T) {
	var taken []catalog.Group
	seen := map[events.GroupID]bool{}
	for range 120 {
		name := numbered(strings.Repeat("長い", 30), taken)
		id := freeGroup(name, taken)
		if err := id.Validate(); err != nil || seen[id] {
			t.Fatalf("id %q of %q: %v, seen %v", id, name, err, seen[id])
		}
		seen[id] = true
		taken = append(taken, catalog.Group{ID: id, Name: name})
	}
}
