package rules_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/cmd/internal/rules"
	"github.com/muster-events/muster/engine/lotr/rulebook"
)

func root(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// The table in the program is what the code says now.
func TestTheTableIsUpToDate(t *testing.T) {
	now, err := rules.Scan(root(t))
	if err != nil {
		t.Fatal(err)
	}
	kept := rulebook.All()
	if len(kept) != len(now) {
		t.Fatalf("the table has %d rules, the code %d; run: go run ./cmd/internal/rules/write", len(kept), len(now))
	}
	for i, e := range now {
		k := kept[i]
		if k.Rule != e.Rule || !slices.Equal(k.Sections, e.Sections) || !slices.Equal(k.Code, e.Code) || !slices.Equal(k.Tests, e.Tests) {
			t.Errorf("%s: the table says %+v, the code %+v; run: go run ./cmd/internal/rules/write", e.Rule, k, e)
		}
	}
}

// No rule is without a source, code and a test.
func TestNoRuleIsMissing(t *testing.T) {
	now, err := rules.Scan(root(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range now {
		if len(e.Sections) == 0 || len(e.Code) == 0 || len(e.Tests) == 0 {
			t.Errorf("%s has %d sources, %d places in the code and %d tests; mark them with a line \"Rule: %s.\"",
				e.Rule, len(e.Sections), len(e.Code), len(e.Tests), e.Rule)
		}
	}
}
